"""The table of Daifugo as one record, its action ids, and small questions about it.

Cards are 4 * rank + suit, ranks 3 to 2 and suits S, H, D, C; the jokers are 52 and 53 (DFG-2.1).
Sets of cards are bits of a uint64. Multisets of suits are numbers (cards/melds.py).
"""

import numpy as np

from ..cards.melds import choices_of_positions, counted, multisets
from ..core.compiling.kernel import kernel
from ..core.contract.fields import action_table
from ..core.contract.options import state_dtype
from ..core.contract.phases import Phase
from ..core.kit.bits import NOTHING, count_bits, holds
from ..core.kit.seats import NOBODY as NOBODY  # for whoever imports this module
from ..core.kit.seats import seat_after
from .options import ALL_EFFECTS, NUM_NATURALS, DaifugoOptions
from .options import MAX_PLAYERS as MAX_PLAYERS

NUM_RANKS, NUM_SUITS = 13, 4
MOST_JOKERS = 2
NUM_CARDS = NUM_NATURALS + MOST_JOKERS
FIRST_JOKER = NUM_NATURALS
NO_CARD, NO_RANK = -1, -1
RANK_NAMES = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
THREE, FIVE, SEVEN, EIGHT, JACK, KING = 0, 2, 4, 5, 8, 10
SPADES = 0
SPADE_THREE = 4 * THREE + SPADES

JOKERS = np.uint64(3 << FIRST_JOKER)
SECOND_JOKER = np.uint64(1 << (FIRST_JOKER + 1))
NATURALS = np.uint64((1 << NUM_NATURALS) - 1)

# Zones that a card can be in as far as somebody knows (DFG-7.4): 0 to 4 are the hands of the seats.
PILE, TABLE = MAX_PLAYERS, MAX_PLAYERS + 1  # the table: field and discards
NUM_ZONES = MAX_PLAYERS + 2
NUM_VIEWERS = MAX_PLAYERS + 1  # the seats and a spectator

# Kinds of plays (DFG-4.1, 4.3).
KIND_NAMES = ("none", "single", "lone joker", "set", "run")
NUM_KINDS = len(KIND_NAMES)
NONE, SINGLE, LONE_JOKER, SET, RUN = range(NUM_KINDS)
SMALLEST_SET, LARGEST_SET = 2, NUM_SUITS + MOST_JOKERS
SHORTEST_RUN = 3
REVOLUTION_SIZE = 4

# What the options say (DFG-8).
BINDING, REVOLUTION, RUNS, SPADE3, SKIP5, GIVE7, CUT8, JBACK, CHANGE13 = range(len(ALL_EFFECTS))
_, BY_DAIHINMIN, BY_DAIFUGO, BY_ROTATION = DaifugoOptions.codes("round_starter")
TURN, PLAY_ONLY, ANY_GIVE = DaifugoOptions.codes("joker_finish_scope")
_, NO_OVERLAP = DaifugoOptions.codes("run_compare")
_, MANDATORY = DaifugoOptions.codes("pass_draw")
_, FREE = DaifugoOptions.codes("leader_pass")
_, FIELD_CLEARED = DaifugoOptions.codes("skip_past_self")
_, EITHER = DaifugoOptions.codes("jback_mode")
_, TOGGLES = DaifugoOptions.codes("jback_repeat")
_, FIXED_TIE = DaifugoOptions.codes("exchange_tie")
_, STARTS_BY_LOT = DaifugoOptions.codes("playoff_starter")
PAYS_WINNER, PAYS_PLACES, PAYS_ROUNDS = DaifugoOptions.codes("reward_mode")

