"""What is measured at a table of SEKI, against a recount in plain Python, and what is swapped."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from fudaba.envs import Options
from fudaba.envs.core.kit.rng import draw_below
from fudaba.envs.core.words.reading import copied
from fudaba.envs.seki import GAME
from fudaba.envs.seki.balance import WAYS_OUT
from fudaba.envs.seki.rules import turn
from fudaba.envs.seki.state import (
    ACTIVATE,
    COME_OUT,
    COPY,
    FACE_DOWN,
    NUM_NUMBERS,
    PASS,
    STOP,
    TURN,
)
from fudaba.testing.positions import fields_of

from ..recounting import Measures, Row, balance
from .house_rules import random_options
from .positions import FACES, ROLES, Table

MANY_ENDS = [
    {"num_players": players, "num_games": games, "roles": roles}
    for players, games in ((3, 1), (4, 2), (3, 3))
    for roles in 30 * [["ALCHEMIST", "GAMBLER", "NEW_GRAD", "FARMER"]]
]


def dealt(seed: int, options: Options) -> np.void:
    state: np.void = np.zeros(1, GAME.state_dtype)[0]
    options.write(state)
    state["rng"] = seed
    GAME.kernels.deal(state)
    return state


def mixes(count: int) -> Iterator[Options]:
    """Random house rules, three to five players, matches of one to three games."""
    rng = random.Random(17)
    for _ in range(count):
        yield random_options(rng)


# The deal


def dealt_cards(table: Table, seat: int) -> Row:
    """The factors of a seat."""
    hand = Counter(table.faces(seat))
    return {
        "role": table.state["role"][seat],
        "parent": seat == table.to_move,
        "zeros": hand["0"],
        "high numbers": sum(hand[number] for number in "6789"),
        "low numbers": sum(hand[number] for number in "1234"),
        "REVERSE": hand["REVERSE"],
        "TRADE": hand["TRADE"],
        "DIG UP": hand["DIG_UP"],
        "DISCARD": hand["DISCARD"],
    }


def test_roles_are_called_as_they_are() -> None:
    roles = balance(GAME).factors[0].words or ()
    assert [word.replace(" ", "_") for word in roles] == [*ROLES]


def dealt_with_panels(seed: int, options: Options, panels: list[int]) -> np.void:
    """The deal of a seed, step by step, in which the panels fell as they are named."""
    state: np.void = np.zeros(1, GAME.state_dtype)[0]
    options.write(state)
    state["rng"] = seed
    turn.deal_game(state)
    for seat, role in enumerate(panels):
        comes_out = ROLES[role] in ("EMPEROR", "NEW_GRAD")
        state["role"][seat] = role
        state["panel"][seat] = COME_OUT if comes_out else FACE_DOWN
    parent = int(state["first_parent"])
    turn.open_game(state, draw_below(state, len(panels)) if parent < 0 else parent)
    return state


def test_swapped_roles_are_those_of_an_honest_deal_with_these_panels() -> None:
    rng, came_out = random.Random(1), 0
    for seed, options in enumerate(mixes(80)):
        state = dealt(seed, options)
        panels = state["role"][: options.num_players].tolist()
        assert fields_of(dealt_with_panels(seed, options, panels)) == fields_of(state)
        for _ in range(3):
            one, two = rng.sample(range(options.num_players), 2)
            came_out += state["panel"][one] != state["panel"][two]
            panels[one], panels[two] = panels[two], panels[one]
            GAME.balance.swaps["role"](state, one, two)
            assert fields_of(state) == fields_of(dealt_with_panels(seed, options, panels))
    assert came_out > 20


def test_a_swapped_parent_is_that_of_an_honest_deal_with_this_parent() -> None:
    moved = 0
    for seed, options in enumerate(mixes(80)):
        state, rng = dealt(seed, options), random.Random(seed)
        stream, option = state["rng"], state["first_parent"]
        for _ in range(3):
            one, two = rng.sample(range(options.num_players), 2)
            before = int(state["parent"])
            after = {one: two, two: one}.get(before, before)
            moved += after != before
            GAME.balance.swaps["parent"](state, one, two)
            honest = options.model_copy(update={"first_parent": after})
            expected = dealt(seed, honest)
            # A parent by lot takes a random number, and the option stays what it was.
            expected["rng"], expected["first_parent"] = stream, option
            assert fields_of(state) == fields_of(expected)
    assert moved > 80


# The game


def eager(state: np.void, rng: random.Random) -> int:
    """A random action, but panels are kept for the last card, and nothing is declined."""
    legal = GAME.legal_actions(state)
    panels = [action for action in legal if GAME.decode(action)[0] in (ACTIVATE, COPY)]
    if panels and state["zone_size"][state["to_move"]] == 1:
        return rng.choice(panels)
    active = set(legal) - set(panels) - {PASS.first, STOP.first}
    return rng.choice(sorted(active) or legal)


def way_out(state: np.void, course: list[int]) -> str:
    """What left a player without cards, by the decisions of the turn's last action (SEKI-4.4)."""
    kind, position = GAME.decode(course[0])
    if kind == ACTIVATE:
        return ROLES[state["role"][state["to_move"]]]
    if kind == COPY:
        return ROLES[position]
    if len(course) == 1 and course[0] < NUM_NUMBERS:
        return "TRASH"
    assert FACES[course[0]] == "DISCARD" and len(course) == 2
    return "DISCARD"


