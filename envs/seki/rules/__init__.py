"""The kernels of SEKI: decision points (SEKI-4D) and their effects."""

import numpy as np

from ...core.compiling.kernel import kernel
from ...core.kit.arrays import clear
from ...core.kit.seats import NOBODY
from .. import state as seki
from . import cards, symbols, turn
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


@kernel
def deal(state: np.void) -> None:
    """Starts a match from `rng` and the options (SEKI-3)."""
    turn.deal_match(state)


# TURN, TURN_R and TURN_B (SEKI-4.4 to 4.9)


@kernel
def legal_turn(state: np.void, mask: np.ndarray) -> None:
    """TRASH, USE, ACTIVATE and PASS, as far as they are allowed now."""
    seat = np.int64(state["to_move"])
    flipped = state["after_reset"] == 1 and state["reset_flip"] == 1
    for card in range(seki.NUM_NUMBERS):
        mask[card] = seki.can_trash(state, seat, card)
    if not flipped:
        for card in range(seki.NUM_NUMBERS, seki.NUM_CARDS):
            mask[card] = symbols.can_use(state, seat, card)
        if state["panel"][seat] != seki.ACTIVATED:
            legal_activate(state, seat, mask)
    barred = state["after_reset"] == 1 and state["pass_after_reset"] == seki.FORBIDDEN
    mask[seki.PASS_ACTION] = not barred or not mask.any()


@kernel
def legal_activate(state: np.void, seat: int, mask: np.ndarray) -> None:
    """The own role, if its condition holds; for NEW_GRAD the roles to copy (SEKI-4.7, 5.15)."""
    if state["role"][seat] != seki.NEW_GRAD:
        mask[seki.ACTIVATE_ACTION] = can_activate(state, seat, np.int64(state["role"][seat]))
        return
    for other in range(state["num_players"]):
        role = np.int64(state["role"][other])
        if other != seat and state["panel"][other] == seki.ACTIVATED and role != seki.EMPEROR:
            mask[seki.FIRST_COPY + role] = can_activate(state, seat, role)


@kernel
def apply_turn(state: np.void, action: int) -> None:
    """Carries out TRASH, USE, ACTIVATE or PASS."""
    seat = np.int64(state["to_move"])
    if action == seki.PASS_ACTION:
        turn.pass_turn(state)
        return
    state["progressed"] = 1
    if action < seki.NUM_NUMBERS:
        state["last_did"][seat] = seki.DID_TRASH
        cards.discard(state, seat, action)
        turn.finish_turn(state)
    elif action < seki.NUM_CARDS:
        state["last_did"][seat] = seki.DID_USE
        cards.set_aside(state, action)
        symbols.act_as(state, seki.kind_of(action))
    else:
        state["last_did"][seat] = seki.DID_ACTIVATE
        state["panel"][seat] = seki.ACTIVATED
        state["activation_turn"][seat] = state["own_turns"][seat]
        activate_as(state, seat, action)


@kernel
def apply_pass_drawn(state: np.void, action: int) -> None:
    """Trashes the drawn card or keeps it (SEKI-4.8)."""
    if action != seki.STOP_ACTION:
        cards.discard(state, np.int64(state["to_move"]), action)
    turn.finish_turn(state)


# Roles (SEKI-5.5 to 5.17), in chains of conditions: Numba can't cache calls through a table of
# kernels.


@kernel
def can_activate(state: np.void, seat: int, role: int) -> bool:
    """Whether the player fulfils the condition of a role."""
    if role == seki.ALCHEMIST:
        return alchemist.can_activate(state, seat)
    if role == seki.ANGLER:
        return angler.can_activate(state, seat)
    if role == seki.EMPEROR:
        return emperor.can_activate(state, seat)
    if role == seki.FORTUNE_TELLER:
        return fortune_teller.can_activate(state, seat)
    if role == seki.GAMBLER:
        return gambler.can_activate(state, seat)
    if role == seki.HACKER:
        return hacker.can_activate(state, seat)
    if role == seki.HUNTER:
        return hunter.can_activate(state, seat)
    if role == seki.MAGICIAN:
        return magician.can_activate(state, seat)
    if role == seki.MILLIONAIRE:
        return millionaire.can_activate(state, seat)
    if role == seki.POLICE_OFFICER:
        return police_officer.can_activate(state, seat)
    if role == seki.THIEF:
        return thief.can_activate(state, seat)
    return farmer.can_activate(state, seat)


