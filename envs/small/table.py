"""The cards of a small game's table, and the kernels that move them.

All cards lie in rows of slots: row s is the hand of seat s, the rows of the other places follow.
Beside each card stands who knows it, one bit for each seat. How many cards of a hand a seat knows
is no secret; which ones is.
"""

import numpy as np

from ..cards.french import NUM_RANKS
from ..core.compiling.kernel import kernel, no_refcount
from ..core.kit.bits import NOTHING, bit_of
from ..core.kit.rng import draw_below
from ..core.kit.seats import NOBODY, seat_after

NO_CARD = -1
NOT_THERE = -1  # a slot
EVERYBODY = -1  # all bits: known to every seat
MOST_SEATS = 8  # of which each has a bit of an int8


@kernel
def knows(state: np.void, seat: int, row: int, slot: int) -> bool:
    """Returns whether a seat knows the card in a slot."""
    return bool(state["known"][row, slot] >> seat & 1)


@kernel
def put(state: np.void, row: int, kind: int, known: int) -> None:
    """Adds a card at the end of a row; `known` are the bits of the seats that know it."""
    slot = np.int64(state["sizes"][row])
    state["cards"][row, slot] = kind
    state["known"][row, slot] = known
    state["sizes"][row] = slot + 1


@kernel
def remove(state: np.void, row: int, slot: int) -> None:
    """Takes a card off the table; those behind it move up."""
    last = np.int64(state["sizes"][row]) - 1
    for place in range(slot, last):
        state["cards"][row, place] = state["cards"][row, place + 1]
        state["known"][row, place] = state["known"][row, place + 1]
    state["cards"][row, last] = NO_CARD
    state["known"][row, last] = 0
    state["sizes"][row] = last


@kernel
def hide(state: np.void, row: int, slot: int, to: int) -> None:
    """Moves a card face down to the end of a row: who knew it still does, nobody else learns it."""
    kind, known = np.int64(state["cards"][row, slot]), np.int64(state["known"][row, slot])
    remove(state, row, slot)
    put(state, to, kind, known)


@kernel
def take(state: np.void, row: int, slot: int, seat: int) -> None:
    """Moves a card into the hand of a seat, which looks at it."""
    state["known"][row, slot] |= 1 << seat
    hide(state, row, slot, seat)


@kernel
def lay(state: np.void, row: int, slot: int, to: int) -> None:
    """Moves a card face up to the end of a row: everybody sees it."""
    state["known"][row, slot] = EVERYBODY
    hide(state, row, slot, to)


@kernel
def turn_up(state: np.void, row: int, count: int) -> None:
    """Shows the last `count` cards of a row to everybody."""
    size = np.int64(state["sizes"][row])
    for slot in range(size - count, size):
        state["known"][row, slot] = EVERYBODY


@kernel
def show(state: np.void, row: int, slot: int, seat: int) -> None:
    """Lets a seat look at a card, which stays where it is."""
    state["known"][row, slot] |= 1 << seat


@kernel
def show_only(state: np.void, row: int, slot: int, seats: int) -> None:
    """Lets some seats know a card, and nobody else; `seats` has a bit for each, 1 << seat."""
    state["known"][row, slot] = seats


@kernel
def forget(state: np.void, row: int) -> None:
    """Lets all but the owner of a hand forget what lies in a row."""
    owner = 1 << row if row < state["num_players"] else 0
    for slot in range(state["sizes"][row]):
        state["known"][row, slot] = owner


@kernel
def mix(state: np.void, row: int) -> None:
    """Mixes a row: nobody knows any more what lies where, but the owner of a hand looks at it."""
    cards = state["cards"][row]
    for last in range(np.int64(state["sizes"][row]) - 1, 0, -1):
        other = draw_below(state, last + 1)
        kind = cards[last]
        cards[last] = cards[other]
        cards[other] = kind
    forget(state, row)


@kernel
def order_slots(state: np.void, row: int, seat: int) -> None:
    """Orders a row by who knows each card, and by kind where a seat knows the card."""
    cards, known = state["cards"][row], state["known"][row]
    for slot in range(1, np.int64(state["sizes"][row])):
        kind, seats = cards[slot], known[slot]
        rank = kind if seats >> seat & 1 else NO_CARD
        place = slot
        while place > 0 and _comes_after(cards[place - 1], known[place - 1], rank, seats, seat):
            cards[place], known[place] = cards[place - 1], known[place - 1]
            place -= 1
        cards[place], known[place] = kind, seats


@kernel
def _comes_after(kind: int, known: int, rank: int, seats: int, seat: int) -> bool:
    other = kind if known >> seat & 1 else NO_CARD
    return known > seats or (known == seats and other > rank)


@kernel
def slip(state: np.void, seat: int, slot: int, to: int) -> None:
    """Moves a card of a hand face down to the end of a row, and nobody sees which one it was.

    What others knew of the hand they know no more, because it may have been that card.
    """
    forget(state, seat)
    hide(state, seat, slot, to)


