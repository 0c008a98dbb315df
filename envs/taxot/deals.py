"""All deals of Taxot: the hands, with the dealer's first draw, a light, and the stock (TAX-3.1)."""

import numpy as np

from ..core.contract.deals import Deals
from ..kikisen.dealing import hands_of, lay_stock, list_deals
from . import state as tax
from .options import TaxotOptions
from .rules import deal


def deals(options: TaxotOptions) -> Deals:
    """Returns all deals under some house rules, see `Deals`."""
    return list_deals(options, deal, tax.STATE, options.copies, sizes_of, lay)


def sizes_of(table: np.void) -> list[int]:
    """Returns the sizes of the hands, and 1 for the light and for each card of the stock."""
    hands: list[int] = table["concealed"][: table["num_players"]].tolist()
    return hands + [1] * (int(table["lights"]) + int(table["stock_size"]))


def lay(tables: np.ndarray, piles: list[np.ndarray]) -> None:
    """Writes the hands, the light and the stock."""
    for seat, hand in enumerate(hands_of(tables, piles)):
        tables["hands"][:, seat] = tax.UNITS[hand].sum(axis=1)
    if tables["lights"][0]:
        light, *piles = piles
        tables["light_cards"][:, :1] = light
    lay_stock(tables, piles)
