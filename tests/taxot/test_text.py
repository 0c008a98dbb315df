"""What others are told in Taxot, rare news and reasons, and what a person may type."""

from typing import Any

import numpy as np
import pytest

from fudaba.common.languages import in_language
from fudaba.envs.core.contract.meanings import meaning_of
from fudaba.envs.core.scene.about import About
from fudaba.envs.taxot import GAME
from fudaba.envs.taxot.meanings import BONUS, CALL_GROUP, CARD, DEALER_WITH_BONUS, FIRST_ROUND
from fudaba.envs.taxot.state import FOUR, RUN

from ..announced import announced
from .positions import OTHER, Table, position


def told_after(table: Table, text: str, seat: int = 0) -> str:
    """The news of a step to a seat."""
    before = np.array([table.view(seat)])[0]
    table.say(text)
    return GAME.words.news(before, table.view(seat), seat)


def read(table: Table, text: str) -> list[str]:
    """What a text can mean, in the names of moves."""
    chains = GAME.words.read(table.state, text)
    assert all(action in GAME.legal_actions(table.state) for (action,) in chains)
    return [GAME.words.describe(table.state, action) for (action,) in chains]


def why(table: Table, name: str) -> str:
    """Why a move is illegal."""
    names = {GAME.words.describe(table.state, action): action for action in range(GAME.num_actions)}
    return GAME.words.why_illegal(table.state, names[name])


def test_who_has_to_wait_is_told_no_name() -> None:
    table = position({1: OTHER, 2: "b5 b5 r0 b2 b7"}, "r5")
    table.say("discard r5")
    scene = GAME.scene(table.state, 1)
    assert scene.question.text == "Others may still take r5"
    assert not any(seat.is_on_turn for seat in scene.seats)


@pytest.mark.parametrize(("options", "about", "line"), [
    ({}, CARD(kind=6, colour=0), "Black 5, a horse (2 in the deck): "
     "for pairs, triples and fours of 5s, and for the black runs "
     "3-4-5, 4-5-6 and 5-6-7."),
    ({}, CARD(kind=1, colour=1), "Red 0, nothing (3 in the deck): "
     "for pairs, triples and fours of 0s, and for the red run 0-1-2."),
    ({"lights": True, "light_match": "type"}, CARD(kind=9, colour=1), "Red 8, a general (2 in the "
     "deck): for pairs, triples and fours of 8s, and for the red run 6-7-8. A light of its kind "
     "and colour adds 1 point."),
    ({"pt_court": 2}, CARD(kind=10, colour=0), "Black king (1 in the deck): "
     "for pairs, triples and fours of kings and emperors, "
     "never for runs. In a hand that closes it adds 2 points."),
    ({"lights": True}, CARD(kind=0, colour=1), "Red ship (1 in the deck): "
     "stands for any red card in pairs, triples, fours and runs. "
     "Two ships alone are a pair."),
    ({}, CALL_GROUP(kind=RUN), "You take the discard, lay these cards face up, pay its player 1 "
     "point and discard another card. The group can't change any more."),
    ({"pt_call": 0, "pt_four": 3}, CALL_GROUP(kind=FOUR), "You take the discard, lay these cards "
     "face up and discard another card. Every other player pays you 3 points for the four."),
    ({"dealer_multiplier": "closer"}, DEALER_WITH_BONUS(bonus=3), "This player has dealt the cards "
     "and has the first turn. If this player closes, the points for closing are multiplied by 3."),
    ({"dealer_multiplier": "closer"}, BONUS(), "The dealer's bonus is 2. If the dealer closes, the "
     "points for closing are multiplied by it."),
    ({"pt_first_lap": 0}, FIRST_ROUND(), "Closing brings nothing more in the first round, which "
     "ends when the turn comes round to the dealer or past."),
])  # fmt: skip
def test_a_meaning_depends_on_the_house_rules(
    options: dict[str, Any], about: About, line: str
) -> None:
    rules = GAME.options.read(GAME.name, options)
    assert meaning_of(about, rules, GAME.translate)[0] == line


def test_a_snapshot_has_the_answers_in_the_notation_of_the_rules_in_any_language() -> None:
    table = position({1: "b5 b5 r0 b2 b7", 3: "r6 r7 b0 b0 b1"}, "r5")
    table.say("discard r5", "call b5 b5 r5")
    with in_language("ja"):
        snapshot = GAME.words.snapshot(table.state)
    assert snapshot["answers"] == {"player_1": "call b5 b5 r5"}
    assert snapshot == GAME.words.snapshot(table.state)


def test_TAX_10_5_news_of_a_four_that_is_called() -> None:
    table = position({1: "b5 r5 r5 b2 b7"}, "b5")
    table.say("discard b5")
    assert told_after(table.copy(), "call b5 b5 r5 r5", 1) == (
        "player_1 pays 1 point to player_0; everybody else pays 1 point to player_1 for the four"
    )
    assert told_after(table, "call b5 b5 r5 r5") == (
        "player_1 calls b5 b5 r5 r5; player_1 pays 1 point to player_0; everybody else pays 1 "
        "point to player_1 for the four"
    )
    table = position({1: "b5 r5 r5 b2 b7"}, "b5", pt_call=0, pt_four=0)
    table.say("discard b5")
    assert told_after(table, "call b5 b5 r5 r5") == "player_1 calls b5 b5 r5 r5"


