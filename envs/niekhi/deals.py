"""All deals of Niekhi: the hands, and the dealer (NIE-3.1); colours do not matter."""

import numpy as np

from ..cards.counts import spread_out
from ..cards.dealing import multisets_in
from ..cards.melds import multiset
from ..core.contract.deals import Deals
from ..kikisen.dealing import hand_sizes, list_deals
from . import state as nie
from .options import NiekhiOptions
from .rules import deal


def deals(options: NiekhiOptions) -> Deals:
    """Returns all deals under some house rules, see `Deals`."""
    counts = np.bincount(nie.RANKS_OF_TYPES, options.copies).astype(int)
    pack = multiset(spread_out(counts))

    def lay(tables: np.ndarray, hands: list[np.ndarray]) -> None:
        for seat, hand in enumerate(hands):
            tables["hands"][:, seat] = multisets_in(hand)
        tables["aside"] = pack - tables["hands"].sum(axis=1)

    return list_deals(options, deal, nie.STATE, counts.tolist(), hand_sizes, lay)
