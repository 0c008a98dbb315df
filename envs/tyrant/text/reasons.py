"""Reasons why an action of Tyrant is illegal, with the clause that forbids it."""

from collections import Counter

import numpy as np

from ...cards.french_words import SUIT_NAMES
from ...core.contract.fields import ActionKind, decode
from ...core.scene.scene import plural
from .. import state as tyr
from ..options import MOST_CHIPS
from ..rules import hands, plays
from .words import card_word, suit_words


def why_illegal(state: np.void, action: int) -> str:
    """Returns the reason why the seat to move may not take an action, with its clause."""
    kind, position = decode(tyr.ACTIONS, action)
    phase = int(state["phase"])
    if kind not in tyr.PHASES[phase].kinds:
        return tyr.PHASES[phase].why_not_now()
    if phase == tyr.SELECT:
        return _why_no_number(state, kind)
    if phase == tyr.TYRANT:
        return _why_no_chips(state, *divmod(position, MOST_CHIPS))
    if phase == tyr.SETTLE:
        return f"no {card_word(position)} was played by this player (TYR-4.12)."
    if kind is tyr.PASS:
        return why_no_pass(state)
    return why_no_play(state, tyr.PLAYS[action - tyr.FIRST_PLAY].suits)


def _why_no_number(state: np.void, kind: ActionKind) -> str:
    step = int(state["step"])
    if kind is not tyr.KEEP[step]:
        return f"the number of {SUIT_NAMES[step]} is asked now (TYR-4.3)."
    fewest, most = hands.bounds(state, int(state["to_move"]))
    return f"{fewest} to {suit_words(most, step)} can be kept (TYR-4.3)."


def why_no_pass(state: np.void) -> str:
    """Returns the reason why the seat to move can't pass."""
    if state["chips"][state["to_move"]] == 0:
        return "a pass costs a chip, and there is none (TYR-4.4d)."
    return "nobody passes in two tricks in a row (TYR-4.4d)."


def why_no_play(state: np.void, suits: tuple[int, ...]) -> str:
    """Returns why the seat to move can't play cards of these suits; empty if it can."""
    hand = state["hands"][state["to_move"]]
    if not hand.any():
        return "the hand is empty: there is only a pass (TYR-4.4b)."
    for suit, number in Counter(suits).items():
        if number > hand[suit]:
            held = (
                f"only {suit_words(int(hand[suit]), suit)}"
                if hand[suit]
                else f"no {card_word(suit)}"
            )
            return f"the hand has {held} (TYR-4.5)."
    led = int(tyr.lead_suit(state))
    if hand[led] and led not in suits:
        return f"{SUIT_NAMES[led]} are led: the hand has one, and it must be played (TYR-4.5)."
    return ""


def _why_no_chips(state: np.void, suit: int, number: int) -> str:
    if not plays.is_target(state, suit):
        return f"no {SUIT_NAMES[suit]} lie on the plaza, and they are not led (TYR-4.7)."
    chips = int(state["chips"][state["to_move"]])
    return f"there {'is' if chips == 1 else 'are'} only {plural(chips, 'chip')} (TYR-4.7)."
