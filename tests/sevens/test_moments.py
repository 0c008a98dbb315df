"""What a table of Sevens tells when a player leaves the game, and at its end."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from fudaba.envs.core.scene.moment import Moment, Row
from fudaba.envs.sevens import GAME
from fudaba.envs.sevens.places import place_in_words

from ..option_mixes import mixes
from ..test_conformance import positions
from .positions import Table, position

some_mixes = pytest.mark.parametrize("options", [{}, *mixes(GAME)[::3]])


def told(before: np.void, after: np.void, seat: int) -> tuple[str, list[Moment]]:
    """Returns the news and the moments of a step for a seat."""
    views = GAME.view(before, seat), GAME.view(after, seat)
    return GAME.words.news(*views, seat), GAME.words.moments(*views, seat)


def after_saying(table: Table, text: str) -> tuple[np.void, np.void]:
    """Returns the states before and after a move."""
    before = table.state.copy()
    table.say(text)
    return before, table.state


def cards_of(row: Row) -> list[str]:
    return [card.name for card in row.cards]


def test_a_player_who_is_out_is_told_with_the_reason_the_hand_and_the_place() -> None:
    steps = after_saying(position("", ["S6 H6", "S2 H3", "rest"], passes=[0, 3, 0]), "lay S6")
    for seat in range(3):
        news, (moment,) = told(*steps, seat)
        assert news == (
            "then player_1 has no card that fits and no pass left (3rd place, out); "
            "the hand S2 H3 is laid"
        )
        assert moment.verdict == "player_1 takes no more turns"
        (row,) = moment.rows
        assert row.words == (
            "player_1 is out, 3rd place: no card fits and no pass is left; the hand is laid"
        )
        assert cards_of(row) == ["S2", "H3"] and not row.is_best


def test_a_player_who_has_laid_all_cards_is_told_with_the_place() -> None:
    news, (moment,) = told(*after_saying(position("", ["S6", "H6", "rest"]), "lay S6"), 2)
    assert news == "player_0 has laid all cards: 1st place"
    assert [(row.words, row.is_best) for row in moment.rows] == [(news, True)]


def test_the_end_shows_all_places_and_the_cards_that_are_left() -> None:
    table = position("", ["S6", "", "rest"], eliminated=[1])
    _, (moment,) = told(*after_saying(table, "lay S6"), 0)
    assert moment.title == "The end"
    assert moment.verdict == "Only one player is left: the game is over"
    assert [row.words for row in moment.rows] == [
        "1st place: player_0, all cards laid",
        "2nd place: player_2, left with cards",
        "3rd place: player_1, out",
    ]
    assert cards_of(moment.rows[1]) == table.hand(2).split()
    facts = [seat.facts for seat in GAME.scene(table.state, 1).seats]
    assert facts == [
        ("finished: 1st place",),
        ("out: 3rd place",),
        ("last with cards: 2nd place",),
    ]


def test_everybody_is_told_who_gets_a_joker_and_that_jokers_leave_the_game() -> None:
    table = position("", ["joker H2", "S6 H3", "rest"], jokers=1)
    news, _ = told(*after_saying(table, "joker at S6"), 2)
    assert news == "player_1 gets the joker for S6"
    table = position(
        "", ["S6 H6", "S2 joker", "rest"], passes=[0, 3, 0], jokers=1, joker_use="fill"
    )
    news, _ = told(*after_saying(table, "lay S6"), 0)
    assert news.endswith("; the hand S2 is laid; 1 joker out of the game")


def test_a_place_that_a_joker_can_improve_says_so() -> None:
    rules: dict[str, Any] = {"jokers": 1, "joker_last": "last_place"}
    table = position("", ["S6", "", "rest joker"], eliminated=[1], **rules)
    assert place_in_words(GAME.view(table.state, 0), 1) == "3rd place or better"
    table.say("lay S6")
    assert place_in_words(GAME.view(table.state, 0), 1) == "2nd place"


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
