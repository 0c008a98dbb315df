"""The places of a small game, from which its cells, its views and its redealing follow."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np

from fudaba.common.errors import UserError

from ..core.compiling.kernel import Kernel, generate, kernel, specialise, unbound
from ..core.contract.cells import Cell, Cells, cell_observer, one_hot, seat_flag
from ..core.contract.fields import Field
from ..core.contract.options import Options
from ..core.kit.redeal import world_dealer
from ..core.kit.rng import shuffle
from ..core.kit.seats import seat_seen_at
from .pack import Pack
from .table import MOST_SEATS, NO_CARD, order_slots, show_kinds, show_slots, show_watchers

Shown = Literal["kinds", "slots", "size"]
FORMS = get_args(Shown)
OF = ("cards", "known", "sizes")
MOST_KINDS = 127
GETS = "{player} {player:gets|get} {cards}"  # the news of most hands


@dataclass(frozen=True)
class Place:
    """Where cards lie. The first place of a game are the hands.

    Attributes:
        name: Its name, also of the view's field: `hands`, `stock`.
        meaning: One line for people, with its clause.
        most: The most cards that may lie in it, in one hand where each player has one.
        by_seat: Whether each player has one.
        shown: What views show of the cards that their seat knows there: how many of each `kind`,
            or the kind in each `slot`, where the order counts; or nothing but the `size`.
        news: What a seat is told of cards that it did not know there before, as a message:
            `{player:{player}'s|your} pair: {cards}`; empty if the moves say it.
        watched: Whether views of `slots` also show which seats know each card. It is needed where
            two seats can know different cards of the place.
        row: Its first row of slots, by `places`.
    """

    name: str
    meaning: str
    most: int
    by_seat: bool = False
    shown: Shown = "kinds"
    news: str = ""
    watched: bool = False
    row: int = 0

    def __post_init__(self) -> None:
        """Checks what views show.

        Raises:
            UserError: There is no such form.
        """
        if self.shown not in FORMS:
            raise UserError(
                f"shown of the place {self.name} must be one of {', '.join(FORMS)}, "
                f"got {self.shown!r}."
            )


def places(options: type[Options], *declared: Place) -> tuple[Place, ...]:
    """Returns the places of a game, each with its first row.

    Raises:
        ValueError: The first place is not one of each player, or there are too many players.
    """
    most = options.max_players()
    if not declared[0].by_seat or most > MOST_SEATS:
        raise ValueError(f"the hands come first, and {MOST_SEATS} players are the most.")
    placed: list[Place] = []
    row = 0
    for place in declared:
        placed.append(replace(place, row=row))
        row += most if place.by_seat else 1
    return tuple(placed)


def cells_of(
    options: type[Options], pack: Pack, placed: tuple[Place, ...], num_phases: int, own: Cells
) -> Cells:
    """Returns the table of cells: the cards, the phase, whose turn it is, and the game's own."""
    most_players, last = options.max_players(), placed[-1]
    rows = last.row + (most_players if last.by_seat else 1)
    slots = (rows, max(place.most for place in placed))
    phase = one_hot(num_phases, "what is asked now") if num_phases > 1 else None
    return (
        *(field for place in placed for field in _fields_of(place, pack, most_players)),
        Cell("cards", np.int8, slots, start=NO_CARD),
        Cell("known", np.int8, slots),
        Cell("sizes", np.int8, (rows,)),
        Cell("phase", np.int8, (), phase),
        Cell("to_move", np.int8, (), seat_flag("whose decision it is", name="on_turn"),
             in_snapshot=True),
        *own,
    )  # fmt: skip


def _fields_of(place: Place, pack: Pack, most_players: int) -> Iterator[Field]:
    """Yields what views show of a place."""
    seats = (most_players,) if place.by_seat else ()
    if place.shown == "kinds":
        shape, highest = (*seats, len(pack.kinds)), max(pack.copies)
        meaning = f"known cards by kind: {place.meaning}"
        yield Field(place.name, shape, 0, highest, meaning, private=True, of=OF)
    if place.shown == "slots":
        shape, highest = (*seats, place.most), len(pack.kinds)
        meaning = f"kind + 1 of each known card, in order: {place.meaning}"
        yield Field(place.name, shape, 0, highest, meaning, private=True, of=OF)
    if place.watched:
        shape, highest = (*seats, place.most), (1 << most_players) - 1
        meaning = f"who knows each card, 2^distance for each player, in order: {place.meaning}"
        yield Field(f"{place.name}_known_by", shape, 0, highest, meaning, of=OF)
    yield Field(f"{place.name}_size", seats, 0, place.most, f"how many: {place.meaning}", of=OF)


