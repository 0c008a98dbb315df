"""What a seat of Killer Sevens is shown, to the letter."""

from fudaba.envs.killer_sevens import GAME
from fudaba.languages import in_language

from .positions import Table, opened, position


def drawn(table: Table, seat: int) -> str:
    return GAME.text(table.state, seat)


def test_every_sign_of_the_grid_and_of_the_hand() -> None:
    """The eight of hearts dies between three cards and the upper wall."""
    table = position("D8 H9", ["H8 HK C6", "rest", ""], passes=[1, 2], row_order="HDSC")
    expected = """
      A   2   3   4   5   6   7   8   9   10  J   Q   K
 ♥ H  ·   ·   ·   ·   ·  [ ]  7   x   9  [ ]  ·   ·   ·
 ♦ D  ·   ·   ·   ·   ·  [ ]  7   8  [ ] [ ]  ·   ·   ·
 ♠ S  ·   ·   ·   ·   ·  [ ]  7  [ ] [ ]  ·   ·   ·   ·
 ♣ C  ·   ·   ·   ·   ·  [ ]  7  [ ]  ·   ·   ·   ·   ·
     [ ] can be laid now   x dead: nobody can lay this card any more
dead in your hand: H8

> player_0: 3 cards, 1 pass used
  player_1: 43 cards, 2 passes used
  player_2: out of cards
hand of player_0: ♥ (8) K   ♣ 6
Lay a card or pass"""
    assert drawn(table, 0) == expected.removeprefix("\n")


def test_a_limit_of_passes_is_said() -> None:
    table = position("D8", ["H8", "rest"], passes=[1, 0], pass_limit=4)
    lines = drawn(table, 1).splitlines()
    assert "> player_0: 1 card, 1 of 4 passes used" in lines
    assert "  player_1: 46 cards, 0 of 4 passes used" in lines


def test_every_seat_is_shown_the_same_grid_and_players_and_its_own_hand() -> None:
    table = opened(5)
    shown = [drawn(table, seat).splitlines() for seat in table.seats]
    assert len({drawn(table, seat).partition("hand of")[0] for seat in table.seats}) == 1
    assert [lines[-2].partition(":")[0] for lines in shown] == [
        f"hand of player_{seat}" for seat in table.seats
    ]


def test_all_hands_are_shown_once_the_game_is_over() -> None:
    table = opened(5)
    while table.to_move is not None:
        assert "known" not in drawn(table, 1)
        GAME.kernels.apply(table.state, GAME.legal_actions(table.state)[0])
    hands = GAME.words.snapshot(table.state)["hands"]
    for viewer in table.seats:
        for seat, panel in enumerate(GAME.scene(table.state, viewer).seats):
            assert [card.name for card in panel.cards] == [
                f"held {card}" for card in hands[panel.name]
            ]
            assert len(panel.cards) == table.held()[seat]
            assert all(card.is_dim for card in panel.cards)
        assert drawn(table, viewer).count("      known: ") == sum(
            bool(hand) for hand in hands.values()
        ) - bool(hands[f"player_{viewer}"])


def test_the_table_and_the_news_in_japanese() -> None:
    table = position("D8 H9", ["S8 HK", "H8 DK", "rest"])
    before = [GAME.view(table.state, seat) for seat in (0, 1)]
    with in_language("ja"):
        assert GAME.scene(table.state, 0).notes == ("♠8を出すと♥8が死亡",)
        table.say("♠8を出す")
        news = [
            GAME.words.news(before[seat], GAME.view(table.state, seat), seat) for seat in (0, 1)
        ]
        assert "♥8" in news[0] and "ほかの人の手札" in news[0]
        assert "♥8" in news[1] and "player_1の手札" in news[1]
        assert [card.name for card in GAME.scene(table.state, 1).seats[1].cards] == [
            "死んだ♥8", "♦K",
        ]  # fmt: skip
