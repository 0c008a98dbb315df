"""The worked examples of the rules of Tyrant, and random games, on the twin alone.

`FUDABA_TWIN_GAMES=20000 pytest tests/tyrant/test_twin_examples.py` plays a long row.
"""

import os
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from math import sqrt
from typing import Any

import pytest

from .twin import (
    DEFAULTS,
    NONE,
    NUMBER_CARDS,
    VALUES,
    Action,
    Card,
    Counts,
    RandomChance,
    Trick,
    Twin,
    base_points,
    counted,
    least_trick_points,
    minus,
    monarchomachi,
    one,
    plus,
    same_rank_points,
    same_suit_points,
)

NUM_GAMES = int(os.environ.get("FUDABA_TWIN_GAMES", "200"))
NUM_BLOCKS = 4
A, B, C, D = range(4)
S, H, DIAMOND, CLUB = range(4)
PASS: Action = ("PASS",)
NOTHING: Action = ("NOTHING",)


def cards(names: str) -> Counts:
    """The number cards "SSH"."""
    return counted("SHDC".index(name) for name in names)


def faces(names: str) -> list[Card]:
    """The aces and lead cards "HK SA"."""
    return [("SHDC".index(name[0]), "AJQK".index(name[1])) for name in names.split()]


def position(hands: Sequence[str], leads: str, stocks: Sequence[str] = (), **rest: Any) -> Twin:
    """The start of a trick, with A as marker holder unless `marker` says otherwise."""
    return Twin.position(
        rest.pop("options", {}),
        [cards(hand) for hand in hands],
        stocks=[cards(stock) for stock in stocks] or None,
        leads=faces(leads),
        **rest,
    )


def play(names: str) -> Action:
    """The action that lays "HSS*": the card before the star lies face up."""
    shown = "SHDC".index(names[names.index("*") - 1]) if "*" in names else None
    return ("PLAY", cards(names.replace("*", "")), shown)


def lay(twin: Twin, names: str, chips: str = "") -> None:
    """Lay cards, then chips: "2D" is two chips on D."""
    seat = twin.to_move
    twin.apply(play(names))
    if twin.phase == "TYRANT" and twin.to_move == seat:
        number = int(chips[0]) if chips else 0
        twin.apply(("TYRANT", "SHDC".index(chips[1]), number) if chips else NOTHING)
    else:
        assert not chips


def plays(names: Sequence[str]) -> set[Action]:
    return {play(name) for name in names}


# The worked examples of TYR-10


def test_twin_TYR_10_1_4_5_following() -> None:
    rest = ["C", "C", "C"]
    legal = position(["HDC", *rest], "HK").legal()
    wanted = ["H", "HD", "HC", "H*DC", "HD*C", "HDC*"]
    assert legal == plays(wanted) | {PASS}
    twin = position(["CS", *rest], "HK")
    assert twin.legal() == plays(["C", "S", "CS"]) | {PASS}
    lay(twin, "CS")
    assert twin.current is not None and twin.current.acts[A].face_up is None
    assert position(["HS", *rest], "HK").legal() == plays(["H", "HS"]) | {PASS}


def test_twin_TYR_4_5_the_number_of_plays() -> None:
    everything = ["SSSHHHDDDCCC", "C", "C"]
    legal = [position(everything, lead).legal() for lead in ("SK", "HK", "DK", "CK")]
    assert len(set().union(*legal) - {PASS}) == 54
    most: Counter[int] = Counter()
    for hand in product(range(8), repeat=4):
        if sum(hand) in (7, 12) and max(hand) <= 5:
            twin = Twin.position({}, [hand] * 3, leads=faces("SK"))
            most[sum(hand)] = max(most[sum(hand)], len(twin.legal()) - 1)
    assert most == {7: 25, 12: 27}, "beside PASS, with seven cards and with bigger hands"


def test_twin_TYR_10_2_power_by_the_columns() -> None:
    twin = position(["CC", "CHS", "C"], "CK", plaza=(12, 8, 0, 0))
    assert (twin.card_power(H), twin.card_power(S)) == (5, 6)
    lay(twin, "CC")
    twin.apply(play("CHS*"))
    assert (twin.power(A), twin.power(B)) == (19, 21)


def test_twin_TYR_10_3_chips_weaken_a_suit() -> None:
    twin = position(["D", "DDC", "D"], "DK DQ", plaza=(0, 0, 3, 5))
    lay(twin, "D", "3D")
    twin.apply(play("DDC*"))
    assert (twin.card_power(DIAMOND), twin.card_power(CLUB)) == (4, 2)
    twin.apply(("TYRANT", CLUB, 1))
    assert (twin.card_power(DIAMOND), twin.card_power(CLUB)) == (4, 0)
    assert (twin.power(A), twin.power(B)) == (3, 8)


def test_twin_TYR_10_4_what_losers_give() -> None:
    twin = position(["SS", "HDD", "H", "C"], "SK SQ")
    lay(twin, "SS")
    lay(twin, "HDD*")
    lay(twin, "H")
    twin.apply(PASS)
    assert twin.plaza == cards("HHD")
    assert twin.fame[A] == [((S, 3), cards("SSD"))]


