"""What games share: seats, places, recency, views of one number type, and Game's assembly."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from fudaba.envs import Tables, find_game, game_names
from fudaba.envs.core.contract.fields import (
    LARGEST_COUNT,
    Field,
    action_table,
    decode,
    smallest_dtype,
    view_dtype,
)
from fudaba.envs.core.kit.places import pay_by_place, shared_place
from fudaba.envs.core.kit.recency import RECENT, fade, in_last_round
from fudaba.envs.core.kit.seats import (
    NOBODY,
    distances,
    drawn_seat,
    next_seat,
    number_from_viewer,
    seat_after,
    seat_seen_at,
)


def table(num_players: int) -> np.void:
    """A game's state: Numba would take a smaller record for the beginning of every other one."""
    state: np.void = np.zeros(1, find_game("sevens_v0").state_dtype)[0]
    state["num_players"] = num_players
    return state


def test_seats_go_round_the_table() -> None:
    state = table(3)
    assert [next_seat(state, seat) for seat in (-1, 0, 1, 2)] == [0, 1, 2, 0]
    assert [seat_after(state, 1, distance) for distance in range(4)] == [1, 2, 0, 1]


def test_a_view_s_rows_are_clockwise_from_the_viewer_then_absent_seats() -> None:
    state = table(3)
    assert [seat_seen_at(state, 2, distance) for distance in range(5)] == [2, 0, 1, 3, 4]
    seats = [number_from_viewer(np.int8(seat), np.int8(2), np.int8(3)) for seat in (2, 0, 1, -1)]
    assert seats == [1, 2, 3, 0] and NOBODY == -1
    assert distances(2, 3) == [(0, 1), (1, 2), (2, 0)]


def test_a_seat_is_the_one_that_is_named_or_any() -> None:
    state = table(4)
    assert [drawn_seat(state, seat) for seat in (0, 3)] == [0, 3]
    assert {drawn_seat(state, -1) for _ in range(100)} == {0, 1, 2, 3}


def test_equal_standings_share_their_places_and_what_these_are_worth() -> None:
    standings = np.array([7, 3, 7, 9, 0])
    assert [shared_place(standings, 4, seat) for seat in range(4)] == [2.5, 1.0, 2.5, 4.0]
    points = np.full(5, 99.0)
    pay_by_place(standings, 4, points)
    assert points.tolist() == pytest.approx([0.0, 1.0, 0.0, -1.0, 99.0])


def test_what_is_recent_fades_by_one_a_decision_and_never_below_zero() -> None:
    recency = np.array([RECENT, 1, 0], np.int8)
    fade(recency)
    assert recency.tolist() == [RECENT - 1, 0, 0]


@pytest.mark.parametrize(("num_active", "decisions"), [(1, 1), (2, 1), (4, 3)])
def test_the_last_round_is_the_decisions_of_the_others(num_active: int, decisions: int) -> None:
    ages = [age for age in range(RECENT) if in_last_round(RECENT - age, num_active)]
    assert ages == list(range(decisions))


@pytest.mark.parametrize(
    ("low", "high", "name"),
    [
        (0, 1, "int8"), (-128, 127, "int8"), (0, 128, "int16"), (-129, 0, "int16"),
        (0, 32_767, "int16"), (0, 32_768, "int32"), (1, 2**40, "int64"),
    ],
)  # fmt: skip
def test_the_smallest_type_that_holds_all(low: int, high: int, name: str) -> None:
    assert smallest_dtype(low, high) == np.dtype(name)


def test_one_wide_field_makes_all_numbers_of_a_view_wide() -> None:
    narrow = Field("hand", (4,), 0, 1, "cards")
    wide = Field("pot", (), -200, 5, "chips")
    assert view_dtype((narrow,))["hand"].base == np.int8
    assert {view_dtype((narrow, wide))[name].base for name in ("hand", "pot")} == {
        np.dtype(np.int16)
    }


@pytest.mark.parametrize("name", game_names())
def test_a_counter_that_stops_in_views_says_so(name: str) -> None:
    counters = [field for field in find_game(name).fields if not field.low]
    stopped = [field.meaning for field in counters if field.high == LARGEST_COUNT]
    assert all(meaning.endswith("; 127 stands for more, too") for meaning in stopped)


def test_action_runs_are_counted() -> None:
    play, stop, bid = table_of = action_table(("play", 3, "a"), ("stop", 1, "b"), ("bid", 2, "c"))
    assert [(kind.first, kind.count) for kind in table_of] == [(0, 3), (3, 1), (4, 2)]
    assert [decode(table_of, action) for action in (0, 2, 3, 5)] == [
        (play, 0), (play, 2), (stop, 0), (bid, 1)
    ]  # fmt: skip


def test_a_kind_of_action_is_final_unless_its_continuation_is_declared() -> None:
    shape, suit = action_table(
        ("shape", 3, "a"), ("suit", 4, "b"), continued_by={"shape": ("suit",)}
    )
    assert shape.continued_by == ("suit",) and suit.continued_by == ()
    with pytest.raises(ValueError, match="no kinds of action: colour"):
        action_table(("shape", 3, "a"), continued_by={"shape": ("colour",)})


@pytest.mark.parametrize("name", game_names())
def test_the_flat_view_is_the_same_memory(name: str) -> None:
    game = find_game(name)
    views = np.zeros(3, game.view_dtype)
    flat = game.flat(views)
    assert flat.shape == (3, game.observation_size) and flat.dtype == game.observation_dtype
    flat[1, :] = 1
    assert (views[1]["hand"] == 1).all() and (views[2]["hand"] == 0).all()


def by_pickle(tables: Tables) -> Tables:
    return pickle.loads(pickle.dumps(tables))


@pytest.mark.parametrize("num_threads", [1, 2])
@pytest.mark.parametrize("copied", [copy.deepcopy, by_pickle])
def test_a_copy_of_tables_is_whole_and_goes_its_own_way(copied: Any, num_threads: int) -> None:
    game = find_game("sevens_v0")
    tables = Tables(game, game.options(), 5, seed=3, num_threads=num_threads)
    for _ in range(7):
        tables.step(tables.action_masks.argmax(axis=1))
    twin, before = copied(tables), tables.observations.copy()
    for _ in range(20):
        twin.step(twin.action_masks.argmax(axis=1))
    assert (tables.observations == before).all() and (twin.observations != before).any()
    for _ in range(20):
        tables.step(tables.action_masks.argmax(axis=1))
    for name in ("observations", "action_masks", "to_move", "rewards", "scores", "dones"):
        assert (getattr(tables, name) == getattr(twin, name)).all(), name
        assert not getattr(twin, name).flags.writeable
    assert (twin.views["hand"] == tables.views["hand"]).all()
    twin.reset()
    tables.reset()
    assert (twin.observations == tables.observations).all()
