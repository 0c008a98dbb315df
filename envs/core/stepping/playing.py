"""Playing on without leaving compiled code: forced moves, advised seats and random ones."""

from functools import cache
from typing import NamedTuple

import numpy as np

from ..compiling.kernel import Kernel, kernel, no_refcount, specialise, unbound
from ..contract.game import Game
from ..kit.arrays import count_ones
from .loops import ALL_SOUND, NO_ACTION, nth_legal, update_scores_of

legal = apply = observe = observe_partial = choose = update_scores = play_table = close = unbound


@kernel
@no_refcount
def first_legal(view: np.void, weights: np.void, mask: np.ndarray) -> int:
    """Returns the first legal action, the advice for games without a heuristic."""
    return nth_legal(mask, 0)


@kernel
@no_refcount
def see_nothing(state: np.void, seat: int, view: np.void) -> None:
    """Leaves a view unchanged, for policies that read no view."""


@kernel
@no_refcount
def is_forced(mask: np.ndarray) -> bool:
    """Whether only one action is legal."""
    return count_ones(mask, len(mask)) == 1


@kernel
@no_refcount
def count_marked(states: np.ndarray, is_marked: np.ndarray) -> int:
    """Returns the number of tables whose seat to move is marked in bool[N, P]."""
    count = 0
    for table in range(len(states)):
        seat = states[table]["to_move"]
        count += seat >= 0 and is_marked[table, seat]
    return count


@no_refcount
def _play_table(
    state: np.void,
    view: np.void,
    mask: np.ndarray,
    action: int,
    is_advised: np.ndarray,
    weights: np.void,
    takes_forced: bool,
    most: int,
) -> tuple[int, bool]:
    """Plays at one table until a seat without advice has to decide; `action` comes first.

    The view is only filled for the advice, as far as it reads it; `_close` fills it whole.

    Returns:
        The number of decisions, and whether the game has a fault: it is not over after `most`
        decisions, or nothing is legal.
    """
    length, num_legal = 0, 1
    while state["to_move"] >= 0 and length < most and num_legal > 0:
        if action == NO_ACTION and takes_forced and is_forced(mask):
            action = nth_legal(mask, 0)
        elif action == NO_ACTION and is_advised[state["to_move"]]:
            observe_partial(state, np.int64(state["to_move"]), view)
            action = choose(view, weights, mask)
        if action == NO_ACTION:
            break
        apply(state, action)
        action = NO_ACTION
        length += 1
        num_legal = legal(state, mask)
    return length, state["to_move"] >= 0 and (length >= most or num_legal == 0)


@no_refcount
def _close(
    state: np.void,
    view: np.void,
    table: int,
    has_moved: bool,
    to_move: np.ndarray,
    scores: np.ndarray,
    rewards: np.ndarray,
    dones: np.ndarray,
) -> None:
    """Writes the view, rewards, scores and end of a table, once a call has played all its steps."""
    rewards[table, :] = 0.0
    dones[table] = False
    if has_moved:
        update_scores(state, scores, rewards, table)
        dones[table] = state["to_move"] < 0
        to_move[table] = state["to_move"]
        if state["to_move"] >= 0:
            observe(state, np.int64(state["to_move"]), view)


