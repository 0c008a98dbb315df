"""Why an action is illegal in SEKI: the clause that forbids it."""

import numpy as np

from ..core.game import ActionKind
from .state import (
    ACTIVATE,
    ACTIVATED,
    ALCHEMIST_DECLARE,
    ALCHEMIST_FIRST,
    ALCHEMIST_SECOND,
    ANGLER_CARD,
    ANGLER_GRAVE,
    CARD,
    COPY,
    DIG_UP_NUMBER,
    DISCARD,
    DISCARD_CARD,
    EMPEROR,
    EMPEROR_PICK,
    FARMER_FIRST,
    FARMER_SECOND,
    FARMER_THIRD,
    GAMBLER_DISCARD,
    GAMBLER_GUESS,
    HACKER_PICK,
    HUNTER_GIVE,
    HUNTER_TAKE,
    MAGICIAN_KIND,
    MILLIONAIRE_NUMBER,
    NEW_GRAD,
    PASS,
    PASS_DRAWN,
    POLICE_BACK,
    POLICE_TARGET,
    TRADE_AGAIN,
    TRADE_CARD,
    TRADE_TARGET,
    TURN,
    beats,
    free_count,
    is_free,
    is_number,
    kind_of,
    number_of,
)
from .text import CHOOSING, QUESTIONS, ROLE_NAMES, card_name, decode

ROLE_CLAUSES = (5, 6, 8, 9, 10, 7, 12, 13, 14, 15, 11, 17, 16)  # of SEKI-5, role by role
CLAUSES = {
    TRADE_CARD: "SEKI-5.2",
    TRADE_TARGET: "SEKI-5.2",
    TRADE_AGAIN: "SEKI-5.2",
    DISCARD_CARD: "SEKI-5.4",
    DIG_UP_NUMBER: "SEKI-5.3",
    ALCHEMIST_FIRST: "SEKI-5.5",
    ALCHEMIST_SECOND: "SEKI-5.5",
    ALCHEMIST_DECLARE: "SEKI-5.5",
    ANGLER_CARD: "SEKI-5.6",
    ANGLER_GRAVE: "SEKI-5.6",
    EMPEROR_PICK: "SEKI-5.8",
    GAMBLER_GUESS: "SEKI-5.10",
    GAMBLER_DISCARD: "SEKI-5.10",
    HACKER_PICK: "SEKI-5.7",
    HUNTER_GIVE: "SEKI-5.12",
    HUNTER_TAKE: "SEKI-5.12",
    MAGICIAN_KIND: "SEKI-5.13",
    MILLIONAIRE_NUMBER: "SEKI-5.14",
    POLICE_TARGET: "SEKI-5.11",
    POLICE_BACK: "SEKI-5.11",
    FARMER_FIRST: "SEKI-5.16",
    FARMER_SECOND: "SEKI-5.16",
    FARMER_THIRD: "SEKI-5.16",
    PASS_DRAWN: "SEKI-4.8",
}
FARMERS_CARDS = (FARMER_FIRST, FARMER_SECOND, FARMER_THIRD)
OWN_CARDS = (
    *(point for point in CHOOSING if point not in (ANGLER_GRAVE, EMPEROR_PICK, HACKER_PICK)),
    *FARMERS_CARDS,
)
LAST_ZERO = "a 0 can't be trashed as the last card (SEKI-4.5)."
AFTER_A_FLIP = "after a reset that turns up a card only TRASH and PASS are allowed (SEKI-4.9)."


def why_illegal(state: np.void, action: int) -> str:
    """The clause that forbids an action to the seat to move."""
    kind, position = decode(action)
    seat, point = int(state["to_move"]), int(state["point"])
    if point != TURN:
        return _why_no_choice(state, seat, point, kind, position)
    if kind is CARD:
        return _why_no_card(state, seat, position)
    if kind is PASS:
        return "after a reset a pass is allowed only if nothing else is (SEKI-4.9)."
    if kind is ACTIVATE or kind is COPY:
        return _why_no_activation(state, seat, kind, position)
    return "a turn is TRASH, USE, ACTIVATE or PASS (SEKI-4.4)."


