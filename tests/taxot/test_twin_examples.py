"""The worked examples of the rules of taxot, its counts, and random games, on the twin alone."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import pytest

from ..kikisen.twin_base import PACK, Action, Play, RandomChance, types
from ..kikisen.twin_games import NUM_GAMES, Dealt, play_game, random_options
from .twin import CLOSE, GROUPS, PASS, Twin, groupings, is_four, is_winning_shape, readings

A, B, C, D = range(4)
OTHER = "b0 b4 b8 r2 r6"  # cards that no discard completes to a triple or a run
POINTS = {
    "pt_close": [2, 0, 5],
    "pt_same_colour": [1, 0, 4],
    "pt_six_run": [1, 0, 4],
    "pt_first_lap": [3, 0, 1],
    "pt_court": [1, 0, 2],
    "pt_light": [1, 0, 2],
    "pt_four": [1, 0, 3],
    "pt_call": [1, 0, 2],
}
VALUES: dict[str, list[Any]] = {
    "lights": [False, True],
    "light_match": ["kind", "type"],
    "dealer_multiplier": ["always", "closer", "either"],
    "extend_public_set": [False, True],
    "exhaust": ["draw", "reshuffle"],
    **POINTS,
}


def made(names: str, foot: int | None = None) -> Play:
    """The group of all these cards, with this foot if there are two runs."""
    (group,) = (group for group in readings(types(names)) if foot in (None, group.strength))
    return group


def position(
    hands: dict[int, str], stock: str, melds: dict[int, str] | None = None, **rest: Any
) -> Twin:
    """A position before a draw, in the second lap unless said; other seats hold `OTHER`."""
    options = rest.pop("options", {})
    players = options.get("num_players", 4)
    laid = {seat: [made(names)] for seat, names in (melds or {}).items()}
    return Twin.position(
        options,
        [types(hands.get(seat, OTHER)) for seat in range(players)],
        stock=types(stock),
        melds=[laid.get(seat, []) for seat in range(players)],
        **{"lap": 2, **rest},
    )


def card(name: str) -> int:
    return types(name)[0]


def discard(twin: Twin, name: str) -> None:
    twin.apply(("discard", card(name)))


def call(twin: Twin, names: str, foot: int | None = None) -> None:
    twin.apply(("call", made(names, foot)))


def reveal(twin: Twin, names: str) -> None:
    twin.apply(("reveal", made(names)))


def drawing(hand: str, drawn: str, meld: str | None = None, **rest: Any) -> Twin:
    """Seat 2 has drawn this card, with stock left."""
    melds = {} if meld is None else {C: meld}
    stock = rest.pop("stock", "b0 b0 b0")
    return position({C: hand}, f"{drawn} {stock}", melds, to_move=C, **rest)


def reacting(hand: str, thrown: str, meld: str | None = None, **options: Any) -> set[Action]:
    """What seat 1 may do when seat 0 discards this; nothing if it is not asked."""
    melds = {} if meld is None else {B: meld}
    twin = position({B: hand}, f"{thrown} b0 b0", melds, options=options)
    discard(twin, thrown)
    return twin.legal() if (twin.to_move, twin.phase) == (B, "react") else set()


def winning(names: str) -> bool:
    return any(is_winning_shape(groups) for groups in groupings(sorted(types(names))))


# The counts of TAX-4.9


def test_twin_TAX_4_9_groups() -> None:
    sizes = Counter((group.shape, len(group.types)) for group in GROUPS)
    assert sizes == {("set", 2): 78, ("set", 3): 114, ("set", 4): 101, ("run", 3): 56}


def test_twin_TAX_4_7_groupings_use_each_card_once() -> None:
    rng = random.Random(1)
    for _ in range(200):
        cards = sorted(rng.sample(PACK, 6))
        for groups in groupings(cards):
            assert sorted(c for group in groups for c in group.types) == cards
            assert is_winning_shape(groups)


def test_twin_TAX_4_7_winning_shapes() -> None:
    """By another way: cut every order of six cards into two, two and two, or three and three."""
    rng = random.Random(2)
    met: Counter[bool] = Counter()
    for _ in range(400):
        few_kinds = [c for c in PACK if c in types("bS rS b1 r1 b2 r2 b3 b4 bK rE")]
        cards = sorted(rng.sample(few_kinds, 6))
        expected = any(
            (is_set([cards[i] for i in four]) or all_pairs([cards[i] for i in four]))
            and is_set([cards[i] for i in range(6) if i not in four])
            for four in combinations(range(6), 4)
        ) or any(
            all(
                is_set(three) or is_run(three)
                for three in (
                    [cards[i] for i in half],
                    [cards[i] for i in range(6) if i not in half],
                )
            )
            for half in combinations(range(6), 3)
        )
        found = any(is_winning_shape(groups) for groups in groupings(cards))
        assert found == expected
        met[found] += 1
    assert min(met[True], met[False]) > 40


def numbers(cards: Iterable[int]) -> list[int]:
    """The kinds without ships, king and emperor as one."""
    return [min(c % 12, 10) for c in cards if c % 12]


def is_set(cards: Sequence[int]) -> bool:
    return len(set(numbers(cards))) <= 1


def all_pairs(cards: Sequence[int]) -> bool:
    first, *rest = cards
    return any(is_set([first, c]) and is_set(rest[:i] + rest[i + 1 :]) for i, c in enumerate(rest))


def is_run(cards: Sequence[int]) -> bool:
    kinds = numbers(cards)
    one_colour = len({c // 12 for c in cards}) == 1
    return (
        one_colour
        and len(set(kinds)) == len(kinds) >= 2
        and max(kinds) - min(kinds) <= 2
        and max(kinds) <= 9
    )


# The worked examples of TAX-10


def test_twin_TAX_10_1_one_colour_and_six_run() -> None:
    twin = drawing("b1 b2 b3 b4 b5", "b6")
    assert CLOSE in twin.legal()
    twin.apply(CLOSE)
    assert twin.scores() == [-8, -8, 24, -8]
    assert (twin.dealer, twin.bonus, twin.winners, twin.over) == (A, 2, [[C]], True)
    assert twin.closing is not None and twin.closing.discarder is None
    assert twin.closing.cards == twin.hands[C] == types("b1 b2 b3 b4 b5 b6")
    assert {*twin.closing.groups} == {made("b1 b2 b3"), made("b4 b5 b6")}
    assert twin.events[-1] == ("close", twin.closing)


def test_twin_TAX_10_2_two_colours() -> None:
    twin = drawing("b1 b2 b3 r4 r5", "r6")
    twin.apply(CLOSE)
    assert twin.scores() == [-6, -6, 18, -6]


@pytest.mark.parametrize("bonus", [2, 3])
def test_twin_TAX_10_3_closing_on_a_first_discard(bonus: int) -> None:
    twin = position({D: "b5 r0 b0 r7 b7"}, "r5 b0", lap=1, bonus=bonus)
    discard(twin, "r5")
    assert (twin.to_move, twin.phase) == (D, "react") and twin.legal() == {CLOSE, PASS}
    twin.apply(CLOSE)
    assert twin.scores() == [-5 * bonus, 0, 0, 5 * bonus]
    assert twin.closing is not None and twin.closing.discarder == A
    assert twin.discards == [] and twin.hands[D] == types("b0 b5 b7 r0 r5 r7")
    assert (twin.dealer, twin.bonus) == (A, bonus), "of the last season (KIKI-9.10)"


def test_twin_TAX_10_4_court_cards() -> None:
    for hand, each in {"bK rE b2 r2 b7": 6, "bK b2 r2 b7 r7": 5}.items():
        twin = drawing(hand, "bS")
        twin.apply(CLOSE)
        assert twin.scores() == [-each, -each, 3 * each, -each]


def test_twin_TAX_10_5_a_four_by_call() -> None:
    twin = position({B: "b5 r5 r5 b3 r8"}, "b5 b0")
    discard(twin, "b5")
    triples = {("call", made(names)) for names in ("b5 b5 r5", "b5 r5 r5")}
    assert twin.legal() == triples | {("call", made("b5 b5 r5 r5")), PASS}
    call(twin, "b5 b5 r5 r5")
    assert twin.scores() == [0, 2, -1, -1]
    assert (twin.to_move, twin.phase) == (B, "discard")
    assert twin.legal() == {("discard", card("b3")), ("discard", card("r8"))}
    assert twin.melds[B] == [made("b5 b5 r5 r5")] and twin.discards == []
    discard(twin, "r8")
    assert (twin.to_move, twin.phase) == (C, "turn")
    assert twin.discards == [(B, card("r8"))] and twin.hands[B] == types("b3")


def test_twin_TAX_10_6_what_may_be_called() -> None:
    assert reacting("r2 r3 b0 b8 rK", "b4") == set()
    assert reacting("r2 r3 b0 b8 rK", "r4") == {("call", made("r2 r3 r4")), PASS}
    assert reacting("r7 b3 b0 b5 rK", "b7") == set()


def test_twin_TAX_10_7_no_call_of_the_last_cards() -> None:
    twin = drawing("r6 r7", "r8", "b5 r5 r5")
    assert CLOSE in twin.legal()
    twin.apply(CLOSE)
    assert twin.scores() == [-4, -4, 12, -4]
    assert reacting("r6 r7", "r8", "b5 r5 r5") == {CLOSE, PASS}


def test_twin_TAX_10_8_a_four_is_paid_once() -> None:
    twin = drawing("b4", "r4", "b1 b1 b1 r1")
    twin.apply(CLOSE)
    assert twin.scores() == [-4, -4, 12, -4]
    assert twin.closing is not None
    assert twin.closing.groups == (made("b1 b1 b1 r1"), made("b4 r4"))


def test_twin_TAX_10_9_court_is_not_nine() -> None:
    assert not winning("b8 bK bE r1 r1 b1") and winning("bK bE rK r1 r1 b1")
    twin = drawing("bK bE r1 r1 b1", "rK")
    twin.apply(CLOSE)
    assert twin.scores() == [-7, -7, 21, -7]


def test_twin_TAX_10_10_the_four_is_used_when_profitable() -> None:
    twin = drawing("r1 r1 b1 bS b5", "r5")
    shapes = {tuple(sorted(len(g.types) for g in groups)) for groups in twin.closings(C)}
    assert shapes == {(2, 2, 2), (2, 4), (3, 3)}
    twin.apply(CLOSE)
    assert twin.scores() == [-5, -5, 15, -5]
    assert twin.closing is not None and any(is_four(group) for group in twin.closing.groups)


def test_twin_TAX_5_3_a_four_in_a_close_on_a_discard_is_paid_by_all() -> None:
    twin = position({B: "r1 r1 b1 bS b5"}, "r5 b0")
    discard(twin, "r5")
    twin.apply(CLOSE)
    assert twin.scores() == [-5, 7, -1, -1]


def test_twin_TAX_10_11_laps() -> None:
    twin = position({D: "b8 r8 b3 r5 r0", B: "b3 r3 b7 r7 bK"}, "r8 b0", lap=1)
    discard(twin, "r8")
    assert twin.to_move == D
    call(twin, "b8 r8 r8")
    assert twin.lap == 1 and twin.on_turn == D
    discard(twin, "b3")
    assert (twin.to_move, twin.phase, twin.lap) == (B, "react", 1)
    call(twin, "b3 b3 r3")
    assert (twin.to_move, twin.phase, twin.lap) == (B, "discard", 2)
    discard(twin, "bK")
    assert (twin.to_move, twin.phase, twin.lap) == (C, "turn", 2)


def test_twin_TAX_4_8_laps_are_counted_from_the_dealer() -> None:
    options = {"num_players": 3, "first_dealer": 1}
    twin = position({}, "b3 b3 b3 b3", options=options, lap=1, to_move=B)
    laps = []
    for _ in range(4):
        laps.append((twin.to_move, twin.lap))
        discard(twin, "b3")
    assert laps == [(B, 1), (C, 1), (A, 1), (B, 2)]


def test_twin_TAX_9_13_the_dealer_closes_on_the_last_discard_of_the_first_lap() -> None:
    twin = position({A: "b5 r0 b0 r7 b7"}, "r5 b0", lap=1, to_move=D)
    discard(twin, "r5")
    twin.apply(CLOSE)
    assert twin.scores() == [10, 0, 0, -10] and (twin.dealer, twin.bonus) == (A, 2)


@pytest.mark.parametrize(("match", "lights"), [("kind", 5), ("type", 0)])
def test_twin_TAX_10_12_lights(match: str, lights: int) -> None:
    options = {"lights": True, "light_match": match}
    hand = "r3 b1 b1 b1 rS"
    twin = drawing(hand, "r3", stock="r1 b0", options=options, lights=types("b3"))
    twin.apply(CLOSE)
    each = 4 + lights + 1  # 1 for the four
    assert twin.scores() == [-each, -each, 3 * each, -each]
    assert twin.lights == types("b3 r1") and twin.stock == types("b0")


def test_twin_TAX_6_5_lights_are_turned_up() -> None:
    cards = types("b0 b4 b8 r2 r6 b0 b4 b8 r2 r6 bS r3")
    twin = Twin({"num_players": 2, "lights": True, "first_dealer": 0}, Dealt(cards))
    assert twin.lights == types("bS") and len(twin.stock) == 48 - 10 - 1 - 1
    assert twin.events == [("light", card("bS")), ("draw", A)] and twin.drawn == card("r3")
    options = {"lights": True}
    twin = drawing("b1 b1 r2 b2 bS", "r3", stock="", options=options, lights=types("bS"))
    twin.hands[C] = types("b1 b1 r2 b2 bS r3")
    twin.apply(CLOSE)
    assert twin.scores() == [-4, -4, 12, -4] and twin.lights == types("bS")


def test_twin_TAX_10_13_a_drawn_season() -> None:
    twin = position({}, "b3", bonus=5)
    discard(twin, "b3")
    assert twin.over and twin.winners == [[]] and twin.scores() == [0] * 4
    assert (twin.dealer, twin.bonus) == (A, 5)
    assert twin.discards == [(A, card("b3"))] and twin.pending is None
    assert twin.events[-1] == ("drawn",) and twin.closing is None


def test_twin_TAX_5_6_the_last_discard_may_be_called() -> None:
    twin = position({B: "b3 r3 b7 r7 bK"}, "b3")
    discard(twin, "b3")
    call(twin, "b3 b3 r3")
    discard(twin, "bK")
    assert twin.over and twin.winners == [[]] and twin.scores() == [1, -1, 0, 0]


# Turns


def test_twin_TAX_3_1_the_deal() -> None:
    for players in range(2, 7):
        twin = Twin({"num_players": players, "first_dealer": 1}, Dealt())
        assert [len(hand) for hand in twin.hands] == [5, 6, *[5] * (players - 2)]
        assert len(twin.stock) == 48 - 5 * players - 1 >= 17
        assert (twin.to_move, twin.phase, twin.lap) == (1, "turn", 1)


def test_twin_TAX_4_3_a_revealed_four() -> None:
    twin = drawing("b1 b1 r1 rS b4", "r1")
    names = ["b1 b1 r1 r1", "b1 b1 r1 rS", "b1 r1 r1 rS"]
    reveals = {action for action in twin.legal() if action[0] == "reveal"}
    assert reveals == {("reveal", made(name)) for name in names}
    reveal(twin, "b1 b1 r1 rS")
    assert twin.scores() == [-1, -1, 3, -1] and (twin.to_move, twin.phase) == (C, "turn")
    assert twin.legal() == {("discard", card("b4")), ("discard", card("r1"))}
    discard(twin, "r1")
    assert twin.melds[C] == [made("b1 b1 r1 rS")] and twin.hands[C] == types("b4")
    assert twin.to_move == D and len(twin.stock) == 2


def test_twin_TAX_4_3_a_reveal_before_a_close() -> None:
    twin = drawing("b1 b1 r1 r1 b4", "r4")
    reveal(twin, "b1 b1 r1 r1")
    assert twin.legal() == {CLOSE, ("discard", card("b4")), ("discard", card("r4"))}
    twin.apply(CLOSE)
    assert twin.scores() == [-5, -5, 15, -5]


def test_twin_TAX_4_4_who_is_asked_and_who_gets_the_discard() -> None:
    hands = {B: "b3 r3 b7 r7 bK", C: "r3 b6 r6 b8 r8", D: "r3 b5 r5 b7 r7"}
    for reply, wins in {PASS: D, CLOSE: C}.items():
        twin = position(hands, "b3 b0")
        discard(twin, "b3")
        assert (twin.to_move, twin.phase) == (B, "react")
        call(twin, "b3 b3 r3")
        assert twin.to_move == C and twin.view(C)["pending"] == card("b3")
        twin.apply(reply)
        assert twin.to_move == D and twin.legal() == {CLOSE, PASS}
        twin.apply(CLOSE)
        assert twin.over and twin.winners == [[wins]]
        assert twin.melds[B] == [] and twin.scores()[A] == -4 and twin.scores()[wins] == 4


def test_twin_TAX_4_4_the_nearest_call() -> None:
    twin = position({B: "b3 r3 b7 r7 bK", D: "b2 b4 b7 r7 bK"}, "b3 b0", to_move=C)
    discard(twin, "b3")
    assert twin.to_move == D
    call(twin, "b2 b3 b4")
    assert twin.to_move == B
    call(twin, "b3 b3 r3")
    assert (twin.to_move, twin.phase) == (D, "discard") and twin.melds[B] == []
    assert twin.scores() == [0, 0, 1, -1]


def test_twin_TAX_4_4_nobody_reacts() -> None:
    twin = position({B: "b3 r3 b7 r7 bK"}, "b3 b0")
    discard(twin, "b3")
    twin.apply(PASS)
    assert (twin.to_move, twin.phase, twin.pending) == (B, "turn", None)
    assert twin.discards == [(A, card("b3"))] and CLOSE not in twin.legal()


def test_twin_TAX_4_5_the_caller_cannot_close_and_draws_nothing() -> None:
    twin = position({C: "b3 r3 b7 r7 rS", B: "r7 r6 b1 r1 bK"}, "b3 b0")
    discard(twin, "b3")
    assert CLOSE in twin.legal()
    call(twin, "b3 b3 r3")
    assert twin.legal() == {("discard", c) for c in types("b7 r7 rS")}
    discard(twin, "rS")
    assert (twin.to_move, twin.phase) == (B, "react")
    call(twin, "rS b1 r1")
    assert twin.on_turn == B and len(twin.stock) == 1


def test_twin_TAX_5_1_a_discarded_ship() -> None:
    legal = reacting("b4 b5 r5 b8 r0", "bS")
    runs = {("call", made("bS b4 b5", foot)) for foot in (3, 4)}
    assert legal == runs | {("call", made("bS b5 r5")), PASS}
    assert reacting("b8 bK b7 r4 rE", "bS") == {
        ("call", made("bS b7 b8")),
        ("call", made("bS bK rE")),
        PASS,
    }
    assert reacting("b8 r4 r0 r2 bS", "rS") == {
        ("call", made("bS rS b8")),
        ("call", made("bS rS r0")),
        ("call", made("bS rS r2")),
        ("call", made("bS rS r4")),
        ("call", made("rS r0 r2")),
        ("call", made("rS r2 r4")),
        PASS,
    }


@pytest.mark.parametrize(("foot", "six_run"), [(3, 10), (4, 0)])
def test_twin_TAX_4_6_a_melded_ship_keeps_its_reading(foot: int, six_run: int) -> None:
    melds = [[], [made("b4 b5 bS", foot)], []]
    hands = [types(names) for names in (OTHER, "b6 b7", OTHER)]
    options = {"pt_six_run": 10}
    twin = Twin.position(options, hands, stock=types("b8 b0"), melds=melds, lap=2)
    discard(twin, "b8")
    assert twin.legal() == {PASS, CLOSE}
    twin.apply(CLOSE)
    each = 2 * (2 + 1 + six_run)
    assert twin.scores() == [-each, each, 0]


def test_twin_TAX_6_2_the_ship_is_read_to_the_best() -> None:
    twin = drawing("b4 b5 bS r0 r1", "r2")
    twin.apply(CLOSE)
    assert twin.scores()[C] == 3 * 6  # 3-4-5 or 4-5-6, and 0-1-2: six numbers with the low ship


# Every option of TAX-8


def test_twin_TAX_8_extend_public_set() -> None:
    option = {"extend_public_set": True}
    meld = "b5 b5 r5"
    assert reacting("b7 r7", "r5", meld) == set()
    four = made("b5 b5 r5 r5")
    assert reacting("b7 r7", "r5", meld, **option) == {CLOSE, PASS, ("call", four)}
    assert reacting("b7 r5", "r7", meld) == set()
    assert reacting("b7 r5", "r7", meld, **option) == {CLOSE, PASS}
    assert reacting("b7 r6", "rS", "bS b5 r5", **option) == {PASS, ("call", made("bS rS b5 r5"))}
    assert reacting("b7 r7", "r5", "r5 r6 r7", **option) == set()


def test_twin_TAX_8_extending_by_a_call() -> None:
    options = {"extend_public_set": True}
    twin = position({B: "b3 r8"}, "r5 b0", {B: "b5 b5 r5"}, options=options)
    discard(twin, "r5")
    call(twin, "b5 b5 r5 r5")
    assert twin.scores() == [0, 2, -1, -1]
    assert twin.melds[B] == [made("b5 b5 r5 r5")] and twin.hands[B] == types("b3 r8")
    assert (twin.to_move, twin.phase) == (B, "discard")
    discard(twin, "r8")
    assert (twin.to_move, twin.phase) == (C, "turn")


def test_twin_TAX_8_extending_by_a_reveal() -> None:
    options = {"extend_public_set": True}
    twin = drawing("b3 r5", "r8", "b5 b5 r5", options=options)
    assert ("reveal", made("b5 b5 r5 r5")) in twin.legal()
    reveal(twin, "b5 b5 r5 r5")
    assert twin.melds[C] == [made("b5 b5 r5 r5")] and twin.hands[C] == types("b3 r8")
    assert twin.scores() == [-1, -1, 3, -1]
    assert twin.legal() == {("discard", card("b3")), ("discard", card("r8"))}
    twin = drawing("b3 r5", "r8", "b5 b5 r5")
    assert {action[0] for action in twin.legal()} == {"discard"}


def test_twin_TAX_8_extending_at_a_close() -> None:
    options = {"extend_public_set": True}
    twin = drawing("r5 b8", "r8", "b5 b5 r5", options=options)
    twin.apply(CLOSE)
    assert twin.scores() == [-5, -5, 15, -5] and twin.closing is not None
    assert twin.closing.groups == (made("b5 b5 r5 r5"), made("b8 r8"))
    assert CLOSE not in drawing("r5 b8", "r8", "b5 b5 r5").legal()


def test_twin_TAX_8_a_reshuffle() -> None:
    options = {"num_players": 2, "exhaust": "reshuffle", "lights": True}
    hands = {A: OTHER, B: "b3 r3 b7 r7 b1"}
    chance = Dealt(reshuffled=types("b1"))
    twin = position(hands, "b3 bE", options=options, chance=chance, lights=types("rK"))
    discard(twin, "b3")
    call(twin, "b3 b3 r3")
    discard(twin, "b1")
    discard(twin, "bE")
    assert twin.events[-2:] == [("reshuffle",), ("draw", B)] and twin.reshuffled
    assert twin.drawn == card("b1") and twin.stock == types("bE") and twin.discards == []
    discard(twin, "b1")
    discard(twin, "bE")
    assert twin.over and twin.winners == [[]] and twin.lights == types("rK")
    assert twin.discards == [(B, card("b1")), (A, card("bE"))]


@pytest.mark.parametrize(
    ("how", "dealer_draws", "child_draws", "dealer_pays", "child_pays"),
    [
        ("always", [12, -4, -4, -4], [-4, -4, 12, -4], -4, -4),
        ("closer", [12, -4, -4, -4], [-2, -2, 6, -2], -2, -2),
        ("either", [12, -4, -4, -4], [-4, -2, 8, -2], -4, -2),
    ],
)
def test_twin_TAX_8_dealer_multiplier(
    how: str,
    dealer_draws: list[int],
    child_draws: list[int],
    dealer_pays: int,
    child_pays: int,
) -> None:
    hand = "b3 r3 b7 r7 b1"
    for closer, scores in ((A, dealer_draws), (C, child_draws)):
        options = {"dealer_multiplier": how}
        twin = position({closer: hand}, "r1 b0", to_move=closer, options=options)
        twin.apply(CLOSE)
        assert twin.scores() == scores
    for payer, amount in ((A, dealer_pays), (B, child_pays)):
        options = {"dealer_multiplier": how}
        twin = position({C: hand}, "r1 b0", to_move=payer, options=options)
        discard(twin, "r1")
        twin.apply(CLOSE)
        assert [twin.scores()[seat] for seat in (payer, C)] == [amount, -amount]


@pytest.mark.parametrize(
    ("name", "hand", "drawn", "with_nothing", "each_point"),
    [
        ("pt_close", "b3 r3 b7 r7 b1", "r1", 0, 2),
        ("pt_same_colour", "b3 b3 b7 b7 b1", "b1", 4, 2),
        ("pt_six_run", "b0 b1 b2 r3 r4", "r5", 4, 2),
        ("pt_court", "bK rE b3 b3 b7", "r7", 4, 2),
        ("pt_four", "b5 b5 r5 r5 b1", "r1", 4, 1),
        ("pt_light", "b3 r3 b7 r7 b1", "r1", 4, 2),
    ],
)
def test_twin_TAX_8_points(
    name: str, hand: str, drawn: str, with_nothing: int, each_point: int
) -> None:
    for points in (0, 1, 7):
        options = {name: points, "lights": True}
        twin = drawing(hand, drawn, options=options, lights=types("r7"), stock="r8")
        twin.apply(CLOSE)
        unlit = 0 if name == "pt_light" else sum(c % 12 == 8 for c in types(f"{hand} {drawn}"))
        each = with_nothing + points * each_point + unlit
        assert twin.scores() == [-each, -each, 3 * each, -each]


def test_twin_TAX_8_points_of_the_first_lap_and_of_calls() -> None:
    twin = drawing("b3 r3 b7 r7 b1", "r1", options={"pt_first_lap": 7}, lap=1)
    twin.apply(CLOSE)
    assert twin.scores()[C] == 3 * 2 * (2 + 7)
    options = {"pt_call": 7, "pt_four": 2}
    twin = position({B: "b5 r5 r5 b3 r8"}, "b5 b0", options=options)
    discard(twin, "b5")
    call(twin, "b5 b5 r5 r5")
    assert twin.scores() == [7 - 2, 6 - 7, -2, -2]


def test_twin_KIKI_8_a_declared_ship_changes_nothing() -> None:
    options = {"ship_alone": "declared"}
    twin = drawing("bS b3 r3 b7 r7", "rS", options=options)
    assert twin.legal() == drawing("bS b3 r3 b7 r7", "rS").legal() and CLOSE in twin.legal()
    twin.apply(CLOSE)
    assert twin.scores() == [-5, -5, 15, -5]  # the four of the ships and two others


def test_twin_TAX_6_6_the_closer_deals_the_next_season() -> None:
    options = {"seasons": 2}
    twin = drawing("b3 r3 b7 r7 b1", "r1", options=options)
    twin.apply(CLOSE)
    assert (twin.season, twin.dealer, twin.bonus, twin.to_move, twin.lap) == (1, C, 2, C, 1)
    assert twin.scores() == [-4, -4, 12, -4] and twin.closing is None and twin.discards == []


# What a seat may know


def test_twin_TAX_7_views() -> None:
    twin = position({B: "b3 r3 b7 r7 bK", C: "r3 b6 r6 b8 r8"}, "b3 b0")
    assert [twin.view(seat)["drawn"] for seat in twin.seats] == [card("b3"), None, None, None]
    discard(twin, "b3")
    call(twin, "b3 b3 r3")
    for seat in twin.seats:
        view = twin.view(seat)
        assert view["to_move"] == (C if seat == C else None)
        assert view["pending"] == card("b3") and view["on_turn"] == A
        assert view["events"] == [("draw", A), ("discard", A, card("b3"))]
        assert view["scores"] == [0] * 4 and view["melds"] == [[]] * 4
    twin.apply(PASS)
    for seat in twin.seats:
        view = twin.view(seat)
        assert view["to_move"] == B and view["melds"][B] == [made("b3 b3 r3")]
        assert view["events"][-1] == ("call", B, made("b3 b3 r3"), A)
        assert view["hand_sizes"] == [5, 3, 5, 5]


# Random games


def check_table(twin: Twin) -> None:
    """TAX-2.2."""
    melded = [[c for meld in melds for c in meld.types] for melds in twin.melds]
    places = [*twin.hands, *melded, twin.stock, [c for _, c in twin.discards], twin.lights]
    assert sorted(c for place in places for c in place) == sorted(PACK)
    with_six = {twin.on_turn} if twin.phase in ("turn", "discard") else set()
    if twin.closing:
        with_six = {twin.closing.seat}
        check_closing(twin, twin.closing.groups, melded[twin.closing.seat])
    for seat in twin.seats:
        assert len(twin.hands[seat]) + len(melded[seat]) == (6 if seat in with_six else 5)
        assert len(twin.hands[seat]) >= 1 and len(twin.melds[seat]) <= 1
        assert all(meld in GROUPS and len(meld.types) > 2 for meld in twin.melds[seat])
    assert sum(twin.scores()) == 0
    assert len(twin.lights) <= (2 if twin.over else 1) * twin.options["lights"]
    check_decision(twin)


def check_closing(twin: Twin, groups: Sequence[Play], melded: list[int]) -> None:
    """TAX-4.6, 4.7."""
    assert twin.closing is not None and is_winning_shape(groups)
    seat = twin.closing.seat
    assert twin.closing.cards == sorted(twin.hands[seat] + melded)
    assert twin.options["extend_public_set"] or {*twin.melds[seat]} <= {*groups}


def check_decision(twin: Twin) -> None:
    """TAX-4.3 to 4.5."""
    assert (twin.phase == "react") == (twin.pending is not None)
    seat = twin.to_move
    if seat is None:
        return
    assert (seat == twin.on_turn) == (twin.phase != "react")
    by_name = Counter(action[0] for action in twin.legal())
    if twin.phase == "react":
        assert by_name["pass"] == 1 and by_name.total() >= 2 and seat not in twin.answers
        if not twin.options["extend_public_set"]:
            assert {a[1] for a in twin.legal() if a[0] == "call"} == calls_by_table(twin, seat)
    else:
        assert by_name["discard"] == len({*twin.hands[seat]})
    if any(map(is_four, twin.melds[seat])):
        assert by_name["reveal"] == by_name["call"] == 0


def calls_by_table(twin: Twin, seat: int) -> set[Play]:
    """TAX-4.4b, 4.9: of all melds those that can be called without the option."""
    assert twin.pending is not None
    hand, found = Counter(twin.hands[seat]), set()
    for meld in GROUPS:
        others = Counter(meld.types)
        others[twin.pending] -= 1
        if min(others.values()) >= 0 and 2 <= others.total() < hand.total() and others <= hand:
            found.add(meld)
    return found


@pytest.mark.parametrize("block", range(4))
def test_twin_TAX_2_2_random_games_keep_the_invariants(block: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(block, 2 * NUM_GAMES, 4):
        rng = random.Random(seed)
        twin = Twin(random_options(rng, VALUES), RandomChance(rng))
        play_game(twin, rng, check_table, rng.choice([PASS, CLOSE]))
        met.update(event[0] for event in twin.events)
    assert {"draw", "discard", "call", "close"} <= {*met}
