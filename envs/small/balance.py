"""First balance statistics of a small game: who begins, sizes of hands, and the game's counters."""

from typing import Any

import numpy as np

from ..core.compiling.kernel import Kernel, generate, kernel
from ..core.contract.cells import Cell
from ..core.contract.game import Balance, Statistic, measurer
from .declared import Declared, cited


@kernel
def measure_sizes(state: np.void, values: np.ndarray) -> None:
    """Fills in the sizes of the hands as the first statistic."""
    for seat in range(state["num_players"]):
        values[0, seat] = state["sizes"][seat]


@kernel
def fewest_cards(state: np.void, values: np.ndarray) -> None:
    """Fills in how near each seat is to winning in a game in which cards are shed."""
    for seat in range(state["num_players"]):
        values[seat] = -state["sizes"][seat]


def leader_by(name: str, cell: str) -> Kernel:
    """Returns the kernel `lead_value` of a game in which a number of each player decides."""
    lines = [
        "def lead_value(state, values):",
        '    for seat in range(state["num_players"]):',
        f'        values[seat] = state["{cell}"][seat]',
    ]
    return generate(lines, name, {})


def balance_of(game: Declared, name: str, dtype: np.dtype[Any], lead: str) -> Balance:
    """Returns the balance statistics.

    Args:
        game: The declarations of the game.
        name: Its id.
        dtype: The dtype of its state record.
        lead: The cell of the number that decides; empty if the fewest cards lead.
    """
    most = game.placed[0].most
    factors = (
        Statistic("cards dealt", "cards in the first hand", 0, most),
        Statistic("first turn", "who decides first", 0, 1, of="to_move"),
    )
    counters = [cell for cell in game.facts("each") if cell.shown and not cell.shown.fill]
    tallies = (
        Statistic("cards left", "cards in hand at the end", 0, most),
        *(_tally(cell) for cell in counters),
    )
    return Balance(
        factors,
        measurer(f"{name}.deal", dtype, factors, measure_sizes),
        tallies,
        measurer(f"{name}.game", dtype, tallies, measure_sizes),
        leader_by(name, lead) if lead else fewest_cards,
    )


def _tally(cell: Cell) -> Statistic:
    """Returns a number of each player as a statistic."""
    assert cell.shown is not None
    meaning = cited(cell.shown.meaning)[0]
    words = cell.name.replace("_", " ")
    return Statistic(words, meaning, cell.shown.low, cell.shown.high, of=cell.name)
