"""The worked examples of KIKI-10 and the counts of KIKI-4.8, on what the twins share."""

from collections import Counter
from typing import Any

import pytest

from ..twins import Steps
from .twin_base import (
    COPIES,
    PACK,
    SHIPS,
    TYPES,
    Play,
    SeasonTwin,
    colour_of,
    kind_of,
    name_of,
    plays,
    types,
)
from .twin_games import Dealt


def play(shape: str, strength: int, names: str, ship: int | None = None) -> Play:
    return Play(shape, strength, tuple(sorted(types(names))), ship)


def several(names: str) -> set[Play]:
    """The plays of all these cards together."""
    return {found for found in plays(types(names)) if len(found.types) == len(types(names))}


# The counts of KIKI-4.8


def lengths(found: list[Play]) -> dict[int, int]:
    return dict(Counter(len(play.types) for play in found))


def test_twin_KIKI_4_8_singles_and_sets() -> None:
    every = plays(PACK)
    sets = [play for play in every if play.shape == "set"]
    assert len(every) == 779
    assert sum(play.shape == "single" for play in every) == 24
    assert len(sets) == 419
    assert lengths(sets) == {2: 78, 3: 114, 4: 101, 5: 64, 6: 32, 7: 16, 8: 9, 9: 4, 10: 1}
    by_strength = Counter(play.strength for play in sets)
    assert by_strength == {0: 58, 1: 94, **dict.fromkeys(range(2, 9), 30), 9: 57}


def test_twin_KIKI_4_8_runs() -> None:
    every = [play for play in plays(PACK) if play.shape == "run"]
    assert len(every) == 336
    assert len({(play.strength, len(play.types)) for play in every}) == 28
    for red in (0, 1):
        of_colour = [play for play in every if all(colour_of(t) == red for t in play.types)]
        assert lengths(of_colour) == {3: 28, 4: 30, 5: 30, 6: 28, 7: 24, 8: 18, 9: 10}


def test_twin_KIKI_8_declared_ships_add_18_singles_and_9_pairs() -> None:
    more = plays(PACK, "declared") - plays(PACK)
    assert plays(PACK) < plays(PACK, "declared")
    assert Counter((play.shape, len(play.types)) for play in more) == {
        ("single", 1): 18,
        ("set", 2): 9,
    }
    assert all({*play.types} <= {*SHIPS} and play.strength < 9 for play in more)


# The worked examples of KIKI-10


def test_twin_KIKI_10_1_the_pack() -> None:
    assert len(PACK) == 48
    assert [sum(colour_of(t) == colour for t in PACK) for colour in (0, 1)] == [24, 24]
    alone = [name_of(t) for t in TYPES if PACK.count(t) == 1]
    assert alone == ["bS", "bK", "bE", "rS", "rK", "rE"]
    kinds = Counter(kind_of(t) for t in PACK)
    assert [kinds[kind] for kind in range(12)] == [2, 6, 8, *[4] * 7, 2, 2]
    assert sum(COPIES) == 24


def test_twin_KIKI_10_2_a_ship_is_not_9() -> None:
    assert several("b7 b8 bS") == {play("run", 6, "b7 b8 bS", 0)}


def test_twin_KIKI_10_3_runs_with_a_ship() -> None:
    assert several("b4 b5 bS") == {play("run", 3, "b4 b5 bS", 0), play("run", 4, "b4 b5 bS", 2)}
    assert several("b4 b6 bS") == {play("run", 4, "b4 b6 bS", 1)}
    assert several("b4 r5 b6") == set()
    assert several("b4 b6 rS") == set()
    assert several("b8 bK bE") == set()


def test_twin_KIKI_10_4_court() -> None:
    assert several("bK rE") == {play("set", 9, "bK rE")}
    assert several("bK rE bS") == {play("set", 9, "bK rE bS")}
    assert several("bS rS") == {play("set", 9, "bS rS")}
    assert several("bS") == {play("single", 9, "bS")}
    ship, king = play("single", 9, "bS"), play("single", 9, "bK")
    assert not ship.stronger(king) and not king.stronger(ship)


def test_twin_KIKI_10_5_same_hand_and_strength() -> None:
    (ones,), (zeros,), (pair,) = several("r1 b1 b1"), several("r0 b0 b0"), several("r1 b1")
    assert ones.stronger(zeros) and not zeros.stronger(ones)
    assert not pair.same_hand(zeros) and not pair.stronger(zeros)


def test_twin_KIKI_10_6_a_set_has_one_reading() -> None:
    assert several("bS b4 r4") == {play("set", 4, "bS b4 r4")}


class Counting(SeasonTwin):
    """Nothing but seasons: the dealer says who wins."""

    def hand_size(self) -> int:
        return 0

    def _clear_table(self) -> None:
        pass

    def _season(self) -> Steps:
        choices = [("win", ()), *(("win", (seat,)) for seat in self.seats), ("win", (1, 2))]
        _, winners = yield from self._ask(self.dealer, "season", choices)
        return winners


def dealers(winners: list[tuple[int, ...]], **options: Any) -> list[tuple[int, int]]:
    """Dealer and bonus after each of these seasons."""
    options = {"num_players": 3, "seasons": len(winners), "first_dealer": 0, **options}
    twin = Counting(options, Dealt())
    found = []
    for seats in winners:
        assert not twin.over
        twin.apply(("win", seats))
        found.append((twin.dealer, twin.bonus))
    assert twin.over and twin.winners == [list(seats) for seats in winners]
    assert twin.season == len(winners) - 1
    return found


def test_twin_KIKI_10_7_dealer_and_bonus() -> None:
    assert dealers([(0,), (2,), ()]) == [(0, 3), (2, 2), (2, 2)]


def test_twin_KIKI_6_3_several_winners() -> None:
    after = [(1, 2), (1, 3), (0, 2), (1, 2), (1, 2)]
    assert dealers([(1, 2), (1, 2), (0,), (1, 2), ()]) == after
    assert dealers([(2,), (1, 2), ()]) == [(2, 2), (2, 3), (2, 3)]


def test_twin_KIKI_9_10_the_last_season_keeps_its_dealer_and_bonus() -> None:
    assert dealers([(2,)]) == [(0, 2)]
    assert dealers([(0,), (2,)]) == [(0, 3), (0, 3)]


@pytest.mark.parametrize(
    ("how", "after"),
    [
        ("winner", [(0, 3), (0, 5), (2, 1), (2, 1), (2, 3)]),
        ("rotate", [(1, 1), (2, 1), (0, 1), (0, 1), (1, 1)]),
        ("stay", [(0, 3), (0, 5), (0, 5), (0, 5), (0, 5)]),
    ],
)
def test_twin_KIKI_9_9_next_dealer(how: str, after: list[tuple[int, int]]) -> None:
    options = {"next_dealer": how, "dealer_bonus_start": 1, "dealer_bonus_step": 2}
    assert dealers([(0,), (0,), (2,), (), (2,), ()], **options)[:-1] == after


def test_twin_KIKI_10_8_card_ids() -> None:
    names = [name_of(t) for t in PACK]
    assert names[14:16] == ["b5", "b5"] and names.count("b5") == 2
    assert (names[0], names[1:4], names[24], names[46], names[47]) == (
        "bS",
        ["b0"] * 3,
        "rS",
        "rK",
        "rE",
    )


def test_twin_KIKI_8_bad_options() -> None:
    for options in ({"num_players": 7}, {"num_players": 1}, {"dealers": 2}):
        with pytest.raises(ValueError, match=r"players|options"):
            Counting(options, Dealt())
