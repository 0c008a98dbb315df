"""Compares the order of variants among some players with their order among other players.

The orders are compared pair by pair, with differences that are paired by deal. A pair is clear if
its difference is at 5 % / (number of pairs), two-sided, among the first players and among the
others alike, so the chance of a wrong order among all pairs of a criterion is at most 5 % each
time.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np

from fudaba.common.validation import StoredModel

from .best import ERROR, sign_of
from .statistics import Estimate, Interval


class Agreement(StoredModel):
    """How far the order of some variants by one criterion is the same among other players.

    Attributes:
        criterion: The objective as typed, or `score`.
        same: Pairs of variants whose order is clear with both kinds of players, and the same.
        opposite: Pairs whose order is clear with both kinds of players, and opposite.
        only_before: Pairs whose order is clear among the first players alone.
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
    best: str
    best_after: str
    place_after: int
    is_best_beaten: bool
    gain_before: Interval | None
    gain_after: Interval | None

    @property
    def is_reversed(self) -> bool:
        """Whether the other players clearly lose by what gains among the first players."""
        return self.gain_after is not None and self.gain_after.high < 0

    @property
    def clear(self) -> int:
        """The number of pairs whose order is clear among the first players."""
        return self.same + self.opposite + self.only_before


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
    counts = Counter(same=0, opposite=0, only_before=0)
    for first, second in combinations(range(len(before)), 2):
        one, two = (
            sign_of(losses[first].minus(losses[second]), level) or 0 for losses in (before, after)
        )
        if one:
            counts["only_before" if not two else "same" if one == two else "opposite"] += 1
    return counts


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
