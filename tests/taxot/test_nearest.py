"""The nearest shapes: what the picture says completes a hand does so by the rules, nothing else."""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import numpy as np
import pytest

from fudaba.envs.cards.kikisen import NUM_TYPES, TYPES, type_name
from fudaba.envs.core.scene.scene import BLACK, PURPLE, RED, Rank
from fudaba.envs.taxot import GAME
from fudaba.envs.taxot.holding import extends
from fudaba.envs.taxot.meanings import TWO_RUNS
from fudaba.envs.taxot.nearest import SHAPES, as_bits, hands_of
from fudaba.envs.taxot.shapes import completes, is_winning
from fudaba.envs.taxot.state import COPIES, cards_of
from fudaba.envs.taxot.text import types_in_hand
from fudaba.testing.positions import positions

from ..spread import few_mixes
from ..tables import ranks_of
from .positions import TYPE_OF, position

ANY = [type_name(type_) for type_ in range(NUM_TYPES)]
some_mixes = pytest.mark.parametrize("options", few_mixes(GAME, 4))


def need(rank: Rank) -> str:
    """What a row says that is missing, without what a four brings."""
    return rank.note.partition(" (")[0]


def named(ranks: Iterable[Rank]) -> set[str]:
    """The cards that complete a shape alone, as the rows say."""
    cards: set[str] = set()
    for rank in ranks:
        if lacks_several(rank):
            continue
        words = need(rank).removeprefix("needs 1 of ").removeprefix("needs ").split()
        cards |= {*ANY} if need(rank) == "any card" else {word for word in words if word in TYPE_OF}
    return cards


def lacks_several(rank: Rank) -> bool:
    """Whether a row names cards of which more than one is missing."""
    return re.match(r"needs (?!1 of )\S+ ", need(rank)) is not None


def ways_named(note: str) -> set[tuple[str, ...]]:
    """The choices of cards that a row names of which several are missing, as sorted names."""
    words = note.removeprefix("needs ")
    if found := re.fullmatch(r"any (\d) of (.+)", words):
        some = combinations(found[2].split(), int(found[1]))
    elif " and " in words:
        some = iter([tuple(re.split(",? and ", words))])
    else:
        listed = words.removesuffix(", or others").split(", or ")
        some = iter([tuple(one.split()) for one in listed])
    choices = ([alternatives(word) for word in way] for way in some)
    return {tuple(sorted(way)) for choice in choices for way in product(*choice)}


def alternatives(words: str) -> list[str]:
    """The cards that are meant: `b4 or 3` is b4, b3 or r3."""
    cards = (word if len(word) == 2 else f"b{word} r{word}" for word in re.split("/| or ", words))
    return " ".join(cards).split()


def cards_and_meld(state: np.void, seat: int) -> tuple[list[int], list[int], int]:
    """The concealed cards of a seat, all its cards, and its meld."""
    concealed = types_in_hand(state["hands"][seat])
    melded = [type_ for type_ in range(NUM_TYPES)
              for _ in range(int(GAME.view(state, seat)["melds"][0][type_]))]  # fmt: skip
    return concealed, concealed + melded, int(state["melds"][seat])


def wins(state: np.void, concealed: list[int], meld: int) -> bool:
    """Whether concealed cards and a meld are a winning shape by the kernel of the rules."""
    return bool(completes(*cards_of(tuple(concealed)), meld, extends(state)))


def completing(state: np.void, seat: int) -> set[str]:
    """The cards that complete the hand of a seat, if it discards a card of six before."""
    concealed, own, meld = cards_and_meld(state, seat)
    kept = [concealed] if len(own) == 5 else [concealed[:at] + concealed[at + 1 :]
                                              for at in range(len(concealed))]  # fmt: skip
    return {
        type_name(type_)
        for type_ in range(NUM_TYPES)
        if own.count(type_) < COPIES[type_]
        and any(wins(state, [*cards, type_], meld) for cards in kept)
    }


