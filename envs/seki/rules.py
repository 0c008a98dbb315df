"""The kernels of SEKI: which decision is asked (SEKI-4D), and what carries it out."""

import numpy as np

from ..core.game import NOBODY
from ..core.kernel import kernel
from .cards import discard, set_aside
from .roles import (
    alchemist,
    angler,
    emperor,
    farmer,
    fortune_teller,
    gambler,
    hacker,
    hunter,
    magician,
    millionaire,
    police_officer,
    thief,
)
from .state import (
    ACTIVATE_ACTION,
    ACTIVATED,
    ALCHEMIST,
    ALCHEMIST_DECLARE,
    ALCHEMIST_FIRST,
    ALCHEMIST_SECOND,
    ANGLER,
    ANGLER_CARD,
    ANGLER_GRAVE,
    DID_ACTIVATE,
    DID_TRASH,
    DID_USE,
    DIG_UP_NUMBER,
    DISCARD_CARD,
    EMPEROR,
    EMPEROR_PICK,
    FARMER_FIRST,
    FARMER_SECOND,
    FIRST_COPY,
    FORBIDDEN,
    FORTUNE_TELLER,
    GAMBLER,
    GAMBLER_DISCARD,
    GAMBLER_GUESS,
    HACKER,
    HACKER_PICK,
    HUNTER,
    HUNTER_GIVE,
    HUNTER_TAKE,
    MAGICIAN,
    MAGICIAN_KIND,
    MAX_PLAYERS,
    MILLIONAIRE,
    MILLIONAIRE_NUMBER,
    NEW_GRAD,
    NUM_ACTIONS,
    NUM_CARDS,
    NUM_NUMBERS,
    PASS_ACTION,
    PASS_DRAWN,
    POLICE_BACK,
    POLICE_OFFICER,
    POLICE_TARGET,
    STOP_ACTION,
    THIEF,
    TRADE_AGAIN,
    TRADE_CARD,
    TRADE_TARGET,
    TURN,
    can_trash,
    kind_of,
)
from .symbols import (
    act_as,
    apply_dig_up,
    apply_discard,
    apply_trade_again,
    apply_trade_card,
    apply_trade_target,
    can_use,
    legal_own_card,
    legal_own_card_or_none,
    legal_own_number,
    legal_shed,
    legal_trade_target,
)
from .turn import deal_match, finish_turn, go_on, pass_turn


@kernel
def deal(state: np.void) -> None:
    """Starts a match from `rng` and the options (SEKI-3)."""
    deal_match(state)


# TURN, TURN_R and TURN_B (SEKI-4.4 to 4.9)


@kernel
def legal_turn(state: np.void, mask: np.ndarray) -> None:
    """TRASH, USE, ACTIVATE and PASS, as far as they are allowed now."""
    seat = np.int64(state["to_move"])
    flipped = state["after_reset"] == 1 and state["reset_flip"] == 1
    for card in range(NUM_NUMBERS):
        mask[card] = can_trash(state, seat, card)
    if not flipped:
        for card in range(NUM_NUMBERS, NUM_CARDS):
            mask[card] = can_use(state, seat, card)
        if state["panel"][seat] != ACTIVATED:
            legal_activate(state, seat, mask)
    barred = state["after_reset"] == 1 and state["pass_after_reset"] == FORBIDDEN
    mask[PASS_ACTION] = not barred or not mask.any()


@kernel
def legal_activate(state: np.void, seat: int, mask: np.ndarray) -> None:
    """The own role, if its condition holds; for NEW_GRAD the roles to copy (SEKI-4.7, 5.15)."""
    if state["role"][seat] != NEW_GRAD:
        mask[ACTIVATE_ACTION] = can_activate(state, seat, np.int64(state["role"][seat]))
        return
    for other in range(state["num_players"]):
        role = np.int64(state["role"][other])
        if other != seat and state["panel"][other] == ACTIVATED and role != EMPEROR:
            mask[FIRST_COPY + role] = can_activate(state, seat, role)


