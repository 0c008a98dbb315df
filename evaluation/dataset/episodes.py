"""Games as episodes of their seats: what each seat saw, did and won."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fudaba.envs import Game, Options, Tables
from fudaba.envs.core.kit.rng import (
    FIRST_MULTIPLIER,
    GOLDEN_GAMMA,
    SECOND_MULTIPLIER,
    stream_start,
)

from ..match import ActionArray
from ..statistics import FloatArray, IntArray

GAMES_AT_ONCE = 16  # a long game has megabytes of views
UINT64 = 2**64


class SeatEpisode(NamedTuple):
    """The T decisions of one seat in one game.

    Attributes:
        observations: int8 or int16 [T + 1, D], the seat's view at each of its decisions, and at
            the end of the game.
        masks: int8[T + 1, A], 1 for a legal action; all zeros at the end of the game.
        actions: int64[T], the actions that it took.
        rewards: float64[T], the points from each decision to the next one or the end; the first
            reward includes those before the first decision.
    """

    observations: np.ndarray
    masks: NDArray[np.int8]
    actions: IntArray
    rewards: FloatArray


class _Course(NamedTuple):
    """N games side by side: at each of T steps who moves, sees, may do and is rewarded what."""

    movers: IntArray  # [T, N]
    observations: np.ndarray  # [T, N, D]
    masks: NDArray[np.int8]  # [T, N, A]
    rewards: FloatArray  # [T, N, P]


def seat_episodes(
    game: Game, options: Options, seed: int, deals: IntArray, actions: ActionArray
) -> Iterator[list[SeatEpisode | None]]:
    """Plays recorded games again and cuts them into episodes of their seats.

    Args:
        game: The game.
        options: Its house rules.
        seed: The seed of the deals.
        deals: int64[N], the numbers of the deals.
        actions: int16[N, T], all actions of each game; -1 after its last one.

    Yields:
        For each game the episode of each seat, None for a seat without a decision.

    Raises:
        IllegalActionError: An action is not legal.
    """
    for first in range(0, len(deals), GAMES_AT_ONCE):
        some = slice(first, first + GAMES_AT_ONCE)
        taken = actions[some].astype(np.int64)
        tables = Tables(game, options, len(taken), seed, redeal_finished=False)
        tables.deal(np.arange(len(taken)), deals[some])
        course = _play(tables, taken)
        seats = np.arange(options.num_players)
        for number in range(len(taken)):
            ends = tables.observe(np.full_like(seats, number), seats)
            yield [
                _episode(course, number, seat, taken[number], ends[seat]) for seat in seats.tolist()
            ]


def _play(tables: Tables, actions: IntArray) -> _Course:
    """Plays the actions; returns the views of the seats to move, and the rewards of all seats."""
    steps = []
    for step in np.ascontiguousarray(actions.T):  # as the kernels of all other doors are compiled
        before = (
            array.copy() for array in (tables.to_move, tables.observations, tables.action_masks)
        )
        seen = [*before]
        tables.step(step)
        steps.append((*seen, tables.rewards.copy()))
    return _Course(*(np.stack(arrays) for arrays in zip(*steps, strict=True)))


def _episode(
    course: _Course, game: int, seat: int, actions: IntArray, end: np.ndarray
) -> SeatEpisode | None:
    """Returns a game from one seat.

    Args:
        course: All steps of some games.
        game: The number of the game among them.
        seat: The seat.
        actions: int64[T], all actions of the game.
        end: [D], the view of the seat at the end.
    """
    own = np.flatnonzero(course.movers[:, game] == seat)
    if not len(own):
        return None
    since = np.concatenate([[0], own[1:]])
    masks = course.masks[own, game]
    return SeatEpisode(
        observations=np.concatenate([course.observations[own, game], end[None]]),
        masks=np.concatenate([masks, np.zeros_like(masks[:1])]),
        actions=actions[own],
        rewards=np.add.reduceat(course.rewards[:, game, seat], since),
    )


def reset_seed(seed: int, deal: int) -> int:
    """Returns the seed with which `reset` of a Gymnasium environment deals a deal of another seed.

    Args:
        seed: 0..2**64-1, the seed of the deals.
        deal: The number of the deal; deal 0 is that of `seed` itself.
    """
    start = stream_start(np.uint64(seed), np.uint64(deal))
    return (_unscramble(_unscramble(int(start))) - int(GOLDEN_GAMMA)) % UINT64


def _unscramble(value: int) -> int:
    """Inverts `rng.scramble`."""
    value ^= value >> 31 ^ value >> 62
    value = value * pow(int(SECOND_MULTIPLIER), -1, UINT64) % UINT64
    value ^= value >> 27 ^ value >> 54
    value = value * pow(int(FIRST_MULTIPLIER), -1, UINT64) % UINT64
    return value ^ value >> 30 ^ value >> 60
