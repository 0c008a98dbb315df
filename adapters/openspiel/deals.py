"""All deals of a game, as one array."""

from functools import lru_cache

import numpy as np

from fudaba.envs import Game, Options, UserError
from fudaba.envs.core.contract.deals import deals_of

MOST_DEALS = 1_000_000


@lru_cache(maxsize=2)
def listed_deals(game: Game, options: Options) -> tuple[np.ndarray, np.ndarray]:
    """Returns the state records of all deals and their probabilities, float64[N].

    Raises:
        UserError: There is no list, or it is too long.
    """
    deals = deals_of(game, options)
    if deals.number > MOST_DEALS:
        raise UserError(
            f"chance can't be 'deals' in {game.name} under house rules with {deals.number:,} "
            f"deals; allowed: seed, or house rules with at most {MOST_DEALS:,} deals."
        )
    states, chances = zip(*deals.chunks(), strict=True)
    return np.concatenate(states), np.concatenate(chances)
