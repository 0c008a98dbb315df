"""What others are told in SEKI, and what is asked and refused in rare cases."""

import random
import re
from typing import Any

import numpy as np
import pytest

from fudaba.envs import UserError
from fudaba.envs.seki import GAME
from fudaba.envs.seki.state import (
    FIRST_COPY,
    KIND_NAMES,
    NUM_CARDS,
    NUM_ROLES,
)
from fudaba.envs.seki.text.words import card_name

from ..announced import announced
from .positions import ROLES, Table, new_state, position
from .worlds import samples

OTHERS = ["1 1 TRADE", "2 2 TRADE"]
CARD_NAME = re.compile("|".join(sorted(map(card_name, range(NUM_CARDS)), key=len, reverse=True)))
FACE = re.compile(r"\d|" + "|".join(KIND_NAMES))


def drawn(table: Table, seat: int) -> str:
    return GAME.text(table.state, seat)


# What the others are told (SEKI-7.2)


def told(table: Table, listener: int) -> dict[str, str]:
    """What a listener is told of each legal action, by what its player says."""
    return {
        text: announced(GAME, table.state, action, listener)
        for text, action in table.options().items()
    }


@pytest.mark.parametrize(
    ("roles", "texts", "action", "public"),
    [
        ("THIEF", ["activate THIEF"], "trade 9", ""),
        ("ALCHEMIST", ["activate ALCHEMIST"], "put 9 on the pile", "put a card on the pile"),
        (
            "ALCHEMIST",
            ["activate ALCHEMIST", "put 3 on the pile"],
            "put 9 on top",
            "put a card on top",
        ),
        ("THIEF", ["activate THIEF", "trade 9"], "choose player_1", "trade with player_1"),
        ("EMPEROR", ["activate EMPEROR"], "keep 9", "keep a card"),
        ("EMPEROR", ["activate EMPEROR"], "keep 3", "keep 3"),
        ("HUNTER", ["activate HUNTER"], "give TRADE", ""),
        ("HUNTER", ["activate HUNTER", "give TRADE"], "stop", "finish choosing"),
        ("HUNTER", ["activate HUNTER", "give TRADE", "stop"], "take REVERSE", "take a symbol"),
        ("ANGLER", ["activate ANGLER"], "exclude 9", "exclude 9"),
        ("ANGLER", ["activate ANGLER", "exclude 9"], "take DISCARD", "take DISCARD"),
        ("MILLIONAIRE", ["activate MILLIONAIRE"], "exclude 9", "exclude 9"),
        ("MAGICIAN", ["activate MAGICIAN"], "act as TRADE", "act as TRADE"),
        ("MAGICIAN", ["activate MAGICIAN", "act as DIG UP"], "dig up with 9", "dig up with 9"),
        ("GAMBLER", ["activate GAMBLER", "guess 6 to 9"], "discard 9", "discard 9"),
        ("HACKER", ["pass", "pass"], "keep the drawn card", "keep the drawn card"),
        ("HACKER", ["pass", "pass"], "trash 8", "trash 8, just drawn"),
    ],
)
def test_SEKI_7_2_what_a_third_party_is_told(
    roles: str, texts: list[str], action: str, public: str
) -> None:
    decks = {"nd": "8", "ng": "5", "sd": "REVERSE", "sg": "DISCARD"}
    table = position(["3 9 TRADE", *OTHERS], f"{roles} . .", marked=[12], **decks)
    table.say(*texts)
    assert told(table, 2)[action] == public


def test_SEKI_9_27_how_many_cards_hunter_offers_is_not_heard() -> None:
    decks = {"nd": "8", "ng": "5", "sd": "REVERSE DISCARD"}
    table = position(["3 9 TRADE DIG_UP", *OTHERS], "HUNTER . .", **decks)
    table.say("activate HUNTER")
    heard = set()
    for action in ("give TRADE", "give DIG UP"):
        heard |= {told(table, 1)[action], told(table, 2)[action]}
        table.say(action)
    assert heard == {""}
    assert not table.view(1)["offered"].any() and told(table, 1)["stop"] == "finish choosing"


@pytest.mark.parametrize("role", ["ANGLER", "MILLIONAIRE"])
def test_SEKI_7_3_a_card_that_is_excluded_face_down_goes_unnamed(role: str) -> None:
    options = {"exclusion_face_up": False}
    decks: dict[str, Any] = {"sd": "REVERSE", "sg": "DISCARD", "options": options}
    table = position(["3 9 TRADE", *OTHERS], f"{role} . .", marked=[12], **decks)
    table.say(f"activate {role}")
    assert told(table, 1)["exclude 9"] == "exclude a card"
    assert told(table, 1)["exclude 3"] == "exclude 3", "a marked card is seen by all"


