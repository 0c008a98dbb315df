"""Positions of Makkaik in the notation of the rules, and a table to play on from them."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from fudaba.envs.cards.counts import spread_out
from fudaba.envs.cards.kikisen import NUM_TYPES, TYPES, type_name
from fudaba.envs.kikisen import betting
from fudaba.envs.kikisen.words import words_of
from fudaba.envs.makkaik import GAME
from fudaba.envs.makkaik import state as mkk
from fudaba.envs.makkaik.rules import exchange, rounds

from .. import tables
from .lockstep import LOCKSTEP

TYPE_OF = {type_name(type_): type_ for type_ in range(NUM_TYPES)}
EXCHANGE_FIELDS = ("taken", "put_out", "unused")


def types(names: str) -> tuple[int, ...]:
    """The types of `b3 rS`, in rising order."""
    return tuple(sorted(TYPE_OF[name] for name in names.split()))


def counts(names: str) -> np.ndarray:
    """The same as counts by type: int8[24]."""
    return np.bincount(types(names), minlength=NUM_TYPES).astype(np.int8)


def cards_in(cards: np.ndarray) -> tuple[int, ...]:
    """Counts by type as types."""
    return tuple(spread_out(cards))


class Table(tables.TwinnedTable):
    """A table of Makkaik, followed by the twin."""

    game = GAME
    lockstep = LOCKSTEP

    def hand(self, seat: int) -> str:
        """A hand in the notation of the rules."""
        return words_of(spread_out(self.state["hands"][seat]))

    @property
    def common(self) -> str:
        """The common cards."""
        return words_of(spread_out(self.state["common"]))

    @property
    def stock(self) -> str:
        """The stock, the top first."""
        size = int(self.state["stock_size"])
        assert (self.state["stock"][size:] == mkk.NO_CARD).all()
        return words_of(self.state["stock"][:size][::-1])

    @property
    def pot(self) -> int:
        """What lies in the pot."""
        return int(betting.pot_of(self.state))

    def card(self, zone: str, seat: int) -> str | None:
        """The card that a player has `taken`, `put_out`, or drawn and left `unused`."""
        type_ = int(self.state[zone][seat])
        return None if type_ == mkk.NO_CARD else type_name(type_)

    def trade(self, outgoing: str, incoming: str, kind: str = "swap") -> None:
        """A whole exchange."""
        self.say(kind, f"take {incoming}", f"put out {outgoing}")


opened = Table.opened


def position(
    hands: Sequence[str], common: str, *, stock: str = "", to_move: int = 0, **options: Any
) -> Table:
    """The first season before a player exchanges; the first seat deals unless options say else.

    Args:
        hands: The hands.
        common: The common cards.
        stock: The cards on top of the stock; under them lie all that are named nowhere.
        to_move: Who is to exchange.
        **options: House rules by name.
    """
    state = tables.new_state(GAME, {"num_players": len(hands), "first_dealer": 0, **options})
    state["dealer"] = state["first_dealer"]
    betting.begin_pot(state)
    rest = Counter(TYPES) - Counter(types(" ".join([*hands, common, stock])))
    top_down = [*(TYPE_OF[name] for name in stock.split()), *rest.elements()]
    state["stock"] = mkk.NO_CARD
    state["stock"][: len(top_down)] = top_down[::-1]
    state["stock_size"] = len(top_down)
    for zone in EXCHANGE_FIELDS:
        state[zone] = mkk.NO_CARD
    for seat, hand in enumerate(hands):
        state["hands"][seat] = counts(hand)
    state["common"] = counts(common)
    exchange.begin(state, to_move)
    return Table(state)


def betting_on(hands: Sequence[str], common: str, **options: Any) -> Table:
    """The first round of betting of the first season, as if all had drawn long ago."""
    table = position(hands, common, **options)
    betting.take_antes(table.state)
    rounds.begin(table.state)
    return table
