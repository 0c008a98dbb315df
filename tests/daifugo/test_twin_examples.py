"""The worked examples of the rules of Daifugo, its counts, and random matches, on the twin alone.

`FUDABA_TWIN_GAMES=2000 pytest tests/daifugo/test_twin_examples.py` plays more matches.
"""

import os
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from .twin import (
    EFFECTS,
    JOKERS,
    LONE_JOKER,
    RANKS,
    Action,
    Play,
    RandomChance,
    Twin,
    card_of,
    pack,
    plays,
    rank_of,
)

NUM_MATCHES = int(os.environ.get("FUDABA_TWIN_GAMES", "48"))
NUM_BLOCKS = 4
RANK_NAMES = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
A, B, C, D = range(4)
PASS, DRAW, STOP = ("pass",), ("pass and draw",), ("stop",)

PHASES = [
    "lead",
    "follow",
    "suits",
    "jokers",
    "give card",
    "give to",
    "change",
    "exchange up",
    "exchange down",
]

VALUES: dict[str, list[Any]] = {
    "num_jokers": [2, 2, 1, 0],
    "hand_size": [10, 5, 8, 13],
    "num_rounds": [5, 1, 2, 3],
    "round_starter": ["random", "daihinmin", "daifugo", "rotate"],
    "joker_effects": [True, False],
    "joker_duplicates": [True, False],
    "joker_finish_scope": ["turn", "play_only", "any_give"],
    "lone_joker_under_binding": [False, True],
    "run_compare": ["rank", "no_overlap"],
    "pass_draw": ["optional", "mandatory"],
    "pass_locks": [False, True],
    "leader_pass": ["only_if_stuck", "free"],
    "skip_past_self": ["field_stays", "field_cleared"],
    "seven_single_recipient": [False, True],
    "jback_mode": ["xor", "set"],
    "jback_repeat": ["stays", "toggles"],
    "k_discard_face_up": [True, False],
    "exchange_2p": [2, 1, 0],
    "exchange_3p": [2, 1, 0],
    "exchange_tie": ["giver_chooses", "fixed"],
    "exchange_blind": [False, True],
    "playoff_starter": ["next_in_turn", "random"],
    "playoff_keeps_revolution": [False, True],
    "reward_mode": ["winner", "final_places", "all_rounds"],
}


class Fixed(RandomChance):
    """Luck that deals these hands in rounds 2, 3 ..., and has these starters and lots."""

    def __init__(
        self,
        deals: Sequence[Sequence[str]] = (),
        starter: int = A,
        lot: Sequence[int] = (),
    ) -> None:
        super().__init__(random.Random(0), {"num_players": 2})
        self.deals, self.first, self.places = deals, starter, lot

    def deal(self, round_number: int) -> list[int]:
        dealt = [c for hand in self.deals[round_number - 2] for c in cards(hand)]
        return [*dealt, *(c for c in pack(2) if c not in dealt)]

    def starter(self, round_number: int) -> int:
        return self.first

    def lot(self, seats: Sequence[int]) -> list[int]:
        assert sorted(self.places) == seats
        return list(self.places)


def card(name: str) -> int:
    """The id of "S3", "H10", "joker", "joker2"."""
    if name.startswith("joker"):
        return JOKERS[name == "joker2"]
    return card_of(rank(name[1:]), "SHDC".index(name[0]))


def rank(name: str) -> int:
    """The rank index of "3", "10", "2"."""
    return RANK_NAMES.index(name)


def cards(names: str) -> list[int]:
    """The ids of "S6-8 joker": names of cards, and of runs within a suit."""
    ids: list[int] = []
    for name in names.split():
        first, _, last = name.partition("-")
        ids += range(card(first), card(name[0] + last) + 1, 4) if last else [card(first)]
    return ids


def made(names: str) -> Play:
    """The play "S9", "S9 *HA" or "S5-8", a star marks what a joker is designated as."""
    if names == "joker":
        return LONE_JOKER
    naturals = cards(" ".join(name for name in names.split() if name[0] != "*"))
    jokers = cards(" ".join(name[1:] for name in names.split() if name[0] == "*"))
    ranks = {rank_of(c) for c in naturals + jokers}
    several = "set" if len(ranks) == 1 else "run"
    kind = "single" if len(naturals + jokers) == 1 else several
    return Play(kind, frozenset(naturals), tuple(sorted(jokers)))


