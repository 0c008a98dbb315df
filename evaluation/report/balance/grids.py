"""Building blocks of a balance page: cells, tables and pictures of a group."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ...balance.result import BalanceResult, Finding, VariantResult
from ...statistics import Interval, clear_of_chance
from .. import numbers
from .names import short_names
from .pictures import draw_dots

MOST_COLUMNS, MOST_IN_MATRIX = 12, 18  # columns that fit a screen of 1,280 pixels


@dataclass(frozen=True)
class Cell:
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
    """

    title: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]
    is_matrix: bool = False

    @property
    def is_long(self) -> bool:
        """Whether it has more columns than fit a screen."""
        return len(self.columns) > (MOST_IN_MATRIX if self.is_matrix else MOST_COLUMNS)

    @property
    def clear(self) -> set[tuple[int, int]]:
        """The cells, by row and column, whose difference is clear among all of the table."""
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
class Part:
    """One question of the page.

    Attributes:
        name: A unique word on the page.
        question: Its heading.
        answer: One or two plain sentences.
        pictures: An `<svg>` element and its caption, each.
        grids: The tables.
        folded: Tables that are closed at first.
        note: The meaning of the numbers, in small print.
    """

    name: str
    question: str
    answer: str
    pictures: tuple[tuple[Markup, str], ...]
    grids: tuple[Grid, ...]
    folded: tuple[Grid, ...] = ()
    note: str = ""


def found_cell(finding: Finding | None) -> Cell:
    """Returns the cell of a finding; an empty one for None."""
    if finding is None:
        return Cell("")
    return number_cell(finding.interval, finding.form, finding.difference)


def number_cell(interval: Interval, form: str, change: Interval | None = None) -> Cell:
    """Returns the cell of a number and its change; `form` is a key of `numbers.FORMS`."""
    write = numbers.WRITERS[form]
    return Cell(
        text=numbers.estimate(interval, write),
        ends=numbers.ends(interval, write),
        change=numbers.change(change, form) if change else "",
        p_value=change.p_value if change else None,
    )


def intervals_of(findings: Sequence[Finding | None]) -> list[Interval | None]:
    """Returns the intervals of findings, None for None."""
    return [None if finding is None else finding.interval for finding in findings]


def items_of(result: BalanceResult, group: str) -> list[str]:
    """Returns the items of a group in any variant."""
    return list(dict.fromkeys(f.item for variant in result.variants for f in variant.of(group)))


def by_variant(
    result: BalanceResult, title: str, heads: Sequence[str], keys: Sequence[tuple[str, str, str]]
) -> Grid:
    """Returns a table with a row per variant and a column per number."""
    rows = [
        (name, tuple(found_cell(variant.find(*key)) for key in keys))
        for name, variant in zip(short_names(result), result.variants, strict=True)
    ]
    return Grid(title, "Variant", tuple(heads), tuple(rows))


def of_variant(variant: VariantResult, group: str, items: Sequence[str], title: str) -> Grid:
    """Returns a table of all numbers of a group in one variant: a row per item."""
    findings = variant.of(group)
    known = {finding.item for finding in findings}
    quantities = list(dict.fromkeys(finding.quantity for finding in findings))
    rows = [
        (item, tuple(found_cell(variant.find(group, item, quantity)) for quantity in quantities))
        for item in items
        if item in known
    ]
    return Grid(title, group.capitalize(), tuple(quantities), tuple(rows))


def grids_of_group(
    result: BalanceResult, group: str, items: Sequence[str], quantity: str
) -> tuple[tuple[Grid, ...], tuple[Grid, ...]]:
    """Returns open and folded tables of a group; several variants show one quantity first."""
    if len(result.variants) == 1:
        return (of_variant(result.variants[0], group, items, ""),), ()
    keys = [(group, item, quantity) for item in items]
    together = by_variant(result, quantity.capitalize(), items, keys)
    return (together,), tuple(of_variant(v, group, items, v.label) for v in result.variants)


def dots_of_group(
    result: BalanceResult, group: str, quantity: str, axis: str, form: str, reference: float
) -> Markup:
    """Returns a picture: a row per item of one variant, or per variant with a dot per item."""
    variants, items = result.variants, items_of(result, group)
    found = [[v.find(group, item, quantity) for item in items] for v in variants]
    rows = [intervals_of(row) for row in found]
    labels, series = short_names(result), items
    if len(variants) == 1:
        labels, series, rows = items, [quantity], [[interval] for interval in rows[0]]
    name = f"{group}-{quantity}".replace(" ", "-")
    description = f"{quantity.capitalize()} by {group}, with 95 % intervals; the table has them."
    return Markup(draw_dots(name, description, labels, series, rows, axis, form, reference))
