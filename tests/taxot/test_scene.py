"""The scene of Taxot: what is shown and marked is what the rules say."""

from typing import Any

import numpy as np
import pytest

from fudaba.envs.core.scene.scene import GAME_OVER
from fudaba.envs.taxot import GAME
from fudaba.envs.taxot.state import AFTER_CALL, REACTION, TURN, num_discarded
from fudaba.testing.positions import positions

from ..spread import few_mixes
from ..tables import names_of, texts_of, zones_of
from .positions import OTHER, position

OF_OTHERS = {TURN: "Discard a card, or close", AFTER_CALL: "Discard a card"}
some_mixes = pytest.mark.parametrize("options", few_mixes(GAME, 6))


def discards_of(state: np.void, seat: int) -> list[str]:
    """The discards that lie before a player, as the open table lists them."""
    name = f"player_{seat} "
    return [words.removeprefix(name) for words in GAME.words.snapshot(state)["discards"]
            if words.startswith(name) and not words.endswith("taken")]  # fmt: skip


@some_mixes
def test_zones_are_what_lies_on_the_table(options: dict[str, Any]) -> None:
    for state in positions(GAME, options, 5):
        snapshot, seat = GAME.words.snapshot(state), max(int(state["to_move"]), 0)
        zones, players = zones_of(GAME, state, seat), GAME.scene(state, seat).seats
        assert names_of(players[seat].cards) == snapshot["hands"][f"player_{seat}"]
        for number, player in enumerate(players):
            there = [card for card in zones[f"discards of {player.name}"] if not card.is_dim]
            assert names_of(there) == discards_of(state, number)
            assert names_of(zones[f"meld of {player.name}"]) == snapshot["melds"].get(
                player.name, []
            )
            assert player.num_cards == state["concealed"][number]
        assert names_of(zones.get("lights", [])) == snapshot["lights"]
        is_closed = state["to_move"] < 0 <= state["closer"]  # before, the next season lies there
        assert any("closed with" in title for title in zones) == is_closed
        size = len(snapshot["stock"])
        assert [card.text for card in zones["stock"]] == ([str(size)] if size else [])


@some_mixes
def test_what_is_asked_is_told_to_whoever_is_asked(options: dict[str, Any]) -> None:
    for state in positions(GAME, options, 6):
        mover, phase = int(state["to_move"]), int(state["phase"])
        for seat in range(int(state["num_players"])):
            question = GAME.scene(state, seat).question.text
            card = " ".join(discards_of(state, int(state["active"]))[-1:])
            if mover < 0:
                assert question == GAME_OVER
            elif seat == mover:
                kinds = {word.split()[0] for word in GAME.move_names(state)}
                named = {word for word in ("discard", "close", "call", "reveal", "pass")
                         if word in question.casefold()}  # fmt: skip
                assert named == kinds and (phase != REACTION or card in question)
            elif phase != REACTION:
                assert question == OF_OTHERS[phase]
            else:
                waiting = f"Others may still take {card}"
                assert question in (waiting, OF_OTHERS[TURN]), "as if the next turn had begun"


def test_TAX_5_6_the_discard_that_can_be_taken_is_marked() -> None:
    table = position({1: "r2 r3 b8 b0 b6"}, "r4")

    def marks(seat: int) -> list[str]:
        zones = zones_of(GAME, table.state, 2)
        return [card.mark for card in zones[f"discards of player_{seat}"]]

    table.say("discard b0")
    assert marks(0) == ["recent"]
    table.say("discard b0", "discard b0", "discard b0", "discard r4")
    assert marks(0) == ["none", "recent"] and marks(3) == ["none"]
    table.say("call r2 r3 r4")
    assert marks(0) == ["none", "none"] and num_discarded(table.state) == 5


def test_TAX_4_2_a_melded_run_has_its_ship_where_it_stands() -> None:
    for meld in ("rS r3 r4", "r3 rS r5", "r3 r4 r5", "r3 r4 rS"):
        table = position({}, "bK", melds={1: meld})
        assert names_of(zones_of(GAME, table.state, 3)["meld of player_1"]) == meld.split()
    table = position({}, "bK", melds={1: "r4 r4 rS"})
    assert names_of(zones_of(GAME, table.state, 3)["meld of player_1"]) == ["rS", "r4", "r4"]


def test_TAX_7_3_an_answer_is_a_fact_of_its_player_alone() -> None:
    table = position({1: "b5 b5 r0 b2 b7", 2: OTHER, 3: "r7 r7 b0 b0 r5"}, "r5", lap=1)
    table.say("discard r5", "call b5 b5 r5")
    assert [texts_of(GAME.scene(table.state, seat).seats[1].facts) for seat in range(4)] == [
        (), ("will call",), (), ()
    ]  # fmt: skip
    assert texts_of(GAME.scene(table.state, 3).notes)[0] == "first round"


def test_TAX_6_7_a_drawn_season_shows_no_hands() -> None:
    table = position({}, "r8", is_all=True)
    table.say("discard r8")
    zones = zones_of(GAME, table.state, 1)
    assert not any("closed" in title for title in zones) and zones["stock"] == []
