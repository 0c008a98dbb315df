"""The part of a balance page on a categorical factor: the strength of each category."""

from collections.abc import Sequence
from functools import partial
from math import isnan

from fudaba.common.languages import translator
from fudaba.envs import Game, registered_game
from fudaba.envs.core.stepping.measuring import balance_of

from ...balance.goals import ROLE_REWARD
from ...balance.outcomes import FIRST_PLACES, REWARD
from ...balance.result import BalanceResult, VariantResult
from ...statistics import Interval
from .. import numbers
from ..pictures import draw_dots, reward_cell
from .grids import CAPTION_OF_WINS, Grid, GridCell, PagePart, Picture, of_variant
from .names import heading, named

_, _n = translator("evaluation")


def factor_part(result: BalanceResult, factor: str) -> PagePart:
    """Returns the part on a factor: its categories by games won, then all pairs by reward.

    Where rewards are asked for, the categories are sorted by them.
    """
    variant, game = result.variants[0], registered_game(result.game)
    name = named(game, factor)
    by_rewards = result.rank_by == ROLE_REWARD
    found = sorted(
        variant.of(factor, REWARD if by_rewards else FIRST_PLACES),
        key=lambda finding: -finding.interval.mean,
    )
    items = [finding.item for finding in found]
    dots = partial(
        draw_dots,
        f"by-{factor}".replace(" ", "-"),
        _("{quantity} by {group}, with 95 % intervals; the table has them.",
          quantity=heading(game, found[0].quantity), group=name),
        [named(game, item) for item in items],
        [finding.interval for finding in found],
        _("mean reward per game") if by_rewards else _(FIRST_PLACES),
        found[0].form,
        0.0 if by_rewards else 1 / variant.options["num_players"],
    )  # fmt: skip
    earned = _("Dots are mean rewards, bars 95 % intervals; zero is an average result.")
    caption = earned if by_rewards else _(CAPTION_OF_WINS)
    return PagePart(
        name=f"by-{factor}".replace(" ", "-"),
        question=_("Which {factor} is stronger?", factor=name),
        pictures=(Picture(dots, caption),),
        grids=(of_variant(game, variant, factor, items), _matrix(game, variant, factor, items)),
        note=_("{one} {other}", one=_how_dealt(result, factor), other=_caution(result, factor)),
    )  # fmt: skip


def _matrix(game: Game, variant: VariantResult, factor: str, items: Sequence[str]) -> Grid:
    """Returns the table of differences of all pairs of categories: the row less the column."""
    cells: dict[tuple[str, str], GridCell] = {}
    for pair in variant.comparisons:
        if pair.factor == factor:
            way, back = pair.difference, _turned_round(pair.difference)
            cells[pair.first, pair.second] = _difference_cell(way)
            cells[pair.second, pair.first] = _difference_cell(back)
    unknown = GridCell(numbers.UNKNOWN)
    rows = [
        (
            named(game, row),
            tuple(
                GridCell("") if row == item else cells.get((row, item), unknown) for item in items
            ),
        )
        for row in items
    ]
    title = _("Reward of the row less reward of the column, in the same deals")
    heads = tuple(named(game, item) for item in items)
    return Grid(title, heading(game, factor), heads, tuple(rows), is_matrix=True)


def _turned_round(difference: Interval) -> Interval:
    return Interval(-difference.mean, -difference.high, -difference.low, difference.num_deals)


def _difference_cell(difference: Interval) -> GridCell:
    return GridCell(
        text=numbers.estimate(difference, numbers.reward),
        ends=numbers.reach(difference, "reward"),
        p_value=difference.p_value,
        style="" if isnan(difference.mean) else reward_cell(difference.mean),
    )


def _how_dealt(result: BalanceResult, factor: str) -> str:
    game = registered_game(result.game)
    if result.rotated == factor:
        return _(
            "Every {factor} of a deal was played with every hand of it: hands and seats cancel.",
            factor=named(game, factor),
        )
    if factor in balance_of(game).swaps:
        return _(
            "Hands and seats fall by chance; with --rotate {factor} they cancel.", factor=factor
        )
    return _("Hands and seats fall by chance.")


def _caution(result: BalanceResult, factor: str) -> str:
    deals = [pair.deals for pair in result.variants[0].comparisons if pair.factor == factor]
    if not deals:
        return _("No two of them met in a deal.")
    return _(
        "Each pair met in {fewest:,} to {most:,} deals. A difference is bold where it is clear "
        "among all {pairs} (Holm's method): if all were equal, chance alone would make any of them "
        "bold in one run in twenty.",
        fewest=min(deals), most=max(deals), pairs=len(deals),
    )  # fmt: skip
