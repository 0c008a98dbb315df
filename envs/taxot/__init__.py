"""Taxot (終季, ta xot): draw and discard until six cards make a winning shape."""

from ..core.game import assembled
from .options import TaxotOptions

GAME = assembled(
    __name__,
    "taxot_v0",
    "Taxot",
    "Draw and discard until six cards make pairs, triples or runs, and close the season first.",
    TaxotOptions,
)
