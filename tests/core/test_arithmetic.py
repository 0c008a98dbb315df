"""Plain Python computes as compiled code does: with the same types, and it wraps around."""

from typing import Any

import numba
import numpy as np
import pytest
from numba.core.registry import cpu_target

from fudaba.envs.core.compiling.arithmetic import BINARY, OPERATORS
from fudaba.envs.core.compiling.kernel import generate, kernel, wait_for_compile
from fudaba.envs.core.compiling.plain import plain_call

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")

KINDS = ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8", "?")
INTEGERS = KINDS[:8]
RECORD = np.dtype(
    [*((f"the_{kind}", kind) for kind in KINDS), ("row", "i1", 5), ("words", "u8", 5)]
)
BITWISE = {"LShift", "RShift", "BitAnd", "BitOr", "BitXor"}


@pytest.mark.parametrize("name", BINARY)
def test_a_result_has_the_type_that_numba_gives_it(name: str) -> None:
    context = cpu_target.typing_context
    context.refresh()
    for left in KINDS:
        for right in KINDS:
            is_float = "f" in left + right
            # Numba raises bool to a power in float32, which no rule needs.
            if (is_float and name in BITWISE) or (name == "Pow" and (is_float or left == "?")):
                continue
            types = numba.from_dtype(np.dtype(left)), numba.from_dtype(np.dtype(right))
            wanted = context.resolve_function_type(BINARY[name], types, {}).return_type
            result = OPERATORS[name](np.dtype(left).type(1), np.dtype(right).type(1))
            assert numba.typeof(result) == wanted, (left, right)


# What has another type, or another value, in plain Python
READ_WRONG_BY_NUMPY = """
50 * state["the_i1"]
state["the_i1"] + state["the_i1"]
state["the_i1"] << 9
numbers[0] - state["the_u1"]
state["the_u8"] * 3
state["the_?"] - state["the_?"]
~state["the_?"]
int(state["the_f8"] * 1e300 * 1e300)
np.int8(len(numbers) * 100)
2**62 * len(numbers)
state["the_f4"] * 0.1
state["the_i1"] // -2
state["the_i1"] % -3
min(state["the_i1"], state["the_f8"])
"""


@pytest.mark.parametrize("expression", READ_WRONG_BY_NUMPY.split("\n")[1:-1])
def test_an_expression_is_the_same_in_plain_python(expression: str) -> None:
    text = ["def tiny(state, numbers):", f"    return {expression}"]
    compiled = wait_for_compile(generate(text, f"tiny.{expression}", {}))
    plainly, rng = plain_call(compiled), np.random.default_rng(0)
    assert plainly is not None
    for _ in range(50):
        state, numbers, _ = some_arguments(rng)
        assert repr(plainly(state, numbers)) == repr(compiled(state, numbers))


@pytest.mark.parametrize(
    "line",
    [
        "return values.sum()",
        "return np.sort(values)[0]",
        "return sum((1, 2))",
        "return [value for value in values][0]",
        "return not_yet_there(values)",
        "for values[0] in range(3):\n        pass",
    ],
)
def test_a_kernel_that_is_not_known_to_be_the_same_has_no_plain_form(line: str) -> None:
    inner = generate(["def inner(values):", f"    {line}"], f"tiny.{line}", {})
    outer = generate(["def outer(values):", "    return inner(values)"], "tiny", {"inner": inner})
    assert plain_call(inner) is None and plain_call(outer) is None


def test_defaults_are_kept_and_closures_wait() -> None:
    @kernel
    def with_defaults(value: int, step: int = 2) -> int:
        return value * step

    number = 3

    @kernel
    def closure(value: int) -> int:
        return value * number

    plainly = plain_call(with_defaults)
    assert plainly is not None and (plainly(4), plainly(4, 5)) == (8, 20)
    assert plain_call(closure) is None


