"""What others are told in Mokkaik, what the lines about its table depend on, and what is read."""

from typing import Any

import numpy as np
import pytest

from fudaba.common.languages import LANGUAGES, in_language
from fudaba.envs.core.contract.meanings import meaning_of
from fudaba.envs.core.scene.about import About
from fudaba.envs.mokkaik import GAME
from fudaba.envs.mokkaik.meanings import CARD, DEALER_WITH_BONUS, PLAY, RUN_TO_BEAT, WON
from fudaba.envs.mokkaik.state import FOLD_ACTION

from ..announced import announced
from .positions import Table, position


def read(table: Table, text: str) -> list[tuple[str, ...]]:
    """What a text can mean, in the names of moves; each chain is carried out."""
    found = []
    for chain in GAME.words.read(table.state, text):
        state, names = np.array([table.state])[0], []
        for action in chain:
            assert action in GAME.legal_actions(state)
            names.append(GAME.words.describe(state, action))
            GAME.kernels.apply(state, action)
        found.append(tuple(names))
    return found


@pytest.mark.parametrize(("options", "about", "line"), [
    ({}, CARD(kind=3, colour=0), "Black 2, a bow (2 in the deck): "
     "alone it beats 0 and 1 of its colour. For sets, and runs of its "
     "colour."),
    ({"ship_alone": "declared"}, CARD(kind=0, colour=1), "Red ship (1 in the deck): "
     "stands for any card of its colour in sets and "
     "runs; alone it is played as court or any number."),
    ({}, WON(count=4), "With 4 cards won, this player pays 2 points when another one wins the "
     "last round, times the bonus as dealer."),
    ({"par": 3, "dealer_multiplier": "none"}, WON(count=4),
     "With 4 cards won, this player gets 1 point when another one wins the last round."),
    ({"par": 4}, WON(count=4),
     "With 4 cards won, this player pays nothing when another one wins the last round."),
    ({}, DEALER_WITH_BONUS(bonus=3), "This player has dealt the cards and has the first turn. If "
     "another player wins the last round, what this player pays is multiplied by 3."),
    ({}, PLAY(shape="run", strength=2, types=(3, 0, 5)), "A black run of 3 from 2. Only a stronger "
     "black run of 3 beats it. If it wins the round, its 3 cards go to your pile and you lead."),
    ({}, PLAY(shape="single", strength=9, types=(23,)), "A single red card of strength court. "
     "Nothing beats it. If it wins the round, its card goes to your pile and you lead."),
    ({"beat_rule": "lead"}, PLAY(shape="run", strength=6, types=(7, 8, 9)), "A black run of 3 from "
     "6. Only an equal one that came before beats it. If it wins the round, its 3 cards go to your "
     "pile and you lead."),
    ({}, RUN_TO_BEAT(shape="run", black=0, red=3, strength=6),
     "No run of this length is higher: all others can only fold."),
])  # fmt: skip
def test_a_meaning_depends_on_the_house_rules(
    options: dict[str, Any], about: About, line: str
) -> None:
    rules = GAME.options.read(GAME.name, options)
    assert meaning_of(about, rules, GAME.translate)[0] == line


def test_others_are_told_of_a_throw_but_not_of_its_card() -> None:
    table = position(["b1 b0", "b3 r0"])
    table.say("b1", "fold")
    throws = GAME.legal_actions(table.state)
    assert {announced(GAME, table.state, action, 0) for action in throws} == {"throw a card"}
    assert {announced(GAME, table.state, action, 1) for action in throws} == {
        "throw black 3",
        "throw red 0",
    }


def test_a_throw_of_several_cards_is_told_once() -> None:
    table = position(["b1 r1 b3", "b0 r0 b4"])
    table.say("b1 r1", "fold")
    heard = []
    for name in ("throw b0", "throw b4"):
        action = GAME.parse(table.state, name)
        heard.append([announced(GAME, table.state, action, seat) for seat in range(2)])
        table.say(name)
    assert heard == [["", "throw black 0"], ["throw 2 cards", "throw black 4"]]


