"""The kernels of Cyclic and the twin fill every shape alike, which random matches seldom show."""

import random

import pytest

from fudaba.envs.cyclic.state import NONE

from ..kikisen.twin_base import PACK, name_of
from .positions import position

SYMBOLS = "S12345678KE"
NUM_BLOCKS, NUM_POSITIONS = 4, 12


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
    for _ in range(NUM_POSITIONS):
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
