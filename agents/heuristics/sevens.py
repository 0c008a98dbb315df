"""Advice for Sevens, over the player's own view (SEV-7.4).

Every card laid opens the next cells of its walk. That is good if own cards lie beyond, and bad if
it lets others continue. A card that helps the others more than oneself is a blocking card: it is
held back, and a pass used instead, as long as passes last.
"""

import numpy as np

from fudaba.envs.cards.french import NUM_RANKS
from fudaba.envs.core.compiling.kernel import kernel
from fudaba.envs.core.contract.cells import cell_observer
from fudaba.envs.sevens.options import SevensOptions
from fudaba.envs.sevens.state import (
    CELLS,
    FILL,
    FIRST_FILL,
    FIRST_JOKER_AT,
    LAST_PLACE,
    PASS_ACTION,
    SEVEN,
    TUNNEL_NONE,
)
from fudaba.envs.sevens.view import observe_cards

from .advice import NOTHING, adviser, anywhere
from .weights import Weight, WeightTable

WEIGHTS = WeightTable(
    Weight("own_card", 1.0, 0.0, 5.0, "for an empty cell beyond whose card is in the hand"),
    Weight(
        "others_card", -1.0, -5.0, 0.0, "for an empty cell beyond whose card is not in the hand"
    ),
    Weight("distance_discount", 0.8, 0.0, 1.0, "factor for each further empty cell"),
    Weight("joker_cost", 2.0, -10.0, 10.0, "cost of playing a joker"),
    Weight(
        "wandering_cost",
        -8.0,
        -20.0,
        5.0,
        "the same where a joker held at the end means the last place",
    ),
    Weight("burden_cost", -4.0, -20.0, 5.0, "the same where a lone joker eliminates its holder"),
    Weight("pass_price", -1.5, -6.0, 2.0, "worth of a pass, for each pass used"),
    Weight("every_pass", 0.0, -4.0, 4.0, "worth of every pass"),
    Weight("crowd", 0.0, -1.0, 1.0, "worth of every pass, for each player beyond two"),
)


LENGTH_OF_A_SIDE = SEVEN  # as many ranks lie below the seven as above it
# By direction the ranks of a walk from the seven through the suit, and the place of each rank.
WALKS = np.array([[(SEVEN + step * place) % NUM_RANKS for place in range(1, NUM_RANKS)]
                  for step in (-1, 1)])  # fmt: skip
PLACES = np.array([[(step * (rank - SEVEN) - 1) % NUM_RANKS for rank in range(NUM_RANKS)]
                   for step in (-1, 1)])  # fmt: skip
HAIR = 1e-9  # breaks a tie in favour of laying a card

glance_at_cells = cell_observer(
    "sevens_v0.glance", CELLS, SevensOptions, only=("reachable", "passes")
)


@kernel
def glance(state: np.void, seat: int, view: np.void) -> None:
    """Fills the fields that change and that the advice reads, of the player on turn."""
    glance_at_cells(state, seat, view)
    observe_cards(state, seat, view)


@kernel
def worth_of(view: np.void, weights: np.void, action: int) -> float:
    """Returns the worth of a play: of the cells that it opens, less the price of a joker.

    The worth of a pass is the threshold that a play must reach; it falls with each pass used.
    """
    if action < PASS_ACTION:
        return worth_of_card(view, weights, action)
    if action == PASS_ACTION:
        return worth_of_pass(view, weights) - HAIR
    is_fill = action >= FIRST_FILL
    slot = action - (FIRST_FILL if is_fill else FIRST_JOKER_AT)
    suit, direction = slot // 2, slot % 2
    place = frontier_place(view, suit, direction) + is_fill
    return worth_of_opening(view, weights, suit, place, direction) - joker_cost(view, weights)


@kernel
def worth_of_pass(view: np.void, weights: np.void) -> float:
    """Returns the worth of a pass, which changes with each pass used."""
    worth = weights["every_pass"] + weights["crowd"] * (view["num_players"] - 2)
    return worth + weights["pass_price"] * view["passes"][0]


@kernel
def joker_cost(view: np.void, weights: np.void) -> float:
    """Returns the price of playing a joker, with which a player can always move (SEV-5.4).

    It is negative if holding a joker at the end means the last place (SEV-6.4), and with `fill`,
    where a lone joker is unplayable and its holder is eliminated.
    """
    if view["joker_use"] == FILL:
        return weights["burden_cost"]
    return weights["wandering_cost"] if view["joker_last"] == LAST_PLACE else weights["joker_cost"]


@kernel
def worth_of_card(view: np.void, weights: np.void, card: int) -> float:
    """Returns the worth of a natural card, on the better of the walks that it continues.

    NOTHING if it continues none: its holder must take a joker, so no play competes with it.
    """
    suit, rank = card // NUM_RANKS, card % NUM_RANKS
    worth = NOTHING
    for direction in range(2):
        place = PLACES[direction, rank]
        if is_frontier(view, suit, place, direction):
            worth = max(worth, worth_of_opening(view, weights, suit, place, direction))
    return worth


@kernel
def length_of_walk(view: np.void) -> int:
    """Returns the number of places of a walk: to the end of the suit, or through it (SEV-4.1)."""
    return LENGTH_OF_A_SIDE if view["tunnel"] == TUNNEL_NONE else NUM_RANKS - 1


@kernel
def is_occupied(view: np.void, cell: int) -> bool:
    """Returns whether a card or a joker lies on a cell."""
    return view["natural"][cell] + view["joker"][cell] > 0


@kernel
def is_frontier(view: np.void, suit: int, place: int, direction: int) -> bool:
    """Returns whether a place is the first empty one of a walk from the seven (SEV-4.1).

    A walk in the other direction comes to an empty place before it reaches the one before.
    """
    if place >= length_of_walk(view) or is_occupied(
        view, suit * NUM_RANKS + WALKS[direction, place]
    ):
        return False
    return place == 0 or view["reachable"][suit * NUM_RANKS + WALKS[direction, place - 1]] == 1


@kernel
def frontier_place(view: np.void, suit: int, direction: int) -> int:
    """Returns the first empty place of a walk from the seven, or its length (SEV-4.1)."""
    place, end = 0, length_of_walk(view)
    while place < end and is_occupied(view, suit * NUM_RANKS + WALKS[direction, place]):
        place += 1
    return place


@kernel
def worth_of_opening(
    view: np.void, weights: np.void, suit: int, place: int, direction: int
) -> float:
    """Returns the worth of opening a walk beyond a place; near cells count more than far ones."""
    worth, weight = 0.0, 1.0
    for beyond in range(place + 1, length_of_walk(view)):
        cell = suit * NUM_RANKS + WALKS[direction, beyond]
        if view["reachable"][cell] == 1:
            break
        if not is_occupied(view, cell):
            own = view["hand"][cell] == 1
            worth += weight * (weights["own_card"] if own else weights["others_card"])
            weight *= weights["distance_discount"]
    return worth


choose = adviser("sevens_v0", worth_of, span=anywhere)
