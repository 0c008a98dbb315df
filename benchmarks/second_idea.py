"""Trains with and without past selves as opponents: python -m benchmarks.second_idea.

The recipe of `fudaba train` is compared with itself plus past selves (fictitious self-play). Where
the learner is alone, copies of earlier networks have half of the other seats, and the agents of the
configuration the rest. Both arms of a seed begin with the same network, which has learned from
playouts, and have the same processor time. Then they play paired deals: among greedy players, among
searches, searches among them, and each alone among copies of the other.

Policies and results of matches lie in a folder for each game and seed. What is there is neither
trained nor played again.
"""

import json
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import torch
import tyro
from stable_baselines3.common.logger import Logger

from fudaba.adapters.single_agent import OpponentPool
from fudaba.agents import Agent, make_agent
from fudaba.agents.policy import CARD_FILE, PolicyAgent, read_card
from fudaba.common.files import write_whole
from fudaba.envs import Game, Options
from fudaba.evaluation.match import LineUp, play_match
from fudaba.evaluation.report import numbers
from fudaba.evaluation.statistics import Interval, clustered_difference, clustered_mean
from fudaba.training.config import PPOTraining, read_config
from fudaba.training.ppo.learner import TablePPO

DEALS_SEED = 1_000_099  # of deals that no training and no evaluation plays
SHARE = 0.5  # of the seats of opponents
ROLLOUTS_BETWEEN, KEPT = 2, 6  # past selves
SEARCH = "montecarlo:budget=64"
RECIPE, SELVES, OTHER = 0, 1, 2  # the agents of a match
ARMS = ("recipe", "past_selves")
Pair = tuple[LineUp, LineUp]  # one line-up for each arm
GUESTS: Pair = ((RECIPE, OTHER, OTHER, OTHER), (SELVES, OTHER, OTHER, OTHER))
HOSTS: Pair = ((OTHER, RECIPE, RECIPE, RECIPE), (OTHER, SELVES, SELVES, SELVES))
RIVALS: Pair = ((RECIPE, SELVES, SELVES, SELVES), (SELVES, RECIPE, RECIPE, RECIPE))
MATCHES: dict[str, tuple[Pair, str]] = {
    "alone among three greedy": (GUESTS, "greedy"),
    "alone among three of the other": (RIVALS, "greedy"),
    "alone among three searches": (GUESTS, SEARCH),
    "the search alone among three of it": (HOSTS, SEARCH),
}
RESULTS = "matches.json"
HEAD = """| game | seed | measure | the recipe | with past selves | difference |
|---|---:|---|---:|---:|---:|"""


class PastSelves:
    """Seats copies of earlier networks of a learner among its opponents."""

    def __init__(self, learner: TablePPO) -> None:
        """Begins with the opponents of the learner's tables and without past selves."""
        self._tables, self._export = learner.tables, learner.export
        self._configured = learner.tables.pool
        self._selves: deque[Agent] = deque(maxlen=KEPT)
        self._rollouts = 0

    def __call__(self) -> None:
        """Takes a copy of the network before every second rollout, the first included."""
        if self._rollouts % ROLLOUTS_BETWEEN == 0:
            self._selves.append(self._export())
            agents = [*self._configured.agents, *self._selves]
            past = np.full(len(self._selves), SHARE / len(self._selves))
            weights = [*((1.0 - SHARE) * self._configured.weights), *past]
            self._tables.pool = OpponentPool(agents, weights)
        self._rollouts += 1


def train_in_turns(
    learners: Sequence[TablePPO],
    before_rollouts: Sequence[Callable[[], None]],
    seed: int,
    seconds: float,
    clock: Callable[[], float] = time.process_time,
) -> list[float]:
    """Trains learners for the same processor time, each to the end of its last rollout.

    The learner that has used the least time is next, so all meet the same load of the machine.

    Args:
        learners: The learners.
        before_rollouts: Called before each rollout of the learner in the same place.
        seed: Of the deals.
        seconds: The processor time of each learner.
        clock: Returns the processor time so far.

    Returns:
        The processor time that each learner took.
    """
    for learner in learners:
        learner.set_logger(Logger(None, []))
        learner.begin(seed, 0)
    used = [0.0] * len(learners)
    while min(used) < seconds:
        turn = used.index(min(used))
        start = clock() - used[turn]
        before_rollouts[turn]()
        learners[turn].collect()
        learners[turn].learn_from_rollout(min(1.0, (clock() - start) / seconds))
        used[turn] = clock() - start
    return used


def train_both(config: PPOTraining, seconds: float, folder: Path) -> None:
    """Trains both arms and saves their policies in the folder."""
    arms = [TablePPO.of(config), TablePPO.of(config)]
    arms[RECIPE].prepare()
    arms[SELVES].policy.load_state_dict(arms[RECIPE].policy.state_dict())
    arms[SELVES].reward_scale = arms[RECIPE].reward_scale
    before_rollouts: list[Callable[[], None]] = [lambda: None, PastSelves(arms[SELVES])]
    for learner, before_rollout in zip(arms, before_rollouts, strict=True):
        _compile(learner, before_rollout, config.seed)
    used = train_in_turns(arms, before_rollouts, config.seed, seconds)
    for name, learner, taken in zip(ARMS, arms, used, strict=True):
        notes = {"steps": learner.steps, "seconds": taken}
        tables = learner.tables
        learner.export().save(folder / name, tables.game, tables.options, notes)


