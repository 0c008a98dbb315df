"""Forced decisions are carried out alike in every interface: the same games, seen at choices."""

from typing import Any

import numpy as np
import pytest

from fudaba.adapters.single_agent import SeatEnv, SeatVectorEnv
from fudaba.envs import (
    NOBODY,
    CardGameEnv,
    Game,
    Tables,
    UserError,
    make,
    tables,
)

from .evaluation.bots import FirstLegal
from .spread import every_game


def chosen(mask: np.ndarray, number: int) -> int:
    """Some legal action."""
    legal = np.flatnonzero(mask)
    return int(legal[number % len(legal)])


class Plain:
    """One table that is stepped decision by decision, up to the next choice."""

    def __init__(self, game: Game, seed: int) -> None:
        self.tables = Tables(game, game.options(), 1, seed, redeal_finished=False)
        self.earned = np.zeros(game.max_players)
        self.go_on()

    @property
    def is_over(self) -> bool:
        return bool(self.tables.to_move[0] == NOBODY)

    def go_on(self) -> None:
        while self.tables.action_masks.sum() == 1:
            self.step(int(self.tables.action_masks.argmax()))

    def step(self, action: int) -> None:
        self.tables.step(np.array([action]))
        self.earned += self.tables.rewards[0]

    def choose(self, action: int) -> np.ndarray:
        """Carries out a choice; returns what was won since the last one."""
        self.step(action)
        self.go_on()
        earned, self.earned = self.earned, np.zeros_like(self.earned)
        return earned


@every_game
def test_tables_stop_at_choices_of_the_same_games(game: Game) -> None:
    skipping = tables(game.name, 3, seed=4, skip_forced=True)
    total, ended = np.zeros((3, game.max_players)), 0
    number = 0
    while ended < 4:
        number += 1
        assert (skipping.action_masks.sum(axis=1) > 1).all()
        skipping.step(np.array([chosen(mask, number) for mask in skipping.action_masks]))
        total += skipping.rewards
        results = skipping.results()
        assert results.scores == pytest.approx(total[results.tables])
        total[results.tables] = 0.0
        ended += len(results.tables)


@every_game
def test_one_table_and_many_skip_alike(game: Game) -> None:
    plain = Plain(game, seed=5)
    waiting = Tables(game, game.options(), 1, 5, redeal_finished=False, skip_forced=True)
    env: Any = CardGameEnv(game, {}, skip_forced=True)
    env.reset(seed=5)
    number, paid = 0, np.zeros(game.max_players)
    while not plain.is_over:
        assert (waiting.observations == plain.tables.observations).all()
        assert (env.last()[0]["observation"] == plain.tables.observations[0]).all()
        assert (waiting.action_masks == plain.tables.action_masks).all()
        action = chosen(plain.tables.action_masks[0], number)
        number += 1
        earned = plain.choose(action)
        waiting.step(np.array([action]))
        env.step(action)
        paid += earned
        assert waiting.rewards[0] == pytest.approx(earned)
        assert (waiting.lengths == plain.tables.lengths).all()
    assert waiting.dones[0] and all(env.terminations.values())
    assert env.record().points == pytest.approx(plain.tables.scores[0][: env.num_agents])
    assert env.record().actions and len(env.record().actions) == waiting.lengths[0]
    assert waiting.results().scores[0] == pytest.approx(paid)
    again: Any = CardGameEnv(game, {}, skip_forced=True)
    again.load(env.save())
    assert again.record() == env.record()


@every_game
def test_seats_decide_where_they_have_a_choice(game: Game) -> None:
    one = SeatEnv(game.name, FirstLegal(), seat=0, skip_forced=True)
    plain = SeatEnv(game.name, FirstLegal(), seat=0)
    many = SeatVectorEnv(game.name, 2, FirstLegal(), seat=0, skip_forced=True)
    view, info = one.reset(seed=3)
    views, _ = many.reset(seed=[3, 3])
    seen, told = plain.reset(seed=3)
    over, total, expected = False, 0.0, 0.0
    while not over:
        assert info["action_mask"].sum() > 1
        assert (views == view).all() and (many.action_masks() == info["action_mask"]).all()
        is_done = False
        while told["action_mask"].sum() == 1 and not is_done:
            seen, reward, is_done, _, told = plain.step(int(told["action_mask"].argmax()))
            expected += reward
        assert (seen == view).all()
        action = chosen(info["action_mask"], 1)
        seen, reward, is_done, _, told = plain.step(action)
        expected += reward
        view, reward, over, _, info = one.step(action)
        total += reward
        views, _, dones, _, infos = many.step(np.array([action, action]))
        assert dones.tolist() == [over, over]
    while not is_done:
        seen, reward, is_done, _, told = plain.step(int(told["action_mask"].argmax()))
        expected += reward
    assert total == pytest.approx(expected) and (seen == view).all()
    assert (infos["final_obs"] == view).all()


def test_what_needs_every_decision_is_refused() -> None:
    skipping = tables("seki_v0", 2, skip_forced=True)
    with pytest.raises(UserError, match="rotate needs every decision; allowed: tables with skip"):
        skipping.rotate("role", np.array([1, 1]))
    with pytest.raises(UserError, match="a listener needs every decision"):
        skipping.add_listener(None)  # type: ignore[arg-type]
    for door in (make, lambda name, **words: tables(name, 2, **words), SeatEnv, SeatVectorEnv):
        with pytest.raises(UserError, match="skip_forced can't be 'yes'; allowed: True, False"):
            door("sevens_v0", skip_forced="yes")
