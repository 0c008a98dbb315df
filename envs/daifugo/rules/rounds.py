"""Rounds: the deal, places, play-offs and points (DFG-3, 4D, 4E, 6)."""

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
    """Deals, draws the starter and begins the exchange (DFG-3.1 to 3.3)."""
    cards.deal_cards(state)
    cards.remember_deal(state)
    state["starter"] = drawn_starter(state)
    clear_round(state)
    exchange.begin(state)


@kernel
def clear_round(state: np.void) -> None:
    """Everybody is in, and nothing has happened yet (DFG-2.4)."""
    dfg.start_round(state)
    dfg.start_field(state)
    for seat in range(dfg.MAX_PLAYERS):
        state["is_in"][seat] = seat < state["num_players"]


@kernel
def drawn_starter(state: np.void) -> int:
    """Who takes the first turn of the round (DFG-3.3)."""
    if state["round"] > 0:
        if state["round_starter"] == dfg.BY_ROTATION:
            return seat_after(state, np.int64(state["starter"]), 1)
        if state["round_starter"] == dfg.BY_DAIFUGO:
            return exchange.partner(state, 1)
        if state["round_starter"] == dfg.BY_DAIHINMIN:
            return exchange.partner(state, 0)
    return draw_below(state, np.int64(state["num_players"]))


# Places (DFG-4.14 to 4.17)


@kernel
def take_place(state: np.void, seat: int) -> None:
    """A player gets the best place left, and is out."""
    state["num_placed"] += 1
    state["place"][seat] = state["num_placed"]
    state["is_in"][seat] = 0


@kernel
def end_by_last(state: np.void) -> None:
    """One player is left in: he is last of the round or of the play-off (DFG-4.14, 4.16)."""
    take_place(state, dfg.next_in(state, np.int64(state["to_move"])))
    state["phase"] = dfg.ROUND_OVER


@kernel
def end_by_pile(state: np.void) -> None:
    """The pile is used up (DFG-4.14)."""
    state["ender"] = state["to_move"]
    state["phase"] = dfg.ROUND_OVER


@kernel
def end_by_stall(state: np.void) -> None:
    """All have passed on an empty field without drawing (DFG-4.14, 4.16)."""
    if state["is_playoff"] == 0:
        state["ender"] = state["to_move"]
    while state["is_playoff"] == 1 and dfg.num_in(state) > 0:
        take_place(state, drawn_of_smallest(state, True))
    state["phase"] = dfg.ROUND_OVER


@kernel
def is_waiting(state: np.void, seat: int, among_those_in: bool) -> bool:
    """Whether a player has no place yet; where it is asked, and takes part now."""
    return state["place"][seat] == 0 and (state["is_in"][seat] == 1 or not among_those_in)


@kernel
def smallest_hand(state: np.void, among_those_in: bool) -> int:
    """The smallest size of the hands that wait for a place (DFG-4.15)."""
    smallest = dfg.NUM_CARDS
    for seat in range(state["num_players"]):
        if is_waiting(state, seat, among_those_in):
            smallest = min(smallest, int(state["hand_sizes"][seat]))
    return smallest


@kernel
def drawn_of_smallest(state: np.void, among_those_in: bool) -> int:
    """Who has the smallest hand of those that wait for a place; of equal ones one by lot."""
    size, count, drawn = smallest_hand(state, among_those_in), 0, dfg.NOBODY
    for seat in range(state["num_players"]):
        if is_waiting(state, seat, among_those_in) and state["hand_sizes"][seat] == size:
            count += 1
            if draw_below(state, count) == 0:
                drawn = seat
    return drawn


@kernel
def rank_rest(state: np.void) -> None:
    """Ranks those without a place by hand size; equal ones play for it (DFG-4.15)."""
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
    """Those with so many cards play for the next places (DFG-4.16)."""
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
    """Titles by place, points, and the next round or the end of the match (DFG-4.17, 6.1)."""
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
    """From 1 for the first place down to -1 for the last (DFG-6.2)."""
    return 1 - 2 * (state["place"][seat] - 1) / (state["num_players"] - 1)


@kernel
def score(state: np.void, points: np.ndarray) -> None:
    """The points won so far: by the last round, or by all rounds finished (DFG-6.2)."""
    clear(points)
    for seat in range(state["num_players"]):
        if state["reward_mode"] == dfg.PAYS_ROUNDS:
            points[seat] = state["match_points"][seat]
        elif state["to_move"] == dfg.NOBODY:
            if state["reward_mode"] == dfg.PAYS_PLACES:
                points[seat] = worth_of_place(state, seat)
            else:
                points[seat] = 1 if state["place"][seat] == 1 else -1 / (state["num_players"] - 1)
