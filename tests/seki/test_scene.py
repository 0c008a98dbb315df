"""The scene of SEKI: what it shows is what the view says."""

from typing import Any

import numpy as np
import pytest

from fudaba.envs.core.scene import Card, Scene, Zone
from fudaba.envs.seki import GAME
from fudaba.envs.seki.picture import SYMBOL_SIGNS, picture
from fudaba.envs.seki.state import DECLARED, GHOST, NUM_CARDS, is_number, kind_of, number_of

from ..option_mixes import mixes
from ..test_conformance import positions
from .positions import Table, position

OTHERS = ["1 1 TRADE", "2 2 TRADE"]
some_mixes = pytest.mark.parametrize("options", mixes(GAME)[::8])


def sign_of(card: int) -> str:
    """What stands in the corner of a card."""
    return str(number_of(card)) if is_number(card) else SYMBOL_SIGNS[kind_of(card)]


def shown(zone: Zone) -> list[Card]:
    """The cards of a zone, without the place that stands for none."""
    return [card for row in zone.rows for card in row if card and card != Card(look="place")]


def zone(scene: Scene, title: str) -> list[Card]:
    """The cards of the zone of this name."""
    (found,) = [zone for shelf in scene.shelves for zone in shelf if zone.title == title]
    return shown(found)


def titles(scene: Scene) -> list[str]:
    """What the zones are called."""
    return [zone.title for shelf in scene.shelves for zone in shelf]


def notes(cards: list[Card]) -> list[tuple[str, str]]:
    """Corners and what is noted at the foot."""
    return [(card.text, card.note) for card in cards]


def scene_of(table: Table, seat: int) -> Scene:
    return picture(table.view(seat), seat)


@some_mixes
def test_hands_panels_and_pile_are_what_the_table_says(options: dict[str, Any]) -> None:
    for state in positions(GAME, options, 9):
        for seat in range(int(state["num_players"])):
            scene = picture(GAME.view(state, seat), seat)
            hand = np.flatnonzero(state["zone"] == seat).tolist()
            cards = zone(scene, f"hand of player_{seat}")
            assert [card.text for card in cards] == [sign_of(card) for card in hand]
            assert [card.is_dim for card in cards] == [state["frozen_by"][c] >= 0 for c in hand]
            sizes = state["zone_size"][: state["num_players"]].tolist()
            assert [panel.num_cards for panel in scene.seats] == sizes
            pile = [card for card in zone(scene, "pile") if card.mark == "recent"]
            top = [] if state["top"] < 0 else [str(state["top"])]
            assert [card.text for card in pile] == top
            known = [title for title in titles(scene) if title.startswith("known of")]
            assert f"known of player_{seat}" not in known


@some_mixes
def test_known_cards_are_in_that_hand(options: dict[str, Any]) -> None:
    for state in positions(GAME, options, 8):
        seat = max(0, int(state["to_move"]))
        scene = picture(GAME.view(state, seat), seat)
        for title in titles(scene):
            if title.startswith("known of"):
                owner = int(title[-1])
                held = [sign_of(c) for c in range(NUM_CARDS) if state["zone"][c] == owner]
                assert {card.text for card in zone(scene, title)} <= set(held)


def test_the_number_that_counts() -> None:
    table = position(["3 9", *OTHERS], ng="4 7 5")
    counts = ("5", "counts")
    assert notes(zone(scene_of(table, 0), "pile")) == [("4", ""), ("7", ""), counts]
    for kind, word in ((DECLARED, "declared"), (GHOST, "ghost")):
        table.state["top"], table.state["top_kind"] = 8, kind
        cards = zone(scene_of(table, 1), "pile")
        assert notes(cards)[-2:] == [("5", ""), ("8", word)] and cards[-1].look == "place"
    long = position(["3", *OTHERS], ng="9 8 7 6 5 4 3")
    assert [card.text for card in zone(scene_of(long, 0), "pile")] == list("876543")
    assert not zone(scene_of(position(["3", *OTHERS]), 0), "pile")


