"""The table of SEKI as one record, its action ids, and small questions about it.

Cards are 0 to 52 (SEKI-2.1): numbers first, four of each, then four REVERSE, TRADE and DIG UP and
one DISCARD. Decks and graveyards are stacks: their last card is the top.
"""

import numpy as np

from ..core.game import NOBODY, ActionKind
from ..core.kernel import kernel

MIN_PLAYERS, MAX_PLAYERS = 3, 5
NUM_VIEWERS = MAX_PLAYERS + 1
NUM_NUMBERS, NUM_SYMBOLS, COPIES = 40, 13, 4
NUM_CARDS = NUM_NUMBERS + NUM_SYMBOLS
NO_CARD, NO_NUMBER, NO_ROLE = -1, -1, -1

# Kinds of symbols (SEKI-2.1).
REVERSE, TRADE, DIG_UP, DISCARD = 0, 1, 2, 3
NUM_KINDS = 4
NUM_GUESSES = 3  # of GAMBLER (SEKI-5.10)
KIND_NAMES = ("REVERSE", "TRADE", "DIG UP", "DISCARD")

# Roles, in the order of the option `roles` (SEKI-2.3).
ALCHEMIST, ANGLER, EMPEROR, FORTUNE_TELLER, GAMBLER, HACKER, HUNTER = 0, 1, 2, 3, 4, 5, 6
MAGICIAN, MILLIONAIRE, NEW_GRAD, POLICE_OFFICER, THIEF, FARMER = 7, 8, 9, 10, 11, 12
NUM_ROLES = 13

# Zones (SEKI-2.5). Zones 0 to 4 are the hands of the seats.
NUMBER_DECK, SYMBOL_DECK, NUMBER_GRAVEYARD, SYMBOL_GRAVEYARD, EXCLUDED = 5, 6, 7, 8, 9
ASIDE = 10  # a symbol in use (SEKI-4.6)
NUM_ZONES = 11

# What `top` comes from (SEKI-2.6).
NONE, NATURAL, DECLARED, GHOST = 0, 1, 2, 3

# Panels (SEKI-2.5, 3.3, 4.7).
FACE_DOWN, COME_OUT, ACTIVATED = 0, 1, 2

# Decision points (SEKI-4D). TURN is also TURN_R and TURN_B: see `after_reset` and `bonus`.
TURN, PASS_DRAWN, TRADE_CARD, TRADE_TARGET, TRADE_AGAIN, DISCARD_CARD, DIG_UP_NUMBER = range(7)
ALCHEMIST_FIRST, ALCHEMIST_SECOND, ALCHEMIST_DECLARE, ANGLER_CARD, ANGLER_GRAVE = range(7, 12)
EMPEROR_PICK, GAMBLER_GUESS, GAMBLER_DISCARD, HACKER_PICK, HUNTER_GIVE = range(12, 17)
HUNTER_TAKE, MAGICIAN_KIND, MILLIONAIRE_NUMBER, POLICE_TARGET, POLICE_BACK = range(17, 22)
FARMER_FIRST, FARMER_SECOND, FARMER_THIRD = range(22, 25)
NUM_POINTS = 25
EFFECT_OVER, TURN_OVER = 25, 26  # no decisions: what the next step of the course of a turn is

# Codes of the options' words, in their order in options.py.
NO_TRASH, FORBIDDEN = 1, 2  # pass_after_reset
STRICT = 1  # forbidden_finish_scope
ALWAYS_KEEPS = 1  # dig_up_top
ANY_ZERO, BOTH_ZERO, DECLARED_ZERO = 0, 1, 2  # alchemist_zero_finish
PILE_EMPTY = 1  # angler_last_card
IMMEDIATELY = 1  # hacker_finish_release
HIT_EXCLUDED, HIT_DISCARDED = 1, 2  # gambler_hit_card
ONE_PLAYER = 1  # police_scope

# What a player did last, for those who remember (SEKI-7.1).
DID_NOTHING, DID_TRASH, DID_USE, DID_ACTIVATE, DID_PASS, DID_RESET = 0, 1, 2, 3, 4, 5

