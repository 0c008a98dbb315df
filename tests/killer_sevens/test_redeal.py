"""What `redeal` deals (KIL-7.1, 7.2): only worlds that the history allows, and all of them.

A world is judged by playing its game again: its deal is read off the table (a card that lies
there was dealt to who laid it), and every action that was taken must be legal in it and show the
viewer what he saw then. That knows nothing of how `redeal` excludes worlds.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from scipy import stats

from fudaba.envs.cards.laying import ELIMINATED
from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.killer_sevens import GAME
from fudaba.envs.killer_sevens.board import GRID, NUM_CELLS, board_of
from fudaba.envs.killer_sevens.rules import begin, deal
from fudaba.envs.killer_sevens.state import PASS_ACTION

from .. import tables
from ..tables import without_rng
from ..test_conformance import positions as random_positions
from .positions import new_state

MIXES: list[dict[str, Any]] = [
    {},
    {"voluntary_pass": False},
    {"voluntary_pass": False, "group_kill": "any_shape", "row_order": "random"},
    {"pass_limit": 1},
    {"pass_limit": 0, "columns_wrap": True, "side_death": True},
    {"pass_limit": 1, "pass_exhaust": "eliminate"},
    {"pass_limit": 4, "pass_exhaust": "eliminate", "sides_needed": 2},
    {"pass_limit": 3, "pass_exhaust": "eliminate", "group_kill": "rectangle"},
    {"pass_limit": 5, "pass_exhaust": "eliminate", "voluntary_pass": False, "all_pass": "end"},
]


@dataclass
class Game:
    """A game on its way, with all that its players have seen."""

    options: dict[str, Any]
    state: np.void
    actions: list[int] = field(default_factory=list)
    seen: list[list[bytes]] = field(default_factory=list)  # per decision and seat

    @property
    def seats(self) -> range:
        return range(int(self.state["num_players"]))

    def take(self, action: int) -> None:
        self.seen.append([shown(self.state, seat) for seat in self.seats])
        self.actions.append(action)
        GAME.kernels.apply(self.state, action)


def shown(state: np.void, seat: int) -> bytes:
    """All that a seat gets to see: its view, and its mask if it is to move."""
    mask = np.zeros(GAME.num_actions, np.int8)
    if state["to_move"] == seat:
        GAME.kernels.legal(state, mask)
    return bytes(GAME.view(state, seat).tobytes() + mask.tobytes())


def positions_of_a_game(options: dict[str, Any], seed: int) -> Iterator[Game]:
    """One game, at its first decision, its second, ... and at its end; often somebody passes."""
    rng = random.Random(seed)
    eagerness = rng.choice([0.0, 0.6])
    state = new_state(**options)
    state["rng"] = rng.getrandbits(64)
    deal(state)
    game = Game(options, state)
    while state["to_move"] != NOBODY:
        yield game
        legal = GAME.legal_actions(state)
        passes = PASS_ACTION in legal and rng.random() < eagerness
        game.take(PASS_ACTION if passes else rng.choice(legal))
    yield game


def varied_games(count: int, seed: int) -> Iterator[tuple[random.Random, Iterator[Game]]]:
    """Games under every mix of house rules in turn."""
    rng = random.Random(seed)
    for number in range(count):
        options = {"num_players": rng.randint(2, 6), **MIXES[number % len(MIXES)]}
        yield rng, positions_of_a_game(options, rng.getrandbits(32))


redealt = partial(tables.redealt, GAME)


def is_possible(world: np.void, game: Game, viewer: int) -> bool:
    """Whether a viewer can't exclude a world: its game played again shows him just the same."""
    state = new_state(**game.options)
    state["suits"] = world["suits"]
    for seat in game.seats:
        laid = np.flatnonzero(world["laid_by"] == seat).tolist()
        state["hands"][seat] = world["hands"][seat] | board_of(laid)
    begin(state)
    for action, seen in zip(game.actions, game.seen, strict=True):
        if state["to_move"] == NOBODY or shown(state, viewer) != seen[viewer]:
            return False
        if action not in GAME.legal_actions(state):
            return False
        GAME.kernels.apply(state, action)
    if shown(state, viewer) != shown(game.state, viewer):
        return False
    assert without_rng(state) == without_rng(world), "everything else follows from the deal"
    return True


