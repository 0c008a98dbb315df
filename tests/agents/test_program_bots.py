"""The bots of docs/bots: each answers every message, and plays whole games."""

import json
import random
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fudaba.agents import choose_actions
from fudaba.agents.program import ProgramAgent
from fudaba.envs import Tables, find_game

BOTS = Path(__file__).parents[2] / "docs" / "bots"
FIRST = ("first.py", "first.js", "first.c")
MOST_LINES = 150
LONG = 8 << 20  # characters of a line
HOST_HELLO = {"type": "hello", "protocol": 1, "game": "sevens_v0", "title": "Sevens", "players": 4}


@pytest.fixture(scope="session")
def command(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[str]]:
    """Returns the command of a bot; skips the test where its language is missing."""
    folder = tmp_path_factory.mktemp("bots")

    def commanded(bot: str) -> list[str]:
        source = str(BOTS / bot)
        if bot.endswith(".py"):
            return [sys.executable, source]
        tool = {"first.js": "node", "first.c": "cc"}[bot]
        if shutil.which(tool) is None:
            pytest.skip(f"docs/bots/{bot} needs {tool}, which is not installed here")
        if tool == "node":
            return ["node", source]
        program = folder / "first"
        if not program.exists():
            strict = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
            subprocess.run(["cc", "-O2", *strict, "-o", str(program), source], check=True)
        return [str(program)]

    return commanded


def answers(command: list[str], *lines: str) -> list[dict[str, Any]]:
    """What a bot answers to lines, after which its input ends."""
    text = "".join(f"{line}\n" for line in lines)
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and not done.stderr, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("bot", FIRST)
def test_it_answers_three_types_of_messages_and_no_others(
    bot: str, command: Callable[[str], list[str]]
) -> None:
    messages: list[dict[str, Any]] = [
        HOST_HELLO,
        {"type": "start", "games": [{"table": 1, "seats": [0]}]},
        {"type": "decision", "table": 1, "seat": 0, "legal": [7, 9], "seed": 5},
        {"type": "a later one", "legal": [1], "decisions": []},
        {"type": "decisions", "decisions": [{"legal": [3]}, {"legal": [0, 1]}, {"legal": [12]}]},
        {"type": "decisions", "decisions": []},
        {"type": "over", "games": [{"table": 1, "points": [1.0, -1.0]}]},
        {"type": "goodbye"},
    ]
    hello, *others = answers(command(bot), *map(json.dumps, messages))
    assert hello["type"] == "hello" and hello["protocol"] == 1 and hello["wants"] == ["batch"]
    assert others == [{"action": 7}, {"actions": [3, 0, 12]}, {"actions": []}]


ODD = '"legal": [5], \\ {"type": "hello"} ]}, \u2660 '  # a text that looks like a message


@pytest.mark.parametrize("bot", FIRST)
@pytest.mark.parametrize("separators", [(",", ":"), (" , ", " : ")], ids=["tight", "wide"])
def test_it_finds_what_it_needs_in_any_message(
    bot: str, separators: tuple[str, str], command: Callable[[str], list[str]]
) -> None:
    decision = {
        "text": ODD,
        "legal": [21, 22],
        "unknown": {"legal": [1], "deep": [[[{"legal": [2], "no": None}]], True, -1.5e-3, ODD]},
        ODD: [],
        "typed": "x",
        "": "",
        "end": "\\",
    }
    rng, lines = random.Random(1), []
    for number in range(40):
        keys = [*decision]
        rng.shuffle(keys)
        one = {key: decision[key] for key in keys}
        many = [{"note": ODD}, {"type": "decisions"}, {"decisions": [one] * 3}]
        rng.shuffle(many)
        message = many[0] | many[1] | many[2] if number % 2 else one | {"type": "decision"}
        lines.append(json.dumps(message, separators=separators, ensure_ascii=number % 4 < 2))
    found = answers(command(bot), *lines)
    assert found == [{"action": 21}, {"actions": [21] * 3}] * 20


