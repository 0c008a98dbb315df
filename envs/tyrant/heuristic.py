"""The heuristic for Tyrant, computed from the player's own view (TYR-7.5).

Only winning counts, so the worth of an action is the chance to win after it: from the likely totals
of all players, and how far these may still change. More fame is better below the line from which a
player is purged. A player above the line lays chips, and counts in part on laying more later.
Farther above, a lead card does harm and is avoided.

The worth of a play averages the chances with and without the lead card, weighted by the chance that
its power wins. The later use of its cards in the next two tricks is subtracted; it is negative for
suits whose lead cards are not wanted. Hands are formed in the same way.
"""

import math
from typing import NamedTuple

import numpy as np

from ..cards.melds import count_of, unit
from ..core.compiling.kernel import kernel
from ..core.contract.weights import Weight, WeightTable
from ..core.kit.advice import NOTHING
from . import state as tyr
from .options import MAX_PLAYERS, MOST_CHIPS, NUM_TRICKS
from .rules.ending import SAME_RANK, SAME_SUIT

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
NO_PLACE = tyr.ROW
ME = 0  # others are counted by distance
MINE = unit(ME + 1)  # a trick of the viewer among the tricks won by each

NO_LINE = 1e9  # the line from which players are purged where nobody is
HIGHEST_EXPONENT = 700.0  # beyond it plain Python raises an error where kernels have infinity
POINTS_AS_CHANCE = 0.1  # worth of a point if the totals are the reward

# By phase, the first of its actions, and one past the last.
FIRST_ACTIONS = np.array([phase.kinds[0].first for phase in tyr.PHASES])
END_ACTIONS = np.array([phase.kinds[-1].first + phase.kinds[-1].count for phase in tyr.PHASES])

PerSeat = tuple[float, float, float, float]
PerSuit = tuple[float, float, float, float]
PerPlace = tuple[float, float, float, float]  # of the lead row, and for no lead card: NO_PLACE


class Others(NamedTuple):
    """The other players at the likely end of the game, by distance; the viewer's entry is unused.

    Attributes:
        totals: Their totals.
        lowest: The lowest of these.
        stays: The chances that they are not purged, if the viewer's total is no lower.
    """

    totals: PerSeat
    lowest: float
    stays: PerSeat


class Bonus(NamedTuple):
    """The bonus for the fewest tricks (TYR-6.4).

    Attributes:
        tricks: The tricks won by nobody, the viewer, the next clockwise, ..., as a multiset; see
            `fudaba.envs.cards.melds`.
        fewest: The fewest tricks of a player.
        share: The share of each player with so few.
    """

    tricks: int
    fewest: int
    share: float


class Ends(NamedTuple):
    """The likely ends of the game (TYR-6.5).

    Attributes:
        own: The viewer's total if it gets the lead card at a place of the row, or none.
        with_lead: The others if it gets a lead card.
        without: The others if it gets none.
    """

    own: PerPlace
    with_lead: Others
    without: Others


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
    worths, phase = np.empty(tyr.NUM_ACTIONS), tyr.SETTLE
    if view["phase"][tyr.SELECT]:
        phase = tyr.SELECT
        weigh_numbers(view, weights, worths)
    elif view["phase"][tyr.PLAY]:
        phase = tyr.PLAY
        weigh_plays(view, weights, mask, worths)
    elif view["phase"][tyr.TYRANT]:
        phase = tyr.TYRANT
        weigh_chips(view, weights, worths)
    else:
        weigh_cards(view, worths)
    best_action, best_worth = -1, NOTHING
    for action in range(FIRST_ACTIONS[phase], END_ACTIONS[phase]):
        if mask[action] == 1 and (best_action < 0 or worths[action] > best_worth):
            best_action, best_worth = action, worths[action]
    return best_action


@kernel
def num_left(view: np.void) -> int:
    """Returns the number of tricks after this one."""
    return LAST_TRICK - min(int(view["trick"]), LAST_TRICK)


# Totals