def test_twin_TYR_10_5_a_column_of_five_is_a_pile() -> None:
    twin = position(["S", "H", "H"], "SK SQ", plaza=(0, 4, 0, 0))
    assert twin.card_power(H) == 4
    lay(twin, "S")
    lay(twin, "H")
    twin.apply(PASS)
    assert (twin.plaza[H], twin.piles(H), twin.vertical(H), twin.card_power(H)) == (5, 1, 0, 2)
    assert position(["S", "H", "H"], "SK", plaza=(0, 7, 0, 0)).card_power(H) == 4


def test_twin_TYR_10_6_points() -> None:
    assert base_points(faces("DJ CQ CQ"), 1) == 6
    assert same_suit_points(faces("DA CJ CQ CK")) == 4
    assert same_rank_points(faces("SJ HJ DJ SQ HQ SA")) == 13
    assert least_trick_points([1, 1, 1, 5], 4) == [2, 2, 2, 0]


def scored(aces: str, won: Sequence[str], chips: Sequence[int], **rest: Any) -> Twin:
    """A last trick that nobody has cards for: with these chips left after the passes in it."""
    n = len(won)
    hands = [""] * n
    return position(
        hands,
        "SJ",
        chips=[count + 1 if count else 0 for count in chips],
        aces=["SHDC".index(name) for name in aces],
        fame=[[(card, NONE) for card in faces(names)] for names in won],
        **rest,
    )


def to_the_end(twin: Twin) -> Twin:
    while not twin.over:
        twin.apply(PASS)
    return twin


def test_twin_TYR_10_7_the_example_of_the_source() -> None:
    won = ["HK", "SJ DK", "CJ DJ"]
    twin = to_the_end(scored("HSD", won, [1, 0, 0], plaza=(5, 5, 0, 0)))
    assert twin.totals == [3 + 1 + 2 + 0 + 4, 4 + 2, 2 + 2 + 5]
    assert monarchomachi([21, 20, 13, 10]) == {A, B}
    assert monarchomachi([13, 10]) == set()
    twin = ranked([10, 21, 20, 13], [1, 3, 3, 1])
    assert twin.purged == {B, C} and twin.winner == D
    assert twin.scores() == pytest.approx([-1 / 3, -1 / 3, -1 / 3, 1])


def test_twin_TYR_10_8_a_full_trick() -> None:
    hands = ["SHHDD", "SHHH", "CCC", "SSS"]
    twin = position(hands, "HK SQ", plaza=(6, 2, 5, 0))
    lay(twin, "S*HH")
    lay(twin, "SH", "1S")
    lay(twin, "CC")
    assert [twin.power(seat) for seat in (A, B)] == [20, 11]
    assert twin.card_power(S) == 1 and twin.chips_on_suits() == (1, 0, 0, 0)
    twin.apply(PASS)
    assert twin.plaza == (7, 3, 5, 1)
    assert twin.fame == [[((H, 3), cards("HHSC"))], [], [], []]
    assert (twin.chips, twin.discard, twin.marker) == ([5, 4, 5, 4], 2, A)
    assert twin.lead_suit == S and twin.trick == 8


def test_twin_TYR_10_9_ties_go_to_the_later() -> None:
    twin = position(["HH", "HDD", "HH"], "HK", plaza=(0, 0, 8, 0))
    lay(twin, "HH")
    lay(twin, "HDD*")
    twin.apply(play("HH"))
    assert [twin.power(seat) for seat in twin.seats] == [19, 20, 20]
    twin.apply(NOTHING)
    assert twin.current is None and twin.marker == C and len(twin.fame[C]) == 1


def test_twin_TYR_10_10_the_floor_of_the_marker() -> None:
    twin = position(["H", "S", "S"], "HK SQ", options={"marker_penalty": 1})
    twin.apply(play("H"))
    twin.apply(("TYRANT", H, 5))
    assert twin.power(A) == 0
    lay(twin, "S")
    lay(twin, "S")
    assert len(twin.fame[A]) == 1 and twin.marker == A and twin.plaza == cards("SS")


def test_twin_TYR_9_8_the_marker_costs_after_the_chips() -> None:
    twin = position(["HD", "H", "S"], "HK SQ", plaza=(0, 0, 3, 0), chips=[5, 1, 0])
    lay(twin, "HD", "5H")
    twin.apply(play("H"))
    twin.apply(("TYRANT", H, 1))
    assert twin.power(A) == 2 and twin.power(B) == 0
    lay(twin, "S")
    assert len(twin.fame[A]) == 1


def test_twin_TYR_10_11_targets_of_a_tyrant() -> None:
    twin = position(["SD", "S", "S"], "SK", plaza=(0, 3, 0, 1), chips=[2, 5, 5])
    twin.apply(play("SD"))
    assert twin.phase == "TYRANT" and twin.to_move == A
    targets = {("TYRANT", suit, number) for suit in (S, H, CLUB) for number in (1, 2)}
    assert twin.legal() == targets | {NOTHING}
    twin.apply(("TYRANT", H, 2))
    assert (twin.chips[A], twin.chips_on_suits(), twin.discard) == (0, (0, 2, 0, 0), 0)


