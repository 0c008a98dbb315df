"""Lines of text that fit."""

import re
import textwrap

BRACKETS = re.compile(r"\[[^]]*\]")
INDENT = "      "
TIED = "\N{NO-BREAK SPACE}"  # stands for a space that keeps two words on one line


def wrapped(line: str, width: int = 80) -> str:
    """A line as it is if it fits, else on several lines, indented from the second on.

    Words, what stands in [brackets] and what is TIED stay whole.

    Args:
        line: The line.
        width: Letters per line.
    """
    if len(line) <= width:
        return line.replace(TIED, " ")
    tied = BRACKETS.sub(lambda found: found[0].replace(" ", TIED), line)
    return textwrap.fill(
        tied, width, subsequent_indent=INDENT, break_on_hyphens=False, break_long_words=False
    ).replace(TIED, " ")
