"""Moments of Makkaik: the showdown at the end of a season."""

import numpy as np

from ..cards.kikisen import NUM_STRENGTHS
from ..core.kit.seats import NOBODY, distances
from ..core.scene.moment import Moment
from ..kikisen.moments import Shown, nothing_shown, season_end
from ..kikisen.showdown import (
    Used,
    Value,
    cards_used,
    counts_of,
    hand_faces,
    hand_of,
    hand_words,
    showdown_verdict,
)
from . import state as mkk
from .text import value_name, values_as_bits


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the hands that are shown at the end of a season, each with all its cards."""
    if after["season"] <= before["season"]:
        return []
    seats = {distance: player for player, distance in distances(seat, int(after["num_players"]))}

    def shown(distance: int) -> Shown:
        own = after["shown"][distance]
        if not own.any():
            return nothing_shown(distance)
        player = seats[distance]
        cards = cards_used(player, own) + cards_used(NOBODY, before["common"])
        best = values(before, cards)[0]
        hand = hand_of(cards, player, lambda some: values(before, some)[:1] == [best])
        return hand_words(value_name(best), hand, player), hand_faces(own, hand, player)

    def verdict(before: np.void, after: np.void, seat: int) -> str:
        worth = {
            distance: compared(before, cards_used(seats[distance], after["shown"][distance]))
            for distance in seats
            if after["shown"][distance].any()
        }
        return showdown_verdict(after, seat, worth, lambda rank: mkk.CATEGORY_NAMES[rank])

    return season_end(before, after, seat, verdict, shown)


def values(view: np.void, cards: list[Used]) -> list[int]:
    """Returns the values of some cards, the highest first (MKK-5.1, 9.14).

    Args:
        view: The view record of a seat, for the house rules.
        cards: Own cards and common ones.
    """
    own = counts_of(card for card in cards if card.owner != NOBODY)
    common = counts_of(card for card in cards if card.owner == NOBODY)
    bits = values_as_bits(own, common, view)
    return [value for value in reversed(range(bits.bit_length())) if bits >> value & 1]


def compared(view: np.void, own: list[Used]) -> list[Value]:
    """Returns the values of a hand that are compared (MKK-6.2)."""
    found = values(view, own + cards_used(NOBODY, view["common"]))
    counting = found if view["tie_break"] == mkk.LADDER else found[:1]
    # Neither the number of cards nor their colours count (MKK-5.1).
    return [(value // NUM_STRENGTHS, 0, value % NUM_STRENGTHS, 0) for value in counting]
