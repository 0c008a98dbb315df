"""Namto (開樽, nam to): two cards each, bets and reveals; the strongest hand takes the pot."""

from ..core.game import assembled
from .options import NamtoOptions

GAME = assembled(
    __name__,
    "namto_v0",
    "Namto",
    "Bet on two cards, reveal one by one, and make the strongest hand with those of all players.",
    NamtoOptions,
)
