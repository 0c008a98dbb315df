"""Greedy at Makhup: many cards first, and nothing legal is overlooked."""

from functools import partial

import numpy as np
import pytest

from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.uniform import UniformAgent
from fudaba.envs import tables
from fudaba.envs.core.kit.advice import adviser
from fudaba.envs.makhup import GAME, heuristic
from fudaba.envs.makhup.options import LARGEST_HAND
from fudaba.envs.makhup.state import FREE_CARD, MOVES

from ..makhup.positions import position
from .advised import greedy_move

choose_anywhere = adviser("makhup_v0", heuristic.worth_of)


advice = partial(greedy_move, GAME)


def test_MHP_4_1_many_cards_go_first_then_high_ones() -> None:
    assert advice(position(["2 4 8 8", "1"], "6 8")) == "play 2+4 on 6"
    assert advice(position(["6 8 7", "1"], "6 8")) == "play 8 on 8"
    assert advice(position(["K 7", "1"], "6 8")) == "play special"
    assert advice(position(["7 5", "1"], "6 8")) == "draw"


def test_MHP_8_seven_cards_go_at_once_and_a_card_joins_three_ends() -> None:
    assert advice(position(["0 0 0 0 1 3 4", "1"], "8", hand_size=7)) == "play 0+0+0+0+1+3+4 on 8"
    assert advice(position(["7 3", "1"], "1 2 4", join_max=3)) == "join 1, 2 and 4 with 7"


@pytest.mark.parametrize(("join_max", "hand_size"), [(2, 6), (2, 7), (3, 6), (3, 7)])
def test_choices_are_the_best_of_all_legal_actions(join_max: int, hand_size: int) -> None:
    played = tables("makhup_v0", 64, seed=hand_size, join_max=join_max, hand_size=hand_size)
    rng = np.random.default_rng(hand_size)
    weights = GreedyAgent(GAME, {"per_card": 0.1, "per_number": 0.7}).record
    for _ in range(30):
        for view, mask in zip(played.views, played.action_masks, strict=True):
            assert heuristic.choose(view, weights, mask) == choose_anywhere(view, weights, mask)
        played.step(UniformAgent().act(played.observations, played.action_masks, rng))


def test_the_worth_of_a_play_is_summed_up_from_its_lowest_number() -> None:
    """Another order would round to other choices."""
    view, weights = np.zeros(1, GAME.view_dtype)[0], GreedyAgent(GAME, {"per_card": 0.1}).record
    view["hand_sizes"] = LARGEST_HAND + 1
    per_card, per_number = float(weights["per_card"]), float(weights["per_number"])
    for action in range(FREE_CARD.first, GAME.num_actions):
        worth, (cards, _) = 0.0, MOVES[action]
        for number in sorted(set(cards)):
            worth += cards.count(number) * (per_card + number * per_number)
        assert heuristic.worth_of(view, weights, action) == worth
