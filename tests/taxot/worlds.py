"""What `redeal` deals (TAX-7.2, 7.3): only worlds that the history allows, all of them, evenly.

A world is judged by playing its course again from a deal that leads to it. What others drew nobody
else saw: they are taken to have discarded it at once, which is always possible. Of those who were
asked and did not take a discard all pass, for that was not seen either. Every action must be legal,
the viewer must be asked and see the same as in truth, and the course must lead to the world. After
a reshuffle not everything can have been drawn; then what each player would have drawn is checked
against the turns. None of that knows how `redeal` deals.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from fudaba.envs import NOBODY
from fudaba.envs.cards.counts import spread_out
from fudaba.envs.core.words.reading import copied
from fudaba.envs.taxot import GAME
from fudaba.envs.taxot.rules import add_card, begin_turn, lose_card
from fudaba.envs.taxot.state import (
    AFTER_CALL,
    CLOSE_ACTION,
    MELDS,
    NO_ANSWER,
    NO_TYPE,
    PASS_ACTION,
    REACTION,
    TURN,
)
from fudaba.envs.taxot.text import types_in_hand

from ..tables import without_rng
from ..worlds import Course, Hidden, Late, Sample, World, Worlds, in_turn, others, shown, under
from .positions import Table

OPTIONS: list[dict[str, Any]] = [
    {"num_players": 2, "lights": True},
    {"num_players": 2, "exhaust": "reshuffle"},
    {"num_players": 3, "extend_public_set": True},
    {"num_players": 3, "exhaust": "reshuffle", "extend_public_set": True},
    {"num_players": 4},
    {"num_players": 5, "exhaust": "reshuffle", "lights": True},
    {"num_players": 6},
    {"num_players": 2, "pack": ["bow", "chariot", "tiger"]},
]
MOST_WORLDS = 300


def choose(state: np.void, keen: float, rng: random.Random) -> int:
    """With few closes, and more or less calls and fours."""
    legal = GAME.legal_actions(state)
    if CLOSE_ACTION in legal and rng.random() < 0.95:
        legal.remove(CLOSE_ACTION)
    if PASS_ACTION in legal and rng.random() > keen:
        return PASS_ACTION
    return rng.choice(legal)


def hidden_in(state: np.void) -> Hidden:
    """Hands, stock, what was drawn since the reshuffle, who is asked, and what was answered."""
    hands = tuple(tuple(types_in_hand(hand)) for hand in state["hands"])
    drawn = tuple(tuple(spread_out(cards)) for cards in state["drawn"])
    asked = int(state["to_move"]), int(state["phase"]), tuple(state["answers"].tolist())
    return (hands, tuple(sorted(Table(state).stock)), drawn, asked)


# The history


def before_draw(state: np.void, viewer: int) -> bool:
    """Whether the last draw, of somebody else, may not have happened as far as the viewer knows."""
    is_fresh = state["phase"] == TURN and state["turn_laid"][state["turn"]] == 0
    return bool(is_fresh and state["turn"] > 0 and state["to_move"] not in (viewer, NOBODY))


def minus(cards: list[int], gone: list[int]) -> list[int]:
    return sorted((Counter(cards) - Counter(gone)).elements())


def own_draws(course: Course, viewer: int) -> list[int]:
    """What the viewer drew, in order; of the dealer's first six cards any one."""
    draws, held = [], None
    for table in [*course.tables, course.state]:
        hand = types_in_hand(table["hands"][viewer])
        if table["phase"] == TURN and table["to_move"] == viewer:
            if held is None:
                draws.append(hand[0])
            elif len(hand) > len(held):
                draws += minus(hand, held)
        held = hand
    return draws


def script(course: Course, viewer: int) -> list[tuple[str, int, int]]:
    """What was seen: (what, who, action) for turns, reactions that were resolved, own answers."""
    seen: list[tuple[str, int, int]] = []
    pending = False
    for table, action, after in course.steps():
        seat = int(table["to_move"])
        if table["phase"] != REACTION:
            seen.append(("turn", seat, action))
            pending = not (action == CLOSE_ACTION or after["turn_types"][table["turn"]] == NO_TYPE)
            pending = pending and after["turn"] >= table["turn"]
        elif seat == viewer:
            seen.append(("own", seat, action))
        if pending and after["phase"] == AFTER_CALL:
            caller = int(after["to_move"])
            answers = {**dict(enumerate(table["answers"].tolist())), seat: action}
            seen.append(("call", caller, answers[caller]))
            pending = False
    return seen