def position(hands: Sequence[str], on: str = "", **rest: Any) -> Twin:
    """A position with the field play `on`, by the last seat unless `owner` says otherwise."""
    options = rest.pop("options", {})
    chance = rest.pop("chance", Fixed())
    if on:
        rest = {"field_play": made(on), "owner": len(hands) - 1, **rest}
    pile = rest.pop("pile", None)
    if pile is not None:
        rest["pile"] = cards(pile)
    return Twin.position(options, [cards(hand) for hand in hands], chance=chance, **rest)


def lay(twin: Twin, names: str) -> None:
    """Play, step by step."""
    first, *others = made(names).steps()
    twin.apply(first)
    for step in others:
        if step[0] in ("suit", "suits") or twin.phase == "jokers":
            twin.apply(step)


def apply(twin: Twin, *actions: Action) -> None:
    for action in actions:
        twin.apply(action)


def give(twin: Twin, name: str, receiver: int) -> None:
    apply(twin, ("card", card(name)), ("player", receiver))


def can(twin: Twin, names: str) -> bool:
    """Whether the play is legal for the seat on turn."""
    assert twin.phase in ("lead", "follow") and twin.to_move is not None
    legal = made(names) in twin.legal_plays(twin.to_move)
    assert not legal or made(names).steps()[0] in twin.legal()
    return legal


def only(twin: Twin, names: Iterable[str]) -> bool:
    """Whether these are all legal plays."""
    assert twin.to_move is not None
    return {made(name) for name in names} == set(twin.legal_plays(twin.to_move))


def titles(twin: Twin) -> list[str]:
    return twin.titles[-1]


# The counts of DFG-4.21


def found(jokers: int, duplicates: bool = True) -> list[Play]:
    """Every play of the whole pack as one hand."""
    every = plays(pack(jokers), duplicates=duplicates)
    assert len({play.descriptor for play in every}) == len(every)
    assert len({play.steps() for play in every}) == len(every)
    return every


@pytest.mark.parametrize(
    ("jokers", "duplicates", "total", "sets", "runs"),
    [
        (0, True, 459, 195, 264),
        (0, False, 459, 195, 264),
        (1, False, 2496, 559, 1936),
        (1, True, 2912, 975, 1936),
        (2, False, 8220, 871, 7348),
        (2, True, 10404, 3055, 7348),
    ],
)
def test_twin_DFG_4_21_distinct_plays(
    jokers: int, duplicates: bool, total: int, sets: int, runs: int
) -> None:
    every = found(jokers, duplicates)
    kinds = Counter(play.kind for play in every)
    assert len(every) == total
    assert kinds["single"] == 52 and kinds["single"] + kinds["set"] == sets
    assert kinds["run"] == runs
    assert kinds["lone joker"] == (jokers > 0)


def test_twin_DFG_4_21_plays_of_a_rank_by_size_and_outcomes() -> None:
    of_a_rank = [play for play in found(2) if play.kind in ("single", "set")]
    for wanted in RANKS:
        sizes = Counter(play.n for play in of_a_rank if play.rank == wanted)
        assert [sizes[n] for n in range(1, 7)] == [4, 32, 68, 77, 44, 10]
        outcomes = {play.suits for play in of_a_rank if play.rank == wanted}
        by_size = Counter(len(suits) for suits in outcomes)
        assert [by_size[n] for n in range(1, 7)] == [4, 10, 20, 31, 28, 10]
    assert len({(play.kind, play.n, play.rank, play.suits) for play in found(2)}) == 1604


def test_twin_DFG_4G_the_most_choices_of_each_step() -> None:
    every = found(2)
    shapes = {play.steps()[0] for play in every}
    assert Counter(shape[0] for shape in shapes) == {
        "single": 13,
        "lone joker": 1,
        "set": 65,
        "run": 66,
    }
    suits = {play.steps()[:2] for play in every if play.steps()[0] == ("set", 3, 5)}
    assert len(suits) == 15 - 1  # 16 subsets without the empty one and the one of all four
    jokers = Counter(play.steps()[:2] for play in every)
    assert max(jokers.values()) == 92
    assert max(count for steps, count in jokers.items() if steps[0][0] == "set") == 10


@pytest.mark.parametrize(("jokers", "median"), [(0, 13), (1, 60), (2, 304)])
def test_twin_DFG_4_21_legal_leads_of_a_random_hand(jokers: int, median: int) -> None:
    rng, half = random.Random(jokers), 500 if jokers == 0 else 100
    with_jokers = [52, 53][:jokers]
    counts = sorted(
        len(plays([*rng.sample(range(52), 10 - jokers), *with_jokers])) for _ in range(2 * half + 1)
    )
    assert counts[half] == pytest.approx(median, rel=0.05)
    assert counts[-1] <= 467


