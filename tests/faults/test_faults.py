"""Long commands that are killed, run twice at once, or meet a full disk or a clock that jumps.

`python -m benchmarks.faults` does the same for hours.
"""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.faults.commands import COMMANDS
from benchmarks.faults.trials import (
    ENDED,
    STOPPED_SECONDS,
    Findings,
    Reference,
    full_from,
    interrupt,
    killed_at,
    reference_of,
    run_two_at_once,
    run_with_jumping_clock,
    start,
    stopped_at,
)

SLOWER = ("balance", "league", "dmc")  # the others take much longer
BEFORE_THE_END_OF_A_LEAGUE = 10  # instants: its numbers were read, and are not written yet
TRAINED_ELSEWHERE = "fudaba: run is trained by another process; "


@pytest.fixture(
    scope="module",
    params=["arena", *(pytest.param(name, marks=pytest.mark.slow) for name in SLOWER)],
)
def name(request: pytest.FixtureRequest) -> str:
    """A command."""
    return str(request.param)


@pytest.fixture(scope="module")
def reference(name: str, tmp_path_factory: pytest.TempPathFactory) -> Reference:
    """What comes out of it where nobody interrupts it."""
    return reference_of(COMMANDS[name], tmp_path_factory.mktemp(name))


@pytest.mark.slow
def test_a_killed_command_goes_on(name: str, reference: Reference, tmp_path: Path) -> None:
    found, chance = Findings(), random.Random(7)
    while found.interruptions < 2:
        folder = tmp_path / f"{found.endings}"
        interrupt(killed_at, COMMANDS[name], reference, folder, chance, found)
        assert not found.failures


def test_a_full_disk_is_a_sentence(name: str, reference: Reference, tmp_path: Path) -> None:
    found, chance = Findings(), random.Random(8)
    while found.interruptions < 2:
        folder = tmp_path / f"{found.endings}"
        interrupt(full_from, COMMANDS[name], reference, folder, chance, found)
        assert not found.failures


def test_two_at_once_share_or_one_is_refused(
    name: str, reference: Reference, tmp_path: Path
) -> None:
    found = Findings()
    half = reference.instants // 2
    first, second = run_two_at_once(COMMANDS[name], reference, tmp_path / "run", half, found)
    assert not found.failures
    if name == "dmc":
        assert second.stderr.startswith(TRAINED_ELSEWHERE)
    else:
        assert first.code == second.code == ENDED, first.stderr + second.stderr


def test_a_jumping_clock_changes_nothing(name: str, reference: Reference, tmp_path: Path) -> None:
    found = Findings()
    run_with_jumping_clock(COMMANDS[name], reference, tmp_path / "run", 3, found)
    assert not found.failures and found.endings == 1


@pytest.mark.slow
def test_leagues_of_two_games_at_once_lose_neither(tmp_path: Path) -> None:
    league = COMMANDS["league"]
    sevens, niekhi = (
        [word for word in league.words if word != other] for other in ("niekhi", "sevens")
    )
    alone = replace(league, words=tuple(sevens), outcome=lambda folder: {})
    at = reference_of(alone, tmp_path).instants - BEFORE_THE_END_OF_A_LEAGUE
    folder = tmp_path / "both"
    league.prepare(folder)
    first = start(sevens, folder, stopped_at(at))
    first.wait_until_stopped()
    assert first.process.is_alive()
    second = start(niekhi, folder, number=1)
    second.process.join(STOPPED_SECONDS)
    first.go_on()
    assert (first.end().code, second.end().code) == (ENDED, ENDED)
    assert set(json.loads((folder / "league.json").read_text())["games"]) == {
        "sevens_v0", "niekhi_v0",
    }  # fmt: skip
