"""Cyclic, the untitled last game of kikisen: shed cards whose strengths form a circle."""

from fudaba.common.languages import N_

from ..core.contract.game import build_game
from .options import CyclicOptions

GAME = build_game(
    __name__,
    "cyclic_v0",
    N_("Cyclic"),
    N_("Beat hands of a shared colour in a circle of strength, and shed all cards first."),
    CyclicOptions,
)
