"""What `redeal` deals (DFG-7): only worlds that fit what the seat knows, and all of them, evenly.

Where a card can be is the memory that the lock step with the twin compares; the worlds that fit it
are listed here anew. That memory never excludes what can be true is shown by replay: all deals and
all hidden choices of a small table are played beside the true ones, as long as they look alike.
"""

import random
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import combinations, islice, permutations
from typing import Any

import numpy as np
from scipy import stats

from fudaba.envs.core.kit.memory import know
from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.core.words.reading import copied
from fudaba.envs.daifugo import GAME
from fudaba.envs.daifugo import state as dfg
from fudaba.envs.daifugo.rules import exchange

from .. import tables
from ..fingerprint import fields_of
from ..option_mixes import mix
from .positions import Table, card_name, opened, position

MOST_WORLDS, DRAWS_PER_WORLD = 70, 20
MOST_TABLES = 400
CHOICES = ("chosen_kind", "chosen_size", "chosen_rank", "chosen_suits", "chosen_card")
HIDDEN = {"rng", "hands", "deck", "discards", "face_down", "received", "memory", "phase", *CHOICES}
STEPS_BACK = {dfg.SUITS: dfg.SHAPE, dfg.JOKER_FACES: dfg.SHAPE, dfg.GIVE_TO: dfg.GIVE_CARD}


# Positions


def played(state: np.void, rng: random.Random) -> Iterator[np.void]:
    """A table at its present decision, at every further one, and at the end."""
    while state["to_move"] != NOBODY:
        yield state
        GAME.kernels.apply(state, rng.choice(GAME.legal_actions(state)))
    yield state


def samples(count: int, seed: int, every: int = 5) -> Iterator[tuple[np.void, random.Random]]:
    """Positions of random matches under random house rules; all of those that are rare."""
    for match in range(count):
        rng = random.Random(1000 * seed + match)
        options = mix(GAME, rng, num_players=2 + match % 4)
        for state in played(opened(rng.getrandbits(64), **options).state, rng):
            if state["phase"] != dfg.SHAPE or state["is_playoff"] or rng.randrange(every) == 0:
                yield state, rng


redealt = partial(tables.redealt, GAME)


def shown(state: np.void, seat: int) -> bytes:
    """All that a seat gets to see: its view, and its mask if it is to move."""
    mask = np.zeros(GAME.num_actions, np.int8)
    if state["to_move"] == seat:
        GAME.kernels.legal(state, mask)
    return bytes(GAME.view(state, seat).tobytes() + mask.tobytes())


def set_of(bits: np.uint64) -> set[int]:
    """The cards of a set of bits."""
    return {card for card in range(64) if int(bits) >> card & 1}


def zones_of(state: np.void) -> list[set[int]]:
    """The cards of every zone (DFG-2.3, 7.4), hands first."""
    table = set_of(state["field"]) | set_of(state["discards"])
    pile = set(state["deck"][: state["pile_size"]].tolist())
    return [*(set_of(hand) for hand in state["hands"]), pile, table]


def check_table(state: np.void) -> None:
    """DFG-2.5."""
    zones = zones_of(state)
    assert sorted(card for zone in zones for card in zone) == list(range(dfg.deck_size(state)))
    assert not state["field"] & state["discards"]
    assert not state["face_down"] & ~state["discards"]
    assert [len(zone) for zone in zones[: dfg.PILE]] == state["hand_sizes"].tolist()
    if state["kind"] == dfg.NONE:
        assert state["bound"] == state["j_back"] == 0 and state["owner"] == NOBODY
    else:
        assert state["owner"] != NOBODY
    for seat, hand in enumerate(zones[: dfg.PILE]):
        assert hand or not state["is_in"][seat]
    for viewer in range(int(state["num_players"]) + 1):
        for zone, cards in enumerate(zones):
            assert state["memory"][viewer, zone, sorted(cards)].all(), "the truth is remembered"
        if viewer < state["num_players"]:
            known = set(np.flatnonzero(state["memory"][viewer, viewer]).tolist())
            assert known == zones[viewer], "the own hand is known"
            assert (state["memory"][viewer][:, sorted(known)].sum(axis=0) == 1).all()


# One world


