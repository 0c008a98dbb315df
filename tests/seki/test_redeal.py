"""What `redeal` deals in SEKI, by example (SEKI-7)."""

import random
from collections.abc import Callable
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from fudaba.envs.seki import GAME
from fudaba.envs.seki.redeal import BACK, NUMBER, POOL, arrange, collect_hidden
from fudaba.envs.seki.rules.memory import show
from fudaba.envs.seki.state import (
    MAX_PLAYERS,
    NOBODY,
    NUM_CARDS,
    NUM_NUMBERS,
    NUMBER_DECK,
    SYMBOL_DECK,
)

from .positions import ROLES, Table, position
from .worlds import redealt, samples

OTHERS = ["1 1 TRADE", "2 2 TRADE"]


def test_SEKI_7_3_games_can_be_played_on_from_a_redealt_world() -> None:
    rng = random.Random(5)
    for state, viewer, start in samples(6, 5, every=20):
        world = redealt(state, viewer, start)
        while world["to_move"] != NOBODY:
            GAME.kernels.apply(world, rng.choice(GAME.legal_actions(world)))


def outcomes(table: Table, viewer: int, of: Callable[[np.void], Any], count: int = 300) -> set[Any]:
    """What some part of the redealt worlds comes out as."""
    return {of(redealt(table.state, viewer, start)) for start in range(count)}


def test_SEKI_7_3_the_orders_of_the_decks_that_nobody_saw_come_up() -> None:
    table = position(["9", *OTHERS], "HUNTER . .", nd="3 5 7", sd="REVERSE TRADE DIG_UP")
    for seat in table.seats:
        for card in table.cards(seat):
            show(table.state, card, seat)
    orders = set(permutations(["3", "5", "7"]))
    assert outcomes(table, 1, lambda world: tuple(Table(world).faces(NUMBER_DECK))) == orders
    assert len(outcomes(table, 1, lambda world: tuple(Table(world).faces(SYMBOL_DECK)))) == 6


def test_SEKI_7_6_the_known_order_and_the_known_top_stay() -> None:
    table = position(["9 8", *OTHERS], "HUNTER GAMBLER .", nd="6 7 3", sd="REVERSE TRADE DIG_UP")
    table.say("activate HUNTER", "stop", "activate GAMBLER", "guess 1 to 4", "discard 1")
    order = ("REVERSE", "TRADE", "DIG_UP")
    assert outcomes(table, 0, lambda world: tuple(Table(world).faces(SYMBOL_DECK))) == {order}
    assert len(outcomes(table, 1, lambda world: tuple(Table(world).faces(SYMBOL_DECK)))) > 6
    for seat in table.seats:
        tops = outcomes(table, seat, lambda world: Table(world).cards(NUMBER_DECK)[-1])
        assert tops == {table.cards(NUMBER_DECK)[-1]}


def test_SEKI_7_3_every_role_that_can_be_face_down_comes_up() -> None:
    pool = ["EMPEROR", "NEW_GRAD", "THIEF", "HUNTER", "ANGLER", "HACKER"]
    table = position(["9", *OTHERS], "THIEF NEW_GRAD HUNTER", options={"roles": pool})
    found = outcomes(table, 0, lambda world: ROLES[world["role"][2]])
    assert found == {"HUNTER", "ANGLER", "HACKER"}
    assert outcomes(table, 1, lambda world: ROLES[world["role"][0]]) == found | {"THIEF"}
    table.state["seen_role"][0, 2] = 1
    assert outcomes(table, 0, lambda world: ROLES[world["role"][2]]) == {"HUNTER"}


def test_SEKI_7_2_choices_under_way_come_up_in_all_ways() -> None:
    table = position(["3 9 TRADE REVERSE", "1", "2"], "HUNTER ALCHEMIST .", sd="DIG_UP DIG_UP")
    for seat in table.seats:
        for card in table.cards(seat):
            show(table.state, card, seat)
    trade = table.copy()
    trade.say("use TRADE", "trade 9")
    assert outcomes(trade, 1, lambda world: int(world["first_choice"])) == {12, 36, 40}
    assert outcomes(trade, 0, lambda world: int(world["first_choice"])) == {36}
    table.say("activate HUNTER", "give TRADE")
    offers = outcomes(table, 1, lambda world: tuple(np.flatnonzero(world["offered"]).tolist()))
    assert offers == {(), (40,), (44,), (40, 44)}


def test_SEKI_5_5_the_pair_of_an_alchemist_comes_up_in_all_ways() -> None:
    table = position(["3 9 0", "1", "2"], "ALCHEMIST . .", nd="5")
    for seat in table.seats:
        for card in table.cards(seat):
            show(table.state, card, seat)
    table.say("activate ALCHEMIST", "put 3 on the pile")
    held = {0, 12, 20, 36}
    assert outcomes(table, 1, lambda world: int(world["first_choice"])) == held
    table.say("put 9 on top")
    pairs = outcomes(table, 1, lambda world: (world["first_choice"], world["second_choice"]))
    assert pairs == set(permutations(held, 2))