class Writer:
    """Writes random statements of a kernel `mixed(state, numbers, out)`."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def _word(self, *words: str) -> str:
        return words[self._rng.integers(len(words))]

    def leaf(self) -> str:
        """A number that is read, a constant, or a counter."""
        constants = ("0", "1", "3", "50", "127", "200", "-1", "-7", "70000", "2**40", "True")
        fields = [f'state["the_{kind}"]' for kind in (*INTEGERS, "?")]
        read = ('state["row"][step]', "numbers[step]", "numbers[-1]", "step", "len(numbers)")
        return self._word(*constants, *fields, *fields, *read, *read)

    def whole(self, depth: int = 3) -> str:
        """An expression of integers."""
        if depth == 0:
            return self.leaf()
        left, right = self.whole(depth - 1), self.whole(self._rng.integers(depth))
        return self._word(
            f"({left} {self._word('+', '-', '*', '&', '|', '^')} {right})",
            f"({left} {self._word('+', '-', '*')} {right})",
            f"({left} {self._word('//', '%')} {self._word('', '-')}(({right} & 7) + 2))",
            f"({left} {self._word('<<', '>>')} ({right} & 15))",
            f"{self._word('-', '~', '+')}({left})",
            f"{self._word('np.int8', 'np.int32', 'np.int64', 'np.uint8', 'np.uint64')}({left})",
            f"{self._word('int', 'abs', 'bool')}(1 * {left})",
            f"{self._word('min', 'max')}(np.int64({left}), np.int8({right}))",
            f"({left} {self._word('<', '==', '>=')} {right})",
            f"(np.int64({left}) if {right} > 0 else np.int64({right}))",
        )

    def real(self, depth: int = 2) -> str:
        """An expression of floats."""
        if depth == 0:
            return self._word('state["the_f4"]', 'state["the_f8"]', "0.5", f"({self.whole(1)} / 3)")
        left, right = self.real(depth - 1), self._word(self.real(0), self.whole(1))
        return self._word(
            f"({left} {self._word('+', '-', '*')} {right})",
            f"({left} {self._word('/', '//', '%')} (({self.whole(1)} & 7) + 2))",
            f"-({left})",
            f"float(1 * {right})",
        )

    def statement(self) -> str:
        """A statement that stores a number or changes one."""
        kind = self._word(*INTEGERS)
        target = self._word(f'state["the_{kind}"]', 'state["row"][step]', "numbers[step]")
        sign = self._word("=", "+=", "-=", "*=", "^=", "|=")
        return self._word(
            f"{target} {sign} {self.whole()}",
            f'state["words"][step] {sign} np.uint64({self.whole()})',
            f"numbers[step], numbers[0] = {self.whole(1)}, {self.whole(1)}",
            f"numbers[1:3] = np.int64({self.whole(1)})",
        )

    def kernel(self, name: str) -> Any:
        """A kernel of random statements, which returns random numbers."""
        lines = [f"    {self.statement()}" for _ in range(4)]
        results = [f"        {self._word(self.whole(), self.real())}," for _ in range(12)]
        text = ["def mixed(state, numbers, step):", *lines, "    return (", *results, "    )"]
        return wait_for_compile(generate(text, name, {}))


def some_arguments(rng: np.random.Generator) -> tuple[Any, ...]:
    """A record and a row of small and of extreme numbers, and an index."""
    states = np.zeros(1, RECORD)
    for kind in INTEGERS:
        limits = np.iinfo(kind)
        extremes = [limits.min, limits.max, limits.max // 2, 1, 0]
        drawn = int(rng.integers(limits.min, limits.max, dtype=kind, endpoint=True))
        states[f"the_{kind}"] = [*extremes, drawn, drawn][rng.integers(7)]
    states["the_f4"], states["the_f8"] = rng.normal(0, 100, 2)
    states["the_?"] = rng.integers(2)
    states["row"] = rng.integers(-128, 128, 5)
    states["words"] = rng.integers(0, 2**64, 5, np.uint64)
    return states[0], rng.integers(-128, 128, 5).astype(np.int8), int(rng.integers(5))


@pytest.mark.parametrize("seed", range(6))
def test_random_kernels_do_the_same_in_plain_python(seed: int) -> None:
    mixed = Writer(seed).kernel(f"tiny.{seed}")
    plainly, rng = plain_call(mixed), np.random.default_rng(seed)
    assert plainly is not None
    for _ in range(200):
        state, numbers, step = some_arguments(rng)
        other, others = state.copy(), numbers.copy()
        wanted, found = mixed(state, numbers, step), plainly(other, others, step)
        assert repr(found) == repr(wanted)
        assert other.tobytes() == state.tobytes() and (others == numbers).all()
