"""What the twins of the kikisen games share, written from the clauses KIKI alone.

Types of cards, the canonical plays, the dealer, the dealer's bonus, seasons and scores. A game is
one Python generator that is resumed with an action at every decision, so that a season reads from
top to bottom. Every decision is asked, also one with a single answer (KIKI-9.9 allows either),
except where a game's twin says otherwise.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar, NamedTuple, Protocol, Self

from ..twins import ScriptedTwin, Steps

KINDS = "S012345678KE"  # KIKI-2.1
KIND_WORDS = (
    "ship", "nothing", "soldier", "bow", "chariot", "tiger", "horse", "brush", "shaman", "general",
    "king", "emperor",
)  # fmt: skip
COLOURS = "br"
COPIES = (1, 3, 4, 2, 2, 2, 2, 2, 2, 2, 1, 1)
TYPES = range(24)
SHIPS = (0, 12)
NUMBERS = range(9)
COURT = 9

SHARED_DEFAULTS: dict[str, Any] = {
    "num_players": 4,
    "seasons": 1,
    "first_dealer": "random",
    "next_dealer": "winner",
    "dealer_bonus_start": 2,
    "dealer_bonus_step": 1,
    "ship_alone": "court",
    "pack": KIND_WORDS,
}
"""KIKI-8."""


def type_of(colour: int, kind: int) -> int:
    """KIKI-2.3: 12 * colour + kind."""
    return 12 * colour + kind


def colour_of(card_type: int) -> int:
    """KIKI-2.1: black 0, red 1."""
    return card_type // 12


def kind_of(card_type: int) -> int:
    """KIKI-2.1: 0 to 11."""
    return card_type % 12


PACK = [card_type for card_type in TYPES for _ in range(COPIES[kind_of(card_type)])]
"""KIKI-2.3: the type of each card id."""


def strength_of(card_type: int) -> int | None:
    """KIKI-4.1: 0 to 8, king and emperor 9; a ship has none of its own."""
    if card_type in SHIPS:
        return None
    return min(kind_of(card_type) - 1, COURT)


def number_type(colour: int, number: int) -> int:
    """KIKI-2.1: the type of a number 0 to 8."""
    return type_of(colour, number + 1)


def name_of(card_type: int) -> str:
    """KIKI-2.3: "b7", "rS"."""
    return COLOURS[colour_of(card_type)] + KINDS[kind_of(card_type)]


def types(names: str) -> list[int]:
    """KIKI-2.3: the types of "b7 rS bK"."""
    return [type_of(COLOURS.index(name[0]), KINDS.index(name[1])) for name in names.split()]


class Play(NamedTuple):
    """KIKI-4.7: a canonical play.

    Attributes:
        shape: "single", "set" or "run".
        strength: of a single or a set 0 to 9, of a run its foot.
        types: the types of its cards, sorted.
        ship: of a run with a ship the ship's position from the foot, otherwise None.
    """

    shape: str
    strength: int
    types: tuple[int, ...]
    ship: int | None = None

    @property
    def colours(self) -> tuple[int, int]:
        """How many black and how many red cards it has; a ship keeps its own colour."""
        red = sum(colour_of(card_type) for card_type in self.types)
        return len(self.types) - red, red

    def same_hand(self, other: Play) -> bool:
        """KIKI-4.5: same shape and same number of cards."""
        return (self.shape, len(self.types)) == (other.shape, len(other.types))

    def stronger(self, other: Play) -> bool:
        """KIKI-4.6."""
        return self.same_hand(other) and self.strength > other.strength


def parts(cards: Iterable[int]) -> set[tuple[int, ...]]:
    """All sub-multisets, each sorted, the empty one too."""
    pool = sorted(cards)
    return {part for size in range(len(pool) + 1) for part in combinations(pool, size)}


def plays(hand: Iterable[int], ship_alone: str = "court") -> set[Play]:
    """KIKI-4.4, 4.7: every canonical play that these types can make."""
    cards = list(hand)
    return singles(cards, ship_alone) | sets(cards, ship_alone) | runs(cards)


def strengths_alone(ship_alone: str) -> set[int]:
    """KIKI-4.3, 8: what ships with nothing beside them may stand for."""
    return set(range(COURT + 1)) if ship_alone == "declared" else {COURT}


def singles(hand: list[int], ship_alone: str) -> set[Play]:
    """KIKI-4.4."""
    found = set()
    for card_type in hand:
        strength = strength_of(card_type)
        readings = strengths_alone(ship_alone) if strength is None else {strength}
        found |= {Play("single", reading, (card_type,)) for reading in readings}
    return found


def sets(hand: list[int], ship_alone: str) -> set[Play]:
    """KIKI-4.4: two or more cards of equal strength, colours free, king equal to emperor."""
    found = set()
    ships = [card_type for card_type in hand if card_type in SHIPS]
    for strength in range(COURT + 1):
        naturals = [card_type for card_type in hand if strength_of(card_type) == strength]
        for kept in parts(naturals):
            for wild in parts(ships):
                if len(kept + wild) < 2:
                    continue
                if kept or strength in strengths_alone(ship_alone):
                    found.add(Play("set", strength, tuple(sorted(kept + wild))))
    return found


def runs(hand: list[int]) -> set[Play]:
    """KIKI-4.4: three or more consecutive numbers of one colour, a ship for one of them."""
    found = set()
    for colour in range(2):
        for length in range(3, min(len(NUMBERS), len(hand)) + 1):
            for foot in range(len(NUMBERS) - length + 1):
                for ship in [None, *range(length)]:
                    cards = [number_type(colour, foot + place) for place in range(length)]
                    if ship is not None:
                        cards[ship] = SHIPS[colour]
                    if all(card_type in hand for card_type in cards):
                        found.add(Play("run", foot, tuple(sorted(cards)), ship))
    return found


def without(cards: Iterable[int], gone: Iterable[int]) -> list[int]:
    """These cards without some of them, sorted."""
    left = sorted(cards)
    for card in gone:
        left.remove(card)
    return left


class Chance(Protocol):
    """Everything that is left to luck. Cards are types, or what the game's twin says."""

    def first_dealer(self, num_players: int) -> int:
        """KIKI-6.3: asked once, first of all, with `first_dealer` = "random" only."""

    def deal(self, season: int, pack: Sequence[int]) -> Sequence[int]:
        """KIKI-3.2: the pack in shuffled order, asked at the start of each season (0, 1 ...).

        The first cards, as many as a hand has, are dealt to seat 0, the next to seat 1 and so
        on; the rest is the stock in the order in which it is drawn (where the game uses one).
        """

    def reshuffle(self, cards: Sequence[int]) -> Sequence[int]:
        """MHP-4.3: these cards in the order in which they will be turned.

        Asked at the moment at which a card has to be turned and the stock is empty.
        """


