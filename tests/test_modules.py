"""Every module that is run with `python -m` explains itself, and refuses what it doesn't know."""

import re
import runpy
import sys
from pathlib import Path

import pytest

from .project import ROOT

FOLDERS = ("agents", "benchmarks", "cli", "common", "docs", "envs", "tests", "training")
INSTALLED = ("agents", "cli", "common", "envs", "training")
MAIN = re.compile(r'^if __name__ == "__main__":$', re.MULTILINE)
NOT_TYPED = {
    "agents/program/guard.py": "started by a program's host, with its numbers",
    "envs/core/compiling/worker.py": "started by the pool of workers, before it imports anything",
}


def modules() -> list[str]:
    """The names of the modules, as `python -m` takes them."""
    paths = (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py")))
    found = [path.relative_to(ROOT) for path in paths if MAIN.search(path.read_text("utf-8"))]
    return [name_of(path) for path in found if str(path) not in NOT_TYPED]


def name_of(path: Path) -> str:
    """The name of a module: `fudaba.common.languages.font`, `benchmarks`."""
    parts = [part for part in path.with_suffix("").parts if part != "__main__"]
    return ".".join(["fudaba", *parts] if parts[0] in INSTALLED else parts)


@pytest.mark.filterwarnings("ignore:.*found in sys.modules:RuntimeWarning")
@pytest.mark.parametrize("module", modules())
def test_a_module_prints_help_and_refuses_unknown_words(
    module: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    for words, code, said in (["--help"], 0, "out"), (["--no-such-word", "no"], 2, "err"):
        monkeypatch.setattr(sys, "argv", [module, *words])
        with pytest.raises(SystemExit) as stopped:
            runpy.run_module(module, run_name="__main__", alter_sys=True)
        assert stopped.value.code == code
        assert getattr(capsys.readouterr(), said)
