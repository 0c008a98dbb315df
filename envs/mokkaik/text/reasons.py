"""Why an action is illegal in Mokkaik: the clause that forbids it."""

from collections.abc import Sequence

import numpy as np

from ...cards.kikisen import Play, type_name
from ...core.contract.fields import decode
from .. import state as mok
from ..rules import strength_to_beat
from .words import cards_word, is_declared, kind_name, strength_name


def why_illegal(state: np.void, action: int) -> str:
    """Returns the reason, with its clause, why an action is illegal for the seat to move."""
    kind, position = decode(mok.ACTIONS, action)
    phase = mok.phase_of(state)
    if kind is mok.THROW_CARD:
        if phase != mok.THROW:
            return "cards are thrown after a fold (MOK-4.2b)."
        return why_not_held(state, (position,), "MOK-4.2b")
    if phase == mok.THROW:
        left = cards_word(int(state["left_to_throw"]))
        return f"after a fold cards are thrown, now {left} (MOK-4.2b)."
    if kind is mok.FOLD:
        return "who leads must play a hand (MOK-4.1)."
    return _why_no_play(state, mok.PLAY_OF[action])


def why_not_held(state: np.void, types: Sequence[int], clause: str = "MOK-4.1") -> str:
    """Returns the missing cards of the seat to move as a reason; empty if it has all.

    Args:
        state: The table.
        types: The types of the cards.
        clause: Why they have to be own cards: to be played, or to be thrown.
    """
    hand = state["hands"][state["to_move"]]
    for type_ in types:
        if hand[type_] < types.count(type_):
            count = f"only {hand[type_]}" if hand[type_] else "no"
            return f"there is {count} {type_name(type_)} in the hand ({clause})."
    return ""


def _why_no_play(state: np.void, play: Play) -> str:
    if is_declared(play) and state["ship_alone"] != mok.DECLARED:
        return "ships alone are court cards, with this ship_alone (MOK-5.1)."
    if why := why_not_held(state, play.types):
        return why
    led = mok.PLAY_OF[int(mok.led_play(state))]
    wanted = kind_name(*mok.kind_of(led))
    if (play.shape, len(play.types)) != (led.shape, len(led.types)):
        return f"a {wanted} was led (MOK-4.2a)."
    if mok.kind_of(play) != mok.kind_of(led):
        return f"a {wanted} was led, and the colours must be the same (MOK-4.4)."
    strength = strength_name(int(strength_to_beat(state)))
    foot = "a run from" if play.shape == "run" else "a strength of"
    return f"it has to beat {foot} {strength} (MOK-4.2a)."
