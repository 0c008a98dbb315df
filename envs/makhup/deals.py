"""All deals of Makhup: the hands, two paths, the stock, and the dealer (MHP-3.1), by ranks."""

import numpy as np

from ..cards.dealing import multisets_in
from ..core.contract.deals import Deals
from ..kikisen.dealing import hands_of, lay_stock, list_deals
from . import state as mhp
from .options import NUM_PATHS, MakhupOptions
from .rules import deal


def deals(options: MakhupOptions) -> Deals:
    """Returns all deals under some house rules, see `Deals`."""
    counts = np.bincount(mhp.RANKS_OF_TYPES, options.copies).astype(int)
    return list_deals(options, deal, mhp.STATE, counts.tolist(), sizes_of, lay)


def sizes_of(table: np.void) -> list[int]:
    """Returns the sizes of the hands, the number of paths, and 1 for each card of the stock."""
    hands = [int(table["hand_size"])] * int(table["num_players"])
    return [*hands, NUM_PATHS] + [1] * int(table["stock_size"])


def lay(tables: np.ndarray, piles: list[np.ndarray]) -> None:
    """Writes the hands, the paths and the stock."""
    for seat, hand in enumerate(hands_of(tables, piles)):
        tables["hands"][:, seat] = multisets_in(hand)
    paths, *stock = piles
    tables["ends"] = tables["table"] = multisets_in(paths)
    lay_stock(tables, stock)
