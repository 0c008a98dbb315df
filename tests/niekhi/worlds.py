"""What `redeal` deals (NIE-7): only worlds that the history allows, all of them, evenly.

A world is judged by playing its course again from its deal, which is the world's hands with what
their players have given away since. At every step the viewer must have seen the same. That knows
nothing of how `redeal` excludes worlds.
"""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from fudaba.envs.cards.melds import count_of, holds_all, multiset
from fudaba.envs.core.words.reading import copied
from fudaba.envs.kikisen.words import ranks_in
from fudaba.envs.niekhi import GAME
from fudaba.envs.niekhi import state as nie
from fudaba.envs.niekhi.rules.turn import is_complete_after

from ..worlds import Course, Late, Sample, Worlds, is_even, others, shown, under

Hidden = tuple[int, ...]  # the hands, and what was not dealt, as multisets

HIDING_OPTIONS: list[dict[str, Any]] = [
    {},
    {"auto_ships": True, "hand_size": 6},
    {"hand_size": 5, "take_from_table": True},
    {"auto_ships": True, "min_run": 2, "ship_alone": "declared", "ship_as_general": True},
    {"auto_ships": True, "hand_size": 8, "emptied_by_removal": "loses"},
    {"hand_size": 7, "general_optional": True, "pass_locks": True},
    {"num_players": 2, "hand_size": 5, "pack": ["bow", "chariot", "general"]},
]


def options(number: int, rng: random.Random) -> dict[str, Any]:
    rules = HIDING_OPTIONS[number % len(HIDING_OPTIONS)]
    most = 48 // rules.get("hand_size", 8)
    return {"num_players": rng.randint(2, min(most, 6)), **rules}


def choose(state: np.void, keen: float, rng: random.Random) -> int:
    """Generals are liked, and ships."""
    legal = GAME.legal_actions(state)
    bold = [action for action in legal if brings_news(state, action)]
    if nie.TAKE_ACTION in legal and rng.random() < 0.6:
        bold = [nie.TAKE_ACTION]
    return rng.choice(bold if bold and rng.random() < keen else legal)


def brings_news(state: np.void, action: int) -> bool:
    """Whether a shape has generals or needs ships, or a step takes cards."""
    if action not in nie.SHAPES:
        return action != nie.PASS_ACTION
    shape, hand = nie.SHAPES[action], state["hands"][state["to_move"]]
    naturals = sum(1 << 4 * rank for rank in shape.naturals())
    return 8 in shape.naturals() or not holds_all(hand, naturals)


def hidden_in(state: np.void) -> Hidden:
    return (*(int(hand) for hand in state["hands"]), int(state["aside"]))


# Judging a world by its history


def deal_of(world: np.void, course: Course) -> Hidden | None:
    """What must have been dealt for this world to come about; None if that is impossible."""
    held = [*hidden_in(world)]
    for table, _, after in course.steps()[::-1]:
        for seat in course.seats:
            came = int(after["hands"][seat]) - int(table["hands"][seat])  # public, by rank
            held[seat] -= came
            counts = [held[seat] >> 4 * rank & 15 for rank in range(nie.NUM_RANKS)]
            if held[seat] < 0 or sum(counts) != table["hand_sizes"][seat]:
                return None
    return tuple(held)


def is_possible(world: np.void, course: Course, viewer: int) -> bool:
    """Whether the viewer would have seen just this, had these cards been dealt.

    What a play on its way has so far is hidden too, and looked at by `marks`.
    """
    if course.state["phase"] == nie.SHIPS:
        return True
    deal = deal_of(world, course)
    if deal is None or any(count_of(hand, rank) > nie.COPIES[rank]
                           for hand in deal for rank in range(nie.NUM_RANKS)):  # fmt: skip
        return False
    table = copied(course.start)
    table["hands"], table["aside"] = deal[:-1], deal[-1]
    for before, action, after in course.steps():
        is_hidden = after["phase"] == nie.SHIPS and after["turns"] == before["turns"]
        if not is_hidden and not follow(table, before, action, after):
            return False
        if not is_hidden and shown(GAME, table, viewer) != shown(GAME, after, viewer):
            return False
    return hidden_in(table) == hidden_in(world)


