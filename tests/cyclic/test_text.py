"""What a seat of Cyclic is shown and told, to the letter."""

import re
from typing import Any

import numpy as np
import pytest

from fudaba.envs.core.contract.meanings import meaning_of
from fudaba.envs.core.scene.about import About
from fudaba.envs.cyclic import GAME
from fudaba.envs.cyclic.meanings import CARD, DEALER, PLAY_SINGLE, RUN, STOCK
from fudaba.envs.cyclic.state import (
    CIRCLE,
    EMPEROR,
    NAMES,
    NUM_KINDS,
    PASS_ACTION,
    SHIP,
    is_stronger,
)
from fudaba.envs.cyclic.text.news import must_pass

from ..option_mixes import mixes
from ..test_conformance import positions
from .positions import Table, position

KING = EMPEROR - 1


def told_after(table: Table, name: str, seat: int = 1) -> str:
    """The news of the last step of a play to a seat."""
    *steps, last = dict(table.chains())[name] if name != "pass" else [0]
    for action in steps:
        GAME.kernels.apply(table.state, action)
    before = np.array([table.view(seat)])[0]
    GAME.kernels.apply(table.state, last)
    return GAME.words.news(before, table.view(seat), seat)


def why_not(table: Table, name: str) -> str:
    """Why the move that is called so is illegal."""
    describe = GAME.words.describe
    names = {describe(table.state, action): action for action in range(GAME.num_actions)}
    assert names[name] not in GAME.legal_actions(table.state)
    return GAME.words.why_illegal(table.state, names[name])


def test_the_table() -> None:
    hands = ["bK b8 b8 r0 b0", "r1", "r2 r2"]
    table = position(hands, "b3 b0(3)", below="rE", cleared="b5 rS", stock="r2 r6 r1", seasons=3)
    expected = """
season 1 of 3; a play must have a black card
newest, by player_2: b3 b0(3)
below it: rE
stock: 3 cards
cleared: b5 rS
circle: 2 cards of 4, 5, 6, 7, 8, K or E beat the newest, 3 3: S 1 2 3 4 5 6 7 8
      K E S; 0 is wild

> player_0: 5 cards, dealer, began the season
  player_1: 1 card
  player_2: 2 cards
hand of player_0: b0 b8 b8 bK r0
Beat the friends 3 3, begin a longer play with 3, or pass"""
    assert GAME.text(table.state, 0) == expected.removeprefix("\n")
    table.say("friends 8 8")
    lines = GAME.text(table.state, 0).splitlines()
    assert lines[-1] == "Choose card 1 of the friends 8 8"
    assert GAME.text(table.state, 1).endswith("or pass"), "others don't see that"


def test_the_play_that_is_being_made() -> None:
    table = position(["b1 r1 b2 r2 b3", "b8"])
    assert GAME.text(table.state, 0).endswith("Lead a single, friends or a run")
    table.say("run 1 2 3", "with r1")
    question = "Choose the card for 2 of the run 1 2 3: r1 chosen"
    assert GAME.text(table.state, 0).endswith(question)
    hand = GAME.scene(table.state, 0).seats[0].cards
    assert [card.name for card in hand if card.mark == "recent"] == ["r1"]


@pytest.mark.parametrize(("steps", "question"), [
    (["single 1"], "Choose the card for the single 1"),
    (["friends 1 1"], "Choose card 1 of the friends 1 1"),
    (["friends 1 1", "with b1"], "Choose card 2 of the friends 1 1: b1 chosen"),
    (["run 1 2 3"], "Choose the card for 1 of the run 1 2 3"),
])  # fmt: skip
def test_the_question_has_the_progress_of_the_play(steps: list[str], question: str) -> None:
    table = position(["b1 r1 b0 r0 b2 r2 b3", "b8"])
    table.say(*steps)
    assert GAME.scene(table.state, 0).question.text == question
    assert GAME.scene(table.state, 1).question.text == "Lead a single, friends or a run"


