"""Cells: the facts of a game's table, each declared once.

A cell says how a fact stands in the state record, what value it starts with, and how views show it.
The dtype of the state record, the kernels that reset it, the fields of a view and the kernel that
fills them follow from the table of cells. These kernels are generated as text, because a loop over
field names that Numba unrolls takes ten times as long to compile.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ..compiling.kernel import Kernel, generate
from ..kit.arrays import show_one
from ..kit.seats import NOBODY, player_name, seat_seen_at
from .fields import Field
from .options import Options, option_observer

Audience = Literal["all", "each", "pair", "private", "seat", "one_hot"]


@dataclass(frozen=True)
class Observed:
    """How views show a cell; the functions below make it.

    Attributes:
        audience: `all` viewers see the cell as it is; `each` player's row is shown to all, the
            viewer's first, and of a `pair` of players the columns too; of a `private` cell a
            seat sees its own row alone; a `seat` cell holds a seat, which views show as a flag;
            a `one_hot` cell holds a code, which views show as a one-hot row.
        low: The smallest value in a view.
        high: The largest value in a view.
        meaning: One line for people.
        name: The view field's name; empty for the cell's.
        plus: Added to the cell's value, for instance 1 where -1 stands for none.
        fill: `fill(value, row)` writes a value of the cell, or of one seat, into a row of the
            view; None if the value is shown as it is.
        shape: The shape of such a row.
        is_clipped: Whether values above `high`, and below a negative `low`, are shown as these.
        until_over: Whether nothing is shown once the game is over, for a `one_hot`.
    """

    audience: Audience
    low: int
    high: int
    meaning: str
    name: str = ""
    plus: int = 0
    fill: Kernel | None = None
    shape: tuple[int, ...] = ()
    is_clipped: bool = False
    until_over: bool = False


def public(low: int, high: int, meaning: str, **rest: Any) -> Observed:
    """Declares that all viewers see the cell; `rest` as in `Observed`."""
    return Observed("all", low, high, meaning, **rest)


def by_seat(low: int, high: int, meaning: str, **rest: Any) -> Observed:
    """Declares a public row for each player, the viewer's first; `rest` as in `Observed`."""
    return Observed("each", low, high, meaning, **rest)


def between_seats(low: int, high: int, meaning: str) -> Observed:
    """Declares a public number for each two players."""
    return Observed("pair", low, high, meaning)


def private(low: int, high: int, meaning: str, **rest: Any) -> Observed:
    """Declares that each seat sees only its own row of the cell; `rest` as in `Observed`."""
    return Observed("private", low, high, meaning, **rest)


def seat_flag(meaning: str, **rest: Any) -> Observed:
    """Declares that the cell holds a seat, shown as a flag; `rest` as in `Observed`."""
    return Observed("seat", 0, 1, meaning, **rest)


def one_hot(count: int, meaning: str, **rest: Any) -> Observed:
    """Declares that the cell holds a code, 0 to `count` - 1 or -1 for none, shown one-hot."""
    return Observed("one_hot", 0, 1, meaning, shape=(count,), **rest)


@dataclass(frozen=True)
class Cell:
    """One fact of a table.

    Attributes:
        name: Its field in the state record.
        dtype: Its NumPy type there.
        shape: Its shape there; the first axis of a cell with a row per player has P rows.
        shown: How views show it; None if no view does.
        start: The value that every element is reset to; None if the rules fill the cell.
        reset_on: When it is reset: at each `deal`, each `match`, or an event that the game names.
        in_snapshot: Whether the open table lists it under its name.
    """

    name: str
    dtype: Any
    shape: tuple[int, ...] = ()
    shown: Observed | None = None
    start: int | None = 0
    reset_on: str = "deal"
    in_snapshot: bool = False


# A `Field` among the cells is a derived field: the game's own `observe` fills it.
Cells = tuple[Cell | Field, ...]


def state_dtype(cells: Cells, options: type[Options]) -> np.dtype[Any]:
    """Returns the dtype of a game's state record: the random stream, the house rules, the cells."""
    stream = [("rng", np.uint64), ("rng_key", np.uint64, 2)]
    own = [(cell.name, cell.dtype, cell.shape) for cell in _stored(cells)]
    return np.dtype([*stream, *options.state_fields(), *own], align=True)


def view_fields(cells: Cells, options: type[Options]) -> tuple[Field, ...]:
    """Returns the fields of a view: the cells in their order, then the house rules."""
    most = options.max_players()
    shown = (cell for cell in cells if isinstance(cell, Field) or cell.shown)
    fields = (cell if isinstance(cell, Field) else _view_field(cell, most) for cell in shown)
    return (*fields, *options.view_fields())


