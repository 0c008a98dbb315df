"""Views show a hidden cell nowhere but where its game declares so, and rows of others likewise."""

import random
from typing import Any

import numpy as np
import pytest

from fudaba.envs import Field, Game, find_game, game_names
from fudaba.envs.core.contract.cells import Cell, Cells

from .option_mixes import mixes
from .test_conformance import positions

NUM_MIXES, NUM_POSITIONS = 24, 8


def fields_by_source(cells: Cells) -> dict[str, set[str]]:
    """Returns the view fields that declare each hidden cell as a source (`Field.of`)."""
    fields = [cell for cell in cells if isinstance(cell, Field)]
    return {
        cell.name: {field.name for field in fields if cell.name in field.of}
        for cell in cells
        if isinstance(cell, Cell)
    }


def is_hidden(cell: Cell) -> bool:
    """Whether a cell is hidden, or has rows that only their own seats see."""
    return cell.shown is None or cell.shown.audience == "private"


def changed_fields(game: Game, state: np.void, other: np.void, cell: Cell, viewer: int) -> set[str]:
    """Returns the view fields that change for a seat when a cell gets another table's values.

    The seat's own row of an `own` cell stays.
    """
    changed = np.array([state])[0]
    changed[cell.name] = other[cell.name]
    if cell.shown is not None:
        changed[cell.name][viewer] = state[cell.name][viewer]
    before, after = game.view(state, viewer), game.view(changed, viewer)
    return {name for name in before.dtype.names if not np.array_equal(before[name], after[name])}


def some_positions(game: Game, options: dict[str, Any], rng: random.Random) -> list[np.void]:
    """Returns some positions of one random game, the last one included."""
    found = [np.array([state])[0] for state in positions(game, options, rng.getrandbits(32))]
    return [*rng.sample(found, min(NUM_POSITIONS, len(found))), found[-1]]


@pytest.mark.parametrize("name", game_names())
def test_a_hidden_cell_reaches_only_the_fields_that_declare_it(name: str) -> None:
    game, rng = find_game(name), random.Random(name)
    cells = game.cells
    declared = fields_by_source(cells)
    for options in mixes(game)[:NUM_MIXES]:
        others = some_positions(game, options, rng)
        for state in some_positions(game, options, rng):
            viewer, other = rng.randrange(int(state["num_players"])), rng.choice(others)
            for cell in cells:
                if isinstance(cell, Cell) and is_hidden(cell):
                    reached = changed_fields(game, state, other, cell, viewer)
                    assert reached <= declared[cell.name], f"{name}: {cell.name} of other seats"


@pytest.mark.parametrize("name", game_names())
def test_what_fields_declare_are_hidden_cells(name: str) -> None:
    cells = find_game(name).cells
    hidden = {cell.name for cell in cells if isinstance(cell, Cell) and is_hidden(cell)}
    for field in cells:
        if isinstance(field, Field):
            assert set(field.of) <= hidden, f"{name}: {field.name}"
