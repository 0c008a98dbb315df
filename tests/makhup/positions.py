"""Positions of Makhup by the ranks of their cards, and a table to play on from them."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from fudaba.envs.kikisen.words import ranks_in
from fudaba.envs.makhup import GAME
from fudaba.envs.makhup.state import COPIES, NO_CARD, SPECIAL, multiset
from fudaba.envs.makhup.text import words_of

from .. import tables
from .lockstep import LOCKSTEP


def ranks(names: str) -> list[int]:
    """The ranks of `8 2 K`: a letter, or `special`, is a special card."""
    return [int(name) if name.isdecimal() else SPECIAL for name in names.split()]


def number_of(names: str) -> int:
    """The same as a multiset."""
    return multiset(tuple(ranks(names)))


class Table(tables.TwinnedTable):
    """A table of Makhup, followed by the twin."""

    game = GAME
    lockstep = LOCKSTEP

    def plays(self) -> set[str]:
        """What the seat to move may say, besides `draw` and `pass`."""
        return self.legal() - {"draw", "pass"}

    def hand(self, seat: int) -> str:
        """The ranks of a hand in rising order."""
        return words_of(ranks_in(self.state["hands"][seat]))

    def zone(self, name: str) -> str:
        """The ranks of `ends`, `table` or `gone` in rising order."""
        return words_of(ranks_in(self.state[name]))

    @property
    def stock(self) -> str:
        """The ranks of the stock, the top first."""
        cards = self.state["stock"][: int(self.state["stock_size"])]
        assert (self.state["stock"][len(cards) :] == NO_CARD).all()
        return words_of(cards[::-1])


opened = Table.opened


def position(
    hands: Sequence[str],
    ends: str,
    *,
    closed: str = "",
    gone: str = "",
    stock: str | None = None,
    to_move: int = 0,
    **options: Any,
) -> Table:
    """A position in the middle of the first season.

    Args:
        hands: The hands by the ranks of their cards.
        ends: The open ends.
        closed: The other cards of the table.
        gone: The gone pile.
        stock: The stock, its top first; None for all cards that are named nowhere.
        to_move: The seat on turn.
        **options: House rules by name.
    """
    state = tables.new_state(GAME, {"num_players": len(hands), "first_dealer": 0, **options})
    state["bonus"], state["to_move"] = state["dealer_bonus_start"], to_move
    named = Counter(ranks(" ".join([*hands, ends, closed, gone])))
    rest = Counter(dict(enumerate(COPIES.tolist()))) - named
    cards = [*rest.elements()] if stock is None else ranks(stock)[::-1]
    for seat, hand in enumerate(hands):
        state["hands"][seat] = number_of(hand)
        state["hand_sizes"][seat] = len(hand.split())
    state["ends"], state["table"] = number_of(ends), number_of(f"{ends} {closed}")
    state["gone"] = number_of(gone)
    state["stock"] = NO_CARD
    state["stock"][: len(cards)] = cards
    state["stock_size"] = len(cards)
    return Table(state)
