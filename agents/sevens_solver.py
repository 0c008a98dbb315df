"""A solver for two-player Sevens without jokers, in which nothing is hidden (SEV-7.5).

It searches all moves exhaustively. Every game ends without a draw: a player lays out the hand and
wins, or can't act, is eliminated and loses (SEV-4.5, 6.2). With `tunnel=none` a position is small:
the length of each of the eight walks from the sevens, the passes used, and the player to move.
Results are kept in a transposition table, in which a newer entry replaces an older one. The first
move of a deal takes some milliseconds, with `pass_limit=none` some tenths of a second.
"""

import numpy as np

from fudaba.envs.cards.french import NUM_CARDS, NUM_RANKS
from fudaba.envs.cards.laying import UNLIMITED
from fudaba.envs.core.compiling.kernel import kernel, wait_for_compile
from fudaba.envs.core.kit.arrays import clear
from fudaba.envs.core.kit.rng import scramble
from fudaba.envs.sevens.state import HIGH, NUM_SLOTS, PASS_ACTION, SEVEN

VIEWER, OTHER = 0, 1
PASS_MOVE = NUM_SLOTS  # moves 0 to 7 are the walks, the last is the pass
NUM_MOVES = NUM_SLOTS + 1
SIDE = SEVEN  # cards of a suit on either side of its seven
NO_CARD = -1
NOT_LEGAL, OPENS_NOTHING, PASSES, OPENS = range(4)  # in the order in which moves are tried
GUARDED = 2  # after this many passes in a row only a player who can't play may pass (SEV-4.4)
PLACES = 2**18  # of the transposition table
KEY_BITS = 4  # per number in a key: a walk has up to 6 cards, passes go up to 10

POSITION = np.dtype(
    [
        ("holder", np.int64, NUM_CARDS),  # VIEWER or OTHER, for cards that are not laid
        ("length", np.int64, NUM_SLOTS),  # cards of each walk that are laid
        ("hand_size", np.int64, 2),
        ("passes", np.int64, 2),  # passes used; 0 without a limit
        ("idle", np.int64),  # passes in a row, up to GUARDED; 0 with a limit
        ("pass_limit", np.int64),
        ("voluntary_pass", np.int64),
    ]
)


@wait_for_compile
@kernel
def find_winning(
    views: np.ndarray, winning: np.ndarray, positions: np.ndarray, proofs: np.ndarray
) -> None:
    """Finds the winning actions of the seat to move at every table.

    Args:
        views: [B], view records of the seats to move.
        winning: int8[B, A], filled with 1 for a legal action that wins, else 0.
        positions: [1], of POSITION, as scratch.
        proofs: uint64[PLACES], the transposition table, as scratch.
    """
    position = positions[0]
    for row in range(len(views)):
        read_position(views[row], position)
        clear(proofs)
        clear(winning[row])
        for move in range(NUM_MOVES):
            if kind_of(position, VIEWER, move) != NOT_LEGAL:
                action = PASS_ACTION if move == PASS_MOVE else next_card(position, move)
                winning[row, action] = wins_by(position, VIEWER, move, proofs)


@kernel
def read_position(view: np.void, position: np.void) -> None:
    """Fills a position from a view of the seat to move."""
    for card in range(NUM_CARDS):
        position["holder"][card] = VIEWER if view["hand"][card] == 1 else OTHER
    for slot in range(NUM_SLOTS):
        position["length"][slot] = 0
        while next_card(position, slot) != NO_CARD and view["natural"][next_card(position, slot)]:
            position["length"][slot] += 1
    is_limited = view["pass_limit"] != UNLIMITED
    for player in range(2):
        position["hand_size"][player] = view["hand_size"][player]
        position["passes"][player] = view["passes"][player] if is_limited else 0
    position["idle"] = 0 if is_limited else min(view["idle"], GUARDED)
    position["pass_limit"] = view["pass_limit"]
    position["voluntary_pass"] = view["voluntary_pass"]


