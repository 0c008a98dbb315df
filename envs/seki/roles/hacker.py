"""HACKER (ハッカー): freeze a card of everybody else, then a bonus turn (SEKI-5.7)."""

import numpy as np

from ...core.kernel import kernel
from ..cards import has_back, has_both_backs, random_free
from ..memory import remember_freeze
from ..state import (
    ANY_BACK,
    HACKER_PICK,
    NUM_CARDS,
    NUM_NUMBERS,
    NUMBER_BACK,
    SYMBOL_BACK,
    free_count,
    in_game,
    is_free,
    seat_after,
)
from ..turn import ask, finish_effect


@kernel
def can_activate(state: np.void, seat: int) -> bool:
    """Somebody else in game has a free card."""
    for distance in range(1, state["num_players"]):
        other = seat_after(state, seat, distance)
        if in_game(state, other) and free_count(state, other) > 0:
            return True
    return False


@kernel
def activate(state: np.void) -> None:
    """Step 1: everybody else, clockwise; step 2: TURN_B."""
    freeze_from(state, 1)


@kernel
def freeze_from(state: np.void, distance: int) -> None:
    """Freezes a card of each player from this distance on, until HACKER has to choose."""
    seat = np.int64(state["to_move"])
    for further in range(distance, state["num_players"]):
        victim = seat_after(state, seat, further)
        if not in_game(state, victim) or free_count(state, victim) == 0:
            continue
        state["victim"] = victim
        if must_choose(state, victim):
            ask(state, HACKER_PICK)
            return
        freeze_random(state, victim, 0, NUM_CARDS)
    finish_effect(state)


@kernel
def must_choose(state: np.void, victim: int) -> bool:
    """Whether there is a free face-up card, or backs that differ (SEKI-9.26)."""
    for card in range(NUM_CARDS):
        if is_free(state, card, victim) and state["marked"][card] == 1:
            return True
    return state["distinct_backs"] == 1 and has_both_backs(state, victim)


@kernel
def freeze_random(state: np.void, victim: int, first: int, last: int) -> None:
    """Freezes a random face-down card with an id from `first` to `last` - 1."""
    card = random_free(state, victim, first, last, 0)
    freezer = np.int64(state["to_move"])
    if state["distinct_backs"] == 1:
        first, last = (0, NUM_NUMBERS) if card < NUM_NUMBERS else (NUM_NUMBERS, NUM_CARDS)
    freeze(state, victim, card)
    remember_freeze(state, victim, freezer, first, last)


@kernel
def freeze(state: np.void, victim: int, card: int) -> None:
    """Freezes a card."""
    state["frozen_by"][card] = state["to_move"]
    state["frozen_count"][victim] += 1


@kernel
def legal_pick(state: np.void, mask: np.ndarray) -> None:
    """A free face-up card of the victim, or one of its face-down cards."""
    victim = np.int64(state["victim"])
    for card in range(NUM_CARDS):
        mask[card] = is_free(state, card, victim) and state["marked"][card] == 1
    if state["distinct_backs"] == 1:
        mask[NUMBER_BACK] = has_back(state, victim, 0, NUM_NUMBERS)
        mask[SYMBOL_BACK] = has_back(state, victim, NUM_NUMBERS, NUM_CARDS)
    else:
        mask[ANY_BACK] = has_back(state, victim, 0, NUM_CARDS)


@kernel
def apply_pick(state: np.void, action: int) -> None:
    """Freezes as chosen and goes on to the next player."""
    victim = np.int64(state["victim"])
    if action == ANY_BACK:
        freeze_random(state, victim, 0, NUM_CARDS)
    elif action == NUMBER_BACK:
        freeze_random(state, victim, 0, NUM_NUMBERS)
    elif action == SYMBOL_BACK:
        freeze_random(state, victim, NUM_NUMBERS, NUM_CARDS)
    else:
        freeze(state, victim, action)
    freeze_from(state, (victim - state["to_move"]) % state["num_players"] + 1)
