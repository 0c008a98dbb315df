"""HACKER (ハッカー): freeze a card of each other player, then a bonus turn (SEKI-5.7)."""

import numpy as np

from ....core.compiling.kernel import kernel
from ....core.kit.seats import seat_after
from ... import state as seki
from .. import cards, memory, turn


@kernel
def can_activate(state: np.void, seat: int) -> bool:
    """Whether another player in game has a free card."""
    for distance in range(1, state["num_players"]):
        other = seat_after(state, seat, distance)
        if seki.in_game(state, other) and seki.free_count(state, other) > 0:
            return True
    return False


@kernel
def activate(state: np.void) -> None:
    """Begins step 1 with the next player clockwise; TURN_B follows."""
    freeze_from(state, 1)


@kernel
def freeze_from(state: np.void, distance: int) -> None:
    """Freezes a card of each player from `distance` on, up to a choice of HACKER."""
    seat = np.int64(state["to_move"])
    for further in range(distance, state["num_players"]):
        victim = seat_after(state, seat, further)
        if not seki.in_game(state, victim) or seki.free_count(state, victim) == 0:
            continue
        state["victim"] = victim
        if must_choose(state, victim):
            turn.ask(state, seki.HACKER_PICK)
            return
        freeze_random(state, victim, 0, seki.NUM_CARDS)
    turn.finish_effect(state)


@kernel
def must_choose(state: np.void, victim: int) -> bool:
    """Whether HACKER chooses the victim's card (SEKI-9.26).

    One that is not frozen lies face up, or, with `distinct_backs`, both numbers and symbols lie
    face down.
    """
    for card in range(seki.NUM_CARDS):
        if seki.is_free(state, card, victim) and state["marked"][card] == 1:
            return True
    return state["distinct_backs"] == 1 and cards.has_both_backs(state, victim)


@kernel
def freeze_random(state: np.void, victim: int, first: int, last: int) -> None:
    """Freezes a random face-down card with an id from `first` to `last` - 1."""
    card = cards.random_free(state, victim, first, last, 0)
    freezer = np.int64(state["to_move"])
    if state["distinct_backs"] == 1:
        first, last = (
            (0, seki.NUM_NUMBERS) if card < seki.NUM_NUMBERS else (seki.NUM_NUMBERS, seki.NUM_CARDS)
        )
    freeze(state, victim, card)
    memory.remember_freeze(state, victim, freezer, first, last)


@kernel
def freeze(state: np.void, victim: int, card: int) -> None:
    """Freezes a card."""
    state["frozen_by"][card] = state["to_move"]
    state["frozen_count"][victim] += 1


@kernel
def legal_pick(state: np.void, mask: np.ndarray) -> None:
    """Marks the victim's free face-up cards, and taking a face-down one."""
    victim = np.int64(state["victim"])
    for card in range(seki.NUM_CARDS):
        mask[card] = seki.is_free(state, card, victim) and state["marked"][card] == 1
    if state["distinct_backs"] == 1:
        mask[seki.NUMBER_BACK] = cards.has_back(state, victim, 0, seki.NUM_NUMBERS)
        mask[seki.SYMBOL_BACK] = cards.has_back(state, victim, seki.NUM_NUMBERS, seki.NUM_CARDS)
    else:
        mask[seki.ANY_BACK] = cards.has_back(state, victim, 0, seki.NUM_CARDS)


@kernel
def apply_pick(state: np.void, action: int) -> None:
    """Freezes the chosen card or a random one, and goes on to the next player."""
    victim = np.int64(state["victim"])
    if action == seki.ANY_BACK:
        freeze_random(state, victim, 0, seki.NUM_CARDS)
    elif action == seki.NUMBER_BACK:
        freeze_random(state, victim, 0, seki.NUM_NUMBERS)
    elif action == seki.SYMBOL_BACK:
        freeze_random(state, victim, seki.NUM_NUMBERS, seki.NUM_CARDS)
    else:
        freeze(state, victim, action)
    freeze_from(state, (victim - state["to_move"]) % state["num_players"] + 1)
