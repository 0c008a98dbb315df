"""The kernels of Daifugo: decision points (DFG-4G) and their effects."""

import numpy as np

from ...core.compiling.kernel import kernel
from ...core.contract.phases import by_phase
from ...core.kit.arrays import clear, count_ones
from .. import state as dfg
from . import effects, exchange, plays, rounds, turn
from .rounds import score, settled_points

__all__ = ["apply", "deal", "legal", "score", "settled_points"]


@kernel
def deal(state: np.void) -> None:
    """Starts a match from `rng` and the options (DFG-3)."""
    rounds.begin_match(state)


@kernel
def play_or_pass(state: np.void, action: int) -> None:
    """Chooses the shape of a play, or passes (DFG-4.4)."""
    if action in (dfg.PASS_ACTION, dfg.PASS_DRAW_ACTION):
        turn.pass_turn(state, action)
    else:
        turn.choose_shape(state, action)


STEPS = {
    dfg.SHAPE: (plays.legal_shape, play_or_pass),
    dfg.SUITS: (plays.legal_suits, turn.choose_suits),
    dfg.JOKER_FACES: (plays.legal_jokers, turn.choose_jokers),
    dfg.GIVE_CARD: (effects.legal_give_card, effects.give_card),
    dfg.GIVE_TO: (effects.legal_give_to, effects.give_to),
    dfg.CHANGE: (effects.legal_change, effects.change),
    dfg.EX_UP: (exchange.legal_card, exchange.give_card),
    dfg.EX_DOWN: (exchange.legal_card, exchange.give_card),
}
mark, carry_out = by_phase("daifugo_v0", STEPS)


@kernel
def legal(state: np.void, mask: np.ndarray) -> int:
    """Fills the int8 mask of the seat to move and returns the number of legal actions."""
    clear(mask)
    if state["to_move"] == dfg.NOBODY:
        return 0
    mark(state["phase"], state, mask)
    return count_ones(mask, dfg.NUM_ACTIONS)


@kernel
def apply(state: np.void, action: int) -> None:
    """Carries out one decision of the seat to move, and all that follows without one."""
    carry_out(state["phase"], state, action)
    turn.go_on(state)
    if state["phase"] == dfg.ROUND_OVER:
        rounds.rank_rest(state)
    if state["phase"] in (dfg.EX_UP, dfg.EX_DOWN):
        exchange.go_on(state)
