"""Self-play as a VecEnv: whose view, whose reward, which opponents."""

from typing import Any

import numpy as np
import pytest
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import VecEnv, VecMonitor

from fudaba.adapters.single_agent import OpponentPool
from fudaba.agents.uniform import UniformAgent
from fudaba.envs import UserError
from fudaba.envs.core.scene.render import draw_scene
from fudaba.training.selfplay import SelfPlayVecEnv

from ..adapters.single_agent.mirror import Mirror
from ..evaluation.bots import FirstLegal, LastLegal
from .tiny import GAME

TWO = {"num_players": 2}
VARIANTS = [
    {},
    TWO,
    {"num_players": 8, "pass_limit": 0},
    {"jokers": 2, "joker_recovery": "own_turn", "joker_last": "last_place"},
]


def make_env(
    num_tables: int, options: dict[str, Any], pool: OpponentPool | None = None, **more: Any
) -> SelfPlayVecEnv:
    pool = pool or OpponentPool([FirstLegal()], [1.0])
    house_rules = GAME.options.read(GAME.name, options)
    return SelfPlayVecEnv(GAME, house_rules, num_tables, pool, **more)


def random_actions(env: SelfPlayVecEnv, rng: np.random.Generator) -> np.ndarray:
    masks = env.action_masks()
    return UniformAgent().act(masks, masks, rng)


@pytest.mark.parametrize("options", VARIANTS)
def test_a_table_plays_the_learners_side_of_whole_games(options: dict[str, Any]) -> None:
    env, rng = make_env(1, options, seed=3), np.random.default_rng(0)
    observation = env.reset()
    for _ in range(12):
        mirror = Mirror(
            GAME, options, 3, env.learners.next_deal - 1, int(env.learners.learner_seats[0])
        )
        rewards: list[float] = []
        while True:
            assert (observation == mirror.tables.observations).all()
            assert (env.action_masks() == mirror.tables.action_masks).all()
            action = random_actions(env, rng)
            observation, reward, done, infos = env.step(action)
            rewards.append(float(reward[0]))
            assert rewards[-1] == pytest.approx(mirror.step(int(action[0])))
            assert bool(done[0]) == mirror.is_over
            if done[0]:
                break
            assert infos == [{}]
        assert sum(rewards) == pytest.approx(mirror.points)
        assert infos[0]["episode"] == {
            "r": pytest.approx(mirror.points), "l": len(rewards), "t": 0.0,
        }  # fmt: skip
        last = mirror.tables.observe(np.array([0]), np.array([mirror.seat]))[0]
        assert (infos[0]["terminal_observation"] == last).all()
        assert infos[0]["TimeLimit.truncated"] is False


def test_the_learner_sees_its_own_decisions_only() -> None:
    env, rng = make_env(40, {}), np.random.default_rng(0)
    observations = env.reset()
    for _ in range(60):
        assert env.observation_space.contains(observations[0])
        views = observations.view(GAME.view_dtype)
        assert (views["on_turn"][..., 0] == 1).all()
        assert (env.action_masks().sum(axis=1) >= 1).all()
        observations, rewards, dones, infos = env.step(random_actions(env, rng))
        assert observations.shape == (40, GAME.observation_size) and observations.dtype == np.int8
        assert rewards.shape == (40,) and rewards.dtype == np.float32
        assert dones.shape == (40,) and dones.dtype == bool
        assert [bool(info) for info in infos] == dones.tolist()


def test_what_step_returned_is_not_changed_by_the_next_step() -> None:
    env, rng = make_env(8, TWO), np.random.default_rng(0)
    env.reset()
    observations, rewards, dones, _ = env.step(random_actions(env, rng))
    masks = env.action_masks()
    kept = [array.copy() for array in (observations, rewards, dones, masks)]
    env.step(random_actions(env, rng))
    for array, copy in zip((observations, rewards, dones, masks), kept, strict=True):
        assert (array == copy).all()


def test_every_game_is_another_deal() -> None:
    env, rng = make_env(6, {}, first_deal=100), np.random.default_rng(0)
    assert env.learners.next_deal == 100
    env.reset()
    assert env.learners.next_deal == 106
    for _ in range(50):
        before = env.learners.next_deal
        _, _, dones, _ = env.step(random_actions(env, rng))
        assert env.learners.next_deal == before + dones.sum()
    assert env.learners.next_deal > 112


