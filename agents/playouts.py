"""Playouts: every legal move is followed by a game to the end, played by greedy or a network."""

from functools import cache
from typing import Self

import numpy as np

from fudaba.envs import NOBODY, Game
from fudaba.envs.core.compiling.kernel import Kernel, unbound
from fudaba.envs.core.stepping.loops import nth_legal
from fudaba.envs.core.stepping.threads import Threads

from .compiled_network import Network, no_network, specialise_play
from .greedy import advice
from .greedy import observe_partial as observe_partial_of


class Playouts:
    """Plays out the moves of tables or of sampled worlds.

    All moves of a table are played with the same hidden cards and the same random stream, so that
    the difference between two moves is not lost in the difference between two deals.
    """

    def __init__(self, game: Game, num_threads: int = 1, network: Network | None = None) -> None:
        """Compiles the playouts of a game.

        Args:
            game: The game.
            num_threads: Threads that share the work, at least 1.
            network: The network that plays in all seats; None for greedy, or for random moves in a
                game without a heuristic.
        """
        self._game = game
        self._num_threads = num_threads
        self._threads = Threads(num_threads)
        self._network = network
        self._player = network or no_network(advice(game).weights)
        self._play_out_moves = compiled_playouts(game, network is not None)

    def __reduce__(self) -> tuple[type[Self], tuple[Game, int, Network | None]]:
        """Pickles the arguments of the constructor: threads and compiled loops can't be pickled."""
        return type(self), (self._game, self._num_threads, self._network)

    def points(self, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Returns the points of the seat to move at the end of the game, for each of its moves.

        Args:
            states: [N] state records, which are not changed.
            masks: int8[N, A], the moves to try, all legal.

        Returns:
            float64[N, A], 0 for moves that were not tried.
        """
        points = np.zeros(masks.shape)

        def work(first: int, last: int) -> None:
            table = np.empty(1, self._game.state_dtype)
            view = np.empty(1, self._game.view_dtype)
            observation = self._game.flat(view)[0]
            mask = np.empty(self._game.num_actions, np.int8)
            scores = np.zeros(self._game.max_players)
            network = self._player.with_own_scratch()
            self._play_out_moves(
                *(states, masks, points, first, last),
                *(table, view, observation, mask, scores, network),
            )

        self._threads.share(len(states), work)
        return points


legal = apply = observe = score = settled_points = observe_partial = decide = play_out = unbound


def _play_out(
    state: np.void,
    seat: int,
    view: np.void,
    observation: np.ndarray,
    mask: np.ndarray,
    scores: np.ndarray,
    network: Network,
) -> float:
    """Plays a game until the points of a seat are settled, and returns them.

    All seats decide in the same way.
    """
    while state["to_move"] >= 0:
        settled = settled_points(state, seat)
        if not np.isnan(settled):
            return settled
        if legal(state, mask) == 1:
            apply(state, nth_legal(mask, 0))
        else:
            observe_partial(state, np.int64(state["to_move"]), view)
            apply(state, decide(state, view, observation, mask, network))
    score(state, scores)
    return scores[seat]


def _play_out_moves(
    states: np.ndarray,
    masks: np.ndarray,
    points: np.ndarray,
    first: int,
    last: int,
    table: np.ndarray,
    view: np.ndarray,
    observation: np.ndarray,
    mask: np.ndarray,
    scores: np.ndarray,
    network: Network,
) -> None:
    """Plays out every move of the tables first..last-1, and fills their rows of `points`.

    Args:
        states: [N] state records.
        masks: int8[N, A], the moves to try.
        points: float64[N, A].
        first: The first table.
        last: One past the last table.
        table: [1], a state record, as scratch.
        view: [1], a view record, as scratch.
        observation: The same memory as a flat array, int8 or int16 [D].
        mask: int8[A], as scratch.
        scores: float64[P], as scratch.
        network: The network that the seats follow, or `no_network`.
    """
    for number in range(first, last):
        seat = np.int64(states[number]["to_move"])
        if seat != NOBODY:
            observe(
                states[number], seat, view[0]
            )  # for the fields that `observe_partial` leaves alone
        for move in range(masks.shape[1]):
            if masks[number, move] != 0:
                table[0] = states[number]
                apply(table[0], move)
                points[number, move] = play_out(
                    table[0], seat, view[0], observation, mask, scores, network
                )


@cache
def compiled_playouts(game: Game, by_network: bool) -> Kernel:
    """Returns the compiled playouts of one game, by a network or by greedy."""
    seen = game.kernels.observe if by_network else observe_partial_of(game)
    play_out = specialise_play(
        _play_out,
        game,
        by_network,
        settled_points=game.kernels.settled_points,
        observe_partial=seen,
    )
    return specialise_play(_play_out_moves, game, by_network, play_out=play_out)
