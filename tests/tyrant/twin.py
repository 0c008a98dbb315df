"""The twin of Tyrant: a slow, plain reference written from the clauses of the rules alone.

The game is one Python generator that is resumed with an action at every decision, so that a trick
reads from top to bottom as TYR-4.1 does. Legal plays are found by writing down every multiset of
one to three cards. Every method names the clause that it carries out.

The phases of TYR-4.14 and their actions (suit: 0 to 3 = S, H, D, C):

    SELECT      ("SELECT", x), x the number of cards of the next suit, in the small sequence of
                TYR-4.3: x_S, then x_H, then x_D; x_C is what remains
    PLAY        ("PLAY", counts, face_up), counts the suit counts of the cards, face_up the suit
                that lies face up, None with one or two cards; and ("PASS",)
    TYRANT      ("TYRANT", suit, chips) and ("NOTHING",)
    SETTLE      ("SETTLE", suit)

A step of SELECT and a SETTLE with a single legal value are carried out without a decision
(TYR-4.14, 9.18). A PLAY with a single legal action is asked like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from operator import le
from typing import Any, Protocol

from ..twins import Action, ScriptedTwin, Steps

Counts = tuple[int, ...]
"""TYR-2.2: number cards, as the four suit counts (S, H, D, C)."""
Card = tuple[int, int]
"""TYR-2.1: an ace or a lead card: suit, and rank 0 to 3 = A, J, Q, K."""

SUITS = range(4)  # TYR-2.1
ACE, JACK, QUEEN, KING = range(4)  # TYR-6.1: the points of the ranks, too
LEAD_CARDS: list[Card] = [(suit, rank) for suit in SUITS for rank in (JACK, QUEEN, KING)]
PER_SUIT = {3: 14, 4: 18}  # TYR-2.1
NUMBER_CARDS = {n: [suit for suit in SUITS for _ in range(PER_SUIT[n])] for n in (3, 4)}
NUM_TRICKS = 8  # TYR-1.1
ROW = 3  # TYR-3.1
DEALT = 16  # TYR-3.4
LEAD_VALUE = 10  # TYR-4.9
NONE: Counts = (0, 0, 0, 0)

PLAYS: list[Counts] = [cards for cards in product(range(4), repeat=4) if 1 <= sum(cards) <= 3]
"""TYR-4.5: every multiset of one to three cards."""

SAME_SUIT = [0, 0, 2, 4, 6]  # TYR-6.2
SAME_RANK = [0, 0, 5, 8, 10]  # TYR-6.3

DEFAULTS: dict[str, Any] = {
    "num_players": 4,
    "start_player": "random",
    "chips_per_player": 5,
    "first_hand": 7,
    "refill_hand": 6,
    "plaza_start": 4,
    "plaza_removed": 4,
    "pile_size": 5,
    "pile_power": 2,
    "marker_penalty": 1,
    "chip_penalty": 2,
    "least_trick_bonus": 2,
    "purge": True,
    "purge_gap": 10,
    "purged_order": "tied",
    "no_follow_reveal": "all",
    "reward_mode": "winner",
}
"""TYR-8."""

VALUES: dict[str, Sequence[Any]] = {
    "num_players": [3, 4],
    "start_player": ["random", 0, 1, 2, 3],
    "chips_per_player": range(10),
    "first_hand": range(1, 17),
    "refill_hand": range(1, 17),
    "plaza_start": range(9),
    "plaza_removed": range(9),
    "pile_size": range(2, 10),
    "pile_power": range(10),
    "marker_penalty": range(6),
    "chip_penalty": range(11),
    "least_trick_bonus": range(6),
    "purge": [True, False],
    "purge_gap": range(1, 51),
    "purged_order": ["tied", "score_desc", "score_asc"],
    "no_follow_reveal": ["all", "chosen_only"],
    "reward_mode": ["winner", "rank", "points"],
}
"""TYR-8: the values of each option."""


def plus(*vectors: Counts) -> Counts:
    """All these cards together."""
    return tuple(sum(column) for column in zip(*vectors, strict=True))


def minus(vector: Counts, other: Counts) -> Counts:
    """The cards without these others, which must be among them."""
    left = tuple(a - b for a, b in zip(vector, other, strict=True))
    assert min(left) >= 0, f"{other} are not among {vector}"
    return left


def counted(suits: Iterable[int]) -> Counts:
    """TYR-2.2: the suit counts of cards."""
    cards = list(suits)
    return tuple(cards.count(suit) for suit in SUITS)


def one_each(cards: Counts) -> Counts:
    """TYR-4.10: one card of each suit."""
    return tuple(min(count, 1) for count in cards)


def one(suit: int) -> Counts:
    """A single card."""
    return counted([suit])


def base_points(cards: Sequence[Card], chips: int) -> int:
    """TYR-6.1: of the ace and the won lead cards, and of unspent chips."""
    return sum(rank for _, rank in cards) + chips


def same_suit_points(cards: Sequence[Card]) -> int:
    """TYR-6.2."""
    return sum(SAME_SUIT[[card[0] for card in cards].count(suit)] for suit in SUITS)


def same_rank_points(cards: Sequence[Card]) -> int:
    """TYR-6.3."""
    ranks = [rank for _, rank in cards]
    return sum(SAME_RANK[ranks.count(rank)] for rank in (JACK, QUEEN, KING))


def least_trick_points(tricks: Sequence[int], piles: int, bonus: int = 2) -> list[int]:
    """TYR-6.4: for each player."""
    fewest = min(tricks)
    share = bonus * piles // list(tricks).count(fewest)
    return [share if won == fewest else 0 for won in tricks]


def monarchomachi(totals: Sequence[int], gap: int = 10) -> set[int]:
    """TYR-6.6: the seats that are purged."""
    return {seat for seat, total in enumerate(totals) if total >= min(totals) + gap}


class Chance(Protocol):
    """Everything that is left to luck, asked in this order at set-up."""

    def leads(self, cards: Sequence[Card]) -> Sequence[Card]:
        """TYR-3.1: the lead cards shuffled; the first 4 are removed, the next is trick 1's."""

    def aces(self, suits: Sequence[int]) -> Sequence[int]:
        """TYR-3.2: the suits of the aces of seat 0, 1 and so on; a fourth with 3 is removed."""

    def numbers(self, suits: Sequence[int]) -> Sequence[int]:
        """TYR-3.3, 3.4: the suits of the number cards shuffled.

        The first `plaza_start` go to the plaza, the next `plaza_removed` are removed, of the
        rest the first 16 are dealt to seat 0, the next to seat 1 and so on.
        """

    def start_player(self, num_players: int) -> int:
        """TYR-3.5: asked with `start_player` = "random" only."""


