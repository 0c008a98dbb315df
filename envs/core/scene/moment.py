"""Moments: events that the table stops to show, such as a showdown, as plain data.

A game makes them from the views of one seat before and after a step, so that they can't tell more
than these. All seats get the same number of moments from a step; a test holds this.
"""

from dataclasses import dataclass

from .scene import Card


@dataclass(frozen=True)
class Row:
    """A line of a moment, mostly one player's.

    Attributes:
        words: What the line says, the player's name first.
        cards: The cards that are shown with it, face up.
        is_best: Whether the line is marked, as the winner's.
    """

    words: str
    cards: tuple[Card, ...] = ()
    is_best: bool = False


@dataclass(frozen=True)
class Moment:
    """Something that the table stops to show.

    Attributes:
        title: A heading: `The trick is turned up`.
        rows: The lines, mostly one for each player in the order of the seats.
        verdict: The outcome as a sentence without a full stop.
        is_result: Whether a hand, a season or a round has ended, so that people want to see who won
            before the game goes on.
    """

    title: str
    rows: tuple[Row, ...]
    verdict: str
    is_result: bool = False