# The worked examples of DFG-10


def test_twin_DFG_10_1_the_pile_after_the_deal() -> None:
    for players, size in {2: 34, 3: 24, 4: 14, 5: 4}.items():
        options = {"num_players": players}
        twin = Twin(options, RandomChance(random.Random(players), options))
        assert len(twin.pile) == size
        assert [len(hand) for hand in twin.hands] == [10] * players
    for options in ({"num_players": 6}, {"num_players": 5, "hand_size": 11}):
        with pytest.raises(ValueError, match=r"players|hands"):
            Twin(options, RandomChance(random.Random(0), options))


def test_twin_DFG_10_2_binding_of_a_pair() -> None:
    hands = ["S10 H10 D10 C3", "SJ HJ SA SQ DQ joker joker2 C3", "S3 H3", "S4"]
    twin = position(hands, on="S9 H9")
    lay(twin, "S10 H10")
    assert twin.binding == (0, 1)
    assert can(twin, "SJ HJ") and can(twin, "SA *HA")
    assert not can(twin, "SQ DQ") and not can(twin, "*S9 *H9")
    twin = position(hands, on="S9 H9")
    lay(twin, "S10 D10")
    assert twin.binding is None
    assert can(twin, "SJ HJ") and can(twin, "SA *HA") and can(twin, "SQ DQ")


def test_twin_DFG_10_3_binding_and_j_back() -> None:
    hands = ["SJ D3 D4", "S3 S8 S10 H4 SQ joker CA", "D6 D7", "S4"]
    twin = position(hands, on="S9")
    lay(twin, "SJ")
    assert twin.binding == (0,) and twin.j_back and twin.reversed and not twin.revolution
    assert only(twin, ["S3", "S8", "S10"])
    apply(twin, PASS, PASS, PASS)
    assert (twin.to_move, twin.phase) == (A, "lead")
    assert twin.binding is None and not twin.j_back and not twin.reversed
    twin = position(hands, on="S9", options={"lone_joker_under_binding": True})
    lay(twin, "SJ")
    assert only(twin, ["S3", "S8", "S10", "joker"])


def test_twin_DFG_10_4_five_skip() -> None:
    hands = ["S5 H5 D5 C5 SK HK", "S4 H4 D4 C4 S6 H6 D6 C6 joker joker2", "S8 H8", "S9 H9"]
    for play, on_turn in {"S5": C, "S5 H5": D, "S5 H5 D5": A, "S5 H5 D5 C5": B}.items():
        twin = position(hands)
        lay(twin, play)
        assert twin.to_move == on_turn
        assert twin.phase == ("lead" if on_turn == A else "follow")
        assert (twin.field_play is None) == (on_turn == A)
    assert twin.revolution and twin.reversed
    assert can(twin, "S4 H4 D4 C4") and not can(twin, "S6 H6 D6 C6")
    assert can(twin, "S4 D4 *C4 *C4")
    assert not can(twin, "S6 H6 *D6 *C6") and PASS in twin.legal()


def test_twin_DFG_10_4_five_skip_of_two_players() -> None:
    hands = ["S5 H5 SK HK", "S8 H8 S9"]
    twin = position(hands)
    lay(twin, "S5")
    assert (twin.to_move, twin.phase) == (A, "lead")
    twin = position(hands)
    lay(twin, "S5 H5")
    assert (twin.to_move, twin.phase) == (B, "follow") and can(twin, "S8 H8")
    twin = position(hands, options={"skip_past_self": "field_cleared"})
    lay(twin, "S5 H5")
    assert (twin.to_move, twin.phase) == (B, "lead")


def test_twin_DFG_10_5_going_out_on_a_five() -> None:
    twin = position(["D5", "S8 H8", "S3 S9"])
    lay(twin, "D5")
    assert twin.order == [A] and twin.to_move == C and twin.field_play == made("D5")
    assert twin.owner == A
    apply(twin, PASS)
    assert (twin.to_move, twin.phase) == (B, "lead") and twin.field_play is None


