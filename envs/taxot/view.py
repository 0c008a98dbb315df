"""The view of Taxot: everything that a seat may know (TAX-7).

It is secret which players are asked about a discard. So while others are asked a player sees the
next turn begun, as if nobody were asked, unless that would show a card not yet drawn (TAX-9.15).
"""

import numpy as np

from ..core.compiling.kernel import kernel
from ..core.contract.cells import cell_observer, view_fields
from ..core.kit.arrays import clear
from ..core.kit.seats import NOBODY, number_from_viewer, seat_seen_at
from ..kikisen.options import MAX_PLAYERS
from . import state as tax
from .holding import can_react
from .options import MOST_LIGHTS, TaxotOptions

FIELDS = view_fields(tax.CELLS, TaxotOptions)


@kernel
def observe_player(state: np.void, player: int, distance: int, view: np.void) -> None:
    """Writes a player's row of the small fields; zeros for absent seats."""
    meld, last = np.int64(state["melds"][player]), tax.open_discard(state)
    has_meld = meld != tax.NO_MELD
    for kind in range(tax.NUM_MELD_KINDS):
        view["meld_kinds"][distance, kind] = has_meld and kind == tax.KIND_OF_MELD[meld]
    view["meld_strengths"][distance] = 1 + tax.STRENGTH_OF_MELD[meld] if has_meld else 0
    view["discarder"][distance] = last >= 0 and state["turn_seats"][last] == player


observe_cells = cell_observer("taxot_v0", tax.CELLS, TaxotOptions, observe_player)


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (TAX-7.4)."""
    observe_cells(state, seat, view)
    goes_on = seems_to_go_on(state, seat)
    observe_answer(state, seat, goes_on, view)
    observe_table(state, view)
    observe_turns(state, seat, view)
    observe_decision(state, seat, goes_on, view)


# Secret facts (TAX-7.3)


@kernel
def seems_to_go_on(state: np.void, seat: int) -> bool:
    """Whether a seat's view shows the next turn as begun while another seat is still asked.

    Excluded are the player that is asked, those still to be asked, those that have offered to take
    the discard, and the next seat, which would see its own draw. With an empty stock nobody sees
    the next turn (TAX-9.15).
    """
    is_asked = state["phase"] == tax.REACTION and state["to_move"] != NOBODY
    if not is_asked or state["to_move"] == seat or state["stock_size"] == 0:
        return False
    return seat != tax.follower(state) and has_no_answer_left(state, seat)


@kernel
def has_no_answer_left(state: np.void, seat: int) -> bool:
    """Whether a seat has passed, or could never answer, the discard that others are asked about."""
    if seat == state["active"] or state["answers"][seat] == tax.PASS_ACTION:
        return True
    type_ = np.int64(state["turn_types"][state["turn"]])
    return state["answers"][seat] == tax.NO_ANSWER and not can_react(state, seat, type_)


@kernel
def observe_answer(state: np.void, seat: int, goes_on: bool, view: np.void) -> None:
    """Writes the own answer while others are asked; hides it once the turn seems to go on."""
    answer = tax.NO_ANSWER if goes_on else np.int64(state["answers"][seat])
    meld = answer - tax.FIRST_CALL
    view["answer"][0] = answer == tax.PASS_ACTION
    view["answer"][1] = answer == tax.CLOSE_ACTION
    view["answer"][2] = meld >= 0
    view["offered_strength"] = 1 + tax.STRENGTH_OF_MELD[meld] if meld >= 0 else 0
    tax.show_meld(meld if meld >= 0 else tax.NO_MELD, view["offered"])


@kernel
def observe_decision(state: np.void, seat: int, goes_on: bool, view: np.void) -> None:
    """Writes the decision and its player as the viewer may know them.

    Where the turn seems to go on the next seat is shown after its draw.
    """
    mover, phase = int(state["to_move"]), int(state["phase"])
    is_first_lap = state["lap"] == 1
    if goes_on:
        mover, phase = tax.follower(state), tax.TURN
        is_first_lap = is_first_lap and mover != state["dealer"]
    elif phase == tax.REACTION and mover != seat:
        mover = NOBODY
    view["is_first_lap"] = is_first_lap
    view["stock_size"] = state["stock_size"] - goes_on
    for kind in range(tax.NUM_PHASES):
        view["phase"][kind] = kind == phase and state["to_move"] != NOBODY
    for distance in range(MAX_PLAYERS):
        player = seat_seen_at(state, seat, distance)
        view["on_turn"][distance] = player == mover
        view["concealed"][distance] = state["concealed"][player] + (goes_on and player == mover)


# Public facts (TAX-7.1)


@kernel
def observe_table(state: np.void, view: np.void) -> None:
    """Writes the latest discard and the lights."""
    last = tax.open_discard(state)
    show_type(int(state["turn_types"][last]) if last >= 0 else tax.NO_TYPE, view["latest"])
    for number in range(MOST_LIGHTS):
        show_type(int(state["light_cards"][number]), view["light_cards"][number])


@kernel
def observe_turns(state: np.void, seat: int, view: np.void) -> None:
    """Writes the recorded turns; the player of a turn without a discard is left out."""
    viewer, count = np.int8(seat), np.int8(state["num_players"])
    num_discarded = tax.num_discarded(state)
    for turn in range(tax.MOST_TURNS):
        player = np.int8(state["turn_seats"][turn] if turn < num_discarded else NOBODY)
        view["turn_seats"][turn] = number_from_viewer(player, viewer, count)


@kernel
def show_type(type_: int, cells: np.ndarray) -> None:
    """Writes a type as a one-hot row, int8[24]; zeros for NO_TYPE."""
    clear(cells)
    if type_ != tax.NO_TYPE:
        cells[type_] = 1