@dataclass
class Act:
    """TYR-4.4 to 4.7: what a player did in a trick.

    Attributes:
        kind: "cards", "pass" (soft), "hard pass", or "skip" (TYR-5.1).
        cards: the cards played.
        face_up: the suit that lies face up, with three cards.
        chips: the suit and the number of chips of a tyrant action, or None.
        settled: the suit of the card put on the plaza by TYR-4.12, or None.
    """

    kind: str
    cards: Counts = NONE
    face_up: int | None = None
    chips: tuple[int, int] | None = None
    settled: int | None = None

    def known(self, revealed: bool) -> Counts:
        """TYR-7.2, 9.19, 9.20: those of its cards that everybody knows."""
        had_no_choice = self.settled is not None and one_each(self.cards) == one(self.settled)
        if revealed or had_no_choice:
            return self.cards
        shown = {self.face_up, self.settled} - {None}
        return counted(suit for suit in shown if suit is not None)

    def told(self, revealed: bool) -> dict[str, Any]:
        """TYR-7.2: as everybody sees it."""
        return {
            "kind": self.kind,
            "number": sum(self.cards),
            "face_up": self.face_up,
            "chips": self.chips,
            "cards": self.cards if revealed else None,
            "settled": self.settled,
        }


@dataclass
class Trick:
    """TYR-7.5: the record of a trick.

    Attributes:
        lead: its lead card.
        refills: the size of the new hand of each player who passed before.
        acts: what each player did, in turn order.
        revealed: whether the cards are public.
        case: "won", "nobody played" (TYR-4.11), "nobody followed" (TYR-4.12), None before.
        winner: who won it, or None.
    """

    lead: Card
    refills: dict[int, int] = field(default_factory=dict)
    acts: dict[int, Act] = field(default_factory=dict)
    revealed: bool = False
    case: str | None = None
    winner: int | None = None

    @property
    def played(self) -> dict[int, Act]:
        """TYR-4.11: who played cards, in turn order."""
        return {seat: act for seat, act in self.acts.items() if act.kind == "cards"}

    def chips_on(self) -> Counts:
        """TYR-4.7: the chips on each suit; those on the lead card are on its suit."""
        chips = [act.chips for act in self.acts.values() if act.chips]
        return tuple(sum(number for where, number in chips if where == suit) for suit in SUITS)

    def told(self) -> dict[str, Any]:
        """TYR-7.5: as everybody remembers it."""
        return {
            "lead": self.lead,
            "refills": dict(self.refills),
            "acts": {seat: act.told(self.revealed) for seat, act in self.acts.items()},
            "case": self.case,
            "winner": self.winner,
        }


