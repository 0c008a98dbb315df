"""Cards, actions, news and open tables of Makhup as text."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from ..cards.melds import count_of
from ..core.fields import ActionKind, decode
from ..core.seats import NOBODY, player_name
from ..kikisen.prizes import PARTS
from ..kikisen.words import season_words
from .rules import can_turn
from .state import (
    ACTIONS,
    DRAW,
    JOIN_THREE,
    MOVES,
    NO_CARD,
    NUM_RANKS,
    PASS,
    SPECIAL,
    SPECIAL_CARD,
    Cards,
)


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


def ranks_in(cards: int) -> list[int]:
    """A multiset as ranks in rising order."""
    return ranks_of(np.array([count_of(cards, rank) for rank in range(NUM_RANKS)]))


def ranks_of(counts: np.ndarray) -> list[int]:
    """Counts by rank, as views have them, as ranks in rising order."""
    ranks: list[int] = np.repeat(np.arange(NUM_RANKS), counts).tolist()
    return ranks


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


def why_illegal(state: np.void, action: int) -> str:
    """The clause that forbids an action to the seat to move."""
    kind, _ = decode(ACTIONS, action)
    if kind is DRAW:
        return _why_no_draw(state)
    if kind is PASS:
        return "a draw or a play is possible (MHP-4.1)."
    return _why_no_play(state, kind, *MOVES[action])


def _why_no_draw(state: np.void) -> str:
    if can_turn(state):
        return "a card can be played, and draw_when_able is off (MHP-4.1)."
    return "there is no card left that could be turned (MHP-4.3)."


def _why_no_play(state: np.void, kind: ActionKind, cards: Cards, ends: Cards) -> str:
    if kind is JOIN_THREE and state["join_max"] < len(ends):
        return "a card may join two ends, with this join_max (MHP-4.1)."
    for zone, ranks, where in [
        (state["hands"][state["to_move"]], cards, "in the hand"),
        (state["ends"], ends, "among the open ends"),
    ]:
        for rank in ranks:
            wanted, there = ranks.count(rank), count_of(zone, rank)
            if there < wanted:
                count = "no" if there == 0 else f"only {there}"
                clause = "MHP-5.1" if rank == SPECIAL and kind is SPECIAL_CARD else "MHP-4.1"
                return f"there is {count} {rank_word(rank)} {where} ({clause})."
    raise ValueError(f"{words_of(cards)} is a legal play")


def news(before: np.void, after: np.void, seat: int) -> str:
    """What was turned up, reshuffles, and how a season ended."""
    is_new = after["season"] > before["season"]
    parts = [season_words(before, after, seat)] if is_new else []
    if after["on_turn"].any() or not is_new:
        parts += _turned_words(before, after, is_new)
    return "; ".join(parts)


def _turned_words(before: np.void, after: np.void, is_new: bool) -> list[str]:
    """`the gone pile is the new stock`, `turned up: 2 special`."""
    words = []
    reshuffles = 0 if is_new else int(before["reshuffles"])
    if after["reshuffles"] > reshuffles:
        words.append("the gone pile is shuffled to be the stock")
    turned = _turned(before, after, is_new)
    return [*words, f"turned up: {words_of(turned)}"] if turned else words


def _turned(before: np.void, after: np.void, is_new: bool) -> list[int]:
    """The ranks that were turned up: all of a table that was cleared, or what a draw brought."""
    played = int(before["hand_sizes"].sum() - after["hand_sizes"].sum())
    has_gone = after["reshuffles"] > before["reshuffles"] or (after["gone"] != before["gone"]).any()
    if is_new or (played and has_gone):
        return ranks_of(after["table"])
    return [] if played else ranks_of(after["table"] - before["table"])


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
