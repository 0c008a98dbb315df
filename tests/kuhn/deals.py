"""All deals of Kuhn poker: two of the five cards."""

from collections.abc import Iterator
from itertools import permutations

import numpy as np

from fudaba.envs.core.contract.deals import Deals, dealt

from .game import NUM_CARDS, STATE, KuhnOptions, deal


def deals(options: KuhnOptions) -> Deals:
    cards = np.array([*permutations(range(NUM_CARDS), 2)])

    def chunks() -> Iterator[tuple[np.ndarray, np.ndarray]]:
        states = np.repeat(dealt(deal, STATE, options), len(cards))
        states["card"] = cards
        yield states, np.full(len(cards), 1 / len(cards))

    return Deals(len(cards), chunks)
