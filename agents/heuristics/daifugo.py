"""Advice for Daifugo, over the player's own view (DFG-7.5).

The worth of a hand is the sum over its ranks: each costs a turn, and earns the lead with the chance
that the others can't beat it. The worth of a play is the gain in the hand, plus the lead times the
chance to win it. So weak cards go first and long plays before short ones. Winners are kept until
the lead is wanted: to stop another player, or to shed the rest in one go. A 7 or a K is used soon,
because it sheds an additional weak card. A drawn card is one more to shed, so nothing is drawn
unless the player with the shortest hand can use up the pile (DFG-4.15).
"""

from typing import NamedTuple

import numpy as np

from fudaba.envs.cards.melds import count_of
from fudaba.envs.core.compiling.kernel import kernel
from fudaba.envs.core.kit.bits import bit_of, count_bits, holds
from fudaba.envs.daifugo import state as dfg
from fudaba.envs.daifugo.rules.plays import shape_of

from .advice import NOTHING, adviser
from .weights import Weight, WeightTable

WEIGHTS = WeightTable(
    Weight("turn", -1.0, -4.0, 1.0, "for each rank in the hand"),
    Weight("card", -0.1, -1.0, 0.5, "for each card in the hand"),
    Weight("win", 1.6, 0.0, 6.0, "for a rank that cannot be beaten"),
    Weight("seven", -0.5, -2.0, 1.0, "for each 7 that is kept, with the effect of the 7"),
    Weight("king", -0.1, -2.0, 1.0, "for each K that is kept, with the effect of the K"),
    Weight("joker", 1.1, 0.0, 6.0, "for a joker in the hand"),
    Weight("stuck", -5.0, -20.0, 0.0, "for a hand of nothing but jokers"),
    Weight("run_card", 0.4, 0.0, 2.0, "for each of three cards in a row"),
    Weight("lead", 1.0, 0.0, 5.0, "for the lead"),
    Weight("urgent_lead", 3.0, 0.0, 12.0, "for the lead while another player holds one card"),
    Weight("last_lead", 6.0, 0.0, 24.0, "for a lead from which the rest of the hand can follow"),
    Weight("sharpness", 2.5, 0.5, 10.0, "weight of doubts about the rest of the hand"),
    Weight("beaten", 0.6, 0.0, 3.0, "weight of each way to beat a play"),
    Weight("run_ways", 0.5, 0.0, 3.0, "ways to beat a run"),
    Weight(
        "joker_wins", 0.8, 0.0, 1.0, "chance that a lone joker wins while the 3 of spades is out"
    ),
    Weight("draw", -0.5, -5.0, 5.0, "for drawing a card"),
    Weight(
        "draw_long", 0.0, -1.0, 1.0, "for drawing, for each own card beyond the shortest other hand"
    ),
    Weight("drain", 0.1, -5.0, 5.0, "for drawing while the pile can be used up in time"),
    Weight("change", -0.2, -3.0, 3.0, "for discarding a card and drawing another"),
)


FINISH = 100.0
END = 50.0  # for drawing the last card of the pile
WAYS = np.array(  # ways to hold 2, 3 or 4 cards of a rank, by the 0 to 4 of it that are out
    [
        [0.0, 0.0, 0.3, 1.0, 2.0],
        [0.0, 0.0, 0.0, 0.15, 0.6],
        [0.0, 0.0, 0.0, 0.0, 0.1],
    ]
)
NO_CARDS, JOKERS = np.uint64(0), np.uint64(3 << dfg.FIRST_JOKER)
EVERY_OTHER, PAIRS = 0x5555555555555, 0x3333333333333  # bits of the natural cards


class Others(NamedTuple):
    """The cards that the other players in the round may hold.

    Attributes:
        cards: Their bits: cards that at least one of these players may hold.
        ranks: The number of them of each rank, a multiset; see `fudaba.envs.cards.melds`.
        share: The chance that such a card is in a hand, and not in the pile.
    """

    cards: np.uint64
    ranks: int
    share: float


