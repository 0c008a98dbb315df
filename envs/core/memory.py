"""Exact memory: for every card, the zones where it can be as far as a viewer has been told.

`memory` is int8[V, Z, C], one row for each viewer: 1 where the card can be in the zone. Zones
0..num_players-1 are the hands of the seats; the others are the game's, as decks and discards. The
first viewers are the seats; a game may add a spectator, who sees what is public. Cards that go
unseen widen what a viewer must reckon with, cards that he sees leave one zone only.
"""

import numpy as np

from .kernel import kernel


@kernel
def know(memory: np.ndarray, viewer: int, card: int, zone: int) -> None:
    """The viewer sees a card in a zone: it is nowhere else."""
    for other in range(memory.shape[1]):
        memory[viewer, other, card] = 0
    memory[viewer, zone, card] = 1


@kernel
def expect(
    memory: np.ndarray, viewer: int, num_players: int, deck: int, first: int, last: int
) -> None:
    """The cards first..last-1 were dealt: each is in another hand or still in the deck.

    Those in the own hand are known: say so afterwards.
    """
    for zone in range(memory.shape[1]):
        is_possible = zone == deck or (zone < num_players and zone != viewer)
        for card in range(first, last):
            memory[viewer, zone, card] = is_possible


@kernel
def spread(memory: np.ndarray, viewer: int, source: int, target: int) -> None:
    """A card went unseen from one zone to another: what can be in the first can be in both."""
    for card in range(memory.shape[2]):
        memory[viewer, target, card] |= memory[viewer, source, card]


@kernel
def forget_zone(memory: np.ndarray, zone: int) -> None:
    """Everybody sees that a zone is empty: no card can be there."""
    for viewer in range(memory.shape[0]):
        for card in range(memory.shape[2]):
            memory[viewer, zone, card] = 0


@kernel
def is_hidden(memory: np.ndarray, viewer: int, card: int) -> bool:
    """Whether the viewer can't tell where a card is."""
    count = 0
    for zone in range(memory.shape[1]):
        count += memory[viewer, zone, card]
    return count > 1