@kernel
def apply_turn(state: np.void, action: int) -> None:
    """Carries out TRASH, USE, ACTIVATE or PASS."""
    seat = np.int64(state["to_move"])
    if action == PASS_ACTION:
        pass_turn(state)
        return
    state["progressed"] = 1
    if action < NUM_NUMBERS:
        state["last_did"][seat] = DID_TRASH
        discard(state, seat, action)
        finish_turn(state)
    elif action < NUM_CARDS:
        state["last_did"][seat] = DID_USE
        set_aside(state, action)
        act_as(state, kind_of(action))
    else:
        state["last_did"][seat] = DID_ACTIVATE
        state["panel"][seat] = ACTIVATED
        state["activation_turn"][seat] = state["own_turns"][seat]
        activate_as(state, seat, action)


@kernel
def apply_pass_drawn(state: np.void, action: int) -> None:
    """Trashes the drawn card or keeps it (SEKI-4.8)."""
    if action != STOP_ACTION:
        discard(state, np.int64(state["to_move"]), action)
    finish_turn(state)


# Roles (SEKI-5.5 to 5.17), in chains of conditions: Numba can't cache calls through a table of
# kernels.


@kernel
def can_activate(state: np.void, seat: int, role: int) -> bool:
    """Whether the player fulfils the condition of a role."""
    if role == ALCHEMIST:
        return alchemist.can_activate(state, seat)
    if role == ANGLER:
        return angler.can_activate(state, seat)
    if role == EMPEROR:
        return emperor.can_activate(state, seat)
    if role == FORTUNE_TELLER:
        return fortune_teller.can_activate(state, seat)
    if role == GAMBLER:
        return gambler.can_activate(state, seat)
    if role == HACKER:
        return hacker.can_activate(state, seat)
    if role == HUNTER:
        return hunter.can_activate(state, seat)
    if role == MAGICIAN:
        return magician.can_activate(state, seat)
    if role == MILLIONAIRE:
        return millionaire.can_activate(state, seat)
    if role == POLICE_OFFICER:
        return police_officer.can_activate(state, seat)
    if role == THIEF:
        return thief.can_activate(state, seat)
    return farmer.can_activate(state, seat)


@kernel
def activate_as(state: np.void, seat: int, action: int) -> None:
    """Activates the own role, or for NEW_GRAD the copied one, in his place (SEKI-5.15)."""
    role = np.int64(state["role"][seat])
    has_bonus = True
    if role == NEW_GRAD:
        role = np.int64(action - FIRST_COPY)
        state["copied"] = role
        has_bonus = state["new_grad_bonus_turn"] == 1
    if role in (FORTUNE_TELLER, HACKER, MILLIONAIRE) and has_bonus:
        state["bonus_follows"] = 1
    activate(state, role)


@kernel
def activate(state: np.void, role: int) -> None:
    """Carries out the first steps of a role."""
    if role == ALCHEMIST:
        alchemist.activate(state)
    elif role == ANGLER:
        angler.activate(state)
    elif role == EMPEROR:
        emperor.activate(state)
    elif role == FORTUNE_TELLER:
        fortune_teller.activate(state)
    elif role == GAMBLER:
        gambler.activate(state)
    elif role == HACKER:
        hacker.activate(state)
    elif role == HUNTER:
        hunter.activate(state)
    elif role == MAGICIAN:
        magician.activate(state)
    elif role == MILLIONAIRE:
        millionaire.activate(state)
    elif role == POLICE_OFFICER:
        police_officer.activate(state)
    elif role == THIEF:
        thief.activate(state)
    else:
        farmer.activate(state)


# All decisions


@kernel
def legal(state: np.void, mask: np.ndarray) -> int:
    """Fills the mask of the seat to move; returns how many actions are legal (0 when over)."""
    for action in range(NUM_ACTIONS):
        mask[action] = 0
    if state["to_move"] == NOBODY:
        return 0
    if state["point"] == TURN:
        legal_turn(state, mask)
    else:
        legal_choice(state, np.int64(state["point"]), mask)
    count = 0
    for action in range(NUM_ACTIONS):
        count += mask[action]
    return count


