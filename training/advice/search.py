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
SCANNED = (0, 1 / 3, 2 / 3, 1)  # places in the range of a weight
DIGITS = 3  # of a proposed value

Values = dict[str, float]

# Plays candidates and returns their gains.
PlayBatch = Callable[[Sequence[Values]], Sequence[float]]


def scan(table: WeightTable, today: Values) -> list[Values]:
    """Returns candidates in which a single weight differs from today's.

    Random values for all weights at once would nearly all be worse than weights that were chosen
    with thought, so the search begins beside those.
    """
    return [
        {**today, row.name: _rounded(row, row.low + part * (row.high - row.low))}
        for row in table.rows
        for part in SCANNED
    ]


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
    study = _study(seed, max(BATCH, len(begin_with)))
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


def _study(seed: int, startup: int) -> Any:
    """Returns a study in memory.

    Args:
        seed: Its seed.
        startup: The number of first candidates, which do not depend on gains.
    """
    import optuna

    optuna.logging.set_verbosity(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        sampler = optuna.samplers.TPESampler(
            seed=seed % 2**32,  # the range of the sampler's seeds
            multivariate=True,
            constant_liar=True,
            n_startup_trials=startup,
        )
    return optuna.create_study(direction="maximize", sampler=sampler)


def _value_of(row: Weight, trial: Any) -> float:
    """Returns the value that a trial proposes."""
    return _rounded(row, trial.suggest_float(row.name, row.low, row.high))


def _rounded(row: Weight, value: float) -> float:
    """Returns a value with few digits, for the reader."""
    return min(max(float(f"{value:.{DIGITS}g}"), row.low), row.high)
