"""Reads moves that a person types at a table of Makkaik."""

import re
from functools import partial

import numpy as np

from ...cards.kikisen import NUM_TYPES, type_name
from ...core.checking.errors import UserError
from ...core.contract.game import Chain
from ...core.words.reading import ForbiddenError, copied, list_legal
from .. import state as mkk
from ..rules import apply, legal
from .reasons import why_illegal

_legal = partial(list_legal, legal, mkk.NUM_ACTIONS)

TYPING = """\
An exchange can be typed in one go, the own card first; cards are a colour, b or r,
and S, 0 to 8, K or E:
  swap r7 for b3       puts r7 out and takes b3 from the common cards
  r7 for b3            the same; after a draw b3 is one of the drawn cards
  b3                   the card to take, or to put out
  bet 2                the base"""

TYPES = {type_name(type_).casefold(): type_ for type_ in range(NUM_TYPES)}
CARD = "[br][s0-8ke]"
TRADE = re.compile(rf"(?:swap\s+)?({CARD})\s+for\s+({CARD})")
BET = re.compile(r"(?:bet|stake)\s+(\d+)")


def read(state: np.void, text: str) -> list[Chain]:
    """Returns the moves that typed words can mean, where they are no name of a move.

    Args:
        state: The table; of hidden cards only those are looked at that the seat to move sees.
        text: The words.

    Returns:
        Chains of action ids that the seat to move may take one after the other; none where the
        words are not understood.

    Raises:
        UserError: They are understood, but that is not allowed.
    """
    words = text.casefold().strip()
    wanted = _actions(int(state["phase"]), words)
    try:
        return [_carried_out(state, wanted)] if wanted else []
    except ForbiddenError as why:
        raise UserError(f"{text!r} is not allowed: {why}") from None


def _actions(phase: int, words: str) -> Chain:
    """Returns the actions that words stand for in a phase; empty for none."""
    if trade := TRADE.fullmatch(words):
        outgoing, incoming = (TYPES[card] for card in trade.groups())
        steps = (mkk.FIRST_TAKE + incoming, mkk.FIRST_PUT_OUT + outgoing)
        return steps if phase == mkk.INCOMING else (mkk.FIRST_EXCHANGE, *steps)
    if words in TYPES:
        first = mkk.FIRST_PUT_OUT if phase == mkk.OUTGOING else mkk.FIRST_TAKE
        return (first + TYPES[words],)
    bet = BET.fullmatch(words)
    if bet and 0 < int(bet[1]) < len(mkk.BASE_ACTIONS):
        return (int(mkk.BASE_ACTIONS[int(bet[1])]),)
    return ()


def _carried_out(state: np.void, wanted: Chain) -> Chain:
    """Returns the actions that are asked; a forced incoming card is not."""
    table, chain = copied(state), []
    for action in wanted:
        is_taken_already = action == mkk.FIRST_TAKE + table["incoming"]
        if is_taken_already and table["phase"] == mkk.OUTGOING:
            continue
        if action not in _legal(table):
            raise ForbiddenError(why_illegal(table, action))
        apply(table, action)
        chain.append(action)
    return tuple(chain)
