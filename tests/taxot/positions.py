"""Positions of Taxot in the notation of the rules, and a table to play on from them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fudaba.envs.cards.counts import spread_out
from fudaba.envs.cards.kikisen import NUM_TYPES, TYPES, type_name
from fudaba.envs.kikisen.words import words_of
from fudaba.envs.taxot import GAME
from fudaba.envs.taxot.rules import add_card, begin_turn
from fudaba.envs.taxot.state import (
    MELDS,
    NO_MELD,
    NO_TYPE,
    clear_record,
    start_match,
    start_season,
)
from fudaba.envs.taxot.text import meld_name, types_in_hand

from .. import tables
from .lockstep import LOCKSTEP

TYPE_OF = {type_name(type_): type_ for type_ in range(NUM_TYPES)}
OTHER = "b0 b4 b8 r2 r6"  # cards that no discard makes a meld with, ships left out


def types(names: str) -> tuple[int, ...]:
    """The types of `b3 rS`, in this order."""
    return tuple(TYPE_OF[name] for name in names.split())


def meld_number(names: str) -> int:
    """The meld of these cards: a set, or a run in its order."""
    wanted = types(names)
    numbers = {meld.types: number for number, meld in enumerate(MELDS)}
    return numbers[wanted] if wanted in numbers else numbers[tuple(sorted(wanted))]


class Table(tables.TwinnedTable):
    """A table of Taxot, followed by the twin."""

    game = GAME
    lockstep = LOCKSTEP

    def hand(self, seat: int) -> str:
        """The concealed cards of a seat."""
        return words_of(types_in_hand(self.state["hands"][seat]))

    def meld(self, seat: int) -> str:
        """The meld of a seat, empty without one."""
        meld = int(self.state["melds"][seat])
        return "" if meld == NO_MELD else meld_name(meld)

    def discards(self, seat: int) -> str:
        """The discards that lie before a seat."""
        return words_of(spread_out(self.state["discards"][seat]))

    @property
    def stock(self) -> list[int]:
        """The types of the stock, the top first."""
        size = int(self.state["stock_size"])
        assert (self.state["stock"][size:] == NO_TYPE).all()
        cards: list[int] = self.state["stock"][:size][::-1].tolist()
        return cards

    @property
    def scores(self) -> list[int]:
        """The points so far."""
        return [int(self.state["scores"][seat]) for seat in self.seats]


opened = Table.opened


def position(
    hands: Mapping[int, str],
    stock: str = "",
    *,
    melds: Mapping[int, str] | None = None,
    light: str = "",
    to_move: int = 0,
    lap: int = 2,
    bonus: int = 2,
    is_all: bool = False,
    **options: Any,
) -> Table:
    """A turn of the first season that begins with the draw of the top of the stock.

    Args:
        hands: The concealed cards by seat before the draw; the other seats hold `OTHER`.
        stock: The stock, its top first.
        melds: The melds by seat.
        light: The first light.
        to_move: Whose turn it is.
        lap: The lap.
        bonus: The dealer's bonus.
        is_all: Whether the stock has no more cards; else those that are named nowhere are below.
        **options: House rules by name; the first dealer is seat 0 if they don't say who.
    """
    state = tables.new_state(GAME, {"first_dealer": 0, **options})
    for start in (start_match, start_season, clear_record):
        start(state)
    state["dealer"], state["bonus"], state["lap"] = state["first_dealer"], bonus, lap
    seats = range(int(state["num_players"]))
    for seat in seats:
        for type_ in types(hands.get(seat, OTHER)):
            add_card(state, seat, type_)
        if melds and seat in melds:
            state["melds"][seat] = meld_number(melds[seat])
    state["light_cards"] = [*types(light), NO_TYPE, NO_TYPE][:2]
    named = [*(hands.get(seat, OTHER) for seat in seats), *(melds or {}).values(), light]
    fill_stock(state, types(stock), named, is_all)
    state["active"] = to_move
    begin_turn(state, to_move)
    return Table(state)


def fill_stock(state: np.void, top: Sequence[int], named: Sequence[str], is_all: bool) -> None:
    """Puts these cards on the stock, on those that are left."""
    rest = Counter(TYPES) - Counter(types(" ".join(named))) - Counter(top)
    cards = [*([] if is_all else sorted(rest.elements())), *reversed(top)]
    state["stock"] = NO_TYPE
    state["stock"][: len(cards)] = cards
    state["stock_size"] = len(cards)
