"""Sentences in a text, and players in them, who become names or `you`."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from fudaba.common.languages import in_language, language, translator

from ..kit.seats import NOBODY, player_name

_, _n = translator("core")

PLAYER = re.compile(r"(?P<start>^[\W_]*)?player_(?P<seat>\d+)", re.MULTILINE)


def sentences(*lines: str) -> str:
    """Returns sentences as one text; empty ones are left out.

    >>> sentences("You draw.", "", "You play.")
    'You draw. You play.'
    """
    text = ""
    for line in filter(None, lines):
        text = _("{text} {line}", text=text, line=line) if text else line
    return text


@contextmanager
def read_by(seat: int) -> Iterator[None]:
    """Makes all words inside the `with` block for the player in a seat, whom they address.

    Args:
        seat: The seat; `NOBODY` for a reader who is no player.
    """
    with in_language(language(), reader=player_name(seat)):
        yield


def with_names(text: str, names: Sequence[str], own: int = NOBODY) -> str:
    """Returns a text with names instead of `player_0`, `player_1`, ...

    The text was made for the same reader (`read_by`), so that its verbs agree.

    Args:
        text: The text.
        names: The names of the players, seat by seat.
        own: The seat of the reader, who is called `you`; `NOBODY` for none.

    >>> with_names("player_0 win; player_1 deals the next", ["Ann", "Medium"], own=0)
    'You win; Medium deals the next'
    """

    def named(found: re.Match[str]) -> str:
        start, seat = found["start"], int(found["seat"])
        if seat == own:
            return _("you") if start is None else start + _("You")
        return (start or "") + (names[seat] if seat < len(names) else player_name(seat))

    return PLAYER.sub(named, text)
