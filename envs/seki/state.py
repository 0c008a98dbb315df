"""The table of SEKI as one record, its action ids, and small questions about it.

Cards are 0 to 52 (SEKI-2.1): numbers first, four of each, then four REVERSE, TRADE and DIG UP and
one DISCARD. Decks and graveyards are stacks: their last card is the top.
"""

from dataclasses import dataclass

import numpy as np

from fudaba.common.languages import N_

from ..core.compiling.kernel import kernel
from ..core.contract.cells import (
    Cell,
    Cells,
    between_seats,
    by_seat,
    cell_resetters,
    one_hot,
    public,
    seat_flag,
    state_dtype,
)
from ..core.contract.fields import LARGEST_COUNT, Field, action_table
from ..core.contract.phases import Phase
from ..core.kit.seats import NOBODY, seat_after
from .options import MAX_PLAYERS as MAX_PLAYERS  # for whoever imports this module
from .options import NUM_SYMBOLS as NUM_SYMBOLS
from .options import ROLES, SekiOptions

NUM_VIEWERS = MAX_PLAYERS + 1  # the seats and a spectator (SEKI-7.5)
NUM_NUMBERS, COPIES = 40, 4
NUM_CARDS = NUM_NUMBERS + NUM_SYMBOLS
NO_CARD, NO_NUMBER, NO_ROLE = -1, -1, -1

# Kinds of symbols (SEKI-2.1).
KIND_NAMES = (N_("REVERSE"), N_("TRADE"), N_("DIG UP"), N_("DISCARD"))
NUM_KINDS = len(KIND_NAMES)
REVERSE, TRADE, DIG_UP, DISCARD = range(NUM_KINDS)
NUM_GUESSES = 3  # of GAMBLER (SEKI-5.10)

# Roles, in the order of the option `roles` (SEKI-2.3).
NUM_ROLES = len(ROLES)
(
    ALCHEMIST, ANGLER, EMPEROR, FORTUNE_TELLER, GAMBLER, HACKER, HUNTER, MAGICIAN, MILLIONAIRE,
    NEW_GRAD, POLICE_OFFICER, THIEF, FARMER,
) = range(NUM_ROLES)  # fmt: skip
ROLE_NAMES = (
    N_("ALCHEMIST"), N_("ANGLER"), N_("EMPEROR"), N_("FORTUNE TELLER"), N_("GAMBLER"), N_("HACKER"),
    N_("HUNTER"), N_("MAGICIAN"), N_("MILLIONAIRE"), N_("NEW GRAD"), N_("POLICE OFFICER"),
    N_("THIEF"), N_("FARMER"),
)  # fmt: skip

# Zones (SEKI-2.5). Zones 0 to 4 are the hands of the seats.
NUMBER_DECK, SYMBOL_DECK, NUMBER_GRAVEYARD, SYMBOL_GRAVEYARD, EXCLUDED = 5, 6, 7, 8, 9
ASIDE = 10  # a symbol in use (SEKI-4.6)
NUM_ZONES = 11
NUM_PLACES = ASIDE  # zones where views show a card: hands, decks, graveyards, excluded

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


@dataclass(frozen=True)
class SekiPhase(Phase):
    """A phase of SEKI (SEKI-4D), with what is done with the card that is chosen.

    Attributes:
        move: The name of the move: `trade {card}`; empty where it depends on the card, or none is
            chosen.
        from_hand: Whether a card of the own hand is chosen.
        is_secret: Whether the other players do not see the card, or not yet (SEKI-7.2).
    """

    move: str = ""
    from_hand: bool = False
    is_secret: bool = False


