"""The state record of Daifugo, its action table, and small kernels that read it.

Cards are 4 * rank + suit, ranks 3 to 2 and suits S, H, D, C; the jokers are 52 and 53 (DFG-2.1).
Sets of cards are bits of a uint64. Multisets of suits are numbers (cards/melds.py).
"""

import numpy as np

from fudaba.common.languages import N_

from ..cards.melds import choices_of_positions, counted, multisets, show_counts
from ..core.compiling.kernel import kernel
from ..core.contract.cells import (
    Cell,
    Cells,
    between_seats,
    by_seat,
    cell_resetters,
    one_hot,
    private,
    public,
    seat_flag,
    state_dtype,
)
from ..core.contract.fields import LARGEST_COUNT, Field, action_table
from ..core.contract.phases import Phase
from ..core.kit.bits import NOTHING, count_bits, holds, show_bits, show_set
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
EVERY_OTHER, PAIRS = 0x5555555555555, 0x3333333333333  # bits of the natural cards
NEXT_RANK, AFTER_NEXT = np.uint64(NUM_SUITS), np.uint64(2 * NUM_SUITS)
ONE_EACH = 0x1111111111111  # a card of each rank, as bits or as a multiset

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
SHAPE_KINDS = (SINGLE_RANK, LONE, SET_SHAPE, RUN_SHAPE)
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

# The phases (DFG-4G).
PHASES = (
    Phase("SHAPE", "DFG-4.4", N_("play or pass"), (*SHAPE_KINDS, PASS, PASS_DRAW)),
    Phase("SUITS", "DFG-4.20", N_("choose the suits of the play"), (SUIT, SUIT_SET)),
    Phase(
        "JOKERS", "DFG-4.20", N_("choose what the jokers stand for"), (JOKER_SUITS, JOKER_POSITIONS)
    ),
    Phase("GIVE_CARD", "DFG-5.6", N_("choose a card to give, or stop"), (CARD, STOP)),
    Phase("GIVE_TO", "DFG-5.6", N_("choose who gets the card"), (PLAYER,)),
    Phase("CHANGE", "DFG-5.8", N_("choose a card to discard, or stop"), (CARD, STOP)),
    Phase("EX_UP", "DFG-4.18", N_("choose which of the strongest cards to give"), (CARD,)),
    Phase("EX_DOWN", "DFG-4.18", N_("choose a card to give back"), (CARD,)),
)
NUM_PHASES = len(PHASES)
SHAPE, SUITS, JOKER_FACES, GIVE_CARD, GIVE_TO, CHANGE, EX_UP, EX_DOWN = range(NUM_PHASES)
LAID, PLAY_OVER, ROUND_OVER = range(NUM_PHASES, NUM_PHASES + 3)  # what is next, no decisions

PER_CARD, PER_SEAT, PER_SUIT = (NUM_CARDS,), (MAX_PLAYERS,), (NUM_SUITS,)
MOST_OF_A_RANK = LARGEST_SET  # designated jokers included: gifts for 7s, changes for Ks
MOST_GIFTS = MOST_OF_A_RANK + 2  # of one player to another, those of the exchange included

