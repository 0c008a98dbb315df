"""Positions of random games, what a seat gets to see of them, and worlds behind that."""

import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.lib.recfunctions import repack_fields

from fudaba.common.errors import UserError
from fudaba.common.languages import translator
from fudaba.envs import NOBODY, Game

_, _n = translator("testing")

FEWEST_GAMES, MOST_GAMES, ENOUGH = 3, 40, 150  # positions


def dealt(game: Game, options: Mapping[str, Any], seed: int) -> np.void:
    """Returns a table at the first decision of a game."""
    state: np.void = np.zeros(1, game.state_dtype)[0]
    game.options.read(game.name, options).write(state)
    state["rng"] = seed
    game.kernels.deal(state)
    return state


def positions(game: Game, options: Mapping[str, Any], seed: int) -> Iterator[np.void]:
    """Yields the positions of one random game, the last one included: the same record each time.

    Raises:
        UserError: The game goes on after `max_decisions`, or nothing is legal.
    """
    rng, state = random.Random(seed), dealt(game, options, seed)
    most = game.options.read(game.name, options).max_decisions()
    number = 0
    while state["to_move"] != NOBODY:
        yield state
        if number == most:
            raise UserError(
                _(
                    "{game} goes on after {number} decisions, the most that its max_decisions "
                    "allows: end the game, or return more there.",
                    game=game.name,
                    number=most,
                )
            )
        game.kernels.apply(state, some_action(game, state, rng))
        number += 1
    yield state


def some_action(game: Game, state: np.void, rng: random.Random) -> int:
    """Returns a random legal action.

    Raises:
        UserError: Nothing is legal.
    """
    game.check_playable(state)
    return rng.choice(game.legal_actions(state))


def many_positions(game: Game, options: Mapping[str, Any]) -> Iterator[np.void]:
    """Yields the positions of a few random games, and of more where games are short."""
    played = 0
    for seed in range(MOST_GAMES):
        for state in positions(game, options, seed):
            played += 1
            yield state
        if played > ENOUGH and seed + 1 >= FEWEST_GAMES:
            return


def copied(state: np.void) -> np.void:
    """Returns a copy of a table."""
    table: np.void = np.array([state])[0]
    return table


def fields_of(record: np.void) -> bytes:
    """Returns all fields of a record; the bytes between them mean nothing."""
    return np.array(record, _packed(record.dtype)).tobytes()


@cache
def _packed(dtype: np.dtype) -> np.dtype:
    """Returns the same fields without bytes between them."""
    return repack_fields(dtype)


def mask_of(game: Game, state: np.void, seat: int) -> np.ndarray:
    """Returns what an env gives a seat as its mask."""
    mask = np.zeros(game.num_actions, np.int8)
    if state["to_move"] == seat:
        game.kernels.legal(state, mask)
    return mask


def redealt(game: Game, state: np.void, seat: int, rng: random.Random) -> np.void:
    """Returns a random world that a seat can't exclude."""
    world = copied(state)
    world["rng"] = rng.getrandbits(64)
    game.kernels.redeal(world, seat)
    return world


def differing(one: np.void, other: np.void) -> list[str]:
    """Returns the names of the fields in which two records differ."""
    names = one.dtype.names or ()
    return [name for name in names if one[name].tobytes() != other[name].tobytes()]


def looks_alike(game: Game, one: np.void, other: np.void, seat: int) -> bool:
    """Returns whether a seat sees the same of two tables, and may do the same."""
    return (
        game.view(one, seat).tobytes() == game.view(other, seat).tobytes()
        and mask_of(game, one, seat).tobytes() == mask_of(game, other, seat).tobytes()
    )
