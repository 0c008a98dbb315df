"""The twin of makkaik: a slow, plain reference written from the clauses of the rules alone.

Cards are types (KIKI-2.3). The first three cards of the stock that chance deals are the common
cards. The phases and their actions (MKK-4.7):

    kind        X1: ("swap",) ("draw",)
    take        X2: ("take", type), the incoming card
    give        X3: ("give", type), the outgoing card
    base        B1: ("drop",) ("base", points)
    join        B2: ("drop",) ("join",)

X2 and X3 are asked also when there is a single answer. All cards of an exchange stay where they
were until X3 is answered (MKK-9.11), the two that are drawn in the stock.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import Any, ClassVar

from ..kikisen.twin_base import SHARED_DEFAULTS, plays, without
from ..kikisen.twin_pot import DROP, PotTwin, Value
from ..twins import Action, Steps

CATEGORIES = {("single", 1): 0, ("set", 2): 1, ("run", 3): 2, ("set", 3): 3}
"""MKK-5.1: shape and number of cards, from low to high."""

JOIN = ("join",)


@cache
def values_of(cards: tuple[int, ...], ship_alone: str) -> frozenset[Value]:
    """MKK-5.1, 5.3: what these one to three cards are worth as one hand: (category, strength)."""
    found = set()
    for play in plays(cards, ship_alone):
        if len(play.types) == len(cards):
            top = play.strength + (len(cards) - 1 if play.shape == "run" else 0)
            found.add((CATEGORIES[play.shape, len(cards)], top))
    return frozenset(found)


def up_to_three(cards: Iterable[int]) -> set[tuple[int, ...]]:
    """All ways to take none to three of these cards, each sorted."""
    pool = sorted(cards)
    return {part for size in range(4) for part in combinations(pool, size)}


class Twin(PotTwin):
    """One game of makkaik; see `PotTwin` and `SeasonTwin` for what it shares.

    A position is one at the start of an exchange (the first of those still to come), or at the
    start of a betting round, which begins with the dealer.

    Attributes:
        stock: the stock in the order in which it is drawn.
        common: the common cards, sorted.
        kinds: for each seat "swap" or "draw" once it has chosen, otherwise None.
        taken: for each seat the card that it took in a swap, otherwise None.
        put_out: for each seat the hand card that its exchange put out, otherwise None.
        set_aside: for each seat the drawn card that it set aside unseen by others, or None.
        drawn: the two cards that the seat in X2 or X3 of a draw looks at, otherwise empty.
        incoming: the card chosen in X2 while X3 is asked, otherwise None.
        round: the betting round, from 1; 0 during the exchanges. It stays at the last one.
        base: the base of the betting round, 0 before it is set.
        acted: the seats that have had their go in the betting round, in order.
        events: ("show", seat, the hand) of the last showdown.
    """

    defaults: ClassVar[dict[str, Any]] = {
        **SHARED_DEFAULTS,
        "unused_draw": "hidden",
        "max_base": 5,
        "ante": 1,
        "bet_rounds": 3,
        "tie_break": "split",
        "own_min": 0,
        "fewer_common": 0,
        "start_chips": None,
    }

    def hand_size(self) -> int:
        """MKK-3.1."""
        return 3

    def least_cost(self) -> int:
        """MKK-8."""
        return self.options["ante"] + self.options["bet_rounds"]

    def _clear_table(self) -> None:
        """MKK-2.1."""
        super()._clear_table()
        self.common: list[int] = []
        self.kinds: list[str | None] = [None for _ in self.seats]
        self.taken: list[int | None] = [None for _ in self.seats]
        self.put_out: list[int | None] = [None for _ in self.seats]
        self.set_aside: list[int | None] = [None for _ in self.seats]
        self.drawn: list[int] = []
        self.incoming: int | None = None
        self.round = 0
        self.base = 0
        self.acted: list[int] = []

    def _set_out(self) -> None:
        """MKK-3.1, 3.2."""
        count = 3 - self.options["fewer_common"]
        self.common, self.stock = sorted(self.stock[:count]), self.stock[count:]

    def _play_for_the_pot(self) -> Steps:
        """MKK-1.1, 4.5, 6.1."""
        if self.round == 0:
            yield from self._exchanges()
            self._pay_antes()
            self.round = 1
        yield from self._betting()
        while not self._alone() and self.round < self.options["bet_rounds"]:
            self.round += 1
            yield from self._betting()
        if not self._alone():
            self._show_hands()

    # Exchange

    def _exchanges(self) -> Steps:
        """MKK-4.1: one round, starting with the dealer."""
        for seat in self._around(self.dealer):
            if self.kinds[seat] is None:
                self.on_turn = seat
                yield from self._exchange(seat)

    def _exchange(self, seat: int) -> Steps:
        """MKK-4.1, 4.7, 9.11."""
        (kind,) = yield from self._ask(seat, "kind", {("swap",), ("draw",)})
        self.kinds[seat] = kind
        self.drawn = self.stock[:2] if kind == "draw" else []
        offered = self.drawn if kind == "draw" else self.common
        _, self.incoming = yield from self._ask(seat, "take", {("take", card) for card in offered})
        choices = {("give", card) for card in self.hands[seat]}
        _, outgoing = yield from self._ask(seat, "give", choices)
        if kind == "draw":
            self._complete_draw(seat, self.incoming, outgoing)
        else:
            self._complete_swap(seat, self.incoming, outgoing)
        self.put_out[seat] = outgoing
        self.drawn, self.incoming = [], None

    def _complete_swap(self, seat: int, incoming: int, outgoing: int) -> None:
        """MKK-4.1: the two cards change places."""
        self.hands[seat] = sorted([*without(self.hands[seat], [outgoing]), incoming])
        self.common = sorted([*without(self.common, [incoming]), outgoing])
        self.taken[seat] = incoming

    def _complete_draw(self, seat: int, incoming: int, outgoing: int) -> None:
        """MKK-4.1, 8, 9.1."""
        self.stock = self.stock[2:]
        (unused,) = without(self.drawn, [incoming])
        self.hands[seat] = sorted([*without(self.hands[seat], [outgoing]), incoming])
        self.common = sorted([*self.common, outgoing])
        if self.options["unused_draw"] == "public":
            self.common = sorted([*self.common, unused])
        else:
            self.set_aside[seat] = unused

    # Betting

    def _betting(self) -> Steps:
        """MKK-4.3: one round."""
        self.base, self.acted = 0, []
        while self.base == 0 and not self._alone():
            yield from self._dealer_decides(self.dealer)
        for seat in self._active_around()[1:]:
            if not self._alone():
                yield from self._child_decides(seat)

    def _dealer_decides(self, seat: int) -> Steps:
        """MKK-4.3, 4.6, 8."""
        self.on_turn = seat
        later = self.options["bet_rounds"] - self.round
        most = self._most_to_bet(self.options["max_base"], later)
        choices: set[Action] = {("base", points) for points in range(1, most + 1)}
        action = yield from self._ask(seat, "base", choices | {DROP})
        self.acted.append(seat)
        if action == DROP:
            self._drop(seat)
        else:
            self.base = action[1]
            self._pay(seat, self.base)

    def _child_decides(self, seat: int) -> Steps:
        """MKK-4.3, 9.6."""
        self.on_turn = seat
        action = yield from self._ask(seat, "join", {JOIN, DROP})
        self.acted.append(seat)
        if action == DROP:
            self._drop(seat)
        else:
            self._pay(seat, self.base)

    # Showdown

    def _show_hands(self) -> None:
        """MKK-6.1."""
        for seat in self._active_around():
            self.events.append(("show", seat, tuple(self.hands[seat])))

    def values(self, seat: int) -> set[Value]:
        """MKK-5.2, 8: of one to three cards, own and common ones, at least `own_min` own ones."""
        found: set[Value] = set()
        for common in up_to_three(self.common):
            for own in up_to_three(self.hands[seat]):
                if len(own) >= self.options["own_min"] and 1 <= len(own + common) <= 3:
                    cards = tuple(sorted(own + common))
                    found |= values_of(cards, self.options["ship_alone"])
        return found

    def view(self, viewer: int) -> dict[str, Any]:
        """MKK-7.1 to 7.4."""
        exchanging = self.to_move == viewer
        return super().view(viewer) | {
            "common": list(self.common),
            "kinds": list(self.kinds),
            "taken": list(self.taken),
            "put_out": list(self.put_out),
            "set_aside": self.set_aside[viewer],
            "drawn": list(self.drawn) if exchanging else [],
            "incoming": self.incoming if exchanging else None,
            "round": self.round,
            "base": self.base,
            "acted": list(self.acted),
        }
