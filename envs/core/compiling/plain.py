"""Kernels as plain Python, which run while another process compiles them."""

from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher


def plain_call(kernel: Any) -> Callable[..., Any]:
    """Returns a function that does the same as the compiled kernel when Python calls it."""

    def call(*arguments: Any) -> Any:
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
    if getattr(kernel, "plain", None) is None:
        source = kernel.py_func
        copy = FunctionType(
            source.__code__,
            _names_of(source.__globals__),
            source.__name__,
            source.__defaults__,
            source.__closure__,
        )
        is_wrapping = getattr(kernel, "is_wrapping", False)  # not one of ours: a plain njit
        kernel.plain = np.errstate(over="ignore")(copy) if is_wrapping else copy
    function: Callable[..., Any] = kernel.plain
    return function


class _PlainNames(dict[str, Any]):
    """The global names of a function, with plain functions in place of kernels.

    A name is looked up when it is first used, because a module may still be loading.
    """

    def __init__(self, names: dict[str, Any]) -> None:
        self.names = names

    def __missing__(self, name: str) -> Any:
        self[name] = _plain_value(self.names[name])
        return self[name]


class _PlainModule:
    """A module of kernels, with plain functions in place of them."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return _plain_value(getattr(self._module, name))


def _plain_value(value: Any) -> Any:
    if isinstance(value, Dispatcher):
        return plain(value)
    if isinstance(value, ModuleType) and any(
        isinstance(each, Dispatcher) for each in vars(value).values()
    ):
        return _PlainModule(value)
    return value


_all_names: dict[int, _PlainNames] = {}


def _names_of(names: dict[str, Any]) -> _PlainNames:
    """Returns the plain names in place of a module's; the functions of a module share them."""
    if id(names) not in _all_names:
        _all_names[id(names)] = _PlainNames(names)
    return _all_names[id(names)]