def _stored(cells: Cells) -> Iterator[Cell]:
    return (cell for cell in cells if isinstance(cell, Cell))


def _view_field(cell: Cell, max_players: int) -> Field:
    shown = cell.shown
    assert shown is not None
    seats = (max_players,) if _has_seats(shown) else ()
    return Field(
        shown.name or cell.name,
        (*seats, *_row_shape(cell, shown)),
        shown.low,
        shown.high,
        shown.meaning,
        private=shown.audience == "private",
    )


def _row_shape(cell: Cell, shown: Observed) -> tuple[int, ...]:
    """Returns the shape of the cell's view field, or of one seat's row of it."""
    if shown.fill or shown.audience in ("one_hot", "seat"):
        return shown.shape
    return cell.shape if shown.audience == "all" else cell.shape[1:]


def cell_resetters(game: str, cells: Cells, *lifetimes: str) -> tuple[Kernel, ...]:
    """Returns kernels `start(state)`, which give the cells of a lifetime their start values.

    Args:
        game: The game's id.
        cells: The table of cells.
        *lifetimes: The lifetimes (`Cell.reset_on`), one for each kernel.

    Raises:
        ValueError: A cell has another lifetime, so that nothing would reset it.
    """
    others = {cell.reset_on for cell in _stored(cells)} - set(lifetimes)
    if others:
        raise ValueError(f"cells of {game} are never reset: {', '.join(sorted(others))}.")
    return tuple(_resetter(game, cells, reset_on) for reset_on in lifetimes)


def _resetter(game: str, cells: Cells, reset_on: str) -> Kernel:
    forms = []
    for at_once in (False, True):
        lines = ["def start_cells(state):"]
        for cell in _stored(cells):
            if cell.reset_on == reset_on and cell.start is not None:
                statement = f'state["{cell.name}"]{{}} = {cell.start}'
                lines += _assignment(cell.shape, statement, at_once)
        forms.append(lines)
    compiled, plain = forms
    return generate(compiled, f"{game}.{reset_on}", {}, plain=plain)


def cell_observer(
    game: str,
    cells: Cells,
    options: type[Options],
    row: Kernel | None = None,
    only: Collection[str] = (),
) -> Kernel:
    """Returns the kernel `observe_cells(state, seat, view)`.

    It fills all fields of a view but the derived ones, or some of them. Rows of seats without a
    player show what the state holds for them; a game leaves that at the start values.

    Args:
        game: The game's id.
        cells: The table of cells.
        options: The game's options.
        row: `row(state, player, distance, view)` fills the derived fields that have a row per
            player, for the player whose row is `distance`; None if there are none.
        only: The names of the fields to fill; empty for all, house rules included.

    Raises:
        ValueError: No cell is shown as one of these fields.
    """
    shown = [cell.shown.name or cell.name for cell in _stored(cells) if cell.shown]
    if not set(only) <= set(shown):
        raise ValueError(f"only can't be {only}; allowed: {shown}.")
    bindings: dict[str, Kernel] = {
        "show_one": show_one,
        "seat_seen_at": seat_seen_at,
        "observe_options": option_observer(options),
    }
    seen = [
        (cell, cell.shown)
        for cell in _stored(cells)
        if cell.shown and (not only or (cell.shown.name or cell.name) in only)
    ]
    bindings |= {f"fill_{cell.name}": shown.fill for cell, shown in seen if shown.fill}
    bindings |= {"observe_row": row} if row else {}
    end = [] if only else ["    observe_options(state, view)"]
    most, has_rows = options.max_players(), row is not None
    compiled = [*_observing(seen, most, has_rows), *end]
    plain = [*_observing_at_once(seen, most, has_rows), *end]
    return generate(compiled, game, bindings, plain=plain)


Seen = list[tuple[Cell, Observed]]
START = "def observe_cells(state, seat, view):"
ROW = "observe_row(state, player, distance, view)"


def _observing(seen: Seen, max_players: int, has_rows: bool) -> list[str]:
    """Returns the function that fills the fields of some cells, and rows of derived fields."""
    alone: list[str] = []
    by_distance: list[str] = []
    for cell, shown in seen:
        (by_distance if _has_seats(shown) else alone).extend(_lines_of(cell, shown))
    by_distance += [f"    {ROW}"] * has_rows
    lines = [START, *alone]
    if by_distance:
        lines += [
            f"    for distance in range({max_players}):",
            "        player = seat_seen_at(state, seat, distance)",
            *(f"    {line}" for line in by_distance),
        ]
    return lines


