"""Tables of numbers as wide as the terminal; names are broken into lines, numbers never."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fudaba.envs.core.scene.lines import CLOSING, OPENING

STAR = "*"  # behind a difference that is clear
GAP = 3  # width of a column beside its text: a blank on both sides and a border
LONGEST_PIECE = 24  # a longer piece is broken anywhere except within a number
PIECE = re.compile(r"[ ]*[^ :/,]*[:/,]* *")  # up to and including a sign or a blank
NUMBER_OR_SIGN = re.compile(rf"(?:\d[\d.]*|[{OPENING}]*.)[{CLOSING}]*")


class WideRow(NamedTuple):
    """A row of a table: its name and its cells; a heading over rows has no cells."""

    name: str
    cells: Sequence[Text] = ()


def print_wide(
    console: Console,
    title: str,
    caption: str,
    heads: Sequence[str],
    rows: Sequence[WideRow],
    kept: int = 0,
    least: int = 12,
) -> None:
    """Prints a table, in several parts if its columns do not fit side by side.

    Args:
        console: The console to print on.
        title: The line above each part.
        caption: The line below the last part.
        heads: The name of each column; the names of the rows have a column of their own.
        rows: The rows, from top to bottom.
        kept: The number of first columns that every part repeats for comparison.
        least: The least width of the column of names, unless all are shorter.
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
    *others, last = _parts(widths, room - least, kept)
    for part in (*others, last):
        taken = sum(widths[number] + GAP for number in part)
        first = max(least, min(names, room - taken))
        table = Table(
            title=Text(broken(title, first + taken)), caption=caption if part is last else ""
        )
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
    """Yields the columns of each part of a table: the kept ones, and as many others as fit."""
    part = list(range(kept))
    for column in range(kept, len(widths)):
        if len(part) > kept and sum(widths[each] + GAP for each in (*part, column)) > room:
            yield part
            part = list(range(kept))
        part.append(column)
    yield part


def broken(name: str, width: int) -> str:
    """Breaks a name into lines at blanks and after `:`, `/` and `,`, never within a number.

    Args:
        name: Any text of one line.
        width: Width of the lines in terminal columns; a longer number has a line of its own.
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
    """Returns the least width at which `broken` cuts no word of a name, at most `longest`."""
    return min(longest, max(cell_len(piece.rstrip()) for piece in PIECE.findall(name)))


def _width(text: str) -> int:
    return max(map(cell_len, text.split("\n")))
