"""Reasons why an action of SEKI is illegal, with the clause that forbids it."""

import numpy as np

from fudaba.common.languages import N_, translator

from ...core.contract.fields import ActionKind, decode
from .. import state as seki
from ..options import ROLE_CLAUSES, ROLES
from .words import card_word

FARMERS_CARDS = (seki.FARMER_FIRST, seki.FARMER_SECOND, seki.FARMER_THIRD)
LAST_ZERO = N_("a 0 can't be trashed as the last card (SEKI-4.5).")
AFTER_A_FLIP = N_("after a reset that turns up a card only TRASH and PASS are allowed (SEKI-4.9).")

_, _n = translator("seki")


def why_illegal(state: np.void, action: int) -> str:
    """Returns the reason why the seat to move may not take an action, with its clause."""
    kind, position = decode(seki.ACTIONS, action)
    seat, phase = int(state["to_move"]), int(state["phase"])
    if phase != seki.TURN:
        return _why_no_choice(state, seat, phase, kind, position)
    if kind is seki.CARD:
        return _why_no_card(state, seat, position)
    if kind is seki.PASS:
        return _("after a reset a pass is allowed only if nothing else is (SEKI-4.9).")
    if kind is seki.ACTIVATE or kind is seki.COPY:
        return _why_no_activation(state, seat, kind, position)
    return _("a turn is TRASH, USE, ACTIVATE or PASS (SEKI-4.4).")


def _why_no_choice(state: np.void, seat: int, phase: int, kind: ActionKind, position: int) -> str:
    """Returns why a choice within an effect is illegal: by the card, else by the question."""
    why = ""
    if kind is seki.CARD and seki.PHASES[phase].from_hand:
        why = _why_no_own_card(state, seat, phase, position)
    return why or seki.PHASES[phase].why_not_now(_)


def _why_no_own_card(state: np.void, seat: int, phase: int, card: int) -> str:
    """Returns why a card of the hand can't be chosen, or an empty text for the wrong sort."""
    word, clause = card_word(card), seki.PHASES[phase].clause
    is_last = state["zone_size"][seat] == 1
    if why := _why_not_free(state, seat, card, clause):
        return why
    if phase in (seki.DISCARD_CARD, seki.GAMBLER_DISCARD) and is_last:
        return _("an effect can't shed a 0 or a symbol as the last card (SEKI-4.13).")
    if state["offered"][card] or (phase == seki.ALCHEMIST_SECOND and state["first_choice"] == card):
        return _("{card} is chosen already ({clause}).", card=word, clause=clause)
    if phase == seki.HUNTER_GIVE and not seki.is_number(card):
        return _("the symbol deck has no card for one more symbol (SEKI-5.12).")
    if phase in (seki.ALCHEMIST_FIRST, seki.ALCHEMIST_SECOND) and seki.is_number(card):
        return _("{card} has no number that may be declared with it (SEKI-5.5).", card=word)
    if phase in FARMERS_CARDS and seki.is_number(card):
        return _why_no_farmers_card(phase, card, is_last)
    return ""


def _why_not_free(state: np.void, seat: int, card: int, clause: str) -> str:
    """Returns the reason that a card is frozen or not in the hand; empty for a free card."""
    if state["zone"][card] != seat:
        return _("{card} is not in the hand ({clause}).", card=card_word(card), clause=clause)
    if not seki.is_free(state, card, seat):
        return _("{card} is frozen (SEKI-5.7).", card=card_word(card))
    return ""


def _why_no_farmers_card(phase: int, card: int, is_last: bool) -> str:
    if seki.number_of(card) == 0 and is_last:
        return _(LAST_ZERO)
    if phase == seki.FARMER_THIRD:
        return _(
            "{card} has neither the pile's number nor the next stronger one (SEKI-5.16).",
            card=card_word(card),
        )
    return _("{card} does not beat the pile (SEKI-4.1).", card=card_word(card))


def _why_no_card(state: np.void, seat: int, card: int) -> str:
    clause = "SEKI-4.5" if seki.is_number(card) else "SEKI-4.6"
    if why := _why_not_free(state, seat, card, clause):
        return why
    if seki.is_number(card):
        if not seki.beats(state, seki.number_of(card)):
            return _("{card} does not beat the pile (SEKI-4.1).", card=card_word(card))
        return _(LAST_ZERO)
    if _is_flipped(state):
        return _(AFTER_A_FLIP)
    if state["zone_size"][seat] < 2:
        return _("a symbol can't be used as the last card (SEKI-4.6).")
    if seki.kind_of(card) == seki.DISCARD and seki.free_count(state, seat) > 1:
        return _("DISCARD can't shed a 0 or a symbol as the last card (SEKI-4.13).")
    return _("{card} would have no effect (SEKI-4.6).", card=card_word(card))


def _why_no_activation(state: np.void, seat: int, kind: ActionKind, position: int) -> str:
    role = int(state["role"][seat])
    if state["panel"][seat] == seki.ACTIVATED:
        return _("the panel is activated already (SEKI-4.7).")
    if _is_flipped(state):
        return _(AFTER_A_FLIP)
    if (kind is seki.COPY) != (role == seki.NEW_GRAD):
        return _("NEW GRAD copies a role, and everybody else activates the own one (SEKI-5.15).")
    if kind is seki.COPY:
        role = position
        holders = np.flatnonzero(state["role"] == role)
        if role == seki.EMPEROR or not (state["panel"][holders] == seki.ACTIVATED).any():
            return _("NEW GRAD copies a role that another activated, EMPEROR excepted (SEKI-5.15).")
    return _(
        "the condition of {role} does not hold ({clause}).",
        role=_(seki.ROLE_NAMES[role]),
        clause=ROLE_CLAUSES[ROLES[role]],
    )


def _is_flipped(state: np.void) -> bool:
    """Whether a reset has just turned up the first card of the new pile (SEKI-4.9)."""
    return bool(state["after_reset"] and state["reset_flip"])
