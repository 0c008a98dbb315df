"""Seasons, tricks and turns: the deal, the order of turns, the winners (NIE-3, 4, 6)."""

import numpy as np

from ...cards.kikisen import NUM_CARDS
from ...cards.melds import unit
from ...core.compiling.kernel import kernel
from ...core.kit.seats import seat_after
from ...kikisen import prizes, seasons
from ...kikisen.options import MAX_PLAYERS
from ...kikisen.pack import shuffle_pack
from .. import state as nie

# The deal


@kernel
def deal_season(state: np.void) -> None:
    """Shuffles and deals; the dealer leads (NIE-3.1)."""
    nie.start_season(state)
    nie.clear_standing(state)
    nie.start_effect(state)
    cards = np.empty(NUM_CARDS, np.int8)
    num_cards = shuffle_pack(state, cards)
    size, num_dealt = np.int64(state["hand_size"]), np.int64(0)
    if size == nie.ALL_CARDS:
        size = num_cards // state["num_players"]
    for seat in range(state["num_players"]):
        state["is_in"][seat] = 1
        state["hand_sizes"][seat] = size
        state["hands"][seat] = dealt(cards, num_dealt, num_dealt + size)
        num_dealt += size
    state["aside"] = dealt(cards, num_dealt, num_cards)
    nie.ask(state, np.int64(state["dealer"]), nie.SHAPE)


@kernel
def dealt(cards: np.ndarray, first: int, last: int) -> int:
    """Returns the cards first..last-1 as a multiset."""
    held = nie.NO_CARDS
    for card in range(first, last):
        held += unit(nie.RANKS_OF_TYPES[cards[card]])
    return held


# Turns and tricks


@kernel
def pass_turn(state: np.void) -> None:
    """Passes (NIE-4.4)."""
    state["passed"][state["to_move"]] = 1
    state["idle"] += 1
    state["turns"] += 1
    state["phase"] = nie.TURN_OVER


@kernel
def end_turn(state: np.void) -> None:
    """Ends the season or goes on (NIE-4.5, 6.1, 6.2, 6.4); the winner deals next (NIE-6.5)."""
    won = np.zeros(MAX_PLAYERS, np.int8)
    winner = find_winner(state)
    if winner != nie.NOBODY:
        won[winner] = 1
    else:
        move_on(state)
        if state["turns"] < state["max_turns"]:
            return
        find_smallest_hands(state, won)
    prizes.pay_season(state, won)
    if seasons.finish_season(state, won):
        deal_season(state)


@kernel
def move_on(state: np.void) -> None:
    """Asks the next player, perhaps to lead the next trick (NIE-4.5, 4.6)."""
    if is_trick_over(state):
        seat = end_trick(state)
    else:
        seat = nie.next_in(state, np.int64(state["to_move"]))
        while state["passed"][seat] == 1:
            seat = nie.next_in(state, seat)
    nie.ask(state, seat, nie.SHAPE)


@kernel
def is_trick_over(state: np.void) -> bool:
    """Returns whether all but the owner of the last play have passed (NIE-4.6, 5.4, 8)."""
    for seat in range(state["num_players"]):
        is_free = state["is_in"][seat] == 1 and state["passed"][seat] == 0
        if is_free and seat != state["owner"]:
            return False
    return True


@kernel
def end_trick(state: np.void) -> int:
    """Moves the table to the discards; returns the next leader (NIE-4.6, 8)."""
    owner = int(state["owner"])
    leader = owner if state["is_in"][owner] == 1 else nie.next_in(state, owner)
    state["discards"] += state["table"]
    state["table"] = nie.NO_CARDS
    nie.clear_standing(state)
    return leader


# The end of a season


@kernel
def find_winner(state: np.void) -> int:
    """Returns the winner after a turn, or NOBODY (NIE-6.1, 6.2).

    This is the first player without cards, from the one on turn onward, who is not out. By option
    players drop out: then it is the last one left, or the one on turn if nobody is left.
    """
    mover, num_in, last = int(state["to_move"]), 0, int(state["to_move"])
    for distance in range(state["num_players"]):
        seat = seat_after(state, mover, distance)
        if state["is_in"][seat] == 1:
            if state["hand_sizes"][seat] == 0:
                return seat
            num_in += 1
            last = seat
    return last if num_in < 2 else nie.NOBODY


@kernel
def find_smallest_hands(state: np.void, won: np.ndarray) -> None:
    """Marks the smallest hands of the players who are not out (NIE-6.4, 9.11)."""
    fewest = NUM_CARDS
    for seat in range(state["num_players"]):
        if state["is_in"][seat] == 1:
            fewest = min(fewest, int(state["hand_sizes"][seat]))
    for seat in range(state["num_players"]):
        won[seat] = state["is_in"][seat] == 1 and state["hand_sizes"][seat] == fewest
