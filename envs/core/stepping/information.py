"""Keys of information sets: all that a seat has seen and done in a game so far.

A key is a hash of 128 bits. It chains the views of the seat, one for each step that changed what
the seat sees, and the seat's own actions. Two information sets of a game share a key by chance less
than once in 10^20 trees of a billion sets. The keys change with the views of a game.
"""

from functools import cache

import numpy as np

from ..compiling.kernel import (
    Kernel,
    kernel,
    specialise,
    unbound,
    wait_for_compile,
    wrapping_kernel,
)
from ..contract.game import Game
from .tables import Tables

ONE, OTHER = np.uint64(0x9FB21C651E98DF25), np.uint64(0xD6E8FEB86659FD93)  # odd
SHIFT = np.uint64(32)
AFTER_DEAL = -1

observe = look = start = unbound


@wrapping_kernel
def mix(key: np.ndarray, word: np.uint64) -> None:
    """Chains a word to a key, uint64[2]."""
    one, other = (key[0] ^ word) * ONE, (key[1] + word) * OTHER
    key[0] = one ^ (one >> SHIFT)
    key[1] = other ^ (other >> SHIFT)


@kernel
def hash_view(words: np.ndarray, seen: np.ndarray) -> None:
    """Fills the hash of a view, uint64[2], from its memory as uint64."""
    seen[0], seen[1] = ONE, OTHER
    for position in range(len(words)):
        mix(seen, words[position])


@wait_for_compile
@kernel
def _hash_views(views: np.ndarray, seen: np.ndarray) -> None:
    """Fills uint64[B, 2] with the hashes of views, uint64[B, W]."""
    for row in range(len(views)):
        hash_view(views[row], seen[row])


def view_hashes(observations: np.ndarray) -> np.ndarray:
    """Returns the hashes of views, uint64[B], from observations int8 or int16 [B, D]."""
    size = observations.itemsize * observations.shape[1]
    memory = np.zeros((len(observations), -(-size // 8) * 8), np.uint8)
    memory[:, :size] = np.ascontiguousarray(observations).view(np.uint8)
    seen = np.zeros((len(observations), 2), np.uint64)
    _hash_views(memory.view(np.uint64), seen)
    return np.ascontiguousarray(seen[:, 0])


def _look(
    state: np.void,
    seat: int,
    key: np.ndarray,
    seen: np.ndarray,
    views: np.ndarray,
    words: np.ndarray,
) -> None:
    """Chains the view of a seat to its key, unless the seat sees what it saw before.

    Args:
        state: The table.
        seat: The seat.
        key: uint64[2], the chain so far.
        seen: uint64[2], the hash of the last view; that of this one afterwards.
        views: [1], a view record, as scratch.
        words: The same memory as uint64.
    """
    one, other = seen[0], seen[1]
    observe(state, seat, views[0])
    hash_view(words, seen)
    if seen[0] != one or seen[1] != other:
        mix(key, seen[0])
        mix(key, seen[1])


def _start(
    state: np.void,
    seat: int,
    key: np.ndarray,
    seen: np.ndarray,
    views: np.ndarray,
    words: np.ndarray,
) -> None:
    """Begins the key of a seat with its first view; see `_look`."""
    key[0], key[1] = seat, 0
    seen[0], seen[1] = 0, 0
    look(state, seat, key, seen, views, words)


def _follow(
    states: np.ndarray,
    rows: np.ndarray,
    movers: np.ndarray,
    actions: np.ndarray,
    keys: np.ndarray,
    seen: np.ndarray,
    views: np.ndarray,
    words: np.ndarray,
) -> None:
    """Brings the keys of all seats up to date after a step at some tables, or after the deal.

    Args:
        states: [N] state records.
        rows: int64[B], the tables.
        movers: int64[N], who moved; AFTER_DEAL after the deal.
        actions: int64[N], what they did.
        keys: uint64[N, P, 2], by seat.
        seen: uint64[N, P, 2], by seat, the hash of the last view.
        views: [1], a view record, as scratch.
        words: The same memory as uint64.
    """
    for row in rows:
        for seat in range(states[row]["num_players"]):
            if movers[row] < 0:
                start(states[row], seat, keys[row, seat], seen[row, seat], views, words)
                continue
            if movers[row] == seat:
                mix(keys[row, seat], np.uint64(actions[row]))
            look(states[row], seat, keys[row, seat], seen[row, seat], views, words)


@cache
def key_kernels(game: Game) -> dict[str, Kernel]:
    """Returns `look` and `start` of a game by these names, for loops that keep keys."""
    look = specialise(_look, game.name, observe=game.kernels.observe)
    return {"look": look, "start": specialise(_start, game.name, look=look)}


@cache
def _follow_of(game: Game) -> Kernel:
    return wait_for_compile(specialise(_follow, game.name, **key_kernels(game)))


def new_view(game: Game) -> tuple[np.ndarray, np.ndarray]:
    """Returns an empty view record, shape [1], and the same memory as uint64, zeros behind it."""
    size = game.view_dtype.itemsize
    words = np.zeros(-(-size // 8), np.uint64)
    return words.view(np.uint8)[:size].view(game.view_dtype), words


class FollowedKeys:
    """The keys of the information sets at some tables, as a listener of `Tables`.

    Attributes:
        keys: uint64[N, P, 2], by table and seat; of games that were followed from the deal on.
    """

    def __init__(self, tables: Tables) -> None:
        """Begins with games that were just dealt."""
        self.keys = np.zeros((tables.num_tables, tables.game.max_players, 2), np.uint64)
        self._seen = np.zeros_like(self.keys)
        self._follow, self._view = _follow_of(tables.game), new_view(tables.game)
        self._movers = np.full(tables.num_tables, AFTER_DEAL)
        self._update(tables, np.arange(tables.num_tables), self._movers)

    def _update(self, tables: Tables, rows: np.ndarray, actions: np.ndarray) -> None:
        self._follow(tables.states, rows, self._movers, actions, self.keys, self._seen, *self._view)

    def before_step(self, tables: Tables, actions: np.ndarray) -> None:
        """Notes who moves."""
        self._movers = tables.to_move.copy()

    def after_step(self, tables: Tables, actions: np.ndarray) -> None:
        """Brings the keys up to date."""
        if tables.redeal_finished:
            self._movers[tables.dones] = AFTER_DEAL
        self._update(tables, np.flatnonzero(actions >= 0), actions)
