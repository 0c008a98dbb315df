"""The rounds of betting on the base that the dealer sets, and the showdown (MKK-4.3, 6)."""

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
    """Asks the dealer for the base of a round (MKK-4.3)."""
    state["phase"] = mkk.BASE
    state["base"] = 0
    state["to_move"] = state["dealer"]
    clear(state["joined"])


# Legal actions (MKK-4.3, 4.7)


@kernel
def mark_bases(state: np.void, mask: np.ndarray) -> int:
    """Marks a drop and the bases that all active players can pay (MKK-4.3, 4.6, 8)."""
    rounds_after = np.int64(state["bet_rounds"]) - np.int64(state["round"]) - 1
    cap = betting.stake_cap(state, np.int64(state["max_base"]), rounds_after)
    for base in range(1, cap + 1):
        mask[mkk.BASE_ACTIONS[base]] = 1
    mask[mkk.DROP_ACTION] = 1
    return 1 + cap


@kernel
def mark_answers(state: np.void, mask: np.ndarray) -> int:
    """Marks the payment of the base and a drop; nobody can raise (MKK-4.6)."""
    mask[mkk.JOIN_ACTION] = 1
    mask[mkk.DROP_ACTION] = 1
    return 2


# What a decision does


@kernel
def stake(state: np.void, action: int) -> None:
    """Sets the base, if the dealer is to move, and pays it (MKK-4.3)."""
    seat = np.int64(state["to_move"])
    if action != mkk.JOIN_ACTION:
        state["base"] = mkk.BASE_OF_ACTION[action]
        state["phase"] = mkk.JOIN
    state["joined"][seat] = 1
    betting.pay(state, seat, np.int64(state["base"]))


@kernel
def drop(state: np.void) -> bool:
    """Drops the player; returns whether only one is left (MKK-4.4, 4.5)."""
    betting.drop(state, np.int64(state["to_move"]))
    return betting.num_active(state) == 1


@kernel
def go_on(state: np.void) -> bool:
    """Asks the next player or starts a round; returns whether a showdown is due (MKK-4.3)."""
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
    """Returns the chips that every player needs when a season starts (MKK-8)."""
    return int(state["ante"]) + int(state["bet_rounds"])


@kernel
def show_down(state: np.void) -> bool:
    """Gives the pot to the strongest hands; returns whether a season follows (MKK-6.1)."""
    won = np.zeros(MAX_PLAYERS, np.int8)
    hands.mark_winners(state, won)
    show_hands(state, True)
    return betting.end_season(state, won, fewest_chips(state))


@kernel
def end_unopposed(state: np.void) -> bool:
    """Gives the pot to the last active player; returns whether a season follows (MKK-4.5)."""
    show_hands(state, False)
    return betting.end_unopposed(state, fewest_chips(state))


@kernel
def show_hands(state: np.void, is_showdown: bool) -> None:
    """Shows the active players' hands after a showdown, or none (MKK-4.4, 6.1)."""
    for seat in range(MAX_PLAYERS):
        is_shown = is_showdown and state["active"][seat] == 1
        for type_ in range(NUM_TYPES):
            state["shown"][seat, type_] = state["hands"][seat, type_] if is_shown else 0
