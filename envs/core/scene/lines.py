"""Lines of text that fit."""

import re
import textwrap
from collections.abc import Iterable

from rich.cells import cell_len as width_of

__all__ = ["INDENT", "TIED", "padded", "width_of", "wrapped"]

BRACKETS = re.compile(r"\[[^]]*\]")
INDENT = "      "
TIED = "\N{NO-BREAK SPACE}"  # stands for a space that keeps two words on one line


# What stays on one line where wide characters allow a break between any two of them.
OPENING, CLOSING = r"\u300c\uff08", r"\u3001\u3002\u300d\uff09\u30fc\u2026\uff1a\uff1b"
UNIT = re.compile(rf"[{OPENING}]*(?:[!-~\u00a0]+|.)[{CLOSING}]*")


def padded(text: str, width: int) -> str:
    """Returns a text with spaces behind it, so that it is `width` columns wide on a terminal."""
    return text + " " * (width - width_of(text))


def wrapped(line: str, width: int = 80, indent: str = INDENT) -> str:
    """Returns a line wrapped at `width`, indented from the second line on.

    Words, text in [brackets] and TIED words are not broken. Lines with wide characters, of which
    each takes two columns, break between any two of these.

    Args:
        line: The line.
        width: Columns per line.
        indent: What the lines from the second on begin with.
    """
    if width_of(line) <= width:
        return line.replace(TIED, " ")
    if width_of(line) > len(line):
        return "\n".join(_wide_lines(UNIT.findall(line), width, indent)).replace(TIED, " ")
    tied = BRACKETS.sub(lambda found: found[0].replace(" ", TIED), line)
    return textwrap.fill(
        tied, width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    ).replace(TIED, " ")


def _wide_lines(units: Iterable[str], width: int, indent: str) -> list[str]:
    """Returns lines that are filled with units of text."""
    lines = [""]
    for unit in units:
        if width_of(lines[-1] + unit.rstrip()) > width:
            lines.append(indent)
            unit = unit.lstrip()
        lines[-1] += unit
    return [line.rstrip() for line in lines]
