"""The worked examples of the rules of SEKI and the tips of its rule book, on the twin alone."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from .twin import (
    KINDS,
    LIVE_ROLES,
    NUMBERS,
    SYMBOLS,
    Action,
    RandomChance,
    Twin,
    is_number,
    kind_of,
    number_of,
)

SEATS = "ABCDE"
WITH_SEAT = ["TARGET", "POL_TARGET"]


class Fixed(RandomChance):
    """Chance that picks the cards of these faces, one by one, and leaves all cards in order."""

    def __init__(self, picks: str = "") -> None:
        super().__init__(random.Random(0))
        self.picks = picks.split()

    def pick(self, kind: str, candidates: Sequence[int], **context: Any) -> int:
        if not self.picks:
            return super().pick(kind, candidates, **context)
        wanted = self.picks.pop(0)
        return next(card for card in candidates if face(card) == wanted)

    def shuffle(self, kind: str, cards: Sequence[int], **context: Any) -> list[int]:
        """Chance may leave them as they are."""
        return list(cards)


def face(card: int) -> str:
    return str(number_of(card)) if is_number(card) else kind_of(card)


def faces(cards: Sequence[int]) -> list[str]:
    return [face(card) for card in cards]


class Box:
    """The cards that are still to be placed: each mention of a face takes the next copy."""

    def __init__(self) -> None:
        self.left = {name: [] for name in [*map(str, range(10)), *KINDS]}
        for card in NUMBERS + SYMBOLS:
            self.left[face(card)].append(card)

    def take(self, names: str) -> list[int]:
        return [self.left[name].pop(0) for name in names.split()]


def position(
    hands: Sequence[str],
    roles: str = "",
    *,
    nd: str = "",
    sd: str = "",
    ng: str = "",
    sg: str = "",
    frozen: dict[int, dict[str, int]] | None = None,
    picks: str = "",
    options: dict[str, Any] | None = None,
    **state: Any,
) -> Twin:
    """A position at the start of A's turn, unless `to_move` says otherwise.

    Zones are written from bottom to top. A role "." is some role that has been activated; what
    is frozen is written as {owner: {face: freezer}}. Cards named nowhere are in EX.
    """
    box = Box()
    held = [box.take(hand) for hand in hands]
    others = iter([role for role in reversed(LIVE_ROLES) if role not in roles.split()])
    named = roles.split() or ["."] * len(hands)
    panels = [next(others) if role == "." else role for role in named]
    zones = {"nd": nd, "sd": sd, "ng": ng, "sg": sg}
    state = {"activated": [role == "." for role in named], **state}
    state["frozen"] = {
        next(card for card in held[owner] if face(card) == name): freezer
        for owner, cards in (frozen or {}).items()
        for name, freezer in cards.items()
    }
    return Twin.position(
        {"roles": [*LIVE_ROLES, "FARMER"], **(options or {})},
        held,
        panels,
        chance=Fixed(picks),
        **{zone: box.take(cards) for zone, cards in zones.items()},
        **state,
    )


def told(action: Action) -> str:
    """An action in words: "TRASH 8", "TARGET B", "PASS"."""
    verb, *rest = action
    words = [
        SEATS[word] if verb in WITH_SEAT else face(word) if isinstance(word, int) else word
        for word in rest
    ]
    return " ".join([verb, *words])


def legal(twin: Twin) -> set[str]:
    return {told(action) for action in twin.legal()}


def play(twin: Twin, *actions: str) -> None:
    """Play actions given in words; of equal faces the lowest id."""
    for words in actions:
        found = sorted(action for action in twin.legal() if told(action) == words)
        assert found, f"{words} is not among {legal(twin)} at {twin.phase}"
        twin.apply(found[0])
        twin.check()


def hand(twin: Twin, seat: str) -> list[str]:
    return faces(twin.hands[SEATS.index(seat)])


def pile(twin: Twin) -> tuple[list[str], int | None, str, str | None]:
    """The number graveyard with its top, kind and right holder."""
    right = None if twin.right is None else SEATS[twin.right]
    return faces(twin.ng), twin.top, twin.kind, right


def on_turn(twin: Twin) -> tuple[str, str | None]:
    assert twin.to_move is not None
    return SEATS[twin.to_move], twin.phase


OTHERS = ["1 1 TRADE", "2 2 TRADE"]


def test_twin_SEKI_10_1_4_1_what_beats_a_six() -> None:
    hands = ["0 3 6 7 9 REVERSE", *OTHERS]
    normal = {"TRASH 0", "TRASH 7", "TRASH 9", "USE REVERSE", "PASS"}
    against = {"TRASH 0", "TRASH 3", "USE REVERSE", "PASS"}
    assert legal(position(hands, ng="6", right=2)) == normal
    assert legal(position(hands, ng="6", right=2, reversed=True)) == against
    equal = {"allow_equal": True}
    assert legal(position(hands, ng="6", right=2, options=equal)) == normal | {"TRASH 6"}
    twin = position(hands, ng="6", right=2, reversed=True, options=equal)
    assert legal(twin) == against | {"TRASH 6"}


@pytest.mark.parametrize("ng", ["", "0"])
@pytest.mark.parametrize("is_reversed", [False, True])
def test_twin_SEKI_10_2_all_beats_a_zero_and_an_empty_pile(ng: str, is_reversed: bool) -> None:
    twin = position(["0 1 5 9", *OTHERS], ng=ng, reversed=is_reversed)
    assert legal(twin) == {"TRASH 0", "TRASH 1", "TRASH 5", "TRASH 9", "PASS"}
    lone = position(["0", *OTHERS], ng=ng, reversed=is_reversed)
    assert legal(lone) == {"PASS"}


def up_to_the_zero(**options: Any) -> Twin:
    """SEKI-10.3 up to the decision on C's 0."""
    hands = ["9 2 1", "1 1 TRADE", "2 2 TRADE"]
    twin = position(hands, nd="3 7 0 4", options=options)
    play(twin, "TRASH 9")
    assert pile(twin) == (["9"], 9, "natural", "A")
    play(twin, "PASS")
    assert hand(twin, "B") == ["1", "1", "4", "TRADE"]
    play(twin, "PASS")
    assert on_turn(twin) == ("C", "PASS_DRAWN")
    assert legal(twin) == {"TRASH_DRAWN", "KEEP"}
    return twin


