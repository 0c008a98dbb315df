"""The worlds of Daifugo, as far as a seat remembers what it was shown (DFG-7).

Where a card can be is the memory that the lock step with the twin compares; the worlds that fit it
are listed here anew.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np

from fudaba.envs import NOBODY
from fudaba.envs.daifugo import GAME
from fudaba.envs.daifugo import state as dfg
from fudaba.envs.daifugo.rules import exchange
from fudaba.testing.mixes import mix

from .. import tables
from ..worlds import Course, Late, Sample, Worlds
from .positions import Table, card_name, opened, position

MOST_WORLDS = 70
ANYWHERE = (1 << dfg.NUM_ZONES) - 1  # a set of all zones
CHOICES = ("chosen_kind", "chosen_size", "chosen_rank", "chosen_suits", "chosen_card")
HIDDEN = {"rng", "hands", "deck", "discards", "face_down", "received", "memory", "phase", *CHOICES}
STEPS_BACK = {dfg.SUITS: dfg.SHAPE, dfg.JOKER_FACES: dfg.SHAPE, dfg.GIVE_TO: dfg.GIVE_CARD}


# Positions


def start(match: int, rng: random.Random) -> Course:
    """Matches of two to five players under random house rules."""
    options = mix(GAME, rng, num_players=2 + match % 4)
    return Course(opened(rng.getrandbits(64), **options).state, rng)


def choose(state: np.void, keen: float, rng: random.Random) -> int:
    """Anything."""
    return rng.choice(GAME.legal_actions(state))


def samples(count: int, seed: int, every: int = 5) -> Iterator[tuple[np.void, random.Random]]:
    """Positions of random matches under random house rules; all of those that are rare."""
    worlds = replace(
        WORLDS, is_rare=lambda state: bool(state["phase"] != dfg.SHAPE or state["is_playoff"])
    )
    for course, _ in worlds.positions(Sample(count, seed, 1 / every)):
        yield course.state, course.rng


redealt = partial(tables.redealt, GAME)


def set_of(bits: np.uint64) -> set[int]:
    """The cards of a set of bits."""
    return {card for card in range(64) if int(bits) >> card & 1}


def zones_of(state: np.void) -> list[set[int]]:
    """The cards of every zone (DFG-2.3, 7.4), hands first."""
    table = set_of(state["field"]) | set_of(state["discards"])
    pile = set(state["deck"][: state["pile_size"]].tolist())
    return [*(set_of(hand) for hand in state["hands"]), pile, table]


# Every possible world

World = tuple[tuple[int, ...], int, int]
"""The hands, the discards that lie face down, and what was just received."""


def world_of(state: np.void) -> World:
    return tuple(state["hands"].tolist()), int(state["face_down"]), int(state["received"])


def arrangements(state: np.void, viewer: int) -> Iterator[list[set[int]]]:
    """Every way in which the cards can lie in their zones as far as the viewer was told."""
    memory = tables.zones_possible(state["memory"][viewer])
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


def few(number: int, rng: random.Random) -> Course:
    """Rounds with so few cards that all worlds can be listed."""
    is_exchange = number % 3 == 0
    table = small_exchange(rng) if is_exchange else small_table(rng, rng.choice([2, 3, 3, 4]))
    return Course(table.state, rng)


def is_taken(state: np.void, rng: random.Random) -> bool:
    return rng.random() < (1 if dfg.SUITS < state["phase"] < dfg.NUM_PHASES else 0.1)


# What is tested


def is_possible(world: np.void, course: Course, viewer: int) -> bool:
    """Whether it agrees with all that the seat was shown."""
    state = course.state
    for name in set(state.dtype.names) - HIDDEN:
        assert (world[name] == state[name]).all(), name
    open_cards = [table["discards"] & ~table["face_down"] for table in (state, world)]
    assert open_cards[0] == open_cards[1]
    zones = zones_of(world)
    for zone, cards in enumerate(zones):
        assert tables.zones_possible(state["memory"][viewer])[zone, sorted(cards)].all()
    assert zones[viewer] == zones_of(state)[viewer]
    for row in (viewer, int(state["num_players"])):
        assert (world["memory"][row] == state["memory"][row]).all()
    return world is state or (is_at_its_step(state, world, viewer) and may_be_asked(world, zones))


def is_at_its_step(state: np.void, world: np.void, viewer: int) -> bool:
    """The mover's steps are his own; for others he is at the first of them (DFG-7.2)."""
    phase = int(state["phase"])
    if viewer == state["to_move"]:
        return world["phase"] == phase and all(world[name] == state[name] for name in CHOICES)
    is_begun = world["chosen_card"] != dfg.NO_CARD or world["chosen_kind"] != dfg.NONE
    return bool(world["phase"] == STEPS_BACK.get(phase, phase) and not is_begun)


def hide(other: np.void, state: np.void, viewer: int) -> None:
    """What the others remember is private, and what was dealt may have had another order."""
    for seat in set(Table(state).seats) - {viewer}:
        other["memory"][seat] = ANYWHERE
    size = int(state["pile_size"])
    other["deck"][:size] = other["deck"][:size][::-1]
    other["deck"][size:] = state["deck"][size:][::-1]


def moved_at(phase: int, is_own: bool) -> str:
    return f"moved at {phase}, {'own' if is_own else 'not own'}"


def marks(course: Course, viewer: int, world: np.void) -> Iterator[str]:
    state = course.state
    if (world["hands"] != state["hands"]).any():
        yield moved_at(int(state["phase"]), viewer == state["to_move"])
        if state["is_playoff"]:
            yield "play-off"
    if world["discards"] != state["discards"]:
        yield "face down"


def late_marks(late: Late) -> Iterator[str]:
    yield f"phase {late.course.state['phase']}"
    for number, name in enumerate(("hands", "face down", "received")):
        if len({world[number] for world in late.possible}) > 1:
            yield name


WORLDS = Worlds(
    GAME,
    "DFG-7.1, DFG-7.2, DFG-7.3, DFG-7.4",
    start,
    choose,
    world_of,
    is_possible,
    fitting=Sample(120, 1, 0.05, least={
        "play-off": 50, "face down": 50, "moved": 1000,
        **{moved_at(phase, is_own): 0
           for phase in range(dfg.NUM_PHASES) for is_own in (True, False)},
    }),
    independent=Sample(24, 5, 0.1, least={"moved": 400}),
    reaching=Sample(160, 4, most=MOST_WORLDS, each=99, least={
        "positions": 150, "face down": 3, "received": 5,
        **{f"phase {phase}": 0 for phase in range(dfg.NUM_PHASES)},
    }),
    even=Sample(160, 0, most=MOST_WORLDS, each=99, draws=20, least={"positions": 150}),
    listed=all_worlds,
    is_rare=lambda state: bool(state["phase"] > dfg.SUITS),
    few=few,
    is_taken=is_taken,
    marks=marks,
    late_marks=late_marks,
    hide=hide,
    with_ends=True,
)  # fmt: skip
