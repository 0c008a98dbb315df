"""Compares the interfaces to a game by learner decisions per second: `python -m benchmarks.doors`.

It writes `docs/figures/doors.json`, of one game; `python -m benchmarks.doors seki` prints another.

The first row is a wrapper that a user would write around the PettingZoo env. The ratios are to that
row within the same round, so that a change of the machine's speed cancels out.
"""

import statistics
from typing import Annotated, Any

import gymnasium
import numpy as np
import tyro
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import VecEnv

from fudaba.agents.uniform import UniformAgent
from fudaba.envs import gymnasium_id, make
from fudaba.evaluation.asking import read_game

from . import figures as written
from .measure import ROUNDS, Run, figures, markdown_table, rates_in_turns, timed

ENVS_BY_HAND, NATIVE_TABLES = 8, 256
SHOWN = "sevens_v0"
HEADINGS = ("learner decisions per second of processor time", "rate", "ratio to the first row")


class OneSeat(gymnasium.Env[np.ndarray, int]):
    """A learner among random players, on the PettingZoo env with its wrapper."""

    def __init__(self, game: str) -> None:
        """Makes the table."""
        self.table = make(game)
        self.observation_space = self.table.observation_space("player_0")["observation"]
        self.action_space = self.table.action_space("player_0")

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """Starts a game, and another one if it ends before the learner's first decision."""
        super().reset(seed=seed)
        self.table.reset(seed=seed)
        self.learner = self.np_random.choice(self.table.possible_agents)
        observation, _, over, _, info = self._wait()
        return self.reset() if over else (observation, info)

    def step(self, action: int) -> Any:
        """Carries out the learner's action, and those of the others."""
        self.table.step(action)
        return self._wait()

    def _wait(self) -> Any:
        for player in self.table.agent_iter():
            observation, reward, terminated, truncated, info = self.table.last()
            self._mask = observation["action_mask"]
            if player == self.learner:
                return observation["observation"], reward, terminated, truncated, info
            legal = np.flatnonzero(self._mask)
            self.table.step(None if terminated else self.np_random.choice(legal))
        raise RuntimeError("a game has ended without its learner")

    def action_masks(self) -> np.ndarray:
        """Returns the learner's action mask."""
        return np.asarray(self._mask)


def in_vec_env(env: VecEnv, steps: int) -> Run:
    """Returns a function that plays at random in a VecEnv of stable-baselines3."""
    agent, rng = UniformAgent(), np.random.default_rng(0)
    env.reset()

    def run() -> int:
        for _ in range(steps):
            masks = np.stack(env.env_method("action_masks"))
            env.step(agent.act(masks, masks, rng))
        return steps * env.num_envs

    return run


def in_vector_env(env: Any, steps: int) -> Run:
    """Returns a function that plays at random in a vector env of Gymnasium."""
    agent, rng = UniformAgent(), np.random.default_rng(0)
    env.reset(seed=0)
    masks = env.unwrapped.action_masks()

    def run() -> int:
        nonlocal masks
        for _ in range(steps):
            *_, infos = env.step(agent.act(masks, masks, rng))
            masks = infos["action_mask"]
        return steps * env.num_envs

    return run


def doors(name: str) -> dict[str, Run]:
    """Returns the interfaces to one game, with random players in the other seats."""
    door, among = gymnasium_id(name), {"opponents": "random"}
    by_hand = make_vec_env(OneSeat, ENVS_BY_HAND, env_kwargs={"game": name})
    by_id = make_vec_env(door, ENVS_BY_HAND, env_kwargs=among)
    native = gymnasium.make_vec(door, NATIVE_TABLES, "vector_entry_point", **among)
    return {
        "PettingZoo by hand in DummyVecEnv(8)": in_vec_env(by_hand, 100),
        "gymnasium.make in DummyVecEnv(8)": in_vec_env(by_id, 400),
        "make_vec, 256 tables, with episode statistics": in_vector_env(
            RecordEpisodeStatistics(native), 40
        ),
    }


def rows_of(name: str) -> list[list[str]]:
    """Measures the interfaces to one game and returns the rows of their table."""
    rates = rates_in_turns(timed(doors(name)))
    base = next(iter(rates.values()))
    rows = []
    for interface, values in rates.items():
        ratio = statistics.median(value / other for value, other in zip(values, base, strict=True))
        rows.append([interface, figures(statistics.median(values)), f"{ratio:.1f}"])
    return rows


def main(games: Annotated[tuple[str, ...], tyro.conf.Positional] = ()) -> None:
    """Measures, and prints or writes a table.

    Args:
        games: The games to measure and print; without them one is measured and written.
    """
    for name in [read_game(word).name for word in games]:
        print(markdown_table([name, *HEADINGS[1:]], rows_of(name)), end="\n\n")
    if not games:
        players = f"Random players in {SHOWN}; medians of {ROUNDS} rounds in turns"
        written.write("doors", HEADINGS, rows_of(SHOWN), players)


if __name__ == "__main__":
    tyro.cli(main)
