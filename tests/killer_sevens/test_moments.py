"""What a table of Killer Sevens tells of cards that die, of players who leave, and of the end."""

from typing import Any

import numpy as np
import pytest

from fudaba.envs.core.scene.moment import Moment
from fudaba.envs.killer_sevens import GAME
from fudaba.envs.killer_sevens.scene import card_at
from fudaba.envs.killer_sevens.sides import killed_by, sides_left
from fudaba.testing.mixes import mixes
from fudaba.testing.positions import positions

from ..tables import texts_of
from .positions import Table, position

SOME = [mix for mix in mixes(GAME) if mix["group_kill"] == "off"][::2]


def told(table: Table, text: str, seat: int) -> tuple[str, list[Moment]]:
    """Makes a move; returns the news and the moments of a seat."""
    before = GAME.view(table.state, seat)
    table.say(text)
    views = before, GAME.view(table.state, seat)
    return GAME.words.news(*views, seat), GAME.words.moments(*views, seat)


@pytest.mark.parametrize(
    ("seat", "news"),
    [
        (0, "now dead: H8 (in another hand)"),
        (1, "now dead: H8 (in the hand of player_1)"),
        (2, "now dead: H8 (in another hand)"),
    ],
)
def test_cards_that_die_are_told_and_only_their_holder_hears_whose_they_are(
    seat: int, news: str
) -> None:
    table = position("D8 S8", ["H9 SK", "H8", "rest"])
    assert told(table, "lay H9", seat) == (news, [])


@pytest.mark.parametrize("options", [{}, *SOME])
def test_the_cards_that_a_lay_would_kill_are_those_that_die(options: dict[str, Any]) -> None:
    num_killed = 0
    for state in positions(GAME, options, 4):
        if state["to_move"] < 0 or GAME.view(state, 0)["eliminated"].any():
            break
        seat = int(state["to_move"])
        view = GAME.view(state, seat)
        for row, column in np.argwhere(view["hand"] * view["playable"]).tolist():
            after = state.copy()
            GAME.kernels.apply(after, card_at(view, row, column))
            new = GAME.view(after, seat)
            if new["eliminated"].any():
                continue
            died = np.argwhere((new["dead"] != 0) & (view["dead"] == 0)).tolist()
            assert [list(cell) for cell in killed_by(view, row, column)] == died
            num_killed += len(died)
    assert num_killed


def test_own_cards_that_would_kill_are_named_to_the_player_on_turn_alone() -> None:
    table = position("D8 S8", ["H9 SK", "H8", "rest"])
    assert texts_of(GAME.scene(table.state, 0).notes) == ("if you lay it: H9 kills H8",)
    assert "if you lay" not in str([GAME.scene(table.state, seat).notes for seat in (1, 2)])


@pytest.mark.parametrize("options", [{}, *SOME])
def test_a_card_dies_when_no_side_is_left_that_may_be_taken(options: dict[str, Any]) -> None:
    num_dead = 0
    for state in positions(GAME, options, 3):
        view = GAME.view(state, 0)
        if view["eliminated"].any():
            break  # laying a dead hand changes the sides of cards that stay dead
        for row, column in np.argwhere(view["laid"] == 0).tolist():
            is_dead = bool(view["dead"][row, column])
            assert (sides_left(view, row, column) <= 0) == is_dead
            num_dead += is_dead
    assert num_dead


@pytest.mark.parametrize(
    ("rules", "notes"),
    [
        ({}, ["←→↓", "←↓", "dead", "←↑"]),
        ({"sides_needed": 2}, ["2 sides", "dead", "dead", "1 side"]),
        ({"side_death": True}, ["2 sides", "1 side", "dead", "1 side"]),
    ],
)
def test_cards_of_the_own_hand_say_how_many_sides_they_have_left(
    rules: dict[str, Any], notes: list[str]
) -> None:
    table = position("D8 S8 H9 H6 D6 S5 D2 CK", ["S3 H5 H8 DK", "rest"], **rules)
    hand = GAME.scene(table.state, 0).seats[0].cards
    assert [card.note for card in hand] == notes


def test_a_player_without_cards_and_an_eliminated_one_are_told() -> None:
    table = position(
        "", ["S6", "SK HA", "rest", "H6"], passes=[0, 1, 0, 0], pass_limit=1,
        pass_exhaust="eliminate",
    )  # fmt: skip
    news, (moment,) = told(table, "lay S6", 3)
    assert news == (
        "player_0 has no card left; player_1 is out: 4th place "
        "(no card can be laid, no pass is left); the hand is laid: SK HA"
    )
    assert [row.words for row in moment.rows] == [
        "player_0 has laid the last card and holds none",
        "player_1 is out: 4th place: no card can be laid and no pass is left; the hand is laid",
    ]
    assert [card.name for card in moment.rows[1].cards] == ["SK", "HA"]
    assert moment.verdict == "player_0 and player_1 take no more turns"
