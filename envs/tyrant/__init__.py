"""Tyrant: tricks of up to three hidden cards, chips that weaken suits, too much fame is purged."""

from fudaba.common.languages import N_

from ..core.contract.game import build_game
from .options import TyrantOptions

GAME = build_game(
    __name__,
    "tyrant_v0",
    N_("Tyrant"),
    N_(
        "Win lead cards with one to three hidden cards a trick, but not ten points more than "
        "others."
    ),
    TyrantOptions,
)
