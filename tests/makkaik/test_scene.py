"""The scene of Makkaik: what is shown is what the rules say."""

from typing import Any

import pytest

from fudaba.envs.core.scene.scene import GAME_OVER, Ranking
from fudaba.envs.makkaik import GAME
from fudaba.envs.makkaik.state import BASE, BASE_OF_ACTION, HAND_SIZE
from fudaba.testing.positions import positions

from ..spread import few_mixes
from ..tables import names_of, texts_of, zones_of
from .positions import position

FOR_EVERYBODY = " for everybody: it lies in the common cards"
ASKED = ("Swap ", "Take which ", "Put out which ", "Set a base ", "Join for ")
some_mixes = pytest.mark.parametrize("options", few_mixes(GAME, 5))


@some_mixes
def test_zones_are_what_lies_on_the_table(options: dict[str, Any]) -> None:
    for seed in range(2):
        for state in positions(GAME, options, seed):
            snapshot, seat = GAME.words.snapshot(state), max(int(state["to_move"]), 0)
            zones, players = zones_of(GAME, state, seat), GAME.scene(state, seat).seats
            name = f"player_{seat}"
            assert names_of(players[seat].cards) == snapshot["hands"][name]
            assert names_of(zones["common cards"]) == snapshot["common"]
            is_taking = snapshot["phase"] in ("incoming", "outgoing")
            is_drawing = is_taking and snapshot["exchange"][name] == "draw"
            drawn = snapshot["stock"][-2:] if is_drawing else []
            assert sorted(names_of(zones.get("drawn", []))) == sorted(drawn)
            incoming = [] if snapshot["incoming"] is None else [snapshot["incoming"]]
            marked = [card for card in zones["common cards"] if card.note == "to be taken"]
            assert names_of([*marked, *zones.get("to be taken", [])]) == incoming
            aside = snapshot["unused"][name]
            is_aside = aside is not None and options.get("unused_draw") != "public"
            assert names_of(zones.get("set aside", [])) == ([aside] if is_aside else [])
            for player in players:
                shown = snapshot["shown"][player.name] if state["to_move"] < 0 else []
                assert names_of(zones.get(f"shown by {player.name}", [])) == shown
                assert player.num_cards == HAND_SIZE
                assert player.is_out == (player.name not in snapshot["active"])


@some_mixes
def test_what_is_asked_and_staked(options: dict[str, Any]) -> None:
    for state in positions(GAME, options, 4):
        seat = int(state["to_move"])
        if seat < 0:
            assert GAME.scene(state, 0).question.text == GAME_OVER
            break
        described = GAME.scene(state, seat)
        assert described.question.text.startswith(ASKED[state["phase"]])
        is_betting = state["phase"] >= BASE
        assert (f"pot {state['paid'].sum()}" in texts_of(described.notes)) == is_betting
        assert (f"base {state['base']}" in texts_of(described.notes)) == (state["base"] > 0)


@some_mixes
def test_MKK_4_3_the_question_names_the_bases(options: dict[str, Any]) -> None:
    for state in positions(GAME, options, 5):
        if state["to_move"] >= 0 and state["phase"] == BASE:
            highest = max(BASE_OF_ACTION[action] for action in GAME.legal_actions(state))
            bases = f"1 to {highest}" if highest > 1 else "1"
            for seat in range(int(state["num_players"])):
                assert (
                    GAME.scene(state, seat).question.text
                    == f"Set a base of {bases}, which all pay to stay in, or drop"
                )


def test_MKK_7_2_only_the_exchanger_is_asked_by_the_name_of_a_card() -> None:
    table = position(["b1 b2 r7", "r0 r1 r2"], "b3 r8 b8", stock="b4 r4", to_move=1)
    for move, own, others in [
        ("draw", "Take which of the drawn cards?", "Take which of the drawn cards?"),
        ("take r4", "Put out which card for r4?", "Put out which card?"),
    ]:
        table.say(move)
        assert [GAME.scene(table.state, seat).question.text for seat in (1, 0)] == [own, others]


@some_mixes
def test_the_own_hand_is_marked_in_the_ranking(options: dict[str, Any]) -> None:
    for state in positions(GAME, options, 6):
        if state["to_move"] < 0:
            break
        seat = int(state["to_move"])
        described = GAME.scene(state, seat)
        (ranking,) = described.pictures
        assert isinstance(ranking, Ranking)
        kinds = [rank.name.split()[0] for rank in ranking.ranks]
        assert kinds == ["triple", "run", "pair", "single"]
        (own,) = [rank.name for rank in ranking.ranks if rank.is_own]
        assert described.notes[-1].text in (f"hand of player_{seat}: {own}", own + FOR_EVERYBODY)


def test_MKK_5_2_a_hand_that_the_common_cards_make_is_everybodys() -> None:
    table = position(["b1 b2 r7", "b5 b5 r5"], "b3 b3 r3", to_move=0)
    notes = [GAME.scene(table.state, seat).notes[-1].text for seat in (0, 1)]
    assert notes == ["triple of 3" + FOR_EVERYBODY, "hand of player_1: triple of 5"]


def test_MKK_7_2_drawn_cards_are_shown_to_their_player_alone() -> None:
    table = position(["b1 b2 r7", "r0 r1 r2"], "b3 r8 b8", stock="b4 r4", to_move=1)
    table.say("draw", "take r4")
    assert set(zones_of(GAME, table.state, 1)) == {"common cards", "drawn", "to be taken"}
    assert set(zones_of(GAME, table.state, 0)) == {"common cards"}
    table.say("put out r2")
    assert names_of(zones_of(GAME, table.state, 1)["set aside"]) == ["b4"]
    assert set(zones_of(GAME, table.state, 0)) == {"common cards"}
