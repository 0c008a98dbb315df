"""Killer Sevens (殺しの七並べ): cards link in all eight directions, and enclosed ones die."""

from fudaba.common.languages import N_

from ..core.contract.game import build_game
from .options import KillerSevensOptions

GAME = build_game(
    __name__,
    "killer_sevens_v0",
    N_("Killer Sevens"),
    N_("Lay cards next to laid ones in all eight directions; an enclosed card dies in hand."),
    KillerSevensOptions,
    information="imperfect; perfect with two players, who hold all cards (KIL-7.4)",
)
