"""The ranking of the hands of Namto, with the viewer's best hand marked."""

import numpy as np

from ..cards.counts import spread_out
from ..cards.kikisen import KIND_SYMBOLS
from ..core.scene.scene import Rank, Ranking
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
    own = view["hand"] + view["revealed"][0]
    cards = spread_out(own)
    if len(cards) != nam.HAND_SIZE:
        return NONE
    pool = own.astype(np.int8)
    if view["hand_pool"] == nam.COMMUNITY:
        pool += view["community"].astype(np.int8)
    elif view["hand_pool"] == nam.SHARED:
        pool += view["revealed"][1:].sum(axis=0).astype(np.int8)
    ladder = np.zeros(NUM_WORDS, np.int64)
    find_values(view, pool, cards[0], cards[1], ladder)
    return int(best_category(view, ladder))


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
