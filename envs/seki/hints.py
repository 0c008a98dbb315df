"""What a move of SEKI does for the player who makes it: what greedy weighs, in words."""

from collections.abc import Sequence

import numpy as np

from fudaba.common.languages import translator

from ..core.contract.fields import decode
from ..core.words.sentences import sentences
from . import state as seki
from .heuristic import DISCARD_CARD, hits
from .text.words import card_words

_, _n = translator("seki")

FEW = 3  # cards, with which one thinks of the last one
GETS = (seki.ANGLER_GRAVE, seki.EMPEROR_PICK, seki.HACKER_PICK)


def effect(view: np.void, weights: np.void, actions: Sequence[int]) -> str:
    """Returns which cards stay in the hand after a move, or what speaks for a choice."""
    (kind, position), phase = decode(seki.ACTIONS, actions[0]), int(view["phase"].argmax())
    if kind is seki.TARGET:
        return _target(view, position + 1)
    if kind is seki.GUESS:
        percent = round(50 * (1 + float(hits(view, position)) / (2 if position == 2 else 1)))
        return _("It is right for {percent} of 100 cards that may come.", percent=percent)
    if kind is seki.PASS and phase == seki.TURN:
        return _of_pass(view)
    if kind is not seki.CARD or phase in GETS:
        return ""
    is_use = phase == seki.TURN and not seki.is_number(position)
    gone = {action for action in actions if action < seki.NUM_CARDS}
    return sentences(_of_symbol(view, seki.kind_of(position)) if is_use else "", _kept(view, gone))


def _kept(view: np.void, gone: set[int]) -> str:
    """Returns the cards that stay in the hand if they are few, and whether one may be the last."""
    kept = [card for card in np.flatnonzero(view["hand"]).tolist() if card not in gone]
    can_close = any(card == DISCARD_CARD or seki.COPIES <= card < seki.NUM_NUMBERS for card in kept)
    if not kept:
        return _("It empties your hand.")
    cards = _("You keep {cards}.", cards=card_words(kept)) if len(kept) <= FEW else ""
    return cards if can_close else sentences(cards, _("None of these may be the last card."))


def _of_symbol(view: np.void, kind: int) -> str:
    """Returns the numbers that become strong with a REVERSE; empty for other symbols."""
    if kind != seki.REVERSE:
        return ""
    if view["reversed"]:
        return _("Higher numbers beat from then on.")
    return _("Lower numbers beat from then on.")


def _of_pass(view: np.void) -> str:
    """Returns what a pass brings: a reset, or a card (SEKI-4.8, 4.9)."""
    if view["right"][0] and not view["after_reset"]:
        return _("The reset clears the pile, and any number of yours fits.")
    return _("It draws a card, if the deck has one.")


def _target(view: np.void, distance: int) -> str:
    """Returns how many cards the player at a distance holds."""
    count = int(view["hand_size"][distance])
    return _n("This player holds {count} card.", "This player holds {count} cards.", count)