@some_mixes
def test_TAX_4_7_each_way_that_is_named_completes_the_hand(options: dict[str, Any]) -> None:
    for state in positions(GAME, options, 22):
        if state["to_move"] < 0:
            break
        for seat in range(int(state["num_players"])):
            concealed, own, meld = cards_and_meld(state, seat)
            for rank in filter(lacks_several, ranks_of(GAME, state, seat)):
                ways = ways_named(need(rank))
                assert ways and all({*way} <= {*ANY} for way in ways), need(rank)
                for way in ways:
                    types = [TYPE_OF[card] for card in way]
                    held = Counter(own) + Counter(types)
                    if any(held[type_] > COPIES[type_] for type_ in types):
                        continue  # no such card is left
                    too_many = len(own) + len(way) - 6
                    assert any(
                        wins(state, [*left, *types], meld)
                        for left in combinations(concealed, len(concealed) - too_many)
                    ), (rank, way)


@some_mixes
def test_TAX_4_7_the_named_cards_and_no_others_complete_the_hand(options: dict[str, Any]) -> None:
    for state in positions(GAME, options, 21):
        if state["to_move"] < 0:
            break
        for seat in range(int(state["num_players"])):
            ranks = ranks_of(GAME, state, seat)
            concealed, own, meld = cards_and_meld(state, seat)
            is_complete = len(own) == 6 and wins(state, concealed, meld)
            assert any(need(rank) == "complete" for rank in ranks) == is_complete
            assert all(rank.is_own == (need(rank) == "complete") for rank in ranks)
            held = {type_name(type_) for type_ in range(NUM_TYPES)
                    if own.count(type_) == COPIES[type_]}  # fmt: skip
            if is_complete:
                assert named(ranks) <= completing(state, seat)
            else:
                assert named(ranks) - held == completing(state, seat)
                assert not named(ranks) & held or any(need(rank) == "any card" for rank in ranks)


def test_TAX_4_7_the_shapes_are_all_winning_hands() -> None:
    shown = {bits for shape in SHAPES for bits in hands_of(shape, ()).tolist()}
    six = (types for types in combinations_with_replacement(range(NUM_TYPES), 6)
           if all(types.count(type_) <= COPIES[type_] for type_ in types))  # fmt: skip
    winning = [types for types in six if is_winning(*cards_of(types))]
    counts = np.array([np.bincount(types, minlength=NUM_TYPES) for types in winning])
    assert shown == {*as_bits(counts).tolist()}


def test_cards_as_bits() -> None:
    counts = np.array([[Counter((0, 2, 2, 23))[type_] for type_ in range(NUM_TYPES)]])
    (bits,) = as_bits(counts).tolist()
    cards = [card for card in range(len(TYPES)) if bits >> card & 1]
    assert [TYPES[card] for card in cards] == [0, 2, 2, 23]


@pytest.mark.parametrize(("hand", "ranks"), [
    ("b4 r4 b5 r5 b7",
     [("three pairs", "needs 1 of bS b7 rS r7"), ("two triples", "needs 4 and 5")]),
    ("b2 b3 r6 r7 bK", [("two runs", "needs b1 or b4, and r5 or r8")]),
    ("b4 r4 b5 b6 rK", [("three pairs", "needs any 2 of 5 6 K/E")]),
    ("b4 r4 r6 b6 b8", [("pair and four", "needs 4 4, or 6 6")]),
    ("b1 b2 b3 r6 r8", [("triple and run", "needs 6 6, or 8 8"), ("two runs", "needs 1 of rS r7")]),
    ("b1 b2 b3 r6 bK", [("two runs", "needs r4 r5, or r5 r7, or r7 r8")]),
    ("b1 b2 b3 b5 b6", [("two runs", "needs 1 of bS b4 b7")]),
    ("b4 b5 b6 rK rE", [("triple and run", "needs 1 of bS bK bE rS")]),
    ("b4 r4 b4 bK rE", [("pair and four", "needs 1 of bS rS r4")]),
    ("b4 r4 b5 r5 bS", [("three pairs", "any card")]),
])  # fmt: skip
def test_what_a_hand_is_away_from(hand: str, ranks: list[tuple[str, str]]) -> None:
    table = position({0: "b0 b4 b8 r2 r6", 1: hand}, "r0")
    shown = {rank.name: need(rank) for rank in ranks_of(GAME, table.state, 1)}
    assert {name: shown.get(name) for name, _ in ranks} == dict(ranks)