@kernel
def legal_choice(state: np.void, point: int, mask: np.ndarray) -> None:
    """The choices at a point within an effect, or after a draw."""
    if point == PASS_DRAWN:
        mask[state["first_choice"]] = 1
        mask[STOP_ACTION] = 1
    elif point in (TRADE_CARD, ANGLER_CARD):
        legal_own_card(state, mask)
    elif point == TRADE_AGAIN:
        legal_own_card_or_none(state, mask)
    elif point == TRADE_TARGET:
        legal_trade_target(state, mask)
    elif point in (DISCARD_CARD, GAMBLER_DISCARD):
        legal_shed(state, mask)
    elif point in (DIG_UP_NUMBER, MILLIONAIRE_NUMBER):
        legal_own_number(state, mask)
    elif point == ALCHEMIST_FIRST:
        alchemist.legal_first(state, mask)
    elif point == ALCHEMIST_SECOND:
        alchemist.legal_second(state, mask)
    elif point == ALCHEMIST_DECLARE:
        alchemist.legal_declare(state, mask)
    elif point == ANGLER_GRAVE:
        angler.legal_grave(state, mask)
    elif point == EMPEROR_PICK:
        emperor.legal_pick(state, mask)
    elif point == GAMBLER_GUESS:
        gambler.legal_guess(state, mask)
    elif point == HACKER_PICK:
        hacker.legal_pick(state, mask)
    elif point == HUNTER_GIVE:
        hunter.legal_give(state, mask)
    elif point == HUNTER_TAKE:
        hunter.legal_take(state, mask)
    elif point == MAGICIAN_KIND:
        magician.legal_kind(state, mask)
    elif point == POLICE_TARGET:
        police_officer.legal_target(state, mask)
    elif point == POLICE_BACK:
        police_officer.legal_back(state, mask)
    elif point == FARMER_FIRST:
        farmer.legal_first(state, mask)
    elif point == FARMER_SECOND:
        farmer.legal_second(state, mask)
    else:
        farmer.legal_third(state, mask)


@kernel
def apply(state: np.void, action: int) -> None:
    """Carries out one decision of the seat to move, and all that follows without one."""
    point = np.int64(state["point"])
    if point == TURN:
        apply_turn(state, action)
    elif point == PASS_DRAWN:
        apply_pass_drawn(state, action)
    elif point == TRADE_CARD:
        apply_trade_card(state, action)
    elif point == TRADE_TARGET:
        apply_trade_target(state, action)
    elif point == TRADE_AGAIN:
        apply_trade_again(state, action)
    elif point == DISCARD_CARD:
        apply_discard(state, action)
    elif point == DIG_UP_NUMBER:
        apply_dig_up(state, action)
    else:
        apply_role_choice(state, point, action)
    go_on(state)


@kernel
def apply_role_choice(state: np.void, point: int, action: int) -> None:
    """Carries out a choice within a role."""
    if point == ALCHEMIST_FIRST:
        alchemist.apply_first(state, action)
    elif point == ALCHEMIST_SECOND:
        alchemist.apply_second(state, action)
    elif point == ALCHEMIST_DECLARE:
        alchemist.apply_declare(state, action)
    elif point == ANGLER_CARD:
        angler.apply_card(state, action)
    elif point == ANGLER_GRAVE:
        angler.apply_grave(state, action)
    elif point == EMPEROR_PICK:
        emperor.apply_pick(state, action)
    elif point == GAMBLER_GUESS:
        gambler.apply_guess(state, action)
    elif point == GAMBLER_DISCARD:
        gambler.apply_discard(state, action)
    elif point == HACKER_PICK:
        hacker.apply_pick(state, action)
    elif point == HUNTER_GIVE:
        hunter.apply_give(state, action)
    elif point == HUNTER_TAKE:
        hunter.apply_take(state, action)
    elif point == MAGICIAN_KIND:
        magician.apply_kind(state, action)
    elif point == MILLIONAIRE_NUMBER:
        millionaire.apply_number(state, action)
    elif point == POLICE_TARGET:
        police_officer.apply_target(state, action)
    elif point == POLICE_BACK:
        police_officer.apply_back(state, action)
    elif point == FARMER_FIRST:
        farmer.apply_first(state, action)
    elif point == FARMER_SECOND:
        farmer.apply_second(state, action)
    else:
        farmer.apply_third(state, action)


@kernel
def score(state: np.void, points: np.ndarray) -> None:
    """Points of the games finished, less the mean of the table (SEKI-6.2, 6.3)."""
    total = 0.0
    for seat in range(state["num_players"]):
        total += state["match_points"][seat]
    for seat in range(MAX_PLAYERS):
        points[seat] = 0.0
    for seat in range(state["num_players"]):
        points[seat] = state["match_points"][seat] - total / state["num_players"]
