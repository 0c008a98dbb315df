"""The course of a turn: a play with its effects, or a pass (DFG-4B, DFG-4C)."""

import numpy as np

from ...cards.melds import BITS_OF_A_COUNT, size_of, total_of
from ...core.compiling.kernel import kernel
from ...core.kit.bits import NOTHING, bit_of
from ...core.kit.seats import seat_after
from .. import state as dfg
from . import cards, effects, plays, rounds

# The play


@kernel
def choose_shape(state: np.void, action: int) -> None:
    """Carries out the first step of a play; a lone joker has no other (DFG-4.20)."""
    plays.choose_shape(state, action)
    if state["chosen_kind"] == dfg.LONE_JOKER:
        lay(state, 0, 0)
    else:
        state["phase"] = dfg.SUITS


@kernel
def choose_suits(state: np.void, action: int) -> None:
    """Carries out the second step; skips the third if only one completion exists (DFG-4.20)."""
    plays.choose_suits(state, action)
    if state["chosen_kind"] == dfg.SINGLE:
        lay(state, 0, 0)
    elif state["chosen_kind"] == dfg.SET:
        joker_suits = plays.only_joker_suits(state)
        lay_or_ask(state, joker_suits, joker_suits, 0)
    else:
        joker_positions = plays.only_joker_positions(state)
        lay_or_ask(state, joker_positions, 0, joker_positions)


@kernel
def lay_or_ask(state: np.void, found: int, joker_suits: int, joker_positions: int) -> None:
    """Lays the only completion of a play, or asks for the designations of its jokers."""
    if found == plays.SEVERAL:
        state["phase"] = dfg.JOKER_FACES
    else:
        lay(state, joker_suits, joker_positions)


@kernel
def choose_jokers(state: np.void, action: int) -> None:
    """Carries out the third step of a play."""
    if action < dfg.FIRST_JOKER_POSITIONS:
        lay(state, dfg.SUITS_OF_JOKERS[action - dfg.FIRST_JOKER_SUITS], 0)
    else:
        lay(state, 0, dfg.POSITIONS_OF_JOKERS[action - dfg.FIRST_JOKER_POSITIONS])


@kernel
def lay(state: np.void, joker_suits: int, joker_positions: int) -> None:
    """Lays the chosen play: cards, binding (DFG-5.1) and directions (DFG-4.8, steps 1 to 3)."""
    seat = np.int64(state["to_move"])
    suits = suits_of_play(state, joker_suits)
    is_alike = state["kind"] != dfg.NONE and suits != 0 and suits == state["suits"]
    if is_alike and dfg.has_effect(state, dfg.BINDING):
        state["bound"] = suits
    laid = cards_of_play(state, joker_suits, joker_positions)
    state["answers_joker"] = state["kind"] == dfg.LONE_JOKER
    state["kind"] = state["chosen_kind"]
    state["size"] = state["chosen_size"]
    state["rank"] = state["chosen_rank"]
    state["suits"] = suits
    state["joker_suits"] = joker_suits
    state["joker_positions"] = joker_positions
    state["owner"] = seat
    state["idle"] = 0
    for other in range(dfg.MAX_PLAYERS):
        state["passed"][other] = 0
    cards.lay_on_field(state, seat, laid)
    effects.turn_ranks(state)
    state["phase"] = dfg.LAID


@kernel
def suits_of_play(state: np.void, joker_suits: int) -> int:
    """Returns the suits of the chosen play, jokers included; a lone joker has none (DFG-5.1)."""
    if state["chosen_kind"] == dfg.RUN:
        return np.int64(state["chosen_size"]) << BITS_OF_A_COUNT * plays.suit_of_run(state)
    return dfg.EACH_SUIT_ONCE[state["chosen_suits"]] + joker_suits


@kernel
def cards_of_play(state: np.void, joker_suits: int, joker_positions: int) -> np.uint64:
    """Returns the cards that the chosen play takes from the hand; joker 52 first (DFG-2.2)."""
    laid, num_jokers = NOTHING, size_of(joker_positions) + total_of(joker_suits)
    rank, suits = np.int64(state["chosen_rank"]), np.int64(state["chosen_suits"])
    if state["chosen_kind"] == dfg.LONE_JOKER:
        num_jokers = 1
    elif state["chosen_kind"] == dfg.RUN:
        suit = plays.suit_of_run(state)
        for position in range(state["chosen_size"]):
            if joker_positions >> position & 1 == 0:
                laid |= bit_of(dfg.NUM_SUITS * (rank + position) + suit)
    else:
        laid = np.uint64(suits) << np.uint64(dfg.NUM_SUITS * rank)
    for joker in range(dfg.FIRST_JOKER, dfg.NUM_CARDS):
        if num_jokers > 0 and dfg.is_held(state, np.int64(state["to_move"]), joker):
            laid |= bit_of(joker)
            num_jokers -= 1
    return laid


