"""The twin of namto: a slow, plain reference written from the clauses of the rules alone.

Cards are types (KIKI-2.3). With `hand_pool` = "community" the first cards of the stock that chance
deals are the community cards. The phases and their actions (NAM-4.7):

    bet         B: ("drop",) ("bet", points)
    level       B under `until_equal`, the second go: ("drop",) ("bet", the difference)
    reveal      R: ("reveal", type), asked also when there is a single answer; only in reveal 1
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Any, ClassVar, NamedTuple

from ..kikisen.twin_base import (
    COURT,
    NUMBERS,
    SHARED_DEFAULTS,
    SHIPS,
    colour_of,
    number_type,
    strength_of,
    strengths_alone,
    types,
    without,
)
from ..kikisen.twin_pot import DROP, PotTwin, Value
from ..twins import Steps

BETTINGS = 2

RANKS = {  # NAM-5.2
    "single": 0,
    "set": 1,
    "run": 2,
    "dark army": 3,
    "cavalry": 4,
    "march": 5,
    "earth": 6,
    "king and emperor": 7,
    "full army": 8,
}
KINDS_OF = {"full army": "12867", "earth": "678", "cavalry": "125"}
"""NAM-5.2: the kinds of these hands; a ship may stand for each of them (NAM-5.3)."""
MARCH = "S35"
"""NAM-5.2, 9.12: in this one a ship stands for nothing but itself."""

Places = tuple[int, ...]
"""Which cards of a pool a hand takes: their places in it."""


class Hand(NamedTuple):
    """NAM-5.1: one way to make a hand out of a pool."""

    category: str
    number: int
    places: Places


class Pool:
    """NAM-5.1: the cards that a player may use, and all hands that they make.

    Args:
        own: the player's cards.
        others: the cards of others or of all.
        options: the options of the game.
    """

    def __init__(self, own: Sequence[int], others: Sequence[int], options: dict[str, Any]) -> None:
        self.cards = [*own, *others]
        self.own = range(len(own))
        self.options = options

    def values(self) -> set[Value]:
        """NAM-5.4, 5.5: of all hands with enough own cards."""
        return {
            self.value(hand)
            for hand in self.hands()
            if sum(place in self.own for place in hand.places) >= self.options["own_min"]
        }

    def value(self, hand: Hand) -> Value:
        """NAM-5.4."""
        colours = {colour_of(self.cards[place]) for place in hand.places}
        return (self.rank(hand.category), len(hand.places), hand.number, int(len(colours) == 1))

    def rank(self, category: str) -> int:
        """NAM-5.2, 8."""
        if self.options["march_rank"] == "below_cavalry":
            category = {"march": "cavalry", "cavalry": "march"}.get(category, category)
        return RANKS[category]

    def hands(self) -> Iterator[Hand]:
        """NAM-5.2: everything that can be made, also more than once."""
        yield from self.singles()
        yield from self.sets()
        yield from self.runs()
        yield from self.dark_armies()
        yield from self.royals()
        yield from self.listed()

    def singles(self) -> Iterator[Hand]:
        """NAM-5.2, 5.3."""
        for place, card in enumerate(self.cards):
            for strength in self.strengths([card]):
                yield Hand("single", strength, (place,))

    def sets(self) -> Iterator[Hand]:
        """NAM-5.2, 5.3."""
        for size in range(2, len(self.cards) + 1):
            for strength in range(COURT + 1):
                for places in combinations(self.standing_for_strength(strength), size):
                    if strength in self.strengths([self.cards[place] for place in places]):
                        yield Hand("set", strength, places)

    def strengths(self, cards: Sequence[int]) -> set[int]:
        """KIKI-4.1 to 4.3: what these cards of one strength, or ships, may count as."""
        natural = {strength_of(card) for card in cards if card not in SHIPS}
        return natural or strengths_alone(self.options["ship_alone"])

    def runs(self) -> Iterator[Hand]:
        """NAM-5.2, KIKI-4.4."""
        for colour in range(len(SHIPS)):
            for foot, top in combinations(NUMBERS, 2):
                numbers = range(foot, top + 1)
                if len(numbers) >= 3:
                    wanted = [{number_type(colour, n), SHIPS[colour]} for n in numbers]
                    for places in self.one_of_each(wanted):
                        yield Hand("run", top, places)

    def dark_armies(self) -> Iterator[Hand]:
        """NAM-5.2, 5.3, 8."""
        soldiers = [place for place, card in enumerate(self.cards) if card in standing_for("1")]
        for places in combinations(soldiers, self.options["dark_army_size"]):
            yield Hand("dark army", 0, places)

    def royals(self) -> Iterator[Hand]:
        """NAM-5.2, 5.3, 8: one of each, or any two."""
        if self.options["emperor_king"] == "one_each":
            pairs = self.one_of_each([standing_for("E"), standing_for("K")])
        else:
            pairs = combinations(self.standing_for_strength(COURT), 2)
        for places in pairs:
            yield Hand("king and emperor", 0, places)

    def listed(self) -> Iterator[Hand]:
        """NAM-5.2, 5.3, 9.12."""
        for category, kinds in KINDS_OF.items():
            for places in self.one_of_each([standing_for(kind) for kind in kinds]):
                yield Hand(category, 0, places)
        for places in self.one_of_each([of_kind(kind) for kind in MARCH]):
            yield Hand("march", 0, places)

    def one_of_each(self, wanted: Sequence[set[int]]) -> Iterator[Places]:
        """All ways to take a card out of each of these sets of types, no card twice (NAM-5.3)."""
        candidates = [
            [place for place, card in enumerate(self.cards) if card in accepted]
            for accepted in wanted
        ]
        for places in product(*candidates):
            if len(set(places)) == len(places):
                yield places

    def standing_for_strength(self, strength: int) -> list[int]:
        """KIKI-4.2: the places of the cards that have, or may have, this strength."""
        return [
            place
            for place, card in enumerate(self.cards)
            if card in SHIPS or strength_of(card) == strength
        ]


def of_kind(kind: str) -> set[int]:
    """KIKI-2.1: the two types of a kind, which is named as in its table."""
    return {*types(f"b{kind} r{kind}")}


@cache
def standing_for(kind: str) -> set[int]:
    """KIKI-4.2: where colours are free, either ship may stand for the kind in its colour."""
    return of_kind(kind) | {*SHIPS}


class Twin(PotTwin):
    """One game of namto; see `PotTwin` and `SeasonTwin` for what it shares.

    A position is one at the start of a betting, which begins with the dealer; the antes are paid.

    Attributes:
        hands: the hidden cards of each seat, sorted; a card stays among them until it is turned
            up, with `reveals` = 1 the second one to the end.
        stock: the unused cards.
        community: the community cards, sorted (`hand_pool` = "community").
        revealed: the revealed cards of each seat, in the order in which they were revealed.
        chosen: for each seat the card that it is going to reveal, otherwise None.
        betting: the betting under way or last finished, 1 or 2.
        cap: the most that may be bet in this betting (NAM-4.2, 8).
        floor: m, the least that may be bet next; after the first bet the last amount bet in the
            pass (NAM-4.2).
        bets: what each seat has paid in this betting.
        acted: the seats that have had their go in the pass of this betting, in order.
    """

    defaults: ClassVar[dict[str, Any]] = {
        **SHARED_DEFAULTS,
        "ante": 1,
        "bet_cap": 5,
        "floor_carries": False,
        "betting": "single_pass",
        "hand_pool": "shared",
        "community_cards": 3,
        "own_min": 1,
        "reveals": 2,
        "march_rank": "above_cavalry",
        "dark_army_size": 5,
        "emperor_king": "one_each",
        "tie_break": "ladder",
        "start_chips": None,
    }

    def hand_size(self) -> int:
        """NAM-3.1."""
        return 2

    def least_cost(self) -> int:
        """NAM-8."""
        return self.options["ante"] + BETTINGS

    def _clear_table(self) -> None:
        """NAM-2.1."""
        super()._clear_table()
        self.community: list[int] = []
        self.revealed: list[list[int]] = [[] for _ in self.seats]
        self.chosen: list[int | None] = [None for _ in self.seats]
        self.betting = 1
        self.cap = self.options["bet_cap"]
        self.floor = 1
        self.bets = [0 for _ in self.seats]
        self.acted: list[int] = []

    def _set_out(self) -> None:
        """NAM-3.1, 8."""
        if self.options["hand_pool"] == "community":
            number = self.options["community_cards"]
            self.community, self.stock = sorted(self.stock[:number]), self.stock[number:]
        self._pay_antes()

    def _play_for_the_pot(self) -> Steps:
        """NAM-4.1, 4.4."""
        for betting in range(self.betting, BETTINGS + 1):
            self.betting = betting
            yield from self._bet()
            if self._alone():
                return
            if betting == 1:
                yield from self._choose_cards()
                self._turn_up()
        self._turn_up_the_last()

    # Betting

    def _bet(self) -> Steps:
        """NAM-4.2, 8, 9.12."""
        self.cap = self._most_to_bet(self.options["bet_cap"], BETTINGS - self.betting)
        self.floor = min(self.floor if self.options["floor_carries"] else 1, self.cap)
        self.bets, self.acted = [0 for _ in self.seats], []
        for seat in self._active_around():
            if not self._alone():
                choices = range(self.floor, self.cap + 1)
                yield from self._ask_for_bet(seat, "bet", choices)
                self.acted.append(seat)
                self.floor = max(self.floor, self.bets[seat])
        if self.options["betting"] == "until_equal":
            yield from self._level()

    def _level(self) -> Steps:
        """NAM-8, 9.12: one more go each for those who have paid less than the highest amount."""
        highest = max(self.bets)
        for seat in self._active_around():
            if not self._alone() and self.bets[seat] < highest:
                yield from self._ask_for_bet(seat, "level", [highest - self.bets[seat]])

    def _ask_for_bet(self, seat: int, phase: str, amounts: Sequence[int]) -> Steps:
        """NAM-4.2, 4.3."""
        self.on_turn = seat
        action = yield from self._ask(seat, phase, {DROP} | {("bet", x) for x in amounts})
        if action == DROP:
            self._drop(seat)
        else:
            self._pay(seat, action[1])
            self.bets[seat] += action[1]

    # Cards

    def _choose_cards(self) -> Steps:
        """NAM-4.5, 9.12."""
        for seat in self._active_around():
            self.on_turn = seat
            choices = {("reveal", card) for card in self.hands[seat]}
            _, self.chosen[seat] = yield from self._ask(seat, "reveal", choices)

    def _turn_up(self) -> None:
        """NAM-4.5: all at once."""
        for seat in self._active_around():
            card = self.chosen[seat]
            assert card is not None
            self.hands[seat] = without(self.hands[seat], [card])
            self.revealed[seat].append(card)
            self.chosen[seat] = None

    def _turn_up_the_last(self) -> None:
        """NAM-4.5, 8: reveal 2 is forced; with `reveals` = 1 the cards are only shown."""
        for seat in self._active_around():
            (self.chosen[seat],) = self.hands[seat]
        if self.options["reveals"] == BETTINGS:
            self._turn_up()
            return
        for seat in self._active_around():
            self.chosen[seat] = None

    def values(self, seat: int) -> set[Value]:
        """NAM-5.1, 8."""
        own = [*self.hands[seat], *self.revealed[seat]]
        others = {
            "shared": [card for s in self.seats if s != seat for card in self.revealed[s]],
            "community": self.community,
            "own": [],
        }[self.options["hand_pool"]]
        return Pool(own, others, self.options).values()

    def view(self, viewer: int) -> dict[str, Any]:
        """NAM-7.1 to 7.4: that somebody has chosen is public, what is not."""
        return super().view(viewer) | {
            "community": list(self.community),
            "revealed": [list(cards) for cards in self.revealed],
            "have_chosen": [card is not None for card in self.chosen],
            "chosen": self.chosen[viewer],
            "cap": self.cap,
            "floor": self.floor,
            "bets": list(self.bets),
        }
