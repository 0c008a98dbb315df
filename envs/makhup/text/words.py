"""Cards, actions and open tables of Makhup as text; the rest of its words stands beside it."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from ...core.contract.fields import decode
from ...core.kit.seats import NOBODY, player_name
from ...kikisen.prizes import PARTS
from ...kikisen.words import ranks_in
from ..state import ACTIONS, DRAW, MOVES, NO_CARD, PASS, SPECIAL, SPECIAL_CARD, Cards


def rank_word(rank: int) -> str:
    """`7`, or `special`."""
    return "special" if rank == SPECIAL else str(rank)


def words_of(ranks: Iterable[int]) -> str:
    """`0 3 3 special`."""
    return " ".join(named(ranks))


def named(ranks: Iterable[int]) -> list[str]:
    """`["0", "3", "3", "special"]`."""
    return list(map(rank_word, ranks))


def listed(ranks: Cards) -> str:
    """`3 and 5`, `1, 2 and 5`."""
    *first, last = map(rank_word, ranks)
    return f"{', '.join(first)} and {last}"


def describe(state: np.void, action: int) -> str:
    """What a player says.

    `play 1 2 3 on 6`, `join 3 and 5 by 8`, `play 3 on special`, `play special`, `draw`, `pass`.
    """
    kind, _ = decode(ACTIONS, action)
    if kind in (DRAW, PASS):
        return kind.name
    if kind is SPECIAL_CARD:
        return "play special"
    cards, ends = MOVES[action]
    if len(ends) > 1:
        return f"join {listed(ends)} by {words_of(cards)}"
    return f"play {words_of(cards)} on {words_of(ends)}"


def snapshot(state: np.void) -> dict[str, Any]:
    """The open table as plain zones with rank names: everything, hidden cards included.

    Returns:
        A dict of JSON-able values: hands, open ends, table, gone pile and stock (its top last) as
        lists of ranks, whose turn it is (a player's name or None), the dealer, scores in points,
        and the public counters.
    """
    players = {player_name(seat): seat for seat in range(int(state["num_players"]))}
    stock = [int(rank) for rank in state["stock"] if rank != NO_CARD]
    is_over = state["to_move"] == NOBODY
    return {
        "hands": {name: named(ranks_in(state["hands"][seat])) for name, seat in players.items()},
        "ends": named(ranks_in(state["ends"])),
        "table": named(ranks_in(state["table"])),
        "gone": named(ranks_in(state["gone"])),
        "stock": named(stock),
        "to_move": None if is_over else player_name(state["to_move"]),
        "dealer": player_name(state["dealer"]),
        "season": int(state["season"]),
        "scores": {name: float(state["scores"][seat] / PARTS) for name, seat in players.items()},
        "reshuffles": int(state["reshuffles"]),
        "idle": int(state["idle"]),
    }