CARD = ActionKind(
    "card",
    0,
    NUM_CARDS,
    "the card with this id: on a turn trash a number (SEKI-4.5) or use a symbol (SEKI-4.6), else "
    "choose it (SEKI-4D)",
)
PASS = ActionKind("pass", 53, 1, "pass (SEKI-4.8, 4.9)")
STOP = ActionKind("stop", 54, 1, "keep the drawn card, decline, or stop (SEKI-4D)")
ACTIVATE = ActionKind("activate", 55, 1, "activate the own panel (SEKI-4.7)")
COPY = ActionKind("copy", 56, NUM_ROLES, "activate NEW_GRAD as this role (SEKI-5.15)")
TARGET = ActionKind(
    "target", 69, MAX_PLAYERS - 1, "choose the player so many seats further on, less one"
)
DECLARE = ActionKind("declare", 73, 2, "declare the sum, or the difference (SEKI-5.5)")
GUESS = ActionKind("guess", 75, NUM_GUESSES, "guess 1 to 4, 6 to 9, or 0 or 5 (SEKI-5.10)")
BACK = ActionKind(
    "face down", 78, 3, "a random face-down card; a number; a symbol (SEKI-5.7, 5.11)"
)
KIND = ActionKind("kind", 81, NUM_KINDS, "REVERSE, TRADE, DIG UP or DISCARD (SEKI-5.12, 5.13)")
SPECIAL = ActionKind("special", 85, 1, "FARMER's special trash (SEKI-5.16)")
ACTIONS = (
    CARD, PASS, STOP, ACTIVATE, COPY, TARGET, DECLARE, GUESS, BACK, KIND, SPECIAL
)  # fmt: skip
PASS_ACTION, STOP_ACTION, ACTIVATE_ACTION = PASS.first, STOP.first, ACTIVATE.first
FIRST_COPY, FIRST_TARGET, SPECIAL_ACTION = COPY.first, TARGET.first, SPECIAL.first
SUM_ACTION, DIFFERENCE_ACTION = DECLARE.first, DECLARE.first + 1
FIRST_GUESS, FIRST_KIND = GUESS.first, KIND.first
ANY_BACK, NUMBER_BACK, SYMBOL_BACK = BACK.first, BACK.first + 1, BACK.first + 2
NUM_ACTIONS = SPECIAL.first + SPECIAL.count

STATE = np.dtype(
    [
        ("rng", np.uint64),  # the random stream
        # Options (SEKI-8).
        ("num_players", np.int8),
        ("roles", np.int8, NUM_ROLES),  # 1 for a panel of the pool
        ("initial_numbers", np.int8),
        ("initial_symbols", np.int8),
        ("first_parent", np.int8),  # -1 for random
        ("allow_equal", np.int8),
        ("pass_trash_drawn", np.int8),
        ("pass_after_reset", np.int8),
        ("reset_pass_draw", np.int8),
        ("reset_flip", np.int8),
        ("forbidden_finish_scope", np.int8),
        ("dig_up_top", np.int8),
        ("dig_up_takes_right", np.int8),
        ("alchemist_must_beat", np.int8),
        ("alchemist_zero_finish", np.int8),
        ("angler_last_card", np.int8),
        ("hacker_finish_release", np.int8),
        ("gambler_hit_card", np.int8),
        ("police_scope", np.int8),
        ("hunter_shuffles_deck", np.int8),
        ("new_grad_bonus_turn", np.int8),
        ("exclusion_face_up", np.int8),
        ("distinct_backs", np.int8),
        ("points", np.int8, MAX_PLAYERS),  # by place
        ("num_games", np.int8),
        ("stall_rounds", np.int8),
        ("max_turns", np.int32),
        # The cards (SEKI-2.5).
        ("zone", np.int8, NUM_CARDS),
        ("frozen_by", np.int8, NUM_CARDS),  # seat that froze it, or NOBODY (SEKI-5.7)
        ("marked", np.int8, NUM_CARDS),  # permanently face up (SEKI-5.11)
        ("number_deck", np.int8, NUM_NUMBERS),
        ("number_graveyard", np.int8, NUM_NUMBERS),
        ("symbol_deck", np.int8, NUM_SYMBOLS),
        ("symbol_graveyard", np.int8, NUM_SYMBOLS),
        ("zone_size", np.int8, NUM_ZONES),
        ("frozen_count", np.int8, MAX_PLAYERS),  # frozen cards in each hand
        ("hidden_frozen", np.int8, MAX_PLAYERS),  # bits: seats that froze a face-down card there
        # The pile (SEKI-2.6) and the direction (SEKI-2.4).
        ("top", np.int8),  # effective number, or NO_NUMBER
        ("top_kind", np.int8),
        ("right", np.int8),  # who holds the reset right, or NOBODY
        ("reversed", np.int8),
        # The players.
        ("role", np.int8, MAX_PLAYERS),
        ("panel", np.int8, MAX_PLAYERS),
        ("copied", np.int8),  # role that NEW_GRAD copied, or NO_ROLE
        ("place", np.int8, MAX_PLAYERS),  # 0 while in game
        ("num_finished", np.int8),
        ("parent", np.int8),
        # The decision.
        ("to_move", np.int8),
        ("point", np.int8),
        ("bonus", np.int8),  # this is TURN_B
        ("after_reset", np.int8),  # this is TURN_R
        ("bonus_follows", np.int8),  # the effect under way ends in TURN_B
        ("in_use", np.int8),  # symbol set aside, or NO_CARD
        ("first_choice", np.int8),  # card chosen before the present choice, or NO_CARD
        ("second_choice", np.int8),
        ("offered", np.int8, NUM_CARDS),  # HUNTER's shown cards
        ("pool", np.int8, NUM_CARDS),  # what EMPEROR has collected, while he picks
        ("victim", np.int8),  # whom HACKER or POLICE_OFFICER deals with
        ("left_to_do", np.int8),  # trades, discards or takes that are left
        ("guess", np.int8),  # GAMBLER's last guess, 0 for none, 1 to 3
        # The game and the match.
        ("progressed", np.int8),  # whether this turn was more than a pass without a draw
        ("no_progress", np.int16),  # turns without progress in a row (SEKI-6.4)
        ("turns", np.int32),
        ("game_number", np.int8),  # games finished
        ("stalled", np.int8),  # whether the last game ended by SEKI-6.4
        ("match_points", np.float64, MAX_PLAYERS),
        # What each seat was told, and after the last seat a spectator (SEKI-7.5, 7.6).
        ("memory", np.int8, (NUM_VIEWERS, NUM_ZONES, NUM_CARDS)),  # 1: the card can be there
        ("seen_role", np.int8, (MAX_PLAYERS, MAX_PLAYERS)),  # viewer, player
        ("knows_order", np.int8, NUM_VIEWERS),  # of the symbol deck
        ("knows_top", np.int8),  # everybody knows the top of the number deck
        ("may_be_drawn", np.int8, (NUM_VIEWERS, NUM_CARDS)),  # at PASS_DRAWN: perhaps this card
        ("may_be_frozen", np.int32, (NUM_VIEWERS, NUM_CARDS)),  # bits: see memory.py
        ("last_did", np.int8, MAX_PLAYERS),
        ("own_turns", np.int32, MAX_PLAYERS),  # of this game
        ("activation_turn", np.int32, MAX_PLAYERS),  # own turn of the activation, 0 for none
        ("resets", np.int32, MAX_PLAYERS),  # in this game
        ("first_to_reset", np.int8),  # in this game, or NOBODY
        ("trades", np.int8, (MAX_PLAYERS, MAX_PLAYERS)),  # made between two players
    ],
    align=True,
)


