"""A game of Tyrant that the twin and the kernels once played apart."""

import random

from .matches import greedily, play


def test_TYR_4_3_a_hand_is_formed_of_an_empty_stock() -> None:
    """A first hand of all 16 cards; somebody passes without any."""
    options = {"num_players": 4, "chips_per_player": 3, "first_hand": 16, "refill_hand": 16}
    options |= {"plaza_start": 0, "plaza_removed": 8}
    play(options, 7206586213257703729, greedily, random.Random(0))
