"""Compilation of rules with Numba, cached on disk.

Numba's disk cache notices an edit only in the file that holds the compiled function, not in
the files it calls. Every kernel therefore lies in a folder whose name carries a hash of all
sources that it can reach: an edit there starts a new folder, and all other kernels start warm.
"""

import hashlib
import inspect
import itertools
import linecache
import os
import secrets
import shutil
import time
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs
from numba.core import event
from numba.core.bytecode import FunctionIdentity
from numba.core.compiler_lock import global_compiler_lock

from .ahead import is_under_way, prepare_once, wait_for
from .kernel_cache import KernelCache, LinkedCache
from .linked import BitcodeOverloads
from .plain import plain_call
from .sources import SOURCES
from .waiting import WAITING

Kernel = Callable[..., Any]

UNUSED_DAYS = 30
MANY_TABLES = 64  # too many for plain Python

event.register("numba:compile", WAITING)


def number_functions_anew() -> None:
    """Lets Numba number the functions of this process from a random number on.

    The number is what tells symbols apart: other parts of a name are counted in each process too.
    If every process counted from 1, one that loads what two others have compiled could call the
    function of one game where another game's is meant.
    """
    FunctionIdentity._unique_ids = itertools.count(secrets.randbits(60))


number_functions_anew()
# A process that is forked while another thread compiles could never compile anything: the fork
# waits for that thread.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=number_functions_anew)
    os.register_at_fork(
        before=global_compiler_lock.acquire,
        after_in_parent=global_compiler_lock.release,
        after_in_child=global_compiler_lock.release,
    )


def prepare_cache_folder(key: str) -> Path | None:
    """Makes the folder for a state of the sources, and marks it as used.

    The folder lies in the user's cache directory, or below `NUMBA_CACHE_DIR` where that is set.

    Args:
        key: The hash of the sources.

    Returns:
        The folder, or None if it can't be written; then every process compiles its kernels anew.
    """
    parent = Path(os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("fudaba"))
    folder = parent / f"kernels-{key}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def remove_unused_folders(parent: Path) -> None:
    """Removes the folders that no process has used for a month."""
    oldest = time.time() - UNUSED_DAYS * 24 * 60 * 60
    for folder in parent.glob("kernels-*"):
        try:
            is_unused = folder.stat().st_mtime < oldest
        except OSError:  # another process was faster
            continue
        if is_unused:
            shutil.rmtree(folder, ignore_errors=True)


@cache
def _cache_folder(sources: frozenset[str]) -> Path | None:
    folder = prepare_cache_folder(SOURCES.key(sources)) if sources else None
    if folder is not None:
        _clean_up_once(folder.parent)
    return folder


@cache
def _clean_up_once(parent: Path) -> None:
    remove_unused_folders(parent)


def kernel(function: Callable[..., Any]) -> Kernel:
    """Compiles a rule: machine code, without the interpreter lock.

    So that the first move of a game needs no compiler, any kernel runs as plain Python until
    another process has compiled it. It waits if it is `wait_for_compile`, called with 64 tables or
    more (rows of its first argument), or has no plain form (`plain.py`), because it uses more than
    arithmetic, indices, branches, loops and other kernels.

    Args:
        function: Plain Python over NumPy arrays and records. With `NUMBA_DISABLE_JIT=1` it is
            returned as it is, for debugging and coverage.
    """
    sources = SOURCES.reachable(function.__code__.co_filename)
    return _compiled(function, sources, function.__module__)


def wait_for_compile(kernel: Any) -> Kernel:
    """Lets a kernel wait for machine code, because it takes too long as plain Python: a search.

    Returns:
        The kernel itself.
    """
    kernel.is_awaited = True
    made: Kernel = kernel
    return made


def no_refcount(function: Callable[..., Any]) -> Callable[..., Any]:
    """Marks a function that makes no arrays, and whose arguments do not overlap in memory.

    Turns off Numba's reference counting (NRT) in the function. With it every call that hands on a
    row of an array locks the array's counter twice, and threads wait for each other.

    Returns:
        The function itself.
    """
    vars(function)["is_borrowing"] = True
    return function


