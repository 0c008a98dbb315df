"""The four symbols (SEKI-5.1 to 5.4): whether one can be used, and what it does.

MAGICIAN acts as a symbol with no card set aside (SEKI-5.13), THIEF and POLICE_OFFICER trade; they
come here too.
"""

import numpy as np

from ..core.kernel import kernel
from .cards import discard, move_openly, swap, top_card
from .state import (
    ALWAYS_KEEPS,
    DECLARED,
    DIG_UP,
    DIG_UP_NUMBER,
    DISCARD,
    DISCARD_CARD,
    FIRST_TARGET,
    GHOST,
    NATURAL,
    NO_CARD,
    NUM_CARDS,
    NUM_NUMBERS,
    NUMBER_GRAVEYARD,
    REVERSE,
    STOP_ACTION,
    STRICT,
    TRADE,
    TRADE_AGAIN,
    TRADE_CARD,
    TRADE_TARGET,
    free_count,
    free_numbers,
    in_game,
    is_free,
    is_number,
    kind_of,
    number_of,
    seat_after,
)
from .turn import ask, finish_effect


@kernel
def can_use(state: np.void, seat: int, card: int) -> bool:
    """Whether a symbol of the hand may be used: never as the last card, never blank (SEKI-4.6)."""
    if not is_free(state, card, seat) or state["zone_size"][seat] < 2:
        return False
    kind = kind_of(card)
    if kind == DISCARD:
        return can_discard(state, seat, card)
    return can_act_as(state, seat, kind, 1)


@kernel
def can_act_as(state: np.void, seat: int, kind: int, spent: int) -> bool:
    """Whether REVERSE, TRADE or DIG UP has an effect when so many free cards are spent on it."""
    if kind == REVERSE:
        return True
    if kind == TRADE:
        return can_trade(state, seat, spent)
    return free_numbers(state, seat) > 0 and top_card(state, NUMBER_GRAVEYARD) != NO_CARD


@kernel
def act_as(state: np.void, kind: int) -> None:
    """Begins the effect of a symbol."""
    if kind == REVERSE:
        turn_direction(state)
    elif kind == TRADE:
        ask(state, TRADE_CARD)
    elif kind == DIG_UP:
        ask(state, DIG_UP_NUMBER)
    else:
        ask(state, DISCARD_CARD)


@kernel
def turn_direction(state: np.void) -> None:
    """REVERSE flips the indicator (SEKI-5.1)."""
    state["reversed"] = 1 - state["reversed"]
    finish_effect(state)


# TRADE (SEKI-5.2)


@kernel
def can_trade(state: np.void, seat: int, spent: int) -> bool:
    """Whether the player has a free card besides the spent ones, and somebody else has one."""
    if free_count(state, seat) <= spent:
        return False
    for distance in range(1, state["num_players"]):
        if can_be_target(state, seat_after(state, seat, distance)):
            return True
    return False


@kernel
def can_be_target(state: np.void, seat: int) -> bool:
    """Whether a player can be traded with."""
    return in_game(state, seat) and free_count(state, seat) > 0


@kernel
def legal_own_card(state: np.void, mask: np.ndarray) -> None:
    """Any free card of one's own."""
    seat = np.int64(state["to_move"])
    for card in range(NUM_CARDS):
        mask[card] = is_free(state, card, seat)


@kernel
def legal_own_card_or_none(state: np.void, mask: np.ndarray) -> None:
    """Any free card of one's own, or declining."""
    legal_own_card(state, mask)
    mask[STOP_ACTION] = 1


@kernel
def apply_trade_card(state: np.void, action: int) -> None:
    """Lays the card to give away face down."""
    state["first_choice"] = action
    ask(state, TRADE_TARGET)


@kernel
def legal_trade_target(state: np.void, mask: np.ndarray) -> None:
    """Another player in game with a free card."""
    for distance in range(1, state["num_players"]):
        if can_be_target(state, seat_after(state, np.int64(state["to_move"]), distance)):
            mask[FIRST_TARGET + distance - 1] = 1


@kernel
def apply_trade_target(state: np.void, action: int) -> None:
    """Swaps the card for a random one of the target; a role may go on to another TRADE."""
    seat = np.int64(state["to_move"])
    target = seat_after(state, seat, action - FIRST_TARGET + 1)
    swap(state, seat, np.int64(state["first_choice"]), target)
    state["first_choice"] = NO_CARD
    if state["left_to_do"] > 0:
        offer_trade(state)
    else:
        finish_effect(state)


@kernel
def offer_trade(state: np.void) -> None:
    """Asks for the last optional TRADE of a role, where one is possible."""
    state["left_to_do"] = 0
    if can_trade(state, np.int64(state["to_move"]), 0):
        ask(state, TRADE_AGAIN)
    else:
        finish_effect(state)


@kernel
def apply_trade_again(state: np.void, action: int) -> None:
    """Trades once more, or declines."""
    if action == STOP_ACTION:
        finish_effect(state)
    else:
        apply_trade_card(state, action)


# DIG UP (SEKI-5.3)


@kernel
def legal_own_number(state: np.void, mask: np.ndarray) -> None:
    """Any free number card of one's own."""
    seat = np.int64(state["to_move"])
    for card in range(NUM_NUMBERS):
        mask[card] = is_free(state, card, seat)


@kernel
def apply_dig_up(state: np.void, action: int) -> None:
    """Takes the pile's top card and puts a number of the hand in its place."""
    seat = np.int64(state["to_move"])
    move_openly(state, top_card(state, NUMBER_GRAVEYARD), seat)
    move_openly(state, action, NUMBER_GRAVEYARD)
    if state["top_kind"] != DECLARED:
        if state["dig_up_top"] == ALWAYS_KEEPS:
            state["top_kind"] = GHOST
        else:
            state["top"] = number_of(action)
            state["top_kind"] = NATURAL
    if state["dig_up_takes_right"] == 1:
        state["right"] = seat
    finish_effect(state)


# DISCARD (SEKI-5.4)


@kernel
def can_discard(state: np.void, seat: int, discard_card: int) -> bool:
    """Whether some other card may be discarded with DISCARD."""
    for card in range(NUM_CARDS):
        if (
            card != discard_card
            and is_free(state, card, seat)
            and may_shed(state, card, state["zone_size"][seat] - 1)
        ):
            return True
    return False


@kernel
def may_shed(state: np.void, card: int, hand_size: int) -> bool:
    """Whether an effect may discard a card of a hand of this size (SEKI-4.12, 4.13)."""
    if state["forbidden_finish_scope"] != STRICT or hand_size > 1:
        return True
    return is_number(card) and number_of(card) != 0


@kernel
def can_shed(state: np.void, seat: int) -> bool:
    """Whether an effect has a card to discard."""
    for card in range(NUM_CARDS):
        if is_free(state, card, seat) and may_shed(state, card, np.int64(state["zone_size"][seat])):
            return True
    return False


@kernel
def legal_shed(state: np.void, mask: np.ndarray) -> None:
    """Any free card that may be discarded by an effect."""
    seat = np.int64(state["to_move"])
    for card in range(NUM_CARDS):
        mask[card] = is_free(state, card, seat) and may_shed(
            state, card, np.int64(state["zone_size"][seat])
        )


@kernel
def apply_discard(state: np.void, action: int) -> None:
    """Discards the chosen card; DISCARD follows it."""
    discard(state, np.int64(state["to_move"]), action)
    finish_effect(state)