def test_twin_DFG_10_6_a_give_and_a_cut() -> None:
    twin = position(["S6-8 H3 H4 HK", "D9", "D10"])
    lay(twin, "S6-8")
    assert (twin.phase, twin.remaining) == ("give card", 1)
    give(twin, "H3", C)
    assert twin.hands[C] == {*cards("D10 H3")}
    assert (twin.to_move, twin.phase) == (A, "lead")
    assert twin.field == [] and twin.hands[A] == {*cards("H4 HK")}
    twin = position(["S5-8 H3 H4 HK", "D9", "D10"])
    lay(twin, "S5-8")
    apply(twin, STOP)
    assert twin.revolution and (twin.to_move, twin.phase) == (A, "lead")


def test_twin_DFG_10_7_runs_of_four_and_five() -> None:
    hands = ["H4-8 D9 D10", "C9 C10", "S3-6 D4-7 DK", "CJ CQ"]
    twin = position(hands)
    lay(twin, "H4-7")
    give(twin, "D9", B)
    assert twin.revolution and twin.to_move == C
    assert only(twin, ["S3-6"])
    lay(twin, "S3-6")
    assert not twin.revolution and twin.to_move == A
    twin = position(hands)
    lay(twin, "H4-8")
    apply(twin, STOP)
    assert not twin.revolution and (twin.to_move, twin.phase) == (A, "lead")


def test_twin_DFG_10_8_four_jacks_and_revolutions() -> None:
    hands = ["SJ HJ DJ CJ SK", "SQ HQ DQ CQ S10 H10 D10 C10 S4", "S9 H9 D9 C9 S8 H8 D8 C8 C4"]
    twin = position(hands)
    lay(twin, "SJ HJ DJ CJ")
    assert twin.revolution and twin.j_back and not twin.reversed
    assert can(twin, "SQ HQ DQ CQ") and not can(twin, "S10 H10 D10 C10")
    lay(twin, "SQ HQ DQ CQ")
    assert not twin.revolution and twin.j_back and twin.reversed
    assert can(twin, "S9 H9 D9 C9")
    twin = position(hands)
    lay(twin, "SJ HJ DJ CJ")
    apply(twin, PASS, PASS)
    assert twin.phase == "lead" and not twin.j_back and twin.revolution and twin.reversed
    twin = position(["S9 H9 D9 C9 C4", hands[1] + " S8 H8 D8 C8", "H3"])
    lay(twin, "S9 H9 D9 C9")
    assert twin.revolution
    assert only(twin, ["S8 H8 D8 C8"])


def test_twin_DFG_10_9_reversed_singles_and_the_three_of_spades() -> None:
    hands = ["D3 S2 joker H9", "S3 D2 joker2", "H3 H4"]
    twin = position(hands, on="C4", revolution=True)
    assert only(twin, ["D3", "joker"])
    lay(twin, "joker")
    assert only(twin, ["S3"]) and {PASS, DRAW} < twin.legal()
    lay(twin, "S3")
    assert (twin.to_move, twin.phase) == (B, "lead")
    twin = position(hands, on="C4", revolution=True)
    lay(twin, "joker")
    apply(twin, PASS)
    assert twin.legal() == {PASS, DRAW}
    twin = position(hands, on="C4", options={"effects": [e for e in EFFECTS if e != "spade3"]})
    lay(twin, "joker")
    assert only(twin, [])


def test_twin_DFG_10_10_no_finish_with_a_joker() -> None:
    assert position(["joker", "S9"]).legal() == {PASS, DRAW}
    assert position(["joker", "S9"], on="S4").legal() == {PASS, DRAW}
    twin = position(["C7 joker", "S9", "H9"])
    assert only(twin, ["C7", "joker"])
    lay(twin, "C7")
    give(twin, "joker", B)
    assert twin.order == [A] and twin.to_move == B
    hand = "C7 joker D4"
    for scope, may in {"turn": False, "any_give": False, "play_only": True}.items():
        twin = position([hand, "S9", "H9"], options={"joker_finish_scope": scope})
        lay(twin, "C7 *C7")
        assert (("card", card("D4")) in twin.legal()) == may and STOP in twin.legal()
        assert twin.remaining == 2


def test_twin_DFG_10_10_4_7_a_joker_as_the_last_gift() -> None:
    for scope, may in {"turn": True, "any_give": False, "play_only": True}.items():
        twin = position(["C7 joker", "S9", "H9"], options={"joker_finish_scope": scope})
        lay(twin, "C7")
        assert (("card", card("joker")) in twin.legal()) == may


