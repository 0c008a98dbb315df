"""The examples in docstrings."""

import doctest
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from .project import ROOT, TOP

FILES = sorted(
    str(path.relative_to(ROOT))
    for package in (*TOP, "benchmarks")
    for path in (ROOT / package).rglob("*.py")
    if ">>>" in path.read_text(encoding="utf-8")
)


def test_examples_are_found() -> None:
    assert len(FILES) > 10 and "envs/cards/kikisen.py" in FILES


@pytest.mark.parametrize("file", FILES)
def test_what_docstrings_show_is_so(file: str) -> None:
    name = ".".join(Path(file).with_suffix("").parts).removesuffix(".__init__")
    module = import_module(name if file.startswith("benchmarks") else f"fudaba.{name}")
    tried = doctest.testmod(module, extraglobs={"np": np})
    assert tried.attempted > 0 and tried.failed == 0
