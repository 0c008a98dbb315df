"""What a move of Mokkaik does for the player who makes it: what greedy weighs, in words."""

from collections.abc import Sequence

import numpy as np

from fudaba.common.languages import translator

from ..cards.counts import spread_out
from ..core.words.sentences import sentences
from ..kikisen.words import words_of
from . import state as mok
from .heuristic import card_worths, chance_to_win, hidden_cards, least_missed, own_hand, types_in

_, _n = translator("mokkaik")


def effect(view: np.void, weights: np.void, actions: Sequence[int]) -> str:
    """Returns the chance to win the round with a play, and the cards that are kept."""
    hand, said = own_hand(view), ""
    if actions[0] == mok.FOLD_ACTION:
        worths = card_worths(weights)
        for _number in range(int(view["size"])):
            hand[least_missed(weights, hand, types_in(hand), worths)] -= 1
    elif actions[0] < mok.FIRST_PLAY:
        for action in actions:
            hand[action - mok.FIRST_THROW] -= 1
    else:
        hand -= mok.COUNTS[actions[0]]
        chance = chance_to_win(actions[0], *hidden_cards(view))
        percent = round(100 * chance)
        said = _("By this estimate it wins the round in {percent} of 100 deals.", percent=percent)
        if chance == 1.0:
            said = _("Nobody can beat it any more.")
    if not hand.any():
        return said
    return sentences(said, _("You keep {cards}.", cards=words_of(spread_out(hand))))
