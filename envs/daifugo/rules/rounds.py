"""Rounds: the deal, places, play-offs and points (DFG-3, DFG-4D, DFG-4E, DFG-6)."""

import numpy as np

from ...core.compiling.kernel import kernel
from ...core.kit.arrays import clear
from ...core.kit.rng import draw_below
from ...core.kit.seats import seat_after
from .. import state as dfg
from . import cards, exchange


@kernel
def begin_match(state: np.void) -> None:
    """Starts a match with its first round."""
    dfg.start_match(state)
    begin_round(state)


@kernel
def begin_round(state: np.void) -> None:
    """Deals (DFG-3.1), draws the starter (DFG-3.3) and begins the exchange (DFG-3.2)."""
    cards.deal_cards(state)
    cards.remember_deal(state)
    state["starter"] = drawn_starter(state)
    clear_round(state)
    exchange.begin(state)


@kernel
def clear_round(state: np.void) -> None:
    """Resets the state of the round; all players take part (DFG-2.4)."""
    dfg.start_round(state)
    dfg.start_field(state)
    for seat in range(dfg.MAX_PLAYERS):
        state["is_in"][seat] = seat < state["num_players"]


@kernel
def drawn_starter(state: np.void) -> int:
    """Returns the player with the first turn of the round (DFG-3.3)."""
    if state["round"] > 0:
        if state["round_starter"] == dfg.BY_ROTATION:
            return seat_after(state, np.int64(state["starter"]), 1)
        if state["round_starter"] == dfg.BY_DAIFUGO:
            return exchange.partner(state, 1)
        if state["round_starter"] == dfg.BY_DAIHINMIN:
            return exchange.partner(state, 0)
    return draw_below(state, np.int64(state["num_players"]))


# Places (DFG-4.14 to DFG-4.17)


@kernel
def take_place(state: np.void, seat: int) -> None:
    """Gives a player the best place left, and takes him out of the round."""
    state["num_placed"] += 1
    state["place"][seat] = state["num_placed"]
    state["is_in"][seat] = 0


@kernel
def end_by_last(state: np.void) -> None:
    """Ends a round or a play-off in which one player is left; he is last (DFG-4.14, DFG-4.16)."""
    take_place(state, dfg.next_in(state, np.int64(state["to_move"])))
    state["phase"] = dfg.ROUND_OVER


@kernel
def end_by_pile(state: np.void) -> None:
    """Ends a round whose pile is used up (DFG-4.14)."""
    state["ender"] = state["to_move"]
    state["phase"] = dfg.ROUND_OVER


@kernel
def end_by_stall(state: np.void) -> None:
    """Ends a round or a play-off that stalls: all passed an empty field without drawing.

    In a play-off the rest is ranked here, equal hands by lot (DFG-4.14, DFG-4.16).
    """
    if state["is_playoff"] == 0:
        state["ender"] = state["to_move"]
    while state["is_playoff"] == 1 and dfg.num_in(state) > 0:
        take_place(state, drawn_of_smallest(state, True))
    state["phase"] = dfg.ROUND_OVER


@kernel
def is_waiting(state: np.void, seat: int, among_those_in: bool) -> bool:
    """Whether a player has no place yet and, with `among_those_in`, still takes part."""
    return state["place"][seat] == 0 and (state["is_in"][seat] == 1 or not among_those_in)


@kernel
def smallest_hand(state: np.void, among_those_in: bool) -> int:
    """Returns the size of the smallest hand among waiting players (DFG-4.15)."""
    smallest = dfg.NUM_CARDS
    for seat in range(state["num_players"]):
        if is_waiting(state, seat, among_those_in):
            smallest = min(smallest, int(state["hand_sizes"][seat]))
    return smallest


