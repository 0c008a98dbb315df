"""One seat as a Gymnasium env: whose view, whose reward, and what Gymnasium and SB3 ask of it."""

import copy
import pickle
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.seeding import np_random
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common import env_checker as stable_baselines3_checker
from stable_baselines3.common.env_util import make_vec_env

from fudaba.adapters.single_agent import OpponentPool, SeatEnv, SeatVectorEnv
from fudaba.agents import make_agent
from fudaba.envs import Game, IllegalActionError, UserError, find_game, gymnasium_id
from fudaba.envs.core.scene.render import draw_scene
from fudaba.testing.mixes import long_match

from ...evaluation.bots import Cheat, FirstLegal
from ...spread import every_game, few_mixes
from .mirror import Mirror

with_and_without_mask = pytest.mark.parametrize("masked", [False, True])


def make(game: Game, **settings: Any) -> SeatEnv:
    """The bare env among FirstLegal players, or among others."""
    return SeatEnv(game.name, **{"opponents": FirstLegal(), **settings})


def first_legal(env: SeatEnv) -> int:
    return int(env.action_masks().argmax())


def illegal_id(env: SeatEnv) -> int:
    return int(env.action_masks().argmin())


def play_out(env: SeatEnv) -> float:
    """Plays the first legal actions to the end; returns the sum of the rewards."""
    total, over = 0.0, False
    while not over:
        _, reward, over, _, _ = env.step(first_legal(env))
        total += reward
    return total


# What others check


