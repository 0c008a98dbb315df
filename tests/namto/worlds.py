"""What `redeal` deals (NAM-7.2): only worlds that the history allows, all of them, evenly.

A world is judged by playing its season again from the start with the world's cards: every action
must be legal, or for somebody else's choice there must be one, and the viewer must see the same
after each of them.
"""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from fudaba.envs.core.words.reading import copied
from fudaba.envs.namto import GAME, rules
from fudaba.envs.namto.state import (
    DROP_ACTION,
    FIRST_REVEAL,
    NO_CARD,
    NUM_PHASES,
    REVEAL,
)

from ..worlds import Course, Hidden, Late, Sample, Worlds, others, shown, under
from .lockstep import copies_in

OPTIONS: list[dict[str, Any]] = [
    {},
    {"hand_pool": "community", "betting": "until_equal"},
    {"reveals": 1, "start_chips": 9},
    {"floor_carries": True, "seasons": 2},
    {"pack": ["soldier", "bow", "chariot"]},
]


def options(number: int, rng: random.Random) -> dict[str, Any]:
    return {"num_players": rng.randint(2, 6), **OPTIONS[number % len(OPTIONS)]}


def choose(state: np.void, keen: float, rng: random.Random) -> int:
    """Drops are held back."""
    legal = GAME.legal_actions(state)
    return rng.choice([action for action in legal if action != DROP_ACTION or rng.random() < keen])


def hidden_in(state: np.void) -> Hidden:
    return tuple(map(tuple, state["cards"].tolist()))


def hidden_of(state: np.void, seat: int) -> list[int]:
    """How many hidden cards of a player lie together: two, or one by one after a choice."""
    count = 2 - int(state["num_revealed"][seat])
    return [1] * count if state["chosen"][seat] else [count]


def places(state: np.void, viewer: int) -> tuple[list[int], list[int]]:
    """The hidden cards of each other player; the rest was not dealt."""
    seen = state["community"].astype(int)
    for seat in range(int(state["num_players"])):
        count = 2 if seat == viewer else int(state["num_revealed"][seat])
        seen += np.bincount(state["cards"][seat, :count], minlength=24)
    sizes = [size for seat in others(state, viewer) for size in hidden_of(state, seat)]
    return np.repeat(np.arange(24), copies_in(state) - seen).tolist(), sizes


def lay(table: np.void, viewer: int, dealt: list[tuple[int, ...]]) -> None:
    cards = iter(dealt)
    for seat in others(table, viewer):
        new = [card for _ in hidden_of(table, seat) for card in next(cards)]
        table["cards"][seat] = [*table["cards"][seat][: int(table["num_revealed"][seat])], *new]
        if not table["chosen"][seat]:
            rules.sort_hand(table, seat)


def is_possible(world: np.void, course: Course, viewer: int) -> bool:
    """Whether the season, played again with these cards, shows the viewer the same all along."""
    cards = [card for hand in hidden_in(world) for card in hand if card != NO_CARD]
    if (np.bincount(cards, minlength=24) + world["community"] > copies_in(world)).any():
        return False
    befores, actions = [*course.tables, course.state], [*course.actions, None]
    for before, action in zip(befores, actions, strict=True):
        if before["season"] == world["season"]:
            table = with_cards(before, world)
            if shown(GAME, table, viewer) != shown(GAME, before, viewer):
                return False
            chosen = None if action is None else as_chosen(world, before, action)
            if chosen is not None and chosen not in GAME.legal_actions(table):
                return False
    return True


def with_cards(before: np.void, world: np.void) -> np.void:
    """An earlier table with the cards of a world."""
    table = copied(before)
    for seat in range(int(table["num_players"])):
        table["cards"][seat] = world["cards"][seat]
        if not table["chosen"][seat]:
            rules.sort_hand(table, seat)
    return table


def as_chosen(world: np.void, before: np.void, action: int) -> int:
    """An action as it was in a world: who has chosen a card has chosen the world's."""
    if before["phase"] != REVEAL:
        return action
    return FIRST_REVEAL + int(world["cards"][before["to_move"], 0])


def marks(course: Course, viewer: int, world: np.void) -> Iterator[str]:
    """The own cards stay; worlds of all phases are judged."""
    assert tuple(world["cards"][viewer]) == tuple(course.state["cards"][viewer])
    yield f"phase {course.state['phase']}"


def late_marks(late: Late) -> Iterator[str]:
    yield f"phase {late.course.state['phase']}"


WORLDS = Worlds(
    GAME,
    "NAM-7.2",
    under(GAME, options),
    choose,
    hidden_in,
    is_possible,
    places,
    lay,
    fitting=Sample(30, 31, least={f"phase {phase}": 20 for phase in range(NUM_PHASES)}),
    independent=Sample(30, 5, least={"moved": 150}),
    reaching=Sample(24, 17, most=2100, least={f"phase {phase}": 0 for phase in range(NUM_PHASES)}),
    even=Sample(90, 23, most=60),
    judged=20,
    marks=marks,
    late_marks=late_marks,
)
