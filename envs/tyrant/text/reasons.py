"""Reasons why an action of Tyrant is illegal, with the clause that forbids it."""

import numpy as np

from fudaba.common.languages import translator

from ...core.contract.fields import ActionKind, decode
from .. import state as tyr
from ..options import MOST_CHIPS
from ..rules import hands, plays
from .words import card_word, suit_name, suit_words

_, _n = translator("tyrant")


def why_illegal(state: np.void, action: int) -> str:
    """Returns the reason why the seat to move may not take an action, with its clause."""
    kind, position = decode(tyr.ACTIONS, action)
    phase = int(state["phase"])
    if kind not in tyr.PHASES[phase].kinds:
        return tyr.PHASES[phase].why_not_now(_)
    if phase == tyr.SELECT:
        return _why_no_number(state, kind)
    if phase == tyr.TYRANT:
        return _why_no_chips(state, *divmod(position, MOST_CHIPS))
    if phase == tyr.SETTLE:
        return _("no {card} was played by this player (TYR-4.12).", card=card_word(position))
    if kind is tyr.PASS:
        return why_no_pass(state)
    return why_no_play(state, tyr.PLAYS[action - tyr.FIRST_PLAY].suits)


def _why_no_number(state: np.void, kind: ActionKind) -> str:
    step = int(state["step"])
    if kind is not tyr.KEEP[step]:
        return _("the number of {suit} is asked now (TYR-4.3).", suit=suit_name(step))
    fewest, most = hands.bounds(state, int(state["to_move"]))
    most_cards = suit_words(most, step)
    return _("{fewest} to {most} can be kept (TYR-4.3).", fewest=fewest, most=most_cards)


def why_no_pass(state: np.void) -> str:
    """Returns the reason why the seat to move can't pass."""
    if plays.refusal_of_pass(state, int(state["to_move"])) == plays.NO_CHIP:
        return _("a pass costs a chip, and there is none (TYR-4.4d).")
    return _("nobody passes in two tricks in a row (TYR-4.4d).")


def why_no_play(state: np.void, suits: tuple[int, ...]) -> str:
    """Returns why the seat to move can't play cards of these suits; empty if it can."""
    hand, led = state["hands"][state["to_move"]], int(tyr.lead_suit(state))
    guarded, needs = plays.guarded_counts(hand), sum(1 << tyr.BITS * suit for suit in suits)
    if not plays.holds(guarded, needs):
        return _why_not_held(hand, suits)
    if plays.follows(guarded, needs, led):
        return ""
    return _(
        "{suit} are led: the hand has one, and it must be played (TYR-4.5).", suit=suit_name(led)
    )


def _why_not_held(hand: np.ndarray, suits: tuple[int, ...]) -> str:
    """Returns which of the cards the hand has none or too few of."""
    if not hand.any():
        return _("the hand is empty: there is only a pass (TYR-4.4b).")
    suit = next(suit for suit in suits if suits.count(suit) > hand[suit])
    if not hand[suit]:
        return _("the hand has no {card} (TYR-4.5).", card=card_word(suit))
    held = suit_words(int(hand[suit]), suit)
    return _("the hand has only {cards} (TYR-4.5).", cards=held)


def _why_no_chips(state: np.void, suit: int, number: int) -> str:
    if not plays.is_target(state, suit):
        return _(
            "no {suit} lie on the plaza, and they are not led (TYR-4.7).", suit=suit_name(suit)
        )
    chips = int(state["chips"][state["to_move"]])
    return _n(
        "there is only {count} chip (TYR-4.7).", "there are only {count} chips (TYR-4.7).", chips
    )
