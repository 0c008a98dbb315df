"""The heuristic for Niekhi, computed from the player's own view (NIE-7.4).

A hand costs about one turn for each of its strengths, since each goes in one play. Weak cards cost
more, because they beat few plays. Three or more of a kind cost less, because they can always be
played. Generals remove a strength, and ships fill in. The worth of a play is the cost saved, plus
the lead times the chance to win it. So low cards go first, sets stay whole, and a hand with one
strength besides a general is won.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ..cards.kikisen import COURT, NUM_CARDS, NUM_STRENGTHS
from ..cards.melds import total_of
from ..core.compiling.kernel import kernel
from ..core.contract.cells import cell_observer
from ..core.contract.weights import Weight, WeightTable
from ..core.kit.advice import adviser
from ..core.kit.arrays import show_one
from . import state as nie
from .options import LARGEST_HAND, NiekhiOptions


def costs_of_cards(weights: Mapping[str, float]) -> np.ndarray:
    """Returns the number of turns that cards cost, an estimate, by rank and number of cards."""
    costs = np.zeros((nie.NUM_RANKS, nie.MANY + 1))
    for rank in range(NUM_STRENGTHS):
        costs[rank, 1:] = weights["turn"] + weights["weak"] * (COURT - rank) / COURT
        costs[rank, nie.LARGE_SET :] = weights["large"]
    counts = np.arange(nie.MANY + 1)
    costs[nie.GENERAL] -= weights["general_credit"] * counts
    costs[nie.SHIP] = -weights["ship_credit"] * counts
    return costs


WEIGHTS = WeightTable(
    Weight("turn", 1.0, 0.0, 4.0, "cost of a strength in the hand"),
    Weight("weak", 0.5, 0.0, 3.0, "additional cost of the weakest strength"),
    Weight("large", 0.4, -1.0, 3.0, "cost of three or more of a strength"),
    Weight("ship_credit", 0.3, -1.0, 3.0, "for each ship in the hand"),
    Weight("general_credit", 0.8, -1.0, 4.0, "for each general in the hand"),
    Weight("lead", 0.7, 0.0, 4.0, "for winning the trick"),
    Weight("urgent_lead", 1.5, 0.0, 6.0, "for winning the trick while another hand is small"),
    Weight("few", 2.0, 0.0, 6.0, "number of cards of a small hand"),
    Weight("set_wins", 0.7, 0.0, 1.0, "chance that three or more of a strength win the trick"),
    Weight("run_wins", 0.6, 0.0, 1.0, "chance that a run wins the trick"),
    Weight("order_wins", 0.8, 0.0, 1.0, "chance that one or two court cards win the trick"),
    Weight("taking", 0.7, -4.0, 4.0, "cost of taking a card"),
    Weight("help", 0.25, -1.0, 2.0, "cost of a card that another player loses"),
    Weight("risk", 20.0, 0.0, 60.0, "cost of the chance that a removal empties another hand"),
    costs=costs_of_cards,
)

WON = 1000.0
FIRST_RUN, FIRST_SHORT_RUN = nie.RUN.first, nie.SHORT_RUN.first

GLANCED = ("hand", "table", "discards", "removed", "length", "effects_left", "named", "hand_sizes",
           "is_in")  # fmt: skip
observe_partial_cells = cell_observer(
    "niekhi_v0.observe_partial", nie.CELLS, NiekhiOptions, only=GLANCED
)


@kernel
def observe_partial(state: np.void, seat: int, view: np.void) -> None:
    """Fills the fields that change and that the advice reads, of the player on turn."""
    observe_partial_cells(state, seat, view)
    view["aside"] = total_of(state["aside"])
    show_one(np.int64(state["phase"]), view["phase"])


def powers(bases: np.ndarray, most: int) -> np.ndarray:
    """Returns the powers of numbers, with the exponents 0 to `most` along a new last axis.

    They are products of squares, which is how compiled code rounds `**`.
    """
    found, square = [np.ones_like(bases)], bases
    while len(found) <= most:
        found += [power * square for power in found]
        square = square * square
    return np.stack(found[: most + 1], axis=-1)


# The chance that all cards of a hand are of a rank, by the number of cards that are not seen, less
# 1, of those of the rank, and of those in the hand.
IS_WHOLE_HAND = powers(
    np.arange(nie.MANY + 1) / np.arange(1, NUM_CARDS + 1)[:, np.newaxis], LARGEST_HAND
)


class Known(NamedTuple):
    """The facts about a position that several actions share.

    Attributes:
        strengths: The number of strengths in the own hand, without named ones.
        unseen: The number of cards that the viewer does not see, at least 1.
        lead: The worth of winning the trick.
        most_gain: A bound for what each card that others may lose adds to the worth of a removal.
    """

    strengths: int
    unseen: int
    lead: float
    most_gain: float


@kernel
def study(view: np.void, weights: np.void) -> tuple[Known]:
    """Returns the facts that all actions of a position share."""
    strengths = 0
    for strength in range(NUM_STRENGTHS):
        strengths += left_of(view, strength, 0, 0, 0) > 0
    lead = weights["urgent_lead"] if fewest_cards(view) <= weights["few"] else weights["lead"]
    most_gain = WON if view["emptied_by_removal"] == nie.LOSES else max(-weights["help"], 0.0)
    return (Known(strengths, count_unseen(view), lead, most_gain),)


@kernel
def worth_of(view: np.void, weights: np.void, action: int, known: Known) -> float:
    """Returns the worth of a legal action in the present phase; 0 for a pass."""
    if action in (nie.PASS_ACTION, nie.DONE_ACTION, nie.NOTHING_ACTION):
        return 0.0
    if action == nie.REMOVE_ACTION:
        return best_removal(view, weights, known, 0, 0, 0)
    if action == nie.TAKE_ACTION:
        return best_card(view, weights)
    if nie.SHAPE_PARTS[action, 2] > 0:
        return worth_of_play(view, weights, known, action)
    if action >= nie.FIRST_CARD:
        return worth_of_card(view, weights, action - nie.FIRST_CARD)
    if action >= nie.FIRST_STRENGTH:
        return worth_of_removal(view, weights, known, action - nie.FIRST_STRENGTH)
    return nie.FIRST_SHIP - 1.0 - action  # ships are kept, or stand for low cards


# The hand


@kernel
def cost_of(weights: np.void, rank: int, count: int) -> float:
    """Returns the estimated number of turns that `count` cards of a rank cost."""
    return float(weights["costs"][rank, count])


@kernel
def left_of(view: np.void, strength: int, rank: int, length: int, copies: int) -> int:
    """Returns the number of own cards of a strength after a play; 0 for named strengths."""
    held = int(view["hand"][strength]) * (1 - view["named"][strength])
    return max(held - copies, 0) if rank <= strength < rank + length else held


@kernel
def ships_after(view: np.void, rank: int, length: int, copies: int) -> int:
    """Returns the number of own ships after a play that uses the fewest."""
    left = int(view["hand"][nie.SHIP])
    for strength in range(rank, rank + length):
        left -= max(copies - int(view["hand"][strength]), 0)
    return left


@kernel
def strengths_after(view: np.void, known: Known, rank: int, length: int, copies: int) -> int:
    """Returns how many strengths the hand has after a play."""
    count = known.strengths
    for strength in range(rank, rank + length):
        held = left_of(view, strength, 0, 0, 0)
        count -= 0 < held <= copies
    return count


@kernel
def fewest_cards(view: np.void) -> int:
    """Returns the size of the smallest hand among the other players in the round."""
    fewest = nie.MOST_COPIES
    for distance in range(1, view["num_players"]):
        if view["is_in"][distance] == 1:
            fewest = min(fewest, int(view["hand_sizes"][distance]))
    return fewest


# Plays


@kernel
def worth_of_play(view: np.void, weights: np.void, known: Known, action: int) -> float:
    """Returns the worth of a play: the cost it saves, its generals' effect, and the lead."""
    rank, length, copies = nie.SHAPE_PARTS[action]
    if length * copies == view["hand_sizes"][0]:
        return WON
    ships, held = ships_after(view, rank, length, copies), int(view["hand"][nie.SHIP])
    generals = generals_in(view, rank, length, copies)
    can_clear = generals > 0 and ships == 0 and view["emptied_by_removal"] != nie.LOSES
    if can_clear and strengths_after(view, known, rank, length, copies) <= generals:
        return WON
    worth = cost_of(weights, nie.SHIP, held) - cost_of(weights, nie.SHIP, ships)
    for strength in range(rank, rank + length):
        left = left_of(view, strength, rank, length, copies)
        before = cost_of(weights, strength, int(view["hand"][strength]))
        worth += before - cost_of(weights, strength, left)
    if generals > 0:
        worth += max(best_removal(view, weights, known, rank, length, copies), 0.0)
    return worth + known.lead * chance_of(weights, rank, length, copies)


