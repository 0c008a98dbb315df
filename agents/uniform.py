"""`random`: chooses uniformly among the legal actions."""

import numpy as np

from fudaba.envs.core.checking.checks import check_generator
from fudaba.envs.core.compiling.kernel import kernel
from fudaba.envs.core.stepping.loops import nth_legal

from .agent import check_masks


class UniformAgent:
    """Plays a uniformly random legal action."""

    identity = "random"

    def act(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """Chooses an action at each table; see `Agent.act`.

        Raises:
            UserError: The masks are not rows of flags, or `rng` is no generator.
        """
        masks = check_masks(masks)
        check_generator("rng", rng)
        actions = np.empty(len(masks), np.int64)
        choose_uniformly(masks, rng.random(len(masks)), actions)
        return actions


@kernel
def choose_uniformly(masks: np.ndarray, draws: np.ndarray, actions: np.ndarray) -> None:
    """Turns draws float64[B] from [0, 1) into legal actions int64[B], each equally likely."""
    for row in range(len(masks)):
        count = 0
        for action in range(masks.shape[1]):
            count += masks[row, action]
        actions[row] = nth_legal(masks[row], int(draws[row] * count))