def test_twin_DFG_10_11_change_takes_the_last_card_of_the_pile() -> None:
    twin = position(["SK HK S3 S4 S9", "H9 H10", "D9"], pile="C2")
    lay(twin, "SK HK")
    assert (twin.phase, twin.remaining) == ("change", 1)
    apply(twin, ("card", card("S3")))
    assert twin.over and twin.ended == "pile" and twin.places == [[C, B, A]]
    assert twin.hands[A] == {*cards("S4 S9 C2")}


def test_twin_DFG_10_12_play_off_of_equal_hands() -> None:
    hands = ["", "S3 S6 S9", "H3 H6 H9 HQ", "D3 D6"]
    twin = position(hands, on="C10", to_move=B, order=[A], pile="C2")
    apply(twin, DRAW)
    assert twin.order == [A, D] and twin.participants == [B, C]
    assert (twin.to_move, twin.phase) == (C, "lead") and twin.field == []
    for play in ("H3", "H6", "H9", "HQ"):
        lay(twin, play)
        if not twin.over:
            assert twin.to_move == B and DRAW not in twin.legal()
            apply(twin, PASS)
    assert titles(twin) == ["daifugo", "daihinmin", "hinmin", "fugo"]


def exchange(daihinmin: str, daifugo: str, **options: Any) -> Twin:
    """Round 2 after A was first and D last, with these two hands; B and C have no choice."""
    fillers = ["S4-7 S8 C4-8", "D4-10 C9 C3 H4"]
    chance = Fixed([[daifugo, *fillers, daihinmin]], starter=C)
    options = {"num_rounds": 2, **options}
    twin = position(
        ["", "", "S3", "S4 S5"], to_move=C, order=[A, B], options=options, chance=chance
    )
    lay(twin, "S3")
    assert twin.round == 2
    return twin


ONE_JOKER = ("joker S2 H2 DA H5-10", "D2 C2 DK CK DQ CQ SJ HJ DJ CJ")
TWO_JOKERS = ("joker joker2 S2 DA H5-10", "D2 C2 DK CK DQ CQ SJ HJ DJ CJ")


def gifts(hands: tuple[str, str], received: Sequence[Action] = (), **options: Any) -> set[Any]:
    """All pairs that the daifugo may give after these choices of the daihinmin."""

    def after(*actions: Action) -> Twin:
        twin = exchange(*hands, **options)
        apply(twin, *received, *actions)
        return twin

    pairs = set()
    for first in after().legal():
        assert after().phase == "exchange down"
        pairs |= {frozenset([first, second]) for second in after(first).legal()}
    return pairs


def test_twin_DFG_10_13_exchange() -> None:
    twin = exchange(*ONE_JOKER)
    assert (twin.to_move, twin.phase, twin.remaining) == (D, "exchange up", 1)
    assert twin.legal() == {("card", card("S2")), ("card", card("H2"))}
    apply(twin, ("card", card("H2")))
    assert (twin.to_move, twin.phase, twin.remaining) == (A, "exchange down", 2)
    assert {*cards("joker H2")} < twin.hands[A] and len(twin.hands[A]) == 12
    assert len(gifts(ONE_JOKER, [("card", card("H2"))])) == 66
    assert len(gifts(ONE_JOKER, [("card", card("H2"))], exchange_blind=True)) == 45
    assert len(gifts(ONE_JOKER, exchange_tie="fixed")) == 66
    twin = exchange(*TWO_JOKERS)
    assert twin.phase == "exchange down" and {*JOKERS} < twin.hands[A]


def test_twin_DFG_9_25_a_daifugo_with_both_jokers_has_56_choices() -> None:
    assert len(gifts(TWO_JOKERS)) == 56


def test_twin_DFG_4_19_order_of_the_exchanges() -> None:
    twin = exchange(*TWO_JOKERS)
    apply(twin, ("card", card("SJ")), ("card", card("HJ")))
    assert {*cards("SJ HJ")} < twin.hands[D]
    assert (twin.to_move, twin.phase) == (B, "exchange down"), "C's strongest was alone"
    apply(twin, ("card", card("S4")))
    assert card("S4") in twin.hands[C] and (twin.to_move, twin.phase) == (C, "lead")
    assert Counter(twin.events) == {
        ("exchange", D, A): 2,
        ("exchange", A, D): 2,
        ("exchange", C, B): 1,
        ("exchange", B, C): 1,
    }


@pytest.mark.parametrize(
    ("how", "seat"), [("random", C), ("daifugo", A), ("daihinmin", D), ("rotate", B)]
)
def test_twin_DFG_3_3_starters(how: str, seat: int) -> None:
    twin = exchange(*ONE_JOKER, round_starter=how)
    assert twin.starter == twin.on_turn == seat and twin.to_move == D


