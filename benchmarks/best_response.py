"""Computes the exact best response to greedy in two-player Sevens with `tunnel=none`.

Nothing is hidden there (SEV-7.5) and greedy is deterministic, so an exhaustive search over the
moves of one seat decides whether it can win. `python -m benchmarks.best_response` does so on the
deals of `fudaba exploit sevens greedy --options num_players=2 tunnel=none`.
"""

import numpy as np
import tyro

from fudaba.agents.greedy import GreedyAgent
from fudaba.envs import Tables, find_game
from fudaba.envs.cards.french import NUM_CARDS
from fudaba.envs.core.compiling.kernel import kernel, wait_for_compile
from fudaba.envs.core.kit.arrays import clear
from fudaba.envs.core.kit.rng import scramble
from fudaba.envs.sevens.heuristic import choose
from fudaba.envs.sevens.rules import apply, legal, score
from fudaba.envs.sevens.state import EMPTY
from fudaba.envs.sevens.view import observe
from fudaba.evaluation.statistics import clustered_mean

LONGEST = 128  # an upper bound of the decisions of a game
PLACES = 2**20  # of the table of lost positions
MEASURED_ON = 3_000_017  # the seed of those deals, with --seed 0


@wait_for_compile
@kernel
def can_win(
    states: np.ndarray,
    views: np.ndarray,
    masks: np.ndarray,
    points: np.ndarray,
    lost: np.ndarray,
    weights: np.void,
    depth: int,
    seat: int,
) -> bool:
    """Returns whether a seat can win from `states[depth]` on, with greedy in the other seat.

    Args:
        states: [LONGEST], state records; those from depth on are scratch.
        views: [1], as scratch.
        masks: int8[LONGEST, A], as scratch.
        points: float64[P], as scratch.
        lost: uint64[PLACES], the keys of lost positions; a newer one replaces an older one.
        weights: Those of greedy.
        depth: The number of decisions that the seat has made.
        seat: The seat.
    """
    state, mask = states[depth], masks[depth]
    while state["to_move"] == 1 - seat:
        legal(state, mask)
        observe(state, 1 - seat, views[0])
        apply(state, choose(views[0], weights, mask))
    if state["to_move"] != seat:
        score(state, points)
        return points[seat] > 0.0
    key = key_of(state)
    place = np.int64(scramble(key) & np.uint64(PLACES - 1))
    if lost[place] == key:
        return False
    legal(state, mask)
    for action in range(masks.shape[1]):
        if mask[action] == 1:
            states[depth + 1] = state
            apply(states[depth + 1], action)
            if can_win(states, views, masks, points, lost, weights, depth + 1, seat):
                return True
    lost[place] = key
    return False


@kernel
def key_of(state: np.void) -> np.uint64:
    """Returns the key of a position: the laid cards and the passes, up to 15."""
    key = np.uint64(1)
    for cell in range(NUM_CARDS):
        key = key << np.uint64(1) | np.uint64(state["layout"][cell] != EMPTY)
    for seat in range(2):
        key = key << np.uint64(4) | np.uint64(state["passes"][seat])
    return key


def best_responses(deals: int, seed: int, untuned: bool = False) -> np.ndarray:
    """Returns the rewards of the best response: float64[deals, 2], 1 or -1, from either seat.

    Args:
        deals: The number of deals.
        seed: Their seed.
        untuned: Whether greedy has the weights that were chosen by hand.
    """
    game = find_game("sevens_v0")
    options = game.options(num_players=2, tunnel="none")
    dealt = Tables(game, options, deals, seed).states
    states, views = np.zeros(LONGEST, game.state_dtype), np.zeros(1, game.view_dtype)
    masks = np.zeros((LONGEST, game.num_actions), np.int8)
    points, lost = np.zeros(game.max_players), np.zeros(PLACES, np.uint64)
    weights = GreedyAgent(game, {} if untuned else None).record
    rewards = np.empty((deals, 2))
    for deal in range(deals):
        for seat in range(2):
            clear(lost)
            states[0] = dealt[deal]
            wins = can_win(states, views, masks, points, lost, weights, 0, seat)
            rewards[deal, seat] = 1.0 if wins else -1.0
    return rewards


def main(deals: int = 250, seed: int = MEASURED_ON, untuned: bool = False) -> None:
    """Prints the mean reward of the best response to greedy.

    Args:
        deals: The number of deals, each played from both seats.
        seed: Their seed.
        untuned: Whether greedy has the weights that were chosen by hand.
    """
    rewards = best_responses(deals, seed, untuned)
    dealt = np.repeat(np.arange(len(rewards)), 2)
    print("the best response to greedy earns", clustered_mean(rewards.ravel(), dealt))


if __name__ == "__main__":
    tyro.cli(main)
