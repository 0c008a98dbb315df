"""What the twins of makkaik and namto share: payments into a pot, drops, and who takes it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from ..twins import Steps
from .twin_base import Chance, SeasonTwin

Value = tuple[int, ...]
"""What a hand is worth: larger wins."""

DROP = ("drop",)


class PotTwin(SeasonTwin):
    """A game whose seasons are one pot each.

    The dealer's bonus has no meaning here. The dealer is the current one, also while dealers drop.

    Attributes:
        points: the score per seat as it is now: from `start_chips` or 0 on, each payment counts
            at once, so that they and the pot are constant together.
        settled: the score per seat at the end of the latest season, net of `start_chips`: the
            rewards so far (MKK-6.4, 9.11, NAM-6.2). This is what `scores` says.
        pot: what lies in the pot.
        paid: what each seat paid to the pot in the season.
        active: the seats that have not dropped, ascending.
    """

    def _set_game(self, options: Mapping[str, Any], chance: Chance) -> None:
        """KIKI-2.4, MKK-8, NAM-8: the chips that all start with."""
        super()._set_game(options, chance)
        self.points = [self.options["start_chips"] or 0] * self.num_players
        self.settled: list[float] = [0] * self.num_players
        if not self.may_start():
            raise ValueError(f"start_chips = {self.options['start_chips']} buy no season")

    @abstractmethod
    def least_cost(self) -> int:
        """What a season costs at least who never drops."""

    def may_start(self) -> bool:
        """MKK-8, NAM-8: with table stakes everybody must have the least cost of a season."""
        return not self._table_stakes() or min(self.points) >= self.least_cost()

    def scores(self) -> list[float]:
        """MKK-6.4, NAM-6.2: they change at the end of a season."""
        return list(self.settled)

    def _table_stakes(self) -> bool:
        """MKK-8, NAM-8."""
        return self.options["start_chips"] is not None

    def _clear_table(self) -> None:
        """MKK-2.1, NAM-2.1."""
        self.pot = 0
        self.paid = [0] * self.num_players
        self.active = list(self.seats)

    def _pay(self, seat: int, amount: int) -> None:
        """KIKI-2.4."""
        self.points[seat] -= amount
        self.paid[seat] += amount
        self.pot += amount

    def _pay_antes(self) -> None:
        """MKK-4.2, NAM-3.1."""
        for seat in self.seats:
            self._pay(seat, self.options["ante"])

    def _most_to_bet(self, most: int, rounds_left: int) -> int:
        """MKK-8, NAM-8: with table stakes all active players can pay 1 in each later round."""
        if not self._table_stakes():
            return most
        return int(min(most, min(self.points[seat] for seat in self.active) - rounds_left))

    def _alone(self) -> bool:
        """MKK-4.5, NAM-4.4: only one active player is left."""
        return len(self.active) == 1

    def _active_around(self) -> list[int]:
        """The active seats in order from the dealer, or from the next one on if it dropped."""
        return [seat for seat in self._around(self.dealer) if seat in self.active]

    def _drop(self, seat: int) -> None:
        """MKK-4.3, 4.4, 9.11, NAM-4.2, 4.3: the dealership passes on at once."""
        self.active.remove(seat)
        self.dealer = self._active_around()[0]

    def _finish(self) -> list[int]:
        """MKK-4.5, 6.1, NAM-4.4, 6.1: somebody takes the pot; returns who won."""
        winners = list(self.active) if self._alone() else self._judge()
        self._divide(winners)
        return winners

    def _judge(self) -> list[int]:
        """MKK-6.2, NAM-5.5: the active players whose values are the best, from the dealer on."""
        ladders = {seat: self.ladder(seat) for seat in self._active_around()}
        if self.options["tie_break"] == "split":
            ladders = {seat: ladder[:1] for seat, ladder in ladders.items()}
        best = max(ladders.values())
        return [seat for seat, ladder in ladders.items() if ladder == best]

    def ladder(self, seat: int) -> list[Value]:
        """NAM-5.5, MKK-8: the distinct values of a seat's hands, best first.

        Python compares such lists as the rule does: at the first difference, and where there is
        none the longer list is the larger.
        """
        return sorted(self.values(seat), reverse=True)

    @abstractmethod
    def values(self, seat: int) -> set[Value]:
        """The values of all hands that a seat can make."""

    def _divide(self, winners: Sequence[int]) -> None:
        """MKK-6.2, NAM-5.5: equally, odd points one each in seat order from the dealer."""
        share, odd = divmod(self.pot, len(winners))
        for place, seat in enumerate(winners):
            self.points[seat] += share + (place < odd)
        self.pot = 0
        start = self.options["start_chips"] or 0
        self.settled = [points - start for points in self.points]

    def _season(self) -> Steps:
        """One pot."""
        yield from self._play_for_the_pot()
        return self._finish()

    @abstractmethod
    def _play_for_the_pot(self) -> Steps:
        """All that is done before the pot is taken."""

    def view(self, viewer: int) -> dict[str, Any]:
        """MKK-7.1, NAM-7.1: the scores are those that change with each payment."""
        return super().view(viewer) | {
            "scores": list(self.points),
            "pot": self.pot,
            "active": list(self.active),
        }
