"""The course of a game: the deal, turns, finishing, stalling, and the next game of a match."""

import numpy as np

from ...core.compiling.kernel import kernel
from ...core.kit.rng import shuffle
from ...core.kit.seats import NOBODY, drawn_seat, seat_after
from .. import state as seki
from . import cards, memory


@kernel
def deal_match(state: np.void) -> None:
    """Starts a match (SEKI-6.3) with its first game."""
    seki.start_match(state)
    deal_game(state)
    open_game(state, drawn_seat(state, np.int64(state["first_parent"])))


@kernel
def deal_game(state: np.void) -> None:
    """Shuffles and deals numbers, symbols and panels (SEKI-3.1)."""
    seki.clear_zones(state)
    numbers, symbols = np.empty(seki.NUM_NUMBERS, np.int8), np.empty(seki.NUM_SYMBOLS, np.int8)
    for card in range(seki.NUM_NUMBERS):
        numbers[card] = card
    for card in range(seki.NUM_SYMBOLS):
        symbols[card] = seki.NUM_NUMBERS + card
    shuffle(state, numbers, seki.NUM_NUMBERS)
    shuffle(state, symbols, seki.NUM_SYMBOLS)
    dealt = state["num_players"] * np.int64(state["initial_numbers"])
    deal_out(state, numbers, seki.NUM_NUMBERS, dealt, seki.NUMBER_DECK)
    dealt = state["num_players"] * np.int64(state["initial_symbols"])
    deal_out(state, symbols, seki.NUM_SYMBOLS, dealt, seki.SYMBOL_DECK)
    deal_panels(state)


@kernel
def deal_out(state: np.void, pack: np.ndarray, size: int, dealt: int, deck: int) -> None:
    """Deals the first `dealt` cards of a shuffled pack to the seats; the rest is the deck."""
    for position in range(size):
        card = pack[position]
        zone = position % state["num_players"] if position < dealt else deck
        state["zone"][card] = zone
        state["zone_size"][zone] += 1
        if zone == seki.NUMBER_DECK:
            state["number_deck"][position - dealt] = card
        elif zone == seki.SYMBOL_DECK:
            state["symbol_deck"][position - dealt] = card


@kernel
def deal_panels(state: np.void) -> None:
    """Deals a panel of the pool to each player (SEKI-3.1)."""
    panels = np.empty(seki.NUM_ROLES, np.int8)
    count = 0
    for role in range(seki.NUM_ROLES):
        if state["roles"][role] == 1:
            panels[count] = role
            count += 1
    shuffle(state, panels, count)
    for seat in range(seki.MAX_PLAYERS):
        give_panel(state, seat, panels[seat] if seat < state["num_players"] else seki.NO_ROLE)


@kernel
def give_panel(state: np.void, seat: int, role: int) -> None:
    """Puts a panel before a player; EMPEROR and NEW_GRAD come out (SEKI-3.3)."""
    comes_out = role in (seki.EMPEROR, seki.NEW_GRAD)
    state["role"][seat] = role
    state["panel"][seat] = seki.COME_OUT if comes_out else seki.FACE_DOWN


@kernel
def open_game(state: np.void, parent: int) -> None:
    """Clears the table for a dealt game and gives the parent the first turn (SEKI-3.4)."""
    seki.start_game(state)
    seki.empty_pile(state)
    memory.remember_deal(state)
    state["parent"] = parent
    begin_turn(state, parent)


@kernel
def swap_panels(state: np.void, seat: int, other: int) -> None:
    """Exchanges the panels of two players in a deal that was just opened (SEKI-3.1, SEKI-3.3)."""
    held = np.int64(state["role"][seat])
    give_panel(state, seat, np.int64(state["role"][other]))
    give_panel(state, other, held)


@kernel
def swap_parents(state: np.void, seat: int, other: int) -> None:
    """Opens a deal anew with the other one of two players as parent, if one is (SEKI-3.2)."""
    parent = np.int64(state["parent"])
    if parent == seat:
        open_game(state, other)
    elif parent == other:
        open_game(state, seat)


@kernel
def begin_turn(state: np.void, seat: int) -> None:
    """Releases the cards that the player froze and asks for an action (SEKI-4.3)."""
    release(state, seat)
    state["to_move"] = seat
    state["own_turns"][seat] += 1
    seki.start_turn(state)
    state["last_did"][seat] = seki.DID_NOTHING
    ask_turn(state, False)


@kernel
def ask_turn(state: np.void, bonus: bool) -> None:
    """Asks for decision TURN, or with `bonus` TURN_B (SEKI-4D)."""
    state["phase"] = seki.TURN
    state["bonus"] = bonus
    seki.start_effect(state)


@kernel
def ask(state: np.void, phase: int) -> None:
    """Asks the same player again, in another phase.

    Effects take such small steps; the flat choices of SEKI-4.15 are no actions here.
    """
    state["phase"] = phase


@kernel
def release(state: np.void, freezer: int) -> None:
    """Releases all cards that a seat froze (SEKI-5.7)."""
    if not seki.has_frozen(state):
        return
    for card in range(seki.NUM_CARDS):
        if state["frozen_by"][card] == freezer:
            state["frozen_by"][card] = NOBODY
            state["frozen_count"][state["zone"][card]] -= 1
    memory.forget_freezes(state, freezer)


@kernel
def finish_effect(state: np.void) -> None:
    """Marks the effect of a symbol or role as over; `go_on` then continues the turn."""
    state["phase"] = seki.EFFECT_OVER


@kernel
def finish_turn(state: np.void) -> None:
    """Ends a turn after its one action (SEKI-4.4); `go_on` continues."""
    state["phase"] = seki.TURN_OVER


