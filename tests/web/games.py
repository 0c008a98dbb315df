"""Sessions for the tests: all seats are people's, in worlds that a seat can't exclude."""

import copy
from typing import Any

import numpy as np

from fudaba.agents.seated import SeatedGame
from fudaba.envs import Game
from fudaba.web.session import Session

from ..tables import redealt


def session_of_people(game: Game, seed: int, **options: Any) -> Session:
    """Returns a session in which every seat is a person's."""
    rules = game.options.read(game.name, options)
    return Session(SeatedGame(game, rules, [None] * rules.num_players, seed), pace=0.0)


def in_another_world(session: Session, viewer: int, rng: int) -> Session:
    """Returns a copy of a session with all cards redealt that the viewer can't know."""
    twin = copy.deepcopy(session)
    put(twin, redealt(session.game, session.seated.state, viewer, rng))
    return twin


def put(session: Session, state: np.void) -> None:
    """Replaces the state of a session in which no move is being built."""
    batch = session.seated._tables._batch
    batch.states[0] = state
    batch.to_move[0] = state["to_move"]
    session.game.kernels.legal(batch.states[0], batch.masks[0])
    session._encoded.clear()


def say(session: Session, *moves: str) -> None:
    """Makes steps of the seat to move, by their names."""
    for move in moves:
        position = session.position(session.seated.to_move)
        named = {choice.text: choice.action for choice in position.moves}
        assert move in named, f"{move!r} is none of {[*named]}"
        session.build(position.seat, position.at, [named[move]])
