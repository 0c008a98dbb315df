"""What one seat may know of a table of Taxot (TAX-7).

Who is asked about a discard is secret. So while others are asked a player sees the next turn begun,
as if nobody had been, wherever that does not show what is not there yet (TAX-9.15).
"""

import numpy as np

from ..cards.kikisen import NUM_CARDS, NUM_COLOURS, NUM_KINDS, NUM_STRENGTHS, NUM_TYPES
from ..cards.melds import count_of
from ..core.compiling.kernel import kernel
from ..core.contract.fields import Field
from ..core.contract.options import option_observer
from ..core.kit.arrays import clear, copy
from ..core.kit.seats import NOBODY, number_from_viewer, seat_seen_at
from ..kikisen.options import MAX_PLAYERS
from ..kikisen.points import HIGHEST_BONUS, LARGEST_SCORE, observe_points
from ..kikisen.seasons import SEASON_FIELDS, observe_season
from . import state as tax
from .holding import can_react
from .options import DEALT, MOST_LIGHTS, TaxotOptions

PER_TYPE, PER_SEAT, PER_TURN = (NUM_TYPES,), (MAX_PLAYERS,), (tax.MOST_TURNS,)
PER_SEAT_AND_TYPE = (MAX_PLAYERS, NUM_TYPES)
MOST_COPIES = int(tax.COPIES.max())
NUM_ANSWERS = 3  # pass, close, call

FIELDS = (
    Field("hand", PER_TYPE, 0, MOST_COPIES, "own concealed cards by type: bS, b0 to b8, bK, bE, "
          "and the same in red", private=True),
    Field("answer", (NUM_ANSWERS,), 0, 1, "what the viewer has answered to the discard while "
          "others are asked: pass, close, call", private=True),
    Field("offered", PER_TYPE, 0, MOST_COPIES, "the meld that the viewer would call, by type",
          private=True),
    Field("offered_strength", (), 0, NUM_STRENGTHS, "1 more than its strength, of a run its foot",
          private=True),
    Field("drawn", PER_TYPE, 0, MOST_COPIES, "what the viewer has drawn since the reshuffle, by "
          "type", private=True),
    Field("phase", (tax.NUM_PHASES,), 0, 1, "what is asked: turn, reaction, discard; as far "
          "as the viewer may know"),
    Field("latest", PER_TYPE, 0, 1, "the latest discard, if it is not taken"),
    Field("discarder", PER_SEAT, 0, 1, "who discarded it"),
    Field("discards", PER_SEAT_AND_TYPE, 0, MOST_COPIES, "discards that lie there, by type"),
    Field("concealed", PER_SEAT, 0, DEALT + 1, "concealed cards"),
    Field("melds", PER_SEAT_AND_TYPE, 0, MOST_COPIES, "melds by type"),
    Field("meld_kinds", (MAX_PLAYERS, tax.NUM_MELD_KINDS), 0, 1, "their kind: triple, four, run"),
    Field("meld_strengths", PER_SEAT, 0, NUM_STRENGTHS, "1 more than their strength, of a run its "
          "foot; 0 without a meld"),
    Field("extensions", PER_SEAT, 0, NUM_TYPES, "1 more than the type that made a four of a "
          "triple, else 0"),
    Field("stock_size", (), 0, NUM_CARDS, "cards in the stock"),
    Field("reshuffled", PER_TYPE, 0, MOST_COPIES, "what the new stock was made of, by type"),
    Field("light_cards", (MOST_LIGHTS, NUM_TYPES), 0, 1, "the lights"),
    Field("is_first_lap", (), 0, 1, "whether this is the first round"),
    Field("turn_types", PER_TURN, 0, NUM_TYPES, "the discards in order since the deal or the "
          "reshuffle: 1 more than their type, 0 after the last"),
    Field("turn_seats", PER_TURN, 0, MAX_PLAYERS, "who discarded them: 1 the viewer, 2 the next "
          "clockwise, ..."),
    Field("turn_called", PER_TURN, 0, 1, "whether that turn began with the discard before it"),
    Field("turn_laid", PER_TURN, 0, 1, "whether cards were laid from the hand in it"),
    Field("closer", PER_SEAT, 0, 1, "who closed the last season that is over"),
    Field("fed_by", PER_SEAT, 0, 1, "on whose discard"),
    Field("shown", PER_TYPE, 0, MOST_COPIES, "with which six cards, by type"),
    *SEASON_FIELDS,
    Field("bonus", (), 0, HIGHEST_BONUS, "the dealer's bonus"),
    Field("scores", PER_SEAT, -LARGEST_SCORE, LARGEST_SCORE, "points so far"),
    *TaxotOptions.view_fields(),
)  # fmt: skip

