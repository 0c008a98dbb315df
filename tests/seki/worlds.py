"""What `redeal` deals (SEKI-7): only worlds that fit what the seat knows, and all of them.

Where a card can be is the memory that the lock step with the twin has compared; what can be frozen,
drawn and chosen is judged here anew.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from scipy import stats

from fudaba.envs.seki import GAME
from fudaba.envs.seki.redeal import BACK, NUMBER, POOL, arrange, collect_hidden
from fudaba.envs.seki.rules.memory import show
from fudaba.envs.seki.state import (
    ACTIVATE,
    ALCHEMIST_DECLARE,
    ALCHEMIST_FIRST,
    ALCHEMIST_SECOND,
    ASIDE,
    DIG_UP_NUMBER,
    DISCARD_CARD,
    EMPEROR_PICK,
    GAMBLER_DISCARD,
    HUNTER_GIVE,
    MAX_PLAYERS,
    MILLIONAIRE_NUMBER,
    NOBODY,
    NUM_CARDS,
    NUM_NUMBERS,
    NUM_PHASES,
    NUMBER_DECK,
    NUMBER_GRAVEYARD,
    PASS_DRAWN,
    STRICT,
    SYMBOL_DECK,
    SYMBOL_GRAVEYARD,
    TARGET,
    TURN,
    beats,
    number_of,
)

from .. import tables
from .house_rules import random_options
from .positions import FACES, ROLES, Table, position

OTHERS = ["1 1 TRADE", "2 2 TRADE"]
COMING_OUT = {ROLES.index("EMPEROR"), ROLES.index("NEW_GRAD")}
MOST_WORLDS, DRAWS_PER_WORLD = 40, 30


def played(state: np.void, rng: random.Random) -> Iterator[np.void]:
    """A table at its present decision, then at every further one; roles are often played."""
    while state["to_move"] != NOBODY:
        yield state
        actions = GAME.legal_actions(state)
        activations = [action for action in actions if ACTIVATE.first <= action < TARGET.first]
        eager = activations and rng.random() < 0.3
        GAME.kernels.apply(state, rng.choice(activations if eager else actions))
    yield state


def positions_of_a_match(seed: int) -> Iterator[np.void]:
    """One random match, at every decision."""
    rng = random.Random(seed)
    state: np.void = np.zeros(1, GAME.state_dtype)[0]
    random_options(rng).write(state)
    state["rng"] = seed
    GAME.kernels.deal(state)
    return played(state, rng)


def shown(state: np.void, seat: int) -> bytes:
    """All that a seat gets to see: its view, and its mask if it is to move."""
    mask = np.zeros(GAME.num_actions, np.int8)
    if state["to_move"] == seat:
        GAME.kernels.legal(state, mask)
    return bytes(GAME.view(state, seat).tobytes() + mask.tobytes())


redealt = partial(tables.redealt, GAME)


def fields(state: np.void) -> dict[str, bytes]:
    """Every field as bytes. (The bytes between fields mean nothing.)"""
    return {name: state[name].tobytes() for name in state.dtype.names}


def samples(count: int, seed: int, every: int = 4) -> Iterator[tuple[np.void, int, int]]:
    """Positions of random matches, with a viewer and a random state."""
    rng = random.Random(seed)
    for match in range(count):
        for state in positions_of_a_match(seed * 1000 + match):
            if rng.randrange(every) == 0 or state["phase"] != TURN:
                yield state, rng.randrange(int(state["num_players"])), rng.getrandbits(64)


def test_SEKI_7_1_7_2_a_redealt_world_shows_the_same() -> None:
    moved: Counter[int] = Counter()
    for state, _, start in samples(60, 1):
        for viewer in Table(state).seats:
            world = redealt(state, viewer, start)
            assert shown(world, viewer) == shown(state, viewer)
            if (world["zone"] != state["zone"]).any():
                moved[int(state["phase"])] += 1
    assert moved.keys() >= set(range(NUM_PHASES)) and moved.total() > 2000


def test_SEKI_7_5_in_a_redealt_world_every_seat_remembers_the_truth() -> None:
    for state, viewer, start in samples(40, 2):
        world = redealt(state, viewer, start)
        for seat in range(int(state["num_players"]) + 1):
            assert world["memory"][seat, world["zone"], np.arange(NUM_CARDS)].all()
        for seat in Table(state).seats:
            places = world["memory"][seat].sum(axis=0)
            assert (places[world["zone"] == seat] == 1).all(), "everybody knows his own hand"


def test_SEKI_7_3_a_redealt_world_does_not_depend_on_the_true_one() -> None:
    moved = 0
    for state, viewer, start in samples(40, 3):
        other = redealt(state, viewer, start ^ 1)
        moved += (other["zone"] != state["zone"]).any()
        for seat in set(range(int(state["num_players"]))) - {viewer}:
            for name in ("memory", "may_be_drawn", "may_be_frozen"):
                other[name][seat] = 1  # what the others remember is private
        for name, zone in (("number_deck", NUMBER_DECK), ("symbol_deck", SYMBOL_DECK)):
            size = int(state["zone_size"][zone])
            other[name][size:] = state[name][size:][::-1]  # what was drawn, in another order
        assert fields(redealt(state, viewer, start)) == fields(redealt(other, viewer, start))
    assert moved > 200


def test_SEKI_2_7_a_redealt_world_is_a_table_of_the_game() -> None:
    for state, viewer, start in samples(40, 4):
        world = redealt(state, viewer, start)
        same_sizes = [(world["zone"] == zone).sum() for zone in range(11)]
        assert same_sizes == state["zone_size"].tolist() == world["zone_size"].tolist()
        for zone in (NUMBER_DECK, SYMBOL_DECK):
            stacked = Table(world).cards(zone)
            assert sorted(stacked) == np.flatnonzero(world["zone"] == zone).tolist()
        choices = [int(world["first_choice"]), int(world["second_choice"])]
        for chosen in choices if world["to_move"] != NOBODY else []:
            assert chosen < 0 or world["zone"][chosen] == world["to_move"]
        check_frozen(state, world, viewer)
        check_roles(state, world, viewer)
        if world["to_move"] != NOBODY:
            assert GAME.legal_actions(world)


def frozen_per_owner(state: np.void) -> Counter[tuple[int, int, bool]]:
    """How many cards are frozen, by owner, freezer, and whether they are marked."""
    cards = np.flatnonzero(state["frozen_by"] != NOBODY)
    return Counter(
        (int(state["zone"][card]), int(state["frozen_by"][card]), bool(state["marked"][card]))
        for card in cards
    )


def check_frozen(state: np.void, world: np.void, viewer: int) -> None:
    """Everybody has as many cards frozen by everybody; the viewer's and the marked are the same."""
    assert frozen_per_owner(world) == frozen_per_owner(state)
    assert world["frozen_count"].tolist() == state["frozen_count"].tolist()
    known = (state["zone"] == viewer) | (state["marked"] == 1)
    assert (world["frozen_by"][known] == state["frozen_by"][known]).all()


