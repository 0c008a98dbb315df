"""Kernels as plain Python, which run while another process compiles them."""

from collections.abc import Callable, Iterator
from functools import partial
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher

Copies = dict[Any, Callable[..., Any]]


def plain_call(kernel: Any) -> Callable[..., Any]:
    """Returns a function that does the same as the compiled kernel when Python calls it."""

    def call(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):  # compiled code wraps around silently
            return _returned(plain(kernel)(*arguments))

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
    """Returns a kernel's plain function; new ones are added to `copies`, with their callees."""
    function = _known(kernel) or copies.get(kernel)
    if function is not None:
        return function
    source = getattr(kernel, "plain_source", kernel.py_func)
    names: dict[str, Any] = {}
    copies[kernel] = function = FunctionType(
        source.__code__, names, source.__name__, source.__defaults__, source.__closure__
    )
    for name in _names_in(source.__code__):
        if name in source.__globals__:
            names[name] = _plain_value(source.__globals__[name], partial(_copy, copies=copies))
    return function


def _names_in(code: CodeType) -> Iterator[str]:
    """Yields the global names that code uses, also within comprehensions, and other names."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in(constant)


class _PlainModule:
    """A module of kernels, with plain functions in place of them."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        value = _plain_value(getattr(self._module, name), plain)
        setattr(self, name, value)
        return value


def _plain_value(value: Any, copy: Callable[[Any], Callable[..., Any]]) -> Any:
    if isinstance(value, Dispatcher):
        return copy(value)
    if isinstance(value, ModuleType) and any(
        isinstance(each, Dispatcher) for each in vars(value).values()
    ):
        return _PlainModule(value)
    return value