# The phases (DFG-4G).
PHASES = (
    Phase("SHAPE", "DFG-4.4", "play or pass"),
    Phase("SUITS", "DFG-4.20", "choose the suits of the play"),
    Phase("JOKERS", "DFG-4.20", "choose what the jokers stand for"),
    Phase("GIVE_CARD", "DFG-5.6", "choose a card to give, or stop"),
    Phase("GIVE_TO", "DFG-5.6", "choose who gets the card"),
    Phase("CHANGE", "DFG-5.8", "choose a card to discard, or stop"),
    Phase("EX_UP", "DFG-4.18", "choose which of the strongest cards to give"),
    Phase("EX_DOWN", "DFG-4.18", "choose a card to give back"),
)
NUM_PHASES = len(PHASES)
SHAPE, SUITS, JOKER_FACES, GIVE_CARD, GIVE_TO, CHANGE, EX_UP, EX_DOWN = range(NUM_PHASES)
LAID, PLAY_OVER, ROUND_OVER = range(NUM_PHASES, NUM_PHASES + 3)  # what is next, no decisions

# What jokers may stand for: suits in a set, positions in a run (DFG-4G).
SUITS_OF_JOKERS = multisets(NUM_SUITS, MOST_JOKERS)
POSITIONS_OF_JOKERS = choices_of_positions(NUM_RANKS, MOST_JOKERS)
EACH_SUIT_ONCE = counted(NUM_SUITS)  # by bits of suits

NUM_SETS = NUM_RANKS * (LARGEST_SET - SMALLEST_SET + 1)
RUNS_BY_SIZE = tuple(NUM_RANKS + 1 - size for size in range(SHORTEST_RUN, NUM_RANKS + 1))

ACTIONS = action_table(
    ("single", NUM_RANKS, "play a card of this rank, 3 to 2 (DFG-4.1)"),
    ("lone joker", 1, "play a joker by itself (DFG-4.6)"),
    ("set", NUM_SETS, "play a set: 13 * (cards - 2) + rank (DFG-4.1)"),
    ("run", sum(RUNS_BY_SIZE), "play a run: by cards from 3 on, then by the lowest rank (DFG-4.1)"),
    ("pass", 1, "pass (DFG-4.10)"),
    ("pass and draw", 1, "pass and draw a card (DFG-4.10)"),
    ("suit", NUM_SUITS, "the suit of a single or a run: S, H, D, C (DFG-4.20)"),
    ("suits", 1 << NUM_SUITS, "the suits of a set's natural cards, as bits (DFG-4.20)"),
    ("joker suits", len(SUITS_OF_JOKERS), "the suits of a set's jokers: one of 4, or one of 10 "
     "pairs SS, SH, SD, SC, HH, ... (DFG-4.20)"),
    ("joker positions", len(POSITIONS_OF_JOKERS), "the positions of a run's jokers: none, one of "
     "13 from the lowest on, or one of 78 pairs (DFG-4.20)"),
    ("card", NUM_CARDS, "the own card with this id (DFG-4.18, 5.6, 5.8)"),
    ("stop", 1, "give or discard no more (DFG-5.6, 5.8)"),
    ("player", MAX_PLAYERS - 1, "choose the player so many seats further on, less one (DFG-5.6)"),
    continued_by={
        "single": ("suit",),
        "set": ("suits",),
        "run": ("suit",),
        "suit": ("joker positions", "card", "stop"),
        "suits": ("joker suits", "card", "stop"),
        "joker suits": ("card", "stop"),
        "joker positions": ("card", "stop"),
        "card": ("player", "card", "stop"),
        "player": ("card", "stop"),
    },
)  # fmt: skip
(
    SINGLE_RANK, LONE, SET_SHAPE, RUN_SHAPE, PASS, PASS_DRAW, SUIT, SUIT_SET, JOKER_SUITS,
    JOKER_POSITIONS, CARD, STOP, PLAYER,
) = ACTIONS  # fmt: skip
FIRST_SINGLE, LONE_ACTION = SINGLE_RANK.first, LONE.first
FIRST_SET, FIRST_RUN = SET_SHAPE.first, RUN_SHAPE.first
PASS_ACTION, PASS_DRAW_ACTION = PASS.first, PASS_DRAW.first
FIRST_SUIT, FIRST_SUIT_SET = SUIT.first, SUIT_SET.first
FIRST_JOKER_SUITS, FIRST_JOKER_POSITIONS = JOKER_SUITS.first, JOKER_POSITIONS.first
FIRST_CARD, STOP_ACTION, FIRST_PLAYER = CARD.first, STOP.first, PLAYER.first
NUM_ACTIONS = PLAYER.first + PLAYER.count