# Effects of a play (DFG-4.8, steps 4 to 8)


@kernel
def go_on(state: np.void) -> None:
    """Carries out the effects of a play, in the order of DFG-4.8, up to a decision (DFG-5.9)."""
    if state["phase"] == dfg.LAID:
        state["left_to_do"] = effects.count_for(state, dfg.GIVE7, dfg.SEVEN)
        state["phase"] = dfg.GIVE_CARD
    if state["phase"] == dfg.GIVE_CARD and (
        state["left_to_do"] == 0 or dfg.hand_is_empty(state, np.int64(state["to_move"]))
    ):
        state["left_to_do"] = effects.most_changes(state)
        state["phase"] = dfg.CHANGE
    if state["phase"] == dfg.CHANGE and state["left_to_do"] == 0:
        effects.draw_changed(state)
        state["phase"] = dfg.PLAY_OVER
    if state["phase"] == dfg.PLAY_OVER:
        end_play(state)


@kernel
def end_play(state: np.void) -> None:
    """Ends a play: the end of the round, a place, a cleared field, or the next turn.

    An 8 clears the field, so a 5 in the same play has no effect (DFG-5.5).
    """
    seat = np.int64(state["to_move"])
    if state["pile_size"] == 0 and state["is_playoff"] == 0:
        rounds.end_by_pile(state)
        return
    num_before = dfg.num_in(state)
    if dfg.hand_is_empty(state, seat):
        rounds.take_place(state, seat)
    if dfg.num_in(state) == 1:
        rounds.end_by_last(state)
    elif state["answers_joker"] == 1 or effects.count_for(state, dfg.CUT8, dfg.EIGHT) > 0:
        clear_and_lead(state, seat)
    else:
        skip(state, seat, num_before)


@kernel
def clear_and_lead(state: np.void, seat: int) -> None:
    """Flushes the field; the player leads, or if he is out the next one clockwise (DFG-4.9)."""
    cards.clear_field(state)
    dfg.ask_for_play(state, seat if state["is_in"][seat] == 1 else dfg.next_in(state, seat))


@kernel
def skip(state: np.void, seat: int, num_before: int) -> None:
    """Moves the turn on, past one more player for each 5 (DFG-5.4).

    Args:
        state: The table.
        seat: The player of the cards; he counts even if he is now out.
        num_before: The number of players in before the play.
    """
    fives = effects.count_for(state, dfg.SKIP5, dfg.FIVE)
    steps = (1 + fives) % num_before
    if steps == 0:
        clear_and_lead(state, seat)
        return
    follower = seat
    for _ in range(steps):
        follower = dfg.next_in(state, follower)
    if fives >= num_before and state["skip_past_self"] == dfg.FIELD_CLEARED:
        clear_and_lead(state, follower)
    else:
        dfg.ask_for_play(state, follower)


# Passing (DFG-4C)


@kernel
def pass_turn(state: np.void, action: int) -> None:
    """Passes, perhaps with a draw (DFG-4.10); drawing the last card ends the round (DFG-4.13)."""
    seat, draws = np.int64(state["to_move"]), action == dfg.PASS_DRAW_ACTION
    state["passed"][seat] = 1
    state["passes"][seat] += 1
    if draws:
        state["draws"][seat] += 1
        cards.draw(state, seat)
    if draws and state["pile_size"] == 0:
        rounds.end_by_pile(state)
    elif state["kind"] == dfg.NONE:
        pass_lead(state, seat, draws)
    else:
        pass_field(state, seat)


@kernel
def pass_lead(state: np.void, seat: int, draws: bool) -> None:
    """Carries out a leader's pass; once every player has passed the round stalls (DFG-4.14)."""
    state["idle"] = 0 if draws else state["idle"] + 1
    if state["idle"] == dfg.num_in(state):
        rounds.end_by_stall(state)
    else:
        dfg.ask_for_play(state, dfg.next_in(state, seat))


@kernel
def pass_field(state: np.void, seat: int) -> None:
    """Carries out a pass on a field; a turn that reaches its owner's seat clears it (DFG-4.12)."""
    state["locked"][seat] = state["pass_locks"]
    seat = seat_after(state, seat, 1)
    while state["is_in"][seat] == 0 and state["owner"] != seat:
        seat = seat_after(state, seat, 1)
    if state["owner"] == seat:
        clear_and_lead(state, seat)
    else:
        dfg.ask_for_play(state, seat)
