"""What one seat may know of a table of Daifugo (DFG-7), memory included."""

import numpy as np

from ..cards.melds import count_of
from ..core.compiling.kernel import kernel
from ..core.contract.fields import Field
from ..core.contract.options import option_observer
from ..core.kit.arrays import show_one
from ..core.kit.bits import holds
from ..core.kit.seats import seat_seen_at
from . import state as dfg
from .options import MAX_PLAYERS, DaifugoOptions

PER_CARD, PER_SEAT, PER_SUIT = (dfg.NUM_CARDS,), (MAX_PLAYERS,), (dfg.NUM_SUITS,)
LARGEST_COUNT = 127  # where the counter of passes stops
MOST_OF_A_RANK = dfg.LARGEST_SET  # designated jokers included: gifts for 7s, changes for Ks
MOST_GIFTS = MOST_OF_A_RANK + 2  # of one player to another, those of the exchange included

FIELDS = (
    Field("hand", PER_CARD, 0, 1, "own cards", private=True),
    Field("memory", (dfg.NUM_ZONES, dfg.NUM_CARDS), 0, 1, "whether a card can be in a hand (the "
          "viewer's first, then clockwise), in the pile, or on the table (field and discards), as "
          "far as the viewer was told", private=True),
    Field("field", PER_CARD, 0, 1, "the cards of all plays since the field was last cleared"),
    Field("discards", PER_CARD, 0, 1, "the discards, save those that lie face down"),
    Field("kind", (dfg.NUM_KINDS,), 0, 1, "the play on the field: none, single, lone joker, set, "
          "run"),
    Field("size", (), 0, dfg.NUM_RANKS, "its cards"),
    Field("rank", (), 0, dfg.NUM_RANKS, "1 for a 3 to 13 for a 2, of a run the lowest; 0 for none "
          "and for a lone joker"),
    Field("suits", PER_SUIT, 0, dfg.NUM_RANKS, "how many of its cards have each suit, designated "
          "jokers included"),
    Field("joker_suits", PER_SUIT, 0, dfg.MOST_JOKERS, "how many jokers of a set have each suit"),
    Field("joker_positions", (dfg.NUM_RANKS,), 0, 1, "where a run has jokers, from its lowest card "
          "on"),
    Field("bound", PER_SUIT, 0, dfg.NUM_RANKS, "the suits that a play must have, as in `suits`; "
          "zeros without a binding"),
    Field("revolution", (), 0, 1, "R"),
    Field("j_back", (), 0, 1, "B"),
    Field("reversed", (), 0, 1, "lower ranks are stronger"),
    Field("pile_size", (), 0, dfg.NUM_CARDS, "cards in the pile"),
    Field("on_turn", PER_SEAT, 0, 1, "whose decision it is"),
    Field("owner", PER_SEAT, 0, 1, "who made the play on the field"),
    Field("hand_sizes", PER_SEAT, 0, dfg.NUM_CARDS, "cards in hand"),
    Field("is_in", PER_SEAT, 0, 1, "players who take part now"),
    Field("place", PER_SEAT, 0, MAX_PLAYERS, "1 for the first who got a place in this round, "
          "2 ..., 0 for none yet"),
    Field("title", PER_SEAT, 0, MAX_PLAYERS, "the place in the previous round, 0 in the first"),
    Field("passed", PER_SEAT, 0, 1, "players who have passed since the last play"),
    Field("locked", PER_SEAT, 0, 1, "players who may only pass until the field is cleared"),
    Field("starter", PER_SEAT, 0, 1, "who began the round, or is to begin it"),
    Field("participant", PER_SEAT, 0, 1, "players of the present play-off"),
    Field("ender", PER_SEAT, 0, 1, "whose action ended the round before the play-offs"),
    Field("is_playoff", (), 0, 1, "this is a play-off"),
    Field("idle", (), 0, MAX_PLAYERS, "leaders who passed one after another without drawing"),
    Field("passes", PER_SEAT, 0, LARGEST_COUNT, "passes in this round"),
    Field("draws", PER_SEAT, 0, dfg.NUM_CARDS, "cards drawn by passing in this round"),
    Field("changes", PER_SEAT, 0, MOST_OF_A_RANK, "cards changed for Ks in this round"),
    Field("gifts", (MAX_PLAYERS, MAX_PLAYERS), 0, MOST_GIFTS, "cards that the row's player has "
          "given to the column's in this round"),
    Field("phase", (dfg.NUM_PHASES,), 0, 1, "the decision that is asked; of another player's play "
          "or gift always the first step"),
    Field("left_to_do", (), 0, MOST_OF_A_RANK, "cards that may still be given or discarded, or "
          "must be given"),
    Field("num_changed", (), 0, MOST_OF_A_RANK, "cards discarded in this turn, to be replaced"),
    Field("recipient", PER_SEAT, 0, 1, "who got the last card given in this turn"),
    Field("chosen_kind", (dfg.NUM_KINDS,), 0, 1, "the own play so far, while its suits or jokers "
          "are asked: its kind", private=True),
    Field("chosen_size", (), 0, dfg.NUM_RANKS, "its cards", private=True),
    Field("chosen_rank", (), 0, dfg.NUM_RANKS, "its rank, as in `rank`", private=True),
    Field("chosen_suits", PER_SUIT, 0, 1, "the suits of its natural cards", private=True),
    Field("chosen_card", PER_CARD, 0, 1, "the own card to give, while the receiver is asked",
          private=True),
    Field("round", (), 0, 100, "rounds finished"),
    Field("rounds_left", (), 0, 100, "rounds after this one"),
    *DaifugoOptions.view_fields(),
)  # fmt: skip

