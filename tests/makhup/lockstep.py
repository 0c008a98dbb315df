"""The kernels and the twin of Makhup, and the translations between them."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from fudaba.envs.kikisen.words import ranks_in
from fudaba.envs.makhup import GAME
from fudaba.envs.makhup.state import DRAW, FREE_CARD, MOVES, NO_CARD, PASS, SPECIAL_CARD

from ..lockstep import ChanceOfTable, Lockstep
from ..twins import Action
from .twin import Twin


class Chance(ChanceOfTable):
    def deal(self, season: int, pack: Sequence[int]) -> list[int]:
        """The hands, the two cards that were turned, and the stock."""
        dealt = [rank for hand in hands_of(self.state) for rank in hand]
        return [*dealt, *ranks_in(self.state["ends"]), *stock_of(self.state)]

    def reshuffle(self, cards: Sequence[int]) -> list[int]:
        """What has been turned since, and what is left."""
        left, turned = stock_of(self.state), sorted(cards)
        for card in left:
            turned.remove(card)
        return [*turned, *left]


def hands_of(state: np.void) -> list[list[int]]:
    """The hands as sorted ranks."""
    return [ranks_in(hand) for hand in state["hands"][: int(state["num_players"])]]


def stock_of(state: np.void) -> list[int]:
    """The stock in the order in which it is turned."""
    return [int(card) for card in state["stock"][::-1] if card != NO_CARD]


def translated(action: int) -> Action:
    """A kernel action in the words of the twin."""
    kind, _ = GAME.decode(action)
    cards, ends = MOVES[action]
    if kind in (DRAW, PASS, SPECIAL_CARD):
        return (kind.name,)
    if kind is FREE_CARD:
        return ("free", *cards)
    return ("join", ends) if len(ends) > 1 else ("extend", cards)


def everything(state: np.void) -> dict[str, Any]:
    """The whole table in the words of the twin."""
    return {
        "hands": hands_of(state),
        **{zone: ranks_in(state[zone]) for zone in ("ends", "table", "gone")},
        "stock": stock_of(state),
        "reshuffles": int(state["reshuffles"]),
        "passes": int(state["idle"]),
    }


ATTRIBUTES = ("ends", "table", "gone", "stock", "reshuffles", "passes")


def position(state: np.void) -> dict[str, Any]:
    """Returns the attributes of a twin at this table."""
    table = everything(state)
    return {name: table[name] for name in ATTRIBUTES}


LOCKSTEP = Lockstep(GAME, Twin, Chance, translated, everything, position)