# By the cards of a run, where its shapes begin in the action table, less its lowest rank.
RUN_OFFSETS = np.array(
    [0] * SHORTEST_RUN
    + [FIRST_RUN + sum(RUNS_BY_SIZE[:longer]) for longer in range(len(RUNS_BY_SIZE))],
    np.int64,
)

STATE = state_dtype(
    DaifugoOptions,
    # The cards (DFG-2.3).
    ("hands", np.uint64, MAX_PLAYERS),
    ("field", np.uint64),
    ("discards", np.uint64),
    ("face_down", np.uint64),  # discards that only who discarded them has seen (DFG-5.8)
    ("deck", np.int8, NUM_CARDS),  # as shuffled; its first `pile_size` cards are the pile, top last
    ("pile_size", np.int8),
    ("hand_sizes", np.int8, MAX_PLAYERS),
    # The play that lies on the field (DFG-4.3).
    ("kind", np.int8),
    ("size", np.int8),
    ("rank", np.int8),  # of a run the lowest; NO_RANK for none and for a lone joker
    ("suits", np.int32),  # multiset, designated jokers included
    ("joker_suits", np.int32),  # multiset, in a set
    ("joker_positions", np.int16),  # bits, in a run
    ("owner", np.int8),
    ("answers_joker", np.int8),  # it was put on a lone joker (DFG-5.3)
    # The round (DFG-2.4).
    ("bound", np.int32),  # the suits that a play must have, 0 for no binding (DFG-5.1)
    ("revolution", np.int8),
    ("j_back", np.int8),
    ("passed", np.int8, MAX_PLAYERS),  # since the last play
    ("locked", np.int8, MAX_PLAYERS),  # has passed on this field
    ("idle", np.int16),  # leaders that passed one after another without a draw (DFG-4.14)
    (
        "is_in",
        np.int8,
        MAX_PLAYERS,
    ),  # takes part: in, and in a play-off a participant (DFG-1.4)
    ("place", np.int8, MAX_PLAYERS),  # in this round, 0 for none yet
    ("num_placed", np.int8),
    ("is_playoff", np.int8),
    ("participant", np.int8, MAX_PLAYERS),  # of the present play-off
    ("ender", np.int8),  # whose action ended the round before the play-offs, or NOBODY (DFG-4.16)
    ("starter", np.int8),  # of the round (DFG-3.3)
    # The decision.
    ("to_move", np.int8),
    ("phase", np.int8),
    ("chosen_kind", np.int8),  # the steps of a play so far (DFG-4G)
    ("chosen_size", np.int8),
    ("chosen_rank", np.int8),
    ("chosen_suits", np.int8),  # bits: the suits of the natural cards
    ("chosen_card", np.int8),  # to be given, or NO_CARD
    ("left_to_do", np.int8),  # cards that may still be given or discarded, or must be given
    ("num_changed", np.int8),  # cards discarded for Ks in this turn
    ("recipient", np.int8),  # who got the last card given in this turn, or NOBODY
    ("exchange_step", np.int8),  # who gives whom: see rules/exchange.py
    ("received", np.uint64),  # what daifugo or fugo has just got and may not give (DFG-4.18)
    # The match.
    ("round", np.int8),  # rounds finished
    ("title", np.int8, MAX_PLAYERS),  # place in the previous round, 0 in the first (DFG-4.17)
    ("match_points", np.float64, MAX_PLAYERS),  # of the rounds finished (DFG-6.2)
    # What was done in this round, for those who remember (DFG-7.1).
    ("passes", np.int16, MAX_PLAYERS),
    ("draws", np.int8, MAX_PLAYERS),
    ("changes", np.int8, MAX_PLAYERS),  # cards discarded for Ks
    ("gifts", np.int8, (MAX_PLAYERS, MAX_PLAYERS)),  # cards that one player gave to another
    # What each seat was told, and after the last seat a spectator (DFG-7.4).
    ("memory", np.int8, (NUM_VIEWERS, NUM_ZONES, NUM_CARDS)),  # 1: the card can be there
)


