"""What a move of Taxot does for the player who makes it: what greedy weighs, in words."""

from collections.abc import Sequence

import numpy as np

from fudaba.common.languages import translator

from ..core.contract.fields import decode
from ..core.words.sentences import sentences
from ..kikisen.words import words_of
from . import state as tax
from .heuristic import num_unseen
from .nearest import nearest
from .text import points_words

_, _n = translator("taxot")


def effect(view: np.void, weights: np.void, actions: Sequence[int]) -> str:
    """Returns what a move costs or brings, and which cards complete the hand after it."""
    kind, position = decode(tax.ACTIONS, actions[0])
    if kind is tax.CLOSE:
        return _("Your six cards are a winning shape, and closing ends the season.")
    if kind is tax.REVEAL:
        points = points_words(int(view["pt_four"]))
        return _("Every other player pays you {points} for it.", points=points)
    if kind is tax.CALL:
        points = points_words(int(view["pt_call"]))
        return _("It costs {points}, and the group lies open and fixed.", points=points)
    if kind is tax.PASS:
        return sentences(_("It costs nothing."), _prospect(view))
    view["hand"][position] -= 1
    return _prospect(view)


def _prospect(view: np.void) -> str:
    """Returns which unseen cards complete five cards; else how far the nearest shape is."""
    shapes = nearest(view)
    wanted = sorted({type_ for one in shapes if one.missing == 1 for type_ in one.wanted})
    count = sum(int(num_unseen(view, type_)) for type_ in wanted)
    if wanted:
        return _n(
            "You then wait for {cards}: {count} card that nobody has shown.",
            "You then wait for {cards}: {count} cards that nobody has shown.",
            count,
            cards=words_of(wanted),
        )
    return _n(
        "The nearest shape then needs {count} card.",
        "The nearest shape then needs {count} cards.",
        shapes[0].missing,
    )
