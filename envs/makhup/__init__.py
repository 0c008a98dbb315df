"""Makhup (値木, mak hup): play numbers that add up to an open end of a growing tree, shed first."""

from fudaba.common.languages import N_

from ..core.contract.game import build_game
from .options import MakhupOptions

GAME = build_game(
    __name__,
    "makhup_v0",
    N_("Makhup"),
    N_("Play numbers that add up to an open end of a growing tree, and shed all cards first."),
    MakhupOptions,
)
