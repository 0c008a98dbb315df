"""Many seats as one Gymnasium vector env."""

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from fudaba.adapters.single_agent import SeatVectorEnv
from fudaba.envs import Game, find_game, game_names, gymnasium_id
from fudaba.testing.mixes import long_match

from ...evaluation.bots import FirstLegal
from .mirror import Mirror

every_game = pytest.mark.parametrize("game", [find_game(n) for n in game_names()], ids=game_names())
with_and_without_mask = pytest.mark.parametrize("masked", [False, True])


def make(game: Game, num_envs: int, **settings: Any) -> SeatVectorEnv:
    """The bare vector env among FirstLegal players, or among others."""
    return SeatVectorEnv(game.name, num_envs, **{"opponents": FirstLegal(), **settings})


def first_legal(env: SeatVectorEnv) -> np.ndarray:
    return np.asarray(env.action_masks().argmax(axis=1))


@every_game
def test_every_table_is_the_learners_side_of_whole_games(game: Game) -> None:
    env = make(game, 1)
    observations, infos = env.reset(seed=3)
    for _ in range(4):
        learners = env.learners
        mirror = Mirror(game, {}, 3, learners.next_deal - 1, int(learners.learner_seats[0]))
        over = np.array([False])
        while not over[0]:
            assert (observations[0] == mirror.view).all()
            assert (infos["action_mask"] == mirror.tables.action_masks).all()
            assert "final_obs" not in infos
            actions = first_legal(env)
            observations, rewards, over, truncated, infos = env.step(actions)
            assert rewards[0] == pytest.approx(mirror.step(int(actions[0])))
            assert over[0] == mirror.is_over and not truncated.any()
            if not over[0]:
                continue
            assert (infos["final_obs"][0] == mirror.view).all()
            infos.pop("final_obs")


@with_and_without_mask
@every_game
def test_observations_and_infos_are_as_gymnasium_says(game: Game, masked: bool) -> None:
    env: Any = gymnasium.make_vec(
        gymnasium_id(game.name), num_envs=7, vectorization_mode="vector_entry_point",
        opponents="random", mask_in_observation=masked,
    )  # fmt: skip
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, infos = env.reset(seed=1)
    finished = 0
    while finished < 10:
        assert env.observation_space.contains(observations)
        assert infos["_action_mask"].all() and infos["action_mask"].any(axis=1).all()
        assert (infos["action_mask"] == env.action_masks()).all()
        actions = infos["action_mask"].argmax(axis=1)
        assert env.action_space.contains(actions)
        observations, rewards, dones, truncated, infos = env.step(actions)
        assert (rewards.dtype, dones.dtype, truncated.dtype) == (float, bool, bool)
        assert ("final_obs" in infos) == dones.any()
        if not dones.any():
            continue
        finished += dones.sum()
        final = infos["final_info"]
        for told in (infos["_final_obs"], infos["_final_info"], final["_action_mask"]):
            assert (told == dones).all()
        assert not final["action_mask"].any()
        for view, done in zip(infos["final_obs"], dones, strict=True):
            assert (view is not None) == done
            assert not done or env.single_observation_space.contains(view)


def test_episode_statistics_count_what_the_games_paid() -> None:
    env = RecordEpisodeStatistics(make(find_game("sevens_v0"), 5, opponents="random"))
    _, infos = env.reset(seed=1)
    returns, lengths, finished = np.zeros(5), np.zeros(5, int), 0
    while finished < 30:
        _, rewards, dones, _, infos = env.step(infos["action_mask"].argmax(axis=1))
        returns += rewards
        lengths += 1
        if dones.any():
            finished += dones.sum()
            assert infos["episode"]["r"][dones] == pytest.approx(returns[dones])
            assert set(np.round(returns[dones] * 3)) <= {-3, -1, 1, 3}  # places of four
            assert (infos["episode"]["l"][dones] == lengths[dones]).all()
            returns[dones], lengths[dones] = 0.0, 0