@kernel
def worth_of(view: np.void, weights: np.void, action: int, others: Others) -> float:
    """Returns the worth of a legal action in the present phase; 0 for a pass without a draw."""
    if action in (dfg.PASS_ACTION, dfg.STOP_ACTION):
        return 0.0
    if action == dfg.PASS_DRAW_ACTION:
        return worth_of_draw(view, weights)
    if action < dfg.PASS_ACTION:
        return worth_of_shape(view, weights, others, action)
    if action < dfg.FIRST_SUIT_SET:
        return worth_of_suit(view, weights, others, action - dfg.FIRST_SUIT)
    if action < dfg.FIRST_JOKER_SUITS:
        return worth_of_suits(view, weights, action - dfg.FIRST_SUIT_SET)
    if action < dfg.FIRST_CARD:
        return worth_of_faces(view, action)
    if action < dfg.STOP_ACTION:
        return worth_of_parting(view, weights, others, action - dfg.FIRST_CARD)
    return -float(view["hand_sizes"][action - dfg.FIRST_PLAYER + 1])


# Where the cards are


@kernel
def count_held(view: np.void, rank: int) -> int:
    """Returns the number of own cards of a rank."""
    count = 0
    for suit in range(dfg.NUM_SUITS):
        count += view["hand"][dfg.NUM_SUITS * rank + suit]
    return count


@kernel
def jokers_held(view: np.void) -> int:
    """Returns the number of own jokers."""
    return view["hand"][dfg.FIRST_JOKER] + view["hand"][dfg.FIRST_JOKER + 1]


@kernel
def is_out(others: Others, card: int) -> bool:
    """Returns whether another player in the round may hold a card."""
    return holds(others.cards, card)


@kernel
def share_in_hands(view: np.void) -> float:
    """Returns the chance that a card of `Others` is in a hand, and not in the pile."""
    held, pile = 0, 0 if view["is_playoff"] == 1 else view["pile_size"]
    for distance in range(1, view["num_players"]):
        held += view["hand_sizes"][distance] * view["is_in"][distance]
    return held / max(held + pile, 1)


@kernel
def study(view: np.void, weights: np.void) -> tuple[Others]:
    """Returns the cards that the others may hold, which are the same for all actions (DFG-7.4)."""
    cards = NO_CARDS
    for distance in range(1, view["num_players"]):
        if view["is_in"][distance] == 1:
            for card in range(dfg.NUM_CARDS):
                cards |= np.uint64(view["memory"][distance, card]) << np.uint64(card)
    return (Others(cards, count_ranks(cards), share_in_hands(view)),)


@kernel
def count_ranks(cards: np.uint64) -> int:
    """Returns the number of cards of each rank: a multiset, four bits per rank."""
    natural = np.int64(cards & ~JOKERS)
    pairs = natural - (natural >> 1 & EVERY_OTHER)
    return int((pairs & PAIRS) + (pairs >> 2 & PAIRS))


@kernel
def fewest_cards(view: np.void) -> int:
    """Returns the size of the smallest hand among the other players in the round."""
    fewest = dfg.NUM_CARDS
    for distance in range(1, view["num_players"]):
        if view["is_in"][distance] == 1:
            fewest = min(fewest, int(view["hand_sizes"][distance]))
    return fewest


@kernel
def num_in(view: np.void) -> int:
    """Returns how many players are in the round."""
    count = 0
    for distance in range(view["num_players"]):
        count += view["is_in"][distance]
    return count


@kernel
def is_run_card(view: np.void, card: int) -> bool:
    """Returns whether a card is one of three own cards in a row."""
    if view["effects"][dfg.RUNS] == 0:
        return False
    rank, suit, in_row = dfg.rank_of(card), card % dfg.NUM_SUITS, 0
    for other in range(max(rank - 2, 0), min(rank + 3, dfg.NUM_RANKS)):
        in_row = in_row + 1 if view["hand"][dfg.NUM_SUITS * other + suit] == 1 else 0
        if in_row == dfg.SHORTEST_RUN:
            return True
    return False


# The chance that a play wins the field


@kernel
def chance_against(weights: np.void, others: Others, ways: float) -> float:
    """Returns the chance that none of the ways to beat a play is taken."""
    return 1.0 / (1.0 + weights["beaten"] * others.share * ways)


@kernel
def stronger_ranks(rank: int, is_reversed: bool) -> tuple[int, int]:
    """Returns the range of ranks that beat a rank: the first, and one past the last (DFG-4.5)."""
    return (0, rank) if is_reversed else (rank + 1, dfg.NUM_RANKS)


@kernel
def ends_field(view: np.void, lowest: int, length: int, size: int) -> bool:
    """Returns whether a play wins the lead whatever the others hold (DFG-5.4, 5.5)."""
    effects = view["effects"]
    if effects[dfg.CUT8] == 1 and lowest <= dfg.EIGHT < lowest + length:
        return True
    fives = size // length if lowest <= dfg.FIVE < lowest + length else 0
    return effects[dfg.SKIP5] == 1 and fives > 0 and (1 + fives) % num_in(view) == 0