def test_the_nearest_shapes_come_first_and_all_that_lack_one_card_are_shown() -> None:
    table = position({1: "b4 r4 b4 b5 b6"}, "r0")
    assert [(rank.name, need(rank)) for rank in ranks_of(GAME, table.state, 1)] == [
        ("triple and run", "needs 1 of bS b7 rS r4"),
        ("three pairs", "needs any 2 of 4 5 6"),
        ("pair and four", "needs 4, and 5 or 6"),
    ]
    table = position({0: "b0 b2 r0 r0 r1"}, "r2")
    notes = [need(rank) for rank in ranks_of(GAME, table.state, 0)]
    assert len(notes) == 5 and all(note.startswith("needs 1 of ") for note in notes)


def test_TAX_5_3_a_row_with_a_four_says_what_the_four_brings() -> None:
    for paid, words in (
        (0, ""),
        (1, "four: +1 from each)"),
        (3, "four: +3 from each)"),
    ):
        table = position({1: "b4 r4 b4 b5 b6"}, "r0", pt_four=paid)
        said = {rank.name: rank.note.partition(" (")[2] for rank in ranks_of(GAME, table.state, 1)}
        assert said == {"triple and run": "", "three pairs": "", "pair and four": words}


def test_the_cards_of_a_row_are_drawn_between_its_words() -> None:
    letters = {BLACK: "b", RED: "r", PURPLE: ""}
    num_drawn = 0
    for state in positions(GAME, {}, 22):
        for rank in ranks_of(GAME, state, 0) if state["to_move"] >= 0 else ():
            said = [part if isinstance(part, str) else letters[part.colour] + part.text
                    for part in rank.drawn]  # fmt: skip
            num_drawn += bool(said)
            note = rank.note.replace("K/E", "K")  # one face for both, which are equal
            assert not said or "".join(said).replace(" ", "") == note.replace(" ", "")
    assert num_drawn > 0


def test_TAX_4_6_a_meld_is_a_part_of_the_shape() -> None:
    table = position({1: "r6 r7"}, "r0", melds={1: "b5 r5 r5"})
    assert [(rank.name, need(rank)) for rank in ranks_of(GAME, table.state, 1)] == [
        ("triple and run", "needs 1 of rS r8"), ("two triples", "needs 6 6, or 7 7")
    ]  # fmt: skip


def test_TAX_4_6_a_public_triple_may_become_a_four() -> None:
    hands, melds = {1: "b7 r7"}, {1: "b4 r4 r4"}
    for is_extended, note in ((False, None), (True, "needs 1 of bS b4 rS")):
        table = position(hands, "r0", melds=melds, extend_public_set=is_extended)
        shown = {rank.name: need(rank) for rank in ranks_of(GAME, table.state, 1)}
        assert shown.get("pair and four") == note


def test_TAX_10_1_a_complete_hand_is_marked() -> None:
    table = position({0: "b1 b2 b3 b4 b5"}, "b6")
    assert [rank for rank in ranks_of(GAME, table.state, 0) if rank.is_own] == [
        Rank("two runs", TWO_RUNS(), "complete", True)
    ]


def test_TAX_7_3_the_viewer_alone_sees_what_the_own_hand_lacks() -> None:
    table = position({0: "b0 b4 b8 r2 r6", 1: "b1 b2 b3 b5 b6"}, "r0")
    other = position({0: "b0 b4 b8 r2 r6", 1: "b4 r4 b5 r5 b7"}, "r0")
    assert ranks_of(GAME, table.state, 0) == ranks_of(GAME, other.state, 0)
    assert ranks_of(GAME, table.state, 1) != ranks_of(GAME, other.state, 1)