class Counter(FirstLegal):
    """Counts its decisions."""

    def __init__(self) -> None:
        super().__init__()
        self.decisions = 0

    def act(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        self.decisions += len(masks)
        return super().act(observations, masks, rng)


def test_opponents_are_drawn_by_weight() -> None:
    agents = [Counter(), Counter(), Counter()]
    env = make_env(100, {}, OpponentPool(agents, [6, 2, 0]))
    rng = np.random.default_rng(0)
    env.reset()
    for _ in range(60):
        env.step(random_actions(env, rng))
    often, seldom, never = (agent.decisions for agent in agents)
    assert never == 0 and often + seldom > 10_000
    assert often / (often + seldom) == pytest.approx(0.75, abs=0.04)


class Witness(FirstLegal):
    """Notes at which tables it was asked."""

    def __init__(self, env: SelfPlayVecEnv) -> None:
        super().__init__()
        self.env = env
        self.tables: set[int] = set()

    def act(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        for observation in observations:
            same = (self.env.learners._tables.observations == observation).all(axis=1)
            self.tables |= set(np.flatnonzero(same).tolist())
        return super().act(observations, masks, rng)


def test_a_new_pool_plays_new_games_and_the_old_agents_end_theirs() -> None:
    env, rng = make_env(10, TWO), np.random.default_rng(0)
    env.reset()
    witnesses: list[Witness] = []
    playing = np.full(10, -1)  # which witness sits at each table; -1 for the first pool
    for number in range(80):
        witnesses.append(Witness(env))
        env.learners.pool = OpponentPool([UniformAgent(), witnesses[-1]], [0, 1])
        before = playing.copy()
        _, _, dones, _ = env.step(random_actions(env, rng))
        playing[dones] = number
        for index, witness in enumerate(witnesses):
            assert witness.tables <= set(np.flatnonzero((before == index) | (playing == index)))
            witness.tables.clear()
        assert len(env.learners._agents) <= 2 * (10 + 2)
    assert len(set(playing)) > 5
    assert sum(witness.calls for witness in witnesses) > 80


def test_the_same_seed_plays_the_same_games() -> None:
    def stream(**seeds: int) -> list[np.ndarray]:
        env = make_env(12, {}, OpponentPool([UniformAgent(), LastLegal()], [1, 1]), **seeds)
        rng, seen = np.random.default_rng(0), [env.reset()]
        for _ in range(40):
            observations, rewards, *_ = env.step(random_actions(env, rng))
            seen += [observations, rewards]
        return seen

    def same(one: list[np.ndarray], other: list[np.ndarray]) -> bool:
        return all((a == b).all() for a, b in zip(one, other, strict=True))

    assert same(stream(seed=5), stream(seed=5))
    assert not same(stream(seed=5), stream(seed=6))
    assert not same(stream(seed=5), stream(seed=5, first_deal=12))


# What stable-baselines3 asks of a VecEnv


def test_the_contract_of_stable_baselines3() -> None:
    env = make_env(5, {})
    env.reset()
    assert isinstance(env, VecEnv) and env.num_envs == 5
    assert env.action_space.n == GAME.num_actions
    assert is_masking_supported(env)
    masks = get_action_masks(env)
    assert masks.shape == (5, GAME.num_actions) and (masks == env.action_masks()).all()
    some = env.env_method("action_masks", indices=[3, 1])
    assert (np.stack(some) == masks[[3, 1]]).all()
    assert len(env.env_method("action_masks", indices=2)) == 1
    assert env.has_attr("learners") and not env.has_attr("nonsense")
    assert env.get_attr("render_mode") == [None] * 5
    assert env.get_attr("num_envs", indices=[0, 4]) == [5, 5]
    assert env.env_is_wrapped(VecMonitor) == [False] * 5
    with pytest.raises(AttributeError, match="allowed: action_masks"):
        env.env_method("nonsense")
    with pytest.raises(AttributeError, match="no attributes of their own"):
        env.set_attr("pool", None)
    env.close()


def test_a_seed_starts_its_games_anew_at_the_next_reset() -> None:
    env, same = make_env(4, {}, seed=1), make_env(4, {}, seed=9)
    env.seed(9)
    assert (env.reset() == same.reset()).all()
    assert (env.reset() == same.reset()).all() and env.learners.next_deal == 8  # it counts once


def test_pictures_are_of_what_the_learner_sees() -> None:
    house_rules = GAME.options.read(GAME.name, {})
    pool = OpponentPool([FirstLegal()], [1.0])
    env = SelfPlayVecEnv(GAME, house_rules, 3, pool, render_mode="rgb_array")
    assert env.metadata["render_modes"] == ["human", "rgb_array"]
    env.reset()
    seats = env.learners.learner_seats
    for image, state, seat in zip(env.get_images(), env.learners.states, seats, strict=True):
        assert (image == draw_scene(GAME.scene(state, int(seat)))).all()
    tiled = env.render()
    assert tiled is not None and tiled.shape == (2 * 600, 2 * 900, 3)
    assert make_env(2, {}).get_images() == [None, None]
    with pytest.raises(UserError, match="render_mode can't be 'ansi'; allowed: None, rgb_array"):
        SelfPlayVecEnv(GAME, house_rules, 1, pool, render_mode="ansi")


def test_the_monitor_of_stable_baselines3_counts_the_same_rewards() -> None:
    env = VecMonitor(make_env(5, TWO))
    plain, rng = env.venv, np.random.default_rng(0)
    env.reset()
    returns = np.zeros(5)
    for _ in range(40):
        _, rewards, dones, infos = env.step(random_actions(plain, rng))
        returns += rewards
        for table in np.flatnonzero(dones):
            assert infos[table]["episode"]["r"] == pytest.approx(returns[table])
        returns[dones] = 0.0


def test_a_step_before_reset_asks_for_it() -> None:
    with pytest.raises(UserError, match=r"^no game is under way: call start, or a vector env"):
        make_env(2, {}).step(np.zeros(2, np.int64))
