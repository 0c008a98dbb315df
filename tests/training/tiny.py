"""Runs so small that they take a second or two."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
import yaml

from fudaba.agents.uniform import UniformAgent
from fudaba.envs import Tables, find_game
from fudaba.single_agent import OpponentPool
from fudaba.training.config import TrainConfig, check_config
from fudaba.training.improvement import Practice, take_measure
from fudaba.training.learner import TablePPO
from fudaba.training.tables import LearningTables

GAME = find_game("sevens_v0")

torch.set_num_threads(1)  # for networks as small as these more are slower, most so on busy cores

CONTENT: dict[str, Any] = {
    "game": "sevens_v0",
    "seed": 1,
    "total_steps": 4096,
    "tables": 32,
    "threads": 1,
    "checkpoint_every": 1024,
    "ppo": {"n_steps": 16, "batch_size": 256, "n_epochs": 1, "hidden": [16]},
    "improvement": {"decisions": 0},
    "opponents": {"alone": 0.5},
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


def tiny_model(alone: int = 16, **changes: Any) -> TablePPO:
    """A learner of the tiny configuration, untrained, its tables at their first decisions."""
    config = tiny_config(**changes)
    pool = OpponentPool([UniformAgent()], [1.0])
    tables = LearningTables(GAME, config.house_rules(), config.tables, pool, alone)
    tables.seed(config.seed)
    tables.start(np.arange(config.tables))
    model = TablePPO(tables, config.ppo, config.seed, config.residual)
    take_measure(model, Practice(GAME, config.house_rules(), config.seed))
    return model


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