@pytest.mark.parametrize(("options", "about", "line"), [
    ({}, CARD(kind=6, colour=0), "Black 5, a horse (2 in the deck): beats ships and 1 to 4; 6 to "
     "8, king and emperor beat it."),
    ({}, CARD(kind=0, colour=1), "Red ship (1 in the deck): beats only the emperor; all other "
     "kinds beat it. In a run it stands between E and 1."),
    ({}, CARD(kind=1, colour=1), "Red 0, nothing (3 in the deck): stands for any kind, in its own "
     "colour. Alone it is a single of any kind."),
    ({"mu": "removed"}, CARD(kind=1, colour=1), "Red 0, nothing: taken out of the pack at this "
     "table."),
    ({"mu": "removed"}, PLAY_SINGLE(kind=2), "You play one 2. As a single it beats ships and 1; 3 "
     "to 8, king and emperor beat it."),
    ({"min_run": 2}, RUN(), "2 or more kinds in a row, in any colours, also round the end of the "
     "circle as in E S 1. Its first card counts for strength."),
    ({"dealer_draw": 1}, DEALER(), "The dealer of the round draws 1 card and must lead. The player "
     "whose play nobody answers is the next dealer."),
    ({"dealer_draw": 0}, STOCK(), "The cards that were not dealt. Nobody draws them at this "
     "table."),
])  # fmt: skip
def test_a_meaning_depends_on_the_house_rules(
    options: dict[str, Any], about: About, line: str
) -> None:
    rules = GAME.options.read(GAME.name, options)
    assert meaning_of(about, rules, GAME.say)[0] == line


@pytest.mark.parametrize("kind", range(NUM_KINDS))
def test_the_line_of_a_card_names_what_it_beats(kind: int) -> None:
    line, _ = meaning_of(CARD(kind=CIRCLE[kind]), GAME.options(), GAME.say)
    weaker, _, stronger = line.partition("beats ")[2].partition(";")
    expected = [other for other in range(NUM_KINDS) if is_stronger(kind, other)]
    assert kinds_in(weaker) == expected
    beating = [other for other in range(NUM_KINDS) if is_stronger(other, kind)]
    assert kinds_in(stronger.partition(".")[0]) == beating


def kinds_in(words: str) -> list[int]:
    """The kinds that a line names, in their order."""
    words = words.replace("everything but ships", "1 to 8, king")
    words = words.replace("all other kinds", "1 to 8, king")
    found = set()
    for low, high in re.findall(r"\b([1-8]) to ([1-8])\b", words):
        found |= set(range(int(low), int(high) + 1))
    found |= {int(number) for number in re.findall(r"\b[1-8]\b", words)}
    found |= {kind for kind in (SHIP, KING, EMPEROR) if re.search(rf"\b{NAMES[kind]}s?\b", words)}
    return sorted(found)


def test_an_own_play_is_told_once_with_its_cards() -> None:
    table = position(["b1 r1 b0 b8", "b2 b4"])
    *steps, last = dict(table.chains())["the friends b1 r1"]
    for action in steps:
        assert GAME.announced_to(table.state, action, 0) == ""
        GAME.kernels.apply(table.state, action)
    assert GAME.announced_to(table.state, last, 0) == "play the friends b1 r1"


def test_news_of_new_rounds() -> None:
    table = position(["b1 r1 b0 b8", "b2 b4", "r7"], stock="r3 r4")
    assert told_after(table, "the friends b1 r1", seat=0) == ""
    assert told_after(table, "pass", seat=0) == ""
    assert told_after(table, "pass", seat=0) == (
        "the table is cleared; player_0 leads; you draw r3 r4"
    )
    table = position(["b8 b7", "b2 b4", "r7"], stock="r3 r4", to_move=1, newest="b5", owner=0)
    table.say("pass")
    assert told_after(table, "pass", seat=1) == (
        "the table is cleared; player_0 leads and draws 2 cards"
    )


