"""What one seat may know of a table of SEKI (SEKI-7), memory included."""

import numpy as np

from ..core.compiling.kernel import kernel
from ..core.contract.fields import Field
from ..core.contract.options import option_observer
from ..core.kit.arrays import show_one
from ..core.kit.seats import NOBODY, seat_seen_at
from . import state as seki
from .options import MAX_PLAYERS, SekiOptions
from .rules.memory import knows_panel

NUM_PLACES = seki.ASIDE  # zones that a card can be in: hands, decks, graveyards, excluded
LARGEST_COUNT = 32_767  # where the counters stop
MOST_TRADES = 15 + 2 * MAX_PLAYERS  # by symbols (SEKI-9.24), and by roles
MOST_IDLE_TURNS = 10 * MAX_PLAYERS  # `stall_rounds` of them
SIXTIETHS = 60  # places that three, four or five players share are worth whole ones

PER_CARD, PER_SEAT = (seki.NUM_CARDS,), (MAX_PLAYERS,)
BETWEEN_SEATS = (MAX_PLAYERS, MAX_PLAYERS)

FIELDS = (
    Field("hand", PER_CARD, 0, 1, "own cards", private=True),
    Field("frozen", PER_CARD, 0, 1, "own frozen cards, and the others' marked frozen ones",
          private=True),
    Field("chosen", PER_CARD, 0, 1, "own cards that are chosen already in this effect, and the "
          "drawn card", private=True),
    Field("pool", PER_CARD, 0, 1, "EMPEROR's view: all cards that were collected",
          private=True),
    Field("memory", (NUM_PLACES, seki.NUM_CARDS), 0, 1, "whether a card can be in a hand (the "
          "viewer's first, then clockwise), the number deck, symbol deck, number graveyard, symbol "
          "graveyard or excluded, as far as the viewer was told", private=True),
    Field("marked", PER_CARD, 0, 1, "cards that are face up for good"),
    Field("in_use", PER_CARD, 0, 1, "the symbol in use"),
    Field("offered", PER_CARD, 0, 1, "HUNTER's cards to give, private until all are shown"),
    Field("depth", PER_CARD, 0, 40, "1 for the top of the number graveyard, 2 for the card "
          "below it, ...; 0 elsewhere"),
    Field("deck_order", (seki.NUM_SYMBOLS,), 0, 4, "the symbol deck from its top, if the viewer "
          "knows it: 1 REVERSE, 2 TRADE, 3 DIG UP, 4 DISCARD", private=True),
    Field("deck_top", (), 0, 10, "1 more than the number on top of the number deck, 0 if unknown"),
    Field("top", (), 0, 10, "1 more than the pile's number, 0 without one"),
    Field("top_kind", (), 0, 3, "where the pile's number is from: none, natural, declared, ghost"),
    Field("reversed", (), 0, 1, "the indicator"),
    Field("phase", (seki.NUM_PHASES,), 0, 1, "the decision that is asked"),
    Field("bonus", (), 0, 1, "this turn is TURN_B"),
    Field("after_reset", (), 0, 1, "this turn is TURN_R"),
    Field("left_to_do", (), 0, 13, "trades, discards or exchanged cards that are left"),
    Field("guess", (), 0, 3, "GAMBLER's last guess: 1 for 1 to 4, 2 for 6 to 9, 3 for 0 or 5"),
    Field("on_turn", PER_SEAT, 0, 1, "whose decision it is"),
    Field("victim", PER_SEAT, 0, 1, "whom HACKER or POLICE_OFFICER deals with"),
    Field("right", PER_SEAT, 0, 1, "who holds the reset right"),
    Field("parent", PER_SEAT, 0, 1, "who took the first turn"),
    Field("hand_size", PER_SEAT, 0, 53, "cards in hand, frozen ones included"),
    Field("frozen_count", PER_SEAT, 0, 2, "frozen cards in hand"),
    Field("frozen_from", BETWEEN_SEATS, 0, 2, "whether the row's player has a card "
          "frozen by the column's; 2 for a symbol, with distinct backs"),
    Field("symbol_count", PER_SEAT, 0, 13, "symbols in hand; only with distinct backs"),
    Field("place", PER_SEAT, 0, MAX_PLAYERS, "1 for the first to finish, 2 ..., 0 in game"),
    Field("panel", PER_SEAT, 0, 2, "the panel: face down, come out, activated"),
    Field("role", (MAX_PLAYERS, seki.NUM_ROLES), 0, 1, "the role, if the viewer knows it"),
    Field("copied", (seki.NUM_ROLES,), 0, 1, "the role that NEW_GRAD copied"),
    Field("saw_panel", PER_SEAT, 0, 1, "others who have seen the viewer's panel"),
    Field("last_did", PER_SEAT, 0, 5, "the last turn: nothing, trash, use, activate, pass, "
          "reset"),
    Field("trades", BETWEEN_SEATS, 0, MOST_TRADES, "trades of the row's player with "
          "the column's in this game"),
    Field("deck_size", (2,), 0, 40, "cards in the number deck and in the symbol deck"),
    Field("no_progress", (), 0, MOST_IDLE_TURNS, "turns without progress in a row"),
    Field("turns", (), 0, LARGEST_COUNT, "turns of this game so far"),
    Field("turns_left", (), 0, LARGEST_COUNT, "turns until the game ends anyway"),
    Field("games_left", (), 0, 99, "games of the match that follow this one"),
    Field("standing", PER_SEAT, -LARGEST_COUNT, LARGEST_COUNT, "points of the match so far "
          "less the table's mean, in sixtieths of a point, clipped"),
    *SekiOptions.view_fields(),
)  # fmt: skip

