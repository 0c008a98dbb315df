"""The view of SEKI: everything that a seat may know, memory included (SEKI-7)."""

import numpy as np

from ..core.compiling.kernel import kernel
from ..core.contract.cells import cell_observer, view_fields
from ..core.contract.fields import LARGEST_COUNT
from ..core.kit.arrays import show_one
from ..core.kit.memory import observe_memory
from ..core.kit.seats import NOBODY, seat_seen_at
from . import state as seki
from .options import MAX_PLAYERS, SekiOptions
from .rules.memory import knows_panel

SIXTIETHS = 60  # places that three, four or five players share are worth whole ones
MOST_SIXTIETHS = LARGEST_COUNT * seki.FOUR_POINTS

FIELDS = view_fields(seki.CELLS, SekiOptions)

observe_cells = cell_observer("seki_v0", seki.CELLS, SekiOptions)


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (SEKI-7.1, 7.2)."""
    observe_cells(state, seat, view)
    observe_cards(state, seat, view)
    observe_memory(state, seat, view)
    observe_decks(state, seat, view)
    observe_decision(state, seat, view)
    observe_players(state, seat, view)
    observe_standings(state, seat, view)
    observe_match(state, view)


@kernel
def observe_cards(state: np.void, seat: int, view: np.void) -> None:
    """Writes the own cards and the public ones. Each field has its own, vectorised loop."""
    viewer = np.int8(seat)
    for card in range(seki.NUM_CARDS):
        view["hand"][card] = state["zone"][card] == viewer
    for card in range(seki.NUM_CARDS):
        is_shown = (state["zone"][card] == viewer) | (state["marked"][card] == 1)
        view["frozen"][card] = (state["frozen_by"][card] != NOBODY) & is_shown
    for card in range(seki.NUM_CARDS):
        view["depth"][card] = 0
    size = np.int64(state["zone_size"][seki.NUMBER_GRAVEYARD])
    for position in range(size):
        view["depth"][state["number_graveyard"][position]] = size - position


@kernel
def observe_decks(state: np.void, seat: int, view: np.void) -> None:
    """Writes the sizes of the decks and their known order (SEKI-7.6)."""
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
    """Writes the choices so far, which only the player on turn may see yet."""
    deciding = state["to_move"] == seat
    giving = state["phase"] == seki.HUNTER_GIVE
    view["left_to_do"] = 0 if giving and not deciding else state["left_to_do"]
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
    """Writes sizes of hands, roles and frozen cards by player, the viewer first."""
    for distance in range(MAX_PLAYERS):
        player = seat_seen_at(state, seat, distance)
        view["hand_size"][distance] = state["zone_size"][player]
        view["saw_panel"][distance] = state["seen_role"][player, seat]
        observe_role(state, seat, player, distance, view)
        observe_freezers(state, seat, player, distance, view)
        observe_symbol_count(state, player, distance, view)


@kernel
def observe_role(state: np.void, seat: int, player: int, distance: int, view: np.void) -> None:
    """Writes the role of a player, if the viewer knows it (SEKI-7.1, SEKI-7.6)."""
    is_known = knows_panel(state, seat, player)
    show_one(np.int64(state["role"][player]) if is_known else seki.NO_ROLE, view["role"][distance])


@kernel
def observe_freezers(state: np.void, seat: int, player: int, distance: int, view: np.void) -> None:
    """Writes who froze a player's cards; with distinct backs also whether a symbol (SEKI-7.1)."""
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
    """Writes a player's number of symbols, which only distinct backs tell (SEKI-3.5)."""
    view["symbol_count"][distance] = 0
    if state["distinct_backs"] == 1:
        for card in range(seki.NUM_NUMBERS, seki.NUM_CARDS):
            view["symbol_count"][distance] += state["zone"][card] == player


@kernel
def observe_standings(state: np.void, seat: int, view: np.void) -> None:
    """Writes the points of the match less their mean (SEKI-6.2, SEKI-6.4, SEKI-9.29)."""
    count, total = np.int64(state["num_players"]), 0.0
    for player in range(count):
        total += state["match_points"][player]
    mean = total / count
    for distance in range(MAX_PLAYERS):
        lead = 0.0
        if distance < count:
            lead = state["match_points"][seat_seen_at(state, seat, distance)] - mean
        sixtieths = int(np.round(SIXTIETHS * lead))
        sixtieths = min(max(sixtieths, -MOST_SIXTIETHS), MOST_SIXTIETHS)
        fours = (sixtieths + seki.FOUR_POINTS // 2) // seki.FOUR_POINTS
        view["standing"][distance] = fours
        view["standing_rest"][distance] = sixtieths - seki.FOUR_POINTS * fours


@kernel
def observe_match(state: np.void, view: np.void) -> None:
    """Writes the turns and games that are left (SEKI-6.3, SEKI-6.4)."""
    view["turns_left"] = min(state["max_turns"] - state["turns"], LARGEST_COUNT)
    view["games_left"] = max(state["num_games"] - state["game_number"] - 1, 0)
