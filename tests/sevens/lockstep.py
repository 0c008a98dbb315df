"""The kernels and the twin of Sevens, and the translations between them."""

from typing import Any

import numpy as np
import pytest

from fudaba.envs import NOBODY
from fudaba.envs.cards.french import NUM_SUITS
from fudaba.envs.cards.laying_words import STATUS_WORDS
from fudaba.envs.core.kit.places import shared_place
from fudaba.envs.sevens import GAME
from fudaba.envs.sevens.rules import standings
from fudaba.envs.sevens.state import FILL_TO, HIGH, JOKER, JOKER_AT, JOKER_CARD, PASS

from ..tables import house_rules_of
from .twin import DIRECTIONS, Action, Twin

LAYOUT_WORDS = ("empty", "natural", "joker")


def dealt_hands(state: np.void) -> list[list[int]]:
    """The hands as sorted lists of ids, one per player."""
    return [
        np.flatnonzero(state["holder"] == seat).tolist()
        + [JOKER_CARD] * int(state["hand_jokers"][seat])
        for seat in range(int(state["num_players"]))
    ]


def translated(state: np.void, action: int) -> Action:
    """A kernel action in the words of the twin."""
    kind, number = GAME.decode(action)
    if kind is PASS:
        return ("pass",)
    if kind is JOKER_AT:
        return ("joker_at", int(state["frontier"][number]))
    if kind is FILL_TO:
        return ("fill", int(state["frontier"][number]), DIRECTIONS[number % 2])
    return ("recover" if state["layout"][number] == JOKER else "play", number)


def legal_actions(state: np.void) -> dict[Action, int]:
    """The legal actions of the kernel in the words of the twin, each with its id."""
    mask = np.zeros(GAME.num_actions, np.int8)
    count = GAME.kernels.legal(state, mask)
    actions = {translated(state, action): action for action in np.flatnonzero(mask).tolist()}
    assert count == mask.sum() == len(actions), "one id per action, and the right count"
    return actions


def seats_in_order(state: np.void, status: str) -> list[int]:
    """The seats of one status by their order."""
    seats = [
        seat
        for seat in range(int(state["num_players"]))
        if STATUS_WORDS[state["status"][seat]] == status
    ]
    assert sorted(state["order"][seats].tolist()) == list(range(1, len(seats) + 1))
    return sorted(seats, key=lambda seat: int(state["order"][seat]))


def nobody_is_none(values: np.ndarray) -> list[int | None]:
    """Seats or cells, with None for the kernel's -1."""
    return [None if value == NOBODY else int(value) for value in values]


def everything(state: np.void) -> dict[str, Any]:
    """What the twin calls `public`, and the hands and the seat to move, out of the record."""
    count = int(state["num_players"])
    frontiers = nobody_is_none(state["frontier"])
    return {
        "hands": dealt_hands(state),
        "to_move": nobody_is_none(state["to_move"].reshape(1))[0],
        "layout": [LAYOUT_WORDS[what] for what in state["layout"]],
        "laid_by": nobody_is_none(state["laid_by"]),
        "reachable": [bool(flag) for flag in state["reachable"]],
        "frontiers": {
            suit: {"low": frontiers[2 * suit], "high": frontiers[2 * suit + HIGH]}
            for suit in range(NUM_SUITS)
        },
        "hand_sizes": state["hand_size"][:count].tolist(),
        "passes": state["passes"][:count].tolist(),
        "status": [STATUS_WORDS[code] for code in state["status"][:count]],
        "known_jokers": state["known_jokers"][:count].tolist(),
        "jokers_aside": int(state["jokers_aside"]),
        "idle": int(state["idle"]),
        "first_player": int(state["first_player"]),
        "finish_order": seats_in_order(state, "finished"),
        "elimination_order": seats_in_order(state, "eliminated"),
    }


def check_position(state: np.void, twin: Twin) -> None:
    """The whole position, the set of legal actions, and places and rewards at the end."""
    expected = {**twin.public(), "hands": twin.hands, "to_move": twin.to_move}
    assert everything(state) == expected
    assert set(legal_actions(state)) == twin.legal()
    points = np.ones(GAME.max_players)
    GAME.kernels.score(state, points)
    rewards = twin.rewards() or [0.0] * twin.num_players
    assert points.tolist() == pytest.approx(rewards + [0.0] * (8 - twin.num_players))
    if twin.to_move is None:
        assert [
            shared_place(standings(state), twin.num_players, seat)
            for seat in range(twin.num_players)
        ] == twin.places()


def set_up(state: np.void) -> Twin | None:
    """Returns a twin at this table; None once the game is over."""
    if state["to_move"] == NOBODY:
        return None
    table, rules = everything(state), house_rules_of(GAME, state)
    twin = Twin.position(
        {name: "none" if value is None else value for name, value in rules.items()},
        table["hands"],
        to_move=table["to_move"],
        jokers_on={cell: 0 for cell, what in enumerate(table["layout"]) if what == "joker"},
        finish_order=table["finish_order"],
        elimination_order=table["elimination_order"],
        idle=table["idle"],
        first_player=table["first_player"],
    )
    for name in ("layout", "laid_by", "passes", "known_jokers", "jokers_aside"):
        setattr(twin, name, table[name])
    return twin


def carry_out(state: np.void, twin: Twin, action: int) -> None:
    """Carries out a kernel action on both sides, which must agree then."""
    wanted = translated(state, action)
    GAME.kernels.apply(state, action)
    twin.apply(wanted)
    check_position(state, twin)
