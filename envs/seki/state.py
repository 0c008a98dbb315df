"""The table of SEKI as one record, its action ids, and small questions about it.

Cards are 0 to 52 (SEKI-2.1): numbers first, four of each, then four REVERSE, TRADE and DIG UP and
one DISCARD. Decks and graveyards are stacks: their last card is the top.
"""

from typing import NamedTuple

import numpy as np

from ..core.compiling.kernel import kernel
from ..core.contract.fields import action_table
from ..core.contract.options import state_dtype
from ..core.kit.seats import NOBODY, seat_after
from .options import MAX_PLAYERS as MAX_PLAYERS  # for whoever imports this module
from .options import NUM_SYMBOLS as NUM_SYMBOLS
from .options import ROLES, SekiOptions

NUM_VIEWERS = MAX_PLAYERS + 1  # the seats and a spectator (SEKI-7.5)
NUM_NUMBERS, COPIES = 40, 4
NUM_CARDS = NUM_NUMBERS + NUM_SYMBOLS
NO_CARD, NO_NUMBER, NO_ROLE = -1, -1, -1

# Kinds of symbols (SEKI-2.1).
KIND_NAMES = ("REVERSE", "TRADE", "DIG UP", "DISCARD")
NUM_KINDS = len(KIND_NAMES)
REVERSE, TRADE, DIG_UP, DISCARD = range(NUM_KINDS)
NUM_GUESSES = 3  # of GAMBLER (SEKI-5.10)

# Roles, in the order of the option `roles` (SEKI-2.3).
NUM_ROLES = len(ROLES)
(
    ALCHEMIST, ANGLER, EMPEROR, FORTUNE_TELLER, GAMBLER, HACKER, HUNTER, MAGICIAN, MILLIONAIRE,
    NEW_GRAD, POLICE_OFFICER, THIEF, FARMER,
) = range(NUM_ROLES)  # fmt: skip
ROLE_NAMES = tuple(role.replace("_", " ") for role in ROLES)

# Zones (SEKI-2.5). Zones 0 to 4 are the hands of the seats.
NUMBER_DECK, SYMBOL_DECK, NUMBER_GRAVEYARD, SYMBOL_GRAVEYARD, EXCLUDED = 5, 6, 7, 8, 9
ASIDE = 10  # a symbol in use (SEKI-4.6)
NUM_ZONES = 11

# What `top` comes from (SEKI-2.6).
NONE, NATURAL, DECLARED, GHOST = range(4)

# Panels (SEKI-2.5, 3.3, 4.7).
FACE_DOWN, COME_OUT, ACTIVATED = range(3)

# What the options say (SEKI-8).
_, NO_TRASH, FORBIDDEN = SekiOptions.codes("pass_after_reset")
_, STRICT = SekiOptions.codes("forbidden_finish_scope")
_, ALWAYS_KEEPS = SekiOptions.codes("dig_up_top")
ANY_ZERO, BOTH_ZERO, DECLARED_ZERO = SekiOptions.codes("alchemist_zero_finish")
_, PILE_EMPTY = SekiOptions.codes("angler_last_card")
_, IMMEDIATELY = SekiOptions.codes("hacker_finish_release")
_, HIT_EXCLUDED, HIT_DISCARDED = SekiOptions.codes("gambler_hit_card")
_, ONE_PLAYER = SekiOptions.codes("police_scope")

# What a player did last, for those who remember (SEKI-7.1).
DID_NOTHING, DID_TRASH, DID_USE, DID_ACTIVATE, DID_PASS, DID_RESET = range(6)


class Phase(NamedTuple):
    """A phase: a kind of decision that a player is asked for (SEKI-4D).

    Attributes:
        name: Its name in the code.
        clause: Where the rules have it.
        question: What is asked.
        verb: What is done with the card that is chosen; empty where that depends on the card.
        from_hand: Whether a card of the own hand is chosen.
        is_secret: Whether the others don't see the card that is chosen, or not yet (SEKI-7.2).
    """

    name: str
    clause: str
    question: str
    verb: str = ""
    from_hand: bool = False
    is_secret: bool = False


