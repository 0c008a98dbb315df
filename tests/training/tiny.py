"""Runs so small that they take a second or two."""

from pathlib import Path
from typing import Any

import numpy as np
import yaml
from sb3_contrib import MaskablePPO

from fudaba.agents.uniform import UniformAgent
from fudaba.envs import Tables, find_game
from fudaba.single_agent import OpponentPool
from fudaba.training.config import TrainConfig, check_config
from fudaba.training.network import make_model
from fudaba.training.selfplay import SelfPlayVecEnv

GAME = find_game("sevens_v0")

CONTENT: dict[str, Any] = {
    "game": "sevens_v0",
    "seed": 1,
    "total_steps": 4096,
    "tables": 32,
    "threads": 1,
    "checkpoint_every": 1024,
    "ppo": {"n_steps": 16, "batch_size": 256, "n_epochs": 1, "hidden": [16]},
    "opponents": {"snapshot_every": 1024, "snapshots_kept": 2},
    "evaluation": {"every": 2048, "deals": 10, "final_deals": 10, "against": ["random"]},
}


def tiny_config(**changes: Any) -> TrainConfig:
    """The tiny configuration with some keys changed."""
    return check_config("tiny", CONTENT | changes)


def tiny_file(folder: Path, **changes: Any) -> Path:
    """A file with the tiny configuration; the run's folder is `run` beside it."""
    path = folder / "tiny.yaml"
    path.write_text(yaml.safe_dump(CONTENT | {"output": str(folder / "run")} | changes))
    return path


def tiny_model(**changes: Any) -> MaskablePPO:
    """A learner of the tiny configuration, untrained."""
    config = tiny_config(**changes)
    pool = OpponentPool([UniformAgent()], [1.0])
    env = SelfPlayVecEnv(
        GAME,
        config.house_rules(),
        config.tables,
        pool,
        config.seed,
    )
    return make_model(config, env)


def random_decisions(count: int, seed: int = 0, **options: Any) -> tuple[np.ndarray, np.ndarray]:
    """Observations and masks of at least `count` decisions of random games."""
    tables = Tables(GAME, GAME.options.read(GAME.name, options), 64, seed)
    agent, rng = UniformAgent(), np.random.default_rng(seed)
    observations, masks = [], []
    for _ in range(-(-count // 64)):
        observations.append(tables.observations.copy())
        masks.append(tables.action_masks.copy())
        tables.step(agent.act(tables.observations, tables.action_masks, rng))
    return np.concatenate(observations), np.concatenate(masks)
