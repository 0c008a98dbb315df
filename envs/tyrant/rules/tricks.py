"""The end of a trick: reveal, judgement and clean-up (TYR-4.8 to TYR-4.13)."""

import numpy as np

from ...core.compiling.kernel import kernel
from ...core.kit.arrays import clear
from ...core.kit.seats import seat_after
from .. import state as tyr
from . import plays


@kernel
def end_phase(state: np.void) -> None:
    """Goes to the next step of the trick after all players have acted in this one (TYR-4.1)."""
    if state["phase"] == tyr.SELECT:
        state["phase"] = tyr.PLAY
    elif state["phase"] == tyr.SETTLE:
        end_trick(state)
    else:
        judge(state)


@kernel
def end_trick(state: np.void) -> None:
    """Begins the next trick with the next lead card (TYR-4.2); after trick 8 none (TYR-4.13)."""
    state["trick"] += 1
    state["phase"] = tyr.SELECT


@kernel
def judge(state: np.void) -> None:
    """Reveals the trick and goes on by its result (TYR-4.8, TYR-4.9).

    With a winner it is cleaned up (TYR-4.10). Without a follower the players settle (TYR-4.12).
    Without any cards only the lead card is removed (TYR-4.11); this happens in all remaining tricks
    once every player hard-passes (TYR-5.11).
    """
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
    """Whether any player has played cards in this trick (TYR-4.11)."""
    count = 0
    for seat in range(state["num_players"]):
        count += state["sizes"][seat, state["trick"]]
    return count > 0


@kernel
def show_all(state: np.void) -> None:
    """Turns all cards of the trick face up (TYR-4.8)."""
    for seat in range(state["num_players"]):
        show_play(state, seat)


@kernel
def show_play(state: np.void, seat: int) -> None:
    """Turns all cards of a play face up."""
    for suit in range(tyr.NUM_SUITS):
        plays.show(state, seat, suit, np.int64(state["plays"][seat, state["trick"], suit]))


# Judgement


@kernel
def find_winner(state: np.void) -> int:
    """Returns the follower with the highest power, or NOBODY (TYR-4.9).

    Among equals the later one in turn order wins, also where all have power 0 (TYR-5.10).
    """
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
    """Returns the power of a play, for the marker holder less the penalty (TYR-4.9, TYR-5.4)."""
    power = 0
    for suit in range(tyr.NUM_SUITS):
        power += state["plays"][seat, state["trick"], suit] * power_of_card(state, suit)
    return max(0, power - state["marker_penalty"]) if seat == state["marker"] else power


@kernel
def power_of_card(state: np.void, suit: int) -> int:
    """Returns a card's power: 10 in the led suit, else its column's value, less the chip penalty.

    It is at least 0 (TYR-4.9). Within a trick only chips change it (TYR-5.8).
    """
    value = tyr.LED_POWER if suit == tyr.lead_suit(state) else tyr.column_power(state, suit)
    return max(0, value - int(state["chip_penalty"]) * int(state["chips_on"][suit]))


# Clean-up


@kernel
def clean_up(state: np.void, winner: int) -> None:
    """Puts one card of each suit of each loser on the plaza; moves the marker (TYR-4.10).

    Only a loser's further cards of a suit go to the winner, where they have no use (TYR-5.9).
    """
    for seat in range(state["num_players"]):
        if seat != winner:
            for suit in range(tyr.NUM_SUITS):
                state["plaza"][suit] += state["plays"][seat, state["trick"], suit] > 0
    state["winners"][state["trick"]] = winner
    state["marker"] = winner


@kernel
def begin_settling(state: np.void, seat: int) -> bool:
    """Asks a player for a card to settle, or settles if one suit was played (TYR-4.12).

    Returns:
        Whether the player is asked.
    """
    play = state["plays"][seat, state["trick"]]
    count = tyr.num_suits(play)
    if count > 1:
        tyr.ask(state, seat, tyr.SETTLE)
        return True
    for suit in range(tyr.NUM_SUITS):
        if play[suit] > 0:
            settle(state, seat, suit)
            show_play(state, seat)  # without a decision everybody knows that it has one suit
    return False


@kernel
def mark_cards(state: np.void, mask: np.ndarray) -> int:
    """Marks the suits of the own play; returns how many (TYR-4.12)."""
    seat = np.int64(state["to_move"])
    play, count = state["plays"][seat, state["trick"]], 0
    for suit in range(tyr.NUM_SUITS):
        mask[tyr.FIRST_SETTLE + suit] = play[suit] > 0
        count += play[suit] > 0
    return count


@kernel
def choose_card(state: np.void, action: int) -> bool:
    """Puts the chosen card on the plaza (TYR-4.12)."""
    return settle(state, np.int64(state["to_move"]), action - tyr.FIRST_SETTLE)


@kernel
def settle(state: np.void, seat: int, suit: int) -> bool:
    """Puts one played card on the plaza; the play's others leave the game (TYR-4.12)."""
    state["plaza"][suit] += 1
    state["settled"][seat, state["trick"]] = suit
    if state["shown"][seat, state["trick"], suit] == 0:
        plays.show(state, seat, suit, 1)
    return True
