"""Many seats as one Gymnasium vector env."""

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import iterate
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from fudaba.adapters.single_agent import SeatEnv, SeatVectorEnv
from fudaba.envs import Game, UserError, find_game, gymnasium_id
from fudaba.testing.mixes import long_match

from ...evaluation.bots import FirstLegal
from ...spread import every_game
from .mirror import Mirror

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


@pytest.mark.diagonal
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
        views = list(iterate(env.observation_space, infos["final_obs"]))
        for view, done in zip(views, dones, strict=True):
            is_seen = (view["observation"] if masked else view).any()
            assert is_seen == done and (not done or env.single_observation_space.contains(view))
        for key in ("scores", "places", "length", "seat"):
            assert (final[f"_{key}"] == dones).all() and not final[key][~dones].any()
        learner = np.flatnonzero(dones), final["seat"][dones]
        assert (final["places"][learner] >= 1).all() and (final["length"][dones] > 0).all()


@pytest.mark.diagonal
@pytest.mark.parametrize("mode", ["NextStep", "Disabled"])
@every_game
def test_other_modes_play_the_same_games_with_a_step_between(game: Game, mode: str) -> None:
    same, other = make(game, 1, illegal="lose"), make(game, 1, autoreset_mode=mode)
    assert other.metadata["autoreset_mode"] is AutoresetMode(mode)
    seen, told = (env.reset(seed=3)[0] for env in (same, other))
    finished = 0
    while finished < 3:
        assert (seen == told).all() and (same.action_masks() == other.action_masks()).all()
        actions = first_legal(same)
        if finished == 1:  # lost by an illegal action
            actions[0] = -1
        seen, rewards, dones, _, infos = same.step(actions)
        told, earned, over, _, after = other.step(actions)
        assert (rewards, dones) == (earned, over)
        if not dones[0]:
            continue
        finished += 1
        assert (infos["final_obs"] == told).all() and not other.action_masks().any()
        for key in ("scores", "places", "length", "seat"):
            assert (infos["final_info"][key] == after[key]).all() and after[f"_{key}"].all()
        if mode == "Disabled":
            with pytest.raises(ResetNeeded, match="the game of table 0 is over"):
                other.step(actions)
            told, _ = other.reset(options={"reset_mask": dones})
        else:
            told, earned, over, _, after = other.step(np.array([-1]))
            assert (earned, over) == (0, False) and "scores" not in after


@every_game
def test_the_last_info_tells_what_every_seat_won(game: Game) -> None:
    for illegal in (False, True):
        env = SeatEnv(game.name, FirstLegal(), seat=0)
        _, info = env.reset(seed=2)
        over, total = False, 0.0
        while not over:
            assert "scores" not in info
            action = -1 if illegal else int(info["action_mask"].argmax())
            _, reward, over, _, info = env.step(action)
            total += reward
        count = env.options.num_players
        assert info["scores"][0] == pytest.approx(total) and info["seat"] == 0
        assert info["scores"].shape == info["places"].shape == (game.max_players,)
        assert info["places"][:count].sum() == count * (count + 1) / 2
        assert not info["places"][count:].any()
        order = np.argsort(-info["scores"][:count], kind="stable")
        assert (np.diff(info["places"][:count][order]) >= 0).all()


def test_a_list_has_a_seed_for_each_table() -> None:
    game = find_game("sevens_v0")
    env, alone = make(game, 3, seat=1), SeatEnv(game.name, FirstLegal(), seat=1)
    for _ in range(2):
        first, _ = env.reset(seed=[5, 7, 5])
        for view, seed in zip(first, (5, 7, 5), strict=True):
            assert (view == alone.reset(seed=seed)[0]).all()
        for _ in range(60):
            observations, *_ = env.step(first_legal(env))
            assert (observations[0] == observations[2]).all()
    with pytest.raises(UserError, match="seed can't be a list of 2; allowed: one for each of 3"):
        env.reset(seed=[1, 2])
    with pytest.raises(UserError, match="seed can't be -1"):
        env.reset(seed=[1, -1, 2])


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
