"""What one seat may know of a table of SEKI (SEKI-7), memory included."""

import numpy as np

from ..core.game import NOBODY, Field
from ..core.kernel import kernel
from .memory import knows_panel
from .state import (
    HUNTER_GIVE,
    MAX_PLAYERS,
    NUM_CARDS,
    NUM_NUMBERS,
    NUM_POINTS,
    NUM_ROLES,
    NUM_SYMBOLS,
    NUMBER_DECK,
    NUMBER_GRAVEYARD,
    SYMBOL_DECK,
    kind_of,
    number_of,
)

LARGEST_COUNT = 127  # where the counters stop
NUM_PLACES = 10  # zones that a card can be in: hands, decks, graveyards, excluded
OPTION_FIELDS = (
    "initial_numbers",
    "initial_symbols",
    "allow_equal",
    "pass_trash_drawn",
    "pass_after_reset",
    "reset_pass_draw",
    "reset_flip",
    "forbidden_finish_scope",
    "dig_up_top",
    "dig_up_takes_right",
    "alchemist_must_beat",
    "alchemist_zero_finish",
    "angler_last_card",
    "hacker_finish_release",
    "gambler_hit_card",
    "police_scope",
    "hunter_shuffles_deck",
    "new_grad_bonus_turn",
    "exclusion_face_up",
    "distinct_backs",
    "num_games",
    "stall_rounds",
)

FIELDS = (
    Field("hand", (NUM_CARDS,), 0, 1, "own cards", private=True),
    Field("frozen", (NUM_CARDS,), 0, 1, "own frozen cards, and the others' marked frozen ones",
          private=True),
    Field("chosen", (NUM_CARDS,), 0, 1, "own cards that are chosen already in this effect, and the "
          "drawn card", private=True),
    Field("pool", (NUM_CARDS,), 0, 1, "EMPEROR's view: all cards that were collected",
          private=True),
    Field("memory", (NUM_PLACES, NUM_CARDS), 0, 1, "whether a card can be in a hand (the viewer's "
          "first, then clockwise), the number deck, symbol deck, number graveyard, symbol "
          "graveyard or excluded, as far as the viewer was told", private=True),
    Field("marked", (NUM_CARDS,), 0, 1, "cards that are face up for good"),
    Field("in_use", (NUM_CARDS,), 0, 1, "the symbol in use"),
    Field("offered", (NUM_CARDS,), 0, 1, "HUNTER's cards to give, private until all are shown"),
    Field("depth", (NUM_CARDS,), 0, 40, "1 for the top of the number graveyard, 2 for the card "
          "below it, ...; 0 elsewhere"),
    Field("deck_order", (NUM_SYMBOLS,), 0, 4, "the symbol deck from its top, if the viewer knows "
          "it: 1 REVERSE, 2 TRADE, 3 DIG UP, 4 DISCARD", private=True),
    Field("deck_top", (), 0, 10, "1 more than the number on top of the number deck, 0 if unknown"),
    Field("top", (), 0, 10, "1 more than the pile's number, 0 without one"),
    Field("top_kind", (), 0, 3, "where the pile's number is from: none, natural, declared, ghost"),
    Field("reversed", (), 0, 1, "the indicator"),
    Field("point", (NUM_POINTS,), 0, 1, "the decision that is asked"),
    Field("bonus", (), 0, 1, "this turn is TURN_B"),
    Field("after_reset", (), 0, 1, "this turn is TURN_R"),
    Field("left_to_do", (), 0, 13, "trades, discards or exchanged cards that are left"),
    Field("guess", (), 0, 3, "GAMBLER's last guess: 1 for 1 to 4, 2 for 6 to 9, 3 for 0 or 5"),
    Field("on_turn", (MAX_PLAYERS,), 0, 1, "whose decision it is"),
    Field("victim", (MAX_PLAYERS,), 0, 1, "whom HACKER or POLICE_OFFICER deals with"),
    Field("right", (MAX_PLAYERS,), 0, 1, "who holds the reset right"),
    Field("parent", (MAX_PLAYERS,), 0, 1, "who took the first turn"),
    Field("hand_size", (MAX_PLAYERS,), 0, 53, "cards in hand, frozen ones included"),
    Field("frozen_count", (MAX_PLAYERS,), 0, 2, "frozen cards in hand"),
    Field("frozen_from", (MAX_PLAYERS, MAX_PLAYERS), 0, 2, "whether the row's player has a card "
          "frozen by the column's; 2 for a symbol, with distinct backs"),
    Field("symbol_count", (MAX_PLAYERS,), 0, 13, "symbols in hand; only with distinct backs"),
    Field("place", (MAX_PLAYERS,), 0, MAX_PLAYERS, "1 for the first to finish, 2 ..., 0 in game"),
    Field("panel", (MAX_PLAYERS,), 0, 2, "the panel: face down, come out, activated"),
    Field("role", (MAX_PLAYERS, NUM_ROLES), 0, 1, "the role, if the viewer knows it"),
    Field("copied", (NUM_ROLES,), 0, 1, "the role that NEW_GRAD copied"),
    Field("roles", (NUM_ROLES,), 0, 1, "option: the panels of the pool"),
    Field("saw_panel", (MAX_PLAYERS,), 0, 1, "others who have seen the viewer's panel"),
    Field("last_did", (MAX_PLAYERS,), 0, 5, "the last turn: nothing, trash, use, activate, pass, "
          "reset"),
    Field("trades", (MAX_PLAYERS, MAX_PLAYERS), 0, LARGEST_COUNT, "trades of the row's player with "
          "the column's in this game"),
    Field("deck_size", (2,), 0, 40, "cards in the number deck and in the symbol deck"),
    Field("no_progress", (), 0, LARGEST_COUNT, "turns without progress in a row"),
    Field("turns", (), 0, LARGEST_COUNT, "turns of this game so far"),
    Field("turns_left", (), 0, LARGEST_COUNT, "turns until the game ends anyway"),
    Field("games_left", (), 0, 100, "games of the match that follow this one"),
    Field("standing", (MAX_PLAYERS, 3), 0, 100, "points of the match so far: hundreds, ones and "
          "sixtieths, for shared places"),
    Field("points", (MAX_PLAYERS,), 0, 100, "option: points by place"),
    Field("num_players", (), 3, MAX_PLAYERS, "option"),
    *(Field(name, (), 0, 100, "option") for name in OPTION_FIELDS),
)  # fmt: skip


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (SEKI-7.1, 7.2)."""
    observe_cards(state, seat, view)
    observe_memory(state, seat, view)
    observe_decks(state, seat, view)
    observe_decision(state, seat, view)
    observe_players(state, seat, view)
    observe_match(state, view)
    observe_options(state, view)


@kernel
def observe_cards(state: np.void, seat: int, view: np.void) -> None:
    """Own cards and what everybody sees of cards. One loop for each, so that each is vectorised."""
    for card in range(NUM_CARDS):
        view["hand"][card] = state["zone"][card] == seat
    for card in range(NUM_CARDS):
        view["marked"][card] = state["marked"][card]
    for card in range(NUM_CARDS):
        is_shown = (state["zone"][card] == seat) | (state["marked"][card] == 1)
        view["frozen"][card] = (state["frozen_by"][card] != NOBODY) & is_shown
    for card in range(NUM_CARDS):
        view["depth"][card] = 0
    size = np.int64(state["zone_size"][NUMBER_GRAVEYARD])
    for position in range(size):
        view["depth"][state["number_graveyard"][position]] = size - position


@kernel
def observe_memory(state: np.void, seat: int, view: np.void) -> None:
    """Where each card can be, hands clockwise from the viewer's (SEKI-7.5)."""
    count = np.int64(state["num_players"])
    for distance in range(MAX_PLAYERS):
        player = (seat + distance) % count if distance < count else distance
        for card in range(NUM_CARDS):
            view["memory"][distance, card] = state["memory"][seat, player, card]
    for zone in range(NUMBER_DECK, NUM_PLACES):
        for card in range(NUM_CARDS):
            view["memory"][zone, card] = state["memory"][seat, zone, card]


