"""The page of the cards of winners: a heat map of the cards by the ways of having them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from fudaba.common.languages import N_, translator

from ...balance.cards import DEALT, WAYS, CardsResult, Worth, Worths
from ...statistics import clear_of_chance
from ..frame import TEMPLATES, house_rules_of
from ..pictures import reward_cell, reward_scale
from ..sentences import joined, on_players
from .grids import Grid, GridCell, number_cell
from .names import heading, named

_, _n = translator("evaluation")

MOST_FIRST = 3  # cards from either end of the table that stand first
WIDEST = 0.5  # reach of a difference that says anything: 50 percentage points
CHANGE = N_(
    "Δ is how much more often players with the card won than those without it, in percentage "
    "points (pp), ± a 95 % interval of each alone; bold where it is clear, which "
    "allows for all that were dealt (Holm). Cards that nobody held at a decision, such as those "
    "that are laid with the deal, have no row."
)
OTHER_WAYS = N_(
    "Only what was dealt came before all play: who wins draws other cards and plays them, so the "
    "other columns do not say what a card is worth, and have nothing bold."
)


def cards_grids(result: CardsResult, *, with_telling: bool = True) -> list[Grid]:
    """Returns a table of each named factor of the deal, such as the role, then that of all cards.

    Those that help most when dealt come first; ways in which no card was had are left out. A clear
    difference of a dealt card has a colour.

    Args:
        result: The numbers.
        with_telling: Whether ways whose number of cards tells who won have columns, in grey.
    """
    game = result.request.game
    ways = [way for way in WAYS if with_telling or way not in result.telling]
    factors = [
        _grid(result, heading(game, factor), worths, ways)
        for factor, worths in result.factors.items()
    ]
    return [*factors, _grid(result, _("Card"), result.worths, ways)]


def _grid(result: CardsResult, corner: str, worths: Worths, ways: Sequence[str]) -> Grid:
    ordered = sorted(worths.items(), key=_helps)
    shown = [way for way in ways if any(way in found for _name, found in ordered)]
    columns = [_column(way, [found.get(way) for _name, found in ordered]) for way in shown]
    names = [named(result.request.game, name) for name, _found in ordered]
    cells: Iterable[tuple[GridCell, ...]] = ((),) * len(names)
    if columns:
        cells = zip(*columns, strict=True)
    soft = {number for number, way in enumerate(shown) if way in result.telling}
    return Grid("", corner, tuple(map(_, shown)), tuple(zip(names, cells, strict=True)), soft=soft)


def _helps(card: tuple[str, Mapping[str, Worth]]) -> tuple[bool, float]:
    """Returns the key by which cards are sorted: those that were never dealt come last."""
    first = next(iter(card[1].values()))
    return DEALT not in card[1], -first.difference.mean


def _column(way: str, worths: Sequence[Worth | None]) -> list[GridCell]:
    """Returns the cells of a way; a clear difference of a dealt card has a p-value of 0, others 1.

    So a part of the table has the same bold numbers as the whole.
    """
    tested = [worth for worth in worths if worth]
    clear = iter(clear_of_chance([worth.difference.p_value for worth in tested]))
    return [_cell(worth, way, is_clear=next(clear)) if worth else GridCell("") for worth in worths]


def _cell(worth: Worth, way: str, *, is_clear: bool) -> GridCell:
    cell = number_cell(worth.wins, "share", worth.difference)
    is_marked = is_clear and way == DEALT
    style = reward_cell(worth.difference.mean) if is_marked else ""
    is_known = worth.difference.high - worth.difference.low < 2 * WIDEST
    change = cell.change if is_known else _("too few games")
    return replace(cell, change=change, p_value=float(not is_marked), style=style)


def on_cards(grids: Sequence[Grid]) -> str:
    """Returns which dealt cards and roles make a clear difference, those that help most first.

    Args:
        grids: What `cards_grids` returned.
    """
    if not any(_(DEALT) in grid.columns for grid in grids):
        return _("No card is dealt before the first decision, so this can't say what one is worth.")
    clear = [
        _("{card} ({change})", card=name, change=cells[0].change)
        for grid in grids
        for name, cells in grid.rows
        if cells and cells[0].style
    ]
    if not clear:
        return _("No dealt card makes a clear difference to who wins in these games; play more.")
    return _(
        "Clear differences to who wins, of the cards dealt: {cards}.", cards=_(", ").join(clear)
    )


def on_numbers(grid: Grid) -> str:
    """Returns what the numbers of a table mean, and what the columns beyond the deal don't say."""
    return joined([_(CHANGE), *([_(OTHER_WAYS)] if len(grid.columns) > 1 else [])])


def on_telling(result: CardsResult) -> str:
    """Returns in which ways the number of cards tells who won; empty if in none."""
    said = [
        _(
            "{way} (winners {winners}, others {others})",
            way=_(way),
            winners=f"{cards.winners:.1f}",
            others=f"{cards.others:.1f}",
        )
        for way, cards in result.telling.items()
    ]
    if not said:
        return ""
    return _(
        "The mere number of cards tells who won, whichever they are: {ways}. These columns are "
        "only in the page's table of all cards, in grey.",
        ways=_(", ").join(said),
    )


def title_of(result: CardsResult) -> str:
    """Returns the game, the number of games and the players of a count."""
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
    *factors, every = cards_grids(result)
    cards = _dealt_alone(every)
    ends = cards.rows[:MOST_FIRST], cards.rows[MOST_FIRST:][-MOST_FIRST:]
    return TEMPLATES.get_template("balance/cards.html").render(
        result=result,
        title=title_of(result),
        first=replace(cards, rows=ends[0] + ends[1]),
        shown=len(ends[0] + ends[1]),
        factors=factors,
        grid=every,
        verdict=on_cards([*factors, every]),
        telling=on_telling(result),
        on_first=on_numbers(cards),
        others=_(OTHER_WAYS) if len(cards.columns) < len(every.columns) else "",
        notes=[on_players([result.request.agent])],
        reward_scale=reward_scale("points"),
        house_rules=house_rules_of(result.request.options),
        command=command,
    )


def _dealt_alone(grid: Grid) -> Grid:
    """Returns a table with the first column alone if that is of what was dealt."""
    if _(DEALT) not in grid.columns[:1]:
        return grid
    rows = tuple((name, cells[:1]) for name, cells in grid.rows)
    return replace(grid, columns=grid.columns[:1], rows=rows, soft=())
