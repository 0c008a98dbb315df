"""Compares the order of variants among some players with their order among other players.

The orders are compared pair by pair, with differences that are paired by deal. A pair is clear if
its difference is at 5 % / (number of pairs), two-sided, among the first players and among the
others alike, so the chance of a wrong order among all pairs of a criterion is at most 5 % each
time. Kendall's tau sums up the agreement of the estimates; its interval comes from a bootstrap over
the deals in both samples. Noise alone lowers tau, so a low one with few clear pairs does not speak
against the order.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np
import scipy

from fudaba.common.validation import StoredModel

from .best import ERROR, sign_of
from .statistics import Estimate, FloatArray, Interval

DRAWS = 1000


class Agreement(StoredModel):
    """How far the order of some variants by one criterion is the same among other players.

    Attributes:
        criterion: The objective as typed, or `score`.
        same: Pairs of variants whose order is clear with both kinds of players, and the same.
        opposite: Pairs whose order is clear with both kinds of players, and opposite.
        only_before: Pairs whose order is clear among the first players alone.
        only_after: Pairs whose order is clear among the other players alone.
        unclear: All other pairs.
        rank_agreement: Kendall's tau of both orders with a bootstrap interval; None for two
            variants.
        best: The label of the variant with the least loss among the first players.
        best_after: The label of the one with the least loss among the other players.
        place_after: The place of `best` by its estimate among the other players; 1 is the first.
        is_best_beaten: Whether `best` is clearly worse than another one among the other players.
        gain_before: How much less loss `best` has among the first players than the reference, such
            as the usual rules; None if it is the reference, or if there is none.
        gain_after: The same among the other players.
    """

    criterion: str
    same: int
    opposite: int
    only_before: int
    only_after: int
    unclear: int
    rank_agreement: Interval | None
    best: str
    best_after: str
    place_after: int
    is_best_beaten: bool
    gain_before: Interval | None
    gain_after: Interval | None

    @property
    def pairs(self) -> int:
        """The number of pairs of variants."""
        return self.same + self.opposite + self.only_before + self.only_after + self.unclear


def agreement(
    criterion: str,
    labels: Sequence[str],
    before: Sequence[Estimate],
    after: Sequence[Estimate],
    usual: int | None,
) -> Agreement:
    """Compares the order of variants among some players with their order among others.

    Args:
        criterion: The objective as typed, or `score`.
        labels: The variants, at least two.
        before: The loss of each among the first players.
        after: The loss of each among the other players.
        usual: The variant that is the reference, such as that with the usual rules, or None.
    """
    best = int(np.argmin([loss.value for loss in before]))
    has_gain = usual is not None and usual != best
    level = _level(len(labels))
    lost = [sign_of(after[best].minus(loss), level) == 1 for loss in after]
    return Agreement(
        criterion=criterion,
        **_pairs(before, after),
        rank_agreement=_rank_agreement(before, after) if len(labels) > 2 else None,
        best=labels[best],
        best_after=labels[int(np.argmin([loss.value for loss in after]))],
        place_after=1 + sum(loss.value < after[best].value for loss in after),
        is_best_beaten=any(lost),
        gain_before=before[usual].minus(before[best]).interval()
        if usual is not None and has_gain
        else None,
        gain_after=after[usual].minus(after[best]).interval()
        if usual is not None and has_gain
        else None,
    )


def _level(count: int) -> float:
    """Returns the one-sided chance of error of one comparison, corrected for all pairs."""
    return ERROR / 2 / comb(count, 2)


def _pairs(before: Sequence[Estimate], after: Sequence[Estimate]) -> dict[str, int]:
    """Returns the counts of pairs that `Agreement` has, by name."""
    level = _level(len(before))
    counts = Counter[str]()
    for first, second in combinations(range(len(before)), 2):
        one, two = (
            sign_of(losses[first].minus(losses[second]), level) or 0 for losses in (before, after)
        )
        if one and two:
            counts["same" if one == two else "opposite"] += 1
        else:
            counts["only_before" if one else "only_after" if two else "unclear"] += 1
    kinds = ("same", "opposite", "only_before", "only_after", "unclear")
    return {kind: counts[kind] for kind in kinds}


def _rank_agreement(before: Sequence[Estimate], after: Sequence[Estimate]) -> Interval:
    """Returns Kendall's tau and its interval: 95 % of bootstrap samples of the deals."""
    rng = np.random.default_rng(0)
    drawn = zip(_redrawn(before, rng), _redrawn(after, rng), strict=True)
    taus = [_tau(one, two) for one, two in drawn]
    mean = _tau(np.array([e.value for e in before]), np.array([e.value for e in after]))
    low, high = np.quantile(taus, (ERROR / 2, 1 - ERROR / 2)).tolist()
    return Interval(mean, min(low, mean), max(high, mean))


def _redrawn(losses: Sequence[Estimate], rng: np.random.Generator) -> FloatArray:
    """Returns the losses of each variant in bootstrap samples of the deals: float64[DRAWS, V]."""
    values = np.array([loss.value for loss in losses])
    influence = np.array([loss.influence for loss in losses])
    spread = influence @ influence.T
    return rng.multivariate_normal(values, spread, DRAWS, method="eigh")


def _tau(one: FloatArray, two: FloatArray) -> float:
    tau = float(scipy.stats.kendalltau(one, two).statistic)
    return 0.0 if np.isnan(tau) else tau


def agreements(
    criteria: Sequence[str],
    labels: Sequence[str],
    before: Sequence[tuple[Estimate, ...]],
    after: Sequence[tuple[Estimate, ...]],
    usual: int | None,
) -> tuple[Agreement, ...]:
    """Returns the agreement in each criterion; see `agreement`."""
    columns = zip(criteria, zip(*before, strict=True), zip(*after, strict=True), strict=True)
    return tuple(agreement(name, labels, one, two, usual) for name, one, two in columns)
