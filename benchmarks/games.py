"""Random play in one compiled loop, with mask and view at every decision."""

import numpy as np

from fudaba.envs import Game
from fudaba.envs.core.compiling.kernel import (
    Kernel,
    no_refcount,
    specialise,
    unbound,
    wait_for_compile,
)
from fudaba.envs.core.kit.rng import draw_below
from fudaba.envs.core.stepping.loops import nth_legal, update_scores_of

deal = legal = apply = observe = update_scores = unbound


@no_refcount
def _play_uniformly(
    states: np.ndarray,
    views: np.ndarray,
    masks: np.ndarray,
    scores: np.ndarray,
    rewards: np.ndarray,
    chooser: np.ndarray,
    num_decisions: int,
) -> int:
    """Plays random legal actions, each equally likely, with mask and view at every decision.

    `chooser` is one record with a field `rng`, for instance another state. Each table takes
    `num_decisions` decisions; finished games are followed by the next.

    Returns:
        The number of finished games.
    """
    games = 0
    for table in range(len(states)):
        state, view, mask = states[table], views[table], masks[table]
        for _ in range(num_decisions):
            wanted = draw_below(chooser[0], legal(state, mask))
            action = nth_legal(mask, wanted)
            observe(state, np.int64(state["to_move"]), view)
            apply(state, action)
            update_scores(state, scores, rewards, table)
            if state["to_move"] < 0:
                games += 1
                deal(state)
                scores[table, :] = 0.0
    return games


def uniform_play(game: Game) -> Kernel:
    """Returns `_play_uniformly`, specialised for a game."""
    loop = specialise(
        _play_uniformly, game.name, **vars(game.kernels), update_scores=update_scores_of(game)
    )
    return wait_for_compile(loop)
