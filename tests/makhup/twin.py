"""The twin of makhup: a slow, plain reference written from the clauses of the rules alone.

Cards are ranks (MHP-2.1): the numbers 0 to 8, and 9 for a king, an emperor or a ship. So `chance`
deals and reshuffles ranks.

There is one phase, "turn" (MHP-4.6), with these actions:

    ("extend", cards)   cards as a sorted tuple; the end is their sum
    ("join", ends)      two ends (or three, with join_max=3) as a sorted tuple; the card is the sum
    ("free", card)      onto an open end that is special
    ("special",)
    ("draw",)
    ("pass",)
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any, ClassVar

from ..kikisen.twin_base import (
    COURT,
    SHARED_DEFAULTS,
    SeasonTwin,
    parts,
    strength_of,
    without,
)
from ..twins import Action, Steps

SPECIAL = 9


def rank_of(card_type: int) -> int:
    """MHP-2.1: of a type."""
    strength = strength_of(card_type)
    return SPECIAL if strength in (None, COURT) else strength


class Twin(SeasonTwin):
    """One game of makhup; see `SeasonTwin` for what the kikisen games share.

    Attributes:
        table: the ranks of all cards on the table, sorted (MHP-2.2).
        ends: the ranks of the open ends, sorted, a part of the table.
        gone: the gone pile, sorted.
        reshuffles: how often the gone pile became the stock in this season.
        passes: how many passes in a row there were.
    """

    defaults: ClassVar[dict[str, Any]] = {
        **SHARED_DEFAULTS,
        "stock_empty": "reshuffle",
        "draw_when_able": True,
        "join_max": 2,
        "extend_fork": "all_open",
        "hand_size": 6,
    }

    def pack(self) -> list[int]:
        """MHP-2.1: ranks."""
        return [rank_of(card_type) for card_type in super().pack()]

    def hand_size(self) -> int:
        """MHP-3.1, 8."""
        return self.options["hand_size"]

    def _clear_table(self) -> None:
        """MHP-2.2."""
        self.table: list[int] = []
        self.ends: list[int] = []
        self.gone: list[int] = []
        self.reshuffles = 0
        self.passes = 0

    def _set_out(self) -> None:
        """MHP-3.1: two paths."""
        self._turn_card()
        self._turn_card()

    # The stock

    def _can_turn(self) -> bool:
        """MHP-4.3."""
        refills = self.options["stock_empty"] == "reshuffle" and self.gone
        return bool(self.stock or refills)

    def _turn_card(self) -> None:
        """MHP-4.1, 4.3, 5.2: the top stock card becomes a path, if there is one."""
        if not self._can_turn():
            return
        if not self.stock:
            self.stock = list(self.chance.reshuffle(self.gone))
            if sorted(self.stock) != sorted(self.gone):
                raise ValueError(f"chance reshuffled {self.stock}")
            self.gone = []
            self.reshuffles += 1
        card = self.stock.pop(0)
        self._lay([card])
        self._open([card])

    # The table

    def _lay(self, cards: Iterable[int]) -> None:
        """MHP-2.2: cards come onto the table."""
        self.table = sorted([*self.table, *cards])

    def _open(self, cards: Iterable[int]) -> None:
        """MHP-4.1: cards of the table become open ends."""
        self.ends = sorted([*self.ends, *cards])

    def _close(self, cards: Iterable[int]) -> None:
        """MHP-4.1: open ends are closed; they stay on the table."""
        self.ends = without(self.ends, cards)

    # What is legal

    def _possible(self, seat: int) -> set[Action]:
        """MHP-4.1."""
        possible = self._plays(seat)
        if self._can_turn() and (self.options["draw_when_able"] or not possible):
            possible.add(("draw",))
        return possible or {("pass",)}

    def _plays(self, seat: int) -> set[Action]:
        """MHP-4.1, 4.4: everything that brings cards from the hand."""
        hand = self.hands[seat]
        numbers = [card for card in hand if card != SPECIAL]
        extended = self._open_numbers()
        found = {("extend", cards) for cards in parts(numbers) if cards and sum(cards) in extended}
        found |= {("join", ends) for ends in self._joinable() if sum(ends) in numbers}
        if SPECIAL in self.ends:
            found |= {("free", card) for card in numbers}
        if SPECIAL in hand:
            found.add(("special",))
        return found

    def _open_numbers(self) -> list[int]:
        """MHP-5.2: the open ends that have a number."""
        return [end for end in self.ends if end != SPECIAL]

    def _joinable(self) -> set[tuple[int, ...]]:
        """MHP-4.1, 5.2, 8: two, or up to `join_max`, different ends with numbers."""
        numbers = self._open_numbers()
        sizes = range(2, self.options["join_max"] + 1)
        return {ends for size in sizes for ends in combinations(numbers, size)}

    # The turns

    def _season(self) -> Steps:
        """MHP-4.1, 4.2, 6.1, 6.2."""
        while True:
            seat = self.on_turn
            action = yield from self._ask(seat, "turn", self._possible(seat))
            self._carry_out(seat, action)
            if not self.hands[seat]:
                winners = [seat]
                break
            if self.passes == self.num_players:
                winners = self._fewest_cards(self.seats)
                break
            self.on_turn = self._next(seat)
        self._share(winners)
        return winners

    def _carry_out(self, seat: int, action: Action) -> None:
        """MHP-4.1."""
        name, *what = action
        self.passes = self.passes + 1 if name == "pass" else 0
        if name == "extend":
            (cards,) = what
            self._play(seat, cards, closed=[sum(cards)], opened=self._opened(cards))
        elif name == "join":
            (ends,) = what
            self._play(seat, [sum(ends)], closed=ends, opened=[sum(ends)])
        elif name == "free":
            self._play(seat, what, closed=[SPECIAL], opened=what)
        elif name == "special":
            self._clear_by_special(seat)
        elif name == "draw":
            self._turn_card()

    def _opened(self, cards: tuple[int, ...]) -> list[int]:
        """MHP-4.1, 8: which cards of an extension become ends."""
        if self.options["extend_fork"] == "highest_open":
            return [max(cards)]
        return list(cards)

    def _play(
        self, seat: int, cards: Iterable[int], *, closed: Iterable[int], opened: Iterable[int]
    ) -> None:
        """MHP-4.1: numbers from the hand onto the table."""
        self.hands[seat] = without(self.hands[seat], cards)
        self._lay(cards)
        self._close(closed)
        self._open(opened)

    def _clear_by_special(self, seat: int) -> None:
        """MHP-5.1, 5.3, 9.10."""
        self.hands[seat] = without(self.hands[seat], [SPECIAL])
        self.gone = sorted([*self.gone, *self.table, SPECIAL])
        self.table, self.ends = [], []
        if self.hands[seat]:
            self._turn_card()
            self._turn_card()
