"""Namto (開樽, nam to): two cards each, bets and reveals; the strongest hand takes the pot."""

from fudaba.common.languages import N_

from ..core.contract.game import build_game
from .options import NamtoOptions

GAME = build_game(
    __name__,
    "namto_v0",
    N_("Namto"),
    N_(
        "Bet on two cards, reveal one by one, and make the strongest hand with those of all "
        "players."
    ),
    NamtoOptions,
)
