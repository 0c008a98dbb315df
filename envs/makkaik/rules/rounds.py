"""The rounds of betting, in which the dealer fixes the stake, and the showdown (MKK-4.3, 6)."""

import numpy as np

from ...cards.kikisen import NUM_TYPES
from ...core.compiling.kernel import kernel
from ...core.kit.arrays import clear
from ...kikisen import betting
from ...kikisen.options import MAX_PLAYERS
from .. import state as mkk
from . import hands


@kernel
def begin(state: np.void) -> None:
    """The dealer is to set the base of a round (MKK-4.3)."""
    state["phase"] = mkk.BASE
    state["base"] = 0
    state["to_move"] = state["dealer"]
    clear(state["joined"])


# Legal actions (MKK-4.3, 4.7)


@kernel
def mark_bases(state: np.void, mask: np.ndarray) -> int:
    """Marks a drop and the bases that all active players can pay (MKK-4.3, 8)."""
    rounds_after = np.int64(state["bet_rounds"]) - np.int64(state["round"]) - 1
    cap = betting.stake_cap(state, np.int64(state["max_base"]), rounds_after)
    for base in range(1, cap + 1):
        mask[mkk.BASE_ACTIONS[base]] = 1
    mask[mkk.DROP_ACTION] = 1
    return 1 + cap


@kernel
def mark_answers(state: np.void, mask: np.ndarray) -> int:
    """Marks what the others may do: pay the base, or drop (MKK-4.6)."""
    mask[mkk.JOIN_ACTION] = 1
    mask[mkk.DROP_ACTION] = 1
    return 2


# What a decision does


@kernel
def stake(state: np.void, action: int) -> None:
    """The dealer sets the base and pays it, or another player pays it (MKK-4.3)."""
    seat = np.int64(state["to_move"])
    if action != mkk.JOIN_ACTION:
        state["base"] = mkk.BASE_OF_ACTION[action]
        state["phase"] = mkk.JOIN
    state["joined"][seat] = 1
    betting.pay(state, seat, np.int64(state["base"]))


@kernel
def drop(state: np.void) -> bool:
    """A player drops; whether the season is over with that (MKK-4.4, 4.5)."""
    betting.drop(state, np.int64(state["to_move"]))
    return betting.num_active(state) == 1


@kernel
def go_on(state: np.void) -> bool:
    """The next player, or the next round; whether there is neither, but a showdown (MKK-4.3)."""
    following = betting.next_active(state, np.int64(state["to_move"]))
    state["to_move"] = following
    if state["base"] == 0 or following != state["dealer"]:
        return False
    state["round"] += 1
    if state["round"] == state["bet_rounds"]:
        return True
    begin(state)
    return False


# The end of a season (MKK-6)


@kernel
def fewest_chips(state: np.void) -> int:
    """What every player must have where a season starts (MKK-8)."""
    return int(state["ante"]) + int(state["bet_rounds"])


@kernel
def show_down(state: np.void) -> bool:
    """The strongest hand of the active players takes the pot; whether another season follows."""
    won = np.zeros(MAX_PLAYERS, np.int8)
    hands.mark_winners(state, won)
    show_hands(state, True)
    return betting.end_season(state, won, fewest_chips(state))


@kernel
def end_unopposed(state: np.void) -> bool:
    """The last active player takes the pot and shows nothing; whether another season follows."""
    show_hands(state, False)
    return betting.end_unopposed(state, fewest_chips(state))


@kernel
def show_hands(state: np.void, is_showdown: bool) -> None:
    """What all see of the hands at the end: those of the active players, or none (MKK-4.4, 6.1)."""
    for seat in range(MAX_PLAYERS):
        is_shown = is_showdown and state["active"][seat] == 1
        for type_ in range(NUM_TYPES):
            state["shown"][seat, type_] = state["hands"][seat, type_] if is_shown else 0
