"""The rules of Namto: the kernels that deal, play and score; state.py has the record."""

import numpy as np

from ..cards.kikisen import NUM_CARDS, NUM_TYPES
from ..core.compiling.kernel import kernel
from ..core.kit.arrays import clear
from ..core.kit.seats import NOBODY, seat_after
from ..kikisen import betting, seasons
from ..kikisen.betting import score as score  # two of the kernels of the game
from ..kikisen.betting import settled_points as settled_points
from ..kikisen.options import MAX_PLAYERS
from ..kikisen.pack import shuffle_pack
from . import state as nam
from .hands import NUM_WORDS, best_category, find_values, is_higher, keep_best
from .options import NUM_BETTINGS


@kernel
def deal(state: np.void) -> None:
    """Starts a match from `rng` and the options (KIKI-6.3, NAM-3.1)."""
    nam.start_match(state)
    seasons.begin_match(state)
    deal_season(state)


@kernel
def deal_season(state: np.void) -> None:
    """Shuffles and deals two cards each; all pay the ante, and the dealer begins (NAM-3.1)."""
    nam.start_season(state)
    cards = np.empty(NUM_CARDS, np.int8)
    shuffle_pack(state, cards)
    count = 0
    for seat in range(state["num_players"]):
        for position in range(nam.HAND_SIZE):
            state["cards"][seat, position] = cards[count]
            count += 1
        sort_hand(state, seat)
    if state["hand_pool"] == nam.COMMUNITY:
        for position in range(count, count + state["community_cards"]):
            state["community"][cards[position]] += 1
    betting.begin_pot(state)
    betting.take_antes(state)
    begin_betting(state, nam.BETTING_1)


@kernel
def forget_cards(cards: np.ndarray) -> None:
    """Clears a row of cards."""
    for position in range(nam.HAND_SIZE):
        cards[position] = nam.NO_CARD


@kernel
def sort_hand(state: np.void, seat: int) -> None:
    """Sorts a player's cards, so that their order tells nothing."""
    one, other = state["cards"][seat, 0], state["cards"][seat, 1]
    state["cards"][seat, 0] = min(one, other)
    state["cards"][seat, 1] = max(one, other)


# Legal actions (NAM-4.7)


@kernel
def legal(state: np.void, mask: np.ndarray) -> int:
    """Fills the int8 mask of the seat to move and returns the number of legal actions."""
    clear(mask)
    seat = np.int64(state["to_move"])
    if seat == NOBODY:
        return 0
    if state["phase"] == nam.REVEAL:
        one, other = state["cards"][seat, 0], state["cards"][seat, 1]
        mask[nam.FIRST_REVEAL + one] = 1
        mask[nam.FIRST_REVEAL + other] = 1
        return 1 + (one != other)
    mask[nam.DROP_ACTION] = 1
    least, most = lowest_bet(state, seat), highest_bet(state, seat)
    for amount in range(least, most + 1):
        mask[nam.FIRST_BET + amount - 1] = 1
    return 2 + most - least


@kernel
def lowest_bet(state: np.void, seat: int) -> int:
    """Returns the least bet of the seat to move, or the exact difference (NAM-4.2, 9.12)."""
    if state["makes_up"] == 1:
        return int(state["last_bet"] - state["bets"][seat])
    return int(state["least_bet"])


@kernel
def highest_bet(state: np.void, seat: int) -> int:
    """Returns the highest bet of the seat to move (NAM-4.2)."""
    return lowest_bet(state, seat) if state["makes_up"] == 1 else int(state["most_bet"])


# What a go does (NAM-4)


@kernel
def apply(state: np.void, action: int) -> None:
    """Carries out one decision of the seat to move, and all that follows without one."""
    seat = np.int64(state["to_move"])
    if action >= nam.FIRST_BET:
        bet(state, seat, action - nam.FIRST_BET + 1)
    elif action == nam.DROP_ACTION:
        betting.drop(state, seat)
    else:
        choose(state, seat, action - nam.FIRST_REVEAL)
    if not goes_on(state, seat) and has_next_season(state):
        deal_season(state)


@kernel
def goes_on(state: np.void, seat: int) -> bool:
    """Finds the next decision of the season; returns False if it is over (NAM-4.1)."""
    if state["phase"] == nam.REVEAL:
        go_on_revealing(state, seat)
        return True
    return betting.num_active(state) > 1 and has_next_go(state, seat)


@kernel
def has_next_season(state: np.void) -> bool:
    """Pays out the pot; returns whether another season follows (NAM-4.4, 6.1, 8)."""
    fewest_chips = int(state["ante"]) + NUM_BETTINGS
    state["makes_up"] = 0
    clear(state["best_hands"])
    if betting.num_active(state) == 1:
        note_shown(state)
        return betting.end_unopposed(state, fewest_chips)
    won = np.zeros(MAX_PLAYERS, np.int8)
    judge(state, won)
    note_shown(state)
    return betting.end_season(state, won, fewest_chips)


# Betting (NAM-4.2 to 4.4)


@kernel
def begin_betting(state: np.void, phase: int) -> None:
    """Gives the dealer the first go and sets the limits of bets (NAM-4.2, 4.3)."""
    state["phase"] = phase
    num_left = 1 if phase == nam.BETTING_1 else 0
    state["most_bet"] = betting.stake_cap(state, np.int64(state["bet_cap"]), num_left)
    floor = max(int(state["last_bet"]), 1) if state["floor_carries"] else 1
    state["least_bet"] = min(floor, int(state["most_bet"]))
    state["last_bet"] = 0
    nam.start_betting(state)
    state["opener"] = state["dealer"]
    state["to_move"] = state["dealer"]