@kernel
def observe_decks(state: np.void, seat: int, view: np.void) -> None:
    """Sizes of the decks and what is known of their order (SEKI-7.6)."""
    numbers, symbols = state["zone_size"][NUMBER_DECK], state["zone_size"][SYMBOL_DECK]
    view["deck_size"][0] = numbers
    view["deck_size"][1] = symbols
    view["deck_top"] = 0
    if state["knows_top"] == 1:
        view["deck_top"] = 1 + number_of(np.int64(state["number_deck"][numbers - 1]))
    for position in range(NUM_SYMBOLS):
        view["deck_order"][position] = 0
    if state["knows_order"][seat] == 1:
        for position in range(symbols):
            card = np.int64(state["symbol_deck"][symbols - 1 - position])
            view["deck_order"][position] = 1 + kind_of(card)


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
    giving = state["point"] == HUNTER_GIVE
    view["left_to_do"] = 0 if giving and not deciding else state["left_to_do"]
    for point in range(NUM_POINTS):
        view["point"][point] = state["point"] == point
    for card in range(NUM_CARDS):
        view["in_use"][card] = state["in_use"] == card
    for card in range(NUM_CARDS):
        view["offered"][card] = state["offered"][card] & (deciding | (not giving))
    for card in range(NUM_CARDS):
        is_chosen = (state["first_choice"] == card) | (state["second_choice"] == card)
        view["chosen"][card] = is_chosen & deciding
    for card in range(NUM_CARDS):
        view["pool"][card] = state["pool"][card] & deciding


