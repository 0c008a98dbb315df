"""The fuzzer finds what it looks for, tells it so that it can be played again, and takes orders.

Games are broken in plain Python (`tests/broken_games.py`), one that is not is played compiled.
`make fuzz` plays the games of the registry.
"""

import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks import fuzz
from benchmarks.fuzz import Fuzzer, Violation
from benchmarks.fuzz_kernels import FAULTS
from fudaba.envs import Game, GameRecord, find_game, game_names

from .kuhn import GAME
from .processes import python

ROOT = Path(__file__).parents[1]

EXPECTED = {
    "mask_has_a_two": "the mask has a number that is neither 0 nor 1",
    "one_more_is_legal": "legal returns another number than the mask has ones",
    "nothing_is_legal": "a seat is to move, and nothing is legal",
    "legal_for_ever": "the game is over, and something is legal",
    "no_such_seat": "to_move is no seat at the table",
    "counts_too_far": "a view is outside the range of its field: seat 0, num_moves is 4, 0 to 3",
    "never_on_turn": "on_turn does not tell a viewer whether the decision is its own: seat 0",
    "on_turn_after_the_end": "on_turn does not tell a viewer whether the decision is its own",
    "infinite_points": "points are not finite",
    "winner_gets_more": "the points do not add up to zero",
    "stakes_are_double": "a player has less than the lowest points of the house rules",
    "adds_to_what_is_there": "the rewards do not add up to the points",
    "leaves_a_seat_out": "a seat without a player has points",
    "leaves_a_seat_out_of_nothing": "the house rules in the state have changed",
    "begins_again": "the game takes more decisions than max_decisions says",
    "draws_to_look": "legal, observe or score has changed the state",
    "own_card_is_dealt_anew": "redeal changes the viewer's view: seat 0, card",
    "leaves_the_stream": "redeal leaves the random stream as it was",
    "other_is_to_move": "redeal moves the decision to the viewer or away from it",
    "other_mask": "redeal changes the viewer's mask",
    "no_move_in_worlds": "a seat is to move, and nothing is legal",
    "by_the_clock": "the same actions lead from the same state to another one",
    "beyond_the_end": "a kernel raises IndexError",
    "over_at_once": "nobody has a decision after the deal",
    "bad_advice": "greedy advises an illegal action",
    "not_written": "the Python replay raises ValueError",
}
# The fewest actions that show it, where that follows from the rules of the game.
FEWEST = {"nothing_is_legal": 1, "no_such_seat": 1, "counts_too_far": 3, "no_move_in_worlds": 0,
          "own_card_is_dealt_anew": 0, "over_at_once": 0, "begins_again": 4}  # fmt: skip


