"""The worlds of SEKI, as far as a seat remembers what it was shown (SEKI-7).

Where a card can be is the memory that the lock step with the twin has compared; what can be frozen,
drawn and chosen is judged here anew.
"""

import random
from collections import Counter
from collections.abc import Iterator
from functools import partial

import numpy as np

from fudaba.envs.seki import GAME
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
from ..worlds import Course, Late, Sample, Worlds
from .house_rules import random_options
from .positions import FACES, ROLES, Table, position

COMING_OUT = {ROLES.index("EMPEROR"), ROLES.index("NEW_GRAD")}
MOST_WORLDS = 40


def start(match: int, rng: random.Random) -> Course:
    """Matches under random house rules."""
    state: np.void = np.zeros(1, GAME.state_dtype)[0]
    random_options(rng).write(state)
    state["rng"] = rng.getrandbits(64)
    GAME.kernels.deal(state)
    return Course(state, rng)


def choose(state: np.void, keen: float, rng: random.Random) -> int:
    """Roles are often played."""
    actions = GAME.legal_actions(state)
    activations = [action for action in actions if ACTIVATE.first <= action < TARGET.first]
    return rng.choice(activations if activations and rng.random() < 0.3 else actions)


def is_rare(state: np.void) -> bool:
    """Whether it is not an ordinary turn."""
    return bool(state["phase"] != TURN)


def positions_of_a_match(seed: int) -> Iterator[np.void]:
    """One random match, at every decision and at its end."""
    for course in WORLDS.played(start(0, random.Random(seed))):
        yield course.state


def samples(count: int, seed: int, every: int = 4) -> Iterator[tuple[np.void, int, int]]:
    """Positions of random matches, with a viewer and a random state."""
    for course, viewer in WORLDS.positions(Sample(count, seed, 1 / every)):
        yield course.state, viewer, course.rng.getrandbits(64)


redealt = partial(tables.redealt, GAME)


# One world

HIDDEN = ("rng", "zone", "number_deck", "symbol_deck", "frozen_by", "role")
CHOICES = ("first_choice", "second_choice", "offered", "pool", "left_to_do")
TOLD = ("memory", "may_be_drawn", "may_be_frozen")


def check_memories(world: np.void) -> None:
    """Every seat remembers the truth, and knows its own hand (SEKI-7.5)."""
    for seat in range(int(world["num_players"]) + 1):
        assert (world["memory"][seat] >> world["zone"] & 1).all()
    for seat in Table(world).seats:
        own = world["zone"] == seat
        assert (world["memory"][seat, own] == 1 << seat).all(), "everybody knows his own hand"


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


def check_cards(state: np.void, world: np.void, viewer: int) -> None:
    """Zones have their cards, where the viewer's memory allows; known decks keep their order."""
    sizes = [(world["zone"] == zone).sum() for zone in range(11)]
    assert sizes == state["zone_size"].tolist() == world["zone_size"].tolist()
    for zone in (NUMBER_DECK, SYMBOL_DECK):
        stacked = Table(world).cards(zone)
        assert sorted(stacked) == np.flatnonzero(world["zone"] == zone).tolist()
    assert (state["memory"][viewer] >> world["zone"] & 1).all()
    seen = (state["zone"] == viewer) | (state["marked"] == 1)
    for zone in (NUMBER_GRAVEYARD, SYMBOL_GRAVEYARD, ASIDE):
        seen |= state["zone"] == zone
    assert (world["zone"][seen] == state["zone"][seen]).all()
    if state["knows_top"]:
        assert Table(world).cards(NUMBER_DECK)[-1] == Table(state).cards(NUMBER_DECK)[-1]
    if state["knows_order"][viewer]:
        assert Table(world).cards(SYMBOL_DECK) == Table(state).cards(SYMBOL_DECK)
    for card in np.flatnonzero((world["frozen_by"] != NOBODY) & ~seen):
        bit = bit_of(state, int(world["zone"][card]), int(world["frozen_by"][card]))
        assert state["may_be_frozen"][viewer, card] & bit


def bit_of(state: np.void, owner: int, freezer: int) -> int:
    """The bit of `may_be_frozen` for what a freezer, HACKER or NEW_GRAD, froze in a hand."""
    return 1 << (2 * owner + int(state["role"][freezer] == ROLES.index("NEW_GRAD")))


