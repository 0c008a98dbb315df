"""The scripts of docs/trainers, run as they stand, for every game."""

import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import ray
import torch
from pytest import approx

from fudaba.envs import find_game, game_names

from .witness import Witness

PAGES = Path(__file__).parents[2] / "docs" / "trainers"
BLOCK = re.compile(r"^```python[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)

Run = Callable[[str, int], dict[str, Any]]
every_game = pytest.mark.parametrize("game", game_names())


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
        monkeypatch.setenv("FUDABA_GAME", game)
        monkeypatch.setenv("FUDABA_STEPS", str(steps))
        names: dict[str, Any] = {"__name__": "__main__"}
        path = PAGES / page
        text = path.read_text(encoding="utf-8")
        for block in BLOCK.finditer(text):
            line = text.count("\n", 0, block.start(1))
            exec(compile("\n" * line + block[1], path, "exec"), names)
        witness.check_tables(find_game(game))
        witness.check_learning()
        assert names["result"].game.name == game
        assert all(math.isfinite(standing.reward.mean) for standing in names["result"].standings)
        return names

    torch.set_num_threads(1)
    return run


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    """Ray, on the loopback."""
    ray.init(num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1")
    yield
    ray.shutdown()


@every_game
def test_stable_baselines3(run: Run, witness: Witness) -> None:
    names = run("stable_baselines3.md", 80_000)
    witness.check_targets([episode["r"] for episode in names["model"].ep_info_buffer])
    rewards = {standing.agent: standing.reward for standing in names["result"].standings}
    assert rewards["trained"].low > 0 > rewards["random"].high


@every_game
def test_tianshou(run: Run, witness: Witness) -> None:
    names = run("tianshou.md", 3_000)
    batch, indices = names["buffer"].sample(0)
    processed = names["self_play"]._preprocess_batch(batch, names["buffer"], indices)
    for player in names["table"].agents:
        witness.check_targets(processed[player].returns)


@every_game
def test_torchrl(run: Run, witness: Witness) -> None:
    names = run("torchrl.md", 2_000)
    witness.check_targets(names["decisions"]["value_target"])


@every_game
def test_rllib(cluster: None, run: Run, witness: Witness) -> None:
    names = run("rllib.md", 4_000)
    episodes = names["algorithm"].env_runner.sample(num_episodes=20, random_actions=False)
    for episode, (_, rewards) in zip(episodes, witness.games[-20:], strict=True):
        players = episode.agent_episodes
        assert all(player.is_terminated for player in players.values())
        assert {name: player.get_return() for name, player in players.items()} == approx(rewards)
    names["algorithm"].stop()


def test_the_index_names_every_page() -> None:
    index = PAGES.with_suffix(".md").read_text(encoding="utf-8")
    pages = sorted(path.name for path in PAGES.glob("*.md"))
    assert pages == sorted(re.findall(r"\]\(trainers/(\w+\.md)\)", index))
