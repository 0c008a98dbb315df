"""Tables for the tests: people everywhere, and the worlds that a seat can't exclude."""

import copy
from typing import Any

import numpy as np

from fudaba.agents.seated import SeatedGame
from fudaba.envs import Game
from fudaba.web.table import Table

from ..tables import redealt


def table_of_people(game: Game, seed: int, **options: Any) -> Table:
    """A table at which every seat is a person's."""
    rules = game.options.read(game.name, options)
    return Table(SeatedGame(game, rules, [None] * rules.num_players, seed), pace=1.0)


def in_another_world(table: Table, viewer: int, rng: int) -> Table:
    """A table that has told its viewer the same, with all that he does not know dealt anew."""
    twin = copy.deepcopy(table)
    put(twin, redealt(table.game, table.seated.state, viewer, rng))
    return twin


def put(table: Table, state: np.void) -> None:
    """Puts a position on a table, where no move is being built."""
    batch = table.seated._tables._batch
    batch.states[0] = state
    batch.to_move[0] = state["to_move"]
    table.game.kernels.legal(batch.states[0], batch.masks[0])
    table._shown.clear()


def say(table: Table, *moves: str) -> None:
    """Takes steps of the seat to move, by what they are called."""
    for move in moves:
        position = table.position(table.seated.to_move)
        named = {choice.text: choice.action for choice in position.moves}
        assert move in named, f"{move!r} is none of {[*named]}"
        table.build(position.seat, position.at, named[move])
