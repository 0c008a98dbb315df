"""What a move of Sevens does for the player who makes it: what greedy weighs, in words."""

from collections.abc import Sequence

import numpy as np

from fudaba.common.languages import translator

from ..cards.french import NUM_RANKS, card_words
from ..cards.laying import UNLIMITED
from ..core.contract.fields import decode
from ..core.words.sentences import sentences
from .rules import cell_beyond
from .state import ACTIONS, NO_CELL, NUM_SLOTS, PASS, PLAY, SEVEN

_, _n = translator("sevens")

NEAR = 3  # free cells of own cards and of others that are named; farther ones count less


def effect(view: np.void, weights: np.void, actions: Sequence[int]) -> str:
    """Returns to whose cards a card opens the way, or what a pass costs and holds back."""
    kind, position = decode(ACTIONS, actions[0])
    if kind is PASS:
        return _effect_of_pass(view)
    if kind is not PLAY:
        return _opening(view, _free_cells(view, position)[1:])
    free = [_free_cells(view, slot) for slot in range(NUM_SLOTS)]
    return _opening(view, [cell for row in free if row[:1] == [position] for cell in row[1:]])


def _effect_of_pass(view: np.void) -> str:
    """Returns the passes that are left after one, and what the cards that fit would open."""
    free = [_free_cells(view, slot) for slot in range(NUM_SLOTS)]
    kept = [row for row in free if row and view["hand"][row[0]]]
    others = {cell for row in kept for cell in row[1:2] if not view["hand"][cell]}
    left = ""
    if view["pass_limit"] != UNLIMITED:
        count = int(view["pass_limit"] - view["passes"][0]) - 1
        left = _n("It leaves you {count} pass.", "It leaves you {count} passes.", count)
        left = left if count else _("It is your last pass.")
    if not others:
        return left
    held = _(
        "It holds back {cards}, so that nobody can lay {others} yet.",
        cards=card_words(sorted({row[0] for row in kept})),
        others=card_words(sorted(others)),
    )
    return sentences(left, held)


def _free_cells(view: np.void, slot: int) -> list[int]:
    """Returns the free cells of a side of a row, outwards from the seven."""
    cell, cells = slot // 2 * NUM_RANKS + SEVEN, list[int]()
    while True:
        cell = int(cell_beyond(cell, slot % 2, view["tunnel"]))
        if cell == NO_CELL or cell % NUM_RANKS == SEVEN:
            return cells
        if not (view["natural"][cell] or view["joker"][cell]):
            cells.append(cell)


def _opening(view: np.void, cells: list[int]) -> str:
    """Returns who holds the cards of the free cells to which a move opens the way."""
    own = [cell for cell in cells if view["hand"][cell]][:NEAR]
    others = [cell for cell in cells if not view["hand"][cell]][:NEAR]
    if not cells:
        return _("It opens nothing: no place beyond it is free.")
    if not others:
        return _("It opens the way to your {own}.", own=card_words(own))
    if not own:
        return _("It opens the way to {others}, which others hold.", others=card_words(others))
    return _(
        "It opens the way to your {own}, and to {others} of others.",
        own=card_words(own),
        others=card_words(others),
    )