HAND, SECRET = True, True
# TURN is also TURN_R and TURN_B: see `after_reset` and `bonus`.
PHASES = (
    SekiPhase("TURN", "SEKI-4.4", N_("Trash a number, use a symbol, activate the role, or pass"),
              (CARD, PASS, ACTIVATE, COPY)),
    SekiPhase("PASS_DRAWN", "SEKI-4.8", N_("Trash the drawn card, or keep it"), (CARD, STOP)),
    SekiPhase("TRADE_CARD", "SEKI-5.2", N_("Choose the card to trade"),
              (CARD,), N_("{:trades|trade} {card}"), HAND, SECRET),
    SekiPhase("TRADE_TARGET", "SEKI-5.2", N_("Trade with whom?"), (TARGET,)),
    SekiPhase("TRADE_AGAIN", "SEKI-5.2", N_("Choose a card to trade, or stop"),
              (CARD, STOP), N_("{:trades|trade} {card}"), HAND, SECRET),
    SekiPhase("DISCARD_CARD", "SEKI-5.4", N_("Choose the card to discard"),
              (CARD,), N_("{:discards|discard} {card}"), HAND),
    SekiPhase("DIG_UP_NUMBER", "SEKI-5.3", N_("Choose the number to put on the pile"),
              (CARD,), N_("{:digs|dig} up with {card}"), HAND),
    SekiPhase("ALCHEMIST_FIRST", "SEKI-5.5",
              N_("Choose the first of two numbers to discard, or stop"), (CARD, STOP),
              N_("{:puts|put} {card} on the pile"), HAND, SECRET),
    SekiPhase("ALCHEMIST_SECOND", "SEKI-5.5", N_("Choose the number that goes on top"),
              (CARD,), N_("{:puts|put} {card} on top"), HAND, SECRET),
    SekiPhase("ALCHEMIST_DECLARE", "SEKI-5.5", N_("Declare the sum or the difference"), (DECLARE,)),
    SekiPhase("ANGLER_CARD", "SEKI-5.6", N_("Choose the card to exclude for good"),
              (CARD,), N_("{:excludes|exclude} {card}"), HAND, SECRET),
    SekiPhase("ANGLER_GRAVE", "SEKI-5.6", N_("Choose the card to take from a graveyard"),
              (CARD,), N_("{:takes|take} {card}")),
    SekiPhase("EMPEROR_PICK", "SEKI-5.8", N_("Choose the one card to keep"),
              (CARD,), N_("{:keeps|keep} {card}"), is_secret=True),
    SekiPhase("GAMBLER_GUESS", "SEKI-5.10", N_("Guess the next number of the deck"), (GUESS,)),
    SekiPhase("GAMBLER_DISCARD", "SEKI-5.10", N_("Choose the card to discard"),
              (CARD,), N_("{:discards|discard} {card}"), HAND),
    SekiPhase("HACKER_PICK", "SEKI-5.7", N_("Freeze a card"),
              (CARD, BACK), N_("{:freezes|freeze} {card}")),
    SekiPhase("HUNTER_GIVE", "SEKI-5.12", N_("Choose symbols to give away, then stop"),
              (CARD, STOP), N_("{:gives|give} {card}"), HAND, SECRET),
    SekiPhase("HUNTER_TAKE", "SEKI-5.12", N_("Take which kind of symbol?"), (KIND,)),
    SekiPhase("MAGICIAN_KIND", "SEKI-5.13", N_("Act as which symbol?"), (KIND,)),
    SekiPhase("MILLIONAIRE_NUMBER", "SEKI-5.14", N_("Choose the number to exclude for good"),
              (CARD,), N_("{:excludes|exclude} {card}"), HAND, SECRET),
    SekiPhase("POLICE_TARGET", "SEKI-5.11", N_("Choose whose card to mark"), (TARGET,)),
    SekiPhase("POLICE_BACK", "SEKI-5.11", N_("Mark a number or a symbol"), (BACK,)),
    SekiPhase("FARMER_FIRST", "SEKI-5.16", N_("Trash a number, pass, or make the special trash"),
              (CARD, PASS, SPECIAL), "", HAND),
    SekiPhase("FARMER_SECOND", "SEKI-5.16", N_("Trash the first of two numbers, or stop"),
              (CARD, STOP), "", HAND),
    SekiPhase("FARMER_THIRD", "SEKI-5.16", N_("Trash a second number, or stop"),
              (CARD, STOP), "", HAND),
)  # fmt: skip
NUM_PHASES = len(PHASES)
(
    TURN, PASS_DRAWN, TRADE_CARD, TRADE_TARGET, TRADE_AGAIN, DISCARD_CARD, DIG_UP_NUMBER,
    ALCHEMIST_FIRST, ALCHEMIST_SECOND, ALCHEMIST_DECLARE, ANGLER_CARD, ANGLER_GRAVE, EMPEROR_PICK,
    GAMBLER_GUESS, GAMBLER_DISCARD, HACKER_PICK, HUNTER_GIVE, HUNTER_TAKE, MAGICIAN_KIND,
    MILLIONAIRE_NUMBER, POLICE_TARGET, POLICE_BACK, FARMER_FIRST, FARMER_SECOND, FARMER_THIRD,
) = range(NUM_PHASES)  # fmt: skip
EFFECT_OVER, TURN_OVER = NUM_PHASES, NUM_PHASES + 1  # what comes next, and no decisions