@kernel
def generals_in(view: np.void, rank: int, length: int, copies: int) -> int:
    """Returns the number of own generals that a play takes (NIE-5.5)."""
    if rank <= nie.GENERAL < rank + length:
        return min(copies, int(view["hand"][nie.GENERAL]))
    return 0


@kernel
def chance_of(weights: np.void, rank: int, length: int, copies: int) -> float:
    """Estimates the chance that a play wins the trick."""
    if length > 1:
        return weights["run_wins"]
    if copies >= nie.LARGE_SET:
        return weights["set_wins"]
    return weights["order_wins"] * (rank / COURT) ** 2


# Effects


@kernel
def best_removal(
    view: np.void, weights: np.void, known: Known, rank: int, length: int, copies: int
) -> float:
    """Returns the worth of naming the best strength after a play."""
    strengths = strengths_after(view, known, rank, length, copies)
    emptied = worth_if_emptied(view, strengths, ships_after(view, rank, length, copies))
    if emptied == WON:
        return WON
    best = -WON
    for strength in range(NUM_STRENGTHS):
        own, out = left_of(view, strength, rank, length, copies), count_out(view, strength)
        saved = cost_of(weights, strength, own) + weights["help"] * own
        can_be_best = saved + known.most_gain * out > best
        if can_be_best and (own == 0 or emptied == 0.0):
            best = max(best, worth_with_losses(view, weights, known, out, saved))
    return best


