"""Advice for Tyrant, over the player's own view (TYR-7.5).

Who wins is all that counts, so an action is judged by the chance to win as the table would be after
it: by what all totals would come to, and how far they may still move. More fame is better as long
as it is below the line from where it is purged. Who is above it lays chips, and counts in part on
those that are left for later; farther above, a lead card does harm, and is avoided.

A play is worth the chances with and without the lead card, by how likely its power wins. From that
goes what its cards may do in the next two tricks, and where those are not wanted, cards of their
suits are played with pleasure. In the same way a hand is formed.
"""

import math

import numpy as np

from fudaba.envs.core.kernel import kernel
from fudaba.envs.tyrant import state as tyr
from fudaba.envs.tyrant.options import MAX_PLAYERS, MOST_CHIPS, NUM_TRICKS
from fudaba.envs.tyrant.rules.ending import SAME_RANK, SAME_SUIT

from .advice import adviser

LAST_TRICK = NUM_TRICKS - 1
NOW, NEXT, AFTER_NEXT = range(tyr.ROW)  # places in the lead row
NO_LEAD = -1
NOT_ME, ME = -1, 0  # who gets a lead card; others have theirs by distance

# Chances
HIGHEST_EXPONENT = 700.0  # beyond it plain Python raises an error where kernels have infinity
NEAR, NEARER_A_TRICK = 1.0, 0.5  # how sure totals are at the end, and in each trick before it
CHIPS_TO_LAY = 0.3  # the part of own chips above the line that is counted on to go
ACE_FITS = 1 / 3  # another player's ace is of a suit, as far as is known
PILES_A_TRICK = 0.6  # horizontal piles that a trick adds
POINTS_AS_CHANCE = 0.1  # what a point is worth where the totals are the reward

# Cards
WISHED = 0.2  # a chance for which everything is done
APPETITE = np.array([2.5, 1.0, 0.7])  # how much more of the suits that are led now, next, ...
CARD, CARD_TO_LEAD, LATER = 0.02, 0.03, 0.5  # what cards may still do, as a chance
CARDS_A_TRICK = 2.0  # that can be used

# Power
POWER_OF_CARD, BLUFF, SPREAD = 7.5, 4.0, 4.0  # of others' plays: a card, beside the cards
TO_ACT, TO_ACT_SPREAD = 15.0, 5.0  # of who has still to act
GOES_ALONG = 0.75  # how likely that is a follower


