"""What a table of Sevens tells when a player leaves the game, and at its end."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from fudaba.envs.core.scene.moment import Moment, Row
from fudaba.envs.sevens import GAME
from fudaba.envs.sevens.places import place_in_words
from fudaba.testing.positions import positions

from ..spread import few_mixes

some_mixes = pytest.mark.parametrize("options", few_mixes(GAME, 3))


def told(before: np.void, after: np.void, seat: int) -> tuple[str, list[Moment]]:
    """Returns the news and the moments of a step for a seat."""
    views = GAME.view(before, seat), GAME.view(after, seat)
    return GAME.words.news(*views, seat), GAME.words.moments(*views, seat)


def cards_of(row: Row) -> list[str]:
    return [card.name for card in row.cards]


@some_mixes
def test_places_are_those_of_the_rules_and_hold_from_the_first_word(
    options: dict[str, Any],
) -> None:
    states = [state.copy() for state in positions(GAME, options, 5)]
    final = GAME.words.snapshot(states[-1])["places"]
    for state in states:
        for seat, place in enumerate(final.values()):
            words = place_in_words(GAME.view(state, 0), seat)
            if words.endswith("or better"):
                assert place <= int(words[0])
            elif words:
                assert int(words[0]) == int(place)
                assert words.endswith("shared") == (place % 1 > 0)
    assert all(place_in_words(GAME.view(states[-1], 0), seat) for seat in range(len(final)))


@some_mixes
def test_all_seats_are_told_the_same_and_the_cards_of_a_hand_that_is_laid(
    options: dict[str, Any],
) -> None:
    states = [state.copy() for state in positions(GAME, options, 9)]
    for before, after in pairwise(states):
        if after["to_move"] < 0:
            break
        hands = GAME.words.snapshot(before)["hands"]
        all_told = [told(before, after, seat) for seat in range(int(before["num_players"]))]
        assert all(heard == all_told[0] for heard in all_told)
        for row in (row for moment in all_told[0][1] for row in moment.rows):
            if " is out" in row.words:
                hand = hands[row.words.split()[0]]
                assert cards_of(row) == [card for card in hand if card != "joker"]
