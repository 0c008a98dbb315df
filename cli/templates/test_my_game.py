"""Tests of My Game: `python -m pytest` in this folder."""

from my_game import GAME, LOWER

from fudaba.testing import dealt, game_tests

# What every game must keep, one test for each check.
test_my_game = game_tests(GAME)


# A test of your own for each clause: make a table, take a move, look at the table.
def test_MYG_4_2_the_player_calls_what_comes_next() -> None:
    table = dealt(GAME, {"num_players": 2}, seed=1)
    table["rank"] = 0  # an ace on the pile, which every card but an ace fits
    first = next(name for name in GAME.move_names(table) if name != "play no card")
    for typed in (first, "call lower"):
        GAME.kernels.apply(table, GAME.parse(table, typed))
    assert table["called"] == LOWER and table["to_move"] == 1
