"""The page of the cards of winners: a heat map of the cards by the ways of having them."""

from dataclasses import replace

from fudaba.common.languages import N_, translator

from ...balance.cards import WAYS, CardsResult, Worth
from ..frame import TEMPLATES, house_rules_of
from ..pictures import reward_cell, reward_scale
from .grids import Grid, GridCell, number_cell
from .names import named

_, _n = translator("evaluation")

MOST_FIRST = 3  # cards from either end of the table that stand first
WARNING = N_(
    "Δ is how much more often players with the card won than those without it, ± a 95 % interval "
    "over games, bold where it is clear among all that are shown (Holm). Only what was dealt "
    "came before all play: who wins draws other cards and plays them, so the other columns do not "
    "say what a card is worth."
)


def cards_grid(result: CardsResult) -> Grid:
    """Returns the table of all cards, those that help most when dealt first.

    The colour of a cell is the end of its difference's interval that is nearer to zero; a cell
    whose difference may be zero has none.
    """

    def helps(name: str) -> float:
        return -next(iter(result.worths[name].values())).difference.mean

    rows = [
        (
            named(result.request.game, name),
            tuple(_cell(result.worths[name].get(way)) for way in WAYS),
        )
        for name in sorted(result.worths, key=helps)
    ]
    return Grid("", _("Card"), tuple(map(_, WAYS)), tuple(rows))


def _cell(worth: Worth | None) -> GridCell:
    if worth is None:
        return GridCell("")
    cell = number_cell(worth.wins, "share", worth.difference)
    sure = max(worth.difference.low, 0.0) + min(worth.difference.high, 0.0)
    return replace(cell, style=reward_cell(sure) if sure else "")


def title_of(result: CardsResult) -> str:
    """Returns what was counted: the game, the number of games and the players."""
    return _n(
        "{game}: {count:,} game of {agent}",
        "{game}: {count:,} games of {agent}",
        result.games,
        game=result.request.game.translate(result.request.game.title),
        agent=result.request.agent,
    )


def render_cards_page(result: CardsResult, command: str) -> str:
    """Returns the page as one self-contained HTML file.

    Args:
        result: The numbers.
        command: The command that made the result, to be copied.
    """
    grid = cards_grid(result)
    ends = grid.rows[:MOST_FIRST], grid.rows[MOST_FIRST:][-MOST_FIRST:]
    return TEMPLATES.get_template("balance/cards.html").render(
        result=result,
        title=title_of(result),
        first=replace(grid, rows=ends[0] + ends[1]),
        grid=grid,
        warning=_(WARNING),
        reward_scale=reward_scale(),
        house_rules=house_rules_of(result.request.options),
        command=command,
    )