def _lines_of(cell: Cell, shown: Observed) -> list[str]:
    """The statements that show a cell, indented as the body of a function."""
    row = {"private": "[seat]", "each": "[player]", "pair": "[player]"}.get(shown.audience, "")
    value = f'state["{cell.name}"]{row}'
    target = f'view["{shown.name or cell.name}"]' + ("[distance]" if _has_seats(shown) else "")
    if shown.audience == "seat":
        return [f"    {target} = {value} == player"]
    if shown.audience == "pair":
        other = f"{value}[seat_seen_at(state, seat, i0)]"
        return _assignment(_row_shape(cell, shown), f"{target}{{}} = {other}", at_once=False)
    if shown.audience == "one_hot":
        return [_kind_line(value, target, shown)]
    if shown.fill:
        return [f"    fill_{cell.name}({value}, {target})"]
    shown_value = f"{value}{{}}" + (f" + {shown.plus}" if shown.plus else "")
    if shown.is_clipped:
        at_least = f"max({shown_value}, {shown.low})" if shown.low < 0 else shown_value
        shown_value = f"min({at_least}, {shown.high})"
    return _assignment(_row_shape(cell, shown), f"{target}{{}} = {shown_value}", at_once=False)


def _observing_at_once(seen: Seen, max_players: int, has_rows: bool) -> list[str]:
    """Returns the same function for plain Python: NumPy fills the rows of all seats at once."""
    lines = [
        START,
        '    count = int(state["num_players"])',
        f"    players = [*range(seat, count), *range(seat), *range(count, {max_players})]",
        "    order = np.array(players)",
    ]
    for cell, shown in seen:
        lines.append(_line_at_once(cell, shown))
    if has_rows:
        lines += ["    for distance, player in enumerate(players):", f"        {ROW}"]
    return lines


def _line_at_once(cell: Cell, shown: Observed) -> str:
    """The statement that shows a cell for all seats, indented as the body of a function."""
    rows = {"private": "[seat]", "each": "[order]", "pair": "[order][:, order]"}
    value = f'state["{cell.name}"]{rows.get(shown.audience, "")}'
    target = f'view["{shown.name or cell.name}"]'
    if shown.audience == "seat":
        return f"    {target}[:] = {value} == order"
    if shown.audience == "one_hot":
        return _kind_line(value, target, shown)
    if shown.fill and shown.audience == "each":
        call = f'fill_{cell.name}(state["{cell.name}"][player], {target}[distance])'
        return f"    for distance, player in enumerate(players): {call}"
    if shown.fill:
        return f"    fill_{cell.name}({value}, {target})"
    value += f" + {shown.plus}" if shown.plus else ""
    if shown.is_clipped:
        at_least = f"np.maximum({value}, {shown.low})" if shown.low < 0 else value
        value = f"np.minimum(np.int64({at_least}), {shown.high})"
    has_elements = _has_seats(shown) or _row_shape(cell, shown)
    return f"    {target}{'[:]' if has_elements else ''} = {value}"


def _has_seats(shown: Observed) -> bool:
    """Whether views show a row of the cell for each player."""
    return shown.audience in ("each", "pair", "seat")


def _kind_line(value: str, target: str, shown: Observed) -> str:
    code = f"{value} + {shown.plus}" if shown.plus else value
    shows = f'{code} if state["to_move"] >= 0 else -1' if shown.until_over else code
    return f"    show_one({shows}, {target})"


def _assignment(shape: Collection[int], statement: str, at_once: bool) -> list[str]:
    """A statement for every element of an array, or for all at once, which NumPy does faster.

    `{}` in it stands for the element's index. Compiled loops are faster than slices.
    """
    if at_once or not shape:
        index = "[:]" if shape else ""
        return [f"    {statement.format(*[index] * statement.count('{}'))}"]
    lines, index = [], ""
    for axis, length in enumerate(shape):
        lines.append(f"{'    ' * (axis + 1)}for i{axis} in range({length}):")
        index += f"[i{axis}]"
    depth = len(lines) + 1
    return [*lines, "    " * depth + statement.format(*[index] * statement.count("{}"))]


def snapshot_of(cells: Cells, state: np.void) -> dict[str, Any]:
    """Returns the cells that the open table lists under their names, as JSON has them.

    A cell that holds a seat is a player's name or None; a cell with a row per player is a dict by
    the players' names.
    """
    return {cell.name: _in_words(cell, state) for cell in _stored(cells) if cell.in_snapshot}


def _in_words(cell: Cell, state: np.void) -> Any:
    value = state[cell.name]
    if cell.shown and cell.shown.audience == "seat":
        return None if value == NOBODY else player_name(int(value))
    if cell.shown and cell.shown.audience in ("each", "private"):
        seats = range(int(state["num_players"]))
        return {player_name(seat): value[seat].tolist() for seat in seats}
    return value.tolist()