@kernel
def chance_of_rank(
    view: np.void, weights: np.void, others: Others, rank: int, size: int, is_reversed: bool
) -> float:
    """Returns the chance that a single or a set wins the field."""
    if ends_field(view, rank, 1, size):
        return 1.0
    if size > dfg.NUM_SUITS:
        return 1.0
    first, last = stronger_ranks(rank, is_reversed)
    if size == 1:
        stronger = cards_of_ranks(first, last) | JOKERS
        return chance_against(weights, others, count_bits(others.cards & stronger))
    ways = 0.0
    for other in range(first, last):
        ways += WAYS[size - dfg.SMALLEST_SET, count_of(others.ranks, other)]
    return chance_against(weights, others, ways)


@kernel
def cards_of_ranks(first: int, last: int) -> np.uint64:
    """Returns the natural cards of the ranks first..last-1, as bits."""
    return bit_of(dfg.NUM_SUITS * last) - bit_of(dfg.NUM_SUITS * first)


@kernel
def chance_of_single(
    view: np.void, weights: np.void, others: Others, rank: int, suit: int
) -> float:
    """Returns the chance that a single wins the field; on its own suit it binds (DFG-5.1)."""
    if view["kind"][dfg.LONE_JOKER] == 1 or ends_field(view, rank, 1, 1):
        return 1.0
    is_reversed = is_reversed_after(view, rank, 1, 1)
    if view["effects"][dfg.BINDING] == 0 or view["suits"][suit] == 0:
        return chance_of_rank(view, weights, others, rank, 1, is_reversed)
    ways = 0.0
    first, last = stronger_ranks(rank, is_reversed)
    for other in range(first, last):
        ways += is_out(others, dfg.NUM_SUITS * other + suit)
    return chance_against(weights, others, ways)


@kernel
def is_reversed_after(view: np.void, lowest: int, length: int, size: int) -> bool:
    """Returns whether low ranks are strong after a play (DFG-5.2, 5.7)."""
    revolution, j_back = view["revolution"] == 1, view["j_back"] == 1
    if size == dfg.REVOLUTION_SIZE and view["effects"][dfg.REVOLUTION] == 1:
        revolution = not revolution
    if view["effects"][dfg.JBACK] == 1 and lowest <= dfg.JACK < lowest + length:
        j_back = True
    if view["jback_mode"] == dfg.EITHER:
        return revolution or j_back
    return revolution != j_back


# The hand


@kernel
def worth_of_rank(
    view: np.void, weights: np.void, others: Others, rank: int, count: int, is_reversed: bool
) -> float:
    """Returns the worth of `count` cards of a rank in the hand."""
    if count == 0:
        return 0.0
    worth = weights["turn"] + weights["card"] * count
    worth += weights["win"] * chance_of_rank(view, weights, others, rank, count, is_reversed)
    if rank == dfg.SEVEN and view["effects"][dfg.GIVE7] == 1:
        worth += weights["seven"] * count
    if rank == dfg.KING and view["effects"][dfg.CHANGE13] == 1:
        worth += weights["king"] * count
    return worth


@kernel
def loss_of_rank(view: np.void, weights: np.void, others: Others, rank: int, taken: int) -> float:
    """Returns the loss of worth if the hand gives up `taken` cards of a rank."""
    held, is_reversed = count_held(view, rank), view["revolution"] == 1
    before = worth_of_rank(view, weights, others, rank, held, is_reversed)
    return before - worth_of_rank(view, weights, others, rank, held - taken, is_reversed)


@kernel
def loss_of_card(view: np.void, weights: np.void, others: Others, card: int) -> float:
    """Returns the loss of worth if the hand gives up a card."""
    if card >= dfg.FIRST_JOKER:
        return weights["joker"]
    loss = loss_of_rank(view, weights, others, dfg.rank_of(card), 1)
    return loss + weights["run_card"] if is_run_card(view, card) else loss


@kernel
def count_left(view: np.void, rank: int, lowest: int, length: int, taken: int) -> int:
    """Returns the own cards of a rank after a play that takes `taken` of each of its ranks."""
    held = count_held(view, rank)
    return max(held - taken, 0) if lowest <= rank < lowest + length else held


