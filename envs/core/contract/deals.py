"""All deals of a game under some house rules, for values that are computed and not estimated.

A game whose deals can be listed has a module `deals` with `deals(options) -> Deals`. Only exact
values load it. It says what the game's `deal` draws by lot: it writes the cards into the record
that `deal` leaves, so that no rule is written twice.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from fudaba.common.errors import UserError
from fudaba.common.languages.messages import translator

from ..compiling.kernel import Kernel
from .game import Game
from .options import Options

_, _n = translator("core")


@dataclass(frozen=True)
class Deals:
    """All deals that a game can begin with, each with its probability.

    Cards count as kinds: deals that differ only in copies of a card, or in cards that nobody ever
    sees, are one deal. Whatever is drawn by lot later in the game is part of the deal too, for
    instance the top of the stock as far as it is ever drawn. So nothing draws from `rng` once the
    game has begun; a game that does can't be solved, and whoever walks its tree refuses it.

    Attributes:
        number: The number of deals, counted without listing them.
        chunks: `chunks()` yields all deals anew, in the same order each time, as pairs of arrays:
            state records of shape [N] as `Kernels.deal` leaves them (`rng` and `rng_key` do not
            matter), and their probabilities, float64[N]. Over all chunks these have the sum 1.
    """

    number: int
    chunks: Callable[[], Iterator[tuple[np.ndarray, np.ndarray]]]


def deals_of(game: Game, options: Options) -> Deals:
    """Returns all deals of a game under some house rules.

    Raises:
        UserError: The game has no list of its deals, or none under these house rules.
    """
    listed = getattr(game.part("deals"), "deals", None)
    if listed is None:
        raise UserError(
            _("{game} can't be solved: there is no list of all its deals.", game=game.name)
        )
    deals: Deals = listed(options)
    return deals


def dealt(deal: Kernel, dtype: np.dtype[Any], options: Options) -> np.ndarray:
    """Returns a game as `deal` begins it, as one state record of shape [1], from the seed 0.

    A module `deals` copies it and writes other cards into the copies.
    """
    states = np.zeros(1, dtype)
    options.write(states[0])
    deal(states[0])
    return states