@kernel
def worth_of(view: np.void, action: int) -> float:
    """The worth of a legal action at the decision that is asked; mostly a chance to win."""
    if action < tyr.PASS_ACTION:
        return worth_of_number(view, action // tyr.NUM_KEPT, action % tyr.NUM_KEPT)
    if action == tyr.PASS_ACTION:
        return worth_of_pass(view)
    if action < tyr.NO_CHIPS_ACTION:
        return worth_of_play(view, action - tyr.FIRST_PLAY)
    if action < tyr.FIRST_SETTLE:
        number = 0 if action == tyr.NO_CHIPS_ACTION else (action - tyr.FIRST_CHIPS) % MOST_CHIPS + 1
        return worth_of_chips(view, number)
    suit = action - tyr.FIRST_SETTLE
    return float(view["hand"][suit] + view["stock"][suit])  # columns of own cards grow


@kernel
def num_left(view: np.void) -> int:
    """The tricks behind this one."""
    return LAST_TRICK - min(int(view["trick"]), LAST_TRICK)


# Totals


@kernel
def find_totals(view: np.void, winner: int, place: int, totals: np.ndarray) -> None:
    """Fills float64[4] with what totals are likely to be if `winner` gets a lead card (TYR-6.5)."""
    lead = int(view["leads"][min(int(view["trick"]) + place, LAST_TRICK)]) - 1
    fewest, count = NUM_TRICKS, 0
    for distance in range(view["num_players"]):
        tricks = num_tricks(view, distance) + (distance == winner)
        if tricks < fewest:
            fewest, count = tricks, 0
        count += tricks == fewest
    for distance in range(view["num_players"]):
        fame = fame_of_cards(view, distance, lead if distance == winner else NO_LEAD)
        totals[distance] = fame + view["chips"][distance]
        if num_tricks(view, distance) + (distance == winner) == fewest:
            totals[distance] += bonus_of_piles(view) / count


@kernel
def fame_of_cards(view: np.void, distance: int, extra: int) -> float:
    """The fame of won lead cards, and of one more unless it is NO_LEAD (TYR-6.1 to 6.3)."""
    fame = 0.0
    for suit in range(tyr.NUM_SUITS):
        count = int(view["ace"][suit]) if distance == ME else 0
        for rank in range(tyr.NUM_RANKS):
            lead = tyr.NUM_RANKS * suit + rank
            is_won = view["won"][distance, lead] or lead == extra
            count += is_won
            fame += (rank + 1) * is_won
        fame += SAME_SUIT[count]
        if distance != ME and view["ace"][suit] == 0:
            fame += ACE_FITS * (SAME_SUIT[count + 1] - SAME_SUIT[count])
    for rank in range(tyr.NUM_RANKS):
        count = 0
        for suit in range(tyr.NUM_SUITS):
            lead = tyr.NUM_RANKS * suit + rank
            count += view["won"][distance, lead] or lead == extra
        fame += SAME_RANK[count]
    return fame


@kernel
def num_tricks(view: np.void, distance: int) -> int:
    """The tricks that a player has won."""
    count = 0
    for trick in range(view["trick"]):
        count += view["winners"][trick] == distance + 1
    return count


@kernel
def bonus_of_piles(view: np.void) -> float:
    """The bonus for the fewest tricks, to be divided; it is the surer the later it is (TYR-6.4)."""
    left = num_left(view)
    piles = PILES_A_TRICK * (left + 0.5)
    for suit in range(tyr.NUM_SUITS):
        piles += view["plaza"][suit] // view["pile_size"]
    return float(view["least_trick_bonus"]) * piles * (1.0 - left / NUM_TRICKS)


# Chances to win


@kernel
def likely(margin: float) -> float:
    """The chance that goes with a margin."""
    return 1.0 / (1.0 + math.exp(min(-margin, HIGHEST_EXPONENT)))


@kernel
def prospect(view: np.void, winner: int, place: int, spent: int, spare: int) -> float:
    """The chance to win the game if somebody gets a lead card (TYR-6.6, 6.7).

    Args:
        view: The view.
        winner: Who gets it, ME or NOT_ME.
        place: The place of the card in the lead row.
        spent: The chips that the viewer spends now.
        spare: Those that it could still lay afterwards.
    """
    totals, count = np.empty(MAX_PLAYERS), int(view["num_players"])
    find_totals(view, winner, place, totals)
    totals[ME] -= spent
    if view["reward_mode"] == tyr.POINTS_OF_TOTALS:
        return POINTS_AS_CHANCE * totals[ME]
    spread = NEAR + NEARER_A_TRICK * num_left(view)
    chance, line, lowest = 1.0, 1e9, totals[ME]
    for distance in range(1, count):
        lowest = min(lowest, totals[distance])
    if view["purge"]:
        line = lowest + float(view["purge_gap"]) - 0.5
        if totals[ME] > line - 0.5:
            totals[ME] = max(line - 0.5, totals[ME] - CHIPS_TO_LAY * spare)
        chance = likely((line - totals[ME]) / spread)
    for distance in range(1, count):
        is_purged = likely((totals[distance] - line) / spread)
        chance *= 1.0 - likely((totals[distance] - totals[ME]) / spread) * (1.0 - is_purged)
    return chance


@kernel
def prospect_of_turn(view: np.void, chance: float, spent: int, spare: int) -> float:
    """The same for who wins this trick with a chance."""
    without = prospect(view, NOT_ME, NOW, spent, spare)
    if chance == 0.0:
        return without
    return without + chance * (prospect(view, ME, NOW, spent, spare) - without)


@kernel
def wish_for(view: np.void, place: int) -> float:
    """How much the lead card at a place of the row is wanted, -1 to 1."""
    if place > num_left(view):
        return 0.0
    chips = int(view["chips"][ME])
    gain = prospect(view, ME, place, 0, chips) - prospect(view, NOT_ME, place, 0, chips)
    return max(-1.0, min(1.0, gain / WISHED))


# Hands


@kernel
def worth_of_number(view: np.void, suit: int, number: int) -> float:
    """How near a number of cards of a suit is to what the hand wants (TYR-4.3)."""
    size = int(view["first_hand"] if view["trick"] == 0 else view["refill_hand"])
    need = min(size, int(view["stock_sizes"][ME]))
    for kept in range(suit):
        need -= view["kept"][kept]
    of_suit, total = 0.0, 0.0
    for other in range(suit, tyr.NUM_SUITS):
        wanted = view["stock"][other] * math.exp(appetite_for(view, other))
        total += wanted
        if other == suit:
            of_suit = wanted
    return -abs(number - need * of_suit / total)


@kernel
def appetite_for(view: np.void, suit: int) -> float:
    """How much a hand wants cards of a suit, by the leads that they could win, or would have to."""
    appetite = 0.0
    for place in range(tyr.ROW):
        if view["lead_suits"][place, suit]:
            appetite += APPETITE[place] * wish_for(view, place)
    return appetite


# Plays


@kernel
def worth_of_play(view: np.void, play: int) -> float:
    """What a play may win or lose, less what its cards may still do (TYR-4.9)."""
    cards = tyr.PLAY_COUNTS[play]
    held = int(view["hand_sizes"][ME]) + int(view["stock_sizes"][ME])
    has_more = num_left(view) == 0 or held > tyr.num_cards(cards)
    spare = int(view["chips"][ME]) if has_more else 0  # they are laid along with a play
    return prospect_of_turn(view, chance_of(view, cards), 0, spare) - cost_of(view, cards, held)


@kernel
def cost_of(view: np.void, cards: np.ndarray, held: int) -> float:
    """What the cards of a play may still do; less than nothing for what may have to win."""
    left = num_left(view)
    cost = CARD * tyr.num_cards(cards) * (left > 0)
    for suit in range(tyr.NUM_SUITS):
        if cards[suit] > 0 and view["lead_suits"][NEXT, suit]:
            cost += CARD_TO_LEAD * cards[suit] * wish_for(view, NEXT)
        if cards[suit] > 0 and view["lead_suits"][AFTER_NEXT, suit]:
            cost += CARD_TO_LEAD * LATER * cards[suit] * wish_for(view, AFTER_NEXT)
    return cost * min(1.0, CARDS_A_TRICK * left / max(1, held))


@kernel
def chance_of(view: np.void, cards: np.ndarray) -> float:
    """The chance that the viewer's cards win the trick: that no other player has more power."""
    power, trick = power_of(view, cards), int(view["trick"])
    if power < 0.0:
        return 0.0
    chance = 1.0
    for distance in range(1, view["num_players"]):
        deed, size = view["deeds"][distance, trick], int(view["sizes"][distance, trick])
        if deed == tyr.PLAYED:
            chance *= likely((power - BLUFF - POWER_OF_CARD * size) / SPREAD)
        elif deed == tyr.NOTHING_YET and view["hand_sizes"][distance] > 0:
            chance *= 1.0 - GOES_ALONG * likely((TO_ACT - power) / TO_ACT_SPREAD)
    return chance


@kernel
def power_of(view: np.void, cards: np.ndarray) -> float:
    """The power of the viewer's cards with the chips that lie now; -1 where they don't follow."""
    power, follows = 0.0, False
    for suit in range(tyr.NUM_SUITS):
        taken = float(view["chip_penalty"]) * view["chips_on"][suit]
        power += cards[suit] * max(0.0, view["powers"][suit] - taken)
        follows = follows or (cards[suit] > 0 and view["lead_suits"][NOW, suit] == 1)
    if not follows:
        return -1.0
    return max(0.0, power - float(view["marker_penalty"] * view["marker"][ME]))


@kernel
def worth_of_pass(view: np.void) -> float:
    """A chip less, and no lead card (TYR-4.6)."""
    spare = int(view["chips"][ME]) - 1 if num_left(view) > 0 else 0
    return prospect_of_turn(view, 0.0, 1, spare)


# Chips


@kernel
def worth_of_chips(view: np.void, number: int) -> float:
    """So many chips less, which is better for who would be purged (TYR-5.5)."""
    has_more = num_left(view) > 0 and view["hand_sizes"][ME] + view["stock_sizes"][ME] > 0
    spare = int(view["chips"][ME]) - number if has_more else 0
    cards = view["plays"][ME, view["trick"]]
    return prospect_of_turn(view, chance_of(view, cards), number, spare)


choose = adviser("tyrant_v0", worth_of)