def test_a_seed_starts_the_same_games_and_none_goes_on() -> None:
    env, other = (make(find_game("sevens_v0"), 6, opponents="random") for _ in range(2))
    first, _ = env.reset(seed=5)
    second, _ = env.reset()
    assert not (first == second).all()
    assert (other.reset(seed=5)[0] == first).all() and (other.reset()[0] == second).all()
    assert not (other.reset(seed=6)[0] == first).all()
    assert (make(env.learners.game, 6).reset()[0] != make(env.learners.game, 6).reset()[0]).any()


def test_some_tables_can_be_reset() -> None:
    env = make(find_game("sevens_v0"), 4)
    before, _ = env.reset(seed=5)
    mask = np.array([False, True, False, True])
    after, infos = env.reset(options={"reset_mask": mask})
    assert ((before != after).any(axis=1) == mask).all()
    assert infos["action_mask"].any(axis=1).all()


def test_a_learner_keeps_its_seat_or_moves_on() -> None:
    game = find_game("sevens_v0")
    for seat in (None, 2):
        env = make(game, 6, seat=seat)
        env.reset(seed=1)
        for _ in range(60):
            before = env.learners.learner_seats.copy()
            _, _, dones, _, _ = env.step(first_legal(env))
            moved_on = (before + dones) % 4
            expected = moved_on if seat is None else np.full(6, seat)
            assert (env.learners.learner_seats == expected).all()


@every_game
def test_an_illegal_action_loses_its_game_alone(game: Game) -> None:
    env, same = (make(game, 4, **long_match(game)) for _ in range(2))
    env.reset(seed=2)
    same.reset(seed=2)
    for number, wrong in enumerate([-1, game.num_actions, None]):
        actions = first_legal(env)
        actions[1] = env.action_masks()[1].argmin() if wrong is None else wrong
        views = env.learners._tables.observations.copy()
        deals = env.learners.next_deal
        _, rewards, dones, _, infos = env.step(actions)
        assert dones.tolist() == [False, True, False, False]
        assert rewards[1] == pytest.approx(env.learners.options.lowest_points())
        assert (infos["final_obs"][1] == views[1]).all()
        assert env.learners.next_deal > deals and infos["action_mask"][1].any()
        if number == 0:  # the other tables play on as if nothing had happened
            same.step(first_legal(same))
            assert (env.learners.states[[0, 2, 3]] == same.learners.states[[0, 2, 3]]).all()


def test_a_spec_travels_and_makes_the_env_again() -> None:
    env = gymnasium.make_vec(
        "fudaba/Sevens-v0", num_envs=3, opponents={"random": 1, "greedy": 2}, pass_limit=0
    )
    again = gymnasium.make_vec(pickle.loads(pickle.dumps(env.spec)))
    assert again.num_envs == 3 and again.spec == env.spec
    assert (env.reset(seed=4)[0] == again.reset(seed=4)[0]).all()


def test_gymnasiums_own_vectors_take_the_single_env() -> None:
    env = gymnasium.make_vec(
        "fudaba/Sevens-v0", num_envs=3, vectorization_mode="sync", opponents="random"
    )
    _, infos = env.reset(seed=1)
    for _ in range(40):
        observations, *_, infos = env.step(infos["action_mask"].argmax(axis=1))
    assert observations.shape == (3, 943)


def test_render_shows_every_table() -> None:
    game = find_game("sevens_v0")
    env = make(game, 2, render_mode="ansi")
    for call in (env.render, lambda: env.step(np.zeros(2, int))):
        with pytest.raises(ResetNeeded, match="call reset before"):
            call()
    env.reset(seed=1)
    states, seats = env.learners.states, env.learners.learner_seats
    assert env.render() == tuple(
        game.text(state, int(seat)) for state, seat in zip(states, seats, strict=True)
    )
    assert make(game, 2).render_mode is None
