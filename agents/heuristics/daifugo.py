"""Advice for Daifugo, over the player's own view (DFG-7.5).

A hand is worth what its ranks are worth: each is a turn that has to be found, and a lead as far as
the others can't beat it. A play is worth what it takes off the hand, and the lead as far as it is
likely to bring it. So weak cards go first and long plays before short ones, and winners are kept
until the lead is wanted: to stop somebody, or to shed the rest in one go. A 7 or a K is used soon,
for it sheds a weak card more. Drawing is a card more to shed, so it is left alone unless the pile
can be used up by the shortest hand (DFG-4.15).
"""

from typing import NamedTuple

import numpy as np

from fudaba.envs.cards.melds import count_of
from fudaba.envs.core.compiling.kernel import kernel
from fudaba.envs.core.kit.bits import bit_of, count_bits, holds
from fudaba.envs.daifugo import state as dfg
from fudaba.envs.daifugo.rules.plays import shape_of

from .advice import NOTHING, adviser

FINISH = 100.0
TURN, CARD = -1.0, -0.1  # of each rank in the hand, of each of its cards
WIN = 1.6  # of a rank that can't be beaten
SEVEN, KING = -0.5, -0.1  # of each that is kept
JOKER, STUCK = 1.1, -5.0  # a joker in the hand; nothing but jokers
RUN_CARD = 0.4  # one of three in a row
LEAD, URGENT_LEAD, LAST_LEAD = 1.0, 3.0, 6.0  # of winning the field; the last with the rest ready
SHARPNESS = 2.5  # how soon doubts about the rest of the hand count
BEATEN = 0.6  # how much each way to beat a play counts
RUN_WAYS, JOKER_WINS = 0.5, 0.8  # ways to beat a run; a lone joker while the 3 of spades is out
DRAW, DRAIN, END = -0.5, 0.1, 50.0  # to draw: as a rule, to use up the pile, its last card
CHANGE = -0.2  # to draw another card for one discarded
WAYS = np.array(  # to hold two, three or four cards of a rank of which 0 to 4 are out
    [
        [0.0, 0.0, 0.3, 1.0, 2.0],
        [0.0, 0.0, 0.0, 0.15, 0.6],
        [0.0, 0.0, 0.0, 0.0, 0.1],
    ]
)
NO_CARDS, JOKERS = np.uint64(0), np.uint64(3 << dfg.FIRST_JOKER)
EVERY_OTHER, PAIRS = 0x5555555555555, 0x3333333333333  # bits of the natural cards


class Others(NamedTuple):
    """What the other players who take part may hold.

    Attributes:
        cards: The cards that one of them may hold, as bits.
        ranks: How many of each rank, a multiset; see `fudaba.envs.cards.melds`.
        share: How likely such a card is in a hand, and not in the pile.
    """

    cards: np.uint64
    ranks: int
    share: float


@kernel
def worth_of(view: np.void, action: int, others: Others) -> float:
    """The worth of a legal action at the decision that is asked; a plain pass is worth nothing."""
    if action in (dfg.PASS_ACTION, dfg.STOP_ACTION):
        return 0.0
    if action == dfg.PASS_DRAW_ACTION:
        return worth_of_draw(view)
    if action < dfg.PASS_ACTION:
        return worth_of_shape(view, others, action)
    if action < dfg.FIRST_SUIT_SET:
        return worth_of_suit(view, others, action - dfg.FIRST_SUIT)
    if action < dfg.FIRST_JOKER_SUITS:
        return worth_of_suits(view, action - dfg.FIRST_SUIT_SET)
    if action < dfg.FIRST_CARD:
        return worth_of_faces(view, action)
    if action < dfg.STOP_ACTION:
        return worth_of_parting(view, others, action - dfg.FIRST_CARD)
    return -float(view["hand_sizes"][action - dfg.FIRST_PLAYER + 1])


# What is where


@kernel
def count_held(view: np.void, rank: int) -> int:
    """Own cards of a rank."""
    count = 0
    for suit in range(dfg.NUM_SUITS):
        count += view["hand"][dfg.NUM_SUITS * rank + suit]
    return count


@kernel
def jokers_held(view: np.void) -> int:
    """Own jokers."""
    return view["hand"][dfg.FIRST_JOKER] + view["hand"][dfg.FIRST_JOKER + 1]


@kernel
def is_out(others: Others, card: int) -> bool:
    """Whether another player who takes part may hold a card."""
    return holds(others.cards, card)


@kernel
def share_in_hands(view: np.void) -> float:
    """How likely a card that the others may hold is in a hand, and not in the pile."""
    held, pile = 0, 0 if view["is_playoff"] == 1 else view["pile_size"]
    for distance in range(1, view["num_players"]):
        held += view["hand_sizes"][distance] * view["is_in"][distance]
    return held / max(held + pile, 1)


