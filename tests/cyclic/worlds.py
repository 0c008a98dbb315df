"""What `redeal` deals (CYC-7.2): all worlds that the history allows, evenly, and no other.

A world is judged by playing its course again: laid and drawn cards are taken back to the deal, and
from there everybody must be able to lay and pass as they did, and come to that world. That knows
nothing of how `redeal` deals.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from fudaba.envs import NOBODY
from fudaba.envs.cards.counts import spread_out
from fudaba.envs.core.words.reading import copied
from fudaba.envs.cyclic import GAME
from fudaba.envs.cyclic.state import FIRST_FILL, NONE, PASS_ACTION
from fudaba.envs.cyclic.text.words import faces_laid, take_step

from ..tables import without_rng
from ..worlds import Course, Sample, Worlds, in_turn, others, under

Hidden = tuple[tuple[int, ...], ...]  # the hands, and the stock in its order

OPTIONS: list[dict[str, Any]] = [
    {},
    {"num_players": 2, "hand_size": 12},
    {"num_players": 3, "mu": "removed", "dealer_draw": 3},
    {"num_players": 3, "continue_after_win": True, "min_run": 2},
    {"num_players": 4, "dealer_draw": 1, "continue_after_win": True},
    {"num_players": 2, "fewer_cards": 5, "pack": ["nothing", "bow", "chariot", "tiger"]},
]


def choose(state: np.void, keen: float, rng: random.Random) -> int:
    """Passes are more or less likely."""
    legal = GAME.legal_actions(state)
    passes = PASS_ACTION in legal and rng.random() > keen
    return PASS_ACTION if passes else rng.choice(legal)


def stock_of(state: np.void) -> list[int]:
    return state["stock"][: int(state["stock_size"])].tolist()


def hidden_in(state: np.void) -> Hidden:
    return (*(tuple(spread_out(hand)) for hand in state["hands"]), tuple(stock_of(state)))


# The history of a world


@dataclass
class Turn:
    """A turn that is over: a pass, or a play with the way in which each place was filled."""

    seat: int
    shape: int = PASS_ACTION
    ways: list[int] = field(default_factory=list)
    cards: list[int] = field(default_factory=list)
    drawn: int = 0  # by the next dealer, whose seat is `drawer`
    drawer: int = NOBODY


def turns_of(course: Course) -> list[Turn]:
    """The turns that are over."""
    turns, shape = [], PASS_ACTION
    for table, action, following in course.steps():
        if table["chosen_form"] == NONE:
            shape = action
        turn = Turn(int(table["to_move"]), shape)
        if action != PASS_ACTION:
            after = copied(table)
            take_step(after, action)
            if after["num_filled"] < after["chosen_size"]:
                continue
            turn.ways = [face.way for face in faces_laid(after)]
            turn.cards = [face.type for face in faces_laid(after)]
        turn.drawn = int(table["stock_size"] - following["stock_size"])
        turn.drawer = int(following["leader"])
        turns.append(turn)
    return turns


def dealt_anew(course: Course, world: np.void) -> np.void:
    """The deal that leads to a world: cards are taken back, the last ones first."""
    hands = [spread_out(hand) for hand in world["hands"]]
    stock = stock_of(world)
    for turn in reversed(turns_of(course)):
        for _ in range(turn.drawn):
            hand = hands[turn.drawer]
            stock.append(hand.pop(course.rng.randrange(len(hand))))
        hands[turn.seat] += turn.cards
    start = copied(course.start)
    for seat in course.seats:
        start["hands"][seat] = np.bincount(hands[seat], minlength=24)
    start["stock"][: len(stock)] = stock
    return start


def is_possible(world: np.void, course: Course, viewer: int) -> bool:
    """Whether everybody can lay and pass as they did, and whether that leads to the world."""
    table = dealt_anew(course, world)
    for turn in turns_of(course):
        if turn.shape not in GAME.legal_actions(table):
            return False
        GAME.kernels.apply(table, turn.shape)
        while table["chosen_form"] != NONE:
            action = FIRST_FILL + turn.ways[int(table["num_filled"])]
            if action not in GAME.legal_actions(table):
                return False
            GAME.kernels.apply(table, action)
    for name in ("chosen_form", "chosen_foot", "chosen_size", "num_filled", "fills"):
        table[name] = world[name]  # steps of a turn that is not over
    return without_rng(table) == without_rng(world)


# All worlds


def places(state: np.void, viewer: int) -> tuple[list[int], list[int]]:
    """The cards of the stock one by one, and the other hands."""
    hands = [spread_out(state["hands"][seat]) for seat in others(state, viewer)]
    stock = stock_of(state)
    cards = [*stock, *(card for hand in hands for card in hand)]
    return cards, [*([1] * len(stock)), *(len(hand) for hand in hands)]


def lay(table: np.void, viewer: int, dealt: list[tuple[int, ...]]) -> None:
    """What others have chosen of a play that is not over is hidden too, and goes."""
    GAME.kernels.redeal(table, viewer)
    size = int(table["stock_size"])
    table["stock"][:size] = [card for place in dealt[:size] for card in place]
    for seat, hand in zip(others(table, viewer), dealt[size:-1], strict=True):
        table["hands"][seat] = np.bincount(hand, minlength=24)


def marks(course: Course, viewer: int, world: np.void) -> Iterator[str]:
    """It has all cards, and of the steps of a turn only those of the viewer."""
    state = course.state
    for table in (world, state):
        assert (table["hands"].sum(axis=1) == state["hand_sizes"]).all()
    held, truly = (table["hands"].sum(axis=0) + np.bincount(stock_of(table), minlength=24)
                   for table in (world, state))  # fmt: skip
    assert (held == truly).all()
    if state["chosen_form"] != NONE:
        is_own = state["to_move"] == viewer
        assert (world["chosen_form"] == state["chosen_form"]) == is_own
        yield "within"


WORLDS = Worlds(
    GAME,
    "CYC-7.2",
    under(GAME, in_turn(OPTIONS)),
    choose,
    hidden_in,
    is_possible,
    places,
    lay,
    fitting=Sample(30, 32, 0.15, least={"checked": 200, "within": 20}),
    independent=Sample(20, 5, least={"moved": 300}),
    reaching=Sample(100, 17, most=120, least={"positions": 30}),
    even=Sample(80, 23, most=40),
    judged=4,
    marks=marks,
)
