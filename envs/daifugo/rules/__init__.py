"""The kernels of Daifugo: which decision is asked (DFG-4G), and what carries it out."""

import numpy as np

from ...core.arrays import clear
from ...core.kernel import kernel
from .. import state as dfg
from . import effects, exchange, plays, rounds, turn
from .rounds import score

__all__ = ["apply", "deal", "legal", "score"]


@kernel
def deal(state: np.void) -> None:
    """Starts a match from `rng` and the options (DFG-3)."""
    rounds.begin_match(state)


@kernel
def legal(state: np.void, mask: np.ndarray) -> int:
    """Fills the mask of the seat to move; returns how many actions are legal (0 when over)."""
    clear(mask)
    if state["to_move"] == dfg.NOBODY:
        return 0
    point = np.int64(state["point"])
    if point == dfg.SHAPE:
        plays.legal_shape(state, mask)
    elif point == dfg.SUITS:
        plays.legal_suits(state, mask)
    elif point == dfg.JOKER_FACES:
        plays.legal_jokers(state, mask)
    elif point == dfg.GIVE_CARD:
        effects.legal_give_card(state, mask)
    elif point == dfg.GIVE_TO:
        effects.legal_give_to(state, mask)
    elif point == dfg.CHANGE:
        effects.legal_change(state, mask)
    else:
        exchange.legal_card(state, mask)
    count = 0
    for action in range(dfg.NUM_ACTIONS):
        count += int(mask[action])  # not in int8: there may be more than 127
    return count


@kernel
def apply(state: np.void, action: int) -> None:
    """Carries out one decision of the seat to move, and all that follows without one."""
    point = np.int64(state["point"])
    if action in (dfg.PASS_ACTION, dfg.PASS_DRAW_ACTION):
        turn.pass_turn(state, action)
    elif point in (dfg.EX_UP, dfg.EX_DOWN):
        exchange.give_card(state, action)
    else:
        choose(state, point, action)
        turn.go_on(state)
    if state["point"] == dfg.ROUND_OVER:
        rounds.rank_rest(state)
    if state["point"] in (dfg.EX_UP, dfg.EX_DOWN):
        exchange.go_on(state)


@kernel
def choose(state: np.void, point: int, action: int) -> None:
    """Carries out a step of a play, or of what it brings."""
    if point == dfg.SHAPE:
        turn.choose_shape(state, action)
    elif point == dfg.SUITS:
        turn.choose_suits(state, action)
    elif point == dfg.JOKER_FACES:
        turn.choose_jokers(state, action)
    elif point == dfg.GIVE_CARD:
        effects.give_card(state, action)
    elif point == dfg.GIVE_TO:
        effects.give_to(state, action)
    else:
        effects.change(state, action)