def choose(twin: Twin, *counts: int) -> None:
    for count in counts:
        twin.apply(("SELECT", count))


def test_twin_TYR_10_12_a_chain_of_passes() -> None:
    hands, stocks = ["SSH", "C", "C"], ["SSHHD", "", ""]
    twin = position(hands, "SK HQ", stocks, chips=[1, 0, 0])
    twin.apply(PASS)
    assert (twin.chips[A], twin.stocks[A], twin.hands[A]) == (0, cards("SSSSHHHD"), NONE)
    lay(twin, "C")
    lay(twin, "C")
    assert (twin.to_move, twin.phase, twin.passed) == (A, "SELECT", {A})
    assert twin.legal() == {("SELECT", x) for x in (2, 3, 4)}
    choose(twin, 3, 2)
    assert (twin.hands[A], twin.stocks[A]) == (cards("SSSHHD"), cards("SH"))
    assert (twin.to_move, twin.phase) == (A, "PLAY") and PASS not in twin.legal()
    twin = position(["", "C", "C"], "HQ", ["SSHHD", "", ""], chips=[0, 0, 0], passed={A})
    assert twin.phase == "PLAY" and twin.hands[A] == cards("SSHHD") and twin.stocks[A] == NONE
    assert PASS not in twin.legal()


def test_twin_TYR_10_12_a_pass_bars_the_next_even_with_chips() -> None:
    twin = position(["", "C", "C"], "HQ HK", ["SD", "", ""], passed={A})
    assert twin.legal() == plays(["S", "D", "SD"])
    lay(twin, "S")
    lay(twin, "C")
    lay(twin, "C")
    assert twin.plaza == cards("SCC"), "settled without a decision"
    assert twin.legal() == plays(["D"]) | {PASS}


def test_twin_TYR_10_13_no_hand() -> None:
    twin = position(["", "C", "C"], "SK SQ", ["SSHH", "", ""], chips=[2, 0, 0])
    assert twin.legal() == {PASS} and twin.phase == "PLAY"
    twin = position(["", "CCC", "CC"], "SK SQ", ["SSHH", "", ""], chips=[0, 1, 0])
    assert (twin.to_move, twin.hard_passed) == (B, {A})
    lay(twin, "C")
    lay(twin, "C")
    assert (twin.to_move, twin.trick, twin.stocks[A]) == (B, 8, cards("SSHH"))
    assert [trick.acts[A].kind for trick in twin.history] == ["hard pass"]
    assert twin.marker == A, "TYR-5.4: a skipped player keeps it"


@pytest.mark.parametrize("reveal", ["all", "chosen_only"])
def test_twin_TYR_10_14_nobody_followed(reveal: str) -> None:
    options = {"no_follow_reveal": reveal}
    twin = position(["SSC", "H", "CHH"], "DK SQ", options=options, chips=[5, 5, 1])
    lay(twin, "SS")
    twin.apply(PASS)
    lay(twin, "CH", "1D")
    assert (twin.to_move, twin.phase) == (C, "SETTLE"), "A's is settled without a decision"
    assert twin.legal() == {("SETTLE", H), ("SETTLE", CLUB)}
    assert (twin.plaza, twin.removed, twin.removed_leads) == (cards("S"), cards("S"), [(2, 3)])
    assert (twin.chips_on_suits(), twin.discard, twin.chips) == (NONE, 2, [5, 4, 0])
    told = twin.view(B)["current"]["acts"]
    hidden = reveal == "chosen_only"
    assert told[A]["settled"] == S and told[A]["cards"] == (None if hidden else cards("SS"))
    assert told[C]["cards"] == (None if hidden else cards("CH")) and told[C]["number"] == 2
    assert twin.seen(B) == (cards("HSS") if hidden else cards("HSSCH"))
    twin.apply(("SETTLE", H))
    assert (twin.plaza, twin.removed) == (cards("SH"), cards("SC"))
    assert twin.fame == [[], [], []] and twin.marker == A and twin.trick == 8
    assert twin.seen(B) == (cards("HSSH") if hidden else cards("HSSCH"))
    assert twin.seen(A) == (cards("SSCH") if hidden else cards("SSCCH"))


def test_twin_TYR_9_19_face_up_and_settled() -> None:
    options = {"no_follow_reveal": "chosen_only"}
    for settled, known in {S: "S", CLUB: "SC"}.items():
        twin = position(["SSC", "H", "H"], "DK SQ", options=options)
        lay(twin, "SS*C")
        assert twin.seen(B) == cards("HS")
        twin.apply(PASS)
        twin.apply(PASS)
        assert twin.seen(B) == cards("HS")
        twin.apply(("SETTLE", settled))
        assert twin.seen(B) == plus(cards("H"), cards(known))
        assert twin.seen(A) == cards("SSC")


@pytest.mark.parametrize(("laid", "known"), [("S", "S"), ("SS", "SS"), ("SS*S", "SSS")])
def test_twin_TYR_9_20_a_settle_without_a_decision_shows_the_play(laid: str, known: str) -> None:
    """The twin once counted the settled card alone; the kernels counted the whole play."""
    twin = position(["SSS", "H", "H"], "DK SQ", options={"no_follow_reveal": "chosen_only"})
    lay(twin, laid)
    twin.apply(PASS)
    twin.apply(PASS)
    assert twin.trick == 8 and twin.seen(B) == plus(cards("H"), cards(known))
    assert twin.view(B)["history"][0]["acts"][A]["cards"] is None, "they are not turned up"


