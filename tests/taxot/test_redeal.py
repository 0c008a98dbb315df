"""What `redeal` deals (TAX-7.2, 7.3): only worlds that the history allows, all of them, evenly.

A world is judged by playing its season again from a deal that leads to it. What others drew nobody
else saw: they are taken to have discarded it at once, which is always possible. Of those who were
asked and did not take a discard all pass, for that was not seen either. Every action must be legal,
the viewer must be asked and see the same as in truth, and the season must lead to the world. After
a reshuffle not everything can have been drawn; then what each player would have drawn is checked
against the turns. None of that knows how `redeal` deals.
"""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from fudaba.envs.cards.counts import spread_out
from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.core.words.reading import copied
from fudaba.envs.taxot import GAME
from fudaba.envs.taxot.rules import add_card, begin_turn, lose_card
from fudaba.envs.taxot.state import (
    AFTER_CALL,
    CLOSE_ACTION,
    NO_ANSWER,
    NO_TYPE,
    PASS_ACTION,
    REACTION,
    TURN,
)
from fudaba.envs.taxot.text import types_in_hand

from ..kikisen.worlds import Hidden, Season, World, Worlds, check_even, others
from ..tables import dealt_state, redealt, without_rng
from .positions import Table

OPTIONS: list[dict[str, Any]] = [
    {"num_players": 2, "lights": True},
    {"num_players": 2, "exhaust": "reshuffle"},
    {"num_players": 3, "extend_public_set": True},
    {"num_players": 3, "exhaust": "reshuffle", "extend_public_set": True},
    {"num_players": 4},
    {"num_players": 5, "exhaust": "reshuffle", "lights": True},
    {"num_players": 6},
]


def options(number: int, rng: random.Random) -> dict[str, Any]:
    return OPTIONS[number % len(OPTIONS)]


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
    is_fresh = state["phase"] == TURN and not state["turn_laid"][state["turn"]].any()
    return bool(is_fresh and state["turn"] > 0 and state["to_move"] not in (viewer, NOBODY))


def minus(cards: list[int], gone: list[int]) -> list[int]:
    return sorted((Counter(cards) - Counter(gone)).elements())


def own_draws(season: Season, viewer: int) -> list[int]:
    """What the viewer drew, in order; of the dealer's first six cards any one."""
    draws, held = [], None
    for table in [*season.tables, season.state]:
        hand = types_in_hand(table["hands"][viewer])
        if table["phase"] == TURN and table["to_move"] == viewer:
            if held is None:
                draws.append(hand[0])
            elif len(hand) > len(held):
                draws += minus(hand, held)
        held = hand
    return draws


def script(season: Season, viewer: int) -> list[tuple[str, int, int]]:
    """What was seen: (what, who, action) for turns, reactions that were resolved, own answers."""
    seen: list[tuple[str, int, int]] = []
    pending = False
    for table, action, after in season.steps():
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


def start_of(world: np.void, season: Season, viewer: int) -> np.void:
    """The season before its first draw, had the world been dealt."""
    state, drawn_by_viewer = copied(season.start), iter(own_draws(season, viewer))
    seats = range(int(state["num_players"]))
    dealt = {seat: types_in_hand(world["hands"][seat]) for seat in seats}
    draws: list[tuple[int, int]] = []
    for turn in range(int(world["turn"]) + 1):
        seat, type_ = int(world["turn_seats"][turn]), int(world["turn_types"][turn])
        if not world["turn_called"][turn]:
            at_once = dealt[seat][0] if type_ == NO_TYPE else type_
            draws.append((seat, next(drawn_by_viewer) if seat == viewer else at_once))
        dealt[seat] += types_in_hand(world["turn_laid"][turn]) + [type_] * (type_ != NO_TYPE)
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


def replay(world: np.void, season: Season, viewer: int) -> np.void | None:
    """The season played again up to the world; None if it can't have gone so."""
    state = start_of(world, season, viewer)
    seen = script(season, viewer)
    views = iter(table for table in season.tables if table["to_move"] == viewer)
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
            if seat == viewer and not WORLDS.shows_the_same(state, next(views), viewer):
                return None
        if action not in GAME.legal_actions(state):
            return None
        GAME.kernels.apply(state, action)
        is_called = seen and seen[0][0] == "call" and state["phase"] == AFTER_CALL
        if is_called and seen.pop(0)[1] != state["to_move"]:
            return None
    return state


def is_possible(world: np.void, season: Season, viewer: int) -> bool:
    """Whether the season can have gone so in a world, as far as the viewer saw it."""
    if world["is_reshuffled"]:
        real = season.state
        return draws_fit(world, real, viewer) and answers_fit(world, real, viewer)
    state = replay(world, season, viewer)
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
        exits += [(turn, type_) for type_ in types_in_hand(world["turn_laid"][turn])]
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