def laid_in(world: np.void, turn: int) -> list[int]:
    """What was laid from the hand: a four, what extends a triple, or what goes with a discard."""
    seat = world["turn_seats"][turn]
    meld, extension = list(MELDS[world["melds"][seat]].types), int(world["extensions"][seat])
    extending = [extension] * (extension != NO_TYPE)
    if not world["turn_laid"][turn]:
        return []
    if world["turn_called"][turn]:
        return minus(meld, [*extending, int(world["turn_types"][turn - 1])])
    return extending or meld


def start_of(world: np.void, course: Course, viewer: int) -> np.void:
    """The course before its first draw, had the world been dealt."""
    state, drawn_by_viewer = copied(course.start), iter(own_draws(course, viewer))
    seats = range(int(state["num_players"]))
    dealt = {seat: types_in_hand(world["hands"][seat]) for seat in seats}
    draws: list[tuple[int, int]] = []
    for turn in range(int(world["turn"]) + 1):
        seat, type_ = int(world["turn_seats"][turn]), int(world["turn_types"][turn])
        if not world["turn_called"][turn]:
            at_once = dealt[seat][0] if type_ == NO_TYPE else type_
            draws.append((seat, next(drawn_by_viewer) if seat == viewer else at_once))
        dealt[seat] += laid_in(world, turn) + [type_] * (type_ != NO_TYPE)
    for seat, card in draws:
        dealt[seat].remove(card)
    stock = [*(card for _, card in draws), *Table(world).stock][::-1]
    state["stock"] = NO_TYPE
    state["stock"][: len(stock)] = stock
    state["stock_size"] = len(stock)
    for seat, cards in dealt.items():
        state["hands"][seat], state["concealed"][seat] = 0, 0
        state["melds"][seat] = state["answers"][seat] = state["extensions"][seat] = NO_TYPE
        state["discards"][seat], state["drawn"][seat] = 0, 0
        for type_ in cards:
            add_card(state, seat, type_)
    state["turn"], state["turn_seats"][0] = -1, NOBODY
    begin_turn(state, int(state["dealer"]))
    return state


def replay(world: np.void, course: Course, viewer: int) -> np.void | None:
    """The course played again up to the world; None if it can't have gone so."""
    state = start_of(world, course, viewer)
    seen = script(course, viewer)
    views = iter(table for table in course.tables if table["to_move"] == viewer)
    while seen or state["to_move"] != world["to_move"] or state["phase"] != world["phase"]:
        seat, action = int(state["to_move"]), NO_ANSWER
        what = "own" if state["phase"] == REACTION else "turn"
        if seat == NOBODY:
            return None
        if what == "own" and seat != viewer:
            action = PASS_ACTION
            taken = [at for at, (what, *_) in enumerate(seen) if what in ("call", "turn")]
            if taken and seen[taken[0]][:2] == ("call", seat):
                action = seen[taken[0]][2]
            elif not taken and world["phase"] == REACTION:
                action = int(world["answers"][seat])
        elif seen and seen[0][:2] == (what, seat):
            action = seen.pop(0)[2]
            if seat == viewer and shown(GAME, state, viewer) != shown(GAME, next(views), viewer):
                return None
        if action not in GAME.legal_actions(state):
            return None
        GAME.kernels.apply(state, action)
        is_called = seen and seen[0][0] == "call" and state["phase"] == AFTER_CALL
        if is_called and seen.pop(0)[1] != state["to_move"]:
            return None
    return state


def is_possible(world: np.void, course: Course, viewer: int) -> bool:
    """Whether the course can have gone so in a world, as far as the viewer saw it."""
    if world["is_reshuffled"]:
        real = course.state
        return draws_fit(world, real, viewer) and answers_fit(world, real, viewer)
    state = replay(world, course, viewer)
    return state is not None and without_rng(state) == without_rng(world)


# After a reshuffle


def draws_fit(world: np.void, state: np.void, viewer: int) -> bool:
    """Whether the draws since the reshuffle are its cards, and came in time for what went out."""
    drawn = [spread_out(cards) for cards in world["drawn"]]
    seen = [*Table(world).stock, *(type_ for cards in drawn for type_ in cards)]
    if world["to_move"] == NOBODY and world["light_cards"][1] != NO_TYPE:
        seen.append(int(world["light_cards"][1]))
    same = spread_out(state["drawn"][viewer]) == drawn[viewer]
    return same and sorted(seen) == spread_out(world["reshuffled"]) and all(
        draws_of_seat_fit(world, seat, drawn[seat]) for seat in others(world, viewer)
    )  # fmt: skip