@kernel
def likely_ends(view: np.void, weights: np.void) -> Ends:
    """Returns the likely ends of the game, for each place of the lead row (TYR-6.5)."""
    tricks, piles = tricks_won(view), bonus_of_piles(view, weights)
    bonus, bonus_with_lead = bonus_for(view, tricks, piles), bonus_for(view, tricks + MINE, piles)
    suits, ranks = own_cards(view)
    own = (
        own_fame(view, suits, ranks, NOW) + share_of(bonus_with_lead, ME),
        own_fame(view, suits, ranks, NEXT) + share_of(bonus_with_lead, ME),
        own_fame(view, suits, ranks, AFTER_NEXT) + share_of(bonus_with_lead, ME),
        own_fame(view, suits, ranks, NO_PLACE) + share_of(bonus, ME),
    )
    fames = (
        0.0,
        fame_of_other(view, weights, 1),
        fame_of_other(view, weights, 2),
        fame_of_other(view, weights, 3),
    )
    with_lead = without = others_with(view, weights, fames, bonus)
    if (bonus_with_lead.fewest, bonus_with_lead.share) != (bonus.fewest, bonus.share):
        with_lead = others_with(view, weights, fames, bonus_with_lead)
    return Ends(own, with_lead, without)


@kernel
def others_with(view: np.void, weights: np.void, fames: PerSeat, bonus: Bonus) -> Others:
    """Returns the other players at the end, from their fame and the bonus for few tricks."""
    totals = (
        0.0,
        fames[1] + share_of(bonus, 1),
        fames[2] + share_of(bonus, 2),
        fames[3] + share_of(bonus, 3),
    )
    lowest = totals[1]
    for distance in range(2, MAX_PLAYERS):
        if distance < view["num_players"]:
            lowest = min(lowest, totals[distance])
    line, spread = line_above(view, lowest), spread_of(view, weights)
    stays = (
        1.0,
        1.0 - likely((totals[1] - line) / spread),
        1.0 - likely((totals[2] - line) / spread),
        1.0 - likely((totals[3] - line) / spread),
    )
    return Others(totals, lowest, stays)


@kernel
def tricks_won(view: np.void) -> int:
    """Returns the tricks won by nobody, the viewer, the next clockwise, ..., as a multiset."""
    tricks = 0
    for trick in range(view["trick"]):
        tricks += unit(view["winners"][trick])
    return tricks


