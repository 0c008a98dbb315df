"""Redeals Niekhi: replaces all that a seat does not know by a random possible world.

The other hands and the cards not dealt are hidden. A hand has at least the cards that its player
took openly and has not played since (`known`). It has no other cards of its `settled` ranks. The
view has both. Cards of a rank that is settled in all other hands were not dealt.
"""

import numpy as np

from ..cards.kikisen import NUM_CARDS
from ..cards.melds import list_suits, total_of, unit
from ..core.compiling.kernel import kernel
from ..core.kit.redeal import world_dealer
from ..core.kit.seats import NOBODY
from ..kikisen.options import MAX_PLAYERS
from . import state as nie

ASIDE = MAX_PLAYERS  # as a place; the others are the hands of the seats


@kernel
def collect_hidden(state: np.void, seat: int, cards: np.ndarray, places: np.ndarray) -> int:
    """Collects the hidden cards except those whose place is known.

    Lists the cards by rank and the places by seat with the remainder at the end. This order does
    not depend on anything that is hidden from the viewer.

    Args:
        state: The table; the cards that are listed leave it.
        seat: The viewer.
        cards: int8[48], filled with the ranks of the hidden cards in rising order.
        places: int8[48], filled with the seat of each hidden place, or ASIDE.

    Returns:
        The number of hidden cards, which is that of hidden places.
    """
    hidden, num_places, settled = state["aside"], 0, nie.ALL_RANKS
    for other in range(state["num_players"]):
        if other != seat:
            unknown = state["hands"][other] - state["known"][other]
            for _ in range(total_of(unknown)):
                places[num_places] = other
                num_places += 1
            hidden += unknown
            state["hands"][other] -= unknown
            if unknown != nie.NO_CARDS:
                settled &= int(state["settled"][other])
    state["aside"] = hidden & nie.all_of(settled)
    hidden -= state["aside"]
    num_cards = list_suits(hidden, nie.NUM_RANKS, cards)
    for place in range(num_places, num_cards):
        places[place] = ASIDE
    return num_cards


@kernel
def count_conflicts(
    state: np.void, viewer: int, cards: np.ndarray, places: np.ndarray, count: int
) -> int:
    """Counts the cards of a world in hands that are known to have no more of their rank."""
    conflicts = 0
    for position in range(count):
        if places[position] != ASIDE:
            conflicts += state["settled"][places[position]] >> cards[position] & 1
    return conflicts


deal_world = world_dealer("niekhi_v0", count_conflicts)


@kernel
def redeal(state: np.void, seat: int) -> None:
    """Replaces all that a seat does not know by a random world that it can't exclude.

    Equally likely where uniform dealing finds one; see `deal_world`. The result depends on what
    the seat knows and on `rng` alone. Another player on turn is taken back to the first step of a
    play.
    """
    cards = np.empty(NUM_CARDS, np.int8)
    places = np.empty(NUM_CARDS, np.int8)
    count = collect_hidden(state, seat, cards, places)
    deal_world(state, seat, cards, places, count)
    for position in range(count):
        if places[position] == ASIDE:
            state["aside"] += unit(cards[position])
        else:
            state["hands"][places[position]] += unit(cards[position])
    if state["to_move"] not in (seat, NOBODY):
        nie.ask(state, np.int64(state["to_move"]), nie.public_phase(np.int64(state["phase"])))
