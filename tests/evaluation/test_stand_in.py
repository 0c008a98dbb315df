"""Stand-ins: which games an agent loses by failing, and that the results say so."""

import shlex
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fudaba.agents import Agent, make_agent
from fudaba.agents.errors import AgentError
from fudaba.cli.main import main
from fudaba.envs import GameRecord, find_game
from fudaba.evaluation.arena import ArenaResult, compare
from fudaba.evaluation.report.arena.headline import notes
from fudaba.evaluation.report.arena.page import render_page
from fudaba.evaluation.stand_in import MOST_STARTS, StandInAgent

SEVENS = find_game("sevens_v0")


class Failing:
    """Takes the first legal action, and fails where the seat holds a card."""

    identity = "failing"
    card = 3

    def __init__(self, how: str) -> None:
        self.how = how

    def act(self, observations: np.ndarray, masks: np.ndarray, rng: Any) -> np.ndarray:
        views = np.ascontiguousarray(observations).view(SEVENS.view_dtype)[:, 0]
        holds = views["hand"][:, self.card] == 1
        if holds.any() and self.how == "error":
            raise AgentError("agent failing lost the thread.")
        if holds.any() and self.how == "shape":
            return np.zeros(0)
        return np.where(holds & (self.how == "illegal"), masks.argmin(axis=1), masks.argmax(axis=1))


class First:
    """Takes the first legal action."""

    identity = "first"

    def act(self, observations: np.ndarray, masks: np.ndarray, rng: Any) -> np.ndarray:
        return masks.argmax(axis=1)


def with_stand_in(how: str) -> StandInAgent:
    return StandInAgent("failing", lambda: Failing(how), SEVENS)


def played(how: str, tmp_path: Path, **wanted: Any) -> ArenaResult:
    agents: dict[str, Agent] = {"failing": with_stand_in(how), "random": make_agent(
        "random", SEVENS, SEVENS.options())}  # fmt: skip
    return compare("sevens_v0", agents, deals=8, results=tmp_path / "r.sqlite", **wanted)


pytestmark = pytest.mark.usefixtures("own_code")


@pytest.mark.parametrize("how", ["error", "shape", "illegal"])
def test_only_the_games_in_which_it_fails_are_lost(
    how: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = played(how, tmp_path, records=tmp_path / "games.jsonl")
    records = [GameRecord.from_json(line) for line in Path("games.jsonl").read_bytes().splitlines()]
    lost = 0
    for record in records:
        state, _ = next(iter(record.positions(SEVENS)))
        for seat, name in enumerate(record.agents):
            decided = [int(before["to_move"]) for before, action in record.positions(SEVENS)
                       if action is not None]  # fmt: skip
            holds = SEVENS.view(state, seat)["hand"][Failing.card] == 1 and seat in decided
            if name.startswith("failing"):
                assert name == ("failing, then greedy" if holds else "failing"), (seat, decided)
                lost += bool(holds)
    (standing,) = [standing for standing in result.standings if standing.agent == "failing"]
    assert standing.lost == lost > 0
    assert capsys.readouterr().err.count("fudaba: agent ") == 1


def test_the_results_file_knows_it_later(tmp_path: Path) -> None:
    first = played("error", tmp_path)
    again = played("error", tmp_path)
    assert [one.lost for one in again.standings] == [one.lost for one in first.standings]
    assert max(one.lost for one in again.standings) > 0


@pytest.mark.usefixtures("undrawn")
def test_the_terminal_and_the_page_say_it(tmp_path: Path) -> None:
    result = played("illegal", tmp_path)
    (sentence,) = notes(result)
    lost = max(standing.lost for standing in result.standings)
    assert sentence == (
        f"failing failed in {lost} games, which greedy played on in its place; its reward and "
        "rating are partly those of this stand-in."
    )
    assert sentence in render_page(result)


def test_an_agent_that_does_not_fail_plays_as_without_a_stand_in(tmp_path: Path) -> None:
    random = make_agent("random", SEVENS, SEVENS.options())
    one, other = (
        compare("sevens_v0", {"first": agent, "random": random}, deals=4)
        for agent in (First(), StandInAgent("first", First, SEVENS))
    )
    assert one.standings == other.standings and not notes(other)


BOT = """
import json, sys
left = LEFT
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "hello", "protocol": 1, "name": "Fragile"}
    elif message["type"] == "decision":
        left -= 1
        if left == 0:
            sys.exit(3)
        answer = {"action": message["legal"][0]}
    else:
        continue
    print(json.dumps(answer), flush=True)
"""


def fragile(left: int) -> str:
    Path("bot.py").write_text(BOT.replace("LEFT", str(left)), encoding="utf-8")
    return f"program:{shlex.join([sys.executable, '-S', 'bot.py'])}"


def arena(word: str, *more: str) -> int:
    return main(["arena", "sevens", "random", word, "--deals", "16", "--threads", "1", *more])


def test_a_program_that_ends_is_started_again(capsys: pytest.CaptureFixture[str]) -> None:
    word = fragile(left=225)
    assert arena(word, "--on-failure", "stand-in") == 0
    out, errors = capsys.readouterr()
    assert "failed in " in out and "which greedy played on" in " ".join(out.split())
    assert errors.count("ended with exit code 3") == 1
    assert arena(word) == 0, "the games are in the results file"
    assert "failed in " in capsys.readouterr().out


def test_without_the_option_a_failure_ends_the_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    word = fragile(left=225)
    assert arena(word) == 2
    assert capsys.readouterr().err == f"fudaba: agent {word} ended with exit code 3.\n"


def test_a_program_that_always_ends_is_not_started_forever() -> None:
    starts = []

    def start() -> Agent:
        starts.append(1)
        return make_agent(fragile(left=1), SEVENS, SEVENS.options())

    agent = StandInAgent("fragile", start, SEVENS)
    random = make_agent("random", SEVENS, SEVENS.options())
    result = compare("sevens_v0", {"fragile": agent, "random": random}, deals=1)
    assert len(starts) <= MOST_STARTS
    assert {standing.agent: standing.lost for standing in result.standings} == {
        "fragile": result.num_games,
        "random": 0,
    }


def test_a_python_class_gets_a_stand_in_too(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bot.py").write_text(
        "class Bot:\n    def act(self, observations, masks, rng):\n        raise KeyError('x')\n",
        encoding="utf-8",
    )
    assert arena("python:bot.py:Bot", "--on-failure", "stand-in") == 0
    out, errors = capsys.readouterr()
    assert "python:bot.py:Bot failed in " in " ".join(out.split())
    assert errors.count("Traceback") == 1 and "KeyError: 'x'" in errors


def test_built_in_agents_have_no_stand_in(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "sevens", "random", "greedy", "--deals", "1", "--on-failure",
                 "stand-in"]) == 0  # fmt: skip
    assert "failed" not in capsys.readouterr().out