def test_twin_TYR_4_12_settles_go_round_from_the_marker() -> None:
    twin = position(["SC", "SC", "SC"], "DK SQ", marker=B)
    for _ in range(3):
        lay(twin, "SC")
    asked = []
    while twin.phase == "SETTLE":
        asked.append((twin.to_move, twin.plaza))
        twin.apply(("SETTLE", S))
    assert asked == [(B, NONE), (C, cards("S")), (A, cards("SS"))]


def test_twin_TYR_10_15_nobody_played() -> None:
    hands = ["S", "S", "S", ""]
    twin = position(hands, "HK HQ", chips=[5, 5, 5, 0])
    for _ in range(3):
        twin.apply(PASS)
    assert twin.removed_leads == [(H, 3)] and twin.marker == A and twin.trick == 8
    assert (twin.passed, twin.hard_passed) == ({A, B, C}, {D})
    assert twin.hands[:3] == [cards("S")] * 3, "refilled without a decision"
    assert twin.history[0].case == "nobody played" and twin.discard == 3
    for _ in range(3):
        assert PASS not in twin.legal()
        lay(twin, "S")


class Given(RandomChance):
    """Luck that deals these cards to seat 0."""

    def __init__(self, hand: Counts, num_players: int) -> None:
        super().__init__(random.Random(0))
        own = [suit for suit, count in enumerate(hand) for _ in range(count)]
        left = list(NUMBER_CARDS[num_players])
        for suit in own:
            left.remove(suit)
        self.cards = [*left[:8], *own, *left[8:]]

    def numbers(self, suits: Sequence[int]) -> list[int]:
        return self.cards


def test_twin_TYR_10_16_selection_step_by_step() -> None:
    def fresh() -> Twin:
        return Twin({"start_player": 0}, Given((1, 9, 4, 2), 4))

    def values(twin: Twin) -> set[int]:
        assert (twin.to_move, twin.phase) == (A, "SELECT")
        return {x for _, x in twin.legal()}

    twin = fresh()
    assert values(twin) == {0, 1}
    choose(twin, 0)
    assert values(twin) == {*range(1, 8)}
    assert (twin.view(A)["chosen"], twin.view(B)["chosen"]) == ([0], [])
    assert twin.view(B)["hand_sizes"][A] == 0 and twin.view(B)["stock_sizes"][A] == 16
    choose(twin, 1)
    assert twin.to_move == B, "x_D = 4 and x_C = 2 are all that is left"
    assert twin.hands[A] == (0, 1, 4, 2) and twin.stocks[A] == (1, 8, 0, 0)
    twin = fresh()
    choose(twin, 1, 2)
    assert values(twin) == {2, 3, 4}


def test_twin_TYR_10_17_final_ties() -> None:
    assert monarchomachi([14, 14, 9, 3]) == {0, 1}
    assert monarchomachi([12, 12, 9, 3]) == set()


@pytest.mark.parametrize(
    ("totals", "tricks", "marker", "order"),
    [
        ([14, 14, 9, 3], [2, 2, 1, 0], A, [[C], [D], [A, B]]),
        ([12, 12, 9, 3], [1, 2, 1, 0], A, [[B], [A], [C], [D]]),
        ([12, 12, 9, 3], [2, 2, 1, 0], A, [[A], [B], [C], [D]]),
        ([12, 12, 9, 3], [2, 2, 1, 0], B, [[B], [A], [C], [D]]),
        ([12, 12, 9, 3], [2, 2, 1, 0], C, [[A], [B], [C], [D]]),
        ([12, 9, 12, 3], [2, 1, 2, 0], B, [[C], [A], [B], [D]]),
        ([12, 9, 3, 12], [2, 1, 0, 2], D, [[D], [A], [B], [C]]),
    ],
)
def test_twin_TYR_10_17_6_7_the_ranking(
    totals: list[int], tricks: list[int], marker: int, order: list[list[int]]
) -> None:
    twin = ranked(totals, tricks, marker)
    assert twin.groups == order and twin.winner == order[0][0]


def ranked(totals: list[int], tricks: list[int], marker: int = A, **options: Any) -> Twin:
    """A game that ended with these totals and numbers of tricks won."""
    n = len(totals)
    fame = [[((S, 1), NONE)] * count for count in tricks]
    twin = Twin.position(
        options, [NONE] * n, leads=faces("SJ"), marker=marker, chips=[0] * n, fame=fame
    )
    twin.totals = totals
    twin.rank()
    return twin


# More of the clauses


def test_twin_TYR_3_the_deal() -> None:
    for n in (3, 4):
        twin = Twin({"num_players": n, "start_player": 2}, RandomChance(random.Random(n)))
        twin.check()
        assert (twin.to_move, twin.phase, twin.marker) == (2, "SELECT", 2)
        assert len(twin.row) == 3 and len(twin.pile) == 5 and len(twin.hidden_leads) == 4
        assert sum(twin.plaza) == sum(twin.hidden_numbers) == 4
        assert all(sum(stock) == 16 for stock in twin.stocks)
        assert len(twin.aces) == n and sorted(twin.aces + twin.hidden_aces) == [0, 1, 2, 3]


