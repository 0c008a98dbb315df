"""A policy's network in compiled code: what it takes of one view, where playouts ask it.

Most numbers of a view are 0, so a layer adds up the weights of those inputs that are not. The
last layer speaks of legal actions alone.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, Self

import numpy as np

from fudaba.envs import Game
from fudaba.envs.core.compiling.kernel import Kernel, kernel, specialise, unbound

from .greedy import heuristic

# tanh(x) = x * UPPER(x * x) / LOWER(x * x), the highest power first: Eigen's tanh for float32.
UPPER = (
    *(np.float32(-2.76076847742355e-16), np.float32(2.00018790482477e-13)),
    *(np.float32(-8.60467152213735e-11), np.float32(5.12229709037114e-08)),
    *(np.float32(1.48572235717979e-05), np.float32(6.37261928875436e-04)),
    np.float32(4.89352455891786e-03),
)
LOWER = (
    *(np.float32(1.19825839466702e-06), np.float32(1.18534705686654e-04)),
    *(np.float32(2.26843463243900e-03), np.float32(4.89352518554385e-03)),
)
FARTHEST = np.float32(7.90531110763549805)  # from 0: float32 knows tanh only as 1 there


class Network(NamedTuple):
    """The weights of a network with H hidden layers, and room to work in.

    Narrow layers are filled up to the widest: I inputs, O outputs of a hidden layer, W of both.
    All is float32 but the widths, so that one compilation serves every network of a game.

    Attributes:
        widths: int64[H + 1], how many numbers each layer takes, the last one too.
        weights: float32[H, I, O] of the hidden layers.
        biases: float32[H, O] of the hidden layers.
        last_weight: float32[A, W].
        last_bias: float32[A].
        advice_logit: What the advised action has more; 0 where the network says all by itself.
        values: float32[2, W], what a layer takes and what it gives.
    """

    widths: np.ndarray
    weights: np.ndarray
    biases: np.ndarray
    last_weight: np.ndarray
    last_bias: np.ndarray
    advice_logit: float
    values: np.ndarray

    def with_own_room(self) -> Self:
        """The same weights for another thread."""
        return self._replace(values=np.empty_like(self.values))


def network_of(
    weights: list[np.ndarray], biases: list[np.ndarray], advice_logit: float = 0.0
) -> Network:
    """Lays a network out for compiled code.

    Args:
        weights: float32[outputs, inputs] of each layer, from the observation to the actions.
        biases: float32[outputs] of each layer.
        advice_logit: See `Network`.
    """
    widths = np.array([weight.shape[1] for weight in weights])
    widest, hidden = widths.max(), len(widths) - 1
    given = max(widths[1:], default=1)
    network = Network(
        widths=widths,
        weights=np.zeros((hidden, widest, given), np.float32),
        biases=np.zeros((hidden, given), np.float32),
        last_weight=np.ascontiguousarray(weights[-1]),
        last_bias=biases[-1],
        advice_logit=advice_logit,
        values=np.zeros((2, widest), np.float32),  # travels, so nothing of this process is in it
    )
    for layer in range(hidden):
        outputs, inputs = weights[layer].shape
        network.weights[layer, :inputs, :outputs] = weights[layer].T
        network.biases[layer, :outputs] = biases[layer]
    return network


NO_NETWORK = network_of([np.zeros((0, 0), np.float32)], [np.zeros(0, np.float32)])


@kernel
def squash(values: np.ndarray, row: int, count: int) -> None:
    """Takes tanh of the first numbers of a row, within 4e-7.

    `math.tanh` would take most of a playout's time; this loop is vectorised.
    """
    for place in range(count):
        value = min(max(values[row, place], -FARTHEST), FARTHEST)
        square = value * value
        upper, lower = UPPER[0], LOWER[0]
        for factor in UPPER[1:]:
            upper = upper * square + factor
        for factor in LOWER[1:]:
            lower = lower * square + factor
        values[row, place] = value * upper / lower


@kernel
def think(seen: np.ndarray, network: Network) -> int:
    """Works a view, int8 or int16 [D], through the hidden layers.

    Returns:
        The row of `network.values` with what the last layer takes.
    """
    values, row = network.values, 0
    for given in range(len(seen)):
        values[row, given] = np.float32(seen[given])
    for layer in range(len(network.widths) - 1):
        outputs = network.widths[layer + 1]
        for output in range(outputs):
            values[1 - row, output] = network.biases[layer, output]
        for given in range(network.widths[layer]):
            value = values[row, given]
            if value != 0.0:
                for output in range(outputs):
                    values[1 - row, output] += value * network.weights[layer, given, output]
        row = 1 - row
        squash(values, row, outputs)
    return row


choose = unbound


def _follow_greedy(view: np.void, seen: np.ndarray, mask: np.ndarray, network: Network) -> int:
    """What greedy takes."""
    return choose(view, mask)


def _follow_network(view: np.void, seen: np.ndarray, mask: np.ndarray, network: Network) -> int:
    """What the network says most of, with greedy's advice in it.

    Args:
        view: The view record of the seat to move.
        seen: The same as numbers, int8 or int16 [D].
        mask: int8[A], its legal actions, at least one.
        network: The network.

    Returns:
        A legal action id.
    """
    row = think(seen, network)
    advised = choose(view, mask) if network.advice_logit != 0.0 else -1
    best, best_said = -1, np.float32(0.0)
    for action in range(len(mask)):
        if mask[action] == 1:
            said = network.last_bias[action]
            for given in range(network.widths[-1]):
                said += network.values[row, given] * network.last_weight[action, given]
            if action == advised:
                said += np.float32(network.advice_logit)
            if best < 0 or said > best_said:
                best, best_said = action, said
    return best


@cache
def decision(game: Game, by_network: bool) -> Kernel:
    """`decide(view, seen, mask, network) -> action`, by a network or by greedy.

    Raises:
        UserError: The game has no greedy advice.
    """
    template = _follow_network if by_network else _follow_greedy
    return specialise(template, game.name, choose=heuristic(game))


def specialise_play(
    template: Callable[..., Any], game: Game, by_network: bool, **own: Kernel
) -> Kernel:
    """Binds a loop that plays games on, by a network or by greedy; see `specialise`.

    Args:
        template: The loop, which knows the game's kernels and `decide` by name.
        game: The game.
        by_network: Whether a network decides.
        **own: What else it knows by name.

    Raises:
        UserError: The game has no greedy advice.
    """
    return specialise(
        template,
        f"{game.name}.network" if by_network else game.name,
        legal=game.kernels.legal,
        apply=game.kernels.apply,
        observe=game.kernels.observe,
        score=game.kernels.score,
        decide=decision(game, by_network),
        **own,
    )