class SeasonTwin(ScriptedTwin, ABC):
    """One game of several seasons, always at a decision or over.

    A game says its `defaults`, `pack`, `hand_size`, `_clear_table`, `_set_out` and `_season`.

    Attributes:
        to_move: the seat with a decision, None when the game is over.
        phase: the name of its decision, "over" when the game is over.
        options: all options with their values.
        num_players: n.
        season: the index of the season, from 0; it stays at the last one when the game is over.
        dealer: the dealer who began the season; it stays that of the last season (KIKI-9.10).
        bonus: the dealer's bonus (KIKI-6.1).
        points: the score per seat.
        winners: for each finished season the seats that won it, ascending.
        hands: the cards in each hand, sorted.
        stock: the stock in the order in which it is drawn, or the undealt cards.
        on_turn: the seat whose turn it is.
        events: what a game notes of what everybody saw in the season, in order.
    """

    defaults: ClassVar[dict[str, Any]] = SHARED_DEFAULTS
    most_players: ClassVar[int] = 6

    def __init__(self, options: Mapping[str, Any], chance: Chance) -> None:
        """Deal the first season and go on to its first decision.

        Args:
            options: the options of KIKI-8 and of the game; those left out have their default.
            chance: what decides everything that is left to luck.

        Raises:
            ValueError: the options do not fit together, or chance deals no full pack.
        """
        self._set_game(options, chance)
        self._start(self._game())

    @classmethod
    def position(
        cls,
        options: Mapping[str, Any],
        hands: Sequence[Iterable[int]],
        *,
        chance: Chance,
        to_move: int = 0,
        **state: Any,
    ) -> Self:
        """Build a position at the start of a turn.

        Args:
            options: as for a new game; the first dealer is seat 0 if they don't say who.
            hands: the hands of seats 0 to n - 1.
            chance: as for a new game.
            to_move: the seat on turn.
            state: any other attributes; a place of cards that is left out is empty, and cards
                that are named nowhere are in no place.
        """
        twin = cls.__new__(cls)
        options = {"num_players": len(hands), "first_dealer": 0, **options}
        twin._set_game(options, chance)
        twin.dealer = twin.options["first_dealer"]
        twin._clear_table()
        twin.hands = [sorted(hand) for hand in hands]
        twin.on_turn = to_move
        twin._set(state)
        twin._start(twin._seasons(dealt=True))
        return twin

    def _set_game(self, options: Mapping[str, Any], chance: Chance) -> None:
        """KIKI-8: the options, and a game without any season yet."""
        unknown = options.keys() - self.defaults.keys()
        if unknown:
            raise ValueError(f"no such options: {sorted(unknown)}")
        self.options: dict[str, Any] = {**self.defaults, **options}
        self.chance = chance
        self.num_players: int = self.options["num_players"]
        if not 2 <= self.num_players <= self.most_players:
            raise ValueError(f"{self.num_players} players")
        if self.num_players * self.hand_size() > len(self.pack()):
            raise ValueError(f"{self.num_players} hands of {self.hand_size()} cards")
        self.seats = range(self.num_players)
        self.season = 0
        self.dealer = 0
        self.bonus: int = self.options["dealer_bonus_start"]
        self.points: list[float] = [0] * self.num_players
        self.winners: list[list[int]] = []
        self.hands: list[list[int]] = []
        self.stock: list[int] = []
        self.on_turn = 0
        self.events: list[tuple[Any, ...]] = []

    # What a game says

    def pack(self) -> list[int]:
        """KIKI-2.2, 2.5: all cards of the kinds in play."""
        return [card for card in PACK if KIND_WORDS[kind_of(card)] in self.options["pack"]]

    @abstractmethod
    def hand_size(self) -> int:
        """How many cards each player is dealt."""

    def may_start(self) -> bool:
        """Whether another season may start: always, where a game says no more."""
        return True

    @abstractmethod
    def _clear_table(self) -> None:
        """All that a season starts with, but for the cards of the hands and the stock."""

    def _set_out(self) -> None:
        """What happens between the deal and the first turn: nothing, where a game says no more."""
        return

    @abstractmethod
    def _season(self) -> Steps:
        """A season from its first turn on; returns the seats that won, having paid the points."""

    # What is asked

    def scores(self) -> list[float]:
        """KIKI-2.4, 6.4: one number per seat."""
        return list(self.points)

    # Seasons

    def _game(self) -> Steps:
        """KIKI-6.4, 3.2."""
        first = self.options["first_dealer"]
        self.dealer = self.chance.first_dealer(self.num_players) if first == "random" else first
        yield from self._seasons(dealt=False)

    def _seasons(self, *, dealt: bool) -> Steps:
        """KIKI-6.4: the seasons from this one on, which may have been dealt already."""
        if not dealt:
            self._deal()
        while True:
            winners = yield from self._season()
            self.winners.append(sorted(winners))
            if self.season + 1 == self.options["seasons"] or not self.may_start():
                return
            self._pass_the_deal(winners)
            self.season += 1
            self._deal()

    def _deal(self) -> None:
        """KIKI-3.2."""
        cards = list(self.chance.deal(self.season, self.pack()))
        if sorted(cards) != sorted(self.pack()):
            raise ValueError(f"chance dealt {cards}")
        size = self.hand_size()
        self.hands = [sorted(cards[size * seat : size * (seat + 1)]) for seat in self.seats]
        self.stock = cards[size * self.num_players :]
        self.events = []
        self.on_turn = self.dealer
        self._clear_table()
        self._set_out()

    def _pass_the_deal(self, winners: Sequence[int]) -> None:
        """KIKI-6.1, 6.3, 9.9."""
        if not winners:
            return
        next_dealer = {
            "winner": next(seat for seat in self._around(self.dealer) if seat in winners),
            "rotate": self._next(self.dealer),
            "stay": self.dealer,
        }[self.options["next_dealer"]]
        if next_dealer != self.dealer:
            self.bonus = self.options["dealer_bonus_start"]
        elif self.dealer in winners:
            self.bonus += self.options["dealer_bonus_step"]
        self.dealer = next_dealer

    def _next(self, seat: int) -> int:
        """KIKI-3.1."""
        return (seat + 1) % self.num_players

    def _around(self, seat: int) -> list[int]:
        """KIKI-3.1: all seats in order from this one on."""
        return [(seat + i) % self.num_players for i in self.seats]

    def _share(self, winners: Sequence[int]) -> None:
        """KIKI-6.5: a winner gets n - 1, k winners (n - k) / k each; each other player -1."""
        n, k = self.num_players, len(winners)
        for seat in self.seats:
            self.points[seat] += (n - k) / k if seat in winners else -1

    def _fewest_cards(self, seats: Iterable[int]) -> list[int]:
        """The seats among these with the fewest cards."""
        fewest = min(len(self.hands[seat]) for seat in seats)
        return [seat for seat in seats if len(self.hands[seat]) == fewest]

    # What a seat may know

    def view(self, viewer: int) -> dict[str, Any]:
        """KIKI-7.1: what a seat may know, by name; a game adds what its section 7 says."""
        return {
            "bonus": self.bonus,
            "scores": self.scores(),
            "hand_sizes": [len(hand) for hand in self.hands],
            "stock_size": len(self.stock),
            "hand": list(self.hands[viewer]),
            "phase": self.phase,
        }
