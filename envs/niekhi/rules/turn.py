"""The course of a play: its shape, its ships, and the effect after it (NIE-4.5)."""

import numpy as np

from ...cards.melds import count_of, total_of, unit
from ...core.compiling.kernel import kernel
from ...core.kit.arrays import clear
from .. import state as nie
from . import effects, memory, plays


@kernel
def choose(state: np.void, action: int) -> None:
    """Carries out a step of a play: its shape, or its ships (NIE-4.7)."""
    if is_complete_after(state, action):
        lay(state)
    else:
        state["phase"] = nie.SHIPS


@kernel
def is_complete_after(state: np.void, action: int) -> bool:
    """Notes a step and forced ones; returns whether the play is complete (KIKI-9.9)."""
    if action == nie.DONE_ACTION:
        return True
    if state["phase"] == nie.SHIPS:
        state["chosen_ships"] += unit(action - nie.FIRST_SHIP)
    else:
        state["chosen_rank"] = nie.SHAPE_PARTS[action, 0]
        state["chosen_length"] = nie.SHAPE_PARTS[action, 1]
        state["chosen_copies"] = nie.SHAPE_PARTS[action, 2]
    while True:
        choices = plays.ship_choices(state)
        if choices == plays.JUST_DONE or choices & (choices - 1) != 0:
            return choices == plays.JUST_DONE
        position = 0
        while choices >> position + 1 > 1:
            position += 1
        state["chosen_ships"] += unit(position)


@kernel
def lay(state: np.void) -> None:
    """Lays the play; its generals act next, unless it was the last card (NIE-4.5, 6.1)."""
    seat, cards, generals = np.int64(state["to_move"]), cards_of_play(state), count_generals(state)
    memory.note_play(state, seat, cards)
    state["hands"][seat] -= cards
    state["hand_sizes"][seat] -= total_of(cards)
    state["table"] += cards
    state["laid"] = cards
    state["rank"] = state["chosen_rank"]
    state["length"] = state["chosen_length"]
    state["copies"] = state["chosen_copies"]
    state["ships_at"] = state["chosen_ships"]
    state["owner"] = seat
    state["bombs"][seat] += state["length"] == 1 and state["copies"] >= nie.LARGE_SET
    if state["pass_locks"] == 0:
        clear(state["passed"])
    state["idle"] = 0
    state["turns"] += 1
    nie.ask(state, seat, nie.TURN_OVER)
    if generals > 0 and state["hand_sizes"][seat] > 0:
        effects.begin(state, generals)


@kernel
def cards_of_play(state: np.void) -> int:
    """Returns the cards of the play under way, its ships included."""
    placed = state["chosen_ships"]
    cards = total_of(placed) * unit(nie.SHIP)
    for position in range(state["chosen_length"]):
        naturals = state["chosen_copies"] - count_of(placed, position)
        cards += naturals * unit(state["chosen_rank"] + position)
    return cards


@kernel
def count_generals(state: np.void) -> int:
    """Returns the number of generals of the play, by option also ships as 8 (NIE-5.1, 5.5)."""
    position = nie.GENERAL - np.int64(state["chosen_rank"])
    if position < 0 or position >= state["chosen_length"]:
        return 0
    if state["ship_as_general"]:
        return int(state["chosen_copies"])
    return state["chosen_copies"] - count_of(state["chosen_ships"], position)
