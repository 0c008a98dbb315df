"""Arithmetic of plain Python with the types of Numba.

NumPy computes with small integers in their own width, and Python with integers of any size. Numba
computes with 64 bits; a result is signed if an operand is. Here a number of Numba's int64 is an
`int` (or a smaller one as NumPy reads it from an array), a float64 a `float`; the others are
NumPy's scalars. `plain.py` puts these functions in place of operators.
"""

import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

LEAST, MOST, RANGE = -(2**63), 2**63 - 1, 2**64

Compute = Callable[..., Any]


def whole(value: Any) -> int:
    """Returns a number as int64 with wrap-around; LEAST for a float beyond its range, as on CPUs.

    Raises:
        TypeError: It is no number.
    """
    try:
        number = int(value)
    except (OverflowError, ValueError):  # an infinite float, or nan
        return LEAST
    if LEAST <= number <= MOST:
        return number
    return LEAST if isinstance(value, float | np.floating) else (number - LEAST) % RANGE + LEAST


def unsigned(value: Any) -> np.uint64:
    """Returns a number as uint64, which wraps around."""
    return value if type(value) is np.uint64 else np.uint64(whole_or_larger(value) % RANGE)


def whole_or_larger(value: Any) -> int:
    """Returns an integer unchanged, whatever its size, and a float as int64."""
    return whole(value) if isinstance(value, float | np.floating) else int(value)


def cast(kind: type[np.generic]) -> Compute:
    """Returns the conversion that a NumPy type means in a kernel; integers wrap around."""
    if kind is np.int64:
        return whole
    if kind is np.uint64:
        return unsigned
    if issubclass(kind, np.integer):
        return lambda value: np.int64(whole(value)).astype(kind)
    return {np.float64: float, np.bool_: bool}.get(kind, kind)


def as_int(value: Any) -> Any:
    """Converts as `int` does in a kernel: integers keep their type."""
    return value if type(value) is int or isinstance(value, np.integer) else whole(value)


def as_float(value: Any) -> Any:
    """Converts as `float` does in a kernel: floats keep their type."""
    return value if isinstance(value, np.float32) else float(value)


def store(value: Any, target: Any, key: Any) -> None:
    """Does `target[key] = value`; a number too large for the array wraps around."""
    try:
        target[key] = value
    except (OverflowError, ValueError):
        kind = target[key].dtype
        if kind.kind not in "iu" or np.ndim(value):
            raise
        target[key] = cast(kind.type)(value)


DIVISIONS = (operator.floordiv, operator.mod, operator.truediv)
SHIFTS = (operator.lshift, operator.rshift)
BITWISE = (operator.and_, operator.or_, operator.xor)


def _operands(compute: Compute, left: type, right: type) -> Compute | None:
    """Returns the conversion of both operands to the type in which Numba computes.

    None if one of them is no number, such as an array or a tuple.
    """
    kinds = [_dtype(left), _dtype(right)]
    if any(kind is None for kind in kinds):
        return None
    letters = {each.kind for each in kinds}
    if "f" in letters or compute is operator.truediv:
        is_short = "f" in letters and np.result_type(*kinds) == np.float32
        return np.float32 if is_short and np.uint16 not in kinds else float
    if letters == {"b"} and compute in BITWISE:
        return bool
    decisive = {kinds[0].kind} if compute in SHIFTS else letters
    if decisive == {"u"}:
        return unsigned
    return whole if "u" in letters else int


def _dtype(kind: type) -> Any:
    if issubclass(kind, np.generic) and not issubclass(kind, np.void):
        return np.dtype(kind)
    return {bool: np.dtype(bool), int: np.dtype(np.int64), float: np.dtype(np.float64)}.get(kind)


def _mixed(compute: Compute, convert: Compute | None, left: Any, right: Any) -> Any:
    """Computes with operands that are converted first."""
    if convert is None:
        return compute(_strict(left), _strict(right))
    left, right = convert(left), convert(right)
    if compute in DIVISIONS and not right:
        raise ZeroDivisionError
    result = compute(left, right)
    return whole(result) if convert in (int, whole) else result