@kernel
def readiness(
    view: np.void, weights: np.void, others: Others, lowest: int, length: int, taken: int
) -> float:
    """Returns the confidence, 0 to 1, that after a play all remaining ranks but one win in turn."""
    doubts, largest, is_reversed = 0.0, 0.0, view["revolution"] == 1
    for rank in range(dfg.NUM_RANKS):
        left = count_left(view, rank, lowest, length, taken)
        if left > 0:
            doubt = 1.0 - chance_of_rank(view, weights, others, rank, left, is_reversed)
            doubts += doubt
            largest = max(largest, doubt)
            if weights["sharpness"] * (doubts - largest) >= 1.0:
                return 0.0  # further ranks can only add doubts
    return 1.0 - weights["sharpness"] * (doubts - largest)


@kernel
def worth_of_turning(
    view: np.void, weights: np.void, others: Others, lowest: int, length: int, taken: int
) -> float:
    """Returns how much a revolution improves the rest of the hand (DFG-5.2)."""
    worth, is_reversed = 0.0, view["revolution"] == 1
    for rank in range(dfg.NUM_RANKS):
        left = count_left(view, rank, lowest, length, taken)
        worth += worth_of_rank(view, weights, others, rank, left, not is_reversed)
        worth -= worth_of_rank(view, weights, others, rank, left, is_reversed)
    return worth


# Plays


@kernel
def worth_of_shape(view: np.void, weights: np.void, others: Others, action: int) -> float:
    """Returns the worth of the best play of a shape."""
    kind, size, rank = shape_of(action)
    if kind == dfg.LONE_JOKER:
        return worth_of_lone_joker(view, weights, others)
    if kind == dfg.SET:
        return worth_of_set(view, weights, others, rank, size, min(size, count_held(view, rank)))
    best = NOTHING
    for suit in range(dfg.NUM_SUITS):
        if kind == dfg.SINGLE and may_be_single(view, rank, suit):
            best = max(best, worth_of_single(view, weights, others, rank, suit))
        elif kind == dfg.RUN and fits_binding(view, suit):
            best = max(best, worth_of_run(view, weights, others, rank, size, suit))
    return best


@kernel
def fits_binding(view: np.void, suit: int) -> bool:
    """Returns whether the field is unbound, or bound to this suit (DFG-5.1)."""
    is_bound = False
    for other in range(dfg.NUM_SUITS):
        is_bound |= view["bound"][other] > 0
    return view["bound"][suit] > 0 or not is_bound


@kernel
def may_be_single(view: np.void, rank: int, suit: int) -> bool:
    """Returns whether the own card of a rank and a suit may be played."""
    if view["kind"][dfg.LONE_JOKER] == 1:
        return suit == dfg.SPADES
    return view["hand"][dfg.NUM_SUITS * rank + suit] == 1 and fits_binding(view, suit)


@kernel
def worth_of_play(
    view: np.void,
    weights: np.void,
    others: Others,
    lowest: int,
    length: int,
    naturals: int,
    jokers: int,
    wins: float,
) -> float:
    """Returns the worth of a play, not counting the loss of its natural cards.

    Args:
        view: The view.
        weights: The weights.
        others: The cards that the others may hold.
        lowest: Its lowest rank.
        length: Its number of ranks.
        naturals: Its number of natural cards.
        jokers: Its number of jokers.
        wins: The chance that it wins the field.
    """
    size, hand = naturals + jokers, view["hand_sizes"][0]
    if size == hand:
        return FINISH
    taken = 1 if length > 1 else naturals
    worth = -weights["joker"] * jokers
    if hand - size == jokers_held(view) - jokers:
        worth += weights["stuck"]
    if size == dfg.REVOLUTION_SIZE and view["effects"][dfg.REVOLUTION] == 1:
        worth += worth_of_turning(view, weights, others, lowest, length, taken)
    lead = weights["urgent_lead"] if fewest_cards(view) == 1 else weights["lead"]
    lead += weights["last_lead"] * readiness(view, weights, others, lowest, length, taken)
    return worth + wins * lead


@kernel
def worth_of_lone_joker(view: np.void, weights: np.void, others: Others) -> float:
    """Returns the worth of a lone joker, which only the 3 of spades beats (DFG-4.6)."""
    is_sure = view["effects"][dfg.SPADE3] == 0 or not is_out(others, dfg.SPADE_THREE)
    wins = 1.0 if is_sure else weights["joker_wins"]
    return worth_of_play(view, weights, others, 0, 0, 0, 1, wins)


