"""All deals of Mokkaik: the hands, and the dealer (MOK-3.1); the other cards stay unseen."""

import numpy as np

from ..cards.dealing import counts_in
from ..cards.kikisen import NUM_TYPES
from ..core.contract.deals import Deals
from ..kikisen.dealing import hand_sizes, list_deals
from . import state as mok
from .options import MokkaikOptions
from .rules import deal


def deals(options: MokkaikOptions) -> Deals:
    """Returns all deals under some house rules, see `Deals`."""

    def lay(tables: np.ndarray, hands: list[np.ndarray]) -> None:
        for seat, hand in enumerate(hands):
            tables["hands"][:, seat] = counts_in(hand, NUM_TYPES)
        tables["undealt"] = options.copies - tables["hands"].sum(axis=1)

    return list_deals(options, deal, mok.STATE, options.copies, hand_sizes, lay)
