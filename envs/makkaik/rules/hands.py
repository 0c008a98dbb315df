"""The values of hands of own and common cards (MKK-5).

The values that a player can make are bits of one whole number, bit 10 * category + strength. Lists
of values, sorted downward, compare like these numbers: the highest bit that differs is the first
place where the lists do, and a list that ends earlier lacks that bit (MKK-9.14).
"""

import numpy as np

from ...cards.kikisen import COURT, NOTHING, NUM_COLOURS, NUM_KINDS, NUM_STRENGTHS, SHIP
from ...core.compiling.kernel import kernel
from ...core.kit.arrays import clear
from .. import state as mkk

COURT_ALONE, ANY_STRENGTH = 1 << COURT, (1 << NUM_STRENGTHS) - 1
RUN_TOPS = sum(1 << top for top in range(2, COURT))  # of runs of three (KIKI-4.4)


@kernel
def values_of(own: np.ndarray, common: np.ndarray, own_min: int, ship_alone: int) -> int:
    """Returns all values that can be made, as bits (MKK-5.1, 5.2, 5.3, 9.14).

    Args:
        own: int8[24], the cards of a hand by type.
        common: int8[24], the common cards.
        own_min: 0 or 1, the least number of own cards in a hand.
        ship_alone: The worth of ships without other cards, as a code.
    """
    own_ships = num_ships(own)
    ships = own_ships + num_ships(common)
    singles, pairs, triples = 0, 0, 0
    for strength in range(NUM_STRENGTHS):
        num_own = num_of(own, strength)
        count = num_own + num_of(common, strength)
        has_own = num_own + own_ships >= own_min  # an own card can be among several
        singles |= int(count > 0 and num_own >= own_min) << strength
        pairs |= int(count > 0 and count + ships > 1 and has_own) << strength
        triples |= int(count > 0 and count + ships > 2 and has_own) << strength
    if ships > 0 and own_ships >= own_min:
        alone = ANY_STRENGTH if ship_alone == mkk.DECLARED else COURT_ALONE
        singles |= alone
        pairs |= alone if ships > 1 else 0
    runs = tops_of_runs(own, common, 0, own_min) | tops_of_runs(own, common, 1, own_min)
    return (
        singles
        | pairs << mkk.PAIR * NUM_STRENGTHS
        | runs << mkk.RUN * NUM_STRENGTHS
        | triples << mkk.TRIPLE * NUM_STRENGTHS
    )


@kernel
def num_ships(cards: np.ndarray) -> int:
    """Returns the number of ships among cards by type."""
    return int(cards[SHIP]) + int(cards[NUM_KINDS + SHIP])


@kernel
def num_of(cards: np.ndarray, strength: int) -> int:
    """Returns the number of cards of a strength 0..9, no ships; court is K and E (MKK-5.4)."""
    count = 0
    for colour in range(NUM_COLOURS):
        kind = colour * NUM_KINDS + NOTHING + strength
        count += int(cards[kind])
        if strength == COURT:
            count += int(cards[kind + 1])
    return count


@kernel
def tops_of_runs(own: np.ndarray, common: np.ndarray, colour: int, own_min: int) -> int:
    """Returns the top numbers of the runs of one colour, as bits (MKK-5.1, KIKI-4.4)."""
    own_numbers = numbers_of(own, colour)
    numbers = own_numbers | numbers_of(common, colour)
    whole = numbers & numbers << 1 & numbers << 2
    with_ship = numbers & numbers << 1 | numbers & numbers << 2 | numbers << 1 & numbers << 2
    ship = colour * NUM_KINDS + SHIP
    tops = with_ship if own[ship] + common[ship] > 0 else whole
    if own_min > 0:
        tops &= own_numbers | own_numbers << 1 | own_numbers << 2
        tops |= with_ship if own[ship] > 0 else 0
    return tops & RUN_TOPS


@kernel
def numbers_of(cards: np.ndarray, colour: int) -> int:
    """Returns the numbers 0 to 8 of one colour among cards by type, as bits."""
    numbers, first = 0, colour * NUM_KINDS + NOTHING
    for number in range(COURT):
        numbers |= int(cards[first + number] > 0) << number
    return numbers


@kernel
def best_of(values: int) -> int:
    """Returns the highest of some values, which are not empty: 10 * category + strength."""
    best = 0
    while values > 1:
        values >>= 1
        best += 1
    return best


@kernel
def mark_winners(state: np.void, won: np.ndarray) -> None:
    """Marks the strongest of the active players; equal ones share (MKK-6.1, 6.2).

    Args:
        state: The table.
        won: int8[6], filled.
    """
    strongest = -1
    for seat in range(state["num_players"]):
        if state["active"][seat] == 1:
            standing = standing_of(state, seat)
            if standing > strongest:
                clear(won)
                strongest = standing
            won[seat] = standing == strongest


@kernel
def standing_of(state: np.void, seat: int) -> int:
    """Returns the best value of a player, or all with `tie_break=ladder` (MKK-6.2)."""
    own_min, ship_alone = np.int64(state["own_min"]), np.int64(state["ship_alone"])
    values = values_of(state["hands"][seat], state["common"], own_min, ship_alone)
    return values if state["tie_break"] == mkk.LADDER else best_of(values)
