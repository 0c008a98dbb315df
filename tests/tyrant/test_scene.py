"""The scene of Tyrant: what it shows is what the table says, as far as the seat may know."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from fudaba.envs.cards.counts import spread_out
from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.core.scene.scene import GAME_OVER
from fudaba.envs.core.words.reading import copied
from fudaba.envs.tyrant import GAME, rules
from fudaba.envs.tyrant import state as tyr
from fudaba.envs.tyrant.text.words import lead_name

from ..option_mixes import mixes
from ..tables import dealt_state, names_of, zones_of
from .positions import A, B, C, position

some_mixes = pytest.mark.parametrize("options", mixes(GAME)[::6])


def positions(options: dict[str, Any]) -> Iterator[np.void]:
    """All positions of a random game, its end too."""
    rng = random.Random(1)
    state = dealt_state(GAME, options, 2)
    while state["to_move"] != NOBODY:
        yield copied(state)
        rules.apply(state, rng.choice(GAME.legal_actions(state)))
    yield state


def suits_of(counts: np.ndarray) -> list[str]:
    """The cards of a zone as they are called."""
    return [tyr.SUITS[suit] for suit in spread_out(counts)]


@some_mixes
def test_zones_are_what_lies_on_the_table(options: dict[str, Any]) -> None:
    for state in positions(options):
        for seat in range(int(state["num_players"])):
            zones, trick = zones_of(GAME, state, seat), int(state["trick"])
            row = state["leads"][trick : min(trick + 3, 8)]
            assert names_of(zones["lead cards"]) == [lead_name(lead) for lead in row]
            assert [int(card.text) for card in zones["plaza"]] == state["plaza"].tolist()
            assert names_of(zones["own stock"]) == suits_of(state["stocks"][seat])
            assert names_of(zones["own ace"]) == [f"{tyr.SUITS[state['aces'][seat]]}A"]
            for player in range(int(state["num_players"])):
                won = names_of(zones[f"won by player_{player}"])
                leads = state["leads"][:8][state["winners"] == player]
                aces = [f"{tyr.SUITS[state['aces'][player]]}A"] if state["to_move"] < 0 else []
                assert sorted(won) == sorted([*aces, *map(lead_name, leads)])


@some_mixes
def test_players_are_shown_with_their_own_cards_alone(options: dict[str, Any]) -> None:
    for state in positions(options):
        for seat in range(int(state["num_players"])):
            for player, panel in enumerate(GAME.scene(state, seat).seats):
                hand = state["hands"][player]
                assert panel.num_cards == hand.sum()
                assert names_of(panel.cards) == (suits_of(hand) if player == seat else [])
                assert panel.is_on_turn == (state["to_move"] == player)
                chips = int(state["chips"][player])
                assert f"{chips} chip{'s' * (chips != 1)}" in panel.facts
                assert ("marker" in panel.facts) == (state["marker"] == player)


def test_TYR_7_2_what_lies_face_down_is_shown_to_its_player_alone() -> None:
    table = position(["SSH", "S", "C"], "SK HQ", plaza=(0, 1, 0, 0), chips=[2, 1, 0])
    table.play("SSH*", "2 chips on H")
    assert names_of(zones_of(GAME, table.state, A)["player_0 plays"]) == ["S", "S", "H"]
    hidden = zones_of(GAME, table.state, B)["player_0 plays"]
    assert names_of(hidden) == ["H", "?", "?"]
    assert [card.look for card in hidden] == ["face", "back", "back"]
    described = GAME.scene(table.state, B)
    assert described.notes == ("trick 7 of 8, S is led", "2 chips on H")
    assert described.seats[A].facts == ("marker", "0 chips", "stock 0", "2 chips on H")
    table.say("pass")
    assert "passes" in GAME.scene(table.state, A).seats[B].facts


def test_this_trick_s_lead_card_and_the_columns_power_are_marked() -> None:
    table = position(["S", "S", "S"], "SK HQ DJ", plaza=(7, 6, 4, 0))
    zones = zones_of(GAME, table.state, B)
    assert [card.note for card in zones["lead cards"]] == ["now", "", ""]
    assert [card.note for card in zones["plaza"]] == ["power 10", "power 3", "power 4", ""]


def test_what_is_asked() -> None:
    table = position(["", "S", "S"], "SK SQ", stocks=["SSHHDDC", "", ""], passed=[A])
    assert GAME.scene(table.state, A).question == "form a hand: how many S"
    assert GAME.scene(table.state, B).question == "form a hand"
    assert "may not pass" in GAME.scene(table.state, B).seats[A].facts


def test_who_can_do_nothing_and_who_was_purged_are_out() -> None:
    table = position(["", "S", "S"], "SQ SK", chips=[0, 1, 1], won={C: "DQ CQ HQ CK"})
    described = GAME.scene(table.state, B)
    assert described.seats[A].is_out and "can do nothing any more" in described.seats[A].facts
    table.play("S")
    table.play("S")
    table.say("pass", "pass")
    described = GAME.scene(table.state, B)
    assert described.question == GAME_OVER
    assert described.seats[C].is_out and "purged" in described.seats[C].facts
    assert [panel.facts[-1] for panel in described.seats[:2]] == ["fame 0", "fame 0"]
