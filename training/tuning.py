"""Trains a sweep on a cluster: Ray Tune starts the runs and stops those that lag behind."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import ray
from ray import tune
from ray.tune.schedulers import ASHAScheduler

from fudaba.common.files import write_whole
from fudaba.envs import UserError
from fudaba.evaluation.statistics import Interval

from .sweep import STOPPED_FILE, PlannedRun

RETRIES = 20  # of a run whose process or machine was lost; it resumes from its checkpoint
DECISIONS, REWARD, ERROR = "decisions", "reward", "error"
LOGS = "tune"  # below the folder of the sweep


def train_on_cluster(runs: Sequence[PlannedRun], folder: Path, stop_early: bool) -> None:
    """Trains the runs that have not ended, as many at a time as the processors allow.

    All machines must see the folders of the runs at the same place.

    Args:
        runs: The runs.
        folder: The folder of the sweep.
        stop_early: Whether ASHA stops runs that are behind others at the same number of
            decisions, by the mean reward against the last baseline.

    Raises:
        UserError: A run can't be made as its configuration says, or fails.
    """
    waiting = [run.in_full for run in runs if not run.has_ended]
    if not waiting:
        return
    config = waiting[0].config
    processors = min(config.threads, int(ray.cluster_resources().get("CPU", 1)))
    os.environ["RAY_CHDIR_TO_TRIAL_DIR"] = "0"  # paths of policies are as they were typed
    os.environ["RAY_AIR_NEW_OUTPUT"] = "0"  # Ray's new output ignores `verbose`
    scheduler = ASHAScheduler(
        time_attr=DECISIONS,
        max_t=config.total_steps,
        grace_period=min(config.evaluation.every, config.total_steps),
    )
    results = tune.Tuner(
        tune.with_resources(_trainable(waiting), {"cpu": processors}),
        param_space={"run": tune.grid_search(list(range(len(waiting))))},
        tune_config=tune.TuneConfig(
            metric=REWARD, mode="max", scheduler=scheduler if stop_early else None
        ),
        run_config=tune.RunConfig(
            storage_path=str(folder.resolve()),
            name=LOGS,
            verbose=0,
            failure_config=tune.FailureConfig(max_failures=RETRIES),
        ),
    ).fit()
    for result in results:
        said = str(result.error) if result.error else result.metrics.get(ERROR)
        if said:
            raise UserError(said)
        run = waiting[result.config["run"]]
        if not run.has_ended:
            note = f"Stopped early, after {result.metrics[DECISIONS]:,} decisions.\n"
            write_whole(run.config.output / STOPPED_FILE, note.encode())


def _trainable(runs: Sequence[PlannedRun]) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Returns the function that Tune calls with the number of a run."""
    last = runs[0].config.evaluation.against[-1]

    def train_one(chosen: dict[str, Any]) -> dict[str, Any]:
        def tell(decisions: int, rewards: dict[str, Interval]) -> None:
            tune.report({DECISIONS: decisions, REWARD: rewards[last].mean})

        try:
            runs[chosen["run"]].train(tell=tell)
        except UserError as error:
            return {ERROR: str(error), REWARD: float("-inf")}
        return {}

    return train_one