@kernel
def study(view: np.void) -> tuple[Others]:
    """What is the same whatever is done: here that which the others may hold (DFG-7.4)."""
    cards = NO_CARDS
    for distance in range(1, view["num_players"]):
        if view["is_in"][distance] == 1:
            for card in range(dfg.NUM_CARDS):
                cards |= np.uint64(view["memory"][distance, card]) << np.uint64(card)
    return (Others(cards, count_ranks(cards), share_in_hands(view)),)


@kernel
def count_ranks(cards: np.uint64) -> int:
    """How many of each rank are among some cards: a multiset, four bits for four suits."""
    natural = np.int64(cards & ~JOKERS)
    pairs = natural - (natural >> 1 & EVERY_OTHER)
    return int((pairs & PAIRS) + (pairs >> 2 & PAIRS))


@kernel
def fewest_cards(view: np.void) -> int:
    """The smallest hand of the others who take part."""
    fewest = dfg.NUM_CARDS
    for distance in range(1, view["num_players"]):
        if view["is_in"][distance] == 1:
            fewest = min(fewest, int(view["hand_sizes"][distance]))
    return fewest


@kernel
def num_in(view: np.void) -> int:
    """How many players take part."""
    count = 0
    for distance in range(view["num_players"]):
        count += view["is_in"][distance]
    return count


@kernel
def is_run_card(view: np.void, card: int) -> bool:
    """Whether a card is one of three own cards in a row."""
    if view["effects"][dfg.RUNS] == 0:
        return False
    rank, suit, in_row = dfg.rank_of(card), card % dfg.NUM_SUITS, 0
    for other in range(max(rank - 2, 0), min(rank + 3, dfg.NUM_RANKS)):
        in_row = in_row + 1 if view["hand"][dfg.NUM_SUITS * other + suit] == 1 else 0
        if in_row == dfg.SHORTEST_RUN:
            return True
    return False


# How likely a play wins the field


@kernel
def chance_against(others: Others, ways: float) -> float:
    """How likely none of the ways to beat a play is taken."""
    return 1.0 / (1.0 + BEATEN * others.share * ways)


@kernel
def stronger_ranks(rank: int, is_reversed: bool) -> tuple[int, int]:
    """The first of the ranks that beat a rank, and the one behind the last of them (DFG-4.5)."""
    return (0, rank) if is_reversed else (rank + 1, dfg.NUM_RANKS)


@kernel
def ends_field(view: np.void, lowest: int, length: int, size: int) -> bool:
    """Whether a play of these ranks brings the lead whatever the others hold (DFG-5.4, 5.5)."""
    effects = view["effects"]
    if effects[dfg.CUT8] == 1 and lowest <= dfg.EIGHT < lowest + length:
        return True
    fives = size // length if lowest <= dfg.FIVE < lowest + length else 0
    return effects[dfg.SKIP5] == 1 and fives > 0 and (1 + fives) % num_in(view) == 0


@kernel
def chance_of_rank(view: np.void, others: Others, rank: int, size: int, is_reversed: bool) -> float:
    """How likely a single or a set wins the field."""
    if ends_field(view, rank, 1, size):
        return 1.0
    if size > dfg.NUM_SUITS:
        return 1.0
    first, last = stronger_ranks(rank, is_reversed)
    if size == 1:
        stronger = cards_of_ranks(first, last) | JOKERS
        return chance_against(others, count_bits(others.cards & stronger))
    ways = 0.0
    for other in range(first, last):
        ways += WAYS[size - dfg.SMALLEST_SET, count_of(others.ranks, other)]
    return chance_against(others, ways)


@kernel
def cards_of_ranks(first: int, last: int) -> np.uint64:
    """The natural cards of the ranks first..last-1."""
    return bit_of(dfg.NUM_SUITS * last) - bit_of(dfg.NUM_SUITS * first)


@kernel
def chance_of_single(view: np.void, others: Others, rank: int, suit: int) -> float:
    """How likely a single wins the field: on its own suit it binds (DFG-5.1)."""
    if view["kind"][dfg.LONE_JOKER] == 1 or ends_field(view, rank, 1, 1):
        return 1.0
    is_reversed = is_reversed_after(view, rank, 1, 1)
    if view["effects"][dfg.BINDING] == 0 or view["suits"][suit] == 0:
        return chance_of_rank(view, others, rank, 1, is_reversed)
    ways = 0.0
    first, last = stronger_ranks(rank, is_reversed)
    for other in range(first, last):
        ways += is_out(others, dfg.NUM_SUITS * other + suit)
    return chance_against(others, ways)


