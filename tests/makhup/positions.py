"""Positions of Makhup by the ranks of their cards, and a table to play on from them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fudaba.envs.core.seats import NOBODY
from fudaba.envs.makhup import GAME
from fudaba.envs.makhup.state import COPIES, NO_CARD, SPECIAL, multiset
from fudaba.envs.makhup.text import ranks_in, words_of


def ranks(names: str) -> list[int]:
    """The ranks of `8 2 K`: a letter, or `special`, is a special card."""
    return [int(name) if name.isdecimal() else SPECIAL for name in names.split()]


def number_of(names: str) -> int:
    """The same as a multiset."""
    return multiset(tuple(ranks(names)))


class Table:
    """One table: its state record, read and moved by the words a player would use."""

    def __init__(self, state: np.void) -> None:
        self.state = state

    @property
    def to_move(self) -> int | None:
        """The seat with a decision, None once the match is over."""
        return None if self.state["to_move"] == NOBODY else int(self.state["to_move"])

    def legal(self) -> set[str]:
        """What the seat to move may say."""
        return set(GAME.move_names(self.state))

    def plays(self) -> set[str]:
        """What the seat to move may say, besides `draw` and `pass`."""
        return self.legal() - {"draw", "pass"}

    def say(self, *texts: str) -> None:
        """Carries out decisions, one after the other."""
        for text in texts:
            GAME.kernels.apply(self.state, GAME.parse(self.state, text))

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

    def points(self) -> list[float]:
        """The points per player."""
        points = np.zeros(GAME.max_players)
        GAME.kernels.score(self.state, points)
        return [float(value) for value in points[: int(self.state["num_players"])]]

    def view(self, seat: int) -> np.void:
        """What a seat may know."""
        return GAME.view(self.state, seat)


def new_state(options: Mapping[str, Any]) -> np.void:
    """An empty record with the options written in."""
    state: np.void = np.zeros(1, GAME.state_dtype)[0]
    GAME.options.read(GAME.name, dict(options)).write(state)
    return state


def opened(seed: int, **options: Any) -> Table:
    """A dealt match at its first decision."""
    state = new_state(options)
    state["rng"] = seed
    GAME.kernels.deal(state)
    return Table(state)


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
    state = new_state({"num_players": len(hands), "first_dealer": 0, **options})
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
