"""The overloads of kernels that other kernels link: optimised bitcode, no machine code.

Numba makes machine code and a wrapper for Python of every function, also of those that only
compiled functions call. Most kernels of a game are such, and without the two a game compiles in two
thirds of the time.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from .kernel_cache import Bitcode, LinkedCache
from .numba_names import (
    Compiler,
    global_compiler_lock,
    make_concrete_template,
    trigger_event,
)

Types = tuple[Any, ...]


class BitcodeOverloads:
    """The overloads of a kernel that other kernels link, one for each signature.

    Attributes:
        cache: The cache of the overloads on disk, or None.
        forms: Numba's result of each compilation, by the types of the arguments.
        job: The job of another process that compiles an overload, or None.
    """

    def __init__(self, kernel: Any, cache: LinkedCache | None) -> None:
        """Starts without overloads."""
        self.cache, self.job = cache, None
        self._kernel = kernel
        self.forms: dict[Types, Any] = {}

    @property
    def notice(self) -> str:
        """The notice to print if a compilation takes long."""
        return str(self._kernel.notice)

    @property
    def signatures(self) -> list[Types]:
        """The argument types compiled so far."""
        return list(self.forms)

    def template(self, args: Types, keywords: Mapping[str, Any]) -> tuple[Any, ...]:
        """Returns what Numba's `Dispatcher.get_call_template` returns: the types of a call."""
        signature, args = self._compiler.fold_argument_types(args, keywords)
        self.compile(tuple(args))
        name = self._kernel.py_func.__name__
        signatures = [form.signature for form in self.forms.values()]
        template = make_concrete_template(f"CallTemplate({name})", name, signatures)
        return template, signature, args, {}

    def get_overload(self, types: Types) -> object:
        """Returns the key under which Numba finds the calling convention of an overload."""
        key: object = self.forms[tuple(types)].entry_point
        return key

    def compile(self, types: Types) -> None:
        """Adds the overload for some argument types, from the cache or by compiling it."""
        context = self._kernel.targetctx
        with global_compiler_lock, self._kernel._compiling_counter:
            if types not in self.forms:
                kept = self.cache.load_overload(types, context) if self.cache else None
                form = kept or self._compiled(types)
                context.insert_user_function(form.entry_point, form.fndesc, [form.library])
                self.forms[types] = form

    def _compiled(self, types: Types) -> Any:
        details = {"dispatcher": self._kernel, "args": types, "return_type": None}
        with trigger_event("numba:compile", data=details):
            form = self._compiler.compile(types, None)._replace(entry_point=object())
            form.library._ensure_finalized()
        if self.cache:
            self.cache.save_overload(types, form)
        return form

    @cached_property
    def _compiler(self) -> Any:
        kernel = self._kernel
        compiler = type(kernel._compiler)(
            kernel.py_func, kernel.targetdescr, kernel.targetoptions, {}, _LinkedCompiler
        )
        compiler._customize_flags = _without_machine_code(kernel._compiler._customize_flags)
        return compiler


def _without_machine_code(set_flags: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def set_more_flags(flags: Any) -> Any:
        flags = set_flags(flags)
        flags.no_cpython_wrapper = flags.no_compile = True
        return flags

    return set_more_flags


class _LinkedCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler, which leaves its library as bitcode and makes no machine code."""

    def __init__(self, typing_context: Any, target_context: Any, _: None, *rest: Any) -> None:
        library = Bitcode(target_context.codegen(), "linked")
        super().__init__(typing_context, target_context, library, *rest)
