"""Exact values in Kuhn poker, by counting through all deals and information sets."""

from collections.abc import Iterator
from itertools import permutations

import numpy as np

from fudaba.agents.agent import ReactiveAgent

from .game import GAME, KuhnOptions

DEALS = list(permutations(range(5), 2))
Tables = list[np.ndarray]  # each of one state


def best_response_value(target: ReactiveAgent) -> float:
    """The most that can be won a game against a deterministic target, over both seats."""
    won = 0.0
    for seat in range(2):
        for own in range(5):
            won += _best([_dealt(cards) for cards in DEALS if cards[seat] == own], seat, target)
    return won / (2 * len(DEALS))


def value_against(agent: ReactiveAgent, target: ReactiveAgent) -> float:
    """What a deterministic agent wins a game against a deterministic target, over both seats."""
    won = 0.0
    for seat in range(2):
        for table in map(_dealt, DEALS):
            while table[0]["to_move"] >= 0:
                _play(table, agent if table[0]["to_move"] == seat else target)
            won += _points(table, seat)
    return won / (2 * len(DEALS))


def _best(tables: Tables, seat: int, target: ReactiveAgent) -> float:
    """The sum over tables that look alike to a seat of what its best play wins there."""
    while tables[0][0]["to_move"] == 1 - seat:
        for table in tables:
            _play(table, target)
        groups = list(_alike(tables))
        if len(groups) > 1:
            return sum(_best(group, seat, target) for group in groups)
    if tables[0][0]["to_move"] < 0:
        return sum(_points(table, seat) for table in tables)
    return max(_best(_after(tables, action), seat, target) for action in range(2))


def _alike(tables: Tables) -> Iterator[Tables]:
    """The tables by the last move, which everybody has seen."""
    for action in range(2):
        group = [t for t in tables if t[0]["moves"][t[0]["num_moves"] - 1] == action]
        if group:
            yield group


def _after(tables: Tables, action: int) -> Tables:
    copies = [table.copy() for table in tables]
    for table in copies:
        GAME.kernels.apply(table[0], action)
    return copies


def _dealt(cards: tuple[int, ...]) -> np.ndarray:
    table = np.zeros(1, GAME.state_dtype)
    KuhnOptions().write(table[0])
    GAME.kernels.deal(table[0])
    table[0]["card"] = cards
    return table


def _play(table: np.ndarray, agent: ReactiveAgent) -> None:
    views, masks = np.zeros(1, GAME.view_dtype), np.zeros((1, 2), np.int8)
    GAME.kernels.legal(table[0], masks[0])
    GAME.kernels.observe(table[0], int(table[0]["to_move"]), views[0])
    action = agent.act(GAME.flat(views), masks, np.random.default_rng(0))[0]
    GAME.kernels.apply(table[0], int(action))


def _points(table: np.ndarray, seat: int) -> float:
    points = np.zeros(2)
    GAME.kernels.score(table[0], points)
    return float(points[seat])