class Twin(ScriptedTwin):
    """One game of Tyrant, always at a decision or over.

    Attributes:
        to_move: the seat with a decision, None when the game is over.
        phase: the name of its phase, None when the game is over.
        chosen: the counts chosen so far of the selection under way.
        trick: the number of the trick, 1 to 8; 0 during set-up.
        marker: the holder of the round marker.
        pile: the lead pile, hidden, the next card to reveal first.
        row: the lead row, the current trick's lead first.
        removed_leads: the lead cards removed by TYR-4.11 and 4.12, in order.
        hidden_leads: the four that were removed at set-up.
        aces: the suit of each player's ace; hidden_aces: that of the one removed, with 3 players.
        dealt: the 16 cards that each player got.
        hands, stocks, table: suit counts of each player.
        fame: for each player the fame piles: lead card and number cards.
        chips: the chips in front of each player; discard: the chip discard.
        plaza: the number of cards in each column, horizontal piles included (TYR-2.6).
        plaza_start: the columns at the start.
        removed: the number cards removed by TYR-4.12; hidden_numbers: those removed at set-up.
        passed: the seats that passed (soft) in the previous trick.
        hard_passed: the seats whose turn was skipped by TYR-4.4a.
        history: the tricks before the current one.
        current: the trick under way, None during set-up and at the end.
        totals: the total fame of each player at the end.
        purged: the seats purged at the end.
        groups: the final ranking: tied seats together, the best first.
    """

    phase_at_end = None

    def __init__(self, options: Mapping[str, Any], chance: Chance) -> None:
        """Set up the game and go on to its first decision.

        Args:
            options: the options of TYR-8; those left out have their default.
            chance: what decides everything that is left to luck.

        Raises:
            ValueError: the options do not fit together, or chance deals other cards.
        """
        self._lay_table(options)
        self._start(self._game(chance))

    @classmethod
    def position(
        cls,
        options: Mapping[str, Any],
        hands: Sequence[Counts],
        *,
        stocks: Sequence[Counts] | None = None,
        leads: Sequence[Card],
        **state: Any,
    ) -> Twin:
        """Build a position at the start of a trick, before its lead check and refills.

        Args:
            options: as for a new game.
            hands: the hands of seats 0 to n - 1.
            stocks: their stocks, by default empty.
            leads: the lead cards that are left, the current trick's first. Three are face up,
                the others in the pile.
            state: any other attributes: chips, plaza, marker, passed, aces, fame ...
        """
        twin = cls.__new__(cls)
        twin._lay_table({"num_players": len(hands), **options})
        twin.hands = [tuple(hand) for hand in hands]
        twin.stocks = [NONE] * len(hands) if stocks is None else [tuple(s) for s in stocks]
        twin.dealt = [plus(*cards) for cards in zip(twin.hands, twin.stocks, strict=True)]
        twin.row, twin.pile = list(leads[:ROW]), list(leads[ROW:])
        twin.trick = NUM_TRICKS - len(leads)
        twin._set(state)
        twin.plaza_start = twin.plaza
        twin._start(twin._tricks())
        return twin

    def _lay_table(self, options: Mapping[str, Any]) -> None:
        """TYR-2, 8: the options, and nothing dealt yet."""
        self._set_options(options)
        n = self.num_players
        self.seats = range(n)
        self.chosen: list[int] = []
        self.trick = 0
        self.marker = 0
        self.pile: list[Card] = []
        self.row: list[Card] = []
        self.removed_leads: list[Card] = []
        self.hidden_leads: list[Card] = []
        self.aces = list(SUITS[:n])
        self.hidden_aces = list(SUITS[n:])
        self.dealt = [NONE] * n
        self.hands = [NONE] * n
        self.stocks = [NONE] * n
        self.table = [NONE] * n
        self.fame: list[list[tuple[Card, Counts]]] = [[] for _ in self.seats]
        self.chips = [self.options["chips_per_player"]] * n
        self.discard = 0
        self.plaza = self.plaza_start = NONE
        self.removed = self.hidden_numbers = NONE
        self.passed: set[int] = set()
        self.hard_passed: set[int] = set()
        self.history: list[Trick] = []
        self.current: Trick | None = None
        self.totals: list[int] = []
        self.purged: set[int] = set()
        self.groups: list[list[int]] = []

    def _set_options(self, options: Mapping[str, Any]) -> None:
        """TYR-8, 9.19."""
        unknown = options.keys() - DEFAULTS.keys()
        if unknown:
            raise ValueError(f"no such options: {sorted(unknown)}")
        self.options: dict[str, Any] = {**DEFAULTS, **options}
        for name, value in self.options.items():
            if value not in VALUES[name]:
                raise ValueError(f"{name} = {value}")
        self.num_players: int = self.options["num_players"]
        if self.options["start_player"] not in ("random", *range(self.num_players)):
            raise ValueError(f"start_player {self.options['start_player']}")
        if self.options["plaza_start"] + self.options["plaza_removed"] != 8:
            raise ValueError("plaza_start and plaza_removed are not 8 together")

    # What is asked

    def _ask_unless_forced(self, seat: int, phase: str, values: Iterable[int]) -> Steps:
        """TYR-4.14, 9.18: a value, without a decision if there is only one."""
        possible = sorted(values)
        if len(possible) == 1:
            return possible[0]
        _, value = yield from self._ask(seat, phase, [(phase, value) for value in possible])
        return value

    # Game and set-up

    def _game(self, chance: Chance) -> Steps:
        """TYR-3.6, 4.1."""
        self._deal(chance)
        for seat in self._clockwise_from_marker():
            yield from self._select(seat, self.options["first_hand"])
        yield from self._tricks()

    def _deal(self, chance: Chance) -> None:
        """TYR-3.1 to 3.5."""
        leads = self._checked(chance.leads(LEAD_CARDS), LEAD_CARDS)
        self.hidden_leads, self.row, self.pile = leads[:4], leads[4 : 4 + ROW], leads[4 + ROW :]
        aces = self._checked(chance.aces(SUITS), SUITS)
        self.aces, self.hidden_aces = aces[: self.num_players], aces[self.num_players :]
        cards = NUMBER_CARDS[self.num_players]
        numbers = self._checked(chance.numbers(cards), cards)
        start = self.options["plaza_start"]
        self.plaza = self.plaza_start = counted(numbers[:start])
        self.hidden_numbers = counted(numbers[start:8])
        dealt = numbers[8:]
        self.dealt = [counted(dealt[DEALT * s : DEALT * (s + 1)]) for s in self.seats]
        self.stocks = list(self.dealt)
        start_player = self.options["start_player"]
        if start_player == "random":
            start_player = chance.start_player(self.num_players)
        self.marker = start_player

    def _checked(self, found: Sequence[Any], wanted: Sequence[Any]) -> list[Any]:
        if sorted(found) != sorted(wanted):
            raise ValueError(f"chance made {found} of {wanted}")
        return list(found)

    def _clockwise_from_marker(self) -> list[int]:
        """TYR-3.5: all seats, the marker holder first."""
        return [(self.marker + step) % self.num_players for step in self.seats]

    def _select(self, seat: int, size: int) -> Steps:
        """TYR-3.6, 4.3: a hand of so many cards of the stock, or all of a smaller one."""
        available = self.stocks[seat]
        hand = available
        if sum(available) > size:
            self.chosen = []
            for suit in SUITS[:3]:
                values = self._selectable(available, size - sum(self.chosen), suit)
                x = yield from self._ask_unless_forced(seat, "SELECT", values)
                self.chosen.append(x)
            hand = (*self.chosen, size - sum(self.chosen))
            self.chosen = []
        self.hands[seat], self.stocks[seat] = hand, minus(available, hand)

    def _selectable(self, available: Counts, need: int, suit: int) -> list[int]:
        """TYR-4.3: how many cards of a suit may be chosen when so many are still to choose."""
        fewest = max(0, need - sum(available[suit + 1 :]))
        return list(range(fewest, min(available[suit], need) + 1))

    # A trick

    def _tricks(self) -> Steps:
        """TYR-4.1, 4.13: one trick per lead card."""
        while self.row or self.pile:
            yield from self._trick()
        self._end()

    def _trick(self) -> Steps:
        """TYR-4.1."""
        self._lead_check()
        for seat in self._clockwise_from_marker():
            if seat in self.passed:
                yield from self._select(seat, self.options["refill_hand"])
                self._record.refills[seat] = sum(self.hands[seat])
        for seat in self._clockwise_from_marker():
            yield from self._turn(seat)
        if not self._record.played:
            self._nobody_played()
        elif not self._followers():
            yield from self._nobody_followed()
        else:
            self._record.revealed = True  # TYR-4.8
            self._clean_up(self._judgement())
        self._end_trick()

    def _lead_check(self) -> None:
        """TYR-4.2."""
        self.trick += 1
        if len(self.row) < ROW and self.pile:
            self.row.append(self.pile.pop(0))
        self.current = Trick(self.row[0])

    def _end_trick(self) -> None:
        """TYR-4.4c: who passed in it may not pass in the next one."""
        acts = self._record.acts
        self.passed = {seat for seat, act in acts.items() if act.kind == "pass"}
        self.history.append(self._record)
        self.current = None

    @property
    def _record(self) -> Trick:
        assert self.current is not None
        return self.current

    @property
    def lead_suit(self) -> int:
        """TYR-4.2: L."""
        return self._record.lead[0]

    # The play

    def _turn(self, seat: int) -> Steps:
        """TYR-4.4."""
        if not sum(self.hands[seat]) and not self.chips[seat]:
            self.hard_passed.add(seat)
            self._record.acts[seat] = Act("hard pass")
        elif not sum(self.hands[seat]) and seat in self.passed:
            self._record.acts[seat] = Act("skip")  # TYR-5.1
        else:
            action = yield from self._ask(seat, "PLAY", self._turn_choices(seat))
            if action == ("PASS",):
                self._pass(seat)
            else:
                _, cards, face_up = action
                self._play(seat, cards, face_up)
                if self.chips[seat]:
                    yield from self._tyrant(seat)

    def _turn_choices(self, seat: int) -> set[Action]:
        """TYR-4.4b to d."""
        choices = set(self._plays(self.hands[seat]))
        if self.chips[seat] and seat not in self.passed:
            choices.add(("PASS",))
        return choices

    def _plays(self, hand: Counts) -> Iterator[Action]:
        """TYR-4.5."""
        lead = self.lead_suit
        for cards in PLAYS:
            if all(map(le, cards, hand)) and (cards[lead] or not hand[lead]):
                shown = [suit for suit in SUITS if cards[suit]] if sum(cards) == 3 else [None]
                for face_up in shown:
                    yield ("PLAY", cards, face_up)

    def _pass(self, seat: int) -> None:
        """TYR-4.6."""
        self.chips[seat] -= 1
        self.discard += 1
        self.stocks[seat] = plus(self.stocks[seat], self.hands[seat])
        self.hands[seat] = NONE
        self._record.acts[seat] = Act("pass")

    def _play(self, seat: int, cards: Counts, face_up: int | None) -> None:
        """TYR-4.5."""
        self.hands[seat] = minus(self.hands[seat], cards)
        self.table[seat] = cards
        self._record.acts[seat] = Act("cards", cards, face_up)

    def _tyrant(self, seat: int) -> Steps:
        """TYR-4.7, 5.5, 5.6."""
        targets = [suit for suit in SUITS if suit == self.lead_suit or self.plaza[suit]]
        numbers = range(1, self.chips[seat] + 1)
        choices = [("TYRANT", suit, number) for suit in targets for number in numbers]
        action = yield from self._ask(seat, "TYRANT", [*choices, ("NOTHING",)])
        if action != ("NOTHING",):
            _, suit, number = action
            self.chips[seat] -= number
            self._record.acts[seat].chips = (suit, number)

    # The judgement

    def piles(self, suit: int) -> int:
        """TYR-2.6: h_s."""
        return self.plaza[suit] // self.options["pile_size"]

    def vertical(self, suit: int) -> int:
        """TYR-2.6: v_s."""
        return self.plaza[suit] % self.options["pile_size"]

    def card_power(self, suit: int) -> int:
        """TYR-4.9."""
        base = self.vertical(suit) + self.options["pile_power"] * self.piles(suit)
        if suit == self.lead_suit:
            base = LEAD_VALUE
        chips = self._record.chips_on()[suit]
        return max(0, base - self.options["chip_penalty"] * chips)

    def power(self, seat: int) -> int:
        """TYR-4.9: of what lies before a player."""
        power = sum(self.table[seat][suit] * self.card_power(suit) for suit in SUITS)
        if seat == self.marker:
            power = max(0, power - self.options["marker_penalty"])
        return power

    def _followers(self) -> list[int]:
        """TYR-4.9: in turn order."""
        return [seat for seat in self._record.acts if self.table[seat][self.lead_suit]]

    def _judgement(self) -> int:
        """TYR-4.9: the winner."""
        followers = self._followers()
        best = max(self.power(seat) for seat in followers)
        return [seat for seat in followers if self.power(seat) == best][-1]

    # The clean-up

    def _clean_up(self, winner: int) -> None:
        """TYR-4.10."""
        self._discard_chips()
        received = NONE
        for seat in self._record.played:
            if seat != winner:
                shown = one_each(self.table[seat])
                self.plaza = plus(self.plaza, shown)
                received = plus(received, minus(self.table[seat], shown))
        lead = self.row.pop(0)
        self.fame[winner].append((lead, plus(self.table[winner], received)))
        self.table = [NONE] * self.num_players
        self.marker = winner
        self._record.case, self._record.winner = "won", winner

    def _discard_chips(self) -> None:
        """TYR-4.10 step 1: those on suits."""
        self.discard += sum(self._record.chips_on())

    def _remove_lead(self) -> None:
        """TYR-4.11, 4.12."""
        self.removed_leads.append(self.row.pop(0))

    def _nobody_played(self) -> None:
        """TYR-4.11."""
        self._remove_lead()
        self._record.case = "nobody played"

    def _nobody_followed(self) -> Steps:
        """TYR-4.12."""
        self._record.case = "nobody followed"
        self._record.revealed = self.options["no_follow_reveal"] == "all"
        self._remove_lead()
        self._discard_chips()
        for seat, act in self._record.played.items():
            suits = [suit for suit in SUITS if self.table[seat][suit]]
            act.settled = yield from self._ask_unless_forced(seat, "SETTLE", suits)
            settled = one(act.settled)
            self.plaza = plus(self.plaza, settled)
            self.removed = plus(self.removed, minus(self.table[seat], settled))
            self.table[seat] = NONE

    # The end

    def _end(self) -> None:
        """TYR-6.1 to 6.8."""
        tricks = [len(piles) for piles in self.fame]
        all_piles = sum(self.piles(suit) for suit in SUITS)
        specials = least_trick_points(tricks, all_piles, self.options["least_trick_bonus"])
        for seat, special in zip(self.seats, specials, strict=True):
            cards = self._scoring_cards(seat)
            bonuses = same_suit_points(cards) + same_rank_points(cards) + special
            self.totals.append(base_points(cards, self.chips[seat]) + bonuses)
        self.rank()

    def rank(self) -> None:
        """TYR-6.6 to 6.8: by the totals."""
        if self.options["purge"]:
            self.purged = monarchomachi(self.totals, self.options["purge_gap"])
        self.groups = [[seat] for seat in self._survivors()] + self._purged_groups()

    def _scoring_cards(self, seat: int) -> list[Card]:
        """TYR-6.2, 9.13: own ace and won lead cards."""
        return [(self.aces[seat], ACE), *(lead for lead, _ in self.fame[seat])]

    def _survivors(self) -> list[int]:
        """TYR-6.7: from the winner on."""
        nearest_first = [s for s in self._clockwise_from_marker() if s not in self.purged]
        most_tricks_first = sorted(nearest_first, key=lambda s: -len(self.fame[s]))
        return sorted(most_tricks_first, key=lambda s: -self.totals[s])

    def _purged_groups(self) -> list[list[int]]:
        """TYR-6.8, 9.18."""
        order = self.options["purged_order"]
        if order == "tied":
            return [sorted(self.purged)] if self.purged else []
        totals = sorted({self.totals[s] for s in self.purged}, reverse=order == "score_desc")
        return [[s for s in sorted(self.purged) if self.totals[s] == t] for t in totals]

    @property
    def winner(self) -> int:
        """TYR-6.7."""
        return self.groups[0][0]

    def scores(self) -> list[float]:
        """TYR-6.9: the rewards; zeros while the game goes on."""
        n = self.num_players
        if not self.over:
            return [0.0] * n
        mode = self.options["reward_mode"]
        if mode == "winner":
            return [1.0 if seat == self.winner else -1 / (n - 1) for seat in self.seats]
        if mode == "points":
            return [total - sum(self.totals) / n for total in self.totals]
        rewards = [0.0] * n
        taken = 0
        for group in self.groups:
            places = range(taken + 1, taken + len(group) + 1)
            for seat in group:
                rewards[seat] = sum((n + 1 - 2 * k) / (n - 1) for k in places) / len(group)
            taken += len(group)
        return rewards

    # Information

    def view(self, seat: int) -> dict[str, Any]:
        """TYR-7.5: all that a player knows."""
        own = {
            "ace": self.aces[seat],
            "dealt": self.dealt[seat],
            "hand": self.hands[seat],
            "stock": self.stocks[seat],
            "table": self.table[seat],
            "chosen": list(self.chosen) if seat == self.to_move else [],
            "seen": self.seen(seat),
            "unseen": self.unseen(seat),
        }
        return {**self.public(), **own}

    def public(self) -> dict[str, Any]:
        """TYR-7.1, 7.2: what everybody knows."""
        return {
            "to_move": self.to_move,
            "phase": self.phase,
            "marker": self.marker,
            "trick": self.trick,
            "lead_row": list(self.row),
            "leads_in_pile": len(self.pile),
            "removed_leads": list(self.removed_leads),
            "plaza": self.plaza,
            "chips": list(self.chips),
            "chips_on_suits": self.chips_on_suits(),
            "discard": self.discard,
            "fame": [list(piles) for piles in self.fame],
            "hand_sizes": [sum(hand) for hand in self.hands],
            "stock_sizes": [sum(stock) for stock in self.stocks],
            "passed": sorted(self.passed),
            "hard_passed": sorted(self.hard_passed),
            "current": self.current.told() if self.current else None,
            "history": [trick.told() for trick in self.history],
            "all_aces": list(self.aces) if self.over else None,  # TYR-6.1
        }

    def chips_on_suits(self) -> Counts:
        """TYR-4.7, 4.12: the chips that lie on suits; none once they are in the discard."""
        if self.current is None or self.current.case is not None:
            return NONE
        return self.current.chips_on()

    def seen(self, seat: int) -> Counts:
        """TYR-7.5, 9.19: the own 16 cards and the public cards that are not his own."""
        tricks = [*self.history, *([self.current] if self.current else [])]
        others = [
            act.known(trick.revealed)
            for trick in tricks
            for other, act in trick.acts.items()
            if other != seat
        ]
        return plus(self.dealt[seat], self.plaza_start, *others)

    def unseen(self, seat: int) -> Counts:
        """TYR-7.5: how many cards of each suit a player has not seen."""
        return tuple(PER_SUIT[self.num_players] - count for count in self.seen(seat))

    # Invariants

    def check(self) -> None:
        """TYR-2.7, for a game that was dealt.

        Raises:
            AssertionError: an invariant is broken.
        """
        n = self.num_players
        in_fame = [cards for piles in self.fame for _, cards in piles]
        away = [self.plaza, self.removed, self.hidden_numbers]
        cards = plus(*self.hands, *self.stocks, *self.table, *in_fame, *away)
        assert cards == (PER_SUIT[n],) * 4, "a: number cards"
        won = [lead for piles in self.fame for lead, _ in piles]
        removed = self.hidden_leads + self.removed_leads
        assert sorted(self.pile + self.row + won + removed) == LEAD_CARDS, "b: lead cards"
        assert len(removed) >= 4, "b: four removed"
        chips = sum(self.chips) + sum(self.chips_on_suits()) + self.discard
        assert chips == n * self.options["chips_per_player"], "c: chips"
        limit = max(self.options["first_hand"], self.options["refill_hand"])
        assert all(sum(hand) <= limit for hand in self.hands), "d: hand size"
        assert self.marker in self.seats, "e: the marker"
        for seat in self.seats:
            self._check_own_cards(seat)

    def _check_own_cards(self, seat: int) -> None:
        """TYR-2.7d, 7.5."""
        tricks = [*self.history, *([self.current] if self.current else [])]
        played = [trick.acts[seat].cards for trick in tricks if seat in trick.acts]
        own = plus(NONE, *played, self.hands[seat], self.stocks[seat])
        assert own == self.dealt[seat] and sum(own) == DEALT, "d: own cards"
        assert min(self.unseen(seat)) >= 0, "no more of a suit are seen than there are"
