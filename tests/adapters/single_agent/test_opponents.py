"""Who may sit around a learner."""

import pytest

from fudaba.adapters.single_agent import OpponentPool
from fudaba.envs import UserError, find_game


def test_the_packaged_policy_is_an_opponent() -> None:
    game = find_game("cyclic_v0")
    pool = OpponentPool.read({"best": 1, "policy:cyclic,sample": 1}, game, game.options())
    assert [agent.sample for agent in pool.agents] == [False, True]
    assert OpponentPool(pool.agents, (0, 3)).weights.tolist() == [0.0, 1.0]
    with pytest.raises(UserError, match="policy best was trained with num_players=4; here num_pl"):
        OpponentPool.read("best", game, game.options(num_players=3))
