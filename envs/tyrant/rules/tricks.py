"""The end of a trick: reveal, judgement, and what becomes of the cards (TYR-4.8 to 4.13)."""

import numpy as np

from ...core.compiling.kernel import kernel
from ...core.kit.arrays import clear
from ...core.kit.seats import seat_after
from .. import state as tyr
from . import plays


@kernel
def end_phase(state: np.void) -> None:
    """All have formed their hands, or acted, or settled: what comes next (TYR-4.1)."""
    if state["phase"] == tyr.SELECT:
        state["phase"] = tyr.PLAY
    elif state["phase"] == tyr.SETTLE:
        end_trick(state)
    else:
        judge(state)


@kernel
def end_trick(state: np.void) -> None:
    """The lead card is gone; the next trick begins (TYR-4.2, 4.11, 4.13)."""
    state["trick"] += 1
    state["phase"] = tyr.SELECT


@kernel
def judge(state: np.void) -> None:
    """Somebody wins; or nobody has followed, or even played (TYR-4.8 to 4.12)."""
    winner = find_winner(state)
    clear(state["chips_on"])
    if winner != tyr.NOBODY:
        show_all(state)
        clean_up(state, winner)
        end_trick(state)
    elif has_plays(state):
        if state["no_follow_reveal"] == tyr.ALL_CARDS:
            show_all(state)
        state["phase"] = tyr.SETTLE
    else:
        end_trick(state)


@kernel
def has_plays(state: np.void) -> bool:
    """Whether anybody has played cards in this trick (TYR-4.11)."""
    count = 0
    for seat in range(state["num_players"]):
        count += state["sizes"][seat, state["trick"]]
    return count > 0


@kernel
def show_all(state: np.void) -> None:
    """All cards of the trick are turned face up (TYR-4.8)."""
    for seat in range(state["num_players"]):
        show_play(state, seat)


@kernel
def show_play(state: np.void, seat: int) -> None:
    """A play becomes known in full."""
    for suit in range(tyr.NUM_SUITS):
        plays.show(state, seat, suit, np.int64(state["plays"][seat, state["trick"], suit]))


# Judgement


@kernel
def find_winner(state: np.void) -> int:
    """Who has followed with the highest power, the later one among equals, or NOBODY (TYR-4.9)."""
    led, winner, highest = tyr.lead_suit(state), tyr.NOBODY, -1
    for distance in range(state["num_players"]):
        seat = seat_after(state, np.int64(state["marker"]), distance)
        if state["plays"][seat, state["trick"], led] > 0:
            power = power_of_play(state, seat)
            if power >= highest:
                winner, highest = seat, power
    return winner


@kernel
def power_of_play(state: np.void, seat: int) -> int:
    """The power of a player's cards; the holder of the marker has one less, but not below 0."""
    power = 0
    for suit in range(tyr.NUM_SUITS):
        power += state["plays"][seat, state["trick"], suit] * power_of_card(state, suit)
    return max(0, power - state["marker_penalty"]) if seat == state["marker"] else power


@kernel
def power_of_card(state: np.void, suit: int) -> int:
    """10 where the suit was led, else its column; less what chips take, but not below 0."""
    value = tyr.LED_POWER if suit == tyr.lead_suit(state) else tyr.column_power(state, suit)
    return max(0, value - int(state["chip_penalty"]) * int(state["chips_on"][suit]))


# Clean-up


@kernel
def clean_up(state: np.void, winner: int) -> None:
    """The losers' cards to the plaza, one of each suit; the marker to the winner (TYR-4.10)."""
    for seat in range(state["num_players"]):
        if seat != winner:
            for suit in range(tyr.NUM_SUITS):
                state["plaza"][suit] += state["plays"][seat, state["trick"], suit] > 0
    state["winners"][state["trick"]] = winner
    state["marker"] = winner


@kernel
def begin_settling(state: np.void, seat: int) -> bool:
    """Puts a card on the plaza for who played one suit; whether another one chooses (TYR-4.12)."""
    play = state["plays"][seat, state["trick"]]
    count = tyr.num_suits(play)
    if count > 1:
        tyr.ask(state, seat, tyr.SETTLE)
        return True
    for suit in range(tyr.NUM_SUITS):
        if play[suit] > 0:
            settle(state, seat, suit)
            show_play(state, seat)  # that there was no choice tells all of it
    return False


@kernel
def mark_cards(state: np.void, seat: int, mask: np.ndarray) -> int:
    """Marks the suits of the own play; returns how many."""
    play, count = state["plays"][seat, state["trick"]], 0
    for suit in range(tyr.NUM_SUITS):
        mask[tyr.FIRST_SETTLE + suit] = play[suit] > 0
        count += play[suit] > 0
    return count


@kernel
def settle(state: np.void, seat: int, suit: int) -> bool:
    """Puts one played card on the plaza; the others leave the game (TYR-4.12)."""
    state["plaza"][suit] += 1
    state["settled"][seat, state["trick"]] = suit
    if state["shown"][seat, state["trick"], suit] == 0:
        plays.show(state, seat, suit, 1)
    return True
