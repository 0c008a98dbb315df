"""The showdown of Namto from a seat's views: the cards of each hand, and its values."""

from collections.abc import Sequence

import numpy as np

from fudaba.common.languages import translator

from ..cards.kikisen import COURT, NOTHING, NUM_KINDS
from ..core.kit.seats import NOBODY, distances
from ..kikisen.showdown import Used, cards_used, counts_of, hand_of, in_order
from . import state as nam
from .hands import (
    CATEGORIES,
    FIGURES,
    NUM_WORDS,
    RUN,
    SET,
    SINGLE,
    Value,
    exchanged,
    find_values,
    keep_best,
    values_of,
)

_, _n = translator("namto")

BOTH_REVEALED = 2


def cards_of_all(before: np.void, after: np.void, seat: int) -> list[Used]:
    """Returns all cards that could be used by anybody, own hidden ones among them (NAM-5.1).

    Args:
        before: The view record of a seat before the showdown.
        after: Its view record afterwards.
        seat: Its number.
    """
    cards = cards_used(NOBODY, before["community"])
    for player, distance in distances(seat, int(before["num_players"])):
        has_shown = after["shown"][distance].any()
        cards += cards_used(player, (after["shown"] if has_shown else before["revealed"])[distance])
    return cards


def cards_so_far(view: np.void, seat: int) -> list[Used]:
    """Returns the cards of which the viewer can make a hand before the showdown (NAM-5.1).

    Args:
        view: The view record of a seat.
        seat: Its number.
    """
    cards = cards_used(seat, view["hand"] + view["revealed"][0])
    if view["hand_pool"] == nam.COMMUNITY:
        cards += cards_used(NOBODY, view["community"])
    elif view["hand_pool"] == nam.SHARED:
        for player, distance in distances(seat, int(view["num_players"])):
            if distance:
                cards += cards_used(player, view["revealed"][distance])
    return cards


def pool_of(before: np.void, after: np.void, seat: int, player: int) -> list[Used]:
    """Returns the cards of which a player's hand may be made (NAM-5.1, 8); see `cards_of_all`."""
    cards = cards_of_all(before, after, seat)
    if before["hand_pool"] != nam.SHARED:
        return [card for card in cards if card.owner in (player, NOBODY)]
    if before["reveals"] == BOTH_REVEALED:
        return cards
    pool = [card for card in cards if card.owner == player]
    for other, distance in distances(seat, int(before["num_players"])):
        if other != player:
            pool += cards_used(other, before["revealed"][distance])
    return pool


def values(view: np.void, cards: list[Used], player: int) -> list[Value]:
    """Returns the values of a player's hands from some cards, highest first (NAM-5.4, 5.5).

    Args:
        view: The view record of a seat, for the house rules.
        cards: Cards of the player's pool.
        player: The player's seat.
    """
    own = [card.type_ for card in cards if card.owner == player]
    if len(own) < view["own_min"]:
        return []
    first, last = (own[0], own[-1]) if own else (0, 0)  # not looked at where none is needed
    ladder = np.zeros(NUM_WORDS, np.int64)
    find_values(view, counts_of(cards), first, last, ladder)
    if view["tie_break"] == nam.SPLIT:
        keep_best(ladder)
    return values_of(ladder, int(view["dark_army_size"]))


def best_cards(view: np.void, pool: list[Used], player: int) -> list[Used]:
    """Returns the cards that make a player's best hand; none without one; see `values`."""
    best = values(view, pool, player)[:1]
    return cards_of_value(view, pool, player, best[0]) if best else []


def cards_of_value(view: np.void, pool: list[Used], player: int, value: Value) -> list[Used]:
    """Returns the cards that make a player's hand of some value, in order; see `values`."""
    hand = hand_of(pool, player, lambda cards: value in values(view, cards, player))
    kinds = _kinds_of(view, value)
    return in_order(hand, kinds) if kinds else hand


def _kinds_of(view: np.void, value: Value) -> Sequence[int]:
    """Returns the kinds of cards of a hand from the lowest; empty if they are all the same."""
    rank = int(exchanged(view, value.rank))
    if rank == RUN:
        top = NOTHING + value.number
        return range(top - value.size + 1, top + 1)
    return [kind for kind in range(NUM_KINDS) if FIGURES.get(rank, 0) >> kind & 1]


def value_name(view: np.void, value: Value) -> str:
    """Returns the name of a hand: `set of 8`, `run up to 5`, `single court`, `march`."""
    rank = int(exchanged(view, value.rank))
    number = _number_word(value.number)
    if rank == SINGLE:
        return _("single {number}", number=number)
    if rank == SET:
        return _("set of {number}", number=number)
    return _("run up to {number}", number=number) if rank == RUN else _(CATEGORIES[1 + rank])


def _number_word(number: int) -> str:
    return _("court") if number == COURT else str(number)


def full_name(view: np.void, value: Value) -> str:
    """Returns a name that no other value has: `set 8 8 of one colour`, `run 0 1 2`, `march`."""
    rank, number = int(exchanged(view, value.rank)), value.number
    if rank == RUN:
        numbers = " ".join(map(str, range(number - value.size + 1, number + 1)))
        return _("run {numbers}", numbers=numbers)
    name = value_name(view, value)
    if rank == SET:
        name = _("set {numbers}", numbers=" ".join([_number_word(number)] * value.size))
    return _("{hand} of one colour", hand=name) if value.mono and rank != SINGLE else name
