"""What a check of a bot or a game found, as a sentence."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """The result of one check.

    Attributes:
        title: What should hold, as a sentence without its full stop.
        note: What was seen, if it holds.
        problem: What is wrong; empty if it holds.
        is_advice: Whether a failure is no more than a note.
    """

    title: str
    note: str = ""
    problem: str = ""
    is_advice: bool = False