def test_KIL_7_2_a_redealt_world_shows_the_same_and_agrees_with_the_whole_history() -> None:
    checked = moved = proofs = eliminations = 0
    for rng, positions in varied_games(270, 1):
        for game in positions:
            if rng.random() > 0.1:
                continue
            viewer = rng.choice(game.seats)
            world = redealt(game.state, viewer, rng.getrandbits(64))
            assert shown(world, viewer) == shown(game.state, viewer)
            assert is_possible(world, game, viewer), (game.options, game.actions, viewer)
            checked += 1
            moved += without_rng(world) != without_rng(game.state)
            proofs += bool((game.state["barred"] & ~game.state["laid"]).any())
            eliminations += bool((game.state["status"] == ELIMINATED).any())
    # So many that each kind of proof must have been at work.
    assert checked > 300 and moved > 200 and proofs > 50 and eliminations > 20


def test_KIL_7_1_a_redealt_world_does_not_depend_on_the_true_one() -> None:
    moved = 0
    for rng, positions in varied_games(30, 5):
        for game in positions:
            viewer, start = rng.choice(game.seats), rng.getrandbits(64)
            other = redealt(game.state, viewer, rng.getrandbits(64))
            moved += without_rng(other) != without_rng(game.state)
            world, same = redealt(game.state, viewer, start), redealt(other, viewer, start)
            assert without_rng(world) == without_rng(same)
            assert world["rng"] == same["rng"] != start
    assert moved > 300


def hidden_sizes(state: np.void, viewer: int) -> dict[int, int]:
    """The hand sizes of the other players."""
    seats = range(int(state["num_players"]))
    return {seat: int(state["hand_size"][seat]) for seat in seats if seat != viewer}


def count_arrangements(state: np.void, viewer: int) -> int:
    """In how many ways the hidden cards can lie in the hidden hands."""
    left, count = sum(hidden_sizes(state, viewer).values()), 1
    for size in hidden_sizes(state, viewer).values():
        count *= comb(left, size)
        left -= size
    return count


def split(cells: tuple[int, ...], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to deal cards into hands of these sizes."""
    if not sizes:
        yield []
        return
    for hand in combinations(cells, sizes[0]):
        rest = tuple(cell for cell in cells if cell not in hand)
        for hands in split(rest, sizes[1:]):
            yield [hand, *hands]


def arrangements(state: np.void, viewer: int) -> list[np.void]:
    """Every assignment of the hidden cards to the hidden hands, whatever the history says."""
    hidden = int(GRID & ~(state["laid"] | state["hands"][viewer]))
    cells = tuple(cell for cell in range(NUM_CELLS) if hidden >> cell & 1)
    sizes = hidden_sizes(state, viewer)
    worlds = []
    for hands in split(cells, list(sizes.values())):
        world: np.void = state.reshape(1).copy()[0]
        for seat, hand in zip(sizes, hands, strict=True):
            world["hands"][seat] = board_of(list(hand))
        worlds.append(world)
    return worlds


def test_KIL_7_2_redeal_reaches_every_possible_world_evenly_and_no_other() -> None:
    p_values, excluded = [], 0
    for rng, positions in varied_games(180, 17):
        for game in positions:
            viewer = rng.choice(game.seats)
            over = game.state["to_move"] == NOBODY
            if over or not 1 < count_arrangements(game.state, viewer) <= 60:
                continue
            worlds = arrangements(game.state, viewer)
            possible = {without_rng(w) for w in worlds if is_possible(w, game, viewer)}
            assert without_rng(game.state) in possible
            drawn = Counter(
                without_rng(redealt(game.state, viewer, rng.getrandbits(64)))
                for _ in range(40 * len(possible))
            )
            assert drawn.keys() == possible, (game.options, game.actions, viewer)
            excluded += len(worlds) - len(possible)
            if 1 < len(possible) and len(worlds) <= 4 * len(possible):  # found by uniform dealing
                p_values.append(stats.chisquare(list(drawn.values())).pvalue)
            break
    assert len(p_values) > 20 and excluded > 50, "positions with and without a proof"
    assert min(p_values) > 0.001 / len(p_values)


def test_KIL_7_4_two_players_hide_nothing() -> None:
    for seed in range(6):
        for state in random_positions(GAME, {"num_players": 2}, seed):
            for seat in range(2):
                world = np.array([state])[0]
                GAME.kernels.redeal(world, seat)
                assert GAME.words.snapshot(world) == GAME.words.snapshot(state)
