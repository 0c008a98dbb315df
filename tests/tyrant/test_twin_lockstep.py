"""A game of Tyrant that the twin and the kernels once played apart."""

import random

from .matches import greedily, play, random_options


def test_TYR_4_3_a_hand_is_formed_of_an_empty_stock() -> None:
    rng = random.Random(1_000_481)  # a first hand of all 16 cards; somebody passes without any
    play(random_options(rng), greedily, rng)
