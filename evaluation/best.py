"""Finds the agents or variants that may be the best, from games of the same deals.

One of K may be the best unless another one is clearly better. `find_best` names all that may be:
in 95 % of studies every one that is truly the best is among them, also if several are equally good
and whatever the others are. It tests all K for being best at once, and tests those that are left
again each time that some have dropped out (step-down tests: Romano and Wolf, "Exact and
approximate stepdown methods for multiple hypothesis testing", Journal of the American Statistical
Association 100, 2005).

Each of those that are left is compared with all others, in one-sided t-tests that are paired by
deal, and the chances of error add up to at most 5 % (Bonferroni's bound, which needs no assumption
on how the differences go together). One that is far behind can't easily seem better, so its
chances of error count by what its deficit leaves of them. The deficit is estimated on the safe
side, which takes a tenth of the 5 % (Romano, Shaikh and Wolf, "A practical two-step method for
testing moment inequalities", Econometrica 82, 2014). Without that, one poor agent more would make
it harder to tell the good ones apart.

Differences from the one that is picked after the fact, because it looks best, need the same care.
Their intervals reach `Best.reach` standard errors to either side, 1.96 or more.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

from .statistics import CONFIDENCE, Estimate, FloatArray, margin

ERROR = 1 - CONFIDENCE
SPENT_ON_DEFICITS = ERROR / 10  # of the chance of error


@dataclass(frozen=True)
class Best:
    """The estimates that may belong to the best of several agents or variants.

    Attributes:
        may_be_best: bool[K], in the order of the estimates.
        reach: The standard errors by which one must be behind another not to count as best; inf
            with fewer than two deals.
    """

    may_be_best: NDArray[np.bool_]
    reach: float


def find_best(estimates: Sequence[Estimate], sign: int = 1) -> Best:
    """Returns which of K estimates may belong to the best; see the top of this file.

    Args:
        estimates: The estimates, at least one, from the same deals. Without a value one may be the
            best.
        sign: 1 if the highest is the best, -1 if the lowest is.
    """
    count, deals = len(estimates), min(estimate.num_deals for estimate in estimates)
    if deals < 2:
        return Best(np.ones(count, np.bool_), np.inf)
    behind = _behind(estimates, sign)
    spent = SPENT_ON_DEFICITS if count > 2 else 0.0
    deficits = _deficits(behind, spent, deals)
    left = np.ones(count, np.bool_)
    while True:
        reach = _reach(deficits[left], ERROR - spent, deals)
        stays = left & (behind.max(axis=1) <= reach)
        if np.array_equal(stays, left):
            return Best(left, reach)
        left = stays


def _behind(estimates: Sequence[Estimate], sign: int) -> FloatArray:
    """Returns by how many standard errors the row is behind the column, below 0 if ahead: [K, K].

    Without a value, and up to the rounding error, it is 0.
    """
    return np.array(
        [
            [(column.minus(row) if sign > 0 else row.minus(column)).errors_above_zero
             for column in estimates]
            for row in estimates
        ]
    )  # fmt: skip


def _deficits(behind: FloatArray, spent: float, deals: int) -> FloatArray:
    """Returns by how much the column is worse than the row at least, as numbers up to 0: [K, K].

    Args:
        behind: What `_behind` returned.
        spent: The chance that any deficit is smaller; 0 to know of none.
        deals: The number of deals.
    """
    deficits = np.zeros(behind.shape)
    if spent:
        pairs = len(behind) * (len(behind) - 1)
        deficits = np.minimum(0, -behind.T - scipy.special.stdtrit(deals - 1, spent / pairs))
    np.fill_diagonal(deficits, -np.inf)  # none is compared with itself
    return deficits


def _reach(deficits: FloatArray, error: float, deals: int) -> float:
    """Returns the number of standard errors that comparisons exceed by chance with a given error.

    It is at least that of a comparison of two.

    Args:
        deficits: The `_deficits` of the remaining estimates: [L, K].
        error: The chance of error.
        deals: The number of deals.
    """

    def excess(reach: float) -> float:
        return float(scipy.special.stdtr(deals - 1, deficits - reach).sum()) - error

    least = margin(1.0, deals)
    if excess(least) <= 0:
        return least
    most = -float(scipy.special.stdtrit(deals - 1, error / deficits.size))
    return float(scipy.optimize.brentq(excess, least, most))
