"""Kernels as plain Python, which run while another process compiles them.

A plain form computes with the types of Numba: it is made of the kernel's source, with the functions
of `arithmetic.py` in place of operators. A kernel that uses more than what is known to be the same
has no plain form.
"""

import builtins
from collections.abc import Callable
from functools import partial
from types import FunctionType, NoneType
from typing import Any

import numpy as np

from .arithmetic import CALLED, MOST, OPERATORS, THE_SAME, cast, store, unsigned
from .numba_names import Dispatcher
from .rewriting import CALL, NotPlainError, rewritten, unchanged

Copies = dict[Any, Callable[..., Any]]

ALWAYS_THERE = {**OPERATORS, "store": store, "slice": slice, "__builtins__": builtins}
VALUES = (np.ndarray, np.generic, bool, float, str, tuple, NoneType)


def plain_call(kernel: Any) -> Callable[..., Any] | None:
    """Returns a function that does the same as the compiled kernel when Python calls it.

    None if there is none.
    """
    try:
        function = plain(kernel)
    except NotPlainError:
        return None

    def call(*arguments: Any) -> Any:
        with np.errstate(all="ignore"):  # as compiled code
            return _returned(function(*arguments))

    return call


def _returned(value: Any) -> Any:
    """Returns a number as compiled code does: as a number of Python, never of NumPy."""
    if isinstance(value, tuple):
        return tuple(map(_returned, value))
    is_number = isinstance(value, np.generic) and not isinstance(value, np.void)
    return value.item() if is_number else value


def plain(kernel: Any) -> Callable[..., Any]:
    """Returns a kernel's function as plain Python, with all kernels that it calls.

    No compiled code runs within: Python would receive an unsigned number from it as an `int`, which
    neither wraps around nor mixes with other unsigned numbers.

    Raises:
        NotPlainError: The kernel, or one that it calls, has no plain form.
    """
    function = _known(kernel)
    if function is None:
        copies: Copies = {}
        function = _copy(kernel, copies)
        for each, copy in copies.items():  # another thread sees a copy only once it is whole
            each.plain = copy
    return function


def _known(kernel: Any) -> Callable[..., Any] | None:
    function: Callable[..., Any] | None = getattr(kernel, "plain", None)  # a plain njit has none
    return function


def _copy(kernel: Any, copies: Copies) -> Callable[..., Any]:
    """Returns a kernel as a plain function; adds new ones, with their callees, to `copies`."""
    function = _known(kernel) or copies.get(kernel)
    if function is not None:
        return function
    source, copied = getattr(kernel, "plain_source", kernel.py_func), partial(_copy, copies=copies)
    is_written = source is not kernel.py_func  # by hand; see `python_fallback`
    code, used = unchanged(source) if is_written else rewritten(source)
    names: dict[str, Any] = dict(ALWAYS_THERE)
    copies[kernel] = function = FunctionType(code, names, source.__name__, source.__defaults__)
    function.__kwdefaults__ = source.__kwdefaults__
    for name in used:
        value = _looked_up(name.removesuffix(CALL), source)
        if isinstance(value, Dispatcher):
            names[name] = copied(value)
        else:
            names[name] = value if is_written else _meaning(value, name.endswith(CALL))
    return function


def _looked_up(name: str, source: FunctionType) -> Any:
    """Returns the value of a global name, also a dotted one, as a function sees it.

    Raises:
        NotPlainError: The name has no value yet.
    """
    if name.isdigit():  # a constant beyond int64
        return unsigned(int(name))
    root, *rest = name.split(".")
    try:
        value = source.__globals__[root] if root in source.__globals__ else getattr(builtins, root)
        for part in rest:
            value = getattr(value, part)
    except AttributeError:
        raise NotPlainError from None
    return value


def _meaning(value: Any, is_called: bool) -> Any:
    """Returns the plain-Python counterpart of a global value that a kernel uses.

    Raises:
        NotPlainError: There is none that is known to behave alike.
    """
    is_type = isinstance(value, type)
    if is_called:
        if is_type and issubclass(value, np.generic):
            return cast(value)
        if is_type and issubclass(value, tuple) and hasattr(value, "_fields"):
            return value
        for known, meaning in CALLED.items():
            if value is known:
                return meaning
        if any(value is each for each in THE_SAME):
            return value
    elif isinstance(value, VALUES) or (is_type and issubclass(value, np.generic)):
        return value
    elif isinstance(value, int):
        return int(value) if value <= MOST else unsigned(value)
    raise NotPlainError