def test_SEKI_7_2_no_card_is_named_that_the_listener_does_not_then_see() -> None:
    rng, named = random.Random(4), 0
    for state, listener, _ in samples(60, 9):
        table = Table(state).copy()
        if table.to_move is None or table.to_move == listener:
            continue
        action = rng.choice(GAME.legal_actions(state))
        words = CARD_NAME.findall(GAME.announced_to(state, action, listener))
        faces = FACE.findall(announced(GAME, state, action, listener))
        table.state["num_games"] = state["game_number"] + 1
        GAME.kernels.apply(table.state, action)
        if GAME.decode(action)[0].name != "card":
            continue  # kinds of symbols are no cards
        assert faces == [FACE.findall(word)[0] for word in words], "without letters"
        for card in [card for card in range(NUM_CARDS) if card_name(card) in words]:
            assert len(table.known(card)[listener]) == 1
            named += 1
    assert named > 300


# Why not


def reason(table: Table, text: str) -> str:
    """Why the seat to move may not do what is called so."""
    words = {GAME.words.describe(table.state, action): action for action in range(GAME.num_actions)}
    assert words[text] not in GAME.legal_actions(table.state)
    return GAME.words.why_illegal(table.state, words[text])


def test_why_not_activate_names_the_clause_of_every_role() -> None:
    rules = GAME.rules.read_text(encoding="utf-8")
    for role in range(NUM_ROLES):
        table = position(["TRADE", *OTHERS], f"{ROLES[role]} . .")
        clause = GAME.words.why_illegal(table.state, FIRST_COPY if role == 9 else 55).split("(")[-1]
        assert f"- {clause.removesuffix(').')} {ROLES[role]}" in rules


# Names


def test_card_names_are_different_and_read_back() -> None:
    names = [card_name(card) for card in range(NUM_CARDS)]
    assert len(set(names)) == NUM_CARDS
    assert (names[0], names[39], names[40], names[51], names[52]) == (
        "0a", "9d", "REVERSE a", "DIG UP d", "DISCARD",
    )  # fmt: skip


def test_the_snapshot_holds_every_card_once() -> None:
    for state, _, _ in samples(6, 10, every=10):
        shot = GAME.words.snapshot(state)
        decks = ("number_deck", "symbol_deck", "number_graveyard", "symbol_graveyard", "excluded")
        cards = [card for name in decks for card in shot[name]]
        cards += [card for hand in shot["hands"].values() for card in hand]
        cards += [shot["in_use"]] if shot["in_use"] else []
        assert sorted(cards) == sorted(map(card_name, range(NUM_CARDS)))
        for name, field in (("frozen", state["frozen_by"] >= 0), ("marked", state["marked"] == 1)):
            held = [card for hand in shot[name].values() for card in hand]
            told = np.flatnonzero(field & (state["zone"] < len(shot["hands"])))
            assert sorted(held) == sorted(card_name(int(card)) for card in told)


# Options

POINTS = "by_players or a list in [ ] of whole numbers 0 to 100."


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ({"roles": ["THIEF", "HUNTER"]}, "at least 4 different roles."),
        ({"roles": []}, "at least 4 different roles."),
        ({"roles": ["THIEF", "HUNTER", "ANGLER", "COOK"]}, "a list in [ ] of ALCHEMIST, ANGLER"),
        ({"roles": "THIEF"}, "a list in [ ] of ALCHEMIST, ANGLER"),
        ({"roles": [True, 1, 2, 3]}, "a list in [ ] of ALCHEMIST, ANGLER"),
        ({"points": []}, POINTS),
        ({"points": [3, 2, 1, -1]}, POINTS),
        ({"points": [3, 2, 1, True]}, POINTS),
        ({"points": [3, 2, 1, float("nan")]}, POINTS),
        ({"points": [3, 2, 1]}, "by_players or 4 numbers, none larger than the one before."),
        ({"points": [1, 2, 3, 4]}, "by_players or 4 numbers, none larger than the one before."),
        ({"points": 7}, POINTS),
        ({"num_players": True}, "whole numbers 3 to 5."),
        ({"num_players": 2}, "whole numbers 3 to 5."),
        ({"num_players": float("nan")}, "whole numbers 3 to 5."),
        ({"num_players": 5, "initial_symbols": 3}, "at most 2, for there are 13 such cards."),
        ({"initial_numbers": 9}, "whole numbers 1 to 8."),
        ({"first_parent": 4}, "random or 0 to 3."),
        ({"points": [101, 2, 1, 0]}, POINTS),
        ({"num_games": 101}, "whole numbers 1 to 100."),
        ({"max_turns": 0}, "whole numbers 1 to 100000."),
        ({"allow_equal": 2}, "on, off."),
        ({"gambler_hit_card": "stays"}, "stays_on_top, excluded, number_graveyard."),
    ],
    ids=str,
)
def test_SEKI_9_28_a_wrong_option_gets_one_sentence(options: dict[str, Any], allowed: str) -> None:
    with pytest.raises(UserError) as refused:
        new_state(**options)
    sentence = str(refused.value)
    assert sentence.startswith("seki_v0: option ") and f"; allowed: {allowed}" in sentence
    assert "\n" not in sentence and sentence.endswith(".")