observe_options = option_observer(SekiOptions)


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (SEKI-7.1, 7.2)."""
    observe_cards(state, seat, view)
    observe_memory(state, seat, view)
    observe_decks(state, seat, view)
    observe_decision(state, seat, view)
    observe_players(state, seat, view)
    observe_standings(state, seat, view)
    observe_match(state, view)
    observe_options(state, view)


@kernel
def observe_cards(state: np.void, seat: int, view: np.void) -> None:
    """Own cards and what everybody sees of cards. One loop for each, so that each is vectorised."""
    viewer = np.int8(seat)
    for card in range(seki.NUM_CARDS):
        view["hand"][card] = state["zone"][card] == viewer
    for card in range(seki.NUM_CARDS):
        view["marked"][card] = state["marked"][card]
    for card in range(seki.NUM_CARDS):
        is_shown = (state["zone"][card] == viewer) | (state["marked"][card] == 1)
        view["frozen"][card] = (state["frozen_by"][card] != NOBODY) & is_shown
    for card in range(seki.NUM_CARDS):
        view["depth"][card] = 0
    size = np.int64(state["zone_size"][seki.NUMBER_GRAVEYARD])
    for position in range(size):
        view["depth"][state["number_graveyard"][position]] = size - position


@kernel
def observe_memory(state: np.void, seat: int, view: np.void) -> None:
    """Where each card can be, hands clockwise from the viewer's (SEKI-7.5)."""
    for distance in range(MAX_PLAYERS):
        player = seat_seen_at(state, seat, distance)
        for card in range(seki.NUM_CARDS):
            view["memory"][distance, card] = state["memory"][seat, player, card]
    for zone in range(seki.NUMBER_DECK, NUM_PLACES):
        for card in range(seki.NUM_CARDS):
            view["memory"][zone, card] = state["memory"][seat, zone, card]


@kernel
def observe_decks(state: np.void, seat: int, view: np.void) -> None:
    """Sizes of the decks and what is known of their order (SEKI-7.6)."""
    numbers, symbols = state["zone_size"][seki.NUMBER_DECK], state["zone_size"][seki.SYMBOL_DECK]
    view["deck_size"][0] = numbers
    view["deck_size"][1] = symbols
    view["deck_top"] = 0
    if state["knows_top"] == 1:
        view["deck_top"] = 1 + seki.number_of(np.int64(state["number_deck"][numbers - 1]))
    for position in range(seki.NUM_SYMBOLS):
        view["deck_order"][position] = 0
    if state["knows_order"][seat] == 1:
        for position in range(symbols):
            card = np.int64(state["symbol_deck"][symbols - 1 - position])
            view["deck_order"][position] = 1 + seki.kind_of(card)


@kernel
def observe_decision(state: np.void, seat: int, view: np.void) -> None:
    """The pile, the decision that is asked, and the viewer's own choices so far."""
    view["top"] = 1 + state["top"]
    view["top_kind"] = state["top_kind"]
    view["reversed"] = state["reversed"]
    view["bonus"] = state["bonus"]
    view["after_reset"] = state["after_reset"]
    view["guess"] = state["guess"]
    deciding = state["to_move"] == seat
    giving = state["phase"] == seki.HUNTER_GIVE
    view["left_to_do"] = 0 if giving and not deciding else state["left_to_do"]
    show_one(np.int64(state["phase"]), view["phase"])
    show_one(np.int64(state["in_use"]), view["in_use"])
    show_one(np.int64(state["first_choice"]) if deciding else seki.NO_CARD, view["chosen"])
    if deciding and state["second_choice"] != seki.NO_CARD:
        view["chosen"][state["second_choice"]] = 1
    shows_offer, shows_pool = np.int8(deciding or not giving), np.int8(deciding)
    for card in range(seki.NUM_CARDS):
        view["offered"][card] = state["offered"][card] & shows_offer
    for card in range(seki.NUM_CARDS):
        view["pool"][card] = state["pool"][card] & shows_pool


