"""SEKI (関): shed cards with the help of symbols and one secret role."""

from fudaba.common.languages import N_

from ..core.contract.game import build_game
from .options import SekiOptions

GAME = build_game(
    __name__,
    "seki_v0",
    N_("SEKI"),
    N_("Shed your cards with numbers, symbols and a secret role; remember what you saw."),
    SekiOptions,
)