def _compile(learner: TablePPO, before_rollout: Callable[[], None], seed: int) -> None:
    """Plays a rollout and forgets it, so that no run is charged for compiling."""
    before_rollout()
    learner.begin(seed, 0)
    learner.collect()
    learner.steps = 0


def compared(
    game: Game, rules: Options, agents: Sequence[Agent], pair: Pair, deals: int
) -> list[Interval]:
    """Returns the mean rewards of the agent that is alone in each of two line-ups.

    Args:
        game: The game.
        rules: Its house rules.
        agents: The policies of both arms, and the other agent.
        pair: The line-ups.
        deals: The number of deals, each played from every seat.

    Returns:
        The mean rewards in the first and in the second line-up, and second minus first, paired.
    """
    played = play_match(game, rules, agents, pair, deals, DEALS_SEED)
    found: list[tuple[np.ndarray, np.ndarray]] = []
    for number, line_up in enumerate(pair):
        games = played.line_ups == number
        is_alone = played.seating[games] == line_up[0]
        found.append((played.points[games][is_alone], played.deals[games]))
    first, second = found
    return [clustered_mean(*first), clustered_mean(*second), clustered_difference(*second, *first)]


def main(
    games: Annotated[tuple[str, ...], tyro.conf.Positional] = ("niekhi", "tyrant", "seki"),
    seeds: tuple[int, ...] = (0, 1, 2),
    seconds: float = 150.0,
    positions: int = 100_000,
    deals: int = 2000,
    search_deals: int = 100,
    output: Path = Path("runs/second_idea"),
) -> None:
    """Trains and plays what is missing, and prints the table.

    Args:
        games: Names of games with a packaged configuration.
        seeds: The seeds; each trains both arms in each game.
        seconds: Processor time of PPO in each run.
        positions: The positions that are played out before, once for both arms.
        deals: Deals of each match without a search, each played from every seat.
        search_deals: Deals of each match with a search; 0 for no such match.
        output: The folder.
    """
    torch.set_num_threads(1)
    configs = {(name, seed): _config(name, seed, positions) for seed in seeds for name in games}
    folders = {run: output / run[0] / str(run[1]) for run in configs}
    for run, config in configs.items():
        if not all((folders[run] / arm / CARD_FILE).exists() for arm in ARMS):
            train_both(config, seconds, folders[run])
        _play_missing(config, folders[run], deals, search_deals)
    print(HEAD)
    for name, seed in sorted(configs, key=lambda run: (games.index(run[0]), run[1])):
        print("\n".join(_lines(f"| {name} | {seed} ", folders[name, seed])))


def _config(name: str, seed: int, positions: int) -> PPOTraining:
    """Returns the packaged configuration with a seed, one thread, and its number of positions."""
    packaged = read_config(f"{name}/ppo")
    assert isinstance(packaged, PPOTraining)
    warm_start = packaged.warm_start.model_copy(update={"decisions": positions})
    return packaged.model_copy(update={"seed": seed, "threads": 1, "warm_start": warm_start})


def _play_missing(config: PPOTraining, folder: Path, deals: int, search_deals: int) -> None:
    """Plays the matches whose results are missing in a folder, and keeps each result."""
    game, rules = config.the_game, config.house_rules
    policies = [PolicyAgent.load(folder / arm, game, rules) for arm in ARMS]
    results = _results(folder)
    for name, (pair, word) in MATCHES.items():
        count = search_deals if word == SEARCH else deals
        if name not in results and count:
            agents = [*policies, make_agent(word, game, rules)]
            found = compared(game, rules, agents, pair, count)
            results[name] = [[one.mean, one.low, one.high] for one in found]
            write_whole(folder / RESULTS, json.dumps(results).encode())


def _results(folder: Path) -> dict[str, list[list[float]]]:
    """Returns the results of the matches in a folder, three intervals each, by the match's name."""
    path = folder / RESULTS
    kept: dict[str, list[list[float]]] = json.loads(path.read_text()) if path.exists() else {}
    return kept


def _lines(place: str, folder: Path) -> list[str]:
    """Returns the rows of the table of a game and a seed."""
    notes = [read_card(folder / arm).training for arm in ARMS]
    seconds = " | ".join(f"{run['seconds']:.0f}" for run in notes)
    steps = " | ".join(f"{run['steps']:,}" for run in notes)
    lines = [f"{place}| processor seconds | {seconds} | |", f"{place}| decisions | {steps} | |"]
    for name, found in _results(folder).items():
        lines.append(f"{place}| {name} | {' | '.join(_cell(Interval(*one)) for one in found)} |")
    return lines


def _cell(interval: Interval) -> str:
    return f"{numbers.estimate(interval, numbers.reward)} ± {interval.high - interval.mean:.3f}"


if __name__ == "__main__":
    tyro.cli(main)