def test_who_has_to_pass_is_told_why() -> None:
    table = position(["b8 b7", "b2 b4", "r7"], stock="r3 r4", to_move=1, newest="b5", owner=0)
    assert told_after(table.copy(), "pass", seat=1) == "player_1 can't beat it"
    assert told_after(table.copy(), "pass", seat=2) == ""
    table.say("pass")
    assert told_after(table, "pass", seat=2) == (
        "player_2 can't beat it; the table is cleared; player_0 leads and draws 2 cards"
    )
    table = position(["b8 b7", "b2 b6", "r7"], to_move=1, newest="b5", owner=0)
    assert told_after(table, "pass", seat=1) == "", "b6 would have beaten it"


@pytest.mark.parametrize("options", mixes(GAME)[::3])
def test_CYC_4_4_who_has_to_pass_is_known_from_the_own_cards(options: dict[str, Any]) -> None:
    found = set()
    for seed in range(3):
        for state in positions(GAME, options, seed):
            if (mover := int(state["to_move"])) >= 0:
                must = GAME.legal_actions(state) == [PASS_ACTION]
                found.add(must)
                for seat in range(int(state["num_players"])):
                    assert must_pass(GAME.view(state, seat)) == (must and seat == mover)
    assert found == {False, True}


def test_news_of_places_and_the_end_of_a_season() -> None:
    hands = ["b4", "b5 b1", "b8"]
    table = position(hands, "b3", owner=2, stock="", continue_after_win=True, seasons=2)
    assert told_after(table, "b4") == "player_0 is out, 1st"
    table.lay("b5")
    assert told_after(table, "b8") == (
        "player_0 wins the season; player_2 is 2nd; player_1 is 3rd; player_0 deals the next"
    )
    table = position(["b4", "b5 b1"], "b3", stock="")
    assert told_after(table, "b4") == "player_0 wins the game"


def test_reasons() -> None:
    table = position(["r4 r5 r6 r6 b0 bS", "r1"], "b3 b3")
    reasons = {
        "single 4": "the newest play has 2 cards, and this is shorter (CYC-4.4).",
        "friends 2 2": "2 does not beat 3 (CYC-4.6).",
        "friends 4 4 4": "a longer play must have the same foot, 3 (CYC-4.4).",
        "friends 3 3 3": "the hand has no friends 3 3 3 (CYC-4.2).",
        "run 4 5": "a run has 3 cards or more, with this min_run (CYC-4.2).",
        "with r": "no play is being made: choose what to play first (CYC-4.7).",
    }
    assert {name: why_not(table, name) for name in reasons} == reasons
    assert why_not(position(["r4 r4", "r1"], "b3 b3"), "friends 4 4") == (
        "the play must have a black card, as the newest play has (CYC-4.4)."
    )
    assert why_not(position(["r4", "r1"]), "pass") == "the dealer of the round must lead (CYC-4.2)."
    table = position(["r4 r5 r6", "r1"], "b3 r3 b3", min_run=2)
    assert why_not(table, "run 4 5 6") == (
        "as many cards must be friends, as the newest play is (CYC-4.4)."
    )


def test_reasons_within_a_play() -> None:
    table = position(["b1 r1 b0 r0 b2", "r1"])
    table.say("friends 1 1")
    assert why_not(table, "pass") == "a play is being made: choose its next card (CYC-4.7)."
    assert why_not(table, "with r0(1)") == (
        "the places after this one could not be filled (CYC-4.7)."
    )
    table.say("with r1")
    assert why_not(table, "with b1") == (
        "friends are laid in this order: black, red, black and red nothings (CYC-4.7)."
    )
    assert why_not(table, "with r1") == "there is no r1 left in the hand (CYC-4.7)."
    table = position(["r1 r2 b3 r3 b0", "r1"], "bS b1 b2")
    table.say("run 1 2 3", "with r1", "with r2")
    assert why_not(table, "with r3") == (
        "the play must have a black card, as the newest play has (CYC-4.4)."
    )
