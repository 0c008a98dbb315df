"""The places of Sevens that are certain, from a view (SEV-6.2 to 6.4)."""

import numpy as np

from fudaba.common.languages import Ordinal, translator

from ..cards.french import NUM_CARDS
from ..cards.laying import MAX_PLAYERS
from ..core.kit.places import shared_place
from .state import LAST_PLACE

_, _n = translator("sevens")


def place_in_words(view: np.void, distance: int) -> str:
    """Returns a player's place: `4th place`, `2nd place, shared`, `4th place or better`.

    Empty while the player takes part. A player who is out can rise to a better place if a joker in
    another hand can still mean the last place.
    """
    if not view["on_turn"].any():
        return _final_place(view, distance)
    if view["finished"][distance]:
        return _("{place} place", place=Ordinal(view["finished"][distance]))
    if not view["eliminated"][distance]:
        return ""
    place = Ordinal(view["num_players"] - view["eliminated"][distance] + 1)
    may_rise = view["joker_last"] == LAST_PLACE and view["jokers_aside"] < view["jokers"]
    return (
        _("{place} place or better", place=place) if may_rise else _("{place} place", place=place)
    )


def _final_place(view: np.void, distance: int) -> str:
    place = final_place(view, distance)
    number = Ordinal(place)  # shared places begin with the better one
    return (
        _("{place} place, shared", place=number) if place % 1 else _("{place} place", place=number)
    )


def final_place(view: np.void, distance: int) -> float:
    """Returns a player's place at the end, 1 for the best; shared places are averaged."""
    count = int(view["num_players"])
    standings = np.array([standing(view, other) for other in range(count)])
    return shared_place(standings, count, distance)


def standing(view: np.void, distance: int) -> int:
    """Returns a number that orders the players of a finished game, as the rules do.

    The cards that are not laid are in the hand of the only player left, if there are any: who holds
    more cards than these holds a joker.
    """
    if view["finished"][distance]:
        return int(view["finished"][distance])
    if view["eliminated"][distance]:
        return 3 * MAX_PLAYERS - int(view["eliminated"][distance])
    holds_joker = view["hand_size"][distance] > NUM_CARDS - int(view["natural"].sum())
    if view["joker_last"] == LAST_PLACE and holds_joker:
        return 3 * MAX_PLAYERS
    return MAX_PLAYERS + 1
