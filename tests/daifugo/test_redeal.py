"""Worlds of Daifugo can be played on and redealt again, and no history leads out of them (DFG-7).

That memory never excludes what can be true is shown by replay: all deals and all hidden choices of
a small table are played beside the true ones, as long as they look alike.
"""

import random
from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

import numpy as np

from fudaba.envs import NOBODY
from fudaba.envs.core.kit.memory import know
from fudaba.envs.core.words.reading import copied
from fudaba.envs.daifugo import GAME
from fudaba.envs.daifugo import state as dfg
from fudaba.envs.daifugo.rules import exchange

from ..tables import zones_possible
from ..worlds import shown
from .positions import Table, card_name, position
from .worlds import (
    ANYWHERE,
    all_worlds,
    arrangements,
    bits_of,
    may_be_asked,
    redealt,
    samples,
    set_of,
    small_exchange,
    small_table,
    world_of,
    zones_of,
)

MOST_TABLES = 400


# One world


def played(state: np.void, rng: random.Random) -> Iterator[np.void]:
    """A table at its present decision, at every further one, and at the end."""
    while state["to_move"] != NOBODY:
        yield state
        GAME.kernels.apply(state, rng.choice(GAME.legal_actions(state)))
    yield state


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
        memory = zones_possible(state["memory"][viewer])
        for zone, cards in enumerate(zones):
            assert memory[zone, sorted(cards)].all(), "the truth is remembered"
        if viewer < state["num_players"]:
            known = set(np.flatnonzero(memory[viewer]).tolist())
            assert known == zones[viewer], "the own hand is known"
            assert (memory[:, sorted(known)].sum(axis=0) == 1).all()


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
            before = shown(GAME, world, viewer)
            world = redealt(world, viewer, rng.getrandbits(64))
            assert shown(GAME, world, viewer) == before
            check_table(world)


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
                deal["memory"][seat] = ANYWHERE  # so that no test of a viewer leans on the others'
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
