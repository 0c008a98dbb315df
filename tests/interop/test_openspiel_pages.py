"""The pages of docs/trainers about OpenSpiel."""

import math
from typing import Any

import pytest
import torch

from fudaba.envs import GameRecord

from .pages import games, run_page

SHORT = games("namto_v0")  # a game of a few decisions


@games()
def test_the_first_page_plays_a_game(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = run_page("openspiel.md", game, 0, monkeypatch)
    record = GameRecord.from_json(capsys.readouterr().out.strip().split("\n")[-1])
    assert record == names["state"].record() and record.game == game
    rules = names["spiel"].options
    agent = names["searcher"](names["spiel"].game, rules)
    assert callable(agent.search)
    assert sum(names["first"].values()) == pytest.approx(1)


@games("sevens_v0", "makkaik_v0")
def test_the_tree_search_plays_at_equal_time(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    names = run_page("openspiel_search.md", game, 4, monkeypatch)
    check_arena(names, {"OpenSpiel", "fudaba"})
    assert names["budget"] > 0
    assert all(timed.decisions > 0 for timed in names["agents"].values())


@SHORT
def test_nfsp_learns_in_all_seats(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    names = run_page("openspiel_nfsp.md", game, 3000, monkeypatch)
    check_arena(names, {"trained", "random"})
    for learner in names["learners"]:
        assert all(math.isfinite(loss) for loss in learner.loss if loss is not None)
        assert any(loss is not None for loss in learner.loss)


@SHORT
def test_dqn_learns_a_response_to_greedy(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    torch.manual_seed(0)
    names = run_page("openspiel_exploit.md", game, 1500, monkeypatch)
    check_arena(names, {"trained", "greedy"})
    assert names["learner"].loss is not None and math.isfinite(names["learner"].loss)


def check_arena(names: dict[str, Any], agents: set[str]) -> None:
    standings = names["result"].standings
    assert {standing.agent for standing in standings} == agents
    assert all(math.isfinite(standing.reward.mean) for standing in standings)
