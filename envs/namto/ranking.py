"""The ranking of the hands of Namto, with the viewer's best hand marked."""

import numpy as np

from ..cards.counts import spread_out
from ..cards.kikisen import KIND_SYMBOLS
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
    best_category,
    exchanged,
    find_values,
)
from .showdown import best_cards, cards_so_far

OWN = 0  # any number of the own seat serves for counting cards
NUMBER_WORDS = {3: "three", 5: "five", 6: "six"}  # of the soldiers of a dark army
NOTES = {RUN: "3+ in a row, one colour", SET: "two or more equal"}


def ranking(view: np.void) -> Ranking:
    """Returns the categories from the strongest on (NAM-5.2)."""
    own = own_category(view)
    order = [int(exchanged(view, rank)) for rank in reversed(range(NUM_RANKS))]
    ranks = (Rank(CATEGORIES[1 + rank], _note(view, rank), 1 + rank == own) for rank in order)
    return Ranking("hands, strongest first", tuple(ranks))


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
    return hand_words(CATEGORIES[own_category(view)], hand, seat)


def _note(view: np.void, rank: int) -> str:
    """Returns the cards of a category in a few words."""
    if rank == DARK_ARMY:
        return f"{NUMBER_WORDS[int(view['dark_army_size'])]} 1s"
    if rank == EMPEROR_KING and view["emperor_king"] == ANY_TWO_COURT:
        return "any two of K and E"
    if rank in FIGURES:
        bits = FIGURES[rank]
        return " ".join(sign for kind, sign in enumerate(KIND_SYMBOLS) if bits >> kind & 1)
    return NOTES.get(rank, "")
