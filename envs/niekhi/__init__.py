"""Niekhi (連友, niek hi): beat the last play or pass, with bombs and generals, shed first."""

from ..core.contract.game import build_game
from .options import NiekhiOptions

GAME = build_game(
    __name__,
    "niekhi_v0",
    "Niekhi",
    "Beat the last play, bomb it or pass; generals take or remove cards; shed all cards first.",
    NiekhiOptions,
)
