"""A policy's network in compiled code: the forward pass for one view, used by playouts.

Most numbers of a view are 0, so a layer sums only over the non-zero inputs. The last layer is
computed for legal actions only.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, Self

import numpy as np

from fudaba.envs import Game
from fudaba.envs.core.compiling.kernel import Kernel, kernel, specialise, unbound, wait_for_compile
from fudaba.envs.core.kit.arrays import count_ones
from fudaba.envs.core.kit.rng import draw_below
from fudaba.envs.core.stepping.loops import nth_legal
from fudaba.envs.core.stepping.playing import first_legal

from .greedy import has_heuristic, heuristic

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
LARGEST_INPUT = np.float32(7.90531110763549805)  # beyond it tanh(x) rounds to 1 in float32


class Network(NamedTuple):
    """The weights of a network with H hidden layers, and its scratch memory.

    Narrow layers are padded to the widest: I inputs, O outputs of a hidden layer, W for either.
    Everything but the widths is float32, so that one compilation serves every network of a game.

    Attributes:
        widths: int64[H + 1], the number of inputs of each layer, including the last one.
        weights: float32[H, I, O] of the hidden layers.
        biases: float32[H, O] of the hidden layers.
        last_weight: float32[A, W].
        last_bias: float32[A].
        advice_logit: Added to the logit of the advised action; 0 for a network without advice.
        advice_weights: The record of weights of greedy's advice.
        values: float32[2, W], scratch: the inputs and the outputs of the present layer.
    """

    widths: np.ndarray
    weights: np.ndarray
    biases: np.ndarray
    last_weight: np.ndarray
    last_bias: np.ndarray
    advice_logit: float
    advice_weights: np.void
    values: np.ndarray

    def with_own_scratch(self) -> Self:
        """Returns a network with the same weights and its own scratch memory, for one thread."""
        return self._replace(values=np.empty_like(self.values))


def network_of(
    weights: list[np.ndarray],
    biases: list[np.ndarray],
    advice_logit: float,
    advice_weights: np.void,
) -> Network:
    """Returns a network in the layout of compiled code.

    Args:
        weights: float32[outputs, inputs] of each layer, from the observation to the actions.
        biases: float32[outputs] of each layer.
        advice_logit: See `Network`.
        advice_weights: See `Network`.
    """
    widths = np.array([weight.shape[1] for weight in weights])
    widest, hidden = widths.max(), len(widths) - 1
    most_outputs = max(widths[1:], default=1)
    network = Network(
        widths=widths,
        weights=np.zeros((hidden, widest, most_outputs), np.float32),
        biases=np.zeros((hidden, most_outputs), np.float32),
        last_weight=np.ascontiguousarray(weights[-1]),
        last_bias=biases[-1],
        advice_logit=advice_logit,
        advice_weights=advice_weights,
        values=np.zeros(
            (2, widest), np.float32
        ),  # zeros: it is pickled, so no memory of this process
    )
    for layer in range(hidden):
        outputs, inputs = weights[layer].shape
        network.weights[layer, :inputs, :outputs] = weights[layer].T
        network.biases[layer, :outputs] = biases[layer]
    return network


def no_network(advice_weights: np.void) -> Network:
    """Returns the argument of loops in which greedy decides, with the weights of its advice."""
    nothing = np.zeros((0, 0), np.float32), np.zeros(0, np.float32)
    return network_of([nothing[0]], [nothing[1]], 0.0, advice_weights)


@kernel
def apply_tanh(values: np.ndarray, row: int, count: int) -> None:
    """Replaces the first `count` values of a row by their tanh, within 4e-7.

    `math.tanh` would take most of a playout's time; this loop is vectorised.
    """
    for place in range(count):
        value = min(max(values[row, place], -LARGEST_INPUT), LARGEST_INPUT)
        square = value * value
        upper, lower = UPPER[0], LOWER[0]
        for factor in UPPER[1:]:
            upper = upper * square + factor
        for factor in LOWER[1:]:
            lower = lower * square + factor
        values[row, place] = value * upper / lower


@kernel
def forward(observation: np.ndarray, network: Network) -> int:
    """Runs the hidden layers on an observation, int8 or int16 [D].

    Returns:
        The row of `network.values` that holds the inputs of the last layer.
    """
    values, row = network.values, 0
    for place in range(len(observation)):
        values[row, place] = np.float32(observation[place])
    for layer in range(len(network.widths) - 1):
        outputs = network.widths[layer + 1]
        for output in range(outputs):
            values[1 - row, output] = network.biases[layer, output]
        for place in range(network.widths[layer]):
            value = values[row, place]
            if value != 0.0:
                for output in range(outputs):
                    values[1 - row, output] += value * network.weights[layer, place, output]
        row = 1 - row
        apply_tanh(values, row, outputs)
    return row


choose = unbound


def _follow_greedy(
    state: np.void, view: np.void, observation: np.ndarray, mask: np.ndarray, network: Network
) -> int:
    """Returns greedy's action."""
    return choose(view, network.advice_weights, mask)


def _follow_chance(
    state: np.void, view: np.void, observation: np.ndarray, mask: np.ndarray, network: Network
) -> int:
    """Returns a legal action, each equally likely, by the random stream of the table."""
    return nth_legal(mask, draw_below(state, count_ones(mask, len(mask))))


def _follow_network(
    state: np.void, view: np.void, observation: np.ndarray, mask: np.ndarray, network: Network
) -> int:
    """Returns the legal action with the largest logit, greedy's advice included.

    Args:
        state: The state record, which only chance reads.
        view: The view record of the seat to move.
        observation: The same as a flat array, int8 or int16 [D].
        mask: int8[A], its legal actions, at least one.
        network: The network.

    Returns:
        A legal action id.
    """
    row = forward(observation, network)
    advised = -1
    if network.advice_logit != 0.0:
        advised = choose(view, network.advice_weights, mask)
    best, best_logit = -1, np.float32(0.0)
    for action in range(len(mask)):
        if mask[action] == 1:
            logit = network.last_bias[action]
            for place in range(network.widths[-1]):
                logit += network.values[row, place] * network.last_weight[action, place]
            if action == advised:
                logit += np.float32(network.advice_logit)
            if best < 0 or logit > best_logit:
                best, best_logit = action, logit
    return best


@cache
def decision(game: Game, by_network: bool) -> Kernel:
    """Returns the kernel `decide(state, view, observation, mask, network) -> action`.

    Args:
        game: The game.
        by_network: Whether the network decides, or greedy; chance in a game without a heuristic.
    """
    choose = heuristic(game) if has_heuristic(game) else None
    if by_network:
        return specialise(_follow_network, game.name, choose=choose or first_legal)
    if choose is None:
        return specialise(_follow_chance, game.name)
    return specialise(_follow_greedy, game.name, choose=choose)


def specialise_play(
    template: Callable[..., Any], game: Game, by_network: bool, **own: Kernel
) -> Kernel:
    """Returns a loop that plays games to their end, bound to one game; see `specialise`.

    Args:
        template: The loop, which calls the game's kernels and `decide` by name.
        game: The game.
        by_network: Whether a network decides, or greedy; see `decision`.
        **own: Further kernels that it calls, by name.
    """
    loop = specialise(
        template,
        f"{game.name}.network" if by_network else game.name,
        legal=game.kernels.legal,
        apply=game.kernels.apply,
        observe=game.kernels.observe,
        score=game.kernels.score,
        decide=decision(game, by_network),
        **own,
    )
    return wait_for_compile(loop)
