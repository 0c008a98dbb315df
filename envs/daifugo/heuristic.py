"""The heuristic for Daifugo, computed from the player's own view (DFG-7.5).

The worth of a hand is the sum over its ranks: each costs a turn, and earns the lead with the chance
that the others can't beat it. The worth of a play is the gain in the hand, plus the lead times the
chance to win it. So weak cards go first and long plays before short ones. Winners are kept until
the lead is wanted: to stop another player, or to shed the rest in one go. A 7 or a K is used soon,
because it sheds an additional weak card. A drawn card is one more to shed, so nothing is drawn
unless the player with the shortest hand can use up the pile (DFG-4.15).
"""

from typing import NamedTuple

import numpy as np

from ..cards.melds import BITS_OF_A_COUNT, count_of, missing_positions, size_of
from ..core.compiling.kernel import kernel, no_refcount
from ..core.contract.cells import cell_observer
from ..core.contract.weights import Weight, WeightTable
from ..core.kit.advice import NOTHING, adviser
from ..core.kit.bits import (
    EIGHT,
    ONE,
    bit_of,
    count_bits,
    count_flags,
    eight_flags,
    flagged,
    holds,
    lowest_of,
)
from ..core.kit.memory import show_zone
from ..core.kit.seats import seat_seen_at
from . import state as dfg
from .options import DaifugoOptions
from .rules.plays import ALL_SUITS, shape_of
from .view import observe_decision

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


class OtherHands(NamedTuple):
    """The cards that the other players in the round may hold.

    Attributes:
        cards: Their bits: cards that at least one of these players may hold.
        ranks: The number of them of each rank, a multiset; see `fudaba.envs.cards.melds`.
        way_weight: The weight of one way to beat a play: `beaten`, times the chance that a card is
            in a hand and not in the pile.
        ends_by_eight: Whether an 8 wins the lead whatever they hold (DFG-5.5).
        ends_by_fives: The numbers of 5s that do (DFG-5.4), as bits.
    """

    cards: np.uint64
    ranks: int
    way_weight: float
    ends_by_eight: bool
    ends_by_fives: int


class Own(NamedTuple):
    """Facts about the player's own hand, and the worth of the lead.

    Attributes:
        cards: Its cards, as bits.
        run_cards: Those of three or more in a row; none if there are no runs.
        ranks: The number of its cards of each rank, a multiset as in `OtherHands`.
        jokers: The number of jokers.
        lead: The worth of the lead by itself.
        is_hopeless: Whether it is known that no single, set or lone joker leaves any `readiness`.
    """

    cards: np.uint64
    run_cards: np.uint64
    ranks: int
    jokers: int
    lead: float
    is_hopeless: bool


@kernel
def worth_of(view: np.void, weights: np.void, action: int, others: OtherHands, own: Own) -> float:
    """Returns the worth of a legal action in the present phase; 0 for a pass without a draw."""
    if action < dfg.PASS_ACTION:
        return worth_of_shape(view, weights, others, own, action)
    if action in (dfg.PASS_ACTION, dfg.STOP_ACTION):
        return 0.0
    if action == dfg.PASS_DRAW_ACTION:
        return worth_of_draw(view, weights)
    if action < dfg.FIRST_SUIT_SET:
        return worth_of_suit(view, weights, others, own, action - dfg.FIRST_SUIT)
    if action < dfg.FIRST_JOKER_SUITS:
        return worth_of_suits(view, weights, own, action - dfg.FIRST_SUIT_SET)
    if action < dfg.FIRST_CARD:
        return worth_of_faces(view, action)
    if action < dfg.STOP_ACTION:
        return worth_of_parting(view, weights, others, own, action - dfg.FIRST_CARD)
    return -float(view["hand_sizes"][action - dfg.FIRST_PLAYER + 1])


# What the advice looks at

observe_partial_cells = cell_observer(
    "daifugo_v0.observe_partial",
    dfg.CELLS,
    DaifugoOptions,
    only=(
        *("hand", "kind", "suits", "bound", "revolution", "j_back", "pile_size", "hand_sizes"),
        *("is_in", "is_playoff", "num_changed"),
    ),
)