@kernel
def cards_won(view: np.void, distance: int) -> tuple[int, int]:
    """Returns the suits and the ranks of a player's lead cards, as multisets."""
    suits, ranks = 0, 0
    for trick in range(view["trick"]):
        if view["winners"][trick] == distance + 1:
            lead = int(view["leads"][trick]) - 1
            suits += unit(lead // tyr.NUM_RANKS)
            ranks += unit(lead % tyr.NUM_RANKS)
    return suits, ranks


@kernel
def fame_of_cards(suits: int, ranks: int) -> int:
    """Returns the fame of lead cards and an ace, which has a suit alone (TYR-6.1 to 6.3)."""
    fame = 0
    for rank in range(tyr.NUM_RANKS):
        count = count_of(ranks, rank)
        fame += (rank + 1) * count + int(SAME_RANK[count])
    for suit in range(tyr.NUM_SUITS):
        fame += int(SAME_SUIT[count_of(suits, suit)])
    return fame


@kernel
def own_cards(view: np.void) -> tuple[int, int]:
    """Returns the suits and the ranks of the viewer's lead cards, and the suit of the ace."""
    suits, ranks = cards_won(view, ME)
    for suit in range(tyr.NUM_SUITS):
        suits += int(view["ace"][suit]) * unit(suit)
    return suits, ranks


@kernel
def own_fame(view: np.void, suits: int, ranks: int, place: int) -> float:
    """Returns the viewer's fame with a further lead card, at a place of the row, and chips."""
    if place != NO_PLACE:
        lead = int(view["leads"][min(int(view["trick"]) + place, LAST_TRICK)]) - 1
        suits += unit(lead // tyr.NUM_RANKS)
        ranks += unit(lead % tyr.NUM_RANKS)
    return float(fame_of_cards(suits, ranks) + int(view["chips"][ME]))


@kernel
def fame_of_other(view: np.void, weights: np.void, distance: int) -> float:
    """Returns another player's fame with the gain that an unknown ace may bring, and chips."""
    suits, ranks = cards_won(view, distance)
    gain = 0
    for suit in range(tyr.NUM_SUITS):
        count = count_of(suits, suit)
        gain += (1 - view["ace"][suit]) * (SAME_SUIT[count + 1] - SAME_SUIT[count])
    fame = fame_of_cards(suits, ranks) + int(view["chips"][distance])
    return fame + weights["ace_fits"] * gain


@kernel
def bonus_for(view: np.void, tricks: int, piles: float) -> Bonus:
    """Returns the bonus for the fewest tricks, if `piles` is the whole of it (TYR-6.4)."""
    fewest, count = NUM_TRICKS, 0
    for distance in range(view["num_players"]):
        num_won = count_of(tricks, distance + 1)
        if num_won < fewest:
            fewest, count = num_won, 0
        count += num_won == fewest
    return Bonus(tricks, fewest, piles / count)


@kernel
def share_of(bonus: Bonus, distance: int) -> float:
    """Returns a player's share of the bonus for the fewest tricks (TYR-6.4)."""
    return bonus.share if count_of(bonus.tricks, distance + 1) == bonus.fewest else 0.0


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
def spread_of(view: np.void, weights: np.void) -> float:
    """Returns the spread of the totals: how far they may still change."""
    return weights["near"] + weights["nearer_a_trick"] * num_left(view)


@kernel
def line_above(view: np.void, lowest: float) -> float:
    """Returns the line from which players are purged, by the lowest total (TYR-6.6)."""
    return lowest + float(view["purge_gap"]) - 0.5 if view["purge"] else NO_LINE


@kernel
def prospect(view: np.void, weights: np.void, others: Others, own: float, spare: int) -> float:
    """Returns the chance to win the game (TYR-6.6, 6.7).

    Args:
        view: The view.
        weights: The weights.
        others: The other players at the end.
        own: The viewer's total, less the chips that it spends now.
        spare: The number of chips that it could still lay afterwards.
    """
    if view["reward_mode"] == tyr.POINTS_OF_TOTALS:
        return POINTS_AS_CHANCE * own
    spread, is_lowest = spread_of(view, weights), own < others.lowest
    line = line_above(view, min(own, others.lowest))
    if own > line - 0.5:
        own = max(line - 0.5, own - weights["chips_to_lay"] * spare)
    chance = likely((line - own) / spread)
    for distance in range(1, MAX_PLAYERS):  # a constant number, so that the loop is unrolled
        if distance < view["num_players"]:
            total, stays = others.totals[distance], others.stays[distance]
            if is_lowest:
                stays = 1.0 - likely((total - line) / spread)
            chance *= 1.0 - likely((total - own) / spread) * stays
    return chance


@kernel
def prospect_of_turn(
    view: np.void, weights: np.void, ends: Ends, chance: float, spent: int, spare: int
) -> float:
    """Returns `prospect` averaged over winning this trick with probability `chance`."""
    without = prospect(view, weights, ends.without, ends.own[NO_PLACE] - spent, spare)
    if chance == 0.0:
        return without
    now = prospect(view, weights, ends.with_lead, ends.own[NOW] - spent, spare)
    return without + chance * (now - without)


@kernel
def prospects_of_row(view: np.void, weights: np.void, ends: Ends) -> PerPlace:
    """Returns the chances to win with the lead card at each place of the row, and without one."""
    chips, left, others = int(view["chips"][ME]), num_left(view), ends.with_lead
    now = prospect(view, weights, others, ends.own[NOW], chips)
    without = prospect(view, weights, ends.without, ends.own[NO_PLACE], chips)
    soon = later = without
    if left >= NEXT:
        soon = prospect(view, weights, others, ends.own[NEXT], chips)
    if left >= AFTER_NEXT:
        later = prospect(view, weights, others, ends.own[AFTER_NEXT], chips)
    return now, soon, later, without


@kernel
def wish_for(weights: np.void, prospects: PerPlace, place: int) -> float:
    """Returns how much the lead card at a place of the row is wanted, -1 to 1."""
    gain = prospects[place] - prospects[NO_PLACE]
    return max(-1.0, min(1.0, gain / weights["wished"]))


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
    prospects = prospects_of_row(view, weights, likely_ends(view, weights))
    of_suit, total = 0.0, 0.0
    for other in range(suit, tyr.NUM_SUITS):
        wanted = view["stock"][other] * math.exp(appetite_for(view, weights, prospects, other))
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
def appetite_for(view: np.void, weights: np.void, prospects: PerPlace, suit: int) -> float:
    """Returns the preference for a suit, from the wishes for the lead cards that it could win."""
    appetite = 0.0
    for place in range(tyr.ROW):
        if view["lead_suits"][place, suit]:
            appetite += preference_for(weights, place) * wish_for(weights, prospects, place)
    return appetite


# Plays


@kernel
def weigh_plays(view: np.void, weights: np.void, mask: np.ndarray, worths: np.ndarray) -> None:
    """Weighs each legal play, and the pass: a chip less and no lead card (TYR-4.5, 4.6)."""
    ends, powers = likely_ends(view, weights), powers_now(view)
    prospects = prospects_of_row(view, weights, ends)
    if mask[tyr.PASS_ACTION]:
        spare = int(view["chips"][ME]) - 1 if num_left(view) > 0 else 0
        worths[tyr.PASS_ACTION] = prospect(
            view, weights, ends.without, ends.own[NO_PLACE] - 1, spare
        )
    for play in range(tyr.NUM_PLAYS):
        action = tyr.FIRST_PLAY + play
        if mask[action] == 0:
            continue
        if play > 0 and tyr.NEEDS[play] == tyr.NEEDS[play - 1]:
            worths[action] = worths[action - 1]  # only another card lies face up
        else:
            cards = tyr.PLAY_COUNTS[play]
            worths[action] = worth_of_play(view, weights, ends, prospects, powers, cards)


@kernel
def worth_of_play(
    view: np.void,
    weights: np.void,
    ends: Ends,
    prospects: PerPlace,
    powers: PerSuit,
    cards: np.ndarray,
) -> float:
    """Returns the worth of a play: its chance to win, less the later use of its cards (TYR-4.9)."""
    held = int(view["hand_sizes"][ME]) + int(view["stock_sizes"][ME])
    chance, cost = chance_of(view, weights, powers, cards), cost_of(view, weights, prospects, cards)
    if num_left(view) > 0 and held == tyr.num_cards(cards):  # chips are laid along with a play
        return prospect_of_turn(view, weights, ends, chance, 0, 0) - cost
    without = prospects[NO_PLACE]
    return without + chance * (prospects[NOW] - without) - cost


@kernel
def cost_of(view: np.void, weights: np.void, prospects: PerPlace, cards: np.ndarray) -> float:
    """Returns the worth of the later use of a play's cards; negative for unwanted lead cards."""
    left = num_left(view)
    held = int(view["hand_sizes"][ME]) + int(view["stock_sizes"][ME])
    next_wish = wish_for(weights, prospects, NEXT)
    later_wish = wish_for(weights, prospects, AFTER_NEXT)
    cost = weights["card"] * tyr.num_cards(cards) * (left > 0)
    for suit in range(tyr.NUM_SUITS):
        if cards[suit] > 0 and view["lead_suits"][NEXT, suit]:
            cost += weights["card_to_lead"] * cards[suit] * next_wish
        if cards[suit] > 0 and view["lead_suits"][AFTER_NEXT, suit]:
            cost += weights["card_to_lead"] * weights["later"] * cards[suit] * later_wish
    return cost * min(1.0, weights["cards_a_trick"] * left / max(1, held))


@kernel
def powers_now(view: np.void) -> PerSuit:
    """Returns the power of a card of each suit with the present chips (TYR-4.9)."""
    return power_now(view, 0), power_now(view, 1), power_now(view, 2), power_now(view, 3)


@kernel
def power_now(view: np.void, suit: int) -> float:
    """Returns the power of a card of a suit with the present chips (TYR-4.9)."""
    return max(0.0, view["powers"][suit] - float(view["chip_penalty"]) * view["chips_on"][suit])


@kernel
def chance_of(view: np.void, weights: np.void, powers: PerSuit, cards: np.ndarray) -> float:
    """Returns the chance that the viewer's cards win the trick: that no other has more power."""
    power, trick = power_of(view, powers, cards), int(view["trick"])
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
def power_of(view: np.void, powers: PerSuit, cards: np.ndarray) -> float:
    """Returns the power of the viewer's cards; -1 if they don't follow."""
    power, follows = 0.0, False
    for suit in range(tyr.NUM_SUITS):
        power += cards[suit] * powers[suit]
        follows = follows or (cards[suit] > 0 and view["lead_suits"][NOW, suit] == 1)
    if not follows:
        return -1.0
    return max(0.0, power - float(view["marker_penalty"] * view["marker"][ME]))


# Chips


@kernel
def weigh_chips(view: np.void, weights: np.void, worths: np.ndarray) -> None:
    """Weighs each number of chips: useful only for a player who would be purged (TYR-5.5)."""
    ends, chips = likely_ends(view, weights), int(view["chips"][ME])
    has_more = num_left(view) > 0 and view["hand_sizes"][ME] + view["stock_sizes"][ME] > 0
    chance = chance_of(view, weights, powers_now(view), view["plays"][ME, view["trick"]])
    for number in range(chips + 1):
        spare = chips - number if has_more else 0
        worth = prospect_of_turn(view, weights, ends, chance, number, spare)
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
