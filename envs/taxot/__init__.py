"""Taxot (終季, ta xot): draw and discard until six cards make a winning shape."""

from fudaba.common.languages import N_

from ..core.contract.game import build_game
from .options import TaxotOptions

GAME = build_game(
    __name__,
    "taxot_v0",
    N_("Taxot"),
    N_("Draw and discard until six cards make pairs, triples or runs, and close the season first."),
    TaxotOptions,
)