def always_inline(function: Callable[..., Any]) -> Callable[..., Any]:
    """Marks a short function that is called often: compiled callers contain it, without a call.

    Without this the compiler keeps calls of functions that it takes for long: searches in Sevens
    took 7 % longer.

    Returns:
        The function itself.
    """
    vars(function)["is_merging"] = True
    return function


def _compiled(
    function: Callable[..., Any], sources: frozenset[str], purpose: str, inlined: bool = False
) -> Any:
    """Compiles a function and caches it by the sources that it can reach.

    Args:
        function: The function.
        sources: The files that it can reach.
        purpose: The notice for a compilation that takes long.
        inlined: Whether kernels that call it contain its code instead of a call.
    """
    if numba.config.DISABLE_JIT:
        return function
    # No kernel is handed to C: the wrapper for that would cost a fifth of the compile time.
    inline = "always" if inlined else "never"
    compiled = numba.njit(nogil=True, no_cfunc_wrapper=True, inline=inline)(function)
    folder = None if function.__closure__ else _cache_folder(sources)
    if folder is not None:
        compiled._cache = KernelCache(function, folder)
    compiled.linked = BitcodeOverloads(compiled, LinkedCache(function, folder) if folder else None)
    compiled.sources = sources
    how_often = "once; later starts take a second" if folder else "in each process, without a cache"
    compiled.notice = f"compiling {purpose} ({how_often})"
    compiled.is_awaited = False
    compiled.job, compiled.parts, compiled.recipe = None, tuple, None
    compiled.plain, compiled.plain_source = None, function
    compiled.get_call_template = partial(_linked_call, compiled)
    compiled.get_overload = compiled.linked.get_overload
    compiled.add_overload = partial(_add_form, compiled.add_overload)
    compiled._compiler._customize_flags = partial(_set_flags, function)
    compiled._compile_for_args = partial(_first_call, compiled, compiled._compile_for_args)
    return compiled


def _set_flags(function: Callable[..., Any], flags: Any) -> Any:
    """Returns the flags of a compilation, which declare what Numba can't know about the arguments.

    The reference counting (NRT) of a function that is `no_refcount` is turned off. The arguments of
    such a function, and of one with arguments called `state` and `view`, are declared not to
    overlap, so a kernel must not take a part of the view beside the view. Without this each loop
    that fills a field of a view first compares addresses: Sevens' views took 40 % longer.
    """
    is_borrowing = getattr(function, "is_borrowing", False)
    parameters = inspect.signature(function).parameters
    flags.noalias = is_borrowing or {"state", "view"} <= set(parameters)
    flags.nrt = not is_borrowing
    flags.forceinline = getattr(function, "is_merging", False)
    return flags


def _first_call(
    compiled: Any, compile_here: Callable[..., Kernel], *arguments: Any
) -> Callable[..., Any]:
    """Returns the function for a call without machine code: plain Python, or compiled now.

    Numba asks for it at the first call, and at each one that ran as plain Python.

    Args:
        compiled: The kernel.
        compile_here: Numba's own answer: it loads or compiles the machine code.
        *arguments: The arguments of the call.
    """
    first = arguments[0] if arguments else None
    num_tables = len(first) if isinstance(first, np.ndarray) else 1
    can_be_plain = num_tables < MANY_TABLES and not compiled.is_awaited
    prepare_once(compiled, arguments, is_awaited=not can_be_plain)
    if can_be_plain and is_under_way(compiled) and (form := plain_call(compiled)):
        return form
    wait_for(compiled)
    return compile_here(*arguments)


