"""The view of Tyrant: everything that a seat may know (TYR-7)."""

import numpy as np

from ..core.compiling.kernel import kernel
from ..core.contract.cells import cell_observer, view_fields
from ..core.kit.seats import number_from_viewer
from . import state as tyr
from .options import NUM_TRICKS, TyrantOptions

FIELDS = view_fields(tyr.CELLS, TyrantOptions)


@kernel
def observe_player(state: np.void, player: int, distance: int, view: np.void) -> None:
    """Writes a player's row of the current facts; zeros for an absent seat."""
    is_over = state["to_move"] == tyr.NOBODY
    view["hand_sizes"][distance] = tyr.num_cards(state["hands"][player])
    view["stock_sizes"][distance] = tyr.num_cards(state["stocks"][player])
    view["must_play"][distance] = tyr.deed_before(state, player) == tyr.PASSED
    for lead in range(tyr.NUM_LEADS):
        view["won"][distance, lead] = 0
    for trick in range(state["trick"]):
        if state["winners"][trick] == player:
            view["won"][distance, state["leads"][trick]] = 1
    shows_ace = is_over and player < state["num_players"]
    for suit in range(tyr.NUM_SUITS):
        view["aces"][distance, suit] = shows_ace and state["aces"][player] == suit
    observe_plays(state["shown"][player], view["plays"][distance])


observe_cells = cell_observer("tyrant_v0", tyr.CELLS, TyrantOptions, observe_player)


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (TYR-7.5)."""
    observe_cells(state, seat, view)
    observe_own(state, seat, view)
    observe_powers(state, view)
    observe_leads(state, seat, view)
    observe_plays(state["plays"][seat], view["plays"][0])


@kernel
def observe_own(state: np.void, seat: int, view: np.void) -> None:
    """Writes the facts that only the viewer knows (TYR-7.3)."""
    selects = state["to_move"] == seat and state["phase"] == tyr.SELECT
    copies = tyr.COPIES[state["num_players"]]
    for suit in range(tyr.NUM_SUITS):
        hand, stock = state["hands"][seat, suit], state["stocks"][seat, suit]
        view["kept"][suit] = state["kept"][suit] * selects
        view["ace"][suit] = state["aces"][seat] == suit
        view["unseen"][suit] = (
            copies - hand - stock - state["seen"][suit] - state["unshown"][seat, suit]
        )
    for step in range(tyr.NUM_STEPS):
        view["step"][step] = selects and state["step"] == step


@kernel
def observe_powers(state: np.void, view: np.void) -> None:
    """Writes the value of a card of each suit, chips left out (TYR-4.9)."""
    led = tyr.NO_SUIT if state["to_move"] == tyr.NOBODY else tyr.lead_suit(state)
    for suit in range(tyr.NUM_SUITS):
        view["powers"][suit] = tyr.LED_POWER if suit == led else tyr.column_power(state, suit)


@kernel
def observe_leads(state: np.void, seat: int, view: np.void) -> None:
    """Writes the lead row, the earlier lead cards, and the winners of the tricks (TYR-3.1)."""
    first, count = np.int64(state["trick"]), np.int8(state["num_players"])
    for place in range(tyr.ROW):
        lead = np.int64(state["leads"][first + place]) if first + place < NUM_TRICKS else -1
        for suit in range(tyr.NUM_SUITS):
            view["lead_suits"][place, suit] = lead >= 0 and lead // tyr.NUM_RANKS == suit
        for rank in range(tyr.NUM_RANKS):
            view["lead_ranks"][place, rank] = lead >= 0 and lead % tyr.NUM_RANKS == rank
    for trick in range(NUM_TRICKS):
        is_known = trick < first + tyr.ROW
        view["leads"][trick] = (state["leads"][trick] + 1) * is_known
        view["winners"][trick] = number_from_viewer(state["winners"][trick], seat, count)


@kernel
def observe_plays(plays: np.ndarray, shown: np.ndarray) -> None:
    """Copies a player's plays in all tricks, int8[8, 4] (TYR-7.2)."""
    for trick in range(NUM_TRICKS):
        for suit in range(tyr.NUM_SUITS):
            shown[trick, suit] = plays[trick, suit]
