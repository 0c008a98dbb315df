"""What a move of Killer Sevens does for the player who makes it: what greedy weighs, in words."""

from collections.abc import Sequence

import numpy as np

from fudaba.common.languages import translator

from ..cards.french import card_words
from ..core.words.sentences import sentences
from .board import NUM_COLUMNS
from .heuristic import SIDES, is_live, neighbour, row_of
from .scene import card_at
from .sides import killed_by, sides_left
from .state import LAY, PASS_ACTION

_, _n = translator("killer_sevens")

Cell = tuple[int, int]


def effect(view: np.void, weights: np.void, actions: Sequence[int]) -> str:
    """Returns the cards that a card kills, else those of which it takes a side."""
    if actions[0] == PASS_ACTION:
        return _("It lays nothing, so no card loses a side.")
    card = actions[0] - LAY.first
    cell = int(row_of(view, card // NUM_COLUMNS)), card % NUM_COLUMNS
    killed = killed_by(view, *cell)
    beside = {neighbour(view, *cell, side) for side in range(SIDES)}
    if killed:
        said = _("It kills {cards}.", cards=_owned(view, killed))
    elif live := sorted(one for one in beside if is_live(view, *one)):
        said = _("It takes a side of {cards}.", cards=_owned(view, live))
    else:
        said = _("It takes no side of a living card.")
    danger = _n(
        "In your hand it would die with {count} more side.",
        "In your hand it would die with {count} more sides.",
        sides_left(view, *cell),
    )
    return sentences(said, danger)


def _owned(view: np.void, cells: Sequence[Cell]) -> str:
    """Returns cards with whose they are: `your ♠4, and ♠6 of others`."""
    own, others = (
        [card_at(view, *cell) for cell in cells if bool(view["hand"][cell]) == is_own]
        for is_own in (True, False)
    )
    if not others:
        return _("your {own}", own=card_words(own))
    if not own:
        return _("{others} of others", others=card_words(others))
    return _("your {own}, and {others} of others", own=card_words(own), others=card_words(others))
