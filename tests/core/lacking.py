"""A Numba that lacks names, for those who look them up by `importlib.import_module`.

It imports nothing of fudaba, so that a process can take names away before it does.
"""

import importlib
from collections.abc import Iterable
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest


def take_away(names: Iterable[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Takes names in `numba.core` away; Numba itself keeps them."""
    whole = importlib.import_module

    def found(path: str, package: str | None = None) -> ModuleType:
        module: Any = whole(path, package)
        for name in names:
            owner, _, inner = f"numba.core.{name}".partition(f"{path}.")
            module = module if owner else lacking(module, inner)
        return module

    monkeypatch.setattr(importlib, "import_module", found)


def lacking(owner: Any, name: str) -> Any:
    """A copy of a module or a class without a name, which may be dotted."""
    first, _, rest = name.partition(".")
    copy = SimpleNamespace(**{each: getattr(owner, each) for each in dir(owner)})
    if rest:
        setattr(copy, first, lacking(getattr(owner, first), rest))
    else:
        delattr(copy, first)
    return copy
