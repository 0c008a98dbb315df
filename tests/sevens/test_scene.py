"""The scene of Sevens: what is marked is what the rules say."""

from typing import Any

import numpy as np
import pytest

from fudaba.envs import Card
from fudaba.envs.cards.french import SUIT_SIGNS, SUITS
from fudaba.envs.sevens import GAME
from fudaba.envs.sevens.scene import scene
from fudaba.testing.positions import positions

from ..spread import few_mixes
from ..tables import texts_of
from .positions import Table, position

some_mixes = pytest.mark.parametrize("options", few_mixes(GAME, 3))


def name_of(card: Card) -> str:
    """`H10`."""
    return SUITS[SUIT_SIGNS.index(card.sign)] + card.text


def shown(state: np.void, seat: int) -> tuple[list[Card], list[Card]]:
    """The cards of the layout and of the hand."""
    table = GAME.scene(state, seat)
    ((layout,),) = table.shelves
    return [card for row in layout.rows for card in row if card], list(table.seats[seat].cards)


@some_mixes
def test_marked_cards_are_the_legal_ones_and_open_places_the_frontiers(
    options: dict[str, Any],
) -> None:
    for state in positions(GAME, options, 9):
        if state["to_move"] < 0:
            break
        layout, hand = shown(state, int(state["to_move"]))
        open_places = {name_of(card) for card in layout if card.mark == "playable"}
        assert open_places == set(GAME.words.snapshot(state)["frontiers"])
        marked = {name_of(card) for card in hand if card.mark == "playable"}
        words = [GAME.words.describe(state, action).split() for action in GAME.legal_actions(state)]
        assert marked == {text[-1] for text in words if text[0] in ("lay", "take")}


@some_mixes
def test_the_hand_and_the_layout_are_complete(options: dict[str, Any]) -> None:
    for state in positions(GAME, options, 9):
        snapshot = GAME.words.snapshot(state)
        for seat in range(options["num_players"]):
            layout, hand = shown(state, seat)
            names = ["joker" if card.text == "★" else name_of(card) for card in hand if card.text]
            assert names == snapshot["hands"][f"player_{seat}"]
            lying = [None if card.look == "place" else card.text for card in layout]
            cells = [cell for row in snapshot["layout"].values() for cell in row]
            assert lying == [cell and {"joker": "★"}.get(cell, cell[1:]) for cell in cells]


def table_with_jokers() -> Table:
    """Player 1 must take the joker from H8; player 2 is out; player 3 holds a joker."""
    return position(
        "S6 H9 D2-3",
        ["S2", "H8 S5", "", "rest joker"],
        jokers=2, joker_recovery="own_turn", jokers_on="H8", to_move=1, eliminated=[2],
    )  # fmt: skip


def test_a_joker_to_be_taken_is_the_only_card_that_fits() -> None:
    layout, hand = shown(table_with_jokers().state, 1)
    assert [(name_of(card), card.mark) for card in hand] == [("S5", "none"), ("H8", "playable")]
    assert [card.note for card in layout if card.text == "★"] == ["for 8♥"]


def test_unreachable_cards_are_faded() -> None:
    layout, _ = shown(table_with_jokers().state, 1)
    assert {name_of(card) for card in layout if card.is_dim} == {"D2", "D3"}


def test_the_last_round_says_who_laid_what_and_who_passed() -> None:
    table = position("S6", ["S5 C2", "S4 C3", "D6 C4", "rest"], passes=[0, 0, 0, 1])
    table.say("lay S5", "lay S4", "lay D6", "pass")
    layout, _ = shown(table.state, 0)
    recent = {name_of(card): card.note for card in layout if card.mark == "recent"}
    assert recent == {"S4": "player_1", "D6": "player_2"}
    panels = scene(table.view(0), 0).seats
    assert [texts_of(panel.facts) for panel in panels][-1] == ("1 of 3 passes left", "passed")
    assert panels[0].is_on_turn and panels[0].num_cards == 1


def test_open_places_of_own_cards_say_so() -> None:
    table = position("", ["S6 H8 C2", "D6", "rest"])
    for seat, own in enumerate([{"S6", "H8"}, {"D6"}]):
        layout, _ = shown(table.state, seat)
        assert {name_of(card) for card in layout if card.note == "yours"} == own


def test_laid_cards_are_named_with_their_player_and_those_apart_so() -> None:
    layout, _ = shown(table_with_jokers().state, 1)
    names = {name_of(card): card.name for card in layout}
    assert (names["S6"], names["D3"], names["H6"]) == (
        "S6, laid by player_0", "D3, apart, laid by player_0", "H6",
    )  # fmt: skip


def test_nothing_can_be_laid_once_the_game_is_over() -> None:
    table = position("", ["S6", "rest"])
    table.say("lay S6")
    layout, hand = shown(table.state, 1)
    assert {card.mark for card in layout} == {"none", "recent"}
    assert {card.mark for card in hand} == {"none"}