def test_SEKI_4_8_a_card_that_was_seen_before_is_not_the_drawn_one() -> None:
    table = position(["1", "9", "2"], to_move=1, nd="7 8", ng="5", right=0)
    show(table.state, 36, 1)
    table.say("pass")
    assert outcomes(table, 0, lambda world: int(world["first_choice"])) == {28, 32}


def test_SEKI_5_7_a_card_that_came_later_is_not_the_frozen_one() -> None:
    """C freezes B's 3; his own 9 and 8 go to B and A, who then trade the two."""
    hands = ["4 TRADE", "3 5", "9 8"]
    table = position(hands, ". . THIEF", to_move=2, frozen={1: {"3": 2}})
    table.say("activate THIEF", "trade 9", "choose player_1", "trade 8")
    table = next(t for t in table.tries("choose player_0") if "TRADE" in t.faces(0))
    table.say("use TRADE", "trade 8", "choose player_1")
    assert table.known(12)[2] == table.known(32)[2] == table.known(36)[2] == {"H0", "H1"}
    assert outcomes(table, 2, lambda world: tuple(Table(world).faces(1))) == {
        ("3", "8"),
        ("3", "9"),
    }


def test_SEKI_7_6_who_saw_the_symbol_deck_knows_it_in_every_world() -> None:
    table = position(["9", *OTHERS], "HUNTER . .", sd="REVERSE TRADE")
    table.say("activate HUNTER", "stop")
    for start in range(20):
        world = Table(redealt(table.state, 1, start))
        assert all(world.known(card)[0] == {"SD"} for card in world.cards(SYMBOL_DECK))


FROZEN = {1: {"1": 0, "TRADE": 2}, 2: {"7": 0, "DIG_UP": 1}}


@pytest.fixture(params=[False, True], ids=["like backs", "distinct backs"])
def picking(request: pytest.FixtureRequest) -> Table:
    """EMPEROR, who is about to pick, among frozen cards."""
    hands = ["0 0 0", "5 5 1 2 TRADE TRADE", "6 6 7 8 DIG_UP DIG_UP"]
    options = {"distinct_backs": request.param}
    table = position(hands, "EMPEROR . .", rest="deck", frozen=FROZEN, options=options)
    table.say("activate EMPEROR")
    return table


def test_SEKI_5_8_what_emperor_has_collected_was_not_frozen(picking: Table) -> None:
    """His world must have exactly the cards of the pool free in the hands."""
    pool = np.flatnonzero(picking.state["pool"]).tolist()
    for start in range(200):
        world = redealt(picking.state, 0, start)
        free = (world["zone"] < MAX_PLAYERS) & (world["frozen_by"] == NOBODY)
        assert np.flatnonzero(free).tolist() == pool


def test_SEKI_5_8_a_world_of_emperor_need_not_be_mended(picking: Table) -> None:
    """Every card is dealt to a place of the pool, or none of it, and to its back, at once."""
    state = picking.state.copy()
    cards, places, count = hidden_cards_and_places(state, 0)
    before = sorted(cards[:count].tolist())
    for _ in range(50):
        arrange(state, cards, places, count)
        assert sorted(cards[:count].tolist()) == before
        for card, place in zip(cards[:count], places[:count], strict=True):
            assert (place & POOL != 0) == (state["pool"][card] == 1)
            if place & BACK:
                assert (place & BACK == NUMBER) == (card < NUM_NUMBERS)


def test_SEKI_5_8_the_worlds_of_emperor_do_not_depend_on_which_card_is_frozen(
    picking: Table,
) -> None:
    """What is to be dealt is listed in the same order whatever really lies under the freeze."""
    worlds = [redealt(picking.state, 0, start) for start in range(20)]
    assert len({world["frozen_by"].tobytes() for world in worlds}) > 10
    listed = []
    for world in worlds:
        cards, places, count = hidden_cards_and_places(world, 0)
        listed.append((cards[:count].tolist(), places[:count].tolist()))
    assert all(lists == listed[0] for lists in listed)


def hidden_cards_and_places(state: np.void, viewer: int) -> tuple[np.ndarray, np.ndarray, int]:
    cards, places = np.empty((2, NUM_CARDS), np.int8)
    return cards, places, collect_hidden(state, viewer, cards, places)


def test_SEKI_5_8_what_emperor_has_dealt_out_is_not_the_frozen_card() -> None:
    table = position(["1 2", "5 6 7", "8 9"], "EMPEROR . .", rest="deck", frozen={1: {"5": 2}})
    table.say("activate EMPEROR")
    collected = set(np.flatnonzero(table.state["pool"]).tolist())
    table.say("keep 9")
    frozen = outcomes(table, 0, lambda world: Table(world).frozen().popitem()[0], count=100)
    assert len(frozen) > 10 and not frozen & collected


def test_SEKI_7_6_the_known_top_is_the_drawn_card() -> None:
    """All saw the 6 that B draws, so it is no other card of his that is asked about."""
    table = position(["3 9 8", "7 7 5", "1 2"], "GAMBLER . .", rest="deck", nd="6")
    table.say("activate GAMBLER", "guess 6 to 9", "discard 3", "pass")
    assert outcomes(table, 2, lambda world: int(world["first_choice"])) == {24}