@kernel
def observe_partial(state: np.void, seat: int, view: np.void) -> None:
    """Fills the fields that change and that the advice reads, of the player on turn."""
    observe_partial_cells(state, seat, view)
    for distance in range(1, state["num_players"]):
        player = seat_seen_at(state, seat, distance)
        show_zone(state["memory"], seat, player, view["memory"][distance])
    observe_decision(state, seat, view)


# Where the cards are


@kernel
def is_out(others: OtherHands, card: int) -> bool:
    """Returns whether another player in the round may hold a card."""
    return holds(others.cards, card)


@kernel
def share_in_hands(view: np.void) -> float:
    """Returns the chance that a card of `OtherHands` is in a hand, and not in the pile."""
    held, pile = 0, 0 if view["is_playoff"] == 1 else view["pile_size"]
    for distance in range(1, view["num_players"]):
        held += view["hand_sizes"][distance] * view["is_in"][distance]
    return held / max(held + pile, 1)


@kernel
def study(view: np.void, weights: np.void) -> tuple[OtherHands, Own]:
    """Returns the cards that the others may hold (DFG-7.4), and the own hand.

    They are the same for all actions.
    """
    cards, hand = cards_of_others(view), flagged(view["hand"])
    way_weight, eights = weights["beaten"] * share_in_hands(view), view["effects"][dfg.CUT8] == 1
    others = OtherHands(cards, dfg.count_ranks(cards), way_weight, eights, ending_fives(view))
    lead = weights["urgent_lead"] if fewest_cards(view) == 1 else weights["lead"]
    runs, ranks = cards_of_runs(view, hand), dfg.count_ranks(hand)
    is_hopeless = view["phase"][dfg.SHAPE] == 1 and is_never_ready(view, weights, others, ranks)
    return others, Own(hand, runs, ranks, count_bits(hand & JOKERS), lead, is_hopeless)


@kernel
def cards_of_others(view: np.void) -> np.uint64:
    """Returns the cards that at least one other player in the round may hold, as bits."""
    cards = NO_CARDS
    for distance in range(1, view["num_players"]):
        if view["is_in"][distance] == 1:
            cards |= flagged(view["memory"][distance])
    return cards


@kernel
def each_rank(ranks: int) -> np.uint64:
    """Returns the ranks that a multiset holds: of each the lowest bit of its count."""
    return np.uint64((ranks | ranks >> 1 | ranks >> 2) & dfg.ONE_EACH)


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
def cards_of_runs(view: np.void, hand: np.uint64) -> np.uint64:
    """Returns the cards of a hand that are among three in a row, as bits."""
    if view["effects"][dfg.RUNS] == 0:
        return NO_CARDS
    starts = dfg.starts_of_three(hand)
    return starts | starts << dfg.NEXT_RANK | starts << dfg.AFTER_NEXT


# The chance that a play wins the field


@kernel
def chance_against(others: OtherHands, ways: float) -> float:
    """Returns the chance that none of the ways to beat a play is taken."""
    return 1.0 / (1.0 + others.way_weight * ways)


@kernel
def stronger_ranks(rank: int, is_reversed: bool) -> tuple[int, int]:
    """Returns the range of ranks that beat a rank: the first, and one past the last (DFG-4.5)."""
    return (0, rank) if is_reversed else (rank + 1, dfg.NUM_RANKS)


@kernel
def ends_field(others: OtherHands, lowest: int, length: int, size: int) -> bool:
    """Returns whether a play wins the lead whatever the others hold (DFG-5.4, 5.5)."""
    if others.ends_by_eight and lowest <= dfg.EIGHT < lowest + length:
        return True
    if lowest <= dfg.FIVE < lowest + length:
        return others.ends_by_fives >> size // length & 1 == 1
    return False


@kernel
def ending_fives(view: np.void) -> int:
    """Returns the numbers of 5s in a play that skip all others (DFG-5.4), as bits."""
    numbers, players = 0, num_in(view)
    if view["effects"][dfg.SKIP5] == 1:
        for fives in range(players - 1, dfg.LARGEST_SET + 1, players):
            numbers |= 1 << fives
    return numbers


