"""What a step of Taxot brought to a seat, beyond the words of the move: from its views alone."""

from collections.abc import Iterator

import numpy as np

from ...core.seats import distances, player_name
from ...kikisen.words import spread_out, words_of


def news(before: np.void, after: np.void, seat: int) -> str:
    """Who took the discard, how a season ends, what is paid, and the own draw."""
    if after["season"] > before["season"]:
        return "; ".join([*_end(before, after, seat), *_paid(before, after, seat),
                          *_next_season(after, seat)])  # fmt: skip
    return "; ".join(
        [*_calls(before, after, seat), *_paid(before, after, seat), *_own_draw(before, after, seat)]
    )


def _calls(before: np.void, after: np.void, seat: int) -> Iterator[str]:
    """A meld that somebody has laid with the discard, as in `player_1 calls b5 r5 r5`."""
    for player, distance in distances(seat, int(after["num_players"])):
        is_new = (after["melds"][distance] != before["melds"][distance]).any()
        if is_new and after["turn_called"].sum() > before["turn_called"].sum():
            yield f"{player_name(player)} calls {words_of(spread_out(after['melds'][distance]))}"


def _paid(before: np.void, after: np.void, seat: int) -> Iterator[str]:
    """`player_0 +3, player_1 -1`."""
    gains = after["scores"].astype(int) - before["scores"]
    words = [f"{player_name(player)} {gains[distance]:+d}"
             for player, distance in distances(seat, int(after["num_players"]))
             if gains[distance]]  # fmt: skip
    if words:
        yield ", ".join(words)


def _own_draw(before: np.void, after: np.void, seat: int) -> Iterator[str]:
    """`player_0 draws b5`; who has just called has one card less."""
    got = spread_out(np.maximum(after["hand"] - before["hand"], 0))
    if len(got) == 1 and after["on_turn"][0]:
        yield f"{player_name(seat)} draws {words_of(got)}"


def _end(before: np.void, after: np.void, seat: int) -> Iterator[str]:
    """Who closes, with which cards, and on whose discard; or that nobody does."""
    if not after["closer"].any():
        yield "the stock is empty and the season is drawn"
        return
    words = f"{_player_with(after['closer'], after, seat)} closes with "
    words += words_of(spread_out(after["shown"]))
    if after["fed_by"].any():
        words += f" on the discard of {_player_with(after['fed_by'], after, seat)}"
    yield words


def _next_season(after: np.void, seat: int) -> Iterator[str]:
    if after["on_turn"].any():
        dealer = _player_with(after["dealer"], after, seat)
        yield f"{dealer} deals the next, with a bonus of {after['bonus']}"


def _player_with(flags: np.ndarray, view: np.void, seat: int) -> str:
    """The player whose row of a view has a flag."""
    return player_name((seat + int(flags.argmax())) % int(view["num_players"]))
