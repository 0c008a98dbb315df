"""Proposes variants of a large space with Optuna's samplers, in a reproducible order.

A proposal that the rules forbid is counted and not played; one that was made before is answered
from memory. All others of a batch are played on the same deals before the next batch is asked for,
so the proposals depend on the space, the seed and the games alone, wherever the games are played
and however often the search is stopped.
"""

import logging
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from fudaba.common.extras import need
from fudaba.common.languages import translator
from fudaba.envs import Options, UserError

from .racing import Losses
from .space import Point, Space

_, _n = translator("evaluation")

BATCH = 16  # proposals that are played together
TRIES = 50  # proposals per variant that is wanted, forbidden and repeated ones included

# Plays variants and returns their losses.
PlayBatch = Callable[[Sequence[Options]], Sequence[Losses]]


@dataclass(frozen=True)
class Proposals:
    """The outcome of a search.

    Attributes:
        played: The variants with their losses, in the order of their proposals.
        forbidden: The number of different proposals that the rules forbid.
    """

    played: list[tuple[Options, Losses]]
    forbidden: int


def propose(space: Space, wanted: int, criteria: int, seed: int, play: PlayBatch) -> Proposals:
    """Proposes and plays variants up to a number, or until no new ones are proposed.

    Args:
        space: The space.
        wanted: The number of variants to play.
        criteria: The number of losses of each variant.
        seed: The seed of the proposals.
        play: Plays a batch.

    Raises:
        UserError: Optuna is not installed.
    """
    need("design")
    study = _study(criteria, seed, wanted)
    known: dict[Point, Losses | None] = {}  # None for what the rules forbid
    played: list[tuple[Options, Losses]] = []
    tries = TRIES * wanted
    while len(played) < wanted and tries > 0:
        batch: dict[Point, tuple[Options, Any]] = {}
        while len(batch) < min(BATCH, wanted - len(played)) and tries > 0:
            tries -= 1
            trial = study.ask()
            point = _point_of(space, trial)
            if point in known or point in batch:
                _tell(study, trial, known.get(point))
                continue
            try:
                batch[point] = space.options(point), trial
            except UserError:
                known[point] = None
                _tell(study, trial, None)
        variants = [options for options, _ in batch.values()]
        for (point, (options, trial)), losses in zip(batch.items(), play(variants), strict=True):
            known[point] = losses
            played.append((options, losses))
            _tell(study, trial, losses)
    return Proposals(played, sum(losses is None for losses in known.values()))


def _study(criteria: int, seed: int, wanted: int) -> Any:
    """Returns a study in memory: TPE for one criterion, NSGA-II for several."""
    import optuna

    optuna.logging.set_verbosity(logging.ERROR)
    short = seed % 2**32  # the range of the samplers' seeds
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        sampler: Any
        if criteria == 1:
            sampler = optuna.samplers.TPESampler(
                seed=short,
                multivariate=True,
                constant_liar=True,
                n_startup_trials=max(BATCH, wanted // 4),
            )
        else:
            sampler = optuna.samplers.NSGAIISampler(seed=short, population_size=2 * BATCH)
    return optuna.create_study(directions=["minimize"] * criteria, sampler=sampler)


def _point_of(space: Space, trial: Any) -> Point:
    """Returns the combination that a trial proposes.

    Rising numbers are a scale, on which near values are alike; other values are categories.
    """
    return tuple(
        trial.suggest_int(axis.name, 0, len(axis.values) - 1)
        if axis.is_ordered
        else trial.suggest_categorical(axis.name, list(range(len(axis.values))))
        for axis in space.axes
    )


def _tell(study: Any, trial: Any, losses: Losses | None) -> None:
    """Reports a variant's losses to Optuna; a forbidden or repeated variant counts as failed."""
    from optuna.trial import TrialState

    if losses is None:
        study.tell(trial, state=TrialState.FAIL)
    else:
        study.tell(trial, [loss.value for loss in losses])