def plain_python(module: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs a module without compiling."""
    return python("-m", module, *words, cwd=ROOT, check=False, NUMBA_DISABLE_JIT="1")


@pytest.fixture(scope="module")
def reports() -> dict[str, str]:
    """What the fuzzer says of each broken game, and of the one that is not."""
    run = plain_python("tests.broken_games")
    assert run.returncode == 0, run.stderr
    found: dict[str, str] = json.loads(run.stdout)
    return found


@pytest.mark.parametrize("name", EXPECTED)
def test_what_is_broken_is_found(reports: dict[str, str], name: str) -> None:
    assert EXPECTED[name] in reports[name]


def test_nothing_else_is_found_and_every_fault_is_tried(reports: dict[str, str]) -> None:
    assert reports["nothing"] == ""
    assert reports.keys() == {"nothing", *EXPECTED}
    assert all(any(fault in told for told in EXPECTED.values()) for fault in FAULTS.values())


def test_a_report_has_the_shortest_game_and_a_record_that_can_be_played(
    reports: dict[str, str],
) -> None:
    for name, report in reports.items():
        if report:
            lines = dict(line.split(": ", 1) for line in report.splitlines() if ": " in line)
            record = GameRecord.from_json(lines["record"])
            assert record.game == "kuhn_v0" and str(record.rng) == lines["stream start"]
            assert lines["options"] == "(defaults)"
            assert len(record.actions) == FEWEST.get(name, len(record.actions))
            assert ("in a world redealt for seat" in report) == (
                name in ("own_card_is_dealt_anew", "leaves_the_stream", "other_is_to_move",
                         "other_mask", "no_move_in_worlds")
            )  # fmt: skip


def test_every_door_tells_a_faulty_game_from_a_wrong_action() -> None:
    run = plain_python("tests.faulty_games")
    assert run.returncode == 0, run.stderr
    said = json.loads(run.stdout)
    assert set(said["endless"].values()) == {
        "kuhn_v0 goes on after 3 decisions, the most that its max_decisions allows: that is a "
        "fault of the game."
    }
    assert set(said["stuck"].values()) <= {
        f"player_{seat} is to move in kuhn_v0, and nothing is legal: that is a fault of the game."
        for seat in range(2)
    }


def test_a_kernel_that_does_not_return_is_told_and_ends_the_process() -> None:
    run = plain_python("tests.broken_games", "hanging")
    assert run.returncode == fuzz.FOUND
    assert "kuhn_v0: a kernel does not return." in run.stdout
    assert "actions (" in run.stdout


# Compiled


@pytest.fixture(scope="module")
def fuzzer() -> Fuzzer:
    """A fuzzer that has played a while."""
    fuzzer = Fuzzer(GAME, [GAME.options()], seed=3)
    assert fuzzer.play(20_000) is None
    return fuzzer


def test_the_same_seed_plays_the_same(fuzzer: Fuzzer) -> None:
    again = Fuzzer(GAME, [GAME.options()], seed=3)
    assert again.play(20_000) is None
    assert again.progress.tobytes() == fuzzer.progress.tobytes()
    assert (again.desk.taken == fuzzer.desk.taken).all()


def test_everything_is_looked_at(fuzzer: Fuzzer) -> None:
    done = fuzzer.progress
    assert 20_000 <= done["decisions"] < 20_003
    assert fuzzer.desk.taken.sum() == done["decisions"] and (fuzzer.desk.taken > 0).all()
    assert done["worlds"] > 2 * done["games"]  # of both seats, at every end
    assert 0 < done["world_decisions"] <= done["decisions"] // 4 + 3
    assert done["decisions"] // 2 < done["replayed"] <= done["decisions"]


@pytest.mark.parametrize(
    ("array", "number", "what"),
    [
        ("high", 0, "a view is outside the range of its field: seat"),
        ("most_decisions", 2, "the game takes more decisions than max_decisions says"),
        ("lowest_points", -1.5, "a player has less than the lowest points"),
    ],
)
def test_compiled_play_finds_what_breaks_a_bound(array: str, number: float, what: str) -> None:
    fuzzer = Fuzzer(GAME, [GAME.options()], seed=3)
    bound = getattr(fuzzer.desk, array)
    bound[:] = np.where(np.arange(len(bound)) == 0, number, bound)
    violation = fuzzer.play(20_000)
    assert violation and violation.what.startswith(what)


def test_what_never_came_up_is_told() -> None:
    fuzzer = Fuzzer(GAME, [GAME.options()], seed=3)
    fuzzer.desk.least[:], fuzzer.desk.greatest[:] = 0, 0
    fuzzer.desk.taken[:] = (0, 5)
    unreached = fuzz.FuzzRun(fuzzer).unreached()
    assert unreached[0] == "pass: 1 of 1 ids not taken"
    assert "num_moves: 0 to 0 of 0 to 3" in unreached
    assert "on_turn: 0 to 0 of 0 to 1" in unreached


@pytest.mark.parametrize("name", game_names())
def test_house_rules_have_every_value_and_the_longest_matches(name: str) -> None:
    game = find_game(name)
    rules = fuzz.rules_of(game, 0)
    assert len(rules) == fuzz.NUM_MIXES and rules[0] == game.options()
    for option in {"num_games", "num_rounds", "seasons"} & set(game.options.model_fields):
        longest = game.options.coding(option).high
        assert sum(getattr(row, option) == longest for row in rules) >= fuzz.NUM_LONG


# The command


def test_ctrl_c_prints_what_was_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(fuzzer: Fuzzer) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(fuzz, "rules_of", lambda game, seed: [game.options()])
    monkeypatch.setattr(Fuzzer, "_check_in_python", interrupt)
    assert fuzz.fuzz([GAME], 10**9, seed=0) == fuzz.INTERRUPTED
    assert "kuhn_v0" in (out := capsys.readouterr().out) and "100,0" in out


def test_a_violation_is_printed_and_the_next_game_is_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played: list[Game] = []

    def play(fuzzer: Fuzzer, decisions: int) -> Violation | None:
        played.append(fuzzer.game)
        return None if len(played) == 2 else fuzzer._violation("it is broken")

    monkeypatch.setattr(fuzz, "rules_of", lambda game, seed: [game.options()])
    monkeypatch.setattr(Fuzzer, "play", play)
    assert fuzz.fuzz([GAME, GAME], 5, seed=0) == fuzz.FOUND
    assert len(played) == 2
    assert "kuhn_v0: it is broken." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"game": "bridge"}, "there is no game 'bridge'"),
        ({"decisions": 0}, "decisions can't be 0; allowed: whole numbers 1 to"),
        ({"seed": -1}, "seed can't be -1; allowed: whole numbers 0 to"),
    ],
)
def test_bad_arguments_are_one_sentence(
    words: dict[str, Any], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fuzz.main(**words) == fuzz.USAGE_ERROR
    said = capsys.readouterr()
    assert told in said.err and said.err.count("\n") == 1 and said.out == ""


def test_bytes_between_fields_mean_nothing_and_those_of_fields_do() -> None:
    desk = fuzz.new_desk(GAME, [GAME.options()])
    assert desk.is_field.sum() == sum(
        GAME.state_dtype[name].itemsize for name in GAME.state_dtype.names or ()
    )
    assert desk.is_rule.sum() == GAME.state_dtype["num_players"].itemsize
    assert np.shares_memory(desk.bytes, desk.states) and np.shares_memory(desk.numbers, desk.views)
