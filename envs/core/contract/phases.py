"""Phases: the kinds of decision that a game asks its players for."""

from typing import NamedTuple


class Phase(NamedTuple):
    """A kind of decision that a player is asked for.

    Attributes:
        name: The phase's name in the code.
        clause: The clause of RULES.md that has it.
        question: The question that the player is asked.
    """

    name: str
    clause: str
    question: str
