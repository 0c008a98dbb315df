"""What `redeal` deals (MKK-7.2, 7.3): only worlds that the history allows, all of them, evenly.

A world is judged by playing its season again from the deal that it stands for. Who drew holds the
card taken among three that may each be it; which one, nobody can tell, so any that leads to the
world will do. Every action must be legal, the viewer must see the same at every step, and the
season must lead to the world. That knows nothing of how `redeal` deals.
"""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from fudaba.envs.cards.counts import spread_out
from fudaba.envs.core.words.reading import copied
from fudaba.envs.makkaik import GAME
from fudaba.envs.makkaik import state as mkk
from fudaba.envs.makkaik.view import is_drawing

from ..kikisen.worlds import Hidden, Season, Worlds, check_even, others
from ..tables import dealt_state, redealt, without_rng
from .positions import Table, counts, position

OPTIONS: list[dict[str, Any]] = [
    {"num_players": 2},
    {"num_players": 3, "bet_rounds": 1},
    {"num_players": 2, "unused_draw": "public"},
    {"num_players": 3, "unused_draw": "public", "start_chips": 9},
    {"num_players": 4},
    {"num_players": 6},
]
LEFT_IN_STOCK = 2  # of a small pack, when all have drawn


def options(number: int, rng: random.Random) -> dict[str, Any]:
    return OPTIONS[number % len(OPTIONS)]


def choose(state: np.void, keen: float, rng: random.Random) -> int:
    """With more or less dropping."""
    legal = GAME.legal_actions(state)
    if mkk.DROP_ACTION in legal and rng.random() < keen:
        legal.remove(mkk.DROP_ACTION)
    return rng.choice(legal)


def drawn_by(state: np.void) -> int | None:
    """Who is looking at the top of the stock."""
    seat = int(state["to_move"])
    return seat if seat >= 0 and is_drawing(state, seat) else None


def hidden_in(state: np.void) -> Hidden:
    """Hands, what was set aside, the card coming in, cards being drawn, and the other stock."""
    stock = state["stock"][: int(state["stock_size"])].tolist()
    num_drawn = 0 if drawn_by(state) is None else mkk.NUM_DRAWN
    drawn = [stock.pop() for _ in range(num_drawn)]
    hands = tuple(tuple(spread_out(hand)) for hand in state["hands"])
    loose = (*state["unused"].tolist(), int(state["incoming"]))
    return (*hands, loose, tuple(sorted(drawn)), tuple(sorted(stock)))


# What happened, in a world


def histories(world: np.void, season: Season, viewer: int) -> Iterator[dict[int, int]]:
    """By seat which card each has taken or chosen: all ways that lead to these hands."""
    seats = [seat for seat in season.seats if world["kinds"][seat]]
    yield from (
        dict(zip(seats, taken, strict=True))
        for taken in product(*(cards_taken(world, season, seat, viewer) for seat in seats))
    )


def cards_taken(world: np.void, season: Season, seat: int, viewer: int) -> list[int]:
    """The cards that a player can have chosen in a world."""
    if seat == viewer:
        chosen = [
            action - mkk.FIRST_TAKE
            for table, action in zip(season.tables, season.actions, strict=True)
            if table["to_move"] == seat and GAME.decode(action)[0] is mkk.TAKE
        ]
        return chosen or [int(world["incoming"])]  # not yet, or it came in by itself
    if world["put_out"][seat] == mkk.NO_CARD:
        return [int(world["incoming"])]
    if world["kinds"][seat] == mkk.SWAP:
        return [int(world["taken"][seat])]
    return sorted(set(spread_out(world["hands"][seat])))


