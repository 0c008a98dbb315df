"""Plays a heuristic in one seat against an opponent in all others, in compiled code.

Every deal is played once from every seat. Random players draw from a stream of the deal and the
seat, so two players of the same seat meet the same cards and the same dice.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from fudaba.agents.compiled_network import Network, no_network, specialise_play
from fudaba.agents.greedy import heuristic
from fudaba.envs import Game, Options, Tables
from fudaba.envs.core.compiling.kernel import Kernel, unbound
from fudaba.envs.core.kit.rng import draw_below, stream_start
from fudaba.envs.core.stepping.loops import nth_legal
from fudaba.envs.core.stepping.threads import Threads
from fudaba.evaluation.statistics import FloatArray

# As in the state of a table: `rng` counts, and a key of zero makes it SplitMix64.
DICE = np.dtype([("rng", np.uint64), ("rng_key", np.uint64, 2)])
BLOCK = 256  # deals between two moments at which Ctrl-C is heard


@dataclass(frozen=True)
class Opponent:
    """The policy that fills every seat but the one of the tested heuristic.

    Attributes:
        name: Its name in reports.
        network: A network, or weights of the heuristic as `no_network` wraps them.
        by_network: Whether the network decides; if not, the heuristic does.
        is_random: Whether it draws legal actions uniformly instead of deciding.
    """

    name: str
    network: Network
    by_network: bool = False
    is_random: bool = False


def heuristic_field(name: str, weights: np.void) -> Opponent:
    """Returns the opponent that follows the heuristic with some weights.

    Args:
        name: Its name in reports.
        weights: The record of the weights.
    """
    return Opponent(name, no_network(weights))


class Deals:
    """Deals that can be played again and again.

    Attributes:
        game: The game.
        options: Its house rules.
        states: The state records of the deals, which are never changed: [D].
    """

    def __init__(self, game: Game, options: Options, seed: int, count: int) -> None:
        """Deals the deals 0 to `count - 1` of a seed."""
        self.game, self.options = game, options
        tables = Tables(game, options, count, seed, redeal_finished=False)
        self.states = tables.states
        self._starts = np.arange(count, dtype=np.uint64)

    def points_alone(self, weights: np.void, field: Opponent, threads: Threads) -> FloatArray:
        """Returns the points of the heuristic in each seat, against an opponent in all others.

        Args:
            weights: The record of the weights of the one seat.
            field: The opponent in all other seats.
            threads: Share the work; the result does not depend on them.

        Returns:
            float64[D, P], from each of the P seats.
        """
        points = np.zeros((len(self.states), self.options.num_players))
        work = self._work(weights, field, points)
        for start in range(0, len(points), BLOCK):
            size = min(BLOCK, len(points) - start)
            threads.share(size, lambda *span, at=start: work(at + span[0], at + span[1]))
        return points

    def _work(
        self, weights: np.void, field: Opponent, points: FloatArray
    ) -> Callable[[int, int], None]:
        """Returns the function that plays the deals of a span."""
        game, play = self.game, compiled_playing(self.game, field.by_network)

        def work(first: int, last: int) -> None:
            view = np.empty(1, game.view_dtype)
            play(
                *(self.states, self._starts, weights, points, first, last),
                *(field.network.with_own_scratch(), field.is_random),
                *(np.empty(1, game.state_dtype), view, game.flat(view)[0]),
                *(np.empty(game.num_actions, np.int8), np.zeros(1, DICE)),
                np.zeros(game.max_players),
            )

        return work


legal = apply = observe = score = decide = choose = play_game = unbound


def _play_game(
    state: np.void,
    seat: int,
    weights: np.void,
    network: Network,
    is_random: bool,
    view: np.void,
    observation: np.ndarray,
    mask: np.ndarray,
    dice: np.void,
) -> None:
    """Plays a game to its end: the heuristic in one seat, the opponent in all others."""
    while state["to_move"] >= 0:
        mover = np.int64(state["to_move"])
        count = legal(state, mask)
        if count == 1:
            action = nth_legal(mask, 0)
        elif mover != seat and is_random:
            action = nth_legal(mask, draw_below(dice, count))
        else:
            observe(state, mover, view)
            if mover == seat:
                action = choose(view, weights, mask)
            else:
                action = decide(state, view, observation, mask, network)
        apply(state, action)


def _play_alone(
    deals: np.ndarray,
    starts: np.ndarray,
    weights: np.void,
    points: np.ndarray,
    first: int,
    last: int,
    network: Network,
    is_random: bool,
    table: np.ndarray,
    view: np.ndarray,
    observation: np.ndarray,
    mask: np.ndarray,
    dice: np.ndarray,
    scores: np.ndarray,
) -> None:
    """Plays the deals first..last-1 from every seat, and fills their rows of `points`.

    Args:
        deals: [D] state records.
        starts: uint64[D], seeds of the field's dice.
        weights: The weights of the one seat.
        points: float64[D, P].
        first: The first deal.
        last: One past the last deal.
        network: The network that the field follows, or the weights of its heuristic.
        is_random: Whether the field plays at random instead.
        table: [1], a state record, as scratch.
        view: [1], a view record, as scratch.
        observation: The same memory as a flat array, int8 or int16 [D].
        mask: int8[A], as scratch.
        dice: [1], a record of DICE, as scratch.
        scores: float64[P], as scratch.
    """
    for deal in range(first, last):
        for seat in range(points.shape[1]):
            table[0] = deals[deal]
            dice[0]["rng"] = stream_start(starts[deal], np.uint64(seat))
            play_game(
                table[0], seat, weights, network, is_random, view[0], observation, mask, dice[0]
            )
            score(table[0], scores)
            points[deal, seat] = scores[seat]


@cache
def compiled_playing(game: Game, by_network: bool) -> Kernel:
    """Returns the compiled loop of one game, for an opponent with or without a network.

    Raises:
        UserError: The game has no heuristic.
    """
    play_game = specialise_play(_play_game, game, by_network, choose=heuristic(game))
    return specialise_play(_play_alone, game, by_network, play_game=play_game)