@kernel
def worth_of_single(view: np.void, weights: np.void, others: Others, rank: int, suit: int) -> float:
    """Returns the worth of a single."""
    wins = chance_of_single(view, weights, others, rank, suit)
    worth = worth_of_play(view, weights, others, rank, 1, 1, 0, wins)
    return worth - loss_of_card(view, weights, others, dfg.NUM_SUITS * rank + suit)


@kernel
def worth_of_set(
    view: np.void, weights: np.void, others: Others, rank: int, size: int, naturals: int
) -> float:
    """Returns the worth of a set with a given number of natural cards."""
    wins = chance_of_rank(view, weights, others, rank, size, is_reversed_after(view, rank, 1, size))
    worth = worth_of_play(view, weights, others, rank, 1, naturals, size - naturals, wins)
    return worth - loss_of_rank(view, weights, others, rank, naturals)


@kernel
def worth_of_run(
    view: np.void, weights: np.void, others: Others, lowest: int, size: int, suit: int
) -> float:
    """Returns the worth of a run with the fewest jokers; NOTHING if the hand has too few."""
    naturals, loss = 0, 0.0
    for rank in range(lowest, lowest + size):
        if view["hand"][dfg.NUM_SUITS * rank + suit] == 1:
            naturals += 1
            loss += loss_of_rank(view, weights, others, rank, 1)
    jokers = size - naturals
    if jokers > jokers_held(view):
        return NOTHING
    wins = chance_against(weights, others, weights["run_ways"])
    if ends_field(view, lowest, size, size):
        wins = 1.0
    return worth_of_play(view, weights, others, lowest, size, naturals, jokers, wins) - loss


@kernel
def worth_of_suit(view: np.void, weights: np.void, others: Others, suit: int) -> float:
    """Returns the worth of a suit for the chosen single or run."""
    rank = view["chosen_rank"] - 1
    if view["chosen_kind"][dfg.SINGLE] == 1:
        return worth_of_single(view, weights, others, rank, suit)
    return worth_of_run(view, weights, others, rank, int(view["chosen_size"]), suit)


@kernel
def worth_of_suits(view: np.void, weights: np.void, suits: int) -> float:
    """Returns the worth of suits for the chosen set: many, those of the field, no cards of runs."""
    worth, first = 0.0, dfg.NUM_SUITS * (view["chosen_rank"] - 1)
    for suit in range(dfg.NUM_SUITS):
        if suits >> suit & 1 == 1:
            worth += weights["joker"] + (view["suits"][suit] > 0)
            worth -= weights["run_card"] * is_run_card(view, first + suit)
    return worth


@kernel
def worth_of_faces(view: np.void, action: int) -> float:
    """Returns the worth of what jokers stand for: in a run few, in a set suits of the field."""
    if action >= dfg.FIRST_JOKER_POSITIONS:
        return -float(action)
    suits, worth = dfg.SUITS_OF_JOKERS[action - dfg.FIRST_JOKER_SUITS], 0.0
    for suit in range(dfg.NUM_SUITS):
        worth += count_of(suits, suit) > 0 and view["suits"][suit] > 0
    return worth


# Drawing, giving, changing


@kernel
def worth_of_draw(view: np.void, weights: np.void) -> float:
    """Returns the worth of a pass with a draw."""
    hand, pile, fewest = view["hand_sizes"][0], view["pile_size"], fewest_cards(view)
    if pile == 1:
        return END if hand + 1 < fewest else -END
    if hand == jokers_held(view):
        return -weights["stuck"]
    if hand + pile < fewest:
        return weights["drain"]
    return weights["draw"] + weights["draw_long"] * max(hand - fewest, 0)


@kernel
def worth_of_parting(view: np.void, weights: np.void, others: Others, card: int) -> float:
    """Returns the worth of giving a card, or of discarding it for another one."""
    hand, worth = view["hand_sizes"][0], -loss_of_card(view, weights, others, card)
    if view["phase"][dfg.CHANGE] == 1:
        if view["pile_size"] == view["num_changed"] + 1:
            return END if hand + view["num_changed"] < fewest_cards(view) else -END
        return worth + weights["change"]
    if hand == 1:
        return FINISH
    jokers = jokers_held(view)
    if hand - 1 == jokers and card < dfg.FIRST_JOKER:
        return worth + weights["stuck"]
    return worth - weights["stuck"] if hand == jokers else worth


choose = adviser("daifugo_v0", worth_of, study)