@pytest.mark.parametrize("bot", FIRST)
def test_it_reads_lines_of_megabytes(bot: str, command: Callable[[str], list[str]]) -> None:
    one = {"type": "decision", "text": "x\n" * (LONG // 3), "legal": [4]}
    row = {"vector": "A" * 20_000, "fields": {"hand": [0, 1] * 2_000}, "legal": [8]}
    many = {"decisions": [row] * 256, "type": "decisions"}
    lines = [json.dumps(message) for message in (one, many)]
    assert max(map(len, lines)) > LONG
    assert answers(command(bot), *lines) == [{"action": 4}, {"actions": [8] * 256}]


def played(agent: ProgramAgent, tables: Tables) -> tuple[np.ndarray, list[list[int]]]:
    """Plays all tables to the end with an agent in every seat: points, and moves by table."""
    seating = np.zeros((tables.num_tables, tables.options.num_players), np.int64)
    moves: list[list[int]] = [[] for _ in range(tables.num_tables)]
    rng = np.random.default_rng(0)
    while (tables.to_move >= 0).any():
        actions = choose_actions(tables, [agent], seating, rng)
        for row in np.flatnonzero(actions >= 0):
            moves[row].append(int(actions[row]))
        tables.step(actions)
    return tables.scores.copy(), moves


@pytest.mark.parametrize("bot", FIRST)
@pytest.mark.parametrize("name", ["sevens_v0", "seki_v0", "taxot_v0"])
def test_it_plays_the_same_games_in_batches_and_one_by_one(
    bot: str, name: str, command: Callable[[str], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game(name)
    options = game.options()
    word = f"program:{shlex.join(command(bot))}"
    outcomes = []
    for wants, size in (({"batch"}, 256), ({"batch"}, 2), (set(), 256)):
        monkeypatch.setattr("fudaba.agents.program.conversation.MOST_AT_ONCE", size)
        agent = ProgramAgent(word, game, options)
        agent.wants = frozenset(wants)
        tables = Tables(game, options, 5, seed=3, redeal_finished=False)
        outcomes.append(played(agent, tables))
    points, moves = outcomes[0]
    assert all(moves) and np.array_equal(points.sum(axis=1).round(9), np.zeros(5))
    for other_points, other_moves in outcomes[1:]:
        assert other_moves == moves and np.array_equal(other_points, points)
    tables = Tables(game, options, 1, seed=3, redeal_finished=False)
    while tables.to_move[0] >= 0:
        assert moves[0].pop(0) == np.flatnonzero(tables.action_masks[0])[0]
        tables.step(np.flatnonzero(tables.action_masks[0])[:1])


def fields_decision(**changes: Any) -> dict[str, Any]:
    """A decision of Sevens: clubs are the longest suit of the hand."""
    hand = [0] * 52
    for card in (5, 7, 18, 20, 44, 46, 47):  # S6 S8, H6 H8, C6 C8 C9
        hand[card] = 1
    fields = {"hand": hand, "num_players": 4}
    return {"table": 1, "seat": 0, "legal": [5, 18, 52], "fields": fields, "history": []} | changes


@pytest.mark.parametrize(
    ("changes", "action"),
    [
        ({"legal": [5, 18, 46, 52]}, 46),
        ({"legal": [52]}, 52),
        ({"legal": [52, 53]}, 53),
        ({"legal": [5, 52, 53]}, 5),
        ({}, 5),
        ({"history": ["player_1 lay H7", "player_2 passes"]}, 5),
        ({"history": ["player_1 passes", "player_2 lay H7"]}, 18),
        ({"history": ["player_1 pass", "player_2 lays H10"]}, 18),
        ({"history": ["player_1 pass", "player_2 lay S8"]}, 5),
        ({"table": None, "history": None}, 5),
    ],
)
def test_the_bot_of_fields_lays_from_the_longest_suit(changes: dict[str, Any], action: int) -> None:
    line = json.dumps({"type": "decision", **fields_decision(**changes)})
    assert answers([sys.executable, str(BOTS / "fields.py")], line) == [{"action": action}]


def test_the_bot_of_fields_remembers_a_game_until_it_is_over() -> None:
    heard = {"history": ["player_1 passes", "player_2 lays H10"]}
    over = {"type": "over", "games": [{"table": 1, "points": [0.0]}]}
    rows = [fields_decision(**heard), fields_decision(), fields_decision(table=2)]
    messages = [
        {"type": "decisions", "decisions": rows},
        over,
        {"type": "decisions", "decisions": [fields_decision()]},
    ]
    found = answers([sys.executable, str(BOTS / "fields.py")], *map(json.dumps, messages))
    assert found == [{"actions": [18, 18, 5]}, {"actions": [5]}]


def test_a_bot_fits_on_a_few_pages() -> None:
    for bot in (*FIRST, "fields.py"):
        assert len((BOTS / bot).read_text(encoding="utf-8").splitlines()) < MOST_LINES
