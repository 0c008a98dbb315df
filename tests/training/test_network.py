"""The learner's network and the policy that is published of it."""

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

from fudaba.agents.uniform import UniformAgent
from fudaba.training.network import SMALLEST_SPREAD, export_policy, survey_observations

from .tiny import CONTENT, GAME, random_decisions, tiny_model


def lively_model(hidden: list[int]) -> MaskablePPO:
    """A learner with weights large enough that its choices differ."""
    model = tiny_model(ppo=CONTENT["ppo"] | {"hidden": hidden})
    generator = torch.Generator().manual_seed(0)
    with torch.no_grad():
        for parameter in model.policy.parameters():
            parameter.add_(0.1 * torch.randn(parameter.shape, generator=generator))
    return model


@pytest.mark.parametrize("hidden", [[16], [12, 8], []], ids=str)
def test_the_exported_policy_plays_as_the_learner_does(hidden: list[int]) -> None:
    model = lively_model(hidden)
    observations, masks = random_decisions(1000)
    predicted, _ = model.predict(observations, action_masks=masks, deterministic=True)
    actions = export_policy(model).act(observations, masks, np.random.default_rng(0))
    assert len(np.unique(actions)) > 10
    assert (actions == predicted).mean() > 0.999  # rounding may part a tie


@pytest.mark.parametrize("hidden", [[16], [12, 8], []], ids=str)
def test_the_standardising_goes_into_the_first_layer(hidden: list[int]) -> None:
    model = lively_model(hidden)
    observations, _ = random_decisions(1000)
    with torch.no_grad():
        distribution = model.policy.get_distribution(torch.as_tensor(observations)).distribution
    exported = torch.as_tensor(export_policy(model).logits(observations))
    assert exported.dtype == torch.float32
    assert torch.allclose(exported.log_softmax(dim=1), distribution.logits, atol=1e-4)


def test_the_export_is_a_copy() -> None:
    model = lively_model([16])
    exported = export_policy(model)
    observations, _ = random_decisions(64)
    before = exported.logits(observations)
    with torch.no_grad():
        for parameter in model.policy.parameters():
            parameter.zero_()
    assert (exported.logits(observations) == before).all()
    assert not exported.sample and export_policy(model, sample=True).sample


def test_observations_are_standardised_by_random_play() -> None:
    model = tiny_model()
    mean, spread = survey_observations(model.get_env(), seed=1)
    assert mean.shape == spread.shape == (GAME.observation_size,)
    assert spread.min() == SMALLEST_SPREAD
    observations, _ = random_decisions(20_000, seed=7)
    with torch.no_grad():
        seen = model.policy.features_extractor(torch.as_tensor(observations)).numpy()
    varied = spread > SMALLEST_SPREAD
    assert np.abs(seen.mean(axis=0)).max() < 0.2
    assert np.abs(seen[:, varied].std(axis=0) - 1).max() < 0.2


def test_a_fresh_learner_depends_on_the_seed() -> None:
    observations, masks = random_decisions(500)
    assert observations.shape[0] == len(UniformAgent().act(masks, masks, np.random.default_rng(0)))
    logits = [export_policy(tiny_model(seed=seed)).logits(observations) for seed in (1, 1, 2)]
    assert (logits[0] == logits[1]).all() and (logits[0] != logits[2]).any()
