"""Niekhi (連友, niek hi): beat the last play or pass, with large sets and generals, shed first."""

from fudaba.common.languages import N_

from ..core.contract.game import build_game
from .options import NiekhiOptions

GAME = build_game(
    __name__,
    "niekhi_v0",
    N_("Niekhi"),
    N_(
        "Beat the last play or pass; large sets beat all; generals take or remove cards; shed "
        "first."
    ),
    NiekhiOptions,
)
