"""POLICE_OFFICER (警察官): mark cards face up for good, then an optional TRADE (SEKI-5.11)."""

import numpy as np

from ....core.compiling.kernel import kernel
from ....core.kit.seats import seat_after
from ... import state as seki
from .. import cards, memory, symbols, turn


@kernel
def can_be_marked(state: np.void, seat: int) -> bool:
    """Whether a player in game has a free unmarked card."""
    return seki.in_game(state, seat) and cards.has_back(state, seat, 0, seki.NUM_CARDS)


@kernel
def can_activate(state: np.void, seat: int) -> bool:
    """Whether another player in game has a free unmarked card."""
    for distance in range(1, state["num_players"]):
        if can_be_marked(state, seat_after(state, seat, distance)):
            return True
    return False


@kernel
def activate(state: np.void) -> None:
    """Begins step 1: marks cards of all others clockwise, or asks for one player."""
    if state["police_scope"] == seki.ONE_PLAYER:
        turn.ask(state, seki.POLICE_TARGET)
    else:
        mark_from(state, 1)


@kernel
def mark_from(state: np.void, distance: int) -> None:
    """Marks a card of each player from `distance` on, then offers step 2, a TRADE."""
    for further in range(distance, state["num_players"]):
        victim = seat_after(state, np.int64(state["to_move"]), further)
        if can_be_marked(state, victim) and not mark_or_ask(state, victim):
            return
    symbols.offer_trade(state)


@kernel
def mark_or_ask(state: np.void, victim: int) -> bool:
    """Marks a random card, or asks for a back if backs differ; returns whether it marked."""
    state["victim"] = victim
    if state["distinct_backs"] == 1 and cards.has_both_backs(state, victim):
        turn.ask(state, seki.POLICE_BACK)
        return False
    mark_random(state, victim, 0, seki.NUM_CARDS)
    return True


@kernel
def mark_random(state: np.void, victim: int, first: int, last: int) -> None:
    """Marks and shows a random free unmarked card with an id from `first` to `last` - 1."""
    card = cards.random_free(state, victim, first, last, 0)
    state["marked"][card] = 1
    memory.show(state, card, victim)


@kernel
def legal_target(state: np.void, mask: np.ndarray) -> None:
    """Marks the other players with a free unmarked card as choices."""
    for distance in range(1, state["num_players"]):
        if can_be_marked(state, seat_after(state, np.int64(state["to_move"]), distance)):
            mask[seki.FIRST_TARGET + distance - 1] = 1


@kernel
def apply_target(state: np.void, action: int) -> None:
    """Marks a card of the chosen player."""
    victim = seat_after(state, np.int64(state["to_move"]), action - seki.FIRST_TARGET + 1)
    if mark_or_ask(state, victim):
        symbols.offer_trade(state)


@kernel
def legal_back(state: np.void, mask: np.ndarray) -> None:
    """Marks the choice of a face-down number and of a face-down symbol (SEKI-9.26)."""
    mask[seki.NUMBER_BACK] = 1
    mask[seki.SYMBOL_BACK] = 1


@kernel
def apply_back(state: np.void, action: int) -> None:
    """Marks a card with the chosen back and goes on to the next player."""
    victim = np.int64(state["victim"])
    if action == seki.NUMBER_BACK:
        mark_random(state, victim, 0, seki.NUM_NUMBERS)
    else:
        mark_random(state, victim, seki.NUM_NUMBERS, seki.NUM_CARDS)
    if state["police_scope"] == seki.ONE_PLAYER:
        symbols.offer_trade(state)
    else:
        mark_from(state, (victim - state["to_move"]) % state["num_players"] + 1)
