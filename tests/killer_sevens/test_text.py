"""What a seat of Killer Sevens is shown."""

from fudaba.envs.killer_sevens import GAME

from .positions import Table, opened


def drawn(table: Table, seat: int) -> str:
    return GAME.text(table.state, seat)


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
