"""The ranking of the hands of Namto, with the viewer's best hand marked."""

import numpy as np

from fudaba.common.languages import N_, translator

from ..cards.counts import spread_out
from ..core.scene.scene import Rank, Ranking
from ..kikisen.showdown import counts_of, hand_words
from . import state as nam
from .hands import (
    ANY_TWO_COURT,
    CATEGORIES,
    DARK_ARMY,
    EMPEROR_KING,
    FIGURES,
    NONE,
    NUM_RANKS,
    NUM_WORDS,
    RUN,
    SET,
    SINGLE,
    best_category,
    exchanged,
    find_values,
)
from .meanings import HANDS, HANDS_IN_ORDER, OWN_HAND
from .showdown import best_cards, cards_so_far
from .text import NUMBER_WORDS, figure_words

_, _n = translator("namto")

OWN = 0  # any number of the own seat serves for counting cards
NOTES = {
    RUN: N_("3+ in a row, same colour; the longer, then the higher wins"),
    SET: N_("2+ equal; more cards, then the higher wins"),
    SINGLE: N_("K and E equal and highest, then 8 to 0"),
}


def ranking(view: np.void) -> Ranking:
    """Returns the categories from the strongest on (NAM-5.2)."""
    own = own_category(view)
    order = [int(exchanged(view, rank)) for rank in reversed(range(NUM_RANKS))]
    ranks = (
        Rank(_(CATEGORIES[1 + rank]), HANDS[rank](), _note(view, rank), 1 + rank == own)
        for rank in order
    )
    title = _("hands, best first (ship: any card of its colour)")
    return Ranking(title, HANDS_IN_ORDER(), tuple(ranks), OWN_HAND())


def own_category(view: np.void) -> int:
    """Returns the category of the best hand of the cards that the viewer can use now (NAM-5.1)."""
    cards = spread_out(view["hand"] + view["revealed"][0])
    if len(cards) != nam.HAND_SIZE:
        return NONE
    ladder = np.zeros(NUM_WORDS, np.int64)
    find_values(view, counts_of(cards_so_far(view, OWN)), cards[0], cards[1], ladder)
    return int(best_category(view, ladder))


def own_hand(view: np.void, seat: int) -> str:
    """Returns the viewer's best hand with its cards: `set (bE with player_2's rE)`.

    Args:
        view: The view record of a seat.
        seat: Its number.
    """
    hand = best_cards(view, cards_so_far(view, seat), seat)
    return hand_words(_(CATEGORIES[own_category(view)]), hand, seat)


def _note(view: np.void, rank: int) -> str:
    """Returns the cards of a category in a few words."""
    if rank == DARK_ARMY:
        return _("{number} 1s", number=_(NUMBER_WORDS[int(view["dark_army_size"])]))
    if rank == EMPEROR_KING and view["emperor_king"] == ANY_TWO_COURT:
        return _("any two of K and E")
    if rank in FIGURES:
        return _("{cards}, any colours", cards=figure_words(rank))
    return _(NOTES[rank]) if rank in NOTES else ""
