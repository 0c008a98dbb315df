"""Cuts intervals off where no game can reach: means of rewards and of counts.

A mean of few games has a wide interval, which may end beyond everything that a game can pay. Zero
stays in the intervals that hold it.
"""

from collections.abc import Callable
from math import inf

from fudaba.envs import Game, Options

from ..statistics import Interval
from .goals import IN_REWARDS, LEADS, LENGTH, TIME
from .minutes import MINUTES
from .openings import BEYOND_DEAL
from .outcomes import (
    ALTERNATIVES,
    DECISIONS,
    LEAD_CHANGES,
    MOVES,
    REWARD,
    as_numbers,
)
from .play import Sample, tallies_of
from .result import Finding, VariantResult

Cut = Callable[[Interval], Interval]


def bounded(result: VariantResult, game: Game, options: Options, sample: Sample) -> VariantResult:
    """Returns the result of a sample without the parts of intervals that no mean can reach."""
    least, most = pay_range(game, options, sample)
    counts = {DECISIONS, ALTERNATIVES, MINUTES, LEAD_CHANGES, LENGTH, LEADS, TIME}
    counts |= {
        name
        for _measure, name, values in as_numbers(tallies_of(game, sample), sample.tallies)
        if not (values < 0).any()
    }

    def bounds(finding: Finding) -> tuple[float, float]:
        if finding.quantity == REWARD:
            return least, most
        if finding.quantity == BEYOND_DEAL:
            paid = result.find(finding.group, finding.item, REWARD)
            known = paid.interval.mean - finding.interval.mean if paid else 0.0
            return least - known, most - known
        if finding.item in IN_REWARDS.values():
            return 0.0, most - least
        is_count = {finding.quantity, finding.item} & counts or finding.quantity.startswith(MOVES)
        return (0.0 if finding.form == "number" and is_count else -inf), inf

    def cut(finding: Finding) -> Finding:
        low, high = bounds(finding)
        apart = high - low
        difference = finding.difference and finding.difference.cut(-apart, apart)
        return finding.model_copy(
            update={"interval": finding.interval.cut(low, high), "difference": difference}
        )

    factors = tuple(
        factor.model_copy(
            update={
                "groups": tuple(
                    group.model_copy(update={"reward": group.reward.cut(least, most)})
                    for group in factor.groups
                )
            }
        )
        for factor in result.factors
    )
    pairs = tuple(
        pair.model_copy(update={"difference": pair.difference.cut(least - most, most - least)})
        for pair in result.comparisons
    )
    findings = tuple(map(cut, result.findings))
    return result.model_copy(
        update={"findings": findings, "factors": factors, "comparisons": pairs}
    )


def pay_range(game: Game, options: Options, sample: Sample) -> tuple[float, float]:
    """Returns the least and the most that a game can pay a player.

    In a zero-sum game nobody gets more than all others can lose. Where nobody got more than the
    largest loss, as where places are paid, that is the most.
    """
    least = min(options.lowest_points(), float(sample.points.min()))
    if not game.zero_sum:
        return least, inf
    most = float(sample.points.max())
    return least, -least if most <= -least else -least * (sample.points.shape[2] - 1)
