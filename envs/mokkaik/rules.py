"""The rules of Mokkaik: the kernels that deal, play and score; state.py has the record."""

import numpy as np

from ..cards.kikisen import NUM_CARDS, NUM_STRENGTHS, NUM_TYPES
from ..core.compiling.kernel import kernel
from ..core.kit.arrays import clear
from ..core.kit.seats import NOBODY, next_seat
from ..kikisen import seasons
from ..kikisen.options import MAX_PLAYERS
from ..kikisen.pack import shuffle_pack
from . import state as mok


@kernel
def deal(state: np.void) -> None:
    """Starts a match from `rng` and the options (KIKI-6.3, MOK-3)."""
    mok.start_match(state)
    seasons.begin_match(state)
    deal_season(state)


@kernel
def deal_season(state: np.void) -> None:
    """Shuffles and deals; the dealer leads, and the other cards stay hidden (MOK-3.1, 3.2)."""
    mok.start_season(state)
    cards = np.empty(NUM_CARDS, np.int8)
    num_cards = shuffle_pack(state, cards)
    count, size = 0, np.int64(state["hand_size"])
    for seat in range(state["num_players"]):
        state["hand_sizes"][seat] = size
        for _ in range(size):
            state["hands"][seat, cards[count]] += 1
            count += 1
    for position in range(count, num_cards):
        state["undealt"][cards[position]] += 1
    begin_round(state, np.int64(state["dealer"]))


@kernel
def begin_round(state: np.void, leader: int) -> None:
    """Asks a player to lead (MOK-3.2, 4.1)."""
    mok.start_round(state)
    state["leader"] = leader
    state["to_move"] = leader


# Legal actions (MOK-4.5)


@kernel
def legal(state: np.void, mask: np.ndarray) -> int:
    """Fills the int8 mask of the seat to move and returns the number of legal actions."""
    clear(mask)
    seat = np.int64(state["to_move"])
    if seat == NOBODY:
        return 0
    hand, phase = state["hands"][seat], mok.phase_of(state)
    if phase == mok.THROW:
        return mark_throws(hand, mask)
    if phase == mok.LEAD:
        return mark_leads(state, mok.held_in(hand), mask)
    mask[mok.FOLD_ACTION] = 1
    return 1 + mark_answers(state, mok.held_in(hand), mask)


@kernel
def mark_throws(hand: np.ndarray, mask: np.ndarray) -> int:
    """Marks the types that the hand still has and returns how many (MOK-4.5)."""
    count = 0
    for type_ in range(NUM_TYPES):
        is_held = hand[type_] > 0
        mask[mok.FIRST_THROW + type_] = is_held
        count += is_held
    return count


@kernel
def mark_leads(state: np.void, held: int, mask: np.ndarray) -> int:
    """Marks all plays of own cards and returns how many (MOK-4.1, 5.4)."""
    count = 0
    for action in range(np.uint64(mok.FIRST_PLAY), np.uint64(mok.num_allowed(state))):  # vectorised
        is_held = mok.NEEDED[action] & ~held == 0
        mask[action] = is_held
        count += is_held
    return count


@kernel
def mark_answers(state: np.void, held: int, mask: np.ndarray) -> int:
    """Marks stronger plays of the led kind; returns how many (MOK-4.2, 4.4; KIKI-4.5, 4.6)."""
    starts = mok.STARTS[mok.KIND_OF_ACTION[mok.led_play(state)]]
    count, num_allowed = 0, mok.num_allowed(state)
    for position in range(starts[strength_to_beat(state) + 1], starts[NUM_STRENGTHS]):
        action = mok.BY_KIND[position]
        is_held = mok.NEEDED[action] & ~held == 0 and action < num_allowed
        mask[action] = is_held
        count += is_held
    return count


@kernel
def strength_to_beat(state: np.void) -> int:
    """Returns the strength of the best play so far, or of the led one (MOK-4.2, 9.1)."""
    seat = state["leader"] if state["beat_rule"] == mok.BEATS_LEAD else state["best"]
    return mok.STRENGTHS[state["plays"][seat]]


# What a turn does (MOK-4)


@kernel
def apply(state: np.void, action: int) -> None:
    """Carries out a decision; then the seat, the round or the season may end."""
    seat = np.int64(state["to_move"])
    if action >= mok.FIRST_PLAY:
        play(state, seat, action)
    elif action == mok.FOLD_ACTION:
        fold(state, seat)
    else:
        throw(state, seat, action - mok.FIRST_THROW)
    if state["left_to_throw"] == 0:
        go_on(state, seat)