def follow(table: np.void, before: np.void, action: int, after: np.void) -> bool:
    """Carries out what everybody saw; a play by its cards, for its steps are hidden."""
    if before["phase"] not in (nie.SHAPE, nie.SHIPS) or action == nie.PASS_ACTION:
        return step(table, action)
    shape, ships = laid(before, action)
    if not step(table, shape):
        return False
    mover, turns = int(before["to_move"]), int(before["turns"])
    while (table["to_move"], table["turns"], table["phase"]) == (mover, turns, nie.SHIPS):
        placed = [count_of(table["chosen_ships"], place) for place in range(9)]
        missing = [place for place in range(9) if count_of(ships, place) > placed[place]]
        if not step(table, nie.FIRST_SHIP + missing[0] if missing else nie.DONE_ACTION):
            return False
    return True


def laid(before: np.void, action: int) -> tuple[int, int]:
    """The shape of the play that an action completes, as an action, and where its ships stand."""
    table = copied(before)
    assert is_complete_after(table, action)
    rank, length, copies = (int(table[f"chosen_{part}"]) for part in nie.Shape._fields)
    return int(nie.SHAPE_STARTS[copies, length]) + rank, int(table["chosen_ships"])


def step(table: np.void, action: int) -> bool:
    """Takes an action, if it is legal."""
    if action not in GAME.legal_actions(table):
        return False
    GAME.kernels.apply(table, action)
    return True


# Listing all worlds


def is_between_plays(state: np.void, rng: random.Random) -> bool:
    """Within a play, what it has so far is hidden too."""
    return bool(state["phase"] != nie.SHIPS)


def places(state: np.void, viewer: int) -> tuple[list[int], list[int]]:
    """The other hands; the rest was not dealt."""
    hands = [ranks_in(state["hands"][seat]) for seat in others(state, viewer)]
    cards = [rank for hand in hands for rank in hand]
    return [*cards, *ranks_in(state["aside"])], [len(hand) for hand in hands]


def lay(table: np.void, viewer: int, dealt: list[tuple[int, ...]]) -> None:
    *hands, rest = dealt
    for seat, hand in zip(others(table, viewer), hands, strict=True):
        table["hands"][seat] = multiset(hand)
    table["aside"] = multiset(rest)


def known_in(state: np.void, viewer: int) -> int:
    """How many cards of other hands are known."""
    return sum(len(ranks_in(state["known"][seat])) for seat in others(state, viewer))


def marks(course: Course, viewer: int, world: np.void) -> Iterator[str]:
    """A play on its way is its player's own; two players with all cards know all (NIE-7.3)."""
    state = course.state
    if len(course.seats) == 2 and not state["aside"]:
        assert hidden_in(world) == hidden_in(state)
        yield "all known"
    if state["phase"] == nie.SHIPS:
        assert world["phase"] == (nie.SHIPS if state["to_move"] == viewer else nie.SHAPE)
        yield "within"
    elif state["known"].any() or state["settled"].any():
        yield "proofs"


def late_marks(late: Late) -> Iterator[str]:
    yield from ["known"] * known_in(late.course.state, late.viewer)


def is_plain(late: Late) -> bool:
    """Known cards are no more hidden than those on the table."""
    return is_even(late) and not known_in(late.course.state, late.viewer)


WORLDS = Worlds(
    GAME,
    "NIE-7.2, NIE-7.3",
    under(GAME, options),
    choose,
    hidden_in,
    is_possible,
    places,
    lay,
    fitting=Sample(70, 32, 0.2, least={"checked": 200, "proofs": 60, "within": 3, "all known": 10}),
    independent=Sample(30, 5, least={"moved": 200}),
    reaching=Sample(140, 24, most=200, least={"positions": 30, "excluded": 100, "known": 4}),
    even=Sample(120, 23, most=60),
    is_rare=lambda state: bool(state["phase"] == nie.SHIPS),
    is_taken=is_between_plays,
    is_even=is_plain,
    marks=marks,
    late_marks=late_marks,
)
