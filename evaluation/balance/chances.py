"""Chances to win from a position, estimated by playouts in random worlds.

The hidden cards of a position are dealt anew, as far as a seat can't know them, and greedy plays in
all seats to the end. So a chance is what somebody with that seat's knowledge could estimate, not
what follows from the true cards; and it is that of a game among greedy players.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fudaba.agents.compiled_network import Network, no_network, specialise_play
from fudaba.agents.greedy import advice
from fudaba.envs import NO_ACTION, Game
from fudaba.envs.core.compiling.kernel import Kernel, unbound
from fudaba.envs.core.kit.rng import stream_starts
from fudaba.envs.core.stepping.loops import nth_legal

from ..statistics import FloatArray, IntArray

MARK = 0x6368616E63657321  # "chances!", so that no world is dealt as one of the games is

legal = apply = observe = score = decide = redeal = unbound


def _play_worlds(
    states: np.ndarray,
    positions: np.ndarray,
    viewers: np.ndarray,
    actions: np.ndarray,
    starts: np.ndarray,
    wins: np.ndarray,
    table: np.ndarray,
    view: np.ndarray,
    observation: np.ndarray,
    mask: np.ndarray,
    scores: np.ndarray,
    network: Network,
) -> None:
    """Deals a world for each row and plays it out; fills `wins` with shares of the first place.

    Args:
        states: [N] state records.
        positions: int64[K], the state of each row.
        viewers: int64[K], the seat whose knowledge the world fits.
        actions: int64[K], the first action, or NO_ACTION.
        starts: uint64[K], the random streams of the worlds.
        wins: float64[K, P].
        table: [1], a state record, as scratch.
        view: [1], a view record, as scratch.
        observation: The same memory as a flat array.
        mask: int8[A], as scratch.
        scores: float64[P], as scratch.
        network: See `no_network`.
    """
    for row in range(len(positions)):
        table[0] = states[positions[row]]
        state = table[0]
        state["rng"] = starts[row]
        redeal(state, viewers[row])
        if actions[row] != NO_ACTION:
            apply(state, actions[row])
        while state["to_move"] >= 0:
            if legal(state, mask) == 1:
                apply(state, nth_legal(mask, 0))
            else:
                observe(state, np.int64(state["to_move"]), view[0])
                apply(state, decide(state, view[0], observation, mask, network))
        score(state, scores)
        most, count = scores[0], 0
        for seat in range(wins.shape[1]):
            most = max(most, scores[seat])
        for seat in range(wins.shape[1]):
            count += scores[seat] == most
        for seat in range(wins.shape[1]):
            wins[row, seat] = (scores[seat] == most) / count


@cache
def _compiled(game: Game) -> Kernel:
    return specialise_play(_play_worlds, game, by_network=False, redeal=game.kernels.redeal)


@dataclass(frozen=True)
class PlayoutRow:
    """A request: random worlds of one position, to be played out.

    Attributes:
        position: The index of the state.
        viewer: The seat whose knowledge the worlds fit.
        action: The first action, or NO_ACTION.
        first: The number of the first world; worlds of one number and one position are the same.
        count: The number of worlds.
    """

    position: int
    viewer: int
    action: int
    first: int
    count: int


def wins_in_worlds(game: Game, states: NDArray[Any], rows: list[PlayoutRow]) -> list[FloatArray]:
    """Plays worlds out and returns each seat's share of the first place in each of them.

    Args:
        game: The game.
        states: State records of shape [N], those of one game in their order; the first one's
            random stream is the seed of the worlds.
        rows: The worlds.

    Returns:
        For each row float64[count, P].
    """
    counts = [row.count for row in rows]
    numbers = np.concatenate([np.arange(row.count) + row.first for row in rows])
    positions = _repeated([row.position for row in rows], counts)
    streams = (positions.astype(np.uint64) << np.uint64(32)) | numbers.astype(np.uint64)
    wins = np.zeros((len(positions), int(states[0]["num_players"])))
    view = np.empty(1, game.view_dtype)
    _compiled(game)(
        states,
        positions,
        _repeated([row.viewer for row in rows], counts),
        _repeated([row.action for row in rows], counts),
        stream_starts(states[0]["rng"] ^ np.uint64(MARK), streams),
        wins,
        np.empty(1, game.state_dtype),
        view,
        game.flat(view)[0],
        np.empty(game.num_actions, np.int8),
        np.zeros(game.max_players),
        no_network(advice(game).weights),
    )
    return np.split(wins, np.cumsum(counts)[:-1])


def _repeated(values: list[int], counts: list[int]) -> IntArray:
    return np.repeat(np.array(values, np.int64), counts)


def chances(game: Game, states: NDArray[Any], positions: IntArray, worlds: int) -> FloatArray:
    """Returns each seat's chance to win in some positions of a game: float64[C, P].

    A chance is the mean over the worlds of all seats' knowledge, the same number for each seat:
    what the players believe on average. A shared first place is a part of one.

    Args:
        game: The game.
        states: The state records of the game.
        positions: int64[C], the positions, none of them the end.
        worlds: The number of worlds for each seat's knowledge.
    """
    seats = int(states[0]["num_players"])
    rows = [
        PlayoutRow(position, viewer, NO_ACTION, viewer * worlds, worlds)
        for position in positions.tolist()
        for viewer in range(seats)
    ]
    means = [won.mean(axis=0) for won in wins_in_worlds(game, states, rows)]
    return np.array(means).reshape(len(positions), seats, seats).mean(axis=1)