def test_twin_DFG_10_14_a_skipped_player_has_no_turn() -> None:
    twin = position(["S4 S6", "H5 H6", "D9 D10", "C9 C10"])
    lay(twin, "S4")
    lay(twin, "H5")
    assert twin.to_move == D
    apply(twin, PASS)
    assert twin.to_move == A
    apply(twin, PASS)
    assert (twin.to_move, twin.phase) == (B, "lead") and twin.passed == {D, A}
    lay(twin, "H6")
    assert twin.passed == set()


@pytest.mark.parametrize(
    ("mode", "points"),
    [
        ("winner", [1, -1 / 3, -1 / 3, -1 / 3]),
        ("final_places", [1, -1 / 3, 1 / 3, -1]),
        ("all_rounds", [1 / 5, -1 / 15, 1 / 15, -1 / 5]),
    ],
)
def test_twin_DFG_10_15_rewards(mode: str, points: list[float]) -> None:
    options = {"reward_mode": mode, "num_rounds": 5}
    hands = ["", "S3", "", "S4 S5"]
    twin = position(hands, to_move=B, order=[A, C], options=options, round=5)
    assert twin.scores() == [0, 0, 0, 0]
    lay(twin, "S3")
    assert twin.over and twin.places == [[A, C, B, D]]
    assert twin.scores() == pytest.approx(points)


def test_twin_DFG_10_16_runs_that_overlap() -> None:
    hands = ["C6-10 S3", "S9", "H9"]
    twin = position(hands, on="D5-7")
    assert only(twin, ["C6-8", "C7-9", "C8-10"])
    twin = position(hands, on="D5-7", options={"run_compare": "no_overlap"})
    assert only(twin, ["C8-10"])
    twin = position(["C3-5 C6 S8", "S9", "H9"], on="D5-7", revolution=True)
    assert only(twin, ["C3-5", "C4-6"])
    no_overlap = {"run_compare": "no_overlap"}
    twin = position(["C3-5 C6 S8", "S9"], on="D6-8", revolution=True, options=no_overlap)
    assert only(twin, ["C3-5"])


# What the examples leave out


def test_twin_DFG_4_14c_4_16_two_lone_jokers_stall_and_draw_lots() -> None:
    twin = position(["joker", "joker2", ""], order=[C], chance=Fixed(lot=[B, A]), pile="S3 S4")
    apply(twin, PASS)
    assert (twin.to_move, twin.stall) == (B, 1)
    apply(twin, PASS)
    assert twin.participants == [A, B] and (twin.to_move, twin.phase) == (A, "lead")
    assert twin.legal() == {PASS}, "a play-off has no pile, although two cards lie there"
    apply(twin, PASS, PASS)
    assert twin.over and twin.places == [[C, B, A]]


def test_twin_DFG_9_24_a_draw_restarts_the_stall_count() -> None:
    twin = position(["joker", "joker2", ""], order=[C], pile="S3 S4")
    apply(twin, PASS, DRAW)
    assert twin.stall == 0 and twin.to_move == A
    apply(twin, PASS)
    assert twin.stall == 1 and twin.participants is None


def test_twin_DFG_4_14c_a_play_restarts_the_stall_count() -> None:
    twin = position(["joker", "S3 S4 S5", "joker2"])
    apply(twin, PASS)
    assert twin.stall == 1
    lay(twin, "S3")
    assert twin.stall == 0


@pytest.mark.parametrize("keeps", [False, True])
def test_twin_DFG_4_16_9_24_revolution_in_play_offs(keeps: bool) -> None:
    options = {"playoff_keeps_revolution": keeps}
    hands = ["S3 S10", "D3 D4 D5", "H6 H9", "C3 C4"]  # D draws and is level with B
    state = {"revolution": True, "j_back": True, "to_move": D, "pile": "C9"}
    twin = position(hands, on="SJ", owner=C, options=options, **state)
    apply(twin, DRAW)
    assert twin.participants == [A, C] and twin.to_move == A, "the first after D"
    assert twin.revolution == keeps and not twin.j_back
    lay(twin, "S10" if keeps else "S3")
    lay(twin, "H6")
    apply(twin, PASS)
    lay(twin, "H9")
    assert twin.order == [C, A] and twin.participants == [B, D]
    assert twin.to_move == B, "the first after D, who ended the round, not after C"
    assert twin.revolution == keeps


