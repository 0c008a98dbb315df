"""The four symbols (SEKI-5.1 to SEKI-5.4): their conditions and effects.

MAGICIAN, which acts as a symbol with no card set aside (SEKI-5.13), and the trades of THIEF and
POLICE_OFFICER use these kernels too.
"""

import numpy as np

from ...core.compiling.kernel import kernel
from ...core.kit.seats import seat_after
from .. import state as seki
from . import cards, turn


@kernel
def can_use(state: np.void, seat: int, card: int) -> bool:
    """Whether a symbol of the hand may be used: not as the last card, not without effect.

    The hand size includes frozen cards (SEKI-4.6, SEKI-4.12, SEKI-4.14). A blank use is not
    punished but masked (SEKI-6.5).
    """
    if not seki.is_free(state, card, seat) or state["zone_size"][seat] < 2:
        return False
    kind = seki.kind_of(card)
    if kind == seki.DISCARD:
        return can_discard(state, seat, card)
    return can_act_as(state, seat, kind, 1)


@kernel
def can_act_as(state: np.void, seat: int, kind: int, spent: int) -> bool:
    """Whether REVERSE, TRADE or DIG UP is executable when it takes `spent` free cards."""
    if kind == seki.REVERSE:
        return True
    if kind == seki.TRADE:
        return can_trade(state, seat, spent)
    has_pile = cards.top_card(state, seki.NUMBER_GRAVEYARD) != seki.NO_CARD
    return has_pile and seki.free_numbers(state, seat) > 0


@kernel
def act_as(state: np.void, kind: int) -> None:
    """Begins the effect of a symbol."""
    if kind == seki.REVERSE:
        turn_direction(state)
    elif kind == seki.TRADE:
        turn.ask(state, seki.TRADE_CARD)
    elif kind == seki.DIG_UP:
        turn.ask(state, seki.DIG_UP_NUMBER)
    else:
        turn.ask(state, seki.DISCARD_CARD)


@kernel
def turn_direction(state: np.void) -> None:
    """Flips the direction indicator, the effect of REVERSE (SEKI-5.1)."""
    state["reversed"] = 1 - state["reversed"]
    turn.finish_effect(state)


# TRADE (SEKI-5.2)


@kernel
def can_trade(state: np.void, seat: int, spent: int) -> bool:
    """Whether the player has a free card besides `spent` ones and another player has one."""
    if seki.free_count(state, seat) <= spent:
        return False
    for distance in range(1, state["num_players"]):
        if can_be_target(state, seat_after(state, seat, distance)):
            return True
    return False


@kernel
def can_be_target(state: np.void, seat: int) -> bool:
    """Whether a player can be traded with."""
    return seki.in_game(state, seat) and seki.free_count(state, seat) > 0


@kernel
def legal_own_card(state: np.void, mask: np.ndarray) -> None:
    """Marks all free cards of the own hand."""
    seat = np.int64(state["to_move"])
    for card in range(seki.NUM_CARDS):
        mask[card] = seki.is_free(state, card, seat)


@kernel
def legal_own_card_or_none(state: np.void, mask: np.ndarray) -> None:
    """Marks all free cards of the own hand, and declining, which is always legal (SEKI-4.16)."""
    legal_own_card(state, mask)
    mask[seki.STOP_ACTION] = 1


@kernel
def apply_trade_card(state: np.void, action: int) -> None:
    """Stores the card to give away and asks for the target."""
    state["first_choice"] = action
    turn.ask(state, seki.TRADE_TARGET)


@kernel
def legal_trade_target(state: np.void, mask: np.ndarray) -> None:
    """Marks the other players in game with a free card."""
    for distance in range(1, state["num_players"]):
        if can_be_target(state, seat_after(state, np.int64(state["to_move"]), distance)):
            mask[seki.FIRST_TARGET + distance - 1] = 1


