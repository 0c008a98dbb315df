"""What is not installed is named in one sentence, with the extra that brings it."""

import re
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from fudaba.cli.main import main
from fudaba.common import extras
from fudaba.common.extras import EXTRAS

from ..project import PROJECT

REQUIREMENT = re.compile(r"(?P<name>[\w-]+)(?:\[(?P<extras>[\w,]+)\])?")
LISTED = PROJECT["project"]["optional-dependencies"]
NOT_TRIED_HERE = {"openspiel"}  # the environment of the tests has none


def required(extra: str) -> Iterator[str]:
    """The packages of an extra, and of the extras that it includes."""
    for line in LISTED[extra]:
        found = REQUIREMENT.match(line)
        assert found
        if found["name"] == "fudaba":
            for included in found["extras"].split(","):
                yield from required(included)
        else:
            yield found["name"].lower()


def test_what_is_checked_is_what_an_extra_brings() -> None:
    assert EXTRAS.keys() | {"all", "dev", "docs"} == LISTED.keys()
    for extra in EXTRAS.keys() - NOT_TRIED_HERE:
        brings = {name.replace("_", "-") for name in required(extra)} | {"h5py"}  # minari[hdf5]
        for module in EXTRAS[extra].modules:
            packages = {name.lower().replace("_", "-") for name in packages_distributions()[module]}
            assert packages & brings, f"{extra} does not bring {module}"
    assert {*required("all")} == {name for extra in EXTRAS for name in required(extra)}


@pytest.mark.parametrize(
    ("words", "module", "extra"),
    [
        ("games", "PIL", "cli"),
        ("arena cyclic greedy --executor ray", "ray", "cluster"),
        ("balance cyclic --executor ray", "ray", "cluster"),
        ("table", "uvicorn", "web"),
        ("train sevens/ppo", "torch", "train"),
        ("exploit niekhi greedy", "torch", "train"),
        ("dataset niekhi greedy --games 2", "h5py", "data"),
    ],
)
def test_a_command_names_the_extra_that_it_lacks(
    words: str,
    module: str,
    extra: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == module else name)
    monkeypatch.delitem(sys.modules, "fudaba.evaluation.cluster", raising=False)
    assert main(words.split()) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.endswith(f" needs {module}: pip install 'fudaba[{extra}]'.\n")
    assert not list(tmp_path.iterdir())