def check_roles(state: np.void, world: np.void, viewer: int) -> None:
    """All roles are of the pool and different, the known ones as they are, no come-out hidden."""
    seats = range(int(state["num_players"]))
    roles = [int(world["role"][seat]) for seat in seats]
    assert len(set(roles)) == len(roles) and all(state["roles"][role] for role in roles)
    for seat in seats:
        if seat == viewer or state["panel"][seat] or state["seen_role"][viewer, seat]:
            assert roles[seat] == state["role"][seat]
        else:
            assert roles[seat] not in COMING_OUT


HIDDEN = ("rng", "zone", "number_deck", "symbol_deck", "frozen_by", "role")
CHOICES = ("first_choice", "second_choice", "offered", "pool", "left_to_do")
TOLD = ("memory", "may_be_drawn", "may_be_frozen")


def test_SEKI_7_1_7_2_a_redealt_world_agrees_with_all_that_the_seat_was_shown() -> None:
    for state, _, start in samples(40, 6):
        for viewer in Table(state).seats:
            world = redealt(state, viewer, start)
            for name in set(state.dtype.names) - {*HIDDEN, *CHOICES, *TOLD}:
                assert (world[name] == state[name]).all(), name
            for name in TOLD:
                assert (world[name][viewer] == state[name][viewer]).all(), name
            check_cards(state, world, viewer)
            if state["to_move"] != NOBODY:
                check_choices(state, world, viewer)


