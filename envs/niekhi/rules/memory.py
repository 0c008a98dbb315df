"""The public knowledge of hands (NIE-7.1, 7.2).

`known` holds the cards that a player took openly and has not played since: the hand has at least
these. `settled` has a bit for each rank of which the hand has no other cards than the known ones:
it was removed, or a ship took the place of a card that was missing (`auto_ships`). Cards that are
taken or played later change both alike.
"""

import numpy as np

from ...cards.melds import count_of, unit
from ...core.compiling.kernel import kernel
from .. import state as nie


@kernel
def note_play(state: np.void, seat: int, cards: int) -> None:
    """Notes that the cards of the play under way leave the hand."""
    if state["known"][seat] != nie.NO_CARDS:
        state["known"][seat] = without(state["known"][seat], cards)
    if state["auto_ships"]:
        for position in range(state["chosen_length"]):
            if count_of(state["chosen_ships"], position) > 0:
                state["settled"][seat] |= 1 << np.int64(state["chosen_rank"]) + position


@kernel
def without(known: int, cards: int) -> int:
    """Returns the known cards that surely remain after these cards are played."""
    left = known
    for rank in range(nie.NUM_RANKS):
        left -= min(count_of(known, rank), count_of(cards, rank)) * unit(rank)
    return left


@kernel
def note_removal(state: np.void, gone: int) -> None:
    """Notes that all cards of the named strengths leave all hands.

    Args:
        state: The table, before that.
        gone: The largest multiset of these strengths.
    """
    for seat in range(state["num_players"]):
        state["given_up"][seat] += state["hands"][seat] & gone
        state["known"][seat] &= ~gone
        state["settled"][seat] |= state["named"]