def test_TAX_4_4_who_has_answered_in_vain_is_told_so() -> None:
    hands = {1: "b5 b5 r0 b2 b7", 2: "r5 r0 b0 r7 b7", 3: "r6 r7 b0 b0 b1"}
    table = position(hands, "r5")
    table.say("discard r5", "call b5 b5 r5", "close")
    assert told_after(table.copy(), "pass", 1).endswith("a call from nearer the discard")
    assert "gives way" not in told_after(table.copy(), "pass", 2)
    assert "gives way" not in told_after(table.copy(), "pass", 0)
    table = position(hands, "r5")
    table.say("discard r5", "call b5 b5 r5", "pass")
    assert "gives way" not in told_after(table.copy(), "pass", 1)
    assert "gives way" not in told_after(table, "call r5 r6 r7", 1)


def test_a_pass_brings_no_news_and_is_not_told() -> None:
    table = position({1: OTHER, 2: "b5 b5 r0 b2 b7"}, "r5 bK")
    table.say("discard r5")
    actions = GAME.legal_actions(table.state)
    assert {announced(GAME, table.state, action, 0) for action in actions} == {""}
    assert {announced(GAME, table.state, action, 2) for action in actions} == {
        "call black 5 5 red 5", "pass",
    }  # fmt: skip
    copies = [table.copy() for _ in range(3)]
    assert told_after(copies[0], "pass", 0) == told_after(copies[1], "pass", 3) == ""
    assert told_after(copies[2], "pass", 1) == "player_1 draws bK"


def test_why_a_meld_stays() -> None:
    def with_meld(**options: bool) -> Table:
        return position({0: "r6 r6"}, "r5", melds={0: "b5 b5 r5"}, **options)

    assert why(with_meld(), "reveal b5 b5 r5 r5") == ("the meld b5 b5 r5 stays as it is (TAX-4.6).")
    table = with_meld(extend_public_set=True)
    assert why(table, "reveal bS b5 b5 r5") == "there is no bS in the hand (TAX-4.3b)."
    assert why(table, "reveal b6 b6 r6 r6") == "it does not extend the meld b5 b5 r5 (TAX-4.6)."
    table = position({1: "r6 r7"}, "r8", melds={1: "b5 b5 r5"})
    table.say("discard r8")
    assert why(table, "call r6 r7 r8") == (
        "no concealed card would be left after another meld (TAX-4.4b, TAX-9.7)."
    )


def test_cards_are_read_as_they_are() -> None:
    table = position({0: "b5 b5 r5 b2 b7"}, "r5")
    assert read(table, "b7") == read(table, " B7 ") == read(table, "discard b7") == ["discard b7"]
    assert read(table, "r5 b5 r5 b5") == read(table, "reveal b5, b5, r5, r5")
    assert read(table, "r5 b5 r5 b5") == ["reveal b5 b5 r5 r5"]
    assert read(table, "黒7") == read(table, "黒7を捨てる") == read(table, "黒巫") == ["discard b7"]
    assert read(table, "黒5、黒5、赤5、赤5") == read(table, "黒馬黒馬赤馬赤馬を公開する")
    assert read(table, "黒5 黒5 赤5 赤5") == ["reveal b5 b5 r5 r5"]
    assert read(table, "castle") == read(table, "") == read(table, "7") == read(table, "木") == []
    assert table.refused("b8") == "there is no b8 in the hand (TAX-4.3c)."
    assert table.refused("b7 b8") == "these cards are no card to discard and no meld (TAX-4.2)."


def test_a_call_is_read_with_the_discard_or_without_it() -> None:
    table = position({1: "b5 b5 r0 rS r7"}, "r5")
    table.say("discard r5")
    assert read(table, "b5 b5") == read(table, "r5 b5 b5") == ["call b5 b5 r5"]
    run = ["call r5 rS r7 as 5 6 7"]
    assert read(table, "r5 rS r7") == read(table, "赤5・赤船・赤7で鳴く") == run
    assert table.refused("r6 r7") == "there is no r6 in the hand (TAX-4.4b)."
    table = position({1: "r6 rS r0 b2 b7"}, "r5")
    table.say("discard r5")
    assert read(table, "r6 rS") == [
        "call rS r5 r6 as 4 5 6", "call r5 r6 rS as 5 6 7",
    ], "it is asked"  # fmt: skip
    assert read(table, "r5 r6 rS") == ["call r5 r6 rS as 5 6 7"]


def test_news_of_a_reshuffle() -> None:
    table = position({}, "r8 r7", is_all=True, exhaust="reshuffle", num_players=3)
    assert told_after(table, "discard r8", 2) == ""
    words = "the discards are shuffled and become the stock"
    assert told_after(table.copy(), "discard r7") == words
    told = told_after(table, "discard r7", 2)
    assert told.startswith(f"{words}; player_2 draws ")
    assert told_after(table, sorted(table.legal())[0]).startswith("player_0 draws ")


def test_the_end_of_the_stock_is_news() -> None:
    table = position({}, "r8", is_all=True)
    assert told_after(table, "discard r8") == "the stock is empty and the game is drawn"


def test_why_five_cards_and_a_discard_do_not_close() -> None:
    table = position({1: "b5 b5 r0 b2 b7"}, "r5")
    table.say("discard r5")
    assert why(table, "close") == "the five cards and r5 are no winning shape (TAX-4.7)."
    table.say("call b5 b5 r5")
    assert why(table, "close") == "after a call a card is discarded (TAX-4.5)."
