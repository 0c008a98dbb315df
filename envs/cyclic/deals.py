"""All deals of Cyclic: the hands, with what the dealer draws, the stock, and the dealer (CYC-3)."""

import numpy as np

from ..cards.dealing import counts_in
from ..cards.kikisen import NUM_TYPES
from ..core.contract.deals import Deals
from ..kikisen.dealing import hand_sizes, hands_of, lay_stock, list_deals
from . import state as cyc
from .options import CyclicOptions
from .rules import deal


def deals(options: CyclicOptions) -> Deals:
    """Returns all deals under some house rules, see `Deals`."""
    return list_deals(options, deal, cyc.STATE, options.copies, sizes_of, lay)


def sizes_of(table: np.void) -> list[int]:
    """Returns the sizes of the hands, and 1 for each card of the stock."""
    return hand_sizes(table) + [1] * int(table["stock_size"])


def lay(tables: np.ndarray, piles: list[np.ndarray]) -> None:
    """Writes the hands and the stock."""
    for seat, hand in enumerate(hands_of(tables, piles)):
        tables["hands"][:, seat] = counts_in(hand, NUM_TYPES)
    lay_stock(tables, piles)