@kernel
def rank_of(card: int) -> int:
    """The rank of a natural card (DFG-2.1)."""
    return card // NUM_SUITS


@kernel
def suits_held(cards: np.uint64, rank: int) -> int:
    """The suits that a set of cards has of a rank, as bits."""
    return int(np.int64(cards >> np.uint64(NUM_SUITS * rank))) & 15


@kernel
def ranks_held(cards: np.uint64, suit: int) -> int:
    """The ranks that a set of cards has of a suit, as bits."""
    # Every fourth bit, drawn together in pairs, fours and eights.
    bits = int(np.int64((cards & NATURALS) >> np.uint64(suit))) & 0x1111111111111
    bits = (bits | bits >> 3) & 0x3030303030303
    bits = (bits | bits >> 6) & 0xF000F000F000F
    bits = (bits | bits >> 12) & 0xFF000000FF
    return (bits | bits >> 24) & 0x1FFF


@kernel
def num_jokers_in(cards: np.uint64) -> int:
    """How many jokers a set of cards has."""
    return count_bits(cards & JOKERS)


@kernel
def without_second_joker(cards: np.uint64) -> np.uint64:
    """A set of cards to choose from: of two jokers only the first counts (DFG-2.2)."""
    return cards ^ SECOND_JOKER if cards & JOKERS == JOKERS else cards


@kernel
def has_effect(state: np.void, effect: int) -> bool:
    """Whether a special rule is in force (DFG-5.0)."""
    return state["effects"][effect] == 1


@kernel
def is_reversed(state: np.void) -> bool:
    """Whether lower ranks are stronger (DFG-2.4, 5.7)."""
    if state["jback_mode"] == EITHER:
        return state["revolution"] == 1 or state["j_back"] == 1
    return state["revolution"] != state["j_back"]


@kernel
def deck_size(state: np.void) -> int:
    """Cards in the deck (DFG-2.1)."""
    return NUM_NATURALS + state["num_jokers"]


@kernel
def can_draw(state: np.void) -> bool:
    """Whether there is a pile; in a play-off there is none (DFG-4.16)."""
    return state["pile_size"] > 0 and state["is_playoff"] == 0


@kernel
def num_in(state: np.void) -> int:
    """How many players take part now (DFG-1.4)."""
    count = 0
    for seat in range(state["num_players"]):
        count += state["is_in"][seat]
    return count


@kernel
def next_in(state: np.void, seat: int) -> int:
    """The clockwise next player who takes part (DFG-1.4)."""
    seat = seat_after(state, seat, 1)
    while state["is_in"][seat] == 0:
        seat = seat_after(state, seat, 1)
    return seat


@kernel
def ask(state: np.void, seat: int, phase: int) -> None:
    """Asks a player for the decision of a phase."""
    state["to_move"] = seat
    state["phase"] = phase


@kernel
def ask_for_play(state: np.void, seat: int) -> None:
    """A player is to play or to pass (DFG-4.4)."""
    ask(state, seat, SHAPE)
    state["chosen_kind"] = NONE
    state["chosen_size"] = 0
    state["chosen_rank"] = NO_RANK
    state["chosen_suits"] = 0
    state["chosen_card"] = NO_CARD
    state["left_to_do"] = 0
    state["num_changed"] = 0
    state["recipient"] = NOBODY


@kernel
def is_held(state: np.void, seat: int, card: int) -> bool:
    """Whether a card is in a hand."""
    return holds(state["hands"][seat], card)


@kernel
def hand_is_empty(state: np.void, seat: int) -> bool:
    """Whether a player has no cards left."""
    return state["hands"][seat] == NOTHING


@kernel
def first_step(phase: int) -> int:
    """The first step of a decision: as far as others know where in it a player is (DFG-7.2)."""
    if phase in (SUITS, JOKER_FACES):
        return SHAPE
    return GIVE_CARD if phase == GIVE_TO else phase
