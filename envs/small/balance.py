"""First balance statistics of a small game: roles, who begins, sizes of hands, and counters."""

from typing import Any

import numpy as np

from ..core.compiling.kernel import Kernel, generate, kernel
from ..core.contract.cells import Cell
from ..core.contract.game import Balance, Statistic, measurer
from .declared import Declared, cited
from .places import Place


@kernel
def measure_sizes(state: np.void, values: np.ndarray) -> None:
    """Fills in the sizes of the hands as the first statistic."""
    for seat in range(state["num_players"]):
        values[0, seat] = state["sizes"][seat]


def deal_measurer(name: str, role: Place | None) -> Kernel:
    """Returns the kernel that fills in the sizes of the hands, and then the card of a place."""
    lines = ["def measure(state, values):", "    measure_sizes(state, values)"]
    if role:
        lines += ['    for seat in range(state["num_players"]):']
        lines += [f'        values[1, seat] = state["cards"][{role.row} + seat, 0] + 1']
    return generate(lines, name, {"measure_sizes": measure_sizes})


def leader_by(name: str, cell: str) -> Kernel:
    """Returns the kernel `lead_value` of a game in which a number of each player decides."""
    lines = [
        "def lead_value(state, values):",
        '    for seat in range(state["num_players"]):',
        f'        values[seat] = state["{cell}"][seat]',
    ]
    return generate(lines, name, {})


def balance_of(
    game: Declared, name: str, dtype: np.dtype[Any], score: Kernel, has_roles: bool
) -> Balance:
    """Returns the balance statistics.

    Args:
        game: The declarations of the game.
        name: Its id.
        dtype: The dtype of its state record.
        score: The points so far, which say who leads in a game that does not.
        has_roles: Whether the first place with one slot for each player holds their roles.
    """
    most, kinds = game.placed[0].most, game.pack.names
    slots = [place for place in game.placed if place.by_seat and place.most == 1]
    role = slots[0] if has_roles and slots else None
    factors = (
        Statistic("cards dealt", "cards in the first hand", 0, most),
        *([_role(role, kinds)] if role else []),
        Statistic("first turn", "who decides first", 0, 1, of="to_move"),
    )
    counters = [cell for cell in game.facts("each") if cell.shown and not cell.shown.fill]
    tallies = (
        Statistic("cards left", "cards in hand at the end", 0, most),
        *(_tally(cell) for cell in counters),
    )
    return Balance(
        factors,
        measurer(f"{name}.deal", dtype, factors, deal_measurer(name, role)),
        tallies,
        measurer(f"{name}.game", dtype, tallies, measure_sizes),
        leader_by(name, game.lead) if game.lead else score,
    )


def _role(place: Place, kinds: tuple[str, ...]) -> Statistic:
    """Returns the card of a place with one slot for each player as a factor."""
    words = place.name.replace("_", " ")
    return Statistic(words, cited(place.meaning)[0], 0, len(kinds), ("none", *kinds))


def _tally(cell: Cell) -> Statistic:
    """Returns a number of each player as a statistic."""
    assert cell.shown is not None
    meaning = cited(cell.shown.meaning)[0]
    words = cell.name.replace("_", " ")
    return Statistic(words, meaning, cell.shown.low, cell.shown.high, of=cell.name)
