"""What one seat may know of a table of Tyrant (TYR-7)."""

import numpy as np

from ..core.compiling.kernel import kernel
from ..core.contract.fields import Field
from ..core.contract.options import option_observer
from ..core.kit.seats import number_from_viewer, seat_seen_at
from . import state as tyr
from .options import CARDS_EACH, MAX_PLAYERS, MOST_CHIPS, NUM_TRICKS, TyrantOptions

PER_SUIT, PER_SEAT, PER_TRICK = (tyr.NUM_SUITS,), (MAX_PLAYERS,), (MAX_PLAYERS, NUM_TRICKS)
MOST_SHOWN = 127  # totals above it are shown as this
IN_ROW = (tyr.ROW, tyr.NUM_SUITS), (tyr.ROW, tyr.NUM_RANKS)

FIELDS = (
    Field("hand", PER_SUIT, 0, CARDS_EACH, "own hand by suit: S, H, D, C", private=True),
    Field("stock", PER_SUIT, 0, CARDS_EACH, "own stock by suit", private=True),
    Field("kept", PER_SUIT, 0, CARDS_EACH, "of the stock, what the hand that is formed has so far",
          private=True),
    Field("step", (tyr.NUM_STEPS,), 0, 1, "the suit of which the number is asked: S, H, D; of "
          "another player's hand nothing", private=True),
    Field("ace", PER_SUIT, 0, 1, "the suit of the own ace", private=True),
    Field("unseen", PER_SUIT, 0, tyr.MOST_COPIES, "cards that the viewer has not seen, by suit",
          private=True),
    Field("lead_suits", IN_ROW[0], 0, 1, "the lead row: suits, this trick's card first"),
    Field("lead_ranks", IN_ROW[1], 0, 1, "the same: J, Q, K"),
    Field("trick", (), 0, NUM_TRICKS, "tricks that are over"),
    Field("plaza", PER_SUIT, 0, tyr.MOST_COPIES, "cards on the plaza by suit"),
    Field("powers", PER_SUIT, 0, tyr.MOST_POWER, "the value of a card by suit, but for chips: 10 "
          "where it was led, else that of its column"),
    Field("chips_on", PER_SUIT, 0, MAX_PLAYERS * MOST_CHIPS, "chips on a suit in this trick"),
    Field("phase", (tyr.NUM_PHASES,), 0, 1, "the decision that is asked: select, play, tyrant, "
          "settle"),
    Field("on_turn", PER_SEAT, 0, 1, "whose decision it is"),
    Field("marker", PER_SEAT, 0, 1, "who holds the marker"),
    Field("chips", PER_SEAT, 0, MOST_CHIPS, "chips in front of a player"),
    Field("hand_sizes", PER_SEAT, 0, CARDS_EACH, "cards in hand"),
    Field("stock_sizes", PER_SEAT, 0, CARDS_EACH, "cards in the stock"),
    Field("must_play", PER_SEAT, 0, 1, "players who passed in the previous trick"),
    Field("won", (MAX_PLAYERS, tyr.NUM_LEADS), 0, 1, "lead cards won: SJ, SQ, SK, HJ, ..., CK"),
    Field("winners", (NUM_TRICKS,), 0, MAX_PLAYERS, "who won each trick: 0 nobody, 1 the viewer, 2 "
          "the next clockwise, ..."),
    Field("leads", (NUM_TRICKS,), 0, tyr.NUM_LEADS, "lead cards of the tricks as far as they have "
          "been face up: 1 SJ, 2 SQ, ..., 12 CK; 0 not yet"),
    Field("refills", PER_TRICK, 0, CARDS_EACH, "the size of a hand formed at the start of a trick"),
    Field("selected", PER_TRICK, 0, 1, "whether its player had a choice, so at least two suits"),
    Field("deeds", PER_TRICK, 0, len(tyr.DEEDS) - 1, "what was done: 0 nothing yet, 1 passed, 2 "
          "hard-passed, 3 barred from passing, 4 played"),
    Field("sizes", PER_TRICK, 0, tyr.MOST_PLAYED, "cards played"),
    Field("faces_up", PER_TRICK, 0, tyr.NUM_SUITS, "the suit of the card that lay face up: 0 none, "
          "1 S, ..., 4 C"),
    Field("targets", PER_TRICK, 0, tyr.NUM_SUITS, "the suit on which chips were laid, likewise"),
    Field("laid", PER_TRICK, 0, MOST_CHIPS, "chips laid"),
    Field("settled", PER_TRICK, 0, tyr.NUM_SUITS, "the suit of the card chosen for the plaza, "
          "likewise"),
    Field("plays", (*PER_TRICK, tyr.NUM_SUITS), 0, tyr.MOST_PLAYED, "cards played by suit: own "
          "ones, and others' as far as everybody has seen them"),
    Field("aces", (MAX_PLAYERS, tyr.NUM_SUITS), 0, 1, "the suits of the aces, once the game is "
          "over"),
    Field("totals", PER_SEAT, 0, MOST_SHOWN, "total fame, once the game is over; 127 stands for "
          "more, too"),
    Field("purged", PER_SEAT, 0, 1, "who was purged"),
    *TyrantOptions.view_fields(),
)  # fmt: skip

