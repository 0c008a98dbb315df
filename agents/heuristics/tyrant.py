"""Advice for Tyrant, over the player's own view (TYR-7.5).

Only winning counts, so the worth of an action is the chance to win after it: from the likely totals
of all players, and how far these may still change. More fame is better below the line from which a
player is purged. A player above the line lays chips, and counts in part on laying more later.
Farther above, a lead card does harm and is avoided.

The worth of a play averages the chances with and without the lead card, weighted by the chance that
its power wins. The later use of its cards in the next two tricks is subtracted; it is negative for
suits whose lead cards are not wanted. Hands are formed in the same way.
"""

import math

import numpy as np

from fudaba.envs.core.compiling.kernel import kernel
from fudaba.envs.tyrant import state as tyr
from fudaba.envs.tyrant.options import MAX_PLAYERS, MOST_CHIPS, NUM_TRICKS
from fudaba.envs.tyrant.rules.ending import SAME_RANK, SAME_SUIT

from .advice import NOTHING
from .weights import Weight, WeightTable

WEIGHTS = WeightTable(
    Weight("near", 1.0, 0.2, 6.0, "spread of the totals at the end"),
    Weight("nearer_a_trick", 0.5, 0.0, 3.0, "additional spread for each trick before the end"),
    Weight("chips_to_lay", 0.3, 0.0, 1.0, "part of the spare chips that is expected to be laid"),
    Weight("ace_fits", 1 / 3, 0.0, 1.0, "chance that another player's unknown ace is of a suit"),
    Weight("piles_a_trick", 0.6, 0.0, 2.0, "horizontal piles that a trick adds"),
    Weight("wished", 0.2, 0.02, 1.0, "gain of chance that counts as a full wish"),
    Weight("appetite_now", 2.5, 0.0, 6.0, "preference for a suit that is led now"),
    Weight("appetite_next", 1.0, 0.0, 6.0, "preference for a suit that is led next"),
    Weight(
        "appetite_later", 0.7, 0.0, 6.0, "preference for a suit that is led after the next trick"
    ),
    Weight("card", 0.02, 0.0, 0.2, "worth of keeping a card, as a chance"),
    Weight(
        "card_to_lead",
        0.03,
        0.0,
        0.3,
        "worth of keeping a card for the next lead card, as a chance",
    ),
    Weight("later", 0.5, 0.0, 2.0, "part of that for the lead card after the next"),
    Weight("cards_a_trick", 2.0, 0.5, 6.0, "cards that can be used in a trick"),
    Weight("power_of_card", 7.5, 0.0, 20.0, "power of each card that another player laid"),
    Weight("bluff", 4.0, -10.0, 20.0, "additional power of another player's cards"),
    Weight("spread", 4.0, 0.5, 20.0, "spread of that power"),
    Weight("to_act", 15.0, 0.0, 40.0, "power of a player who has still to act"),
    Weight("to_act_spread", 5.0, 0.5, 30.0, "spread of that power"),
    Weight("goes_along", 0.75, 0.0, 1.0, "chance that such a player follows"),
)

LAST_TRICK = NUM_TRICKS - 1
NOW, NEXT, AFTER_NEXT = range(tyr.ROW)  # places in the lead row
NO_PLACE, NO_LEAD = tyr.ROW, -1
ME = 0  # others are counted by distance

HIGHEST_EXPONENT = 700.0  # beyond it plain Python raises an error where kernels have infinity
POINTS_AS_CHANCE = 0.1  # worth of a point if the totals are the reward


@kernel
def choose(view: np.void, weights: np.void, mask: np.ndarray) -> int:
    """Returns the legal action of the highest worth, the first among equals.

    Args:
        view: The view record of the seat to move.
        weights: The record of the heuristic's weights.
        mask: int8[A], its legal actions, at least one.

    Returns:
        A legal action id.
    """
    worths = np.zeros(tyr.NUM_ACTIONS)  # illegal actions are ignored below
    if view["phase"][tyr.SELECT]:
        weigh_numbers(view, weights, worths)
    elif view["phase"][tyr.PLAY]:
        weigh_plays(view, weights, mask, worths)
    elif view["phase"][tyr.TYRANT]:
        weigh_chips(view, weights, worths)
    else:
        weigh_cards(view, worths)
    best_action, best_worth = -1, NOTHING
    for action in range(len(mask)):
        if mask[action] == 1 and (best_action < 0 or worths[action] > best_worth):
            best_action, best_worth = action, worths[action]
    return best_action


