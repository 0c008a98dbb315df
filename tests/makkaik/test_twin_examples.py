"""The worked examples of the rules of makkaik, and random games, on the twin alone."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from ..kikisen.twin_base import PACK, Action, RandomChance, types
from ..kikisen.twin_games import NUM_GAMES, Dealt, play_game, random_options
from .twin import Twin

SWAP, DRAW, DROP, JOIN = ("swap",), ("draw",), ("drop",), ("join",)
SINGLE, PAIR, RUN, TRIPLE = range(4)

VALUES: dict[str, list[Any]] = {
    "unused_draw": ["hidden", "public"],
    "max_base": [5, 1, 25],
    "ante": [1, 0, 3],
    "bet_rounds": [3, 1, 2, 5],
    "tie_break": ["split", "ladder"],
    "own_min": [0, 1],
}


def one(name: str) -> int:
    (card,) = types(name)
    return card


def take(name: str) -> Action:
    return ("take", one(name))


def give(name: str) -> Action:
    return ("give", one(name))


def base(points: int) -> Action:
    return ("base", points)


def apply(twin: Twin, *actions: Action) -> None:
    for action in actions:
        twin.apply(action)


def exchanging(hands: Sequence[str], common: str, stock: str = "", **options: Any) -> Twin:
    """The start of the exchanges."""
    return Twin.position(
        options, [types(hand) for hand in hands], common=types(common), stock=types(stock)
    )


def betting(hands: Sequence[str], common: str, dealer: int = 0, **rest: Any) -> Twin:
    """The start of a betting round, the first unless said otherwise."""
    options = {"first_dealer": dealer, **rest.pop("options", {})}
    paid = rest.pop("paid", [1] * len(hands))
    state = {"round": 1, "paid": paid, "pot": sum(paid), "points": [-amount for amount in paid]}
    hands = [types(hand) for hand in hands]
    return Twin.position(options, hands, common=types(common), **{**state, **rest})


def winners(common: str, *hands: str, **options: Any) -> list[int]:
    """Who wins if nobody drops."""
    twin = betting(hands, common, options={"bet_rounds": 1, **options})
    apply(twin, base(1), *[JOIN] * (len(hands) - 1))
    assert twin.over
    return twin.winners[0]


def values(common: str, hand: str, **options: Any) -> list[tuple[int, ...]]:
    return betting([hand, ""], common, options=options).ladder(0)


def best(common: str, hand: str, **options: Any) -> tuple[int, ...]:
    return values(common, hand, **options)[0]


# The worked examples of MKK-10


def test_twin_MKK_10_1_swap() -> None:
    twin = exchanging(["b1 b2 r7", "r0 r1 r2"], "b3 r8 b8")
    assert twin.legal() == {SWAP, DRAW}
    twin.apply(SWAP)
    assert twin.legal() == {take("b3"), take("r8"), take("b8")}
    twin.apply(take("b3"))
    assert twin.legal() == {give("b1"), give("b2"), give("r7")}
    twin.apply(give("r7"))
    assert twin.hands[0] == types("b1 b2 b3") and twin.common == types("b8 r7 r8")
    assert (twin.taken[0], twin.put_out[0]) == (one("b3"), one("r7"))
    assert twin.to_move == 1 and twin.events == [("swap", 0, one("b3"), one("r7"))]


def test_twin_MKK_10_2_draw() -> None:
    twin = exchanging(["b1 b2 r7", "r0 r1 r2"], "b0 r8 b8", "b3 r0 b5 b6")
    twin.apply(DRAW)
    assert twin.drawn == types("b3 r0") and twin.legal() == {take("b3"), take("r0")}
    apply(twin, take("b3"), give("r7"))
    assert twin.hands[0] == types("b1 b2 b3") and twin.common == types("b0 b8 r7 r8")
    assert twin.set_aside == [one("r0"), None] and twin.taken[0] is None
    assert twin.stock == types("b5 b6") and twin.events == [("draw", 0, one("r7"), None)]


def test_twin_MKK_10_3_a_triple_wins() -> None:
    common = "b8 r8 r3 r7"
    assert best(common, "b1 b2 b3") == (RUN, 3)
    assert best(common, "r0 r5 bS") == (TRIPLE, 8)
    assert best(common, "b0 r5 r2") == (PAIR, 8)
    assert winners(common, "b1 b2 b3", "r0 r5 bS", "b0 r5 r2") == [1]


def test_twin_MKK_10_4_a_common_ship() -> None:
    common = "bS r2 r5"
    assert best(common, "r3 r4 b7") == (RUN, 5)
    assert best(common, "b7 r7 b0") == (TRIPLE, 7)
    assert winners(common, "r3 r4 b7", "b7 r7 b0") == [1]


HANDS = ["r8 b8 r0", "b1 b5 b0", "r1 r4 b6"]
COMMON = "b3 r5 b7"


def test_twin_MKK_10_5_three_rounds() -> None:
    twin = betting(HANDS, COMMON)
    assert twin.pot == 3 and twin.legal() == {DROP, *map(base, range(1, 6))}
    twin.apply(base(2))
    assert twin.to_move == 1 and twin.legal() == {JOIN, DROP}
    apply(twin, JOIN, DROP)
    assert (twin.pot, twin.round, twin.to_move) == (7, 2, 0)
    apply(twin, base(5), JOIN)
    assert (twin.pot, twin.round) == (17, 3)
    assert twin.scores() == [0, 0, 0] and twin.points == [-8, -8, -1]
    apply(twin, base(1), JOIN)
    assert twin.over and twin.winners == [[0]] and twin.pot == 0
    assert twin.scores() == [10, -9, -1] and twin.dealer == 0


def test_twin_MKK_10_6_the_last_one_takes_the_pot() -> None:
    twin = betting(HANDS, COMMON)
    twin.apply(DROP)
    assert (twin.to_move, twin.phase, twin.dealer) == (1, "base", 1)
    twin.apply(DROP)
    assert twin.over and twin.winners == [[2]] and twin.dealer == 2
    assert twin.scores() == [-1, -1, 2] and twin.events == [("drop", 0), ("drop", 1)]


def test_twin_MKK_10_7_the_dealership_passes() -> None:
    state = {"round": 2, "active": [0, 2, 3], "paid": [2, 1, 2, 2]}
    twin = betting([*HANDS, "b2 r2 r6"], COMMON, dealer=3, **state)
    twin.apply(DROP)
    assert (twin.to_move, twin.phase, twin.dealer, twin.round) == (0, "base", 0, 2)
    twin.apply(base(4))
    assert (twin.to_move, twin.phase) == (2, "join")
    twin.apply(JOIN)
    assert (twin.to_move, twin.phase, twin.round) == (0, "base", 3)


@pytest.mark.parametrize(("dealer", "scores"), [(0, [2, 1, -3]), (1, [1, 2, -3])])
def test_twin_MKK_10_8_a_tie(dealer: int, scores: list[int]) -> None:
    hands, paid = ["r1 r3 b5", "b1 b4 r6", "r2 r7 b0"], [4, 4, 3]
    state = {"round": 3, "active": [0, 1], "paid": paid}
    twin = betting(hands, "b8 r8 b0", dealer=dealer, **state)
    apply(twin, base(1), JOIN)
    assert twin.over and twin.winners == [[0, 1]] and twin.dealer == dealer
    assert twin.scores() == scores


def test_twin_MKK_10_9_a_pair_of_court() -> None:
    common, hand = "b0 r5 r6", "bK rE r2"
    assert best(common, hand) == (PAIR, 9)
    assert winners(common, hand, "b5 b8 r8") == [0]
    assert winners(common, hand, "r4 r3 b7") == [1]
    assert winners(common, hand, "b0 r0 b7") == [1]


def test_twin_MKK_10_10_a_common_pair() -> None:
    common, hands = "r1 b1 r4", ["b8 r2 b3", "r7 b0 b6", "b5 r5 r6"]
    assert best(common, hands[0]) == best(common, hands[1]) == (PAIR, 1)
    assert best(common, hands[2]) == (RUN, 6)
    assert winners(common, *hands[:2]) == [0, 1]
    assert winners(common, *hands[:2], own_min=1) == [0]
    assert best(common, hands[1], own_min=1) == (SINGLE, 7)
    assert winners(common, "b5 r5 b8", hands[1]) == [0]


# Exchange


def test_twin_MKK_3_1_the_deal() -> None:
    for players in range(2, 7):
        twin = Twin({"num_players": players, "first_dealer": 1}, Dealt())
        assert [len(hand) for hand in twin.hands] == [3] * players and len(twin.common) == 3
        assert len(twin.stock) == 45 - 3 * players
        assert (twin.to_move, twin.phase, twin.pot) == (1, "kind", 0)
    cards = types("b1 b2 b3 r1 r2 r3 rS b0 bE b7 b8")
    twin = Twin({"num_players": 2}, Dealt(cards))
    assert twin.hands == [types("b1 b2 b3"), types("r1 r2 r3")]
    assert twin.common == types("b0 bE rS") and twin.stock[:2] == types("b7 b8")


def test_twin_MKK_4_2_the_ante_follows_the_exchanges() -> None:
    options = {"first_dealer": 1, "ante": 3}
    twin = exchanging(["b1 b2 r7", "r0 r1 r2", "r3 r4 r5"], "b3 r8 b8", "b4 b5", **options)
    for seat in (1, 2):
        assert twin.to_move == seat
        apply(twin, SWAP, ("take", twin.common[0]), ("give", twin.hands[seat][0]))
    apply(twin, DRAW, take("b5"), give("b1"))
    assert (twin.to_move, twin.phase, twin.round) == (1, "base", 1)
    assert twin.paid == [3, 3, 3] and twin.pot == 9 and twin.points == [-3, -3, -3]


def test_twin_MKK_4_8_putting_out_the_same_type() -> None:
    twin = exchanging(["b1 b2 r7", "r0 r1 r2"], "b1 r8 b8", "b1 b0")
    apply(twin, DRAW, take("b1"), give("b1"))
    assert twin.hands[0] == types("b1 b2 r7") and twin.common == types("b1 b1 b8 r8")
    assert twin.set_aside[0] == one("b0")


def test_twin_MKK_4_1_only_an_original_card_goes_out() -> None:
    twin = exchanging(["b1 b2 r7", "r0 r1 r2"], "b3 r8 b8", "b5 b6")
    apply(twin, DRAW, take("b6"))
    assert twin.legal() == {give("b1"), give("b2"), give("r7")}
    twin = exchanging(["b1 b1 b1", "r0 r1 r2"], "b3 r8 b8", "b5 b5")
    twin.apply(DRAW)
    assert twin.legal() == {take("b5")}
    twin.apply(take("b5"))
    assert twin.legal() == {give("b1")}


def test_twin_MKK_8_a_public_second_card() -> None:
    twin = exchanging(["b1 b2 r7", "r0 r1 r2"], "b0 r8 b8", "b3 r0", unused_draw="public")
    apply(twin, DRAW, take("b3"), give("r7"))
    assert twin.common == types("b0 b8 r0 r7 r8") and twin.set_aside == [None, None]
    assert twin.events == [("draw", 0, one("r7"), one("r0"))]


def test_twin_MKK_7_what_a_draw_shows() -> None:
    twin = exchanging(["b1 b2 r7", "r0 r1 r2"], "b0 r8 b8", "b3 r0")
    apply(twin, DRAW, take("b3"))
    assert (twin.view(0)["drawn"], twin.view(0)["incoming"]) == (types("b3 r0"), one("b3"))
    assert (twin.view(1)["drawn"], twin.view(1)["incoming"]) == ([], None)
    assert twin.stock == types("b3 r0") and twin.hands[0] == types("b1 b2 r7")
    twin.apply(give("r7"))
    assert [twin.view(seat)["set_aside"] for seat in (0, 1)] == [one("r0"), None]


# Hands


@pytest.mark.parametrize(
    ("common", "hand", "value"),
    [
        ("bS r2 r5", "r3 r7 b0", (PAIR, 7)),  # a ship makes a pair with anything
        ("bS r2 r5", "b7 r0 rK", (PAIR, 9)),
        ("bS rS r5", "b7 r0 b2", (TRIPLE, 7)),  # two ships: any card a triple
        ("bS rS r5", "b7 r0 bE", (TRIPLE, 9)),
        ("b3 b3 r3", "r3 r0 b7", (TRIPLE, 3)),  # four of a kind are a triple
        ("b7 b8 r1", "bS r0 r5", (RUN, 8)),  # never 9, and black
        ("b7 b8 b0", "rS r1 r4", (PAIR, 8)),
        ("b8 bK bE", "b7 r0 r2", (PAIR, 9)),  # court is in no run
        ("r1 b3 b5", "b8 r7 r0", (SINGLE, 8)),
        ("r1 r2 r3", "r4 r5 r0", (RUN, 5)),
    ],
)
def test_twin_MKK_5_values(common: str, hand: str, value: tuple[int, ...]) -> None:
    assert best(common, hand) == value


def test_twin_MKK_5_3_ships_and_nothing_else() -> None:
    assert best("", "bS") == (SINGLE, 9)
    assert values("", "bS rS") == [(PAIR, 9), (SINGLE, 9)]
    declared = values("", "bS rS", ship_alone="declared")
    assert declared == [(c, s) for c in (PAIR, SINGLE) for s in range(9, -1, -1)]


def test_twin_MKK_8_the_ladder() -> None:
    common, hands = "b8 r8 b0", ["r1 r3 b5", "b1 b4 r6"]
    assert values(common, hands[0]) == [(PAIR, 8), *((SINGLE, s) for s in (8, 5, 3, 1, 0))]
    assert winners(common, *hands) == [0, 1]
    assert winners(common, *hands, tie_break="ladder") == [1]
    assert winners(common, "r1 r4 b6", hands[1], tie_break="ladder") == [0, 1]
    # equal as far as it goes, and one more value
    assert winners("b8 b8 r8", "r8 r1 r4", "b4 b1 r0", tie_break="ladder") == [1]


# Betting


def test_twin_MKK_4_6_a_new_base_each_round() -> None:
    twin = betting(HANDS, COMMON, options={"max_base": 7, "bet_rounds": 5})
    for points in (7, 2, 3, 1, 6):
        assert twin.to_move == 0 and base(7) in twin.legal() and base(8) not in twin.legal()
        apply(twin, base(points), JOIN, JOIN)
    assert twin.over and twin.paid == [20, 20, 20] and twin.scores() == [40, -20, -20]


def test_twin_MKK_4_3_children_act_from_the_dealer_on() -> None:
    twin = betting([*HANDS, "b2 r2 r6"], COMMON, dealer=2)
    order = []
    for action in (DROP, base(1), JOIN, DROP):
        order.append(twin.to_move)
        twin.apply(action)
    assert order == [2, 3, 0, 1] and (twin.round, twin.dealer) == (2, 3)
    assert twin.active == [0, 3]


def test_twin_MKK_4_5_the_children_drop() -> None:
    twin = betting(HANDS, COMMON)
    apply(twin, base(5), DROP, DROP)
    assert twin.over and twin.scores() == [2, -1, -1]
    assert [event[0] for event in twin.events] == ["base", "drop", "drop"]


def test_twin_MKK_9_11_the_survivor_is_the_dealer() -> None:
    for next_dealer, dealer in {"winner": 1, "stay": 1, "rotate": 0}.items():
        options = {"next_dealer": next_dealer, "seasons": 2}
        twin = betting(HANDS[:2], COMMON, options=options)
        twin.apply(DROP)
        assert twin.season == 1 and twin.winners == [[1]] and twin.dealer == dealer


def test_twin_MKK_8_table_stakes() -> None:
    twin = betting(HANDS, COMMON, options={"start_chips": 6}, points=[5, 9, 4])
    assert twin.legal() == {DROP, base(1), base(2)}
    apply(twin, base(2), JOIN, JOIN)
    assert twin.points == [3, 7, 2] and twin.legal() == {DROP, base(1)}
    apply(twin, base(1), JOIN, DROP)
    assert twin.points == [2, 6, 2] and twin.legal() == {DROP, base(1), base(2)}
    twin = betting(HANDS, COMMON, options={"start_chips": 6}, points=[3, 9, 4])
    assert twin.legal() == {DROP, base(1)}
    twin.apply(DROP)  # who has dropped does not count
    assert twin.legal() == {DROP, base(1), base(2)}


def test_twin_MKK_8_a_season_that_not_all_can_pay() -> None:
    options = {"start_chips": 4, "seasons": 9, "num_players": 2, "first_dealer": 0}
    twin = Twin(options, Dealt(types("b8 r8 r0 b1 b5 b0 b3 r5 b7")))
    while not twin.over:
        twin.apply(min(twin.legal() - {DROP}))
    assert len(twin.winners) == 1 and twin.season == 0 and not twin.may_start()
    assert sorted(twin.points) in ([0, 8], [4, 4]) and sum(twin.scores()) == 0
    with pytest.raises(ValueError, match="start_chips = 3"):
        Twin({**options, "start_chips": 3}, Dealt())


# Random games


def check_table(twin: Twin) -> None:
    """MKK-2.2."""
    places = [*twin.hands, twin.common, twin.stock, [c for c in twin.set_aside if c is not None]]
    assert sorted(card for place in places for card in place) == sorted(PACK)
    assert all(len(hand) == 3 for hand in twin.hands)
    draws = sum(event[0] == "draw" for event in twin.events)
    each = 2 if twin.options["unused_draw"] == "public" else 1
    assert len(twin.common) == 3 + each * draws
    start = twin.options["start_chips"] or 0
    assert sum(twin.points) + twin.pot == start * twin.num_players and sum(twin.scores()) == 0
    assert all(card is None or card in twin.hands[s] for s, card in enumerate(twin.taken))
    if twin.options["start_chips"] is not None:
        assert min(twin.points) >= 0
    if twin.over:
        return
    assert twin.to_move == twin.on_turn and sum(twin.paid) == twin.pot
    assert twin.to_move in twin.active and len(twin.active) > 1
    assert (twin.round == 0) == (twin.phase in ("kind", "take", "give"))
    if twin.phase in ("base", "join"):
        assert (twin.to_move == twin.dealer) == (twin.phase == "base") == (twin.base == 0)
        assert twin.phase == "join" or len(twin.legal()) > 1


@pytest.mark.parametrize("block", range(4))
def test_twin_MKK_2_2_random_games_keep_the_invariants(block: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(block, NUM_GAMES, 4):
        rng = random.Random(seed)
        options = random_options(rng, VALUES)
        least = options["ante"] + options["bet_rounds"]
        options["start_chips"] = rng.choice([None, None, least, least + 20])
        twin = Twin(options, RandomChance(rng))
        play_game(twin, rng, check_table, DROP)
        met.update(event[0] for event in twin.events)
    assert {"swap", "draw", "base", "join", "drop", "show"} <= {*met}