@kernel
def observe_players(state: np.void, seat: int, view: np.void) -> None:
    """The fields with one row per player, the viewer first. Absent seats hold zeros."""
    count = np.int64(state["num_players"])
    for distance in range(MAX_PLAYERS):
        present = distance < count
        player = (seat + distance) % count if present else distance
        view["on_turn"][distance] = present & (state["to_move"] == player)
        view["victim"][distance] = present & (state["victim"] == player)
        view["right"][distance] = present & (state["right"] == player)
        view["parent"][distance] = present & (state["parent"] == player)
        view["hand_size"][distance] = state["zone_size"][player] if present else 0
        view["frozen_count"][distance] = state["frozen_count"][player] if present else 0
        view["place"][distance] = state["place"][player] if present else 0
        view["panel"][distance] = state["panel"][player] if present else 0
        view["last_did"][distance] = state["last_did"][player] if present else 0
        view["saw_panel"][distance] = state["seen_role"][player, seat] if present else 0
        observe_role(state, seat, player, distance, view)
        observe_freezers(state, seat, player, distance, view)
        observe_trades(state, seat, player, distance, view)
        observe_standing(state, player, distance, view)


@kernel
def observe_role(state: np.void, seat: int, player: int, distance: int, view: np.void) -> None:
    """The role of a player, if the viewer knows it (SEKI-7.1, 7.6)."""
    known = knows_panel(state, seat, player)
    for role in range(NUM_ROLES):
        view["role"][distance, role] = known & (state["role"][player] == role)


@kernel
def observe_freezers(state: np.void, seat: int, player: int, distance: int, view: np.void) -> None:
    """Who has frozen a card of a player, and with distinct backs his symbols (SEKI-7.1, 3.5)."""
    count = np.int64(state["num_players"])
    for further in range(MAX_PLAYERS):
        view["frozen_from"][distance, further] = 0
    view["symbol_count"][distance] = 0
    if distance >= count:
        return
    if state["frozen_count"][player] > 0:
        for card in range(NUM_CARDS):
            if state["zone"][card] == player and state["frozen_by"][card] != NOBODY:
                further = (state["frozen_by"][card] - seat + count) % count
                is_symbol = (state["distinct_backs"] == 1) & (card >= NUM_NUMBERS)
                view["frozen_from"][distance, further] = 1 + is_symbol
    if state["distinct_backs"] == 1:
        symbols = 0
        for card in range(NUM_NUMBERS, NUM_CARDS):
            symbols += state["zone"][card] == player
        view["symbol_count"][distance] = symbols


@kernel
def observe_trades(state: np.void, seat: int, player: int, distance: int, view: np.void) -> None:
    """How often a player has traded with whom (SEKI-7.1)."""
    count = np.int64(state["num_players"])
    for further in range(MAX_PLAYERS):
        other = (seat + further) % count if further < count else further
        view["trades"][distance, further] = state["trades"][player, other]


@kernel
def observe_standing(state: np.void, player: int, distance: int, view: np.void) -> None:
    """Points of the match; places that up to five share are whole sixtieths (SEKI-6.4)."""
    sixtieths = np.int64(np.round(60.0 * state["match_points"][player]))
    view["standing"][distance, 0] = sixtieths // 6000
    view["standing"][distance, 1] = sixtieths // 60 % 100
    view["standing"][distance, 2] = sixtieths % 60


@kernel
def observe_match(state: np.void, view: np.void) -> None:
    """Counters of the game and the match."""
    view["no_progress"] = min(state["no_progress"], LARGEST_COUNT)
    view["turns"] = min(state["turns"], LARGEST_COUNT)
    view["turns_left"] = min(state["max_turns"] - state["turns"], LARGEST_COUNT)
    view["games_left"] = max(state["num_games"] - state["game_number"] - 1, 0)
    for role in range(NUM_ROLES):
        view["copied"][role] = state["copied"] == role
    for role in range(NUM_ROLES):
        view["roles"][role] = state["roles"][role]
    for place in range(MAX_PLAYERS):
        view["points"][place] = state["points"][place] if place < state["num_players"] else 0


@kernel
def observe_options(state: np.void, view: np.void) -> None:
    """The house rules in force (SEKI-8)."""
    view["num_players"] = state["num_players"]
    view["initial_numbers"] = state["initial_numbers"]
    view["initial_symbols"] = state["initial_symbols"]
    view["allow_equal"] = state["allow_equal"]
    view["pass_trash_drawn"] = state["pass_trash_drawn"]
    view["pass_after_reset"] = state["pass_after_reset"]
    view["reset_pass_draw"] = state["reset_pass_draw"]
    view["reset_flip"] = state["reset_flip"]
    view["forbidden_finish_scope"] = state["forbidden_finish_scope"]
    view["dig_up_top"] = state["dig_up_top"]
    view["dig_up_takes_right"] = state["dig_up_takes_right"]
    view["alchemist_must_beat"] = state["alchemist_must_beat"]
    view["alchemist_zero_finish"] = state["alchemist_zero_finish"]
    view["angler_last_card"] = state["angler_last_card"]
    view["hacker_finish_release"] = state["hacker_finish_release"]
    view["gambler_hit_card"] = state["gambler_hit_card"]
    view["police_scope"] = state["police_scope"]
    view["hunter_shuffles_deck"] = state["hunter_shuffles_deck"]
    view["new_grad_bonus_turn"] = state["new_grad_bonus_turn"]
    view["exclusion_face_up"] = state["exclusion_face_up"]
    view["distinct_backs"] = state["distinct_backs"]
    view["num_games"] = state["num_games"]
    view["stall_rounds"] = state["stall_rounds"]