def test_why_not_on_a_turn_under_house_rules() -> None:
    strict = {"forbidden_finish_scope": "strict"}
    table = position(["DISCARD 0", *OTHERS], options=strict)
    shed = "DISCARD can't shed a 0 or a symbol as the last card (SEKI-4.13)."
    assert reason(table, "use DISCARD") == shed
    flip: dict[str, Any] = {"ng": "5", "nd": "9", "options": {"reset_flip": True}}
    table = position(["3 TRADE", *OTHERS], "THIEF . .", **flip)
    table.say("pass")
    after = "after a reset that turns up a card only TRASH and PASS are allowed (SEKI-4.9)."
    assert reason(table, "use TRADE a") == reason(table, "activate THIEF") == after
    forbidden = {"pass_after_reset": "forbidden"}
    table = position(["3 TRADE", *OTHERS], ng="5", options=forbidden)
    table.say("pass")
    unless = "after a reset a pass is allowed only if nothing else is (SEKI-4.9)."
    assert reason(table, "pass") == unless
    table = position(["3 9", *OTHERS], frozen={0: {"9": 1}})
    assert reason(table, "trash 9a") == "9a is frozen (SEKI-5.7)."


def test_why_not_activate() -> None:
    table = position(["TRADE", *OTHERS], "ANGLER . .")
    clause = "the condition of ANGLER does not hold (SEKI-5.6)."
    assert reason(table, "activate ANGLER") == clause
    own = "NEW GRAD copies a role, and everybody else activates the own one (SEKI-5.15)."
    assert GAME.words.why_illegal(table.state, FIRST_COPY) == own
    table = position(["TRADE", *OTHERS], "NEW_GRAD THIEF ANGLER!")
    other = "NEW GRAD copies a role that another activated, EMPEROR excepted (SEKI-5.15)."
    assert reason(table, "activate as THIEF") == reason(table, "activate as EMPEROR") == other
    assert reason(table, "activate as ANGLER") == clause
    assert reason(table, "activate NEW GRAD") == own
    table = position(["3 TRADE", *OTHERS], "FORTUNE_TELLER . .", sd="REVERSE")
    table.say("activate FORTUNE TELLER")
    assert reason(table, "activate FORTUNE TELLER").endswith("activated already (SEKI-4.7).")
    assert GAME.words.why_illegal(table.state, FIRST_COPY).endswith("(SEKI-4.7).")


def test_why_not_a_card_again_or_one_too_many() -> None:
    table = position(["3 9 0", *OTHERS], "ALCHEMIST . .")
    table.say("activate ALCHEMIST", "put 3 on the pile")
    assert reason(table, "put 3a on top") == "3a is chosen already (SEKI-5.5)."
    table = position(["3 TRADE DIG_UP", *OTHERS], "HUNTER . .", sd="REVERSE")
    table.say("activate HUNTER", "give TRADE")
    assert reason(table, "give TRADE a") == "TRADE a is chosen already (SEKI-5.12)."
    no_room = "the symbol deck has no card for one more symbol (SEKI-5.12)."
    assert reason(table, "give DIG UP a") == no_room
    assert reason(table, "give 3a").endswith("Choose symbols to give away, then stop (SEKI-5.12).")


