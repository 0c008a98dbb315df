"""The generic loops over tables, written once and specialised for every game.

The names below are bound to a game's kernels by `specialise`. The loops work on parallel
arrays with one row per table:

    states    [N]     the game's state records
    views     [N]     view records of the seats to move
    masks     [N, A]  int8, 1 for an action that the seat to move may take
    to_move   [N]     int64, the seat to move
    scores    [N, P]  float64, points won so far in the present game
    rewards   [N, P]  float64, points won by the last step
    dones     [N]     bool, whether the last step ended a game
    lengths   [N]     int64, decisions taken in the present game
    limits    [N]     int64, the most that one may take

Games that end are kept in `ended_states`, `ended_scores` and `ended_lengths` before the next deal.
"""

from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np

from ..compiling.kernel import Kernel, kernel, no_refcount, python_fallback, specialise, unbound
from ..contract.game import Game
from ..kit.bits import EIGHT, bytes_up_to, eight_flags, last_byte, sums_of_flags
from .fetching import fetch_row

ALL_LEGAL = -1
NO_ACTION = -1
ALL_SOUND = -1

deal = legal = apply = observe = score = observe_mover = update_scores = unbound
num_seats = 0  # the game's largest table, P


@kernel
@no_refcount
def nth_legal(mask: np.ndarray, number: int) -> int:
    """Returns the id of the number-th legal action (0 for the first) of a mask.

    It looks at eight actions at once: of Taxot's 398 one is found in a quarter of the time.
    """
    first, num_in_words = 0, len(mask) // EIGHT * EIGHT
    while first < num_in_words:
        sums = sums_of_flags(eight_flags(mask, first))
        if last_byte(sums) > number:
            return first + bytes_up_to(sums, number)
        number -= last_byte(sums)
        first += EIGHT
    while number >= 0 and first < len(mask):
        number -= mask[first]
        first += 1
    return first - 1


@python_fallback(nth_legal)
def _nth_legal_of_all(mask: np.ndarray, number: int) -> int:
    return int(mask.nonzero()[0][number])


@no_refcount
def _observe_mover(state: np.void, view: np.void, mask: np.ndarray) -> int:
    """Fills the view and the mask of the seat to move; the mask is empty once the game is over.

    Returns:
        The number of legal actions.
    """
    num_legal = legal(state, mask)
    if state["to_move"] >= 0:
        observe(state, np.int64(state["to_move"]), view)
    return num_legal


@no_refcount
def _update_scores(state: np.void, scores: np.ndarray, rewards: np.ndarray, table: int) -> None:
    """Turns the points of a table into the rewards of its last step. Updates its scores."""
    for seat in range(num_seats):
        rewards[table, seat] = -scores[table, seat]
    score(state, scores[table])
    for seat in range(num_seats):
        rewards[table, seat] += scores[table, seat]


@no_refcount
def _deal_tables(
    states: np.ndarray,
    views: np.ndarray,
    masks: np.ndarray,
    to_move: np.ndarray,
    scores: np.ndarray,
    lengths: np.ndarray,
    tables: np.ndarray,
    starts: np.ndarray,
) -> int:
    """Starts a game at each table of `tables` (int64[K]) from the random streams `starts`.

    Returns:
        A table at which nothing is legal, or ALL_SOUND.
    """
    faulty = ALL_SOUND
    for position in range(len(tables)):
        table = tables[position]
        state = states[table]
        state["rng"] = starts[position]
        deal(state)
        scores[table, :] = 0.0
        lengths[table] = 0
        num_legal = observe_mover(state, views[table], masks[table])
        to_move[table] = state["to_move"]
        if num_legal == 0 and state["to_move"] >= 0:
            faulty = table
    return faulty


@no_refcount
def _first_illegal(masks: np.ndarray, actions: np.ndarray, first: int, last: int) -> int:
    """Returns the first table of first..last-1 whose action is not legal, or ALL_LEGAL."""
    for table in range(first, last):
        action = actions[table]
        if action != NO_ACTION and (
            action < 0 or action >= masks.shape[1] or masks[table, action] == 0
        ):
            return table
    return ALL_LEGAL