def _why_no_choice(state: np.void, seat: int, point: int, kind: ActionKind, position: int) -> str:
    """Within an effect: what is wrong with an own card, else what is asked."""
    why = ""
    if kind is CARD and point in OWN_CARDS:
        why = _why_no_own_card(state, seat, point, position)
    return why or f"the choice is another one now: {QUESTIONS[point]} ({CLAUSES[point]})."


def _why_no_own_card(state: np.void, seat: int, point: int, card: int) -> str:
    """What is wrong with choosing a card from the hand; nothing, if it is of the wrong sort."""
    name, is_last = card_name(card), state["zone_size"][seat] == 1
    if state["zone"][card] != seat:
        return f"{name} is not in the hand ({CLAUSES[point]})."
    if not is_free(state, card, seat):
        return f"{name} is frozen (SEKI-5.7)."
    if point in (DISCARD_CARD, GAMBLER_DISCARD) and is_last:
        return "an effect can't shed a 0 or a symbol as the last card (SEKI-4.13)."
    if state["offered"][card] or (point == ALCHEMIST_SECOND and state["first_choice"] == card):
        return f"{name} is chosen already ({CLAUSES[point]})."
    if point == HUNTER_GIVE and not is_number(card):
        return "the symbol deck has no card for one more symbol (SEKI-5.12)."
    if point in (ALCHEMIST_FIRST, ALCHEMIST_SECOND) and is_number(card):
        return f"{name} has no number that may be declared with it (SEKI-5.5)."
    if point in FARMERS_CARDS and is_number(card):
        return _why_no_farmers_card(state, point, card, is_last)
    return ""


def _why_no_farmers_card(state: np.void, point: int, card: int, is_last: bool) -> str:
    if number_of(card) == 0 and is_last:
        return LAST_ZERO
    if point == FARMER_THIRD:
        return (
            f"{card_name(card)} has neither the pile's number nor the next stronger one "
            "(SEKI-5.16)."
        )
    return f"{card_name(card)} does not beat the pile (SEKI-4.1)."


def _why_no_card(state: np.void, seat: int, card: int) -> str:
    name = card_name(card)
    if state["zone"][card] != seat:
        return f"{name} is not in the hand ({'SEKI-4.5' if is_number(card) else 'SEKI-4.6'})."
    if not is_free(state, card, seat):
        return f"{name} is frozen (SEKI-5.7)."
    if is_number(card):
        if not beats(state, number_of(card)):
            return f"{name} does not beat the pile (SEKI-4.1)."
        return LAST_ZERO
    if _is_flipped(state):
        return AFTER_A_FLIP
    if state["zone_size"][seat] < 2:
        return "a symbol can't be used as the last card (SEKI-4.6)."
    if kind_of(card) == DISCARD and free_count(state, seat) > 1:
        return "DISCARD can't shed a 0 or a symbol as the last card (SEKI-4.13)."
    return f"{name} would have no effect (SEKI-4.6)."


def _why_no_activation(state: np.void, seat: int, kind: ActionKind, position: int) -> str:
    role = int(state["role"][seat])
    if state["panel"][seat] == ACTIVATED:
        return "the panel is activated already (SEKI-4.7)."
    if _is_flipped(state):
        return AFTER_A_FLIP
    if (kind is COPY) != (role == NEW_GRAD):
        return "NEW GRAD copies a role, and everybody else activates the own one (SEKI-5.15)."
    if kind is COPY:
        role = position
        holders = np.flatnonzero(state["role"] == role)
        if role == EMPEROR or not (state["panel"][holders] == ACTIVATED).any():
            return "NEW GRAD copies a role that another activated, EMPEROR excepted (SEKI-5.15)."
    return f"the condition of {ROLE_NAMES[role]} does not hold (SEKI-5.{ROLE_CLAUSES[role]})."


def _is_flipped(state: np.void) -> bool:
    """Whether a reset has just turned up the first card of the new pile."""
    return bool(state["after_reset"] and state["reset_flip"])