def test_twin_SEKI_10_3_4_8_a_drawn_zero_is_trashed() -> None:
    twin = up_to_the_zero()
    play(twin, "TRASH_DRAWN")
    assert pile(twin) == (["9", "0"], 0, "natural", "C")
    assert legal(twin) == {"TRASH 1", "TRASH 2", "PASS"}


def test_twin_SEKI_10_3_4_9_a_drawn_zero_is_kept_and_the_pile_reset() -> None:
    twin = up_to_the_zero()
    play(twin, "KEEP")
    in_ex = len(twin.ex)
    play(twin, "PASS")
    assert on_turn(twin) == ("A", "TURN_R")
    assert pile(twin) == ([], None, "none", None)
    assert len(twin.ex) == in_ex + 1 and len(twin.nd) == 2
    play(twin, "TRASH 2")
    assert pile(twin) == (["2"], 2, "natural", "A")
    assert on_turn(twin) == ("B", "TURN")


@pytest.mark.parametrize("may_trash", [True, False])
def test_twin_SEKI_10_3_4_9_a_pass_after_the_reset_draws(may_trash: bool) -> None:
    twin = up_to_the_zero(pass_after_reset="allowed" if may_trash else "no_trash")
    play(twin, "KEEP", "PASS", "PASS")
    assert "7" in hand(twin, "A")
    assert on_turn(twin) == (("A", "PASS_DRAWN") if may_trash else ("B", "TURN"))


def test_twin_SEKI_4_9_a_pass_after_the_reset_is_forbidden_unless_nothing_else_is_legal() -> None:
    forbidden = {"pass_after_reset": "forbidden"}
    twin = position(["2 1", *OTHERS], ng="9", options=forbidden)
    play(twin, "PASS")
    assert legal(twin) == {"TRASH 1", "TRASH 2"}
    twin = position(["0", *OTHERS], ng="9", options=forbidden)
    play(twin, "PASS")
    assert legal(twin) == {"PASS"}


def test_twin_SEKI_4_9_9_26_draw_exclude_and_flip() -> None:
    both = {"reset_pass_draw": True, "reset_flip": True}
    twin = position(["2 5 REVERSE", *OTHERS], "THIEF . .", nd="8 4 7", ng="9", options=both)
    play(twin, "PASS")
    assert hand(twin, "A") == ["2", "5", "7", "REVERSE"]
    assert pile(twin) == (["4"], 4, "natural", "A")
    assert legal(twin) == {"TRASH 5", "TRASH 7", "PASS"}
    play(twin, "PASS")
    assert on_turn(twin) == ("A", "PASS_DRAWN")
    twin = position(["2 REVERSE", *OTHERS], "THIEF . .", nd="7", ng="9", options=both)
    play(twin, "PASS")
    assert legal(twin) == {"TRASH 2", "TRASH 7", "PASS"}
    assert pile(twin) == ([], None, "none", None)


def test_twin_SEKI_10_4_4_10_the_right_of_who_finishes_moves_on() -> None:
    def finished() -> Twin:
        twin = position(["8", "2 REVERSE", "1 TRADE"], ng="5", right=2)
        play(twin, "TRASH 8")
        assert twin.finished == [0]
        assert pile(twin) == (["5", "8"], 8, "natural", "B")
        assert legal(twin) == {"USE REVERSE", "PASS"}
        return twin

    twin = finished()
    play(twin, "USE REVERSE")
    assert on_turn(twin) == ("C", "TURN") and twin.reversed
    assert legal(twin) == {"TRASH 1", "USE TRADE", "PASS"}
    twin = finished()
    play(twin, "PASS", "TRASH 2")
    assert pile(twin) == (["2"], 2, "natural", "B")


def test_twin_SEKI_10_5_4_12_4_13_forbidden_finishes() -> None:
    assert legal(position(["0", *OTHERS], "THIEF . .", ng="5", right=1)) == {"ACTIVATE", "PASS"}
    assert legal(position(["TRADE", "1", "2"], ng="5", right=1)) == {"PASS"}
    twin = position(["DISCARD 0", *OTHERS], ng="5", right=1)
    play(twin, "USE DISCARD", "OWN_CARD 0")
    assert twin.finished == [0] and faces(twin.sg) == ["DISCARD"]
    assert pile(twin) == (["5", "0"], 0, "natural", "B")
    twin = position(["DISCARD TRADE", "1 1", "2 2"], ng="5", right=1)
    play(twin, "USE DISCARD", "OWN_CARD TRADE")
    assert twin.finished == [0] and faces(twin.sg) == ["TRADE", "DISCARD"]
    strict = {"forbidden_finish_scope": "strict"}
    for other in ["0", "REVERSE"]:
        twin = position([f"DISCARD {other}", *OTHERS], ng="5", right=1, options=strict)
        assert "USE DISCARD" not in legal(twin)
    assert "USE DISCARD" in legal(position(["DISCARD 3", *OTHERS], options=strict))


@pytest.mark.parametrize("cards", ["0 0 REVERSE", "TRADE 0 3", "REVERSE TRADE DIG_UP"])
def test_twin_SEKI_10_6_tip_angler_with_discard_always_finishes(cards: str) -> None:
    x, y, z = cards.split()
    twin = position([f"DISCARD {cards}", "1 1", "1 2 2"], "ANGLER . .", ng="9", right=1)
    play(twin, "USE DISCARD", f"OWN_CARD {x}", "PASS")
    if on_turn(twin)[0] == "B":
        play(twin, "PASS")
    play(twin, "PASS", "ACTIVATE", f"OWN_CARD {y}", "GRAVE DISCARD")
    assert sorted(hand(twin, "A")) == sorted([z, "DISCARD"])
    while on_turn(twin)[0] != "A":
        play(twin, "PASS")
    play(twin, "USE DISCARD", f"OWN_CARD {z}")
    assert twin.finished == [0]