@kernel
def activate_as(state: np.void, seat: int, action: int) -> None:
    """Activates the own role, or for NEW_GRAD the copied one, in his place (SEKI-5.15)."""
    role = np.int64(state["role"][seat])
    has_bonus = True
    if role == seki.NEW_GRAD:
        role = np.int64(action - seki.FIRST_COPY)
        state["copied"] = role
        has_bonus = state["new_grad_bonus_turn"] == 1
    if role in (seki.FORTUNE_TELLER, seki.HACKER, seki.MILLIONAIRE) and has_bonus:
        state["bonus_follows"] = 1
    activate(state, role)


@kernel
def activate(state: np.void, role: int) -> None:
    """Carries out the first steps of a role."""
    if role == seki.ALCHEMIST:
        alchemist.activate(state)
    elif role == seki.ANGLER:
        angler.activate(state)
    elif role == seki.EMPEROR:
        emperor.activate(state)
    elif role == seki.FORTUNE_TELLER:
        fortune_teller.activate(state)
    elif role == seki.GAMBLER:
        gambler.activate(state)
    elif role == seki.HACKER:
        hacker.activate(state)
    elif role == seki.HUNTER:
        hunter.activate(state)
    elif role == seki.MAGICIAN:
        magician.activate(state)
    elif role == seki.MILLIONAIRE:
        millionaire.activate(state)
    elif role == seki.POLICE_OFFICER:
        police_officer.activate(state)
    elif role == seki.THIEF:
        thief.activate(state)
    else:
        farmer.activate(state)


# All decisions


@kernel
def legal(state: np.void, mask: np.ndarray) -> int:
    """Fills the mask of the seat to move; returns how many actions are legal (0 when over)."""
    clear(mask)
    if state["to_move"] == NOBODY:
        return 0
    if state["phase"] == seki.TURN:
        legal_turn(state, mask)
    else:
        legal_choice(state, np.int64(state["phase"]), mask)
    count = 0
    for action in range(seki.NUM_ACTIONS):
        count += mask[action]
    return count


@kernel
def legal_choice(state: np.void, phase: int, mask: np.ndarray) -> None:
    """Marks the choices of a phase within an effect, or after a draw."""
    if phase == seki.PASS_DRAWN:
        mask[state["first_choice"]] = 1
        mask[seki.STOP_ACTION] = 1
    elif phase in (seki.TRADE_CARD, seki.ANGLER_CARD):
        symbols.legal_own_card(state, mask)
    elif phase == seki.TRADE_AGAIN:
        symbols.legal_own_card_or_none(state, mask)
    elif phase == seki.TRADE_TARGET:
        symbols.legal_trade_target(state, mask)
    elif phase in (seki.DISCARD_CARD, seki.GAMBLER_DISCARD):
        symbols.legal_shed(state, mask)
    elif phase in (seki.DIG_UP_NUMBER, seki.MILLIONAIRE_NUMBER):
        symbols.legal_own_number(state, mask)
    elif phase == seki.ALCHEMIST_FIRST:
        alchemist.legal_first(state, mask)
    elif phase == seki.ALCHEMIST_SECOND:
        alchemist.legal_second(state, mask)
    elif phase == seki.ALCHEMIST_DECLARE:
        alchemist.legal_declare(state, mask)
    elif phase == seki.ANGLER_GRAVE:
        angler.legal_grave(state, mask)
    elif phase == seki.EMPEROR_PICK:
        emperor.legal_pick(state, mask)
    elif phase == seki.GAMBLER_GUESS:
        gambler.legal_guess(state, mask)
    elif phase == seki.HACKER_PICK:
        hacker.legal_pick(state, mask)
    elif phase == seki.HUNTER_GIVE:
        hunter.legal_give(state, mask)
    elif phase == seki.HUNTER_TAKE:
        hunter.legal_take(state, mask)
    elif phase == seki.MAGICIAN_KIND:
        magician.legal_kind(state, mask)
    elif phase == seki.POLICE_TARGET:
        police_officer.legal_target(state, mask)
    elif phase == seki.POLICE_BACK:
        police_officer.legal_back(state, mask)
    elif phase == seki.FARMER_FIRST:
        farmer.legal_first(state, mask)
    elif phase == seki.FARMER_SECOND:
        farmer.legal_second(state, mask)
    else:
        farmer.legal_third(state, mask)


