"""The showdown of Namto: the cards that make each hand, and why the winner wins."""

from typing import Any

from fudaba.envs.core.scene.moment import Moment
from fudaba.envs.namto import GAME

from .positions import Table, position


def moment_after(table: Table, move: str, seat: int = 0) -> Moment:
    before = table.view(seat)
    table.play(move)
    (moment,) = GAME.words.moments(before, table.view(seat), seat)
    return moment


def before_the_last_bet(*hands: str, **options: Any) -> Table:
    """All have revealed their first card, and bet but the last player."""
    table, seats = position(*hands, **options), range(len(hands))
    table.play(*(f"{seat} bet 1" for seat in seats))
    table.play(*(f"{seat} reveal {hands[seat].split()[0]}" for seat in seats))
    return table.play(*(f"{seat} bet 1" for seat in seats[:-1]))


def test_NAM_5_1_cards_that_were_hidden_until_the_showdown_make_the_hands_of_others() -> None:
    moment = moment_after(before_the_last_bet("bE r8", "b0 rE", "b3 r1"), "2 bet 1")
    assert [row.words for row in moment.rows] == [
        "player_0: +6, set",
        "player_1: -3, set",
        "player_2: -3, single",
    ]
    cards = [[(card.name, card.note, card.is_dim) for card in row.cards] for row in moment.rows]
    assert cards == [
        [("bE", "emperor", False), ("rE", "shared", False), ("r8", "general", True)],
        [("rE", "emperor", False), ("bE", "shared", False), ("b0", "nothing", True)],
        [("b3", "chariot", False), ("r1", "soldier", True)],
    ]
    assert moment.title == "The game is over"


def test_who_has_dropped_alone_sees_the_own_hand_among_those_that_are_compared() -> None:
    table = position("bE r8", "b0 rE", "b3 r1")
    table.play("0 bet 1", "1 bet 1", "2 bet 1", "0 reveal bE", "1 reveal b0", "2 reveal b3")
    table.play("0 drop", "1 bet 1")
    before = [table.view(seat) for seat in (0, 1)]
    table.play("2 bet 1")
    (own,), (other,) = (
        GAME.words.moments(seen, table.view(seat), seat) for seat, seen in enumerate(before)
    )
    assert own.rows[0].words.endswith(", dropped with set of court")
    assert [card.name for card in own.rows[0].cards] == ["bE", "rE", "r8"]
    assert other.rows[0].cards == () and "dropped with" not in other.rows[0].words
    assert len(own.rows[1].cards) == len(other.rows[1].cards) > 0


def test_NAM_5_5_the_verdict_follows_the_ladder() -> None:
    moment = moment_after(before_the_last_bet("b8 b2", "b8 b4"), "1 bet 1")
    assert moment.verdict == (
        "player_1 wins the pot. Their best 2 combinations are equal: set 8 8 of one colour, "
        "single 8. The next ones decide: player_1's single 4 (b4) beats player_0's single 2 (b2)"
    )


def test_NAM_5_5_9_7_cards_count_again_in_the_next_best_hands_also_those_of_others() -> None:
    """Both have a run and the sets of 8 and 2 with the ship; one has the set of 0 besides."""
    moment = moment_after(before_the_last_bet("b8 r2", "rS r0"), "1 bet 1")
    assert [row.words for row in moment.rows] == [
        "player_0: -3, run",
        "player_1: +3, run",
    ]
    assert moment.verdict == (
        "player_1 wins the pot. Their best 3 combinations are equal: run 0 1 2, set 8 8, set 2 2 "
        "of one colour. The next ones decide: player_1's set of 0 (rS r0) beats player_0's single "
        "8 (b8), for it stands higher in the list of hands"
    )


def test_NAM_5_2_a_run_is_shown_in_order_with_a_ship_in_its_place() -> None:
    moment = moment_after(before_the_last_bet("r4 b1", "rS r3", "b0 r6"), "2 bet 1")
    assert moment.rows[0].words.endswith(", run")
    assert [card.name for card in moment.rows[0].cards] == ["r3", "r4", "rS", "r6", "b1"]
