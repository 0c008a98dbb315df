"""The scene of SEKI: what it shows is what the view says, and all that it says fits."""

import numpy as np

from fudaba.envs import Card, Scene, Zone
from fudaba.envs.core.scene.render import (
    GAP,
    MARGIN,
    SMALLEST_TEXT,
    WIDEST_PANEL,
    WIDTH,
    _plain_font,
)
from fudaba.envs.core.scene.scene import whose_turn
from fudaba.envs.seki import GAME
from fudaba.envs.seki.meanings.table import PILE
from fudaba.envs.seki.scene import SYMBOL_SIGNS
from fudaba.envs.seki.state import CARD, DECLARED, GHOST, NUM_CARDS, is_number, kind_of, number_of

from ..tables import texts_of
from .positions import Table, position
from .worlds import samples

OTHERS = ["1 1 TRADE", "2 2 TRADE"]


def sign_of(card: int) -> str:
    """What stands in the corner of a card."""
    return str(number_of(card)) if is_number(card) else SYMBOL_SIGNS[kind_of(card)]


def shown(zone: Zone) -> list[Card]:
    """The cards of a zone."""
    return [card for row in zone.rows for card in row if card]


def zone(scene: Scene, title: str) -> list[Card]:
    """The cards of the zone of this name."""
    (found,) = [zone for shelf in scene.shelves for zone in shelf if zone.title == title]
    return shown(found)


def pile_of(scene: Scene) -> list[Card]:
    """The cards of the pile, its top card last."""
    zones = [zone for shelf in scene.shelves for zone in shelf if zone.about == PILE()]
    return [card for zone in reversed(zones) for card in shown(zone)]


def titles(scene: Scene) -> list[str]:
    """What the zones are called."""
    return [zone.title for shelf in scene.shelves for zone in shelf]


def notes(cards: list[Card]) -> list[tuple[str, str]]:
    """Corners and what is noted at the foot."""
    return [(card.text, card.note) for card in cards]


def scene_of(table: Table, seat: int) -> Scene:
    return GAME.scene(table.state, seat)


def test_hands_panels_and_pile_are_what_the_table_says() -> None:
    for state, _, _ in samples(25, 31):
        for seat in range(int(state["num_players"])):
            scene = GAME.scene(state, seat)
            hand = np.flatnonzero(state["zone"] == seat).tolist()
            cards = scene.seats[seat].cards
            assert scene.viewer == seat
            assert [card.text for card in cards] == [sign_of(card) for card in hand]
            assert [card.is_dim for card in cards] == [state["frozen_by"][c] >= 0 for c in hand]
            assert [card.action for card in cards] == [CARD.first + card for card in hand]
            sizes = state["zone_size"][: state["num_players"]].tolist()
            assert [panel.num_cards for panel in scene.seats] == sizes
            pile = pile_of(scene)
            lying = Table(state).cards(7)
            assert [card.text for card in pile if card.look == "face"] == list(map(sign_of, lying))
            assert [card.text for card in pile[-1:]] == [str(state["top"])] * int(state["top"] >= 0)
            on_turn = [int(state["to_move"])] if state["to_move"] >= 0 else []
            assert [n for n, panel in enumerate(scene.seats) if panel.is_on_turn] == on_turn


def test_known_cards_are_in_that_hand() -> None:
    known = 0
    for state, seat, _ in samples(25, 32):
        for owner, panel in enumerate(GAME.scene(state, seat).seats):
            held = [CARD.first + c for c in range(NUM_CARDS) if state["zone"][c] == owner]
            assert {card.action for card in panel.cards} <= set(held)
            known += len(panel.cards) * (owner != seat)
    assert known > 100


def test_the_text_has_eighty_columns() -> None:
    for state, seat, _ in samples(25, 33):
        assert max(map(len, GAME.text(state, seat).splitlines())) <= 80