@kernel
def chance_of_rank(others: OtherHands, rank: int, size: int, is_reversed: bool) -> float:
    """Returns the chance that a single or a set wins the field."""
    if ends_field(others, rank, 1, size):
        return 1.0
    if size > dfg.NUM_SUITS:
        return 1.0
    first, last = stronger_ranks(rank, is_reversed)
    if size == 1:
        stronger = cards_of_ranks(first, last) | JOKERS
        return chance_against(others, count_bits(others.cards & stronger))
    return chance_against(others, ways_of_sets(others.ranks, first, last, size))


@kernel
def ways_of_sets(ranks: int, first: int, last: int, size: int) -> float:
    """Returns the ways to hold a set of the ranks first..last-1 among cards that are out."""
    within = (1 << BITS_OF_A_COUNT * last) - (1 << BITS_OF_A_COUNT * first) & dfg.ONE_EACH
    ones, twos, fours = ranks & within, ranks >> 1 & within, ranks >> 2 & within
    ways = WAYS[size - dfg.SMALLEST_SET]
    pairs = ways[2] * count_bits(np.uint64(twos & ~ones))
    return (
        pairs
        + ways[3] * count_bits(np.uint64(twos & ones))
        + ways[4] * count_bits(np.uint64(fours))
    )


@kernel
def cards_of_ranks(first: int, last: int) -> np.uint64:
    """Returns the natural cards of the ranks first..last-1, as bits."""
    return bit_of(dfg.NUM_SUITS * last) - bit_of(dfg.NUM_SUITS * first)


@kernel
def chance_on_suit(others: OtherHands, rank: int, suit: int, is_reversed: bool) -> float:
    """Returns the chance that a single wins the field which it binds to its suit (DFG-5.1)."""
    first, last = stronger_ranks(rank, is_reversed)
    of_suit = cards_of_ranks(first, last) & np.uint64(dfg.ONE_EACH << suit)
    return chance_against(others, count_bits(others.cards & of_suit))


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
    view: np.void, weights: np.void, others: OtherHands, rank: int, count: int, is_reversed: bool
) -> float:
    """Returns the worth of `count` cards of a rank in the hand."""
    if count == 0:
        return 0.0
    worth = weights["turn"] + weights["card"] * count
    worth += weights["win"] * chance_of_rank(others, rank, count, is_reversed)
    if rank == dfg.SEVEN and view["effects"][dfg.GIVE7] == 1:
        worth += weights["seven"] * count
    if rank == dfg.KING and view["effects"][dfg.CHANGE13] == 1:
        worth += weights["king"] * count
    return worth


@kernel
def loss_of_rank(
    view: np.void, weights: np.void, others: OtherHands, own: Own, rank: int, taken: int
) -> float:
    """Returns the loss of worth if the hand gives up `taken` cards of a rank."""
    held, is_reversed = count_of(own.ranks, rank), view["revolution"] == 1
    before = worth_of_rank(view, weights, others, rank, held, is_reversed)
    if held == taken:
        return before
    return before - worth_of_rank(view, weights, others, rank, held - taken, is_reversed)


@kernel
def loss_of_card(view: np.void, weights: np.void, others: OtherHands, own: Own, card: int) -> float:
    """Returns the loss of worth if the hand gives up a card."""
    if card >= dfg.FIRST_JOKER:
        return weights["joker"]
    loss = loss_of_rank(view, weights, others, own, dfg.rank_of(card), 1)
    return loss + weights["run_card"] if holds(own.run_cards, card) else loss


@kernel
def ranks_after(own: Own, lowest: int, length: int, taken: int) -> int:
    """Returns the multiset of the ranks after a play that takes `taken` of each of its ranks."""
    ranks = own.ranks
    for rank in range(lowest, lowest + length):
        ranks -= min(count_of(ranks, rank), taken) << BITS_OF_A_COUNT * rank
    return ranks


