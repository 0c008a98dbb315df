"""All deals of Namto: two cards each, the cards turned up for all, and the dealer (NAM-3.1)."""

import numpy as np

from ..cards.dealing import counts_in
from ..core.contract.deals import Deals
from ..kikisen.dealing import hands_of, list_deals
from . import state as nam
from .options import NamtoOptions
from .rules import deal


def deals(options: NamtoOptions) -> Deals:
    """Returns all deals under some house rules, see `Deals`."""
    return list_deals(options, deal, nam.STATE, options.copies, sizes_of, lay)


def sizes_of(table: np.void) -> list[int]:
    """Returns the sizes of the hands, and the number of cards turned up if there are any."""
    turned_up = [int(table["community"].sum())] if table["hand_pool"] == nam.COMMUNITY else []
    return [nam.HAND_SIZE] * int(table["num_players"]) + turned_up


def lay(tables: np.ndarray, piles: list[np.ndarray]) -> None:
    """Writes the cards of all players, and those turned up for all."""
    for seat, hand in enumerate(hands_of(tables, piles)):
        tables["cards"][:, seat] = hand
    for turned_up in piles:
        tables["community"] = counts_in(turned_up, len(nam.COPIES))
