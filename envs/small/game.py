"""A small game: one file of rules, from which all that `build_game` takes is derived."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..core.compiling.kernel import Kernel, specialise, unbound
from ..core.contract import game as contract
from ..core.contract.cells import Cells, cell_resetters, state_dtype, view_fields
from ..core.contract.options import Options
from .balance import balance_of
from .checking import check_declared
from .declared import Declared
from .moments import moments_of
from .moves import Move, actions_of, applier, legal_marker
from .pack import Pack
from .places import Place, card_observer, cells_of, no_conflicts, nothing_more, slot_redealer
from .scene import scene_of
from .text import Text, meanings_of

start_cells = set_up = look_round = unbound


def _deal(state: np.void) -> None:
    """Clears the table and lets the game set it up."""
    start_cells(state)
    set_up(state)
    look_round(state)


def build_game(
    package: str,
    name: str,
    title: str,
    summary: str,
    options: type[Options],
    *,
    pack: Pack,
    places: tuple[Place, ...],
    moves: tuple[Move, ...],
    deal: Kernel,
    score: Kernel,
    questions: tuple[str, ...],
    cells: Cells = (),
    named: Mapping[str, tuple[str, ...]] | None = None,
    conflicts: Kernel = no_conflicts,
    look: Kernel = nothing_more,
    lead: str = "",
    parts: Mapping[str, Any] | None = None,
    zero_sum: bool = True,
) -> contract.Game:
    """Returns a game whose rules are one file.

    Args:
        package: The module, `__name__` in it, whose docstring has the rules as RULES.md has them.
        name: The id, with its version: `old_maid_v0`.
        title: The name for people.
        summary: One sentence for people.
        options: The house rules.
        pack: The cards.
        places: Where cards lie, from `places`; the hands first.
        moves: The moves.
        deal: `deal(state)` sets up a table whose places are empty and whose cells have their start
            values; seat 0 is to move in phase 0 if it does not say otherwise.
        score: `score(state, points)` fills the float64 points per seat won so far.
        questions: What is asked in each phase, with its clause: `Play a card (WST-4.1)`.
        cells: The further facts of the table.
        named: By the name of a cell, the words for its values 0, 1, ...
        conflicts: `conflicts(state, viewer) -> int` counts the facts that exclude a world, in which
            the cards that a seat does not know were dealt anew to the slots that it does not know.
        look: `look(state)` lets seats know cards where that depends on cards, as wolves who know
            each other. It is called after `deal` and in each world that is dealt anew, so it sets
            who knows these cards with `show_only`, whoever knew them before.
        lead: The name of the cell whose number, one for each player, decides the game,
            which results show as points. Without it balance reports take the points so far.
        parts: Parts that are not derived, by the name of the module that a large game has for
            them; a module of the game's package comes before these.
        zero_sum: Whether the points of all seats always add up to zero.
    """
    table = cells_of(options, pack, places, len(questions), cells)
    dtype, actions = state_dtype(table, options), actions_of(moves, pack, places[0], options)
    (start,) = cell_resetters(name, table, "deal")
    declared = Declared(
        name.rpartition("_v")[0], title, pack, places, moves, actions, table, questions,
        named or {}, lead,
    )  # fmt: skip
    check_declared(declared)
    derived = {
        "state": SimpleNamespace(STATE=dtype, ACTIONS=actions, CELLS=table),
        "rules": SimpleNamespace(
            deal=specialise(_deal, name, start_cells=start, set_up=deal, look_round=look),
            legal=legal_marker(name, moves, actions),
            apply=applier(name, moves, actions),
            score=score,
        ),
        "view": SimpleNamespace(
            FIELDS=view_fields(table, options), observe=card_observer(name, table, options, places)
        ),
        "redeal": SimpleNamespace(redeal=slot_redealer(name, pack, places, conflicts, look)),
        "text": Text(declared, package),
        "scene": scene_of(declared),
        "moments": moments_of(declared),
        "meanings": meanings_of(declared),
        "balance": SimpleNamespace(
            BALANCE=balance_of(declared, name, dtype, score, look is not nothing_more)
        ),
    }
    derived |= parts or {}
    return contract.build_game(
        package, name, title, summary, options, zero_sum=zero_sum, parts=derived
    )