# A cell lasts for a match, the `cards` of a deal, a round ("deal"), a `field`, or a `play`.
CELLS: Cells = (
    # The cards (DFG-2.3).
    Cell("hands", np.uint64, PER_SEAT, private(0, 1, "own cards", name="hand", fill=show_set,
         shape=PER_CARD), reset_on="cards"),
    # What each seat was told, and after the last seat a spectator (DFG-7.4): 1 where a card can be.
    Field("memory", (NUM_ZONES, NUM_CARDS), 0, 1, "whether a card can be in a hand (the viewer's "
          "first, then clockwise), in the pile, or on the table (field and discards), as far as "
          "the viewer was told", private=True, of=("memory",)),
    Cell("memory", np.int8, (NUM_VIEWERS, NUM_CARDS), reset_on="match"),
    Cell("field", np.uint64, (), public(0, 1, "the cards of all plays since the field was last "
         "cleared", fill=show_set, shape=PER_CARD), reset_on="field"),
    Field("discards", PER_CARD, 0, 1, "the discards, save those that lie face down",
          of=("discards", "face_down")),
    Cell("discards", np.uint64, reset_on="cards"),
    # Discards that only the player who discarded them has seen (DFG-5.8).
    Cell("face_down", np.uint64, reset_on="cards"),
    # The play that lies on the field (DFG-4.3).
    Cell("kind", np.int8, (), one_hot(NUM_KINDS, "the play on the field: none, single, lone joker, "
         "set, run"), start=NONE, reset_on="field"),
    Cell("size", np.int8, (), public(0, NUM_RANKS, "its cards"), reset_on="field",
         in_snapshot=True),
    Cell("rank", np.int8, (), public(0, NUM_RANKS, "1 for a 3 to 13 for a 2, of a run the lowest; "
         "0 for none and for a lone joker", plus=1), start=NO_RANK, reset_on="field"),
    Cell("suits", np.int32, (), public(0, NUM_RANKS, "how many of its cards have each suit, "
         "designated jokers included", fill=show_counts, shape=PER_SUIT), reset_on="field"),
    Cell("joker_suits", np.int32, (), public(0, MOST_JOKERS, "how many jokers of a set have each "
         "suit", fill=show_counts, shape=PER_SUIT), reset_on="field"),
    Cell("joker_positions", np.int16, (), public(0, 1, "where a run has jokers, from its lowest "
         "card on", fill=show_bits, shape=(NUM_RANKS,)), reset_on="field"),
    Cell("answers_joker", np.int8, reset_on="field"),  # it was put on a lone joker (DFG-5.3)
    # The round (DFG-2.4).
    Cell("bound", np.int32, (), public(0, NUM_RANKS, "the suits that a play must have, as in "
         "`suits`; zeros without a binding", fill=show_counts, shape=PER_SUIT),
         reset_on="field"),  # DFG-5.1
    Cell("revolution", np.int8, (), public(0, 1, "R")),
    Cell("j_back", np.int8, (), public(0, 1, "B"), reset_on="field"),
    Field("reversed", (), 0, 1, "lower ranks are stronger"),
    # As shuffled; its first `pile_size` cards are the pile, the top last.
    Cell("deck", np.int8, PER_CARD, start=None),
    Cell("pile_size", np.int8, (), public(0, NUM_CARDS, "cards in the pile"), start=None),
    # The players.
    Cell("to_move", np.int8, (), seat_flag("whose decision it is", name="on_turn"), start=None,
         in_snapshot=True),
    Cell("owner", np.int8, (), seat_flag("who made the play on the field"), start=NOBODY,
         reset_on="field", in_snapshot=True),
    Cell("hand_sizes", np.int8, PER_SEAT, by_seat(0, NUM_CARDS, "cards in hand"), reset_on="cards"),
    # In, and in a play-off a participant (DFG-1.4).
    Cell("is_in", np.int8, PER_SEAT, by_seat(0, 1, "players who take part now"), start=None),
    Cell("place", np.int8, PER_SEAT, by_seat(0, MAX_PLAYERS, "1 for the first who got a place in "
         "this round, 2 ..., 0 for none yet")),
    Cell("num_placed", np.int8),
    Cell("title", np.int8, PER_SEAT, by_seat(0, MAX_PLAYERS, "the place in the previous round, 0 "
         "in the first"), reset_on="match"),  # DFG-4.17
    Cell("passed", np.int8, PER_SEAT, by_seat(0, 1, "players who have passed since the last "
         "play")),
    Cell("locked", np.int8, PER_SEAT, by_seat(0, 1, "players who may only pass until the field is "
         "cleared"), reset_on="field"),
    Cell("starter", np.int8, (), seat_flag("who began the round, or is to begin it"),
         start=None),  # DFG-3.3
    Cell("participant", np.int8, PER_SEAT, by_seat(0, 1, "players of the present play-off")),
    Cell("ender", np.int8, (), seat_flag("whose action ended the round before the play-offs"),
         start=NOBODY),  # DFG-4.16
    Cell("is_playoff", np.int8, (), public(0, 1, "this is a play-off")),
    # DFG-4.14.
    Cell("idle", np.int16, (), public(0, MAX_PLAYERS, "leaders who passed one after another "
         "without drawing")),
    # What was done in this round, for those who remember (DFG-7.1).
    Cell("passes", np.int16, PER_SEAT, by_seat(0, LARGEST_COUNT, "passes in this round; "
         "127 stands for more, too", is_clipped=True)),
    Cell("draws", np.int8, PER_SEAT, by_seat(0, NUM_CARDS, "cards drawn by passing in this "
         "round")),
    Cell("changes", np.int8, PER_SEAT, by_seat(0, MOST_OF_A_RANK, "cards changed for Ks in this "
         "round")),
    Cell("gifts", np.int8, (MAX_PLAYERS, MAX_PLAYERS), between_seats(0, MOST_GIFTS, "cards that "
         "the row's player has given to the column's in this round")),
    # The decision.
    Field("phase", (NUM_PHASES,), 0, 1, "the decision that is asked; of another player's play "
          "or gift always the first step", of=("phase",)),
    Cell("phase", np.int8, start=None),
    Cell("left_to_do", np.int8, (), public(0, MOST_OF_A_RANK, "cards that may still be given or "
         "discarded, or must be given"), reset_on="play"),
    Cell("num_changed", np.int8, (), public(0, MOST_OF_A_RANK, "cards discarded in this turn, to "
         "be replaced"), reset_on="play"),
    Cell("recipient", np.int8, (), seat_flag("who got the last card given in this turn"),
         start=NOBODY, reset_on="play"),
    # The steps of a play so far (DFG-4G).
    Field("chosen_kind", (NUM_KINDS,), 0, 1, "the own play so far, while its suits or jokers "
          "are asked: its kind", private=True, of=("chosen_kind", "phase")),
    Cell("chosen_kind", np.int8, start=NONE, reset_on="play"),
    Field("chosen_size", (), 0, NUM_RANKS, "its cards", private=True, of=("chosen_size", "phase")),
    Cell("chosen_size", np.int8, reset_on="play"),
    Field("chosen_rank", (), 0, NUM_RANKS, "its rank, as in `rank`", private=True,
          of=("chosen_rank", "phase")),
    Cell("chosen_rank", np.int8, start=NO_RANK, reset_on="play"),
    Field("chosen_suits", PER_SUIT, 0, 1, "the suits of its natural cards", private=True,
          of=("chosen_suits", "phase")),
    Cell("chosen_suits", np.int8, reset_on="play"),  # bits
    Field("chosen_card", PER_CARD, 0, 1, "the own card to give, while the receiver is asked",
          private=True, of=("chosen_card",)),
    Cell("chosen_card", np.int8, start=NO_CARD, reset_on="play"),
    Cell("exchange_step", np.int8, start=None),  # who gives whom: see rules/exchange.py
    # What daifugo or fugo has just got and may not give (DFG-4.18).
    Cell("received", np.uint64, start=None),
    # The match.
    Cell("round", np.int8, (), public(0, 100, "rounds finished"), reset_on="match"),
    Field("rounds_left", (), 0, 100, "rounds after this one"),
    Cell("match_points", np.float64, PER_SEAT, reset_on="match"),
          # of the rounds finished (DFG-6.2)
)  # fmt: skip
STATE = state_dtype(CELLS, DaifugoOptions)
start_match, clear_cards, start_round, start_field, start_play = cell_resetters(
    "daifugo_v0", CELLS, "match", "cards", "deal", "field", "play"
)


