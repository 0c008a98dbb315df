"""Lines of text that fit."""

import re
import textwrap

BRACKETS = re.compile(r"\[[^]]*\]")
INDENT = "      "
TIED = "\N{NO-BREAK SPACE}"  # stands for a space that keeps two words on one line


def wrapped(line: str, width: int = 80) -> str:
    """Returns a line wrapped at `width`, indented from the second line on.

    Words, text in [brackets] and TIED words are not broken.

    Args:
        line: The line.
        width: Characters per line.
    """
    if len(line) <= width:
        return line.replace(TIED, " ")
    tied = BRACKETS.sub(lambda found: found[0].replace(" ", TIED), line)
    return textwrap.fill(
        tied, width, subsequent_indent=INDENT, break_on_hyphens=False, break_long_words=False
    ).replace(TIED, " ")
