"""Sevens (七並べ, Shichinarabe): lay out the suits from the sevens, hold others back, shed all."""

from fudaba.common.languages import N_

from ..core.contract.game import build_game
from .options import SevensOptions

GAME = build_game(
    __name__,
    "sevens_v0",
    N_("Sevens"),
    N_("Lay out the suits from the sevens, hold blocking cards back, shed all cards first."),
    SevensOptions,
    information="imperfect; perfect with two players, who hold all cards (SEV-7.5)",
)
