"""The kernels of SEKI: decision points (SEKI-4D) and their effects."""

import numpy as np

from ...core.compiling.kernel import kernel, switch
from ...core.contract.phases import by_phase
from ...core.kit.arrays import clear, count_ones
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


# Roles (SEKI-5.5 to 5.17)

ROLES = {
    seki.ALCHEMIST: alchemist,
    seki.ANGLER: angler,
    seki.EMPEROR: emperor,
    seki.FORTUNE_TELLER: fortune_teller,
    seki.GAMBLER: gambler,
    seki.HACKER: hacker,
    seki.HUNTER: hunter,
    seki.MAGICIAN: magician,
    seki.MILLIONAIRE: millionaire,
    seki.POLICE_OFFICER: police_officer,
    seki.THIEF: thief,
    seki.FARMER: farmer,
}
# `can_activate(role, state, seat)`: whether a player fulfils the condition of a role.
conditions = {role: room.can_activate for role, room in ROLES.items()}
can_activate = switch("seki_v0.can_activate", conditions, "state", "seat")
# `activate(role, state)` carries out the first steps of a role.
first_steps = {role: room.activate for role, room in ROLES.items()}
activate = switch("seki_v0.activate", first_steps, "state")


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
    activate(role, state)


# TURN, TURN_R and TURN_B (SEKI-4.4 to 4.9)


@kernel
def legal_turn(state: np.void, mask: np.ndarray) -> None:
    """Marks the legal ones of TRASH, USE, ACTIVATE and PASS (SEKI-4.4)."""
    seat = np.int64(state["to_move"])
    flipped = state["after_reset"] == 1 and state["reset_flip"] == 1
    seki.mark_trash(state, seat, mask)
    if not flipped:
        for card in range(seki.NUM_NUMBERS, seki.NUM_CARDS):
            mask[card] = symbols.can_use(state, seat, card)
        if state["panel"][seat] != seki.ACTIVATED:
            legal_activate(state, seat, mask)
    barred = state["after_reset"] == 1 and state["pass_after_reset"] == seki.FORBIDDEN
    mask[seki.PASS_ACTION] = not barred or not mask.any()


@kernel
def legal_activate(state: np.void, seat: int, mask: np.ndarray) -> None:
    """Marks activating the own role, or for NEW_GRAD the roles to copy (SEKI-4.7, SEKI-5.15)."""
    if state["role"][seat] != seki.NEW_GRAD:
        mask[seki.ACTIVATE_ACTION] = can_activate(state["role"][seat], state, seat)
        return
    for other in range(state["num_players"]):
        role = np.int64(state["role"][other])
        if other != seat and state["panel"][other] == seki.ACTIVATED and role != seki.EMPEROR:
            mask[seki.FIRST_COPY + role] = can_activate(role, state, seat)


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
def legal_pass_drawn(state: np.void, mask: np.ndarray) -> None:
    """Marks trashing the drawn card and keeping it (SEKI-4.8)."""
    mask[state["first_choice"]] = 1
    mask[seki.STOP_ACTION] = 1


@kernel
def apply_pass_drawn(state: np.void, action: int) -> None:
    """Trashes the drawn card or keeps it (SEKI-4.8)."""
    if action != seki.STOP_ACTION:
        cards.discard(state, np.int64(state["to_move"]), action)
    turn.finish_turn(state)


# All decisions

STEPS = {
    seki.TURN: (legal_turn, apply_turn),
    seki.PASS_DRAWN: (legal_pass_drawn, apply_pass_drawn),
    seki.TRADE_CARD: (symbols.legal_own_card, symbols.apply_trade_card),
    seki.TRADE_TARGET: (symbols.legal_trade_target, symbols.apply_trade_target),
    seki.TRADE_AGAIN: (symbols.legal_own_card_or_none, symbols.apply_trade_again),
    seki.DISCARD_CARD: (symbols.legal_shed, symbols.apply_discard),
    seki.DIG_UP_NUMBER: (symbols.legal_own_number, symbols.apply_dig_up),
    seki.ALCHEMIST_FIRST: (alchemist.legal_first, alchemist.apply_first),
    seki.ALCHEMIST_SECOND: (alchemist.legal_second, alchemist.apply_second),
    seki.ALCHEMIST_DECLARE: (alchemist.legal_declare, alchemist.apply_declare),
    seki.ANGLER_CARD: (symbols.legal_own_card, angler.apply_card),
    seki.ANGLER_GRAVE: (angler.legal_grave, angler.apply_grave),
    seki.EMPEROR_PICK: (emperor.legal_pick, emperor.apply_pick),
    seki.GAMBLER_GUESS: (gambler.legal_guess, gambler.apply_guess),
    seki.GAMBLER_DISCARD: (symbols.legal_shed, gambler.apply_discard),
    seki.HACKER_PICK: (hacker.legal_pick, hacker.apply_pick),
    seki.HUNTER_GIVE: (hunter.legal_give, hunter.apply_give),
    seki.HUNTER_TAKE: (hunter.legal_take, hunter.apply_take),
    seki.MAGICIAN_KIND: (magician.legal_kind, magician.apply_kind),
    seki.MILLIONAIRE_NUMBER: (symbols.legal_own_number, millionaire.apply_number),
    seki.POLICE_TARGET: (police_officer.legal_target, police_officer.apply_target),
    seki.POLICE_BACK: (police_officer.legal_back, police_officer.apply_back),
    seki.FARMER_FIRST: (farmer.legal_first, farmer.apply_first),
    seki.FARMER_SECOND: (farmer.legal_second, farmer.apply_second),
    seki.FARMER_THIRD: (farmer.legal_third, farmer.apply_third),
}
mark, carry_out = by_phase("seki_v0", STEPS)


@kernel
def legal(state: np.void, mask: np.ndarray) -> int:
    """Fills the int8 mask of the seat to move and returns the number of legal actions."""
    clear(mask)
    if state["to_move"] == NOBODY:
        return 0
    mark(state["phase"], state, mask)
    return count_ones(mask, seki.NUM_ACTIONS)


@kernel
def apply(state: np.void, action: int) -> None:
    """Carries out one decision of the seat to move, and all that follows without one."""
    carry_out(state["phase"], state, action)
    turn.go_on(state)


@kernel
def score(state: np.void, points: np.ndarray) -> None:
    """Writes the points of the finished games less their mean (SEKI-6.2, SEKI-6.3)."""
    total = 0.0
    for seat in range(state["num_players"]):
        total += state["match_points"][seat]
    clear(points)
    for seat in range(state["num_players"]):
        points[seat] = state["match_points"][seat] - total / state["num_players"]


@kernel
def settled_points(state: np.void, seat: int) -> float:
    """Returns the points of a seat once it has its place in the last game; NaN before.

    The places that are still open share the points that are left, so the mean is known.
    """
    if state["place"][seat] == 0 or state["game_number"] + 1 < state["num_games"]:
        return np.nan
    total = 0.0
    for other in range(state["num_players"]):
        total += state["match_points"][other] + state["points"][other]
    won = state["match_points"][seat] + state["points"][state["place"][seat] - 1]
    return won - total / state["num_players"]
