"""The showdown of Makkaik: the cards that make each hand, and why the winner wins."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from fudaba.envs.core.kit.seats import NOBODY, distances
from fudaba.envs.kikisen.showdown import cards_used
from fudaba.envs.makkaik import GAME
from fudaba.envs.makkaik.moments import compared, values
from fudaba.envs.makkaik.text import best_hand, value_name

from ..option_mixes import mixes
from ..test_conformance import positions
from .positions import betting_on


def shown_on(*hands: str, common: str, **options: Any) -> tuple[list[str], list[list[str]], str]:
    """Returns the words and the cards of a showdown, and its verdict; `!` marks a dim card."""
    table = betting_on([*hands], common, bet_rounds=1, **options)
    table.say("base 1", *["join"] * (len(hands) - 2))
    before = table.view(0)
    table.say("join")
    (moment,) = GAME.words.moments(before, table.view(0), 0)
    cards = [[card.name + "!" * card.is_dim for card in row.cards] for row in moment.rows]
    return [row.words for row in moment.rows], cards, moment.verdict


def test_MKK_5_2_common_cards_of_a_hand_are_shown() -> None:
    words, cards, verdict = shown_on("b1 b2 b3", "r0 r5 bS", "b0 r5 r2", common="b8 r8 r7")
    assert words == [
        "player_0: -2, run up to 3 (b1 b2 b3)",
        "player_1: +4, triple of 8 (bS with common b8 r8)",
        "player_2: -2, pair of 8 (common b8 r8)",
    ]
    assert cards == [["b1", "b2", "b3"], ["bS", "b8", "r8", "r0!", "r5!"],
                     ["b8", "r8", "b0!", "r2!", "r5!"]]  # fmt: skip
    assert verdict == "player_1 wins the pot: triple beats run"


@pytest.mark.parametrize(
    ("hands", "options", "verdict"),
    [
        (("b1 r1 b3", "b2 r2 b4"), {},
         "player_1 wins the pot: the higher pair wins, 2 against 1"),
        (("b1 r1 b3", "b1 r1 b4"), {},
         "player_0 and player_1 share the pot: their hands are equal"),
        (("b1 r1 b3", "b1 r1 b4"), {"tie_break": "ladder"},
         "player_1 wins the pot: the best hands are equal, and of the next best the higher "
         "single wins, 4 against 3"),
    ],
)  # fmt: skip
def test_MKK_6_2_the_verdict_says_what_decides(
    hands: tuple[str, ...], options: dict[str, Any], verdict: str
) -> None:
    assert shown_on(*hands, common="b8 r0 r6", **options)[2] == verdict


@pytest.mark.parametrize("options", mixes(GAME))
def test_MKK_6_1_hands_and_winners_are_those_of_the_rules(options: dict[str, Any]) -> None:
    for seed in range(3):
        states = [np.array([state])[0] for state in positions(GAME, options, seed)]
        for old, new in pairwise(states):
            seat = int(old["to_move"])
            before, after = GAME.view(old, seat), GAME.view(new, seat)
            if after["season"] > before["season"] and after["shown"].any():
                check_showdown(before, after, seat)


def check_showdown(before: np.void, after: np.void, seat: int) -> None:
    worth, common = {}, cards_used(NOBODY, before["common"])
    for player, distance in distances(seat, int(after["num_players"])):
        shown = after["shown"][distance]
        if shown.any():
            own = cards_used(player, shown)
            worth[distance] = compared(before, own)
            best = values(before, own + common)[0]
            assert value_name(best) == best_hand(shown, before["common"], before)
    highest = max(worth.values())
    won = {distance for distance, found in worth.items() if found == highest}
    assert won == set(np.flatnonzero(after["winners"]).tolist())
