"""Building blocks of a balance page: cells, tables and pictures of a group."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Self

from markupsafe import Markup

from fudaba.common.languages import N_, translator
from fudaba.envs import Game

from ...balance.outcomes import FIRST_PLACES, LAST_PLACES
from ...balance.result import Finding, VariantResult
from ...statistics import Interval, clear_of_chance
from .. import numbers
from ..pictures import draw_dots
from .names import heading, item_named, named, quantity_named

_, _n = translator("evaluation")

ROUNDING = 1e-6
CAPTION_OF_WINS = N_(
    "Dots are shares of the first places, bars 95 % intervals; the line is an equal share."
)
MOST_COLUMNS, MOST_IN_MATRIX = 12, 18  # columns that fit a screen of 1,280 pixels


@dataclass(frozen=True)
class GridCell:
    """One number of a table.

    Attributes:
        text: The number.
        ends: Its interval; empty for none.
        change: Its difference from the first variant; empty for none.
        p_value: The p-value of the change, or of the number itself if it is a difference; None for
            no difference.
        style: CSS of its colours; empty for the page's colours.
    """

    text: str
    ends: str = ""
    change: str = ""
    p_value: float | None = None
    style: str = ""


@dataclass(frozen=True)
class Grid:
    """A table.

    Attributes:
        title: Its title; empty if the question says it.
        corner: The kind of thing in the rows.
        columns: The columns' names.
        rows: Each row's name and cells.
        is_matrix: Whether the columns are the rows again, so that each difference occurs twice.
        soft: The columns in grey, which do not answer the question.
    """

    title: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[GridCell, ...]], ...]
    is_matrix: bool = False
    soft: Collection[int] = ()

    @property
    def is_coloured(self) -> bool:
        """Whether cells have colours, which the scale below the table explains."""
        return any(cell.style for _name, cells in self.rows for cell in cells)

    @property
    def is_long(self) -> bool:
        """Whether the table has more columns than fit a screen."""
        return len(self.columns) > (MOST_IN_MATRIX if self.is_matrix else MOST_COLUMNS)

    @property
    def clear(self) -> set[tuple[int, int]]:
        """The cells, by row and column, with a significant difference (Holm, over the table)."""
        tests = {
            (row, column): cell.p_value
            for row, (_, cells) in enumerate(self.rows)
            for column, cell in enumerate(cells)
            if cell.p_value is not None and not (self.is_matrix and column < row)
        }
        found = clear_of_chance(list(tests.values()))
        clear = {place for place, is_clear in zip(tests, found, strict=True) if is_clear}
        return clear | {(column, row) for row, column in clear} if self.is_matrix else clear


@dataclass(frozen=True)
class Picture:
    """A picture that is drawn only when a page shows it.

    Attributes:
        draw: Returns an `<svg>` element.
        caption: The line below it.
    """

    draw: Callable[[], str]
    caption: str

    @property
    def svg(self) -> Markup:
        """The drawn picture."""
        return Markup(self.draw())


@dataclass(frozen=True)
class PagePart:
    """One question of the page.

    Attributes:
        name: Its id, unique on the page.
        question: Its heading.
        pictures: The pictures.
        grids: The tables.
        folded: Tables that are closed at first.
        note: The meaning of the numbers, in small print.
    """

    name: str
    question: str
    pictures: tuple[Picture, ...]
    grids: tuple[Grid, ...]
    folded: tuple[Grid, ...] = ()
    note: str = ""

    def without_pictures(self) -> Self:
        """Returns the part with its tables and notes alone."""
        return replace(self, pictures=())


def found_cell(finding: Finding | None) -> GridCell:
    """Returns the cell of a finding; an empty one for None."""
    if finding is None:
        return GridCell("")
    return number_cell(finding.interval, finding.form, finding.difference)


def number_cell(interval: Interval, form: str, change: Interval | None = None) -> GridCell:
    """Returns the cell of a number and its change; `form` is a key of `numbers.FORMS`."""
    write = numbers.WRITERS[form]
    return GridCell(
        text=numbers.estimate(interval, write),
        ends=numbers.ends(interval, write),
        change=numbers.change(change, form, interval.mean) if change else "",
        p_value=change.p_value if change else None,
    )


def intervals_of(findings: Sequence[Finding | None]) -> list[Interval | None]:
    """Returns the intervals of findings, None for None."""
    return [None if finding is None else finding.interval for finding in findings]


def items_of(variant: VariantResult, group: str) -> list[str]:
    """Returns the items of a group."""
    return list(dict.fromkeys(finding.item for finding in variant.of(group)))


def of_variant(game: Game, variant: VariantResult, group: str, items: Sequence[str]) -> Grid:
    """Returns a table of all numbers of a group that tell something: a row per item.

    Games won come first.
    """
    quantities = list(dict.fromkeys(finding.quantity for finding in variant.of(group)))
    quantities.sort(key=lambda quantity: quantity != FIRST_PLACES)
    if _losers_are_alike(variant, group, items):
        quantities.remove(LAST_PLACES)
    rows = [
        (
            item_named(game, group, item),
            tuple(found_cell(variant.find(group, item, quantity)) for quantity in quantities),
        )
        for item in items
    ]
    heads = tuple(quantity_named(game, quantity) for quantity in quantities)
    return Grid("", heading(game, group), heads, tuple(rows))


def _losers_are_alike(variant: VariantResult, group: str, items: Sequence[str]) -> bool:
    """Whether all who don't win share the last place, so that it follows from the first one."""
    others = variant.options["num_players"] - 1
    places = [[variant.find(group, item, q) for q in (FIRST_PLACES, LAST_PLACES)] for item in items]
    return all(
        first and last and abs(others * last.interval.mean - 1 + first.interval.mean) < ROUNDING
        for first, last in places
    )


def dots_of_group(
    game: Game,
    variant: VariantResult,
    group: str,
    quantity: str,
    axis: str,
    form: str,
    reference: float,
) -> str:
    """Returns a picture with a row per item of a group."""
    found = variant.of(group, quantity)
    name = f"{group}-{quantity}".replace(" ", "-")
    description = _(
        "{quantity} by {group}, with 95 % intervals; the table has them.",
        quantity=heading(game, quantity), group=named(game, group),
    )  # fmt: skip
    labels = [item_named(game, group, finding.item) for finding in found]
    intervals = [finding.interval for finding in found]
    return draw_dots(name, description, labels, intervals, axis, form, reference)
