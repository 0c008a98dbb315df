"""Ranks variants by a goal, and names those that may be the best.

A variant may be the best unless another one is clearly better. Whichever variant is truly the best,
it is compared with the V - 1 others: with one-sided tests at 5 % / (V - 1) the chance that any of
them seems clearly better is at most 5 % (Bonferroni's bound; Gupta's subset selection, 1965, and
Hsu, "Constrained simultaneous confidence intervals for multiple comparisons with the best", Annals
of Statistics 12, 1984). So in 95 % of runs the truly best variant is among those named. Differences
are paired by deal.
"""

from collections.abc import Sequence

import numpy as np
from scipy import stats

from ..statistics import CONFIDENCE, Estimate, FloatArray
from .goals import Goal
from .result import Ranking


def ranking_of(goal: Goal, labels: Sequence[str], estimates: Sequence[Estimate]) -> Ranking:
    """Returns the variants in the order of a goal, those without a number last.

    Args:
        goal: The goal.
        labels: The labels of V variants.
        estimates: Their estimates of the goal, from the same deals.
    """
    sign = 1 if goal.wish == "least" else -1
    losses = sign * np.array([estimate.value for estimate in estimates])
    order = np.argsort(losses, kind="stable")  # nan comes last
    level = (1 - CONFIDENCE) / max(1, len(estimates) - 1)
    is_worse = np.asarray((_worse(estimates, sign) <= level).any(axis=1))
    return Ranking(
        goal=goal.name,
        order=tuple(labels[variant] for variant in order.tolist()),
        may_be_best=tuple(labels[variant] for variant in order.tolist() if not is_worse[variant]),
    )


def _worse(estimates: Sequence[Estimate], sign: int) -> FloatArray:
    """Returns one-sided p-values, float64[V, V]: small if the row is worse than the column."""
    losses = sign * np.array([estimate.value for estimate in estimates])
    influence = np.array([estimate.influence for estimate in estimates])
    rounding = max(estimate.rounding for estimate in estimates)
    deals = min(estimate.num_deals for estimate in estimates)
    if deals < 2:
        return np.ones((len(losses), len(losses)))
    products = influence @ influence.T
    squares = products.diagonal()[:, None] + products.diagonal() - 2 * products
    errors = np.sqrt(np.maximum(0, squares) * deals / (deals - 1))
    worse = np.subtract.outer(losses, losses)
    is_known = np.abs(worse) > 2 * rounding  # not nan either
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.where(is_known, worse / errors, 0.0)
    return np.asarray(stats.t.sf(ratios, deals - 1))
