"""Results of many training runs: each setting over its seeds, and the best run of all.

A run counts once its policy is published, with its final evaluation. The best run has the
highest final mean reward against the last of the baselines, by custom the strongest. If several
runs share it, as runs do that were too short to learn anything, none of them is the best.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from fudaba.agents.policy import CARD_FILE
from fudaba.common.files import write_whole
from fudaba.envs import Options

from .curves import FINAL_FOLDER, learned_by
from .run_key import RunKey
from .statistics import Interval


@dataclass(frozen=True)
class Trained:
    """One run of a sweep.

    Attributes:
        setting: The keys that the sweep varies and their values, as typed; empty if none.
        seed: Its seed.
        folder: Its folder.
        decisions: The learner's decisions so far.
        rewards: The latest mean reward against each baseline.
        is_published: Whether it was trained to the end and its policy is in `final`.
    """

    setting: str
    seed: int
    folder: Path
    decisions: int
    rewards: dict[str, Interval]
    is_published: bool


@dataclass(frozen=True)
class Spread:
    """The spread of one number over the seeds of a setting.

    Attributes:
        mean: Its mean over the seeds.
        deviation: Its standard deviation over the seeds; None for one seed.
        low: The smallest.
        high: The largest.
    """

    mean: float
    deviation: float | None
    low: float
    high: float


@dataclass(frozen=True)
class SweepResult:
    """The outcome of a sweep.

    Attributes:
        game: The game's id.
        options: Its house rules.
        baselines: The agents that all runs were measured against.
        runs: The runs, in the order of the settings, then the seeds.
        version: The version of fudaba.
    """

    game: str
    options: Options
    baselines: tuple[str, ...]
    runs: tuple[Trained, ...]
    version: str

    @property
    def published(self) -> tuple[Trained, ...]:
        """The runs that were trained to the end."""
        return tuple(run for run in self.runs if run.is_published)

    @property
    def leaders(self) -> tuple[Trained, ...]:
        """The runs with the highest final reward against the last baseline, usually one."""
        last = self.baselines[-1]
        highest = max((run.rewards[last].mean for run in self.published), default=None)
        return tuple(run for run in self.published if run.rewards[last].mean == highest)

    @property
    def best(self) -> Trained | None:
        """The run with the highest final reward, or None if several share it or none has ended."""
        return self.leaders[0] if len(self.leaders) == 1 else None

    def settings(self) -> dict[str, list[Trained]]:
        """Returns the published runs of each setting, possibly none."""
        found: dict[str, list[Trained]] = {run.setting: [] for run in self.runs}
        for run in self.published:
            found[run.setting].append(run)
        return found

    @property
    def run_key(self) -> RunKey:
        """The question that the runs answer."""
        names = [f"{run.setting} seed {run.seed}" for run in self.runs]
        return RunKey("train", self.game, (self.options.plain(),), tuple(names), 0)

    def plain(self) -> dict[str, Any]:
        """Returns all numbers as JSON data."""
        return {
            "game": self.game,
            "options": self.options.plain(),
            "version": self.version,
            "best": str(self.best.folder / FINAL_FOLDER) if self.best else None,
            "settings": {
                setting: {word: asdict(spread_of(runs, word)) for word in self.baselines}
                for setting, runs in self.settings().items()
                if runs
            },
            "runs": [asdict(run) | {"folder": str(run.folder)} for run in self.runs],
        }


def spread_of(runs: Sequence[Trained], baseline: str) -> Spread:
    """Returns the spread of the runs' mean rewards against a baseline."""
    rewards = [run.rewards[baseline].mean for run in runs]
    deviation = stdev(rewards) if len(rewards) > 1 else None
    return Spread(mean(rewards), deviation, min(rewards), max(rewards))


def trained(setting: str, seed: int, folder: Path) -> Trained:
    """Returns the state of a run from its folder.

    Raises:
        UserError: Its curves or its card are damaged.
    """
    policy = folder / FINAL_FOLDER
    latest = {word: points[-1] for word, points in learned_by(policy).items()}
    return Trained(
        setting=setting,
        seed=seed,
        folder=folder,
        decisions=int(max((steps for steps, _ in latest.values()), default=0)),
        rewards={word: interval for word, (_, interval) in latest.items()},
        is_published=(policy / CARD_FILE).exists(),
    )


def sweep_result(
    game: str, options: Options, baselines: Sequence[str], runs: Sequence[Trained]
) -> SweepResult:
    """Returns the outcome of some runs; see `SweepResult`."""
    return SweepResult(game, options, tuple(baselines), tuple(runs), version("fudaba"))


def write_numbers(path: Path, result: SweepResult) -> None:
    """Writes all numbers of a sweep as JSON.

    Raises:
        UserError: The file can't be written.
    """
    write_whole(path, (json.dumps(result.plain(), indent=2) + "\n").encode())
