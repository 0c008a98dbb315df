"""The scene of Makhup: what is marked and shown is what the rules say."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from fudaba.envs import Card
from fudaba.envs.core.scene.scene import GAME_OVER, Diagram
from fudaba.envs.makhup import GAME
from fudaba.envs.makhup.state import DRAW_ACTION, MOVES, SPECIAL_ACTION
from fudaba.envs.makhup.text import rank_word
from fudaba.testing.positions import positions

from ..spread import few_mixes
from ..tables import names_of, texts_of, zones_of
from .positions import position


def tree_of(state: np.void, seat: int) -> Diagram:
    """The tree of the scene of a seat."""
    (tree,) = GAME.scene(state, seat).pictures
    assert isinstance(tree, Diagram)
    return tree


def ends_of(tree: Diagram) -> list[Card]:
    """The open ends of a tree."""
    return [node.card for node in tree.nodes if node.card.action is None]


some_mixes = pytest.mark.parametrize("options", few_mixes(GAME, 4))


@some_mixes
def test_marks_and_zones_are_what_the_rules_say(options: dict[str, Any]) -> None:
    for state in positions(GAME, options, 9):
        if state["to_move"] < 0:
            break
        seat, snapshot = int(state["to_move"]), GAME.words.snapshot(state)
        hand = list(GAME.scene(state, seat).seats[seat].cards)
        assert names_of(hand) == snapshot["hands"][f"player_{seat}"]
        played = {rank_word(rank) for action in GAME.legal_actions(state)
                  for rank in MOVES[action][0]}  # fmt: skip
        assert {card.name for card in hand if card.mark == "playable"} == played
        zones = zones_of(GAME, state, seat)
        ends = names_of(ends_of(tree_of(state, seat)))
        assert sorted(ends) == sorted(snapshot["ends"])
        assert names_of(zones["gone"]) == snapshot["gone"]
        assert sorted(ends + names_of(zones["closed"])) == sorted(snapshot["table"])
        assert [card.text for card in zones["stock"]] == [str(len(snapshot["stock"]))]


@some_mixes
def test_the_tree_has_a_branch_for_every_play_onto_ends(options: dict[str, Any]) -> None:
    for state in positions(GAME, options, 10):
        if state["to_move"] < 0:
            break
        tree = tree_of(state, int(state["to_move"]))
        branches: dict[int, list[str]] = {}
        for node in tree.nodes:
            if node.card.action is not None:
                branches.setdefault(node.card.action, []).append(node.card.text)
                assert node.card.name == GAME.words.describe(state, node.card.action)
        played = {action: MOVES[action] for action in GAME.legal_actions(state)}
        assert branches == {
            action: [rank_word(rank) for rank in cards]
            for action, (cards, ends) in played.items()
            if ends
        }
        for edge in tree.edges:
            start, end = tree.nodes[edge.start].card, tree.nodes[edge.end].card
            if edge.label == "or":
                assert MOVES[start.action][1] == MOVES[end.action][1]
                continue
            assert start.action is None and end.action is not None
            closed = [rank_word(rank) for rank in MOVES[end.action][1]]
            assert start.name in closed
            assert edge.label == "+".join(closed) * (len({*closed}) < len(closed))
        middles = [(node.x, node.y) for node in tree.nodes]
        assert all(
            0.5 <= x <= tree.width - 0.5 + 1e-9 and 0.5 <= y <= tree.height - 0.5
            for x, y in middles
        )
        assert all(
            abs(one[0] - other[0]) > 0.99 or abs(one[1] - other[1]) > 0.99
            for one, other in combinations(middles, 2)
        ), "cards cover each other"


@pytest.mark.parametrize(
    ("hand", "ends"), [("1 2 5", "1 2 4"), ("0 0 2 7", "0 1 7"), ("8 1 1", "1 3 5")]
)
def test_ends_that_are_joined_are_neighbours_so_that_no_lines_cross(hand: str, ends: str) -> None:
    tree = tree_of(position([hand, "1"], ends).state, 0)
    lines = [(tree.nodes[edge.start].y, tree.nodes[edge.end].y) for edge in tree.edges
             if edge.label != "or"]  # fmt: skip
    assert any(len({*starts}) > 1 for starts in joined(tree).values())
    for (start, end), (other, another) in combinations(lines, 2):
        assert (start - other) * (end - another) >= 0


def joined(tree: Diagram) -> dict[int, list[int]]:
    """The ends from which lines lead to each card of a play."""
    starts: dict[int, list[int]] = {}
    for edge in tree.edges:
        starts.setdefault(edge.end, []).append(edge.start)
    return starts


def test_a_table_without_ends_is_drawn() -> None:
    tree = tree_of(position(["3", "1"], "").state, 0)
    assert tree.nodes == () and tree.words == ("none",)
    assert tree.width > 0 and tree.height > 0


@some_mixes
def test_the_own_question_is_what_the_rules_leave(options: dict[str, Any]) -> None:
    for state in positions(GAME, options, 11):
        seat = int(state["to_move"])
        if seat < 0:
            assert GAME.scene(state, 0).question.text == GAME_OVER
            break
        legal = {GAME.words.describe(state, action) for action in GAME.legal_actions(state)}
        question = GAME.scene(state, seat).question.text
        fits = bool(legal - {"draw", "pass", "play special"})
        assert question.startswith(("Play a sum of ", "Join ")) == fits or not state["ends"]
        assert ("nothing fits" in question or "No other card fits" in question) == (not fits)
        assert question.startswith("No other card fits") == (legal >= {"play special"} and not fits)
        assert ("draw a new end" in question.casefold()) == ("draw" in legal)
        assert ("pass" in question.casefold()) == ("pass" in legal)


@pytest.mark.parametrize(
    ("stock", "gone", "options", "question"),
    [
        ("2", "", {}, "Play a sum of 3, or draw a new end"),
        ("", "4", {}, "Play a sum of 3, or draw a new end"),
        ("", "", {}, "Play a sum of 3; pass if nothing fits"),
        ("", "4", {"stock_empty": "pass"}, "Play a sum of 3; pass if nothing fits"),
        ("2", "", {"draw_when_able": False}, "Play a sum of 3; draw a new end if nothing fits"),
    ],
)
def test_MHP_7_2_others_are_not_told_whether_the_hand_fits(
    stock: str, gone: str, options: dict[str, Any], question: str
) -> None:
    for hand in ("3", "7"):
        table = position([hand, "1"], "3", stock=stock, gone=gone, **options)
        assert GAME.scene(table.state, 1).question.text == question


def test_cards_that_fit_are_marked() -> None:
    hand = GAME.scene(position(["0 1 2 6 8 K", "1"], "3 5").state, 0).seats[0].cards
    marked = [card.name for card in hand if card.mark == "playable"]
    assert marked == ["0", "1", "2", "8", "special"]
    hand = GAME.scene(position(["7 7", "1"], "1 2 4").state, 0).seats[0].cards
    assert [card.mark for card in hand] == ["none", "none"], "three are not joined"


def test_the_stock_and_special_cards_can_be_pointed_at() -> None:
    table = position(["K 3", "1"], "2", stock="5 7")
    assert [card.action for card in zones_of(GAME, table.state, 0)["stock"]] == [DRAW_ACTION]
    hand = GAME.scene(table.state, 0).seats[0].cards
    assert {card.name: card.action for card in hand} == {"3": None, "special": SPECIAL_ACTION}


def test_what_passes_prove_is_said_of_their_player() -> None:
    table = position(["8", "7", "6 6"], "2 1", stock="")
    table.say("pass", "pass")
    described = GAME.scene(table.state, 2)
    assert texts_of(described.notes) == ("2 passes in a row",)
    facts = [texts_of(seat.facts) for seat in described.seats]
    assert facts[0] == ("dealer", "holds no 3 special", "can't make 1 2")
    assert facts[1] == ("holds no 3 special", "can't make 1 2") and facts[2] == ()


@pytest.mark.parametrize(
    ("hands", "told"),
    [
        (["8", "7", "6 6"], "player_0 and player_1 share the game"),
        (["8", "7", "6"], "all share the game"),
    ],
)
def test_who_shares_a_game_is_news(hands: list[str], told: str) -> None:
    table = position(hands, "2", stock="")
    table.say("pass", "pass")
    before = table.view(1)
    table.say("pass")
    assert GAME.words.news(before, table.view(1), 1) == told
