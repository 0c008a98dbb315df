"""What a seat sees and hears of a move, against the worlds that it is dealt after the move."""

import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numba
import numpy as np

from fudaba.common.errors import UserError
from fudaba.common.languages import translator
from fudaba.envs import NOBODY, Field, Game, player_name

from .knowledge import cards_of, rows_of
from .positions import copied, positions, redealt, some_action

_, _n = translator("testing")

Rules = Mapping[str, Any]

GAMES, STEPS = range(9, 12), 2  # seeds, and decisions of each that are looked at
NUM_WORLDS = 100 if numba.config.DISABLE_JIT else 300
MOST_TRIED = 20  # moves in a world
SURE = 12  # -log of the chance that a number misses a value by luck
FEWEST = 2 * SURE  # worlds from which anything follows


def check_heard(game: Game, options: Rules) -> None:
    """Checks that what others are told of a move says no more than what they see after it.

    In a world from before the move some move of its mover may look to a listener as the true one.
    Where it also sounds so, the other seats must see all that they see where it looks so. What a
    small game has put down face down must come about by such a move too.
    """
    rng, hands = random.Random(9), next(iter(rows_of(game)), "")
    for before, action, listener in some_steps(game, options, rng):
        seen, heard = led_to(game, before, action, listener, rng)
        player, told = player_name(listener), game.announced_to(before, action, listener)
        if what := beyond(game, seen, heard, listener, game.fields):
            raise UserError(
                _(
                    "announce tells {player} {told}, and so {what}, which it can't see after the "
                    "move; leave out what only the mover knows, in a small game by told of the "
                    "Move.",
                    told=repr(told),
                    player=player,
                    what=what,
                )
            )
        after = applied(game, before, action)
        worlds = [redealt(game, after, listener, rng) for _world in range(NUM_WORLDS)]
        put_down = [each for each in cards_of(game) if not each.name.startswith(hands)]
        if what := beyond(game, worlds, seen, listener, put_down):
            raise UserError(
                _(
                    "after {told} redeal for {player} makes worlds to which no move leads, by "
                    "{what}; count in conflicts(state, viewer) what can't be there.",
                    told=repr(told),
                    player=player,
                    what=what,
                )
            )


def some_steps(
    game: Game, options: Rules, rng: random.Random
) -> Iterator[tuple[np.void, int, int]]:
    """Yields tables of random games, each with an action and another seat that hears of it."""
    for seed in GAMES:
        tables = [copied(state) for state in positions(game, options, seed)][:-1]
        for state in rng.sample(tables, min(STEPS, len(tables))):
            further = rng.randrange(1, options["num_players"])
            listener = (int(state["to_move"]) + further) % options["num_players"]
            yield state, some_action(game, state, rng), listener


def led_to(
    game: Game, before: np.void, action: int, listener: int, rng: random.Random
) -> tuple[list[np.void], list[np.void]]:
    """Returns the tables to which moves in a seat's worlds lead, where they look like the true one.

    The first are one for each world, the second those of which the seat is also told the same.
    """
    view = game.view(applied(game, before, action), listener).tobytes()
    told = told_of(game, before, action, listener)
    seen: list[np.void] = []
    heard: list[np.void] = []
    for _world in range(NUM_WORLDS):
        world, found = redealt(game, before, listener, rng), []
        legal = game.legal_actions(world)
        for other in rng.sample(legal, min(MOST_TRIED, len(legal))):
            after = applied(game, world, other)
            if game.view(after, listener).tobytes() == view:
                found.append(after)
                if told_of(game, world, other, listener) == told:
                    heard.append(after)
                    break
        seen += found[:1]
    return seen, heard


def applied(game: Game, state: np.void, action: int) -> np.void:
    """Returns the table after an action."""
    table = copied(state)
    game.kernels.apply(table, action)
    return table


def told_of(game: Game, state: np.void, action: int, listener: int) -> tuple[str, int]:
    """Returns what a seat is told of an action, and of whom; nothing of whom if not of a move."""
    told = game.announced_to(state, action, listener)
    return told, int(state["to_move"]) if told else NOBODY


def beyond(
    game: Game,
    worlds: list[np.void],
    others: list[np.void],
    listener: int,
    fields: Iterable[Field],
) -> str:
    """Returns what other seats see in worlds and in no other tables; empty for nothing.

    A value that only luck keeps out of the other tables is rare, as are those that they have once.
    """
    if min(len(worlds), len(others)) < FEWEST:
        return ""
    for seat in {*range(int(worlds[0]["num_players"]))} - {listener}:
        views = [views_of(game, tables, seat) for tables in (worlds, others)]
        for field in fields:
            ours, theirs = (each[field.name].reshape(len(each), -1).T for each in views)
            if any(map(goes_beyond, ours, theirs)):
                return _("{field} of {player}", field=field.name, player=player_name(seat))
    return ""


def views_of(game: Game, tables: list[np.void], seat: int) -> np.ndarray:
    """Returns what a seat sees of each table."""
    views = np.zeros(len(tables), game.view_dtype)
    for table, view in zip(tables, views, strict=True):
        game.kernels.observe(table, seat, view)
    return views


def goes_beyond(numbers: np.ndarray, others: np.ndarray) -> bool:
    """Returns whether more numbers than luck explains have no equal among others."""
    if (numbers == others[0]).all():
        return False
    values, counts = np.unique(others, return_counts=True)
    return bool((~np.isin(numbers, values)).mean() > (SURE + (counts == 1).sum()) / len(others))
