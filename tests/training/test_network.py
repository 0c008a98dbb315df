"""The learner's network and the policy that is published of it."""

from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib.common.maskable.distributions import MaskableCategorical
from torch import Tensor

from fudaba.agents.greedy import ADVISED
from fudaba.agents.policy import ADVICE_LOGIT, Layer, PolicyAgent
from fudaba.agents.uniform import UniformAgent
from fudaba.training.network import Tanh
from fudaba.training.ppo.learner import TablePPO
from fudaba.training.ppo.network import Tether, export_average, export_policy, load_weights
from fudaba.training.sample_games import SMALLEST_SPREAD, SampleGames

from .tiny import CONTENT, GAME, random_decisions, tiny_model


def lively_model(hidden: list[int], residual: bool = True, **changes: Any) -> TablePPO:
    """A learner with weights large enough that its choices differ."""
    model = tiny_model(residual=residual, ppo=CONTENT["ppo"] | {"hidden": hidden}, **changes)
    generator = torch.Generator().manual_seed(0)
    with torch.no_grad():
        for parameter in model.policy.parameters():
            parameter.add_(0.1 * torch.randn(parameter.shape, generator=generator))
    return model


def columns_of(model: TablePPO) -> np.ndarray:
    """The elements of the observation that the network takes."""
    extractor: Any = model.policy.features_extractor
    columns: np.ndarray = extractor.columns.numpy()
    return columns


@pytest.mark.parametrize("residual", [True, False])
@pytest.mark.parametrize("hidden", [[16], [12, 8], []], ids=str)
def test_the_exported_policy_plays_as_the_learner_does(hidden: list[int], residual: bool) -> None:
    model = lively_model(hidden, residual)
    observations, masks = random_decisions(1000)
    predicted, _ = model.predict(observations, action_masks=masks, deterministic=True)
    actions = export_policy(model.policy).act(observations, masks, np.random.default_rng(0))
    assert len(np.unique(actions)) > 10
    assert (actions == predicted).mean() > 0.999  # rounding may part a tie


@pytest.mark.parametrize("hidden", [[16], [12, 8], []], ids=str)
def test_the_standardising_goes_into_the_first_layer(hidden: list[int]) -> None:
    model = lively_model(hidden)
    observations, _ = random_decisions(1000)
    with torch.no_grad():
        distribution = model.policy.get_distribution(torch.as_tensor(observations)).distribution
    exported = torch.as_tensor(export_policy(model.policy).outputs(observations))
    assert exported.dtype == torch.float32
    assert torch.allclose(exported.log_softmax(dim=1), distribution.logits, atol=1e-4)


def test_elements_that_never_change_are_left_out() -> None:
    model = lively_model([16])
    columns = columns_of(model)
    assert 100 < len(columns) < 0.5 * GAME.observation_size
    left_out = np.ones(GAME.observation_size, bool)
    left_out[columns] = False
    observations, _ = random_decisions(3000, seed=5)
    changes = (observations != observations[0]).any(axis=0)
    assert not (changes & left_out).any()
    first = export_policy(model.policy).layers[0].weight
    assert (first[:, left_out] == 0).all() and (first[:, ~left_out] != 0).mean() > 0.99
    other = observations.copy()
    other[:, left_out] += 3
    with torch.no_grad():
        inputs, same = map(
            model.policy.extract_features, map(torch.as_tensor, (observations, other))
        )
    assert torch.equal(inputs, same)


@pytest.mark.parametrize("hidden", [[12, 8], []], ids=str)
def test_a_policy_with_weights_for_every_element_is_begun_with(hidden: list[int]) -> None:
    model = lively_model(hidden)
    rng = np.random.default_rng(3)
    layers = [
        Layer(*(rng.normal(size=array.shape, scale=0.1) for array in (layer.weight, layer.bias)))
        for layer in export_policy(model.policy).layers
    ]
    published = PolicyAgent(layers, advice=model.policy.advice)
    load_weights(model.policy, published)
    observations, _ = random_decisions(1000)
    usual = (observations == observations[0]).all(axis=0)
    usual[columns_of(model)] = True
    observations[:, ~usual] = observations[0, ~usual]
    begun = export_policy(model.policy).outputs(observations)
    assert np.abs(begun - published.outputs(observations)).max() < 1e-3


