"""The twin of niekhi: a slow, plain reference written from the clauses of the rules alone.

Cards are ranks (NIE-2.1): the numbers 0 to 8, 9 for a king or an emperor, 10 for a ship. So
`chance` deals ranks.

The phases and their actions (NIE-4.7):

    lead, follow    N1: ("play", shape), a `Shape`; ("pass",)
    ships           N2: ("ship", position) ("done",); asked as long as two plays or more are
                    possible, though all may go on in one way; so never with auto_ships
    mode            N3: ("remove",) ("take",) ("nothing",)
    remove          N4: ("name", rank)
    take            N5: ("card", rank)

N3, N4 and N5 are asked also when there is a single answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import Any, ClassVar, NamedTuple

from ..kikisen.twin_base import (
    COURT,
    NUMBERS,
    PACK,
    SHARED_DEFAULTS,
    SeasonTwin,
    strength_of,
    strengths_alone,
    without,
)
from ..twins import Action, Steps

GENERAL = 8
SHIP = 10
RANKS = range(COURT + 1)


class Shape(NamedTuple):
    """NIE-4.1, 4.2: what N1 says of a play.

    Attributes:
        name: "single", "set", "run" or "run of sets".
        rank: the rank, or the foot.
        length: L, 1 for a single or a set.
        size: m, 1 for a single or a run.
    """

    name: str
    rank: int
    length: int
    size: int

    @property
    def ranks(self) -> range:
        """NIE-4.1: the ranks of its positions."""
        return range(self.rank, self.rank + self.length)

    @property
    def large(self) -> bool:
        """NIE-5.6: a large set."""
        return self.name == "set" and self.size >= 3

    def same_hand(self, other: Shape) -> bool:
        """NIE-4.2."""
        return (self.name, self.length, self.size) == (other.name, other.length, other.size)

    def stronger(self, other: Shape) -> bool:
        """NIE-4.2, 4.4a."""
        return self.same_hand(other) and self.rank > other.rank


class Play(NamedTuple):
    """NIE-4.8: a canonical play: a shape, and the positions of its ships, sorted."""

    shape: Shape
    ships: tuple[int, ...] = ()

    @property
    def naturals(self) -> list[int]:
        """NIE-4.8: the cards that are not ships."""
        return [
            rank
            for position, rank in enumerate(self.shape.ranks)
            for _ in range(self.shape.size - self.ships.count(position))
        ]

    @property
    def cards(self) -> list[int]:
        """The ranks of its cards, ships last."""
        return self.naturals + [SHIP] * len(self.ships)

    def generals(self, ship_as_general: bool) -> int:
        """NIE-5.1, 5.5, 8."""
        standing_in = [p for p in self.ships if self.shape.ranks[p] == GENERAL]
        return self.naturals.count(GENERAL) + ship_as_general * len(standing_in)


def rank_of(card_type: int) -> int:
    """NIE-2.1: of a type."""
    strength = strength_of(card_type)
    return SHIP if strength is None else strength


NIEKHI_PACK = [rank_of(card_type) for card_type in PACK]


def placements(
    hand: Iterable[int], shape: Shape, ship_alone: str = "court"
) -> set[tuple[int, ...]]:
    """NIE-4.8: the positions that ships may have in a play of this shape out of this hand."""
    held = Counter(hand)
    if sum(max(0, shape.size - held[rank]) for rank in shape.ranks) > held[SHIP]:
        return set()
    found = set()
    for number in range(held[SHIP] + 1):
        for ships in combinations_with_replacement(range(shape.length), number):
            needs = [shape.size - ships.count(position) for position in range(shape.length)]
            enough = all(0 <= n <= held[r] for n, r in zip(needs, shape.ranks, strict=True))
            if enough and (any(needs) or may_be_ships_only(shape, ship_alone)):
                found.add(ships)
    return found


def may_be_ships_only(shape: Shape, ship_alone: str) -> bool:
    """KIKI-4.3, NIE-9.11: a single and a pair are court, a run of two is any."""
    return shape.name == "run" or shape.rank in strengths_alone(ship_alone)


@cache
def shapes(min_run: int) -> list[Shape]:
    """NIE-4.1, 4.7: all shapes that the pack can make."""
    sizes = range(2, len(PACK))
    steps = [
        (foot, length)
        for length in range(min_run, len(NUMBERS) + 1)
        for foot in range(len(NUMBERS) - length + 1)
    ]
    found = [Shape("single", rank, 1, 1) for rank in RANKS]
    found += [Shape("set", rank, 1, size) for rank in RANKS for size in sizes]
    found += [Shape("run", foot, length, 1) for foot, length in steps]
    found += [Shape("run of sets", foot, length, m) for foot, length in steps for m in sizes]
    return [shape for shape in found if placements(NIEKHI_PACK, shape)]


class Twin(SeasonTwin):
    """One game of niekhi; see `SeasonTwin` for what the kikisen games share.

    Attributes:
        stock: the undealt remainder, which nobody sees.
        table: (seat, ranks still there) for each play of the trick, in order.
        discards: the cards of finished tricks, sorted.
        removed: the removed cards, sorted.
        given: for each seat the cards that were removed out of its hand, sorted.
        known: for each seat the cards that everybody knows to be in its hand, sorted (NIE-7.2).
        standing: the shape of the standing play, None if the seat on turn leads.
        owner: the seat of the standing play, or None.
        passes: how many passes in a row followed the standing play.
        locked: the seats that are out until the trick ends (`pass_locks`).
        out: the seats that are out of the season (`emptied_by_removal` = "loses").
        turns: how many turns were taken in the season.
        chosen: the play under way, with the ships placed so far, in the phase "ships"; otherwise
            None.
        left: how many strengths must still be named, or cards may still be taken, the one that
            is asked for included; in the phase "mode" g; otherwise 0.
        named: the strengths named so far in the effect under way, in order.
    """

    defaults: ClassVar[dict[str, Any]] = {
        **SHARED_DEFAULTS,
        "bomb_over_bomb": "any",
        "pass_locks": False,
        "general_optional": False,
        "ship_as_general": False,
        "take_from_table": False,
        "emptied_by_removal": "wins",
        "min_run": 3,
        "hand_size": "all",
        "auto_ships": False,
        "max_turns": 600,
    }

    def pack(self) -> list[int]:
        """NIE-2.1: ranks."""
        return [rank_of(card_type) for card_type in super().pack()]

    def hand_size(self) -> int:
        """NIE-3.1, 8."""
        size = self.options["hand_size"]
        return len(self.pack()) // self.num_players if size == "all" else size

    def _clear_table(self) -> None:
        """NIE-2.1."""
        self.shapes = shapes(self.options["min_run"])
        self.table: list[tuple[int, list[int]]] = []
        self.discards: list[int] = []
        self.removed: list[int] = []
        self.given: list[list[int]] = [[] for _ in self.seats]
        self.known: list[list[int]] = [[] for _ in self.seats]
        self.standing: Shape | None = None
        self.owner: int | None = None
        self.passes = 0
        self.locked: set[int] = set()
        self.out: set[int] = set()
        self.turns = 0
        self.chosen: Play | None = None
        self.left = 0
        self.named: list[int] = []

    # Turns and tricks

    def _season(self) -> Steps:
        """NIE-4.5, 6.1 to 6.4."""
        winners: list[int] = []
        while not winners:
            seat = self.on_turn
            winners = yield from self._turn(seat)
            if winners:
                break
            if self._trick_is_over():
                self._end_trick()
            else:
                self.on_turn = self._next_in_trick(seat)
            if self.turns == self.options["max_turns"]:
                winners = self._fewest_cards(self._active())
        self._share(winners)
        return winners

    def _turn(self, seat: int) -> Steps:
        """NIE-4.5: a pass or a play and what follows it; returns who won by it, if anybody."""
        play = yield from self._choose(seat)
        self.turns += 1
        if play is None:
            self._pass(seat)
            return []
        self._lay(seat, play)
        if not self.hands[seat]:
            return [seat]
        generals = play.generals(self.options["ship_as_general"])
        if generals:
            yield from self._effect(seat, generals)
        return self._winners_by_removal(seat)

    def _pass(self, seat: int) -> None:
        """NIE-4.4, 8."""
        self.passes += 1
        if self.options["pass_locks"]:
            self.locked.add(seat)

    def _lay(self, seat: int, play: Play) -> None:
        """NIE-4.5, 7.2."""
        self.hands[seat] = without(self.hands[seat], play.cards)
        for card in play.cards:
            if card in self.known[seat]:
                self.known[seat].remove(card)
        self.table.append((seat, play.cards))
        self.standing, self.owner = play.shape, seat
        self.passes = 0

    def _active(self) -> list[int]:
        """NIE-8: the seats that are not out of the season."""
        return [seat for seat in self.seats if seat not in self.out]

    def _next_in_trick(self, seat: int) -> int:
        """NIE-4.5, 8: the next seat that is neither out nor locked."""
        following = [*self._around(seat)[1:], seat]
        return next(s for s in following if s in self._active() and s not in self.locked)

    def _trick_is_over(self) -> bool:
        """NIE-4.6, 8, 9.11."""
        others = [seat for seat in self._active() if seat != self.owner]
        if self.options["pass_locks"]:
            return all(seat in self.locked for seat in others)
        return self.passes == len(others)

    def _end_trick(self) -> None:
        """NIE-4.6, 8."""
        assert self.owner is not None
        self.discards = sorted(self.discards + [c for _, cards in self.table for c in cards])
        self.on_turn = next(s for s in self._around(self.owner) if s in self._active())
        self.table = []
        self.standing = self.owner = None
        self.passes = 0
        self.locked = set()

    # Which plays are legal

    def legal_plays(self, seat: int) -> set[Play]:
        """NIE-4.3, 4.4, 4.8."""
        found = set()
        for shape in self.shapes:
            if self._may_be_played(shape):
                ships = placements(self.hands[seat], shape, self.options["ship_alone"])
                if self.options["auto_ships"] and ships:
                    ships = {min(ships, key=len)}
                found |= {Play(shape, positions) for positions in ships}
        return found

    def _may_be_played(self, shape: Shape) -> bool:
        """NIE-4.3, 4.4."""
        if self.standing is None or shape.stronger(self.standing):
            return True
        if not shape.large:
            return False
        if self.standing.large and self.options["bomb_over_bomb"] == "stronger":
            return shape.size > self.standing.size
        return True

    def _choose(self, seat: int) -> Steps:
        """NIE-4.7 N1 and N2; returns the play, or None for a pass."""
        possible = self.legal_plays(seat)
        choices: set[Action] = {("play", play.shape) for play in possible}
        if self.standing is None:
            action = yield from self._ask(seat, "lead", choices)
        else:
            action = yield from self._ask(seat, "follow", choices | {("pass",)})
        if action == ("pass",):
            return None
        _, shape = action
        ships: tuple[int, ...] = ()
        possible = {play for play in possible if play.shape == shape}
        while len(possible) > 1:
            self.chosen = Play(shape, ships)
            choices = {self._step(play, ships) for play in possible}
            action = yield from self._ask(seat, "ships", choices)
            possible = {play for play in possible if self._step(play, ships) == action}
            ships += action[1:]
        self.chosen = None
        return possible.pop()

    def _step(self, play: Play, ships: Sequence[int]) -> Action:
        """NIE-4.7 N2: what a play says after these ships were placed."""
        if len(play.ships) == len(ships):
            return ("done",)
        return ("ship", play.ships[len(ships)])

    # The general

    def _effect(self, seat: int, generals: int) -> Steps:
        """NIE-5.1."""
        choices: set[Action] = {("remove",)}
        if self._takeable():
            choices.add(("take",))
        if self.options["general_optional"]:
            choices.add(("nothing",))
        self.left = generals
        (mode,) = yield from self._ask(seat, "mode", choices)
        if mode == "remove":
            yield from self._name_and_remove(seat)
        elif mode == "take":
            yield from self._take(seat)
        self.left, self.named = 0, []

    def _name_and_remove(self, seat: int) -> Steps:
        """NIE-5.1, 5.3, 9.11."""
        while self.left:
            choices = {("name", rank) for rank in RANKS if rank not in self.named}
            _, rank = yield from self._ask(seat, "remove", choices)
            self.named.append(rank)
            self.left -= 1
        for other in self.seats:
            given = self._drop(self.hands[other])
            self.given[other] = sorted(self.given[other] + given)
            self._drop(self.known[other])
            self.removed += given
        for _, cards in self.table:
            self.removed += self._drop(cards)
        self.removed += self._drop(self.discards)
        self.removed.sort()

    def _drop(self, cards: list[int]) -> list[int]:
        """NIE-5.1: take the named strengths out of these cards; returns what was taken out."""
        gone = [card for card in cards if card in self.named]
        cards[:] = [card for card in cards if card not in self.named]
        return gone

    def _takeable(self) -> set[int]:
        """NIE-5.1, 5.2, 8: the ranks that may be taken."""
        ranks = set(self.discards)
        if self.options["take_from_table"]:
            ranks |= {card for _, cards in self.table[:-1] for card in cards}
        return ranks

    def _take(self, seat: int) -> Steps:
        """NIE-5.1, 9.11."""
        while self.left and self._takeable():
            choices = {("card", rank) for rank in self._takeable()}
            _, rank = yield from self._ask(seat, "take", choices)
            places = [self.discards, *(cards for _, cards in self.table[:-1])]
            next(cards for cards in places if rank in cards).remove(rank)
            self.hands[seat] = sorted([*self.hands[seat], rank])
            self.known[seat] = sorted([*self.known[seat], rank])
            self.left -= 1

    def _winners_by_removal(self, seat: int) -> list[int]:
        """NIE-6.2, 8: who won by the removal of the general's player, if anybody."""
        emptied = [s for s in self._around(seat) if s in self._active() and not self.hands[s]]
        if self.options["emptied_by_removal"] == "wins":
            return emptied[:1]
        self.out |= set(emptied)
        if not self._active():
            return [seat]
        return self._active() if len(self._active()) == 1 else []
