"""The showdown of Namto: the cards that make each hand, and why the winner wins."""

from typing import Any

import pytest

from fudaba.envs.core.contract.meanings import find_meaning
from fudaba.envs.core.scene.moment import Moment
from fudaba.envs.namto import GAME
from fudaba.envs.namto.hands import CATEGORIES

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
        "player_0: +6, set (bE with player_1's rE)",
        "player_1: -3, set (rE with player_0's bE)",
        "player_2: -3, single (b3)",
    ]
    cards = [[(card.name, card.note, card.is_dim) for card in row.cards] for row in moment.rows]
    assert cards == [
        [("bE", "emperor", False), ("rE", "shared", False), ("r8", "general", True)],
        [("rE", "emperor", False), ("bE", "shared", False), ("b0", "nothing", True)],
        [("b3", "chariot", False), ("r1", "soldier", True)],
    ]
    assert moment.title == "The game is over"


def test_NAM_5_5_the_verdict_follows_the_ladder() -> None:
    moment = moment_after(before_the_last_bet("b8 b2", "b8 b4"), "1 bet 1")
    assert moment.verdict == (
        "player_1 wins the pot: the best hands are equal, and of the next best the higher single "
        "wins, 4 against 2"
    )


def test_NAM_4_4_who_wins_without_a_showdown_shows_no_cards() -> None:
    moment = moment_after(position("b8 r3", "r8 b3").play("0 bet 1"), "1 drop")
    assert moment.verdict == "player_0 wins the pot: all others have dropped"
    assert [row.cards for row in moment.rows] == [(), ()]


@pytest.mark.parametrize("word", [*CATEGORIES[1:], "shared", "showdown", "pot"])
def test_words_of_a_showdown_have_a_line(word: str) -> None:
    line, _ = find_meaning(GAME.words.meanings, word, GAME.options())
    assert line
