"""The network of deep Monte Carlo and its published policy."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from fudaba.agents.model_card import VALUES
from fudaba.agents.policy import Layer, PolicyAgent
from fudaba.envs import Game
from fudaba.envs.core.api.spaces import view_space

from ..network import StandardisedObservation, published_layers, same_precision, tanh_layers


class ActionValues(nn.Module):
    """Predicts the return of every action, all of them in one pass.

    (DouZero's network takes the features of one action at a time, because its game has 27,472
    actions. An action table here has some dozens to hundreds of ids.)
    """

    def __init__(
        self, game: Game, hidden: Sequence[int], dtype: torch.dtype = torch.float32
    ) -> None:
        """Makes the network.

        Args:
            game: The game.
            hidden: Widths of the hidden layers.
            dtype: The type of the hidden layers' products.
        """
        super().__init__()
        self.standardised = StandardisedObservation(view_space(game), dtype)
        sizes = [game.observation_size, *hidden]
        self.hidden = tanh_layers(sizes)
        self.last = nn.Linear(sizes[-1], game.num_actions)

    def forward(self, observations: Tensor) -> Tensor:
        """Returns predicted points divided by their spread, float32[B, A], for views [B, D]."""
        inputs = self.standardised(observations)
        with same_precision(inputs):
            hidden = self.hidden(inputs)
        said: Tensor = self.last(hidden.float())
        return said


def epsilon_greedy(values: Tensor, masks: Tensor, epsilon: float) -> Tensor:
    """Returns the best legal action of each row, or with probability `epsilon` a random one.

    Args:
        values: float32[B, A], what each action is worth.
        masks: int8[B, A], 1 for a legal action, at least one in each row.
        epsilon: Share of rows in which all legal actions are equally likely.

    Returns:
        int64[B], legal actions.
    """
    illegal = masks == 0
    best = values.masked_fill(illegal, -torch.inf).argmax(dim=1)
    anything = torch.rand(values.shape).masked_fill(illegal, -1.0).argmax(dim=1)
    return torch.where(torch.rand(len(values)) < epsilon, anything, best)


def export_values(network: ActionValues, reward_scale: float) -> PolicyAgent:
    """Returns the policy that takes the best action; its outputs are in points."""
    modules = [layer for layer in network.hidden if isinstance(layer, nn.Linear)]
    layers = published_layers(network.standardised, [*modules, network.last])
    last = layers.pop()
    layers.append(Layer(last.weight / reward_scale, last.bias / reward_scale))
    return PolicyAgent(layers, output=VALUES)