def start_of(world: np.void, season: Season, taken: dict[int, int]) -> np.void:
    """The season's first position, had the world been dealt."""
    state, stock = copied(season.start), world["stock"][: int(world["stock_size"])].tolist()
    state["hands"] = world["hands"]
    order = [(int(state["dealer"]) + step) % len(season.seats) for step in season.seats]
    for seat in reversed([seat for seat in order if world["put_out"][seat] != mkk.NO_CARD]):
        state["hands"][seat, taken[seat]] -= 1
        state["hands"][seat, world["put_out"][seat]] += 1
        if world["kinds"][seat] == mkk.DRAW:
            stock += [int(world["unused"][seat]), taken[seat]]
    state["stock"][: len(stock)] = stock
    return state


def leads_to(world: np.void, season: Season, viewer: int, taken: dict[int, int]) -> bool:
    """Whether a season can have gone so in a world, as far as the viewer saw it."""
    state = start_of(world, season, taken)
    if (state["hands"] < 0).any():
        return False
    for table, action in zip(season.tables, season.actions, strict=True):
        seat = int(table["to_move"])
        if state["to_move"] != seat or not WORLDS.shows_the_same(state, table, viewer):
            return False
        if GAME.decode(action)[0] is mkk.TAKE:
            action = mkk.FIRST_TAKE + taken[seat]
        if action not in GAME.legal_actions(state):
            return False
        GAME.kernels.apply(state, action)
    return without_rng(sorted_draws(state)) == without_rng(sorted_draws(world))


def sorted_draws(state: np.void) -> np.void:
    """The two cards being drawn in one order: nobody cares which lies on top."""
    table, size = copied(state), int(state["stock_size"])
    if drawn_by(table) is not None:
        table["stock"][size - mkk.NUM_DRAWN : size].sort()
    return table


def is_possible(world: np.void, season: Season, viewer: int) -> bool:
    return any(leads_to(world, season, viewer, taken)
               for taken in histories(world, season, viewer))  # fmt: skip


# Where cards are hidden


def places(state: np.void, viewer: int) -> tuple[list[int], list[int]]:
    """What is unknown of the other hands, cards set aside and being drawn; the rest is stock."""
    stock = state["stock"][: int(state["stock_size"])].tolist()
    known = [stock.pop() for _ in range(mkk.NUM_DRAWN)] if drawn_by(state) == viewer else []
    cards, sizes = [*stock], []
    for seat in others(state, viewer):
        hand = spread_out(state["hands"][seat])
        if state["taken"][seat] != mkk.NO_CARD:
            hand.remove(state["taken"][seat])
        aside = [int(state["unused"][seat])] if is_aside(state, seat) else []
        cards += [*hand, *aside]
        sizes += [len(hand), len(aside)]
    is_drawn_by_other = not known and drawn_by(state) is not None
    return cards, [*sizes, mkk.NUM_DRAWN if is_drawn_by_other else 0]


def is_aside(state: np.void, seat: int) -> bool:
    return state["unused"][seat] != mkk.NO_CARD and state["unused_draw"] != mkk.PUBLIC


def lay(table: np.void, viewer: int, dealt: list[tuple[int, ...]]) -> None:
    *held, drawn, rest = dealt
    for seat, hand, aside in zip(others(table, viewer), held[::2], held[1::2], strict=True):
        taken = int(table["taken"][seat])
        known = () if taken == mkk.NO_CARD else (taken,)
        table["hands"][seat] = np.bincount((*hand, *known), minlength=24)
        if aside:
            (table["unused"][seat],) = aside
    stock = [*rest, *drawn]
    table["stock"][: len(stock)] = stock


class SmallPack(Worlds):
    """Makkaik with few cards left in the stock, so that all worlds can be listed."""

    def dealt(self, options: dict[str, Any], seed: int) -> np.void:
        state = dealt_state(self.game, options, seed)
        size = mkk.NUM_DRAWN * int(state["num_players"]) + LEFT_IN_STOCK
        state["stock"][size:] = mkk.NO_CARD
        state["stock_size"] = size
        return state


def is_taken(state: np.void, rng: random.Random) -> bool:
    """Cards that come in are no deal: they are judged by themselves."""
    return state["phase"] != mkk.OUTGOING and rng.random() < 0.3


