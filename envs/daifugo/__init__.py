"""Daifugo (大富豪 ことばルール): shed cards by beating the field; titles trade cards."""

from fudaba.common.languages import N_

from ..core.contract.game import build_game
from .options import DaifugoOptions

GAME = build_game(
    __name__,
    "daifugo_v0",
    N_("Daifugo"),
    N_("Beat the field with as many cards, shed yours first, and be daifugo of the last round."),
    DaifugoOptions,
)