@kernel
def card_of(slot: int, distance: int) -> int:
    """Returns the card at a distance from the seven in a walk, or NO_CARD past its end."""
    if distance > SIDE - 1:
        return NO_CARD
    step = distance + 1
    return slot // 2 * NUM_RANKS + SEVEN + (step if slot % 2 == HIGH else -step)


@kernel
def next_card(position: np.void, slot: int) -> int:
    """Returns the next card of a walk, or NO_CARD (SEV-4.1)."""
    return card_of(slot, position["length"][slot])


@kernel
def may_play(position: np.void, player: int, slot: int) -> bool:
    """Returns whether the player holds the next card of a walk (SEV-4.3a)."""
    card = next_card(position, slot)
    return card != NO_CARD and position["holder"][card] == player


@kernel
def may_pass(position: np.void, player: int) -> bool:
    """Returns whether the player may pass (SEV-4.4)."""
    is_guarded = position["idle"] == GUARDED or position["voluntary_pass"] == 0
    if is_guarded:
        for slot in range(NUM_SLOTS):
            if may_play(position, player, slot):
                return False
    limit = position["pass_limit"]
    return limit == UNLIMITED or position["passes"][player] < limit


@kernel
def kind_of(position: np.void, player: int, move: int) -> int:
    """Returns the kind of a move: NOT_LEGAL, OPENS_NOTHING, PASSES or OPENS."""
    if move == PASS_MOVE:
        return PASSES if may_pass(position, player) else NOT_LEGAL
    if not may_play(position, player, move):
        return NOT_LEGAL
    beyond = card_of(move, position["length"][move] + 1)
    opens = beyond != NO_CARD and position["holder"][beyond] != player
    return OPENS if opens else OPENS_NOTHING


@kernel
def wins_by(position: np.void, player: int, move: int, proofs: np.ndarray) -> bool:
    """Returns whether a legal move of the player to move wins, with perfect play of both."""
    idle = position["idle"]
    make(position, player, move)
    other = 1 - player
    key = key_of(position, other)
    place = place_of(key)
    if position["hand_size"][player] == 0:
        is_won = True
    elif proofs[place] >> np.uint64(1) == key:
        is_won = proofs[place] & np.uint64(1) == np.uint64(1)
    else:
        is_won = True  # until a reply wins; a player without a reply is eliminated (SEV-4.5)
        for kind in range(OPENS_NOTHING, OPENS + 1):
            for reply in range(NUM_MOVES):
                if is_won and kind_of(position, other, reply) == kind:
                    is_won = not wins_by(position, other, reply, proofs)
        proofs[place] = key << np.uint64(1) | np.uint64(is_won)
    take_back(position, player, move)
    position["idle"] = idle
    return is_won


@kernel
def make(position: np.void, player: int, move: int) -> None:
    """Carries out a legal move."""
    if move != PASS_MOVE:
        position["length"][move] += 1
        position["hand_size"][player] -= 1
        position["idle"] = 0
    elif position["pass_limit"] == UNLIMITED:
        position["idle"] = min(position["idle"] + 1, GUARDED)
    else:
        position["passes"][player] += 1


@kernel
def take_back(position: np.void, player: int, move: int) -> None:
    """Undoes `make`, except for `idle`, which the caller restores."""
    if move != PASS_MOVE:
        position["length"][move] -= 1
        position["hand_size"][player] += 1
    elif position["pass_limit"] != UNLIMITED:
        position["passes"][player] -= 1


@kernel
def key_of(position: np.void, player: int) -> np.uint64:
    """Returns a key, never 0, that is unique among the positions of a deal under its rules."""
    key = np.uint64(1 + player)
    for slot in range(NUM_SLOTS):
        key = key << np.uint64(KEY_BITS) | np.uint64(position["length"][slot])
    for seat in range(2):
        key = key << np.uint64(KEY_BITS) | np.uint64(position["passes"][seat])
    return key << np.uint64(KEY_BITS) | np.uint64(position["idle"])


@kernel
def place_of(key: np.uint64) -> np.int64:
    """Returns the place of a key in the transposition table."""
    return np.int64(scramble(key) & np.uint64(PLACES - 1))