def test_twin_TYR_3_3_another_split_of_the_eight() -> None:
    twin = Twin({"plaza_start": 8, "plaza_removed": 0}, RandomChance(random.Random(1)))
    assert sum(twin.plaza) == 8 and twin.hidden_numbers == NONE
    twin.check()


def test_twin_TYR_4_2_the_row() -> None:
    leads = faces("SK SQ SJ HK HQ HJ DK DQ")
    twin = Twin.position({}, [cards("S")] * 3, leads=leads, chips=[0] * 3)
    assert (twin.row, twin.pile) == (leads[:3], leads[3:])
    for _ in range(3):
        lay(twin, "S")
    assert twin.over and twin.hard_passed == {A, B, C}, "TYR-5.11"
    assert twin.removed_leads == leads[1:]
    rows: dict[int, list[Card]] = {}
    twin = Twin({}, RandomChance(random.Random(5)))
    order = [*twin.row, *twin.pile]
    while not twin.over:
        rows[twin.trick] = list(twin.row) if twin.phase != "SETTLE" else rows[twin.trick]
        twin.apply(min(twin.legal(), key=str))
    assert rows[0] == order[:3]
    assert [rows[t] for t in range(1, 9)] == [order[t - 1 : t + 2] for t in range(1, 9)]


def test_twin_TYR_4_3_refills_from_the_marker_holder_on() -> None:
    big, small = "SSSSHHHH", "SSH"
    stocks = [big, small, big, small]
    state = {"passed": {A, B, C, D}, "marker": B}
    twin = position([""] * 4, "SK SQ", stocks, **state)
    assert (twin.to_move, twin.phase) == (C, "SELECT")
    assert twin.hands == [NONE, cards(small), NONE, NONE], "D's turn to refill is after C's"
    choose(twin, 2)
    assert twin.to_move == A and twin.hands[C] == cards("SSHHHH"), "x_H = 4, x_D = 0 are forced"
    assert twin.hands[D] == cards(small)
    choose(twin, 4)
    assert (twin.to_move, twin.phase) == (B, "PLAY")
    assert twin.current is not None and twin.current.refills == {B: 3, C: 6, D: 3, A: 6}


def test_twin_TYR_4_4d_no_chip_no_pass() -> None:
    twin = position(["SS", "S", "S"], "SK", chips=[0, 5, 5])
    assert twin.legal() == plays(["S", "SS"])
    twin.apply(play("S"))
    assert (twin.to_move, twin.phase) == (B, "PLAY"), "without chips no tyrant"
    assert PASS in twin.legal()


def test_twin_TYR_4_7_chips_of_several_players_add_up() -> None:
    twin = position(["S", "S", "S"], "SK", chips=[1, 1, 1])
    lay(twin, "S", "1S")
    lay(twin, "S", "1S")
    twin.apply(play("S"))
    assert twin.card_power(S) == 6 and [twin.power(seat) for seat in (A, B)] == [5, 6]
    twin.apply(("TYRANT", S, 1))
    assert twin.marker == C and twin.discard == 3 and twin.chips == [0, 0, 0]


def test_twin_TYR_4_9_only_followers_compete() -> None:
    twin = position(["H", "SSS", "H"], "HK HQ", plaza=(4, 0, 0, 0), chips=[5, 0, 1])
    lay(twin, "H", "5H")
    twin.apply(play("SSS*"))
    assert twin.power(B) == 12 and twin.power(A) == 0
    twin.apply(PASS)
    assert twin.marker == A and twin.fame[A] == [((H, 3), cards("HSS"))]


def test_twin_TYR_5_1_a_skip_is_no_pass() -> None:
    twin = position(["", "CC", "CC"], "SK SQ SJ", passed={A})
    assert (twin.to_move, twin.hard_passed) == (B, set()) and twin.chips[A] == 5
    lay(twin, "C")
    lay(twin, "C")
    assert twin.passed == set() and twin.legal() == {PASS} and twin.to_move == A
    assert twin.history[0].acts[A].kind == "skip"


def test_twin_TYR_5_1_a_skip_is_reached_with_other_numbers() -> None:
    twin = Twin({"first_hand": 16}, RandomChance(random.Random(0)))
    while not twin.over:
        actions = sorted(twin.legal(), key=str)
        if twin.phase == "TYRANT":
            actions = [NOTHING]
        if twin.phase == "PLAY":
            actions.sort(key=lambda action: 0 if action == PASS else -sum(action[1]))
        twin.apply(actions[0])
    kinds = [{act.kind for act in trick.acts.values()} for trick in twin.history]
    assert kinds == [{"cards"}] * 6 + [{"pass"}, {"skip"}]
    assert [trick.case for trick in twin.history[6:]] == ["nobody played"] * 2
    assert twin.chips == [4] * 4 and twin.hard_passed == set()


