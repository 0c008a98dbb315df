"""Proposes weights: Optuna's TPE, asked and told in a fixed order.

All candidates of a search play the same deals. The proposals depend on the table of weights, the
seed and the games alone.
"""

import logging
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from fudaba.agents.heuristics.weights import Weight, WeightTable

BATCH = 16  # proposals between two answers
DIGITS = 3  # of a proposed value

Values = dict[str, float]

# Plays candidates and returns their gains.
PlayBatch = Callable[[Sequence[Values]], Sequence[float]]


def propose(
    table: WeightTable, begin_with: Sequence[Values], wanted: int, seed: int, play: PlayBatch
) -> list[Values]:
    """Proposes and plays candidates.

    Args:
        table: The weights and their ranges.
        begin_with: The first candidates, with a value for every weight.
        wanted: The number of candidates.
        seed: The seed of the proposals.
        play: Plays a batch.

    Returns:
        All candidates in the order of their proposals.
    """
    study = _study(seed, wanted)
    for values in begin_with:
        study.enqueue_trial(values)
    proposed: list[Values] = []
    while len(proposed) < wanted:
        trials = [study.ask() for _ in range(min(BATCH, wanted - len(proposed)))]
        batch = [{row.name: _value_of(row, trial) for row in table.rows} for trial in trials]
        for trial, gain in zip(trials, play(batch), strict=True):
            study.tell(trial, gain)
        proposed += batch
    return proposed


def _study(seed: int, wanted: int) -> Any:
    """Returns a study in memory."""
    import optuna

    optuna.logging.set_verbosity(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        sampler = optuna.samplers.TPESampler(
            seed=seed % 2**32,  # the range of the sampler's seeds
            multivariate=True,
            constant_liar=True,
            n_startup_trials=max(BATCH, wanted // 5),
        )
    return optuna.create_study(direction="maximize", sampler=sampler)


def _value_of(row: Weight, trial: Any) -> float:
    """Returns the value that a trial proposes, rounded for the reader."""
    value = float(f"{trial.suggest_float(row.name, row.low, row.high):.{DIGITS}g}")
    return min(max(value, row.low), row.high)
