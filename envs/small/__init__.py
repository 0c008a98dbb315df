"""Small card games as one file of rules: this package has all that such a file imports."""

from ..core.compiling.kernel import kernel
from ..core.contract.options import Options
from ..core.kit.arrays import clear
from ..core.kit.bits import count_bits, holds
from ..core.kit.rng import draw_below
from ..core.kit.seats import NOBODY, next_seat, seat_after
from .facts import code, flags_each, number, number_each, player
from .game import build_game
from .moves import Move
from .pack import Kind, Pack, french_pack, french_ranks, join, pack_of
from .places import GETS, Place, places
from .table import (
    EVERYBODY,
    choose,
    count_suit,
    deal_out,
    find,
    hide,
    holding,
    knows,
    lay,
    lay_all,
    mix,
    next_holder,
    pay_one,
    pay_team,
    put_pack,
    remove,
    show,
    show_only,
    slip,
    take,
    take_all,
    top_of,
    turn_up,
)

__all__ = [
    "EVERYBODY", "GETS", "NOBODY", "Kind", "Move", "Options", "Pack", "Place", "build_game",
    "choose", "clear", "code", "count_bits", "count_suit", "deal_out", "draw_below", "find",
    "flags_each", "french_pack", "french_ranks", "hide", "holding", "holds", "join", "kernel",
    "knows", "lay", "lay_all", "mix", "next_holder", "next_seat", "number", "number_each",
    "pack_of", "pay_one", "pay_team", "places", "player", "put_pack", "remove", "seat_after",
    "show", "show_only", "slip", "take", "take_all",
    "top_of", "turn_up",
]  # fmt: skip
