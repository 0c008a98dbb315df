"""What `redeal` deals (MOK-7.2): only worlds that the history allows, all of them, evenly.

A world is judged by playing its course again from the deal that it stands for: the cards that each
player holds in it, has thrown in it and has played. What others threw is thrown in any order, for
nobody saw it; all else was seen. Every action must be legal, the viewer must see the same at every
step, and the course must lead to the world. That knows nothing of how `redeal` deals.
"""

import random
from typing import Any

import numpy as np

from fudaba.envs.cards.counts import spread_out
from fudaba.envs.core.words.reading import copied
from fudaba.envs.mokkaik import GAME
from fudaba.envs.mokkaik.rules import begin_round
from fudaba.envs.mokkaik.state import FIRST_THROW, FOLD_ACTION, THROW_CARD, counts_of

from ..worlds import Course, Sample, Worlds, in_turn, leads_to, others, under

Hidden = tuple[tuple[int, ...], ...]  # hands, thrown cards by seat, cards that were not dealt
PLACES = ("hands", "thrown")

OPTIONS: list[dict[str, Any]] = [
    {"num_players": 2, "hand_size": 24},
    {"num_players": 2},
    {"num_players": 3, "hand_size": 16, "ship_alone": "declared"},
    {"num_players": 4, "hand_size": 12, "beat_rule": "lead"},
    {"num_players": 5},
    {"num_players": 6},
    {"num_players": 2, "hand_size": 3, "pack": ["bow", "chariot", "tiger"]},
]


def choose(state: np.void, keen: float, rng: random.Random) -> int:
    """With more or less folding."""
    legal = GAME.legal_actions(state)
    if len(legal) > 1 and FOLD_ACTION in legal and rng.random() < keen:
        legal.remove(FOLD_ACTION)
    return rng.choice(legal)


def hidden_in(state: np.void) -> Hidden:
    places = [tuple(spread_out(cards)) for name in PLACES for cards in state[name]]
    return (*places, tuple(spread_out(state["undealt"])))


def start_of(world: np.void, course: Course) -> np.void:
    """The course's first position, had the world been dealt."""
    state = copied(course.start)
    state["hands"] = world["hands"] + world["thrown"] + world["played"]
    state["undealt"] = world["undealt"]
    begin_round(state, int(course.start["leader"]))
    return state


def is_possible(world: np.void, course: Course, viewer: int) -> bool:
    """Whether the season can have gone so in a world, as far as the viewer saw it."""
    unseen = [spread_out(cards) for cards in world["thrown"]]

    def taken(table: np.void, action: int) -> int:
        is_hidden = GAME.decode(action)[0] is THROW_CARD and table["to_move"] != viewer
        left = unseen[table["to_move"]]
        return FIRST_THROW + (left.pop() if left else 0) if is_hidden else action

    return leads_to(world, start_of(world, course), GAME, course, viewer, taken)


def hidden_places(state: np.void, viewer: int) -> list[tuple[str, int]]:
    """The hidden places but for the undealt cards."""
    return [(name, seat) for seat in others(state, viewer) for name in PLACES]


def places(state: np.void, viewer: int) -> tuple[list[int], list[int]]:
    """The other hands and what others threw; the rest was not dealt."""
    held = [spread_out(state[name][seat]) for name, seat in hidden_places(state, viewer)]
    cards = [*spread_out(state["undealt"]), *(type_ for place in held for type_ in place)]
    return cards, [len(place) for place in held]


def lay(table: np.void, viewer: int, dealt: list[tuple[int, ...]]) -> None:
    *held, rest = dealt
    for (name, seat), cards in zip(hidden_places(table, viewer), held, strict=True):
        table[name][seat] = counts_of(cards)
    table["undealt"] = counts_of(rest)


WORLDS = Worlds(
    GAME,
    "MOK-7.2, MOK-9.10",
    under(GAME, in_turn(OPTIONS)),
    choose,
    hidden_in,
    is_possible,
    places,
    lay,
    fitting=Sample(24, 31, 0.15, least={"checked": 100, "moved": 60}),
    independent=Sample(18, 5, least={"moved": 300}),
    reaching=Sample(50, 17, most=200, least={"positions": 12}),
    even=Sample(70, 23, most=60),
    judged=4,
)
