"""A table in the middle of a game, for the documentation."""

from base64 import b64encode
from collections.abc import Mapping
from typing import Any

import numpy as np

from fudaba.envs import CardGameEnv, Game
from fudaba.envs.core.scene.render import png_bytes

SEED, DECISIONS = 0, 16


def env_in_a_game(game: Game, options: Mapping[str, Any]) -> CardGameEnv:
    """Returns a game after some random decisions, always the same ones."""
    env = CardGameEnv(game, dict(options))
    env.reset(seed=SEED)
    rng = np.random.default_rng(SEED)
    for _ in range(DECISIONS):
        if any(env.terminations.values()):
            break
        env.step(rng.choice(legal_actions(env)))
    return env


def legal_actions(env: CardGameEnv) -> np.ndarray:
    """Returns the legal actions of the player to move."""
    return np.flatnonzero(env.observe(env.agent_selection)["action_mask"])


def draw_env(env: CardGameEnv) -> np.ndarray:
    """Returns the table as the player to move sees it, uint8[height, width, 3]."""
    env.render_mode = "rgb_array"
    pixels = env.render()
    assert isinstance(pixels, np.ndarray)
    return pixels


def png_address(pixels: np.ndarray) -> str:
    """Returns a picture as a PNG file in a `data:` address."""
    return "data:image/png;base64," + b64encode(png_bytes(pixels)).decode()
