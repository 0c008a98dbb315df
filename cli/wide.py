"""Tables of numbers as wide as the terminal: names break at their signs, and numbers never."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

GAP = 3  # what a column takes beside its text: a blank on both sides, and a border
LONGEST_PIECE = 24  # a longer one is broken anywhere, but for its numbers
PIECE = re.compile(r"[ ]*[^ :/,]*[:/,]* *")  # up to a sign or a blank, with it
NUMBER_OR_SIGN = re.compile(r"\d[\d.]*|.")


class Row(NamedTuple):
    """A row of a table: its name, and its cells; a heading over the rows below has none."""

    name: str
    cells: Sequence[Text] = ()


def print_wide(
    console: Console,
    title: str,
    caption: str,
    heads: Sequence[str],
    rows: Sequence[Row],
    kept: int = 0,
    least: int = 12,
) -> None:
    """Prints a table, in several parts where its columns do not fit side by side.

    Args:
        console: Where to.
        title: What stands above each part.
        caption: What stands below each part.
        heads: The name of each column after the first, which has the names of the rows.
        rows: The rows from above.
        kept: How many columns each part begins with, so that others can be compared with them.
        least: How wide the names of the rows are at least, if they are so long.
    """
    longest = min(LONGEST_PIECE, console.width // 2 - GAP - 1)
    widths = [
        max(
            [
                _narrowest(head, longest),
                *(_width(row.cells[number].plain) for row in rows if row.cells),
            ]
        )
        for number, head in enumerate(heads)
    ]
    names = max(_width(row.name) for row in rows)
    least = min(names, max(least, *(_narrowest(row.name, longest) for row in rows)))
    room = console.width - 1 - GAP
    for part in _parts(widths, room - least, kept):
        taken = sum(widths[number] + GAP for number in part)
        first = max(least, min(names, room - taken))
        table = Table(title=Text(broken(title, first + taken)), caption=caption)
        table.add_column("", width=first)
        for number in part:
            head = Text(broken(heads[number], widths[number]))
            table.add_column(head, justify="right", width=widths[number])
        for row in rows:
            if row.cells:
                cells = (row.cells[number] for number in part)
                table.add_row(Text(broken(row.name, first)), *cells)
            else:
                table.add_section()
                table.add_row(Text(broken(row.name, first), style="bold"))
        console.print(table)


def _parts(widths: Sequence[int], room: int, kept: int) -> Iterator[list[int]]:
    """Which columns stand side by side: those kept and as many others as fit, at least one."""
    part = list(range(kept))
    for column in range(kept, len(widths)):
        if len(part) > kept and sum(widths[each] + GAP for each in (*part, column)) > room:
            yield part
            part = list(range(kept))
        part.append(column)
    yield part


def broken(name: str, width: int) -> str:
    """A name in lines: it ends them at blanks and after `:`, `/` and `,`, within no number.

    Args:
        name: Any text of one line.
        width: Of the lines, in columns of the terminal; a longer number has a line of its own.
    """
    lines, indent = [""], " " * (len(name) - len(name.lstrip()))
    for piece in filter(None, PIECE.findall(name)):
        fits = cell_len(piece.rstrip()) <= width
        for part in [piece] if fits else NUMBER_OR_SIGN.findall(piece):
            if lines[-1].strip() and cell_len((lines[-1] + part).rstrip()) > width:
                lines.append(indent)
            lines[-1] += part
    return "\n".join(map(str.rstrip, lines))


def _narrowest(name: str, longest: int) -> int:
    """The width at which a name is broken at its signs alone, or `longest` if that is less."""
    return min(longest, max(cell_len(piece.rstrip()) for piece in PIECE.findall(name)))


def _width(text: str) -> int:
    return max(map(cell_len, text.split("\n")))