@kernel
def is_reversed_after(view: np.void, lowest: int, length: int, size: int) -> bool:
    """Whether low ranks are strong once a play lies (DFG-5.2, 5.7)."""
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
def worth_of_rank(view: np.void, others: Others, rank: int, count: int, is_reversed: bool) -> float:
    """What so many cards of a rank are worth in the hand."""
    if count == 0:
        return 0.0
    worth = TURN + CARD * count + WIN * chance_of_rank(view, others, rank, count, is_reversed)
    if rank == dfg.SEVEN and view["effects"][dfg.GIVE7] == 1:
        worth += SEVEN * count
    if rank == dfg.KING and view["effects"][dfg.CHANGE13] == 1:
        worth += KING * count
    return worth


@kernel
def loss_of_rank(view: np.void, others: Others, rank: int, taken: int) -> float:
    """How much less the hand is worth without some cards of a rank."""
    held, is_reversed = count_held(view, rank), view["revolution"] == 1
    before = worth_of_rank(view, others, rank, held, is_reversed)
    return before - worth_of_rank(view, others, rank, held - taken, is_reversed)


@kernel
def loss_of_card(view: np.void, others: Others, card: int) -> float:
    """How much less the hand is worth without a card."""
    if card >= dfg.FIRST_JOKER:
        return JOKER
    loss = loss_of_rank(view, others, dfg.rank_of(card), 1)
    return loss + RUN_CARD if is_run_card(view, card) else loss


@kernel
def count_left(view: np.void, rank: int, lowest: int, length: int, taken: int) -> int:
    """Own cards of a rank after a play that takes so many of each of its ranks."""
    held = count_held(view, rank)
    return max(held - taken, 0) if lowest <= rank < lowest + length else held


@kernel
def readiness(view: np.void, others: Others, lowest: int, length: int, taken: int) -> float:
    """How sure it is that after a play all ranks left but one win, each after the other: 0 to 1."""
    doubts, largest, is_reversed = 0.0, 0.0, view["revolution"] == 1
    for rank in range(dfg.NUM_RANKS):
        left = count_left(view, rank, lowest, length, taken)
        if left > 0:
            doubt = 1.0 - chance_of_rank(view, others, rank, left, is_reversed)
            doubts += doubt
            largest = max(largest, doubt)
            if SHARPNESS * (doubts - largest) >= 1.0:
                return 0.0  # others can only add to it
    return 1.0 - SHARPNESS * (doubts - largest)


@kernel
def worth_of_turning(view: np.void, others: Others, lowest: int, length: int, taken: int) -> float:
    """How much better the rest of the hand is after a revolution (DFG-5.2)."""
    worth, is_reversed = 0.0, view["revolution"] == 1
    for rank in range(dfg.NUM_RANKS):
        left = count_left(view, rank, lowest, length, taken)
        worth += worth_of_rank(view, others, rank, left, not is_reversed)
        worth -= worth_of_rank(view, others, rank, left, is_reversed)
    return worth


# Plays


@kernel
def worth_of_shape(view: np.void, others: Others, action: int) -> float:
    """The worth of the best play of a shape."""
    kind, size, rank = shape_of(action)
    if kind == dfg.LONE_JOKER:
        return worth_of_lone_joker(view, others)
    if kind == dfg.SET:
        return worth_of_set(view, others, rank, size, min(size, count_held(view, rank)))
    best = NOTHING
    for suit in range(dfg.NUM_SUITS):
        if kind == dfg.SINGLE and may_be_single(view, rank, suit):
            best = max(best, worth_of_single(view, others, rank, suit))
        elif kind == dfg.RUN and fits_binding(view, suit):
            best = max(best, worth_of_run(view, others, rank, size, suit))
    return best


@kernel
def fits_binding(view: np.void, suit: int) -> bool:
    """Whether the field is not bound, or bound to a suit (DFG-5.1)."""
    is_bound = False
    for other in range(dfg.NUM_SUITS):
        is_bound |= view["bound"][other] > 0
    return view["bound"][suit] > 0 or not is_bound


@kernel
def may_be_single(view: np.void, rank: int, suit: int) -> bool:
    """Whether an own card of this rank may be played."""
    if view["kind"][dfg.LONE_JOKER] == 1:
        return suit == dfg.SPADES
    return view["hand"][dfg.NUM_SUITS * rank + suit] == 1 and fits_binding(view, suit)


@kernel
def worth_of_play(
    view: np.void, others: Others, lowest: int, length: int, naturals: int, jokers: int, wins: float
) -> float:
    """The worth of a play besides the loss of its natural cards.

    Args:
        view: The view.
        others: What the others may hold.
        lowest: Its lowest rank.
        length: Its ranks.
        naturals: Its natural cards.
        jokers: Its jokers.
        wins: How likely it wins the field.
    """
    size, hand = naturals + jokers, view["hand_sizes"][0]
    if size == hand:
        return FINISH
    taken = 1 if length > 1 else naturals
    worth = -JOKER * jokers
    if hand - size == jokers_held(view) - jokers:
        worth += STUCK
    if size == dfg.REVOLUTION_SIZE and view["effects"][dfg.REVOLUTION] == 1:
        worth += worth_of_turning(view, others, lowest, length, taken)
    lead = URGENT_LEAD if fewest_cards(view) == 1 else LEAD
    return worth + wins * (lead + LAST_LEAD * readiness(view, others, lowest, length, taken))


