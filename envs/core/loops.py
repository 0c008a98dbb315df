"""The generic loops over tables, written once and specialised for every game.

The names below are bound to a game's kernels by `specialise`. The loops work on parallel
arrays with one row per table:

    states    [N]     the game's state records
    views     [N]     view records: what the seat to move may know
    masks     [N, A]  int8, 1 for an action that the seat to move may take
    to_move   [N]     int64, the seat to move
    scores    [N, P]  float64, points won so far in the present game
    rewards   [N, P]  float64, points won by the last step
    dones     [N]     bool, whether the last step ended a game
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from .game import Game
from .kernel import Kernel, kernel, specialise
from .rng import draw_below

ALL_LEGAL = -1
LEAVE = -1


def _bound_by_specialise(*_: Any) -> Any:
    raise RuntimeError("a generic loop was called before it was specialised for a game")


deal = legal = apply = observe = score = swap = show_mover = pay = _bound_by_specialise


@kernel
def nth_legal(mask: np.ndarray, number: int) -> int:
    """The action id of the number-th legal action (0 for the first) of a mask."""
    action = -1
    while number >= 0:
        action += 1
        number -= mask[action]
    return action


def _show_mover(state: np.void, view: np.void, mask: np.ndarray) -> None:
    """Fills the view and the mask of the seat to move; the mask is empty once the game is over."""
    legal(state, mask)
    if state["to_move"] >= 0:
        observe(state, np.int64(state["to_move"]), view)


def _pay(state: np.void, scores: np.ndarray, rewards: np.ndarray, table: int) -> None:
    """Turns the points of a table into the rewards of its last step. Updates its scores."""
    for seat in range(scores.shape[1]):
        rewards[table, seat] = -scores[table, seat]
    score(state, scores[table])
    for seat in range(scores.shape[1]):
        rewards[table, seat] += scores[table, seat]


def _deal_tables(
    states: np.ndarray,
    views: np.ndarray,
    masks: np.ndarray,
    to_move: np.ndarray,
    scores: np.ndarray,
    tables: np.ndarray,
    starts: np.ndarray,
) -> None:
    """Starts a game at each table of `tables` (int64[K]) from the random streams `starts`."""
    for position in range(len(tables)):
        table = tables[position]
        state = states[table]
        state["rng"] = starts[position]
        deal(state)
        scores[table, :] = 0.0
        show_mover(state, views[table], masks[table])
        to_move[table] = state["to_move"]


def _first_illegal(masks: np.ndarray, actions: np.ndarray, first: int, last: int) -> int:
    """The first table of first..last-1 whose action is not legal, or ALL_LEGAL."""
    for table in range(first, last):
        action = actions[table]
        if action != LEAVE and (
            action < 0 or action >= masks.shape[1] or masks[table, action] == 0
        ):
            return table
    return ALL_LEGAL


def _step_tables(
    states: np.ndarray,
    views: np.ndarray,
    masks: np.ndarray,
    to_move: np.ndarray,
    scores: np.ndarray,
    rewards: np.ndarray,
    dones: np.ndarray,
    actions: np.ndarray,
    redeal_finished: bool,
    first: int,
    last: int,
) -> None:
    """Carries out one legal action at each of the tables first..last-1.

    Tables with action LEAVE stay as they are, with rewards 0. A finished table starts its next
    game from its own random stream if `redeal_finished`; else its mask stays empty.
    """
    for table in range(first, last):
        rewards[table, :] = 0.0
        dones[table] = False
        if actions[table] == LEAVE:
            continue
        state = states[table]
        apply(state, actions[table])
        pay(state, scores, rewards, table)
        if state["to_move"] < 0:
            dones[table] = True
            if redeal_finished:
                deal(state)
                scores[table, :] = 0.0
        show_mover(state, views[table], masks[table])
        to_move[table] = state["to_move"]


def _observe_seats(
    states: np.ndarray, views: np.ndarray, tables: np.ndarray, seats: np.ndarray
) -> None:
    """Fills `views[k]` with what seat `seats[k]` of table `tables[k]` may know."""
    for position in range(len(tables)):
        observe(states[tables[position]], seats[position], views[position])


def _rotate_tables(
    states: np.ndarray,
    views: np.ndarray,
    masks: np.ndarray,
    to_move: np.ndarray,
    by: np.ndarray,
) -> None:
    """Moves what each seat was dealt for a factor on to the seat `by[table]` seats further."""
    for table in range(len(states)):
        state = states[table]
        for _ in range(by[table]):
            for seat in range(state["num_players"] - 1, 0, -1):
                swap(state, seat, seat - 1)
        show_mover(state, views[table], masks[table])
        to_move[table] = state["to_move"]


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
            pay(state, scores, rewards, table)
            if state["to_move"] < 0:
                games += 1
                deal(state)
                scores[table, :] = 0.0
    return games


@dataclass(frozen=True)
class Loops:
    """The generic loops of one game, compiled."""

    deal_tables: Kernel
    first_illegal: Kernel
    step_tables: Kernel
    observe_seats: Kernel
    play_uniformly: Kernel


@cache
def loops(game: Game) -> Loops:
    """The generic loops, specialised for a game."""
    rules: dict[str, Any] = {
        "deal": game.deal,
        "legal": game.legal,
        "apply": game.apply,
        "observe": game.observe,
        "score": game.score,
    }
    rules["show_mover"] = specialise(_show_mover, game.name, **rules)
    rules["pay"] = specialise(_pay, game.name, **rules)
    return Loops(
        deal_tables=specialise(_deal_tables, game.name, **rules),
        first_illegal=specialise(_first_illegal, game.name, **rules),
        step_tables=specialise(_step_tables, game.name, **rules),
        observe_seats=specialise(_observe_seats, game.name, **rules),
        play_uniformly=specialise(_play_uniformly, game.name, **rules),
    )


@cache
def rotation(game: Game, factor: str) -> Kernel:
    """The loop that rotates a factor through the seats, specialised for a game.

    Raises:
        UserError: The game has no swap for the factor.
    """
    swap = game.swap_of(factor)
    show_mover = specialise(_show_mover, game.name, legal=game.legal, observe=game.observe)
    name = f"{game.name}.{factor}"
    return specialise(_rotate_tables, name, swap=swap, show_mover=show_mover)