def test_twin_DFG_4_10_locks_last_until_the_field_is_cleared() -> None:
    hands = ["S4 S9 S10", "H6 H9", "D7 DK"]
    twin = position(hands, options={"pass_locks": True})
    lay(twin, "S4")
    apply(twin, PASS)
    lay(twin, "DK")
    apply(twin, STOP, PASS)
    assert (twin.to_move, twin.legal()) == (B, {PASS, DRAW})
    apply(twin, PASS)
    assert (twin.to_move, twin.phase, twin.locked) == (C, "lead", set())


def test_twin_DFG_5_6_one_recipient_for_all_gifts() -> None:
    hands = ["S7 H7 S9 H9 D9", "S4", "S5"]
    for option, receivers in {False: {B, C}, True: {C}}.items():
        twin = position(hands, options={"seven_single_recipient": option})
        lay(twin, "S7 H7")
        give(twin, "S9", C)
        apply(twin, ("card", card("H9")))
        assert twin.legal() == {("player", seat) for seat in receivers}


def test_twin_DFG_5_7_jacks_again() -> None:
    hands = ["SJ H3 H4", "S10 D10", "D3 D4"]
    for repeat, flag in {"stays": True, "toggles": False}.items():
        options = {"jback_repeat": repeat}
        twin = position(["SJ H3", "D10", "D3 D4"], on="C5", options=options, j_back=True)
        assert not can(twin, "SJ")
        twin = position(
            ["SJ H3", "D10", "D3"], on="C5", options=options, j_back=True, revolution=True
        )
        lay(twin, "SJ")
        assert twin.j_back == flag
    twin = position(hands, on="C5", revolution=True, j_back=True, options={"jback_mode": "set"})
    assert twin.reversed and not can(twin, "SJ") and can(twin, "H3")


def test_twin_DFG_4_2_jokers_without_effects() -> None:
    hands = ["H7 H8 joker joker2 S3 S4", "D9", "D10"]
    twin = position(hands, options={"joker_effects": False})
    lay(twin, "H7 *S7 *S7")
    assert (twin.phase, twin.remaining) == ("give card", 1)
    twin = position(hands, options={"joker_effects": False})
    lay(twin, "*S8 *H8")
    assert (twin.to_move, twin.phase) == (B, "follow")


def test_twin_DFG_7_4_memory_of_a_draw_a_gift_and_a_play() -> None:
    hands = ["S7 S9 S10", "H9", "D9"]
    twin = position(hands)
    s9, h9, d9 = cards("S9 H9 D9")
    assert twin.memory[A][s9] == {A} and twin.memory[A][h9] == {B, C, "pile"}
    lay(twin, "S7")
    give(twin, "S9", C)
    assert twin.memory[A][s9] == twin.memory[C][s9] == {C}
    assert twin.memory[B][s9] == {A, C, "pile"}
    assert all(memory[card("S7")] == {"aside"} for memory in twin.memory)
    lay(twin, "H9")
    assert twin.memory[A][d9] == {C, "pile"}, "an empty hand holds nothing"
    drawn = twin.pile[0]
    apply(twin, DRAW)
    assert twin.memory[C][drawn] == {C} and twin.memory[A][s9] == {C}


def test_twin_DFG_7_4_memory_of_a_change() -> None:
    hands = ["SK S9 H4", "H9", "D9"]
    for face_up in (True, False):
        twin = position(hands, options={"k_discard_face_up": face_up})
        lay(twin, "SK")
        apply(twin, ("card", card("S9")))
        assert twin.memory[A][card("S9")] == {"aside"}
        hidden = {"aside", A, C, "pile"}
        assert twin.memory[B][card("S9")] == ({"aside"} if face_up else hidden)
        assert twin.memory[B][card("H9")] == {B}


def test_twin_DFG_4_an_illegal_action_is_refused() -> None:
    with pytest.raises(ValueError, match="not legal"):
        position(["S3", "S4"]).apply(PASS)


# Random matches


def random_options(rng: random.Random) -> dict[str, Any]:
    """The defaults in one match of four, otherwise any mix."""
    options: dict[str, Any] = {"num_players": rng.choice([2, 3, 4, 5])}
    if rng.random() < 0.25:
        return options
    options |= {name: rng.choice(values) for name, values in VALUES.items()}
    while options["num_players"] * options["hand_size"] >= 52 + options["num_jokers"]:
        options["hand_size"] = rng.randint(5, 10)
    missing = rng.choice([0, 0, 1, 2, 9])
    return {**options, "effects": rng.sample(EFFECTS, len(EFFECTS) - missing)}


