"""Means, shares and paired differences with 95 % intervals, clustered on the deal.

Games of the same deal resemble each other: a good hand is good for every player. The independent
observations are therefore the deals, not the games. All intervals here rest on the
cluster-robust ("sandwich") standard error of a mean, with the factor C/(C-1) and Student's t
with C-1 degrees of freedom for C deals.

Few deals, or deals that are nearly all alike, show less than the truth of how deals differ. So an
interval is never narrower than deals would make it that lie as far away as the farthest of those
played, with the largest share that C deals can hide (the bound of Clopper and Pearson). If all
deals are alike, a deal to the opposite is as far away. Two deals with the same result tell nothing.
Only a difference that is zero in every deal, as of two copies of one agent, has no width.

Every function takes data of any size. Without games the mean is nan. With fewer than two deals the
interval is unbounded, because the variance between deals is unknown. Values below the rounding
error of the sums are zero: two copies of one agent differ by 0, not by 1e-18.

All comparisons are those of `one.minus(other)`: its interval stands in tables, the p-value of that
decides on stars, and `errors_above_zero` on the sentence that one is the best.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from fudaba.common.checks import read_array
from fudaba.common.errors import UserError

CONFIDENCE = 0.95
ROUNDINGS = 64  # rounding error of a sum, in units of the precision of its numbers

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


@dataclass(frozen=True)
class Interval:
    """An estimate and its 95 % confidence interval.

    Attributes:
        mean: The estimate; nan without any data.
        low: Lower end; -inf (for a share 0) if the data set no bound.
        high: Upper end; inf (for a share 1) if the data set no bound.
        num_deals: The number of deals that count, for p-values; 0 if unknown.
    """

    mean: float
    low: float
    high: float
    num_deals: int = field(default=0, compare=False, repr=False)

    @property
    def leaves_out_zero(self) -> bool:
        """Whether zero lies outside of the interval."""
        return self.low > 0 or self.high < 0

    @property
    def p_value(self) -> float:
        """The two-sided p-value of the hypothesis that the mean is zero, 0..1; 1 if unknown.

        It is below 0.05 if the interval leaves out zero. The end that is nearer to zero decides, so
        it is cautious for intervals whose ends do not lie at the same distance.
        """
        half_width = self.mean - self.low if self.mean > 0 else self.high - self.mean
        if not np.isfinite(half_width):
            return 1.0
        if half_width == 0:
            return float(self.mean == 0)
        freedom = self.num_deals - 1 if self.num_deals > 1 else np.inf
        errors = abs(self.mean) / half_width * scipy.special.stdtrit(freedom, (1 + CONFIDENCE) / 2)
        return float(2 * scipy.special.stdtr(freedom, -errors))

    def cut(self, least: float, most: float) -> "Interval":
        """Returns the interval without what lies below or above numbers that the mean can have."""
        return replace(self, low=max(self.low, least), high=min(self.high, most))

    @property
    def squared(self) -> "Interval":
        """The interval of the square of the number; it begins at 0 if the number may be zero.

        The square of a number near zero is far from normal, so a symmetric interval around the
        square would miss the truth too often.
        """
        ends = sorted((self.low**2, self.high**2))
        return Interval(self.mean**2, ends[0] if self.leaves_out_zero else 0.0, ends[1])


@dataclass(frozen=True)
class Estimate:
    """An estimate and the influence of each deal, for intervals and paired differences.

    Attributes:
        value: The estimate; nan without any data.
        influence: float64[D], one entry per deal; they add up to zero.
        num_deals: The number of deals that count, of D.
        rounding: The rounding error; smaller values count as zero.
        chance: Of a share: the largest value by chance alone; up to it the interval begins at 0.
        spread: The largest difference between single games, for deals that are all alike; 0 if
            unknown.
    """

    value: float
    influence: FloatArray
    num_deals: int
    rounding: float = 0.0
    chance: float = 0.0
    spread: float = 0.0

    @property
    def standard_error(self) -> float:
        """The cluster-robust standard error; nan for fewer than two deals."""
        if self.num_deals < 2:
            return float("nan")
        squares = float(np.sum(self.influence**2))
        return float(np.sqrt(self.num_deals / (self.num_deals - 1) * squares))

    def interval(self) -> Interval:
        """Returns the estimate with its 95 % interval."""
        return self.within(margin(1.0, self.num_deals))

    def within(self, errors: float) -> Interval:
        """Returns the estimate with an interval of some standard errors to either side.

        Args:
            errors: The number of standard errors, 0 or more.
        """
        if np.isnan(self.value) or self.num_deals < 2 or not np.isfinite(errors):
            return Interval(self.value, -np.inf, np.inf, self.num_deals)
        hidden = 1 - scipy.special.stdtr(self.num_deals - 1, -errors) ** (1 / self.num_deals)
        half_width = max(errors * self.standard_error, float(hidden) * self._farthest)
        value = 0.0 if abs(self.value) <= self.rounding else self.value
        half_width = 0.0 if half_width <= self.rounding else half_width
        return Interval(value, value - half_width, value + half_width, self.num_deals)

    @property
    def errors_above_zero(self) -> float:
        """The number of standard errors within which it is not zero; negative below zero.

        It is the largest for which `within` leaves out zero; 0 without a value.
        """
        size = abs(self.value)
        if np.isnan(size) or size <= self.rounding or self.num_deals < 2:
            return 0.0
        errors = size / self.standard_error if self.standard_error > 0 else np.inf
        hidden = max(0.0, 1 - size / self._farthest) ** self.num_deals
        if hidden > 0:  # else no deal is far enough
            errors = min(errors, -float(scipy.special.stdtrit(self.num_deals - 1, hidden)))
        return float(np.copysign(max(0.0, errors), self.value))

    @property
    def _farthest(self) -> float:
        """How far from the mean a deal may lie that is unlike those played."""
        if self.standard_error > self.rounding:
            return self.num_deals * float(np.abs(self.influence).max())
        return max(2 * abs(self.value), self.spread)

    def share_interval(self) -> Interval:
        """Returns the interval of a share; see `clustered_share`."""
        if self.num_deals < 2:
            return Interval(self.value, 0.0, 1.0)
        games = self._independent_games()
        with_event, without = games * self.value, games * (1 - self.value)
        side = (1 - CONFIDENCE) / 2
        low = high = self.value
        if with_event > 0:
            low = scipy.special.betaincinv(with_event, without + 1, side)
        if without > 0:
            high = scipy.special.betaincinv(with_event + 1, without, 1 - side)
        low = 0.0 if self.value <= self.chance else low
        return Interval(self.value, float(low), float(high))

    def _independent_games(self) -> float:
        """Returns the number of independent games with the same standard error of a share."""
        spread = self.value * (1 - self.value)
        # One over the number of independent games: that of the deals, and of one more deal with
        # the event, or without it, in which all games are alike.
        shown = self.standard_error**2 / spread if spread > 0 else 0.0
        witnesses = self.num_deals * min(self.value, 1 - self.value)
        rarity = (witnesses * shown + 1 / self.num_deals) / (witnesses + 1)
        few_deals = margin(1.0, self.num_deals) / scipy.special.ndtri((1 + CONFIDENCE) / 2)
        return float(1 / (few_deals**2 * rarity))

    @property
    def squared(self) -> "Estimate":
        """The square of an estimate, for differences; see `Interval.squared` for its interval."""
        return Estimate(
            self.value**2, 2 * self.value * self.influence, self.num_deals, self.rounding**2
        )

    def minus(self, other: "Estimate") -> "Estimate":
        """Returns the difference from an estimate on the same deals, paired by deal."""
        value, rounding = self.value - other.value, self.rounding + other.rounding
        return Estimate(
            value,
            self.influence - other.influence,
            min(self.num_deals, other.num_deals),
            rounding,
            spread=self.spread + other.spread if abs(value) > rounding else 0.0,
        )

    def scaled(self, factor: float, origin: float = 0.0) -> "Estimate":
        """Returns the estimate of `factor * (number - origin)`."""
        return Estimate(
            factor * (self.value - origin),
            factor * self.influence,
            self.num_deals,
            abs(factor) * self.rounding,
            spread=abs(factor) * self.spread,
        )


@dataclass(frozen=True, kw_only=True)
class Extreme(Estimate):
    """An estimate of the largest of several numbers, or a difference of such ones.

    Luck chooses which one looks largest, and how it does so is not the same in two samples. So the
    number is bounded by estimates that luck does not choose: it exceeds zero if each of `floors`
    does, and falls below zero if each of `ceilings` does. One of them is right, whichever it is,
    and no correction for their number is needed (an intersection-union test: Berger,
    "Multiparameter hypothesis testing and acceptance sampling", Technometrics 24, 1982).

    Attributes:
        floors: Estimates of which the lowest does not exceed the number.
        ceilings: Estimates of which the highest does not fall below the number.
    """

    floors: tuple[Estimate, ...]
    ceilings: tuple[Estimate, ...]

    def within(self, errors: float) -> Interval:
        """Returns the estimate with an interval that holds for all that may be the largest."""
        low = min(floor.within(errors).low for floor in self.floors)
        high = max(ceiling.within(errors).high for ceiling in self.ceilings)
        if np.isnan(self.value):
            return Interval(self.value, -np.inf, np.inf, self.num_deals)
        return Interval(self.value, min(low, self.value), max(high, self.value), self.num_deals)

    @property
    def errors_above_zero(self) -> float:
        """The number of standard errors within which it is not zero; negative below zero."""
        above = min(floor.errors_above_zero for floor in self.floors)
        below = max(ceiling.errors_above_zero for ceiling in self.ceilings)
        return above if above > 0 else min(0.0, below)

    def minus(self, other: Estimate) -> Estimate:
        """Returns the difference, paired by deal; zero from the same games."""
        plain = super().minus(other)
        if plain.value == 0 and not plain.influence.any():
            return plain
        return _bounded(
            plain,
            [mine.minus(theirs) for mine in self.floors for theirs in _ceilings(other)],
            [mine.minus(theirs) for mine in self.ceilings for theirs in _floors(other)],
        )

    def scaled(self, factor: float, origin: float = 0.0) -> Estimate:
        """Returns the estimate of `factor * (number - origin)`."""
        ends = [
            [each.scaled(factor, origin) for each in end] for end in (self.floors, self.ceilings)
        ]
        return _bounded(super().scaled(factor, origin), *(ends if factor > 0 else ends[::-1]))


def _bounded(plain: Estimate, floors: list[Estimate], ceilings: list[Estimate]) -> Extreme:
    return Extreme(**vars(plain), floors=tuple(floors), ceilings=tuple(ceilings))


def _floors(estimate: Estimate) -> tuple[Estimate, ...]:
    return estimate.floors if isinstance(estimate, Extreme) else (estimate,)


def _ceilings(estimate: Estimate) -> tuple[Estimate, ...]:
    return estimate.ceilings if isinstance(estimate, Extreme) else (estimate,)


def sum_of(parts: Sequence[Estimate]) -> Estimate:
    """Returns the sum of estimates from the same deals.

    Of an `Extreme` part the lowest floor and the highest ceiling bound the sum.
    """
    low = [min(_floors(part), key=lambda each: each.interval().low) for part in parts]
    high = [max(_ceilings(part), key=lambda each: each.interval().high) for part in parts]
    plain = _plain_sum(parts)
    if not any(isinstance(part, Extreme) for part in parts):
        return plain
    return _bounded(plain, [_plain_sum(low)], [_plain_sum(high)])


def _plain_sum(parts: Sequence[Estimate]) -> Estimate:
    return Estimate(
        sum(part.value for part in parts),
        np.sum([part.influence for part in parts], axis=0),
        min(part.num_deals for part in parts),
        sum(part.rounding for part in parts),
    )


def ratio_of_sums(numerators: ArrayLike, denominators: ArrayLike, largest: float = 0.0) -> Estimate:
    """Returns the ratio of two sums over all deals.

    A mean over games is such a ratio (their values and their number); so are a mean over some of
    the seats and the share of one count in another.

    Args:
        numerators: float[D], each deal's part of the numerator.
        denominators: float[D], each deal's part of the denominator, 0 or more; a deal with 0 does
            not count.
        largest: The size of the largest number in the numerators, if numbers may have cancelled out
            within a deal; it decides what counts as a rounding error.
    """
    precision = precision_of(numerators)
    upper = np.asarray(numerators, dtype=np.float64)
    lower = np.asarray(denominators, dtype=np.float64)
    total = float(lower.sum())
    if total == 0:
        return Estimate(float("nan"), np.zeros(len(upper)), 0)
    value = float(upper.sum()) / total
    rounding = precision * max(largest, float(np.abs(upper).sum()) / total)
    influence = (upper - value * lower) / total
    return Estimate(value, influence, int(np.count_nonzero(lower)), rounding)


def mean_of_games(
    values: FloatArray, deals: IntArray, num_deals: int, spread: float = 0.0
) -> Estimate:
    """Returns the mean over games, whose differences from others are paired by deal.

    Args:
        values: float[G], one finite value per game (or per seat of a game).
        deals: int[G], the deal of each, 0..num_deals-1.
        num_deals: The number of deals.
        spread: The largest difference that games can show, if it exceeds that of these.
    """
    if values.size == 0:
        return Estimate(float("nan"), np.zeros(num_deals), num_deals)
    mean = float(values.mean())
    pulls = np.bincount(deals, weights=values - mean, minlength=num_deals)
    rounding = precision_of(values) * float(np.abs(values).mean())
    return Estimate(
        mean, pulls / values.size, num_deals, rounding, spread=max(spread, float(np.ptp(values)))
    )


def precision_of(numbers: ArrayLike) -> float:
    """Returns the relative rounding error of sums of such numbers."""
    kind = np.asarray(numbers).dtype
    return ROUNDINGS * float(np.finfo(kind if kind.kind == "f" else np.float64).eps)


def p_value_of_equality(values: ArrayLike) -> float:
    """Returns the p-value of the equality of K means (Hotelling's T-squared).

    Args:
        values: float[D, K], one mean per deal for each of K groups, for instance the seats.

    Returns:
        0..1, small if the groups differ; nan with too few deals.
    """
    table = np.asarray(values, dtype=np.float64)
    contrasts = table[:, :-1] - table[:, -1:]
    contrasts[np.abs(contrasts) <= precision_of(values) * np.abs(table).max(initial=0)] = 0
    num_deals, num_contrasts = contrasts.shape
    if num_deals <= num_contrasts:
        return float("nan")
    mean, spread = contrasts.mean(axis=0), np.atleast_2d(np.cov(contrasts, rowvar=False))
    rank = int(np.linalg.matrix_rank(spread))
    if rank == 0:
        return float("nan")
    squared = num_deals * float(mean @ np.linalg.pinv(spread) @ mean)
    scaled = squared * (num_deals - rank) / (rank * (num_deals - 1))
    return float(scipy.special.fdtrc(rank, num_deals - rank, scaled))


def clear_of_chance(p_values: Sequence[float], error: float = 1 - CONFIDENCE) -> list[bool]:
    """Returns which of several differences are significant, with Holm's correction for all.

    If all differences were zero, the chance that any of them is called clear is at most `error`.

    Args:
        p_values: One for each difference.
        error: A chance, 0..1.
    """
    clear = [False] * len(p_values)
    for left, which in zip(
        range(len(p_values), 0, -1), np.argsort(p_values, kind="stable").tolist(), strict=True
    ):
        if p_values[which] * left > error:
            break
        clear[which] = True
    return clear


def clustered_mean(values: ArrayLike, clusters: ArrayLike, spread: float = 0.0) -> Interval:
    """Returns the mean over games, clustered on the deal.

    Deals may have different numbers of games; every game counts the same.

    Args:
        values: float[G], one finite value per game (or per seat of a game).
        clusters: int[G], the deal of each.
        spread: The largest difference that games can show, if it exceeds that of these; it decides
            how wide the interval is if all deals have the same mean.

    Raises:
        UserError: The arrays do not fit together, or a value is not finite.
    """
    deals, num_deals = number_clusters(clusters)
    return mean_of_games(_checked(values, deals), deals, num_deals, spread).interval()


def clustered_share(values: ArrayLike, clusters: ArrayLike) -> Interval:
    """Returns the share of the games in which something happened, clustered on the deal.

    The interval is the exact one of Clopper and Pearson at the number of independent games that
    would give the clustered standard error (Korn and Graubard, "Confidence intervals for
    proportions with small expected number of positive counts estimated from survey data", Survey
    Methodology 24, 1998). It never leaves 0..1, and holds for rare events too. If the event never
    or always happened, the data can't show how alike the games of a deal are; each deal then counts
    as one game, the cautious choice. The more deals show the event, the more their spread decides.

    Args:
        values: float[G], 0 or 1 per game; a fraction, say for a shared place, is fine too.
        clusters: int[G], the deal of each.

    Raises:
        UserError: The arrays do not fit together, or a value is outside 0..1.
    """
    deals, num_deals = number_clusters(clusters)
    table = _checked(values, deals)
    outside = table[(table < 0) | (table > 1)]
    if outside.size:
        raise UserError(f"values of a share: {outside[0]} is outside 0..1")
    return mean_of_games(table, deals, num_deals).share_interval()


def clustered_difference(
    first: ArrayLike, first_clusters: ArrayLike, second: ArrayLike, second_clusters: ArrayLike
) -> Interval:
    """Returns the mean of the first agent minus that of the second, paired by deal.

    Effects of a deal on both agents cancel out, so the interval is narrower than two separate ones
    suggest. The agents may have played in the same games or in different games of the same deals,
    and a different number of games each; a deal that only one of them played counts too, unpaired.

    Args:
        first: float[G], one finite value per game of the first agent.
        first_clusters: int[G], the deal of each.
        second: float[H], one finite value per game of the second agent.
        second_clusters: int[H], the deal of each, numbered as for the first.

    Raises:
        UserError: The arrays do not fit together, or a value is not finite.
    """
    one, two = _labels(first_clusters), _labels(second_clusters)
    deals, num_deals = number_clusters(np.concatenate([one, two]))
    deals_one, deals_two = deals[: one.size], deals[one.size :]
    mean_one = mean_of_games(_checked(first, deals_one), deals_one, num_deals)
    mean_two = mean_of_games(_checked(second, deals_two), deals_two, num_deals)
    return mean_one.minus(mean_two).interval()


def margin(standard_error: float, num_clusters: int) -> float:
    """Returns half the width of a 95 % interval; infinite for fewer than two clusters."""
    if num_clusters < 2:
        return float("inf")
    return float(scipy.special.stdtrit(num_clusters - 1, (1 + CONFIDENCE) / 2) * standard_error)


def number_clusters(clusters: ArrayLike) -> tuple[IntArray, int]:
    """Renumbers cluster labels to 0..C-1.

    Args:
        clusters: int[G], any labels.

    Returns:
        int64[G] and C.

    Raises:
        UserError: The labels are not one row of whole numbers.
    """
    distinct, numbers = np.unique(_labels(clusters), return_inverse=True)
    return numbers.astype(np.int64), len(distinct)


def _labels(clusters: ArrayLike) -> IntArray:
    labels = read_array("clusters", clusters)
    if labels.ndim != 1 or (labels.size and labels.dtype.kind not in "iu"):
        raise UserError(
            f"clusters: {labels.dtype} of shape {labels.shape}, must be one row of whole numbers"
        )
    return labels.astype(np.int64)


def _checked(values: ArrayLike, deals: IntArray) -> FloatArray:
    table = read_array("values", values, np.float64)
    if table.shape != deals.shape:
        raise UserError(f"values: shape {table.shape}, must be {deals.shape} as the clusters are")
    strange = table[~np.isfinite(table)]
    if strange.size:
        raise UserError(f"values: {strange[0]} is not a finite number")
    return table
