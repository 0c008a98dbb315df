"""The rules of Makhup: the kernels that deal, play and score; state.py has the record."""

import numpy as np

from ..cards.kikisen import NUM_CARDS, NUM_NUMBERS
from ..cards.melds import count_of, total_of
from ..core.compiling.kernel import kernel, no_refcount
from ..core.kit.arrays import clear
from ..core.kit.bits import NOTHING, ONE, count_bits, lowest_of
from ..core.kit.rng import shuffle
from ..core.kit.seats import NOBODY, next_seat
from ..kikisen import prizes, seasons
from ..kikisen.options import MAX_PLAYERS
from ..kikisen.pack import shuffle_pack
from ..kikisen.prizes import score as score  # one of the kernels of the game
from . import state as mhp


@kernel
def deal(state: np.void) -> None:
    """Starts a match from `rng` and the options (KIKI-6.3, MHP-3.1)."""
    mhp.start_match(state)
    seasons.begin_match(state)
    deal_season(state)


@kernel
def deal_season(state: np.void) -> None:
    """Shuffles and deals, and turns two paths; the dealer begins (MHP-3.1)."""
    mhp.start_season(state)
    stock, size = state["stock"], shuffle_pack(state, state["stock"])
    for position in range(size):
        stock[position] = mhp.RANKS_OF_TYPES[stock[position]]
    state["stock_size"] = size
    for seat in range(state["num_players"]):
        state["hand_sizes"][seat] = state["hand_size"]
        for _ in range(state["hand_size"]):
            state["hands"][seat] += mhp.unit(take_top(state))
    turn_paths(state, 2)
    state["to_move"] = state["dealer"]


# The stock (MHP-4.3)


@kernel
def take_top(state: np.void) -> int:
    """Takes the top card off the stock and returns its rank."""
    state["stock_size"] -= 1
    top = np.int64(state["stock_size"])
    rank = int(state["stock"][top])
    state["stock"][top] = mhp.NO_CARD
    return rank


@kernel
def can_turn(state: np.void) -> bool:
    """Returns whether a card can be turned: from the stock, or after a reshuffle (MHP-4.3)."""
    if state["stock_size"] > 0:
        return True
    return state["stock_empty"] == mhp.RESHUFFLE and state["gone"] != mhp.NO_CARDS


@kernel
def reshuffle(state: np.void) -> None:
    """Shuffles the gone pile into the stock (MHP-4.3)."""
    count = 0
    for rank in range(mhp.NUM_RANKS):
        for _ in range(count_of(state["gone"], rank)):
            state["stock"][count] = rank
            count += 1
    shuffle(state, state["stock"], count)
    state["stock_size"] = count
    state["gone"] = mhp.NO_CARDS
    state["reshuffles"] += 1


@kernel
def turn_paths(state: np.void, count: int) -> None:
    """Turns `count` cards as new paths, or all that are left (MHP-3.1, 4.1, 5.1).

    A special card is turned like any other: it becomes an open end (MHP-5.2).
    """
    for _ in range(count):
        if not can_turn(state):
            return
        if state["stock_size"] == 0:
            reshuffle(state)
        card = mhp.unit(take_top(state))
        state["ends"] += card
        state["table"] += card


# Legal actions (MHP-4.1)


@kernel
@no_refcount
def legal(state: np.void, mask: np.ndarray) -> int:
    """Fills the int8 mask of the seat to move and returns the number of legal actions."""
    clear(mask)
    seat = np.int64(state["to_move"])
    if seat == NOBODY:
        return 0
    count = mark_plays(state, seat, mask)
    if can_turn(state) and (count == 0 or state["draw_when_able"]):
        mask[mhp.DRAW_ACTION] = 1
        count += 1
    if count == 0:
        mask[mhp.PASS_ACTION] = 1
        count = 1
    return count


@kernel
@no_refcount
def mark_plays(state: np.void, seat: int, mask: np.ndarray) -> int:
    """Marks the plays of the seat's hand and returns their number (MHP-4.1, 4.4, 5.2)."""
    count = 0
    for part in range(mhp.NUM_PARTS):
        plays = plays_of(state, seat, part)
        count += count_bits(plays)
        while plays != NOTHING:
            mask[mhp.PART_SIZE * part + lowest_of(plays)] = 1
            plays &= plays - ONE
    return count


@kernel
def plays_of(state: np.void, seat: int, part: int) -> np.uint64:
    """Returns the plays among 64 actions: the hand has their cards, and their ends are open.

    Equal ends are one end, whatever lies below them (MHP-4.5).
    """
    hand, ends = state["hands"][seat], state["ends"]
    plays = mhp.PLAYS[state["join_max"] - 2, part]
    for pair in range(mhp.NUM_PAIRS):
        held, is_open = hand & 255, ends & 255
        plays &= mhp.HELD[pair, held, part] & mhp.OPEN[pair, is_open, part]
        hand, ends = hand >> mhp.BITS_OF_A_PAIR, ends >> mhp.BITS_OF_A_PAIR
    return plays


