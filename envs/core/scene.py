"""What a picture of a table shows, as plain data: a game says it, `render` draws it."""

from dataclasses import dataclass
from typing import Literal

# Dark enough for a card's face, and told apart by colour-blind readers.
BLACK, RED, BLUE, GREEN, PURPLE = "#1d2126", "#c01f2e", "#1a5fb4", "#1b7a43", "#7b3fa0"

Look = Literal["face", "back", "place"]
Mark = Literal["none", "playable", "recent"]


@dataclass(frozen=True)
class Card:
    """A card, or a place where one may lie.

    Attributes:
        text: A rank, a number or a word; on the back of a pile its size. Three letters or less
            are large.
        sign: A suit's sign, or any other sign of DejaVu Sans.
        colour: Of a face's text and sign.
        look: `face`, `back` or `place`, which is free.
        mark: `playable` now (a place: open now), or moved in a `recent` decision.
        is_dim: Out of play: a faded card, a place that no card can take any more.
        note: A word or two at the foot.
    """

    text: str = ""
    sign: str = ""
    colour: str = BLACK
    look: Look = "face"
    mark: Mark = "none"
    is_dim: bool = False
    note: str = ""


@dataclass(frozen=True)
class Seat:
    """A player's panel.

    Attributes:
        name: `player_2`.
        num_cards: The size of the hand.
        lines: Up to two short lines.
        is_on_turn: Whose decision it is.
        is_out: Whether the player takes no further part.
    """

    name: str
    num_cards: int
    lines: tuple[str, ...] = ()
    is_on_turn: bool = False
    is_out: bool = False


@dataclass(frozen=True)
class Zone:
    """Cards that lie together.

    Attributes:
        title: What they are; empty for none.
        rows: Rows of cards from left to right, None for a gap. Where the room is too narrow the
            cards of a row overlap.
    """

    title: str
    rows: tuple[tuple[Card | None, ...], ...]


@dataclass(frozen=True)
class Scene:
    """A table as one seat sees it.

    Attributes:
        title: The game.
        caption: What there is to say besides, in a few words.
        seats: The players in the order of the seats.
        shelves: The zones from top to bottom; those of one shelf lie side by side.
    """

    title: str
    caption: str
    seats: tuple[Seat, ...]
    shelves: tuple[tuple[Zone, ...], ...]


def players(seat: int, count: int) -> list[tuple[str, int]]:
    """The players' names in the order of the seats, each with its distance clockwise from `seat`.

    >>> players(1, 3)
    [('player_0', 2), ('player_1', 0), ('player_2', 1)]
    """
    return [(f"player_{other}", (other - seat) % count) for other in range(count)]


def whose_turn(seats: tuple[Seat, ...]) -> str:
    """Whose decision it is, for the caption."""
    names = [seat.name for seat in seats if seat.is_on_turn]
    return f"{' and '.join(names)} to move" if names else "The game is over"


def ordinal(number: int) -> str:
    """A place or an order, from 1.

    >>> ordinal(1), ordinal(12), ordinal(22)
    ('1st', '12th', '22nd')
    """
    endings = {} if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{endings.get(int(number % 10), 'th')}"