def check_cards(state: np.void, world: np.void, viewer: int) -> None:
    """Cards lie where the viewer's memory allows, and known decks in their order."""
    memory = state["memory"][viewer]
    assert memory[world["zone"], np.arange(NUM_CARDS)].all()
    seen = (state["zone"] == viewer) | (state["marked"] == 1)
    for zone in (NUMBER_GRAVEYARD, SYMBOL_GRAVEYARD, ASIDE):
        seen |= state["zone"] == zone
    assert (world["zone"][seen] == state["zone"][seen]).all()
    if state["knows_top"]:
        assert Table(world).cards(NUMBER_DECK)[-1] == Table(state).cards(NUMBER_DECK)[-1]
    if state["knows_order"][viewer]:
        assert Table(world).cards(SYMBOL_DECK) == Table(state).cards(SYMBOL_DECK)
    for card in np.flatnonzero((world["frozen_by"] != NOBODY) & ~seen):
        bit = MAX_PLAYERS * int(world["zone"][card]) + int(world["frozen_by"][card])
        assert state["may_be_frozen"][viewer, card] >> bit & 1


def check_choices(state: np.void, world: np.void, viewer: int) -> None:
    """The mover's own choices stay; another's are such that he can have made them."""
    phase, mover = int(state["phase"]), int(state["to_move"])
    if viewer == mover or phase != HUNTER_GIVE:
        assert (world["offered"] == state["offered"]).all()
        assert world["left_to_do"] == state["left_to_do"]
    else:
        assert world["offered"].sum() == world["left_to_do"] <= state["zone_size"][SYMBOL_DECK]
    assert not np.any(world["offered"] & (world["zone"] != mover))
    if viewer == mover:
        for name in CHOICES:
            assert (world[name] == state[name]).all(), name
    elif phase == PASS_DRAWN:
        assert state["may_be_drawn"][viewer, world["first_choice"]]
        assert beats(state, number_of(int(world["first_choice"])))
    if phase == EMPEROR_PICK:
        free = (world["zone"] < MAX_PLAYERS) & (world["frozen_by"] == NOBODY)
        assert (world["pool"] == free).all()


def test_SEKI_7_3_games_can_be_played_on_from_a_redealt_world() -> None:
    rng = random.Random(5)
    for state, viewer, start in samples(6, 5, every=20):
        world = redealt(state, viewer, start)
        while world["to_move"] != NOBODY:
            GAME.kernels.apply(world, rng.choice(GAME.legal_actions(world)))


# Every possible world

World = tuple[tuple[int, ...], tuple[int, ...]]
"""The zone and the freezer of every card."""


def world_of(state: np.void) -> World:
    return tuple(state["zone"].tolist()), tuple(state["frozen_by"].tolist())


def arrangements(state: np.void, viewer: int) -> Iterator[list[int]]:
    """Every way in which the cards can lie in their zones as far as the viewer was told."""
    memory = state["memory"][viewer].astype(bool)
    hidden = np.flatnonzero(memory.sum(axis=0) > 1).tolist()
    backs = state["distinct_backs"] == 1
    room = Counter(place_of(state["zone"][card], card, backs) for card in hidden)
    zones = state["zone"].tolist()

    def fill(left: list[int]) -> Iterator[list[int]]:
        if not left:
            yield list(zones)
            return
        for zone in np.flatnonzero(memory[:, left[0]]).tolist():
            place = place_of(zone, left[0], backs)
            if room[place] > 0:
                room[place] -= 1
                zones[left[0]] = zone
                yield from fill(left[1:])
                room[place] += 1

    yield from fill(hidden)


def place_of(zone: int, card: int, distinct: bool) -> tuple[int, bool]:
    """A zone, and with distinct backs the back that lies there."""
    return int(zone), distinct and card < NUM_NUMBERS


def freezings(state: np.void, viewer: int, zones: list[int]) -> Iterator[list[int]]:
    """Every way in which the face-down frozen cards of the others can be some of their cards."""
    known = [zones[card] == viewer or state["marked"][card] == 1 for card in range(NUM_CARDS)]
    frozen_by = [int(by) if known[c] else NOBODY for c, by in enumerate(state["frozen_by"])]
    slots = [
        (int(state["zone"][card]), int(state["frozen_by"][card]))
        for card in np.flatnonzero(state["frozen_by"] != NOBODY)
        if state["zone"][card] != viewer and not state["marked"][card]
    ]

    def fill(left: list[tuple[int, int]]) -> Iterator[list[int]]:
        if not left:
            yield list(frozen_by)
            return
        owner, freezer = left[0]
        bit = 1 << (MAX_PLAYERS * owner + freezer)
        for card in range(NUM_CARDS):
            free = zones[card] == owner and frozen_by[card] == NOBODY
            if free and state["may_be_frozen"][viewer, card] & bit:
                frozen_by[card] = freezer
                yield from fill(left[1:])
                frozen_by[card] = NOBODY

    yield from fill(slots)


