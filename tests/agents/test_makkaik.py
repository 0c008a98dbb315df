"""Greedy at Makkaik: exchanges and bets by how likely another player holds a better hand."""

from functools import partial

import numpy as np
import pytest

from fudaba.agents.greedy import GreedyAgent
from fudaba.envs.cards.kikisen import NUM_TYPES, TYPES
from fudaba.envs.makkaik import GAME
from fudaba.envs.makkaik import heuristic as makkaik

from ..makkaik.positions import betting_on, position
from .advised import greedy_move

advice = partial(greedy_move, GAME)


def test_it_stakes_most_on_what_hardly_anybody_beats() -> None:
    assert advice(betting_on(["bK rE bS", "b1 r5 b0"], "b3 r6 b8")) == "base 5"
    assert advice(betting_on(["bK rE bS", "b1 r5 b0"], "b3 r6 b8", max_base=25)) == "base 25"


def test_it_drops_what_the_common_cards_beat() -> None:
    assert advice(betting_on(["r2 b0 r7", "b1 r5 b0", "b5 r0 r1", "b2 r3 b4"], "b8 r8 b6 b7",
                             ante=0)) == "drop"  # fmt: skip
    table = betting_on(["bK rE bS", "r2 b0 r7"], "b3 b4 b6 r8")
    table.say("base 5")
    assert advice(table) == "drop"


def test_it_pays_little_for_a_large_pot() -> None:
    table = betting_on(["bK rE bS", "r8 b0 r7"], "b3 b4 b6 b8", ante=25)
    table.say("base 1")
    assert advice(table) == "join"


def test_it_takes_the_card_that_makes_a_triple_and_keeps_the_pair() -> None:
    table = position(["b8 r8 r0", "b1 r5 b0"], "b3 r6 b1", stock="b8 r2")
    table.say("draw")
    assert advice(table) == "take b8"
    table.say("take b8")
    assert advice(table) == "put out r0"


def test_it_takes_a_common_card_that_helps_everybody() -> None:
    table = position(["b8 r8 r0", "b1 r5 b0"], "bS r6 b1")
    assert advice(table) == "swap"
    table.say("swap")
    assert advice(table) == "take bS"


@pytest.mark.parametrize("own_min", [0, 1])
def test_a_drawn_card_is_judged_as_one_that_is_exchanged(own_min: int) -> None:
    rng, weights = np.random.default_rng(own_min), GreedyAgent(GAME).record
    view = np.zeros(1, GAME.view_dtype)[0]
    view["num_players"], view["own_min"] = 4, own_min
    for _ in range(100):
        cards = rng.permutation(TYPES)
        own, common, unseen = (
            np.bincount(some, minlength=NUM_TYPES).astype(np.int8)
            for some in np.split(cards, [3, 6])
        )
        chances = makkaik.chances_before_draw(view, own, common, unseen, len(cards) - 7)
        for drawn in np.unique(cards[6:]).tolist():
            unseen[drawn] -= 1
            known = view, weights, own, common, drawn, unseen
            assert makkaik.best_after_draw(*known, chances) == makkaik.best_exchange(*known)
            unseen[drawn] += 1
