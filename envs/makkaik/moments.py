"""Moments of Makkaik: the showdown at the end of a season."""

import numpy as np

from ..cards.kikisen import NOTHING, NUM_STRENGTHS
from ..core.kit.seats import NOBODY, distances
from ..core.scene.moment import Moment
from ..kikisen.moments import Shown, nothing_shown, season_end
from ..kikisen.showdown import (
    Used,
    Value,
    cards_used,
    counts_of,
    dropped_with,
    hand_faces,
    hand_of,
    hand_words,
    in_order,
    showdown_verdict,
)
from . import state as mkk
from .meanings import CARD
from .text import value_name, values_as_bits


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the hands that are shown at the end of a season, each with all its cards."""
    if after["season"] <= before["season"]:
        return []
    seats = {distance: player for player, distance in distances(seat, int(after["num_players"]))}
    hands = {
        distance: cards_used(player, after["shown"][distance])
        for distance, player in seats.items()
        if after["shown"][distance].any()
    }

    def shown(distance: int) -> Shown:
        if hands and not distance and distance not in hands:
            return _dropped(before, seat)
        if distance not in hands:
            return nothing_shown(distance)
        best = values(before, hands[distance] + cards_used(NOBODY, before["common"]))[0]
        player, hand = seats[distance], cards_of_value(before, hands[distance], best)
        faces = hand_faces(after["shown"][distance], hand, player, CARD)
        return value_name(best), faces

    def hand_in_words(distance: int, worth: Value) -> str:
        value = worth[0] * NUM_STRENGTHS + worth[2]
        hand = cards_of_value(before, hands[distance], value)
        return hand_words(value_name(value), hand, seats[distance])

    def verdict(before: np.void, after: np.void, seat: int) -> str:
        worth = {distance: compared(before, own) for distance, own in hands.items()}
        return showdown_verdict(
            after,
            seat,
            worth,
            hand_in_words,
            lambda value: value_name(value[0] * NUM_STRENGTHS + value[2]),
        )

    return season_end(before, after, seat, verdict, shown)


def _dropped(before: np.void, seat: int) -> Shown:
    """Returns the hand that the viewer, who has dropped, would have had; nobody else sees it."""
    own = cards_used(seat, before["hand"])
    best = values(before, own + cards_used(NOBODY, before["common"]))[0]
    hand = cards_of_value(before, own, best)
    return dropped_with(value_name(best), before["hand"], hand, seat, CARD)


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


def cards_of_value(view: np.void, own: list[Used], value: int) -> list[Used]:
    """Returns the cards that make a player's hand of some value, a run from its foot on.

    Args:
        view: The view record of a seat, for the house rules and the common cards.
        own: The player's cards.
        value: One of the values that these make with the common cards.
    """
    cards = own + cards_used(NOBODY, view["common"])
    hand = hand_of(cards, own[0].owner, lambda some: value in values(view, some))
    category, top = divmod(value, NUM_STRENGTHS)
    if category != mkk.RUN:
        return hand
    return in_order(hand, range(NOTHING + top - len(hand) + 1, NOTHING + top + 1))
