"""Cells: what follows from one table of a game's facts."""

from typing import Literal

import numba
import numpy as np
import pytest
from pydantic import Field as Option

from fudaba.envs.core.compiling.kernel import kernel
from fudaba.envs.core.compiling.plain import plain_call
from fudaba.envs.core.contract.cells import (
    Cell,
    Cells,
    between_seats,
    by_seat,
    cell_observer,
    cell_resetters,
    one_hot,
    private,
    public,
    seat_flag,
    snapshot_of,
    state_dtype,
    view_fields,
)
from fudaba.envs.core.contract.fields import Field, view_dtype
from fudaba.envs.core.contract.options import Options


class TinyOptions(Options):
    """House rules of a game for up to three players."""

    num_players: int = Option(3, ge=2, le=3)
    wild: Literal["off", "low", "high"] = "low"


@kernel
def show_bits(bits: int, row: np.ndarray) -> None:
    for place in range(len(row)):
        row[place] = bits >> place & 1


CELLS: Cells = (
    Cell("hands", np.int8, (3, 2), private(0, 9, "own cards", name="hand"), start=-1),
    Cell("to_move", np.int8, (), seat_flag("whose turn it is", name="on_turn"), in_snapshot=True),
    Field("size", (), 0, 9, "derived: filled by the game"),
    Cell("pile", np.int16, (), public(0, 100, "cards in the pile", is_clipped=True)),
    Cell("rank", np.int8, (), public(0, 5, "1 more than the rank", plus=1), start=-1),
    Cell("phase", np.int8, (), one_hot(3, "what is asked", until_over=True)),
    Cell("scores", np.int16, (3,), by_seat(-50, 50, "points", is_clipped=True), reset_on="match",
         in_snapshot=True),
    Cell("marks", np.int8, (3,), by_seat(0, 1, "marks", fill=show_bits, shape=(4,))),
    Cell("trades", np.int8, (3, 3), between_seats(0, 9, "trades of the row's player with the "
         "column's")),
    Field("seats", (3,), 0, 3, "derived: filled by the game's row kernel"),
    Cell("secret", np.int64, (2, 2), start=7),
    Cell("turns", np.int8, start=None, in_snapshot=True),
)  # fmt: skip
STATE = state_dtype(CELLS, TinyOptions)
FIELDS = view_fields(CELLS, TinyOptions)
start_match, start_deal = cell_resetters("tiny", CELLS, "match", "deal")


@kernel
def show_row(state: np.void, player: int, distance: int, view: np.void) -> None:
    view["seats"][distance] = 10 * player + distance


observe = cell_observer("tiny", CELLS, TinyOptions, show_row)


def full_table() -> np.void:
    """A table for three players on which every cell has a value of its own."""
    state: np.void = np.zeros(1, STATE)[0]
    TinyOptions().write(state)
    state["hands"] = [[1, 2], [3, 4], [5, 6]]
    state["to_move"], state["pile"], state["rank"], state["phase"] = 1, 3000, 2, 1
    state["scores"], state["marks"] = [10, -3000, 30], [0b0001, 0b0110, 0b1000]
    state["trades"] = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    state["secret"], state["turns"] = 99, 12
    return state


def seen_by(seat: int, state: np.void) -> np.void:
    """A seat's view, in memory that held something else before."""
    dtype = view_dtype(FIELDS)
    view: np.void = np.full(dtype.itemsize // dtype[0].base.itemsize, 77, dtype[0].base).view(
        dtype
    )[0]
    observe(state, seat, view)
    return view


def test_fields_follow_the_order_of_the_cells() -> None:
    assert [field.name for field in FIELDS] == [
        "hand", "on_turn", "size", "pile", "rank", "phase", "scores", "marks", "trades",
        "seats", "num_players", "wild",
    ]  # fmt: skip
    assert [field.shape for field in FIELDS][:8] == [
        (2,), (3,), (), (), (), (3,), (3,), (3, 4),
    ]  # fmt: skip
    assert [field.name for field in FIELDS if field.private] == ["hand"]
    assert STATE["secret"].shape == (2, 2) and STATE["scores"].base == np.int16


@pytest.mark.parametrize("seat", range(3))
def test_a_view_shows_each_cell_as_it_is_declared(seat: int) -> None:
    view, around = seen_by(seat, full_table()), [(seat + further) % 3 for further in range(3)]
    assert view["hand"].tolist() == [1 + 2 * seat, 2 + 2 * seat]
    assert view["on_turn"].tolist() == [player == 1 for player in around]
    assert (view["pile"], view["rank"]) == (100, 3), "clipped, and 1 more"
    assert view["phase"].tolist() == [0, 1, 0]
    assert view["scores"].tolist() == [[10, -50, 30][player] for player in around]
    marks = [[1, 0, 0, 0], [0, 1, 1, 0], [0, 0, 0, 1]]
    assert view["marks"].tolist() == [marks[player] for player in around]
    trades = [[3 * player + other for other in around] for player in around]
    assert view["trades"].tolist() == trades
    assert view["seats"].tolist() == [10 * player + place for place, player in enumerate(around)]
    assert (view["num_players"], view["wild"]) == (3, 1)
    assert view["size"] == 77, "the game itself fills it"


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="there is no compiled form")
@pytest.mark.parametrize("count", (2, 3))
def test_plain_python_fills_the_same_view(count: int) -> None:
    state = full_table()
    state["num_players"] = count
    for seat in range(count):
        compiled, plainly = np.full((2, 1), 77, view_dtype(FIELDS))
        observe(state, seat, compiled[0])
        plain_call(observe)(state, seat, plainly[0])
        assert compiled.tobytes() == plainly.tobytes()


def test_nobody_sees_the_rows_of_others_nor_what_is_not_shown() -> None:
    for seat in range(3):
        one, other = full_table(), full_table()
        for player in set(range(3)) - {seat}:
            other["hands"][player] = 9
        other["secret"], other["turns"] = -5, 100
        assert seen_by(seat, one) == seen_by(seat, other)


def test_nothing_is_asked_once_the_game_is_over() -> None:
    state = full_table()
    state["to_move"] = -1
    assert seen_by(0, state)["phase"].tolist() == [0, 0, 0]
    assert seen_by(0, state)["on_turn"].tolist() == [0, 0, 0]


def test_each_lifetime_has_its_own_reset() -> None:
    state = full_table()
    start_deal(state)
    assert state["hands"].tolist() == [[-1, -1]] * 3 and state["secret"].tolist() == [[7, 7]] * 2
    assert (state["rank"], state["pile"], state["turns"]) == (-1, 0, 12)
    assert state["scores"].tolist() == [10, -3000, 30] and state["num_players"] == 3
    start_match(state)
    assert state["scores"].tolist() == [0, 0, 0]


def test_a_cell_that_nothing_resets_is_refused() -> None:
    with pytest.raises(ValueError, match="cells of tiny are never reset: match"):
        cell_resetters("tiny", CELLS, "deal")


def test_the_open_table_names_players() -> None:
    state = full_table()
    names = [f"player_{seat}" for seat in range(3)]
    scores = dict(zip(names, [10, -3000, 30], strict=True))
    assert snapshot_of(CELLS, state) == {"to_move": "player_1", "scores": scores, "turns": 12}
    state["to_move"], state["num_players"] = -1, 2
    assert snapshot_of(CELLS, state)["to_move"] is None
    assert list(snapshot_of(CELLS, state)["scores"]) == names[:2]
