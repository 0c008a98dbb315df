"""The twin of taxot: a slow, plain reference written from the clauses of the rules alone.

Cards are types (KIKI-2.3). Groups, melds among them, are `Play`s of tests/kikisen/twin_base.py:
sets of two, three or four and runs of three. The phases and their actions (TAX-4.9):

    turn        T1: ("close",) ("reveal", four) ("discard", type)
    react       T2: ("pass",) ("close",) ("call", meld); asked only of a seat that may close or
                call
    discard     T3: ("discard", type)

T1 and T3 are asked also when there is a single answer. A four that is revealed or called is a
`Play` of all its four cards, also where it is a public triple and one more card
(`extend_public_set`). `ship_alone` changes nothing here: two ships are a pair of whatever
strength.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, ClassVar, NamedTuple

from ..kikisen.twin_base import (
    COURT,
    NUMBERS,
    PACK,
    SHARED_DEFAULTS,
    SHIPS,
    Play,
    SeasonTwin,
    colour_of,
    kind_of,
    parts,
    runs,
    sets,
    strength_of,
    without,
)
from ..twins import Action, Steps

PASS: Action = ("pass",)
CLOSE: Action = ("close",)

PAIRS_TO_FOURS = {group for group in sets(PACK, "court") if len(group.types) <= 4}
THREE_RUNS = {group for group in runs(PACK) if len(group.types) == 3}

GROUPS = sorted(PAIRS_TO_FOURS | THREE_RUNS, key=str)
"""TAX-4.2: pairs, triples, fours and 3-runs."""

READINGS = {
    cards: [group for group in GROUPS if group.types == cards]
    for cards in {group.types for group in GROUPS}
}
"""TAX-5.1, 5.2: all groups that exactly these cards, sorted, can be read as."""


def is_pair(group: Play) -> bool:
    """TAX-4.2."""
    return group.shape == "set" and len(group.types) == 2


def is_triple(group: Play) -> bool:
    """TAX-4.2."""
    return group.shape == "set" and len(group.types) == 3


def is_four(group: Play) -> bool:
    """TAX-4.2."""
    return group.shape == "set" and len(group.types) == 4


def is_run(group: Play) -> bool:
    """TAX-4.2."""
    return group.shape == "run"


def readings(cards: Iterable[int]) -> list[Play]:
    """TAX-5.1: the groups that these cards make, all of them in one group."""
    return READINGS.get(tuple(sorted(cards)), [])


def groupings(cards: Sequence[int]) -> list[tuple[Play, ...]]:
    """TAX-4.7: every way to put each of these cards, sorted, into exactly one group."""
    if not cards:
        return [()]
    first, others = cards[0], range(1, len(cards))
    return [
        (group, *more)
        for size in (2, 3, 4)
        for chosen in combinations(others, size - 1)
        for group in READINGS.get((first, *(cards[i] for i in chosen)), [])
        for more in groupings([cards[i] for i in others if i not in chosen])
    ]


def is_winning_shape(groups: Sequence[Play]) -> bool:
    """TAX-4.7: {pair, pair, pair}, {pair, four} or {X, Y} of triples and 3-runs."""
    pairs, fours = sum(map(is_pair, groups)), sum(map(is_four, groups))
    threes = sum(is_triple(group) or is_run(group) for group in groups)
    return (pairs, fours, threes) in {(3, 0, 0), (1, 1, 0), (0, 0, 2)}


def is_one_colour(cards: Iterable[int]) -> bool:
    """TAX-6.2: one physical colour, that of a ship included."""
    return len({colour_of(card) for card in cards}) == 1


def is_six_run(groups: Sequence[Play]) -> bool:
    """TAX-6.2: two 3-runs that cover six consecutive numbers."""
    numbers = [
        number
        for group in groups
        if is_run(group)
        for number in range(group.strength, group.strength + 3)
    ]
    return any(sorted(numbers) == [*range(foot, foot + 6)] for foot in NUMBERS)


class Closing(NamedTuple):
    """TAX-4.4, 4.7: how a season was closed.

    Attributes:
        seat: the closer.
        groups: the grouping of the six cards, melds first.
        discarder: whose discard was the sixth card, None after an own draw.
    """

    seat: int
    groups: tuple[Play, ...]
    discarder: int | None

    @property
    def cards(self) -> list[int]:
        """The six cards, sorted."""
        return sorted(card for group in self.groups for card in group.types)


class Twin(SeasonTwin):
    """One game of taxot; see `SeasonTwin` for what the kikisen games share.

    A position is one before the draw of the seat on turn.

    Attributes:
        hands: the concealed cards of each seat; after a close the closer's hand has the sixth
            card too, also if it was a discard.
        stock: the stock in the order in which it is drawn.
        on_turn: the seat whose turn it is; in the phase "react" who discarded, in the phase
            "discard" the caller.
        melds: the groups that lie face up before each seat, in order.
        discards: (seat, type) of each discard that lies face up, in order; a discard leaves it
            by being called, by a close and by a reshuffle.
        pending: the type of the discard to which others may react, which is the last of the
            discards; otherwise None.
        drawn: the type of the card that was drawn in the turn under way; None in the phases
            "react" and "discard".
        answers: what was answered to the pending discard so far, by seat.
        lap: the round counter.
        lights: the light cards, in order.
        reshuffled: whether the discards have become the stock in this season.
        closing: how the season was closed, None before that and after a drawn season.
    """

    defaults: ClassVar[dict[str, Any]] = {
        **SHARED_DEFAULTS,
        "lights": False,
        "light_match": "kind",
        "dealer_multiplier": "always",
        "extend_public_set": False,
        "exhaust": "draw",
        "pt_close": 2,
        "pt_same_colour": 1,
        "pt_six_run": 1,
        "pt_first_lap": 3,
        "pt_court": 1,
        "pt_light": 1,
        "pt_four": 1,
        "pt_call": 1,
    }

    def hand_size(self) -> int:
        """TAX-3.1."""
        return 5

    def _clear_table(self) -> None:
        """TAX-2.1."""
        self.melds: list[list[Play]] = [[] for _ in self.seats]
        self.discards: list[tuple[int, int]] = []
        self.pending: int | None = None
        self.drawn: int | None = None
        self.answers: dict[int, Action] = {}
        self.lap = 1
        self.lights: list[int] = []
        self.reshuffled = False
        self.closing: Closing | None = None

    def _set_out(self) -> None:
        """TAX-3.1."""
        if self.options["lights"]:
            self._turn_up_light()

    def _turn_up_light(self) -> None:
        """TAX-3.1, 6.5."""
        self.lights.append(self.stock.pop(0))

    # Turns

    def _season(self) -> Steps:
        """TAX-4.1 to 4.5, 6.7."""
        while self._draw():
            if (yield from self._decide()) == CLOSE:
                return self._close(self.on_turn)
            seat, answer = yield from self._reactions()
            while answer[0] == "call":
                yield from self._call(seat, answer[1])
                seat, answer = yield from self._reactions()
            if answer == CLOSE:
                return self._close(seat)
            self._pass_turn(self._next(self.on_turn))
        return []

    def _draw(self) -> bool:
        """TAX-4.1, 8: the top stock card, if there is one."""
        if not self.stock and self.options["exhaust"] == "reshuffle" and not self.reshuffled:
            self._reshuffle()
        if not self.stock:
            return False
        self.drawn = self.stock.pop(0)
        self.hands[self.on_turn] = sorted([*self.hands[self.on_turn], self.drawn])
        return True

    def _reshuffle(self) -> None:
        """TAX-8, 9.13: all discards that were not taken become the stock, once."""
        cards = sorted(card for _, card in self.discards)
        self.stock = list(self.chance.reshuffle(cards))
        if sorted(self.stock) != cards:
            raise ValueError(f"chance reshuffled {self.stock}")
        self.discards = []
        self.reshuffled = True

    def _decide(self) -> Steps:
        """TAX-4.3: T1; returns the close or the discard, after any reveal."""
        seat = self.on_turn
        while True:
            choices = self._discards(seat) | self._reveals(seat)
            if self.closings(seat):
                choices.add(CLOSE)
            action = yield from self._ask(seat, "turn", choices)
            if action[0] != "reveal":
                break
            self._reveal(seat, action[1])
        if action != CLOSE:
            self._discard(seat, action[1])
        return action

    def _discards(self, seat: int) -> set[Action]:
        """TAX-4.3c, 4.5."""
        return {("discard", card) for card in self.hands[seat]}

    def _discard(self, seat: int, card: int) -> None:
        """TAX-4.3c, 4.5."""
        self.hands[seat] = without(self.hands[seat], [card])
        self.discards.append((seat, card))
        self.pending, self.drawn = card, None

    def _reveals(self, seat: int) -> set[Action]:
        """TAX-4.3b, 4.6."""
        hand = self.hands[seat]
        fours = {
            four
            for cards in parts(hand)
            if len(cards) == 4
            for four in readings(cards)
            if is_four(four)
        }
        fours |= {four for card in hand for _, four in self._extensions(seat, card)}
        return {("reveal", four) for four in fours}

    def _reveal(self, seat: int, four: Play) -> None:
        """TAX-4.3b, 5.3."""
        self._lay(seat, four)
        self._pay_four_friends(seat)

    def _pass_turn(self, seat: int) -> None:
        """TAX-4.8."""
        if self._distance(seat) < self._distance(self.on_turn):
            self.lap += 1
        self.on_turn = seat

    def _distance(self, seat: int) -> int:
        """TAX-4.8: r(s)."""
        return (seat - self.dealer) % self.num_players

    # Melds

    def _extensions(self, seat: int, card: int) -> list[tuple[Play, Play]]:
        """TAX-4.6, 8: (public triple of the seat, four that this card makes of it)."""
        if not self.options["extend_public_set"]:
            return []
        return [
            (triple, four)
            for triple in self.melds[seat]
            if is_triple(triple)
            for four in readings([*triple.types, card])
            if is_four(four)
        ]

    def _lay(self, seat: int, meld: Play) -> None:
        """TAX-4.3b, 4.4b, 4.6: out of the concealed cards, or on a public triple."""
        for card in self.hands[seat]:
            for triple, four in self._extensions(seat, card):
                if four == meld:
                    self.hands[seat] = without(self.hands[seat], [card])
                    self.melds[seat][self.melds[seat].index(triple)] = four
                    return
        self.hands[seat] = without(self.hands[seat], meld.types)
        self.melds[seat].append(meld)

    def _pay(self, payer: int, seat: int, amount: int) -> None:
        """KIKI-2.4."""
        self.points[payer] -= amount
        self.points[seat] += amount

    def _pay_four_friends(self, seat: int) -> None:
        """TAX-5.3."""
        for other in self._others(seat):
            self._pay(other, seat, self.options["pt_four"])

    def _others(self, seat: int) -> list[int]:
        """KIKI-3.1: all other seats in seat order from this one."""
        return self._around(seat)[1:]

    # Reactions

    def _reactions(self) -> Steps:
        """TAX-4.4, 9.13: T2; returns (seat, close or call), or (None, pass) if nobody reacts."""
        for seat in self._others(self.on_turn):
            choices = self._possible_reactions(seat)
            if choices:
                self.answers[seat] = yield from self._ask(seat, "react", choices | {PASS})
        answers, self.answers = self.answers, {}
        for name in ("close", "call"):
            for seat, answer in answers.items():
                if answer[0] == name:
                    return seat, answer
        self.pending = None
        return None, PASS

    def _possible_reactions(self, seat: int) -> set[Action]:
        """TAX-4.4 a and b."""
        assert self.pending is not None
        possible = {("call", meld) for meld in self._callable(seat, self.pending)}
        if self.closings(seat, self.pending):
            possible.add(CLOSE)
        return possible

    def _callable(self, seat: int, discard: int) -> set[Play]:
        """TAX-4.4b, 8, 9.7: the melds with the discard that leave a concealed card."""
        hand = self.hands[seat]
        melds = {
            group
            for cards in parts(hand)
            if len(cards) < len(hand)
            for group in readings([*cards, discard])
            if not is_pair(group)
        }
        return melds | {four for _, four in self._extensions(seat, discard)}

    def _take_discard(self, seat: int) -> None:
        """TAX-4.4, 5.6."""
        _, card = self.discards.pop()
        self.pending = None
        self.hands[seat] = sorted([*self.hands[seat], card])

    def _call(self, seat: int, meld: Play) -> Steps:
        """TAX-4.4b, 4.5, 5.4: the call and the caller's discard, T3."""
        discarder = self.on_turn
        self._take_discard(seat)
        self._lay(seat, meld)
        self._pay(seat, discarder, self.options["pt_call"])
        if is_four(meld):
            self._pay_four_friends(seat)
        self._pass_turn(seat)
        _, card = yield from self._ask(seat, "discard", self._discards(seat))
        self._discard(seat, card)

    # Closing

    def closings(self, seat: int, discard: int | None = None) -> list[tuple[Play, ...]]:
        """TAX-4.7: every winning shape of the seat's cards, with the discard if there is one."""
        hand = sorted(self.hands[seat] + ([] if discard is None else [discard]))
        melds = self.melds[seat]
        found = [(*melds, *more) for more in groupings(hand)]
        for card in set(hand):
            for triple, four in self._extensions(seat, card):
                extended = [four if meld == triple else meld for meld in melds]
                found += [(*extended, *more) for more in groupings(without(hand, [card]))]
        return [groups for groups in found if is_winning_shape(groups)]

    def _close(self, seat: int) -> list[int]:
        """TAX-4.7, 5.3, 5.5, 6.1 to 6.6: returns the winner."""
        discarder = None
        if self.pending is not None:
            discarder = self.on_turn
            self._take_discard(seat)
        self.drawn = None
        if self.options["lights"] and self.stock:
            self._turn_up_light()
        payments = {
            groups: self._payments(seat, groups, discarder) for groups in self.closings(seat)
        }
        best = max(payments, key=lambda groups: sum(payments[groups].values()))
        for payer, amount in payments[best].items():
            self._pay(payer, seat, amount)
        self.closing = Closing(seat, best, discarder)
        return [seat]

    def _payments(
        self, closer: int, groups: tuple[Play, ...], discarder: int | None
    ) -> dict[int, int]:
        """TAX-5.3, 6.1, 6.3: what every other player pays for this grouping."""
        end_points, bonus = self._end_points(groups), self._bonus_points(groups)
        payers = self._others(closer) if discarder is None else [discarder]
        new_fours = [
            group for group in groups if is_four(group) and group not in self.melds[closer]
        ]
        payments = {seat: self.options["pt_four"] * len(new_fours) for seat in self._others(closer)}
        for payer in payers:
            payments[payer] += end_points * self._factor(payer, closer) + bonus
        return payments

    def _factor(self, payer: int, closer: int) -> int:
        """TAX-6.1, 8."""
        multiplied = {
            "always": [self.dealer],
            "closer": [closer],
            "either": [closer, payer],
        }[self.options["dealer_multiplier"]]
        return self.bonus if self.dealer in multiplied else 1

    def _end_points(self, groups: tuple[Play, ...]) -> int:
        """TAX-6.2: E."""
        points: int = self.options["pt_close"]
        if is_one_colour(card for group in groups for card in group.types):
            points += self.options["pt_same_colour"]
        if is_six_run(groups):
            points += self.options["pt_six_run"]
        if self.lap == 1:
            points += self.options["pt_first_lap"]
        return points

    def _bonus_points(self, groups: tuple[Play, ...]) -> int:
        """TAX-6.4, 6.5, 5.1."""
        cards = [card for group in groups for card in group.types if card not in SHIPS]
        courts = [card for card in cards if strength_of(card) == COURT]
        matches = [card for card in cards for light in self.lights if self._matches(card, light)]
        return self.options["pt_court"] * len(courts) + self.options["pt_light"] * len(matches)

    def _matches(self, card: int, light: int) -> bool:
        """TAX-6.5, 8, 9.10: for a card that is no ship."""
        if self.options["light_match"] == "type":
            return card == light
        return kind_of(card) == kind_of(light)

    def view(self, viewer: int) -> dict[str, Any]:
        """TAX-7.1 to 7.4: what is public, and the own cards; who is asked sees it alone."""
        return super().view(viewer) | {
            "melds": [list(melds) for melds in self.melds],
            "discards": list(self.discards),
            "lap": self.lap,
            "lights": list(self.lights),
        }