def test_twin_SEKI_10_7_5_5_a_declared_five_outlasts_a_dig_up() -> None:
    twin = position(["8", "6 7 8 9 0 2 5 DIG_UP", "1"], "ALCHEMIST . .", nd="7", ng="1", right=2)
    play(twin, "ACTIVATE", "ALCH_1 7", "ALCH_2 8", "SUM")
    assert twin.finished == [0]
    assert pile(twin) == (["1", "7", "8"], 5, "declared", "B")
    assert twin.announced == [("DECLARE", 0, 5)]
    beating = {"TRASH 6", "TRASH 7", "TRASH 8", "TRASH 9", "TRASH 0"}
    assert legal(twin) == beating | {"USE DIG_UP", "PASS"}
    play(twin, "USE DIG_UP", "OWN_NUMBER 2")
    assert pile(twin) == (["1", "7", "2"], 5, "declared", "B")
    assert hand(twin, "B").count("8") == 2


def test_twin_SEKI_10_7_5_5_a_drawn_zero_bars_the_finish() -> None:
    def drawn(bar: str) -> Twin:
        options = {"alchemist_zero_finish": bar}
        twin = position(["8", *OTHERS], "ALCHEMIST . .", nd="0", options=options)
        play(twin, "ACTIVATE")
        return twin

    assert legal(drawn("any_zero")) == {"DECLINE"}
    twin = drawn("any_zero")
    play(twin, "DECLINE")
    assert hand(twin, "A") == ["0", "8"]
    assert legal(drawn("both_zero")) == legal(drawn("declared_zero"))
    assert legal(drawn("both_zero")) == {"ALCH_1 0", "ALCH_1 8", "DECLINE"}


def test_twin_SEKI_5_5_9_26_must_beat_offers_only_what_can_be_completed() -> None:
    options = {"alchemist_must_beat": True}
    hands = ["1 3 5 TRADE", *OTHERS]
    twin = position(hands, "ALCHEMIST . .", ng="7", right=1, options=options)
    play(twin, "ACTIVATE")
    assert legal(twin) == {"ALCH_1 3", "ALCH_1 5", "DECLINE"}
    play(twin, "ALCH_1 3")
    assert legal(twin) == {"ALCH_2 5"}
    play(twin, "ALCH_2 5")
    assert legal(twin) == {"SUM"}
    twin = position(["5 5 TRADE", *OTHERS], "ALCHEMIST . .", ng="7", right=1, options=options)
    play(twin, "ACTIVATE", "ALCH_1 5", "ALCH_2 5", "DIFFERENCE")
    assert pile(twin) == (["7", "5", "5"], 0, "declared", "A")


def test_twin_SEKI_10_8_5_6_a_fished_number_stays_as_a_ghost() -> None:
    twin = position(["1 2", "5 8 DIG_UP", "4"], "ANGLER . .", ng="3 7", right=2)
    play(twin, "ACTIVATE", "OWN_CARD 1", "GRAVE 7")
    assert pile(twin) == (["3"], 7, "ghost", "C")
    assert legal(twin) == {"TRASH 8", "USE DIG_UP", "PASS"}
    play(twin, "USE DIG_UP", "OWN_NUMBER 5")
    assert hand(twin, "B") == ["3", "8"]
    assert pile(twin) == (["5"], 5, "natural", "B")


def test_twin_SEKI_10_8_5_6_the_last_card_is_fished() -> None:
    def fished(**options: Any) -> Twin:
        twin = position(["1 2", "5 8 DIG_UP", "4"], "ANGLER . .", ng="7", right=2, options=options)
        play(twin, "ACTIVATE", "OWN_CARD 1", "GRAVE 7")
        return twin

    twin = fished()
    assert pile(twin) == ([], 7, "ghost", "C")
    assert legal(twin) == {"TRASH 8", "PASS"}
    play(twin, "PASS", "PASS")
    assert on_turn(twin) == ("C", "TURN_R")
    assert pile(twin) == ([], None, "none", None)
    assert pile(fished(angler_last_card="pile_empty")) == ([], None, "none", None)


def test_twin_SEKI_5_3_dig_up_top_always_keeps() -> None:
    options = {"dig_up_top": "always_keeps", "dig_up_takes_right": False}
    twin = position(["5 1 DIG_UP", *OTHERS], ng="3 7", right=2, options=options)
    play(twin, "USE DIG_UP", "OWN_NUMBER 5")
    assert pile(twin) == (["3", "5"], 7, "ghost", "C")


def test_twin_SEKI_10_9_5_7_frozen_cards() -> None:
    hands = ["6 TRADE 2", "4 TRADE", "9"]
    twin = position(hands, "HACKER . THIEF", ng="3", right=2, picks="TRADE 9 4")
    play(twin, "ACTIVATE")
    assert on_turn(twin) == ("A", "TURN_B")
    assert legal(twin) == {"TRASH 6", "USE TRADE", "PASS"}
    play(twin, "USE TRADE", "OWN_CARD 2")
    assert legal(twin) == {"TARGET B"}
    play(twin, "TARGET B")
    assert hand(twin, "A") == ["4", "6"]
    twin = position(hands, "HACKER . THIEF", ng="3", right=2, picks="TRADE 9")
    play(twin, "ACTIVATE", "PASS")
    assert legal(twin) == {"TRASH 4", "PASS"}
    play(twin, "TRASH 4")
    assert twin.finished == [] and hand(twin, "B") == ["TRADE"]
    assert on_turn(twin) == ("C", "TURN") and legal(twin) == {"PASS"}
    play(twin, "PASS")
    assert on_turn(twin) == ("A", "TURN") and not twin.frozen


def test_twin_SEKI_10_9_c_may_activate_with_all_cards_frozen() -> None:
    roles = "HACKER . FORTUNE_TELLER"
    twin = position(["6 TRADE 2", "4 TRADE", "9"], roles, ng="3", right=2, picks="TRADE 9")
    play(twin, "ACTIVATE", "PASS", "TRASH 4")
    assert legal(twin) == {"ACTIVATE", "PASS"}


@pytest.mark.parametrize("release", ["seat_passes", "immediately"])
def test_twin_SEKI_5_7_4_10_a_hacker_who_finishes(release: str) -> None:
    hands = ["9", "1 1 3", "1 2 TRADE"]
    options = {"hacker_finish_release": release}
    twin = position(hands, "HACKER . .", options=options, picks="1 2")
    play(twin, "ACTIVATE", "TRASH 9")
    assert twin.finished == [0]
    assert sorted(twin.frozen.values()) == ([0, 0] if release == "seat_passes" else [])
    play(twin, "PASS", "TRASH 3")  # B resets first
    assert on_turn(twin) == ("C", "TURN")
    assert len(twin.frozen) == (2 if release == "seat_passes" else 0)
    play(twin, "PASS")
    assert on_turn(twin) == ("B", "TURN") and not twin.frozen


