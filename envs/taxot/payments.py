"""Payments between the players of Taxot (TAX-5, TAX-6)."""

import numpy as np

from ..cards.kikisen import KING, NUM_KINDS, NUM_TYPES, SHIP
from ..core.compiling.kernel import kernel
from ..core.kit.arrays import clear
from ..core.kit.seats import NOBODY
from . import state as tax
from .options import MOST_LIGHTS
from .shapes import brings_four, is_six_run


@kernel
def pay(state: np.void, payer: int, payee: int, amount: int) -> None:
    """Moves points from one player to another."""
    state["scores"][payer] -= amount
    state["scores"][payee] += amount


@kernel
def pay_four(state: np.void, seat: int) -> None:
    """Makes every other player pay for a four that becomes public (TAX-5.3)."""
    state["fours"][seat] += 1
    for other in range(state["num_players"]):
        if other != seat:
            pay(state, other, seat, np.int64(state["pt_four"]))


@kernel
def pay_close(state: np.void, seat: int, fed_by: int) -> None:
    """Pays the closer: the discarder alone pays, or everybody for an own draw (TAX-6.1, TAX-6.3).

    Args:
        state: The table; `shown` has the six cards, and the lights are turned.
        seat: The closer.
        fed_by: The seat that discarded the sixth card, or NOBODY.
    """
    black, red, meld = state["hands"][seat, 0], state["hands"][seat, 1], int(state["melds"][seat])
    if brings_four(black, red, meld, state["extend_public_set"] == 1):
        pay_four(state, seat)
    end, bonus = end_points(state, seat), bonus_points(state)
    for other in range(state["num_players"]):
        if other != seat and fed_by in (NOBODY, np.int64(other)):
            pay(state, other, seat, end * multiplier(state, seat, other) + bonus)


@kernel
def end_points(state: np.void, seat: int) -> int:
    """Returns the end points of a close, in its most valuable reading (TAX-6.2, TAX-4.7)."""
    points = int(state["pt_close"])
    if is_one_colour(state["shown"]):
        points += int(state["pt_same_colour"])
        state["same_colour_closes"][seat] += 1
    if is_six_run(state["hands"][seat, 0], state["hands"][seat, 1], int(state["melds"][seat])):
        points += int(state["pt_six_run"])
        state["six_run_closes"][seat] += 1
    if state["lap"] == 1:
        points += int(state["pt_first_lap"])
        state["first_lap_closes"][seat] += 1
    return points


@kernel
def is_one_colour(cards: np.ndarray) -> bool:
    """Whether cards by type, int8[24], have one physical colour (TAX-6.2)."""
    num_black, num_red = 0, 0
    for kind in range(NUM_KINDS):
        num_black += cards[kind]
        num_red += cards[NUM_KINDS + kind]
    return num_black == 0 or num_red == 0


@kernel
def bonus_points(state: np.void) -> int:
    """Returns the points for real court cards and for the lights (TAX-6.4, TAX-6.5)."""
    num_court, num_lit = 0, 0
    for type_ in range(NUM_TYPES):
        count = int(state["shown"][type_])
        num_court += count * (type_ % NUM_KINDS >= KING)
        for number in range(MOST_LIGHTS):
            num_lit += count * is_lit(state, type_, number)
    return num_court * int(state["pt_court"]) + num_lit * int(state["pt_light"])


@kernel
def is_lit(state: np.void, type_: int, number: int) -> bool:
    """Whether a light shines on a type; ships neither shine nor count (TAX-6.5, TAX-9.10)."""
    light = np.int64(state["light_cards"][number])
    if light == tax.NO_TYPE or light % NUM_KINDS == SHIP:
        return False
    if state["light_match"] == tax.KIND_LIGHT:
        return light % NUM_KINDS == type_ % NUM_KINDS
    return light == type_


@kernel
def multiplier(state: np.void, closer: int, payer: int) -> int:
    """Returns the multiplier of the end points in one payment (TAX-6.1, TAX-9.2)."""
    dealer, rule = state["dealer"], state["dealer_multiplier"]
    if rule == tax.CLOSER and closer != dealer:
        return 1
    if rule == tax.EITHER and dealer != closer and dealer != payer:
        return 1
    return int(state["bonus"])


@kernel
def score(state: np.void, points: np.ndarray) -> None:
    """Fills the points won so far (TAX-6.8)."""
    clear(points)
    for seat in range(state["num_players"]):
        points[seat] = state["scores"][seat]