@kernel
def readiness(
    view: np.void,
    weights: np.void,
    others: OtherHands,
    own: Own,
    lowest: int,
    length: int,
    taken: int,
) -> float:
    """Returns the confidence, 0 to 1, that after a play all remaining ranks but one win in turn."""
    doubts, largest, is_reversed = 0.0, 0.0, view["revolution"] == 1
    ranks = ranks_after(own, lowest, length, taken)
    left = each_rank(ranks)
    while left != NO_CARDS:
        rank = lowest_of(left) // BITS_OF_A_COUNT
        left &= left - ONE
        doubt = doubt_of_rank(others, ranks, rank, is_reversed)
        doubts += doubt
        largest = max(largest, doubt)
        if weights["sharpness"] * (doubts - largest) >= 1.0:
            return 0.0  # further ranks can only add doubts
    return 1.0 - weights["sharpness"] * (doubts - largest)


@kernel
def is_never_ready(view: np.void, weights: np.void, others: OtherHands, ranks: int) -> bool:
    """Returns whether no play of a single rank leaves any `readiness`.

    Such a play changes the doubt about its rank, and `readiness` leaves out the largest: all
    others than the two largest remain.
    """
    doubts, largest, second, is_reversed = 0.0, 0.0, 0.0, view["revolution"] == 1
    left = each_rank(ranks)
    while left != NO_CARDS:
        rank = lowest_of(left) // BITS_OF_A_COUNT
        left &= left - ONE
        doubt = doubt_of_rank(others, ranks, rank, is_reversed)
        doubts += doubt
        second = max(second, min(largest, doubt))
        largest = max(largest, doubt)
        if weights["sharpness"] * (doubts - largest - second) >= 1.0:
            return True
    return False


@kernel
def doubt_of_rank(others: OtherHands, ranks: int, rank: int, is_reversed: bool) -> float:
    """Returns the chance that the cards of a rank, at least one, do not win the field."""
    return 1.0 - chance_of_rank(others, rank, count_of(ranks, rank), is_reversed)


@kernel
def worth_of_turning(view: np.void, weights: np.void, others: OtherHands, ranks: int) -> float:
    """Returns how much a revolution improves the rest of the hand (DFG-5.2)."""
    worth, is_reversed = 0.0, view["revolution"] == 1
    for rank in range(dfg.NUM_RANKS):
        left = count_of(ranks, rank)
        worth += worth_of_rank(view, weights, others, rank, left, not is_reversed)
        worth -= worth_of_rank(view, weights, others, rank, left, is_reversed)
    return worth


# Plays


@kernel
def worth_of_shape(
    view: np.void, weights: np.void, others: OtherHands, own: Own, action: int
) -> float:
    """Returns the worth of the best play of a shape."""
    kind, size, rank = shape_of(action)
    if kind == dfg.SINGLE:
        return worth_of_single(view, weights, others, own, rank, suits_of_single(view, own, rank))
    if kind == dfg.LONE_JOKER:
        return worth_of_lone_joker(view, weights, others, own)
    if kind == dfg.SET:
        naturals = min(size, count_of(own.ranks, rank))
        return worth_of_set(view, weights, others, own, rank, size, naturals)
    best, suits = NOTHING, allowed_suits(view)
    for suit in range(dfg.NUM_SUITS):
        if suits >> suit & 1 == 1:
            best = max(best, worth_of_run(view, weights, others, own, rank, size, suit))
    return best


@kernel
def allowed_suits(view: np.void) -> int:
    """Returns the suits that may be played, as bits: all unless the field is bound (DFG-5.1)."""
    bound = 0
    for suit in range(dfg.NUM_SUITS):
        bound |= (view["bound"][suit] > 0) << suit
    return ALL_SUITS if bound == 0 else bound


@kernel
def suits_of_single(view: np.void, own: Own, rank: int) -> int:
    """Returns the suits of the own cards of a rank that may be played, as bits."""
    if view["kind"][dfg.LONE_JOKER] == 1:
        return 1 << dfg.SPADES
    return dfg.suits_held(own.cards, rank) & allowed_suits(view)


