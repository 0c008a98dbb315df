"""The kernels of Daifugo: decision points (DFG-4G) and their effects."""

import numpy as np

from ...core.compiling.kernel import kernel
from ...core.kit.arrays import clear
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
    phase = np.int64(state["phase"])
    if phase == dfg.SHAPE:
        plays.legal_shape(state, mask)
    elif phase == dfg.SUITS:
        plays.legal_suits(state, mask)
    elif phase == dfg.JOKER_FACES:
        plays.legal_jokers(state, mask)
    elif phase == dfg.GIVE_CARD:
        effects.legal_give_card(state, mask)
    elif phase == dfg.GIVE_TO:
        effects.legal_give_to(state, mask)
    elif phase == dfg.CHANGE:
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
    phase = np.int64(state["phase"])
    if action in (dfg.PASS_ACTION, dfg.PASS_DRAW_ACTION):
        turn.pass_turn(state, action)
    elif phase in (dfg.EX_UP, dfg.EX_DOWN):
        exchange.give_card(state, action)
    else:
        choose(state, phase, action)
        turn.go_on(state)
    if state["phase"] == dfg.ROUND_OVER:
        rounds.rank_rest(state)
    if state["phase"] in (dfg.EX_UP, dfg.EX_DOWN):
        exchange.go_on(state)


@kernel
def choose(state: np.void, phase: int, action: int) -> None:
    """Carries out a step of a play or of its effects."""
    if phase == dfg.SHAPE:
        turn.choose_shape(state, action)
    elif phase == dfg.SUITS:
        turn.choose_suits(state, action)
    elif phase == dfg.JOKER_FACES:
        turn.choose_jokers(state, action)
    elif phase == dfg.GIVE_CARD:
        effects.give_card(state, action)
    elif phase == dfg.GIVE_TO:
        effects.give_to(state, action)
    else:
        effects.change(state, action)
