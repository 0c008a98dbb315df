"""The twin of Daifugo: a slow, plain reference written from the clauses of the rules alone.

The match is one Python generator that is resumed with an action at every decision, so that a turn
reads from top to bottom as DFG-4.8 does. Legal plays are found by writing down every whole play
of a hand; a step of DFG-4G offers what those plays say at that step. Every method names the
clause that it carries out.

The phases and their actions (rank: 0 to 12 = 3 to 2, suit: 0 to 3, id: 0 to 53, seat: 0 to N - 1):

    lead, follow    P1: ("single", rank) ("set", n, rank) ("run", n, lowest rank) ("lone joker",)
                    ("pass",) ("pass and draw",)
    suits           P2: ("suit", suit) for a single or a run, ("suits", frozenset of the suits of
                    the natural cards) for a set
    jokers          P3: ("joker suits", sorted suits) for a set, ("joker positions", positions
                    counted from the lowest card) for a run; skipped if there is only one
    give card       ("card", id) ("stop",)
    give to         ("player", seat); skipped if an earlier gift has settled it
    change          ("card", id) ("stop",)
    exchange up     ("card", id); skipped if there is only one
    exchange down   ("card", id)

Any other step with a single legal choice is asked like any other (DFG-9.24, 9.26).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import Any, Protocol

from ..twins import Action, ScriptedTwin, Steps

Zone = str | int
"""DFG-7.4: "pile", "aside" (the field or the discards), or the seat of a hand."""

SUITS = range(4)  # DFG-2.1
RANKS = range(13)
FIVE, SEVEN, EIGHT, JACK, KING = 2, 4, 5, 8, 10
THREE_OF_SPADES = 0
JOKERS = (52, 53)
JOKER_RANK = 13  # DFG-4.18: above the 2
EFFECTS = (
    "binding",
    "revolution",
    "runs",
    "spade3",
    "skip5",
    "give7",
    "cut8",
    "jback",
    "change13",
)  # DFG-5.0

TITLES = {
    2: ["daifugo", "daihinmin"],
    3: ["daifugo", "heimin", "daihinmin"],
    4: ["daifugo", "fugo", "hinmin", "daihinmin"],
    5: ["daifugo", "fugo", "heimin", "hinmin", "daihinmin"],
}  # DFG-4.17

DEFAULTS: dict[str, Any] = {
    "num_players": 4,
    "num_jokers": 2,
    "hand_size": 10,
    "num_rounds": 5,
    "round_starter": "random",
    "effects": EFFECTS,
    "joker_effects": True,
    "joker_duplicates": True,
    "joker_finish_scope": "turn",
    "lone_joker_under_binding": False,
    "run_compare": "rank",
    "pass_draw": "optional",
    "pass_locks": False,
    "leader_pass": "only_if_stuck",
    "skip_past_self": "field_stays",
    "seven_single_recipient": False,
    "jback_mode": "xor",
    "jback_repeat": "stays",
    "k_discard_face_up": True,
    "exchange_2p": 2,
    "exchange_3p": 2,
    "exchange_tie": "giver_chooses",
    "exchange_blind": False,
    "playoff_starter": "next_in_turn",
    "playoff_keeps_revolution": False,
    "reward_mode": "winner",
}
"""DFG-8."""


def card_of(rank: int, suit: int) -> int:
    """DFG-2.1: the id of a natural card."""
    return 4 * rank + suit


def rank_of(card: int) -> int:
    """DFG-2.1, 4.18: the rank index 0 to 12, of a joker 13."""
    return JOKER_RANK if card in JOKERS else card // 4


def suit_of(card: int) -> int:
    """DFG-2.1: the suit 0 to 3 (S, H, D, C) of a natural card."""
    return card % 4


def distinct(cards: Iterable[int]) -> set[int]:
    """DFG-2.2: the jokers are equal, and a pick of one of two takes 52."""
    found = set(cards)
    return found - {53} if {*JOKERS} <= found else found


@dataclass(frozen=True)
class Play:
    """DFG-4.1, 4.3: a whole play.

    Attributes:
        kind: "single", "set", "run" or "lone joker".
        naturals: the natural cards.
        jokers: the cards that jokers are designated as, sorted; of a lone joker nothing.
    """

    kind: str
    naturals: frozenset[int]
    jokers: tuple[int, ...] = ()

    @property
    def faces(self) -> list[int]:
        """DFG-4.2: the cards that all its cards count as, sorted; of a lone joker nothing."""
        return sorted([*self.naturals, *self.jokers])

    @property
    def num_jokers(self) -> int:
        """How many jokers it takes."""
        return 1 if self.kind == "lone joker" else len(self.jokers)

    @property
    def n(self) -> int:
        """The number of cards."""
        return len(self.naturals) + self.num_jokers

    @property
    def rank(self) -> int | None:
        """DFG-4.3: the rank, of a run the lowest; a lone joker has none."""
        return rank_of(self.faces[0]) if self.faces else None

    @property
    def suits(self) -> tuple[int, ...]:
        """DFG-4.3, 5.1: a sorted multiset, of a run its one suit; a lone joker has none."""
        suits = [suit_of(face) for face in self.faces]
        return tuple(suits[:1] if self.kind == "run" else sorted(suits))

    @property
    def joker_places(self) -> tuple[int, ...]:
        """DFG-4.3: of its jokers the positions from the lowest card, in a set the suits."""
        if self.kind == "run":
            return tuple(rank_of(face) - rank_of(self.faces[0]) for face in self.jokers)
        return tuple(suit_of(face) for face in self.jokers)

    @property
    def descriptor(self) -> tuple[str, int, int | None, tuple[int, ...], tuple[int, ...]]:
        """DFG-4.3: kind, n, rank, suits, and the places of the jokers."""
        return self.kind, self.n, self.rank, self.suits, self.joker_places

    def steps(self) -> tuple[Action, ...]:
        """DFG-4G: what it says at P1, P2 and P3."""
        if self.kind == "lone joker":
            return (("lone joker",),)
        if self.kind == "single":
            return ("single", self.rank), ("suit", *self.suits)
        shape = (self.kind, self.n, self.rank)
        if self.kind == "run":
            return shape, ("suit", *self.suits), ("joker positions", self.joker_places)
        naturals = frozenset(suit_of(card) for card in self.naturals)
        return shape, ("suits", naturals), ("joker suits", self.joker_places)

    def count(self, rank: int, joker_effects: bool) -> int:
        """DFG-5.0, 4.2: how many of its cards have a rank, designated jokers only if they act."""
        cards = self.faces if joker_effects else self.naturals
        return sum(rank_of(card) == rank for card in cards)


LONE_JOKER = Play("lone joker", frozenset())


def subsets(things: Iterable[int], sizes: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """All subsets of these sizes."""
    pool = sorted(things)
    for size in sizes:
        yield from combinations(pool, size)


def singles(hand: set[int]) -> Iterator[Play]:
    """DFG-4.1: one natural card."""
    for card in hand - {*JOKERS}:
        yield Play("single", frozenset([card]))


def sets(hand: set[int], duplicates: bool) -> Iterator[Play]:
    """DFG-4.1, 4.2: two or more cards of one rank, natural ones and designated jokers."""
    num_jokers = len(hand & {*JOKERS})
    for rank in RANKS:
        cards = [card_of(rank, suit) for suit in SUITS]
        held = [card for card in cards if card in hand]
        for naturals in subsets(held, range(len(held) + 1)):
            for count in range(num_jokers + 1):
                for jokers in combinations_with_replacement(cards, count):
                    faces = [*naturals, *jokers]
                    if len(faces) >= 2 and (duplicates or len(set(faces)) == len(faces)):
                        yield Play("set", frozenset(naturals), jokers)


FACES_OF_RUNS = [
    frozenset(card_of(lowest + position, suit) for position in range(n))
    for suit in SUITS
    for n in range(3, len(RANKS) + 1)
    for lowest in range(len(RANKS) - n + 1)
]
"""DFG-4.1: the cards of every run."""


def runs(hand: set[int]) -> Iterator[Play]:
    """DFG-4.1, 4.2: three or more consecutive cards of one suit, jokers for any of them."""
    num_jokers = len(hand & {*JOKERS})
    for faces in FACES_OF_RUNS:
        missing = faces - hand
        if len(missing) <= num_jokers:
            for kept in subsets(faces & hand, range(num_jokers - len(missing) + 1)):
                jokers = missing | {*kept}
                yield Play("run", frozenset(faces - jokers), tuple(sorted(jokers)))


def plays(hand: Iterable[int], *, duplicates: bool = True, with_runs: bool = True) -> list[Play]:
    """DFG-4.1, 4.2, 5.0: every play that the cards of a hand can make."""
    cards = set(hand)
    found = [*singles(cards), *sets(cards, duplicates)]
    if with_runs:
        found += runs(cards)
    if cards & {*JOKERS}:
        found.append(LONE_JOKER)
    return found


class Chance(Protocol):
    """Everything that is left to luck."""

    def deal(self, round_number: int) -> Sequence[int]:
        """DFG-3.1: the shuffled cards, asked first of all in each round (1, 2, ...).

        The first `hand_size` cards are dealt to seat 0, the next to seat 1 and so on; the rest is
        the pile in the order in which it is drawn.
        """

    def starter(self, round_number: int) -> int:
        """DFG-3.3, 9.24: the starter by lot, asked right after the deal, before the exchange.

        With `round_starter` = "random" in every round, otherwise only in round 1.
        """

    def playoff_starter(self, participants: Sequence[int]) -> int:
        """DFG-4.16: asked at the start of a play-off, with `playoff_starter` = "random" only.

        The participants in ascending order.
        """

    def lot(self, seats: Sequence[int]) -> Sequence[int]:
        """DFG-4.16: these seats from the best place on, asked when a play-off has stalled.

        Once for each group of two or more with hands of one size, the smallest size first; the
        seats are in ascending order.
        """


def pack(num_jokers: int) -> list[int]:
    """DFG-2.1: all cards."""
    return list(range(52 + num_jokers))


class Twin(ScriptedTwin):
    """One match of Daifugo, always at a decision or over.

    Attributes:
        to_move: the seat with a decision, None when the match is over.
        phase: the name of its decision ("lead", "follow" ...), "over" when the match is over.
        chosen: the choices made so far within the decision under way: of a play its P1 and P2, of
            a give its card.
        remaining: how many cards the seat may still give or change, or must still exchange, the
            one that is asked for included; 0 in any other phase.
        round: the number of the round, from 1.
        starter: the seat that leads the round first.
        hands: one set of card ids per seat.
        pile: the draw pile in the order in which it is drawn.
        field: the cards of all plays since the last clearing in the order of the plays.
        discards: the cards flushed or changed.
        field_play: the last play on the field, or None.
        owner: its player, or None.
        binding: the suits that the field is bound to (as `Play.suits`), or None.
        revolution, j_back: the two flags.
        on_turn: the seat whose turn it is; during an exchange the starter.
        order: the seats with a place in the round, first to last.
        participants: the seats in the play-off under way, None outside of one.
        passed: the seats that passed since the last play of the round.
        locked: the seats that may only pass until the field is cleared.
        stall: how many passes without drawing followed each other on an empty field.
        ended: why the round or the play-off under way ended: "one left", "pile" or "stall".
        ended_by: the seat whose action ended the round.
        events: what everybody saw in the round, in order (DFG-7.1): ("exchange", giver,
            receiver), ("play", seat, play), ("give", giver, receiver), ("change", seat),
            ("pass", seat), ("pass and draw", seat), one for each card given or changed.
        places: for each finished round the seats, first to last.
        titles: for each finished round the title of each seat.
        memory: for each viewer and card the zones where he may think it is (DFG-7.4).
    """

    def __init__(self, options: Mapping[str, Any], chance: Chance) -> None:
        """Deal the first round and go on to its first decision.

        Args:
            options: the options of DFG-8; those left out have their default.
            chance: what decides everything that is left to luck.

        Raises:
            ValueError: the options do not fit together, or chance deals no full pack.
        """
        self._set_table(options, chance)
        self._start(self._match())

    @classmethod
    def position(
        cls,
        options: Mapping[str, Any],
        hands: Sequence[Iterable[int]],
        *,
        chance: Chance,
        to_move: int = 0,
        pile: Sequence[int] | None = None,
        field_play: Play | None = None,
        owner: int | None = None,
        **state: Any,
    ) -> Twin:
        """Build a position at the start of a turn, not within a play-off.

        Args:
            options: as for a new match, but with a single round if they say nothing of rounds.
            hands: the hands of seats 0 to N - 1.
            chance: as for a new match.
            to_move: the seat on turn.
            pile: the pile; every card that is named nowhere lies in the discards, or in the pile
                if none is given.
            field_play: the play on the field; jokers that are in no hand lie in it first.
            owner: its player.
            state: any other attributes: binding, revolution, j_back, order, round, titles ...
                What players remember is as if the hands had just been dealt.
        """
        twin = cls.__new__(cls)
        twin._set_table({"num_rounds": 1, "num_players": len(hands), **options}, chance)
        twin._lay_table([set(hand) for hand in hands], [])
        twin.round = 1
        twin.field_play, twin.owner = field_play, owner
        rest = [card for card in twin.pack if not any(card in hand for hand in twin.hands)]
        if field_play is not None:
            jokers = [card for card in rest if card in JOKERS][: field_play.num_jokers]
            twin.field = [*sorted(field_play.naturals), *jokers]
        rest = [card for card in rest if card not in twin.field]
        twin.pile = rest if pile is None else list(pile)
        twin.discards = [card for card in rest if card not in twin.pile]
        twin._set(state)
        twin.on_turn = to_move
        twin._remember_deal()
        for card in [*twin.field, *twin.discards]:
            twin._show_aside(card)
        twin._start(twin._rest_of_match())
        return twin

    def _set_table(self, options: Mapping[str, Any], chance: Chance) -> None:
        """DFG-8: the options, and a match without any round yet."""
        unknown = options.keys() - DEFAULTS.keys()
        if unknown:
            raise ValueError(f"no such options: {sorted(unknown)}")
        self.options: dict[str, Any] = {**DEFAULTS, **options}
        self.chance = chance
        self.num_players: int = self.options["num_players"]
        self.pack = pack(self.options["num_jokers"])
        self.effects = set(self.options["effects"])
        if self.num_players not in TITLES or not self.effects <= {*EFFECTS}:
            raise ValueError(f"{self.num_players} players, effects {sorted(self.effects)}")
        if self.num_players * self.options["hand_size"] >= len(self.pack):  # DFG-3.1
            raise ValueError(f"{self.num_players} hands of {self.options['hand_size']} cards")
        self.seats = range(self.num_players)
        self.round = 0
        self.starter = 0
        self.places: list[list[int]] = []
        self.titles: list[list[str]] = []

    def _ask(self, seat: int, phase: str, choices: Iterable[Action], remaining: int = 0) -> Steps:
        """DFG-4G: one decision."""
        self.remaining = remaining
        action = yield from super()._ask(seat, phase, choices)
        self.remaining = 0
        return action

    # Match, deal and titles

    def _match(self) -> Steps:
        """DFG-6.1, 3.2."""
        while self.round < self.options["num_rounds"]:
            self._deal()
            if self.round > 1:
                yield from self._exchange()
            yield from self._round()

    def _rest_of_match(self) -> Steps:
        """DFG-6.1, from a turn in mid-round."""
        yield from self._round()
        yield from self._match()

    def _deal(self) -> None:
        """DFG-3.1, 3.3, 5.2, 9.21."""
        self.round += 1
        cards = list(self.chance.deal(self.round))
        if sorted(cards) != self.pack:
            raise ValueError(f"chance dealt {cards}")
        size = self.options["hand_size"]
        hands = [set(cards[size * seat : size * (seat + 1)]) for seat in self.seats]
        self._lay_table(hands, cards[size * self.num_players :])
        self.starter = self.on_turn = self._find_starter()
        self._remember_deal()

    def _lay_table(self, hands: list[set[int]], pile: list[int]) -> None:
        """DFG-2.3, 2.4: nothing has happened yet in the round."""
        self.hands = hands
        self.dealt = [set(hand) for hand in hands]
        self.pile = pile
        self.field: list[int] = []
        self.discards: list[int] = []
        self.field_play: Play | None = None
        self.owner: int | None = None
        self.binding: tuple[int, ...] | None = None
        self.revolution = self.j_back = False
        self.on_turn = 0
        self.order: list[int] = []
        self.participants: list[int] | None = None
        self.passed: set[int] = set()
        self.locked: set[int] = set()
        self.stall = 0
        self.ended: str | None = None
        self.ended_by: int | None = None
        self.chosen: list[Action] = []
        self.events: list[tuple[Any, ...]] = []

    def _find_starter(self) -> int:
        """DFG-3.3."""
        how = self.options["round_starter"]
        if how == "random" or self.round == 1:
            return self.chance.starter(self.round)
        if how == "rotate":
            return (self.starter + 1) % self.num_players
        return self._titled(how)

    def _titled(self, title: str) -> int:
        """DFG-4.17: who has a title from the previous round."""
        return self.titles[-1].index(title)

    def _round(self) -> Steps:
        """DFG-4.14 to 4.17: turns, play-offs, titles."""
        yield from self._turns()
        if self.ended != "one left":
            yield from self._rank_those_in()
        self.places.append(list(self.order))
        names = TITLES[self.num_players]
        self.titles.append([names[self.order.index(seat)] for seat in self.seats])

    def _turns(self) -> Steps:
        """DFG-4.14: until the round or play-off has ended."""
        self.ended = None
        while self.ended is None:
            yield from self._turn(self.on_turn)

    def _end(self, why: str, seat: int) -> None:
        """DFG-4.14, 4.16: by an action of this seat; a play-off does not change who it was."""
        self.ended = why
        if self.participants is None:
            self.ended_by = seat

    # Exchange

    def _exchange(self) -> Steps:
        """DFG-4.18, 4.19: between the first and the last, then between the next ones."""
        most = {2: self.options["exchange_2p"], 3: self.options["exchange_3p"]}
        pairs = [("daihinmin", "daifugo", most.get(self.num_players, 2))]
        if "hinmin" in self.titles[-1]:
            pairs.append(("hinmin", "fugo", 1))
        for poor, rich, count in pairs:
            yield from self._exchange_between(self._titled(poor), self._titled(rich), count)

    def _exchange_between(self, poor: int, rich: int, count: int) -> Steps:
        """DFG-4.18, 9.24: each card moves at once."""
        for given in range(count):
            card = yield from self._strongest(poor, count - given)
            self.events.append(("exchange", poor, rich))
            self._hand_over(card, poor, rich)
        for given in range(count):
            cards = self.hands[rich]
            if self.options["exchange_blind"]:
                cards = cards & self.dealt[rich]
            choices = [("card", card) for card in distinct(cards)]
            _, card = yield from self._ask(rich, "exchange down", choices, count - given)
            self.events.append(("exchange", rich, poor))
            self._hand_over(card, rich, poor)

    def _strongest(self, seat: int, remaining: int) -> Steps:
        """DFG-4.18: one of the strongest cards of a hand, asked only if there are several."""
        hand = self.hands[seat]
        best = max(rank_of(card) for card in hand)
        equals = distinct(card for card in hand if rank_of(card) == best)
        if len(equals) == 1 or self.options["exchange_tie"] == "fixed":
            return min(equals)
        choices = [("card", card) for card in equals]
        _, card = yield from self._ask(seat, "exchange up", choices, remaining)
        return card

    # Who is in

    def _in(self) -> list[int]:
        """DFG-1.4, 4.16: those in the round, or in the play-off, who have not emptied the hand."""
        seats = self.seats if self.participants is None else self.participants
        return [seat for seat in seats if seat not in self.order]

    def _clockwise(self, seat: int) -> list[int]:
        """All seats clockwise, this one last."""
        return [(seat + step) % self.num_players for step in range(1, self.num_players + 1)]

    def _next_in(self, seat: int) -> int:
        """DFG-1.4: the clockwise next."""
        return next(other for other in self._clockwise(seat) if other in self._in())

    def _leads(self, seat: int) -> None:
        """DFG-4.8, 4.12, 5.4: the seat leads, or if out its clockwise next."""
        self.on_turn = seat if seat in self._in() else self._next_in(seat)

    # The turn

    def _turn(self, seat: int) -> Steps:
        """DFG-4G, P1 to P3: a pass, or a play step by step."""
        possible = self.legal_plays(seat)
        phase = "lead" if self.field_play is None else "follow"
        shapes = {play.steps()[0] for play in possible}
        action = yield from self._ask(seat, phase, shapes | self._passes(shapes))
        if action[0] in ("pass", "pass and draw"):
            self._pass(seat, draw=action[0] == "pass and draw")
            return
        possible = self._that_say(possible, action)
        if action != ("lone joker",):
            suits = {play.steps()[1] for play in possible}
            possible = self._that_say(possible, (yield from self._ask(seat, "suits", suits)))
        if len(possible) > 1:
            places = {play.steps()[2] for play in possible}
            possible = self._that_say(possible, (yield from self._ask(seat, "jokers", places)))
        self.chosen = []
        (play,) = possible
        yield from self._carry_out(seat, play)

    def _that_say(self, possible: list[Play], action: Action) -> list[Play]:
        """DFG-4.20: the plays that go on with this choice."""
        step = len(self.chosen)
        self.chosen.append(action)
        return [play for play in possible if play.steps()[step] == action]

    def _passes(self, shapes: set[Action]) -> set[Action]:
        """DFG-4.10, 4.11, 4.16: the passes beside the plays of these shapes."""
        leading = self.field_play is None
        if leading and shapes and self.options["leader_pass"] == "only_if_stuck":
            return set()
        if not self._pile_in_use():
            return {("pass",)}
        if self.options["pass_draw"] == "mandatory":
            return {("pass and draw",)}
        return {("pass",), ("pass and draw",)}

    def _pile_in_use(self) -> bool:
        """DFG-4.16: a play-off has no pile."""
        return bool(self.pile) and self.participants is None

    # Which plays are legal

    def legal_plays(self, seat: int) -> list[Play]:
        """DFG-4.4 to 4.7, 4.10: the whole plays that are legal for the seat on turn."""
        hand = self.hands[seat]
        if seat in self.locked:
            return []
        possible = plays(
            hand,
            duplicates=self.options["joker_duplicates"],
            with_runs="runs" in self.effects,
        )
        return [
            play
            for play in possible
            if (self.field_play is None or self._beats(play, self.field_play))
            and not (play.num_jokers and play.n == len(hand))  # DFG-4.7
        ]

    def _beats(self, play: Play, old: Play) -> bool:
        """DFG-4.4, 4.6, 5.1, 5.3."""
        if old == LONE_JOKER:
            return self._is_spade_3(play)
        if play == LONE_JOKER:
            free = self.binding is None or self.options["lone_joker_under_binding"]
            return old.kind == "single" and free
        if (play.kind, play.n) != (old.kind, old.n):
            return False
        if self.binding is not None and play.suits != self.binding:
            return False
        return self._is_stronger(play, old)

    def _is_spade_3(self, play: Play) -> bool:
        """DFG-5.3: the natural card as a single."""
        spade_3 = Play("single", frozenset([THREE_OF_SPADES]))
        return "spade3" in self.effects and play == spade_3

    def _is_stronger(self, play: Play, old: Play) -> bool:
        """DFG-4.5."""
        new_ranks = [rank_of(face) for face in play.faces]
        old_ranks = [rank_of(face) for face in old.faces]
        no_overlap = self.options["run_compare"] == "no_overlap" and play.kind == "run"
        if self.reversed:
            return max(new_ranks) < min(old_ranks) if no_overlap else new_ranks[0] < old_ranks[0]
        return min(new_ranks) > max(old_ranks) if no_overlap else new_ranks[0] > old_ranks[0]

    @property
    def reversed(self) -> bool:
        """DFG-2.4, 5.7."""
        if self.options["jback_mode"] == "set":
            return self.revolution or self.j_back
        return self.revolution != self.j_back

    # A play is carried out

    def _carry_out(self, seat: int, play: Play) -> Steps:
        """DFG-4.8."""
        before = [seat, *(other for other in self._clockwise(seat)[:-1] if other in self._in())]
        on_lone_joker = self.field_play == LONE_JOKER
        self._lay(seat, play)
        self._turn_directions(play)
        yield from self._give_sevens(seat, play)
        yield from self._change_for_kings(seat, play)
        if self.participants is None and not self.pile:
            self._end("pile", seat)
            return
        if not self.hands[seat]:
            self.order.append(seat)
            if len(self._in()) == 1:
                self.order += self._in()
                self._end("one left", seat)
                return
        cut = "cut8" in self.effects and self._count(play, EIGHT) > 0
        if cut or (on_lone_joker and self._is_spade_3(play)):
            self._clear()
            self._leads(seat)
        else:
            self._skip_fives(play, before)

    def _count(self, play: Play, rank: int) -> int:
        """DFG-5.0, 4.2."""
        return play.count(rank, self.options["joker_effects"])

    def _lay(self, seat: int, play: Play) -> None:
        """DFG-4.8 steps 1 and 2, 5.1."""
        jokers = sorted(self.hands[seat] & {*JOKERS})[: play.num_jokers]  # DFG-2.2
        for card in [*sorted(play.naturals), *jokers]:
            self.hands[seat].remove(card)
            self.field.append(card)
            self._show_aside(card)
        if self.field_play is not None and "binding" in self.effects:
            suits = play.suits
            if suits and suits == self.field_play.suits:
                self.binding = suits
        self.field_play, self.owner = play, seat
        self.passed = set()
        self.stall = 0
        self.events.append(("play", seat, play))

    def _turn_directions(self, play: Play) -> None:
        """DFG-4.8 step 3, 5.2, 5.7."""
        if "revolution" in self.effects and play.n == 4:
            self.revolution = not self.revolution
        if "jback" in self.effects and self._count(play, JACK) > 0:
            toggles = self.options["jback_repeat"] == "toggles"
            self.j_back = not self.j_back if toggles else True

    def _give_sevens(self, seat: int, play: Play) -> Steps:
        """DFG-4.8 step 4, 5.6, 9.26."""
        most = self._count(play, SEVEN) if "give7" in self.effects else 0
        receiver: int | None = None
        for given in range(most):
            if not self.hands[seat]:
                return
            left = most - given
            choices = {("card", card) for card in self._may_give(seat, play)} | {("stop",)}
            action = yield from self._ask(seat, "give card", choices, left)
            if action == ("stop",):
                return
            if receiver is None or not self.options["seven_single_recipient"]:  # DFG-9.26
                self.chosen = [action]
                choices = {("player", other) for other in self._in() if other != seat}
                _, receiver = yield from self._ask(seat, "give to", choices, left)
                self.chosen = []
            self.events.append(("give", seat, receiver))
            self._hand_over(action[1], seat, receiver)

    def _may_give(self, seat: int, play: Play) -> set[int]:
        """DFG-4.7: which cards may be given after this play."""
        hand, scope = self.hands[seat], self.options["joker_finish_scope"]
        if len(hand) == 1:
            if play.num_jokers and scope in ("turn", "any_give"):
                return set()
            if hand <= {*JOKERS} and scope == "any_give":
                return set()
        return distinct(hand)

    def _change_for_kings(self, seat: int, play: Play) -> Steps:
        """DFG-4.8 step 5, 5.8, 9.24."""
        hand = self.hands[seat]
        kings = self._count(play, KING) if "change13" in self.effects else 0
        most = min(kings, len(self.pile), len(hand)) if self._pile_in_use() else 0
        changed = 0
        while changed < most:
            choices = {("card", card) for card in distinct(hand)} | {("stop",)}
            action = yield from self._ask(seat, "change", choices, most - changed)
            if action == ("stop",):
                break
            self._discard(seat, action[1])
            self.events.append(("change", seat))
            changed += 1
        for _ in range(changed):
            self._draw(seat)

    def _discard(self, seat: int, card: int) -> None:
        """DFG-5.8: a card of a K-change."""
        self.hands[seat].remove(card)
        self.discards.append(card)
        if self.options["k_discard_face_up"]:
            self._show_aside(card)
        else:
            self._moves_unseen(card, [seat], seat, "aside")

    def _draw(self, seat: int) -> None:
        """DFG-4.10, 5.8: the next card of the pile."""
        card = self.pile.pop(0)
        self.hands[seat].add(card)
        self._moves_unseen(card, [seat], "pile", seat)

    def _hand_over(self, card: int, giver: int, receiver: int) -> None:
        """DFG-4.18, 5.6: unseen by third players."""
        self.hands[giver].remove(card)
        self.hands[receiver].add(card)
        self._moves_unseen(card, [giver, receiver], giver, receiver)

    def _clear(self) -> None:
        """DFG-4.9, and the locks of 4.10."""
        self.discards += self.field
        self.field = []
        self.field_play = self.owner = self.binding = None
        self.j_back = False
        self.locked = set()

    def _skip_fives(self, play: Play, before: list[int]) -> None:
        """DFG-5.4; `before` are the players in before the play, from its player on."""
        fives = self._count(play, FIVE) if "skip5" in self.effects else 0
        i = (1 + fives) % len(before)
        if i == 0:
            self._clear()
            self._leads(before[0])
            return
        if fives >= len(before) and self.options["skip_past_self"] == "field_cleared":
            self._clear()
        self.on_turn = before[i]

    # Passing

    def _pass(self, seat: int, *, draw: bool) -> None:
        """DFG-4.10 to 4.14."""
        self.events.append(("pass and draw" if draw else "pass", seat))
        self.passed.add(seat)
        if draw:
            self._draw(seat)
            self.stall = 0  # DFG-9.24
            if not self.pile:
                self._end("pile", seat)
        if self.ended is None and self.field_play is None:
            self._pass_as_leader(seat, draw)
        elif self.ended is None:
            self._pass_on_field(seat)

    def _pass_as_leader(self, seat: int, draw: bool) -> None:
        """DFG-4.11, 4.14c."""
        if not draw:
            self.stall += 1
        if self.stall == len(self._in()):
            self._end("stall", seat)
        else:
            self.on_turn = self._next_in(seat)

    def _pass_on_field(self, seat: int) -> None:
        """DFG-4.12."""
        if self.options["pass_locks"]:
            self.locked.add(seat)
        stops = [*self._in(), self.owner]
        reached = next(other for other in self._clockwise(seat) if other in stops)
        if reached == self.owner:
            self._clear()
            self._leads(reached)
        else:
            self.on_turn = reached

    # The end of a round by the pile or by a stall

    def _rank_those_in(self) -> Steps:
        """DFG-4.15."""
        groups = self._by_hand_size(self._in())
        for group in groups:
            if len(group) == 1:
                self.order += group
            else:
                yield from self._playoff(group)

    def _by_hand_size(self, seats: list[int]) -> list[list[int]]:
        """DFG-4.15: groups of equal hands, fewer cards first."""
        sizes = sorted({len(self.hands[seat]) for seat in seats})
        return [[seat for seat in seats if len(self.hands[seat]) == size] for size in sizes]

    def _playoff(self, group: list[int]) -> Steps:
        """DFG-4.16."""
        assert self.ended_by is not None
        self._clear()
        if not self.options["playoff_keeps_revolution"]:
            self.revolution = False
        self.stall = 0
        self.participants = group
        if self.options["playoff_starter"] == "random":
            self.on_turn = self.chance.playoff_starter(group)
        else:
            self.on_turn = self._next_in(self.ended_by)
        yield from self._turns()
        if self.ended == "stall":
            for equals in self._by_hand_size(self._in()):
                self.order += equals if len(equals) == 1 else self.chance.lot(equals)
        self.participants = None

    # Memory

    def _remember_deal(self) -> None:
        """DFG-7.4: the own hand; every other card is in the pile or in another hand."""
        self.memory: list[dict[int, set[Zone]]] = []
        for viewer in self.seats:
            others: set[Zone] = {"pile", *self.seats} - {viewer}
            hand = self.hands[viewer]
            self.memory.append({c: {viewer} if c in hand else set(others) for c in self.pack})
        self._forget_empty_zones()

    def _show_aside(self, card: int) -> None:
        """DFG-7.4: everybody sees the card on the field or among the discards."""
        for viewer in self.seats:
            self.memory[viewer][card] = {"aside"}
        self._forget_empty_zones()

    def _moves_unseen(self, card: int, seen_by: list[int], source: Zone, target: Zone) -> None:
        """DFG-7.4: those who see it know where it is; for others any card of the source may be."""
        for viewer in self.seats:
            if viewer in seen_by:
                self.memory[viewer][card] = {target}
                continue
            for zones in self.memory[viewer].values():
                if source in zones:
                    zones.add(target)
        self._forget_empty_zones()

    def _forget_empty_zones(self) -> None:
        """DFG-7.4."""
        empty: set[Zone] = {seat for seat in self.seats if not self.hands[seat]}
        if not self.pile:
            empty.add("pile")
        for memory in self.memory:
            for zones in memory.values():
                zones -= empty

    # Points

    def scores(self) -> list[float]:
        """DFG-6.2: the points so far per seat."""
        mode, num_rounds = self.options["reward_mode"], self.options["num_rounds"]
        if mode == "all_rounds":
            rounds = [self._points_by_place(order) for order in self.places]
            return [sum(points[seat] for points in rounds) / num_rounds for seat in self.seats]
        if not self.over:
            return [0.0] * self.num_players
        if mode == "final_places":
            return self._points_by_place(self.places[-1])
        winner = self.places[-1][0]
        return [1.0 if seat == winner else -1 / (self.num_players - 1) for seat in self.seats]

    def _points_by_place(self, order: list[int]) -> list[float]:
        """DFG-6.2: 1 - 2 (p - 1) / (N - 1) for place p."""
        return [1 - 2 * order.index(seat) / (self.num_players - 1) for seat in self.seats]
