"""Wraps and pads lines of text by their width on a terminal."""

import re
import textwrap
from collections.abc import Iterator
from itertools import pairwise

from wcwidth import width as width_of

__all__ = ["CLOSING", "INDENT", "OPENING", "TIED", "breaks", "padded", "width_of", "wrapped"]

BRACKETS = re.compile(r"\[[^]]*\]")
INDENT = "      "
TIED = "\N{NO-BREAK SPACE}"  # stands for a space that keeps two words on one line

# Japanese breaks a line between any two characters, except behind and before some.
OPENING = "「『\uff08"
CLOSING = "、。・…ー々」』\uff09\uff01\uff1f\uff1a\uff1bぁぃぅぇぉっゃゅょァィゥェォッャュョ"
UNIT = re.compile(rf"[{OPENING}]*(?:[!-~{TIED}]+|.)[{CLOSING}]*")
PART = re.compile(rf"[{OPENING}]*.[{CLOSING}]*")  # of a unit that is longer than a line


def padded(text: str, width: int) -> str:
    """Returns a text padded with spaces to `width` columns of a terminal."""
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
    if ends := breaks(line, width, indent):
        first, *others = (line[start:end] for start, end in pairwise([0, *ends, len(line)]))
        lines = [first.rstrip(), *(indent + each.strip() for each in others)]
        return "\n".join(lines).replace(TIED, " ")
    tied = BRACKETS.sub(lambda found: found[0].replace(" ", TIED), line)
    return textwrap.fill(
        tied, width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    ).replace(TIED, " ")


def breaks(line: str, width: int, indent: str = "") -> list[int]:
    """Returns the positions of line breaks in a line with wide characters; empty without them.

    No line begins with a mark that closes something, or ends with one that opens something.

    Args:
        line: The line.
        width: Columns per line.
        indent: What all lines but the first begin with.

    >>> breaks("手札を出す。", 8), breaks("play a card", 8)
    ([4], [])
    """
    if width_of(line) == len(line):
        return []
    found, taken = list[int](), 0
    for unit in _units(line, width - width_of(indent)):
        if taken + width_of(unit[0].rstrip()) > width and unit.start():
            found.append(unit.start())
            taken = width_of(indent)
        taken += width_of(unit[0])
    return found


def _units(line: str, width: int) -> Iterator[re.Match[str]]:
    """Yields the parts of a line that are not broken: words, and characters with their marks."""
    for unit in UNIT.finditer(line):
        if width_of(unit[0]) <= width:
            yield unit
        else:
            yield from PART.finditer(line, unit.start(), unit.end())