@kernel
def apply_trade_target(state: np.void, action: int) -> None:
    """Swaps the card for a random one of the target (SEKI-5.2).

    A role may go on to another TRADE.
    """
    seat = np.int64(state["to_move"])
    target = seat_after(state, seat, action - seki.FIRST_TARGET + 1)
    cards.swap(state, seat, np.int64(state["first_choice"]), target)
    state["first_choice"] = seki.NO_CARD
    if state["left_to_do"] > 0:
        offer_trade(state)
    else:
        turn.finish_effect(state)


@kernel
def offer_trade(state: np.void) -> None:
    """Offers the optional TRADE of a role, if one is possible."""
    state["left_to_do"] = 0
    if can_trade(state, np.int64(state["to_move"]), 0):
        turn.ask(state, seki.TRADE_AGAIN)
    else:
        turn.finish_effect(state)


@kernel
def apply_trade_again(state: np.void, action: int) -> None:
    """Begins the optional TRADE, or declines it."""
    if action == seki.STOP_ACTION:
        turn.finish_effect(state)
    else:
        apply_trade_card(state, action)


# DIG UP (SEKI-5.3)


@kernel
def legal_own_number(state: np.void, mask: np.ndarray) -> None:
    """Marks all free number cards of the own hand."""
    seat = np.int64(state["to_move"])
    for card in range(seki.NUM_NUMBERS):
        mask[card] = seki.is_free(state, card, seat)


@kernel
def apply_dig_up(state: np.void, action: int) -> None:
    """Takes the pile's top card and puts a number of the hand in its place (SEKI-5.3)."""
    seat = np.int64(state["to_move"])
    cards.move_openly(state, cards.top_card(state, seki.NUMBER_GRAVEYARD), seat)
    cards.move_openly(state, action, seki.NUMBER_GRAVEYARD)
    if state["top_kind"] != seki.DECLARED:
        if state["dig_up_top"] == seki.ALWAYS_KEEPS:
            state["top_kind"] = seki.GHOST
        else:
            state["top"] = seki.number_of(action)
            state["top_kind"] = seki.NATURAL
    if state["dig_up_takes_right"] == 1:
        state["right"] = seat
    turn.finish_effect(state)


# DISCARD (SEKI-5.4)


@kernel
def can_discard(state: np.void, seat: int, discard_card: int) -> bool:
    """Whether another card may be discarded with DISCARD (SEKI-5.4)."""
    for card in range(seki.NUM_CARDS):
        if (
            card != discard_card
            and seki.is_free(state, card, seat)
            and may_shed(state, card, state["zone_size"][seat] - 1)
        ):
            return True
    return False


@kernel
def may_shed(state: np.void, card: int, hand_size: int) -> bool:
    """Whether an effect may discard a card from a hand of `hand_size` (SEKI-4.12, SEKI-4.13).

    With `strict` the last card can't be a 0 or a symbol. The hand size includes frozen cards
    (SEKI-4.14).
    """
    if state["forbidden_finish_scope"] != seki.STRICT or hand_size > 1:
        return True
    return seki.is_number(card) and seki.number_of(card) != 0


@kernel
def can_shed(state: np.void, seat: int) -> bool:
    """Whether the hand has a card that an effect may discard (SEKI-4.13)."""
    size = np.int64(state["zone_size"][seat])
    for card in range(seki.NUM_CARDS):
        if seki.is_free(state, card, seat) and may_shed(state, card, size):
            return True
    return False


@kernel
def legal_shed(state: np.void, mask: np.ndarray) -> None:
    """Marks the free cards that an effect may discard."""
    seat = np.int64(state["to_move"])
    size = np.int64(state["zone_size"][seat])
    for card in range(seki.NUM_CARDS):
        mask[card] = seki.is_free(state, card, seat) and may_shed(state, card, size)


@kernel
def apply_discard(state: np.void, action: int) -> None:
    """Discards the chosen card; DISCARD follows it (SEKI-5.4)."""
    cards.discard(state, np.int64(state["to_move"]), action)
    turn.finish_effect(state)
