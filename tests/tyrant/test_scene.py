"""The scene of Tyrant: what it shows is what the table says, as far as the seat may know."""

import random
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from fudaba.envs import NOBODY, Card
from fudaba.envs.cards.counts import spread_out
from fudaba.envs.core.contract.meanings import meaning_of
from fudaba.envs.core.scene.scene import GAME_OVER
from fudaba.envs.core.words.reading import copied
from fudaba.envs.tyrant import GAME, rules
from fudaba.envs.tyrant import state as tyr
from fudaba.envs.tyrant.rules.tricks import power_of_card
from fudaba.envs.tyrant.text.words import lead_name

from ..spread import few_mixes
from ..tables import dealt_state, names_of, texts_of, zones_of
from .positions import A, B, C, position

some_mixes = pytest.mark.parametrize("options", few_mixes(GAME, 6))


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


def plaza_of(zones: dict[str, list[Card]]) -> list[Card]:
    """The columns, whatever the title says of piles."""
    (columns,) = (cards for title, cards in zones.items() if title.startswith("plaza ("))
    return columns


@some_mixes
def test_zones_are_what_lies_on_the_table(options: dict[str, Any]) -> None:
    for state in positions(options):
        for seat in range(int(state["num_players"])):
            zones, trick = zones_of(GAME, state, seat), int(state["trick"])
            row = state["leads"][trick : min(trick + 3, 8)]
            assert names_of(zones["lead cards (prizes)"]) == [lead_name(lead) for lead in row]
            assert [int(card.text) for card in plaza_of(zones)] == state["plaza"].tolist()
            kept = state["kept"] * (state["to_move"] == seat)
            stock = [card for card in zones["own stock"] for _ in range(int(card.text or 1))]
            assert names_of(stock) == suits_of(state["stocks"][seat] - kept)
            assert names_of(zones["own ace (secret)"]) == [f"{tyr.SUITS[state['aces'][seat]]}A"]
            for player in range(int(state["num_players"])):
                won = names_of(zones.get(f"won by player_{player}", ()))
                leads = state["leads"][:8][state["winners"] == player]
                aces = [f"{tyr.SUITS[state['aces'][player]]}A"] if state["to_move"] < 0 else []
                assert sorted(won) == sorted([*aces, *map(lead_name, leads)])


@some_mixes
def test_players_are_shown_with_their_own_cards_alone(options: dict[str, Any]) -> None:
    for state in positions(options):
        for seat in range(int(state["num_players"])):
            for player, panel in enumerate(GAME.scene(state, seat).seats):
                is_forming = player == seat == state["to_move"]
                hand = state["hands"][player] + state["kept"] * is_forming
                assert panel.num_cards == hand.sum()
                assert names_of(panel.cards) == (suits_of(hand) if player == seat else [])
                assert panel.is_on_turn == (state["to_move"] == player)
                chips = int(state["chips"][player])
                assert f"{chips} chip{'s' * (chips != 1)}" in texts_of(panel.facts)
                assert ("marker" in texts_of(panel.facts)) == (state["marker"] == player)


def test_TYR_7_2_what_lies_face_down_is_shown_to_its_player_alone() -> None:
    table = position(["SSH", "S", "C"], "SK HQ", plaza=(0, 1, 0, 0), chips=[2, 1, 0])
    table.play("SSH*", "2 chips on ♥")
    assert names_of(zones_of(GAME, table.state, A)["1st: player_0"]) == ["S", "S", "H"]
    hidden = zones_of(GAME, table.state, B)["1st: player_0"]
    assert names_of(hidden) == ["H", "?", "?"]
    assert [card.look for card in hidden] == ["face", "back", "back"]
    described = GAME.scene(table.state, B)
    purge = "whoever ends with fame 10 or more cannot win (last player 0 + 10)"
    notes = ("trick 7 of 8, spades are led", purge, "2 chips on ♥")
    assert texts_of(described.notes) == notes
    facts = ("marker", "0 chips", "stock 0", "fame 0 so far", "2 chips on ♥")
    assert texts_of(described.seats[A].facts) == facts
    table.say("pass")
    assert "passed" in texts_of(GAME.scene(table.state, A).seats[B].facts)


def test_this_trick_s_lead_card_and_the_columns_power_are_marked() -> None:
    table = position(["S", "S", "S"], "SK HQ DJ", plaza=(7, 6, 4, 0))
    zones = zones_of(GAME, table.state, B)
    assert [card.note for card in zones["lead cards (prizes)"]] == ["now", "", ""]
    assert [card.note for card in plaza_of(zones)] == [
        "P 10", "P 3", "P 4", "",
    ]  # fmt: skip


POWER = re.compile(r"power (\d+)(, or 10)?.* takes (\d+) from it")


@some_mixes
def test_TYR_4_9_the_plaza_and_its_lines_give_the_power_of_a_card(options: dict[str, Any]) -> None:
    rules_now, weakened = GAME.options.read(GAME.name, options), 0
    for state in positions(options):
        if state["to_move"] == NOBODY:
            continue
        for suit, card in enumerate(plaza_of(zones_of(GAME, state, A))):
            power, chips = power_of_card(state, suit), int(state["chips_on"][suit])
            assert card.note or not state["plaza"][suit]
            assert (card.note or "P 0") == f"P {power}"
            weakened += chips > 0
            line, _ = meaning_of(card.about, rules_now, GAME.translate)
            if found := POWER.search(line):
                base = 10 if suit == tyr.lead_suit(state) else int(found[1])
                assert max(0, base - chips * int(found[3])) == power
            else:
                assert card.text == "0"
    assert weakened or not rules_now.chips_per_player


def test_chips_weaken_the_led_suit_that_has_no_column() -> None:
    table = position(["S", "S", "S"], "SK HQ DJ", plaza=(0, 6, 4, 0))
    assert plaza_of(zones_of(GAME, table.state, B))[0].note == "P 10"
    table.say("play ♠", "5 chips on ♠")
    assert [card.note for card in plaza_of(zones_of(GAME, table.state, B))] == [
        "P 0", "P 3", "P 4", "",
    ]  # fmt: skip


def test_who_can_do_nothing_and_who_was_purged_are_out() -> None:
    table = position(["", "S", "S"], "SQ SK", chips=[0, 1, 1], won={C: "DQ CQ HQ CK"})
    described = GAME.scene(table.state, B)
    assert described.seats[A].is_out and "skipped until the end" in texts_of(
        described.seats[A].facts
    )
    table.play("S")
    table.play("S")
    table.say("pass", "pass")
    described = GAME.scene(table.state, B)
    assert described.question.text == GAME_OVER
    assert described.seats[C].is_out and "purged" in texts_of(described.seats[C].facts)
    assert [panel.facts[-1].text for panel in described.seats[:2]] == ["fame 0", "fame 0"]


def test_who_did_not_follow_is_asked_for_a_card() -> None:
    table = position(["HC", "H", "H"], "SK SQ", chips=[0, 0, 0])
    table.say("play ♥ ♣", "play ♥", "play ♥")
    question = "Nobody followed: put one of the played cards on the plaza"
    assert GAME.scene(table.state, A).question.text == question