def _linked_call(compiled: Any, args: tuple[Any, ...], keywords: Mapping[str, Any]) -> Any:
    """Returns Numba's template for calls between kernels; all callers share one compilation.

    Without this Numba compiles a kernel anew for every constant argument and for every width of
    integers. It also makes machine code of each kernel, and optimises each in full by itself and
    again within each caller; here only kernels that Python calls are optimised in full, together
    with their callees. Loops are vectorised in the first pass too, because later passes do not make
    up for it: without that SEKI took two thirds longer.

    Args:
        compiled: The kernel, which is compiled now unless another process does it.
        args: The types of the arguments.
        keywords: The types of keyword arguments.
    """
    wait_for(compiled.linked)
    widened = {name: _widened(argument) for name, argument in keywords.items()}
    with _numba_set(OPT=1, SLP_VECTORIZE=1):
        return compiled.linked.template(tuple(map(_widened, args)), widened)


def _add_form(add: Callable[[Any], None], form: Any) -> None:
    """Adds an overload that Python calls, and sets the environments of the kernels it links.

    Environments hold the constants of messages. Numba sets them only for machine code.
    """
    for environment in form._find_referenced_environments():
        form.codegen.set_env(environment.env_name, environment)
    add(form)


@contextmanager
def _numba_set(**settings: Any) -> Iterator[None]:
    """Changes settings of Numba for a short block only, because they are process-wide."""
    previous = {name: getattr(numba.config, name) for name in settings}
    try:
        vars(numba.config).update(settings)
        yield
    finally:
        vars(numba.config).update(previous)


def _widened(argument: numba.types.Type) -> numba.types.Type:
    """Returns an argument's type for the call: int64 for constants and narrow signed numbers."""
    plain = numba.types.unliteral(argument)
    is_signed = isinstance(plain, numba.types.Integer) and plain.signed
    return numba.types.int64 if is_signed else plain


def wrapping_kernel(function: Callable[..., Any]) -> Kernel:
    """Compiles a kernel whose unsigned arithmetic wraps around on purpose.

    Compiled code wraps silently; plain NumPy would warn.
    """
    if numba.config.DISABLE_JIT:
        return np.errstate(over="ignore")(function)
    return kernel(function)


