"""Mokkaik (行戦, mok kaik): rounds of singles, sets and runs, of which the last one decides."""

from fudaba.common.languages import N_

from ..core.contract.game import build_game
from .options import MokkaikOptions

GAME = build_game(
    __name__,
    "mokkaik_v0",
    N_("Mokkaik"),
    N_(
        "Beat singles, sets and runs with stronger ones of the same colours, and win the last "
        "round."
    ),
    MokkaikOptions,
)
