"""Runs so small that they take a second or two."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
import yaml

from fudaba.adapters.single_agent import OpponentPool
from fudaba.agents.uniform import UniformAgent
from fudaba.envs import Tables, find_game
from fudaba.evaluation.match import LocalExecutor
from fudaba.training.config import AnyTraining, DMCTraining, PPOTraining, check_config
from fudaba.training.dmc.learner import DeepMonteCarlo
from fudaba.training.learner_tables import LearningTables
from fudaba.training.ppo.learner import TablePPO

GAME = find_game("sevens_v0")

torch.set_num_threads(1)  # for networks as small as these more are slower, most so on busy cores

SHARED: dict[str, Any] = {
    "game": "sevens_v0",
    "seed": 1,
    "total_steps": 4096,
    "tables": 32,
    "threads": 1,
    "precision": "float32",  # on every machine
    "checkpoint_every": 1024,
    "evaluation": {"every": 2048, "deals": 10, "final_deals": 10, "against": ["random"]},
}
CONTENT: dict[str, Any] = SHARED | {
    "residual": True,
    "ppo": {"n_steps": 16, "batch_size": 256, "hidden": [16]},
    "opponents": {"single_seat_fraction": 0.5},
}
DMC_CONTENT: dict[str, Any] = SHARED | {
    "algorithm": "dmc",
    "dmc": {"n_steps": 16, "batch_size": 256, "hidden": [16]},
}
CONTENTS = {"ppo": CONTENT, "dmc": DMC_CONTENT}


def tiny_config(algorithm: str = "ppo", **changes: Any) -> AnyTraining:
    """The tiny configuration of an algorithm with some keys changed."""
    return check_config("tiny", CONTENTS[algorithm] | changes)


def tiny_file(folder: Path, algorithm: str = "ppo", **changes: Any) -> Path:
    """A file with the tiny configuration; the run's folder is `run` beside it."""
    path = folder / "tiny.yaml"
    content = CONTENTS[algorithm] | {"output": str(folder / "run")} | changes
    path.write_text(yaml.safe_dump(content))
    return path


def tiny_model(alone: int = 16, **changes: Any) -> TablePPO:
    """PPO of the tiny configuration, untrained, its tables at their first decisions."""
    config = tiny_config(**changes)
    assert isinstance(config, PPOTraining)
    pool = OpponentPool([UniformAgent()], [1.0])
    tables = LearningTables(GAME, config.house_rules, config.tables, pool, alone)
    tables.begin(config.seed, 0)
    model = TablePPO(tables, config)
    model.prepare(LocalExecutor(1))
    return model


def tiny_dmc(**changes: Any) -> DeepMonteCarlo:
    """Deep Monte Carlo of the tiny configuration, untrained, at its tables' first decisions."""
    config = tiny_config("dmc", **changes)
    assert isinstance(config, DMCTraining)
    learner = DeepMonteCarlo.of(config)
    learner.prepare(LocalExecutor(1))
    learner.begin(config.seed, 0)
    return learner


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
