"""Playouts: every move from the same table, with greedy in all seats for what follows."""

import numpy as np
import pytest

from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.playouts import Playouts
from fudaba.agents.uniform import UniformAgent
from fudaba.envs import Game, Tables, find_game, game_names

GAMES = [find_game(name) for name in game_names()]
every_game = pytest.mark.parametrize("game", GAMES, ids=game_names())


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