@kernel
def observe_players(state: np.void, seat: int, view: np.void) -> None:
    """The fields with one row per player, the viewer first. Absent seats hold zeros."""
    for distance in range(MAX_PLAYERS):
        player = seat_seen_at(state, seat, distance)
        view["on_turn"][distance] = state["to_move"] == player
        view["victim"][distance] = state["victim"] == player
        view["right"][distance] = state["right"] == player
        view["parent"][distance] = state["parent"] == player
        view["hand_size"][distance] = state["zone_size"][player]
        view["frozen_count"][distance] = state["frozen_count"][player]
        view["place"][distance] = state["place"][player]
        view["panel"][distance] = state["panel"][player]
        view["last_did"][distance] = state["last_did"][player]
        view["saw_panel"][distance] = state["seen_role"][player, seat]
        observe_role(state, seat, player, distance, view)
        observe_freezers(state, seat, player, distance, view)
        observe_symbol_count(state, player, distance, view)
        observe_trades(state, seat, player, distance, view)


@kernel
def observe_role(state: np.void, seat: int, player: int, distance: int, view: np.void) -> None:
    """The role of a player, if the viewer knows it (SEKI-7.1, 7.6)."""
    is_known = knows_panel(state, seat, player)
    show_one(np.int64(state["role"][player]) if is_known else seki.NO_ROLE, view["role"][distance])


@kernel
def observe_freezers(state: np.void, seat: int, player: int, distance: int, view: np.void) -> None:
    """Who has frozen a card of a player; with distinct backs also whether a symbol (SEKI-7.1)."""
    count = np.int64(state["num_players"])
    for further in range(MAX_PLAYERS):
        view["frozen_from"][distance, further] = 0
    if state["frozen_count"][player] == 0:
        return
    for card in range(seki.NUM_CARDS):
        if state["zone"][card] == player and state["frozen_by"][card] != NOBODY:
            further = (state["frozen_by"][card] - seat + count) % count
            is_symbol = (state["distinct_backs"] == 1) & (card >= seki.NUM_NUMBERS)
            view["frozen_from"][distance, further] = 1 + is_symbol


@kernel
def observe_symbol_count(state: np.void, player: int, distance: int, view: np.void) -> None:
    """A player's symbols, which only distinct backs tell (SEKI-3.5)."""
    view["symbol_count"][distance] = 0
    if state["distinct_backs"] == 1:
        for card in range(seki.NUM_NUMBERS, seki.NUM_CARDS):
            view["symbol_count"][distance] += state["zone"][card] == player


@kernel
def observe_trades(state: np.void, seat: int, player: int, distance: int, view: np.void) -> None:
    """How often a player has traded with whom (SEKI-7.1)."""
    for further in range(MAX_PLAYERS):
        other = seat_seen_at(state, seat, further)
        view["trades"][distance, further] = state["trades"][player, other]


@kernel
def observe_standings(state: np.void, seat: int, view: np.void) -> None:
    """Points of the match less the table's mean, which is whole sixtieths (SEKI-6.2, 6.4)."""
    count, total = np.int64(state["num_players"]), 0.0
    for player in range(count):
        total += state["match_points"][player]
    mean = total / count
    for distance in range(MAX_PLAYERS):
        lead = 0.0
        if distance < count:
            lead = state["match_points"][seat_seen_at(state, seat, distance)] - mean
        sixtieths = np.int64(np.round(SIXTIETHS * lead))
        view["standing"][distance] = min(max(sixtieths, -LARGEST_COUNT), LARGEST_COUNT)


@kernel
def observe_match(state: np.void, view: np.void) -> None:
    """Counters of the game and the match."""
    view["no_progress"] = state["no_progress"]
    view["turns"] = min(state["turns"], LARGEST_COUNT)
    view["turns_left"] = min(state["max_turns"] - state["turns"], LARGEST_COUNT)
    view["games_left"] = max(state["num_games"] - state["game_number"] - 1, 0)
    show_one(np.int64(state["copied"]), view["copied"])