@kernel
def play(state: np.void, seat: int, action: int) -> None:
    """Lays a hand, which is the strongest unless `beat_rule` is lead (MOK-4.2)."""
    for type_ in range(NUM_TYPES):
        state["hands"][seat, type_] -= mok.COUNTS[action, type_]
    for type_ in range(NUM_TYPES):
        state["played"][seat, type_] += mok.COUNTS[action, type_]
    state["hand_sizes"][seat] -= mok.SIZES[action]
    state["plays"][seat] = action
    best = np.int64(state["best"])
    if best == NOBODY or mok.STRENGTHS[action] > mok.STRENGTHS[state["plays"][best]]:
        state["best"] = seat


@kernel
def fold(state: np.void, seat: int) -> None:
    """Asks for as many throws as cards were led; throws a whole hand at once (MOK-4.2, 9.10)."""
    size = mok.SIZES[mok.led_play(state)]
    state["folded"][seat] = 1
    if size < state["hand_sizes"][seat]:
        state["left_to_throw"] = size
        return
    for type_ in range(NUM_TYPES):
        state["thrown"][seat, type_] += state["hands"][seat, type_]
    clear(state["hands"][seat])
    state["hand_sizes"][seat] = 0


@kernel
def throw(state: np.void, seat: int, type_: int) -> None:
    """Moves a card to the own face-down discards (MOK-4.5)."""
    state["hands"][seat, type_] -= 1
    state["thrown"][seat, type_] += 1
    state["hand_sizes"][seat] -= 1
    state["left_to_throw"] -= 1


@kernel
def go_on(state: np.void, seat: int) -> None:
    """Asks the next seat, or ends the round (MOK-4.2, 4.3; KIKI-3.1)."""
    following = next_seat(state, seat)
    if following == state["leader"]:
        end_round(state)
    else:
        state["to_move"] = following


@kernel
def end_round(state: np.void) -> None:
    """Moves the strongest play to the won pile and discards the others (MOK-4.3, 4.6)."""
    winner = np.int64(state["best"])
    state["rounds_led"][state["leader"]] += 1
    state["rounds_kept"][winner] += winner == state["leader"]
    for seat in range(state["num_players"]):
        action = np.int64(state["plays"][seat])
        if seat == winner:
            add_cards(action, state["won"][winner])
        elif action != mok.NO_PLAY:
            add_cards(action, state["discards"])
    state["winner"] = winner
    begin_round(state, winner)
    if state["hand_sizes"][winner] == 0:
        end_season(state, winner)


@kernel
def add_cards(action: int, counts: np.ndarray) -> None:
    """Adds the cards of a play to counts by type."""
    for type_ in range(NUM_TYPES):
        counts[type_] += mok.COUNTS[action, type_]


# End and points (MOK-6)


@kernel
def end_season(state: np.void, winner: int) -> None:
    """Pays the winner of the last round, whose own pile is void (MOK-6.1, 6.2, 6.3)."""
    gain = 0
    for seat in range(state["num_players"]):
        if seat != winner:
            amount = amount_of(state, seat, winner)
            state["scores"][seat] -= amount
            gain += int(amount)
    state["scores"][winner] += gain
    state["costly_wins"][winner] += gain < 0
    won = np.zeros(MAX_PLAYERS, np.int8)
    won[winner] = 1
    if seasons.finish_season(state, won):
        deal_season(state)


@kernel
def amount_of(state: np.void, loser: int, winner: int) -> int:
    """Returns the payment of a loser, or its gain if negative (MOK-6.1, 9.2, 9.3)."""
    amount = state["par"] - mok.num_cards_in(state["won"][loser])
    is_multiplied = loser == state["dealer"]
    if state["dealer_multiplier"] == mok.EITHER:
        is_multiplied = is_multiplied or winner == state["dealer"]
    elif state["dealer_multiplier"] == mok.NONE:
        is_multiplied = False
    return amount * state["bonus"] if is_multiplied else amount


@kernel
def score(state: np.void, points: np.ndarray) -> None:
    """Writes the points won so far (MOK-6.4)."""
    clear(points)
    for seat in range(state["num_players"]):
        points[seat] = state["scores"][seat]
