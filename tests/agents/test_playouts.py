"""Playouts: every move from the same table, with greedy in all seats for what follows."""

import random

import numpy as np
import pytest

from fudaba.agents.greedy import GreedyAgent, heuristic, observe_partial
from fudaba.agents.playouts import Playouts
from fudaba.agents.uniform import UniformAgent
from fudaba.envs import Game, Tables
from fudaba.envs.core.contract.game import always_open
from fudaba.testing.mixes import mixes

from ..spread import GAMES, every_game


def positions(game: Game, steps: int, num_tables: int) -> Tables:
    """Tables after some random steps."""
    tables = Tables(game, game.options(), num_tables, seed=6)
    agent, rng = UniformAgent(), np.random.default_rng(6)
    for _ in range(steps):
        tables.step(agent.act(tables.observations, tables.action_masks, rng))
    return tables


@every_game
def test_a_move_is_worth_the_same_whatever_else_is_tried(game: Game) -> None:
    tables, playouts = positions(game, 8, 6), Playouts(game)
    states, masks = tables.states.copy(), tables.action_masks.copy()
    points = playouts.points(states, masks)
    assert points.shape == masks.shape and points.dtype == np.float64
    assert not points[masks == 0].any() and points[masks == 1].std() > 0
    assert (states == tables.states).all(), "the tables stay as they are"
    alone = np.zeros_like(masks)
    last = game.num_actions - 1 - masks[:, ::-1].argmax(axis=1)
    alone[np.arange(6), last] = 1
    assert (playouts.points(states, alone) == np.where(alone, points, 0.0)).all()


@pytest.mark.parametrize("num_threads", [2, 3, 16])
def test_threads_share_the_work_and_change_nothing(num_threads: int) -> None:
    tables = positions(GAMES[0], 8, 11)
    masks = tables.action_masks.copy()
    points = Playouts(GAMES[0]).points(tables.states.copy(), masks)
    shared = Playouts(GAMES[0], num_threads).points(tables.states.copy(), masks)
    assert (points == shared).all() and points.any()
    nothing = Playouts(GAMES[0], num_threads).points(tables.states[:0].copy(), masks[:0])
    assert nothing.shape == (0, GAMES[0].num_actions)


@every_game
def test_a_move_is_worth_what_the_rest_of_the_game_pays_with_greedy_in_all_seats(
    game: Game,
) -> None:
    advice, tables = GreedyAgent(game), positions(game, 12, 2)
    masks = tables.action_masks.copy()
    points = Playouts(game).points(tables.states.copy(), masks)
    for table, move in np.argwhere(masks == 1)[::3]:
        state, seat = tables.states[table].copy(), int(tables.to_move[table])
        game.kernels.apply(state, move)
        while state["to_move"] >= 0:
            mask = np.zeros((1, game.num_actions), np.int8)
            game.kernels.legal(state, mask[0])
            seen = game.flat(np.array([game.view(state, int(state["to_move"]))]))
            game.kernels.apply(state, advice.act(seen, mask, np.random.default_rng(0))[0])
        scores = np.zeros(game.max_players)
        game.kernels.score(state, scores)
        assert scores[seat] == points[table, move]


def some_games(game: Game, count: int) -> list[np.void]:
    """New games under some mixes of house rules, the usual ones first."""
    chosen = random.Random(game.name).sample(mixes(game), count - 1)
    return [
        Tables(game, game.options(**options), 1, seed=seed).states[0]
        for seed, options in enumerate([{}, *chosen])
    ]


@every_game
def test_points_that_are_settled_are_those_of_the_end(game: Game) -> None:
    kernels, rng, num_settled = game.kernels, np.random.default_rng(3), 0
    mask, scores = np.zeros(game.num_actions, np.int8), np.zeros(game.max_players)
    for state in some_games(game, 12):
        settled = np.full(game.max_players, np.nan)
        while state["to_move"] >= 0:
            for seat in range(state["num_players"]):
                points = kernels.settled_points(state, seat)
                assert np.isnan(settled[seat]) or points == settled[seat]
                settled[seat] = points
            kernels.legal(state, mask)
            kernels.apply(state, rng.choice(np.flatnonzero(mask)))
        kernels.score(state, scores)
        known = ~np.isnan(settled)
        num_settled += known.sum()
        assert settled[known] == pytest.approx(scores[known], abs=1e-12)
    assert (num_settled > 0) == (kernels.settled_points is not always_open)


@every_game
def test_a_glance_shows_the_advice_what_it_reads(game: Game) -> None:
    kernels, choose, weights = game.kernels, heuristic(game), GreedyAgent(game).record
    mask = np.zeros(game.num_actions, np.int8)
    for state in some_games(game, 8):
        full, seen = np.zeros((2, 1), game.view_dtype)
        kernels.observe(state, 0, seen[0])
        while state["to_move"] >= 0:
            mover, before = int(state["to_move"]), game.flat(seen).copy()
            kernels.observe(state, mover, full[0])
            observe_partial(game)(state, mover, seen[0])
            is_new = game.flat(seen) != before
            assert (game.flat(seen) == game.flat(full))[is_new].all(), "it shows no more"
            kernels.legal(state, mask)
            action = choose(full[0], weights, mask)
            assert choose(seen[0], weights, mask) == action
            kernels.apply(state, action)
