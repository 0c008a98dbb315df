from collections.abc import Iterator

import pytest
import ray
from pytest import approx

from .pages import Run, check_better_than_random, games
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
