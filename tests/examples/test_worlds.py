"""What the layer's redealing deals: the unknown cards over the unknown slots, and nothing else."""

import random
from collections import Counter
from importlib import import_module
from itertools import chain

import numpy as np
import pytest
from scipy import stats

from fudaba.envs import Game
from fudaba.testing.mixes import mixes
from fudaba.testing.positions import positions

from ..tables import dealt_state, redealt, without_rng
from .registered import GAMES

EVERY = [import_module(f"examples.games.{name}").GAME for name in GAMES]
every_game = pytest.mark.parametrize("game", EVERY, ids=GAMES)


def seen_by(state: np.void, seat: int) -> list[Counter[tuple[int, int]]]:
    """Returns for each row who knows how many of its cards, and the kinds that the seat knows."""
    kinds = np.where(state["known"] >> seat & 1, state["cards"], -1)
    rows = zip(state["known"].tolist(), kinds.tolist(), strict=True)
    return [Counter(zip(*row, strict=True)) for row in rows]


@every_game
def test_a_world_holds_the_unknown_cards_in_the_unknown_slots(game: Game) -> None:
    rng, moved = random.Random(game.name), 0
    for number, rules in enumerate(mixes(game)[:6]):
        for state in positions(game, rules, number):
            seat = rng.randrange(int(state["num_players"]))
            world = redealt(game, state, seat, rng.getrandbits(64))
            assert seen_by(world, seat) == seen_by(state, seat)
            assert Counter(world["cards"].flat) == Counter(state["cards"].flat)
            moved += (world["cards"] != state["cards"]).any()
    assert moved > 50


@every_game
def test_a_world_does_not_depend_on_the_true_one(game: Game) -> None:
    rng = random.Random(game.name)
    for number, rules in enumerate(mixes(game)[:6]):
        for state in chain(positions(game, rules, number)):
            seat, start = rng.randrange(int(state["num_players"])), rng.getrandbits(64)
            other = redealt(game, state, seat, rng.getrandbits(64))
            worlds = [redealt(game, table, seat, start) for table in (state, other)]
            assert without_rng(worlds[0]) == without_rng(worlds[1])


def test_all_worlds_are_equally_likely() -> None:
    """In Tricks, after the deal: the first hidden card of the next hand is any card unseen."""
    game = import_module("examples.games.tricks").GAME
    state = dealt_state(game, {"num_players": 3, "hand_size": 3}, 1)
    unseen = 52 - 3 - 1  # the own hand and the card that is turned up
    worlds = (redealt(game, state, 0, start) for start in range(100 * unseen))
    counts = Counter(int(world["cards"][1, 0]) for world in worlds)
    assert len(counts) == unseen
    assert stats.chisquare([*counts.values()]).pvalue > 0.001
