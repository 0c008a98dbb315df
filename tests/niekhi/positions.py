"""Positions of Niekhi by the ranks of their cards, and a table to play on from them."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from fudaba.envs import NOBODY
from fudaba.envs.cards.melds import multiset
from fudaba.envs.kikisen.words import ranks_in
from fudaba.envs.niekhi import GAME
from fudaba.envs.niekhi.state import COPIES, SHIP, Shape
from fudaba.envs.niekhi.text.words import words_of

from .. import tables
from .lockstep import LOCKSTEP

COURT_LETTERS = ("K", "E", "court")


def ranks(names: str) -> list[int]:
    """The ranks of `8 2 K S`: `K` and `E` are court cards, `S` is a ship."""
    return [9 if n in COURT_LETTERS else SHIP if n in ("S", "ship") else int(n)
            for n in names.split()]  # fmt: skip


def number_of(names: str) -> int:
    """The same as a multiset."""
    return multiset(ranks(names))


def shape_of(names: str) -> Shape:
    """The shape of a play by the ranks that its cards stand for: `4`, `3 3 3`, `1 1 2 2 3 3`."""
    cards = Counter(ranks(names))
    sizes = set(cards.values())
    assert len(sizes) == 1 and sorted(cards) == [*range(min(cards), max(cards) + 1)]
    return Shape(min(cards), len(cards), sizes.pop())


class Table(tables.TwinnedTable):
    """A table of Niekhi, followed by the twin."""

    game = GAME
    lockstep = LOCKSTEP

    def hand(self, seat: int) -> str:
        """The ranks of a hand in rising order."""
        return words_of(ranks_in(self.state["hands"][seat]))

    def zone(self, name: str) -> str:
        """The ranks of `table`, `discards`, `removed` or `aside` in rising order."""
        return words_of(ranks_in(self.state[name]))


opened = Table.opened


def position(
    hands: Sequence[str],
    on: str = "",
    *,
    below: str = "",
    discards: str = "",
    removed: str = "",
    owner: int | None = None,
    to_move: int = 0,
    **options: Any,
) -> Table:
    """A position in the middle of the first season; cards that are named nowhere are aside.

    Args:
        hands: The hands by the ranks of their cards.
        on: The standing play by the ranks of its cards; empty where the seat on turn leads.
        below: Cards of earlier plays of the trick.
        discards: The discards.
        removed: The removed cards.
        owner: Who made the standing play; None for the seat before the one on turn.
        to_move: The seat on turn.
        **options: House rules by name.
    """
    count = len(hands)
    state = tables.new_state(GAME, {"num_players": count, "first_dealer": 0, **options})
    state["bonus"], state["to_move"] = state["dealer_bonus_start"], to_move
    for seat, hand in enumerate(hands):
        state["hands"][seat], state["hand_sizes"][seat] = number_of(hand), len(hand.split())
        state["is_in"][seat] = bool(hand)
    state["laid"], state["table"] = number_of(on), number_of(f"{on} {below}")
    state["discards"], state["removed"] = number_of(discards), number_of(removed)
    rest = Counter(dict(enumerate(COPIES.tolist())))
    rest.subtract(ranks(" ".join([*hands, on, below, discards, removed])))
    assert min(rest.values()) >= 0
    state["aside"] = multiset(rest.elements())
    state["owner"] = NOBODY
    state["emptied_by"] = NOBODY
    if on:
        state["rank"], state["length"], state["copies"] = shape_of(on)
        state["owner"] = (to_move - 1) % count if owner is None else owner
    return Table(state)
