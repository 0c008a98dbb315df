"""PPO's network and its published policy."""

from typing import Any

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor, MlpExtractor
from torch import Tensor, nn

from fudaba.agents.greedy import ADVISED, GreedyAgent
from fudaba.agents.model_card import LOGITS
from fudaba.agents.policy import ADVICE_LOGIT, PolicyAgent
from fudaba.envs import UserError, find_game

from ..network import published_layers, same_precision

ILLEGAL_LOGIT = torch.finfo(torch.float32).min  # far below every logit of a network
SMALLEST_CHANCE = 1e-9  # torch can draw 0, whose logarithm is infinite


class HiddenLayers(MlpExtractor):
    """The hidden layers, which compute in the precision of their input."""

    def forward_actor(self, features: Tensor) -> Tensor:
        """Returns the policy's last hidden layer float32[B, H] for inputs float32[B, D]."""
        with same_precision(features):
            return self.policy_net(features).float()

    def forward_critic(self, features: Tensor) -> Tensor:
        """Returns the value's last hidden layer float32[B, H] for inputs float32[B, D]."""
        with same_precision(features):
            return self.value_net(features).float()


class TablePolicy(MaskableActorCriticPolicy):
    """sb3-contrib's policy for whole-number views and masks, as tables have them.

    The network is sb3-contrib's, except that it may be residual: it then corrects greedy's advice.
    Masks then hold ADVISED for greedy's action (`marked` sets it). Every learning step works on the
    masked logits, because a distribution object would normalise them twice.

    Attributes:
        advice: The advice that the network corrects; None for a network without advice.
    """

    def __init__(self, *args: Any, advised_game: str | None = None, **kwargs: Any) -> None:
        """Makes the network.

        Args:
            *args: As for sb3-contrib's policy.
            advised_game: The id of the game whose greedy advice it corrects.
            **kwargs: As for sb3-contrib's policy.
        """
        super().__init__(*args, **kwargs)
        self.advice = GreedyAgent(find_game(advised_game)) if advised_game else None

    def marked(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Returns masks int8[B, A] with greedy's advice marked, for views [B, D]."""
        return masks if self.advice is None else self.advice.mark(observations, masks)

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = HiddenLayers(
            self.features_dim, net_arch=self.net_arch, activation_fn=self.activation_fn
        )

    def extract_features(
        self, obs: Any, features_extractor: BaseFeaturesExtractor | None = None
    ) -> Any:
        """Returns the standardised views, float32[B, D], for whole numbers [B, D]."""
        return (features_extractor or self.features_extractor)(obs)

    def log_probabilities(self, obs: Tensor, action_masks: Any) -> tuple[Tensor, Tensor]:
        """Returns the log probabilities of actions and the values.

        Args:
            obs: int8 or int16 [B, D].
            action_masks: int8[B, A], marked; an array or a tensor.

        Returns:
            float32[B, A], far below all others for an illegal action, and the values float32[B].
        """
        hidden, hidden_of_value = self.mlp_extractor(self.extract_features(obs))
        masks = torch.as_tensor(action_masks)
        logits = self.action_net(hidden) + ADVICE_LOGIT * (masks == ADVISED)
        logits = logits.masked_fill(masks == 0, ILLEGAL_LOGIT)
        return logits.log_softmax(dim=1), self.value_net(hidden_of_value).flatten()

    def decide(self, obs: Tensor, action_masks: np.ndarray) -> tuple[Tensor, Tensor, Tensor]:
        """Draws actions int64[B]; returns them, their values and log probabilities, float32[B]."""
        logs, values = self.log_probabilities(obs, action_masks)
        # The largest of log probabilities plus Gumbel noise is a draw from them.
        noise = torch.rand_like(logs).clamp_(min=SMALLEST_CHANCE).log_().neg_().log_()
        actions = (logs - noise).argmax(dim=1)
        return actions, values, logs.gather(1, actions[:, None])[:, 0]

    def evaluate_actions(
        self, obs: Tensor, actions: Tensor, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Returns values, log probabilities of actions int64[B] and entropies, float32[B]."""
        logs, values = self.log_probabilities(obs, action_masks)
        likely = clamped_log_probs(logs)
        entropy = -(likely * likely.exp()).sum(dim=1)
        return values, logs.gather(1, actions[:, None])[:, 0], entropy

    def get_distribution(self, obs: Any, action_masks: Any = None) -> Any:
        """Returns the distribution for sb3-contrib's `predict`; masks need no marks."""
        if self.advice is not None and action_masks is not None:
            plain = np.asarray(action_masks).reshape(len(obs), -1).astype(np.int8)
            logs, _ = self.log_probabilities(obs, self.advice.mark(obs.numpy(), plain))
            return self.action_dist.proba_distribution(logs)
        return super().get_distribution(obs, action_masks)


def clamped_log_probs(logs: Tensor) -> Tensor:
    """Returns log probabilities of at least -40; exponentials of lower ones are 40 times slower."""
    return logs.clamp(min=-40.0)


def export_policy(policy: TablePolicy, sample: bool = False) -> PolicyAgent:
    """Returns the learner's present policy."""
    network: Any = policy
    modules = [layer for layer in network.mlp_extractor.policy_net if isinstance(layer, nn.Linear)]
    layers = published_layers(network.features_extractor, [*modules, network.action_net])
    return PolicyAgent(layers, sample, policy.advice)


@torch.no_grad()
def load_weights(policy: TablePolicy, published: PolicyAgent) -> None:
    """Gives the policy the weights of a published one; the value network keeps its own.

    Raises:
        UserError: The policy has other layers, its outputs are values of actions, or only one of
            the two corrects advice.
    """
    network: Any = policy
    hidden = [layer for layer in network.mlp_extractor.policy_net if isinstance(layer, nn.Linear)]
    modules = [*hidden, network.action_net]
    own = [(module.out_features, module.in_features) for module in modules]
    shapes = [layer.weight.shape for layer in published.layers]
    if published.output != LOGITS or own != shapes:
        raise UserError(
            f"a network with layers {own} can't begin with a policy of {published.output} with "
            f"layers {shapes}; allowed: the same layers, and {LOGITS}."
        )
    if (policy.advice is None) != (published.advice is None):
        raise UserError(
            f"a network with residual={policy.advice is not None} can't begin with a policy that "
            f"has residual={published.advice is not None}."
        )
    for module, layer in zip(modules, published.layers, strict=True):
        module.weight.copy_(torch.from_numpy(layer.weight))
        module.bias.copy_(torch.from_numpy(layer.bias))
    # A published policy takes the raw observation; see `published_layers`.
    first, standardised = modules[0], network.features_extractor
    first.weight.div_(standardised.scale)
    first.bias.sub_(first.weight @ standardised.shift)