def test_DFG_7_1_7_2_a_redealt_world_shows_the_same() -> None:
    moved: Counter[tuple[int, bool]] = Counter()
    playoffs = 0
    for state, rng in samples(16, 1, every=10):
        for viewer in Table(state).seats:
            world = redealt(state, viewer, rng.getrandbits(64))
            assert shown(world, viewer) == shown(state, viewer)
            if (world["hands"] != state["hands"]).any():
                moved[int(state["phase"]), viewer == state["to_move"]] += 1
                playoffs += int(state["is_playoff"])
    points = {(phase, is_own) for phase in range(dfg.NUM_PHASES) for is_own in (False, True)}
    assert moved.keys() >= points and playoffs > 50 and moved.total() > 1000


def test_DFG_7_1_7_2_a_redealt_world_agrees_with_all_that_the_seat_was_shown() -> None:
    face_down = 0
    for state, rng in samples(8, 2, every=10):
        for viewer in Table(state).seats:
            world = redealt(state, viewer, rng.getrandbits(64))
            for name in set(state.dtype.names) - HIDDEN:
                assert (world[name] == state[name]).all(), name
            for name in ("discards", "hands"):
                face_down += (world[name] != state[name]).any()
            open_cards = [t["discards"] & ~t["face_down"] for t in (state, world)]
            assert open_cards[0] == open_cards[1]
            zones = zones_of(world)
            for zone, cards in enumerate(zones):
                assert state["memory"][viewer, zone, sorted(cards)].all()
            assert zones[viewer] == zones_of(state)[viewer]
            assert may_be_asked(world, zones)
            for row in (viewer, int(state["num_players"])):
                assert (world["memory"][row] == state["memory"][row]).all()
            check_steps(state, world, viewer)
    assert face_down > 200


def check_steps(state: np.void, world: np.void, viewer: int) -> None:
    """The mover's steps are his own; for others he is at the first of them (DFG-7.2)."""
    phase = int(state["phase"])
    if viewer == state["to_move"]:
        assert world["phase"] == phase
        assert all(world[name] == state[name] for name in CHOICES)
    else:
        assert world["phase"] == STEPS_BACK.get(phase, phase)
        assert world["chosen_card"] == dfg.NO_CARD and world["chosen_kind"] == dfg.NONE


def test_DFG_2_5_a_redealt_world_is_a_table_that_can_be_played_to_the_end() -> None:
    checked = 0
    for state, rng in samples(12, 3, every=30):
        if rng.random() > 0.15:
            continue
        seat = rng.randrange(int(state["num_players"]))
        world = redealt(state, seat, rng.getrandbits(64))
        world["num_rounds"] = world["round"] + 1
        cards = 64
        for after in played(world, rng):
            check_table(after)
            left = int(after["pile_size"] + after["hand_sizes"].sum())
            assert left <= cards
            cards = left
            checked += 1
        places = sorted(world["place"][: world["num_players"]].tolist())
        assert places == list(range(1, int(world["num_players"]) + 1)) or world["round"] == 0
    assert checked > 800


def test_DFG_7_4_worlds_within_worlds_show_everybody_the_same() -> None:
    """Whoever redeals in a world, as a search agent there may, finds it whole."""
    for state, rng in samples(4, 4):
        world = state
        for viewer in rng.sample(Table(state).seats, int(state["num_players"])):
            before = shown(world, viewer)
            world = redealt(world, viewer, rng.getrandbits(64))
            assert shown(world, viewer) == before
            check_table(world)


def test_DFG_7_3_a_redealt_world_does_not_depend_on_the_true_one() -> None:
    moved = 0
    for state, rng in samples(8, 5, every=10):
        start = rng.getrandbits(64)
        for viewer in Table(state).seats:
            other = redealt(state, viewer, start ^ 1)
            moved += (other["hands"] != state["hands"]).any()
            for seat in set(Table(state).seats) - {viewer}:
                other["memory"][seat] = 1  # what the others remember is private
            size = int(state["pile_size"])
            other["deck"][:size] = other["deck"][:size][::-1]
            other["deck"][size:] = state["deck"][size:][::-1]  # what was dealt, in another order
            world, same = redealt(state, viewer, start), redealt(other, viewer, start)
            assert fields_of(world) == fields_of(same) and world["rng"] != start
    assert moved > 400


# Every possible world

World = tuple[tuple[int, ...], int, int]
"""The hands, the discards that lie face down, and what was just received."""


def world_of(state: np.void) -> World:
    return tuple(state["hands"].tolist()), int(state["face_down"]), int(state["received"])