def python_fallback(kernel: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Returns a decorator for a function that plain Python runs in place of a kernel.

    It must do the same; NumPy does on whole arrays what a kernel does in a loop. With
    `NUMBA_DISABLE_JIT=1` the kernel itself runs.
    """

    def set_form(function: Callable[..., Any]) -> Callable[..., Any]:
        vars(kernel)["plain_source"] = function
        return function

    return set_form


def unbound(*_: Any) -> Any:
    """The placeholder for a template's names until `specialise` binds them; always raises."""
    raise RuntimeError("a generic loop was called before it was specialised for a game")


def specialise(
    template: Callable[..., Any],
    name: str,
    *,
    plain: Callable[..., Any] | None = None,
    **bindings: Any,
) -> Kernel:
    """Compiles a generic loop for one game.

    Numba can't cache a function that is handed other compiled functions. So the template calls
    them by global names, and every game gets its own function object from the template's code,
    in which those names are bound to the game's kernels.

    Args:
        template: A plain, undecorated function.
        name: The purpose of the copy, for instance the game's id; it keeps the cache entries of
            the copies apart.
        plain: The template that plain Python runs in its place, or None; see `python_fallback`.
        **bindings: The kernels, by the global names that the template uses for them.
    """
    copy = _bound(template, name, bindings)
    sources = _reached(template.__code__.co_filename, bindings)
    compiled = _compiled(copy, sources, f"the rules of {name.split('.')[0]}")
    compiled.recipe = partial(specialise, template, name, **bindings)
    if plain is not None:
        python_fallback(compiled)(_bound(plain, name, bindings))
    return compiled


def _bound(
    template: Callable[..., Any], name: str, bindings: Mapping[str, Any]
) -> types.FunctionType:
    """Returns a copy of a template that finds the bindings under its global names."""
    copy = types.FunctionType(
        template.__code__, {**template.__globals__, **bindings}, template.__name__
    )
    copy.__qualname__ = f"{template.__qualname__}.{name}"
    copy.__module__ = template.__module__
    copy.__doc__ = template.__doc__
    copy.__dict__.update(template.__dict__)
    return copy


def _reached(file: str, bindings: Mapping[str, Any]) -> frozenset[str]:
    """Returns the files that a function and the kernels bound to its names can reach.

    It is empty, so that nothing is cached, if the source of a kernel is in no file, for instance in
    a cell of a notebook: an edit of it would go unnoticed.
    """
    reached = [SOURCES.reachable(file)]
    reached += [kernel.sources for kernel in bindings.values() if hasattr(kernel, "sources")]
    return frozenset().union(*reached) if all(reached) else frozenset()


def generate(
    lines: Sequence[str],
    name: str,
    bindings: Mapping[str, Kernel],
    *,
    inlined: bool = False,
    plain: Sequence[str] = (),
) -> Kernel:
    """Compiles the generated text of one function.

    Args:
        lines: The lines of the function, its `def` first.
        name: The purpose of the function, beginning with the game's id.
        bindings: The kernels, by the names that the text uses for them.
        inlined: Whether kernels that call it contain its code instead of a call.
        plain: The lines that plain Python runs in their place; see `python_fallback`.

    Returns:
        The kernel. Its text is a part of its cache key, and tracebacks show it.
    """
    function = _function_of(lines, name, bindings)
    sources = _reached(__file__, bindings)
    compiled = _compiled(function, sources, f"the rules of {name.split('.')[0]}", inlined)
    compiled.recipe = partial(generate, lines, name, bindings, inlined=inlined)
    if plain:
        python_fallback(compiled)(_function_of(plain, name, bindings))
    return compiled


def _function_of(
    lines: Sequence[str], name: str, bindings: Mapping[str, Kernel]
) -> Callable[..., Any]:
    text = "\n".join(lines) + "\n"
    file = f"<{name} {hashlib.sha256(text.encode()).hexdigest()[:12]}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    namespace: dict[str, Any] = {"np": np, **bindings}
    exec(compile(text, file, "exec"), namespace)
    function: Callable[..., Any] = namespace[lines[0].removeprefix("def ").partition("(")[0]]
    function.__qualname__ = f"{function.__name__}.{name}"
    function.__module__ = __name__
    return function


LONGEST_INLINED = 12  # conditions


def switch(name: str, kernels: Mapping[int, Kernel], *arguments: str) -> Kernel:
    """Returns the kernel `choose(code, *arguments)`, which calls the kernel of a code.

    Numba can't cache calls through a table of kernels, so the table is written out as a chain of
    conditions. The chain is inlined: as a call it took Tyrant's `legal` a tenth longer. Of a long
    chain only the first condition is inlined, because all kernels in one function slow down the
    first, which is called most: SEKI's `legal` took a tenth longer so.

    Args:
        name: What the chain is for, beginning with the game's id.
        kernels: The kernels by code. The last one is called for all other codes too.
        *arguments: The names of the arguments that each kernel takes.
    """
    if len(kernels) <= LONGEST_INLINED:
        return _chain(name, kernels, arguments, inlined=True)
    (first, kernel), *others = kernels.items()
    called = ", ".join(arguments)
    lines = [
        f"def choose(code, {called}):",
        f"    if code == {first}:",
        f"        return first({called})",
        f"    return choose_other(code, {called})",
    ]
    choose_other = _chain(f"{name}.others", dict(others), arguments, inlined=False)
    return generate(lines, name, {"first": kernel, "choose_other": choose_other}, inlined=True)


def _chain(
    name: str, kernels: Mapping[int, Kernel], arguments: Sequence[str], *, inlined: bool
) -> Kernel:
    called = ", ".join(arguments)
    lines = [f"def choose(code, {called}):"]
    *others, last = kernels
    for code in others:
        lines += [f"    if code == {code}:", f"        return kernel_{code}({called})"]
    lines.append(f"    return kernel_{last}({called})")
    bindings = {f"kernel_{code}": kernel for code, kernel in kernels.items()}
    return generate(lines, name, bindings, inlined=inlined)
