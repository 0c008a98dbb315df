"""The worked examples of the rules of niekhi, its counts, and random games, on the twin alone."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from ..kikisen.twin_base import COURT, Action, RandomChance
from ..kikisen.twin_games import NUM_GAMES, Dealt, play_game, random_options
from .twin import NIEKHI_PACK, SHIP, Play, Shape, Twin, placements, shapes

PASS, DONE, REMOVE, TAKE, NOTHING = ("pass",), ("done",), ("remove",), ("take",), ("nothing",)
A, B, C, D = range(4)

VALUES: dict[str, list[Any]] = {
    "bomb_over_bomb": ["any", "stronger"],
    "pass_locks": [False, True],
    "general_optional": [False, True],
    "ship_as_general": [False, True],
    "take_from_table": [False, True],
    "emptied_by_removal": ["wins", "loses"],
    "min_run": [3, 2, 4, 5],
    "hand_size": ["all", 5, 8],
    "auto_ships": [False, True],
    "max_turns": [600, 48],
}


def ranks(names: str) -> list[int]:
    """The ranks of "8 2 K S"."""
    letters = {"K": COURT, "E": COURT, "S": SHIP}
    return [letters[name] if name in letters else int(name) for name in names.split()]


def single(rank: int) -> Shape:
    return Shape("single", rank, 1, 1)


def group(rank: int, size: int) -> Shape:
    return Shape("set", rank, 1, size)


def run(foot: int, length: int) -> Shape:
    return Shape("run", foot, length, 1)


def position(hands: Sequence[str], on: Shape | None = None, **rest: Any) -> Twin:
    """A position; the standing play is by the last seat unless `owner` says otherwise."""
    if on is not None:
        rest = {"standing": on, "owner": len(hands) - 1, **rest}
    if "discards" in rest:
        rest["discards"] = ranks(rest["discards"])
    if "table" in rest:
        rest["table"] = [(seat, ranks(names)) for seat, names in rest["table"]]
    options = rest.pop("options", {})
    return Twin.position(options, [ranks(hand) for hand in hands], **rest)


def legal(twin: Twin) -> set[Play]:
    """All legal plays; the actions name their shapes."""
    assert twin.to_move is not None and twin.phase in ("lead", "follow")
    found = twin.legal_plays(twin.to_move)
    passes = {PASS} if twin.phase == "follow" else set()
    assert twin.legal() == {("play", play.shape) for play in found} | passes
    return found


def apply(twin: Twin, *actions: Action) -> None:
    for action in actions:
        twin.apply(action)


def lay(twin: Twin, shape: Shape, *ships: int) -> None:
    """Play, with ships on these positions."""
    twin.apply(("play", shape))
    for ship in ships:
        if twin.phase == "ships":
            twin.apply(("ship", ship))
    if twin.phase == "ships":
        twin.apply(DONE)


# The counts of NIE-4.7 to 4.9


def test_twin_NIE_4_7_shapes() -> None:
    assert Counter(shape.name for shape in shapes(3)) == {
        "single": 10,
        "set": 56,
        "run": 28,
        "run of sets": 88,
    }
    assert len({run.length for run in shapes(3) if run.name == "run"}) == 7


@pytest.mark.parametrize(("limit", "runs_of_sets"), [(12, 607), (16, 1005), (24, 1589), (48, 1897)])
def test_twin_NIE_4_7_flat_plays(limit: int, runs_of_sets: int) -> None:
    found: Counter[str] = Counter()
    for shape in shapes(3):
        if shape.length * shape.size <= limit:
            found[shape.name] += len(placements(NIEKHI_PACK, shape))
    assert found == {"single": 11, "set": 129, "run": 490, "run of sets": runs_of_sets}


def test_twin_NIE_4_9_sizes_of_sets() -> None:
    most = {
        rank: max(s.size for s in shapes(3) if s.name == "set" and s.rank == rank)
        for rank in range(10)
    }
    assert most == {0: 8, 1: 10, **dict.fromkeys(range(2, 10), 6)}


def test_twin_NIE_2_1_ranks() -> None:
    counts = Counter(NIEKHI_PACK)
    assert [counts[rank] for rank in range(11)] == [6, 8, *[4] * 8, 2]


# The worked examples of NIE-10


def test_twin_NIE_10_1_on_a_single() -> None:
    twin = position(["5 K S 3 3 3", "0"], on=single(4))
    assert legal(twin) == {
        Play(single(5)),
        Play(single(COURT)),
        Play(single(COURT), (0,)),
        Play(group(3, 3)),
        Play(group(3, 4), (0,)),
        Play(group(3, 3), (0,)),
    }
    assert PASS in twin.legal()


def test_twin_NIE_10_2_on_a_pair() -> None:
    assert legal(position(["7 S 2 2 2", "0"], on=group(6, 2))) == {
        Play(group(7, 2), (0,)),
        Play(group(2, 3)),
        Play(group(2, 4), (0,)),
        Play(group(2, 3), (0,)),
    }


def test_twin_NIE_10_3_a_large_set_on_a_large_set() -> None:
    stronger = {"bomb_over_bomb": "stronger"}
    assert legal(position(["0 0 0 1", "0"], on=group(8, 3))) == {Play(group(0, 3))}
    assert legal(position(["0 0 0 1", "0"], on=group(8, 3), options=stronger)) == set()
    larger = legal(position(["0 0 0 0 1", "0"], on=group(8, 3), options=stronger))
    assert larger == {Play(group(0, 4))}
    higher = legal(position(["5 5 5 3 3 3 1", "0"], on=group(4, 3), options=stronger))
    assert higher == {Play(group(5, 3))}
    on_pair = legal(position(["0 0 0 1", "0"], on=group(8, 2), options=stronger))
    assert on_pair == {Play(group(0, 3))}


def test_twin_NIE_10_4_runs() -> None:
    twin = position(["3 4 5 6 7 8 K 0", "0"], on=run(2, 3))
    assert legal(twin) == {Play(run(foot, 3)) for foot in (3, 4, 5, 6)}
    leads = {play.shape for play in legal(position(["7 8 K", "0"]))}
    assert leads == {single(7), single(8), single(COURT)}


def test_twin_NIE_10_5_a_run_of_sets() -> None:
    shape = Shape("run of sets", 1, 3, 2)
    wanted = Play(shape, (2,))
    assert wanted in legal(position(["1 1 2 2 3 S", "0"]))
    assert sorted(wanted.cards) == ranks("1 1 2 2 3 S")
    on = Shape("run of sets", 0, 3, 2)
    bombs = {Play(group(rank, 3), (0,)) for rank in (1, 2)}
    assert legal(position(["1 1 2 2 3 S 0", "0"], on=on)) == {wanted} | bombs
    both = position(["1 1 3 3 S S", "0"], on=on)
    sizes = {3: [(0,), (0, 0)], 4: [(0, 0)]}
    bombs = {
        Play(group(rank, size), ships)
        for rank in (1, 3)
        for size, placed in sizes.items()
        for ships in placed
    }
    assert legal(both) == {Play(shape, (1, 1))} | bombs


def test_twin_NIE_5_6_only_sets_are_large() -> None:
    found = legal(position(["1 1 1 2 2 2 3 3 3 0", "0"], on=single(7)))
    assert found == {Play(group(rank, 3)) for rank in (1, 2, 3)}


def test_twin_NIE_10_6_ships_in_a_run() -> None:
    for step, ships in {DONE: (), ("ship", 0): (0,), ("ship", 1): (1,), ("ship", 2): (2,)}.items():
        twin = position(["4 5 6 S 1", "0 1 2"])
        twin.apply(("play", run(4, 3)))
        assert twin.phase == "ships" and twin.chosen == Play(run(4, 3))
        assert twin.legal() == {DONE, ("ship", 0), ("ship", 1), ("ship", 2)}
        twin.apply(step)
        assert twin.events == [("play", A, Play(run(4, 3), ships))]
        assert (twin.to_move, twin.phase, twin.chosen) == (B, "follow", None)


def test_twin_NIE_4_7_two_ships() -> None:
    twin = position(["4 5 6 S S 1", "0 1 2"])
    apply(twin, ("play", run(4, 3)), ("ship", 1))
    assert twin.chosen == Play(run(4, 3), (1,))
    assert twin.legal() == {DONE, ("ship", 2)}
    twin.apply(("ship", 2))
    assert twin.events == [("play", A, Play(run(4, 3), (1, 2)))]
    assert twin.hands[A] == ranks("1 5 6") and twin.table == [(A, [4, SHIP, SHIP])]
    twin = position(["4 6 S S 1", "0 1 2"])
    twin.apply(("play", run(4, 3)))
    assert twin.legal() == {("ship", 0), ("ship", 1)}
    twin.apply(("ship", 1))
    assert twin.legal() == {DONE, ("ship", 2)}


def test_twin_NIE_4_8_auto_ships() -> None:
    options = {"auto_ships": True}
    twin = position(["4 5 6 S S K 1", "0 1 2"], options=options)
    found = {play.shape: play.ships for play in legal(twin)}
    assert len(found) == len(legal(twin))
    assert found[run(4, 3)] == () and found[run(5, 3)] == (2,) and found[run(5, 4)] == (2, 3)
    assert found[single(COURT)] == () and found[group(COURT, 2)] == (0,)
    assert found[group(4, 3)] == (0, 0) and single(2) not in found
    lay(twin, run(5, 4))
    assert twin.hands[A] == ranks("1 4 K") and (twin.to_move, twin.phase) == (B, "follow")
    alone = {play.shape: play.ships for play in legal(position(["S S", "0"], options=options))}
    assert alone == {single(COURT): (0,), group(COURT, 2): (0, 0)}


def test_twin_KIKI_4_3_ships_alone() -> None:
    alone = {Play(single(COURT), (0,)), Play(group(COURT, 2), (0, 0))}
    assert legal(position(["S S", "0"])) == alone
    declared = legal(position(["S S", "0"], options={"ship_alone": "declared"}))
    assert declared == {
        play
        for rank in range(10)
        for play in (Play(single(rank), (0,)), Play(group(rank, 2), (0, 0)))
    }
    runs_of_two = {Play(run(foot, 2), (0, 1)) for foot in range(8)}
    assert legal(position(["S S", "0"], options={"min_run": 2})) == alone | runs_of_two


def test_twin_NIE_10_7_remove() -> None:
    hands = ["8 8 1 2 3 4 5", "0 1 1", "0 2 2", "5 5"]
    for how in ("wins", "loses"):
        twin = position(
            hands,
            discards="0 3 S",
            on=group(6, 2),
            table=[(D, "6 6"), (D, "0 1 1")],
            options={"emptied_by_removal": how},
        )
        lay(twin, group(8, 2))
        assert (twin.phase, twin.left, twin.legal()) == ("mode", 2, {REMOVE, TAKE})
        twin.apply(REMOVE)
        assert (twin.phase, twin.mode, twin.left) == ("remove", "remove", 2)
        assert twin.legal() == {("name", rank) for rank in range(10)}
        twin.apply(("name", 0))
        assert twin.legal() == {("name", rank) for rank in range(1, 10)}
        assert twin.hands[B] == [0, 1, 1] and twin.named == [0] and twin.left == 1
        twin.apply(("name", 1))
        assert twin.hands == [ranks("2 3 4 5"), [], ranks("2 2"), ranks("5 5")]
        assert twin.discards == ranks("3 S") and twin.removed == ranks("0 0 0 0 1 1 1 1 1")
        assert twin.given == [[1], [0, 1, 1], [0], []]
        assert twin.table == [(D, [6, 6]), (D, []), (A, [8, 8])]
        if how == "wins":
            assert twin.over and twin.winners == [[B]] and twin.scores() == [-1, 3, -1, -1]
        else:
            assert not twin.over and twin.out == {B} and twin.to_move == C
            assert (twin.mode, twin.left, twin.named) == (None, 0, [])
            assert twin.standing == group(8, 2) and twin.owner == A


def test_twin_NIE_10_8_a_general_as_the_last_card() -> None:
    twin = position(["8", "0 1", "2"])
    lay(twin, single(8))
    assert twin.over and twin.winners == [[A]] and twin.scores() == [2, -1, -1]
    assert twin.hands[B] == [0, 1]


def test_twin_NIE_10_9_take() -> None:
    twin = position(["8 8 1", "0 1"], discards="5")
    lay(twin, group(8, 2))
    apply(twin, TAKE)
    assert (twin.phase, twin.mode, twin.left) == ("take", "take", 2)
    assert twin.legal() == {("card", 5)}
    twin.apply(("card", 5))
    assert twin.hands[A] == [1, 5] and twin.discards == [] and twin.known[A] == [5]
    assert (twin.to_move, twin.mode, twin.left) == (B, None, 0)
    twin = position(["8 8 1", "0 1"])
    lay(twin, group(8, 2))
    assert twin.phase == "mode" and twin.legal() == {REMOVE}


def test_twin_NIE_5_1_take_as_many_as_generals() -> None:
    twin = position(["8 8 1", "0 1"], discards="5 5 S 7")
    lay(twin, group(8, 2))
    apply(twin, TAKE, ("card", SHIP))
    assert twin.legal() == {("card", 5), ("card", 7)} and twin.left == 1
    twin.apply(("card", 5))
    assert twin.to_move == B and twin.hands[A] == ranks("1 5 S") and twin.discards == [5, 7]


def test_twin_NIE_10_10_removing_the_general_itself() -> None:
    twin = position(["8 1", "K 0 S 4 4 4 7 8", "3 3"])
    lay(twin, single(8))
    apply(twin, REMOVE, ("name", 8))
    assert twin.table == [(A, [])] and twin.removed == [8, 8] and twin.given == [[], [8], []]
    assert twin.standing == single(8)
    assert legal(twin) == {
        Play(single(COURT)),
        Play(single(COURT), (0,)),
        Play(group(4, 3)),
        Play(group(4, 3), (0,)),
        Play(group(4, 4), (0,)),
    }


def test_twin_NIE_10_11_the_end_of_a_trick() -> None:
    hands = ["2 3 0 0", "4 5 0 0", "1 1", "1 1"]
    twin = position(hands)
    lay(twin, single(2))
    apply(twin, PASS, PASS)
    assert twin.table == [(A, [2])] and twin.passes == 2
    twin.apply(PASS)
    assert twin.table == [] and twin.discards == [2] and twin.owner is None
    assert (twin.to_move, twin.phase, twin.passes) == (A, "lead", 0)
    lay(twin, single(3))
    lay(twin, single(5))
    apply(twin, PASS, PASS)
    assert (twin.to_move, twin.phase) == (A, "follow")
    twin.apply(PASS)
    assert (twin.to_move, twin.phase) == (B, "lead") and twin.discards == [2, 3, 5]
    assert twin.turns == 9


def test_twin_NIE_10_12_the_deal() -> None:
    for players, size in {2: 24, 3: 16, 4: 12, 5: 9, 6: 8}.items():
        twin = Twin({"num_players": players, "first_dealer": 1}, Dealt())
        assert [len(hand) for hand in twin.hands] == [size] * players
        assert len(twin.stock) == (3 if players == 5 else 0)
        assert (twin.to_move, twin.phase) == (1, "lead")
    twin = Twin({"num_players": 2, "hand_size": 5}, Dealt())
    assert len(twin.stock) == 38


# Every option of NIE-8


def test_twin_NIE_4_4_a_pass_does_not_bind() -> None:
    hands = ["4 5 0 0", "6 1 1", "7 7 7", "1 1 1"]
    twin = position(hands)
    lay(twin, single(4))
    apply(twin, PASS)
    lay(twin, single(7))
    apply(twin, PASS, PASS)
    assert (twin.to_move, twin.phase) == (B, "follow")


def test_twin_NIE_8_pass_locks() -> None:
    hands = ["4 K 0 0", "6 1 1", "7 7 7", "1 1 1"]
    twin = position(hands, options={"pass_locks": True})
    lay(twin, single(4))
    apply(twin, PASS)
    lay(twin, single(7))
    twin.apply(PASS)
    assert twin.locked == {B, D}
    lay(twin, single(COURT))
    assert (twin.to_move, twin.phase) == (C, "follow")
    twin.apply(PASS)
    assert (twin.to_move, twin.phase) == (A, "lead") and twin.locked == set()
    assert twin.discards == [4, 7, COURT]


def test_twin_NIE_8_general_optional() -> None:
    twin = position(["8 1", "0 1"], options={"general_optional": True})
    lay(twin, single(8))
    assert twin.legal() == {REMOVE, NOTHING}
    twin.apply(NOTHING)
    assert twin.to_move == B and twin.removed == [] and twin.left == 0


def test_twin_NIE_5_5_how_many_generals() -> None:
    counts = [
        (Play(run(6, 3)), 1, 1),
        (Play(Shape("run of sets", 6, 3, 2), (2,)), 1, 2),
        (Play(Shape("run of sets", 6, 3, 2)), 2, 2),
        (Play(group(8, 3), (0,)), 2, 3),
        (Play(run(5, 3), (1,)), 0, 0),
        (Play(run(6, 3), (2,)), 0, 1),
    ]
    for play, real, with_ships in counts:
        assert play.generals(False) == real
        assert play.generals(True) == with_ships


def test_twin_NIE_8_ship_as_general() -> None:
    for counts in (False, True):
        twin = position(["6 7 S 1", "0 1"], options={"ship_as_general": counts})
        lay(twin, run(6, 3), 2)
        assert twin.phase == ("mode" if counts else "follow")
        assert twin.left == counts


def test_twin_NIE_8_take_from_table() -> None:
    rest: dict[str, Any] = {
        "on": group(7, 2),
        "discards": "7 2",
        "table": [(C, "6 7"), (C, "5 7")],
        "options": {"take_from_table": True},
    }
    twin = position(["8 8 1", "0 1", "0"], **rest)
    lay(twin, group(8, 2))
    twin.apply(TAKE)
    assert twin.legal() == {("card", rank) for rank in (2, 5, 6, 7)}
    twin.apply(("card", 7))
    assert twin.discards == [2] and twin.table[:2] == [(C, [6, 7]), (C, [5, 7])]
    twin.apply(("card", 7))
    assert twin.table == [(C, [6]), (C, [5, 7]), (A, [8, 8])] and twin.to_move == B
    twin = position(["8 8 1", "0 1", "0"], **{**rest, "options": {}})
    lay(twin, group(8, 2))
    twin.apply(TAKE)
    assert twin.legal() == {("card", 2), ("card", 7)}


def test_twin_NIE_6_2_the_first_emptied_from_the_general_on() -> None:
    hands = ["0", "8 1 1", "2 2", "0 0"]
    twin = position(hands, to_move=B)
    lay(twin, single(8))
    apply(twin, REMOVE, ("name", 0))
    assert twin.over and twin.winners == [[D]]
    twin = position(["1", "8 1 1", "2 2", "0 0"], to_move=B)
    lay(twin, single(8))
    apply(twin, REMOVE, ("name", 1))
    assert twin.over and twin.winners == [[B]]


LOSES = {"emptied_by_removal": "loses"}


def test_twin_NIE_8_loses_one_left_or_nobody() -> None:
    twin = position(["8 1 1", "0", "0 0"], options=LOSES)
    lay(twin, single(8))
    apply(twin, REMOVE, ("name", 0))
    assert twin.over and twin.winners == [[A]] and twin.out == {B, C}
    twin = position(["8 1 1", "1", "0 0"], options=LOSES)
    lay(twin, single(8))
    apply(twin, REMOVE, ("name", 1))
    assert twin.over and twin.winners == [[C]] and twin.out == {A, B}
    twin = position(["8 1 1", "1", "1 1"], options=LOSES)
    lay(twin, single(8))
    apply(twin, REMOVE, ("name", 1))
    assert twin.over and twin.winners == [[A]] and twin.out == {A, B, C}


def test_twin_NIE_8_loses_the_owner_is_out() -> None:
    twin = position(["8 1 1", "0 2", "0 0", "3 3"], options=LOSES)
    lay(twin, single(8))
    apply(twin, REMOVE, ("name", 1), PASS, PASS)
    assert twin.out == {A} and twin.owner == A and twin.to_move == D
    twin.apply(PASS)
    assert (twin.to_move, twin.phase) == (B, "lead") and twin.discards == [8]
    lay(twin, single(2))
    apply(twin, PASS)
    assert twin.to_move == D
    twin.apply(PASS)
    assert (twin.to_move, twin.phase) == (B, "lead")


def test_twin_NIE_9_11_the_owner_goes_out_while_the_others_are_locked() -> None:
    options = {**LOSES, "pass_locks": True}
    twin = position(["8 1 1", "0 2", "0 0"], on=single(4), locked={B, C}, options=options)
    lay(twin, single(8))
    apply(twin, REMOVE, ("name", 1))
    assert twin.out == {A} and (twin.to_move, twin.phase) == (B, "lead")
    assert twin.locked == set()


def test_twin_NIE_6_4_the_cap() -> None:
    twin = position(["2 3 0 0", "4 5 0", "1 1 1", "1 1 1 1 1"], options={"max_turns": 48}, turns=46)
    lay(twin, single(2))
    assert not twin.over
    twin.apply(PASS)
    assert twin.over and twin.winners == [[A, B, C]] and twin.turns == 48
    assert twin.scores() == pytest.approx([1 / 3, 1 / 3, 1 / 3, -1])


def test_twin_NIE_9_11_who_is_out_is_not_counted_at_the_cap() -> None:
    options = {**LOSES, "max_turns": 48}
    twin = position(["2 3", "", "1 1 1"], out={B}, options=options, turns=47)
    lay(twin, single(2))
    assert twin.over and twin.winners == [[A]] and twin.scores() == [2, -1, -1]


def test_twin_NIE_9_11_the_trick_ends_before_the_cap() -> None:
    twin = position(["2 3", "1 1"], on=single(5), options={"max_turns": 48}, turns=47)
    twin.apply(PASS)
    assert twin.over and twin.events[-1] == ("trick", B) and twin.winners == [[A, B]]
    assert twin.scores() == [0, 0]


def test_twin_NIE_8_min_run() -> None:
    hand = "1 1 2 2 3 3 4"
    for shortest in (2, 3, 4, 5):
        twin = position([hand, "0"], options={"min_run": shortest})
        lengths = {p.shape.length for p in legal(twin) if p.shape.name == "run"}
        assert lengths == set(range(shortest, 5))
        lengths = {p.shape.length for p in legal(twin) if p.shape.name == "run of sets"}
        assert lengths == set(range(shortest, 4))


def test_twin_NIE_7_2_known_cards() -> None:
    twin = position(["8 5 0 1", "0 1 8"], discards="5 0")
    lay(twin, single(8))
    apply(twin, TAKE, ("card", 5), PASS)
    assert twin.known == [[5], []] and twin.hands[A] == [0, 1, 5, 5]
    lay(twin, single(5))
    assert twin.known == [[], []] and twin.hands[A] == [0, 1, 5]
    twin = position(["8 1 0 1", "0 1 8"], discards="5 0", known=[[0, 1], []])
    lay(twin, single(8))
    apply(twin, REMOVE, ("name", 0))
    assert twin.known == [[1], []]


def test_twin_NIE_9_11_choices_within_a_play_are_hidden() -> None:
    twin = position(["4 5 6 S 1", "0 1 2"])
    twin.apply(("play", run(4, 3)))
    assert (twin.view(A)["phase"], twin.view(B)["phase"]) == ("ships", "lead")
    assert twin.view(A)["chosen"] and twin.view(B)["chosen"] is None


def test_twin_NIE_6_5_the_winner_leads_the_next_season() -> None:
    twin = position(["0 0", "5"], on=single(4), to_move=B, owner=A, options={"seasons": 2})
    lay(twin, single(5))
    assert (twin.season, twin.dealer, twin.to_move, twin.phase) == (1, B, B, "lead")
    assert twin.scores() == [-1, 1] and twin.turns == 0 and twin.discards == []


# Random games


def check_table(twin: Twin) -> None:
    """NIE-2.2."""
    places: list[Iterable[int]] = [*twin.hands, twin.discards, twin.removed, twin.stock]
    places += [cards for _, cards in twin.table]
    assert sorted(card for place in places for card in place) == sorted(NIEKHI_PACK)
    assert all(not Counter(twin.known[s]) - Counter(twin.hands[s]) for s in twin.seats)
    assert not Counter(c for cards in twin.given for c in cards) - Counter(twin.removed)
    assert twin.turns <= twin.options["max_turns"]
    assert (twin.standing is None) == (twin.owner is None)
    if twin.over:
        return
    assert twin.to_move == twin.on_turn and twin.to_move not in twin.out | twin.locked
    assert twin.out == {seat for seat in twin.seats if not twin.hands[seat]}
    if twin.phase == "lead":
        assert twin.standing is None and PASS not in twin.legal() and not twin.table
    if twin.phase == "follow":
        assert PASS in twin.legal()
    if twin.phase == "ships":
        assert not twin.options["auto_ships"] and twin.chosen is not None
    assert (twin.left > 0) == (twin.phase in ("mode", "remove", "take"))


@pytest.mark.parametrize("block", range(4))
def test_twin_NIE_2_2_random_games_keep_the_invariants(block: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(block, NUM_GAMES, 4):
        rng = random.Random(seed)
        twin = Twin(random_options(rng, VALUES), RandomChance(rng))
        play_game(twin, rng, check_table, rng.choice([PASS, REMOVE, DONE]))
        met.update(event[0] for event in twin.events)
        met.update(event[2].shape.name for event in twin.events if event[0] == "play")
    assert {"play", "pass", "remove", "take", "trick"} <= {*met}
    assert {"single", "set", "run"} <= {*met}
