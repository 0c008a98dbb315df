"""The end of a range that was tried, where the best value may lie beyond it."""

from collections.abc import Sequence
from typing import Any

from fudaba.common.languages import N_, translator
from fudaba.envs import Game

from ..tunable import domain_of

_, _n = translator("evaluation")

# The best number is the lowest that was tried, or the highest.
AT_ENDS = (
    N_("{rule}={value} is the lowest number tried: try further, down to {end} is allowed."),
    N_("{rule}={value} is the highest number tried: try further, up to {end} is allowed."),
)


def at_end(game: Game, rule: str, tried: Sequence[Any], best: Any) -> list[str]:
    """Returns a sentence if the best number of a house rule ends those tried, and more are allowed.

    Args:
        game: The game.
        rule: The house rule.
        tried: The values that were tried.
        best: That of the best variant.
    """
    ends = [value for value in tried if type(value) is int]
    if len(ends) < 2 or best not in (min(ends), max(ends)):
        return []
    is_highest = best == max(ends)
    allowed = [each for each in domain_of(game.options, rule).values() if type(each) is int]
    end = max(allowed) if is_highest else min(allowed)
    return [_(AT_ENDS[is_highest], rule=rule, value=best, end=end)] if end != best else []