@pytest.mark.diagonal
@with_and_without_mask
@every_game
def test_the_checkers_of_gymnasium_and_stable_baselines3_find_nothing(
    game: Game, masked: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    for mode in (None, "ansi", "human", "rgb_array"):
        env = gymnasium.make(
            gymnasium_id(game.name), mask_in_observation=masked, opponents="random",
            render_mode=mode,
        )  # fmt: skip
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check_env(env.unwrapped)
            if mode is None:
                stable_baselines3_checker.check_env(env)


@every_game
def test_stable_baselines3_takes_it_by_its_id(game: Game) -> None:
    tables = make_vec_env(gymnasium_id(game.name), n_envs=2, env_kwargs={"opponents": "random"})
    assert is_masking_supported(tables)
    tables.reset()
    for _ in range(50):
        observations, _, dones, infos = tables.step(get_action_masks(tables).argmax(axis=1))
        for done, info in zip(dones, infos, strict=True):
            assert ("terminal_observation" in info) == done
    assert observations.dtype == game.observation_dtype


# Gymnasium's registry


def test_one_string_is_enough_in_a_fresh_process() -> None:
    script = (
        "import gymnasium\n"
        "env = gymnasium.make('fudaba.envs:fudaba/Sevens-v0', opponents='random', num_players=3)\n"
        "observation, info = env.reset(seed=1)\n"
        "print(env.spec.id, observation.shape, int(info['action_mask'].sum()) > 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "fudaba/Sevens-v0 (943,) True\n"), done.stderr


@every_game
def test_a_spec_travels_and_makes_the_env_again(game: Game) -> None:
    shares = {"random": 0.25, "greedy": 0.75}
    env = gymnasium.make(gymnasium_id(game.name), opponents=shares, seat=1, num_players=3)
    assert env.spec is not None
    again: Any = gymnasium.make(pickle.loads(pickle.dumps(env.spec))).unwrapped
    assert (again.game, again.options) == (game, env.unwrapped.options)
    assert again.pool.weights.tolist() == [0.25, 0.75]
    views = [table.reset(seed=5)[0] for table in (env, again)]
    assert (views[0] == views[1]).all() and again.seat == 1


@every_game
def test_no_house_rule_has_the_name_of_a_setting(game: Game) -> None:
    settings = {"game", "opponents", "seat", "mask_in_observation", "illegal", "render_mode"}
    settings |= {"num_envs", "id", "max_episode_steps", "disable_env_checker"}
    settings |= {"vectorization_mode", "vector_kwargs", "wrappers"}
    assert not settings & set(game.options.model_fields)


# Whose view, whose reward


@every_game
def test_a_game_is_the_learners_side_of_it(game: Game) -> None:
    for number, options in enumerate(few_mixes(game, 3)):
        env = make(game, **options)
        for seed in range(3):
            observation, info = env.reset(seed=seed)
            first_seat = int(np_random(seed)[0].integers(env.options.num_players))
            mirror = Mirror(game, options, seed, 0, first_seat)
            if mirror.is_over:  # a game without a decision of the learner was followed by another
                continue
            assert env.seat == first_seat
            rng, over = np.random.default_rng(number), False
            while not over:
                assert (observation == mirror.view).all()
                assert (info["action_mask"] == mirror.tables.action_masks[0]).all()
                action = int(rng.choice(np.flatnonzero(info["action_mask"])))
                observation, reward, over, truncated, info = env.step(action)
                assert type(reward) is float and type(over) is bool and truncated is False
                assert reward == pytest.approx(mirror.step(action))
                assert over == mirror.is_over
            assert (observation == mirror.view).all()
            assert not info["action_mask"].any() and not env.action_masks().any()


def test_a_game_without_a_decision_of_the_learner_is_followed_by_another() -> None:
    options = {"num_players": 8, "pass_limit": 0}
    env, skipped = make(find_game("sevens_v0"), **options), 0
    for seed in range(40):
        env.reset(seed=seed)
        assert env.action_masks().any()
        skipped += Mirror(env.game, options, seed, 0, env.seat).is_over
    assert skipped > 0


@every_game
def test_the_same_seed_deals_the_same_game_and_another_seat_each_game(game: Game) -> None:
    env = make(game, opponents={"random": 1, "greedy": 1})

    def games(seed: int) -> list[tuple[int, bytes, float]]:
        seen = []
        for number in range(6):
            observation, _ = env.reset(seed=seed if number == 0 else None)
            seen.append((env.seat, observation.tobytes(), play_out(env)))
        return seen

    one, again, other = games(1), games(1), games(2)
    assert one == again != other
    assert len({view for _, view, _ in one}) == 6
    assert len({env.reset(seed=seed) and env.seat for seed in range(40)}) == env.options.num_players
    fixed = make(game, seat=2)
    assert {fixed.reset(seed=seed) and fixed.seat for seed in range(10)} == {2}


@pytest.mark.diagonal
@with_and_without_mask
@every_game
def test_what_is_returned_is_new_and_lies_in_the_space(game: Game, masked: bool) -> None:
    env = make(game, mask_in_observation=masked, **long_match(game))
    observation, info = env.reset(seed=3)
    for _ in range(3):
        assert env.observation_space.contains(observation)
        arrays = [info["action_mask"], *(observation.values() if masked else [observation])]
        if masked:
            assert (observation["action_mask"] == info["action_mask"]).all()
        action = first_legal(env)
        for array in arrays:
            array[:] = 1
        observation, _, over, _, info = env.step(action)
        assert not over
        fresh = [info["action_mask"], *(observation.values() if masked else [observation])]
        assert not any(np.shares_memory(a, b) for a in arrays for b in fresh)
        assert not any((array == 1).all() for array in fresh)


@every_game
def test_a_copy_is_whole_and_its_own(game: Game) -> None:
    env = make(game, opponents={"random": 1, "greedy": 1}, **long_match(game))
    env.reset(seed=3)
    env.step(first_legal(env))
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    before = env._batch.states.tobytes()
    results = [play_out(table) for table in copies]
    assert env._batch.states.tobytes() == before
    assert results == [play_out(env)] * 2


# Opponents


@every_game
def test_opponents_are_words_shares_agents_or_a_pool(game: Game) -> None:
    options = game.options()
    search = make_agent("montecarlo:budget=2", game, options)
    pool = OpponentPool([FirstLegal()], [1.0])
    for opponents in ("random", {"random": 3, "greedy": 1}, FirstLegal(), search, pool):
        env = make(game, opponents=opponents)
        env.reset(seed=1)
        assert np.isfinite(play_out(env))
    assert env.pool is pool
    asked = FirstLegal()
    env = make(game, opponents=asked, **long_match(game))
    env.reset(seed=1)
    play_out(env)
    assert asked.calls > 3


def test_an_opponent_that_breaks_the_rules_is_named_by_what_it_did() -> None:
    env = make(find_game("sevens_v0"), opponents=Cheat(), seat=1)
    with pytest.raises(IllegalActionError, match=r"is not legal for player_\d: .*SEV-"):
        for seed in range(9):
            env.reset(seed=seed)


# Illegal actions


@every_game
def test_an_illegal_action_loses_the_game(game: Game) -> None:
    for number, options in enumerate(few_mixes(game, 4)):
        env = make(game, **options)
        env.reset(seed=number)
        for illegal in (-1, game.num_actions, None):
            env.reset()
            total = 0.0
            for _ in range(number % 3):
                _, reward, over, _, _ = env.step(first_legal(env))
                total += reward
                if over:
                    break
            else:
                wrong = illegal_id(env) if illegal is None else illegal
                _, reward, over, truncated, info = env.step(wrong)
                assert over and not truncated and not info["action_mask"].any()
                assert total + reward == pytest.approx(env.options.lowest_points())
                with pytest.raises(ResetNeeded, match="no game is under way"):
                    env.step(0)


def test_points_that_were_won_before_are_lost_too() -> None:
    game = find_game("seki_v0")
    env = make(game, num_games=3, seat=0)
    many = SeatVectorEnv(game.name, 1, FirstLegal(), num_games=3, seat=0)
    env.reset(seed=1)
    many.reset(seed=1)
    total = 0.0
    while total == 0.0:
        action = first_legal(env)
        total += env.step(action)[1]
        many.step(np.array([action]))
    last = [env.step(-1)[1], many.step(np.array([-1]))[1][0]]
    assert [total + reward for reward in last] == pytest.approx([-9.0, -9.0])


@every_game
def test_an_illegal_action_raises_where_it_shall(game: Game) -> None:
    env = make(game, illegal="raise")
    env.reset(seed=1)
    before = env._batch.states.tobytes()
    with pytest.raises(IllegalActionError, match=r"is not legal for player_\d"):
        env.step(illegal_id(env))
    with pytest.raises(IllegalActionError, match="has no action -1"):
        env.step(-1)
    assert env._batch.states.tobytes() == before
    env.step(first_legal(env))


# Pictures, and what is refused


@every_game
def test_render_shows_what_the_learner_sees(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    for mode in (None, "ansi", "human", "rgb_array"):
        env = make(game, render_mode=mode)
        with pytest.raises(ResetNeeded, match="call reset before render"):
            env.render()
        env.reset(seed=2)
        shown, printed = env.render(), capsys.readouterr().out
        state = env._batch.states[0]
        if mode == "rgb_array":
            assert (shown == draw_scene(game.scene(state, env.seat))).all()
        else:
            text = game.text(state, env.seat)
            assert shown == (text if mode == "ansi" else None)
            assert printed == (f"{text}\n" if mode == "human" else "")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"opponents": "clever"}, "no agent 'clever'; allowed: random, greedy"),
        ({"seat": 4}, "seat can't be 4; allowed: whole numbers 0 to 3"),
        ({"render_mode": "svg"}, "render_mode can't be 'svg'; allowed: None, ansi"),
        ({"colour": "red"}, "no option 'colour'"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    for make_it in (gymnasium.make, gymnasium.make_vec):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Gymnasium's own, of a mode that it does not know
            with pytest.raises(UserError, match=message):
                make_it("fudaba/Sevens-v0", **settings)


def test_a_step_before_reset_asks_for_it_and_the_largest_seed_is_taken() -> None:
    env = make(find_game("sevens_v0"))
    with pytest.raises(ResetNeeded, match="call reset before step"):
        env.step(0)
    env.reset(seed=2**64 - 1)
