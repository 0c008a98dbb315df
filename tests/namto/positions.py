"""Positions of Namto by the names of their cards, and a table to play on from them."""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from fudaba.envs.cards.kikisen import NUM_TYPES, type_name
from fudaba.envs.core.words.reading import copied
from fudaba.envs.kikisen import betting
from fudaba.envs.namto import GAME, rules
from fudaba.envs.namto.hands import NO_CARD, Value

from .. import tables
from .lockstep import LOCKSTEP, ladder_of

TYPE_OF = {type_name(type_): type_ for type_ in range(NUM_TYPES)}


def types(names: str) -> list[int]:
    """The types of `b7 rS`."""
    return [TYPE_OF[name] for name in names.split()]


def words(cards: Sequence[int]) -> str:
    """The opposite."""
    return " ".join(type_name(int(card)) for card in cards if card != NO_CARD)


class Table(tables.TwinnedTable):
    """A table of Namto, followed by the twin."""

    game = GAME
    lockstep = LOCKSTEP

    def bets(self) -> list[int]:
        """What the seat to move may bet."""
        return sorted(int(move.split()[1]) for move in self.legal() if move.startswith("bet"))

    def hidden(self, seat: int) -> str:
        """The hidden cards of a player."""
        return words(self.state["cards"][seat, int(self.state["num_revealed"][seat]) :])

    def revealed(self, seat: int) -> str:
        """The cards of a player that lie face up."""
        return words(self.state["cards"][seat, : int(self.state["num_revealed"][seat])])

    def pot(self) -> int:
        """What lies in the pot."""
        return betting.pot_of(self.state)

    def play(self, *moves: str) -> Self:
        """Says moves, each with the seat that is expected to say it: `0 bet 3`."""
        for move in moves:
            seat, _, text = move.partition(" ")
            assert self.to_move == int(seat), move
            self.say(text)
        return self

    def values(self, seat: int) -> list[Value]:
        """Returns the values of a player's hand, best first, were hands judged now."""
        return ladder_of(self.state, seat)

    def winners(self) -> list[int]:
        """Who would win, were hands judged now."""
        state, won = copied(self.state), np.zeros(GAME.max_players, np.int8)
        rules.turn_up(state, np.int64(state["reveals"]))
        rules.find_winners(state, won, np.zeros_like(won))
        found: list[int] = np.flatnonzero(won).tolist()
        return found


opened = Table.opened


def position(*hands: str, community: str = "", **options: Any) -> Table:
    """The start of the first season with these cards, which the first player dealt."""
    options = {"num_players": len(hands), "first_dealer": 0, **options}
    table = opened(0, **options)
    for seat, hand in enumerate(hands):
        table.state["cards"][seat] = sorted(types(hand))
    table.state["community"] = np.bincount(types(community), minlength=NUM_TYPES)
    return table


def dropped(table: Table, *seats: int) -> Table:
    """The same with some players out."""
    for seat in seats:
        table.state["active"][seat] = 0
    return table
