"""Code of the host's own at the table: only what the command line named is ever run."""

from pathlib import Path

import pytest

from fudaba.cli import table
from fudaba.envs import UserError
from fudaba.evaluation.recorded import played_again
from fudaba.web.analysis import AGENTS, available_agents, decisions, evaluate_moves, find_agent
from fudaba.web.runs import RunFolder

from ..cli.terminal import refusal as refused_command
from .conftest import Serving
from .runs import played
from .test_server import PATIENCE, SEVENS, opened, play_out, refusal

WORD = "python:bot.py:First"
BOT = """
import asyncio
from pathlib import Path
Path("was_run").touch()

class First:
    def act(self, observations, masks, rng):
        return masks.argmax(axis=1)

class Failing:
    def act(self, observations, masks, rng):
        raise ValueError("lost the thread")
"""


@pytest.fixture(autouse=True)
def _bot(own_code: None) -> None:
    Path("bot.py").write_text(BOT, encoding="utf-8")


def test_the_lobby_seats_no_code_that_the_command_line_did_not_name(tmp_path: Path) -> None:
    serving = Serving(tmp_path / "runs", own_agents=["python:other.py:Bot"])
    with serving.asking(timeout=PATIENCE) as client:
        answer = client.post("/api/tables", json={**SEVENS, "seats": ["person", WORD]})
        told = refusal(answer, 400)
    serving.stop()
    assert told == (
        f"'{WORD}' is code of this machine, which may sit down only if fudaba table was started "
        "with its spec in --agents."
    )
    assert not Path("was_run").exists()


def test_named_code_is_offered_sits_down_and_stays_named_by_its_class(tmp_path: Path) -> None:
    serving = Serving(tmp_path / "runs", own_agents=[WORD])
    with serving.asking(timeout=PATIENCE) as client:
        assert all(WORD in game["agents"] for game in client.get("/api/games").json())
        (person,) = opened(client, ["person", WORD, WORD])
        end = play_out(person)
    serving.stop()
    assert end["names"][1:] == ["First 1", "First 2"] and end["result"]


def test_a_table_with_code_is_not_restored_without_it(tmp_path: Path) -> None:
    serving = Serving(tmp_path / "runs", own_agents=[WORD])
    with serving.asking(timeout=PATIENCE) as client:
        (person,) = opened(client, ["person", WORD])
    serving.stop()
    later = Serving(tmp_path / "runs")
    with later.asking(timeout=PATIENCE) as client:
        assert "--agents" in refusal(client.get(f"{person.path}/events"), 400)
    later.stop()


@pytest.mark.parametrize(
    "error",
    ("ValueError('lost the thread')", "SystemExit(3)", "KeyboardInterrupt()", "CancelledError()"),
)
def test_code_that_fails_at_the_table_is_told_on_the_terminal_once(
    error: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    word, raised = "python:bot.py:Failing", error.replace("Cancelled", "asyncio.Cancelled")
    text = BOT.replace('ValueError("lost the thread")', raised)
    Path("bot.py").write_text(text, encoding="utf-8")
    serving = Serving(tmp_path / "runs", own_agents=[word])
    with serving.asking(timeout=PATIENCE) as client:
        (person,) = opened(client, ["person", word])
        end = play_out(person)
    serving.stop()
    errors = capfd.readouterr().err
    assert errors.count("Traceback") == 1 and 'bot.py", line 12, in act' in errors
    assert f"fudaba: agent {word} failed: {error}." in errors
    assert "lost the thread" not in b"".join(person.received).decode()
    assert [told["text"] for told in end["told"] if told["by"] is None] == [
        "Failing failed; Medium plays on in its place."
    ]


def test_named_code_can_be_asked_about_a_replay(tmp_path: Path) -> None:
    game = played_again("a game", played())
    folder = RunFolder(tmp_path, [WORD])
    assert WORD in available_agents(folder, game) and WORD not in available_agents(
        RunFolder(tmp_path), game
    )
    agent, at = find_agent(folder, game, WORD), next(decisions(game, None))
    (chosen,) = [move.action for move in evaluate_moves(game, at, agent) if move.is_chosen]
    assert chosen == min(game.game.legal_actions(game.states[at]))
    with pytest.raises(UserError, match="agent can't be 'python:bot"):
        find_agent(RunFolder(tmp_path), game, WORD)


def test_who_watches_can_ask_no_agent_of_the_host(tmp_path: Path) -> None:
    serving = Serving(tmp_path / "runs", own_agents=[WORD])
    with serving.asking(timeout=PATIENCE) as client:
        (watching,) = opened(client, ["greedy"] * 3)
        play_out(watching)
        with watching.watch() as positions:
            game = next(position["played"][0] for position in positions if position["played"])
        place = {"game": game, "view": "open", "at": 0}
        told = client.get(f"{watching.path}/replay/game", params=place).json()
        answers = [
            client.get(f"{watching.path}/replay/evaluations", params={**place, "agent": word})
            for word in (WORD, "policy:runs/best")
        ]
    serving.stop()
    assert [*told["agents"]] == [*AGENTS]
    for answer in answers:
        assert refusal(answer, 400).startswith("agent can't be ")
    assert not Path("was_run").exists()


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("greedy", "'greedy' names no code of your own; allowed: python:MODULE:NAME, "),
        ("python:bot.py:Nobody", "bot.py has no class or function 'Nobody'; its classes: "),
    ],
)
def test_the_command_line_finds_wrong_words_before_it_serves(
    word: str, message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(table.asyncio, "run", lambda _: pytest.fail("it serves"))
    words = ["table", "--port", "0", "--no-browser", "--agents", word]
    assert refused_command(words, capsys).startswith(message)
