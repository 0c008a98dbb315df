"""The scripted models of docs/bots, and models in every game."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from fudaba.agents import choose_actions
from fudaba.agents.bot_settings import BotSettings
from fudaba.agents.chat import ChatAgent
from fudaba.agents.errors import AgentError
from fudaba.envs import Tables, find_game, game_names

SCRIPTED = Path(__file__).parents[2] / "docs" / "bots" / "scripted_model.py"
MODELS = ("first", "last", "rambler")
MOST_LINES = 80


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of the scripted models, which run with the standard library alone."""
    command = [sys.executable, "-I", "-S", str(SCRIPTED), "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        line = process.stdout.readline()
        assert line.startswith("models first, last, rambler at http://127.0.0.1:")
        yield line.split()[-1]
        process.terminate()


def test_it_is_short() -> None:
    assert len(SCRIPTED.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize("name", game_names())
def test_models_play_every_game(name: str, url: str) -> None:
    game = find_game(name)
    settings = BotSettings(concurrent=4, chat_url=url)
    agents = [ChatAgent(f"chat:{model}", game, game.options(), settings) for model in MODELS]
    tables = Tables(game, game.options(), 4, seed=5)
    seating = np.tile(np.arange(game.max_players) % 3, (4, 1))
    seats, refused = np.arange(4), 0
    for _ in range(12):
        movers = seating[seats, tables.to_move]
        masks = tables.action_masks
        wanted = {0: masks.argmax(axis=1), 1: masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)}
        actions = choose_actions(tables, agents, seating, np.random.default_rng(0))
        for kind, moves in wanted.items():
            assert (actions[movers == kind] == moves[movers == kind]).all()
        remarks = agents[2].take_remarks(tables).values()
        refused += sum(remark.usage.refused for remark in remarks if remark.usage)
        tables.step(actions)
    assert refused or name != "niekhi_v0"  # in some games the first moves leave little choice


def test_a_model_that_it_does_not_know_is_refused(url: str) -> None:
    game = find_game("niekhi_v0")
    agent = ChatAgent("chat:x", game, game.options(), BotSettings(chat_url=url))
    seating = np.zeros((1, game.max_players), np.int64)
    tables = Tables(game, game.options(), 1, seed=5)
    with pytest.raises(AgentError, match=r"404 \('The models are first, last, rambler\.'\)"):
        choose_actions(tables, [agent], seating, np.random.default_rng(0))