def _strict(value: Any) -> Any:
    """Returns a number of Python as one of NumPy, which decides the type of an array's result."""
    kind = _dtype(type(value))
    return value if kind is None else kind.type(value)


class _Converters(dict[tuple[type, type], Compute | None]):
    """What `_operands` returns for an operator, by the types of its operands."""

    def __init__(self, compute: Compute) -> None:
        super().__init__()
        self._compute = compute

    def __missing__(self, kinds: tuple[type, type]) -> Compute | None:
        self[kinds] = convert = _operands(self._compute, *kinds)
        return convert


def binary(compute: Compute) -> Compute:
    """Returns an operator for two operands, as Numba computes."""
    converters = _Converters(compute)

    def operate(left: Any, right: Any) -> Any:
        return _mixed(compute, converters[type(left), type(right)], left, right)

    def operate_fast(left: Any, right: Any) -> Any:
        if type(left) is int and type(right) is int:
            result = compute(left, right)
        elif converters[type(left), type(right)] is int:
            result = compute(int(left), int(right))
        else:
            return operate(left, right)
        return result if LEAST <= result <= MOST else whole(result)

    return operate if compute in (operator.truediv, operator.pow) else operate_fast


def changing(compute: Compute, in_place: Compute) -> Compute:
    """Returns an operator for `+=` and the like, which changes an array itself."""
    operate = binary(compute)

    def change(left: Any, right: Any) -> Any:
        return (in_place if isinstance(left, np.ndarray) else operate)(left, right)

    return change


def unary(compute: Compute) -> Compute:
    """Returns an operator for one operand, as Numba computes: in the operand's own width."""

    def operate(value: Any) -> Any:
        kind = getattr(_dtype(type(value)), "kind", None)
        if kind in (None, "f"):  # None: an array
            return compute(value)
        if kind == "b":
            return not value if compute is operator.invert else compute(int(value))
        return (unsigned if kind == "u" else whole)(compute(value))

    return operate


def choosing(choose: Compute) -> Compute:
    """Returns `min` or `max`, whose result has the type in which Numba compares."""

    def chosen(first: Any, *others: Any) -> Any:
        for other in others:
            if type(first) is not type(other):
                convert = _operands(operator.add, type(first), type(other)) or whole
                first, other = convert(first), convert(other)
            first = choose(first, other)
        return first

    return chosen


# By the nodes of Python's syntax
BINARY: Mapping[str, Compute] = {
    "Add": operator.add,
    "Sub": operator.sub,
    "Mult": operator.mul,
    "Div": operator.truediv,
    "FloorDiv": operator.floordiv,
    "Mod": operator.mod,
    "Pow": operator.pow,
    "LShift": operator.lshift,
    "RShift": operator.rshift,
    "BitAnd": operator.and_,
    "BitOr": operator.or_,
    "BitXor": operator.xor,
}
OPERATORS: Mapping[str, Compute] = {
    **{name: binary(compute) for name, compute in BINARY.items()},
    **{
        f"{name}=": changing(compute, getattr(operator, f"i{compute.__name__.strip('_')}"))
        for name, compute in BINARY.items()
    },
    "USub": unary(operator.neg),
    "UAdd": unary(operator.pos),
    "Invert": unary(operator.invert),
}
# What kernels may call besides kernels and types of NumPy: in its place, or as it is
CALLED: Mapping[Any, Compute] = {
    int: as_int,
    float: as_float,
    min: choosing(min),
    max: choosing(max),
    divmod: lambda left, right: (
        OPERATORS["FloorDiv"](left, right),
        OPERATORS["Mod"](left, right),
    ),
}
THE_SAME = (range, len, abs, bool, enumerate, np.zeros, np.empty, np.round, math.exp)
