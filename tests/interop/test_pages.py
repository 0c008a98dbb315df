"""The scripts of docs/trainers, run as they stand.

Each game is on at least one page of every door: all seats (PettingZoo), one seat (`make`), one
seat of many tables (`make_vec`). Pages that take long have it on fewer.
"""

import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ray
import torch
from pytest import approx

from fudaba.envs import find_game, game_names
from fudaba.envs.core.registry import gymnasium_id

from .witness import Witness

PAGES = Path(__file__).parents[2] / "docs" / "trainers"
BLOCK = re.compile(r"^```python[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
BY_GYMNASIUM = '"FUDABA_GAME", "fudaba/'

Run = Callable[[str, int], dict[str, Any]]
every_game = pytest.mark.parametrize("game", game_names())


def games(*names: str) -> Any:
    return pytest.mark.parametrize("game", names)


@pytest.fixture
def witness(monkeypatch: pytest.MonkeyPatch) -> Iterator[Witness]:
    """Watches tables and optimisers."""
    witness = Witness(monkeypatch)
    yield witness
    witness.stop()


@pytest.fixture
def run(game: str, witness: Witness, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a page and checks what every page promises; returns the script's names."""

    def run(page: str, steps: int) -> dict[str, Any]:
        path = PAGES / page
        text = path.read_text(encoding="utf-8")
        monkeypatch.setenv("FUDABA_GAME", gymnasium_id(game) if BY_GYMNASIUM in text else game)
        monkeypatch.setenv("FUDABA_STEPS", str(steps))
        names: dict[str, Any] = {"__name__": "__main__"}
        for block in BLOCK.finditer(text):
            line = text.count("\n", 0, block.start(1))
            exec(compile("\n" * line + block[1], path, "exec"), names)
        witness.check_tables(find_game(game))
        return names

    torch.set_num_threads(1)
    return run


@pytest.fixture
def train(game: str, run: Run, witness: Witness) -> Run:
    """Runs a page that trains, and ends with the arena."""

    def train(page: str, steps: int) -> dict[str, Any]:
        names = run(page, steps)
        witness.check_learning()
        assert names["result"].game.name == game
        assert all(math.isfinite(standing.reward.mean) for standing in names["result"].standings)
        return names

    return train


def check_better_than_random(names: dict[str, Any]) -> None:
    rewards = {standing.agent: standing.reward for standing in names["result"].standings}
    assert rewards["trained"].low > 0 > rewards["random"].high


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    """Ray, on the loopback."""
    ray.init(num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1")
    yield
    ray.shutdown()


# All seats


@games("sevens_v0", "killer_sevens_v0")
@pytest.mark.xdist_group("tianshou")
def test_tianshou(train: Run, witness: Witness) -> None:
    names = train("tianshou.md", 3_000)
    batch, indices = names["buffer"].sample(0)
    processed = names["self_play"]._preprocess_batch(batch, names["buffer"], indices)
    for player in names["table"].agents:
        witness.check_targets(processed[player].returns)


@games("sevens_v0", "seki_v0")
@pytest.mark.xdist_group("torchrl")
def test_torchrl(train: Run, witness: Witness) -> None:
    names = train("torchrl.md", 2_000)
    witness.check_targets(names["decisions"]["value_target"])


@games("sevens_v0", "seki_v0")
@pytest.mark.xdist_group("ray")
def test_rllib(cluster: None, train: Run, witness: Witness) -> None:
    names = train("rllib.md", 4_000)
    episodes = names["algorithm"].env_runner.sample(num_episodes=20, random_actions=False)
    for episode, (_, rewards) in zip(episodes, witness.games[-20:], strict=True):
        players = episode.agent_episodes
        assert all(player.is_terminated for player in players.values())
        assert {name: player.get_return() for name, player in players.items()} == approx(rewards)
    names["algorithm"].stop()


# One seat


@every_game
def test_stable_baselines3(game: str, train: Run, witness: Witness) -> None:
    names = train("stable_baselines3.md", 80_000 if game == "sevens_v0" else 12_000)
    told = [episode["r"] for episode in names["model"].ep_info_buffer]
    assert told == approx(witness.results[-len(told) :], abs=1e-6)
    check_better_than_random(names)


@games("killer_sevens_v0")
@pytest.mark.xdist_group("ray")
def test_rllib_one_seat(cluster: None, train: Run, witness: Witness) -> None:
    names = train("rllib_one_seat.md", 10_000)
    check_better_than_random(names)
    before = len(witness.results)
    episodes = names["algorithm"].env_runner.sample(num_episodes=20, random_actions=False)
    earned = [episode.get_return() for episode in episodes if episode.is_terminated]
    assert sorted(earned) == approx(sorted(witness.results[before:]))
    names["algorithm"].stop()


@every_game
def test_minari(
    run: Run, witness: Witness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    names = run("minari.md", 1_000)
    episodes, table = names["dataset"], names["recorder"].unwrapped
    assert [episode.rewards.sum() for episode in episodes] == approx(witness.results)
    assert all(episode.terminations[-1] for episode in episodes)
    for episode in episodes:
        masks = episode.observations["action_mask"]
        assert masks[np.arange(len(episode.actions)), episode.actions].all()
        assert not masks[-1].any()
    recovered = names["table"].unwrapped
    assert (recovered.game, recovered.options) == (table.game, table.options)
    assert names["table"].observation_space == names["recorder"].observation_space
    assert (names["seen"]["observation"] == names["views"][0]).all()


@every_game
def test_pufferlib(run: Run, witness: Witness) -> None:
    names = run("pufferlib.md", 4_000)
    assert names["earned"] == approx(witness.results)
    names["tables"].close()


# One seat of many tables


@every_game
def test_cleanrl(game: str, train: Run, witness: Witness) -> None:
    names = train("cleanrl.md", 100_000 if game == "sevens_v0" else 20_000)
    over = names["goes_on"] == 0
    told = names["rewards"][over].tolist()
    assert told == approx(witness.results[-len(told) :], abs=1e-6)
    assert (names["advantages"] + names["values"])[over].tolist() == approx(told, abs=1e-5)
    check_better_than_random(names)


# The pages together


def test_the_index_names_every_page() -> None:
    index = PAGES.with_suffix(".md").read_text(encoding="utf-8")
    pages = sorted(path.name for path in PAGES.glob("*.md"))
    assert pages == sorted(re.findall(r"\]\(trainers/(\w+\.md)\)", index))