def draws_of_seat_fit(world: np.void, seat: int, drawn: list[int]) -> bool:
    """Old cards go first, for they were there from the start; new ones must be drawn by then."""
    exits: list[tuple[int, int]] = []
    num_draws = Counter[int]()
    for turn in range(int(world["turn"]) + 1):
        if world["turn_seats"][turn] != seat:
            continue
        num_draws[turn] += not world["turn_called"][turn]
        exits += [(turn, type_) for type_ in laid_in(world, turn)]
        if world["turn_types"][turn] != NO_TYPE:
            exits.append((turn, int(world["turn_types"][turn])))
    held = Counter(types_in_hand(world["hands"][seat]))
    if world["to_move"] == NOBODY and seat == world["closer"] and world["fed_by"] != NOBODY:
        held[int(world["turn_types"][world["turn"] - 1])] -= 1
    old = held + Counter(type_ for _, type_ in exits)
    old.subtract(drawn)
    if min(old.values(), default=0) < 0 or num_draws.total() != len(drawn):
        return False
    num_needed = 0
    for turn, type_ in exits:
        old[type_] -= 1
        num_needed += old[type_] < 0
        if num_needed > sum(count for at, count in num_draws.items() if at <= turn):
            return False
    return True


def answers_fit(world: np.void, state: np.void, viewer: int) -> bool:
    """Whether those who can react before the mover have answered, and nobody else."""
    answers = world["answers"].tolist()
    if world["phase"] != REACTION or world["to_move"] == NOBODY:
        return answers == [NO_ANSWER] * 6
    known = PASS_ACTION if state["phase"] == TURN else int(state["answers"][viewer])
    mover = (world["to_move"] - world["active"]) % world["num_players"]
    for distance in range(1, int(world["num_players"])):
        seat = int((world["active"] + distance) % world["num_players"])
        legal = reactions(world, seat)
        if distance == mover and not legal:
            return False
        is_due = bool(legal) and distance < mover
        if (answers[seat] in legal) != is_due or (not is_due and answers[seat] != NO_ANSWER):
            return False
        if seat == viewer and is_due and answers[seat] != known:
            return False
    return True


def reactions(state: np.void, seat: int) -> list[int]:
    """What a seat could answer to the discard; nothing if it is not asked."""
    table = copied(state)
    table["to_move"] = seat
    legal = GAME.legal_actions(table)
    return legal if len(legal) > 1 else []


# All worlds of a late position


def places(state: np.void, viewer: int) -> tuple[list[int], list[int]]:
    """The other hands; the rest is the stock."""
    seats = [seat for seat in others(state, viewer) if not is_shown(state, seat)]
    hands = [types_in_hand(state["hands"][seat]) for seat in seats]
    cards = [*Table(state).stock, *(type_ for hand in hands for type_ in hand)]
    return cards, [len(hand) for hand in hands]


def is_shown(state: np.void, seat: int) -> bool:
    return bool(state["to_move"] == NOBODY and state["closer"] == seat)


def lay(table: np.void, viewer: int, dealt: list[tuple[int, ...]]) -> None:
    *hands, stock = dealt
    seats = [seat for seat in others(table, viewer) if not is_shown(table, seat)]
    for seat, hand in zip(seats, hands, strict=True):
        for type_ in types_in_hand(table["hands"][seat]):
            lose_card(table, seat, type_)
        for type_ in hand:
            add_card(table, seat, type_)
    table["stock"][: len(stock)] = stock
    if table["is_reshuffled"]:  # of two players: what is not in the stock the other one drew
        (other,) = others(table, viewer)
        gone = Counter(spread_out(table["reshuffled"])) - Counter(stock)
        gone -= Counter(spread_out(table["drawn"][viewer]))
        table["drawn"][other] = [gone[type_] for type_ in range(24)]


def undrawn(state: np.void) -> np.void:
    """A turn that has just begun taken back: nobody is asked any more about the last discard."""
    table = copied(state)
    seat, turn = int(table["to_move"]), int(table["turn"])
    card = types_in_hand(table["hands"][seat])[0]
    lose_card(table, seat, card)
    table["stock"][table["stock_size"]] = card
    table["stock_size"] += 1
    table["turn_seats"][turn] = NOBODY
    table["turn"], table["active"] = turn - 1, table["turn_seats"][turn - 1]
    table["lap"] -= seat == table["dealer"]
    table["phase"] = REACTION
    return table