def arrangements(state: np.void, viewer: int) -> Iterator[list[set[int]]]:
    """Every way in which the cards can lie in their zones as far as the viewer was told."""
    memory = state["memory"][viewer].astype(bool)
    hidden = set(np.flatnonzero(memory.sum(axis=0) > 1).tolist())
    zones = [zone - hidden for zone in zones_of(state)]
    room = [len(zone & hidden) for zone in zones_of(state)]

    def fill(left: list[int]) -> Iterator[list[set[int]]]:
        if not left:
            yield [set(zone) for zone in zones]
            return
        for zone in np.flatnonzero(memory[:, left[0]]).tolist():
            if room[zone] > 0:
                room[zone] -= 1
                zones[zone].add(left[0])
                yield from fill(left[1:])
                zones[zone].remove(left[0])
                room[zone] += 1

    yield from fill(sorted(hidden))


def bits_of(cards: Any) -> int:
    return sum(1 << card for card in cards)


def received_sets(state: np.void, viewer: int, zones: list[set[int]]) -> list[int]:
    """What daifugo or fugo can just have got (DFG-4.18)."""
    if not state["received"]:
        return [0]
    best, worst = (exchange.partner(state, int(state["exchange_step"]) & ~1 | i) for i in (1, 0))
    if viewer in (best, worst):
        return [int(state["received"])]
    size = len(set_of(state["received"]))
    return [bits_of(cards) for cards in combinations(sorted(zones[best]), size)]


