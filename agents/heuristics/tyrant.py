"""Advice for Tyrant, over the player's own view (TYR-7.5).

A lead card is worth its own fame and what it adds to the suits and ranks that are there already;
for who would be purged with it, it is worth less than nothing. A play is worth that times the
chance to win with its power against what the others have laid or may still lay, less its cards,
which cost more where their suit will be led. A pass costs a chip and brings a hand. Chips are kept,
as they are fame, but for who has too much of it at the end.
"""

import math

import numpy as np

from fudaba.envs.core.kernel import kernel
from fudaba.envs.tyrant import state as tyr
from fudaba.envs.tyrant.options import MOST_CHIPS, NUM_TRICKS
from fudaba.envs.tyrant.rules.ending import SAME_RANK, SAME_SUIT

from .advice import adviser

SOON = np.array([1.5, 1.0, 0.7])  # cards that a hand wants of the suits that are led now, next, ...
CARD, LED_CARD = 0.35, 0.5  # what a card costs, and one more for each time its suit is led soon
POWER_OF_CARD, BLUFF = 7.5, 4.0  # what others lay, a card; and beside the cards
TO_ACT, TO_ACT_SPREAD = 15.0, 5.0  # the power of who has still to act, and how sure that is
SPREAD = 4.0  # how sure the power of cards is whose number is known
GOES_ALONG = 0.75  # how likely who has still to act follows
CARD_OF_REFILL = 0.5  # what a card is worth that a pass brings
CHIP_OF_OTHERS = 0.2  # what is likely to be left of a chip of another player
RISE = 0.0  # how much the lowest total is likely to rise in each trick that is left
TOO_FAR = 4.0  # what a point costs by which a total goes too far
LAST_TRICK, ENDING = NUM_TRICKS - 1, 4  # tricks behind this one when chips may go


@kernel
def worth_of(view: np.void, action: int) -> float:
    """The worth of a legal action at the decision that is asked, in fame, about."""
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


# Hands


@kernel
def worth_of_number(view: np.void, suit: int, number: int) -> float:
    """How near a number of cards of a suit is to what the hand wants (TYR-4.3)."""
    size = int(view["first_hand"] if view["trick"] == 0 else view["refill_hand"])
    share = size * view["stock"][suit] / max(1, int(view["stock_sizes"][0]))
    wanted = share + led_soon(view, suit) - mean_led_soon(view)
    return -((number - wanted) ** 2)


@kernel
def led_soon(view: np.void, suit: int) -> float:
    """How often a suit is led in this trick and the next two, the nearer the more."""
    often = 0.0
    for place in range(tyr.ROW):
        often += SOON[place] * view["lead_suits"][place, suit]
    return often


@kernel
def mean_led_soon(view: np.void) -> float:
    """The mean of the suits."""
    total = 0.0
    for suit in range(tyr.NUM_SUITS):
        total += led_soon(view, suit)
    return total / tyr.NUM_SUITS


# Fame


@kernel
def fame_of(view: np.void, distance: int, extra: int) -> float:
    """The fame of a player, with one more lead card, or with none where it is -1 (TYR-6.1 to 6.3).

    Aces of others are not known, and are left out.
    """
    fame = view["chips"][distance] * (CHIP_OF_OTHERS if distance > 0 else 1.0)
    for suit in range(tyr.NUM_SUITS):
        count = int(view["ace"][suit]) if distance == 0 else 0
        for rank in range(tyr.NUM_RANKS):
            lead = tyr.NUM_RANKS * suit + rank
            is_won = view["won"][distance, lead] or lead == extra
            count += is_won
            fame += (rank + 1) * is_won
        fame += SAME_SUIT[count]
    for rank in range(tyr.NUM_RANKS):
        count = 0
        for suit in range(tyr.NUM_SUITS):
            lead = tyr.NUM_RANKS * suit + rank
            count += view["won"][distance, lead] or lead == extra
        fame += SAME_RANK[count]
    return fame


