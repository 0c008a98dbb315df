"""ANGLER (釣り人): exclude a card, take one of the graveyards (SEKI-5.6)."""

import numpy as np

from ...core.kernel import kernel
from ..cards import empty_pile, exclude, move_openly, remove_from_graveyard, top_card
from ..state import (
    ANGLER_CARD,
    ANGLER_GRAVE,
    GHOST,
    NATURAL,
    NUM_CARDS,
    NUMBER_GRAVEYARD,
    PILE_EMPTY,
    SYMBOL_GRAVEYARD,
    free_count,
)
from ..turn import ask, finish_effect


@kernel
def can_activate(state: np.void, seat: int) -> bool:
    """There is a free card to give and a graveyard to fish in."""
    graves = state["zone_size"][NUMBER_GRAVEYARD] + state["zone_size"][SYMBOL_GRAVEYARD]
    return free_count(state, seat) > 0 and graves > 0


@kernel
def activate(state: np.void) -> None:
    """Step 1 asks for the card to exclude."""
    ask(state, ANGLER_CARD)


@kernel
def apply_card(state: np.void, action: int) -> None:
    """Excludes the card; an empty hand is no finish yet."""
    exclude(state, np.int64(state["to_move"]), action, False)
    ask(state, ANGLER_GRAVE)


@kernel
def legal_grave(state: np.void, mask: np.ndarray) -> None:
    """Step 2: any card of the graveyards."""
    for card in range(NUM_CARDS):
        zone = state["zone"][card]
        mask[card] = zone in (NUMBER_GRAVEYARD, SYMBOL_GRAVEYARD)


@kernel
def apply_grave(state: np.void, action: int) -> None:
    """Takes the card; the top keeps its number and the right stays."""
    if action == top_card(state, NUMBER_GRAVEYARD) and state["top_kind"] == NATURAL:
        state["top_kind"] = GHOST
    was_number = state["zone"][action] == NUMBER_GRAVEYARD
    remove_from_graveyard(state, action)
    move_openly(state, action, np.int64(state["to_move"]))
    if (
        was_number
        and state["zone_size"][NUMBER_GRAVEYARD] == 0
        and state["angler_last_card"] == PILE_EMPTY
    ):
        empty_pile(state)
    finish_effect(state)
