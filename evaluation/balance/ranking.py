"""Ranks variants by a goal, and names those that may be the best."""

from collections.abc import Sequence

import numpy as np

from ..best import find_best
from ..statistics import Estimate
from .goals import Goal
from .result import VariantRanking


def ranking_of(goal: Goal, labels: Sequence[str], estimates: Sequence[Estimate]) -> VariantRanking:
    """Returns the variants in the order of a goal, those without a number last.

    In 95 % of runs all variants that are truly the best are among those that may be the best.

    Args:
        goal: The goal.
        labels: The labels of V variants.
        estimates: Their estimates of the goal, from the same deals.
    """
    sign = -1 if goal.wish == "least" else 1
    order = np.argsort([-sign * estimate.value for estimate in estimates], kind="stable").tolist()
    best, first = find_best(estimates, sign), estimates[order[0]]
    behind = [
        (first.minus(each) if sign > 0 else each.minus(first)).within(best.reach)
        for each in (estimates[variant] for variant in order)
    ]
    return VariantRanking(
        goal=goal.name,
        order=tuple(labels[variant] for variant in order),  # nan comes last
        may_be_best=tuple(labels[variant] for variant in order if best.may_be_best[variant]),
        behind=tuple(behind),
    )
