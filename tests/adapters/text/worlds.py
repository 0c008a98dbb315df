"""Positions of random games with what their seats have heard."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from fudaba.agents.seat_histories import history_lines
from fudaba.envs import Game
from fudaba.envs.core.words.reading import copied

from ...tables import dealt_state


class Heard(NamedTuple):
    """A position, and what each seat has heard since its last decision."""

    state: np.void
    histories: list[list[str]]


def heard_positions(game: Game, options: dict[str, Any], seed: int) -> Iterator[Heard]:
    """The positions of one random game, the last one included."""
    rng, state = random.Random(seed), dealt_state(game, options, seed)
    histories: list[list[str]] = [[] for _ in range(int(state["num_players"]))]
    while state["to_move"] >= 0:
        yield Heard(copied(state), [[*history] for history in histories])
        before, action = copied(state), rng.choice(game.legal_actions(state))
        histories[int(state["to_move"])].clear()
        game.kernels.apply(state, action)
        for seat, history in enumerate(histories):
            history += history_lines(game, before, action, state, seat)
    yield Heard(copied(state), [[*history] for history in histories])
