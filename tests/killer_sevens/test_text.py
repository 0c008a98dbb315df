"""What a seat of Killer Sevens is shown, to the letter."""

from fudaba.envs.killer_sevens import GAME

from .positions import Table, opened, position


def drawn(table: Table, seat: int) -> str:
    return GAME.draw(table.view(seat), seat)


def test_every_sign_of_the_grid_and_of_the_hand() -> None:
    """The eight of hearts dies between three cards and the upper wall."""
    table = position("D8 H9", ["H8 HK C6", "rest", ""], passes=[1, 2], row_order="HDSC")
    expected = """
      A   2   3   4   5   6   7   8   9   10  J   Q   K
 ♥ H  ·   ·   ·   ·   ·  [ ]  7   x   9  [ ]  ·   ·   ·
 ♦ D  ·   ·   ·   ·   ·  [ ]  7   8  [ ] [ ]  ·   ·   ·
 ♠ S  ·   ·   ·   ·   ·  [ ]  7  [ ] [ ]  ·   ·   ·   ·
 ♣ C  ·   ·   ·   ·   ·  [ ]  7  [ ]  ·   ·   ·   ·   ·
     [ ] can be laid now   x dead; (9) a dead card in the hand

> player_0: 3 cards, 1 pass used
  player_1: 43 cards, 2 passes used
  player_2: out of cards
hand of player_0: ♥ (8) K   ♣ 6"""
    assert drawn(table, 0) == expected.removeprefix("\n")


def test_a_limit_of_passes_is_said() -> None:
    table = position("D8", ["H8", "rest"], passes=[1, 0], pass_limit=4)
    lines = drawn(table, 1).splitlines()
    assert "> player_0: 1 card, 1 of 4 passes used" in lines
    assert "  player_1: 46 cards, 0 of 4 passes used" in lines


def test_every_seat_is_shown_the_same_grid_and_players_and_its_own_hand() -> None:
    table = opened(5)
    shown = [drawn(table, seat).splitlines() for seat in table.seats]
    assert len({tuple(lines[:-1]) for lines in shown}) == 1
    assert [lines[-1].partition(":")[0] for lines in shown] == [
        f"hand of player_{seat}" for seat in table.seats
    ]


def test_all_hands_are_shown_once_the_game_is_over() -> None:
    table = opened(5)
    while table.to_move is not None:
        assert drawn(table, 1).count("hand of player_") == 1
        GAME.apply(table.state, GAME.legal_actions(table.state)[0])
    shown = {drawn(table, seat) for seat in table.seats}
    assert len(shown) == 1
    (text,) = shown
    for seat, (player, hand) in enumerate(GAME.snapshot(table.state)["hands"].items()):
        line = next(line for line in text.splitlines() if line.startswith(f"hand of {player}: "))
        assert line.count("(") == len(hand) == table.held()[seat]