@kernel
def lowest_fame(view: np.void) -> float:
    """The lowest fame among the others."""
    lowest = fame_of(view, 1, -1)
    for distance in range(2, view["num_players"]):
        lowest = min(lowest, fame_of(view, distance, -1))
    return lowest


@kernel
def standing_with(view: np.void, fame: float, lowest: float) -> float:
    """What so much fame is worth: less and less from where it would be purged on (TYR-6.6)."""
    if view["purge"] == 0:
        return fame
    most = lowest + float(view["purge_gap"]) - 1.0 + RISE * num_left(view)
    return fame if fame <= most else most - TOO_FAR * (fame - most)


@kernel
def num_left(view: np.void) -> int:
    """The tricks behind this one."""
    return LAST_TRICK - min(int(view["trick"]), LAST_TRICK)


@kernel
def worth_of_trick(view: np.void) -> float:
    """What the lead card of this trick is worth to the viewer."""
    lead, lowest = int(view["leads"][view["trick"]]) - 1, lowest_fame(view)
    with_it = standing_with(view, fame_of(view, 0, lead), lowest)
    return with_it - standing_with(view, fame_of(view, 0, -1), lowest)


# Plays


@kernel
def worth_of_play(view: np.void, play: int) -> float:
    """What a play may win, less what its cards are worth (TYR-4.9)."""
    power, cost, follows = 0.0, 0.0, False
    for suit in range(tyr.NUM_SUITS):
        number, is_led = tyr.PLAY_COUNTS[play, suit], view["lead_suits"][0, suit] == 1
        follows = follows or (is_led and number > 0)
        power += number * power_of_card(view, suit)
        later = led_soon(view, suit) - SOON[0] * is_led
        cost += number * (CARD + LED_CARD * later) * (view["trick"] < LAST_TRICK)
    if not follows:
        return -cost
    power = max(0.0, power - float(view["marker_penalty"] * view["marker"][0]))
    return chance_of(view, power) * worth_of_trick(view) - cost


@kernel
def power_of_card(view: np.void, suit: int) -> float:
    """The power of a card with the chips that lie on its suit now (TYR-4.9)."""
    taken = float(view["chip_penalty"]) * view["chips_on"][suit]
    return max(0.0, view["powers"][suit] - taken)


@kernel
def chance_of(view: np.void, power: float) -> float:
    """The chance that no other player has more power."""
    chance, trick = 1.0, int(view["trick"])
    for distance in range(1, view["num_players"]):
        deed, size = view["deeds"][distance, trick], int(view["sizes"][distance, trick])
        if deed == tyr.PLAYED:
            chance *= likely((power - BLUFF - POWER_OF_CARD * size) / SPREAD)
        elif deed == tyr.NOTHING_YET and view["hand_sizes"][distance] > 0:
            chance *= 1.0 - GOES_ALONG * (1.0 - likely((power - TO_ACT) / TO_ACT_SPREAD))
    return chance


@kernel
def likely(margin: float) -> float:
    """The chance that goes with a margin."""
    return 1.0 / (1.0 + math.exp(-margin))


@kernel
def worth_of_pass(view: np.void) -> float:
    """A chip for the cards that a pass brings, as long as there are tricks to play them in."""
    held, stock = int(view["hand_sizes"][0]), int(view["stock_sizes"][0])
    drawn = max(0, min(int(view["refill_hand"]), held + stock) - held)
    return CARD_OF_REFILL * min(drawn, 2 * num_left(view)) - worth_of_a_chip(view)


# Chips


@kernel
def worth_of_chips(view: np.void, number: int) -> float:
    """Fame less by so many chips; those of who has too much are laid at the end (TYR-5.5)."""
    fame = fame_of(view, 0, -1) - number
    return standing_with(view, fame, lowest_fame(view)) if num_left(view) <= ENDING else fame


@kernel
def worth_of_a_chip(view: np.void) -> float:
    """What it costs to pay a chip."""
    return worth_of_chips(view, 0) - worth_of_chips(view, 1)


choose = adviser("tyrant_v0", worth_of)
