"""Exact memory: for every card the zones where it can be by a viewer's knowledge.

`memory` is int8[V, C], or int16 with more than seven zones. It has a row for each viewer: a set of
zones for each card, with bit z for zone z. Zones 0..num_players-1 are the hands of the seats; the
others belong to the game, such as decks and discards. The first viewers are the seats; a game may
add a spectator, which sees public facts alone. A card that moves unseen adds possible zones; a card
that a viewer sees has one zone.
"""

import numpy as np

from ..compiling.kernel import kernel, python_fallback
from .seats import seat_seen_at

NOWHERE = np.int16(0)


@kernel
def only(zone: int) -> np.int16:
    """The set of one zone, 0..14."""
    return np.int16(1 << zone)


@kernel
def can_be(memory: np.ndarray, viewer: int, zone: int, card: int) -> bool:
    """Whether a card can be in a zone, as far as the viewer knows."""
    return memory[viewer, card] & only(zone) != NOWHERE


@kernel
def know(memory: np.ndarray, viewer: int, card: int, zone: int) -> None:
    """Records that a viewer sees a card in a zone, and so in no other."""
    memory[viewer, card] = only(zone)


@kernel
def exclude(memory: np.ndarray, viewer: int, zone: int, card: int) -> None:
    """Records that a card is not in a zone."""
    memory[viewer, card] &= ~only(zone)


@kernel
def expect(
    memory: np.ndarray, viewer: int, num_players: int, deck: int, first: int, last: int
) -> None:
    """Records a deal of the cards first..last-1: each is in another hand or in the deck.

    Call `know` afterwards for the cards in the viewer's own hand.
    """
    hands = (1 << num_players) - 1
    if viewer < num_players:
        hands -= 1 << viewer
    memory[viewer, first:last] = np.int16(hands | 1 << deck)


@kernel
def spread(memory: np.ndarray, viewer: int, source: int, target: int) -> None:
    """Records an unseen move of one card: all cards possible in `source` get `target` too."""
    here, there = only(source), only(target)
    for card in range(memory.shape[1]):
        memory[viewer, card] |= there if memory[viewer, card] & here != NOWHERE else NOWHERE


@python_fallback(spread)
def _spread_at_once(memory: np.ndarray, viewer: int, source: int, target: int) -> None:
    memory[viewer] |= np.where(memory[viewer] & only(source), only(target), NOWHERE)


@kernel
def forget_zone(memory: np.ndarray, zone: int) -> None:
    """Records that a zone is publicly empty, so no card can be there."""
    others = np.int16(~only(zone))
    for viewer in range(memory.shape[0]):
        for card in range(memory.shape[1]):
            memory[viewer, card] &= others


@python_fallback(forget_zone)
def _forget_zone_at_once(memory: np.ndarray, zone: int) -> None:
    memory &= ~only(zone)


@kernel
def list_hidden(memory: np.ndarray, viewer: int, cards: np.ndarray) -> int:
    """Lists by id the cards whose zone the viewer does not know.

    Args:
        memory: The memories of all viewers.
        viewer: The viewer.
        cards: int8[C], filled from the start.

    Returns:
        How many there are.
    """
    count = 0
    for card in range(memory.shape[1]):
        zones = memory[viewer, card]
        cards[count] = card  # overwritten if it is not hidden: a branch would take longer
        count += zones & (zones - 1) != NOWHERE  # more than one bit
    return count


@kernel
def show_zone(memory: np.ndarray, viewer: int, zone: int, flags: np.ndarray) -> None:
    """Writes which cards can be in a zone as flags, one for each card."""
    bit = only(zone)
    for card in range(len(flags)):
        flags[card] = memory[viewer, card] & bit != NOWHERE


@python_fallback(show_zone)
def _show_zone_at_once(memory: np.ndarray, viewer: int, zone: int, flags: np.ndarray) -> None:
    flags[:] = memory[viewer] & only(zone) != NOWHERE


@kernel
def seen_from(zones: np.int16, viewer: int, count: int) -> np.int16:
    """The set with the hands of `count` players in clockwise order, the viewer's first."""
    all_hands = (1 << count) - 1
    hands = zones & all_hands
    turned = (hands >> viewer | hands << (count - viewer)) & all_hands
    return np.int16(zones & ~all_hands | turned)


@kernel
def observe_memory(state: np.void, seat: int, view: np.void) -> None:
    """Shows a viewer's memory, hands clockwise from its own.

    Zones that the view's field `memory` has no row for are not shown.
    """
    memory, shown, count = state["memory"], view["memory"], np.int64(state["num_players"])
    for card in range(shown.shape[1]):
        zones = seen_from(memory[seat, card], seat, count)
        for row in range(shown.shape[0]):
            shown[row, card] = (zones >> row) & 1


@python_fallback(observe_memory)
def _observe_memory_by_rows(state: np.void, seat: int, view: np.void) -> None:
    memory, shown = state["memory"], view["memory"]
    for row in range(len(shown)):
        zone = seat_seen_at(state, seat, row) if row < len(memory) - 1 else row
        shown[row] = (memory[seat] >> zone) & 1