def check_table(twin: Twin) -> None:
    """DFG-2.5."""
    zones = [*twin.hands, twin.pile, twin.field, twin.discards]
    assert sorted(c for zone in zones for c in zone) == twin.pack
    assert (twin.field_play is None) == (twin.owner is None) == (not twin.field)
    if twin.field_play is None:
        assert twin.binding is None and not twin.j_back and not twin.locked
    elif not twin.field_play.num_jokers:
        assert {*twin.field[-twin.field_play.n :]} == twin.field_play.naturals
    if twin.participants is None and twin.phase in ("lead", "follow"):
        assert twin.pile and all(not twin.hands[seat] for seat in twin.order)
        assert all(hand for seat, hand in enumerate(twin.hands) if seat not in twin.order)
    assert twin.over or twin.stall < twin.num_players


def check_memory(twin: Twin) -> None:
    """DFG-7.4: the truth is never excluded, what is seen is exact, empty zones hold nothing."""
    where = {c: seat for seat, hand in enumerate(twin.hands) for c in hand}
    where |= dict.fromkeys(twin.pile, "pile")
    where |= dict.fromkeys(twin.field + twin.discards, "aside")
    for viewer, memory in enumerate(twin.memory):
        assert set().union(*memory.values()) <= {*where.values()}
        for c, zones in memory.items():
            assert where[c] in zones
            if c in twin.hands[viewer] or c in twin.field:
                assert len(zones) == 1


def check_change(twin: Twin, before: tuple[int, int, int]) -> None:
    """DFG-2.5: the pile never grows, and hands and pile shrink with each play."""
    if twin.round == before[0]:
        held = sum(map(len, twin.hands)) + len(twin.pile)
        assert len(twin.pile) <= before[1] and held <= before[2]


def play_match(seed: int, met: Counter[str]) -> int:
    """One random match; counts the phases it met and returns its decisions."""
    rng = random.Random(seed)
    options = random_options(rng)
    twin = Twin(options, RandomChance(rng, options))
    keen, decisions = rng.random(), 0  # on playing rather than passing
    while not twin.over:
        check_table(twin)
        check_memory(twin)
        met[twin.phase] += 1
        met["play-off"] += twin.participants is not None
        if twin.phase in ("suits", "jokers"):
            assert twin.chosen
        actions = sorted(twin.legal(), key=str)
        others = [action for action in actions if action not in (PASS, DRAW)]
        if others and rng.random() < keen:
            actions = others
        before = (twin.round, len(twin.pile), sum(map(len, twin.hands)) + len(twin.pile))
        twin.apply(rng.choice(actions))
        check_change(twin, before)
        met[str(twin.ended)] += 1
        decisions += 1
    check_table(twin)
    assert twin.legal() == set()
    assert len(twin.titles) == twin.options["num_rounds"]
    for order in twin.places:
        assert sorted(order) == [*twin.seats]
    assert sum(twin.scores()) == pytest.approx(0)
    assert max(map(abs, twin.scores())) <= 1
    return decisions


@pytest.mark.parametrize("block", range(NUM_BLOCKS))
def test_twin_DFG_2_5_7_4_random_matches_keep_the_invariants(block: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(block, NUM_MATCHES, NUM_BLOCKS):
        try:
            play_match(seed, met)
        except AssertionError as error:
            raise AssertionError(f"match {seed}: {error}") from error
    assert {*PHASES, "play-off", "one left", "pile"} <= {*met}


def reached(hand: str, on: str, path: tuple[Action, ...] = ()) -> list[Play]:
    """All plays that steps of legal actions lead to, from this path on."""
    twin = position([hand, "S3"], on=on)
    apply(twin, *path)
    if any(event[0] == "play" for event in twin.events):
        return [event[2] for event in twin.events if event[0] == "play"]
    actions = twin.legal() - {PASS, DRAW}
    return [play for action in actions for play in reached(hand, on, (*path, action))]


@pytest.mark.parametrize("on", ["", "D4", "joker", "D4 *D4", "D3-5"])
def test_twin_DFG_4_20_steps_lead_to_every_legal_play_once(on: str) -> None:
    hand = "H3 H4 H6 S6 D6 H7 HK joker2" + (" joker" if on in ("", "D4", "D3-5") else "")
    legal = position([hand, "S3"], on=on).legal_plays(A)
    ways = reached(hand, on)
    assert len(ways) == len(legal) and set(ways) == set(legal)
    assert bool(legal) == (on != "joker")
