"""The worked examples of the rules of namto, and random games, on the twin alone."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Any

import pytest

from ..kikisen.twin_base import PACK, SHIPS, Action, RandomChance, colour_of, kind_of, types
from ..kikisen.twin_games import NUM_GAMES, Dealt, play_game, random_options
from .twin import Pool, Twin

DROP = ("drop",)
SINGLE, SET, RUN, DARK_ARMY, CAVALRY, MARCH, EARTH, ROYALS, FULL_ARMY = range(9)

VALUES: dict[str, list[Any]] = {
    "ante": [1, 0, 3],
    "bet_cap": [5, 1, 25],
    "floor_carries": [False, True],
    "betting": ["single_pass", "until_equal"],
    "hand_pool": ["shared", "community", "own"],
    "community_cards": [3, 1, 5],
    "own_min": [1, 0, 2],
    "reveals": [2, 1],
    "march_rank": ["above_cavalry", "below_cavalry"],
    "dark_army_size": [5, 3, 6],
    "emperor_king": ["one_each", "any_two_court"],
    "tie_break": ["ladder", "split"],
}

Value = tuple[int, ...]


def one(name: str) -> int:
    (card,) = types(name)
    return card


def bet(points: int) -> Action:
    return ("bet", points)


def bets(*points: int) -> set[Action]:
    return {DROP, *map(bet, points)}


def reveal(name: str) -> Action:
    return ("reveal", one(name))


def apply(twin: Twin, *actions: Action) -> None:
    for action in actions:
        twin.apply(action)


def betting_1(hands: Sequence[str], dealer: int = 0, **rest: Any) -> Twin:
    """The start of betting 1."""
    return position([(hand, "") for hand in hands], dealer, betting=1, **rest)


def betting_2(cards: Sequence[str], dealer: int = 0, **rest: Any) -> Twin:
    """The start of betting 2; of each pair of cards the first is revealed."""
    return position([tuple(reversed(names.split())) for names in cards], dealer, betting=2, **rest)


def position(places: Sequence[Sequence[str]], dealer: int, **rest: Any) -> Twin:
    """The start of a betting with these hidden and these revealed cards."""
    options = {"first_dealer": dealer, **rest.pop("options", {})}
    paid = rest.pop("paid", [1] * len(places))
    state = {"paid": paid, "pot": sum(paid), "points": [-amount for amount in paid]}
    state["revealed"] = [types(revealed) for _, revealed in places]
    hands = [types(hidden) for hidden, _ in places]
    return Twin.position(options, hands, **{**state, **rest})


def judged(*cards: str, **options: Any) -> Twin:
    """The end of a season in which nobody dropped."""
    twin = betting_2(cards, options=options)
    apply(twin, *[bet(1)] * len(cards))
    assert twin.over
    return twin


def winners(*cards: str, **options: Any) -> list[int]:
    return judged(*cards, **options).winners[0]


def ladder(own: str, others: str = "", **options: Any) -> list[Value]:
    """The values of a pool, best first."""
    pool = Pool(types(own), types(others), {**Twin.defaults, **options})
    return sorted(pool.values(), reverse=True)


def best(own: str, others: str = "", **options: Any) -> Value:
    return ladder(own, others, **options)[0]


# The worked examples of NAM-10


def test_twin_NAM_10_1_earth_for_both() -> None:
    twin = judged("b7 b8", "r6 r2")
    assert twin.ladder(0) == [(EARTH, 3, 0, 0), (SINGLE, 1, 8, 1), (SINGLE, 1, 7, 1)]
    assert twin.ladder(1) == [(EARTH, 3, 0, 0), (SINGLE, 1, 6, 1), (SINGLE, 1, 2, 1)]
    assert twin.winners == [[0]]


def test_twin_NAM_10_2_a_shared_pair() -> None:
    twin = judged("b8 r1", "r8 b3")
    assert twin.ladder(0) == [(SET, 2, 8, 0), (SINGLE, 1, 8, 1), (SINGLE, 1, 1, 1)]
    assert twin.ladder(1) == [(SET, 2, 8, 0), (SINGLE, 1, 8, 1), (SINGLE, 1, 3, 1)]
    assert twin.winners == [[1]]


def test_twin_NAM_10_3_down_to_the_last_single() -> None:
    twin = judged("bK r2", "rE r1", "b5 b0")
    shared = [(ROYALS, 2, 0, 0), (CAVALRY, 3, 0, 0), (SET, 2, 9, 0), (SINGLE, 1, 9, 1)]
    assert twin.ladder(0) == [*shared, (SINGLE, 1, 2, 1)]
    assert twin.ladder(1) == [*shared, (SINGLE, 1, 1, 1)]
    assert twin.ladder(2)[0] == (CAVALRY, 3, 0, 0)
    assert twin.winners == [[0]]


def test_twin_NAM_10_4_one_colour() -> None:
    twin = judged("b3 b4", "b5 r5", "rS r1")
    a, b, c = (twin.ladder(seat) for seat in range(3))
    assert [a[0], b[0], c[0]] == [(MARCH, 3, 0, 0)] * 3
    assert (CAVALRY, 3, 0, 1) in b and (CAVALRY, 3, 0, 1) in c
    assert all(rank != CAVALRY for rank, *_ in a)
    assert b[:4] == [*c[:3], (RUN, 3, 5, 1)] and c[3] == (SET, 3, 5, 0)
    assert twin.winners == [[1]]


def test_twin_NAM_10_5_the_full_army() -> None:
    twin = judged("b1 b2", "b6 r8", "r7 r0")
    a, b, c = (twin.ladder(seat) for seat in range(3))
    assert [a[0], b[0], c[0]] == [(FULL_ARMY, 5, 0, 0)] * 3
    assert b[1] == c[1] == (EARTH, 3, 0, 0) and a[1][0] < EARTH
    assert b[2] == (SINGLE, 1, 8, 1) and c[2] == (SINGLE, 1, 7, 1)
    assert twin.winners == [[1]]


def test_twin_NAM_10_6_identical_lists() -> None:
    twin = judged("b8 r3", "r8 b3")
    assert twin.ladder(0) == twin.ladder(1)
    assert twin.winners == [[0, 1]] and twin.scores() == [0, 0]


def test_twin_NAM_10_7_bets_and_points() -> None:
    twin = betting_1(["b1 b2", "b3 b4", "r5 r7", "bK r8"])
    assert twin.pot == 4 and twin.legal() == bets(1, 2, 3, 4, 5)
    apply(twin, bet(1), bet(3))
    assert twin.to_move == 2 and twin.legal() == bets(3, 4, 5)
    apply(twin, DROP, bet(3))
    assert twin.pot == 11 and twin.phase == "reveal"
    for seat, name in {0: "b1", 1: "b4", 3: "r8"}.items():
        assert twin.to_move == seat
        twin.apply(reveal(name))
    assert twin.revealed == [[one("b1")], [one("b4")], [], [one("r8")]]
    assert (twin.to_move, twin.betting) == (0, 2)
    assert twin.scores() == [0] * 4 and twin.points == [-2, -4, -1, -4]
    twin.apply(bet(2))
    assert (twin.to_move, twin.legal()) == (1, bets(2, 3, 4, 5))
    apply(twin, DROP, bet(2))
    assert twin.over and twin.winners == [[3]]
    assert twin.scores() == [-4, -4, -1, 9]


def test_twin_NAM_10_8_the_dealer_drops() -> None:
    twin = betting_1(["b1 b2", "b3 b4", "r5 r7"])
    twin.apply(DROP)
    assert (twin.dealer, twin.to_move, twin.legal()) == (1, 1, bets(1, 2, 3, 4, 5))
    apply(twin, bet(2), bet(2))
    assert (twin.to_move, twin.phase) == (1, "reveal")
    apply(twin, reveal("b3"), reveal("r5"))
    assert (twin.to_move, twin.phase, twin.betting) == (1, "bet", 2)


def test_twin_NAM_10_9_the_last_one_takes_the_pot() -> None:
    twin = betting_1(["b1 b2", "b3 b4", "r5 r7"])
    apply(twin, bet(5), DROP, DROP)
    assert twin.over and twin.winners == [[0]] and twin.scores() == [2, -1, -1]
    assert twin.events == [("bet", 0, 5), ("drop", 1), ("drop", 2)]
    assert twin.revealed == [[], [], []]


def test_twin_NAM_10_10_a_dropped_players_card() -> None:
    twin = betting_2(["bK b2", "bE r6", "b8 r8"])
    apply(twin, bet(1), DROP, bet(1))
    assert twin.ladder(0)[0] == (ROYALS, 2, 0, 1) and twin.winners == [[0]]
    assert twin.hands == [[], [one("r6")], []]


def test_twin_NAM_10_11_two_kings() -> None:
    assert ladder("bK rK") == [(SET, 2, 9, 0), (SINGLE, 1, 9, 1)]
    assert ladder("bK rK", "bS")[:4] == [
        (ROYALS, 2, 0, 1),
        (ROYALS, 2, 0, 0),
        (SET, 3, 9, 0),
        (SET, 2, 9, 1),
    ]


def test_twin_NAM_10_12_size_before_number() -> None:
    assert best("b2 r2", "r2") > best("bK rK")
    runs = {value for value in ladder("b6 b7", "b8") if value[0] == RUN}
    assert runs == {(RUN, 3, 8, 1)} and min(runs) > (SET, 10, 9, 1)
    assert best("r1 r2", "r3 r4") == (RUN, 4, 4, 1) > (RUN, 3, 8, 1)


# Hands


@pytest.mark.parametrize(
    ("own", "others", "value"),
    [
        ("b1 r2", "b8 r6 b7", (FULL_ARMY, 5, 0, 0)),
        ("rS r2", "r8 r6 r7", (FULL_ARMY, 5, 0, 1)),  # a ship as soldier
        ("rS bS", "r8 r6 r7", (FULL_ARMY, 5, 0, 0)),
        ("rK bE", "", (ROYALS, 2, 0, 0)),
        ("rS rE", "", (ROYALS, 2, 0, 1)),
        ("rS bS", "", (ROYALS, 2, 0, 0)),
        ("bE rE", "", (SET, 2, 9, 0)),
        ("bS b7", "r8", (EARTH, 3, 0, 0)),
        ("bS b3", "r5", (MARCH, 3, 0, 0)),
        ("bS b3", "b5", (MARCH, 3, 0, 1)),
        ("bS b5", "rS r0", (ROYALS, 2, 0, 0)),
        ("b1 r2", "b5 r0", (CAVALRY, 3, 0, 0)),
        ("b1 b2", "rS", (CAVALRY, 3, 0, 0)),
        ("b1 b1", "b1 r1 r1", (DARK_ARMY, 5, 0, 0)),
        ("b1 bS", "b1 b1 b1", (DARK_ARMY, 5, 0, 1)),  # more than the pack has
        ("b1 b1", "b1 r1", (SET, 4, 1, 0)),
        ("b0 bS", "b2 b4", (RUN, 3, 4, 1)),
        ("b0 bS", "b2 b3 b4", (RUN, 5, 4, 1)),
        ("r8 b7", "bS r0", (EARTH, 3, 0, 0)),
        ("b0 b0", "r0 rS", (SET, 4, 0, 0)),
        ("bS b3", "", (SET, 2, 3, 1)),
        ("bS", "", (SINGLE, 1, 9, 1)),
        ("b4", "", (SINGLE, 1, 4, 1)),
    ],
)
def test_twin_NAM_5_2_categories(own: str, others: str, value: Value) -> None:
    assert best(own, others) == value


def test_twin_NAM_9_12_no_ship_stands_in_a_march() -> None:
    assert all(rank != MARCH for rank, *_ in ladder("bS rS", "b5"))
    assert all(rank != MARCH for rank, *_ in ladder("bS rS", "b3"))
    assert any(rank == MARCH for rank, *_ in ladder("bS rS", "b3 b5"))


def test_twin_NAM_5_1_at_least_one_own_card() -> None:
    assert ladder("b0 r4", "b8 r8 r7") == [(SINGLE, 1, 4, 1), (SINGLE, 1, 0, 1)]
    assert best("b0 r4", "b8 r8 r7", own_min=0) == (SET, 2, 8, 0)
    assert ladder("b0 r4", "b8 r8 r7", own_min=2) == []
    assert ladder("b0 r0", "b8 r8 r7", own_min=2) == [(SET, 2, 0, 0)]


def test_twin_NAM_5_5_the_longer_list_wins() -> None:
    twin = judged("b4 r4", "b4 b0")
    pairs = [(SET, 3, 4, 0), (SET, 2, 4, 1), (SET, 2, 4, 0)]
    assert twin.ladder(0) == [*pairs, (SINGLE, 1, 4, 1)]
    assert twin.ladder(1) == [*pairs, (SINGLE, 1, 4, 1), (SINGLE, 1, 0, 1)]
    assert twin.winners == [[1]]


def test_twin_NAM_8_an_empty_list_loses() -> None:
    assert winners("b0 r4", "b2 r2", own_min=2) == [1]
    assert winners("b0 r4", "b8 r6", own_min=2) == [0, 1]


def test_twin_NAM_8_declared_ships() -> None:
    assert ladder("bS", ship_alone="declared") == [(SINGLE, 1, s, 1) for s in range(9, -1, -1)]
    pair = [value for value in ladder("bS rS", ship_alone="declared") if value[0] == SET]
    assert pair == [(SET, 2, s, 0) for s in range(9, -1, -1)]
    assert [value for value in ladder("bS rS") if value[0] == SET] == [(SET, 2, 9, 0)]


def test_twin_NAM_8_march_rank() -> None:
    march, cavalry = ("bS r3", "r5"), ("b1 r2", "r5")
    assert best(*march) == (5, 3, 0, 0) and best(*cavalry) == (4, 3, 0, 0)
    below = {"march_rank": "below_cavalry"}
    assert best(*march, **below) == (4, 3, 0, 0) and best(*cavalry, **below) == (5, 3, 0, 0)


def test_twin_NAM_8_dark_army_size() -> None:
    soldiers = ("b1 r1", "b1 b1 r1 r1")
    assert ladder(*soldiers)[:2] == [(DARK_ARMY, 5, 0, 0), (SET, 6, 1, 0)]
    assert best(*soldiers, dark_army_size=6) == (DARK_ARMY, 6, 0, 0)
    assert ladder(*soldiers, dark_army_size=3)[:3] == [
        (DARK_ARMY, 3, 0, 1),
        (DARK_ARMY, 3, 0, 0),
        (SET, 6, 1, 0),
    ]


def test_twin_NAM_8_any_two_court() -> None:
    for cards in ("bE rE", "bK rK", "bS rE", "bS rS", "bK rE"):
        assert best(cards, emperor_king="any_two_court") == (ROYALS, 2, 0, 0)
    assert best("bE rE") == (SET, 2, 9, 0)


def test_twin_NAM_8_split_counts_the_best_alone() -> None:
    assert winners("b7 b8", "r6 r2", tie_break="split") == [0, 1]


def test_twin_NAM_8_hand_pools() -> None:
    cards = ["b7 b0", "r8 r0", "b6 b4"]
    assert winners(*cards) == [1]  # earth for all, then the 8
    assert winners(*cards, hand_pool="own") == [1]
    twin = betting_2(cards, options={"hand_pool": "community"}, community=types("b5 b3 r2"))
    apply(twin, bet(1), bet(1), bet(1))
    assert twin.winners == [[2]] and twin.ladder(2)[0] == (RUN, 4, 6, 1)
    assert twin.ladder(0)[0] == (SINGLE, 1, 7, 1)


def test_twin_NAM_8_one_reveal() -> None:
    cards = ["b7 b0", "r8 r0", "b4 b6"]
    twin = judged(*cards, reveals=1)
    assert [rank for rank, *_ in twin.ladder(0)] == [SINGLE, SINGLE]
    assert twin.ladder(2)[0] == (EARTH, 3, 0, 0) and twin.winners == [[2]]
    shown = [("show", seat, one(cards[seat].split()[1])) for seat in range(3)]
    assert twin.events[-3:] == shown and twin.revealed == [[one(c.split()[0])] for c in cards]


# Values by brute force: every set of cards, every reading of its ships


def readings(cards: Iterable[int]) -> Iterator[list[tuple[int, int]]]:
    """(colour, kind) of each card; a ship may be itself or any other kind of its colour."""
    choices = [
        [(colour_of(card), kind) for kind in (range(12) if card in SHIPS else [kind_of(card)])]
        for card in cards
    ]
    return map(list, product(*choices))


def categories(cards: Sequence[int], read: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """(rank, number) of all hands that are these cards in this reading."""
    kinds = sorted(kind for _, kind in read)
    ships_as_ships = [kind for _, kind in read if kind == 0]
    listed = {FULL_ARMY: [2, 3, 7, 8, 9], EARTH: [7, 8, 9], CAVALRY: [2, 3, 6], ROYALS: [10, 11]}
    yield from ((rank, 0) for rank, wanted in listed.items() if kinds == wanted)
    if kinds == [0, 4, 6] and sum(card in SHIPS for card in cards) == 1:
        yield MARCH, 0
    if kinds == [2] * 5:
        yield DARK_ARMY, 0
    if ships_as_ships:
        return
    numbers = sorted(min(kind - 1, 9) for kind in kinds)
    consecutive = numbers == list(range(numbers[0], numbers[0] + len(read)))
    one_colour = len({colour for colour, _ in read}) == 1
    if consecutive and one_colour and len(read) >= 3 and numbers[-1] <= 8:
        yield RUN, numbers[-1]
    if len({*numbers}) == 1 and (numbers[0] == 9 or any(card not in SHIPS for card in cards)):
        yield min(SET, len(read) - 1), numbers[0]


def brute_force(own: Sequence[int], others: Sequence[int]) -> set[Value]:
    pool = [*own, *others]
    found = set()
    for size in range(1, len(pool) + 1):
        for places in combinations(range(len(pool)), size):
            if min(places) < len(own):
                cards = [pool[place] for place in places]
                mono = int(len({colour_of(card) for card in cards}) == 1)
                for read in readings(cards):
                    found |= {(r, size, number, mono) for r, number in categories(cards, read)}
    return found


@pytest.mark.parametrize("seed", range(60))
def test_twin_NAM_5_all_sets_of_cards_in_all_readings(seed: int) -> None:
    rng = random.Random(seed)
    wild = list(SHIPS) if seed % 3 == 0 else []
    lively = [card for card in PACK if kind_of(card) in ((1, 2, 3) if seed % 2 else range(12))]
    pool = wild + rng.sample(lively, 7 - len(wild))
    rng.shuffle(pool)
    assert Pool(pool[:2], pool[2:], Twin.defaults).values() == brute_force(pool[:2], pool[2:])


# Betting and revealing


def test_twin_NAM_3_1_the_deal() -> None:
    for players in range(2, 7):
        options = {"num_players": players, "first_dealer": 1, "ante": 3}
        twin = Twin(options, Dealt())
        assert [len(hand) for hand in twin.hands] == [2] * players and twin.community == []
        assert len(twin.stock) == 48 - 2 * players
        assert (twin.to_move, twin.phase, twin.pot) == (1, "bet", 3 * players)
        assert twin.points == [-3] * players and twin.scores() == [0] * players
    options = {"num_players": 2, "hand_pool": "community", "community_cards": 2}
    twin = Twin(options, Dealt(types("b1 b2 r1 r2 rE b0 b8")))
    assert twin.hands == [types("b1 b2"), types("r1 r2")] and twin.community == types("b0 rE")
    assert len(twin.stock) == 42


def test_twin_NAM_4_2_the_floor_is_for_one_betting() -> None:
    for carries, least in {False: 1, True: 4}.items():
        twin = betting_1(["b1 b2", "b3 b4"], options={"floor_carries": carries})
        apply(twin, bet(2), bet(4), reveal("b1"), reveal("b3"))
        assert twin.legal() == bets(*range(least, 6)) and twin.floor == least
        twin.apply(bet(5))
        assert twin.legal() == bets(5)


def test_twin_NAM_4_2_each_has_one_go() -> None:
    twin = betting_1(["b1 b2", "b3 b4", "r5 r7"], dealer=2)
    order = []
    for action in (bet(1), bet(3), bet(5)):
        order.append(twin.to_move)
        twin.apply(action)
    assert order == [2, 0, 1] and twin.phase == "reveal"
    assert twin.bets == [3, 5, 1] and twin.to_move == 2


def test_twin_NAM_4_4_nobody_is_asked_alone() -> None:
    twin = betting_1(["b1 b2", "b3 b4", "r5 r7"], options={"next_dealer": "stay"})
    apply(twin, DROP, DROP)
    assert twin.over and twin.winners == [[2]] and twin.scores() == [-1, -1, 2]
    assert twin.dealer == 2 and twin.events == [("drop", 0), ("drop", 1)]


def test_twin_NAM_4_5_cards_are_turned_up_together() -> None:
    twin = betting_1(["b1 b2", "b3 b3"])
    apply(twin, bet(1), bet(1))
    assert twin.legal() == {reveal("b1"), reveal("b2")}
    twin.apply(reveal("b2"))
    assert twin.revealed == [[], []] and twin.hands[0] == types("b1 b2")
    assert twin.view(0)["chosen"] == one("b2") and twin.view(1)["chosen"] is None
    assert twin.view(1)["have_chosen"] == [True, False]
    assert twin.legal() == {reveal("b3")}  # asked all the same (NAM-9.12)
    twin.apply(reveal("b3"))
    assert twin.hands == [types("b1"), types("b3")] and twin.chosen == [None, None]
    assert twin.revealed == [types("b2"), types("b3")]
    assert twin.events[-2:] == [("reveal", 0, one("b2")), ("reveal", 1, one("b3"))]
    apply(twin, bet(1), bet(1))
    assert twin.over and twin.hands == [[], []] and twin.revealed[0] == types("b2 b1")


def test_twin_NAM_8_until_equal() -> None:
    hands = ["b1 b2", "b3 b4", "r5 r7", "bK r8"]
    twin = betting_1(hands, options={"betting": "until_equal", "floor_carries": True})
    apply(twin, bet(1), bet(2), bet(4), bet(4))
    assert (twin.to_move, twin.phase, twin.legal()) == (0, "level", bets(3))
    twin.apply(DROP)
    assert (twin.dealer, twin.to_move, twin.legal()) == (1, 1, bets(2))
    twin.apply(bet(2))
    assert twin.bets == [1, 4, 4, 4] and (twin.to_move, twin.phase) == (1, "reveal")
    apply(twin, reveal("b3"), reveal("r5"), reveal("r8"))
    assert twin.legal() == bets(4, 5)  # the highest of the pass, not the difference
    apply(twin, bet(4), bet(5), DROP)
    assert (twin.to_move, twin.legal()) == (1, bets(1))
    twin.apply(DROP)
    assert twin.over and twin.winners == [[2]] and twin.dealer == 2
    assert twin.scores() == [-2, -9, 16, -5]


def test_twin_NAM_8_until_equal_ends_with_one_left() -> None:
    twin = betting_1(["b1 b2", "b3 b4", "r5 r7"], options={"betting": "until_equal"})
    apply(twin, bet(1), bet(1), bet(2), DROP, DROP)
    assert twin.over and twin.winners == [[2]] and twin.scores() == [-2, -2, 4]


def test_twin_NAM_8_table_stakes() -> None:
    hands, options = ["b1 b2", "b3 b4", "r5 r7"], {"start_chips": 5, "floor_carries": True}
    twin = betting_1(hands, options=options, points=[3, 9, 9])
    assert twin.legal() == bets(1, 2) and twin.cap == 2
    apply(twin, DROP)
    assert twin.legal() == bets(1, 2)  # the cap is fixed when the betting begins (NAM-9.12)
    apply(twin, bet(2), bet(2), reveal("b3"), reveal("r5"))
    # in the next betting who has dropped does not count
    assert twin.points == [3, 7, 7] and twin.cap == 5 and twin.legal() == bets(2, 3, 4, 5)
    twin = betting_1(hands, options=options, points=[4, 4, 4])
    apply(twin, bet(3), bet(3), bet(3), reveal("b1"), reveal("b3"), reveal("r5"))
    assert twin.cap == 1 and twin.legal() == bets(1)  # m is limited too


def test_twin_NAM_8_a_season_that_not_all_can_pay() -> None:
    options = {"start_chips": 3, "seasons": 9, "num_players": 2, "first_dealer": 0}
    twin = Twin(options, Dealt(types("b8 r3 r7 b0")))
    while not twin.over:
        twin.apply(min(twin.legal() - {DROP}))
    assert twin.points == [6, 0] and twin.scores() == [3, -3]
    assert twin.winners == [[0]] and twin.season == 0
    with pytest.raises(ValueError, match="start_chips = 2"):
        Twin({**options, "start_chips": 2}, Dealt())


def test_twin_NAM_5_5_odd_points_go_round_from_the_dealer() -> None:
    for dealer, scores in {0: [1, 0, -1], 1: [0, 1, -1], 2: [1, 0, -1]}.items():
        twin = betting_2(["b8 r3", "r8 b3", "b0 b5"], dealer=dealer)
        while not twin.over:
            twin.apply(DROP if twin.to_move == 2 else bet(5))
        assert twin.winners == [[0, 1]] and twin.scores() == scores
        assert twin.dealer == dealer % 2


# Random games


def check_table(twin: Twin) -> None:
    """NAM-2.2."""
    places = [*twin.hands, *twin.revealed, twin.stock, twin.community]
    assert sorted(card for place in places for card in place) == sorted(PACK)
    own = [len(twin.hands[seat]) + len(twin.revealed[seat]) for seat in twin.seats]
    assert own == [2] * twin.num_players
    start = twin.options["start_chips"] or 0
    assert sum(twin.points) + twin.pot == start * twin.num_players and sum(twin.scores()) == 0
    if twin.options["start_chips"] is not None:
        assert min(twin.points) >= 0
    if twin.over:
        return
    assert twin.to_move == twin.on_turn and sum(twin.paid) == twin.pot
    assert twin.to_move in twin.active and len(twin.active) > 1 and twin.dealer in twin.active
    assert all(card is None or card in twin.hands[s] for s, card in enumerate(twin.chosen))
    if twin.phase == "reveal":
        assert twin.betting == 1 and len(twin.legal()) <= 2
        if twin.options["betting"] == "until_equal":
            assert len({twin.bets[seat] for seat in twin.active}) == 1
    else:
        assert DROP in twin.legal() and len(twin.legal()) > 1
        assert max(twin.bets) <= twin.cap <= twin.options["bet_cap"] and twin.floor <= twin.cap
        assert [len(twin.revealed[s]) for s in twin.active] == [twin.betting - 1] * len(twin.active)


@pytest.mark.parametrize("block", range(4))
def test_twin_NAM_2_2_random_games_keep_the_invariants(block: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(block, NUM_GAMES, 4):
        rng = random.Random(seed)
        options = random_options(rng, VALUES)
        least = options["ante"] + 2
        options["start_chips"] = rng.choice([None, None, least, least + 20])
        twin = Twin(options, RandomChance(rng))
        play_game(twin, rng, check_table, DROP)
        met.update(event[0] for event in twin.events)
    assert {"bet", "drop", "reveal", "show"} <= {*met}
