"""Relates the factors of the deal that a game declares to the result."""

from collections.abc import Iterator, Sequence

import numpy as np

from fudaba.envs.core.contract.game import Game, Statistic
from fudaba.envs.core.stepping.measuring import balance_of

from ..places import first_and_last_shares
from ..regression import Columns, fit_line
from ..statistics import ratio_of_sums
from .outcomes import Number, Values, as_numbers
from .play import Sample
from .result import HandFactor, HandGroup

DEAL, TOGETHER = "deal", "all factors"
WORTH, OTHERS_EQUAL = "worth of one more", "worth of one more, other factors equal"
EXPLAINED = "share of the result explained"
MOST_VALUES = 9  # most values of a factor that are shown one by one
NUM_GROUPS = 5  # number of groups of about equal size for factors with more values


def deal_numbers(game: Game, sample: Sample) -> Iterator[Number]:
    """Yields the worth of each factor and the share of the result that all explain.

    A slope is the extra reward of a seat per game and unit of a factor, with the other factors
    equal. A derived factor is a function of cards that others count, so it is neither held equal
    nor has such a slope. A slope is also nan if no hand has more of one factor alone: of SEKI's
    symbols each hand has two. A factor with words has no slope; its words have rewards of their
    own.
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


def deal_columns(game: Game, sample: Sample) -> tuple[list[Statistic], Columns]:
    """Returns the factors that vary as numbers; one with words as flags of all but the first.

    Returns:
        The factor of each column, and float32[D, R * P, C].
    """
    flags = [
        (measure, column)
        for measure, values in _varying(game, sample)
        for _, _, column in list(as_numbers([measure], values[..., None]))[bool(measure.words) :]
        if column.min() < column.max()
    ]
    deals, repeats, seats, _ = sample.factors.shape
    columns = np.empty((deals, repeats * seats, len(flags)), np.float32)
    for position, (_, column) in enumerate(flags):
        columns[..., position] = column.reshape(deals, -1)
    return [measure for measure, _ in flags], columns


def hand_factors(game: Game, sample: Sample) -> tuple[HandFactor, ...]:
    """Returns the factors that vary, value by value."""
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
    for position, measure in enumerate(balance_of(game).factors):
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
    for low, high in _spans(values):
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


def _spans(values: Values) -> list[tuple[float, float]]:
    """Returns the lowest and highest value of each group; every value belongs to one."""
    distinct, counts = np.unique(values, return_counts=True)
    if len(distinct) <= MOST_VALUES:
        return [(value, value) for value in distinct.tolist()]
    below = (np.cumsum(counts) - counts / 2) / counts.sum()
    numbers = np.minimum((below * NUM_GROUPS).astype(int), NUM_GROUPS - 1)
    return [
        (float(distinct[numbers == number].min()), float(distinct[numbers == number].max()))
        for number in np.unique(numbers)
    ]


def _label(measure: Statistic, low: float, high: float) -> str:
    words: Sequence[str] = ("no", "yes") if measure.is_flag else measure.words
    if words:
        return words[int(low)]
    return f"{low:g}" if low == high else f"{low:.4g} to {high:.4g}"
