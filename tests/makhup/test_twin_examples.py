"""The worked examples of the rules of makhup, its counts, and random games, on the twin alone."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Any

import pytest

from ..kikisen.twin_base import PACK, Action, RandomChance
from ..kikisen.twin_games import NUM_GAMES, Dealt, play_game, random_options
from .twin import SPECIAL, Twin, rank_of

DRAW, PASS, CLEAR = ("draw",), ("pass",), ("special",)

VALUES: dict[str, list[Any]] = {
    "stock_empty": ["reshuffle", "pass"],
    "draw_when_able": [True, False],
    "join_max": [2, 3],
    "extend_fork": ["all_open", "highest_open"],
    "hand_size": [6, 3, 7],
}


def ranks(names: str) -> list[int]:
    """The ranks of "8 2 K": a letter is a special."""
    return [int(name) if name.isdigit() else SPECIAL for name in names.split()]


def position(hands: Sequence[str], ends: str, stock: str = "7 7", **rest: Any) -> Twin:
    """A position in which the table is what the ends are, unless it says more."""
    on_table = sorted(ranks(rest.pop("table", ends)))
    gone = sorted(ranks(rest.pop("gone", "")))
    return Twin.position(
        rest.pop("options", {}),
        [ranks(hand) for hand in hands],
        ends=sorted(ranks(ends)),
        table=on_table,
        gone=gone,
        stock=ranks(stock),
        **rest,
    )


def extend(names: str) -> Action:
    return ("extend", tuple(ranks(names)))


def extensions(twin: Twin) -> set[tuple[int, ...]]:
    return {action[1] for action in twin.legal() if action[0] == "extend"}


# The counts of MHP-4.6


def legal_extensions(most: int) -> list[tuple[int, ...]]:
    """Every multiset of numbers, as many as there are, that may extend the end of its sum."""
    copies = Counter(rank_of(card_type) for card_type in PACK)
    found = []
    for size in range(1, most + 1):
        for cards in combinations_with_replacement(range(9), size):
            if sum(cards) > 8 or any(cards.count(card) > copies[card] for card in cards):
                continue
            twin = Twin.position({}, [cards, [8]], ends=[sum(cards)], stock=[8])
            assert ("extend", cards) in twin.legal()
            found.append(cards)
    return found


def test_twin_MHP_4_6_252_extensions() -> None:
    by_sum = Counter(sum(cards) for cards in legal_extensions(6))
    assert [by_sum[total] for total in range(9)] == [6, 6, 11, 15, 23, 29, 42, 51, 69]
    assert sum(by_sum.values()) == 252


def test_twin_MHP_8_317_extensions_of_seven_cards() -> None:
    assert len(legal_extensions(7)) == 317


def test_twin_MHP_4_6_joins_and_free_cards() -> None:
    hands = ["0 1 2 3 4 5 6 7 8 K", "0"]
    ends = " ".join(f"{number} {number} {number}" for number in range(9)) + " E"
    for join_max, joins in {2: 25, 3: 25 + 41}.items():
        legal = position(hands, ends, options={"join_max": join_max}).legal()
        kinds = Counter(action[0] for action in legal)
        assert kinds["join"] == joins
        assert kinds["free"] == 9 and kinds["special"] == 1 and kinds["draw"] == 1
        assert all(sum(action[1]) <= 8 for action in legal if action[0] == "join")


def test_twin_MHP_2_1_ranks() -> None:
    pack = Counter(Twin.position({}, [[1], [1]], ends=[1]).pack())
    assert [pack[rank] for rank in range(10)] == [6, 8, *[4] * 7, 6]


def test_twin_MHP_4_6_one_card_three_actions() -> None:
    legal = position(["3 4", "1"], "3 1 2 K").legal()
    assert {extend("3"), ("free", 3), ("join", (1, 2))} <= legal


def test_twin_MHP_5_2_a_special_end_is_no_nine() -> None:
    """Found in lock step: 1 and 8 were played together onto a special end, which is 9 inside."""
    assert position(["1 8", "1"], "K", stock="").legal() == {("free", 1), ("free", 8)}


# The worked examples of MHP-10


def test_twin_MHP_10_1_extensions_of_6() -> None:
    wanted = {"6": [6], "1 2 3": [1, 2, 3], "0 3 3": [0, 3, 3], "0 6": [0, 6], "2 4": [2, 4]}
    wanted["1 1 4"] = [1, 1, 4]
    for cards, ends in wanted.items():
        twin = position([cards + " 8", "1"], "6")
        twin.apply(extend(cards))
        assert twin.ends == ends and twin.table == sorted([*ends, 6])
        assert twin.hands[0] == [8] and twin.to_move == 1
    assert extensions(position(["1 2 4 4 8", "1"], "6")) == {(2, 4)}


def test_twin_MHP_8_highest_open() -> None:
    twin = position(["1 2 3 8", "1"], "6 2", options={"extend_fork": "highest_open"})
    twin.apply(extend("1 2 3"))
    assert twin.ends == [2, 3] and twin.table == [1, 2, 2, 3, 6]
    twin = position(["0 0 8", "1"], "0", options={"extend_fork": "highest_open"})
    twin.apply(extend("0 0"))
    assert twin.ends == [0] and twin.table == [0, 0, 0]


def test_twin_MHP_10_2_a_join() -> None:
    twin = position(["2 8", "1"], "1 1")
    twin.apply(("join", (1, 1)))
    assert twin.ends == [2] and twin.table == [1, 1, 2]


def test_twin_MHP_10_3_one_turn() -> None:
    twin = position(["8 2 0 0 4 1", "1"], "3 5")
    on_3 = {(1, 2), (0, 1, 2), (0, 0, 1, 2)}
    on_5 = {(1, 4), (0, 1, 4), (0, 0, 1, 4)}
    assert extensions(twin) == on_3 | on_5
    assert twin.legal() == {("extend", cards) for cards in on_3 | on_5} | {("join", (3, 5)), DRAW}


def test_twin_MHP_10_4_zeros() -> None:
    twin = position(["4 0", "1"], "0 4")
    assert twin.legal() == {extend("4"), extend("0 4"), extend("0"), ("join", (0, 4)), DRAW}
    twin.apply(extend("0 4"))
    assert twin.over and twin.winners == [[0]] and twin.scores() == [1, -1]


def test_twin_MHP_4_4_joins_of_zeros() -> None:
    legal = position(["0 8", "1"], "0 0").legal()
    assert legal == {extend("0"), ("join", (0, 0)), DRAW}
    assert ("join", (0, 0)) not in position(["0 8", "1"], "0").legal()


def test_twin_MHP_10_5_a_free_card_wins() -> None:
    twin = position(["3", "1"], "K 7")
    assert twin.legal() == {("free", 3), DRAW}
    before = twin.ends
    twin.apply(("free", 3))
    assert before == [7, SPECIAL] and twin.ends == [3, 7] and twin.table == [3, 7, SPECIAL]
    assert twin.over and twin.winners == [[0]]


def test_twin_MHP_10_6_a_special_clears() -> None:
    table = "1 2 3 4 5 6 7 8 8"
    twin = position(["S 1", "8 5"], "7 8 8", stock="2 E 4 4", table=table)
    twin.apply(CLEAR)
    assert len(twin.gone) == 10 and twin.gone == sorted(ranks(table + " S"))
    assert twin.ends == twin.table == [2, SPECIAL] and twin.stock == [4, 4]
    assert twin.legal() == {("free", 8), ("free", 5), DRAW}
    twin.apply(("free", 8))
    assert twin.ends == [2, 8]


def test_twin_MHP_10_7_a_reshuffle_between_two_paths() -> None:
    rest: dict[str, Any] = {"gone": "0 0 0", "table": "1 2 3 4 5 6", "chance": Dealt([], [6, 1])}
    twin = position(["E 8", "8 5"], "5 6", stock="7", **rest)
    twin.apply(CLEAR)
    assert twin.ends == twin.table == [6, 7]
    assert twin.reshuffles == 1 and twin.gone == []
    assert len(twin.stock) == 9 and twin.stock[0] == 1 and SPECIAL in twin.stock
    assert twin.events == [("special", 0), ("turn", 7), ("reshuffle",), ("turn", 6)]
    twin = position(["E 8", "8 5"], "5 6", stock="7", **rest, options={"stock_empty": "pass"})
    twin.apply(CLEAR)
    assert twin.ends == [7] and len(twin.gone) == 10 and twin.reshuffles == 0


def test_twin_MHP_10_8_passes_end_the_season() -> None:
    twin = position(["3 3", "4", "5 5 5", "6"], "2", stock="")
    for seat in range(4):
        assert not twin.over and (twin.to_move, twin.passes) == (seat, seat)
        assert twin.legal() == {PASS}
        twin.apply(PASS)
    assert twin.over and twin.winners == [[1, 3]]
    assert twin.scores() == [-1, 1, -1, 1]


def test_twin_MHP_6_2_a_play_between_passes() -> None:
    twin = position(["3 3", "2 6", "5 5 5"], "2", stock="", options={"seasons": 1})
    twin.apply(PASS)
    twin.apply(extend("2"))
    for _ in range(3):
        assert not twin.over
        twin.apply(PASS)
    assert twin.over and twin.winners == [[1]] and twin.scores() == [-1, 2, -1]


def test_twin_MHP_4_1_no_pass_while_a_draw_is_possible() -> None:
    assert position(["3", "1"], "2", stock="1").legal() == {DRAW}
    assert position(["3", "1"], "2", stock="", gone="1").legal() == {DRAW}
    twin = position(["3", "1"], "2", stock="", gone="1", options={"stock_empty": "pass"})
    assert twin.legal() == {PASS}
    with pytest.raises(ValueError, match="not legal"):
        twin.apply(DRAW)


def test_twin_MHP_8_draw_when_able() -> None:
    options = {"draw_when_able": False}
    assert position(["2 8", "1"], "2", options=options).legal() == {extend("2")}
    assert position(["K 8", "1"], "2", options=options).legal() == {CLEAR}
    twin = position(["8 8", "1"], "2", options=options)
    assert twin.legal() == {DRAW}
    twin.apply(DRAW)
    assert twin.ends == [2, 7] and twin.hands[0] == [8, 8] and twin.to_move == 1


def test_twin_MHP_4_3_a_draw_reshuffles_only_when_it_must() -> None:
    twin = position(["3", "1"], "2", stock="5", gone="6 8", chance=Dealt([], [8]))
    twin.apply(DRAW)
    assert twin.stock == [] and twin.gone == [6, 8] and twin.reshuffles == 0
    twin.apply(DRAW)
    assert twin.stock == [6] and twin.gone == [] and twin.ends == [2, 5, 8]


def test_twin_MHP_10_9_zeros_empty_the_hand() -> None:
    twin = position(["8 0 0 0", "1", "1"], "8")
    twin.apply(extend("0 0 0 8"))
    assert twin.over and twin.winners == [[0]] and twin.scores() == [2, -1, -1]


def test_twin_MHP_10_10_equal_ends() -> None:
    twin = position(["4 2", "1"], "2 2 2")
    assert twin.legal() == {extend("2"), ("join", (2, 2)), DRAW}
    twin.apply(("join", (2, 2)))
    assert twin.ends == [2, 4]
    twin = position(["4 2", "1"], "2 2 2")
    twin.apply(extend("2"))
    assert twin.ends == [2, 2, 2] and twin.table == [2, 2, 2, 2]


def test_twin_MHP_8_join_of_three() -> None:
    twin = position(["7 5", "1"], "1 2 4 K", options={"join_max": 3})
    assert ("join", (1, 2, 4)) in twin.legal()
    twin.apply(("join", (1, 2, 4)))
    assert twin.ends == [7, SPECIAL] and twin.table == [1, 2, 4, 7, SPECIAL]


def test_twin_MHP_9_10_a_special_as_last_card() -> None:
    twin = position(["K", "1"], "1 2", table="1 2 3", gone="5")
    twin.apply(CLEAR)
    assert twin.over and twin.winners == [[0]]
    assert twin.table == twin.ends == [] and twin.gone == [1, 2, 3, 5, SPECIAL]
    assert twin.stock == [7, 7]


def test_twin_MHP_3_1_the_deal() -> None:
    first = ranks("1 2 3 4 5 6 1 1 1 1 1 K 7 E")
    twin = Twin({"num_players": 2, "first_dealer": 1}, Dealt(first))
    assert twin.hands == [[1, 2, 3, 4, 5, 6], [1, 1, 1, 1, 1, SPECIAL]]
    assert twin.to_move == twin.dealer == 1 and twin.phase == "turn"
    assert twin.ends == twin.table == [7, SPECIAL] and len(twin.stock) == 34
    twin = Twin({"num_players": 6, "hand_size": 7}, Dealt())
    assert [len(hand) for hand in twin.hands] == [7] * 6 and len(twin.stock) == 4


def test_twin_MHP_6_3_the_winner_deals_the_next_season() -> None:
    twin = position(["8 8", "2"], "2", to_move=1, options={"seasons": 2})
    twin.apply(extend("2"))
    assert (twin.season, twin.dealer, twin.to_move, twin.over) == (1, 1, 1, False)
    assert twin.scores() == [-1, 1] and len(twin.ends) == 2 and twin.passes == 0


# Random games


def check_table(twin: Twin) -> None:
    """MHP-2.3, 7.1."""
    hands = [card for hand in twin.hands for card in hand]
    places = [*hands, *twin.stock, *twin.table, *twin.gone]
    assert sorted(places) == sorted(twin.pack())
    assert not Counter(twin.ends) - Counter(twin.table)
    assert max(map(len, twin.hands)) <= twin.options["hand_size"]
    assert twin.passes <= twin.num_players
    if twin.options["stock_empty"] == "pass":
        assert twin.reshuffles == 0
    if not twin.over and PASS in twin.legal():
        assert twin.legal() == {PASS} and not twin.stock
    for seat in twin.seats:
        view = twin.view(seat)
        assert view["hand"] == twin.hands[seat] and view["stock_size"] == len(twin.stock)


@pytest.mark.parametrize("block", range(4))
def test_twin_MHP_2_3_random_games_keep_the_invariants(block: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(block, NUM_GAMES, 4):
        rng = random.Random(seed)
        twin = Twin(random_options(rng, VALUES), RandomChance(rng))
        lame = DRAW if rng.random() < 0.5 else CLEAR
        play_game(twin, rng, check_table, lame)
        met.update(event[0] for event in twin.events)
    assert {"turn", "extend", "join", "free", "special", "draw"} <= {*met}