@kernel
def go_on(state: np.void) -> None:
    """Goes on to the next decision after an effect or a turn is over."""
    if state["phase"] == seki.EFFECT_OVER:
        close_effect(state)
    if state["phase"] == seki.TURN_OVER:
        end_turn(state)


@kernel
def close_effect(state: np.void) -> None:
    """Moves the used card to its graveyard; goes on with TURN_B or the end of the turn."""
    if state["in_use"] != seki.NO_CARD:
        cards.discard(state, np.int64(state["to_move"]), np.int64(state["in_use"]))
        state["in_use"] = seki.NO_CARD
    if state["bonus_follows"] == 1:
        state["after_reset"] = 0
        ask_turn(state, True)
    else:
        finish_turn(state)


@kernel
def pass_turn(state: np.void) -> None:
    """Passes: the right holder resets (SEKI-4.9), others draw (SEKI-4.8)."""
    seat = np.int64(state["to_move"])
    if state["right"] == seat and state["after_reset"] == 0:
        reset(state, seat)
    else:
        state["last_did"][seat] = seki.DID_PASS
        barred = state["after_reset"] == 1 and state["pass_after_reset"] == seki.NO_TRASH
        draw_and_ask(state, seat, barred)


@kernel
def reset(state: np.void, seat: int) -> None:
    """Resets the pile; the same player then makes another action (SEKI-4.9)."""
    state["last_did"][seat] = seki.DID_RESET
    state["resets"][seat] += 1
    if state["first_to_reset"] == NOBODY:
        state["first_to_reset"] = seat
    if state["reset_pass_draw"] == 1:
        cards.draw(state, seat)
    cards.reset_pile(state)
    if state["reset_flip"] == 1:
        cards.flip(state, seat)
    state["after_reset"] = 1


@kernel
def draw_and_ask(state: np.void, seat: int, barred: bool) -> None:
    """Draws; a card that beats the pile may be trashed at once, unless `barred` (SEKI-4.8)."""
    card = cards.draw(state, seat)
    if (
        card != seki.NO_CARD
        and not barred
        and state["pass_trash_drawn"] == 1
        and seki.beats(state, seki.number_of(card))
    ):
        state["first_choice"] = card
        ask(state, seki.PASS_DRAWN)
    else:
        finish_turn(state)


@kernel
def end_turn(state: np.void) -> None:
    """Ends a turn in the order of SEKI-4.10.

    Only the player on turn can finish, because no effect changes another hand's size (SEKI-4.11).
    Frozen cards are part of the hand (SEKI-4.14). The last player in game is last (SEKI-6.1).
    """
    seat = np.int64(state["to_move"])
    if state["zone_size"][seat] == 0:
        finish(state, seat)
    state["no_progress"] = 0 if state["progressed"] == 1 else state["no_progress"] + 1
    state["turns"] += 1
    if seki.num_in_game(state) == 1:
        last = seki.next_in_game(state, seat)
        state["num_finished"] += 1
        state["place"][last] = state["num_finished"]
        for place in range(state["num_players"]):
            award(state, place + 1, 1, float(state["points"][place]))
        end_game(state, last)
    elif (
        state["no_progress"] >= state["stall_rounds"] * seki.num_in_game(state)
        or state["turns"] >= state["max_turns"]
    ):
        end_by_stall(state)
    else:
        pass_on(state, seat)


@kernel
def finish(state: np.void, seat: int) -> None:
    """Gives a player without cards the best place left; moves the right (SEKI-4.10, SEKI-6.1)."""
    state["num_finished"] += 1
    state["place"][seat] = state["num_finished"]
    if state["right"] == seat:
        state["right"] = seki.next_in_game(state, seat)
    if state["hacker_finish_release"] == seki.IMMEDIATELY:
        release(state, seat)


@kernel
def pass_on(state: np.void, seat: int) -> None:
    """Moves the turn clockwise; finished players' seats that it passes release (SEKI-4.10)."""
    seat = seat_after(state, seat, 1)
    while not seki.in_game(state, seat):
        release(state, seat)
        seat = seat_after(state, seat, 1)
    begin_turn(state, seat)


@kernel
def award(state: np.void, place: int, shared_by: int, points: float) -> None:
    """Gives all players at a place their share of its points (SEKI-6.2)."""
    for seat in range(state["num_players"]):
        if state["place"][seat] == place:
            state["match_points"][seat] += points / shared_by


@kernel
def end_by_stall(state: np.void) -> None:
    """Ranks the players in game by cards held; equals share places and points (SEKI-6.4)."""
    state["stalled"] = 1
    finished = np.int64(state["num_finished"])
    for place in range(1, finished + 1):
        award(state, place, 1, float(state["points"][place - 1]))
    next_place = finished + 1
    parent = NOBODY
    for size in range(seki.NUM_CARDS):
        count, points = 0, 0.0
        for distance in range(state["num_players"]):
            seat = seat_after(state, np.int64(state["parent"]), distance)
            if seki.in_game(state, seat) and state["zone_size"][seat] == size:
                parent = seat if count == 0 else parent
                points += state["points"][next_place + count - 1]
                count += 1
        if count > 0:
            take_place(state, size, next_place)
            award(state, next_place, count, points)
            next_place += count
    end_game(state, parent)


@kernel
def take_place(state: np.void, size: int, place: int) -> None:
    """Gives a place to all players in game with `size` cards."""
    for seat in range(state["num_players"]):
        if seki.in_game(state, seat) and state["zone_size"][seat] == size:
            state["place"][seat] = place


@kernel
def end_game(state: np.void, last: int) -> None:
    """Ends the match, or deals its next game with the last place as parent (SEKI-6.3)."""
    state["game_number"] += 1
    if state["game_number"] < state["num_games"]:
        deal_game(state)
        open_game(state, last)
    else:
        state["to_move"] = NOBODY