@kernel
def bet(state: np.void, seat: int, amount: int) -> None:
    """Pays a bet; it is the least for the next one unless it was made up (NAM-4.2)."""
    betting.pay(state, seat, amount)
    state["bets"][seat] += amount
    if state["makes_up"] == 0:
        state["least_bet"] = amount
        state["last_bet"] = amount


@kernel
def has_next_go(state: np.void, seat: int) -> bool:
    """Finds the next go or the reveal; returns False before the judgement (NAM-4.1, 4.2)."""
    distance = (seat - np.int64(state["opener"])) % state["num_players"]
    following = next_to_bet(state, distance + 1)
    if following == NOBODY and state["makes_up"] == 0 and state["betting"] == nam.UNTIL_EQUAL:
        state["makes_up"] = 1
        following = next_to_bet(state, 0)
    if following == NOBODY:
        if state["phase"] == nam.BETTING_2:
            return False
        state["makes_up"] = 0
        state["phase"] = nam.REVEAL
        following = np.int64(state["dealer"])
    state["to_move"] = following
    return True


@kernel
def next_to_bet(state: np.void, distance: int) -> int:
    """Returns the next seat with a go, from `distance` seats after the opener; or NOBODY."""
    for further in range(distance, state["num_players"]):
        seat = seat_after(state, np.int64(state["opener"]), further)
        is_owing = state["makes_up"] == 0 or state["bets"][seat] < state["last_bet"]
        if state["active"][seat] == 1 and is_owing:
            return seat
    return NOBODY


# Reveals (NAM-4.5)


@kernel
def choose(state: np.void, seat: int, type_: int) -> None:
    """Chooses one of the hidden cards in secret (NAM-4.5)."""
    other = np.int64(state["cards"][seat, 0])
    if other != type_:
        state["cards"][seat, 0] = type_
        state["cards"][seat, 1] = other
    state["chosen"][seat] = 1
    chosen, kept = nam.STRENGTHS[type_], nam.STRENGTHS[state["cards"][seat, 1]]
    state["choices"][seat] += chosen != kept
    state["weaker"][seat] += chosen < kept


@kernel
def go_on_revealing(state: np.void, seat: int) -> None:
    """Asks the next seat; after the last one turns all cards up (NAM-4.5)."""
    following = betting.next_active(state, seat)
    if following != state["dealer"]:
        state["to_move"] = following
        return
    turn_up(state, 1)
    begin_betting(state, nam.BETTING_2)


@kernel
def turn_up(state: np.void, count: int) -> None:
    """Turns `count` cards of every active player face up (NAM-4.5, 4.6)."""
    for seat in range(state["num_players"]):
        if state["active"][seat] == 1:
            state["num_revealed"][seat] = count


# Judgement (NAM-5)


@kernel
def judge(state: np.void, won: np.ndarray) -> None:
    """Turns all cards up and marks the strongest lists of values (NAM-5.5, 6.1)."""
    turn_up(state, np.int64(state["reveals"]))
    find_winners(state, won, state["best_hands"])
    turn_up(state, nam.HAND_SIZE)  # cards that only their owner could use are shown too (NAM-8)
    for seat in range(state["num_players"]):
        state["judged"][seat] += state["active"][seat]


@kernel
def find_winners(state: np.void, won: np.ndarray, best_hands: np.ndarray) -> None:
    """Marks the active players whose hands are judged the strongest (NAM-5.5, 5.6).

    Args:
        state: The table, with all cards turned up that count for all.
        won: int8[6], filled for every player at the table.
        best_hands: int8[6], filled for active players with the category of the best hand.
    """
    ladder, best = np.empty(NUM_WORDS, np.int64), np.zeros(NUM_WORDS, np.int64)
    for seat in range(state["num_players"]):
        won[seat] = 0
        if state["active"][seat] == 1:
            find_ladder(state, seat, ladder)
            best_hands[seat] = best_category(state, ladder)
            if is_higher(ladder, best):
                clear(won)
                for word in range(NUM_WORDS):
                    best[word] = ladder[word]
            won[seat] = not is_higher(best, ladder)


@kernel
def find_ladder(state: np.void, seat: int, ladder: np.ndarray) -> None:
    """Fills int64[5] with the values that count for a player, once hands are judged (NAM-5.5)."""
    pool = np.zeros(NUM_TYPES, np.int8)
    find_pool(state, seat, pool)
    one, other = np.int64(state["cards"][seat, 0]), np.int64(state["cards"][seat, 1])
    find_values(state, pool, one, other, ladder)
    if state["tie_break"] == nam.SPLIT:
        keep_best(ladder)


@kernel
def find_pool(state: np.void, seat: int, pool: np.ndarray) -> None:
    """Adds the pool of a player to int8[24], dropped players' cards too (NAM-4.6, 5.1)."""
    nam.add_cards(state, seat, 0, nam.HAND_SIZE, pool)
    if state["hand_pool"] == nam.COMMUNITY:
        for type_ in range(NUM_TYPES):
            pool[type_] += state["community"][type_]
    elif state["hand_pool"] == nam.SHARED:
        for other in range(state["num_players"]):
            if other != seat:
                nam.add_cards(state, other, 0, np.int64(state["num_revealed"][other]), pool)


@kernel
def note_shown(state: np.void) -> None:
    """Notes the hands that everybody sees at the end of a season (NAM-7.1, 7.3)."""
    for seat in range(state["num_players"]):
        forget_cards(state["shown"][seat])
        for position in range(nam.HAND_SIZE):
            if state["active"][seat] == 1 and state["num_revealed"][seat] == nam.HAND_SIZE:
                state["shown"][seat, position] = state["cards"][seat, position]