@kernel
def number_of(card: int) -> int:
    """The number of a number card, 0 to 9 (SEKI-2.1)."""
    return card // COPIES


@kernel
def is_number(card: int) -> bool:
    """Whether a card is a number card."""
    return card < NUM_NUMBERS


@kernel
def kind_of(card: int) -> int:
    """The kind of a symbol card (SEKI-2.1)."""
    return (card - NUM_NUMBERS) // COPIES


@kernel
def is_free(state: np.void, card: int, seat: int) -> bool:
    """Whether a card is in a hand and not frozen (SEKI-1.4)."""
    return state["zone"][card] == seat and state["frozen_by"][card] == NOBODY


@kernel
def free_count(state: np.void, seat: int) -> int:
    """The number of free cards of a hand."""
    return state["zone_size"][seat] - state["frozen_count"][seat]


@kernel
def free_numbers(state: np.void, seat: int) -> int:
    """The number of free number cards of a hand."""
    count = 0
    for card in range(NUM_NUMBERS):
        count += is_free(state, card, seat)
    return count


@kernel
def in_game(state: np.void, seat: int) -> bool:
    """Whether a player has not finished (SEKI-1.4)."""
    return state["place"][seat] == 0


@kernel
def num_in_game(state: np.void) -> int:
    """How many players have not finished."""
    return state["num_players"] - state["num_finished"]


@kernel
def seat_after(state: np.void, seat: int, distance: int) -> int:
    """The seat so many seats further on, clockwise."""
    return (seat + distance) % state["num_players"]


@kernel
def next_in_game(state: np.void, seat: int) -> int:
    """The clockwise next player in game (SEKI-1.4)."""
    seat = seat_after(state, seat, 1)
    while not in_game(state, seat):
        seat = seat_after(state, seat, 1)
    return seat


@kernel
def beats(state: np.void, number: int) -> bool:
    """Whether a number beats the pile (SEKI-4.1)."""
    top = state["top"]
    if top == NO_NUMBER or number == 0 or top == 0:
        return True
    if number == top:
        return state["allow_equal"] == 1
    return number < top if state["reversed"] == 1 else number > top


@kernel
def can_trash(state: np.void, seat: int, card: int) -> bool:
    """Whether a number may be trashed: it beats the pile and is no last 0 (SEKI-4.5)."""
    if not is_free(state, card, seat) or not beats(state, number_of(card)):
        return False
    return number_of(card) != 0 or state["zone_size"][seat] > 1
