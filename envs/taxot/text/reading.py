"""Reading of typed cards in Taxot, beyond the names of moves."""

import re
from collections import Counter
from functools import partial

import numpy as np

from ...cards.kikisen import NUM_TYPES, type_name
from ...core.checking.errors import UserError
from ...core.contract.fields import decode
from ...core.contract.game import Chain
from ...core.words.reading import ForbiddenError, list_legal
from .. import state as tax
from ..rules import legal
from .reasons import why_illegal
from .words import meld_of

_legal = partial(list_legal, legal, tax.NUM_ACTIONS)

TYPING = """\
Cards can be typed as they are, in any order: a colour, b or r, and S, 0 to 8, K
or E:
  b3                discard it
  b5 b5 r5 rS       in the own turn: reveal the four
  b5 r5 r5, r5 r5   to a discard of b5: call it for this meld
  b3 bS b5          a run; a ship stands where it is typed, if it can stand there
What the words leave open is asked."""

TYPES = {type_name(type_).casefold(): type_ for type_ in range(NUM_TYPES)}
VERB = re.compile(r"(discard|call|reveal)\b")


def read(state: np.void, text: str) -> list[Chain]:
    """Returns the moves that typed words can mean, if they are no names of moves.

    Args:
        state: The table; the only hand that is read is that of the seat to move.
        text: The words.

    Returns:
        Chains of one action id each; none if the words are not understood.

    Raises:
        UserError: The words are understood, but no such move is legal.
    """
    words = text.casefold().strip()
    verb = VERB.match(words)
    names = re.split(r"[\s,+]+", words[verb.end() :].strip() if verb else words)
    if not all(name in TYPES for name in names):
        return []
    try:
        return _meant(state, tuple(TYPES[name] for name in names))
    except ForbiddenError as why:
        raise UserError(f"{text!r} is not allowed: {why}") from None


def _meant(state: np.void, cards: tuple[int, ...]) -> list[Chain]:
    """Returns the actions that these cards can mean; those in typed order take precedence."""
    fitting = [action for action in range(tax.FIRST_REVEAL, tax.NUM_ACTIONS)
               if _is_meant(state, action, cards)]  # fmt: skip
    if not fitting:
        raise ForbiddenError("these cards are no card to discard and no meld (TAX-4.2).")
    allowed = [action for action in fitting if action in _legal(state)]
    if not allowed:
        raise ForbiddenError(why_illegal(state, fitting[0]))
    in_order = [action for action in allowed if _types_of(action) == cards]
    return [(action,) for action in (in_order or allowed)]


def _is_meant(state: np.void, action: int, cards: tuple[int, ...]) -> bool:
    """Whether an action of this phase takes these cards, with or without the called discard."""
    if state["phase"] == tax.REACTION:
        called = (int(state["turn_types"][state["turn"]]),)
        is_call = decode(tax.ACTIONS, action)[0] is tax.CALL
        wanted = Counter(_types_of(action))
        return is_call and wanted in (Counter(cards), Counter((*cards, *called)))
    is_call = decode(tax.ACTIONS, action)[0] is tax.CALL
    return not is_call and Counter(_types_of(action)) == Counter(cards)


def _types_of(action: int) -> tuple[int, ...]:
    """Returns the types that an action names."""
    meld = meld_of(action)
    return (action - tax.FIRST_DISCARD,) if meld is None else tax.MELDS[meld].types
