"""Cuts intervals off where no game can reach: means of rewards and of counts.

A mean of few games has a wide interval, which may end beyond everything that a game can pay. Zero
stays in the intervals that hold it.
"""

from collections.abc import Set
from math import inf

from fudaba.envs import Game, Options

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

COUNTS = {DECISIONS, ALTERNATIVES, MINUTES, LEAD_CHANGES, LENGTH, LEADS, TIME}


def bounded(result: VariantResult, game: Game, options: Options, sample: Sample) -> VariantResult:
    """Returns the result of a sample without the parts of intervals that no mean can reach."""
    paid = least, most = pay_range(game, options, sample)
    measured = as_numbers(tallies_of(game, sample), sample.tallies)
    counts = COUNTS | {name for _measure, name, values in measured if not (values < 0).any()}
    findings = tuple(
        _cut(finding, *_bounds_of(finding, result, paid, counts)) for finding in result.findings
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
    return result.model_copy(
        update={"findings": findings, "factors": factors, "comparisons": pairs}
    )


def _bounds_of(
    finding: Finding, result: VariantResult, paid: tuple[float, float], counts: Set[str]
) -> tuple[float, float]:
    """Returns the ends between which the mean of a finding must lie."""
    least, most = paid
    if finding.quantity == REWARD:
        return least, most
    if finding.quantity == BEYOND_DEAL:
        whole = result.find(finding.group, finding.item, REWARD)
        known = whole.interval.mean - finding.interval.mean if whole else 0.0
        return least - known, most - known
    if finding.item in IN_REWARDS.values():
        return 0.0, most - least
    is_count = {finding.quantity, finding.item} & counts or finding.quantity.startswith(MOVES)
    return (0.0 if finding.form == "number" and is_count else -inf), inf


def _cut(finding: Finding, low: float, high: float) -> Finding:
    """Returns a finding whose mean lies between two ends, and so its difference to another one."""
    apart = high - low
    difference = finding.difference and finding.difference.cut(-apart, apart)
    return finding.model_copy(
        update={"interval": finding.interval.cut(low, high), "difference": difference}
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
