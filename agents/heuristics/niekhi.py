"""Advice for Niekhi, over the player's own view (NIE-7.4).

A hand costs about one turn for each of its strengths, since each goes in one play. Weak cards cost
more, because they beat few plays. Three or more of a kind cost less, because they can always be
played. Generals remove a strength, and ships fill in. The worth of a play is the cost saved, plus
the lead times the chance to win it. So low cards go first, sets stay whole, and a hand with one
strength besides a general is won.
"""

import numpy as np

from fudaba.envs.cards.kikisen import COURT, NUM_STRENGTHS
from fudaba.envs.core.compiling.kernel import kernel
from fudaba.envs.niekhi import state as nie

from .advice import adviser

TURN, WEAK, LARGE = 1.0, 0.5, 0.4  # cost of a strength; more for weak ones; of a large set
SHIP_CREDIT, GENERAL_CREDIT = 0.3, 0.8
LEAD, URGENT_LEAD, FEW = 0.7, 1.5, 2  # for winning the trick; URGENT if another hand is FEW
SET_WINS, RUN_WINS, ORDER_WINS = 0.7, 0.6, 0.8  # chances; ORDER for one or two court cards
TAKING, HELP = 0.7, 0.25  # cost of taking a card; of a card that another player loses
WON, RISK = 1000.0, 20.0


@kernel
def worth_of(view: np.void, action: int) -> float:
    """Returns the worth of a legal action in the present phase; 0 for a pass."""
    if action in (nie.PASS_ACTION, nie.DONE_ACTION, nie.NOTHING_ACTION):
        return 0.0
    if action == nie.REMOVE_ACTION:
        return best_removal(view, 0, 0, 0)
    if action == nie.TAKE_ACTION:
        return best_card(view)
    if nie.SHAPE_PARTS[action, 2] > 0:
        return worth_of_play(view, action)
    if action >= nie.FIRST_CARD:
        return worth_of_card(view, action - nie.FIRST_CARD)
    if action >= nie.FIRST_STRENGTH:
        return worth_of_removal(view, action - nie.FIRST_STRENGTH, 0, 0, 0)
    return nie.FIRST_SHIP - 1.0 - action  # ships are kept, or stand for low cards


# The hand


@kernel
def cost_of(rank: int, count: int) -> float:
    """Estimates the number of turns that `count` cards of a rank cost."""
    if count == 0:
        return 0.0
    if rank == nie.SHIP:
        return -SHIP_CREDIT * count
    cost = LARGE if count >= nie.LARGE_SET else TURN + WEAK * (COURT - rank) / COURT
    return cost - GENERAL_CREDIT * count if rank == nie.GENERAL else cost


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
def strengths_after(view: np.void, rank: int, length: int, copies: int) -> int:
    """Returns how many strengths the hand has after a play."""
    count = 0
    for strength in range(NUM_STRENGTHS):
        count += left_of(view, strength, rank, length, copies) > 0
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
def worth_of_play(view: np.void, action: int) -> float:
    """Returns the worth of a play: the cost it saves, its generals' effect, and the lead."""
    rank, length, copies = nie.SHAPE_PARTS[action]
    ships, held = ships_after(view, rank, length, copies), int(view["hand"][nie.SHIP])
    strengths = strengths_after(view, rank, length, copies)
    generals = generals_in(view, rank, length, copies)
    is_cleared = strengths <= generals and view["emptied_by_removal"] != nie.LOSES
    if ships == 0 and (strengths == 0 or is_cleared):
        return WON
    worth = cost_of(nie.SHIP, held) - cost_of(nie.SHIP, ships)
    for strength in range(rank, rank + length):
        left = left_of(view, strength, rank, length, copies)
        worth += cost_of(strength, int(view["hand"][strength])) - cost_of(strength, left)
    if generals > 0:
        worth += max(best_removal(view, rank, length, copies), 0.0)
    lead = URGENT_LEAD if fewest_cards(view) <= FEW else LEAD
    return worth + lead * chance_of(rank, length, copies)


@kernel
def generals_in(view: np.void, rank: int, length: int, copies: int) -> int:
    """Returns the number of own generals that a play takes (NIE-5.5)."""
    if rank <= nie.GENERAL < rank + length:
        return min(copies, int(view["hand"][nie.GENERAL]))
    return 0


@kernel
def chance_of(rank: int, length: int, copies: int) -> float:
    """Estimates the chance that a play wins the trick."""
    if length > 1:
        return RUN_WINS
    return SET_WINS if copies >= nie.LARGE_SET else ORDER_WINS * (rank / COURT) ** 2


# Effects


@kernel
def best_removal(view: np.void, rank: int, length: int, copies: int) -> float:
    """Returns the worth of naming the best strength after a play."""
    best = -WON
    for strength in range(NUM_STRENGTHS):
        best = max(best, worth_of_removal(view, strength, rank, length, copies))
    return best


@kernel
def worth_of_removal(view: np.void, strength: int, rank: int, length: int, copies: int) -> float:
    """Returns the cost that the removal of a strength saves, less its benefit to the others."""
    own, loses = left_of(view, strength, rank, length, copies), view["emptied_by_removal"]
    strengths = strengths_after(view, rank, length, copies)
    if own > 0 and ships_after(view, rank, length, copies) == 0:
        if loses != nie.LOSES and strengths <= view["effects_left"]:
            return WON
        if loses == nie.LOSES and strengths == 1:
            return -WON
    worth = cost_of(strength, own) + HELP * own
    unseen, out = count_unseen(view), count_out(view, strength)
    for distance in range(1, view["num_players"]):
        size = int(view["hand_sizes"][distance])
        if size > 0:
            worth -= HELP * out * size / unseen / (view["num_players"] - 1)
            risk = RISK * (out / unseen) ** size
            worth += risk if loses == nie.LOSES else -risk
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
def best_card(view: np.void) -> float:
    """Returns the worth of taking the best card of the discards."""
    best = -WON
    for rank in range(nie.NUM_RANKS):
        if view["discards"][rank] > 0:
            best = max(best, worth_of_card(view, rank))
    return best


@kernel
def worth_of_card(view: np.void, rank: int) -> float:
    """Returns the worth of taking a card; less for a general, to avoid endless generals."""
    count = int(view["hand"][rank])
    worth = cost_of(rank, count) - cost_of(rank, count + 1) - TAKING
    return worth - GENERAL_CREDIT if rank == nie.GENERAL else worth


choose = adviser("niekhi_v0", worth_of)
