"""HUNTER (狩人): look through the symbol deck and exchange symbols with it (SEKI-5.12)."""

import numpy as np

from ....core.compiling.kernel import kernel
from ....core.kit.rng import shuffle
from ... import state as seki
from .. import cards, memory, turn


@kernel
def can_activate(state: np.void, seat: int) -> bool:
    """Whether the symbol deck has a card."""
    return state["zone_size"][seki.SYMBOL_DECK] > 0


@kernel
def activate(state: np.void) -> None:
    """Carries out step 1: shows the deck with its order to the player."""
    memory.remember_view_of_deck(state, np.int64(state["to_move"]))
    turn.ask(state, seki.HUNTER_GIVE)


@kernel
def legal_give(state: np.void, mask: np.ndarray) -> None:
    """Marks the choices of step 2: further free symbols, and stopping (SEKI-4.16)."""
    seat = np.int64(state["to_move"])
    mask[seki.STOP_ACTION] = 1
    if state["left_to_do"] < state["zone_size"][seki.SYMBOL_DECK]:
        for card in range(seki.NUM_NUMBERS, seki.NUM_CARDS):
            mask[card] = seki.is_free(state, card, seat) and state["offered"][card] == 0


@kernel
def apply_give(state: np.void, action: int) -> None:
    """Stores a card to give; `stop` shows all of them and begins the takes."""
    if action != seki.STOP_ACTION:
        state["offered"][action] = 1
        state["left_to_do"] += 1
        return
    seat = np.int64(state["to_move"])
    for card in range(seki.NUM_NUMBERS, seki.NUM_CARDS):
        if state["offered"][card] == 1:
            memory.show(state, card, seat)
    go_on(state)


@kernel
def go_on(state: np.void) -> None:
    """Asks for the next card to take, or ends with step 3."""
    if state["left_to_do"] > 0:
        turn.ask(state, seki.HUNTER_TAKE)
        return
    for card in range(seki.NUM_NUMBERS, seki.NUM_CARDS):
        if state["offered"][card] == 1:
            state["offered"][card] = 0
            cards.move_openly(state, card, seki.EXCLUDED)
    if state["hunter_shuffles_deck"] == 1:
        shuffle(state, state["symbol_deck"], np.int64(state["zone_size"][seki.SYMBOL_DECK]))
        state["knows_order"][:] = 0
    turn.finish_effect(state)


@kernel
def legal_take(state: np.void, mask: np.ndarray) -> None:
    """Marks the kinds in the deck."""
    for position in range(state["zone_size"][seki.SYMBOL_DECK]):
        mask[seki.FIRST_KIND + seki.kind_of(np.int64(state["symbol_deck"][position]))] = 1


@kernel
def apply_take(state: np.void, action: int) -> None:
    """Takes the card of the chosen kind that is nearest to the top."""
    seat, size = np.int64(state["to_move"]), np.int64(state["zone_size"][seki.SYMBOL_DECK])
    position = size - 1
    while seki.kind_of(np.int64(state["symbol_deck"][position])) != action - seki.FIRST_KIND:
        position -= 1
    card = np.int64(state["symbol_deck"][position])
    for later in range(position, size - 1):
        state["symbol_deck"][later] = state["symbol_deck"][later + 1]
    cards.move(state, card, seat)
    memory.remember_take(state, seat, card)
    memory.forget_if_empty(state, seki.SYMBOL_DECK)
    state["left_to_do"] -= 1
    go_on(state)