def test_tangents_and_their_gradients_are_those_of_pytorch() -> None:
    inputs = torch.cat([torch.linspace(-20, 20, 1001), torch.linspace(-1e-3, 1e-3, 11)])
    said = []
    for tangent in (Tanh(), torch.nn.Tanh()):
        leaf = inputs.clone().requires_grad_()
        outputs = tangent(leaf)
        torch.autograd.backward(outputs, torch.ones_like(inputs))
        said.append((outputs.detach(), leaf.grad))
    for own, theirs in zip(*said, strict=True):
        torch.testing.assert_close(own, theirs, atol=3e-7, rtol=1e-4)


@pytest.mark.parametrize("residual", [True, False])
def test_gradients_are_those_of_sb3_contrib(residual: bool) -> None:
    model = lively_model([12, 8], residual)
    observations, masks = random_decisions(300)
    rows = np.flatnonzero(masks.sum(axis=1) > 1)
    views, legal = torch.as_tensor(observations[rows]), masks[rows]
    actions = torch.as_tensor(legal.argmax(axis=1))
    weights = torch.randn(3, len(rows), generator=torch.Generator().manual_seed(1))
    gradients = []
    for said in (evaluated(model, views, actions, legal), theirs(model, views, actions, legal)):
        model.policy.zero_grad()
        torch.autograd.backward((weights * torch.stack(said)).mean())
        learned = [each for each in model.policy.parameters() if each.requires_grad]
        gradients.append([parameter.grad.clone() for parameter in learned])
    assert len(gradients[0]) == 10 and all(each.abs().max() > 1e-4 for each in gradients[0])
    torch.testing.assert_close(*gradients, atol=1e-5, rtol=1e-3)


def evaluated(model: TablePPO, views: Tensor, actions: Tensor, masks: np.ndarray) -> list[Tensor]:
    """Values, log probabilities and entropies as training takes them."""
    inputs, marked = model.policy.extract_features(views), model.policy.marked(views.numpy(), masks)
    return list(model.policy.evaluate_actions(inputs, actions, marked))


def theirs(model: TablePPO, views: Tensor, actions: Tensor, masks: np.ndarray) -> list[Tensor]:
    """The same three of PyTorch's layers and sb3-contrib's distribution."""
    network: Any = model.policy
    hidden, hidden_of_value = network.mlp_extractor(network.extract_features(views))
    marked = torch.as_tensor(network.marked(views.numpy(), masks))
    logits = network.action_net(hidden) + ADVICE_LOGIT * (marked == ADVISED)
    distribution = MaskableCategorical(logits=logits, masks=marked != 0)
    values = network.value_net(hidden_of_value)[:, 0]
    return [values, distribution.log_prob(actions), distribution.entropy()]


def test_the_tether_weighs_entropy_and_the_divergence_from_the_policy_before() -> None:
    model = lively_model([12, 8], residual=True)
    observations, masks = random_decisions(300)
    views, actions = torch.as_tensor(observations), torch.as_tensor(masks.argmax(axis=1))
    with torch.no_grad():
        before = model.policy.get_distribution(views, action_masks=masks).distribution
        model.policy.tether = Tether(model.policy, 0.5, 3.0)
        for parameter in model.policy.action_net.parameters():
            parameter += 0.3
            parameter[::2] *= -1.5
        _, _, gain = evaluated(model, views, actions, masks)
        after = model.policy.get_distribution(views, action_masks=masks).distribution
        divergence = (after.probs * (after.logits - before.logits)).sum(dim=1)
    assert divergence.max() > 0.1
    torch.testing.assert_close(gain, 0.5 * after.entropy() - 3.0 * divergence, atol=1e-4, rtol=1e-3)


def test_the_export_is_a_copy() -> None:
    model = lively_model([16])
    exported = export_policy(model.policy)
    observations, _ = random_decisions(64)
    before = exported.outputs(observations)
    with torch.no_grad():
        for parameter in model.policy.parameters():
            parameter.zero_()
    assert (exported.outputs(observations) == before).all()
    assert not exported.sample and export_average(model.policy, sample=True).sample


