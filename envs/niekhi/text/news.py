"""News of Niekhi: the effects of a step that a seat saw, from its views alone."""

import numpy as np

from ...cards.counts import spread_out
from ...core.kit.seats import distances, player_name
from ...kikisen.words import player_with, season_words
from .. import state as nie
from .words import words_of


def news(before: np.void, after: np.void, seat: int) -> str:
    """Returns removed or taken cards, players out, the end of a trick or of a season."""
    if after["season"] > before["season"]:
        return season_words(before, after, seat)
    parts = (part(before, after, seat) for part in (_removed, _taken, _out, _trick))
    return "; ".join(filter(None, parts))


def _players(view: np.void, seat: int) -> list[tuple[str, int]]:
    """Returns the players' names, each with the distance from the viewer."""
    return [(player_name(one), far) for one, far in distances(seat, int(view["num_players"]))]


def _removed(before: np.void, after: np.void, seat: int) -> str:
    """Returns `removed: 0 0 1; player_1 gives up 0 1` (NIE-7.1)."""
    if not before["phase"][nie.REMOVE] or after["phase"][nie.REMOVE]:
        return ""
    removed = after["removed"] - before["removed"]
    given_up = after["given_up"] - before["given_up"]
    words = [f"removed: {words_of(spread_out(removed)) or 'nothing'}"]
    for name, distance in _players(after, seat):
        if given_up[distance].any():
            words.append(f"{name} gives up {words_of(spread_out(given_up[distance]))}")
    return "; ".join(words)


def _taken(before: np.void, after: np.void, seat: int) -> str:
    """Returns the cards that were taken without a choice (KIKI-9.9)."""
    if not before["phase"][[nie.MODE, nie.TAKE]].any():
        return ""
    mover = before["on_turn"].argmax()
    taken = spread_out(np.maximum(after["known"][mover] - before["known"][mover], 0))
    is_named = bool(before["phase"][nie.TAKE])
    if len(taken) <= is_named:
        return ""
    return f"{player_with(before['on_turn'], before, seat)} takes {words_of(taken)}"


def _out(before: np.void, after: np.void, seat: int) -> str:
    """Returns the players that a removal put out of the season (NIE-6.2)."""
    out = [
        f"{name} is out"
        for name, distance in _players(after, seat)
        if before["is_in"][distance] > after["is_in"][distance]
    ]
    return ", ".join(out)


def _trick(before: np.void, after: np.void, seat: int) -> str:
    """Returns the end of the trick (NIE-4.6)."""
    was_on = not before["kind"][nie.NO_PLAY]
    if not after["kind"][nie.NO_PLAY] or not was_on:
        return ""
    return f"the trick is over, {player_with(after['on_turn'], after, seat)} leads"
