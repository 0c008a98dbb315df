"""The checks as items of pytest, in one line: `test_my_game = game_tests(GAME)`."""

from collections.abc import Callable

from fudaba.common.errors import UserError
from fudaba.envs import Game

from .checks import CHECKS, Check
from .suite import ROWS, run_check


def game_tests(*games: Game, rows: int = ROWS) -> Callable[..., None]:
    """Returns a test for pytest with one item for each check of each game.

    An item fails with the sentence that `fudaba check-game` prints. What that command merely
    advises is left out.

    Args:
        games: The games.
        rows: Under how many mixes of house rules they are played; the first has the defaults.
    """
    import pytest  # which fudaba needs nowhere else

    needed = [check for check in CHECKS if not check.is_advice]

    @pytest.mark.parametrize("check", needed, ids=[check.title for check in needed])
    @pytest.mark.parametrize("game", games, ids=[game.name for game in games])
    def test(game: Game, check: Check) -> None:
        try:
            run_check(check, game, rows)
        except (UserError, TimeoutError) as error:
            cause = error.__cause__  # in the game's code; a mistake that a check finds has none
            raise pytest.fail.Exception(str(error), pytrace=cause is not None) from cause

    return test
