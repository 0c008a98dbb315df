"""The course of a season: the deal, rounds, plays, passes, the end (CYC-3 to 6)."""

import numpy as np

from ...cards.kikisen import NUM_TYPES
from ...core.compiling.kernel import kernel
from ...core.kit.arrays import clear
from ...core.kit.seats import next_seat
from ...kikisen import prizes, seasons
from ...kikisen.pack import shuffle_pack
from .. import state as cyc
from . import plays

FIRST = 1  # the place of the winner


# The deal and the stock


@kernel
def deal_season(state: np.void) -> None:
    """Shuffles and deals; the dealer leads the first round (CYC-3.1, 3.2)."""
    cyc.start_season(state)
    state["stock_size"] = shuffle_pack(state, state["stock"])
    for seat in range(state["num_players"]):
        draw(state, seat, np.int64(state["hand_size"] - state["fewer_cards"]))
    begin_round(state, np.int64(state["dealer"]))


@kernel
def draw(state: np.void, seat: int, count: int) -> None:
    """Draws up to `count` cards, the only gain of cards (CYC-4.1, 5.3)."""
    for _ in range(min(count, int(state["stock_size"]))):
        state["stock_size"] -= 1
        top = np.int64(state["stock_size"])
        state["hands"][seat, state["stock"][top]] += 1
        state["stock"][top] = cyc.NO_CARD
        state["hand_sizes"][seat] += 1


# Rounds (CYC-4.1, 4.5)


@kernel
def begin_round(state: np.void, leader: int) -> None:
    """Lets the dealer of the round draw and asks for the lead (CYC-4.1)."""
    cyc.start_round(state)
    cyc.forget_choice(state)
    state["leader"] = leader
    state["to_move"] = leader
    before = int(state["stock_size"])
    draw(state, leader, np.int64(state["dealer_draw"]))
    state["drawn"][leader] += before - state["stock_size"]


@kernel
def end_round(state: np.void) -> None:
    """Clears the table; the newest play's owner, or the next in, leads (CYC-4.5, 9.12)."""
    for type_ in range(NUM_TYPES):
        state["cleared"][type_] += state["table"][type_]
        state["table"][type_] = 0
    leader = np.int64(state["owner"])
    state["rounds_won"][leader] += 1
    while state["hand_sizes"][leader] == 0:
        leader = next_seat(state, leader)
    begin_round(state, leader)


@kernel
def pass_turn(state: np.void) -> None:
    """Passes, which is free and does not bind (CYC-4.5)."""
    state["passes"] += 1
    move_on(state)


@kernel
def move_on(state: np.void) -> None:
    """Asks the next player with cards; at the newest play's seat ends the round (CYC-4.5)."""
    seat = next_seat(state, np.int64(state["to_move"]))
    while state["hand_sizes"][seat] == 0 and seat != state["owner"]:
        seat = next_seat(state, seat)
    if seat == state["owner"]:
        end_round(state)
    else:
        state["to_move"] = seat


# Plays


@kernel
def lay(state: np.void) -> None:
    """Lays the complete play; then the turn passes on or the season ends (CYC-4.4, 4.9, 6.1)."""
    seat = np.int64(state["to_move"])
    lay_cards(state, seat)
    is_reversal = state["foot"] == cyc.EMPEROR and state["chosen_foot"] == cyc.SHIP
    state["reversals"][seat] += is_reversal
    state["form"] = state["chosen_form"]
    state["foot"] = state["chosen_foot"]
    state["size"] = state["chosen_size"]
    state["colours"] = plays.colours_laid(state)
    state["owner"] = seat
    state["passes"] = 0
    cyc.forget_choice(state)
    if state["hand_sizes"][seat] == 0:
        take_place(state, seat)
    if is_over(state):
        end_season(state)
    else:
        move_on(state)


@kernel
def lay_cards(state: np.void, seat: int) -> None:
    """Moves the cards of the complete play from the hand to the table."""
    clear(state["newest"])
    for place in range(state["chosen_size"]):
        type_ = cyc.TYPES_OF_WAYS[state["fills"][place], plays.kind_at(state, place)]
        state["hands"][seat, type_] -= 1
        state["table"][type_] += 1
        state["newest"][type_] += 1
    state["hand_sizes"][seat] -= state["chosen_size"]


# The end (CYC-6)


@kernel
def take_place(state: np.void, seat: int) -> None:
    """Gives a player with an empty hand the best place left (CYC-6.1)."""
    best = 0
    for other in range(state["num_players"]):
        best = max(best, int(state["place"][other]))
    state["place"][seat] = best + 1


@kernel
def is_over(state: np.void) -> bool:
    """Returns whether a hand is empty, or by option all but one are (CYC-6.1, 9.12)."""
    num_in = 0
    for seat in range(state["num_players"]):
        num_in += state["hand_sizes"][seat] > 0
    return num_in == 1 or (num_in < state["num_players"] and not state["continue_after_win"])


@kernel
def end_season(state: np.void) -> None:
    """Pays the first player with an empty hand; starts the next season (CYC-6.2, 9.9)."""
    won = np.zeros(cyc.MAX_PLAYERS, np.int8)
    for seat in range(state["num_players"]):
        won[seat] = state["place"][seat] == FIRST
        if state["continue_after_win"] and state["place"][seat] == 0:
            state["place"][seat] = state["num_players"]
    prizes.pay_season(state, won)
    if seasons.finish_season(state, won):
        deal_season(state)
