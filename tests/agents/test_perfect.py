"""The agent `perfect`, against a plain minimax by the rules themselves."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from fudaba.agents import Agent, make_agent
from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.perfect import PerfectAgent
from fudaba.agents.uniform import UniformAgent
from fudaba.envs import Tables, UserError, find_game
from fudaba.evaluation.match import play_match

SEVENS = find_game("sevens_v0")
SOLVED: dict[str, Any] = {"num_players": 2, "tunnel": "none"}
MIXES: list[dict[str, Any]] = [
    {},
    {"pass_limit": 0},
    {"pass_limit": 10},
    {"pass_limit": "none"},
    {"voluntary_pass": False},
    {"pass_limit": "none", "voluntary_pass": False},
]
LEFT_IN_ENDGAMES = 10


def rules(**changes: Any) -> Any:
    return SEVENS.options.read("sevens_v0", SOLVED | changes)


def endgames(mix: dict[str, Any], count: int) -> Tables:
    """Positions of random games with few cards left in the hands, each with a choice."""
    tables = Tables(SEVENS, rules(**mix), count, seed=5, redeal_finished=False)
    rng, deal = np.random.default_rng(1), count
    while True:
        left = tables.states["naturals_held"] > LEFT_IN_ENDGAMES
        dull = ~left & (tables.action_masks.sum(axis=1) < 2)
        ended = np.flatnonzero(tables.to_move < 0)
        tables.deal(ended, deal + np.arange(len(ended)))
        deal += len(ended)
        if not (left | dull).any() and not len(ended):
            return tables
        playing = (left | dull) & (tables.to_move >= 0)
        actions = UniformAgent().act(tables.observations, tables.action_masks, rng)
        tables.step(np.where(playing, actions, -1))


@cache
def wins(position: bytes) -> bool:
    """Whether the seat to move wins, by the rules' own kernels."""
    state = np.frombuffer(position, SEVENS.state_dtype)[0]
    return any(wins_by(state, action) for action in SEVENS.legal_actions(state))


def wins_by(state: np.void, action: int) -> bool:
    after = np.array([state])
    SEVENS.kernels.apply(after[0], action)
    if after[0]["to_move"] < 0:
        points = np.zeros(SEVENS.max_players)
        SEVENS.kernels.score(after[0], points)
        return bool(points[state["to_move"]] > 0)
    after["recency"] = after["pass_recency"] = after["laid_by"] = 0
    for name in ("passed_over", "not_held"):  # what only views tell
        after[name] = 0
    return wins(after.tobytes()) == (after[0]["to_move"] == state["to_move"])


@pytest.mark.parametrize("mix", MIXES)
def test_it_finds_what_a_plain_minimax_finds(mix: dict[str, Any]) -> None:
    tables = endgames(mix, 24)
    found = PerfectAgent(SEVENS, tables.options).winning(tables.observations)
    expected = np.zeros_like(found)
    for row, state in enumerate(tables.states):
        for action in SEVENS.legal_actions(state):
            expected[row, action] = wins_by(state, action)
    assert (found == expected).all()
    assert 0 < expected.sum() < tables.action_masks.sum()


@pytest.mark.parametrize("word", ["random", "greedy", "perfect"])
@pytest.mark.parametrize("mix", MIXES[:3])
def test_it_loses_no_won_deal(mix: dict[str, Any], word: str) -> None:
    options, deals = rules(**mix), 32
    perfect = PerfectAgent(SEVENS, options)
    agents: list[Agent] = [perfect, make_agent(word, SEVENS, options)]
    match = play_match(SEVENS, options, agents, [(0, 1)], deals, seed=3)
    tables = Tables(SEVENS, options, deals, seed=3)
    mover_wins = perfect.winning(tables.observations).any(axis=1)
    winner = np.where(mover_wins, tables.to_move, 1 - tables.to_move)
    holds = np.argmax(match.seating == 0, axis=1)
    is_won = winner[match.deals] == holds
    points = match.points[np.arange(len(holds)), holds]
    assert (points[is_won] == 1).all()
    assert 0 < is_won.sum() < len(holds)
    if word == "perfect":
        assert (points[~is_won] == -1).all()


def test_what_only_loses_is_played_as_greedy_plays_it() -> None:
    options = rules()
    tables, rng = Tables(SEVENS, options, 64, seed=2), np.random.default_rng(0)
    perfect, greedy = PerfectAgent(SEVENS, options), GreedyAgent(SEVENS)
    lost = ~perfect.winning(tables.observations).any(axis=1)
    assert 0 < lost.sum() < 64
    played, advised = (
        agent.act(tables.observations[lost], tables.action_masks[lost], rng)
        for agent in (perfect, greedy)
    )
    assert (played == advised).all()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"num_players": 4}, "num_players=4"),
        ({"jokers": 1}, "jokers=1"),
        ({"tunnel": "ring"}, "tunnel=ring"),
    ],
)
def test_what_is_not_solved_is_refused(change: dict[str, Any], told: str) -> None:
    with pytest.raises(UserError) as caught:
        make_agent("perfect", SEVENS, rules(**change))
    assert str(caught.value) == (
        f"perfect can't play sevens_v0 with {told}; allowed: num_players=2, jokers=0, tunnel=none."
    )


def test_other_games_are_refused() -> None:
    game = find_game("cyclic_v0")
    with pytest.raises(UserError, match=r"^perfect can't play cyclic_v0; allowed: sevens_v0 with "):
        make_agent("perfect", game, game.options())