@kernel
def choose(state: np.void, row: int, kind: int, seat: int, to: int) -> None:
    """Moves a card of a kind face down to the end of another row, and a seat alone sees it.

    What anybody knew of the row it comes from is forgotten, as by `slip`.
    """
    forget(state, row)
    slot = find(state, row, kind)
    show(state, row, slot, seat)
    hide(state, row, slot, to)


@kernel
def top_of(state: np.void, row: int) -> int:
    """Returns the last slot of a row that holds a card; NOT_THERE if it is empty."""
    return int(state["sizes"][row]) - 1


@kernel
def find(state: np.void, row: int, kind: int) -> int:
    """Returns the first slot of a row with a card of a kind, or NOT_THERE."""
    for slot in range(state["sizes"][row]):
        if state["cards"][row, slot] == kind:
            return slot
    return NOT_THERE


@kernel
def holding(state: np.void, row: int) -> np.uint64:
    """Returns the kinds of cards in a row as a set of `core.kit.bits`; kinds are 0 to 63."""
    kinds = NOTHING
    for slot in range(state["sizes"][row]):
        kinds |= bit_of(state["cards"][row, slot])
    return kinds


@kernel
def count_suit(state: np.void, row: int, suit: int) -> int:
    """Returns the number of cards of a suit of the French pack in a row."""
    count = 0
    for slot in range(state["sizes"][row]):
        count += state["cards"][row, slot] // NUM_RANKS == suit
    return count


@kernel
def put_pack(state: np.void, copies: np.ndarray, row: int) -> None:
    """Puts a pack face down into a row, mixed: `copies[k]` cards of kind k."""
    for kind in range(len(copies)):
        for _ in range(copies[kind]):
            put(state, row, kind, 0)
    mix(state, row)


@kernel
def deal_out(state: np.void, row: int, count: int) -> None:
    """Deals `count` cards of a row to the hands one by one, from seat 0 on."""
    for number in range(count):
        take(state, row, top_of(state, row), number % np.int64(state["num_players"]))


@kernel
def take_all(state: np.void, row: int, seat: int) -> None:
    """Moves all cards of a row into the hand of a seat, which looks at them."""
    while state["sizes"][row] > 0:
        take(state, row, top_of(state, row), seat)


@kernel
def lay_all(state: np.void, row: int, to: int) -> None:
    """Moves all cards of a row face up to the end of another one."""
    while state["sizes"][row] > 0:
        lay(state, row, top_of(state, row), to)


@kernel
def next_holder(state: np.void, seat: int, step: int) -> int:
    """Returns the next player with cards, clockwise for a step of 1, perhaps the same one.

    A step of `num_players` - 1 goes counterclockwise.
    """
    other = seat_after(state, seat, step)
    while state["sizes"][other] == 0 and other != seat:
        other = seat_after(state, other, step)
    return other


@kernel
def pay_one(state: np.void, points: np.ndarray, seat: int, amount: float) -> None:
    """Gives a seat points, which all others pay in equal parts; NOBODY gets none."""
    pay_team(state, points, 0 if seat == NOBODY else 1 << np.int64(seat), amount)


@kernel
def pay_team(state: np.void, points: np.ndarray, seats: int, amount: float) -> None:
    """Gives each seat of a team points, which all others pay in equal parts.

    `seats` has a bit for each seat of the team, 1 << seat. All get 0 if nobody or everybody is in
    it. Where the team is larger than the rest, the others lose more than `amount` each.
    """
    members = 0
    for seat in range(state["num_players"]):
        members += seats >> seat & 1
    others = np.int64(state["num_players"]) - members
    for seat in range(len(points)):
        points[seat] = 0.0
    if members > 0 and others > 0:
        for seat in range(state["num_players"]):
            points[seat] = amount if seats >> seat & 1 else -amount * members / others


@kernel
@no_refcount
def show_kinds(state: np.void, seat: int, row: int, counts: np.ndarray) -> None:
    """Writes how many cards of each kind a seat knows in a row."""
    for kind in range(len(counts)):
        counts[kind] = 0
    for slot in range(state["sizes"][row]):
        if state["known"][row, slot] >> seat & 1:
            counts[state["cards"][row, slot]] += 1


@kernel
@no_refcount
def show_slots(state: np.void, seat: int, row: int, slots: np.ndarray) -> None:
    """Writes the kind + 1 of each card that a seat knows in a row; 0 for the other slots."""
    bit = np.int8(1 << seat)
    for slot in range(len(slots)):
        is_known = np.int8(state["known"][row, slot] & bit) != 0
        slots[slot] = np.int8(np.int8(state["cards"][row, slot] + np.int8(1)) * np.int8(is_known))


@kernel
@no_refcount
def show_watchers(state: np.void, seat: int, row: int, slots: np.ndarray) -> None:
    """Writes who knows each card of a row: 2^distance for each player, counted from the seat."""
    players = np.int64(state["num_players"])
    for slot in range(len(slots)):
        known = np.int64(state["known"][row, slot]) & ((1 << players) - 1)
        slots[slot] = (known >> seat | known << (players - seat)) & ((1 << players) - 1)
