"""The worked examples of the rules of cyclic, its counts, and random games, on the twin alone."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, product
from typing import Any

import pytest

from ..kikisen.twin_base import PACK, RandomChance, kind_of, types
from ..kikisen.twin_games import NUM_GAMES, Dealt, play_game, random_options
from .twin import (
    CIRCLE,
    FILLS,
    NOTHING,
    Place,
    Play,
    Shape,
    Twin,
    beats,
    can_be_filled,
    circle_kind,
    shapes,
)

PASS = ("pass",)
A, B, C, D = range(4)
SYMBOLS = "S12345678KE"

VALUES: dict[str, list[Any]] = {
    "mu": ["wild", "removed"],
    "min_run": [3, 2],
    "dealer_draw": [2, 0, 1, 3],
    "continue_after_win": [False, True],
}


def shape(form: str, foot: str, number: int) -> Shape:
    return Shape(form, SYMBOLS.index(foot), number)


def made(form: str, foot: str, names: str) -> Play:
    """The play of these cards in this order; a nothing ("b0") is wild."""
    cards = types(names)
    places = tuple(Place(kind_of(card) == NOTHING, card // 12) for card in cards)
    play = Play(shape(form, foot, len(cards)), places)
    assert play.cards == cards
    return play


def single(name: str) -> Play:
    return made("single", name[1], name)


def friends(names: str) -> Play:
    return made("friends", names[1], names)


def run(names: str) -> Play:
    return made("run", names[1], names)


def position(hands: Sequence[str], on: Play | None = None, **rest: Any) -> Twin:
    """A position; the newest play is by the last seat unless `owner` says otherwise."""
    if on is not None:
        owner = rest.setdefault("owner", len(hands) - 1)
        rest = {"newest": on, "table": [(owner, on)], **rest}
    if "stock" in rest:
        rest["stock"] = types(rest["stock"])
    return Twin.position(rest.pop("options", {}), [types(hand) for hand in hands], **rest)


def lay(twin: Twin, play: Play) -> None:
    """Play, place by place."""
    twin.apply(("play", play.shape))
    for place in play.places:
        twin.apply(("fill", place))


def legal(hand: str, on: Play | None = None, **options: Any) -> set[Play]:
    """Every play that this hand can make, each found by one way of legal steps."""
    found: list[Play] = []

    def go_on(*path: Any) -> None:
        twin = position([hand, "bS"], on, options=options)
        for action in path:
            twin.apply(action)
        if path and twin.phase != "fill":
            (play,) = (event[2] for event in twin.events if event[0] == "play")
            found.append(play)
            return
        assert path == () or twin.legal(), path
        for action in twin.legal() - {PASS}:
            go_on(*path, action)

    go_on()
    assert len(set(found)) == len(found)
    return set(found)


def all_fillings(hand: str, on: Play | None) -> set[Play]:
    """The same by writing down every filling of every shape."""
    held = Counter(types(hand))
    found = set()
    for form in shapes(3):
        if form.number > held.total() or not fits(form, on):
            continue
        for places in product(FILLS, repeat=form.number):
            play = Play(form, places)
            ascending = form.form != "friends" or all(a <= b for a, b in pairwise(places))
            shared = on is None or play.colours & on.colours
            if shared and ascending and not Counter(play.cards) - held:
                found.add(play)
    return found


def fits(form: Shape, on: Play | None) -> bool:
    """CYC-4.4.2."""
    if on is None:
        return True
    if form.number > on.shape.number and form.foot == on.shape.foot:
        return True
    equal = (form.form, form.number) == (on.shape.form, on.shape.number)
    return equal and beats(form.foot, on.shape.foot)


# The counts of CYC-2.1, 4.7 and 4.8


def test_twin_CYC_2_1_kinds() -> None:
    counts = Counter(circle_kind(card) for card in PACK)
    assert [counts[z] for z in CIRCLE] == [2, 8, *[4] * 7, 2, 2] and counts[None] == 6
    names = types("bS b1 b8 bK bE rS r1 r8 rK rE")
    assert [circle_kind(card) for card in names] == [0, 1, 8, 9, 10] * 2


def test_twin_CYC_4_7_shapes() -> None:
    assert Counter(form.form for form in shapes(3)) == {"single": 11, "friends": 97, "run": 99}
    assert Counter(form.form for form in shapes(2))["run"] == 110
    assert all(can_be_filled(form, (), PACK, {0}) for form in shapes(3))


def test_twin_CYC_4_8_sizes_of_friends() -> None:
    for kind in CIRCLE:
        sizes = [form.number for form in shapes(3) if form[:2] == ("friends", kind)]
        most = {0: 8, 1: 14, 9: 8, 10: 8}.get(kind, 10)
        assert sizes == list(range(2, most + 1))


def test_twin_CYC_4_3_runs_close_the_circle() -> None:
    assert shape("run", "K", 4).kinds == [9, 10, 0, 1]
    assert shape("run", "5", 11).kinds == [5, 6, 7, 8, 9, 10, 0, 1, 2, 3, 4]


def test_twin_CYC_4_6_stronger() -> None:
    for f, g in product(CIRCLE, repeat=2):
        assert not (beats(f, g) and beats(g, f))
        assert beats(f, g) or beats(g, f) or f == g
        if {f, g} != {0, 10}:
            assert beats(f, g) == (f > g)
    assert beats(0, 10)


# The worked examples of CYC-10


ONES = friends("b1 b1 b1")


def test_twin_CYC_10_1_on_three_soldiers() -> None:
    assert friends("b2 b2 r2") in legal("r2 b2 b2", ONES)
    assert friends("b1 r1 r1 b0") in legal("r1 r1 b1 b0", ONES)
    assert run("r1 r2 b3 r4") in legal("r1 r2 b3 r4", ONES)


def test_twin_CYC_10_2_not_on_three_soldiers() -> None:
    assert legal("r2 r2 r0", ONES) == set()
    assert legal("r1 b2 b3", ONES) == set()
    assert legal("b2 b2 r2 r2", ONES) == {friends("b2 b2 r2"), friends("b2 r2 r2")}


def test_twin_CYC_10_3_the_circle_of_runs() -> None:
    weakest = run("bE bS b1")
    assert legal("bS b1 b2", weakest) == {run("bS b1 b2")}
    assert legal("b1 b2 b3", run("bS b1 b2")) == {run("b1 b2 b3")}
    assert legal("bE bS b1", run("b1 b2 b3")) == {weakest}
    assert legal("b1 b2 b3", weakest) == set()


def test_twin_CYC_10_4_on_a_black_emperor() -> None:
    on = single("bE")
    assert legal("bS rS bK rK", on) == {single("bS")}
    assert legal("b0 r0", on) == {made("single", "S", "b0"), made("friends", "E", "b0 r0")}
    assert legal("rE b0", on) >= {friends("rE b0")}
    assert legal("rE bS r1", on) == {single("bS"), run("rE bS r1")}
    assert legal("rE rS b1", on) == {run("rE rS b1")}
    assert legal("rE rS r1", on) == set()


def test_twin_CYC_10_5_on_a_red_ship() -> None:
    hand = "r1 r2 r3 r4 r5 r6 r7 r8 rK rE b4 bS"
    found = legal("r1 r5 rK rE b4", single("rS"))
    assert found == {single("r1"), single("r5"), single("rK")}
    assert {form.foot for form in twin_shapes(hand, single("rS")) if form.number == 1} == {
        *range(1, 10)
    }
    wild = {play.shape.foot for play in legal("r0", single("rS"))}
    assert wild == {*range(1, 10)}
    assert legal("b0", single("rS")) == set()


def twin_shapes(hand: str, on: Play) -> set[Shape]:
    return position([hand, "bS"], on).legal_shapes(A)


def test_twin_CYC_10_6_on_a_pair_of_both_colours() -> None:
    on = friends("b5 r5")
    hand = "b6 b6 r7 r7 b8 r8 rK bK bE rE bS rS"
    pairs = {form.foot for form in twin_shapes(hand, on) if form.form == "friends"}
    assert pairs == {6, 7, 8, 9, 10}
    assert legal("bS rS", on) == set()
    assert legal("b5 r5 r0", on) == {made("friends", "5", "b5 r5 r0")}
    assert legal("r5 b6 r7", on) == {run("r5 b6 r7")}


def test_twin_CYC_10_7_stronger_or_longer() -> None:
    found = legal("b2 b3 r4 r5 r0", run("b1 r2 r3"))
    assert run("b2 b3 r4") in found
    assert made("run", "1", "r0 b2 b3 r4") in found
    assert not {play for play in found if play.shape == shape("run", "2", 4)}


def test_twin_CYC_10_8_no_shared_colour() -> None:
    twin = position(["b4 b5 b5 b0", "bS"], friends("r4 r4"))
    assert twin.legal() == {PASS}


def test_twin_CYC_10_9_the_end_of_a_round() -> None:
    hands = ["b4 b5 b5", "r4 r5", "b6 b7 b7"]
    twin = position(hands, stock="r1 r2 r3")
    lay(twin, single("b4"))
    twin.apply(PASS)
    lay(twin, single("b6"))
    twin.apply(PASS)
    assert twin.passes == 1 and (twin.to_move, twin.phase) == (B, "follow")
    twin.apply(PASS)
    assert (twin.to_move, twin.phase, twin.leader, twin.dealer) == (C, "lead", C, A)
    assert twin.cleared == types("b4 b6") and twin.table == [] and twin.owner is None
    assert twin.hands[C] == types("b7 b7 r1 r2") and twin.stock == types("r3")
    assert twin.rounds == 1 and twin.passes == 0
    assert ("draw", C, 2) in twin.events


def test_twin_CYC_10_10_the_last_card() -> None:
    twin = position(["b0", "r4 r5", "b6"])
    assert twin.legal() == {("play", Shape("single", kind, 1)) for kind in CIRCLE}
    lay(twin, made("single", "3", "b0"))
    assert twin.over and twin.winners == [[A]] and twin.scores() == [2, -1, -1]


@pytest.mark.parametrize(("draws", "drawn"), [(0, 0), (1, 1), (2, 1), (3, 1)])
def test_twin_CYC_10_11_a_short_stock(draws: int, drawn: int) -> None:
    twin = position(["b4 b5", "r4"], stock="r1", options={"dealer_draw": draws})
    lay(twin, single("b4"))
    twin.apply(PASS)
    assert len(twin.hands[A]) == 1 + drawn and len(twin.stock) == 1 - drawn
    assert twin.events[-1] == ("draw", A, drawn)


def test_twin_CYC_10_12_without_nothings() -> None:
    twin = Twin({"mu": "removed"}, RandomChance(random.Random(0)))
    assert [len(hand) for hand in twin.hands].count(8) == 3
    assert len(twin.stock) == 10 - 2 and len(twin.hands[twin.dealer]) == 10
    assert not {card for hand in twin.hands for card in hand if kind_of(card) == NOTHING}


# More clauses, and every option of CYC-8


def test_twin_CYC_3_1_the_deal() -> None:
    twin = Twin({"num_players": 2, "hand_size": 12, "first_dealer": 1}, Dealt())
    assert [len(hand) for hand in twin.hands] == [12, 14] and len(twin.stock) == 22
    assert (twin.to_move, twin.phase, twin.leader) == (1, "lead", 1)
    for options in ({"num_players": 3, "hand_size": 12}, {"num_players": 5}, {"hand_size": 9}):
        with pytest.raises(ValueError, match=r"hands of|players"):
            Twin(options, Dealt())


def test_twin_CYC_4_7_the_order_of_friends() -> None:
    twin = position(["b5 r5 b0 r0", "bS"])
    twin.apply(("play", shape("friends", "5", 2)))
    natural_black, natural_red, wild_black, wild_red = FILLS
    assert twin.legal() == {("fill", place) for place in FILLS[:3]}
    twin.apply(("fill", natural_red))
    assert twin.legal() == {("fill", wild_black), ("fill", wild_red)}
    assert twin.view(A)["filled"] == (natural_red,) and twin.view(B)["filled"] == ()
    assert twin.view(A)["phase"] == "fill" and twin.view(B)["phase"] == "lead"
    assert twin.hands[A] == sorted(types("b5 r5 b0 r0"))
    assert natural_black not in twin.filled


def test_twin_CYC_4_7_only_what_can_be_completed() -> None:
    twin = position(["b4 r4 b5 r5 b6", "bS"], run("r3 r4 r5"))
    twin.apply(("play", shape("run", "4", 3)))
    twin.apply(("fill", Place(False, 0)))
    assert twin.legal() == {("fill", Place(False, 1))}  # the only red one left
    twin = position(["b4 r4 b0 b6", "bS"])
    twin.apply(("play", shape("run", "4", 3)))
    assert twin.legal() == {("fill", Place(False, 0)), ("fill", Place(False, 1))}


@pytest.mark.parametrize(
    "on",
    [None, single("bE"), single("r5"), friends("b4 r4"), ONES, run("r1 r2 r3"), run("bE rS b1")],
)
def test_twin_CYC_4_7_steps_lead_to_every_legal_play_once(on: Play | None) -> None:
    short = ["b4 r5 b6 b0", "b1 b1 r1 r0", "rE bS r1"]
    for hand in short if on is None else [*short, "b4 r4 b5 r6 b0 r0", "b2 b3 b4 b1 b1 b0"]:
        assert legal(hand, on) == all_fillings(hand, on)


def test_twin_CYC_4_3_a_run_of_the_whole_circle() -> None:
    hand = "b5 b6 b7 b8 bK bE bS b1 b2 b3 b4"
    found = {form for form in position([hand, "bS"]).legal_shapes(A) if form.number == 11}
    assert found == {Shape("run", foot, 11) for foot in CIRCLE}


def test_twin_CYC_8_min_run() -> None:
    assert run("b4 r5") in legal("b4 r5", min_run=2)
    assert legal("b4 r5") == {single("b4"), single("r5")}


def test_twin_CYC_8_mu_removed_has_no_wild_cards() -> None:
    with pytest.raises(ValueError, match=r"chance dealt"):
        Twin({"mu": "removed"}, Dealt(types("b0")))


def cleared_players(**rest: Any) -> Twin:
    """B has played its last card on A's."""
    options = {"continue_after_win": True}
    twin = position(["b4 b7", "b5", "b6 b8", "r1 r2"], stock="b1 b2 b3", options=options, **rest)
    lay(twin, single("b4"))
    lay(twin, single("b5"))
    return twin