@no_refcount
def _step_tables(
    states: np.ndarray,
    views: np.ndarray,
    masks: np.ndarray,
    to_move: np.ndarray,
    scores: np.ndarray,
    rewards: np.ndarray,
    dones: np.ndarray,
    lengths: np.ndarray,
    limits: np.ndarray,
    actions: np.ndarray,
    redeal_finished: bool,
    ended_states: np.ndarray,
    ended_scores: np.ndarray,
    ended_lengths: np.ndarray,
    first: int,
    last: int,
) -> int:
    """Carries out one legal action at each of the tables first..last-1.

    Tables with action NO_ACTION stay as they are, with rewards 0. A finished table starts its next
    game from its own random stream if `redeal_finished`; else its mask stays empty.

    Returns:
        A table at which nothing is legal, or whose game goes on beyond its limit, or ALL_SOUND.
    """
    faulty = ALL_SOUND
    for table in range(first, last):
        rewards[table, :] = 0.0
        dones[table] = False
        if actions[table] == NO_ACTION:
            continue
        fetch_row(states, table + 1)
        fetch_row(views, table + 1)
        fetch_row(masks, table + 1)
        state = states[table]
        apply(state, actions[table])
        lengths[table] += 1
        update_scores(state, scores, rewards, table)
        if state["to_move"] < 0:
            dones[table] = True
            if redeal_finished:
                ended_states[table] = state
                for seat in range(scores.shape[1]):
                    ended_scores[table, seat] = scores[table, seat]
                ended_lengths[table] = lengths[table]
                deal(state)
                scores[table, :] = 0.0
                lengths[table] = 0
        num_legal = observe_mover(state, views[table], masks[table])
        to_move[table] = state["to_move"]
        if state["to_move"] >= 0 and (num_legal == 0 or lengths[table] >= limits[table]):
            faulty = table
    return faulty


@no_refcount
def _observe_seats(
    states: np.ndarray, views: np.ndarray, tables: np.ndarray, seats: np.ndarray
) -> None:
    """Fills `views[k]` with the view of seat `seats[k]` of table `tables[k]`."""
    for position in range(len(tables)):
        observe(states[tables[position]], seats[position], views[position])


@dataclass(frozen=True)
class Loops:
    """The generic loops of one game, compiled."""

    deal_tables: Kernel
    first_illegal: Kernel
    step_tables: Kernel
    observe_seats: Kernel


@cache
def observe_mover_of(game: Game) -> Kernel:
    """Returns `observe_mover(state, view, mask)` of a game."""
    kernels = game.kernels
    return specialise(_observe_mover, game.name, legal=kernels.legal, observe=kernels.observe)


@cache
def update_scores_of(game: Game) -> Kernel:
    """Returns `update_scores(state, scores, rewards, table)` of a game."""
    return specialise(
        _update_scores, game.name, score=game.kernels.score, num_seats=game.max_players
    )


@cache
def loops(game: Game) -> Loops:
    """The generic loops, specialised for a game."""
    rules: dict[str, Any] = {
        "deal": game.kernels.deal,
        "legal": game.kernels.legal,
        "apply": game.kernels.apply,
        "observe": game.kernels.observe,
    }
    rules["observe_mover"] = observe_mover_of(game)
    rules["update_scores"] = update_scores_of(game)
    made: list[Any] = [
        specialise(template, game.name, **rules)
        for template in (_deal_tables, _first_illegal, _step_tables, _observe_seats)
    ]
    for loop in made:  # whichever is called first has the rules of all compiled
        loop.parts = partial(calls_of_rules, game)
    return Loops(*made)


def calls_of_rules(game: Game) -> list[tuple[Kernel, tuple[Any, ...]]]:
    """Returns the rules that take long to compile, the longest first, with their arguments."""
    rules, state = game.kernels, np.zeros(1, game.state_dtype)[0]
    view, mask = np.zeros(1, game.view_dtype)[0], np.zeros(game.num_actions, np.int8)
    return [
        (rules.apply, (state, 0)),
        (rules.legal, (state, mask)),
        (rules.observe, (state, 0, view)),
        (rules.deal, (state,)),
    ]
