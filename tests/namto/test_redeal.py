"""What `redeal` deals in Namto, by example (NAM-4.5)."""

import random

from ..worlds import Course, Late, total_ways
from .positions import position
from .worlds import WORLDS


def test_NAM_4_5_each_of_two_cards_is_as_likely_to_be_the_chosen_one() -> None:
    table = position("b7 b8", "r2 r6")
    table.play("0 bet 1", "1 bet 1", "0 reveal b7")
    course = Course(table.state, random.Random(3))
    worlds = WORLDS.dealt(table.state, 1)
    assert total_ways(worlds) == 46 * 45
    assert WORLDS.evenness(Late(course, 1, worlds, worlds)) > 0.01
