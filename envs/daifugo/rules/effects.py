"""Effects of the ranks in a play, apart from the course of the turn (DFG-5)."""

import numpy as np

from ...cards.melds import total_of
from ...core.compiling.kernel import kernel
from ...core.kit.bits import NOTHING
from ...core.kit.seats import seat_after
from .. import state as dfg
from . import cards


@kernel
def count_of_rank(state: np.void, rank: int) -> int:
    """Returns how many cards of a rank count for effects in the field's play (DFG-4.2, DFG-5.0)."""
    position = rank - state["rank"]
    if state["kind"] == dfg.RUN:
        is_joker = state["joker_positions"] >> max(position, 0) & 1
        is_covered = 0 <= position < state["size"]
        return int(is_covered and (state["joker_effects"] == 1 or is_joker == 0))
    if position != 0:
        return 0
    jokers = 0 if state["joker_effects"] == 1 else total_of(np.int64(state["joker_suits"]))
    return state["size"] - jokers


@kernel
def count_for(state: np.void, effect: int, rank: int) -> int:
    """Returns how many cards of a rank count for a special rule; 0 if the rule is off (DFG-5.0)."""
    return count_of_rank(state, rank) if dfg.has_effect(state, effect) else 0


@kernel
def has_joker(state: np.void) -> bool:
    """Whether the play on the field contains a joker."""
    is_designated = state["joker_suits"] != 0 or state["joker_positions"] != 0
    return is_designated or state["kind"] == dfg.LONE_JOKER


@kernel
def turn_ranks(state: np.void) -> None:
    """Carries out a revolution (DFG-5.2) and a J-back (DFG-5.7) of the play on the field."""
    if dfg.has_effect(state, dfg.REVOLUTION) and state["size"] == dfg.REVOLUTION_SIZE:
        state["revolution"] = 1 - state["revolution"]
    if count_for(state, dfg.JBACK, dfg.JACK) > 0:
        is_undone = state["j_back"] == 1 and state["jback_repeat"] == dfg.TOGGLES
        state["j_back"] = not is_undone


# 7-give (DFG-5.6)


@kernel
def legal_give_card(state: np.void, mask: np.ndarray) -> None:
    """Marks the own cards that may be given (DFG-5.6) within DFG-4.7, and stopping."""
    seat, scope = np.int64(state["to_move"]), state["joker_finish_scope"]
    choices = dfg.without_second_joker(state["hands"][seat])
    if state["hand_sizes"][seat] == 1:
        if scope == dfg.ANY_GIVE:
            choices &= dfg.NATURALS
        if scope != dfg.PLAY_ONLY and has_joker(state):
            choices = NOTHING
    cards.offer(choices, mask)
    mask[dfg.STOP_ACTION] = 1


@kernel
def give_card(state: np.void, action: int) -> None:
    """Chooses a card to give, or stops (DFG-5.6).

    With `seven_single_recipient` further cards go to the same player.
    """
    if action == dfg.STOP_ACTION:
        state["left_to_do"] = 0
        return
    state["chosen_card"] = action - dfg.FIRST_CARD
    if state["seven_single_recipient"] == 1 and state["recipient"] != dfg.NOBODY:
        hand_over(state)
    else:
        state["phase"] = dfg.GIVE_TO


@kernel
def legal_give_to(state: np.void, mask: np.ndarray) -> None:
    """Marks the other players that take part, as receivers of a card (DFG-5.6)."""
    for distance in range(1, state["num_players"]):
        seat = seat_after(state, np.int64(state["to_move"]), distance)
        mask[dfg.FIRST_PLAYER + distance - 1] = state["is_in"][seat]


@kernel
def give_to(state: np.void, action: int) -> None:
    """Gives the chosen card to a player (DFG-5.6)."""
    distance = action - dfg.FIRST_PLAYER + 1
    state["recipient"] = seat_after(state, np.int64(state["to_move"]), distance)
    hand_over(state)
    state["phase"] = dfg.GIVE_CARD


@kernel
def hand_over(state: np.void) -> None:
    """Moves the chosen card at once."""
    giver, receiver = np.int64(state["to_move"]), np.int64(state["recipient"])
    cards.give(state, giver, receiver, np.int64(state["chosen_card"]))
    state["chosen_card"] = dfg.NO_CARD
    state["left_to_do"] -= 1


# K-change (DFG-5.8)


@kernel
def most_changes(state: np.void) -> int:
    """Returns how many cards may be changed now (DFG-5.8)."""
    if not dfg.can_draw(state):
        return 0
    kings = count_for(state, dfg.CHANGE13, dfg.KING)
    hand_size = np.int64(state["hand_sizes"][state["to_move"]])
    return min(kings, np.int64(state["pile_size"]), hand_size)


@kernel
def legal_change(state: np.void, mask: np.ndarray) -> None:
    """Marks all own cards as choices of a K-change, and stopping (DFG-5.8)."""
    cards.offer(dfg.without_second_joker(state["hands"][state["to_move"]]), mask)
    mask[dfg.STOP_ACTION] = 1


@kernel
def change(state: np.void, action: int) -> None:
    """Discards a card that a drawn one will replace, or stops."""
    if action == dfg.STOP_ACTION:
        state["left_to_do"] = 0
        return
    cards.discard(state, np.int64(state["to_move"]), action - dfg.FIRST_CARD)
    state["num_changed"] += 1
    state["left_to_do"] -= 1


@kernel
def draw_changed(state: np.void) -> None:
    """Draws as many cards as were discarded (DFG-5.8)."""
    for _ in range(state["num_changed"]):
        cards.draw(state, np.int64(state["to_move"]))
