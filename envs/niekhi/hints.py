"""What a move of Niekhi does for the player who makes it: what greedy weighs, in words."""

from collections.abc import Sequence

import numpy as np

from fudaba.common.languages import translator

from ..core.contract.fields import decode
from ..core.words.sentences import sentences
from . import state as nie
from .heuristic import Known, count_out, generals_in, left_of, strengths_after, study

_, _n = translator("niekhi")


def effect(view: np.void, weights: np.void, actions: Sequence[int]) -> str:
    """Returns what stays in the hand after a play, or whom a removal or a taking costs cards."""
    (known,) = study(view, weights)
    if actions[0] == nie.PASS_ACTION:
        return _("You keep {hand}.", hand=_hand(int(view["hand_sizes"][0]), known.strengths))
    if actions[0] in nie.SHAPES:
        return _of_play(view, known, nie.SHAPES[actions[0]])
    steps = [decode(nie.ACTIONS, action) for action in actions]
    if named := [position for kind, position in steps if kind is nie.STRENGTH]:
        return _(
            "Your hand loses {own}; up to {out} more are in other hands.",
            own=_cards(sum(int(left_of(view, strength, 0, 0, 0)) for strength in named)),
            out=sum(int(count_out(view, strength)) for strength in named),
        )
    if taken := sum(kind is nie.CARD for kind, position in steps):
        size = int(view["hand_sizes"][0]) + taken
        return _("You then hold {cards}, which must be played too.", cards=_cards(size))
    return ""


def _of_play(view: np.void, known: Known, shape: nie.Shape) -> str:
    """Returns what stays in the hand, and what the generals of a play may do."""
    left = int(view["hand_sizes"][0]) - shape.length * shape.copies
    if left == 0:
        return _("It empties your hand, and you win the season.")
    kept = _("You keep {hand}.", hand=_hand(left, int(strengths_after(view, known, *shape))))
    generals = int(generals_in(view, *shape))
    used = _n(
        "Its general then removes a strength or takes a card.",
        "Its {count} generals then remove strengths or take cards.",
        generals,
    )
    return sentences(kept, used if generals else "")


def _hand(size: int, strengths: int) -> str:
    """Returns a hand by its size and its strengths, each of which goes in one play."""
    different = _n("{count} strength", "{count} strengths", strengths)
    return _("{cards} of {strengths}", cards=_cards(size), strengths=different)


def _cards(count: int) -> str:
    return _n("{count} card", "{count} cards", count)
