"""Playing on without leaving compiled code: forced moves, and seats that follow an advice."""

from functools import cache
from typing import NamedTuple

import numpy as np

from ..compiling.kernel import Kernel, kernel, specialise, unbound
from ..contract.game import Game
from .loops import LEAVE, nth_legal, update_scores_of

legal = apply = observe = choose = update_scores = unbound


@kernel
def first_legal(view: np.void, weights: np.void, mask: np.ndarray) -> int:
    """Returns the first legal action, the advice for games without a heuristic."""
    return nth_legal(mask, 0)


@kernel
def is_forced(mask: np.ndarray) -> bool:
    """Whether only one action is legal."""
    count = 0
    for action in range(len(mask)):
        count += mask[action] == 1
    return count == 1


def _play_on(
    states: np.ndarray,
    views: np.ndarray,
    masks: np.ndarray,
    to_move: np.ndarray,
    scores: np.ndarray,
    rewards: np.ndarray,
    dones: np.ndarray,
    actions: np.ndarray,
    is_advised: np.ndarray,
    weights: np.void,
    takes_forced: bool,
    first: int,
    last: int,
) -> None:
    """Plays at the tables first..last-1 until a seat without advice has to decide.

    The arrays are those of `loops.py`; rewards are the sums over all steps.

    Args:
        states: The tables.
        views: The views of the seats to move.
        masks: Their legal actions.
        to_move: The seats to move, NOBODY once a game is over.
        scores: Points so far.
        rewards: Points won on the way.
        dones: Whether the game ended on the way.
        actions: int64[N], legal actions that come first, LEAVE for none.
        is_advised: bool[N, P], the seats that follow the advice.
        weights: The weights of the advice.
        takes_forced: Whether the only legal action is taken for every seat.
        first: The first table.
        last: The table after the last one.
    """
    for table in range(first, last):
        state, view, mask, action = states[table], views[table], masks[table], actions[table]
        was_over = state["to_move"] < 0
        while state["to_move"] >= 0:
            if action == LEAVE and takes_forced and is_forced(mask):
                action = nth_legal(mask, 0)
            elif action == LEAVE and is_advised[table, state["to_move"]]:
                action = choose(view, weights, mask)
            if action == LEAVE:
                break
            apply(state, action)
            action = LEAVE
            count = legal(state, mask)
            if state["to_move"] >= 0 and not (takes_forced and count == 1):
                observe(state, np.int64(state["to_move"]), view)
        update_scores(state, scores, rewards, table)
        dones[table] = state["to_move"] < 0 and not was_over
        to_move[table] = state["to_move"]


class Advice(NamedTuple):
    """The policy of seats that are played in compiled code.

    Attributes:
        game: The game.
        choose: The kernel `choose(view, weights, mask) -> action`, which gives legal actions.
        weights: The record of its weights.
    """

    game: Game
    choose: Kernel
    weights: np.void


@cache
def playing_on(game: Game, choose: Kernel) -> Kernel:
    """Returns the loop, specialised for a game and the kernel of an advice."""
    rules = game.kernels
    return specialise(
        _play_on,
        f"{game.name}.{choose.__module__}",
        legal=rules.legal,
        apply=rules.apply,
        observe=rules.observe,
        choose=choose,
        update_scores=update_scores_of(game),
    )