def test_twin_TYR_5_2_the_last_chip() -> None:
    twin = position(["S", "C", "C"], "SK SQ", chips=[1, 0, 0])
    twin.apply(PASS)
    lay(twin, "C")
    lay(twin, "C")
    assert twin.to_move == A and twin.hard_passed == set() and twin.legal() == plays(["S"])
    twin = position(["", "CC", "CC"], "SK SQ", chips=[1, 0, 0])
    twin.apply(PASS)
    lay(twin, "C")
    lay(twin, "C")
    assert twin.hard_passed == {A}, "neither hand nor chips at his turn"


def test_twin_TYR_5_4_the_first_who_is_not_skipped_starts() -> None:
    twin = position(["S", "SS", ""], "SK SQ", chips=[0, 5, 0], marker=C)
    assert twin.to_move == A and twin.hard_passed == {C}
    lay(twin, "S")
    twin.apply(play("S"))
    assert (twin.power(A), twin.power(B)) == (10, 10), "the marker costs nobody else"
    twin.apply(NOTHING)
    assert twin.marker == B


def test_twin_TYR_5_7_power_by_the_number_of_cards() -> None:
    wanted = [0, 1, 2, 3, 4, 2, 3, 4, 5, 6, 4, 5, 6, 7, 8, 6, 7, 8, 9]
    found = [position(["S"] * 4, "SK", plaza=(0, count, 0, 0)).card_power(H) for count in range(19)]
    assert found == wanted


def test_twin_TYR_5_10_the_last_of_weak_followers_wins() -> None:
    twin = position(["S", "S", "S"], "SK SQ", chips=[5, 0, 0], marker=A)
    lay(twin, "S", "5S")
    lay(twin, "S")
    lay(twin, "S")
    assert twin.marker == C


def test_twin_TYR_6_4_zero_tricks_count() -> None:
    assert least_trick_points([0, 3, 5], 3) == [6, 0, 0]
    assert least_trick_points([0, 0, 8], 3) == [3, 3, 0]
    assert least_trick_points([0, 0, 0, 8], 3, bonus=5) == [5, 5, 5, 0]
    assert least_trick_points([2, 2, 2, 2], 1) == [0, 0, 0, 0]


def test_twin_TYR_6_2_6_3_sets_with_the_ace() -> None:
    assert same_suit_points(faces("SA SJ SQ SK")) == 6 and same_rank_points(faces("SA SJ")) == 0
    assert same_rank_points(faces("SK HK DK CK SA")) == 10
    assert same_suit_points(faces("SA HA")) == 0


def test_twin_TYR_6_6_once_is_enough() -> None:
    for totals in product(range(0, 25, 3), repeat=4):
        purged = monarchomachi(totals)
        left = [total for seat, total in enumerate(totals) if seat not in purged]
        assert left and not monarchomachi(left) and min(left) == min(totals)


def test_twin_TYR_6_8_6_9_orders_of_the_purged_and_rewards() -> None:
    totals, tricks = [30, 20, 20, 5], [0, 0, 0, 0]
    orders = {
        "tied": ([[D], [A, B, C]], [-1 / 3, -1 / 3, -1 / 3, 1]),
        "score_desc": ([[D], [A], [B, C]], [1 / 3, -2 / 3, -2 / 3, 1]),
        "score_asc": ([[D], [B, C], [A]], [-1, 0, 0, 1]),
    }
    for order, (groups, rewards) in orders.items():
        twin = ranked(totals, tricks, purged_order=order, reward_mode="rank")
        assert twin.groups == groups and twin.scores() == pytest.approx(rewards)
        twin = ranked(totals, tricks, purged_order=order)
        assert twin.scores() == pytest.approx([-1 / 3, -1 / 3, -1 / 3, 1])
        twin = ranked(totals, tricks, purged_order=order, reward_mode="points")
        assert twin.scores() == [11.25, 1.25, 1.25, -13.75]
    twin = ranked(totals, tricks, purge=False, reward_mode="rank", marker=C)
    assert twin.groups == [[A], [C], [B], [D]]
    assert twin.scores() == pytest.approx([1, -1 / 3, 1 / 3, -1])
    assert ranked(totals, tricks, purge_gap=16).groups == [[B], [C], [D], [A]]


def test_twin_TYR_8_the_knobs_of_power() -> None:
    options = {"pile_size": 3, "pile_power": 7, "marker_penalty": 4, "chip_penalty": 3}
    twin = position(["SHH", "S", "S"], "SK SQ", plaza=(0, 4, 0, 0), options=options)
    assert twin.card_power(H) == 7 + 1
    twin.apply(play("SHH*"))
    assert twin.power(A) == 10 + 8 + 8 - 4
    twin.apply(("TYRANT", H, 2))
    assert twin.power(A) == 10 + 2 + 2 - 4


@pytest.mark.parametrize(
    "options",
    [
        {"num_players": 5},
        {"num_players": 3, "start_player": 3},
        {"chips_per_player": 10},
        {"plaza_start": 3},
        {"pile_size": 1},
        {"purged_order": "random"},
        {"jokers": 2},
    ],
)
def test_twin_TYR_8_9_19_options_that_do_not_fit_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        Twin(options, RandomChance(random.Random(0)))