def test_twin_CYC_8_continue_after_win() -> None:
    twin = cleared_players()
    assert not twin.over and twin.finished == [B] and twin.to_move == C
    for _ in (C, D, A):
        twin.apply(PASS)
    assert (twin.to_move, twin.leader, twin.phase) == (C, C, "lead")
    assert twin.hands[C] == types("b1 b2 b6 b8") and twin.scores() == [0, 0, 0, 0]


def test_twin_CYC_8_only_the_first_is_paid() -> None:
    twin = cleared_players()
    lay(twin, single("b6"))
    twin.apply(PASS)
    lay(twin, single("b7"))
    assert twin.finished == [B, A] and twin.to_move == C
    lay(twin, single("b8"))
    assert twin.over and twin.finished == [B, A, C, D] and twin.winners == [[B]]
    assert twin.scores() == [-1, 3, -1, -1]


def test_twin_CYC_6_2_the_winner_deals_the_next_season() -> None:
    twin = position(["r4 r5", "b5"], single("b4"), to_move=B, owner=A, options={"seasons": 2})
    lay(twin, single("b5"))
    assert (twin.season, twin.dealer, twin.leader, twin.to_move) == (1, B, B, B)
    assert len(twin.hands[B]) == 10 and twin.scores() == [-1, 1] and twin.cleared == []


