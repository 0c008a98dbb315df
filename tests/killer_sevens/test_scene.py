"""The scene of Killer Sevens: what is marked is what the rules say."""

from typing import Any

import numpy as np
import pytest

from fudaba.envs import Card
from fudaba.envs.cards.french import SUIT_SIGNS, SUITS
from fudaba.envs.core.scene.scene import whose_turn
from fudaba.envs.killer_sevens import GAME
from fudaba.envs.killer_sevens.scene import scene
from fudaba.testing.positions import positions

from ..spread import few_mixes
from ..tables import texts_of
from .positions import position

some_mixes = pytest.mark.parametrize("options", few_mixes(GAME, 5))


def name_of(card: Card) -> str:
    """`H10`."""
    return SUITS[SUIT_SIGNS.index(card.sign)] + card.text


def names_of(cards: list[Card]) -> list[str]:
    """Their names."""
    return [name_of(card) for card in cards]


def shown(state: np.void, seat: int) -> tuple[list[Card], list[Card]]:
    """The cards of the grid and of the hand."""
    table = GAME.scene(state, seat)
    ((grid,),) = table.shelves
    return [card for row in grid.rows for card in row if card], list(table.seats[seat].cards)


@some_mixes
def test_marks_in_grid_and_hand_are_what_the_rules_say(options: dict[str, Any]) -> None:
    for state in positions(GAME, options, 9):
        if state["to_move"] < 0:
            break
        snapshot = GAME.words.snapshot(state)
        grid, hand = shown(state, int(state["to_move"]))
        assert names_of([card for card in grid if card.mark == "playable"]) == snapshot["playable"]
        assert names_of([card for card in grid if card.is_dim]) == snapshot["dead"]
        laid = [name for row in snapshot["grid"].values() for name in row if name]
        assert names_of([card for card in grid if card.look == "face"]) == laid
        words = [GAME.words.describe(state, action).split() for action in GAME.legal_actions(state)]
        marked = names_of([card for card in hand if card.mark == "playable"])
        assert set(marked) == {text[1] for text in words if text[0] == "lay"}
        own = snapshot["hands"][f"player_{state['to_move']}"]
        assert names_of([card for card in hand if card.text]) == own
        assert {card.is_dim for card in hand if name_of(card) in snapshot["dead"]} <= {True}


@some_mixes
def test_at_the_end_every_free_cell_names_the_holder_of_its_card(options: dict[str, Any]) -> None:
    *_, state = positions(GAME, options, 9)
    snapshot = GAME.words.snapshot(state)
    for seat in range(options["num_players"]):
        grid, _ = shown(state, seat)
        holders: dict[str, set[str]] = {name: set() for name in snapshot["hands"]}
        for card in grid:
            assert card.look == "face"
            if card.is_dim:
                holders[card.note].add(name_of(card))
        assert holders == {name: set(hand) for name, hand in snapshot["hands"].items()}


def test_the_last_round_says_who_laid_what() -> None:
    table = position("", ["D8 C2", "S8 C3", "H9 H8 C4", "rest"])
    table.say("lay D8", "lay S8", "lay H9", "pass")
    grid, _ = shown(table.state, 0)
    recent = {name_of(card): card.note for card in grid if card.mark == "recent"}
    assert recent == {"S8": "player_1", "H9": "player_2"}
    described = GAME.scene(table.state, 0)
    assert [texts_of(panel.facts) for panel in described.seats][-1] == ("passed",)
    assert whose_turn(described) == "Pass: none of your cards fits"
    own = scene(table.view(2), 2)
    assert texts_of(own.notes) == ("dead in your hand: H8",) and described.notes == ()
    assert names_of([card for card in shown(table.state, 2)[1] if card.is_dim]) == ["H8"]