def card_observer(
    game: str, cells: Cells, options: type[Options], placed: tuple[Place, ...]
) -> Kernel:
    """Returns the kernel `observe(state, seat, view)` of a game."""
    most = options.max_players()
    lines = ["def observe(state, seat, view):", "    observe_cells(state, seat, view)"]
    for place in placed:
        if not place.by_seat:
            lines += _lines_of(place, f"{place.row}", "", "    ")
    lines += [f"    for distance in range({most}):"]
    lines += ["        player = seat_seen_at(state, seat, distance)"]
    for place in placed:
        if place.by_seat:
            lines += _lines_of(place, f"{place.row} + player", "[distance]", "        ")
    bindings = {
        "observe_cells": cell_observer(game, cells, options),
        "seat_seen_at": seat_seen_at,
        "show_kinds": show_kinds,
        "show_slots": show_slots,
        "show_watchers": show_watchers,
    }
    return generate(lines, game, bindings)


def _lines_of(place: Place, row: str, index: str, indent: str) -> Iterator[str]:
    """Yields the statements that show one row of a place."""
    if place.shown != "size":
        target = f'view["{place.name}"]{index}'
        yield f"{indent}show_{place.shown}(state, seat, {row}, {target})"
    if place.watched:
        target = f'view["{place.name}_known_by"]{index}'
        yield f"{indent}show_watchers(state, seat, {row}, {target})"
    yield f'{indent}view["{place.name}_size"]{index} = state["sizes"][{row}]'


# Redealing


conflicts = deal_world = order_hands = back_of = look = unbound


@kernel
def no_conflicts(state: np.void, viewer: int) -> int:
    """Returns 0: any unknown card may lie in any unknown slot."""
    return 0


@kernel
def nothing_more(state: np.void) -> None:
    """Leaves who knows which cards as it is."""


def _arrange_by_back(state: np.void, cards: np.ndarray, places: np.ndarray, count: int) -> None:
    """Shuffles the cards of each back over their places, which stand together."""
    num_slots = len(state["cards"]) * len(state["cards"][0])
    start = 0
    for place in range(1, count + 1):
        if place == count or places[place] // num_slots != places[start] // num_slots:
            shuffle(state, cards[start:place], place - start)
            start = place


def _lay_out(state: np.void, viewer: int, cards: np.ndarray, places: np.ndarray, count: int) -> int:
    """Puts card i into slot `places[i]`, and counts the facts that exclude this world."""
    num_rows, width = len(state["cards"]), len(state["cards"][0])
    wrong_backs = 0
    for position in range(count):
        line = places[position] // width
        state["cards"][line % num_rows, places[position] % width] = cards[position]
        wrong_backs += back_of(cards[position]) != line // num_rows
    return wrong_backs + conflicts(state, viewer)


def _redeal_slots(state: np.void, seat: int) -> None:
    """Deals the cards that a seat does not know anew to the slots that it does not know.

    Hands of which views show the kinds are put in order first, by what the seat knows of them.
    All worlds without conflicts are equally likely where uniform dealing finds one; see
    `world_dealer`. They depend on what the seat knows, on how many cards of each hand others know,
    and on `rng`.
    """
    order_hands(state, seat)
    num_rows, width = len(state["cards"]), len(state["cards"][0])
    counts = np.zeros(MOST_KINDS, np.int64)
    places = np.empty(num_rows * width, np.int64)
    count = 0
    for back in range(back_of(MOST_KINDS) + 1):
        for row in range(num_rows):
            for slot in range(state["sizes"][row]):
                card = np.int64(state["cards"][row, slot])
                if not state["known"][row, slot] >> seat & 1 and back_of(card) == back:
                    counts[card] += 1
                    places[count] = (back * num_rows + row) * width + slot
                    count += 1
    cards = np.empty(num_rows * width, np.int8)
    listed = 0
    for kind in range(MOST_KINDS):
        for _ in range(counts[kind]):
            cards[listed] = kind
            listed += 1
    deal_world(state, seat, cards, places, count)
    look(state)


def slot_redealer(
    game: str, pack: Pack, placed: tuple[Place, ...], conflicts: Kernel, look: Kernel
) -> Kernel:
    """Returns the kernel `redeal(state, seat)` of a game.

    Args:
        game: The game's id.
        pack: The cards.
        placed: Its places.
        conflicts: `conflicts(state, viewer) -> int` counts the facts that exclude a world.
        look: `look(state)` lets seats know what they know because of the cards.
    """
    later = " + ".join(f"(kind >= {first})" for first in pack.firsts) or "0"
    back_of = generate(["def back_of(kind):", f"    return {later}"], game, {})
    dealer = world_dealer(
        game,
        specialise(_lay_out, game, conflicts=conflicts, back_of=back_of),
        specialise(_arrange_by_back, game),
    )
    return specialise(
        _redeal_slots,
        game,
        deal_world=dealer,
        order_hands=_hand_orderer(game, placed),
        back_of=back_of,
        look=look,
    )


def _hand_orderer(game: str, placed: tuple[Place, ...]) -> Kernel:
    """Returns the kernel `order_hands(state, seat)`: the hands of which views show the kinds."""
    hands = [place.row for place in placed if place.by_seat and place.shown == "kinds"]
    lines = ["def order_hands(state, seat):", '    for other in range(state["num_players"]):']
    lines += ["        if other != seat:"]
    lines += [f"            order_slots(state, {row} + other, seat)" for row in hands] or [
        f"{'pass':>16}"
    ]
    return generate(lines, game, {"order_slots": order_slots})