# Random games


def check_table(twin: Twin) -> None:
    """CYC-2.3, 9.8."""
    places = [*twin.hands, twin.stock, twin.cleared, *(play.cards for _, play in twin.table)]
    assert sorted(card for place in places for card in place) == sorted(twin.pack())
    assert max(map(len, twin.hands)) <= 25
    assert len([e for e in twin.events if e[0] in ("play", "pass")]) <= 48 * twin.num_players
    drawn = sum(event[2] for event in twin.events if event[0] == "draw")
    dealt = twin.num_players * twin.options["hand_size"]
    assert dealt + drawn + len(twin.stock) == len(twin.pack())
    if twin.over:
        return
    assert twin.to_move == twin.on_turn and twin.to_move not in twin.finished
    assert twin.finished == [] or twin.options["continue_after_win"]
    if twin.phase == "lead":
        assert twin.newest is None and twin.table == [] and twin.to_move == twin.leader
    if twin.phase == "follow":
        assert PASS in twin.legal() and twin.table[-1] == (twin.owner, twin.newest)


@pytest.mark.parametrize("block", range(4))
def test_twin_CYC_2_3_random_games_keep_the_invariants(block: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(block, NUM_GAMES, 4):
        rng = random.Random(seed)
        options = random_options(rng, VALUES, most_players=4)
        if options["num_players"] == 2:
            options["hand_size"] = rng.choice([8, 12])
        twin = Twin(options, RandomChance(rng))
        play_game(twin, rng, check_table, PASS)
        met.update(event[0] for event in twin.events)
        met.update(event[2].shape.form for event in twin.events if event[0] == "play")
        met["all finished"] += len(twin.finished) == twin.num_players
    assert {"draw", "play", "pass", "round", "single", "friends", "run", "all finished"} <= {*met}
