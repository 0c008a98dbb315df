"""Niekhi (連友, niek hi): beat the last play or pass, with bombs and generals, shed first."""

from ..core.game import assembled
from .options import NiekhiOptions

GAME = assembled(
    __name__,
    "niekhi_v0",
    "Niekhi",
    "Beat the last play, bomb it or pass; generals take or remove cards; shed all cards first.",
    NiekhiOptions,
)