observe_options = option_observer(DaifugoOptions)


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (DFG-7.5)."""
    observe_cards(state, seat, view)
    observe_memory(state, seat, view)
    observe_field(state, view)
    observe_players(state, seat, view)
    observe_gifts(state, seat, view)
    observe_decision(state, seat, view)
    observe_round(state, view)
    observe_options(state, view)


@kernel
def observe_cards(state: np.void, seat: int, view: np.void) -> None:
    """Own cards and what everybody sees of cards."""
    hand, field = state["hands"][seat], state["field"]
    discards = state["discards"] & ~state["face_down"]
    for card in range(dfg.NUM_CARDS):
        view["hand"][card] = holds(hand, card)
    for card in range(dfg.NUM_CARDS):
        view["field"][card] = holds(field, card)
    for card in range(dfg.NUM_CARDS):
        view["discards"][card] = holds(discards, card)


@kernel
def observe_memory(state: np.void, seat: int, view: np.void) -> None:
    """Where each card can be, hands clockwise from the viewer's (DFG-7.4)."""
    for distance in range(MAX_PLAYERS):
        player = seat_seen_at(state, seat, distance)
        for card in range(dfg.NUM_CARDS):
            view["memory"][distance, card] = state["memory"][seat, player, card]
    for zone in range(dfg.PILE, dfg.NUM_ZONES):
        for card in range(dfg.NUM_CARDS):
            view["memory"][zone, card] = state["memory"][seat, zone, card]


@kernel
def observe_field(state: np.void, view: np.void) -> None:
    """The play on the field, and what holds for the next one (DFG-2.4, 4.3)."""
    show_one(np.int64(state["kind"]), view["kind"])
    view["size"] = state["size"]
    view["rank"] = 1 + state["rank"]
    for suit in range(dfg.NUM_SUITS):
        view["suits"][suit] = count_of(np.int64(state["suits"]), suit)
        view["joker_suits"][suit] = count_of(np.int64(state["joker_suits"]), suit)
        view["bound"][suit] = count_of(np.int64(state["bound"]), suit)
    for position in range(dfg.NUM_RANKS):
        view["joker_positions"][position] = state["joker_positions"] >> position & 1
    view["revolution"] = state["revolution"]
    view["j_back"] = state["j_back"]
    view["reversed"] = dfg.is_reversed(state)
    view["pile_size"] = state["pile_size"]


@kernel
def observe_players(state: np.void, seat: int, view: np.void) -> None:
    """The fields with one row per player, the viewer first. Absent seats hold zeros."""
    for distance in range(MAX_PLAYERS):
        player = seat_seen_at(state, seat, distance)
        view["on_turn"][distance] = state["to_move"] == player
        view["owner"][distance] = state["owner"] == player
        view["hand_sizes"][distance] = state["hand_sizes"][player]
        view["is_in"][distance] = state["is_in"][player]
        view["place"][distance] = state["place"][player]
        view["title"][distance] = state["title"][player]
        view["passed"][distance] = state["passed"][player]
        view["locked"][distance] = state["locked"][player]
        view["starter"][distance] = state["starter"] == player
        view["participant"][distance] = state["participant"][player]
        view["ender"][distance] = state["ender"] == player
        view["recipient"][distance] = state["recipient"] == player
        view["passes"][distance] = min(state["passes"][player], LARGEST_COUNT)
        view["draws"][distance] = state["draws"][player]
        view["changes"][distance] = state["changes"][player]


@kernel
def observe_gifts(state: np.void, seat: int, view: np.void) -> None:
    """How many cards each player has given to each (DFG-7.1)."""
    for distance in range(MAX_PLAYERS):
        giver = seat_seen_at(state, seat, distance)
        for further in range(MAX_PLAYERS):
            receiver = seat_seen_at(state, seat, further)
            view["gifts"][distance, further] = state["gifts"][giver, receiver]


@kernel
def observe_decision(state: np.void, seat: int, view: np.void) -> None:
    """The decision that is asked; the steps taken so far only to who takes them (DFG-7.2)."""
    is_mover, phase = state["to_move"] == seat, np.int64(state["phase"])
    show_one(phase if is_mover else dfg.first_step(phase), view["phase"])
    view["left_to_do"] = state["left_to_do"]
    view["num_changed"] = state["num_changed"]
    is_within = is_mover and phase in (dfg.SUITS, dfg.JOKER_FACES)
    show_one(np.int64(state["chosen_kind"]) if is_within else -1, view["chosen_kind"])
    view["chosen_size"] = state["chosen_size"] if is_within else 0
    view["chosen_rank"] = 1 + state["chosen_rank"] if is_within else 0
    for suit in range(dfg.NUM_SUITS):
        view["chosen_suits"][suit] = (state["chosen_suits"] >> suit & 1) * is_within
    show_one(np.int64(state["chosen_card"]) if is_mover else dfg.NO_CARD, view["chosen_card"])


@kernel
def observe_round(state: np.void, view: np.void) -> None:
    """Counters of the round and the match."""
    view["is_playoff"] = state["is_playoff"]
    view["idle"] = state["idle"]
    view["round"] = state["round"]
    view["rounds_left"] = max(state["num_rounds"] - state["round"] - 1, 0)
