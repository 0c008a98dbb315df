"""Moments of Mokkaik: a round that is won, and the end of a season."""

from collections.abc import Iterator

import numpy as np

from fudaba.common.languages import translator

from ..core.kit.seats import distances, player_name
from ..core.scene.moment import Moment, Row
from ..core.scene.scene import Card
from ..kikisen.moments import season_end
from ..kikisen.scene import faces_of
from .meanings import CARD
from .owed import table_of
from .rules import amount_of
from .text import round_words, season_winner

_, _n = translator("mokkaik")


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the round that the step decided, or the end of its season."""
    if after["season"] > before["season"]:
        return season_end(
            before, after, seat, lambda *args: season_winner(after, seat),
            lambda distance: (_why_paid(before, after, distance), _laid(before, distance)),
        )  # fmt: skip
    if after["won"].sum() <= before["won"].sum():
        return []
    rows = _taken(before, after, seat), *_beaten(before, after, seat)
    return [Moment(_("The round is over"), rows, round_words(before, after, seat), is_result=True)]


def _taken(before: np.void, after: np.void, seat: int) -> Row:
    """Returns the winner of a round, with the cards that won it."""
    winner = int(after["winner"].argmax())
    name = player_name((seat + winner) % int(after["num_players"]))
    cards = after["won"][winner].astype(int) - before["won"][winner]
    words = _("{player} {player:takes|take} the winning cards", player=name)
    return Row(words, faces_of(cards, CARD), is_best=True)


def _beaten(before: np.void, after: np.void, seat: int) -> Iterator[Row]:
    """Yields the plays that the winner of a round has beaten."""
    for player, distance in distances(seat, int(after["num_players"])):
        cards = _laid(before, distance)
        if cards and not after["winner"][distance]:
            yield Row(_("{player} {player:plays|play}", player=player_name(player)), cards)


def _laid(before: np.void, distance: int) -> tuple[Card, ...]:
    """Returns what a player had played in a round before its last move."""
    return faces_of(before["table"][distance], CARD)


def _why_paid(before: np.void, after: np.void, distance: int) -> str:
    """Returns `6 less 1 won card`, `6 less 0 won cards, times the dealer's bonus of 2`."""
    if after["winner"][distance]:
        return _("wins the last round")
    table, num_won = table_of(before), int(before["won"][distance].sum())
    less = _n(
        "{par} less {count} won card", "{par} less {count} won cards", num_won, par=before["par"]
    )
    amount = int(amount_of(table, distance, int(after["winner"].argmax())))
    if amount == before["par"] - num_won:
        return less
    return _("{points}, times the dealer's bonus of {bonus}", points=less, bonus=before["bonus"])
