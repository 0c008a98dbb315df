"""What a move of Makhup does for the player who makes it: what greedy weighs, in words."""

from collections.abc import Sequence

import numpy as np

from fudaba.common.languages import translator

from ..cards.counts import spread_out
from ..core.words.sentences import sentences
from .state import DRAW_ACTION, MOVES, PASS_ACTION, SPECIAL_ACTION
from .text import words_of

_, _n = translator("makhup")


def effect(view: np.void, weights: np.void, actions: Sequence[int]) -> str:
    """Returns the cards that are kept, and what becomes of the ends."""
    (action,) = actions
    if action == DRAW_ACTION:
        return _("It turns up a card of the stock as one more end, and plays no card.")
    if action == PASS_ACTION:
        return ""
    cards, closed = MOVES[action]
    for rank in cards:
        view["hand"][rank] -= 1
    if not view["hand"].any():
        return _("It empties your hand, and you win the season.")
    kept = _("You keep {cards}.", cards=words_of(spread_out(view["hand"])))
    if action == SPECIAL_ACTION:
        return sentences(kept, _("It clears the table, and two cards of the stock are turned up."))
    if len(closed) > 1:
        return sentences(kept, _("The ends become one, so the others have fewer of them."))
    return kept