@no_refcount
def _play_on(
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
    is_advised: np.ndarray,
    weights: np.void,
    takes_forced: bool,
    first: int,
    last: int,
) -> int:
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
        lengths: Decisions taken.
        limits: The most that a game may take.
        actions: int64[N], legal actions that come first, NO_ACTION for none.
        is_advised: bool[N, P], the seats that follow the advice.
        weights: The weights of the advice.
        takes_forced: Whether the only legal action is taken for every seat.
        first: The first table.
        last: The table after the last one.

    Returns:
        A table whose game has a fault, or ALL_SOUND.
    """
    faulty = ALL_SOUND
    for table in range(first, last):
        length, has_fault = play_table(
            states[table],
            views[table],
            masks[table],
            actions[table],
            is_advised[table],
            weights,
            takes_forced,
            limits[table] - lengths[table],
        )
        lengths[table] += length
        if has_fault:
            faulty = table
        close(states[table], views[table], table, length > 0, to_move, scores, rewards, dones)
    return faulty


@no_refcount
def _play_on_at_random(
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
    is_advised: np.ndarray,
    weights: np.void,
    takes_forced: bool,
    is_random: np.ndarray,
    draws: np.ndarray,
    has_moved: np.ndarray,
) -> tuple[int, int, int]:
    """Plays at all tables as `_play_on` does, and also the seats `is_random` bool[N, P].

    These choose uniformly among their legal actions, by `draws` float64[K] from [0, 1), K >= N.
    They draw in rounds, one decision at each table in turn, as an agent that is asked for all
    tables at once. Only whole rounds are played; if draws are missing for the next one, another
    call without actions goes on. The last call writes scores, rewards and dones, for which
    `has_moved` bool[N] keeps the tables at which anything was played.

    Returns:
        The number of draws used, and of the random seats to move, which need further draws; and a
        table whose game has a fault, at which nobody plays on, or ALL_SOUND.
    """
    used, faulty = 0, ALL_SOUND
    for table in range(len(states)):
        length, has_fault = play_table(
            states[table],
            views[table],
            masks[table],
            actions[table],
            is_advised[table],
            weights,
            takes_forced,
            limits[table] - lengths[table],
        )
        has_moved[table] |= length > 0
        lengths[table] += length
        if has_fault:
            faulty = table
    waiting = count_marked(states, is_random)
    while faulty == ALL_SOUND and waiting > 0 and used + waiting <= len(draws):
        for table in range(len(states)):
            state, mask = states[table], masks[table]
            if state["to_move"] < 0 or not is_random[table, state["to_move"]]:
                continue
            # As `drawn_legal` of the random agent; a call takes a quarter longer for short masks.
            action = nth_legal(mask, int(draws[used] * count_ones(mask, len(mask))))
            used += 1
            left = limits[table] - lengths[table]
            length, has_fault = play_table(
                state, views[table], mask, action, is_advised[table], weights, takes_forced, left
            )
            has_moved[table] = True
            lengths[table] += length
            if has_fault:
                faulty = table
        waiting = count_marked(states, is_random)
    for table in range(len(states) if waiting == 0 else 0):
        close(states[table], views[table], table, has_moved[table], to_move, scores, rewards, dones)
    return used, waiting, faulty


class CompiledPolicy(NamedTuple):
    """The policy of seats that are played in compiled code.

    Attributes:
        game: The game.
        observe_partial: The kernel `observe_partial(state, seat, view)`, which fills the fields of
            a view that `choose` reads and that change in a game.
        choose: The kernel `choose(view, weights, mask) -> action`, which gives legal actions.
        weights: The record of its weights.
    """

    game: Game
    observe_partial: Kernel
    choose: Kernel
    weights: np.void


class RandomSeats(NamedTuple):
    """The seats that choose uniformly among their legal actions in compiled code.

    Attributes:
        is_random: bool[N, P], these seats.
        rng: Draws their actions.
    """

    is_random: np.ndarray
    rng: np.random.Generator


@cache
def playing_on(game: Game, observe_partial: Kernel, choose: Kernel) -> Kernel:
    """Returns `_play_on`, specialised for a game and the kernels of an advice."""
    return _specialised(_play_on, game, observe_partial, choose)


@cache
def playing_on_at_random(game: Game, observe_partial: Kernel, choose: Kernel) -> Kernel:
    """Returns `_play_on_at_random`, specialised for a game and the kernels of an advice."""
    return _specialised(_play_on_at_random, game, observe_partial, choose)


def _specialised(template: Kernel, game: Game, observe_partial: Kernel, choose: Kernel) -> Kernel:
    return specialise(
        template,
        f"{game.name}.{choose.__module__}",
        play_table=_table_of(game, observe_partial, choose),
        close=_close_of(game),
    )


@cache
def _table_of(game: Game, observe_partial: Kernel, choose: Kernel) -> Kernel:
    rules = game.kernels
    return specialise(
        _play_table,
        f"{game.name}.{choose.__module__}",
        legal=rules.legal,
        apply=rules.apply,
        observe_partial=observe_partial,
        choose=choose,
    )


@cache
def _close_of(game: Game) -> Kernel:
    observe, update_scores = game.kernels.observe, update_scores_of(game)
    return specialise(_close, game.name, observe=observe, update_scores=update_scores)