def all_worlds(season: Season, viewer: int) -> dict[Hidden, np.void]:
    """Every deal of the hidden cards, and everybody who might be asked."""
    state = season.state
    is_asked = state["phase"] == REACTION and state["to_move"] not in (viewer, NOBODY)
    if not is_asked and not before_draw(state, viewer):
        tables = [world.table for world in WORLDS.all(state, viewer).values()]
        if state["phase"] == REACTION and state["to_move"] == viewer:
            tables = [world for table in tables for world in with_answers(table, viewer)]
        return {hidden_in(table): table for table in tables}
    known = int(state["answers"][viewer]) if is_asked else PASS_ACTION
    start = copied(state) if is_asked else undrawn(state)
    start["answers"] = NO_ANSWER
    found: dict[Hidden, np.void] = {}
    for base in WORLDS.all(start, viewer).values():
        found |= {hidden_in(world): world for world in moments(base.table, viewer, known)}
        follower = int((start["active"] + 1) % start["num_players"])
        for card in set(Table(base.table).stock):
            if follower != viewer:
                world = on_turn(base.table, follower, card)
                found[hidden_in(world)] = world
    return found


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


WORLDS = Worlds(GAME, options, choose, hidden_in, places, lay, is_possible)


def is_two_or_whole(season: Season) -> bool:
    """Whether `lay` knows what was drawn since a reshuffle."""
    return not season.state["is_reshuffled"] or season.state["num_players"] == 2


def possible_worlds(season: Season, viewer: int) -> dict[Hidden, World]:
    """Those worlds that show the viewer the same, and that the history allows."""
    return {
        hidden: World(world)
        for hidden, world in all_worlds(season, viewer).items()
        if WORLDS.shows_the_same(world, season.state, viewer) and is_possible(world, season, viewer)
    }


# Tests


def test_TAX_7_2_a_redealt_world_shows_the_same_and_fits_the_whole_history() -> None:
    seen: Counter[str] = Counter()
    for season, viewer in WORLDS.positions(21, 31):
        if season.rng.random() > 0.3:
            continue
        world = WORLDS.redealt(season, viewer)
        assert WORLDS.shows_the_same(world, season.state, viewer)
        WORLDS.check_world(world, season, viewer)
        seen["checked"] += 1
        seen["reshuffled"] += int(world["is_reshuffled"])
        seen["other moment"] += hidden_in(world)[-1] != hidden_in(season.state)[-1]
        seen["moved"] += hidden_in(world) != hidden_in(season.state)
    assert seen["checked"] > 100 and seen["moved"] > 100, seen
    assert seen["reshuffled"] > 20 and seen["other moment"] > 20, seen


def test_TAX_7_2_a_redealt_world_does_not_depend_on_the_true_one() -> None:
    assert WORLDS.check_independence(14, 5) > 300


def test_TAX_7_3_redeal_reaches_every_possible_world_and_no_other() -> None:
    seen: Counter[str] = Counter()
    for season, viewer in WORLDS.late_positions(21, 17, most=60):
        if not is_two_or_whole(season):
            continue
        possible = possible_worlds(season, viewer)
        if len(possible) < 200:
            WORLDS.check_reached(possible, season, viewer)
            seen["positions"] += 1
            moments_seen = {hidden[-1][:2] for hidden in possible}
            seen["secret"] += len(moments_seen) > 1
            seen["reshuffled"] += int(season.state["is_reshuffled"])
    assert seen["positions"] > 8 and seen["secret"] > 0, seen


def test_TAX_7_2_every_deal_of_the_hidden_cards_is_equally_likely() -> None:
    tests = []
    for season, viewer in WORLDS.late_positions(60, 23, most=60):
        state = season.state
        is_plain = state["phase"] != REACTION and not before_draw(state, viewer)
        if is_plain and not state["is_reshuffled"]:
            worlds = WORLDS.all(state, viewer)
            if len(worlds) > 1:
                tests.append(WORLDS.evenness(worlds, season, viewer))
    check_even(tests)


def play_to_the_end(options: dict[str, Any], rng: random.Random) -> np.void:
    """A season without a close until a reshuffle, and then perhaps with one."""
    state = dealt_state(GAME, options, rng.getrandbits(64))
    while state["to_move"] != NOBODY:
        legal = GAME.legal_actions(state)
        if CLOSE_ACTION in legal and not state["is_reshuffled"]:
            legal.remove(CLOSE_ACTION)
        is_close = CLOSE_ACTION in legal and rng.random() < 0.5
        GAME.kernels.apply(state, CLOSE_ACTION if is_close else rng.choice(legal))
    return state


def test_TAX_7_2_after_the_match_all_but_the_closers_cards_are_still_hidden() -> None:
    seen, rng = Counter[str](), random.Random(7)
    for number in range(20):
        options = {"num_players": 2 + number % 4, "exhaust": "reshuffle", "lights": number % 3 == 0}
        state = play_to_the_end(options, rng)
        closer = int(state["closer"])
        for viewer in range(options["num_players"]):
            world = redealt(GAME, state, viewer, rng.getrandbits(64))
            assert WORLDS.shows_the_same(world, state, viewer)
            assert hidden_in(world)[-1] == hidden_in(state)[-1]
            assert draws_fit(state, state, viewer) and draws_fit(world, state, viewer)
            if closer not in (NOBODY, viewer):
                assert (world["hands"][closer] == state["hands"][closer]).all()
                seen["fed" if state["fed_by"] >= 0 else "drawn"] += 1
            seen["moved"] += hidden_in(world) != hidden_in(state)
    assert seen["moved"] > 40 and seen["fed"] > 3 and seen["drawn"] > 0, seen