PER_CARD, PER_SEAT = (NUM_CARDS,), (MAX_PLAYERS,)
BETWEEN_SEATS = (MAX_PLAYERS, MAX_PLAYERS)
FOUR_POINTS = 240  # sixtieths: views tell points in fours, and the rest of them in sixtieths
MOST_TRADES = 15 + 2 * MAX_PLAYERS  # by symbols (SEKI-9.24), and by roles
MOST_IDLE_TURNS = 10 * MAX_PLAYERS  # `stall_rounds` of them

# A cell lasts for a match, the `cards` of a deal, a game ("deal"), a `pile`, a `turn`, or an
# `effect`.
CELLS: Cells = (
    # The cards (SEKI-2.5).
    Field("hand", PER_CARD, 0, 1, "own cards", private=True, of=("zone",)),
    Cell("zone", np.int8, PER_CARD, start=None),
    Field("frozen", PER_CARD, 0, 1, "own frozen cards, and the others' marked frozen ones",
          private=True, of=("frozen_by", "zone")),
    Cell("frozen_by", np.int8, PER_CARD, start=NOBODY),  # seat that froze it (SEKI-5.7)
    Cell("hidden_frozen", np.int8, PER_SEAT),  # bits: seats that froze a face-down card there
    Field("chosen", PER_CARD, 0, 1, "own cards that are chosen already in this effect, and the "
          "drawn card", private=True, of=("first_choice", "second_choice")),
    # Cards chosen before the present choice, or NO_CARD.
    Cell("first_choice", np.int8, start=NO_CARD, reset_on="effect"),
    Cell("second_choice", np.int8, start=NO_CARD, reset_on="effect"),
    Field("pool", PER_CARD, 0, 1, "EMPEROR's view: all cards that were collected",
          private=True, of=("pool",)),
    Cell("pool", np.int8, PER_CARD),
    # What each seat was told, and after the last seat a spectator (SEKI-7.5, 7.6).
    Field("memory", (NUM_PLACES, NUM_CARDS), 0, 1, "whether a card can be in a hand (the "
          "viewer's first, then clockwise), the number deck, symbol deck, number graveyard, symbol "
          "graveyard or excluded, as far as the viewer was told", private=True, of=("memory",)),
    Cell("memory", np.int16, (NUM_VIEWERS, NUM_CARDS), start=None),  # bits: zones where it can be
    Cell("seen_role", np.int8, BETWEEN_SEATS),  # viewer, player
    Cell("knows_order", np.int8, (NUM_VIEWERS,)),  # of the symbol deck
    Cell("knows_top", np.int8),  # everybody knows the top of the number deck
    Cell("may_be_drawn", np.int8, (NUM_VIEWERS, NUM_CARDS)),  # at PASS_DRAWN: perhaps this card
    Cell("may_be_frozen", np.int16, (NUM_VIEWERS, NUM_CARDS), start=None),  # bits: see memory.py
    # SEKI-5.11: permanently face up.
    Cell("marked", np.int8, PER_CARD, public(0, 1, "cards that are face up for good")),
    Cell("in_use", np.int8, (), one_hot(NUM_CARDS, "the symbol in use"), start=NO_CARD,
         reset_on="effect"),
    Field("offered", PER_CARD, 0, 1, "HUNTER's cards to give, private until all are shown",
          of=("offered",)),
    Cell("offered", np.int8, PER_CARD),
    Cell("number_deck", np.int8, (NUM_NUMBERS,), start=None),
    Field("depth", PER_CARD, 0, 40, "1 for the top of the number graveyard, 2 for the card "
          "below it, ...; 0 elsewhere", of=("number_graveyard", "zone_size")),
    Cell("number_graveyard", np.int8, (NUM_NUMBERS,), start=None),
    Field("deck_order", (NUM_SYMBOLS,), 0, 4, "the symbol deck from its top, if the viewer "
          "knows it: 1 REVERSE, 2 TRADE, 3 DIG UP, 4 DISCARD", private=True,
          of=("knows_order", "symbol_deck", "zone_size")),
    Cell("symbol_deck", np.int8, (NUM_SYMBOLS,), start=None),
    Cell("symbol_graveyard", np.int8, (NUM_SYMBOLS,), start=None),
    Field("deck_top", (), 0, 10, "1 more than the number on top of the number deck, 0 if unknown",
          of=("knows_top",)),
    # The pile (SEKI-2.6) and the direction (SEKI-2.4).
    Cell("top", np.int8, (), public(0, 10, "1 more than the pile's number, 0 without one", plus=1),
         start=NO_NUMBER, reset_on="pile"),
    Cell("top_kind", np.int8, (), public(0, 3, "where the pile's number is from: none, natural, "
         "declared, ghost"), start=NONE, reset_on="pile"),
    Cell("reversed", np.int8, (), public(0, 1, "the indicator")),
    # The decision.
    Cell("phase", np.int8, (), one_hot(NUM_PHASES, "the decision that is asked"), start=None),
    Cell("bonus", np.int8, (), public(0, 1, "this turn is TURN_B"), start=None),
    Cell("bonus_follows", np.int8, reset_on="effect"),  # the effect under way ends in TURN_B
    Cell("after_reset", np.int8, (), public(0, 1, "this turn is TURN_R"), reset_on="turn"),
    Field("left_to_do", (), 0, 13, "trades, discards or exchanged cards that are left",
          of=("left_to_do",)),
    Cell("left_to_do", np.int8, reset_on="effect"),
    Cell("guess", np.int8, (), public(0, 3, "GAMBLER's last guess: 1 for 1 to 4, 2 for 6 to 9, 3 "
         "for 0 or 5")),
    # The players.
    Cell("to_move", np.int8, (), seat_flag("whose decision it is", name="on_turn"), start=None,
         in_snapshot=True),
    Cell("victim", np.int8, (), seat_flag("whom HACKER or POLICE_OFFICER deals with"), start=NOBODY,
         reset_on="effect"),
    Cell("right", np.int8, (), seat_flag("who holds the reset right"), start=NOBODY,
         reset_on="pile",
         in_snapshot=True),
    Cell("parent", np.int8, (), seat_flag("who took the first turn"), start=None),
    Field("hand_size", PER_SEAT, 0, 53, "cards in hand, frozen ones included", of=("zone_size",)),
    Cell("zone_size", np.int8, (NUM_ZONES,), reset_on="cards"),
    Cell("frozen_count", np.int8, PER_SEAT, by_seat(0, 2, "frozen cards in hand")),
    Field("frozen_from", BETWEEN_SEATS, 0, 2, "whether the row's player has a card "
          "frozen by the column's; 2 for a symbol, with distinct backs", of=("frozen_by", "zone")),
    Field("symbol_count", PER_SEAT, 0, 13, "symbols in hand; only with distinct backs",
          of=("zone",)),
    Cell("place", np.int8, PER_SEAT, by_seat(0, MAX_PLAYERS, "1 for the first to finish, 2 ..., 0 "
         "in game")),
    Cell("num_finished", np.int8),
    Cell("panel", np.int8, PER_SEAT, by_seat(0, 2, "the panel: face down, come out, activated"),
         start=None),
    Field("role", (MAX_PLAYERS, NUM_ROLES), 0, 1, "the role, if the viewer knows it",
          of=("role", "seen_role")),
    Cell("role", np.int8, PER_SEAT, start=None),
    Cell("copied", np.int8, (), one_hot(NUM_ROLES, "the role that NEW_GRAD copied"), start=NO_ROLE),
    Field("saw_panel", PER_SEAT, 0, 1, "others who have seen the viewer's panel",
          of=("seen_role",)),
    Cell("last_did", np.int8, PER_SEAT, by_seat(0, 5, "the last turn: nothing, trash, use, "
         "activate, pass, reset"), start=DID_NOTHING),
    Cell("trades", np.int8, BETWEEN_SEATS, between_seats(0, MOST_TRADES, "trades of the row's "
         "player with the column's in this game")),
    Field("deck_size", (2,), 0, 40, "cards in the number deck and in the symbol deck",
          of=("zone_size",)),
    Cell("own_turns", np.int32, PER_SEAT),  # of this game
    Cell("activation_turn", np.int32, PER_SEAT),  # own turn of the activation, 0 for none
    Cell("resets", np.int32, PER_SEAT),  # in this game
    Cell("first_to_reset", np.int8, start=NOBODY),  # in this game
    # The game and the match.
    Cell("progressed", np.int8, reset_on="turn"),  # this turn was more than a pass without a draw
    Cell("no_progress", np.int16, (), public(0, MOST_IDLE_TURNS, "turns without progress in a "
         "row"), in_snapshot=True),  # SEKI-6.4
    Cell("stalled", np.int8),  # whether the last game ended by SEKI-6.4
    Cell("turns", np.int32, (), public(0, LARGEST_COUNT, "turns of this game so far; 127 "
         "stands for more, too", is_clipped=True), in_snapshot=True),
    Field("turns_left", (), 0, LARGEST_COUNT, "turns until the game ends anyway; 127 stands "
          "for more, too"),
    Field("games_left", (), 0, 99, "games of the match that follow this one", of=("game_number",)),
    Cell("game_number", np.int8, reset_on="match"),  # games finished
    Field("standing", PER_SEAT, -LARGEST_COUNT, LARGEST_COUNT, "points of the match so far "
          "less the table's mean, rounded to fours: 1 stands for four points",
          of=("match_points",)),
    Field("standing_rest", PER_SEAT, -FOUR_POINTS // 2, FOUR_POINTS // 2 - 1, "what must be "
          "added to the standing, in sixtieths of a point", of=("match_points",)),
    Cell("match_points", np.float64, PER_SEAT, reset_on="match"),
)  # fmt: skip
STATE = state_dtype(CELLS, SekiOptions)
start_match, clear_zones, start_game, empty_pile, start_turn, start_effect = cell_resetters(
    "seki_v0", CELLS, "match", "cards", "deal", "pile", "turn", "effect"
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
    # No branch, so that loops over all cards are vectorised.
    return (state["zone"][card] == seat) & (state["frozen_by"][card] == NOBODY)


@kernel
def free_count(state: np.void, seat: int) -> int:
    """The number of free cards of a hand."""
    return state["zone_size"][seat] - state["frozen_count"][seat]


@kernel
def has_frozen(state: np.void) -> bool:
    """Whether any card is frozen."""
    count = 0
    for seat in range(MAX_PLAYERS):
        count += state["frozen_count"][seat]
    return count > 0


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
def mark_trash(state: np.void, seat: int, mask: np.ndarray) -> None:
    """Marks the free numbers of a hand that beat the pile, but no last 0 (SEKI-4.5)."""
    for number in range(NUM_NUMBERS // COPIES):
        may_go = beats(state, number) and (number != 0 or state["zone_size"][seat] > 1)
        for card in range(COPIES * number, COPIES * (number + 1)):
            mask[card] = is_free(state, card, seat) & may_go
