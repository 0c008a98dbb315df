"""The end of a game: fame, the purge, and the points (TYR-6)."""

import numpy as np

from ...core.compiling.kernel import kernel
from ...core.kit.places import pay_by_place, shared_place, standings_by
from .. import state as tyr
from ..options import MAX_PLAYERS, NUM_TRICKS

# Fame by the number of cards of one suit, and of one rank (TYR-6.2, TYR-6.3).
SAME_SUIT = np.array([0, 0, 2, 4, 6], np.int64)
SAME_RANK = np.array([0, 0, 5, 8, 10], np.int64)
BY_TOTAL, BY_TRICKS = 64, 4  # weights in a standing of a point of fame and of a trick
PURGED = 1 << 20  # added to the standings of purged players


@kernel
def finish(state: np.void) -> None:
    """Ends the game: counts the fame (TYR-6.1, TYR-6.5) and purges the tyrants (TYR-6.6).

    A player is purged whose total is at least `purge_gap` above the lowest total of all. One pass
    is enough: the lowest scorer is never purged.
    """
    tyr.ask(state, tyr.NOBODY, tyr.SELECT)
    lowest = 1 << 20
    for seat in range(state["num_players"]):
        total = total_fame(state, seat)
        state["totals"][seat] = total
        lowest = min(lowest, total)
    for seat in range(state["num_players"]):
        is_too_far = state["totals"][seat] >= lowest + state["purge_gap"]
        state["purged"][seat] = state["purge"] and is_too_far


@kernel
def total_fame(state: np.void, seat: int) -> int:
    """Returns a player's total fame, unspent chips included (TYR-6.1, TYR-6.5)."""
    return fame_of_cards(state, seat) + int(state["chips"][seat]) + least_tricks(state, seat)


@kernel
def fame_of_cards(state: np.void, seat: int) -> int:
    """Returns the fame of a player's ace and won lead cards (TYR-6.1, TYR-6.2, TYR-6.3)."""
    of_suit, of_rank = np.zeros(tyr.NUM_SUITS, np.int64), np.zeros(tyr.NUM_RANKS, np.int64)
    of_suit[state["aces"][seat]] += 1
    fame = 0
    for trick in range(state["trick"]):
        if state["winners"][trick] == seat:
            suit, rank = divmod(int(state["leads"][trick]), tyr.NUM_RANKS)
            of_suit[suit] += 1
            of_rank[rank] += 1
            fame += rank + 1
    for suit in range(tyr.NUM_SUITS):
        fame += SAME_SUIT[of_suit[suit]]
    for rank in range(tyr.NUM_RANKS):
        fame += SAME_RANK[of_rank[rank]]
    return fame


@kernel
def least_tricks(state: np.void, seat: int) -> int:
    """Returns a player's share in the piles, if nobody has won fewer tricks (TYR-6.4)."""
    fewest, count = NUM_TRICKS, 0
    for other in range(state["num_players"]):
        num_won = tyr.num_tricks(state, other)
        if num_won < fewest:
            fewest, count = num_won, 0
        count += num_won == fewest
    if tyr.num_tricks(state, seat) > fewest:
        return 0
    return int(state["least_trick_bonus"]) * tyr.num_piles(state) // count


# Points


@kernel
def standing(state: np.void, seat: int) -> int:
    """Returns a number that orders the players; the lowest is best (TYR-6.7, TYR-6.8)."""
    total = int(state["totals"][seat])
    if state["purged"][seat]:
        order = state["purged_order"]
        return PURGED + (0 if order == tyr.TIED else -total if order == tyr.SCORE_DESC else total)
    count = int(state["num_players"])
    from_marker = int((seat - state["marker"] + count) % count)
    return from_marker - BY_TOTAL * total - BY_TRICKS * tyr.num_tricks(state, seat)


standings = standings_by("tyrant_v0", standing)


@kernel
def score(state: np.void, points: np.ndarray) -> None:
    """Fills the points per seat; zeros before the end (TYR-6.9)."""
    for seat in range(MAX_PLAYERS):
        points[seat] = 0.0
    if state["to_move"] != tyr.NOBODY:
        return
    count = np.int64(state["num_players"])
    if state["reward_mode"] == tyr.RANK:
        pay_by_place(standings(state), count, points)
    elif state["reward_mode"] == tyr.WINNER:
        pay_winner(standings(state), count, points)
    else:
        pay_totals(state, count, points)


@kernel
def pay_winner(places: np.ndarray, count: int, points: np.ndarray) -> None:
    """Pays 1 to the only winner and -1/(n-1) to each other player (TYR-6.7, TYR-6.9)."""
    for seat in range(count):
        points[seat] = 1.0 if shared_place(places, count, seat) == 1.0 else -1.0 / (count - 1)


@kernel
def pay_totals(state: np.void, count: int, points: np.ndarray) -> None:
    """Pays each player the total less the mean of all totals (TYR-6.9)."""
    total = 0
    for seat in range(count):
        total += state["totals"][seat]
    for seat in range(count):
        points[seat] = state["totals"][seat] - total / count
