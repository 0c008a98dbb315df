"""The exchange: each player swaps a card with a common one or draws two (MKK-4.1).

The cards move when an exchange is complete; till then those drawn are the top of the stock
(MKK-9.11, 9.13).
"""

import numpy as np

from ...cards.kikisen import NUM_TYPES
from ...core.compiling.kernel import kernel
from ...core.kit.seats import next_seat
from .. import state as mkk


@kernel
def begin(state: np.void, seat: int) -> None:
    """Asks a player for the kind of exchange (MKK-4.1)."""
    state["phase"] = mkk.KIND
    state["to_move"] = seat
    state["incoming"] = mkk.NO_CARD


@kernel
def drawn_card(state: np.void, number: int) -> int:
    """Returns one of the two cards that are drawn, 0 for the top of the stock."""
    return int(state["stock"][state["stock_size"] - 1 - number])


# Legal actions (MKK-4.7)


@kernel
def mark_kinds(state: np.void, mask: np.ndarray) -> int:
    """Marks swap and draw, which are always possible (MKK-2.3); returns how many."""
    mask[mkk.FIRST_EXCHANGE] = 1
    mask[mkk.FIRST_EXCHANGE + 1] = 1
    return 2


@kernel
def mark_incoming(state: np.void, mask: np.ndarray) -> int:
    """Marks the types of the common or drawn cards and returns how many (MKK-4.1, 4.7)."""
    if state["kinds"][state["to_move"]] == mkk.SWAP:
        return mark_types(state["common"], mkk.FIRST_TAKE, mask)
    first, second = drawn_card(state, 0), drawn_card(state, 1)
    mask[mkk.FIRST_TAKE + first] = 1
    mask[mkk.FIRST_TAKE + second] = 1
    return 1 + (first != second)


@kernel
def mark_outgoing(state: np.void, mask: np.ndarray) -> int:
    """Marks the types in the hand as dealt, also the incoming type (MKK-4.1, 4.8)."""
    return mark_types(state["hands"][state["to_move"]], mkk.FIRST_PUT_OUT, mask)


@kernel
def mark_types(cards: np.ndarray, first: int, mask: np.ndarray) -> int:
    """Marks the types of some cards; returns how many."""
    count = 0
    for type_ in range(NUM_TYPES):
        is_there = cards[type_] > 0
        mask[first + type_] = is_there
        count += is_there
    return count


# What a decision does


@kernel
def choose_kind(state: np.void, action: int) -> None:
    """Swaps or draws; skips the next choice if all common cards are alike (MKK-9.12)."""
    kind = mkk.SWAP + action - mkk.FIRST_EXCHANGE
    state["kinds"][state["to_move"]] = kind
    state["phase"] = mkk.INCOMING
    if kind == mkk.SWAP:
        only = only_type(state["common"])
        if only != mkk.NO_CARD:
            choose_incoming(state, only)


@kernel
def only_type(cards: np.ndarray) -> int:
    """Returns the type that all these cards have, or NO_CARD."""
    found = mkk.NO_CARD
    for type_ in range(NUM_TYPES):
        if cards[type_] > 0:
            if found != mkk.NO_CARD:
                return mkk.NO_CARD
            found = type_
    return found


@kernel
def take(state: np.void, action: int) -> None:
    """Takes the chosen card (MKK-4.1)."""
    choose_incoming(state, action - mkk.FIRST_TAKE)


@kernel
def choose_incoming(state: np.void, type_: int) -> None:
    """Notes the incoming card, which nobody else knows yet (MKK-9.13)."""
    state["incoming"] = type_
    state["phase"] = mkk.OUTGOING


@kernel
def complete(state: np.void, outgoing: int) -> None:
    """Moves the cards and publishes the public ones (MKK-4.1, 9.1)."""
    seat, incoming = np.int64(state["to_move"]), np.int64(state["incoming"])
    if state["kinds"][seat] == mkk.SWAP:
        state["common"][incoming] -= 1
        state["taken"][seat] = incoming
    else:
        leave_stock(state, seat, incoming)
    state["hands"][seat, incoming] += 1
    state["hands"][seat, outgoing] -= 1
    state["common"][outgoing] += 1
    state["put_out"][seat] = outgoing
    begin(state, next_seat(state, seat))


@kernel
def leave_stock(state: np.void, seat: int, taken: int) -> None:
    """Takes two cards off the stock; the other leaves play or is public (MKK-4.1, 8)."""
    first, second = drawn_card(state, 0), drawn_card(state, 1)
    unused = second if first == taken else first
    state["unused"][seat] = unused
    if state["unused_draw"] == mkk.PUBLIC:
        state["common"][unused] += 1
    for _ in range(mkk.NUM_DRAWN):
        state["stock_size"] -= 1
        state["stock"][state["stock_size"]] = mkk.NO_CARD
