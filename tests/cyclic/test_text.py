"""What a seat of Cyclic is told, and what the lines about its table depend on."""

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
from fudaba.testing.positions import positions

from ..announced import announced
from ..spread import few_mixes
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
    assert meaning_of(about, rules, GAME.translate)[0] == line


@pytest.mark.parametrize("kind", range(NUM_KINDS))
def test_the_line_of_a_card_names_what_it_beats(kind: int) -> None:
    line, _ = meaning_of(CARD(kind=CIRCLE[kind]), GAME.options(), GAME.translate)
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
        assert announced(GAME, table.state, action, 0) == ""
        GAME.kernels.apply(table.state, action)
    assert announced(GAME, table.state, last, 0) == "play the friends black 1 red 1"


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


@pytest.mark.parametrize("options", few_mixes(GAME, 3))
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


def test_why_the_cards_of_a_play_have_an_order() -> None:
    table = position(["b1 r1 b0 r0 b2", "r1"])
    table.say("friends 1 1")
    assert why_not(table, "with r0(1)") == (
        "the places after this one could not be filled (CYC-4.7)."
    )
    table.say("with r1")
    assert why_not(table, "with b1") == (
        "friends are laid in this order: black, red, black and red nothings (CYC-4.7)."
    )
    table = position(["r1 r2 b3 r3 b0", "r1"], "bS b1 b2")
    table.say("run 1 2 3", "with r1", "with r2")
    assert why_not(table, "with r3") == (
        "the play must have a black card, as the newest play has (CYC-4.4)."
    )


def test_a_nothing_on_the_table_shows_what_it_stands_for() -> None:
    table = position(["b4", "r1"], "b3 b0(3)", below="r0(2)")
    lines = GAME.text(table.state, 0).splitlines()
    assert [line for line in lines if "b0" in line] == ["newest, by player_1: b3 b0(3)"]