def check_choices(state: np.void, world: np.void, viewer: int) -> None:
    """The mover's own choices stay; another's are such that he can have made them."""
    phase, mover = int(state["phase"]), int(state["to_move"])
    for chosen in (int(world["first_choice"]), int(world["second_choice"])):
        assert chosen < 0 or world["zone"][chosen] == mover
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


# Every possible world

World = tuple[tuple[int, ...], tuple[int, ...]]
"""The zone and the freezer of every card."""


def world_of(state: np.void) -> World:
    return tuple(state["zone"].tolist()), tuple(state["frozen_by"].tolist())


def arrangements(state: np.void, viewer: int) -> Iterator[list[int]]:
    """Every way in which the cards can lie in their zones as far as the viewer was told."""
    memory = tables.zones_possible(state["memory"][viewer])
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
        bit = bit_of(state, owner, freezer)
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


def all_worlds(state: np.void, viewer: int) -> Iterator[World]:
    """All worlds that the viewer can't exclude."""
    for zones in arrangements(state, viewer):
        for frozen_by in freezings(state, viewer, zones):
            if may_come_here(state, viewer, zones, frozen_by):
                yield tuple(zones), tuple(frozen_by)


def few(number: int, rng: random.Random) -> Course:
    """Games of three with so few cards in play that all worlds can be listed."""
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
    table.state["rng"] = rng.getrandbits(64)
    return Course(table.state, rng)


def is_taken(state: np.void, rng: random.Random) -> bool:
    """Few turns that are like all others."""
    if state["phase"] in (ALCHEMIST_SECOND, ALCHEMIST_DECLARE):
        return False
    return bool(state["phase"] != TURN or state["hidden_frozen"].any() or rng.random() < 0.1)


# What is tested


def is_possible(world: np.void, course: Course, viewer: int) -> bool:
    """Whether it is a table of the game, and agrees with all that the seat was shown."""
    state = course.state
    for name in set(state.dtype.names) - {*HIDDEN, *CHOICES, *TOLD}:
        assert (world[name] == state[name]).all(), name
    for name in TOLD:
        assert (world[name][viewer] == state[name][viewer]).all(), name
    check_memories(world)
    check_cards(state, world, viewer)
    check_frozen(state, world, viewer)
    check_roles(state, world, viewer)
    if state["to_move"] != NOBODY:
        check_choices(state, world, viewer)
        assert GAME.legal_actions(world)
    return True


def hide(other: np.void, state: np.void, viewer: int) -> None:
    """What the others remember is private, and what was drawn may have had another order."""
    for seat in set(Table(state).seats) - {viewer}:
        for name in TOLD:
            other[name][seat] = 1
    for name, zone in (("number_deck", NUMBER_DECK), ("symbol_deck", SYMBOL_DECK)):
        size = int(state["zone_size"][zone])
        other[name][size:] = state[name][size:][::-1]


def marks(course: Course, viewer: int, world: np.void) -> Iterator[str]:
    if (world["zone"] != course.state["zone"]).any():
        yield f"moved at {course.state['phase']}"


def late_marks(late: Late) -> Iterator[str]:
    yield f"phase {late.course.state['phase']}"
    if late.course.state["hidden_frozen"].any():
        yield "frozen"


def is_even(late: Late) -> bool:
    """Frozen cards and choices are drawn one after the other, cards all at once."""
    state = late.course.state
    is_plain = not state["hidden_frozen"].any()
    return is_plain and len([*arrangements(state, late.viewer)]) == len(late.possible)


WORLDS = Worlds(
    GAME,
    "SEKI-7.1, SEKI-7.2, SEKI-7.3, SEKI-7.5, SEKI-2.7",
    start,
    choose,
    world_of,
    is_possible,
    fitting=Sample(90, 1, 0.25, least={
        "moved": 2000, **{f"moved at {phase}": 0 for phase in range(NUM_PHASES)},
    }),
    independent=Sample(40, 3, 0.25, least={"moved": 200}),
    reaching=Sample(40, 0, most=MOST_WORLDS, each=99, least={
        "positions": 60, "frozen": 8,
        **{f"phase {phase}": 0 for phase in {*range(13)} - {ALCHEMIST_SECOND, ALCHEMIST_DECLARE}},
    }),
    even=Sample(40, 0, most=MOST_WORLDS, each=99, least={"positions": 40}),
    listed=all_worlds,
    is_rare=is_rare,
    few=few,
    is_taken=is_taken,
    is_even=is_even,
    marks=marks,
    late_marks=late_marks,
    hide=hide,
    with_ends=True,
)  # fmt: skip