def test_cards_are_read_in_any_order() -> None:
    table = position(["b4 b3 b5 r4 bS", "b0 b0 b0 b1 b1"])
    assert read(table, "b5 b3 b4") == read(table, "b3-b5") == read(table, "play B3-5")
    assert read(table, "b5, b3, b4") == [("play b3 b4 b5",)]
    assert read(table, "r4 b4 bS") == [("play bS b4 r4",)]
    assert read(table, "run b5 b3 b4") == read(table, "play run b3-b5") == [("play b3 b4 b5",)]
    assert read(table, "castle") == read(table, "3") == read(table, "") == []
    assert read(table, "set b3 b4 b5") == read(table, "b3-r5") == []


def test_a_ship_stands_where_it_is_typed_or_its_place_is_asked() -> None:
    table = position(["b4 b5 bS", "b0 b0 b0"])
    assert read(table, "b4 b5 bS") == [("play b4 b5 bS",)]
    assert read(table, "bS b4 b5") == [("play bS b4 b5",)]
    assert read(table, "b5 bS b4") == [("play bS b4 b5",), ("play b4 b5 bS",)]


def test_ships_are_declared() -> None:
    table = position(["bS rS", "b0 b0"], ship_alone="declared")
    assert read(table, "bS as 4") == [("play bS as 4",)]
    assert read(table, "rS bS as 4") == [("play bS rS as 4",)]
    assert read(table, "bS") == [("play bS",)]


def test_a_fold_is_read_with_what_is_thrown() -> None:
    table = position(["b3 r3 b0", "b4 r5 r5"])
    table.say("b3 r3")
    assert read(table, "fold r5 b4") == [("fold", "throw r5", "throw b4")]
    assert read(table, "fold r5") == read(table, "throw r5") == [("fold", "throw r5")]
    table.say("fold")
    assert read(table, "r5 r5") == [("throw r5", "throw r5")]
    table = position(["b3 r3", "b4 r5"])
    table.say("b3 r3")
    assert read(table, "fold b4 r5") == [("fold",)], "both go by themselves"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("japanese", "english"), [
    ("黒3 黒4 黒船 黒6を出す", "b3 b4 bS b6"),
    ("黒船を4として出す", "bS as 4"),
])  # fmt: skip
def test_plays_are_read_in_japanese(language: str, japanese: str, english: str) -> None:
    table = position(["b3 b4 bS b6 b0", "b4 r5 r5 b1 b2"], ship_alone="declared")
    wanted = GAME.words.read(table.state, english)
    with in_language(language):
        assert GAME.words.read(table.state, japanese) == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_japanese_names_of_moves_are_read(language: str) -> None:
    table = position(["b3 b4 bS b6 b0", "b4 r5 r5 b1 b2"], ship_alone="declared")
    with in_language("ja"):
        names = GAME.move_names(table.state)
    with in_language(language):
        for name, action in names.items():
            assert (action,) in GAME.words.read(table.state, name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_folds_are_read_in_japanese(language: str) -> None:
    table = position(["b3 r3 b0", "b4 r5 r5"])
    table.say("b3 r3")
    chain = GAME.words.read(table.state, "fold b4 r5")
    with in_language(language):
        assert GAME.words.read(table.state, "降りて黒4、赤5を捨てる") == chain
        assert GAME.words.read(table.state, "降りる") == [(FOLD_ACTION,)]
    table.say("fold")
    with in_language(language):
        assert GAME.words.read(table.state, "黒4、赤5を伏せて捨てる") == [chain[0][1:]]


def test_what_is_read_and_not_allowed() -> None:
    table = position(["b3 r3 b0", "b4 r5 r5"])
    assert table.refused("b3 b0") == (
        "these cards are neither a single nor a set nor a run (MOK-4.1)."
    )
    assert table.refused("r8") == "there is no r8 in the hand (MOK-4.1)."
    assert table.refused("fold b3") == "who leads must play a hand (MOK-4.1)."
    table.say("b3 r3")
    assert table.refused("r5 r5").startswith("a set of 1 black and 1 red card was led, and the")
    assert table.refused("fold r5 r5 b4") == "2 cards can be thrown now (MOK-4.2b)."
    assert table.refused("fold b8") == "there is no b8 in the hand (MOK-4.2b)."