@kernel
def worth_of_play(
    view: np.void,
    weights: np.void,
    others: OtherHands,
    own: Own,
    lowest: int,
    length: int,
    naturals: int,
    jokers: int,
) -> tuple[float, float]:
    """Returns the worth of a play, not counting the loss of its natural cards.

    Args:
        view: The view.
        weights: The weights.
        others: The cards that the others may hold.
        own: The own hand.
        lowest: Its lowest rank.
        length: Its number of ranks.
        naturals: Its number of natural cards.
        jokers: Its number of jokers.

    Returns:
        Its worth if it does not win the field, and how much the field is worth then.
    """
    size, hand = naturals + jokers, view["hand_sizes"][0]
    if size == hand:
        return FINISH, 0.0
    taken = 1 if length > 1 else naturals
    worth = -weights["joker"] * jokers
    if hand - size == own.jokers - jokers:
        worth += weights["stuck"]
    if size == dfg.REVOLUTION_SIZE and view["effects"][dfg.REVOLUTION] == 1:
        ranks = ranks_after(own, lowest, length, taken)
        worth += worth_of_turning(view, weights, others, ranks)
    if own.is_hopeless and length <= 1:
        return worth, own.lead
    ready = readiness(view, weights, others, own, lowest, length, taken)
    return worth, own.lead + weights["last_lead"] * ready


@kernel
def worth_of_lone_joker(view: np.void, weights: np.void, others: OtherHands, own: Own) -> float:
    """Returns the worth of a lone joker, which only the 3 of spades beats (DFG-4.6)."""
    is_sure = view["effects"][dfg.SPADE3] == 0 or not is_out(others, dfg.SPADE_THREE)
    wins = 1.0 if is_sure else weights["joker_wins"]
    worth, lead = worth_of_play(view, weights, others, own, 0, 0, 0, 1)
    return worth + wins * lead


@kernel
def worth_of_single(
    view: np.void, weights: np.void, others: OtherHands, own: Own, rank: int, suits: int
) -> float:
    """Returns the worth of the best single of a rank in one of these suits, which are bits."""
    worth, lead = worth_of_play(view, weights, others, own, rank, 1, 1, 0)
    loss, best = loss_of_rank(view, weights, others, own, rank, 1), NOTHING
    is_reversed = is_reversed_after(view, rank, 1, 1)
    wins = 1.0
    is_sure = view["kind"][dfg.LONE_JOKER] == 1 or ends_field(others, rank, 1, 1)
    if not is_sure:
        wins = chance_of_rank(others, rank, 1, is_reversed)
    for suit in range(dfg.NUM_SUITS):
        if suits >> suit & 1 == 1:
            binds = view["effects"][dfg.BINDING] == 1 and view["suits"][suit] > 0
            on_suit = wins
            if binds and not is_sure:
                on_suit = chance_on_suit(others, rank, suit, is_reversed)
            lost = loss
            if holds(own.run_cards, dfg.NUM_SUITS * rank + suit):
                lost = loss + weights["run_card"]
            best = max(best, worth + on_suit * lead - lost)
    return best


@kernel
def worth_of_set(
    view: np.void,
    weights: np.void,
    others: OtherHands,
    own: Own,
    rank: int,
    size: int,
    naturals: int,
) -> float:
    """Returns the worth of a set with a given number of natural cards."""
    wins = chance_of_rank(others, rank, size, is_reversed_after(view, rank, 1, size))
    worth, lead = worth_of_play(view, weights, others, own, rank, 1, naturals, size - naturals)
    return worth + wins * lead - loss_of_rank(view, weights, others, own, rank, naturals)


@kernel
def worth_of_run(
    view: np.void, weights: np.void, others: OtherHands, own: Own, lowest: int, size: int, suit: int
) -> float:
    """Returns the worth of a run with the fewest jokers; NOTHING if the hand has too few."""
    missing = size_of(missing_positions(dfg.ranks_held(own.cards, suit), lowest, size))
    if missing > own.jokers:
        return NOTHING
    loss = 0.0
    for rank in range(lowest, lowest + size):
        if holds(own.cards, dfg.NUM_SUITS * rank + suit):
            loss += loss_of_rank(view, weights, others, own, rank, 1)
    wins = chance_against(others, weights["run_ways"])
    if ends_field(others, lowest, size, size):
        wins = 1.0
    worth, lead = worth_of_play(view, weights, others, own, lowest, size, size - missing, missing)
    return worth + wins * lead - loss


