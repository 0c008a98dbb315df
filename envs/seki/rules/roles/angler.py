"""ANGLER (釣り人): exclude a card, take one from a graveyard (SEKI-5.6)."""

import numpy as np

from ....core.compiling.kernel import kernel
from ... import state as seki
from .. import cards, turn


@kernel
def can_activate(state: np.void, seat: int) -> bool:
    """Whether the hand has a free card and a graveyard is not empty."""
    graves = state["zone_size"][seki.NUMBER_GRAVEYARD] + state["zone_size"][seki.SYMBOL_GRAVEYARD]
    return seki.free_count(state, seat) > 0 and graves > 0


@kernel
def activate(state: np.void) -> None:
    """Begins step 1: asks for the card to exclude."""
    turn.ask(state, seki.ANGLER_CARD)


@kernel
def apply_card(state: np.void, action: int) -> None:
    """Excludes the card; an empty hand is no finish yet."""
    cards.exclude(state, np.int64(state["to_move"]), action, False)
    turn.ask(state, seki.ANGLER_GRAVE)


@kernel
def legal_grave(state: np.void, mask: np.ndarray) -> None:
    """Marks the choices of step 2: all cards of the graveyards."""
    for card in range(seki.NUM_CARDS):
        zone = state["zone"][card]
        mask[card] = zone in (seki.NUMBER_GRAVEYARD, seki.SYMBOL_GRAVEYARD)


@kernel
def apply_grave(state: np.void, action: int) -> None:
    """Takes the card; the top keeps its number and the right stays."""
    if action == cards.top_card(state, seki.NUMBER_GRAVEYARD) and state["top_kind"] == seki.NATURAL:
        state["top_kind"] = seki.GHOST
    was_number = state["zone"][action] == seki.NUMBER_GRAVEYARD
    cards.remove_from_graveyard(state, action)
    cards.move_openly(state, action, np.int64(state["to_move"]))
    if (
        was_number
        and state["zone_size"][seki.NUMBER_GRAVEYARD] == 0
        and state["angler_last_card"] == seki.PILE_EMPTY
    ):
        seki.empty_pile(state)
    turn.finish_effect(state)