def test_twin_SEKI_10_10_5_11_marks_stay_on_the_cards() -> None:
    nine, trade = 37, 44
    hands = [[0, 1, 2], [nine, 48, 3], [trade, 45, 33]]
    twin = Twin.position(
        {},
        hands,
        ["POLICE_OFFICER", "THIEF", "HUNTER"],
        chance=Fixed("9 TRADE 9"),
        ng=[20],
        right=0,
        activated=[False, True, True],
    )
    play(twin, "ACTIVATE", "DECLINE", "PASS")
    assert twin.marked == {nine, trade}
    twin.apply(("USE", 45))
    play(twin, "OWN_CARD 8", "TARGET B")
    assert nine in twin.hands[2]
    assert [memory[nine] for memory in twin.memory] == [{"H2"}] * 3
    assert twin.memory[0][33] == {"H1", "H2"}
    assert twin.memory[2][33] == {"H1"}
    play(twin, "PASS", "PASS", "TRASH 8", "TRASH 9")
    assert [memory[nine] for memory in twin.memory] == [{"NG"}] * 3
    play(twin, "PASS", "USE DIG_UP", "OWN_NUMBER 0")
    assert nine in twin.hands[1] and nine in twin.marked
    assert [memory[nine] for memory in twin.memory] == [{"H1"}] * 3


def test_twin_SEKI_10_11_5_10_gambler() -> None:
    def guess(letter: str, nd: str, cards: str = "1 8 TRADE", **options: Any) -> Twin:
        twin = position([cards, *OTHERS], "GAMBLER . .", nd=nd, ng="9", right=1, options=options)
        play(twin, "ACTIVATE", f"GUESS {letter}")
        return twin

    twin = guess("A", "6 3")
    play(twin, "GAMB_DISCARD 1")
    assert pile(twin) == (["9", "1"], 1, "natural", "A")
    assert len(twin.nd) == 2 and twin.known_nd_top == twin.nd[-1]
    play(twin, "PASS", "TRASH_DRAWN")
    assert twin.ng[-1] != twin.known_nd_top and faces(twin.ng)[-1] == "3"
    assert hand(guess("C", "6 3"), "A") == ["1", "3", "6", "8", "TRADE"]
    assert hand(guess("C", "3"), "A") == ["1", "3", "8", "TRADE"]
    assert hand(guess("B", "3"), "A") == ["1", "3", "8", "TRADE"]
    twin = guess("C", "6 5", "0 TRADE")
    play(twin, "GAMB_DISCARD 0", "GAMB_DISCARD TRADE")
    assert twin.finished == [0]
    twin = guess("C", "6 5", "TRADE")
    play(twin, "GAMB_DISCARD TRADE")
    assert twin.finished == [0]


def test_twin_SEKI_4_13_5_10_a_strict_gambler_skips_a_discard() -> None:
    options = {"forbidden_finish_scope": "strict"}
    twin = position(["0 TRADE", *OTHERS], "GAMBLER . .", nd="5", options=options)
    play(twin, "ACTIVATE", "GUESS C", "GAMB_DISCARD TRADE")
    assert hand(twin, "A") == ["0"] and on_turn(twin) == ("B", "TURN")


@pytest.mark.parametrize("where", ["excluded", "number_graveyard"])
def test_twin_SEKI_5_10_gambler_hit_card(where: str) -> None:
    options = {"gambler_hit_card": where}
    twin = position(["1 TRADE", *OTHERS], "GAMBLER . .", nd="3", ng="9", options=options)
    play(twin, "ACTIVATE", "GUESS A")
    assert not twin.nd and twin.known_nd_top is None
    play(twin, "GAMB_DISCARD 1")
    assert faces(twin.ng) == (["9", "1"] if where == "excluded" else ["9", "3", "1"])


@pytest.mark.parametrize("number", range(10))
@pytest.mark.parametrize("is_reversed", [False, True])
def test_twin_SEKI_5_10_tip_the_guess_that_never_brings_a_weak_card(
    number: int, is_reversed: bool
) -> None:
    """The tip: A in NORMAL, B in REVERSED, where a miss brings a card stronger than the guess."""
    guess = "B" if is_reversed else "A"
    weak = number in ([6, 7, 8, 9] if is_reversed else [1, 2, 3, 4])
    twin = position(["TRADE 0", *OTHERS], "GAMBLER . .", nd=str(number))
    play(twin, "ACTIVATE", f"GUESS {guess}")
    assert on_turn(twin) == (("A", "GAMB_DISCARD") if weak else ("B", "TURN"))
    assert weak or str(number) in hand(twin, "A")


@pytest.mark.parametrize("frozen", [False, True])
def test_twin_SEKI_10_12_5_8_emperor_deals_everybody_as_many(frozen: bool) -> None:
    hands = ["1 2", "3 4 5 TRADE TRADE", "6 7 REVERSE"]
    twin = position(hands, "EMPEROR . .", frozen={2: {"7": 1}} if frozen else {})
    play(twin, "ACTIVATE")
    assert len(twin.legal()) == (9 if frozen else 10)
    play(twin, "EMP_PICK 5")
    assert [len(cards) for cards in twin.hands] == [2, 5, 3]
    assert "5" in hand(twin, "A")
    assert not frozen or "7" in hand(twin, "C")


def test_twin_SEKI_10_13_5_15_new_grad() -> None:
    hands = ["1 2", "3 4", "6 7"]
    roles = "NEW_GRAD EMPEROR THIEF"
    twin = position(hands, roles, activated=[False, True, False])
    assert not any(action[0] == "ACTIVATE" for action in twin.legal())
    twin = position(hands, roles, activated=[False, True, True])
    assert {a for a in twin.legal() if a[0] == "ACTIVATE"} == {("ACTIVATE", "THIEF")}
    play(twin, "ACTIVATE THIEF", "OWN_CARD 1", "TARGET B", "DECLINE")
    assert twin.copied == "THIEF" and twin.activated == [True] * 3