def test_twin_TYR_4_an_illegal_action_is_refused() -> None:
    with pytest.raises(ValueError, match="not legal"):
        position(["HS", "C", "C"], "HK").apply(play("S"))


def test_twin_TYR_7_2_a_running_trick() -> None:
    twin = position(["SSH", "S", "S"], "SK SQ", plaza=(0, 1, 0, 0))
    lay(twin, "SSH*", "2H")
    told = twin.view(B)["current"]["acts"][A]
    assert told == {
        "kind": "cards",
        "number": 3,
        "face_up": H,
        "chips": (H, 2),
        "cards": None,
        "settled": None,
    }
    assert (twin.view(A)["table"], twin.view(B)["table"]) == (cards("SSH"), NONE)
    assert twin.seen(B) == cards("SHH"), "own S, the plaza's H and the H face up"
    assert twin.seen(A) == cards("SSHH"), "what A played is among his own"
    lay(twin, "S")
    lay(twin, "S")
    assert twin.view(B)["history"][0]["acts"][A]["cards"] == cards("SSH")
    assert twin.seen(B) == cards("SHSSHS")


# Random games

MOST_PILES = {3: 2, 4: 3}  # TYR-2.7e


def random_options(rng: random.Random) -> dict[str, Any]:
    """The defaults in one game of three, otherwise any mix; TYR-8."""
    n = rng.choice([3, 4])
    if rng.random() < 1 / 3:
        return {"num_players": n}
    options = {name: rng.choice(values) for name, values in VALUES.items()}
    options["num_players"] = n
    options["start_player"] = rng.choice(["random", *range(n)])
    options["plaza_removed"] = 8 - options["plaza_start"]
    for name in rng.sample(sorted(options.keys() - {"num_players"}), rng.randrange(len(options))):
        if not name.startswith("plaza"):
            options[name] = DEFAULTS[name]
    return options


def check_default_sizes(twin: Twin) -> None:
    """TYR-2.7d, e, 5.1, for the default sizes."""
    for seat in twin.seats:
        acts = [trick.acts[seat].kind for trick in twin.history]
        assert acts.count("cards") <= 7 and "skip" not in acts
        assert sum(twin.hands[seat]) <= 7
    assert all(twin.piles(suit) <= MOST_PILES[twin.num_players] for suit in range(4))


def turned(counts: Counts) -> Counts:
    """As many cards of other suits."""
    return (*counts[1:], counts[0])


def view_if_all_else_were_otherwise(twin: Twin, seat: int, rng: random.Random) -> dict[str, Any]:
    """The view of a player if everything that is hidden from him were otherwise; TYR-7.3, 7.4."""
    kept = dict(vars(twin))
    hidden = [*twin.pile, *twin.hidden_leads]
    rng.shuffle(hidden)
    twin.pile, twin.hidden_leads = hidden[: len(twin.pile)], hidden[len(twin.pile) :]
    twin.aces = [ace if s == seat else -1 for s, ace in enumerate(twin.aces)]
    for zone in ("hands", "stocks", "dealt", "table"):
        held = kept[zone]
        setattr(twin, zone, [h if s == seat else turned(h) for s, h in enumerate(held)])
    twin.history = [other_cards(trick, seat) for trick in twin.history]
    twin.current = other_cards(twin.current, seat) if twin.current else None
    if seat != twin.to_move:
        twin.chosen = [99]
    view = twin.view(seat)
    vars(twin).update(kept)
    return view


def other_cards(trick: Trick, seat: int) -> Trick:
    """A trick in which other cards lie face down before the others, but for what 9.20 shows."""
    if trick.revealed:
        return trick
    acts = {
        s: act
        if s == seat or act.known(False) == act.cards
        else replace(act, cards=turned(act.cards))
        for s, act in trick.acts.items()
    }
    return replace(trick, acts=acts)


def hidden_from(twin: Twin, seat: int) -> Counts:
    """TYR-7.3, 7.4: the cards that a player has not seen, apart from those removed by 4.12."""
    hidden = twin.hidden_numbers
    acts = twin.current.acts if twin.current and not twin.current.revealed else {}
    for s in twin.seats:
        if s != seat:
            hidden = plus(hidden, twin.hands[s], twin.stocks[s])
            if s in acts and twin.table[s] != NONE:
                face_up = acts[s].face_up
                shown = NONE if face_up is None else one(face_up)
                hidden = plus(hidden, minus(twin.table[s], shown))
    return hidden


def check_view(twin: Twin, seat: int, rng: random.Random) -> None:
    """TYR-7.3 to 7.5: no view depends on what is hidden; what is unseen is what is hidden."""
    view = twin.view(seat)
    if not twin.over:
        assert view_if_all_else_were_otherwise(twin, seat, rng) == view
    unknown = minus(view["unseen"], hidden_from(twin, seat))
    if twin.options["no_follow_reveal"] == "all":
        assert unknown == NONE
    minus(twin.removed, unknown)  # TYR-8: no others are removed unseen


