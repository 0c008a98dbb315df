"""The part of a balance page on a factor with words: the strength of each word."""

from collections.abc import Sequence
from functools import partial
from math import isnan

from fudaba.envs import find_game
from fudaba.envs.core.stepping.measuring import balance_of

from ...balance.outcomes import REWARD
from ...balance.result import BalanceResult, VariantResult
from ...statistics import Interval
from .. import numbers
from ..pictures import reward_cell
from .grids import Cell, Grid, Part, Picture, of_variant
from .pictures import draw_dots


def factor_part(result: BalanceResult, factor: str) -> Part:
    """Returns the part on a factor: its words by their mean reward, then all pairs."""
    variant = result.variants[0]
    found = sorted(variant.of(factor, REWARD), key=lambda finding: -finding.interval.mean)
    words = [finding.item for finding in found]
    dots = partial(
        draw_dots,
        f"by-{factor}-rewards".replace(" ", "-"),
        f"Mean reward by {factor}, with 95 % intervals; the table has them.",
        words,
        [finding.interval for finding in found],
        "mean reward per game",
        "reward",
        0.0,
    )
    return Part(
        name=f"by-{factor}".replace(" ", "-"),
        question=f"Which {factor} is stronger?",
        pictures=(Picture(dots, "Dots are mean rewards, bars 95 % intervals; zero is an average "
                          "result."),),
        grids=(of_variant(variant, factor, words), _matrix(variant, factor, words)),
        note=f"{_how_dealt(result, factor)} {_caution(result, factor)}",
    )  # fmt: skip


def _matrix(variant: VariantResult, factor: str, words: Sequence[str]) -> Grid:
    """Returns the table of differences of all pairs of words: the row less the column."""
    cells: dict[tuple[str, str], Cell] = {}
    for pair in variant.comparisons:
        if pair.factor == factor:
            way, back = pair.difference, _turned_round(pair.difference)
            cells[pair.first, pair.second] = _difference_cell(way)
            cells[pair.second, pair.first] = _difference_cell(back)
    unknown = Cell(numbers.UNKNOWN)
    rows = [
        (row, tuple(Cell("") if row == word else cells.get((row, word), unknown) for word in words))
        for row in words
    ]
    title = "Reward of the row less reward of the column, in the same deals"
    return Grid(title, factor.capitalize(), tuple(words), tuple(rows), is_matrix=True)


def _turned_round(difference: Interval) -> Interval:
    return Interval(-difference.mean, -difference.high, -difference.low, difference.num_deals)


def _difference_cell(difference: Interval) -> Cell:
    return Cell(
        text=numbers.estimate(difference, numbers.reward),
        ends=numbers.reach(difference, "reward"),
        p_value=difference.p_value,
        style="" if isnan(difference.mean) else reward_cell(difference.mean),
    )


def _how_dealt(result: BalanceResult, factor: str) -> str:
    if result.rotated == factor:
        return f"Every {factor} of a deal was played with every hand of it: hands and seats cancel."
    if factor in balance_of(find_game(result.game)).swaps:
        return f"Hands and seats fall by chance; with --rotate {factor} they cancel."
    return "Hands and seats fall by chance."


def _caution(result: BalanceResult, factor: str) -> str:
    deals = [pair.deals for pair in result.variants[0].comparisons if pair.factor == factor]
    if not deals:
        return "No two of them met in a deal."
    return (
        f"Each pair met in {min(deals):,} to {max(deals):,} deals. A difference is bold where it "
        f"is clear among all {len(deals)} (Holm's method): if all were equal, chance alone would "
        "make any of them bold in one run in twenty."
    )
