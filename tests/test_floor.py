"""Random play keeps its speed, as a share of a plain compiled loop that runs in turns with it."""

import numba
import pytest

from benchmarks.floor import PROCESSOR, SHARES, measured, plain_loop, random_play, share, slips
from fudaba.envs import find_game, game_names

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
GAME = "sevens_v0"


def test_no_game_takes_twice_as_long_as_when_last_measured() -> None:
    noted = "python -m benchmarks.floor prints the shares of all games"
    assert all({*shares} == {*game_names()} for shares in SHARES.values()), noted
    assert slips(measured()) == []


def test_a_game_that_takes_four_times_as_long_is_noticed() -> None:
    play, plain = random_play(find_game(GAME)), plain_loop(find_game(GAME))
    slow = share(lambda: sum(play() for _ in range(4)) // 4, plain)
    for processor in (PROCESSOR, *SHARES, "another"):
        noted = SHARES.get(processor, next(iter(SHARES.values())))
        assert slips(noted | {GAME: slow}, processor) == [GAME]


def test_another_processor_may_be_slower_in_all_games() -> None:
    (processor, noted), *_ = SHARES.items()
    slower = {name: each / 3 for name, each in noted.items()}
    assert slips(slower, "another") == []
    assert slips(slower, processor) == [*noted]
