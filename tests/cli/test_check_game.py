"""`fudaba check-game`: what it says of good games and of bad ones."""

from dataclasses import replace
from itertools import chain

import pytest

from fudaba.cli.check_game import doors
from fudaba.cli.main import main
from fudaba.envs import find_game
from fudaba.envs.core.api import registry

from .. import kuhn
from ..test_glossaries import foreign_words
from .terminal import refusal

pytestmark = pytest.mark.usefixtures("kuhn_is_registered")


@pytest.fixture
def kuhn_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that no folder of the package holds."""
    monkeypatch.setitem(registry._packages, "kuhn_v0", kuhn.__name__)


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[str]]:
    code = main(["check-game", "kuhn", *words])
    return code, capsys.readouterr().out.splitlines()


def test_a_good_game_is_told_so_and_what_it_has_at_each_door(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, lines = said(capsys)
    assert code == 0
    assert "note  Its rules can be read: RULES.md has no sections" in lines[0]
    assert all(line.startswith("ok    ") for line in lines[1:26])
    assert [line.partition(";")[0] for line in lines[26:]] == [
        "ok    PettingZoo, Gymnasium, Tables.",
        "ok    OpenSpiel.",
        "note  fudaba play: no kuhn/HOW_TO_PLAY.md",
        "note  fudaba play: no topics in meanings.py",
        "note  fudaba table: no moments in moments.py",
        "ok    fudaba replay, dataset.",
        "ok    fudaba arena, league.",
        "ok    fudaba train.",
        "note  policy:best: no policy in kuhn/policy",
        "note  fudaba balance, tune: no BALANCE in balance.py",
        "ok    fudaba exploit.",
        "ok    fudaba exploit --exact.",
    ]


def test_each_door_says_what_would_make_it_better() -> None:
    sevens = find_game("sevens_v0")
    assert {found.title for found in doors(sevens) if found.problem} == {"fudaba exploit --exact"}
    bare = replace(sevens, package="tests.whisper", zero_sum=False, balance=None)
    found = {each.title: each.problem for each in doors(bare)}
    assert "random moves stand in for greedy" in found["fudaba arena, league"]
    assert "starts from nothing" in found["fudaba train"]
    assert "do not add up to 0" in found["OpenSpiel"]


def test_a_bad_game_is_told_its_mistake_and_the_code_is_2(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game("kuhn_v0")
    monkeypatch.setattr(game.options, "lowest_points", lambda self: -1.0)
    assert main(["check-game", "kuhn"]) == 2
    told = capsys.readouterr()
    assert "fudaba: kuhn_v0 fails 1 check.\n" in told.err
    wrong = "WRONG Points are what was declared: a player gets -2.0, less than the -1.0 of"
    assert wrong in told.out


def test_there_is_no_such_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert "there is no game 'whist'" in refusal(["check-game", "whist"], capsys)


def test_findings_are_in_the_language_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = said(capsys, "--language", "ja")
    assert code == 0 and "注意" in lines[0] and "合格" in lines[1]
    named = "RULES md Summary id Python py fudaba balance tune deals HOW_TO_PLAY meanings moments "
    named += "PettingZoo Gymnasium Tables OpenSpiel play table replay dataset arena league train "
    named += "exploit exact greedy policy best kuhn BALANCE"
    allowed = {*named.split()}
    assert [*chain(*(foreign_words(line, allowed) for line in lines))] == []