@kernel
def worth_of_lone_joker(view: np.void, others: Others) -> float:
    """The worth of a joker by itself, which only the 3 of spades beats (DFG-4.6)."""
    is_sure = view["effects"][dfg.SPADE3] == 0 or not is_out(others, dfg.SPADE_THREE)
    return worth_of_play(view, others, 0, 0, 0, 1, 1.0 if is_sure else JOKER_WINS)


@kernel
def worth_of_single(view: np.void, others: Others, rank: int, suit: int) -> float:
    """The worth of a single."""
    worth = worth_of_play(view, others, rank, 1, 1, 0, chance_of_single(view, others, rank, suit))
    return worth - loss_of_card(view, others, dfg.NUM_SUITS * rank + suit)


@kernel
def worth_of_set(view: np.void, others: Others, rank: int, size: int, naturals: int) -> float:
    """The worth of a set with so many natural cards."""
    wins = chance_of_rank(view, others, rank, size, is_reversed_after(view, rank, 1, size))
    worth = worth_of_play(view, others, rank, 1, naturals, size - naturals, wins)
    return worth - loss_of_rank(view, others, rank, naturals)


@kernel
def worth_of_run(view: np.void, others: Others, lowest: int, size: int, suit: int) -> float:
    """The worth of a run with as few jokers as possible, NOTHING where they do not suffice."""
    naturals, loss = 0, 0.0
    for rank in range(lowest, lowest + size):
        if view["hand"][dfg.NUM_SUITS * rank + suit] == 1:
            naturals += 1
            loss += loss_of_rank(view, others, rank, 1)
    jokers = size - naturals
    if jokers > jokers_held(view):
        return NOTHING
    wins = 1.0 if ends_field(view, lowest, size, size) else chance_against(others, RUN_WAYS)
    return worth_of_play(view, others, lowest, size, naturals, jokers, wins) - loss


@kernel
def worth_of_suit(view: np.void, others: Others, suit: int) -> float:
    """The worth of a suit of the chosen single or run."""
    rank = view["chosen_rank"] - 1
    if view["chosen_kind"][dfg.SINGLE] == 1:
        return worth_of_single(view, others, rank, suit)
    return worth_of_run(view, others, rank, int(view["chosen_size"]), suit)


@kernel
def worth_of_suits(view: np.void, suits: int) -> float:
    """The worth of natural suits of the chosen set: many, those of the field, no cards of runs."""
    worth, first = 0.0, dfg.NUM_SUITS * (view["chosen_rank"] - 1)
    for suit in range(dfg.NUM_SUITS):
        if suits >> suit & 1 == 1:
            worth += JOKER + (view["suits"][suit] > 0)
            worth -= RUN_CARD * is_run_card(view, first + suit)
    return worth


@kernel
def worth_of_faces(view: np.void, action: int) -> float:
    """The worth of what jokers stand for: in a run few of them, in a set suits of the field."""
    if action >= dfg.FIRST_JOKER_POSITIONS:
        return -float(action)
    suits, worth = dfg.SUITS_OF_JOKERS[action - dfg.FIRST_JOKER_SUITS], 0.0
    for suit in range(dfg.NUM_SUITS):
        worth += count_of(suits, suit) > 0 and view["suits"][suit] > 0
    return worth


# Drawing, giving, changing


@kernel
def worth_of_draw(view: np.void) -> float:
    """The worth of drawing with a pass."""
    hand, pile, fewest = view["hand_sizes"][0], view["pile_size"], fewest_cards(view)
    if pile == 1:
        return END if hand + 1 < fewest else -END
    if hand == jokers_held(view):
        return -STUCK
    return DRAIN if hand + pile < fewest else DRAW


@kernel
def worth_of_parting(view: np.void, others: Others, card: int) -> float:
    """The worth of having a card no longer: given, or discarded for another one."""
    hand, worth = view["hand_sizes"][0], -loss_of_card(view, others, card)
    if view["phase"][dfg.CHANGE] == 1:
        if view["pile_size"] == view["num_changed"] + 1:
            return END if hand + view["num_changed"] < fewest_cards(view) else -END
        return worth + CHANGE
    if hand == 1:
        return FINISH
    jokers = jokers_held(view)
    if hand - 1 == jokers and card < dfg.FIRST_JOKER:
        return worth + STUCK
    return worth - STUCK if hand == jokers else worth


choose = adviser("daifugo_v0", worth_of, study)