@kernel
def num_left(view: np.void) -> int:
    """Returns the number of tricks after this one."""
    return LAST_TRICK - min(int(view["trick"]), LAST_TRICK)


# Totals


@kernel
def likely_totals(view: np.void, weights: np.void) -> np.ndarray:
    """Returns the likely totals at the end (TYR-6.5).

    Returns:
        float64[4, 4]: for each place of the lead row, the totals by distance if the viewer gets
        the lead card there; in row NO_PLACE, if it gets none.
    """
    totals = np.empty((tyr.ROW + 1, MAX_PLAYERS))
    for place in range(tyr.ROW):
        lead = int(view["leads"][min(int(view["trick"]) + place, LAST_TRICK)]) - 1
        find_totals(view, weights, lead, totals[place])
    find_totals(view, weights, NO_LEAD, totals[NO_PLACE])
    return totals


@kernel
def find_totals(view: np.void, weights: np.void, lead: int, totals: np.ndarray) -> None:
    """Fills float64[4] with the totals if the viewer gets a lead card, or NO_LEAD (TYR-6.5)."""
    fewest, count = NUM_TRICKS, 0
    for distance in range(view["num_players"]):
        tricks = num_tricks(view, distance, lead)
        if tricks < fewest:
            fewest, count = tricks, 0
        count += tricks == fewest
    for distance in range(view["num_players"]):
        totals[distance] = fame_of_cards(view, weights, distance, lead) + view["chips"][distance]
        if num_tricks(view, distance, lead) == fewest:
            totals[distance] += bonus_of_piles(view, weights) / count


@kernel
def fame_of_cards(view: np.void, weights: np.void, distance: int, lead: int) -> float:
    """Returns the fame of a player's lead cards; the viewer's include `lead` (TYR-6.1 to 6.3)."""
    fame, extra = 0.0, lead if distance == ME else NO_LEAD
    for suit in range(tyr.NUM_SUITS):
        count = int(view["ace"][suit]) if distance == ME else 0
        for rank in range(tyr.NUM_RANKS):
            lead = tyr.NUM_RANKS * suit + rank
            is_won = view["won"][distance, lead] or lead == extra
            count += is_won
            fame += (rank + 1) * is_won
        fame += SAME_SUIT[count]
        if distance != ME and view["ace"][suit] == 0:
            fame += weights["ace_fits"] * (SAME_SUIT[count + 1] - SAME_SUIT[count])
    for rank in range(tyr.NUM_RANKS):
        count = 0
        for suit in range(tyr.NUM_SUITS):
            lead = tyr.NUM_RANKS * suit + rank
            count += view["won"][distance, lead] or lead == extra
        fame += SAME_RANK[count]
    return fame


@kernel
def num_tricks(view: np.void, distance: int, lead: int) -> int:
    """Returns a player's won tricks; the viewer's include this one unless `lead` is NO_LEAD."""
    count = int(distance == ME and lead != NO_LEAD)
    for trick in range(view["trick"]):
        count += view["winners"][trick] == distance + 1
    return count


@kernel
def bonus_of_piles(view: np.void, weights: np.void) -> float:
    """Returns the whole bonus for the fewest tricks, weighted by the progress (TYR-6.4)."""
    left = num_left(view)
    piles = weights["piles_a_trick"] * (left + 0.5)
    for suit in range(tyr.NUM_SUITS):
        piles += view["plaza"][suit] // view["pile_size"]
    return float(view["least_trick_bonus"]) * piles * (1.0 - left / NUM_TRICKS)


# Chances to win


@kernel
def likely(margin: float) -> float:
    """Returns the chance that corresponds to a margin: the logistic function."""
    return 1.0 / (1.0 + math.exp(min(-margin, HIGHEST_EXPONENT)))