def test_panels_and_notes_have_room_in_the_picture() -> None:
    """What is too long for its room in the smallest letters would be cut off."""
    smallest = _plain_font(SMALLEST_TEXT)
    for state, seat, _ in samples(40, 34):
        scene = GAME.scene(state, seat)
        width = min(WIDEST_PANEL, (WIDTH - 2 * MARGIN + GAP) // len(scene.seats) - GAP)
        for panel in scene.seats:
            assert max(map(smallest.getlength, texts_of(panel.facts))) <= width - 2 * 9
            assert len(panel.facts) <= 8
        assert smallest.getlength("  ·  ".join(texts_of(scene.notes))) <= WIDTH - 2 * MARGIN
        assert smallest.getlength(whose_turn(scene)) <= 1.4 * (WIDTH // 2 - MARGIN)


def test_the_number_that_counts() -> None:
    table = position(["3 9", *OTHERS], ng="4 7 5")
    cards = pile_of(scene_of(table, 0))
    assert [(card.text, card.mark) for card in cards] == [
        ("4", "none"),
        ("7", "none"),
        ("5", "none"),
    ]
    assert texts_of(scene_of(table, 0).notes)[:2] == ("pile 5", "NORMAL: higher beats")
    for kind, word in ((DECLARED, "declared"), (GHOST, "card gone")):
        table.state["top"], table.state["top_kind"] = 8, kind
        cards = pile_of(scene_of(table, 1))
        assert notes(cards)[-2:] == [("5", ""), ("8", word)] and cards[-1].look == "place"
        assert scene_of(table, 1).notes[0].text == f"pile 8 ({word})"
    empty = scene_of(position(["3", *OTHERS]), 0)
    assert not pile_of(empty) and empty.notes[0].text == "pile empty"


def test_an_empty_deck_has_no_card() -> None:
    scene = scene_of(position(["3", "4", "5"], nd="1 2"), 0)
    assert [(card.text, card.look) for card in zone(scene, "number deck")] == [("2", "back")]
    assert zone(scene, "symbol deck") == []


def test_what_is_out_of_play_lies_apart() -> None:
    scene = scene_of(position(["3", *OTHERS], sg="TRADE TRADE REVERSE", rest="deck"), 0)
    assert titles(scene)[3:] == ["below it", "symbol graveyard", "excluded"]
    names = [card.name for card in zone(scene, "symbol graveyard")]
    assert names == ["REVERSE a", "TRADE c", "TRADE d"]
    assert len(zone(scene_of(position(["3", *OTHERS]), 0), "excluded")) == 46


def test_the_drawn_card_and_choices_are_marked_for_their_owner() -> None:
    table = position(["3 9 TRADE", *OTHERS], "THIEF . .", nd="8")
    drawn = table.copy()
    drawn.say("pass")
    hand = scene_of(drawn, 0).seats[0].cards
    assert [(card.text, card.mark) for card in hand if card.note == "drawn"] == [("8", "none")]
    table.say("use TRADE", "trade 3")
    hand = scene_of(table, 0).seats[0].cards
    assert notes(hand) == [("3", "chosen"), ("9", "")]
    for seat in (0, 1):
        assert notes(zone(scene_of(table, seat), "in use")) == [("⇄", "TRADE")]
    assert whose_turn(scene_of(table, 0)) == "Trade 3a with whom?"
    assert whose_turn(scene_of(table, 1)) == "player_0: Trade with whom?"
    assert not any(card.note == "chosen" for card in scene_of(table, 1).seats[1].cards)


def test_the_pool_is_shown_to_emperor_alone() -> None:
    table = position(["3 9", "4 TRADE", "5 0 1"], "EMPEROR . .")
    table.say("activate EMPEROR")
    pool = zone(scene_of(table, 0), "pool")
    assert [card.text for card in pool] == ["0", "1", "3", "4", "5", "9", "⇄"]
    assert "pool" not in titles(scene_of(table, 1))


def test_what_hunter_saw_is_shown_to_him_alone() -> None:
    table = position(["3 TRADE", *OTHERS], "HUNTER . .", sd="REVERSE REVERSE DISCARD")
    table.say("activate HUNTER", "give TRADE")
    title = "symbol deck, from its top"
    assert [card.text for card in zone(scene_of(table, 0), title)] == ["3", "✕", "↺", "↺"]
    assert title not in titles(scene_of(table, 1))
    assert notes(scene_of(table, 0).seats[0].cards)[-1] == ("⇄", "chosen")
    assert [card.name for card in zone(scene_of(table, 0), "offered")] == ["TRADE a"]
    assert "offered" not in titles(scene_of(table, 1))
    table.say("stop")
    assert [card.name for card in zone(scene_of(table, 1), "offered")] == ["TRADE a"]
    assert notes(scene_of(table, 1).seats[0].cards) == [("⇄", "chosen")]


def test_frozen_and_face_up_cards() -> None:
    frozen = {0: {"9": 1}, 1: {"4": 2, "TRADE": 2}}
    table = position(["3 9", "4 TRADE", "5"], marked=[12, 16], frozen=frozen)
    own = scene_of(table, 0).seats[0].cards
    assert [(card.text, card.note, card.is_dim) for card in own] == [
        ("3", "face up", False),
        ("9", "frozen", True),
    ]
    other = scene_of(table, 0).seats[1].cards
    assert [(card.text, card.note, card.is_dim) for card in other] == [("4", "frozen", True)]
    assert [card.name for card in (*own, *other)] == ["3a*", "9a frozen", "4a* frozen"]
    assert "2 frozen by player_2" in texts_of(scene_of(table, 0).seats[1].facts)


def test_panels_and_notes() -> None:
    table = position(
        ["3 9", "4", "5 2", "0"], "EMPEROR THIEF GAMBLER! NEW_GRAD", finished=[3], right=1,
        ng="5", nd="1 7", knows_top=1, reversed=1, no_progress=2,
    )  # fmt: skip
    table.state["last_did"][1] = 4
    scene = scene_of(table, 1)
    assert [texts_of(panel.facts) for panel in scene.seats] == [
        ("EMPEROR (face up)",),
        ("THIEF (face down)", "reset right", "last: passed"),
        ("GAMBLER (activated)",),
        ("NEW GRAD (face up)", "place 1"),
    ]
    assert texts_of(scene_of(table, 0).seats[1].facts) == (
        "? (face down)",
        "reset right",
        "last: passed",
    )
    assert texts_of(scene.notes) == (
        "pile 5",
        "REVERSED: lower beats",
        "reset right: player_1 clears the pile by passing",
        "turns without progress: 2, 6 end the game",
    )
    assert notes(zone(scene, "number deck")) == [("2", ""), ("7", "next")]
    assert [panel.is_out for panel in scene.seats] == [False, False, False, True]


def test_SEKI_5_15_NEW_GRAD_is_told_of_its_role_once_another_one_has_worked() -> None:
    for roles, has_role in (("NEW_GRAD EMPEROR! THIEF", False), ("NEW_GRAD GAMBLER! THIEF", True)):
        table = position(["3 9", "4 5", "1 2"], roles, nd="6 7")
        assert ("activate the role" in GAME.scene(table.state, 0).question.text) == has_role