@pytest.mark.parametrize("bonus", [True, False])
def test_twin_SEKI_5_15_new_grad_and_the_bonus_turn(bonus: bool) -> None:
    roles = "NEW_GRAD FORTUNE_TELLER ."
    options = {"new_grad_bonus_turn": bonus}
    twin = position(["1 2", *OTHERS], roles, activated=[False, True, True], options=options)
    play(twin, "ACTIVATE FORTUNE_TELLER")
    assert on_turn(twin) == (("A", "TURN_B") if bonus else ("B", "TURN"))
    assert twin.seen_roles[0] == {1: twin.roles[1], 2: twin.roles[2]}


def test_twin_SEKI_10_14_5_14_a_millionaire_of_one_card() -> None:
    twin = position(["5", *OTHERS], "MILLIONAIRE . .", sd="TRADE REVERSE")
    play(twin, "ACTIVATE", "OWN_NUMBER 5")
    assert hand(twin, "A") == ["REVERSE"] and faces(twin.ex)[-1] == "5"
    assert on_turn(twin) == ("A", "TURN_B") and legal(twin) == {"PASS"}


def test_twin_SEKI_10_15_5_13_a_magician_of_one_card() -> None:
    twin = position(["DIG_UP", *OTHERS], "MAGICIAN . .", ng="5", right=1, picks="1")
    play(twin, "ACTIVATE")
    assert legal(twin) == {"MAGIC REVERSE", "MAGIC TRADE"}
    play(twin, "MAGIC TRADE", "OWN_CARD DIG_UP", "TARGET B")
    assert hand(twin, "A") == ["1"] and not twin.sg


@pytest.mark.parametrize(("parent", "next_parent"), [(0, 0), (1, 1), (2, 0), (3, 0)])
def test_twin_SEKI_10_16_6_4_a_stall_is_ranked_by_hand_size(parent: int, next_parent: int) -> None:
    hands = ["REVERSE", "0", "", ""]
    twin = position(hands, finished=[2, 3], parent=parent)
    for _ in range(4):
        assert legal(twin) == {"PASS"}
        play(twin, "PASS")
    assert twin.over
    assert twin.points() == [2, 2, 7, 5]
    assert twin.rewards() == [-2, -2, 3, 1]
    assert twin.next_parent == next_parent


def test_twin_SEKI_6_4_fewer_cards_rank_better_and_a_draw_is_progress() -> None:
    twin = position(["0", "TRADE", "0 0"], parent=1, nd="1", options={"stall_rounds": 1})
    play(twin, "PASS", "KEEP", "PASS", "PASS")
    assert twin.no_progress == 2 and not twin.over
    play(twin, "PASS")
    assert twin.points() == [0.5, 3, 0.5]
    assert twin.next_parent == 2


def test_twin_SEKI_10_17_6_2_scores_of_finished_games() -> None:
    twin = position(["8", "9", "7 7"])
    play(twin, "TRASH 8", "TRASH 9")
    assert twin.over and twin.points() == [3, 1, 0]
    twin = position(["5", "6", "8", "7 7"])
    play(twin, "TRASH 5", "TRASH 6", "TRASH 8")
    assert twin.points() == [7, 5, 3, 1]
    twin = position(["5", "6", "8", "9", "7 7"], options={"points": [4, 2, 1, 1, 0]})
    play(twin, "TRASH 5", "TRASH 6", "TRASH 8", "TRASH 9")
    assert twin.points() == [4, 2, 1, 1, 0]
    assert twin.rewards() == pytest.approx([2.4, 0.4, -0.6, -0.6, -1.6])


def test_twin_SEKI_6_3_a_match_adds_up_and_the_last_is_parent() -> None:
    twin = Twin({"num_games": 3, "first_parent": 2}, Fixed())
    rng = random.Random(1)
    assert (twin.to_move, twin.parent, twin.game) == (2, 2, 1)
    while not twin.over:
        game = twin.game
        twin.apply(rng.choice(sorted(twin.legal(), key=str)))
        twin.check()
        if not twin.over and twin.game != game:
            assert twin.results[-1][twin.parent] == min(twin.results[-1])
            assert twin.to_move == twin.parent
    assert len(twin.results) == 3
    assert twin.points() == [sum(points) for points in zip(*twin.results, strict=True)]
    assert sum(twin.rewards()) == 0


def test_twin_SEKI_5_12_hunter_takes_the_nearest_to_the_top() -> None:
    hands = ["5 TRADE REVERSE REVERSE", "1 1", "2 2"]
    twin = position(hands, "HUNTER . .", sd="DIG_UP TRADE DIG_UP")
    bottom, middle, upper = twin.sd
    play(twin, "ACTIVATE", "GIVE REVERSE", "GIVE TRADE")
    assert twin.memory[1][40] == {"SD", "H0", "H2"}  # still private
    play(twin, "STOP")
    assert all(memory[40] == {"H0"} for memory in twin.memory)
    assert legal(twin) == {"TAKE DIG_UP", "TAKE TRADE"}
    play(twin, "TAKE DIG_UP")
    assert upper in twin.hands[0] and twin.sd == [bottom, middle]
    assert twin.known_sd == [["DIG_UP", "TRADE"], None, None]
    play(twin, "TAKE DIG_UP")
    assert hand(twin, "A") == ["5", "REVERSE", "DIG_UP", "DIG_UP"]
    assert faces(twin.ex)[-2:] == ["REVERSE", "TRADE"]


def test_twin_SEKI_5_12_hunter_gives_at_most_what_the_deck_holds() -> None:
    twin = position(["5 TRADE REVERSE", "1 1", "2 2"], "HUNTER . .", sd="DIG_UP")
    play(twin, "ACTIVATE", "GIVE TRADE")
    assert legal(twin) == {"STOP"}


def farmer(special: bool = True, **state: Any) -> Twin:
    """FARMER with a 4 turned up on him and a 7 to draw."""
    hands = ["0 0 3 5 5 6", "1 TRADE", "2 TRADE"]
    twin = position(hands, "FARMER . .", nd="7 4", ng="9", right=1, **state)
    play(twin, "ACTIVATE")
    assert pile(twin) == (["4"], 4, "natural", "A")
    if special:
        play(twin, "SPECIAL")
        assert "7" in hand(twin, "A")
    return twin


