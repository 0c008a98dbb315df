"""Exact memory: for every card the zones where it can be by a viewer's knowledge.

`memory` is int8[V, Z, C], one row for each viewer: 1 if the card can be in the zone. Zones
0..num_players-1 are the hands of the seats; the others belong to the game, such as decks and
discards. The first viewers are the seats; a game may add a spectator, which sees public facts
alone. A card that moves unseen adds possible zones; a card that a viewer sees has one zone.
"""

import numpy as np

from ..compiling.kernel import kernel, python_fallback
from .seats import seat_seen_at


@kernel
def know(memory: np.ndarray, viewer: int, card: int, zone: int) -> None:
    """Records that a viewer sees a card in a zone, and so in no other."""
    for other in range(memory.shape[1]):
        memory[viewer, other, card] = 0
    memory[viewer, zone, card] = 1


@python_fallback(know)
def _know_at_once(memory: np.ndarray, viewer: int, card: int, zone: int) -> None:
    memory[viewer, :, card] = 0
    memory[viewer, zone, card] = 1


@kernel
def expect(
    memory: np.ndarray, viewer: int, num_players: int, deck: int, first: int, last: int
) -> None:
    """Records a deal of the cards first..last-1: each is in another hand or in the deck.

    Call `know` afterwards for the cards in the viewer's own hand.
    """
    for zone in range(memory.shape[1]):
        is_possible = zone == deck or (zone < num_players and zone != viewer)
        for card in range(first, last):
            memory[viewer, zone, card] = is_possible


@kernel
def spread(memory: np.ndarray, viewer: int, source: int, target: int) -> None:
    """Records an unseen move of one card: all cards possible in `source` get `target` too."""
    for card in range(memory.shape[2]):
        memory[viewer, target, card] |= memory[viewer, source, card]


@python_fallback(spread)
def _spread_at_once(memory: np.ndarray, viewer: int, source: int, target: int) -> None:
    memory[viewer, target] |= memory[viewer, source]


@kernel
def forget_zone(memory: np.ndarray, zone: int) -> None:
    """Records that a zone is publicly empty, so no card can be there."""
    for viewer in range(memory.shape[0]):
        for card in range(memory.shape[2]):
            memory[viewer, zone, card] = 0


@python_fallback(forget_zone)
def _forget_zone_at_once(memory: np.ndarray, zone: int) -> None:
    memory[:, zone] = 0


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
    for card in range(memory.shape[2]):
        num_zones = 0
        for zone in range(memory.shape[1]):
            num_zones += memory[viewer, zone, card]
        cards[count] = card  # overwritten if it is not hidden: a branch would take longer
        count += num_zones > 1
    return count


@kernel
def observe_memory(state: np.void, seat: int, view: np.void) -> None:
    """Shows a viewer's memory, hands clockwise from its own.

    The last of the V viewers is a spectator, so that zones 0 to V - 2 are the hands. Zones that the
    view's field `memory` has no row for are not shown.
    """
    memory, shown = state["memory"], view["memory"]
    num_seats = len(memory) - 1
    for distance in range(num_seats):
        player = seat_seen_at(state, seat, distance)
        for card in range(shown.shape[1]):
            shown[distance, card] = memory[seat, player, card]
    for zone in range(num_seats, len(shown)):
        for card in range(shown.shape[1]):
            shown[zone, card] = memory[seat, zone, card]


@python_fallback(observe_memory)
def _observe_memory_by_rows(state: np.void, seat: int, view: np.void) -> None:
    memory, shown = state["memory"], view["memory"]
    num_seats = len(memory) - 1
    for distance in range(num_seats):
        shown[distance] = memory[seat, seat_seen_at(state, seat, distance)]
    shown[num_seats:] = memory[seat, num_seats : len(shown)]
