"""A close in words: what is said to be paid for it is paid, and its groups are a winning shape."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from fudaba.envs.cards.counts import spread_out
from fudaba.envs.core.words.reading import copied
from fudaba.envs.taxot import GAME
from fudaba.envs.taxot.closing import closing_shape, payment_words
from fudaba.envs.taxot.state import CLOSE_ACTION, MELDS, NO_MELD, REACTION

from ..spread import few_mixes
from ..tables import dealt_state
from .positions import position

PAID = re.compile(
    r"(?P<payer>player_\d|everybody else) pays \(?(?P<first>\d+) .*?(= (?P<last>\d+))?$"
)
NUM_CLOSES = 12
some_mixes = pytest.mark.parametrize("options", few_mixes(GAME, 3))


def closes(options: dict[str, Any]) -> Iterator[tuple[np.void, np.void]]:
    """Yields tables before and after closes of games in which everybody closes who can."""
    rng, found, seed = random.Random(str(options)), 0, 0
    while found < NUM_CLOSES:
        state = dealt_state(GAME, options, seed)
        seed += 1
        while state["to_move"] >= 0:
            before, legal = copied(state), [*GAME.legal_actions(state)]
            GAME.kernels.apply(state, CLOSE_ACTION if CLOSE_ACTION in legal else rng.choice(legal))
            if state["season"] > before["season"] and state["closer"] >= 0:
                found += 1
                yield before, copied(state)


def amounts_said(words: list[str], closer: str, players: list[str]) -> Counter[str]:
    """What each player pays, as the words say it."""
    amounts: Counter[str] = Counter()
    matches = [found for line in words if (found := PAID.fullmatch(line))]
    assert len(matches) == len(words)
    said = {found["payer"] for found in matches}
    for found in matches:
        amount = int(found["last"] or found["first"])
        others = [player for player in players if player != closer]
        if found["payer"] != "everybody else":
            amounts[found["payer"]] += amount
        elif "four" in found[0]:
            amounts.update(dict.fromkeys(others, amount))
        else:
            amounts.update({player: amount for player in others if player not in said})
    return amounts


@some_mixes
def test_TAX_6_1_what_is_said_to_be_paid_is_paid(options: dict[str, Any]) -> None:
    for state, following in closes(options):
        players = [f"player_{seat}" for seat in range(int(state["num_players"]))]
        closer = players[int(following["closer"])]
        lost = {player: int(state["scores"][seat] - following["scores"][seat])
                for seat, player in enumerate(players)}  # fmt: skip
        for seat in range(len(players)):
            before, after = GAME.view(state, seat), GAME.view(following, seat)
            said = amounts_said([*payment_words(before, after, seat)], closer, players)
            assert {player: said[player] for player in players if player != closer} == {
                player: amount for player, amount in lost.items() if player != closer
            }


@some_mixes
def test_TAX_4_7_the_groups_are_the_cards_of_the_closer(options: dict[str, Any]) -> None:
    for state, following in closes(options):
        closer = int(following["closer"])
        meld = int(state["melds"][closer])
        for seat in range(int(state["num_players"])):
            shape = closing_shape(GAME.view(state, seat), GAME.view(following, seat))
            assert sorted(shape.types) == spread_out(following["shown"])
            if meld != NO_MELD:
                laid = set(MELDS[meld].types)
                assert any(laid <= set(group) for group in shape.groups)


@pytest.mark.parametrize(("hand", "last", "name", "cards"), [
    ("b5 r0 b0 r7 b7", "r5", "three pairs", "b0 r0, b5 r5, b7 r7"),
    ("b1 b2 b3 r4 r5", "r6", "two runs", "b1 b2 b3, r4 r5 r6"),
    ("b1 b2 b3 b4 b5", "bS", "two runs", "bS b1 b2, b3 b4 b5"),
    ("b3 b4 bS rK rE", "bK", "triple and run", "bK rK rE, bS b3 b4"),
    ("b1 b1 r1 bS b5", "r5", "pair and four", "b5 r5, bS b1 b1 r1"),
])  # fmt: skip
def test_TAX_4_7_the_shape_that_is_worth_most_is_shown(
    hand: str, last: str, name: str, cards: str
) -> None:
    table = position({0: hand}, last)
    before = table.view(1)
    table.say("close")
    shape = closing_shape(before, table.view(1))
    assert shape.name == name and Counter(shape.cards.split(", ")) == Counter(cards.split(", "))


@pytest.mark.parametrize(("options", "hand", "draw", "words"), [
    ({}, "b1 b2 b3 b4 b5", "b6", ["everybody else pays (2 for closing + 1 for one colour + 1 for "
     "six numbers in a row) · 2 (dealer's bonus) = 8"]),
    ({"lap": 1}, "bK b2 r2 b7 bS", "rE", ["everybody else pays (2 for closing + 3 in the first "
     "round) · 2 (dealer's bonus) + 2 for bK rE = 12"]),
    ({}, "r1 r1 b1 bS b5", "r5", ["everybody else pays 2 for closing · 2 (dealer's bonus) = 4",
     "everybody else pays 1 for four equal cards"]),
    ({"lights": True, "light": "b7", "num_players": 2}, "b5 r0 b0 r7 b7", "r5", ["player_1 pays 2 "
     "for closing · 2 (dealer's bonus) + 2 for the lights = 6"]),
])  # fmt: skip
def test_TAX_10_payments_in_words(
    options: dict[str, Any], hand: str, draw: str, words: list[str]
) -> None:
    table = position({0: hand}, draw, **options)
    before = table.view(1)
    table.say("close")
    assert [*payment_words(before, table.view(1), 1)] == words


def test_TAX_4_8_the_first_round_is_known_where_the_dealer_seems_to_have_begun() -> None:
    table = position({2: "b5 r0 b0 r7 b7", 3: "b6 b8 r0 r2 r4"}, "r8 b8 r8 r5", lap=1)
    table.say("discard r8", "discard b8", "discard r8", "discard r5")
    before = table.view(1)
    assert before["on_turn"][3] and not before["is_first_lap"]
    table.say("close")
    (words,) = payment_words(before, table.view(1), 1)
    assert words.startswith("player_3 pays (2 for closing + 3 in the first round) · 2")


@some_mixes
def test_TAX_6_1_the_question_says_what_a_close_brings(options: dict[str, Any]) -> None:
    num_asked = 0
    for state, following in closes(options):
        seat = int(state["to_move"])
        said = re.search(r"[+](\d+) points?( or more)?", GAME.scene(state, seat).question.text)
        if state["phase"] == REACTION and following["closer"] != seat:
            continue
        gain = int(following["scores"][seat] - state["scores"][seat])
        assert said and int(said[1]) <= gain and (said[2] or int(said[1]) == gain)
        num_asked += 1
    assert num_asked