@kernel
def prospect(view: np.void, weights: np.void, totals: np.ndarray, spent: int, spare: int) -> float:
    """Returns the chance to win the game (TYR-6.6, 6.7).

    Args:
        view: The view.
        weights: The weights.
        totals: float64[4], a row of `likely_totals`.
        spent: The number of chips that the viewer spends now.
        spare: The number of chips that it could still lay afterwards.
    """
    own, count = totals[ME] - spent, int(view["num_players"])
    if view["reward_mode"] == tyr.POINTS_OF_TOTALS:
        return POINTS_AS_CHANCE * own
    spread = weights["near"] + weights["nearer_a_trick"] * num_left(view)
    chance, line, lowest = 1.0, 1e9, own
    for distance in range(1, count):
        lowest = min(lowest, totals[distance])
    if view["purge"]:
        line = lowest + float(view["purge_gap"]) - 0.5
        if own > line - 0.5:
            own = max(line - 0.5, own - weights["chips_to_lay"] * spare)
        chance = likely((line - own) / spread)
    for distance in range(1, count):
        is_purged = likely((totals[distance] - line) / spread)
        chance *= 1.0 - likely((totals[distance] - own) / spread) * (1.0 - is_purged)
    return chance


@kernel
def prospect_of_turn(
    view: np.void, weights: np.void, totals: np.ndarray, chance: float, spent: int, spare: int
) -> float:
    """Returns `prospect` averaged over winning this trick with probability `chance`."""
    without = prospect(view, weights, totals[NO_PLACE], spent, spare)
    if chance == 0.0:
        return without
    return without + chance * (prospect(view, weights, totals[NOW], spent, spare) - without)


@kernel
def wishes_for_row(view: np.void, weights: np.void, totals: np.ndarray) -> np.ndarray:
    """Returns how much the lead card at each place of the row is wanted: float64[3], -1 to 1."""
    wishes, chips = np.zeros(tyr.ROW), int(view["chips"][ME])
    without = prospect(view, weights, totals[NO_PLACE], 0, chips)
    for place in range(min(tyr.ROW, num_left(view) + 1)):
        gain = prospect(view, weights, totals[place], 0, chips) - without
        wishes[place] = max(-1.0, min(1.0, gain / weights["wished"]))
    return wishes


# Hands


@kernel
def weigh_numbers(view: np.void, weights: np.void, worths: np.ndarray) -> None:
    """Weighs each number of cards of a suit by its distance from the wanted one (TYR-4.3)."""
    for suit in range(tyr.NUM_STEPS):
        if view["step"][suit]:
            wanted = number_wanted(view, weights, suit)
            for number in range(tyr.NUM_KEPT):
                worths[tyr.NUM_KEPT * suit + number] = -abs(number - wanted)


@kernel
def number_wanted(view: np.void, weights: np.void, suit: int) -> float:
    """Returns how many of the cards that a hand still needs should be of a suit."""
    size = int(view["first_hand"] if view["trick"] == 0 else view["refill_hand"])
    need = min(size, int(view["stock_sizes"][ME]))
    for kept in range(suit):
        need -= view["kept"][kept]
    wishes = wishes_for_row(view, weights, likely_totals(view, weights))
    of_suit, total = 0.0, 0.0
    for other in range(suit, tyr.NUM_SUITS):
        wanted = view["stock"][other] * math.exp(appetite_for(view, weights, wishes, other))
        total += wanted
        if other == suit:
            of_suit = wanted
    return need * of_suit / total


@kernel
def preference_for(weights: np.void, place: int) -> float:
    """Returns the preference for the suits of the lead card at a place of the row."""
    if place == NOW:
        return weights["appetite_now"]
    return weights["appetite_next"] if place == NEXT else weights["appetite_later"]


@kernel
def appetite_for(view: np.void, weights: np.void, wishes: np.ndarray, suit: int) -> float:
    """Returns the preference for a suit, from the wishes for the lead cards that it could win."""
    appetite = 0.0
    for place in range(tyr.ROW):
        if view["lead_suits"][place, suit]:
            appetite += preference_for(weights, place) * wishes[place]
    return appetite


# Plays


@kernel
def weigh_plays(view: np.void, weights: np.void, mask: np.ndarray, worths: np.ndarray) -> None:
    """Weighs each legal play, and the pass: a chip less and no lead card (TYR-4.5, 4.6)."""
    totals = likely_totals(view, weights)
    wishes = wishes_for_row(view, weights, totals)
    spare = int(view["chips"][ME]) - 1 if num_left(view) > 0 else 0
    worths[tyr.PASS_ACTION] = prospect(view, weights, totals[NO_PLACE], 1, spare)
    for play in range(tyr.NUM_PLAYS):
        if mask[tyr.FIRST_PLAY + play]:
            worths[tyr.FIRST_PLAY + play] = worth_of_play(view, weights, totals, wishes, play)


