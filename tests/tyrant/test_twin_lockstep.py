"""The kernels of Tyrant in lock step with the twin, over random games and all house rules.

What the twin says that each seat knows is compared with what can be read off the seat's view
alone, after every decision, so a view has all that TYR-7.5 wants.

`FUDABA_TWIN_GAMES=20000 pytest tests/tyrant/test_twin_lockstep.py` plays a long row.
"""

import os
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from fudaba.agents.greedy import advice
from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.tyrant import GAME

from ..tables import dealt_state
from .lockstep import ChanceOfTable, check_agreement, check_end, translated
from .twin import DEFAULTS, VALUES, Action, Twin

NUM_GAMES = int(os.environ.get("FUDABA_TWIN_GAMES", "200"))
NUM_BLOCKS = 4

Policy = Callable[[np.void, list[Action], random.Random], Action]


def uniformly(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Anything."""
    return rng.choice(legal)


def thriftily(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Lays no chips and plays few cards: long games with many passes."""
    small = [action for action in legal if action[0] == "PLAY" and sum(action[1]) == 1]
    thrifty = [action for action in legal if action[0] in ("NOTHING", "PASS")]
    return rng.choice((thrifty or small or legal) if rng.random() < 0.7 else legal)


def greedily(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Follows the advice."""
    mask = np.zeros(GAME.num_actions, np.int8)
    GAME.kernels.legal(state, mask)
    greedy = advice(GAME)
    return translated(
        int(greedy.choose(GAME.view(state, int(state["to_move"])), greedy.weights, mask))
    )


def random_options(rng: random.Random) -> dict[str, Any]:
    """The defaults in one game of three, otherwise any mix; TYR-8."""
    n = rng.choice([3, 4])
    if rng.random() < 1 / 3:
        return {"num_players": n}
    options = {name: rng.choice(values) for name, values in VALUES.items()}
    options["num_players"] = n
    options["start_player"] = rng.choice(["random", *range(n)])
    options["plaza_removed"] = 8 - options["plaza_start"]
    for name in rng.sample(sorted(options.keys() - {"num_players"}), rng.randrange(len(options))):
        if not name.startswith("plaza"):
            options[name] = DEFAULTS[name]
    return options


POLICIES: tuple[Policy, ...] = (uniformly, thriftily, greedily)


def play(options: dict[str, Any], policy: Policy, rng: random.Random) -> None:
    """One game."""
    state = dealt_state(GAME, options, rng.getrandbits(64))
    twin = Twin(options, ChanceOfTable(state))
    legal = check_agreement(state, twin)
    while twin.to_move is not None:
        wanted = policy(state, sorted(legal, key=str), rng)
        GAME.kernels.apply(state, legal[wanted])
        twin.apply(wanted)
        legal = check_agreement(state, twin)
    assert state["to_move"] == NOBODY
    check_end(state, twin)


@pytest.mark.parametrize("block", range(NUM_BLOCKS))
def test_kernels_and_twin_agree_after_every_decision(block: int) -> None:
    for number in range(block, NUM_GAMES, NUM_BLOCKS):
        rng = random.Random(number)
        options, policy = random_options(rng), POLICIES[number // NUM_BLOCKS % len(POLICIES)]
        try:
            play(options, policy, rng)
        except AssertionError as error:
            raise AssertionError(f"game {number}, {policy.__name__}, {options}: {error}") from error


def test_TYR_4_3_a_hand_is_formed_of_an_empty_stock() -> None:
    rng = random.Random(1_000_481)  # a first hand of all 16 cards; somebody passes without any
    play(random_options(rng), greedily, rng)