def may_come_here(state: np.void, viewer: int, zones: list[int], frozen_by: list[int]) -> bool:
    """Whether the player on turn can be at his present decision."""
    mover, phase = int(state["to_move"]), int(state["phase"])
    free = [c for c in range(NUM_CARDS) if zones[c] == mover and frozen_by[c] == NOBODY]
    numbers = [card for card in free if card < NUM_NUMBERS]
    if viewer == mover:
        pool = [c for c in range(NUM_CARDS) if zones[c] < MAX_PLAYERS and frozen_by[c] == NOBODY]
        return phase != EMPEROR_PICK or pool == np.flatnonzero(state["pool"]).tolist()
    if phase == PASS_DRAWN:
        drawn = [card for card in numbers if state["may_be_drawn"][viewer, card]]
        return any(beats(state, number_of(card)) for card in drawn)
    if phase in (DIG_UP_NUMBER, MILLIONAIRE_NUMBER):
        return bool(numbers)
    if phase == ALCHEMIST_FIRST:
        return len(numbers) >= 2
    if phase in (DISCARD_CARD, GAMBLER_DISCARD) and state["forbidden_finish_scope"] == STRICT:
        last = state["zone_size"][mover] == 1
        return not last or any(number_of(card) != 0 for card in numbers)
    return True


def possible_worlds(state: np.void, viewer: int) -> set[World]:
    """All worlds that the viewer can't exclude; stops a little above `MOST_WORLDS`."""
    worlds: set[World] = set()
    for zones in arrangements(state, viewer):
        for frozen_by in freezings(state, viewer, zones):
            if may_come_here(state, viewer, zones, frozen_by):
                worlds.add((tuple(zones), tuple(frozen_by)))
        if len(worlds) > MOST_WORLDS:
            break
    return worlds


def small_tables(count: int) -> Iterator[tuple[np.void, int, random.Random]]:
    """Random games of three with so few cards in play that all worlds can be listed."""
    for seed in range(count):
        rng = random.Random(seed)
        cards = [*rng.sample(range(NUM_NUMBERS), 8), *rng.sample(range(NUM_NUMBERS, NUM_CARDS), 5)]
        rng.shuffle(cards)
        names = [FACES[card] for card in cards]
        numbers = [name for name in names if name.isdigit()]
        symbols = [name for name in names if not name.isdigit()]
        decks = {"nd": " ".join(numbers[:2]), "ng": numbers[2], "sd": symbols[0], "sg": symbols[1]}
        held = numbers[3:] + symbols[2:]
        rng.shuffle(held)
        hands = [" ".join(held[:2]), " ".join(held[2:4]), " ".join(held[4:6])]
        options = random_options(rng).model_dump() | {"num_players": 3, "roles": ROLES}
        options |= {"points": "by_players", "first_parent": "random", "num_games": 1}
        options["max_turns"] = 1000
        table = position(hands, " ".join(rng.sample(ROLES, 3)), options=options, **decks)
        table.state["rng"] = seed
        for state in played(table.state, rng):
            if state["to_move"] != NOBODY:
                yield state, rng.randrange(3), rng


def test_SEKI_7_5_redeal_reaches_every_possible_world_and_no_other() -> None:
    p_values, points, with_frozen = [], Counter[int](), 0
    for state, viewer, rng in small_tables(40):
        if state["phase"] in (ALCHEMIST_SECOND, ALCHEMIST_DECLARE) or (
            state["phase"] == TURN and not state["hidden_frozen"].any() and rng.random() < 0.9
        ):
            continue
        possible = possible_worlds(state, viewer)
        if not 1 < len(possible) <= MOST_WORLDS:
            continue
        assert world_of(state) in possible
        drawn = Counter(
            world_of(redealt(state, viewer, rng.getrandbits(64)))
            for _ in range(DRAWS_PER_WORLD * len(possible))
        )
        assert drawn.keys() == possible
        points[int(state["phase"])] += 1
        if state["hidden_frozen"].any():
            with_frozen += 1
        elif len(list(arrangements(state, viewer))) == len(possible):
            p_values.append(stats.chisquare(list(drawn.values())).pvalue)
    assert len(p_values) > 40 and with_frozen > 8 and len(points) > 10
    assert min(p_values) > 0.001 / len(p_values), "evenly"


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
