"""A player's turn: cards or a pass, and chips on a suit (TYR-4.4 to TYR-4.7)."""

import numpy as np

from ...core.compiling.kernel import kernel
from .. import state as tyr
from ..options import MOST_CHIPS

LEGAL, NO_CHIP, PASSED_BEFORE = range(3)  # whether a pass is refused, and why


# Cards or a pass


@kernel
def begin_turn(state: np.void, seat: int) -> bool:
    """Asks a player for cards or a pass; returns False for a player that can do neither.

    The test is made at the player's turn, after the refill (TYR-5.2). A player without cards and
    chips hard-passes, and keeps the marker (TYR-4.4a, TYR-5.4). A player with chips that passed in
    the previous trick is skipped without a payment (TYR-5.1).
    """
    has_hand, has_chips = tyr.num_cards(state["hands"][seat]) > 0, state["chips"][seat] > 0
    if has_hand or refusal_of_pass(state, seat) == LEGAL:
        tyr.ask(state, seat, tyr.PLAY)
        return True
    state["deeds"][seat, state["trick"]] = tyr.BARRED if has_chips else tyr.HARD_PASSED
    return False


@kernel
def refusal_of_pass(state: np.void, seat: int) -> int:
    """Returns NO_CHIP, PASSED_BEFORE (in the previous trick), or LEGAL (TYR-4.4c, TYR-4.4d)."""
    if state["chips"][seat] == 0:
        return NO_CHIP
    return PASSED_BEFORE if tyr.deed_before(state, seat) == tyr.PASSED else LEGAL


@kernel
def guarded_counts(hand: np.ndarray) -> int:
    """Returns how many cards of each suit a hand can play at most, with guards; see state.py."""
    guarded = tyr.GUARDS
    for suit in range(tyr.NUM_SUITS):
        guarded += min(int(hand[suit]), tyr.MOST_PLAYED) << tyr.BITS * suit
    return guarded


@kernel
def holds(guarded: int, needs: int) -> bool:
    """Whether a hand, as `guarded_counts`, has the cards of a play, as in NEEDS (TYR-4.5)."""
    return (guarded - needs) & tyr.GUARDS == tyr.GUARDS


@kernel
def follows(guarded: int, needs: int, led: int) -> bool:
    """Whether a play has a card of the led suit, or the hand has none of it (TYR-4.5)."""
    of_led = 7 << tyr.BITS * led
    return (guarded & of_led == 0) | (needs & of_led != 0)


@kernel
def mark_plays(state: np.void, mask: np.ndarray) -> int:
    """Marks the legal plays of the hand and the pass; returns how many (TYR-4.4, TYR-4.5)."""
    seat = np.int64(state["to_move"])
    guarded, led = guarded_counts(state["hands"][seat]), np.int64(tyr.lead_suit(state))
    passes = refusal_of_pass(state, seat) == LEGAL
    mask[tyr.PASS_ACTION] = passes
    count = int(passes)
    for play in range(tyr.NUM_PLAYS):
        needs = tyr.NEEDS[play]
        is_legal = holds(guarded, needs) & follows(guarded, needs, led)
        mask[tyr.FIRST_PLAY + play] = is_legal
        count += is_legal
    return count


@kernel
def play_or_pass(state: np.void, action: int) -> bool:
    """Plays cards or passes; returns whether the turn ends without a chip decision (TYR-4.7)."""
    seat = np.int64(state["to_move"])
    if action == tyr.PASS_ACTION:
        pass_turn(state, seat)
        return True
    play_cards(state, seat, action - tyr.FIRST_PLAY)
    if state["chips"][seat] == 0:
        return True
    tyr.ask(state, seat, tyr.TYRANT)
    return False


@kernel
def pass_turn(state: np.void, seat: int) -> None:
    """Pays a chip and moves the hand to the stock (TYR-4.6).

    A forced pass is a pass like any other (TYR-5.3).
    """
    state["chips"][seat] -= 1
    state["deeds"][seat, state["trick"]] = tyr.PASSED
    for suit in range(tyr.NUM_SUITS):
        state["stocks"][seat, suit] += state["hands"][seat, suit]
        state["hands"][seat, suit] = 0


@kernel
def play_cards(state: np.void, seat: int, play: int) -> None:
    """Plays cards face down; of three cards the chosen one lies face up (TYR-4.5)."""
    trick, size = np.int64(state["trick"]), 0
    for suit in range(tyr.NUM_SUITS):
        number = tyr.PLAY_COUNTS[play, suit]
        size += number
        state["hands"][seat, suit] -= number
        state["plays"][seat, trick, suit] = number
        state["unshown"][seat, suit] += number
    state["deeds"][seat, trick] = tyr.PLAYED
    state["sizes"][seat, trick] = size
    face_up = np.int64(tyr.FACES_UP[play])
    state["faces_up"][seat, trick] = face_up
    if face_up != tyr.NO_SUIT:
        show(state, seat, face_up, 1)


@kernel
def show(state: np.void, seat: int, suit: int, number: int) -> None:
    """Makes it public that this trick's play has at least `number` cards of a suit."""
    trick = state["trick"]
    more = number - state["shown"][seat, trick, suit]
    state["shown"][seat, trick, suit] += more
    state["unshown"][seat, suit] -= more
    state["seen"][suit] += more


# Chips


@kernel
def is_target(state: np.void, suit: int) -> bool:
    """Whether chips can be laid on a suit: the led one or one with a column (TYR-4.7, TYR-5.6)."""
    return suit == tyr.lead_suit(state) or state["plaza"][suit] > 0


@kernel
def mark_chips(state: np.void, mask: np.ndarray) -> int:
    """Marks laying none, and every number of own chips on every target; returns how many.

    A player may lay more chips than needed (TYR-4.7, TYR-5.5).
    """
    seat = np.int64(state["to_move"])
    mask[tyr.NO_CHIPS_ACTION] = 1
    count, chips = 1, int(state["chips"][seat])
    for suit in range(tyr.NUM_SUITS):
        if is_target(state, suit):
            for number in range(chips):
                mask[tyr.FIRST_CHIPS + MOST_CHIPS * suit + number] = 1
            count += chips
    return count


@kernel
def lay_chips(state: np.void, action: int) -> bool:
    """Lays own chips on a suit, or none; returns True, as the turn is over (TYR-4.7)."""
    seat = np.int64(state["to_move"])
    if action != tyr.NO_CHIPS_ACTION:
        suit, number = divmod(action - tyr.FIRST_CHIPS, MOST_CHIPS)
        state["chips"][seat] -= number + 1
        state["chips_on"][suit] += number + 1
        state["targets"][seat, state["trick"]] = suit
        state["laid"][seat, state["trick"]] = number + 1
    state["phase"] = tyr.PLAY  # of the next player
    return True
