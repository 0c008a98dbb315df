"""Measures what a training can hand out to a cluster: the table of docs/training.md.

`python -m benchmarks.cluster_training` writes `docs/figures/cluster_training.json`. It measures the
processor time of each part of packaged configurations on one thread, up to `total_steps`, and
predicts from it the time with a cluster: the learner's own parts stay as they are, and processors
share the chunks of the others, one match or batch of positions after another.
"""

import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

import tyro
from stable_baselines3.common.logger import Logger

from fudaba.agents import Agent, repeatable_agent
from fudaba.evaluation.match import (
    CHUNK_DEALS,
    Item,
    LocalExecutor,
    MatchRunner,
    Result,
    reward_against,
)
from fudaba.training.config import PPOTraining, check_config, read_config
from fudaba.training.criterion import chunk_deals
from fudaba.training.ppo.learner import TablePPO
from fudaba.training.ppo.warm_start import TRIALS_AT_A_TIME, improve_by_playouts
from fudaba.training.sample_games import SampleGames
from fudaba.training.train import Run

from . import figures
from .cluster import NETWORK

TRAININGS = ("sevens/ppo", "seki/ppo", "daifugo/ppo")
WIDE = (1024, 1024)
PROCESSORS = (4, 16, 64)
ROLLOUTS = 2
SEED = 0
HEADINGS = (
    *("game", "hidden layers", "minutes on one processor", "playouts, %", "matches, %"),
    *(f"{count} processors" for count in PROCESSORS),
)
PLAYERS = (
    "Predicted speed as a multiple of that of one processor, from the processor time of each part; "
    "the learner has one thread and the network of the cluster one gigabit"
)


Pairs = Sequence[tuple[Agent, Agent]]  # one agent alone, and that in the other seats


@dataclass(frozen=True)
class Share:
    """Calls of an executor that are alike.

    Attributes:
        seconds: Processor seconds of a chunk.
        driver: Those of the learner to send the chunk and to read its result.
        size: Bytes of both.
        chunks: The number of chunks of a call.
        calls: The number of calls.
    """

    seconds: float
    driver: float
    size: float
    chunks: int = 1
    calls: float = 1.0

    def time(self, processors: int) -> float:
        """Returns the seconds of all calls, with 0 processors beside the learner's for none."""
        if processors == 0:
            return self.calls * self.chunks * self.seconds
        played = ceil(self.chunks / processors) * self.seconds
        sent = self.chunks * max(self.driver, self.size / NETWORK)
        return self.calls * max(played, sent)


class Clocked:
    """Plays chunks here, and notes what they cost.

    Attributes:
        calls: What was noted since the start, a `Share` with the number of chunks for each call.
    """

    def __init__(self) -> None:
        """Begins with no calls."""
        self.calls = list[Share]()

    def play(
        self,
        players: MatchRunner,
        how: Callable[[MatchRunner, Item], Result],
        chunks: Sequence[Item],
    ) -> Iterator[tuple[Item, Result]]:
        """Plays chunks; see `Executor.play`."""
        start = time.process_time()
        played = list(LocalExecutor(1).play(players, how, chunks))
        middle = time.process_time()
        packed = pickle.dumps(played, protocol=5)
        pickle.loads(packed)
        spent = (middle - start, time.process_time() - middle, len(packed))
        self.calls.append(Share(*(cost / len(chunks) for cost in spent), len(chunks)))
        return iter(played)

    @property
    def seconds(self) -> float:
        """The time of all calls, which is not the learner's."""
        return sum(call.chunks * (call.seconds + call.driver) for call in self.calls)


def main() -> None:
    """Measures, and writes the table; takes some minutes."""
    wanted = [(name, None) for name in TRAININGS] + [(TRAININGS[0], WIDE)]
    figures.write("cluster_training", HEADINGS, [row(*each) for each in wanted], PLAYERS)


def row(name: str, hidden: tuple[int, ...] | None) -> list[str]:
    """Returns the row of a training, with other hidden layers if they are given."""
    content = read_config(name).model_dump() | {"threads": 1}
    if hidden is not None:
        content["ppo"] = content["ppo"] | {"hidden": hidden}
    config = check_config(name, content)
    assert isinstance(config, PPOTraining)
    own, playouts, matches = measured(config)
    times = {
        count: own + sum(share.time(count) for share in (playouts, *matches))
        for count in (0, *PROCESSORS)
    }
    played = sum(share.time(0) for share in matches)
    return [
        config.the_game.title,
        " and ".join(map(str, config.ppo.hidden)),
        f"{times[0] / 60:.1f}",
        *(f"{100 * part / times[0]:.0f}" for part in (playouts.time(0), played)),
        *(f"{times[0] / times[count]:.1f}" for count in PROCESSORS),
    ]


def measured(config: PPOTraining) -> tuple[float, Share, list[Share]]:
    """Returns the learner's own seconds of a training, its playouts and its matches."""
    executor = Clocked()
    run = Run(config, executor=executor)
    learner = run.learner
    assert isinstance(learner, TablePPO)
    learner.set_logger(Logger(None, []))
    short = config.warm_start.model_copy(update={"decisions": TRIALS_AT_A_TIME})
    batch = (SampleGames(run.game, run.options, config.seed), short, executor)
    improve_by_playouts(learner.policy, 1.0, *batch)  # everything is compiled
    learner.policy.take_into_average(1.0)
    learner.begin(config.seed, 0)
    _rollout(learner)
    preparing = _own(executor, lambda: improve_by_playouts(learner.policy, 1.0, *batch))
    batches = config.warm_start.decisions / TRIALS_AT_A_TIME
    playouts = replace(executor.calls[-1], calls=batches)
    before = learner.steps
    learning = _own(executor, lambda: [_rollout(learner) for _ in range(ROLLOUTS)])
    learning /= learner.steps - before
    own = batches * preparing + config.total_steps * learning
    return own, playouts, matches_of(config, run, executor)


def _rollout(learner: TablePPO) -> None:
    learner.collect()
    learner.learn_from_rollout(0.1)


def _own(executor: Clocked, work: Callable[[], object]) -> float:
    """Returns the processor seconds of some work without those of the executor's calls."""
    start, others = time.process_time(), executor.seconds
    work()
    return time.process_time() - start - (executor.seconds - others)


def matches_of(config: PPOTraining, run: Run, executor: Clocked) -> list[Share]:
    """Returns the matches of a training, of which it plays a chunk of each kind."""
    policy, wanted, searched = run.learner.export(), config.evaluation, config.criterion
    search = repeatable_agent(searched.opponent, run.game, run.options)
    alone: Pairs = [(policy, baseline) for baseline in run.baselines.values()]
    versus: Pairs = [(policy, search), (search, policy)]
    matches = list[Share]()
    for pairs, size, deals, calls in (
        (alone, CHUNK_DEALS, wanted.deals, config.total_steps // wanted.every + 1),
        (alone, CHUNK_DEALS, wanted.final_deals, 2),
        (versus, chunk_deals(searched.deals), searched.deals, 2),
        (versus, chunk_deals(searched.final_deals), searched.final_deals, 1),
    ):
        for pair in pairs:
            for count in (1, size):  # everything is compiled after the first
                reward_against(run.game, run.options, *pair, count, SEED, executor, size)
            matches.append(replace(executor.calls[-1], chunks=ceil(deals / size), calls=calls))
    return matches


if __name__ == "__main__":
    tyro.cli(main)