def test_twin_SEKI_5_16_farmers_first_step() -> None:
    twin = farmer(special=False)
    assert legal(twin) == {"TRASH 0", "TRASH 5", "TRASH 6", "PASS", "SPECIAL"}
    play(twin, "PASS")  # not a second reset
    assert on_turn(twin) == ("A", "PASS_DRAWN")
    twin = farmer(special=False, reversed=True)
    assert legal(twin) == {"TRASH 0", "TRASH 3", "PASS", "SPECIAL"}


def test_twin_SEKI_5_16_farmers_special() -> None:
    twin = farmer()
    assert legal(twin) == {"TRASH 0", "TRASH 5", "TRASH 6", "TRASH 7", "STOP"}
    play(twin, "TRASH 5")
    assert legal(twin) == {"STACK 5", "STACK 6", "STOP"}
    play(twin, "STACK 5")
    assert pile(twin) == (["4", "5", "5"], 5, "natural", "A")
    assert on_turn(twin) == ("B", "TURN")
    twin = farmer()
    play(twin, "TRASH 0")
    assert legal(twin) == {"STACK 0", "STOP"}
    twin = farmer(reversed=True)
    play(twin, "TRASH 3")
    assert legal(twin) == {"STOP"}


def test_twin_SEKI_5_16_farmer_may_not_stack_a_last_zero() -> None:
    twin = position(["0 0", *OTHERS], "FARMER . .", ng="9", right=1)
    play(twin, "ACTIVATE", "SPECIAL", "TRASH 0")
    assert legal(twin) == {"STOP"}


def test_twin_SEKI_5_11_police_of_one_player() -> None:
    options = {"police_scope": "one"}
    twin = position(["1", *OTHERS], "POLICE_OFFICER . .", options=options, picks="TRADE")
    play(twin, "ACTIVATE")
    assert legal(twin) == {"POL_TARGET B", "POL_TARGET C"}
    play(twin, "POL_TARGET C")
    assert [face(card) for card in twin.marked] == ["TRADE"]
    assert on_turn(twin) == ("A", "OWN_CARD?")


def test_twin_SEKI_9_26_distinct_backs_are_chosen_where_both_are_there() -> None:
    options = {"distinct_backs": True}
    hands = ["1", "2 TRADE", "3 3"]
    twin = position(hands, "POLICE_OFFICER . .", options=options)
    play(twin, "ACTIVATE")
    assert on_turn(twin) == ("A", "POL_PICK")
    assert legal(twin) == {"POL_FACE_DOWN_NUMBER", "POL_FACE_DOWN_SYMBOL"}
    play(twin, "POL_FACE_DOWN_SYMBOL")
    assert sorted(map(face, twin.marked)) == ["3", "TRADE"]
    twin = position(hands, "HACKER . .", options=options, marked={4 * 2})
    play(twin, "ACTIVATE")
    assert legal(twin) == {"HACK 2", "HACK_FACE_DOWN_SYMBOL"}
    play(twin, "HACK 2")
    assert sorted(map(face, twin.frozen)) == ["2", "3"]


def test_twin_SEKI_5_17_thief_trades_twice() -> None:
    twin = position(["1 5", "2", "3"], "THIEF . .")
    play(twin, "ACTIVATE", "OWN_CARD 1", "TARGET B")
    assert legal(twin) == {"OWN_CARD 2", "OWN_CARD 5", "DECLINE"}
    play(twin, "OWN_CARD 2", "TARGET C")
    assert [hand(twin, seat) for seat in "ABC"] == [["3", "5"], ["1"], ["2"]]


@pytest.mark.parametrize(("players", "numbers", "symbols"), [(3, 22, 7), (4, 16, 5), (5, 10, 3)])
def test_twin_SEKI_3_1_the_deal(players: int, numbers: int, symbols: int) -> None:
    twin = Twin({"num_players": players}, Fixed())
    assert (len(twin.nd), len(twin.sd)) == (numbers, symbols)
    assert [sum(map(is_number, cards)) for cards in twin.hands] == [6] * players
    assert [len(cards) for cards in twin.hands] == [8] * players
    assert twin.face_up == [role in ("EMPEROR", "NEW_GRAD") for role in twin.roles]
    assert len(twin.unused_roles) == 12 - players


def test_twin_SEKI_5_6_a_deeper_card_changes_nothing() -> None:
    twin = position(["1 2", *OTHERS], "ANGLER . .", ng="3 7", right=2)
    play(twin, "ACTIVATE", "OWN_CARD 1", "GRAVE 3")
    assert pile(twin) == (["7"], 7, "natural", "C")


def test_twin_SEKI_5_8_the_clockwise_next_takes_first_from_the_top() -> None:
    twin = position(["4", "1 7", "0 9 TRADE"], "THIEF EMPEROR .", to_move=1)
    play(twin, "ACTIVATE", "EMP_PICK 4")  # left, from the top: 0 1 7 9 TRADE
    assert [hand(twin, seat) for seat in "CAB"] == [["0", "1", "7"], ["9"], ["4", "TRADE"]]


def test_twin_SEKI_5_16_farmer_stacks_no_zero_on_a_one() -> None:
    twin = position(["0 1 5", *OTHERS], "FARMER . .", nd="7 2", ng="9", right=1, reversed=True)
    play(twin, "ACTIVATE", "SPECIAL", "TRASH 1")
    assert legal(twin) == {"STOP"}


def test_twin_SEKI_9_26_a_reset_in_the_bonus_turn() -> None:
    def reset(**options: Any) -> Twin:
        hands = ["3 5 TRADE", "1 1", "2 2"]
        twin = position(hands, "FORTUNE_TELLER . .", ng="9", nd="8 4", options=options)
        play(twin, "ACTIVATE", "PASS")
        assert on_turn(twin) == ("A", "TURN_B")
        return twin

    cards = {"TRASH 3", "TRASH 5", "USE TRADE"}
    assert legal(reset()) == cards | {"PASS"}
    assert legal(reset(pass_after_reset="forbidden")) == cards
    assert legal(reset(reset_flip=True)) == {"TRASH 5", "PASS"}
    twin = reset(pass_after_reset="no_trash")
    play(twin, "PASS")
    assert on_turn(twin) == ("B", "TURN")


