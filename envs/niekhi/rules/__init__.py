"""The kernels of Niekhi: which decision is asked (NIE-4.7), and what carries it out."""

import numpy as np

from ...cards.melds import kinds_of
from ...core.compiling.kernel import kernel
from ...core.kit.arrays import clear
from ...kikisen import seasons
from ...kikisen.prizes import score
from .. import state as nie
from . import effects, plays, tricks, turn

__all__ = ["apply", "deal", "legal", "score"]


@kernel
def deal(state: np.void) -> None:
    """Starts a match from `rng` and the options (KIKI-6.3, NIE-3.1)."""
    nie.start_match(state)
    seasons.begin_match(state)
    tricks.deal_season(state)


@kernel
def legal(state: np.void, mask: np.ndarray) -> int:
    """Fills the int8 mask of the seat to move and returns the number of legal actions."""
    clear(mask)
    if state["to_move"] == nie.NOBODY:
        return 0
    phase = np.int64(state["phase"])
    if phase == nie.SHAPE:
        return plays.mark_turn(state, mask)
    if phase == nie.SHIPS:
        return mark_bits(mask, nie.DONE_ACTION, plays.ship_choices(state))
    if phase == nie.MODE:
        return effects.mark_modes(state, mask)
    if phase == nie.REMOVE:
        return mark_bits(mask, nie.FIRST_STRENGTH, ~np.int64(state["named"]) & nie.ALL_STRENGTHS)
    return mark_bits(mask, nie.FIRST_CARD, kinds_of(nie.takeable(state)))


@kernel
def mark_bits(mask: np.ndarray, first: int, bits: int) -> int:
    """Marks the action `first` + i for each bit i; returns how many."""
    count, action = 0, first
    while bits > 0:
        mask[action] = bits & 1
        count += bits & 1
        bits >>= 1
        action += 1
    return count


@kernel
def apply(state: np.void, action: int) -> None:
    """Carries out one decision of the seat to move, and all that follows without one."""
    phase = np.int64(state["phase"])
    if action == nie.PASS_ACTION:
        tricks.pass_turn(state)
    elif phase in (nie.SHAPE, nie.SHIPS):
        turn.choose(state, action)
    elif phase == nie.MODE:
        effects.choose_mode(state, action)
    elif phase == nie.REMOVE:
        effects.name_strength(state, action - nie.FIRST_STRENGTH)
    else:
        effects.take(state, action - nie.FIRST_CARD)
    if state["phase"] == nie.TAKE:
        effects.take_forced(state)
    if state["phase"] == nie.TURN_OVER:
        tricks.end_turn(state)
