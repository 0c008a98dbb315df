"""The kernels of Makkaik: the deal, which decision is asked (MKK-4.7), and what carries it out."""

import numpy as np

from ...cards.kikisen import NUM_CARDS
from ...core.compiling.kernel import kernel
from ...core.kit.arrays import clear
from ...core.kit.rng import shuffle
from ...kikisen import betting, seasons
from ...kikisen.betting import score
from .. import state as mkk
from . import exchange, rounds

__all__ = ["apply", "deal", "legal", "score"]


@kernel
def deal(state: np.void) -> None:
    """Starts a match from `rng` and the options (KIKI-6.3, MKK-3.1)."""
    mkk.start_match(state)
    seasons.begin_match(state)
    deal_season(state)


@kernel
def deal_season(state: np.void) -> None:
    """Shuffles and deals, and turns the common cards; the dealer exchanges first (MKK-3.1, 4.1)."""
    mkk.start_season(state)
    betting.begin_pot(state)
    stock = state["stock"]
    for card in range(NUM_CARDS):
        stock[card] = mkk.TYPES_OF_CARDS[card]
    shuffle(state, stock, NUM_CARDS)
    state["stock_size"] = NUM_CARDS
    for seat in range(state["num_players"]):
        deal_cards(state, state["hands"][seat], mkk.HAND_SIZE)
    deal_cards(state, state["common"], mkk.NUM_COMMON)
    exchange.begin(state, np.int64(state["dealer"]))


@kernel
def deal_cards(state: np.void, cards: np.ndarray, count: int) -> None:
    """So many cards go from the top of the stock to a place."""
    for _ in range(count):
        state["stock_size"] -= 1
        top = np.int64(state["stock_size"])
        cards[state["stock"][top]] += 1
        state["stock"][top] = mkk.NO_CARD


@kernel
def legal(state: np.void, mask: np.ndarray) -> int:
    """Fills the int8 mask of the seat to move and returns the number of legal actions."""
    clear(mask)
    if state["to_move"] == mkk.NOBODY:
        return 0
    phase = state["phase"]
    if phase == mkk.KIND:
        return exchange.mark_kinds(mask)
    if phase == mkk.INCOMING:
        return exchange.mark_incoming(state, mask)
    if phase == mkk.OUTGOING:
        return exchange.mark_outgoing(state, mask)
    return rounds.mark_bases(state, mask) if phase == mkk.BASE else rounds.mark_answers(mask)


@kernel
def apply(state: np.void, action: int) -> None:
    """Carries out one decision of the seat to move, and all that follows without one."""
    phase = state["phase"]
    if phase == mkk.KIND:
        exchange.choose_kind(state, mkk.SWAP + action - mkk.FIRST_EXCHANGE)
    elif phase == mkk.INCOMING:
        exchange.choose_incoming(state, action - mkk.FIRST_TAKE)
    elif phase == mkk.OUTGOING:
        exchange.complete(state, action - mkk.FIRST_PUT_OUT)
        if state["to_move"] == state["dealer"]:  # all have exchanged
            betting.take_antes(state)
            rounds.begin(state)
    else:
        bet(state, action)


@kernel
def bet(state: np.void, action: int) -> None:
    """A base, a payment or a drop; then the next player, the next season, or the end (MKK-4.3)."""
    if action == mkk.DROP_ACTION:
        if rounds.drop(state):
            if rounds.end_unopposed(state):
                deal_season(state)
            return
    else:
        rounds.stake(state, action)
    if rounds.go_on(state) and rounds.show_down(state):
        deal_season(state)
