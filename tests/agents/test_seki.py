"""Greedy at SEKI: it finishes when it can, keeps a last card that may go, and uses its role."""

from typing import Any

import pytest

from fudaba.envs.seki import GAME
from fudaba.envs.seki.rules.memory import show

from ..seki.positions import COPY, Table, position
from .advised import greedy_move

OTHERS = ["1 1 TRADE 5 6 7", "2 2 TRADE 5 6 7"]


def advice(table: Table) -> str:
    """What greedy says in a position."""
    return COPY.sub("", greedy_move(GAME, table))


def advised(hand: str, role: str = "THIEF!", others: list[str] = OTHERS, **state: Any) -> str:
    """What greedy says with this hand and panel on the first turn of a position."""
    return advice(position([hand, *others], f"{role} . .", **state))


@pytest.mark.parametrize(
    ("hand", "ng", "move"),
    [
        ("7", "5", "trash 7"),
        ("DISCARD 0", "5", "use DISCARD"),
        ("DISCARD REVERSE", "", "use DISCARD"),
    ],
)
def test_SEKI_4_10_the_last_cards_are_shed_at_once(hand: str, ng: str, move: str) -> None:
    for role in ("THIEF!", "MILLIONAIRE"):
        assert advised(hand, role, ng=ng, right=1, sd="TRADE") == move


def test_SEKI_4_8_the_last_card_drawn_is_shed_too() -> None:
    table = position(["3", *OTHERS], ng="5", right=1, nd="8")
    table.say("pass")
    assert advice(table) == "trash 8"


@pytest.mark.parametrize(
    ("hand", "move"),
    [
        ("0 7", "trash 0"),  # a lone 0 could not be trashed
        ("REVERSE 7", "use REVERSE"),  # nor a lone symbol used
        ("REVERSE 0 7", "use REVERSE"),  # the 7 is kept to finish with
        ("DISCARD 6 0", "trash 6"),  # so is DISCARD
    ],
)
def test_SEKI_4_12_the_last_card_is_one_that_may_go(hand: str, move: str) -> None:
    assert advised(hand, ng="5", right=1) == move


@pytest.mark.parametrize(
    ("hand", "reversed_", "move"),
    [
        ("6 8 9", 0, "trash 6"),
        ("1 2 4", 1, "trash 4"),
        ("6 0 9", 0, "trash 6"),
        ("1 0 9", 0, "trash 9"),
        ("1 4 REVERSE", 0, "use REVERSE"),
    ],
)
def test_SEKI_4_1_the_weakest_card_that_beats_goes_first(
    hand: str, reversed_: int, move: str
) -> None:
    assert advised(hand, ng="5", right=1, reversed=reversed_) == move


def test_SEKI_4_10_the_strongest_card_goes_first_where_another_may_finish() -> None:
    assert advised("6 8 9", others=["1", OTHERS[1]], ng="5", right=1) == "trash 9"
    assert advised("6 8 9", others=["1 2", OTHERS[1]], ng="5", right=1) == "trash 6"


def test_SEKI_4_9_who_holds_the_right_and_beats_nothing_resets() -> None:
    assert advised("1 2 3", ng="5") == advised("1 2 TRADE", ng="5") == "pass"
    assert advised("1 2 TRADE", ng="5", right=1) == "use TRADE"
    table = position(["1 2 3", *OTHERS], ng="5")
    table.say("pass")
    assert advice(table) == "trash 1"


@pytest.mark.parametrize("role", ["FORTUNE_TELLER", "MILLIONAIRE"])
def test_SEKI_4_4_a_role_with_a_bonus_turn_comes_first(role: str) -> None:
    assert advised("6 8 9", role, ng="5", right=1, sd="TRADE") == f"activate {role}".replace(
        "_", " "
    )


def test_SEKI_5_7_hacker_waits_until_somebody_has_few_cards() -> None:
    assert advised("6 8 9 9 9", "HACKER", ng="5", right=1) == "trash 6"
    assert advised("6 8 9 9 9", "HACKER", ["1 2 3", OTHERS[1]], ng="5", right=1) == (
        "activate HACKER"
    )


@pytest.mark.parametrize("role", ["ALCHEMIST", "GAMBLER", "THIEF", "MAGICIAN"])
def test_SEKI_4_7_a_role_is_better_than_a_pass_that_draws(role: str) -> None:
    assert advised("1 2 3", role, ng="5", right=1, nd="8 9") == f"activate {role}"
    assert advised("6 2 3", role, ng="5", right=1, nd="8 9") == "trash 6"


def test_SEKI_5_15_new_grad_copies_the_role_with_a_bonus_turn() -> None:
    roles = "NEW_GRAD FORTUNE_TELLER! THIEF!"
    table = position(["1 2 3", *OTHERS], roles, ng="5", right=1)
    assert advice(table) == "activate as FORTUNE TELLER"
    hand = ["6 8 9", *OTHERS]
    table = position(hand, roles, ng="5", right=1)
    assert advice(table) == "activate as FORTUNE TELLER"
    without = {"new_grad_bonus_turn": False}
    table = position(hand, roles, ng="5", right=1, options=without)
    assert advice(table) == "trash 6"


def test_SEKI_5_10_the_guess_is_what_can_be_in_the_deck() -> None:
    for deck, guess in (("1 2 3 8", "1 to 4"), ("6 7 9 1", "6 to 9"), ("0 0 5 9", "0 or 5")):
        table = position(["1 2 3", *OTHERS], "GAMBLER . .", nd=deck)
        for seat in table.seats:
            for card in table.cards(seat):
                show(table.state, card, seat)
        table.say("activate GAMBLER")
        assert advice(table) == f"guess {guess}"


def test_SEKI_5_5_the_declared_number_is_hard_to_beat() -> None:
    table = position(["4 5 2", *OTHERS], "ALCHEMIST . .", ng="3", right=1)
    table.say("activate ALCHEMIST", "put 4 on the pile", "put 5 on top")
    assert advice(table) == "declare the sum"
    table.state["reversed"] = 1
    assert advice(table) == "declare the difference"


def test_SEKI_5_12_hunter_gives_a_weak_symbol_for_discard_and_no_more() -> None:
    table = position(["9 TRADE REVERSE", *OTHERS], "HUNTER . .", sd="DIG_UP DISCARD DIG_UP")
    table.say("activate HUNTER")
    assert advice(table) == "give TRADE"
    table.say("give TRADE")
    assert advice(table) == "stop"
    table.say("stop")
    assert advice(table) == "take DISCARD"


def test_SEKI_5_2_a_weak_card_is_traded_with_who_holds_few() -> None:
    table = position(["1 9 TRADE", "5 5 5", "6 6"])
    table.say("use TRADE")
    assert advice(table) == "trade 1"
    table.say("trade 1")
    assert advice(table) == "choose player_2"


def test_SEKI_5_17_a_strong_card_is_not_traded_again() -> None:
    table = position(["8 9", "8", "9"], "THIEF . .")
    table.say("activate THIEF", "trade 8", "choose player_2")
    assert advice(table) == "stop"
