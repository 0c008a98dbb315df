"""Whoever adds up the rewards of a game gets its points, at every door."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from fudaba.adapters.single_agent import OpponentPool, SeatEnv, SeatVectorEnv
from fudaba.envs import CardGameEnv, Game, find_game
from fudaba.training.selfplay import SelfPlayVecEnv

from ...evaluation.bots import FirstLegal
from .mirror import Mirror

GAMES = 60
Games = Iterator[tuple[Mirror, float]]  # at the seat's first decision, and the sum of its rewards


def by_pettingzoo(game: Game, options: dict[str, Any]) -> Games:
    env = CardGameEnv(game, options)
    for seed in range(GAMES):
        env.reset(seed=seed)
        total = 0.0
        for agent in env.agent_iter():
            seen, reward, over, _, _ = env.last()
            total += reward * (agent == "player_1")
            env.step(None if over else seen["action_mask"].argmax())
        yield Mirror(game, options, seed, 0, 1), total


def by_make(game: Game, options: dict[str, Any]) -> Games:
    env = SeatEnv(game.name, FirstLegal(), seat=1, **options)
    for seed in range(GAMES):
        env.reset(seed=seed)
        mirror, total, over = Mirror(game, options, seed, 0, 1), 0.0, False
        while not over:
            _, reward, over, _, _ = env.step(int(env.action_masks().argmax()))
            total += reward
        if not mirror.is_over:  # else the env has dealt another game
            yield mirror, total


def by_make_vec(game: Game, options: dict[str, Any]) -> Games:
    env = SeatVectorEnv(game.name, 1, FirstLegal(), **options)
    env.reset(seed=3)
    for _ in range(GAMES):
        learners, total, over = env.learners, 0.0, [False]
        seat = int(learners.learner_seats[0])
        mirror = Mirror(game, options, 3, learners.next_deal - 1, seat)
        while not over[0]:
            _, rewards, over, _, _ = env.step(env.action_masks().argmax(axis=1))
            total += rewards[0]
        yield mirror, total


def by_stable_baselines3(game: Game, options: dict[str, Any]) -> Games:
    pool = OpponentPool([FirstLegal()], [1.0])
    env = SelfPlayVecEnv(game, game.options(**options), 1, pool, seed=3)
    env.reset()
    for _ in range(GAMES):
        learners, infos = env.learners, [{}]
        seat = int(learners.learner_seats[0])
        mirror = Mirror(game, options, 3, learners.next_deal - 1, seat)
        while not infos[0]:
            infos = env.step(env.action_masks().argmax(axis=1))[3]
        yield mirror, infos[0]["episode"]["r"]


@pytest.mark.parametrize("door", [by_pettingzoo, by_make, by_make_vec, by_stable_baselines3])
@pytest.mark.parametrize(
    ("name", "options"),
    [("taxot_v0", {"seasons": 3, "num_players": 6}), ("namto_v0", {"seasons": 3})],
)
def test_what_came_before_the_first_decision_is_paid_too(
    door: Callable[[Game, dict[str, Any]], Games], name: str, options: dict[str, Any]
) -> None:
    earned_before = 0
    for mirror, total in door(find_game(name), options):
        earned_before += mirror.points != 0.0 and not mirror.is_over
        while not mirror.is_over:
            mirror.step(int(mirror.tables.action_masks[0].argmax()))
        assert total == pytest.approx(mirror.points)
    assert earned_before > 0