@kernel
def worth_of_suit(
    view: np.void, weights: np.void, others: OtherHands, own: Own, suit: int
) -> float:
    """Returns the worth of a suit for the chosen single or run."""
    rank = int(view["chosen_rank"]) - 1
    if view["chosen_kind"][dfg.SINGLE] == 1:
        return worth_of_single(view, weights, others, own, rank, 1 << suit)
    return worth_of_run(view, weights, others, own, rank, int(view["chosen_size"]), suit)


@kernel
def worth_of_suits(view: np.void, weights: np.void, own: Own, suits: int) -> float:
    """Returns the worth of suits for the chosen set: many, those of the field, no cards of runs."""
    worth, first = 0.0, dfg.NUM_SUITS * (int(view["chosen_rank"]) - 1)
    for suit in range(dfg.NUM_SUITS):
        if suits >> suit & 1 == 1:
            worth += weights["joker"] + (view["suits"][suit] > 0)
            worth -= weights["run_card"] * holds(own.run_cards, first + suit)
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
    jokers = view["hand"][dfg.FIRST_JOKER] + view["hand"][dfg.FIRST_JOKER + 1]
    if pile == 1:
        return END if hand + 1 < fewest else -END
    if hand == jokers:
        return -weights["stuck"]
    if hand + pile < fewest:
        return weights["drain"]
    return weights["draw"] + weights["draw_long"] * max(hand - fewest, 0)


@kernel
def worth_of_parting(
    view: np.void, weights: np.void, others: OtherHands, own: Own, card: int
) -> float:
    """Returns the worth of giving a card, or of discarding it for another one."""
    hand, worth = view["hand_sizes"][0], -loss_of_card(view, weights, others, own, card)
    if view["phase"][dfg.CHANGE] == 1:
        if view["pile_size"] == view["num_changed"] + 1:
            return END if hand + view["num_changed"] < fewest_cards(view) else -END
        return worth + weights["change"]
    if hand == 1:
        return FINISH
    if hand - 1 == own.jokers and card < dfg.FIRST_JOKER:
        return worth + weights["stuck"]
    return worth - weights["stuck"] if hand == own.jokers else worth


@kernel
def span(view: np.void, mask: np.ndarray) -> tuple[int, int]:
    """Returns the range of the actions of the present phase: plays and passes, or all others."""
    if view["phase"][dfg.SHAPE] == 1:
        return 0, dfg.FIRST_SUIT
    return dfg.FIRST_SUIT, dfg.NUM_ACTIONS


choose_among_all = adviser("daifugo_v0", worth_of, study, span)


@kernel
@no_refcount
def has_play(mask: np.ndarray) -> bool:
    """Returns whether any shape of a play is legal."""
    for first in range(0, dfg.PASS_ACTION - EIGHT, EIGHT):
        if count_flags(eight_flags(mask, first)) > 0:
            return True
    return count_flags(eight_flags(mask, dfg.PASS_ACTION - EIGHT)) > 0


@kernel
@no_refcount
def choose_pass(view: np.void, weights: np.void, mask: np.ndarray) -> int:
    """Returns a pass with a draw or without one."""
    if mask[dfg.PASS_ACTION] == 1 and mask[dfg.PASS_DRAW_ACTION] == 1:
        return dfg.PASS_DRAW_ACTION if worth_of_draw(view, weights) > 0.0 else dfg.PASS_ACTION
    return dfg.PASS_ACTION if mask[dfg.PASS_ACTION] == 1 else dfg.PASS_DRAW_ACTION


@kernel
@no_refcount
def choose(view: np.void, weights: np.void, mask: np.ndarray) -> int:
    """Returns the legal action of the highest worth, the first among equals.

    Two of five decisions are only about passing, and need no look at the hands.
    """
    if view["phase"][dfg.SHAPE] == 1 and not has_play(mask):
        return choose_pass(view, weights, mask)
    return choose_among_all(view, weights, mask)
