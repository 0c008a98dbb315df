"""What `redeal` deals (MKK-7.2, 7.3): only worlds that the history allows, all of them, evenly.

A world is judged by playing its course again from the deal that it stands for. Who drew holds the
card taken among three that may each be it; which one, nobody can tell, so any that leads to the
world will do. Every action must be legal, the viewer must see the same at every step, and the
course must lead to the world. That knows nothing of how `redeal` deals.
"""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from fudaba.envs.cards.counts import spread_out
from fudaba.envs.core.words.reading import copied
from fudaba.envs.makkaik import GAME
from fudaba.envs.makkaik import state as mkk
from fudaba.envs.makkaik.view import is_drawing

from ..worlds import Course, Hidden, Sample, Worlds, in_turn, leads_to, others, under

OPTIONS: list[dict[str, Any]] = [
    {"num_players": 2},
    {"num_players": 3, "bet_rounds": 1},
    {"num_players": 2, "unused_draw": "public"},
    {"num_players": 3, "unused_draw": "public", "start_chips": 9},
    {"num_players": 4},
    {"num_players": 6},
    {"num_players": 2, "pack": ["bow", "chariot", "tiger", "horse", "king"]},
]
LEFT_IN_STOCK = 2  # of a small pack, when all have drawn
deal = under(GAME, in_turn(OPTIONS))


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


def histories(world: np.void, course: Course, viewer: int) -> Iterator[dict[int, int]]:
    """By seat which card each has taken or chosen: all ways that lead to these hands."""
    seats = [seat for seat in course.seats if world["kinds"][seat]]
    yield from (
        dict(zip(seats, taken, strict=True))
        for taken in product(*(cards_taken(world, course, seat, viewer) for seat in seats))
    )


def cards_taken(world: np.void, course: Course, seat: int, viewer: int) -> list[int]:
    """The cards that a player can have chosen in a world."""
    if seat == viewer:
        chosen = [
            action - mkk.FIRST_TAKE
            for table, action in zip(course.tables, course.actions, strict=True)
            if table["to_move"] == seat and GAME.decode(action)[0] is mkk.TAKE
        ]
        return chosen or [int(world["incoming"])]  # not yet, or it came in by itself
    if world["put_out"][seat] == mkk.NO_CARD:
        return [int(world["incoming"])]
    if world["kinds"][seat] == mkk.SWAP:
        return [int(world["taken"][seat])]
    return sorted(set(spread_out(world["hands"][seat])))


def start_of(world: np.void, course: Course, taken: dict[int, int]) -> np.void:
    """The course's first position, had the world been dealt."""
    state, stock = copied(course.start), world["stock"][: int(world["stock_size"])].tolist()
    state["hands"] = world["hands"]
    order = [(int(state["dealer"]) + step) % len(course.seats) for step in course.seats]
    for seat in reversed([seat for seat in order if world["put_out"][seat] != mkk.NO_CARD]):
        state["hands"][seat, taken[seat]] -= 1
        state["hands"][seat, world["put_out"][seat]] += 1
        if world["kinds"][seat] == mkk.DRAW:
            stock += [int(world["unused"][seat]), taken[seat]]
    state["stock"][: len(stock)] = stock
    return state


def is_possible(world: np.void, course: Course, viewer: int) -> bool:
    """Whether a season can have gone so in a world, as far as the viewer saw it."""
    for cards in histories(world, course, viewer):
        start = start_of(world, course, cards)

        def taken(table: np.void, action: int, cards: dict[int, int] = cards) -> int:
            is_take = GAME.decode(action)[0] is mkk.TAKE
            return mkk.FIRST_TAKE + cards[int(table["to_move"])] if is_take else action

        is_deal = (start["hands"] >= 0).all()
        if is_deal and leads_to(world, start, GAME, course, viewer, taken, sorted_draws):
            return True
    return False


def sorted_draws(state: np.void) -> np.void:
    """The two cards being drawn in one order: nobody cares which lies on top."""
    table, size = copied(state), int(state["stock_size"])
    if drawn_by(table) is not None:
        table["stock"][size - mkk.NUM_DRAWN : size].sort()
    return table


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


def small_pack(number: int, rng: random.Random) -> Course:
    """A match with few cards left in the stock, so that all worlds can be listed."""
    course = deal(number, rng)
    size = mkk.NUM_DRAWN * len(course.seats) + LEFT_IN_STOCK
    course.state["stock"][size:] = mkk.NO_CARD
    course.state["stock_size"] = size
    return course


def is_taken(state: np.void, rng: random.Random) -> bool:
    """Cards that come in are no deal: they are judged by themselves."""
    return state["phase"] != mkk.OUTGOING and rng.random() < 0.3


WORLDS = Worlds(
    GAME,
    "MKK-7.2, MKK-7.3",
    deal,
    choose,
    hidden_in,
    is_possible,
    places,
    lay,
    fitting=Sample(36, 31, 0.3, least={"checked": 100, "moved": 100}),
    independent=Sample(30, 5, least={"moved": 300}),
    reaching=Sample(60, 17, most=300, least={"positions": 12}),
    even=Sample(90, 23, most=60),
    few=small_pack,
    is_taken=is_taken,
    judged=20,
)