def test_why_not_within_farmers_trash() -> None:
    hand = "0 3 5 6 9 TRADE"
    table = position([hand, *OTHERS], "FARMER . .", ng="9 9", right=1, nd="5 4", rest="excluded")
    table.say("activate FARMER")
    assert reason(table, "trash 3a") == "3a does not beat the pile (SEKI-4.1)."
    assert reason(table, "trash 8a") == "8a is not in the hand (SEKI-5.16)."
    assert reason(table, "use TRADE a").endswith("or make the special trash (SEKI-5.16).")
    table.say("special")
    assert reason(table, "trash 3a") == "3a does not beat the pile (SEKI-4.1)."
    table.say("trash 6")
    stack = "9a has neither the pile's number nor the next stronger one (SEKI-5.16)."
    assert reason(table, "trash 9a") == stack
    table = position(["0", *OTHERS], "FARMER . .", nd="5")
    table.say("activate FARMER")
    assert reason(table, "trash 0a") == "a 0 can't be trashed as the last card (SEKI-4.5)."


def test_what_is_asked_after_a_reset() -> None:
    def asked(*texts: str, **options: Any) -> str:
        table = position(["3 7 8", *OTHERS], "FORTUNE_TELLER . .", ng="9", nd="5", options=options)
        table.say(*texts)
        return GAME.scene(table.state, 0).question.text

    activate = "activate FORTUNE TELLER"
    reset = "After the reset: trash any number"
    assert asked("pass") == f"{reset}, activate the role, or pass"
    with_right = "Pass to reset the pile: you can neither beat the 9 nor use a card"
    assert asked(activate) == with_right
    assert asked(activate, "pass") == f"{reset}, or pass"
    flipped = "After the reset: trash a number higher than 5, or a 0, or pass"
    assert asked("pass", reset_flip=True) == flipped
    forbidden = asked("pass", pass_after_reset="forbidden", reset_flip=True)
    assert forbidden == f"{flipped} if nothing else is possible"


def test_the_role_that_new_grad_has_copied_is_told() -> None:
    table = position(["3 7 8", *OTHERS], "NEW_GRAD FORTUNE_TELLER! .")
    table.say("activate as FORTUNE TELLER")
    assert ": 3 cards, NEW GRAD (activated), as FORTUNE TELLER, last: used the\n" in drawn(table, 1)


def test_why_not_a_0_within_an_effect() -> None:
    table = position(["3 0", *OTHERS], "ALCHEMIST . .")
    table.say("activate ALCHEMIST")
    number = "0a has no number that may be declared with it (SEKI-5.5)."
    assert reason(table, "put 0a on the pile") == number
    strict = {"forbidden_finish_scope": "strict"}
    table = position(["3 0", *OTHERS], "GAMBLER . .", nd="5", options=strict)
    table.say("activate GAMBLER", "guess 0 or 5", "discard 0")
    assert table.legal() == {"discard 3"}
    table = position(["3 0 DISCARD", *OTHERS], "GAMBLER . .", nd="5", options=strict)
    table.say("activate GAMBLER", "guess 0 or 5", "discard 3", "discard 0")
    assert table.faces(0) == ["DISCARD"]


@pytest.mark.parametrize(
    ("hand", "text", "because"),
    [
        ("3 9 0", "trash 3a", "3a does not beat the pile (SEKI-4.1)."),
        ("0", "trash 0a", "a 0 can't be trashed as the last card (SEKI-4.5)."),
        ("DISCARD", "use DISCARD", "a symbol can't be used as the last card (SEKI-4.6)."),
    ],
)
def test_why_not_on_a_turn(hand: str, text: str, because: str) -> None:
    assert reason(position([hand, *OTHERS], "THIEF! . .", ng="5"), text) == because


@pytest.mark.parametrize(
    ("role", "texts", "question"),
    [
        ("HUNTER", "give TRADE", "Give more symbols away, or stop? TRADE a chosen"),
        ("HUNTER", "give TRADE; stop", "Take which kind of symbol? 0 of 1 taken"),
        ("GAMBLER", "guess 6 to 9", "Choose the card to discard"),
        ("GAMBLER", "guess 1 to 4", "Trash a number higher than 5, or a 0, use a symbol, or pass"),
        ("ALCHEMIST", "put 3 on the pile", "Choose the number that goes on top of 3a"),
        ("ALCHEMIST", "put 9 on the pile; put 3 on top",
         "Declare 2 (sum of 3a and 9a) or 6 (difference)"),
        ("FARMER", "special; trash 9", "Second of two cards: trash another 9, or stop"),
    ],
)  # fmt: skip
def test_what_is_asked_in_the_middle_of_an_effect(role: str, texts: str, question: str) -> None:
    decks = {"nd": "7 8", "ng": "5", "sd": "REVERSE", "sg": "DISCARD"}
    table = position(["3 9 TRADE", *OTHERS], f"{role} . .", right=0, marked=[8], **decks)
    table.say(f"activate {role}", *texts.split("; "))
    assert drawn(table, 0).splitlines()[-1] == question