@kernel
def drawn_of_smallest(state: np.void, among_those_in: bool) -> int:
    """Returns the waiting player with the smallest hand, equal ones by lot (DFG-4.16)."""
    size, count, drawn = smallest_hand(state, among_those_in), 0, dfg.NOBODY
    for seat in range(state["num_players"]):
        if is_waiting(state, seat, among_those_in) and state["hand_sizes"][seat] == size:
            count += 1
            if draw_below(state, count) == 0:
                drawn = seat
    return drawn


@kernel
def rank_rest(state: np.void) -> None:
    """Ranks the waiting players by hand size; equal hands play for their places (DFG-4.15)."""
    while state["num_placed"] < state["num_players"]:
        size, count = smallest_hand(state, False), 0
        for seat in range(state["num_players"]):
            count += is_waiting(state, seat, False) and state["hand_sizes"][seat] == size
        if count > 1:
            begin_playoff(state, size)
            return
        take_place(state, drawn_of_smallest(state, False))
    finish_round(state)


@kernel
def begin_playoff(state: np.void, size: int) -> None:
    """Begins a play-off of the players with `size` cards for the next places (DFG-4.16)."""
    cards.clear_field(state)
    state["is_playoff"] = 1
    state["idle"] = 0
    if state["playoff_keeps_revolution"] == 0:
        state["revolution"] = 0
    for seat in range(state["num_players"]):
        takes_part = state["place"][seat] == 0 and state["hand_sizes"][seat] == size
        state["participant"][seat] = takes_part
        state["is_in"][seat] = takes_part
    leader = dfg.next_in(state, np.int64(state["ender"]))
    if state["playoff_starter"] == dfg.STARTS_BY_LOT:
        for _ in range(draw_below(state, dfg.num_in(state))):
            leader = dfg.next_in(state, leader)
    dfg.ask_for_play(state, leader)


@kernel
def finish_round(state: np.void) -> None:
    """Gives titles and points; begins the next round or ends the match (DFG-4.17, DFG-6.1)."""
    state["round"] += 1
    for seat in range(state["num_players"]):
        state["title"][seat] = state["place"][seat]
        state["match_points"][seat] += worth_of_place(state, seat) / state["num_rounds"]
    if state["round"] < state["num_rounds"]:
        begin_round(state)
    else:
        state["num_changed"] = 0
        state["recipient"] = dfg.NOBODY
        state["to_move"] = dfg.NOBODY


@kernel
def worth_of_place(state: np.void, seat: int) -> float:
    """Returns the reward of a place, from 1 for the first down to -1 for the last (DFG-6.2)."""
    return 1 - 2 * (state["place"][seat] - 1) / (state["num_players"] - 1)


@kernel
def points_of_place(state: np.void, seat: int) -> float:
    """Returns what a place in the last round pays, where other rounds pay nothing (DFG-6.2)."""
    if state["reward_mode"] == dfg.PAYS_PLACES:
        return worth_of_place(state, seat)
    return 1.0 if state["place"][seat] == 1 else -1 / (state["num_players"] - 1)


@kernel
def score(state: np.void, points: np.ndarray) -> None:
    """Fills the points won so far: for the last round, or for all finished rounds (DFG-6.2)."""
    clear(points)
    for seat in range(state["num_players"]):
        if state["reward_mode"] == dfg.PAYS_ROUNDS:
            points[seat] = state["match_points"][seat]
        elif state["to_move"] == dfg.NOBODY:
            points[seat] = points_of_place(state, seat)


@kernel
def settled_points(state: np.void, seat: int) -> float:
    """Returns the points of a seat once they are certain, in the last round; NaN before.

    The winner of the match settles all points if only he is paid, and otherwise the place of the
    seat its own (DFG-6.2).
    """
    num_placed = np.int64(state["num_placed"])
    if state["reward_mode"] != dfg.PAYS_WINNER:
        num_placed = np.int64(state["place"][seat])
    if num_placed == 0 or state["round"] + 1 < state["num_rounds"]:
        return np.nan
    if state["reward_mode"] == dfg.PAYS_ROUNDS:
        return state["match_points"][seat] + worth_of_place(state, seat) / state["num_rounds"]
    return points_of_place(state, seat)
