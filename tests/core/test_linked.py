"""Forms that kernels link: no machine code, found again on the disk, and they work in callers."""

from pathlib import Path
from typing import Any

import numba
import pytest

from fudaba.envs.core.compiling import kernel as module
from fudaba.envs.core.compiling.kernel import kernel

from ..processes import python

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")

WHOLE = (numba.types.int64,)


@pytest.fixture
def no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiles without a cache."""
    monkeypatch.setattr(module, "_cache_folder", lambda _: None)


def symbols(form: Any) -> set[str]:
    """The names that the machine code of this process could have for a function."""
    description = form.fndesc
    return {description.llvm_func_name, description.llvm_cpython_wrapper_name}


@pytest.mark.usefixtures("no_folder")
def test_only_what_python_calls_has_machine_code() -> None:
    @kernel
    def half(value: int) -> int:
        return value // 2

    @kernel
    def twice(value: int) -> int:
        return half(value) * 4

    inner: Any = half
    outer: Any = twice
    assert outer(21) == 40
    assert (outer.signatures, outer.linked.signatures) == ([WHOLE], [])
    assert (inner.signatures, inner.linked.signatures) == ([], [WHOLE])
    defined = outer.targetctx.codegen()._engine.is_symbol_defined
    assert all(map(defined, symbols(outer.overloads[WHOLE])))
    assert not defined(inner.linked.forms[WHOLE].fndesc.llvm_cpython_wrapper_name)
    assert inner(21) == 10
    assert all(map(defined, symbols(inner.overloads[WHOLE])))


@pytest.mark.usefixtures("no_folder")
def test_calls_share_a_form_also_with_keywords_defaults_and_constants() -> None:
    @kernel
    def less(value: int, other: int = 1) -> int:
        return value - other

    @kernel
    def calls(value: int) -> int:
        return less(value, 3) * 100 + less(other=value, value=5) * 10 + less(value, value)

    inner: Any = less
    assert calls(4) == 110
    assert inner.linked.signatures == [WHOLE * 2]


SCRIPT = """
import sys

from fudaba.envs.core.compiling.ahead import number_compiled
from fudaba.envs.core.compiling.kernel import kernel

@kernel
def checked(value):
    if value > 3:
        raise ValueError("too large", value)
    if value == 2:
        print("two", value)
    return value

@kernel
def first(value):
    return checked(value) + 1

@kernel
def second(value):
    return first(value) * checked(value)

called = vars()[sys.argv[1]]
called.is_awaited = True
print(number_compiled(lambda: print(called(2))))
try:
    called(9)
except ValueError as error:
    print(error.args)
"""


def test_forms_are_found_again_and_callers_say_what_they_say(tmp_path: Path) -> None:
    """Messages hold objects of Python, which belong to no machine code."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    called = ["second", "second", "first", "checked", "first"]
    assert [run(script, name) for name in called] == [
        "two 2\ntwo 2\n6\n3\n('too large', 9)\n",
        "two 2\ntwo 2\n6\n0\n('too large', 9)\n",
        "two 2\n3\n1\n('too large', 9)\n",
        "two 2\n2\n1\n('too large', 9)\n",
        "two 2\n3\n0\n('too large', 9)\n",
    ]


def run(script: Path, called: str) -> str:
    """What a process prints that calls a kernel; kernels are kept beside the script."""
    settings = {"NUMBA_CACHE_DIR": str(script.parent / "kept"), "NUMBA_DISABLE_JIT": "0"}
    return python(script, called, **settings).stdout
