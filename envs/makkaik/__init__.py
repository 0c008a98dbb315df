"""Makkaik (値戦, mak kaik): one exchange of cards, three rounds of betting, and a showdown."""

from ..core.game import assembled
from .options import MakkaikOptions

GAME = assembled(
    __name__,
    "makkaik_v0",
    "Makkaik",
    "Exchange one card, bet in three rounds, and show the best hand of own and common cards.",
    MakkaikOptions,
)
