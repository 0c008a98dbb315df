"""What generals do: remove strengths, or take cards from the discards (NIE-5)."""

import numpy as np

from ...cards.melds import count_of, kinds_of, total_of, unit
from ...core.compiling.kernel import kernel
from .. import state as nie
from . import memory


@kernel
def begin(state: np.void, generals: int) -> None:
    """Asks for the mode of the generals, unless they can only remove (NIE-4.7, 5.1)."""
    state["effects_left"] = generals
    has_choice = state["general_optional"] or nie.takeable(state) != nie.NO_CARDS
    state["phase"] = nie.MODE if has_choice else nie.REMOVE


@kernel
def mark_modes(state: np.void, mask: np.ndarray) -> int:
    """Marks the modes that the generals can have and returns how many (NIE-5.1)."""
    can_take = nie.takeable(state) != nie.NO_CARDS
    mask[nie.REMOVE_ACTION] = 1
    mask[nie.TAKE_ACTION] = can_take
    mask[nie.NOTHING_ACTION] = state["general_optional"]
    return 1 + can_take + np.int64(state["general_optional"])


@kernel
def choose_mode(state: np.void, action: int) -> None:
    """Chooses one mode for all generals of the play (NIE-5.1)."""
    if action == nie.REMOVE_ACTION:
        state["phase"] = nie.REMOVE
    elif action == nie.TAKE_ACTION:
        state["phase"] = nie.TAKE
    else:
        finish(state)


@kernel
def finish(state: np.void) -> None:
    """Ends the effect and with it the turn."""
    nie.start_effect(state)
    state["phase"] = nie.TURN_OVER


# Remove


@kernel
def name_strength(state: np.void, rank: int) -> None:
    """Names a strength; removes the cards once all are named (NIE-5.1, 9.11)."""
    state["named"] |= 1 << rank
    state["effects_left"] -= 1
    if state["effects_left"] == 0:
        remove_named(state)
        if state["emptied_by_removal"] == nie.LOSES:
            drop_emptied(state)
        finish(state)


@kernel
def remove_named(state: np.void) -> None:
    """Removes the named strengths; the standing play stays (NIE-5.1, 5.2, 5.3, 5.4)."""
    gone = nie.all_of(np.int64(state["named"]))
    memory.note_removal(state, gone)
    removed = (state["table"] & gone) + (state["discards"] & gone)
    mover = np.int64(state["to_move"])
    state["removals"][mover] += 1
    for seat in range(state["num_players"]):
        given_up = state["hands"][seat] & gone
        removed += given_up
        state["hands"][seat] -= given_up
        state["hand_sizes"][seat] -= total_of(given_up)
        if given_up != nie.NO_CARDS and state["hand_sizes"][seat] == 0:
            state["emptied_by"][seat] = mover
    state["removed"] += removed
    state["table"] &= ~gone
    state["laid"] &= ~gone
    state["discards"] &= ~gone


@kernel
def drop_emptied(state: np.void) -> None:
    """Drops players without cards, by option (NIE-6.2, 8)."""
    for seat in range(state["num_players"]):
        if state["hand_sizes"][seat] == 0:
            state["is_in"][seat] = 0


# Take


@kernel
def take(state: np.void, rank: int) -> None:
    """Moves a card openly into the hand, from the discards first (NIE-5.1, 9.11)."""
    seat, card = np.int64(state["to_move"]), unit(rank)
    if count_of(state["discards"], rank) > 0:
        state["discards"] -= card
    else:
        state["table"] -= card
    state["hands"][seat] += card
    state["hand_sizes"][seat] += 1
    state["known"][seat] += card
    state["taken"][seat] += 1
    state["generals_taken"][seat] += rank == nie.GENERAL
    state["effects_left"] -= 1


@kernel
def take_forced(state: np.void) -> None:
    """Takes cards while there is no choice; ends the effect after the last (KIKI-9.9)."""
    cards = nie.takeable(state)
    while state["effects_left"] > 0 and cards != nie.NO_CARDS:
        ranks = kinds_of(cards)
        if ranks & (ranks - 1) != 0 and total_of(cards) > state["effects_left"]:
            return
        rank = 0
        while ranks >> rank & 1 == 0:
            rank += 1
        take(state, rank)
        cards = nie.takeable(state)
    finish(state)