@kernel
def joins_of(ends: int, most: int) -> int:
    """Returns the sums 0..8 of two ends, or of up to three where `most` is 3, as bits."""
    ones, twos, threes = 0, 0, 0
    for rank in range(NUM_NUMBERS):
        for _ in range(count_of(ends, rank)):
            threes |= twos << rank
            twos |= ones << rank
            ones |= 1 << rank
    return (twos | threes if most == 3 else twos) & mhp.ALL_SUMS


@kernel
def sums_of(cards: int) -> int:
    """Returns the sums 0..8 of all choices of number cards, the empty one included, as bits."""
    sums = 1
    for rank in range(1, NUM_NUMBERS):
        for _ in range(count_of(cards, rank)):
            sums |= sums << rank
    return sums & mhp.ALL_SUMS


# What a turn does (MHP-4, 5)


@kernel
def apply(state: np.void, action: int) -> None:
    """Plays one turn; then the season ends or the next seat is to move (MHP-4.2)."""
    seat = np.int64(state["to_move"])
    if action == mhp.PASS_ACTION:
        pass_turn(state, seat)
    elif action == mhp.DRAW_ACTION:
        draw(state, seat)
    elif action == mhp.SPECIAL_ACTION:
        play_special(state, seat)
    else:
        play(state, seat, action)
    if state["hand_sizes"][seat] == 0 or state["idle"] == state["num_players"]:
        end_season(state)
    else:
        state["to_move"] = next_seat(state, seat)


@kernel
def play(state: np.void, seat: int, action: int) -> None:
    """Extends, joins or plays a free card: closes ends and opens the cards played (MHP-4.1)."""
    cards = mhp.PLAYED[action]
    leave_hand(state, seat, cards)
    state["table"] += cards
    is_one_open = state["extend_fork"] == mhp.HIGHEST_OPEN
    state["ends"] += (mhp.HIGHEST[action] if is_one_open else cards) - mhp.CLOSED[action]


@kernel
def play_special(state: np.void, seat: int) -> None:
    """Clears the table and turns two paths, unless it was the last card (MHP-5.1, 5.3, 9.10)."""
    card = mhp.PLAYED[mhp.SPECIAL_ACTION]
    leave_hand(state, seat, card)
    state["gone"] += state["table"] + card
    state["table"] = mhp.NO_CARDS
    state["ends"] = mhp.NO_CARDS
    if state["hand_sizes"][seat] > 0:
        turn_paths(state, 2)


@kernel
def leave_hand(state: np.void, seat: int, cards: int) -> None:
    """Takes played cards out of a hand."""
    note_played(state, seat, cards)
    state["hands"][seat] -= cards
    state["hand_sizes"][seat] -= total_of(cards)
    state["idle"] = 0


@kernel
def draw(state: np.void, seat: int) -> None:
    """Turns the top card of the stock as a new path; never into the hand (MHP-4.1)."""
    if not state["draw_when_able"]:
        note_no_play(state, seat)
    turn_paths(state, 1)
    state["idle"] = 0


@kernel
def pass_turn(state: np.void, seat: int) -> None:
    """Passes, which is always forced (MHP-4.1)."""
    note_no_play(state, seat)
    state["idle"] += 1


# What the public record proves about hidden hands (MHP-7.1)
#
# Hands never grow, so a rank that a hand did not hold it never will: `barred_ranks` has a bit for
# it. `barred_sums` has a bit for each number 1..8 that cards of the hand can't add up to. When
# cards leave the hand, a barred sum less any sum of these cards is a barred sum of the rest. So
# both stay exact.


@kernel
def note_no_play(state: np.void, seat: int) -> None:
    """Bars the ranks and sums that a play needs, because the hand has no play (MHP-4.1)."""
    ends, ranks = state["ends"], 1 << mhp.SPECIAL
    ranks |= joins_of(ends, np.int64(state["join_max"])) | (count_of(ends, 0) > 0)
    state["barred_ranks"][seat] |= ranks
    for number in range(1, NUM_NUMBERS):
        if count_of(ends, number) > 0:
            state["barred_sums"][seat] |= 1 << number


@kernel
def note_played(state: np.void, seat: int, cards: int) -> None:
    """Bars the sums that the cards left in the hand can't make, given those that are barred."""
    barred = int(state["barred_sums"][seat])
    if barred == 0:  # most often
        return
    sums, still_barred = sums_of(cards), 0
    for number in range(NUM_NUMBERS):
        if sums >> number & 1:
            still_barred |= barred >> number
    state["barred_sums"][seat] = still_barred


# End and points (MHP-6)


@kernel
def end_season(state: np.void) -> None:
    """Pays the smallest hands, which may be an empty one; deals again (MHP-6.1, 6.2, 6.3)."""
    smallest = NUM_CARDS
    for seat in range(state["num_players"]):
        smallest = min(smallest, int(state["hand_sizes"][seat]))
    won = np.zeros(MAX_PLAYERS, np.int8)
    for seat in range(state["num_players"]):
        won[seat] = state["hand_sizes"][seat] == smallest
    prizes.pay_season(state, won)
    if seasons.finish_season(state, won):
        deal_season(state)
