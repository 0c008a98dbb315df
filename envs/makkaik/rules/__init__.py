"""The kernels of Makkaik: the deal, which decision is asked (MKK-4.7), and what carries it out."""

import numpy as np

from ...core.compiling.kernel import kernel
from ...core.contract.phases import by_phase
from ...core.kit.arrays import clear
from ...kikisen import betting, seasons
from ...kikisen.betting import score, settled_points
from ...kikisen.pack import shuffle_pack
from .. import state as mkk
from . import exchange, rounds

__all__ = ["apply", "deal", "legal", "score", "settled_points"]


@kernel
def deal(state: np.void) -> None:
    """Starts a match from `rng` and the options (KIKI-6.3, MKK-3.1)."""
    mkk.start_match(state)
    seasons.begin_match(state)
    deal_season(state)


@kernel
def deal_season(state: np.void) -> None:
    """Shuffles and deals cards and common cards; the dealer exchanges first (MKK-3.1, 3.2, 4.1)."""
    mkk.start_season(state)
    betting.begin_pot(state)
    state["stock_size"] = shuffle_pack(state, state["stock"])
    for seat in range(state["num_players"]):
        deal_cards(state, state["hands"][seat], mkk.HAND_SIZE)
    deal_cards(state, state["common"], mkk.NUM_COMMON - state["fewer_common"])
    exchange.begin(state, np.int64(state["dealer"]))


@kernel
def deal_cards(state: np.void, cards: np.ndarray, count: int) -> None:
    """Moves `count` cards from the top of the stock to a place."""
    for _ in range(count):
        state["stock_size"] -= 1
        top = np.int64(state["stock_size"])
        cards[state["stock"][top]] += 1
        state["stock"][top] = mkk.NO_CARD


@kernel
def put_out(state: np.void, action: int) -> None:
    """Completes an exchange; after the last one the betting begins (MKK-4.1, 4.2)."""
    exchange.complete(state, action - mkk.FIRST_PUT_OUT)
    if state["to_move"] == state["dealer"]:  # all have exchanged
        betting.take_antes(state)
        rounds.begin(state)


@kernel
def bet(state: np.void, action: int) -> None:
    """Applies a base, a payment or a drop; moves on to the next player or season (MKK-4.3)."""
    if action == mkk.DROP_ACTION:
        if rounds.drop(state):
            if rounds.end_unopposed(state):
                deal_season(state)
            return
    else:
        rounds.stake(state, action)
    if rounds.go_on(state) and rounds.show_down(state):
        deal_season(state)


STEPS = {
    mkk.KIND: (exchange.mark_kinds, exchange.choose_kind),
    mkk.INCOMING: (exchange.mark_incoming, exchange.take),
    mkk.OUTGOING: (exchange.mark_outgoing, put_out),
    mkk.BASE: (rounds.mark_bases, bet),
    mkk.JOIN: (rounds.mark_answers, bet),
}
mark, carry_out = by_phase("makkaik_v0", STEPS)


@kernel
def legal(state: np.void, mask: np.ndarray) -> int:
    """Fills the int8 mask of the seat to move and returns the number of legal actions."""
    clear(mask)
    return 0 if state["to_move"] == mkk.NOBODY else mark(state["phase"], state, mask)


@kernel
def apply(state: np.void, action: int) -> None:
    """Carries out one decision of the seat to move, and all that follows without one."""
    carry_out(state["phase"], state, action)
