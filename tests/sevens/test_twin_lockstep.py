"""The kernels of Sevens in lock step with the twin, over random games and all house rules.

`FUDABA_TWIN_GAMES=20000 pytest tests/sevens/test_twin_lockstep.py` plays a long row.
"""

import os
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from fudaba.envs.cards.french import NUM_SUITS
from fudaba.envs.cards.laying_words import STATUS_WORDS
from fudaba.envs.core.kit.places import shared_place
from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.sevens import GAME
from fudaba.envs.sevens.rules import begin, deal, deal_hands, standings
from fudaba.envs.sevens.state import FILL_TO, HIGH, JOKER, JOKER_AT, JOKER_CARD, PASS

from .positions import new_state
from .twin import DIRECTIONS, Action, Twin

NUM_GAMES = int(os.environ.get("FUDABA_TWIN_GAMES", "400"))
NUM_BLOCKS = 4
LAYOUT_WORDS = ("empty", "natural", "joker")
GAP_AT_START = {"num_players": 2, "pass_limit": 0, "voluntary_pass": True}


def random_options(rng: random.Random) -> dict[str, Any]:
    """Any mix of the options of SEV-8; every other game with a joker or two."""
    num_players = rng.randint(2, 8)
    return {
        "num_players": num_players,
        "pass_limit": rng.choice([*range(11), 0, 1, 2, 3, "none", "none", "none"]),
        "voluntary_pass": rng.choice([True, False]),
        "tunnel": rng.choice(["none", "ring", "one_way"]),
        "jokers": rng.choice([0, 1, 2, 2]),
        "joker_use": rng.choice(["wild", "fill"]),
        "joker_recovery": rng.choice(["immediate", "own_turn"]),
        "joker_last": rng.choice(["off", "last_place"]),
        "deal_start": rng.choice(["random", *range(num_players)]),
    }


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


def check_agreement(state: np.void, twin: Twin) -> None:
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


def starts(options: dict[str, Any], seed: int) -> Iterator[tuple[np.void, Twin]]:
    """Deals until somebody has a decision (SEV-3.4); both sides agree on every deal before."""
    state = new_state(options)
    state["rng"] = seed
    while state["to_move"] == NOBODY:
        deal_hands(state)
        twin = Twin({k: v for k, v in options.items() if k != "deal_start"}, dealt_hands(state))
        begin(state)
        yield state, twin


def play_in_lockstep(options: dict[str, Any], seed: int, rng: random.Random) -> int:
    """One game of random legal actions. Returns the number of decisions."""
    for state, twin in starts(options, seed):
        check_agreement(state, twin)
    dealt_at_once = new_state(options)
    dealt_at_once["rng"] = seed
    deal(dealt_at_once)
    assert dealt_at_once.tobytes() == state.tobytes()
    decisions = 0
    while twin.to_move is not None:
        legal = legal_actions(state)
        wanted = rng.choice(sorted(legal, key=str))
        GAME.kernels.apply(state, legal[wanted])
        twin.apply(wanted)
        check_agreement(state, twin)
        decisions += 1
    return decisions


@pytest.mark.parametrize("block", range(NUM_BLOCKS))
def test_kernels_and_twin_agree_after_every_decision(block: int) -> None:
    for game in range(block, NUM_GAMES, NUM_BLOCKS):
        rng = random.Random(game)
        options = random_options(rng)
        try:
            play_in_lockstep(options, rng.getrandbits(64), rng)
        except AssertionError as error:
            raise AssertionError(f"game {game} with {options}: {error}") from error


def test_SEV_3_4_deals_in_which_nobody_gets_a_decision_are_dealt_again() -> None:
    deals = [list(starts(GAP_AT_START, seed)) for seed in range(3000)]
    again = [row for row in deals if len(row) > 1]
    assert again, "two players without passes: the first has no 6 or 8 now and then"
    for row in deals:
        assert row[-1][1].to_move is not None
        assert all(twin.to_move is None for _, twin in row[:-1])
