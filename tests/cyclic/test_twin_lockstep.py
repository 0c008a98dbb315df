"""The kernels of Cyclic in lock step with the twin, over random matches and all house rules.

`FUDABA_TWIN_GAMES=2500 pytest tests/cyclic/test_twin_lockstep.py` plays a long row: four times as
many matches, of one to three seasons.
"""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from fudaba.envs.cyclic import GAME
from fudaba.envs.cyclic.state import NONE

from ..kikisen.lockstep import (
    NUM_BLOCKS,
    Policy,
    advised,
    uniformly,
)
from ..kikisen.twin_base import PACK, Action, name_of
from ..kikisen.twin_games import NUM_GAMES, random_options
from .lockstep import LOCKSTEP, PASSING, translated
from .positions import position

SYMBOLS = "S12345678KE"

VALUES: dict[str, list[Any]] = {
    "mu": ["wild", "removed"],
    "min_run": [3, 2],
    "dealer_draw": [2, 0, 1, 3],
    "continue_after_win": [False, True],
}


def by_form(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Every form as often, and passes seldom: singles don't crowd out runs."""
    forms = Counter(action[1].form for action in legal if action[0] == "play")
    if not forms:
        return uniformly(state, legal, rng)
    if PASSING in legal and rng.random() < 0.1:
        return PASSING
    form = rng.choice(sorted(forms))
    return rng.choice([a for a in legal if a[0] == "play" and a[1].form == form])


def longest_first(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """As many cards as possible."""
    return max(legal, key=lambda a: (a[1].number if a[0] == "play" else 0, rng.random()))


def lamely(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Mostly passes, and leads single cards: empties the stock and fills hands."""
    if PASSING in legal and rng.random() < 0.8:
        return PASSING
    return min(legal, key=lambda a: (a[1].number if a[0] == "play" else 0, rng.random()))


def by_advice(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """As greedy plays."""
    return translated(advised(GAME, state))


POLICIES: tuple[Policy, ...] = (uniformly, by_form, longest_first, lamely, by_advice)


def match(rng: random.Random) -> tuple[dict[str, Any], Policy]:
    """Hands of twelve for two players half of the time."""
    options = random_options(rng, VALUES, most_players=4)
    hand_size = rng.choice([8, 12]) if options["num_players"] == 2 else 8
    return {**options, "hand_size": hand_size}, rng.choice(POLICIES)


@pytest.mark.parametrize("block", range(NUM_BLOCKS))
def test_kernels_and_twin_agree_after_every_decision(
    block: int, record_property: Callable[[str, object], None]
) -> None:
    seasons = LOCKSTEP.play_block(match, block, 4 * NUM_GAMES)
    record_property("seasons", seasons)
    assert seasons > NUM_GAMES


def drawn_position(rng: random.Random) -> tuple[str, str]:
    """A hand of kinds that lie together, and a newest play of other cards; often a run."""
    cards = [name_of(card) for card in rng.sample(PACK, len(PACK))]
    foot, colour = rng.randrange(11), rng.choice("br")
    near = [SYMBOLS[(foot + step) % 11] for step in range(5)]
    hand = [name for name in cards if name[1] in [*near, "0"]][:8]
    run = f"the run {' '.join(colour + kind for kind in near[:3])}"
    others = [name for name in cards if name not in hand][:6]
    plays = sorted(position([" ".join(others), "b1"]).plays())
    return " ".join(hand), rng.choice(["", rng.choice(plays), run, run])


@pytest.mark.parametrize("block", range(NUM_BLOCKS))
def test_every_shape_of_a_position_is_filled_alike(block: int) -> None:
    """Runs are seldom answered in random matches; here they are."""
    rng, answers = random.Random(block), 0
    for _ in range(NUM_GAMES // 4):
        hand, newest = drawn_position(rng)
        form = newest.split()[1] if newest.startswith("the ") else "single"
        start = position([hand, "bS"], newest.removeprefix(f"the {form} "))
        for shape in sorted(start.legal() - {"pass"}):
            table = start.copy()
            table.say(shape)
            while table.state["chosen_form"] != NONE:
                table.say(rng.choice(sorted(table.legal())))
            answers += bool(newest)
    assert answers
