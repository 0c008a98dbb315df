"""PPO's network and its published policy."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.model_card import LOGITS
from fudaba.agents.policy import ADVICE_LOGIT, PolicyAgent
from fudaba.common.languages import translator
from fudaba.envs import UserError, registered_game

from ..network import published_layers, same_precision, take_published_layers, tanh_layers

_, _n = translator("training")

ILLEGAL_LOGIT = -1e30  # far below every logit of a network


class HiddenLayers(nn.Module):
    """The hidden layers, of which policy and value share the first: it takes most of the time.

    They compute in the precision of their input.

    Attributes:
        shared: The first hidden layer.
        policy_net: The others of the policy.
        value_net: The others of the value.
        latent_dim_pi: The width of the policy's last layer, for sb3-contrib.
        latent_dim_vf: The width of the value's last layer.
    """

    def __init__(self, num_inputs: int, widths: Sequence[int]) -> None:
        """Makes layers of the widths; without widths the inputs are the last hidden layer."""
        super().__init__()
        self.shared = tanh_layers([num_inputs, *widths[:1]])
        others = widths or [num_inputs]
        self.policy_net, self.value_net = tanh_layers(others), tanh_layers(others)
        self.latent_dim_pi = self.latent_dim_vf = others[-1]

    def forward(self, features: Tensor) -> tuple[Tensor, Tensor]:
        """Returns the last layers of policy and value, float32[B, H], for inputs [B, K]."""
        with same_precision(features):
            shared = self.shared(features)
            return self.policy_net(shared).float(), self.value_net(shared).float()

    def forward_actor(self, features: Tensor) -> Tensor:
        """Returns the last hidden layer of the policy network, float32[B, H], for inputs [B, K]."""
        return self(features)[0]

    def forward_critic(self, features: Tensor) -> Tensor:
        """Returns the last hidden layer of the value network, float32[B, H], for inputs [B, K]."""
        return self(features)[1]


class TablePolicy(MaskableActorCriticPolicy):
    """sb3-contrib's policy for whole-number views and masks, as tables have them.

    The network is sb3-contrib's, except that it may be residual: it then corrects greedy's advice.
    Masks then hold ADVISED for greedy's action (`marked` sets it). Every learning step works on the
    masked logits, because a distribution object would normalise them twice.

    Attributes:
        advice: The advice that the network corrects; None for a network without advice.
        average: The mean weights of the layers that are published, which are not learned.
        tether: What holds the policy near an earlier one; None if PPO's clipping alone does.
    """

    def __init__(self, *args: Any, advised_game: str | None = None, **kwargs: Any) -> None:
        """Makes the network.

        Args:
            *args: As for sb3-contrib's policy.
            advised_game: The id of the game whose greedy advice it corrects.
            **kwargs: As for sb3-contrib's policy.
        """
        super().__init__(*args, **kwargs)
        self.advice = GreedyAgent(registered_game(advised_game)) if advised_game else None
        self.tether: Tether | None = None
        # The optimiser exists by now, so it does not move these weights.
        self.average = deepcopy(nn.ModuleList(_affine_layers(self))).requires_grad_(False)

    @torch.no_grad()
    def take_into_average(self, weight: float) -> None:
        """Moves the average a part of the way, 0..1, to the present weights."""
        for mean, layer in zip(self.average, _affine_layers(self), strict=True):
            for averaged, present in zip(mean.parameters(), layer.parameters(), strict=True):
                averaged.lerp_(present, weight)

    def marked(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Returns masks int8[B, A] with greedy's advice marked, for views [B, D]."""
        return masks if self.advice is None else self.advice.mark(observations, masks)

    def _build_mlp_extractor(self) -> None:
        network: Any = self
        network.mlp_extractor = HiddenLayers(self.features_dim, network.net_arch)

    def extract_features(
        self, obs: Any, features_extractor: "BaseFeaturesExtractor | None" = None
    ) -> Any:
        """Returns the network's inputs, float32 or bfloat16 [B, K], for views [B, D]."""
        return (features_extractor or self.features_extractor)(obs)

    def log_probabilities(self, obs: Tensor, action_masks: Any) -> tuple[Tensor, Tensor]:
        """Returns the log probabilities of actions and the values.

        Args:
            obs: int8 or int16 [B, D].
            action_masks: int8[B, A], marked; an array or a tensor.

        Returns:
            float32[B, A], far below all others for an illegal action, and the values float32[B].
        """
        logits, values = self._outputs(self.extract_features(obs), action_masks)
        return logits.log_softmax(dim=1), values

    def _outputs(self, inputs: Tensor, action_masks: Any) -> tuple[Tensor, Tensor]:
        """Returns masked logits float32[B, A] and values float32[B], for inputs [B, K]."""
        hidden, hidden_of_value = self.mlp_extractor(inputs)
        with same_precision(inputs):
            logits = self.action_net(hidden).float()
        # -1 for an illegal action, 0 for a legal one, 1 for the advised one. Arithmetic takes a
        # tenth of the time of comparing masks and filling in.
        marks = torch.as_tensor(action_masks, device=inputs.device).float().sub_(1.0)
        advice = marks.clamp(min=0.0).mul_(ADVICE_LOGIT)
        offsets = marks.clamp_(max=0.0).mul_(-ILLEGAL_LOGIT).add_(advice)
        return logits + offsets, self.value_net(hidden_of_value).flatten()

    def decide(
        self, inputs: Tensor, action_masks: np.ndarray, random: torch.Generator | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Draws actions.

        Args:
            inputs: float32 or bfloat16 [B, K], from `extract_features`.
            action_masks: int8[B, A], marked.
            random: What they are drawn with, on the network's device; None for PyTorch's own
                generator.

        Returns:
            The actions int64[B], their values and log probabilities, float32[B] each.
        """
        logits, values = self._outputs(inputs, action_masks)
        sums = logits.softmax(dim=1).cumsum_(dim=1)
        drawn = torch.rand(len(sums), 1, generator=random, device=sums.device) * sums[:, -1:]
        # Only where the network has diverged is no sum larger than the number drawn.
        actions = torch.searchsorted(sums, drawn, right=True).clamp_(max=sums.shape[1] - 1)
        log_probs = logits.log_softmax(dim=1).gather(1, actions)
        return actions[:, 0], values, log_probs[:, 0]

    def evaluate_actions(
        self, obs: Tensor, actions: Tensor, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Returns values, log probabilities of actions and entropies, or the gain of the tether.

        Args:
            obs: Not views but inputs from `extract_features`, as `Rollout` holds them, [B, K].
            actions: int64[B].
            action_masks: int8[B, A], marked.

        Returns:
            float32[B] each.
        """
        logits, values = self._outputs(obs, action_masks)
        choices: Any = _Choices
        log_probs, entropies = choices.apply(logits, actions)
        if self.tether is not None:
            entropies = self.tether.gain(entropies, logits, obs, action_masks)
        return values, log_probs, entropies

    def get_distribution(self, obs: Any, action_masks: Any = None) -> Any:
        """Returns the distribution for sb3-contrib's `predict`; masks need no marks."""
        if self.advice is not None and action_masks is not None:
            plain = np.asarray(action_masks).reshape(len(obs), -1).astype(np.int8)
            logs, _ = self.log_probabilities(obs, self.advice.mark(obs.numpy(force=True), plain))
            return self.action_dist.proba_distribution(logs)
        return super().get_distribution(obs, action_masks)


class Tether:
    """Magnetic mirror descent's two pulls: to the uniform policy and to an earlier policy."""

    def __init__(self, policy: TablePolicy, uniform: float, earlier: float) -> None:
        """Copies a policy as the earlier one; takes the weight of each pull."""
        policy.tether = None
        self._policy, self._uniform, self._earlier = deepcopy(policy), uniform, earlier

    def gain(self, entropies: Tensor, logits: Tensor, inputs: Tensor, masks: Any) -> Tensor:
        """Returns the weighted entropies less the weighted divergences, float32[B], to maximise."""
        with torch.no_grad():
            earlier = self._policy._outputs(inputs, masks)[0].log_softmax(dim=1)
        logs = logits.log_softmax(dim=1)
        divergences = (logs.exp() * (logs - earlier)).sum(dim=1)
        return self._uniform * entropies - self._earlier * divergences


class _Choices(torch.autograd.Function):
    """The log probabilities of actions and the entropies, with the gradients in one formula."""

    @staticmethod
    def forward(ctx: Any, logits: Tensor, actions: Tensor) -> tuple[Tensor, Tensor]:
        logs, chances = logits.log_softmax(dim=1), logits.softmax(dim=1)
        entropies = -(chances * logs).sum(dim=1)
        ctx.save_for_backward(logs, chances, entropies, actions)
        return logs.gather(1, actions[:, None])[:, 0], entropies

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> tuple[Tensor, None]:
        logs, chances, entropies, actions = ctx.saved_tensors
        of_logs, of_entropies = gradients
        # The derivative of log p(a) by logit i is [i = a] - p(i), that of the entropy H is
        # -p(i) (log p(i) + H).
        everywhere = of_logs + of_entropies * entropies
        of_logits = (logs * of_entropies[:, None]).add_(everywhere[:, None]).mul_(-chances)
        return of_logits.scatter_add_(1, actions[:, None], of_logs[:, None]), None


def clamped_log_probs(logs: Tensor) -> Tensor:
    """Returns log probabilities of at least -40; exponentials of lower ones are 40 times slower."""
    return logs.clamp(min=-40.0)


def export_policy(policy: TablePolicy) -> PolicyAgent:
    """Returns the learner's present policy, which takes the most likely action."""
    return _exported(policy, _affine_layers(policy))


def export_average(policy: TablePolicy, sample: bool) -> PolicyAgent:
    """Returns the policy with the average weights."""
    return _exported(policy, policy.average, sample)


def _exported(policy: TablePolicy, affine: Any, sample: bool = False) -> PolicyAgent:
    extractor: Any = policy.features_extractor
    return PolicyAgent(published_layers(extractor, affine), sample, policy.advice)


def load_weights(policy: TablePolicy, published: PolicyAgent) -> None:
    """Gives the policy the weights of a published one; the value network keeps its own.

    Raises:
        UserError: The policy has other layers, its outputs are values of actions, or only one of
            the two corrects advice.
    """
    own, shapes = (
        [layer.weight.shape for layer in agent.layers]
        for agent in (export_policy(policy), published)
    )
    if published.output != LOGITS or own != shapes:
        raise UserError(
            _(
                "a network with layers {own} can't begin with a policy of {output} with layers "
                "{shapes}; allowed: the same layers, and {logits}.",
                own=own,
                output=published.output,
                shapes=shapes,
                logits=LOGITS,
            )
        )
    if (policy.advice is None) != (published.advice is None):
        raise UserError(
            _(
                "a network with residual={own} can't begin with a policy that has "
                "residual={published}.",
                own=policy.advice is not None,
                published=published.advice is not None,
            )
        )
    extractor: Any = policy.features_extractor
    take_published_layers(extractor, _affine_layers(policy), published.layers)


def _affine_layers(policy: TablePolicy) -> list[nn.Linear]:
    """Returns the layers that are published, in their order."""
    network: Any = policy
    hidden = [*network.mlp_extractor.shared, *network.mlp_extractor.policy_net]
    return [*(layer for layer in hidden if isinstance(layer, nn.Linear)), network.action_net]
