"""Makkaik (値戦, mak kaik): one exchange of cards, three rounds of betting, and a showdown."""

from fudaba.common.languages import N_

from ..core.contract.game import build_game
from .options import MakkaikOptions

GAME = build_game(
    __name__,
    "makkaik_v0",
    N_("Makkaik"),
    N_("Exchange one card, bet in three rounds, and show the best hand of own and common cards."),
    MakkaikOptions,
)