def may_be_asked(state: np.void, zones: list[set[int]]) -> bool:
    """Whether who is asked for one of his strongest cards has several (DFG-4.18)."""
    if state["to_move"] == NOBODY or state["phase"] != dfg.EX_UP:
        return True
    ranks = [min(card // 4, 13) for card in zones[state["to_move"]]]
    return max(ranks) < 13 and ranks.count(max(ranks)) > 1


def all_worlds(state: np.void, viewer: int) -> Iterator[World]:
    """All worlds that the viewer can't exclude."""
    table = set_of(state["field"] | state["discards"] & ~state["face_down"])
    for zones in arrangements(state, viewer):
        if may_be_asked(state, zones):
            hands = tuple(bits_of(hand) for hand in zones[: dfg.PILE])
            face_down = bits_of(zones[dfg.TABLE] - table)
            for received in received_sets(state, viewer, zones):
                yield hands, face_down, received


def small_deal(rng: random.Random, sizes: list[int]) -> list[str]:
    """Cards for hands and a pile, many of them 7s, Ks and jokers."""
    special = ["S7", "H7", "D7", "C7", "SK", "HK", "DK", "CK", "joker", "joker"]
    others = [card_name(card) for card in range(dfg.FIRST_JOKER)]
    others = [name for name in others if name not in special]
    count = sum(sizes)
    drawn = rng.sample(special, min(len(special), count // 2))
    drawn += rng.sample(others, count - len(drawn))
    rng.shuffle(drawn)
    ends = np.cumsum(sizes)
    return [" ".join(drawn[end - size : end]) for end, size in zip(ends, sizes, strict=True)]


def small_table(rng: random.Random, num_players: int, largest: int = 4) -> Table:
    """The last cards of a round, as if they had just been dealt."""
    sizes = [*(rng.randint(2, largest) for _ in range(num_players)), rng.randint(1, 2)]
    *hands, pile = small_deal(rng, sizes)
    options = mix(GAME, rng, num_players=num_players, num_jokers=2, num_rounds=1)
    options["effects"] = ("binding", "revolution", "runs", "give7", "change13")
    options["k_discard_face_up"] = rng.random() < 0.25
    table = position(hands, pile=pile, to_move=rng.randrange(num_players), options=options)
    table.state["rng"] = rng.getrandbits(64)
    return table


def small_exchange(rng: random.Random) -> Table:
    """An exchange of two or three players with few cards."""
    num_players = rng.choice([2, 3, 3])
    *hands, pile = small_deal(rng, [*[rng.choice([2, 2, 3])] * num_players, 1])
    options = mix(GAME, rng, num_players=num_players, num_jokers=2, num_rounds=2)
    options |= {"exchange_2p": 2, "exchange_3p": 2, "exchange_tie": "giver_chooses"}
    options["exchange_blind"] = rng.random() < 0.75
    table = position(hands, pile=pile, options=options, round=1)
    table.state["rng"] = rng.getrandbits(64)
    table.state["title"][:num_players] = rng.sample(range(1, num_players + 1), num_players)
    exchange.begin(table.state)
    exchange.go_on(table.state)
    return table


def small_positions(count: int) -> Iterator[tuple[np.void, int, random.Random]]:
    """Positions of rounds with so few cards that all worlds can be listed, and a viewer."""
    for seed in range(count):
        rng = random.Random(seed)
        table = small_exchange(rng) if seed % 3 == 0 else small_table(rng, rng.choice([2, 3, 3, 4]))
        for state in played(table.state, rng):
            is_rare = dfg.SUITS < state["phase"] < dfg.NUM_PHASES
            if rng.random() < (1 if is_rare else 0.1):
                yield state, rng.randrange(int(state["num_players"])), rng


def test_DFG_7_4_redeal_reaches_every_possible_world_and_no_other() -> None:
    p_values, points, face_down, received = [], Counter[int](), 0, 0
    for state, viewer, rng in small_positions(160):
        possible = set(islice(all_worlds(state, viewer), MOST_WORLDS + 1))
        if not 1 < len(possible) <= MOST_WORLDS:
            continue
        assert world_of(state) in possible
        drawn = Counter(
            world_of(redealt(state, viewer, rng.getrandbits(64)))
            for _ in range(DRAWS_PER_WORLD * len(possible))
        )
        assert drawn.keys() == possible
        points[int(state["phase"])] += 1
        face_down += len({world[1] for world in possible}) > 1
        received += len({world[2] for world in possible}) > 1
        p_values.append(stats.chisquare(list(drawn.values())).pvalue)
    assert len(p_values) > 150 and len(points) > dfg.NUM_PHASES
    assert face_down > 3 and received > 5
    assert min(p_values) > 0.001 / len(p_values), "evenly"
    assert stats.kstest(p_values, "uniform").pvalue > 0.001, "and evenly all in all"


# Replay


def sight(state: np.void, viewer: int) -> list[bytes]:
    """What a seat sees, its memory left out."""
    view = GAME.view(state, viewer)
    return [view[name].tobytes() for name in view.dtype.names if name != "memory"]


def told(state: np.void, viewer: int) -> bytes:
    return bytes(state["memory"][viewer].tobytes())


def secret_of(state: np.void) -> bytes:
    """All that can differ in what comes of a table, the memories left out."""
    kept = set(state.dtype.names) - {"memory", "deck"}
    pile = state["deck"][: state["pile_size"]].tobytes()
    return pile + b"".join(state[name].tobytes() for name in sorted(kept))


def all_deals(state: np.void, viewer: int) -> list[np.void]:
    """All hands and orders of the pile that a table can have, with nothing just received."""
    deals = []
    for zones in arrangements(state, viewer):
        if state["received"] or not may_be_asked(state, zones):
            continue
        for pile in permutations(sorted(zones[dfg.PILE])):
            deal = copied(state)
            deal["hands"] = [bits_of(hand) for hand in zones[: dfg.PILE]]
            deal["deck"][: len(pile)] = pile
            for seat in Table(state).seats:
                deal["memory"][seat] = 1  # so that no test of a viewer leans on the others'
            deal["memory"][viewer] = state["memory"][viewer]
            deals.append(deal)
    return deals


def followers(tables: list[np.void], after: np.void, action: int, viewer: int) -> list[np.void]:
    """What tables become after each hidden choice that looks like the one that was made.

    Args:
        tables: What the viewer took for possible.
        after: The true table after the choice.
        action: What was chosen, which the viewer knows if it was he.
        viewer: A seat.
    """
    seen, found = sight(after, viewer), {}
    for table in tables:
        is_own = table["to_move"] == viewer
        for choice in [action] if is_own else GAME.legal_actions(table):
            following = copied(table)
            GAME.kernels.apply(following, choice)
            if sight(following, viewer) == seen:
                assert told(following, viewer) == told(after, viewer), "seen alike, told otherwise"
                found[secret_of(following)] = following
    return list(found.values())


def test_DFG_7_4_no_history_that_looks_the_same_leads_out_of_the_worlds() -> None:
    """All deals and hidden choices of small tables, as long as the viewer sees no difference."""
    steps, most = 0, 0
    for seed in range(30):
        rng = random.Random(seed)
        truth = small_table(rng, rng.choice([2, 3]), largest=3).state
        if seed % 3 == 0:
            truth = small_exchange(rng).state
        viewer = rng.randrange(int(truth["num_players"]))
        tables = all_deals(truth, viewer)
        while truth["to_move"] != NOBODY and 1 < len(tables) < MOST_TABLES:
            action = rng.choice(GAME.legal_actions(truth))
            GAME.kernels.apply(truth, action)
            tables = followers(tables, truth, action, viewer)
            assert secret_of(truth) in {secret_of(table) for table in tables}
            real = {world_of(table) for table in tables}
            fitting = set(all_worlds(truth, viewer))
            assert real <= fitting
            steps, most = steps + 1, max(most, len(tables))
    assert steps > 100 and most > 100


# By example


def card_of(name: str) -> int:
    return next(card for card in range(dfg.NUM_CARDS) if card_name(card) == name)


def card_action(name: str) -> int:
    return dfg.FIRST_CARD + card_of(name)


def take(table: Table, *actions: int) -> None:
    """Carries out decisions, one after the other."""
    for action in actions:
        assert action in GAME.legal_actions(table.state), action
        GAME.kernels.apply(table.state, action)


def outcomes(table: Table, viewer: int, of: Any, count: int = 200) -> set[Any]:
    """What some part of the redealt worlds comes out as."""
    return {of(Table(redealt(table.state, viewer, start))) for start in range(count)}


def test_DFG_9_27_worlds_stay_in_that_only_counting_would_exclude() -> None:
    """A knows C's 9 and 8; C gives B one card, so they can't both have gone, but that is not M."""
    table = position(["S3 H3", "D7", "S9 S8 H7 C5"], pile="D4 C4", to_move=2)
    for name in ("S9", "S8"):
        know(table.state["memory"], 0, card_of(name), 2)
    take(table, dfg.FIRST_SINGLE + dfg.SEVEN, dfg.FIRST_SUIT + 1, card_action("C5"))
    take(table, dfg.FIRST_PLAYER + 1)
    both = {"S9", "S8"}
    assert outcomes(table, 0, lambda world: len(both & set(world.hand(1)))) == {0, 1, 2}


def test_DFG_7_2_a_gift_under_way_is_the_giver_s_own() -> None:
    table = position(["S7 S3 H3", "S4 H4", "S5 H5"], pile="S6 H6")
    take(table, dfg.FIRST_SINGLE + dfg.SEVEN, dfg.FIRST_SUIT, card_action("S3"))
    assert table.phase == dfg.GIVE_TO
    begun = outcomes(table, 0, lambda world: (world.phase, int(world.state["chosen_card"])))
    assert begun == {(dfg.GIVE_TO, 0)}
    begun = outcomes(table, 1, lambda world: (world.phase, int(world.state["chosen_card"])))
    assert begun == {(dfg.GIVE_CARD, dfg.NO_CARD)}
    assert len(outcomes(table, 1, lambda world: frozenset(world.hand(0)))) > 10


def test_DFG_7_3_every_order_of_the_pile_comes_up() -> None:
    table = position(["S7 S3", "S4"], pile="S6 H6 D6")
    know(table.state["memory"], 0, card_of("S4"), 1)
    orders = set(permutations(["S6", "H6", "D6"]))
    assert outcomes(table, 0, lambda world: tuple(world.pile())) == orders


def test_DFG_4_18_what_others_received_may_be_any_of_their_cards() -> None:
    options = {"exchange_blind": True, "num_rounds": 2}
    table = position(["S3 S4", "H5 H6", "DA DK"], pile="C3", options=options, round=1)
    table.state["title"][:3] = [1, 2, 3]
    exchange.begin(table.state)
    exchange.go_on(table.state)
    received = card_names_of(table)
    assert table.phase == dfg.EX_DOWN and set(received) == {"DA", "DK"}
    assert outcomes(table, 0, card_names_of) == outcomes(table, 2, card_names_of) == {received}
    others = {"S3", "S4", "DK", "DA", "C3"}
    pairs = {frozenset(pair) for pair in combinations(others, 2)}
    assert outcomes(table, 1, lambda world: frozenset(card_names_of(world)), 400) == pairs
    assert all(
        set(card_names_of(world)) <= set(world.hand(0))
        for world in (Table(redealt(table.state, 1, start)) for start in range(50))
    )


def card_names_of(table: Table) -> tuple[str, ...]:
    """What was just received, by name."""
    return tuple(card_name(card) for card in sorted(set_of(table.state["received"])))
