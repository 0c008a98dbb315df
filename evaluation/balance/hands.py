"""Relates the factors of the deal that a game declares to the result."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from fudaba.common.languages import N_
from fudaba.envs import Game, Statistic

from ..places import first_and_last_shares
from ..regression import Columns, fit_line
from ..statistics import ratio_of_sums
from .outcomes import Number, Values, as_numbers
from .play import Sample, factors_of
from .result import HandFactor, HandGroup

DEAL, TOGETHER = N_("deal"), N_("all factors")
LATER_ROUNDS = N_("later rounds")
WORTH, OTHERS_EQUAL = N_("worth of one more"), N_("worth of one more, other factors equal")
EXPLAINED = N_("share of the result explained")
MOST_VALUES = 9  # most numbers of a factor that are shown one by one; words all are
NUM_GROUPS = 5  # number of groups of about equal size for factors with more values


def deal_numbers(game: Game, sample: Sample) -> Iterator[Number]:
    """Yields the worth of each factor and the share of the result that all explain.

    A slope is the extra reward of a seat per game and unit of a factor, with the other factors
    equal. A derived factor is a function of cards that others count, so it is neither held equal
    nor has such a slope. A slope is also nan if no hand has more of one factor alone: of SEKI's
    symbols each hand has two. A categorical factor has no slope; each category has a mean reward.
    """
    measures, columns = deal_columns(game, sample)
    if not measures:
        return
    rewards = sample.points.reshape(sample.num_deals, -1)
    together = fit_line(columns, rewards)
    plain = [position for position, measure in enumerate(measures) if not measure.derived]
    equal = dict(zip(plain, fit_line(columns[..., plain], rewards).slopes, strict=True))
    for measure in dict.fromkeys(measures):
        own = [position for position, other in enumerate(measures) if other is measure]
        alone = fit_line(columns[..., own], rewards)
        if not measure.words:
            yield Number(DEAL, measure.name, WORTH, "reward", alone.slopes[0])
            if own[0] in equal:
                yield Number(DEAL, measure.name, OTHERS_EQUAL, "reward", equal[own[0]])
        yield Number(DEAL, measure.name, EXPLAINED, "share", alone.explained)
    yield Number(DEAL, TOGETHER, EXPLAINED, "share", together.explained)


def round_numbers(game: Game, sample: Sample) -> Iterator[Number]:
    """Yields the worth of each factor in the later rounds of a match, and the share explained.

    The factors are those at the start of a round and the reward is that of the round; all rounds
    after the first count together. A round in which no points can be won does not count, nor one
    that was not played. Nothing is yielded for games of one round.
    """
    rewards = sample.round_points.astype(np.float64)
    pays = np.nan_to_num(rewards).any(axis=(0, 1, 3))
    rewards, factors = rewards[:, :, pays], sample.round_factors[:, :, pays].astype(np.float64)
    if np.isfinite(rewards).sum() < 2:
        return
    earned = _filled(rewards).reshape(sample.num_deals, -1)
    measures, columns = _as_columns(
        (measure, _filled(factors[..., position]))
        for position, measure in enumerate(factors_of(game, sample))
        if not measure.words
    )
    for position, measure in enumerate(measures):
        alone = fit_line(columns[..., [position]], earned)
        yield Number(LATER_ROUNDS, measure.name, WORTH, "reward", alone.slopes[0])
        yield Number(LATER_ROUNDS, measure.name, EXPLAINED, "share", alone.explained)
    if measures:
        together = fit_line(columns, earned).explained
        yield Number(LATER_ROUNDS, TOGETHER, EXPLAINED, "share", together)


def _filled(values: Values) -> Values:
    """Returns the values with their mean in place of nan, which then has no effect on a fit."""
    return np.where(np.isnan(values), np.nanmean(values), values)


def deal_columns(game: Game, sample: Sample) -> tuple[list[Statistic], Columns]:
    """Returns the varying factors as columns; a categorical one as a flag for each later category.

    Returns:
        The factor of each column, and float32[D, R * P, C].
    """
    measures, columns = _as_columns(
        (measure, column)
        for measure, values in _varying(game, sample)
        for _, _, column in list(as_numbers([measure], values[..., None]))[bool(measure.words) :]
    )
    deals, repeats, seats, _ = sample.factors.shape
    return measures, columns.reshape(deals, repeats * seats, len(measures))


def _as_columns(numbers: Iterable[tuple[Statistic, Values]]) -> tuple[list[Statistic], Columns]:
    """Returns those arrays float[D, ...] that vary: their factors, and float32[D, M, C]."""
    varying = [(each, values) for each, values in numbers if values.min() < values.max()]
    columns = [values.reshape(len(values), -1).astype(np.float32) for _, values in varying]
    stacked = np.stack(columns, axis=2) if columns else np.empty((0, 0, 0), np.float32)
    return [measure for measure, _ in varying], stacked


def hand_factors(game: Game, sample: Sample) -> tuple[HandFactor, ...]:
    """Returns the varying factors, each with the results by its value."""
    first_places, _ = first_and_last_shares(sample.points)
    return tuple(
        HandFactor(
            name=measure.name,
            meaning=measure.meaning,
            groups=_groups(measure, values, sample.points, first_places),
        )
        for measure, values in _varying(game, sample)
    )


def _varying(game: Game, sample: Sample) -> Iterator[tuple[Statistic, Values]]:
    for position, measure in enumerate(factors_of(game, sample)):
        values = sample.factors[..., position]
        if values.min() < values.max():
            yield measure, values


def _groups(
    measure: Statistic, values: Values, rewards: Values, firsts: Values
) -> tuple[HandGroup, ...]:
    """Returns the seats grouped by their value of a factor.

    Args:
        measure: The factor.
        values: float[D, R, P], its values.
        rewards: float[D, R, P], the reward of each seat.
        firsts: float[D, R, P], the seat's share of the first place.
    """
    groups = []
    for low, high in _spans(values, len(measure.words) or MOST_VALUES):
        chosen = (values >= low) & (values <= high)
        games = chosen.sum(axis=(1, 2))
        groups.append(
            HandGroup(
                label=_label(measure, low, high),
                middle=float(values[chosen].mean()),
                share=float(chosen.mean()),
                reward=ratio_of_sums((rewards * chosen).sum(axis=(1, 2)), games).interval(),
                first_places=ratio_of_sums(
                    (firsts * chosen).sum(axis=(1, 2)), games
                ).share_interval(),
            )
        )
    return tuple(groups)


def _spans(values: Values, most: int) -> list[tuple[float, float]]:
    """Returns the lowest and highest value of each group; at most `most` values have one each."""
    distinct, counts = np.unique(values, return_counts=True)
    if len(distinct) <= most:
        return [(value, value) for value in distinct.tolist()]
    below = (np.cumsum(counts) - counts / 2) / counts.sum()
    numbers = np.minimum((below * NUM_GROUPS).astype(int), NUM_GROUPS - 1)
    return [
        (float(distinct[numbers == number].min()), float(distinct[numbers == number].max()))
        for number in np.unique(numbers)
    ]


def _label(measure: Statistic, low: float, high: float) -> str:
    words: Sequence[str] = (N_("no"), N_("yes")) if measure.is_flag else measure.words
    if words:
        return words[int(low)]
    return f"{low:g}" if low == high else f"{low:.4g} to {high:.4g}"
