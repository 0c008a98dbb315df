"""The tables that are learned from: who sits where, whose points, and what is not asked."""

from typing import Any

import numpy as np
import pytest

from fudaba.adapters.single_agent import OpponentPool
from fudaba.agents.uniform import UniformAgent
from fudaba.envs import find_game
from fudaba.testing.positions import fields_of
from fudaba.training.learner_tables import LearningTables

from ..evaluation.bots import FirstLegal

every_game = pytest.mark.parametrize("name", ["sevens_v0", "killer_sevens_v0", "seki_v0"])


def started(name: str, num_tables: int, alone: int, **options: Any) -> LearningTables:
    game = find_game(name)
    rules = game.options.read(name, options)
    pool = OpponentPool([FirstLegal()], [1.0])
    tables = LearningTables(game, rules, num_tables, pool, alone)
    tables.seed(3)
    tables.start(np.arange(num_tables))
    return tables


def random_actions(tables: LearningTables, rng: np.random.Generator) -> np.ndarray:
    masks = tables.action_masks
    return UniformAgent().act(masks, masks, rng)


@every_game
def test_the_learner_is_asked_where_it_has_a_choice(name: str) -> None:
    tables, rng = started(name, 40, alone=20), np.random.default_rng(0)
    asked = np.zeros((40, tables.game.max_players), int)
    changed = np.zeros(40, int)
    for _ in range(80):
        assert (tables.action_masks.sum(axis=1) > 1).all()
        views = tables.observations.view(tables.game.view_dtype)
        assert (views["on_turn"][..., 0] == 1).all()
        seats, before = tables.seats, tables.learner_seats.copy()
        assert (seats[:20] == before[:20]).all(), "alone it has one seat a game"
        asked[np.arange(40), seats] += 1
        _, dones = tables.advance(random_actions(tables, rng))
        assert (tables.learner_seats[~dones] == before[~dones]).all()
        changed += dones
    assert (asked[20:, : tables.options.num_players] > 0).all(), "elsewhere it has all seats"
    assert changed.sum() > 20


@every_game
def test_no_point_is_lost_and_none_is_paid_twice(name: str) -> None:
    tables, rng = started(name, 20, alone=0), np.random.default_rng(0)
    won, games = np.zeros((20, tables.game.max_players)), 0
    for _ in range(150):
        points, dones = tables.advance(random_actions(tables, rng))
        won += points
        if tables.game.zero_sum:
            assert np.abs(points.sum(axis=1)).max() < 1e-9
        lowest = tables.options.lowest_points()
        assert (won[dones] >= lowest - 1e-9).all() and won[dones].any(axis=1).all()
        won[dones] = 0.0
        assert won == pytest.approx(tables._tables.scores), "what a game under way has paid"
        games += dones.sum()
    assert games >= 10


def test_forced_moves_are_carried_out_in_a_game_by_hand() -> None:
    tables = started("sevens_v0", 1, alone=0, num_players=2)
    game, mask = tables.game, np.zeros(tables.game.num_actions, np.int8)
    forced, over = 0, False
    while not over:
        state, action = tables.states[0].copy(), int(tables.action_masks[0].argmax())
        _, dones = tables.advance(np.array([action]))
        game.kernels.apply(state, action)
        while game.kernels.legal(state, mask) == 1:
            game.kernels.apply(state, int(mask.argmax()))
            forced += 1
        over = bool(dones[0])
        assert over == (state["to_move"] < 0)
        assert over or fields_of(state) == fields_of(tables.states[0])
    assert forced > 0


def test_the_same_seed_begins_the_same_again() -> None:
    tables = started("sevens_v0", 12, alone=6)

    def stream() -> list[bytes]:
        rng, seen = np.random.default_rng(5), []
        for _ in range(30):
            points, _ = tables.advance(random_actions(tables, rng))
            seen += [points.tobytes(), tables.observations.tobytes()]
        return seen

    stream()
    streams = []
    for _ in range(2):
        tables.seed(7, 100)
        tables.start(np.arange(12))
        streams.append(stream())
    assert streams[0] == streams[1]