HAND, SECRET = True, True
# TURN is also TURN_R and TURN_B: see `after_reset` and `bonus`.
PHASES = (
    Phase("TURN", "SEKI-4.4", "trash, use, activate or pass"),
    Phase("PASS_DRAWN", "SEKI-4.8", "trash the drawn card or keep it"),
    Phase("TRADE_CARD", "SEKI-5.2", "choose the card to trade", "trade", HAND, SECRET),
    Phase("TRADE_TARGET", "SEKI-5.2", "choose whom to trade with"),
    Phase("TRADE_AGAIN", "SEKI-5.2", "choose a card to trade, or stop", "trade", HAND, SECRET),
    Phase("DISCARD_CARD", "SEKI-5.4", "choose the card to discard", "discard", HAND),
    Phase("DIG_UP_NUMBER", "SEKI-5.3", "choose the number to put on the pile", "dig up with",
          HAND),
    Phase("ALCHEMIST_FIRST", "SEKI-5.5", "choose the number that goes below, or stop", "put below",
          HAND, SECRET),
    Phase("ALCHEMIST_SECOND", "SEKI-5.5", "choose the number that goes on top", "put on top",
          HAND, SECRET),
    Phase("ALCHEMIST_DECLARE", "SEKI-5.5", "declare the sum or the difference"),
    Phase("ANGLER_CARD", "SEKI-5.6", "choose the card to exclude", "exclude", HAND, SECRET),
    Phase("ANGLER_GRAVE", "SEKI-5.6", "choose the card to take", "take"),
    Phase("EMPEROR_PICK", "SEKI-5.8", "choose the card to keep", "keep", is_secret=True),
    Phase("GAMBLER_GUESS", "SEKI-5.10", "guess the top of the number deck"),
    Phase("GAMBLER_DISCARD", "SEKI-5.10", "choose the card to discard", "discard", HAND),
    Phase("HACKER_PICK", "SEKI-5.7", "freeze a card", "freeze"),
    Phase("HUNTER_GIVE", "SEKI-5.12", "choose symbols to give, then stop", "give", HAND, SECRET),
    Phase("HUNTER_TAKE", "SEKI-5.12", "choose a kind to take"),
    Phase("MAGICIAN_KIND", "SEKI-5.13", "choose the symbol to act as"),
    Phase("MILLIONAIRE_NUMBER", "SEKI-5.14", "choose the number to exclude", "exclude",
          HAND, SECRET),
    Phase("POLICE_TARGET", "SEKI-5.11", "choose whose card to mark"),
    Phase("POLICE_BACK", "SEKI-5.11", "mark a number or a symbol"),
    Phase("FARMER_FIRST", "SEKI-5.16", "trash, pass, or the special trash", from_hand=True),
    Phase("FARMER_SECOND", "SEKI-5.16", "choose the first of two cards, or stop", from_hand=True),
    Phase("FARMER_THIRD", "SEKI-5.16", "choose the second card, or stop", from_hand=True),
)  # fmt: skip
NUM_PHASES = len(PHASES)
(
    TURN, PASS_DRAWN, TRADE_CARD, TRADE_TARGET, TRADE_AGAIN, DISCARD_CARD, DIG_UP_NUMBER,
    ALCHEMIST_FIRST, ALCHEMIST_SECOND, ALCHEMIST_DECLARE, ANGLER_CARD, ANGLER_GRAVE, EMPEROR_PICK,
    GAMBLER_GUESS, GAMBLER_DISCARD, HACKER_PICK, HUNTER_GIVE, HUNTER_TAKE, MAGICIAN_KIND,
    MILLIONAIRE_NUMBER, POLICE_TARGET, POLICE_BACK, FARMER_FIRST, FARMER_SECOND, FARMER_THIRD,
) = range(NUM_PHASES)  # fmt: skip
EFFECT_OVER, TURN_OVER = NUM_PHASES, NUM_PHASES + 1  # what comes next, and no decisions

ACTIONS = action_table(
    ("card", NUM_CARDS, "the card with this id: on a turn trash a number (SEKI-4.5) or use a "
     "symbol (SEKI-4.6), else choose it (SEKI-4D)"),
    ("pass", 1, "pass (SEKI-4.8, 4.9)"),
    ("stop", 1, "keep the drawn card, decline, or stop (SEKI-4D)"),
    ("activate", 1, "activate the own panel (SEKI-4.7)"),
    ("copy", NUM_ROLES, "activate NEW_GRAD as this role (SEKI-5.15)"),
    ("target", MAX_PLAYERS - 1, "choose the player so many seats further on, less one"),
    ("declare", 2, "declare the sum, or the difference (SEKI-5.5)"),
    ("guess", NUM_GUESSES, "guess 1 to 4, 6 to 9, or 0 or 5 (SEKI-5.10)"),
    ("face down", 3, "a random face-down card; a number; a symbol (SEKI-5.7, 5.11)"),
    ("kind", NUM_KINDS, "REVERSE, TRADE, DIG UP or DISCARD (SEKI-5.12, 5.13)"),
    ("special", 1, "FARMER's special trash (SEKI-5.16)"),
    continued_by={
        # No pass: in a bonus turn, which can follow a draw, it is always allowed (SEKI-4.8).
        "card": ("card", "stop", "target", "declare", "face down"),
        "stop": ("kind",),
        **dict.fromkeys(("activate", "copy"), ("target", "guess", "face down", "kind")),
        "target": ("face down",),
        "kind": ("card", "kind"),
    },
)  # fmt: skip
CARD, PASS, STOP, ACTIVATE, COPY, TARGET, DECLARE, GUESS, BACK, KIND, SPECIAL = ACTIONS
PASS_ACTION, STOP_ACTION, ACTIVATE_ACTION = PASS.first, STOP.first, ACTIVATE.first
FIRST_COPY, FIRST_TARGET, SPECIAL_ACTION = COPY.first, TARGET.first, SPECIAL.first
SUM_ACTION, DIFFERENCE_ACTION = DECLARE.first, DECLARE.first + 1
FIRST_GUESS, FIRST_KIND = GUESS.first, KIND.first
ANY_BACK, NUMBER_BACK, SYMBOL_BACK = BACK.first, BACK.first + 1, BACK.first + 2
NUM_ACTIONS = SPECIAL.first + SPECIAL.count

STATE = state_dtype(
    SekiOptions,
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
    ("phase", np.int8),
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
