"""Exact memory (`envs/core/kit/memory.py`), in a game of two hands, a deck and a discard pile."""

import random

import numpy as np

from fudaba.envs.core.kit.memory import (
    can_be,
    expect,
    forget_zone,
    know,
    list_hidden,
    spread,
)

PLAYERS, DECK, DISCARDS = 2, 2, 3
VIEWERS, ZONES, CARDS = 3, 4, 5  # the last viewer is a spectator


def places(memory: np.ndarray, viewer: int, card: int) -> list[int]:
    """The zones where a card can be."""
    return [zone for zone in range(ZONES) if can_be(memory, viewer, zone, card)]


def hidden(memory: np.ndarray, viewer: int) -> list[int]:
    """The cards that are hidden from a viewer."""
    cards = np.empty(CARDS, np.int8)
    return cards[: list_hidden(memory, viewer, cards)].tolist()


def all_places(memory: np.ndarray) -> list[list[list[int]]]:
    """The same for every viewer and card."""
    return [[places(memory, viewer, card) for card in range(CARDS)] for viewer in range(VIEWERS)]


def dealt() -> np.ndarray:
    """After the deal: cards 0 and 1 are in the hands of seats 0 and 1."""
    memory = np.ones((VIEWERS, CARDS), np.int16)
    for viewer in range(VIEWERS):
        expect(memory, viewer, PLAYERS, DECK, 0, CARDS)
    know(memory, 0, 0, 0)
    know(memory, 1, 1, 1)
    return memory


def test_after_the_deal_a_card_is_in_the_deck_or_in_another_hand() -> None:
    memory = dealt()
    assert all_places(memory) == [
        [[0], *[[1, DECK]] * 4],
        [[0, DECK], [1], *[[0, DECK]] * 3],
        [[0, 1, DECK]] * 5,
    ]


def test_cards_of_two_decks_are_expected_each_in_its_own() -> None:
    memory = np.zeros((VIEWERS, CARDS), np.int16)
    expect(memory, 1, PLAYERS, DECK, 0, 3)
    expect(memory, 1, PLAYERS, DISCARDS, 3, CARDS)
    assert all_places(memory)[1] == [*[[0, DECK]] * 3, *[[0, DISCARDS]] * 2]
    assert all_places(memory)[0] == [[]] * CARDS


def test_a_card_that_is_seen_is_nowhere_else_for_who_sees_it() -> None:
    memory = dealt()
    know(memory, 2, 3, DISCARDS)
    assert places(memory, 2, 3) == [DISCARDS]
    assert places(memory, 0, 3) == [1, DECK] and places(memory, 2, 4) == [0, 1, DECK]


def test_what_goes_unseen_can_be_in_both_zones_for_one_viewer() -> None:
    memory = dealt()
    know(memory, 0, 4, DISCARDS)
    spread(memory, 0, DECK, 0)
    assert [places(memory, 0, card) for card in range(CARDS)] == [
        [0],
        *[[0, 1, DECK]] * 3,
        [DISCARDS],
    ]
    assert places(memory, 1, 2) == [0, DECK]


def test_an_empty_zone_is_forgotten_by_all() -> None:
    memory = dealt()
    forget_zone(memory, DECK)
    assert all_places(memory) == [[[0], *[[1]] * 4], [[0], [1], *[[0]] * 3], [[0, 1]] * 5]


def test_a_card_is_hidden_as_long_as_it_can_be_in_two_zones() -> None:
    memory = dealt()
    assert hidden(memory, 0) == [1, 2, 3, 4]
    forget_zone(memory, DECK)
    assert hidden(memory, 0) == []
    assert hidden(memory, 2) == [0, 1, 2, 3, 4]


def test_the_truth_is_never_forgotten() -> None:
    """Cards drawn, given away unseen and discarded at random: each can be where it is."""
    rng, count = random.Random(5), 0
    for _ in range(50):
        memory, zone = dealt(), [0, 1, DECK, DECK, DECK]
        for _ in range(12):
            card, target = rng.randrange(CARDS), rng.choice([0, 1, DISCARDS])
            source, zone[card] = zone[card], target
            for viewer in range(VIEWERS):
                if target == DISCARDS or viewer in (source, target):
                    know(memory, viewer, card, target)
                else:
                    spread(memory, viewer, source, target)
            for empty in {0, 1, DECK} - set(zone):
                forget_zone(memory, empty)
            for viewer in range(VIEWERS):
                assert all(can_be(memory, viewer, zone[c], c) for c in range(CARDS))
                count += len(hidden(memory, viewer))
    assert count > 500