def test_symbols_out_of_play_are_counted_by_kind() -> None:
    table = position(["3", "4", "5"], sg="TRADE REVERSE TRADE DISCARD TRADE")
    cards = zone(scene_of(table, 0), "symbol graveyard")
    corners = [(card.text + card.sign, card.note) for card in cards]
    assert corners == [("↺", "REVERSE"), ("3⇄", "TRADE"), ("✕", "DISCARD")]


def test_the_drawn_card_and_choices_are_marked_for_their_owner() -> None:
    table = position(["3 9 TRADE", *OTHERS], "THIEF . .", nd="8")
    drawn = table.copy()
    drawn.say("pass")
    hand = zone(scene_of(drawn, 0), "hand of player_0")
    assert [(card.text, card.mark) for card in hand if card.note == "drawn"] == [("8", "recent")]
    table.say("use TRADE", "trade 3")
    hand = zone(scene_of(table, 0), "hand of player_0")
    assert notes(hand) == [("3", "chosen"), ("9", "")]
    for seat in (0, 1):
        assert notes(zone(scene_of(table, seat), "in use")) == [("⇄", "TRADE")]
    caption = "player_0 to move  ·  choose whom to trade with  ·  NORMAL"
    assert scene_of(table, 1).caption == caption
    assert not any(card.note == "chosen" for card in zone(scene_of(table, 1), "hand of player_1"))


def test_the_pool_is_shown_to_emperor_alone() -> None:
    table = position(["3 9", "4 TRADE", "5 0 1"], "EMPEROR . .")
    table.say("activate EMPEROR")
    pool = zone(scene_of(table, 0), "pool")
    assert [card.text for card in pool] == ["0", "1", "3", "4", "5", "9", "⇄"]
    assert "pool" not in titles(scene_of(table, 1))


def test_what_hunter_saw_is_shown_to_him_alone() -> None:
    table = position(["3 TRADE", *OTHERS], "HUNTER . .", sd="REVERSE REVERSE DISCARD")
    table.say("activate HUNTER", "give TRADE")
    title = "symbol deck, its top first"
    assert [card.text for card in zone(scene_of(table, 0), title)] == ["✕", "↺", "↺"]
    assert title not in titles(scene_of(table, 1))
    assert notes(zone(scene_of(table, 0), "hand of player_0"))[-1] == ("⇄", "chosen")
    table.say("stop")
    assert notes(zone(scene_of(table, 1), "known of player_0")) == [("⇄", "chosen")]


def test_frozen_and_face_up_cards() -> None:
    frozen = {0: {"9": 1}, 1: {"4": 2, "TRADE": 2}}
    table = position(["3 9", "4 TRADE", "5"], marked=[12, 16], frozen=frozen)
    own = zone(scene_of(table, 0), "hand of player_0")
    assert [(card.text, card.note, card.is_dim) for card in own] == [
        ("3", "face up", False),
        ("9", "frozen", True),
    ]
    other = zone(scene_of(table, 0), "known of player_1")
    assert [(card.text, card.note, card.is_dim) for card in other] == [("4", "frozen", True)]
    assert "2 frozen" in scene_of(table, 0).seats[1].lines[1]


def test_panels_and_caption() -> None:
    table = position(
        ["3 9", "4", "5 2", "0"], "EMPEROR THIEF GAMBLER! NEW_GRAD", finished=[3], right=1,
        ng="5", nd="1 7", knows_top=1, reversed=1,
    )  # fmt: skip
    table.state["last_did"][1] = 4
    scene = scene_of(table, 1)
    assert [panel.lines for panel in scene.seats] == [
        ("EMPEROR, come out", ""),
        ("THIEF, face down", "reset right, passed"),
        ("GAMBLER, activated", ""),
        ("NEW GRAD, come out", "finished 1st"),
    ]
    assert scene_of(table, 0).seats[1].lines == ("?, face down", "reset right, passed")
    assert scene.caption == "player_0 to move  ·  REVERSED  ·  next number: 7"
    assert [panel.is_out for panel in scene.seats] == [False, False, False, True]