@kernel
def worth_of_removal(view: np.void, weights: np.void, known: Known, strength: int) -> float:
    """Returns the cost that the removal of a strength saves, less its benefit to the others."""
    own = left_of(view, strength, 0, 0, 0)
    emptied = worth_if_emptied(view, known.strengths, np.int64(view["hand"][nie.SHIP]))
    if own > 0 and emptied != 0.0:
        return emptied
    saved = cost_of(weights, strength, own) + weights["help"] * own
    return worth_with_losses(view, weights, known, count_out(view, strength), saved)


@kernel
def worth_if_emptied(view: np.void, strengths: int, ships: int) -> float:
    """Returns WON or -WON if the removal of own strengths empties the hand, or else 0.

    Args:
        view: The view.
        strengths: The number of strengths in the own hand.
        ships: The number of ships in the own hand.
    """
    if strengths == 0 or ships > 0:
        return 0.0
    if view["emptied_by_removal"] == nie.LOSES:
        return -WON if strengths == 1 else 0.0
    return WON if strengths <= view["effects_left"] else 0.0


@kernel
def worth_with_losses(
    view: np.void, weights: np.void, known: Known, out: int, saved: float
) -> float:
    """Returns the worth of a removal, its effect on the other players included.

    Args:
        view: The view.
        weights: The weights.
        known: See `study`.
        out: The number of cards of the strength that the viewer does not see.
        saved: The worth without that.
    """
    worth, loses = saved, view["emptied_by_removal"] == nie.LOSES
    for distance in range(1, view["num_players"]):
        size = int(view["hand_sizes"][distance])
        if size > 0:
            worth -= weights["help"] * out * size / known.unseen / (view["num_players"] - 1)
            risk = weights["risk"] * IS_WHOLE_HAND[known.unseen - 1, out, size]
            worth += risk if loses else -risk
    return worth


@kernel
def count_out(view: np.void, rank: int) -> int:
    """Returns how many cards of a rank the viewer does not see."""
    seen = view["hand"][rank] + view["table"][rank] + view["discards"][rank]
    return nie.COPIES[rank] - seen - view["removed"][rank]


@kernel
def count_unseen(view: np.void) -> int:
    """Returns how many cards the viewer does not see, at least 1."""
    count = int(view["aside"])
    for distance in range(1, view["num_players"]):
        count += view["hand_sizes"][distance]
    return max(count, 1)


@kernel
def best_card(view: np.void, weights: np.void) -> float:
    """Returns the worth of taking the best card of the discards."""
    best = -WON
    for rank in range(nie.NUM_RANKS):
        if view["discards"][rank] > 0:
            best = max(best, worth_of_card(view, weights, rank))
    return best


@kernel
def worth_of_card(view: np.void, weights: np.void, rank: int) -> float:
    """Returns the worth of taking a card; less for a general, to avoid endless generals."""
    count = int(view["hand"][rank])
    worth = cost_of(weights, rank, count) - cost_of(weights, rank, count + 1) - weights["taking"]
    return worth - weights["general_credit"] if rank == nie.GENERAL else worth


@kernel
def span(view: np.void, mask: np.ndarray) -> tuple[int, int]:
    """Returns the range of actions of the phase, without runs where none can be played."""
    if view["phase"][nie.SHAPE] == 0:
        return nie.DONE_ACTION, FIRST_SHORT_RUN
    if view["length"] == 1:
        return nie.PASS_ACTION, FIRST_RUN
    return nie.PASS_ACTION, len(mask) if view["min_run"] == 2 else nie.DONE_ACTION


choose = adviser("niekhi_v0", worth_of, study, span)
