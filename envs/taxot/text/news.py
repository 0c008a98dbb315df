"""News of Taxot: the effects of a step that its words leave out, from a seat's views alone."""

from collections.abc import Iterator

import numpy as np

from ...cards.counts import spread_out
from ...core.kit.seats import distances, player_name
from ...kikisen.words import next_bonus_words, paid_words, player_with, words_of
from .words import types_of_meld


def news(before: np.void, after: np.void, seat: int) -> str:
    """Returns calls, the end of a season, payments, a reshuffle, and the own draw."""
    paid = paid_words(before, after, seat)
    if after["season"] > before["season"]:
        parts = [_end(after, seat), paid, *next_bonus_words(after, seat)]
    else:
        parts = [
            *_calls(before, after, seat), paid,
            *_reshuffled(before, after), *_own_draw(before, after, seat),
        ]  # fmt: skip
    return "; ".join(filter(None, parts))


def _calls(before: np.void, after: np.void, seat: int) -> Iterator[str]:
    """Yields a call and its meld, as in `player_1 calls b5 r5 r5`."""
    for player, distance in distances(seat, int(after["num_players"])):
        is_new = (after["melds"][distance] != before["melds"][distance]).any()
        if is_new and after["turn_called"].sum() > before["turn_called"].sum():
            yield f"{player_name(player)} calls {words_of(types_of_meld(after, distance))}"


def _reshuffled(before: np.void, after: np.void) -> Iterator[str]:
    if after["reshuffled"].any() and not before["reshuffled"].any():
        yield "the discards are shuffled and become the stock"


def _own_draw(before: np.void, after: np.void, seat: int) -> Iterator[str]:
    """Yields the own draw, as in `player_0 draws b5`."""
    got = spread_out(np.maximum(after["hand"] - before["hand"], 0))
    if len(got) == 1 and after["on_turn"][0]:
        yield f"{player_name(seat)} draws {words_of(got)}"


def _end(after: np.void, seat: int) -> str:
    """Returns the words for the end of a season: the close with its cards, or a drawn season."""
    if not after["closer"].any():
        return "the stock is empty and the season is drawn"
    words = f"{player_with(after['closer'], after, seat)} closes with "
    words += words_of(spread_out(after["shown"]))
    if after["fed_by"].any():
        words += f" on the discard of {player_with(after['fed_by'], after, seat)}"
    return words
