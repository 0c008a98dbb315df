"""The kernels of Niekhi: which decision is asked (NIE-4.7), and what carries it out."""

import numpy as np

from ...cards.melds import kinds_of
from ...core.compiling.kernel import kernel
from ...core.contract.phases import by_phase
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
def mark_ships(state: np.void, mask: np.ndarray) -> int:
    """Marks where a ship may stand, and the end of the choice; returns how many (NIE-4.8)."""
    return mark_bits(mask, nie.DONE_ACTION, plays.ship_choices(state))


@kernel
def mark_strengths(state: np.void, mask: np.ndarray) -> int:
    """Marks the strengths that are not named yet; returns how many (NIE-5.1)."""
    return mark_bits(mask, nie.FIRST_STRENGTH, ~np.int64(state["named"]) & nie.ALL_STRENGTHS)


@kernel
def mark_takeable(state: np.void, mask: np.ndarray) -> int:
    """Marks the ranks that may be taken; returns how many (NIE-5.1)."""
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
def play_or_pass(state: np.void, action: int) -> None:
    """Chooses the shape of a play, or passes (NIE-4.4)."""
    if action == nie.PASS_ACTION:
        tricks.pass_turn(state)
    else:
        turn.choose(state, action)


@kernel
def name_strength(state: np.void, action: int) -> None:
    """Names a strength whose cards leave (NIE-5.1)."""
    effects.name_strength(state, action - nie.FIRST_STRENGTH)


@kernel
def take_card(state: np.void, action: int) -> None:
    """Takes a card of a rank from the discards, or else from the table (NIE-5.1, NIE-5.2)."""
    effects.take(state, action - nie.FIRST_CARD)


STEPS = {
    nie.SHAPE: (plays.mark_turn, play_or_pass),
    nie.SHIPS: (mark_ships, turn.choose),
    nie.MODE: (effects.mark_modes, effects.choose_mode),
    nie.REMOVE: (mark_strengths, name_strength),
    nie.TAKE: (mark_takeable, take_card),
}
mark, carry_out = by_phase("niekhi_v0", STEPS)


@kernel
def legal(state: np.void, mask: np.ndarray) -> int:
    """Fills the int8 mask of the seat to move and returns the number of legal actions."""
    clear(mask)
    return 0 if state["to_move"] == nie.NOBODY else mark(state["phase"], state, mask)


@kernel
def apply(state: np.void, action: int) -> None:
    """Carries out one decision of the seat to move, and all that follows without one."""
    carry_out(state["phase"], state, action)
    if state["phase"] == nie.TAKE:
        effects.take_forced(state)
    if state["phase"] == nie.TURN_OVER:
        tricks.end_turn(state)
