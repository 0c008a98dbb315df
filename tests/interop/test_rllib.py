from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import ray
import torch
from pytest import approx

from fudaba.envs import find_game
from fudaba.evaluation.timing import tables_with_a_choice

from .pages import Run, check_better_than_random, games, run_page
from .witness import Witness


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    """Ray, on the loopback."""
    ray.init(num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1")
    yield
    ray.shutdown()


@games("sevens_v0", "seki_v0")
def test_episodes_return_what_their_players_earned(train: Run, witness: Witness) -> None:
    names = train("rllib.md", 4_000)
    episodes = names["algorithm"].env_runner.sample(num_episodes=20, random_actions=False)
    for episode, (_, rewards) in zip(episodes, witness.games[-20:], strict=True):
        players = episode.agent_episodes
        assert all(player.is_terminated for player in players.values())
        assert {name: player.get_return() for name, player in players.items()} == approx(rewards)
    names["algorithm"].stop()


@games("killer_sevens_v0")
def test_one_seat_is_told_what_it_earned_and_learns(train: Run, witness: Witness) -> None:
    names = train("rllib_one_seat.md", 10_000)
    check_better_than_random(names)
    before = len(witness.results)
    episodes = names["algorithm"].env_runner.sample(num_timesteps=400, random_actions=False)
    earned = [episode.get_return() for episode in episodes if episode.is_terminated]
    assert sorted(earned) == approx(sorted(witness.results[before:]))
    names["algorithm"].stop()


@games("cyclic_v0")
def test_what_many_processes_trained_is_published_as_it_is(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUDABA_POLICY", str(tmp_path / "policy"))
    names = run_page("rllib_cluster.md", game, 4_000, monkeypatch)
    check_better_than_random(names)
    algorithm = names["algorithm"]
    assert algorithm.env_runner_group.num_healthy_remote_workers() == 2
    tables = tables_with_a_choice(find_game(game), find_game(game).options())
    seen = {
        "observations": torch.from_numpy(tables.observations.astype(np.float32)),
        "action_mask": torch.ones(tables.action_masks.shape),
    }
    algorithm.env_runner_group.sync_weights(from_worker_or_learner_group=algorithm.learner_group)
    with torch.no_grad():
        said = algorithm.get_module("shared").forward_inference({"obs": seen})
    logits = said["action_dist_inputs"].numpy()
    np.testing.assert_allclose(names["trained"].outputs(tables.observations), logits, atol=1e-4)
    algorithm.stop()
