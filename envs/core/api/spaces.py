"""The observation of a game as a Gymnasium space. New objects at each call: spaces have seeds."""

import numpy as np
from gymnasium import spaces

from ..contract.game import Game


def view_space(game: Game) -> spaces.Box:
    """Returns the space of observations: int8[D], or int16[D] in games with larger numbers."""
    low, high = game.observation_bounds
    return spaces.Box(low, high, dtype=game.observation_dtype.type)


def masked_space(game: Game) -> spaces.Dict:
    """Returns the space of dicts with `observation` and `action_mask`, int8[A], 1 if legal."""
    mask = spaces.Box(0, 1, (game.num_actions,), np.int8)
    return spaces.Dict({"observation": view_space(game), "action_mask": mask})
