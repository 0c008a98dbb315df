"""Reasons why an action of Taxot is illegal, with the clause that forbids it."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from ...cards.kikisen import type_name
from ...core.contract.fields import decode
from ...kikisen.words import words_of
from .. import state as tax
from .words import meld_of, types_in_hand


def why_illegal(state: np.void, action: int) -> str:
    """Returns the reason why the seat to move may not take an action, with its clause."""
    phase, (kind, position) = int(state["phase"]), decode(tax.ACTIONS, action)
    if phase == tax.AFTER_CALL:
        if kind is tax.DISCARD:
            return _why_not_held(state, (position,), "TAX-4.5")
        return "after a call a card is discarded (TAX-4.5)."
    if phase == tax.REACTION:
        return _why_no_answer(state, action)
    if kind is tax.DISCARD:
        return _why_not_held(state, (position,), "TAX-4.3c")
    if kind is tax.CLOSE:
        return "the six cards are no winning shape (TAX-4.7)."
    if kind is tax.REVEAL:
        return _why_not_laid(state, tax.FIRST_FOUR + position, tax.NO_TYPE)
    return "that answers somebody's discard (TAX-4.4)."


def _why_not_held(state: np.void, types: Sequence[int], clause: str) -> str:
    """Returns the first of some cards that the seat to move lacks; empty if it has all."""
    hand = types_in_hand(state["hands"][state["to_move"]])
    for type_ in types:
        if (held := hand.count(type_)) < types.count(type_):
            count = f"only {held}" if held else "no"
            return f"there is {count} {type_name(type_)} in the hand ({clause})."
    return ""


def _why_no_answer(state: np.void, action: int) -> str:
    type_ = int(state["turn_types"][state["turn"]])
    kind, meld = decode(tax.ACTIONS, action)[0], meld_of(action)
    if kind is tax.CLOSE:
        return f"the five cards and {type_name(type_)} are no winning shape (TAX-4.7)."
    if kind is not tax.CALL or meld is None:
        return "a discard is answered with a close, a call or a pass (TAX-4.4)."
    if type_ not in tax.MELDS[meld].types:
        return f"a call takes the discard, {type_name(type_)} (TAX-4.4b)."
    return _why_not_laid(state, meld, type_)


def _why_not_laid(state: np.void, meld: int, called: int) -> str:
    """Returns why a meld can't be laid, with the called discard or with concealed cards alone."""
    own, wanted = int(state["melds"][state["to_move"]]), Counter(tax.MELDS[meld].types)
    clause = "TAX-4.3b" if called == tax.NO_TYPE else "TAX-4.4b"
    if called != tax.NO_TYPE:
        wanted[called] -= 1
    if own == tax.NO_MELD:
        return _why_not_held(state, sorted(wanted.elements()), clause)
    if not state["extend_public_set"]:
        if called == tax.NO_TYPE:
            return f"the meld {words_of(tax.MELDS[own].types)} stays as it is (TAX-4.6)."
        return "no concealed card would be left after another meld (TAX-4.4b, TAX-9.7)."
    triple = Counter(tax.MELDS[own].types)
    is_extended = not triple - Counter(tax.MELDS[meld].types) and own < tax.FIRST_FOUR <= meld
    if not is_extended or meld >= tax.FIRST_RUN:
        return f"it does not extend the meld {words_of(tax.MELDS[own].types)} (TAX-4.6)."
    why = _why_not_held(state, sorted((wanted - triple).elements()), clause)
    return why or f"it does not extend the meld {words_of(tax.MELDS[own].types)} (TAX-4.6)."