@kernel
def apply(state: np.void, action: int) -> None:
    """Carries out one decision of the seat to move, and all that follows without one."""
    phase = np.int64(state["phase"])
    if phase == seki.TURN:
        apply_turn(state, action)
    elif phase == seki.PASS_DRAWN:
        apply_pass_drawn(state, action)
    elif phase == seki.TRADE_CARD:
        symbols.apply_trade_card(state, action)
    elif phase == seki.TRADE_TARGET:
        symbols.apply_trade_target(state, action)
    elif phase == seki.TRADE_AGAIN:
        symbols.apply_trade_again(state, action)
    elif phase == seki.DISCARD_CARD:
        symbols.apply_discard(state, action)
    elif phase == seki.DIG_UP_NUMBER:
        symbols.apply_dig_up(state, action)
    else:
        apply_role_choice(state, phase, action)
    turn.go_on(state)


@kernel
def apply_role_choice(state: np.void, phase: int, action: int) -> None:
    """Carries out a choice within a role."""
    if phase == seki.ALCHEMIST_FIRST:
        alchemist.apply_first(state, action)
    elif phase == seki.ALCHEMIST_SECOND:
        alchemist.apply_second(state, action)
    elif phase == seki.ALCHEMIST_DECLARE:
        alchemist.apply_declare(state, action)
    elif phase == seki.ANGLER_CARD:
        angler.apply_card(state, action)
    elif phase == seki.ANGLER_GRAVE:
        angler.apply_grave(state, action)
    elif phase == seki.EMPEROR_PICK:
        emperor.apply_pick(state, action)
    elif phase == seki.GAMBLER_GUESS:
        gambler.apply_guess(state, action)
    elif phase == seki.GAMBLER_DISCARD:
        gambler.apply_discard(state, action)
    elif phase == seki.HACKER_PICK:
        hacker.apply_pick(state, action)
    elif phase == seki.HUNTER_GIVE:
        hunter.apply_give(state, action)
    elif phase == seki.HUNTER_TAKE:
        hunter.apply_take(state, action)
    elif phase == seki.MAGICIAN_KIND:
        magician.apply_kind(state, action)
    elif phase == seki.MILLIONAIRE_NUMBER:
        millionaire.apply_number(state, action)
    elif phase == seki.POLICE_TARGET:
        police_officer.apply_target(state, action)
    elif phase == seki.POLICE_BACK:
        police_officer.apply_back(state, action)
    elif phase == seki.FARMER_FIRST:
        farmer.apply_first(state, action)
    elif phase == seki.FARMER_SECOND:
        farmer.apply_second(state, action)
    else:
        farmer.apply_third(state, action)


@kernel
def score(state: np.void, points: np.ndarray) -> None:
    """Points of the games finished, less the mean of the table (SEKI-6.2, 6.3)."""
    total = 0.0
    for seat in range(state["num_players"]):
        total += state["match_points"][seat]
    clear(points)
    for seat in range(state["num_players"]):
        points[seat] = state["match_points"][seat] - total / state["num_players"]