@kernel
def rank_of(card: int) -> int:
    """Returns the rank of a natural card (DFG-2.1)."""
    return card // NUM_SUITS


@kernel
def suits_held(cards: np.uint64, rank: int) -> int:
    """Returns the suits of a rank in a set of cards, as bits."""
    return int(np.int64(cards >> np.uint64(NUM_SUITS * rank))) & 15


@kernel
def ranks_held(cards: np.uint64, suit: int) -> int:
    """Returns the ranks of a suit in a set of cards, as bits."""
    # Every fourth bit, drawn together in pairs, fours and eights.
    bits = int(np.int64((cards & NATURALS) >> np.uint64(suit))) & 0x1111111111111
    bits = (bits | bits >> 3) & 0x3030303030303
    bits = (bits | bits >> 6) & 0xF000F000F000F
    bits = (bits | bits >> 12) & 0xFF000000FF
    return (bits | bits >> 24) & 0x1FFF


@kernel
def count_ranks(cards: np.uint64) -> int:
    """Returns the number of cards of each rank: a multiset, four bits per rank."""
    natural = np.int64(cards & NATURALS)
    pairs = natural - (natural >> 1 & EVERY_OTHER)
    return int((pairs & PAIRS) + (pairs >> 2 & PAIRS))


@kernel
def starts_of_three(cards: np.uint64) -> np.uint64:
    """Returns the lowest cards of the natural runs of three in a set of cards."""
    natural = cards & NATURALS
    return natural & natural >> NEXT_RANK & natural >> AFTER_NEXT


@kernel
def num_jokers_in(cards: np.uint64) -> int:
    """Returns the number of jokers in a set of cards."""
    return count_bits(cards & JOKERS)


@kernel
def without_second_joker(cards: np.uint64) -> np.uint64:
    """Returns the cards without the second of two jokers, which are alike (DFG-2.2)."""
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
    """Returns the number of cards in the deck (DFG-2.1)."""
    return NUM_NATURALS + state["num_jokers"]


@kernel
def can_draw(state: np.void) -> bool:
    """Whether the pile can be drawn from; play-offs have no pile (DFG-4.16)."""
    return state["pile_size"] > 0 and state["is_playoff"] == 0


@kernel
def num_in(state: np.void) -> int:
    """Returns the number of players who take part now (DFG-1.4)."""
    count = 0
    for seat in range(state["num_players"]):
        count += state["is_in"][seat]
    return count


@kernel
def next_in(state: np.void, seat: int) -> int:
    """Returns the next participant clockwise (DFG-1.4)."""
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
    """Asks a player to play or to pass (DFG-4.4)."""
    ask(state, seat, SHAPE)
    start_play(state)


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
    """Returns the phase that other players see: the first step of a decision (DFG-7.2)."""
    if phase in (SUITS, JOKER_FACES):
        return SHAPE
    return GIVE_CARD if phase == GIVE_TO else phase