observe_options = option_observer(TyrantOptions)


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (TYR-7.5)."""
    observe_own(state, seat, view)
    observe_table(state, view)
    observe_leads(state, seat, view)
    for distance in range(MAX_PLAYERS):
        player = seat_seen_at(state, seat, distance)
        observe_player(state, player, distance, view)
        observe_tricks(state, player, distance, view)
    for trick in range(NUM_TRICKS):
        for suit in range(tyr.NUM_SUITS):
            view["plays"][0, trick, suit] = state["plays"][seat, trick, suit]
    observe_options(state, view)


@kernel
def observe_own(state: np.void, seat: int, view: np.void) -> None:
    """What only the viewer knows (TYR-7.3)."""
    selects = state["to_move"] == seat and state["phase"] == tyr.SELECT
    copies = tyr.COPIES[state["num_players"]]
    for suit in range(tyr.NUM_SUITS):
        hand, stock = state["hands"][seat, suit], state["stocks"][seat, suit]
        view["hand"][suit] = hand
        view["stock"][suit] = stock
        view["kept"][suit] = state["kept"][suit] * selects
        view["ace"][suit] = state["aces"][seat] == suit
        view["unseen"][suit] = (
            copies - hand - stock - state["seen"][suit] - state["unshown"][seat, suit]
        )
    for step in range(tyr.NUM_STEPS):
        view["step"][step] = selects and state["step"] == step


@kernel
def observe_table(state: np.void, view: np.void) -> None:
    """The plaza and the decision that is asked (TYR-7.1)."""
    is_over = state["to_move"] == tyr.NOBODY
    led = tyr.NO_SUIT if is_over else tyr.lead_suit(state)
    view["trick"] = state["trick"]
    for suit in range(tyr.NUM_SUITS):
        view["plaza"][suit] = state["plaza"][suit]
        view["powers"][suit] = tyr.LED_POWER if suit == led else tyr.column_power(state, suit)
        view["chips_on"][suit] = state["chips_on"][suit]
    for phase in range(tyr.NUM_PHASES):
        view["phase"][phase] = not is_over and state["phase"] == phase


@kernel
def observe_leads(state: np.void, seat: int, view: np.void) -> None:
    """The lead row, the lead cards before it, and who won them (TYR-3.1)."""
    first, count = np.int64(state["trick"]), np.int8(state["num_players"])
    for place in range(tyr.ROW):
        lead = np.int64(state["leads"][first + place]) if first + place < NUM_TRICKS else -1
        for suit in range(tyr.NUM_SUITS):
            view["lead_suits"][place, suit] = lead >= 0 and lead // tyr.NUM_RANKS == suit
        for rank in range(tyr.NUM_RANKS):
            view["lead_ranks"][place, rank] = lead >= 0 and lead % tyr.NUM_RANKS == rank
    for trick in range(NUM_TRICKS):
        is_known = trick < first + tyr.ROW
        view["leads"][trick] = (state["leads"][trick] + 1) * is_known
        view["winners"][trick] = number_from_viewer(state["winners"][trick], seat, count)


@kernel
def observe_player(state: np.void, player: int, distance: int, view: np.void) -> None:
    """A player's row of what holds now. An absent seat has zeros."""
    is_over = state["to_move"] == tyr.NOBODY
    view["on_turn"][distance] = state["to_move"] == player
    view["marker"][distance] = state["marker"] == player
    view["chips"][distance] = state["chips"][player]
    view["hand_sizes"][distance] = tyr.num_cards(state["hands"][player])
    view["stock_sizes"][distance] = tyr.num_cards(state["stocks"][player])
    view["must_play"][distance] = tyr.deed_before(state, player) == tyr.PASSED
    for lead in range(tyr.NUM_LEADS):
        view["won"][distance, lead] = 0
    for trick in range(state["trick"]):
        if state["winners"][trick] == player:
            view["won"][distance, state["leads"][trick]] = 1
    shows_ace = is_over and player < state["num_players"]
    for suit in range(tyr.NUM_SUITS):
        view["aces"][distance, suit] = shows_ace and state["aces"][player] == suit
    view["totals"][distance] = min(int(state["totals"][player]), MOST_SHOWN)
    view["purged"][distance] = state["purged"][player]


@kernel
def observe_tricks(state: np.void, player: int, distance: int, view: np.void) -> None:
    """A player's row of what everybody has seen of all tricks (TYR-7.2)."""
    for trick in range(NUM_TRICKS):
        view["refills"][distance, trick] = state["refills"][player, trick]
        view["selected"][distance, trick] = state["selected"][player, trick]
        view["deeds"][distance, trick] = state["deeds"][player, trick]
        view["sizes"][distance, trick] = state["sizes"][player, trick]
        view["faces_up"][distance, trick] = state["faces_up"][player, trick] + 1
        view["targets"][distance, trick] = state["targets"][player, trick] + 1
        view["laid"][distance, trick] = state["laid"][player, trick]
        view["settled"][distance, trick] = state["settled"][player, trick] + 1
        for suit in range(tyr.NUM_SUITS):
            view["plays"][distance, trick, suit] = state["shown"][player, trick, suit]
