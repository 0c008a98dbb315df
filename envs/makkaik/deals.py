"""All deals of Makkaik: the hands, the common cards, the stock, and the dealer (MKK-3)."""

import numpy as np

from ..cards.dealing import counts_in
from ..cards.kikisen import NUM_TYPES
from ..core.contract.deals import Deals
from ..kikisen.dealing import hands_of, lay_stock, list_deals
from . import state as mkk
from .options import MakkaikOptions
from .rules import deal


def deals(options: MakkaikOptions) -> Deals:
    """Returns all deals under some house rules, see `Deals`."""
    return list_deals(options, deal, mkk.STATE, options.copies, sizes_of, lay)


def sizes_of(table: np.void) -> list[int]:
    """Returns the sizes of the hands, the number of common cards, and 1 for each of the stock."""
    hands = [mkk.HAND_SIZE] * int(table["num_players"])
    return [*hands, int(table["common"].sum())] + [1] * int(table["stock_size"])


def lay(tables: np.ndarray, piles: list[np.ndarray]) -> None:
    """Writes the hands, the common cards and the stock."""
    for seat, hand in enumerate(hands_of(tables, piles)):
        tables["hands"][:, seat] = counts_in(hand, NUM_TYPES)
    common, *stock = piles
    tables["common"] = counts_in(common, NUM_TYPES)
    lay_stock(tables, stock)