def test_twin_SEKI_9_26_a_bonus_turn_after_a_reset_is_ordinary() -> None:
    options = {"pass_after_reset": "forbidden"}
    hands = ["3 5 TRADE", "1 1", "2 2"]
    twin = position(hands, "FORTUNE_TELLER . .", ng="9", nd="8 4", options=options)
    play(twin, "PASS")
    assert on_turn(twin) == ("A", "TURN_R") and "PASS" not in legal(twin)
    play(twin, "ACTIVATE")
    assert on_turn(twin) == ("A", "TURN_B")
    play(twin, "PASS")
    assert on_turn(twin) == ("A", "PASS_DRAWN")


@pytest.mark.parametrize(("draw", "flip"), [(True, False), (False, True)])
def test_twin_SEKI_6_4_9_26_which_resets_are_progress(draw: bool, flip: bool) -> None:
    """The last number card is drawn, which is progress, or turned up, which is none."""
    options = {"reset_pass_draw": draw, "reset_flip": flip}
    twin = position(["3 TRADE", "1", "2"], ng="9", nd="4", no_progress=1, options=options)
    play(twin, "PASS", "PASS")
    assert on_turn(twin) == ("B", "TURN")
    assert twin.no_progress == (0 if draw else 2)


def test_twin_SEKI_6_4_the_safety_cap_ends_the_game() -> None:
    twin = position(["3 TRADE", "1 7", "2"], nd="4 4 4", turns=9, options={"max_turns": 11})
    play(twin, "TRASH 3", "TRASH 7")
    assert twin.over and twin.points() == [4 / 3] * 3


# Memory: in these positions what is not named is at the bottom of the decks


def known(twin: Twin, card: int) -> list[set[str]]:
    """M(c) of every observer."""
    return [memory[card] for memory in twin.memory]


def test_twin_SEKI_7_5_rule_1_the_deal() -> None:
    twin = position(["0 TRADE", "1", "2"], rest="deck")
    assert known(twin, 0) == [{"H0"}, {"ND", "H0", "H2"}, {"ND", "H0", "H1"}]
    assert known(twin, 44) == [{"H0"}, {"SD", "H0", "H2"}, {"SD", "H0", "H1"}]
    assert known(twin, 39) == [{"ND", "H1", "H2"}, {"ND", "H0", "H2"}, {"ND", "H0", "H1"}]


def test_twin_SEKI_7_5_rule_3_an_unseen_draw() -> None:
    twin = position(["0 TRADE", "1", "2"], rest="deck", nd="8", options={"pass_trash_drawn": False})
    nine = 36
    assert known(twin, nine)[1] == {"ND", "H0", "H2"}
    play(twin, "PASS")
    assert known(twin, 32) == [{"H0"}, {"ND", "H0", "H2"}, {"ND", "H0", "H1"}]
    assert known(twin, nine)[0] == {"ND", "H1", "H2"}
    play(twin, "PASS")
    assert known(twin, nine)[0] == {"ND", "H1", "H2"}


def test_twin_SEKI_7_5_rule_3_a_draw_of_the_known_top_card() -> None:
    twin = position(["0 TRADE", "1", "2"], "GAMBLER . .", rest="deck", nd="3")
    top = twin.nd[-1]
    play(twin, "ACTIVATE", "GUESS A", "GAMB_DISCARD TRADE")
    assert known(twin, top) == [{"ND"}] * 3
    play(twin, "PASS", "KEEP")
    assert known(twin, top) == [{"H1"}] * 3
    assert known(twin, 39)[0] == {"ND", "H1", "H2"} and twin.known_nd_top is None


def test_twin_SEKI_7_5_rule_3_7_6_a_hunter_knows_what_the_millionaire_takes() -> None:
    roles = "HUNTER MILLIONAIRE ."
    twin = position(["0 1", "1 5", "2 2"], roles, rest="deck", sd="TRADE REVERSE")
    trade, reverse = twin.sd[-2:]
    play(twin, "ACTIVATE", "STOP", "ACTIVATE", "OWN_NUMBER 5")
    assert known(twin, reverse) == [{"H1"}, {"H1"}, {"SD", "H0", "H1"}]
    assert known(twin, trade) == [{"SD"}, {"SD", "H0", "H2"}, {"SD", "H0", "H1"}]
    assert known(twin, 20) == [{"EX"}] * 3
    order = twin.known_sd[0]
    assert order == faces(twin.sd) and order[-1] == "TRADE"
    assert twin.known_sd[1:] == [None, None]


def test_twin_SEKI_7_5_rule_4_9_27_third_parties_join_both_hands() -> None:
    hands = ["0 TRADE 5", "1", "2", "3"]
    twin = position(hands, rest="deck", picks="1", marked={0, 4})
    play(twin, "USE TRADE", "OWN_CARD 0", "TARGET B")
    assert known(twin, 0) == [{"H1"}] * 4 and known(twin, 4) == [{"H0"}] * 4
    assert known(twin, 20)[1] == {"ND", "H0", "H2", "H3"}
    assert known(twin, 20)[2] == {"ND", "H0", "H1", "H3"}
    assert known(twin, 8)[3] == {"ND", "H0", "H1", "H2"}
    twin = position(hands, rest="deck", picks="1", marked={20})
    play(twin, "USE TRADE", "OWN_CARD 0", "TARGET B")
    assert known(twin, 0)[:2] == [{"H1"}] * 2 and known(twin, 4)[:2] == [{"H0"}] * 2
    assert known(twin, 20) == [{"H0"}] * 4


def test_twin_SEKI_7_5_rule_4_what_was_exact_is_in_one_of_two_hands() -> None:
    twin = position(["5 DIG_UP 0", "1 TRADE", "2 2"], ng="9", rest="deck", picks="0")
    nine = 36
    play(twin, "USE DIG_UP", "OWN_NUMBER 5")
    assert known(twin, nine) == [{"H0"}] * 3 and known(twin, 20) == [{"NG"}] * 3
    play(twin, "USE TRADE", "OWN_CARD 1", "TARGET A")
    assert known(twin, nine) == [{"H0"}, {"H0"}, {"H0", "H1"}]
    assert known(twin, 0) == [{"H1"}, {"H1"}, {"ND", "H0", "H1"}]
    assert known(twin, 4) == [{"H0"}, {"H0"}, {"ND", "H0", "H1"}]


