"""Random play keeps its speed, as a share of a plain compiled loop that runs in turns with it."""

import numba
import pytest

from benchmarks.floor import LOWEST, SHARES, plain_loop, random_play, share
from fudaba.envs import find_game, game_names

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")


@pytest.mark.parametrize("name", game_names())
def test_a_decision_takes_less_than_twice_as_long_as_when_last_measured(name: str) -> None:
    assert name in SHARES, "python -m benchmarks.floor prints the shares of all games"
    game = find_game(name)
    assert share(random_play(game), plain_loop(game)) > LOWEST * SHARES[name]


def test_a_game_that_takes_four_times_as_long_is_noticed() -> None:
    game = find_game("sevens_v0")
    play = random_play(game)
    slow = share(lambda: sum(play() for _ in range(4)) // 4, plain_loop(game))
    assert slow < LOWEST * SHARES[game.name]
