"""What Tyrant measures: the marker that is swapped, and tallies that add up."""

import random

import numpy as np

from fudaba.envs.tyrant import GAME
from fudaba.envs.tyrant.balance import NO_TRICK, NOBODY_FOLLOWED, NOBODY_PLAYED, START, TRICKS

from ..fingerprint import fields_of
from ..tables import dealt_state
from .positions import Table


def test_TYR_3_5_a_swapped_start_player_begins_with_the_same_cards() -> None:
    assert GAME.balance
    for seed in range(12):
        start = seed % 4
        table = Table.opened(seed, start_player=start)
        one, two = random.Random(seed).sample(range(4), 2)
        GAME.balance.swaps["start player"](table.state, one, two)
        after = {one: two, two: one}.get(start, start)
        honest = dealt_state(GAME, {"start_player": after}, seed)
        honest["start_player"] = start  # the option stays what it was
        assert fields_of(table.state) == fields_of(honest)


def test_TYR_11_4_all_tricks_are_won_or_lost_to_nobody() -> None:
    assert GAME.balance
    rng = random.Random(0)
    for seed in range(4):
        table = Table.opened(seed)
        factors = np.zeros((len(GAME.balance.factors), 4))
        GAME.balance.measure_deal(table.state, factors)
        assert factors[START].sum() == 1.0
        while table.to_move is not None:
            action = rng.choice(GAME.legal_actions(table.state))
            GAME.kernels.apply(table.state, action)
        tallies = np.zeros((len(GAME.balance.tallies), 4))
        GAME.balance.measure_game(table.state, tallies)
        nobody = tallies[NOBODY_PLAYED] + tallies[NOBODY_FOLLOWED]
        assert (tallies[TRICKS].sum() + nobody == 8).all()
        assert ((tallies[TRICKS] == 0) == tallies[NO_TRICK]).all()