observe_options = option_observer(TaxotOptions)


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (TAX-7.4)."""
    goes_on = seems_to_go_on(state, seat)
    for colour in range(NUM_COLOURS):
        cards = np.int64(state["hands"][seat, colour])
        for kind in range(NUM_KINDS):
            view["hand"][colour * NUM_KINDS + kind] = count_of(cards, kind)
    copy(state["drawn"][seat], view["drawn"])
    observe_answer(state, seat, goes_on, view)
    observe_table(state, view)
    observe_turns(state, seat, view)
    for distance in range(MAX_PLAYERS):
        player = seat_seen_at(state, seat, distance)
        observe_season(state, player, distance, view)
        observe_player(state, player, distance, view)
        observe_cards(state, player, distance, view)
    observe_decision(state, seat, goes_on, view)
    observe_options(state, view)


# What is secret (TAX-7.3)


@kernel
def seems_to_go_on(state: np.void, seat: int) -> bool:
    """Whether a seat sees the next turn begun although somebody is asked about the discard.

    Not whoever is asked, or has still to be asked, or has offered to take the discard, or would see
    a draw that may not come; and nobody where there is nothing to draw (TAX-9.15).
    """
    is_asked = state["phase"] == tax.REACTION and state["to_move"] != NOBODY
    if not is_asked or state["to_move"] == seat or state["stock_size"] == 0:
        return False
    return seat != tax.follower(state) and has_done_with(state, seat)


@kernel
def has_done_with(state: np.void, seat: int) -> bool:
    """Whether a seat has nothing to do any more with the discard that others are asked about."""
    if seat == state["active"] or state["answers"][seat] == tax.PASS_ACTION:
        return True
    type_ = np.int64(state["turn_types"][state["turn"]])
    return state["answers"][seat] == tax.NO_ANSWER and not can_react(state, seat, type_)


@kernel
def observe_answer(state: np.void, seat: int, goes_on: bool, view: np.void) -> None:
    """The own answer while others are asked; once the turn seems to go on it is forgotten."""
    answer = tax.NO_ANSWER if goes_on else np.int64(state["answers"][seat])
    meld = answer - tax.FIRST_CALL
    view["answer"][0] = answer == tax.PASS_ACTION
    view["answer"][1] = answer == tax.CLOSE_ACTION
    view["answer"][2] = meld >= 0
    view["offered_strength"] = 1 + tax.STRENGTH_OF_MELD[meld] if meld >= 0 else 0
    show_meld(meld if meld >= 0 else tax.NO_MELD, view["offered"])


@kernel
def observe_decision(state: np.void, seat: int, goes_on: bool, view: np.void) -> None:
    """Whose decision it is and which, as far as the viewer may know; after a draw that goes on."""
    mover, phase = int(state["to_move"]), int(state["phase"])
    is_first_lap = state["lap"] == 1
    if goes_on:
        mover, phase = tax.follower(state), tax.TURN
        is_first_lap = is_first_lap and mover != state["dealer"]
    elif phase == tax.REACTION and mover != seat:
        mover = NOBODY
    view["is_first_lap"] = is_first_lap
    view["stock_size"] = state["stock_size"] - goes_on
    for kind in range(tax.NUM_PHASES):
        view["phase"][kind] = kind == phase and state["to_move"] != NOBODY
    for distance in range(MAX_PLAYERS):
        player = seat_seen_at(state, seat, distance)
        view["on_turn"][distance] = player == mover
        view["concealed"][distance] = state["concealed"][player] + (goes_on and player == mover)


# What is public (TAX-7.1)


@kernel
def observe_table(state: np.void, view: np.void) -> None:
    """The latest discard, lights, the new stock, the last close, and the bonus."""
    last = tax.open_discard(state)
    show_type(int(state["turn_types"][last]) if last >= 0 else tax.NO_TYPE, view["latest"])
    copy(state["reshuffled"], view["reshuffled"])
    copy(state["shown"], view["shown"])
    for number in range(MOST_LIGHTS):
        show_type(int(state["light_cards"][number]), view["light_cards"][number])
    view["bonus"] = state["bonus"]


@kernel
def observe_turns(state: np.void, seat: int, view: np.void) -> None:
    """The turns on record; one that has not come to its discard tells only how it began."""
    viewer, count = np.int8(seat), np.int8(state["num_players"])
    num_discarded = tax.num_discarded(state)
    for turn in range(tax.MOST_TURNS):
        view["turn_types"][turn] = state["turn_types"][turn] + np.int8(1)
    for turn in range(tax.MOST_TURNS):
        player = np.int8(state["turn_seats"][turn])
        view["turn_seats"][turn] = number_from_viewer(player, viewer, count)
    for turn in range(num_discarded, tax.MOST_TURNS):
        view["turn_seats"][turn] = 0
    copy(state["turn_called"], view["turn_called"])
    for turn in range(tax.MOST_TURNS):
        view["turn_laid"][turn] = state["turn_laid"][turn, 0] | state["turn_laid"][turn, 1] != 0


@kernel
def observe_player(state: np.void, player: int, distance: int, view: np.void) -> None:
    """A player's row of the fields with few numbers for each. Absent seats hold zeros."""
    meld, last = np.int64(state["melds"][player]), tax.open_discard(state)
    has_meld = meld != tax.NO_MELD
    for kind in range(tax.NUM_MELD_KINDS):
        view["meld_kinds"][distance, kind] = has_meld and kind == tax.KIND_OF_MELD[meld]
    view["meld_strengths"][distance] = 1 + tax.STRENGTH_OF_MELD[meld] if has_meld else 0
    view["extensions"][distance] = 1 + state["extensions"][player]
    view["discarder"][distance] = last >= 0 and state["turn_seats"][last] == player
    view["closer"][distance] = state["closer"] == player
    view["fed_by"][distance] = state["fed_by"] == player
    observe_points(state, player, distance, view)


@kernel
def observe_cards(state: np.void, player: int, distance: int, view: np.void) -> None:
    """A player's public cards by type."""
    copy(state["discards"][player], view["discards"][distance])
    show_meld(np.int64(state["melds"][player]), view["melds"][distance])


@kernel
def show_meld(meld: int, counts: np.ndarray) -> None:
    """Writes out the cards of a meld by type, int8[24]; zeros for NO_MELD."""
    if meld == tax.NO_MELD:
        clear(counts)
    else:
        copy(tax.COUNTS_OF_MELD[meld], counts)


@kernel
def show_type(type_: int, cells: np.ndarray) -> None:
    """Marks a type, int8[24]; nothing for NO_TYPE."""
    clear(cells)
    if type_ != tax.NO_TYPE:
        cells[type_] = 1
