"""What a move of Makkaik does for the player who makes it: what greedy weighs, in words."""

from collections.abc import Sequence

import numpy as np

from fudaba.common.languages import translator

from ..core.contract.fields import decode
from ..core.words.sentences import sentences
from . import state as mkk
from .heuristic import common_after_taking, exchange, study, worth_of
from .text import best_value, value_name

_, _n = translator("makkaik")


def effect(view: np.void, weights: np.void, actions: Sequence[int]) -> str:
    """Returns the hand that an exchange brings, or what a bet is about, and the chance to win."""
    kind, known = decode(mkk.ACTIONS, actions[-1])[0], study(view, weights)
    if kind in (mkk.SWAP_CARDS, mkk.DRAW_CARDS, mkk.TAKE, mkk.PUT_OUT):
        said = _hand_after(view, actions) if kind is mkk.PUT_OUT else ""
        chance = worth_of(view, weights, actions[0], *known)
    else:
        said, chance = _stake(view, actions[0]), known[-1]
    percent = round(100 * chance)
    odds = _("You are best in about {percent} of 100 deals.", percent=percent)
    return sentences(said, odds)


def _hand_after(view: np.void, actions: Sequence[int]) -> str:
    """Returns the hand that is made by the last two steps of an exchange, or by its last one."""
    incoming = view["incoming"].argmax()
    for action in actions:
        kind, position = decode(mkk.ACTIONS, action)
        incoming = position if kind is mkk.TAKE else incoming
    own, common = view["hand"].copy(), common_after_taking(view, incoming, view["common"])
    if decode(mkk.ACTIONS, actions[0])[0] is mkk.SWAP_CARDS:
        common[incoming] -= 1
    exchange(own, common, incoming, position, 1)
    return _("Your best hand is then a {hand}.", hand=value_name(best_value(own, common, view)))


def _stake(view: np.void, action: int) -> str:
    """Returns what a player pays, and for which pot."""
    base, pot = int(mkk.BASE_OF_ACTION[action] or view["base"]), int(view["pot"])
    if action == mkk.DROP_ACTION and not base:
        return _("You pay nothing more, and give up the pot of {pot}.", pot=pot)
    if action == mkk.DROP_ACTION:
        return _("It saves the base of {base}; the pot has {pot}.", base=base, pot=pot)
    return _("You pay {base} for a pot of {pot}.", base=base, pot=pot)