@kernel
def worth_of_play(
    view: np.void, weights: np.void, totals: np.ndarray, wishes: np.ndarray, play: int
) -> float:
    """Returns the worth of a play: its chance to win, less the later use of its cards (TYR-4.9)."""
    cards = tyr.PLAY_COUNTS[play]
    held = int(view["hand_sizes"][ME]) + int(view["stock_sizes"][ME])
    has_more = num_left(view) == 0 or held > tyr.num_cards(cards)
    spare = int(view["chips"][ME]) if has_more else 0  # chips are laid along with a play
    worth = prospect_of_turn(view, weights, totals, chance_of(view, weights, cards), 0, spare)
    return worth - cost_of(view, weights, wishes, cards, held)


@kernel
def cost_of(
    view: np.void, weights: np.void, wishes: np.ndarray, cards: np.ndarray, held: int
) -> float:
    """Returns the worth of the later use of a play's cards; negative for unwanted lead cards."""
    left = num_left(view)
    cost = weights["card"] * tyr.num_cards(cards) * (left > 0)
    for suit in range(tyr.NUM_SUITS):
        if cards[suit] > 0 and view["lead_suits"][NEXT, suit]:
            cost += weights["card_to_lead"] * cards[suit] * wishes[NEXT]
        if cards[suit] > 0 and view["lead_suits"][AFTER_NEXT, suit]:
            cost += weights["card_to_lead"] * weights["later"] * cards[suit] * wishes[AFTER_NEXT]
    return cost * min(1.0, weights["cards_a_trick"] * left / max(1, held))


@kernel
def chance_of(view: np.void, weights: np.void, cards: np.ndarray) -> float:
    """Returns the chance that the viewer's cards win the trick: that no other has more power."""
    power, trick = power_of(view, cards), int(view["trick"])
    if power < 0.0:
        return 0.0
    chance = 1.0
    for distance in range(1, view["num_players"]):
        deed, size = view["deeds"][distance, trick], int(view["sizes"][distance, trick])
        if deed == tyr.PLAYED:
            chance *= likely(
                (power - weights["bluff"] - weights["power_of_card"] * size) / weights["spread"]
            )
        elif deed == tyr.NOTHING_YET and view["hand_sizes"][distance] > 0:
            chance *= 1.0 - weights["goes_along"] * likely(
                (weights["to_act"] - power) / weights["to_act_spread"]
            )
    return chance


@kernel
def power_of(view: np.void, cards: np.ndarray) -> float:
    """Returns the power of the viewer's cards with the present chips; -1 if they don't follow."""
    power, follows = 0.0, False
    for suit in range(tyr.NUM_SUITS):
        taken = float(view["chip_penalty"]) * view["chips_on"][suit]
        power += cards[suit] * max(0.0, view["powers"][suit] - taken)
        follows = follows or (cards[suit] > 0 and view["lead_suits"][NOW, suit] == 1)
    if not follows:
        return -1.0
    return max(0.0, power - float(view["marker_penalty"] * view["marker"][ME]))


# Chips


@kernel
def weigh_chips(view: np.void, weights: np.void, worths: np.ndarray) -> None:
    """Weighs each number of chips: useful only for a player who would be purged (TYR-5.5)."""
    totals, chips = likely_totals(view, weights), int(view["chips"][ME])
    has_more = num_left(view) > 0 and view["hand_sizes"][ME] + view["stock_sizes"][ME] > 0
    chance = chance_of(view, weights, view["plays"][ME, view["trick"]])
    for number in range(chips + 1):
        spare = chips - number if has_more else 0
        worth = prospect_of_turn(view, weights, totals, chance, number, spare)
        if number == 0:
            worths[tyr.NO_CHIPS_ACTION] = worth
        else:
            for suit in range(tyr.NUM_SUITS):
                worths[tyr.FIRST_CHIPS + MOST_CHIPS * suit + number - 1] = worth


# The plaza


@kernel
def weigh_cards(view: np.void, worths: np.ndarray) -> None:
    """Weighs each suit by the number of own cards of it, so that their columns grow (TYR-4.12)."""
    for suit in range(tyr.NUM_SUITS):
        worths[tyr.FIRST_SETTLE + suit] = view["hand"][suit] + view["stock"][suit]
