"""The showdown of Namto: the cards that make each hand, and why the winner wins."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from fudaba.envs.core.contract.meanings import find_meaning
from fudaba.envs.core.kit.seats import distances
from fudaba.envs.core.scene.moment import Moment
from fudaba.envs.namto import GAME
from fudaba.envs.namto.hands import CATEGORIES, exchanged
from fudaba.envs.namto.showdown import best_cards, pool_of, values

from ..option_mixes import mixes
from ..test_conformance import positions
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


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        (("bE r8", "b0 rE", "b3 r1"),
         "the best hands are equal, and of the next best the higher single wins, 8 against 0"),
        (("b8 r8", "b3 r1"), "set beats single"),
        (("b8 r0", "b3 r1"), "the higher single wins, 8 against 3"),
        (("bK r0", "b3 r1"), "the higher single wins, court against 3"),
        (("b8 b2", "b8 b4"), "the best hands are equal, and of the next best the higher single "
         "wins, 4 against 2"),
    ],
)  # fmt: skip
def test_NAM_5_5_the_verdict_says_what_decides(hands: tuple[str, ...], why: str) -> None:
    moment = moment_after(before_the_last_bet(*hands), f"{len(hands) - 1} bet 1")
    (winner,) = [row.words.split(":")[0] for row in moment.rows if row.is_best]
    assert moment.verdict == f"{winner} wins the pot: {why}"


def test_NAM_5_5_equal_hands_and_a_pot_that_nobody_else_wants() -> None:
    moment = moment_after(before_the_last_bet("b8 r3", "r8 b3"), "1 bet 1")
    assert moment.verdict == "player_0 and player_1 share the pot: their hands are equal"
    moment = moment_after(position("b8 r3", "r8 b3").play("0 bet 1"), "1 drop")
    assert moment.verdict == "player_0 wins the pot: all others have dropped"
    assert [row.cards for row in moment.rows] == [(), ()]


@pytest.mark.parametrize("word", [*CATEGORIES[1:], "shared", "showdown", "pot"])
def test_words_of_a_showdown_have_a_line(word: str) -> None:
    line, _ = find_meaning(GAME.words.meanings, word, GAME.options())
    assert line


@pytest.mark.parametrize("options", mixes(GAME))
def test_NAM_5_5_hands_and_winners_are_those_of_the_rules(options: dict[str, Any]) -> None:
    for seed in range(4):
        states = [np.array([state])[0] for state in positions(GAME, options, seed)]
        for old, new in pairwise(states):
            seat = int(old["to_move"])
            before, after = GAME.view(old, seat), GAME.view(new, seat)
            if after["season"] > before["season"] and after["shown"].any():
                check_showdown(before, after, seat)


def check_showdown(before: np.void, after: np.void, seat: int) -> None:
    worth = {}
    for player, distance in distances(seat, int(after["num_players"])):
        if not after["shown"][distance].any():
            continue
        pool = pool_of(before, after, seat, player)
        worth[distance] = values(before, pool, player)
        hand = best_cards(before, pool, player)
        if not hand:
            assert CATEGORIES[after["best_hands"][distance]] == "nothing"
            continue
        best = worth[distance][0]
        assert 1 + exchanged(before, best.rank) == after["best_hands"][distance]
        assert len(hand) == best.size
        assert sum(card.owner == player for card in hand) >= before["own_min"]
    highest = max(worth.values())
    won = {distance for distance, found in worth.items() if found == highest}
    assert won == set(np.flatnonzero(after["winners"]).tolist())