def play_game(seed: int, met: Counter[str]) -> None:
    """One random game; counts what it met."""
    rng = random.Random(seed)
    options = random_options(rng)
    twin = Twin(options, RandomChance(rng))
    usual = all(twin.options[n] == DEFAULTS[n] for n in DEFAULTS if n.endswith("hand"))
    usual = usual and twin.options["chips_per_player"] == 5 and twin.options["pile_size"] == 5
    keen, thrifty = rng.random(), rng.random()  # on playing, and with chips
    while not twin.over:
        twin.check()
        check_view(twin, rng.choice(twin.seats), rng)
        met[str(twin.phase)] += 1
        if usual:
            check_default_sizes(twin)
        if twin.phase in ("SELECT", "SETTLE", "TYRANT"):
            assert len(twin.legal()) > 1
        assert len(twin.legal()) <= 37
        assert twin.scores() == [0.0] * twin.num_players
        actions = sorted(twin.legal(), key=str)
        if rng.random() < keen:
            actions = [action for action in actions if action != PASS] or actions
        if NOTHING in actions and rng.random() < thrifty:
            actions = [NOTHING]
        twin.apply(rng.choice(actions))
    twin.check()
    check_view(twin, rng.choice(twin.seats), rng)
    check_end(twin)
    met.update(act.kind for trick in twin.history for act in trick.acts.values())
    met.update(str(trick.case) for trick in twin.history)


def check_end(twin: Twin) -> None:
    """TYR-4.1, 6.7, 6.9."""
    n = twin.num_players
    assert twin.legal() == set() and len(twin.history) == 8 == twin.trick
    assert twin.row == twin.pile == [] and twin.table == [NONE] * n
    assert sorted(seat for group in twin.groups for seat in group) == [*twin.seats]
    assert sum(twin.scores()) == pytest.approx(0)
    assert twin.winner not in twin.purged
    assert all(len(group) == 1 for group in twin.groups if not twin.purged & {*group})
    lowest = twin.totals.index(min(twin.totals))
    assert lowest not in twin.purged
    if twin.options["reward_mode"] != "points":
        assert max(twin.scores()) == pytest.approx(1) and min(twin.scores()) >= -1
        assert twin.scores()[twin.winner] == pytest.approx(1)
    assert twin.view(0)["all_aces"] == twin.aces


@pytest.mark.parametrize("block", range(NUM_BLOCKS))
def test_twin_TYR_2_7_7_5_random_games_keep_the_invariants(block: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(block, NUM_GAMES, NUM_BLOCKS):
        try:
            play_game(seed, met)
        except AssertionError as error:
            raise AssertionError(f"game {seed}: {error}") from error
    acts = {"cards", "pass", "hard pass"}
    cases = {"won", "nobody played", "nobody followed"}
    assert {"SELECT", "PLAY", "TYRANT", "SETTLE"} | acts | cases <= {*met}


# Sanity figures


@cache
def completions(available: Counts, need: int) -> int:
    """How many ways there are to choose so many of these cards."""
    if not available:
        return int(need == 0)
    return sum(completions(available[1:], need - x) for x in range(min(available[0], need) + 1))


def flat_choice(twin: Twin, rng: random.Random) -> Action:
    """TYR-11.8: uniform over the flat choices, a selection being one of them."""
    actions = sorted(twin.legal(), key=str)
    if twin.phase != "SELECT":
        return rng.choice(actions)
    assert twin.to_move is not None
    size = twin.options["refill_hand" if twin.trick else "first_hand"]
    need = size - sum(twin.chosen)
    later = twin.stocks[twin.to_move][len(twin.chosen) + 1 :]
    weights = [completions(later, need - x) for _, x in actions]
    return rng.choices(actions, weights)[0]


def figures(num_players: int, seed: int) -> list[float]:
    """TYR-11.8: of one game: cases 3 and 4, the mean total, purged 0, 1 and 2 players."""
    rng = random.Random(seed)
    twin = Twin({"num_players": num_players}, RandomChance(rng))
    while not twin.over:
        twin.apply(flat_choice(twin, rng))
    cases = [trick.case for trick in twin.history]
    purged = [float(len(twin.purged) == count) for count in range(3)]
    mean_total = sum(twin.totals) / num_players
    return [cases.count("nobody played"), cases.count("nobody followed"), mean_total, *purged]


SANITY = {
    4: [1.94, 1.46, 5.02, 0.735, 0.257, 0.008],
    3: [2.30, 1.59, 5.43, 0.752, 0.241, 0.007],
}
"""TYR-11.8, of 20 000 games."""
ROUNDED = [0.005, 0.005, 0.005, 0.0005, 0.0005, 0.0005]


@pytest.mark.parametrize("num_players", [3, 4])
def test_twin_TYR_11_8_sanity_figures(num_players: int) -> None:
    games = [figures(num_players, seed) for seed in range(NUM_GAMES)]
    for column, wanted, rounded in zip(
        zip(*games, strict=True), SANITY[num_players], ROUNDED, strict=True
    ):
        mean = sum(column) / NUM_GAMES
        variance = sum((value - mean) ** 2 for value in column) / NUM_GAMES
        variance = max(variance, wanted * (1 - wanted))  # none of a rare event says nothing
        error = sqrt(variance * (1 / NUM_GAMES + 1 / 20000))
        assert abs(mean - wanted) < 4 * error + rounded, f"{mean}, not {wanted}"