def moments(table: np.void, viewer: int, known: int) -> Iterator[np.void]:
    """Every way in which others can be asked about the discard, right or wrong of the viewer."""
    count, active = int(table["num_players"]), int(table["active"])
    order = [(active + distance) % count for distance in range(1, count)]
    for position, mover in enumerate(order):
        if mover == viewer or not reactions(table, mover):
            continue
        earlier = [seat for seat in order[:position] if reactions(table, seat)]
        for answers in product(*([known] if seat == viewer else reactions(table, seat)
                                 for seat in earlier)):  # fmt: skip
            world = copied(table)
            world["to_move"], world["answers"] = mover, NO_ANSWER
            for seat, answer in zip(earlier, answers, strict=True):
                world["answers"][seat] = answer
            yield world


def is_asked_unseen(state: np.void, viewer: int) -> bool:
    """Whether somebody else is asked about a discard."""
    return bool(state["phase"] == REACTION and state["to_move"] not in (viewer, NOBODY))


def all_moments(state: np.void, viewer: int) -> Iterator[np.void]:
    """Every deal of the hidden cards, and everybody who might be asked."""
    is_asked = is_asked_unseen(state, viewer)
    known = int(state["answers"][viewer]) if is_asked else PASS_ACTION
    start = copied(state) if is_asked else undrawn(state)
    start["answers"] = NO_ANSWER
    follower = int((start["active"] + 1) % start["num_players"])
    for base in WORLDS.dealt(start, viewer).values():
        yield from moments(base.table, viewer, known)
        for card in set(Table(base.table).stock):
            if follower != viewer:
                yield on_turn(base.table, follower, card)


def with_answers(table: np.void, viewer: int) -> Iterator[np.void]:
    """The viewer is asked; who was asked before him has answered something."""
    world = copied(table)
    count, active = int(table["num_players"]), int(table["active"])
    order = [(active + distance) % count for distance in range(1, count)]
    earlier = [seat for seat in order[: order.index(viewer)] if reactions(table, seat)]
    for answers in product(*(reactions(table, seat) for seat in earlier)):
        world = copied(table)
        world["answers"] = NO_ANSWER
        for seat, answer in zip(earlier, answers, strict=True):
            world["answers"][seat] = answer
        yield world


def on_turn(table: np.void, seat: int, card: int) -> np.void:
    """The next turn begun with the draw of a card."""
    world = copied(table)
    stock = minus(Table(table).stock, [card])
    world["stock"][: len(stock) + 1] = [*stock, card]
    begin_turn(world, seat)
    return world


@dataclass(frozen=True)
class SecretMover(Worlds):
    """Taxot, where it is hidden too who is asked about a discard, and what others answered."""

    def all(self, course: Course, viewer: int, most: int) -> dict[Hidden, World] | None:
        """Adds who might be asked and what was answered, where it shows the seat the same."""
        state = course.state
        is_unknown = state["is_reshuffled"] and len(course.seats) > 2  # what the others drew since
        worlds = None if is_unknown else super().all(course, viewer, most)
        if worlds is None:
            return None
        if is_asked_unseen(state, viewer) or before_draw(state, viewer):
            tables = all_moments(state, viewer)
        elif state["phase"] == REACTION:
            tables = (world for one in worlds.values() for world in with_answers(one.table, viewer))
        else:
            return worlds
        seen = shown(GAME, state, viewer)
        found = {hidden_in(table): World(table, 1) for table in tables
                 if shown(GAME, table, viewer) == seen}  # fmt: skip
        return found if len(found) <= MOST_WORLDS else None


def marks(course: Course, viewer: int, world: np.void) -> Iterator[str]:
    if world["is_reshuffled"]:
        yield "reshuffled"
    if hidden_in(world)[-1] != hidden_in(course.state)[-1]:
        yield "other moment"


def late_marks(late: Late) -> Iterator[str]:
    if len({hidden[-1][:2] for hidden in late.possible}) > 1:
        yield "secret"
    if late.course.state["is_reshuffled"]:
        yield "reshuffled"


def is_plain(late: Late) -> bool:
    """Nobody is asked, and nothing was reshuffled: only cards are hidden."""
    state = late.course.state
    is_moment = state["phase"] == REACTION or before_draw(state, late.viewer)
    return not is_moment and not state["is_reshuffled"]


WORLDS = SecretMover(
    GAME,
    "TAX-7.2, TAX-7.3",
    under(GAME, in_turn(OPTIONS)),
    choose,
    hidden_in,
    is_possible,
    places,
    lay,
    fitting=Sample(
        21, 31, 0.3, least={"checked": 100, "moved": 100, "reshuffled": 20, "other moment": 20}
    ),
    independent=Sample(14, 5, least={"moved": 300}),
    reaching=Sample(24, 18, most=60, least={"positions": 8, "secret": 0}),
    even=Sample(40, 23, most=60),
    is_even=is_plain,
    marks=marks,
    late_marks=late_marks,
)
