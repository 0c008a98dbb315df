"""The twin of mokkaik: a slow, plain reference written from the clauses of the rules alone.

Cards are types (KIKI-2.3). The phases and their actions (MOK-4.5):

    lead        M1: ("play", play), a `Play` of tests/kikisen/twin_base.py
    follow      M2: ("play", play) ("fold",)
    throw       M3: ("throw", type), asked for each card of a fold, also when all that is left
                are cards of one type
"""

from __future__ import annotations

from typing import Any, ClassVar

from ..kikisen.twin_base import SHARED_DEFAULTS, Play, SeasonTwin, plays, without
from ..twins import Action, Steps


class Twin(SeasonTwin):
    """One game of mokkaik; see `SeasonTwin` for what the kikisen games share.

    A position is one at the start of a round, which the seat on turn leads.

    Attributes:
        stock: the undealt cards, which nobody sees.
        leader: the seat that leads the round under way.
        table: (seat, play) for each face-up play of the round under way, in order.
        folded: the seats that folded in the round under way, in order.
        to_throw: how many cards the seat in the phase "throw" must still throw, otherwise 0.
        won: the won pile of each seat, sorted.
        discards: the face-up discards, sorted.
        thrown: the cards that each seat threw face down, sorted; a card is among them from the
            moment at which it is thrown.
        played: the cards that each seat played face up in the season, sorted.
    """

    defaults: ClassVar[dict[str, Any]] = {
        **SHARED_DEFAULTS,
        "hand_size": "auto",
        "beat_rule": "current_best",
        "dealer_multiplier": "payer",
        "par": 6,
    }

    def hand_size(self) -> int:
        """MOK-3.1, 8."""
        size = self.options["hand_size"]
        if size == "auto":
            return 10 if self.num_players <= 4 else 8
        return size

    def _clear_table(self) -> None:
        """MOK-2.1."""
        self.leader = self.on_turn
        self.table: list[tuple[int, Play]] = []
        self.folded: list[int] = []
        self.to_throw = 0
        self.won: list[list[int]] = [[] for _ in self.seats]
        self.discards: list[int] = []
        self.thrown: list[list[int]] = [[] for _ in self.seats]
        self.played: list[list[int]] = [[] for _ in self.seats]

    # Rounds

    def _season(self) -> Steps:
        """MOK-3.2, 4.6, 6.1: until the hands are empty; on_turn is who won the last round."""
        while self.hands[self.on_turn]:
            yield from self._round()
        self._pay(self.on_turn)
        return [self.on_turn]

    def _round(self) -> Steps:
        """MOK-4.1 to 4.3."""
        self.leader = self.on_turn
        _, play = yield from self._ask(self.leader, "lead", self._plays(self.leader))
        self._lay(self.leader, play)
        for seat in self._around(self.leader)[1:]:
            self.on_turn = seat
            possible = self._beating(seat) | {("fold",)}
            action = yield from self._ask(seat, "follow", possible)
            if action == ("fold",):
                yield from self._fold(seat)
            else:
                self._lay(seat, action[1])
        self._end_round()

    def _plays(self, seat: int) -> set[Action]:
        """MOK-4.1."""
        return {("play", play) for play in plays(self.hands[seat], self.options["ship_alone"])}

    def _beating(self, seat: int) -> set[Action]:
        """MOK-4.2a, 4.4, 8."""
        _, led = self.table[0]
        _, best = self._strongest()
        to_beat = led if self.options["beat_rule"] == "lead" else best
        return {
            ("play", play)
            for _, play in self._plays(seat)
            if play.stronger(to_beat) and play.colours == led.colours
        }

    def _strongest(self) -> tuple[int, Play]:
        """MOK-4.3, 8: who has the strongest play of the round, among equals the earliest."""
        strength = max(play.strength for _, play in self.table)
        return next((seat, play) for seat, play in self.table if play.strength == strength)

    def _lay(self, seat: int, play: Play) -> None:
        """MOK-4.1, 4.2a."""
        self.hands[seat] = without(self.hands[seat], play.types)
        self.played[seat] = sorted([*self.played[seat], *play.types])
        self.table.append((seat, play))

    def _fold(self, seat: int) -> Steps:
        """MOK-4.2b."""
        _, led = self.table[0]
        self.folded.append(seat)
        for left in range(len(led.types), 0, -1):
            self.to_throw = left
            choices = {("throw", card) for card in self.hands[seat]}
            _, card = yield from self._ask(seat, "throw", choices)
            self.hands[seat] = without(self.hands[seat], [card])
            self.thrown[seat] = sorted([*self.thrown[seat], card])
        self.to_throw = 0

    def _end_round(self) -> None:
        """MOK-4.3, 3.2."""
        winner, _ = self._strongest()
        for seat, play in self.table:
            pile = self.won[winner] if seat == winner else self.discards
            pile += play.types
            pile.sort()
        self.table, self.folded = [], []
        self.on_turn = winner

    # Points

    def _pay(self, winner: int) -> None:
        """MOK-6.1."""
        for seat in self.seats:
            if seat != winner:
                amount = self.options["par"] - len(self.won[seat])
                amount *= self._factor(seat, winner)
                self.points[seat] -= amount
                self.points[winner] += amount

    def _factor(self, loser: int, winner: int) -> int:
        """MOK-6.1, 8."""
        multiplied = {
            "payer": [loser],
            "either": [loser, winner],
            "none": [],
        }[self.options["dealer_multiplier"]]
        return self.bonus if self.dealer in multiplied else 1

    def view(self, viewer: int) -> dict[str, Any]:
        """MOK-7.1 to 7.4: what is public, and of face-down cards the own ones."""
        return super().view(viewer) | {
            "table": list(self.table),
            "folded": list(self.folded),
            "to_throw": self.to_throw if self.to_move == viewer else 0,
            "won": [list(pile) for pile in self.won],
            "discards": list(self.discards),
            "thrown": list(self.thrown[viewer]),
            "thrown_sizes": [len(cards) for cards in self.thrown],
            "played": [list(cards) for cards in self.played],
        }
