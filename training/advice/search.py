"""Proposes weights, first by Optuna's TPE, then by CMA-ES from the best of these.

TPE finds far values of single weights, but is slow where many weights have to change together, and
CMA-ES is good at just that. All candidates of a search play the same deals. The proposals depend on
the table of weights, the seed and the games alone.
"""

import logging
import warnings
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np

from fudaba.common.languages import translator
from fudaba.envs import UserError
from fudaba.envs.core.contract.weights import Weight, WeightTable
from fudaba.evaluation.statistics import FloatArray

_, _n = translator("training")

BATCH = 16  # proposals between two answers
SCANNED = (0, 1 / 3, 2 / 3, 1)  # places in the range of a weight
DIGITS = 3  # of a proposed value
STEP = 0.1  # the first standard deviation of CMA-ES, in ranges of a weight
FEWEST_WEIGHTS = 2  # of CMA-ES
SAMPLERS = ("optuna", "cmaes")

Values = dict[str, float]

# Plays candidates and returns their gains.
PlayBatch = Callable[[Sequence[Values]], Sequence[float]]


def check_samplers() -> None:
    """Checks that Optuna and cmaes are installed.

    Raises:
        UserError: The extra `design` is not installed.
    """
    missing = [name for name in SAMPLERS if find_spec(name) is None]
    if missing:
        raise UserError(
            _("a fit needs {names}: pip install 'fudaba[design]'.", names=_(", ").join(missing))
        )


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


def refine(
    table: WeightTable, begin: Values, wanted: int, seed: int, play: PlayBatch
) -> list[Values]:
    """Proposes and plays candidates near some weights, with CMA-ES.

    Args:
        table: The weights and their ranges, at least FEWEST_WEIGHTS.
        begin: The weights to begin with.
        wanted: The least number of candidates; the last population is played in full.
        seed: The seed of the proposals.
        play: Plays a population.

    Returns:
        All candidates in the order of their proposals.
    """
    from cmaes import CMA

    low, span = _ranges(table)
    mean = (np.array([begin[row.name] for row in table.rows]) - low) / span
    bounds = np.tile([0.0, 1.0], (len(mean), 1))
    optimizer = CMA(mean=mean, sigma=STEP, bounds=bounds, seed=seed % 2**32)
    proposed: list[Values] = []
    while len(proposed) < wanted:
        places = [optimizer.ask() for _ in range(optimizer.population_size)]
        batch = [_values_at(table, low + span * place) for place in places]
        losses = [-gain for gain in play(batch)]
        optimizer.tell(list(zip(places, losses, strict=True)))
        proposed += batch
    return proposed


def _ranges(table: WeightTable) -> tuple[FloatArray, FloatArray]:
    """Returns the lowest value of every weight and the width of its range."""
    low, high = np.array([(row.low, row.high) for row in table.rows]).T
    return low, high - low


def _values_at(table: WeightTable, values: FloatArray) -> Values:
    pairs = zip(table.rows, values.tolist(), strict=True)
    return {row.name: _rounded(row, value) for row, value in pairs}


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
