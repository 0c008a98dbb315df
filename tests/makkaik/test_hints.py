"""Hints of Makkaik: the hand that they name is the best one after the exchange."""

import numpy as np

from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.reasons import why
from fudaba.agents.seated import advised
from fudaba.envs.makkaik import GAME
from fudaba.envs.makkaik.text import best_value, value_name
from fudaba.web.plays import play_by

from ..agents.test_reasons import decisions


def test_a_hint_names_the_best_hand_after_an_exchange() -> None:
    greedy, unused, num_named = GreedyAgent(GAME), np.random.default_rng(0), 0
    for state in [*decisions(GAME, 1), *decisions(GAME, 2)]:
        seat, table = int(state["to_move"]), state.copy()
        play = play_by(GAME, state, lambda one: advised(greedy, GAME, one, unused))
        if GAME.decode(play.actions[-1])[0].name != "put out":
            continue
        hint = why(GAME, [state], play.actions)
        for action in play.actions:
            GAME.kernels.apply(table, action)
        view = GAME.view(table, seat)
        best = value_name(best_value(view["hand"], view["common"], view))
        assert f"Your best hand is then a {best}." in hint
        num_named += 1
    assert num_named > 0
