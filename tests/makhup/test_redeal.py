"""What `redeal` deals (MHP-7.2): only worlds that the history allows, all of them, evenly.

A world is judged by playing its season again: the deal is the world's hands with what their players
have played since, and every action that was taken must be legal in it. That knows nothing of how
`redeal` excludes worlds.
"""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from fudaba.envs.core.words.reading import copied
from fudaba.envs.kikisen.words import ranks_in
from fudaba.envs.makhup import GAME
from fudaba.envs.makhup.state import MOVES, multiset

from ..kikisen.worlds import Season, Worlds, check_even, others, total_ways
from .positions import Table

Hands = tuple[tuple[int, ...], ...]

STRICT_OPTIONS: list[dict[str, Any]] = [
    {"draw_when_able": False},
    {"draw_when_able": False, "join_max": 3, "hand_size": 7},
    {"draw_when_able": False, "extend_fork": "highest_open", "hand_size": 4},
    {"stock_empty": "pass"},
    {"stock_empty": "pass", "draw_when_able": False, "join_max": 3},
    {},
]


def options(number: int, rng: random.Random) -> dict[str, Any]:
    return {"num_players": rng.randint(2, 6), **STRICT_OPTIONS[number % 6]}


def choose(state: np.void, keen: float, rng: random.Random) -> int:
    """Specials and plays are held back."""
    legal = GAME.legal_actions(state)
    return rng.choice(legal) if rng.random() < keen else legal[0]


def hands_in(state: np.void) -> Hands:
    return tuple(tuple(ranks_in(hand)) for hand in state["hands"])


def is_possible(world: np.void, season: Season, viewer: int) -> bool:
    """Whether every action of the season was legal with these hands, played back from the end."""
    held = [list(hand) for hand in hands_in(world)]
    for before, action in zip(season.tables[::-1], season.actions[::-1], strict=True):
        seat = int(before["to_move"])
        held[seat] = sorted([*held[seat], *MOVES[action][0]])
        table = copied(before)
        for player, hand in enumerate(held):
            table["hands"][player] = multiset(tuple(hand))
        if action not in GAME.legal_actions(table):
            return False
    return True


def places(state: np.void, viewer: int) -> tuple[list[int], list[int]]:
    """The other hands; the rest is the stock, as long as nobody knows what is in it."""
    seats = others(state, viewer)
    cards = [rank for seat in seats for rank in ranks_in(state["hands"][seat])]
    if state["reshuffles"] == 0:
        cards += state["stock"][: int(state["stock_size"])].tolist()
    return cards, [int(state["hand_sizes"][seat]) for seat in seats]


def lay(table: np.void, viewer: int, dealt: list[tuple[int, ...]]) -> None:
    for seat, hand in zip(others(table, viewer), dealt[:-1], strict=True):
        table["hands"][seat] = multiset(hand)


WORLDS = Worlds(GAME, options, choose, hands_in, places, lay, is_possible)


def test_MHP_7_2_a_redealt_world_shows_the_same_and_fits_the_whole_history() -> None:
    checked = proofs = 0
    for season, viewer in WORLDS.positions(90, 31):
        if season.rng.random() > 0.3:
            continue
        world = WORLDS.redealt(season, viewer)
        assert WORLDS.shows_the_same(world, season.state, viewer)
        WORLDS.check_world(world, season, viewer)
        proofs += bool(season.state["barred_ranks"].any())
        checked += 1
    assert checked > 300 and proofs > 80


def test_MHP_7_2_a_redealt_world_has_all_cards_and_keeps_a_known_stock() -> None:
    known = 0
    for season, viewer in WORLDS.positions(60, 8):
        world, truth = Table(WORLDS.redealt(season, viewer)), Table(season.state)
        hidden = [Counter(f"{table.stock} {' '.join(map(table.hand, table.seats))}".split())
                  for table in (world, truth)]  # fmt: skip
        assert hidden[0] == hidden[1]
        if season.state["reshuffles"]:
            assert sorted(world.stock) == sorted(truth.stock)
            known += 1
    assert known > 50


def test_MHP_7_2_a_redealt_world_does_not_depend_on_the_true_one() -> None:
    assert WORLDS.check_independence(40, 5) > 300


def test_MHP_7_2_redeal_reaches_every_possible_world_and_no_other() -> None:
    num_positions = num_excluded = 0
    for season, viewer in WORLDS.late_positions(150, 17, most=400):
        worlds = WORLDS.all(season.state, viewer)
        possible = WORLDS.possible(worlds, season, viewer)
        WORLDS.check_reached(possible, season, viewer)
        num_positions += 1
        num_excluded += len(worlds) - len(possible)
    assert num_positions > 40 and num_excluded > 100


def test_MHP_7_2_every_deal_of_the_hidden_cards_is_equally_likely() -> None:
    tests = []
    for season, viewer in WORLDS.late_positions(120, 23, most=60):
        worlds = WORLDS.all(season.state, viewer)
        possible = WORLDS.possible(worlds, season, viewer)
        if len(possible) > 1 and total_ways(worlds) <= 3 * total_ways(possible):
            tests.append(WORLDS.evenness(possible, season, viewer))
    check_even(tests)


@pytest.mark.parametrize("seed", range(4))
def test_MHP_7_2_two_players_know_all_once_the_pile_was_reshuffled(seed: int) -> None:
    for season in WORLDS.season({"num_players": 2}, random.Random(seed)):
        if season.state["reshuffles"]:
            assert hands_in(WORLDS.redealt(season, 0)) == hands_in(season.state)