def test_twin_SEKI_7_5_rule_5_emperor() -> None:
    hands = ["0 1", "5 5", "6 6 TRADE", "8"]
    twin = position(hands, "EMPEROR . . .", rest="deck", frozen={2: {"6": 1}, 3: {"8": 1}})
    frozen, free = 24, 25
    assert set(twin.frozen) == {frozen, 32}
    before = known(twin, free)
    play(twin, "ACTIVATE")
    assert known(twin, free) == before, "the pool is in nobody's hand to look at"
    play(twin, "EMP_PICK 5")
    for card in [0, 4, 20, 21, free, 44]:
        owner = int(twin.zone_of(card)[1:])
        deck = "SD" if card == 44 else "ND"
        others = [
            {f"H{owner}"} if seat == owner else {"H0", "H1", "H2"} - {f"H{seat}"}
            for seat in range(4)
        ]
        dealt_out = [card not in hands_before for hands_before in [[0, 4], [20, 21], [25, 44]]]
        for seat in (1, 2):
            unknown = dealt_out[seat] and seat != owner
            assert known(twin, card)[seat] == others[seat] | ({deck, "H3"} if unknown else set())
        assert known(twin, card)[0] == others[0]
        assert known(twin, card)[3] == {deck, "H0", "H1", "H2"}
    assert known(twin, frozen)[0] == {"ND", "H2", "H3"}  # not B, who has no hidden frozen card
    assert known(twin, 39)[0] == {"ND", "H2", "H3"}
    assert known(twin, frozen)[2] == {"H2"}


def test_twin_SEKI_7_5_rule_6_fortune_teller() -> None:
    hands = ["0 1", "5 5", "6 6"]
    twin = position(hands, "FORTUNE_TELLER . .", rest="deck", frozen={2: {"6": 1}})
    play(twin, "ACTIVATE")
    assert known(twin, 20)[0] == {"H1"} and known(twin, 25)[0] == {"H2"}
    assert known(twin, 24)[0] == known(twin, 39)[0] == {"ND", "H2"}
    assert known(twin, 20)[2] == {"ND", "H0", "H1"}
    twin = position(hands, "FORTUNE_TELLER . .", rest="deck", frozen={2: {"6": 1}}, marked={24})
    play(twin, "ACTIVATE")
    assert known(twin, 24)[0] == {"H2"} and known(twin, 39)[0] == {"ND"}


def test_twin_SEKI_7_5_rule_6_7_hunter() -> None:
    twin = position(["0 TRADE", "5 TRADE", "6 6"], "HUNTER . HUNTER", rest="deck", sd="DISCARD")
    play(twin, "ACTIVATE")
    assert known(twin, 52)[0] == {"SD"} and known(twin, 45)[0] == {"H1", "H2"}
    play(twin, "GIVE TRADE", "STOP", "TAKE DISCARD")
    assert known(twin, 52) == [{"H0"}, {"SD", "H0", "H2"}, {"SD", "H0", "H1"}]
    assert known(twin, 45)[0] == {"H1", "H2"} and known(twin, 45)[2] == {"SD", "H0", "H1"}
    assert known(twin, 44) == [{"EX"}] * 3
    assert known(twin, 51)[0] == {"SD"}


def test_twin_SEKI_7_5_rule_7_another_hunters_order_ends() -> None:
    roles = "HUNTER NEW_GRAD ."
    twin = position(["0 TRADE", "5 TRADE", "6 6"], roles, rest="deck", sd="DISCARD")
    play(twin, "ACTIVATE", "STOP", "ACTIVATE HUNTER", "GIVE TRADE", "STOP")
    assert twin.known_sd[0] is not None
    play(twin, "TAKE DISCARD")
    assert twin.known_sd[0] is None and twin.known_sd[1] == faces(twin.sd)
    assert known(twin, 52) == [{"SD", "H1"}, {"H1"}, {"SD", "H0", "H1"}]


def test_twin_SEKI_5_12_7_6_a_shuffled_deck_is_known_without_its_order() -> None:
    options = {"hunter_shuffles_deck": True}
    twin = position(["0 TRADE", "5", "6 6"], "HUNTER . .", rest="deck", options=options)
    play(twin, "ACTIVATE", "STOP")
    assert twin.known_sd[0] is None
    assert all(known(twin, card)[0] == {"SD"} for card in twin.sd)


def test_twin_SEKI_7_5_rule_8_empty_zones_hold_nothing() -> None:
    twin = position(["8", "5 TRADE", "6 6"], nd="9", sd="REVERSE")
    assert known(twin, 20)[2] == {"ND", "H0", "H1"}
    play(twin, "TRASH 8")
    assert known(twin, 20)[2] == {"ND", "H1"}
    play(twin, "PASS", "PASS", "KEEP")  # the reset and the draw
    assert known(twin, 36)[2] == known(twin, 20)[2] == {"H1"}


@pytest.mark.parametrize("marked", [False, True])
def test_twin_SEKI_9_27_a_hidden_exclusion(marked: bool) -> None:
    options = {"exclusion_face_up": False}
    hands = ["5 3 TRADE", "1 1", "2 2"]
    state: dict[str, Any] = {"sg": "DIG_UP", "rest": "deck", "options": options}
    state["marked"] = {20} if marked else set()
    twin = position(hands, "ANGLER . .", **state)
    play(twin, "ACTIVATE", "OWN_CARD 5")
    assert twin.phase == "GRAVE"
    others = {"ND", "H0", "H2"} if marked else {"ND", "H0", "H2", "EX"}
    assert known(twin, 20)[:2] == [{"EX"}, {"EX"} if marked else others]
    assert known(twin, 12)[:2] == [{"H0"}, others]
    symbol = {"SD", "H0", "H2"} if marked else {"SD", "H0", "H2", "EX"}
    assert known(twin, 44)[1] == symbol
    twin = position(hands, "MILLIONAIRE . .", **state)
    play(twin, "ACTIVATE", "OWN_NUMBER 5")
    assert known(twin, 12)[1] == others
    assert known(twin, 44)[1] == {"SD", "H0", "H2"}


def test_twin_SEKI_9_27_a_symbol_in_use_is_aside() -> None:
    twin = position(["5 TRADE", "1 1", "2 2"], rest="deck")
    play(twin, "USE TRADE")
    assert known(twin, 44) == [{"ASIDE"}] * 3 and hand(twin, "A") == ["5"]
    play(twin, "OWN_CARD 5", "TARGET B")
    assert known(twin, 44) == [{"SG"}] * 3