def watch_last_game(table: Table, rng: random.Random) -> list[Row]:
    """Plays a match to its end and counts what happens to each seat in its last game."""
    state = table.state
    while state["game_number"] < state["num_games"] - 1:
        GAME.kernels.apply(state, eager(state, rng))
    seats = range(int(state["num_players"]))
    tallies: list[dict[str, Any]] = [
        {
            "finished by": "nothing, cards left",
            "activated": 0,
            "turn of activation": np.nan,
            "resets": 0,
            "first reset": 0,
        }
        for _ in seats
    ]
    own_turns: Counter[int] = Counter()
    turn_number, course = -1, []
    while state["to_move"] >= 0:
        seat, action, before = int(state["to_move"]), eager(state, rng), copied(state)
        own_turns[seat] += turn_number != state["turns"]
        turn_number = int(state["turns"])
        if state["phase"] == TURN:
            course = []
            if GAME.decode(action)[0] in (ACTIVATE, COPY):
                tallies[seat] |= {"activated": 1, "turn of activation": own_turns[seat]}
            is_reset = state["right"] == seat and state["after_reset"] == 0
            if action == PASS.first and is_reset:
                tallies[seat]["first reset"] |= not any(t["resets"] for t in tallies)
                tallies[seat]["resets"] += 1
        course.append(action)
        GAME.kernels.apply(state, action)
        if state["zone_size"][seat] == 0 and state["to_move"] != seat:
            tallies[seat]["finished by"] = way_out(before, course)
    left = [int(state["zone_size"][seat] > 0) for seat in seats]
    for seat in seats:
        tallies[seat]["finished by"] = WAYS_OUT.index(tallies[seat]["finished by"])
        tallies[seat]["stalled"] = left[seat] if sum(left) > 1 else 0
    return tallies


def marks(table: Table, seat: int, row: Row) -> Iterator[str]:
    """A player may go out by the role that it has copied."""
    if (
        ROLES[table.state["role"][seat]] == "NEW_GRAD"
        and WAYS_OUT[int(row["finished by"])] in ROLES
    ):
        yield "by a copy"


MEASURES = Measures(
    Table,
    [*(options.model_dump() for options in mixes(150)), *MANY_ENDS],
    dealt_cards,
    watch_last_game,
    num_deals=1,
    num_matches=1,
    marks=marks,
    least={"by a copy"},
)


def test_who_finished_is_ahead_then_who_holds_fewest_cards() -> None:
    for seed, options in enumerate(mixes(15)):
        state, rng = dealt(seed, options), random.Random(seed)
        seats = options.num_players
        while state["to_move"] >= 0:
            lead_value = np.zeros(GAME.max_players)
            GAME.balance.lead_value(state, lead_value)
            place, cards = state["place"], state["zone_size"]
            ranked = sorted(range(seats), key=lambda seat: (place[seat] or 9, cards[seat]))
            keys = [(int(place[seat]), 0 if place[seat] else int(cards[seat])) for seat in ranked]
            for (one, two), (seat, other) in zip(pairwise(keys), pairwise(ranked), strict=True):
                assert (lead_value[seat] > lead_value[other]) == (one != two)
                assert lead_value[seat] >= lead_value[other]
            GAME.kernels.apply(state, rng.choice(GAME.legal_actions(state)))