RULES = (GAME, options, choose, hidden_in, places, lay, is_possible, is_taken)
WORLDS, SMALL = Worlds(*RULES), SmallPack(*RULES)


def test_MKK_7_2_MKK_7_3_a_redealt_world_shows_the_same_and_fits_the_whole_history() -> None:
    checked = moved = 0
    for season, viewer in WORLDS.positions(36, 31):
        if season.rng.random() > 0.3:
            continue
        world = WORLDS.redealt(season, viewer)
        assert WORLDS.shows_the_same(world, season.state, viewer)
        WORLDS.check_world(world, season, viewer)
        moved += hidden_in(world) != hidden_in(season.state)
        checked += 1
    assert checked > 100 and moved > 0.9 * checked


def test_MKK_7_2_a_redealt_world_does_not_depend_on_the_true_one() -> None:
    assert WORLDS.check_independence(30, 5) > 300


def test_MKK_7_2_redeal_reaches_every_possible_world_and_no_other() -> None:
    num_positions = 0
    for season, viewer in SMALL.late_positions(60, 17, most=300):
        worlds = SMALL.all(season.state, viewer)
        possible = SMALL.possible(worlds, season, viewer)
        assert possible.keys() == worlds.keys(), "nothing that happens excludes a deal"
        SMALL.check_reached(possible, season, viewer)
        num_positions += 1
    assert num_positions > 12


def test_MKK_7_2_every_deal_of_the_hidden_cards_is_equally_likely() -> None:
    tests = []
    for season, viewer in SMALL.late_positions(90, 23, most=60):
        worlds = SMALL.all(season.state, viewer)
        if len(worlds) > 1:
            tests.append(SMALL.evenness(worlds, season, viewer))
    check_even(tests)


@pytest.mark.parametrize(("kind", "incoming", "cards"), [
    ("swap", "b3", {"b3": 1 / 3, "r8": 2 / 3}),
    ("draw", "b4", None),
])  # fmt: skip
def test_MKK_9_13_the_card_coming_in_is_secret(
    kind: str, incoming: str, cards: dict[str, float] | None
) -> None:
    table = position(["b1 b2 r7", "r0 r1 r2"], "b3 r8 r8", stock="b4 r4")
    table.say(kind, f"take {incoming}")
    worlds = [redealt(GAME, table.state, 1, start) for start in range(600)]
    seen = Counter(int(world["incoming"]) for world in worlds)
    if cards:
        assert {Table.game.words.snapshot(world)["incoming"] for world in worlds} == cards.keys()
        assert seen[spread_out(counts("b3"))[0]] / 600 == pytest.approx(cards["b3"], abs=0.06)
    else:
        assert len(seen) > 15 and all(world["incoming"] in hidden_in(world)[-2] for world in worlds)
    own = [redealt(GAME, table.state, 0, start) for start in range(50)]
    assert {int(world["incoming"]) for world in own} == {int(table.state["incoming"])}
    assert {hidden_in(world)[-2] for world in own} == {hidden_in(table.state)[-2]}


def test_MKK_6_1_MKK_7_3_after_the_last_showdown_the_shown_hands_are_known() -> None:
    table = position(["b1 b2 r7", "r0 r1 r2", "b5 r5 r6"], "b3 r8 b8", bet_rounds=1)
    for outgoing in ("b1", "r0", "r6"):
        incoming = table.stock.split()[0]
        table.trade(outgoing, incoming, kind="draw")
    table.say("base 1", "join", "drop")
    assert table.to_move is None
    worlds = [redealt(GAME, table.state, 0, start) for start in range(30)]
    assert {Table(world).hand(1) for world in worlds} == {table.hand(1)}
    assert len({Table(world).hand(2) for world in worlds}) > 20
    assert len({Table(world).card("unused", 1) for world in worlds}) > 10
