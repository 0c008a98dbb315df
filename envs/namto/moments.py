"""Moments of Namto: the showdown at the end of a season."""

import numpy as np

from fudaba.common.languages import translator

from ..core.kit.seats import distances
from ..core.scene.moment import Moment
from ..kikisen.moments import Shown, nothing_shown, season_end
from ..kikisen.showdown import Value as AnyValue
from ..kikisen.showdown import cards_used, dropped_with, hand_faces, hand_words, showdown_verdict
from .hands import CATEGORIES, Value
from .meanings import CARD
from .showdown import best_cards, cards_of_value, full_name, pool_of, value_name, values

_, _n = translator("namto")


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the hands that are shown at the end of a season, each with all its cards."""
    if after["season"] <= before["season"]:
        return []
    seats = {distance: player for player, distance in distances(seat, int(after["num_players"]))}
    pools = {
        distance: pool_of(before, after, seat, player)
        for distance, player in seats.items()
        if after["shown"][distance].any()
    }

    def shown(distance: int) -> Shown:
        if pools and not distance and distance not in pools:
            return _dropped(before, after, seat)
        if distance not in pools:
            return nothing_shown(distance)
        player, cards = seats[distance], after["shown"][distance]
        hand = best_cards(before, pools[distance], player)
        category = _(CATEGORIES[int(after["best_hands"][distance])])
        return category, hand_faces(cards, hand, player, CARD)

    def hand_in_words(distance: int, worth: AnyValue) -> str:
        player, value = seats[distance], Value(*worth)
        hand = cards_of_value(before, pools[distance], player, value)
        return hand_words(value_name(before, value), hand, player)

    def verdict(before: np.void, after: np.void, seat: int) -> str:
        worth = {
            distance: values(before, pool, seats[distance]) for distance, pool in pools.items()
        }
        return showdown_verdict(
            after, seat, worth, hand_in_words, lambda value: full_name(before, Value(*value))
        )

    return season_end(before, after, seat, verdict, shown)


def _dropped(before: np.void, after: np.void, seat: int) -> Shown:
    """Returns the hand that the viewer, who has dropped, would have had; nobody else sees it."""
    cards = before["hand"] + before["revealed"][0]
    others = pool_of(before, after, seat, seat)
    pool = cards_used(seat, cards) + [card for card in others if card.owner != seat]
    found = values(before, pool, seat)
    if not found:
        return nothing_shown(0)
    hand = cards_of_value(before, pool, seat, found[0])
    return dropped_with(value_name(before, found[0]), cards, hand, seat, CARD)
