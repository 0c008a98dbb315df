"""The open table as a scene: all hands and what lies face down, and nothing of it is changed."""

import random
from itertools import chain

import numpy as np

from fudaba.envs import Game, Tables, find_game
from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.core.scene.scene_text import draw_text
from fudaba.envs.core.words.open_table import open_scene

from ..seki.positions import position as seki_position
from ..spread import every_game


@every_game
def test_every_hand_is_open_and_nobody_is_the_viewer(game: Game) -> None:
    tables, rng = Tables(game, game.options(), 1, 5), random.Random(5)
    for _ in range(10):
        state = tables.states[0]
        before = state.tobytes()
        scene = open_scene(game, state)
        assert state.tobytes() == before
        assert scene.viewer == NOBODY
        snapshot = game.words.snapshot(state)
        hands = snapshot["hidden" if game.name == "namto_v0" else "hands"]  # as its rules call it
        for seat, hand in zip(scene.seats, hands.values(), strict=True):
            names = {card: {card.sign + card.text, card.name.rstrip("*")} for card in seat.cards}
            forms_hand = game.name == "tyrant_v0" and seat.is_on_turn and not hand
            assert len(seat.cards) == len(hand) or forms_hand  # chosen cards are in no hand yet
            assert forms_hand or all(names[card] & set(hand) for card in seat.cards)
        assert sum(seat.is_on_turn for seat in scene.seats) >= 1
        assert "known:" not in draw_text(scene) and "hand of" not in draw_text(scene)
        tables.step(np.array([rng.choice(game.legal_actions(state))]))


@every_game
def test_no_card_lies_face_down_where_it_has_a_name(game: Game) -> None:
    """What a stock or a deck of the snapshot holds is shown, whatever the game calls it."""
    state = Tables(game, game.options(), 1, 5).states[0]
    snapshot, scene = game.words.snapshot(state), open_scene(game, state)
    zones = {zone.title: zone for zone in chain(*scene.shelves)}
    for name in {"number_deck", "symbol_deck", "pile", "stock", "undealt"} & set(snapshot):
        cards = [card for row in zones[name.replace("_", " ")].rows for card in row]
        assert [card.name for card in cards if card] == snapshot[name]
    assert all(card.look != "back" for zone in zones.values() for row in zone.rows
               for card in row if card)  # fmt: skip


def test_the_open_table_of_seki() -> None:
    table = seki_position(
        ["3 DIG_UP", "1 TRADE", "2"], "HUNTER THIEF GAMBLER", ng="4", nd="5 6", sd="REVERSE"
    )
    lines = draw_text(open_scene(find_game("seki_v0"), table.state)).splitlines()
    excluded = lines.index(next(line for line in lines if line.startswith("excluded: ")))
    del lines[excluded : lines.index("number deck: 5a 6a")]  # all other cards
    assert lines == [
        "pile 4; NORMAL: higher beats; reset right: player_0 clears the pile by passing",
        "pile ↑ higher beats: 4a",
        "below it: (empty)",
        "symbol graveyard: (empty)",
        "number deck: 5a 6a",
        "symbol deck: REVERSE a",
        "effect of the role: HUNTER (See the symbol deck. You may swap symbols of yours",
        "      for as many of your choice from it; yours leave the game.)",
        "",
        "> player_0: 2 cards, HUNTER (face down), reset right",
        "      hand: 3a, DIG UP a",
        "  player_1: 2 cards, THIEF (face down)",
        "      hand: 1a, TRADE a",
        "  player_2: 1 card, GAMBLER (face down)",
        "      hand: 2a",
        "Use a symbol, activate the role, or pass to reset the pile",
    ]
