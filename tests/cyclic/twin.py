"""The twin of cyclic: a slow, plain reference written from the clauses of the rules alone.

Cards are types (KIKI-2.3); kinds are the indices z of the circle, 0 to 10 (CYC-2.1). The phases
and their actions (CYC-4.7):

    lead, follow    C1: ("play", shape), a `Shape`; ("pass",)
    fill            C2: ("fill", place), a `Place`, asked for each card of the shape, also when
                    there is one way
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Any, ClassVar, NamedTuple

from ..kikisen.twin_base import PACK, SHARED_DEFAULTS, SeasonTwin, kind_of, type_of, without
from ..twins import Action, Steps

NOTHING = 1  # KIKI-2.1
EMPEROR, SHIP = 10, 0
CIRCLE = range(11)


@cache
def circle_kind(card_type: int) -> int | None:
    """CYC-2.1: the index z of a type; a nothing has none."""
    kind = kind_of(card_type)
    return None if kind == NOTHING else max(0, kind - 1)


def circle_type(colour: int, z: int) -> int:
    """CYC-2.1: the type of this colour and kind."""
    return type_of(colour, z if z == SHIP else z + 1)


class Shape(NamedTuple):
    """CYC-4.2, 4.3: what C1 says of a play.

    Attributes:
        form: "single", "friends" or "run".
        foot: the kind, or the first kind.
        number: the number of cards.
    """

    form: str
    foot: int
    number: int

    @property
    def kinds(self) -> list[int]:
        """CYC-4.2, 4.3: the kind of each place."""
        step = self.form == "run"
        return [(self.foot + step * place) % len(CIRCLE) for place in range(self.number)]


class Place(NamedTuple):
    """CYC-4.7 C2, 4.9: how a place is filled; in the order of friends these ascend.

    Attributes:
        wild: whether by a nothing.
        colour: the colour of the card.
    """

    wild: bool
    colour: int


class Play(NamedTuple):
    """CYC-4.9: a shape and how each of its places is filled."""

    shape: Shape
    places: tuple[Place, ...]

    @property
    def cards(self) -> list[int]:
        """The types of its cards."""
        filled = zip(self.shape.kinds, self.places, strict=True)
        return [card_at(kind, place) for kind, place in filled]

    @property
    def colours(self) -> set[int]:
        """CYC-4.4.1: physical colours, wilds included."""
        return {place.colour for place in self.places}


FILLS = [Place(wild, colour) for wild, colour in product((False, True), (0, 1))]
"""CYC-4.7: natural black, natural red, wild black, wild red."""


def card_at(kind: int, place: Place) -> int:
    """CYC-5.1: the type that fills a place of this kind so."""
    return type_of(place.colour, NOTHING) if place.wild else circle_type(place.colour, kind)


def beats(foot: int, other: int) -> bool:
    """CYC-4.6: a foot is stronger than another one."""
    if (foot, other) == (SHIP, EMPEROR):
        return True
    return foot > other and (foot, other) != (EMPEROR, SHIP)


def usable(shape: Shape, filled: tuple[Place, ...], hand: Iterable[int]) -> list[int]:
    """CYC-4.7: what may still be used; in friends nothing that stands before the last place."""
    if shape.form != "friends" or not filled:
        return list(hand)
    later = {card_at(shape.foot, place) for place in FILLS if place >= filled[-1]}
    return [card for card in hand if card in later]


def covers(cards: Iterable[int], kinds: Iterable[int]) -> bool:
    """CYC-5.1: whether these cards can stand in places of these kinds; nothings can in any."""
    held = [circle_kind(card) for card in cards]
    for kind in kinds:
        if kind in held:
            held.remove(kind)
        elif None in held:
            held.remove(None)
        else:
            return False
    return True


def can_be_filled(
    shape: Shape, filled: tuple[Place, ...], hand: Iterable[int], colours: Iterable[int]
) -> bool:
    """CYC-4.4.1, 4.7: whether the rest can be filled so that one of these colours is in the play.

    Args:
        shape: the shape.
        filled: how its first places are filled.
        hand: the hand without the cards of those places.
        colours: of which colours the play needs one.
    """
    cards = usable(shape, filled, hand)
    kinds = shape.kinds[len(filled) :]
    if not covers(cards, kinds):
        return False
    if {place.colour for place in filled} & set(colours):
        return True
    for position, kind in enumerate(kinds):
        others = kinds[:position] + kinds[position + 1 :]
        for card in {card_at(kind, place) for place in FILLS if place.colour in colours}:
            if card in cards and covers(without(cards, [card]), others):
                return True
    return False


@cache
def shapes(min_run: int) -> list[Shape]:
    """CYC-4.2, 4.8: all shapes that the pack can make."""
    lengths = range(min_run, len(CIRCLE) + 1)
    found = [Shape("single", kind, 1) for kind in CIRCLE]
    found += [Shape("friends", kind, number) for kind in CIRCLE for number in range(2, len(PACK))]
    found += [Shape("run", foot, length) for foot in CIRCLE for length in lengths]
    return [shape for shape in found if covers(PACK, shape.kinds)]


class Twin(SeasonTwin):
    """One game of cyclic; see `SeasonTwin` for what the kikisen games share.

    A position is one at a turn; without a newest play the seat on turn leads, and it has drawn.
    Its `leader` is seat 0 if none is given.

    Attributes:
        stock: the stock in the order in which it is drawn.
        leader: the dealer of the round under way; `dealer` is the one who began the season.
        newest: the newest play on the table, None if the seat on turn leads.
        owner: its player, or None.
        table: (seat, play) for each play of the round, in order.
        cleared: the cleared pile, sorted.
        passes: how many passes in a row followed the newest play.
        finished: the seats without cards, first to last, with `continue_after_win` at the end of
            a season all of them.
        chosen: the shape whose places are being filled, otherwise None.
        filled: how its first places are filled.
    """

    defaults: ClassVar[dict[str, Any]] = {
        **SHARED_DEFAULTS,
        "hand_size": 8,
        "fewer_cards": 0,
        "mu": "wild",
        "min_run": 3,
        "dealer_draw": 2,
        "continue_after_win": False,
    }
    most_players: ClassVar[int] = 4

    def pack(self) -> list[int]:
        """CYC-2.1, 8."""
        if self.options["mu"] == "removed":
            return [card for card in super().pack() if kind_of(card) != NOTHING]
        return super().pack()

    def hand_size(self) -> int:
        """CYC-3.1, 3.2."""
        size = self.options["hand_size"]
        if size != 8 and (size, self.num_players) != (12, 2):
            raise ValueError(f"hands of {size} cards with {self.num_players} players")
        return size - self.options["fewer_cards"]

    def _clear_table(self) -> None:
        """CYC-2.2."""
        self.leader = self.on_turn
        self.newest: Play | None = None
        self.owner: int | None = None
        self.table: list[tuple[int, Play]] = []
        self.cleared: list[int] = []
        self.passes = 0
        self.finished: list[int] = []
        self.chosen: Shape | None = None
        self.filled: tuple[Place, ...] = ()

    def _set_out(self) -> None:
        """CYC-4.1: the first round."""
        self._start_round(self.dealer)

    # Rounds

    def _start_round(self, leader: int) -> None:
        """CYC-4.1."""
        self.leader = self.on_turn = leader
        count = min(self.options["dealer_draw"], len(self.stock))
        drawn, self.stock = self.stock[:count], self.stock[count:]
        self.hands[leader] = sorted(self.hands[leader] + drawn)

    def _end_round(self, leader: int) -> None:
        """CYC-4.5."""
        self.cleared = sorted(self.cleared + [c for _, play in self.table for c in play.cards])
        self.table = []
        self.newest = self.owner = None
        self.passes = 0
        self._start_round(leader)

    def _active(self) -> list[int]:
        """CYC-8: the seats that still play."""
        return [seat for seat in self.seats if seat not in self.finished]

    def _season(self) -> Steps:
        """CYC-4.2 to 4.5, 6.1, 6.2, 8."""
        while True:
            seat = self.on_turn
            yield from self._turn(seat)
            if not self.hands[seat]:
                self.finished.append(seat)
                if self._season_is_over():
                    break
            self._turn_passes_on(seat)
        self._share(self.finished[:1])
        return self.finished[:1]

    def _season_is_over(self) -> bool:
        """CYC-6.1, 8: after a player has played the last card."""
        if not self.options["continue_after_win"]:
            return True
        if len(self._active()) == 1:
            self.finished += self._active()
        return not self._active()

    def _turn_passes_on(self, seat: int) -> None:
        """CYC-4.4, 4.5, 8: to the next active seat, or past it the round ends."""
        following = [*self._around(seat)[1:], seat]
        reached = next(s for s in following if s in self._active() or s == self.owner)
        if reached == self.owner:
            self._end_round(next(s for s in self._around(reached) if s in self._active()))
        else:
            self.on_turn = reached

    # A turn

    def _turn(self, seat: int) -> Steps:
        """CYC-4.2, 4.4, 4.7."""
        choices = {("play", shape) for shape in self.legal_shapes(seat)}
        if self.newest is None:
            action = yield from self._ask(seat, "lead", choices)
        else:
            action = yield from self._ask(seat, "follow", choices | {("pass",)})
        if action == ("pass",):
            self.passes += 1
            return
        _, shape = action
        self.chosen, self.filled = shape, ()
        while len(self.filled) < shape.number:
            _, place = yield from self._ask(seat, "fill", self._fills(seat))
            self.filled += (place,)
        play = Play(shape, self.filled)
        self.chosen, self.filled = None, ()
        self._lay(seat, play)

    def _lay(self, seat: int, play: Play) -> None:
        """CYC-4.7."""
        self.hands[seat] = without(self.hands[seat], play.cards)
        self.table.append((seat, play))
        self.newest, self.owner = play, seat
        self.passes = 0

    def legal_shapes(self, seat: int) -> set[Shape]:
        """CYC-4.2, 4.4, 4.7: the shapes that can be filled."""
        return {
            shape
            for shape in shapes(self.options["min_run"])
            if self._may_be_played(shape)
            and can_be_filled(shape, (), self.hands[seat], self._colours())
        }

    def _may_be_played(self, shape: Shape) -> bool:
        """CYC-4.2, 4.4.2."""
        if self.newest is None:
            return True
        form, foot, number = self.newest.shape
        if (shape.form, shape.number) == (form, number) and beats(shape.foot, foot):
            return True
        return shape.number > number and shape.foot == foot

    def _colours(self) -> set[int]:
        """CYC-4.4.1: of which colours a play must have one."""
        return {0, 1} if self.newest is None else self.newest.colours

    def _fills(self, seat: int) -> set[Action]:
        """CYC-4.7 C2: only what can be completed."""
        assert self.chosen is not None
        left = list(self.hands[seat])
        for kind, place in zip(self.chosen.kinds, self.filled, strict=False):
            left.remove(card_at(kind, place))
        kind = self.chosen.kinds[len(self.filled)]
        return {
            ("fill", place)
            for place in FILLS
            if (card := card_at(kind, place)) in usable(self.chosen, self.filled, left)
            and can_be_filled(
                self.chosen, (*self.filled, place), without(left, [card]), self._colours()
            )
        }
