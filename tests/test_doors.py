"""What users call refuses wrong arguments in a sentence: no other error, and no silence."""

from pathlib import Path

import pytest

from .doors import DOORS, Door


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is written by mistake is written there."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.filterwarnings("ignore:.*Overriding environment")
@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.call.__qualname__)
def test_right_arguments_are_taken(door: Door) -> None:
    door.call(**door.right)


@pytest.mark.filterwarnings("ignore:.*Overriding environment")
@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.call.__qualname__)
def test_wrong_arguments_are_refused_in_a_sentence(door: Door) -> None:
    outcomes = [(case, door.outcome(*case)) for case in door.cases()]
    assert outcomes, "nothing was tried"
    assert [(case, said) for case, said in outcomes if said] == []
