"""Balance statistics of SEKI: factors of the deal, tallies per seat, and the lead value."""

import numpy as np

from fudaba.common.languages import N_

from ..core.compiling.kernel import kernel
from ..core.contract.game import Balance, Statistic, measurer
from . import state as seki
from .rules.turn import swap_panels, swap_parents

FACTORS = (
    Statistic(
        N_("role"),
        N_("the panel dealt (SEKI-2.3)"),
        0,
        len(seki.ROLE_NAMES) - 1,
        seki.ROLE_NAMES,
        of="role",
    ),
    Statistic(N_("parent"), N_("takes the first turn (SEKI-3.4)"), 0, 1, of="parent"),
    Statistic(N_("zeros"), N_("0 cards dealt, which beat everything (SEKI-4.1)"), 0, 4),
    Statistic(N_("high numbers"), N_("numbers 6 to 9 dealt"), 0, 8),
    Statistic(N_("low numbers"), N_("numbers 1 to 4 dealt"), 0, 8),
    Statistic(N_("REVERSE"), N_("REVERSE cards dealt (SEKI-5.1)"), 0, 3),
    Statistic(N_("TRADE"), N_("TRADE cards dealt (SEKI-5.2)"), 0, 3),
    Statistic(N_("DIG UP"), N_("DIG UP cards dealt (SEKI-5.3)"), 0, 3),
    Statistic(N_("DISCARD"), N_("was dealt DISCARD (SEKI-5.4)"), 0, 1),
)
ROLE, PARENT, ZEROS, HIGH_NUMBERS, LOW_NUMBERS, FIRST_SYMBOL = range(6)
SWAPS = {"role": swap_panels, "parent": swap_parents}

WAYS_OUT = (
    N_("nothing, cards left"), N_("TRASH"), N_("DISCARD"),
    N_("ALCHEMIST"), N_("GAMBLER"), N_("FARMER"),
)  # fmt: skip
NOT_FINISHED, BY_TRASH, BY_DISCARD, BY_ALCHEMIST, BY_GAMBLER, BY_FARMER = range(len(WAYS_OUT))

TALLIES = (
    Statistic(
        N_("finished by"),
        N_("what shed the last card in the last game (SEKI-4.10)"),
        0,
        len(WAYS_OUT) - 1,
        WAYS_OUT,
    ),
    Statistic(
        N_("stalled"), N_("was left when the last game stalled (SEKI-6.4)"), 0, 1, is_ending=True
    ),
    Statistic(N_("activated"), N_("used the panel in the last game (SEKI-4.7)"), 0, 1),
    Statistic(
        N_("turn of activation"),
        N_("own turn in which the panel was used"),
        1,
        100_000,
        partial=True,
    ),
    Statistic(
        N_("resets"), N_("resets of the pile in the last game (SEKI-4.9)"), 0, 100_000, of="resets"
    ),
    Statistic(
        N_("first reset"),
        N_("made the first reset of the last game (SEKI-4.9)"),
        0,
        1,
        of="first_to_reset",
    ),
)
FINISHED_BY, STALLED, USED_PANEL, ACTIVATION_TURN, RESETS, FIRST_RESET = range(len(TALLIES))
FINISHED_LEAD = 100.0  # above any hand


@kernel
def measure_dealt(state: np.void, values: np.ndarray) -> None:
    """Fills in the factors that copy no cell."""
    for card in range(seki.NUM_CARDS):
        zone = np.int64(state["zone"][card])
        if zone >= seki.MAX_PLAYERS:
            continue
        if seki.is_number(card):
            number = seki.number_of(card)
            values[ZEROS, zone] += number == 0
            values[LOW_NUMBERS, zone] += 1 <= number <= 4
            values[HIGH_NUMBERS, zone] += number >= 6
        else:
            values[FIRST_SYMBOL + seki.kind_of(card), zone] += 1.0


@kernel
def measure_end(state: np.void, values: np.ndarray) -> None:
    """Fills in the tallies of the last game of a match that copy no cell."""
    for seat in range(state["num_players"]):
        values[FINISHED_BY, seat] = way_out(state, seat)
        values[STALLED, seat] = state["stalled"] == 1 and state["zone_size"][seat] > 0
        used_panel = state["panel"][seat] == seki.ACTIVATED
        values[USED_PANEL, seat] = used_panel
        values[ACTIVATION_TURN, seat] = state["activation_turn"][seat] if used_panel else np.nan


@kernel
def way_out(state: np.void, seat: int) -> int:
    """Returns how a player shed the last card, an index of `WAYS_OUT` (SEKI-4.10, SEKI-4.12).

    No other symbol or role leaves a hand empty. NEW_GRAD counts as the copied role.
    """
    if state["zone_size"][seat] > 0:
        return NOT_FINISHED
    if state["last_did"][seat] == seki.DID_TRASH:
        return BY_TRASH
    if state["last_did"][seat] == seki.DID_USE:
        return BY_DISCARD
    role = state["copied"] if state["role"][seat] == seki.NEW_GRAD else state["role"][seat]
    if role == seki.ALCHEMIST:
        return BY_ALCHEMIST
    return BY_GAMBLER if role == seki.GAMBLER else BY_FARMER


@kernel
def lead_value(state: np.void, values: np.ndarray) -> None:
    """Fills float64[P], higher is better: places, then fewest cards held (SEKI-6.1)."""
    for seat in range(state["num_players"]):
        place = float(state["place"][seat])
        if place > 0:
            values[seat] = FINISHED_LEAD - place
        else:
            values[seat] = -float(state["zone_size"][seat])


measure_deal = measurer("seki_v0.deal", seki.STATE, FACTORS, measure_dealt)
measure_game = measurer("seki_v0.game", seki.STATE, TALLIES, measure_end)
MOVES = {
    "card": N_("cards trashed, used or chosen"),
    "pass": N_("passes"),
    "stop": N_("drawn cards kept, offers declined"),
    "activate": N_("panels activated"),
    "copy": N_("roles copied by NEW GRAD"),
    "target": N_("players chosen"),
    "declare": N_("sums or differences declared"),
    "guess": N_("guesses of a number"),
    "face down": N_("face-down cards chosen"),
    "kind": N_("symbols named"),
    "special": N_("special trashes of FARMER"),
}
USES = (*seki.ROLE_NAMES, *seki.KIND_NAMES)  # roles, as the panel shows them, and symbols


@kernel
def is_use(state: np.void, action: int, number: int) -> bool:
    """Whether an action activates a role (SEKI-4.7) or uses a symbol (SEKI-4.6) of `USES`."""
    if number < seki.NUM_ROLES:
        is_copy = seki.FIRST_COPY <= action < seki.FIRST_COPY + seki.NUM_ROLES
        is_activation = action == seki.ACTIVATE_ACTION or is_copy
        return is_activation and state["role"][state["to_move"]] == number
    is_symbol = state["phase"] == seki.TURN and seki.NUM_NUMBERS <= action < seki.NUM_CARDS
    return is_symbol and seki.kind_of(action) == number - seki.NUM_ROLES


BALANCE = Balance(
    FACTORS, measure_deal, TALLIES, measure_game, lead_value, SWAPS, MOVES, USES, is_use
)
