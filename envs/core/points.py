"""The points at which a game asks its players."""

from typing import NamedTuple


class Point(NamedTuple):
    """A point at which a player decides.

    Attributes:
        name: Its name in the code.
        clause: Where the rules have it.
        question: What is asked.
    """

    name: str
    clause: str
    question: str