def test_observations_and_rewards_are_scaled_by_what_greedy_players_met() -> None:
    model = tiny_model()
    games, seen_by_greedy, finals = SampleGames(GAME, GAME.options.read(GAME.name, {}), 7), [], []
    for _ in range(200):
        seen_by_greedy.append(games.tables.observations.copy())
        games.step()
        finals.append(games.tables.rewards[games.tables.dones])
    observations = np.concatenate(seen_by_greedy)
    with torch.no_grad():
        seen = model.policy.extract_features(torch.as_tensor(observations)).numpy()
    varied = observations[:, columns_of(model)].std(axis=0) > SMALLEST_SPREAD
    assert 100 < varied.sum() < len(varied)
    assert np.abs(seen.mean(axis=0)).max() < 0.2
    assert np.abs(seen[:, varied].std(axis=0) - 1).max() < 0.2
    assert seen.std(axis=0).max() < 1.2, "what hardly ever changes is not blown up"
    spread = np.concatenate(finals)[:, :4].std()
    assert spread * model.reward_scale == pytest.approx(1, abs=0.05)


@pytest.mark.parametrize("residual", [True, False])
def test_the_network_says_what_sb3_contrib_makes_of_it(residual: bool) -> None:
    model = lively_model([16], residual)
    observations, masks = random_decisions(500)
    views, actions = torch.as_tensor(observations), torch.as_tensor(masks.argmax(axis=1))
    marked = model.policy.marked(observations, masks)
    with torch.no_grad():
        inputs = model.policy.extract_features(views)
        values, logs, entropies = model.policy.evaluate_actions(inputs, actions, marked)
        theirs = model.policy.get_distribution(views, action_masks=masks)
        assert torch.allclose(logs, theirs.log_prob(actions), atol=1e-4)
        assert torch.allclose(entropies, theirs.entropy(), atol=1e-4)
        assert torch.allclose(values, model.policy.predict_values(views).flatten(), atol=1e-5)


def test_actions_are_drawn_as_often_as_the_network_says() -> None:
    model = lively_model([16])
    observations, masks = random_decisions(64)
    row = int(masks.sum(axis=1).argmax())
    masks = model.policy.marked(observations, masks)
    views = torch.as_tensor(observations[row]).expand(40_000, -1)
    legal = np.repeat(masks[row : row + 1], 40_000, axis=0)
    torch.manual_seed(0)
    with torch.no_grad():
        inputs = model.policy.extract_features(views)
        actions, values, drawn_logs = model.policy.decide(inputs, legal)
        logs, expected = model.policy.log_probabilities(views[:1], legal[:1])
    often = np.bincount(actions.numpy(), minlength=GAME.num_actions) / 40_000
    assert np.abs(often - logs[0].exp().numpy()).max() < 0.01
    assert not often[masks[row] == 0].any() and (often > 0.02).sum() >= 2
    assert torch.allclose(drawn_logs, logs[0][actions], atol=1e-5)
    assert torch.allclose(values, expected.expand(40_000), atol=1e-5)


def test_bfloat16_changes_little() -> None:
    observations, masks = random_decisions(500)
    said = []
    for precision in ("float32", "bfloat16"):
        model = lively_model([16], precision=precision)
        with torch.no_grad():
            logs, values = model.policy.log_probabilities(torch.as_tensor(observations), masks)
        assert logs.dtype == values.dtype == torch.float32
        said.append(logs.exp().numpy())
    assert 0 < np.abs(said[0] - said[1]).max() < 0.05


@pytest.mark.parametrize("has_instructions", [False, True])
def test_auto_is_bfloat16_where_the_processor_multiplies_it(
    has_instructions: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cpu, "_is_avx512_bf16_supported", lambda: has_instructions)
    models = [lively_model([16], precision=word) for word in ("auto", "float32", "bfloat16")]
    observations = torch.as_tensor(random_decisions(8)[0])
    features = [model.policy.extract_features(observations).dtype for model in models]
    wanted = torch.bfloat16 if has_instructions else torch.float32
    assert features == [wanted, torch.float32, torch.bfloat16]


def test_a_fresh_learner_depends_on_the_seed() -> None:
    observations, masks = random_decisions(500)
    assert observations.shape[0] == len(UniformAgent().act(masks, masks, np.random.default_rng(0)))
    models = [tiny_model(seed=seed) for seed in (1, 1, 2)]
    logits = [export_policy(model.policy).outputs(observations) for model in models]
    assert (logits[0] == logits[1]).all() and (logits[0] != logits[2]).any()
