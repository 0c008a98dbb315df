"""GAMBLER (賭博師): guess the top of the number deck (SEKI-5.10)."""

import numpy as np

from ....core.compiling.kernel import kernel
from ... import state as seki
from .. import cards, symbols, turn

GUESS_LOW, GUESS_HIGH, GUESS_ZERO_OR_FIVE = 0, 1, 2


@kernel
def can_activate(state: np.void, seat: int) -> bool:
    """Whether the number deck has a card."""
    return state["zone_size"][seki.NUMBER_DECK] > 0


@kernel
def activate(state: np.void) -> None:
    """Begins step 1: asks for the guess."""
    turn.ask(state, seki.GAMBLER_GUESS)


@kernel
def legal_guess(state: np.void, mask: np.ndarray) -> None:
    """Marks the three guesses: 1 to 4, 6 to 9, and 0 or 5."""
    for guess in range(3):
        mask[seki.FIRST_GUESS + guess] = 1


@kernel
def is_hit(number: int, guess: int) -> bool:
    """Whether a guess (1 to 4, 6 to 9, or 0 and 5) includes a number (SEKI-5.10)."""
    if number == 0 or number == 5:
        return guess == GUESS_ZERO_OR_FIVE
    return guess == (GUESS_LOW if number < 5 else GUESS_HIGH)


@kernel
def apply_guess(state: np.void, action: int) -> None:
    """Carries out step 2: turns the top card up; a hit discards cards, a miss takes some."""
    seat, guess = np.int64(state["to_move"]), action - seki.FIRST_GUESS
    state["guess"] = guess + 1
    card = cards.turn_up(state)
    if is_hit(seki.number_of(card), guess):
        put_hit_away(state, seat, card)
        state["left_to_do"] = 2 if guess == GUESS_ZERO_OR_FIVE else 1
        shed(state)
    else:
        cards.take_turned_up(state, card, seat)
        if guess == GUESS_ZERO_OR_FIVE:
            cards.draw(state, seat)
        turn.finish_effect(state)


@kernel
def put_hit_away(state: np.void, seat: int, card: int) -> None:
    """Moves the turned card on a hit, by the option `gambler_hit_card`."""
    if state["gambler_hit_card"] == seki.HIT_EXCLUDED:
        cards.take_turned_up(state, card, seki.EXCLUDED)
    elif state["gambler_hit_card"] == seki.HIT_DISCARDED:
        cards.discard(state, seat, card)
        state["knows_top"] = 0


@kernel
def shed(state: np.void) -> None:
    """Asks for the next discard, if one is left and a card may be discarded (SEKI-4.13)."""
    seat = np.int64(state["to_move"])
    if state["left_to_do"] > 0 and symbols.can_shed(state, seat):
        turn.ask(state, seki.GAMBLER_DISCARD)
    else:
        turn.finish_effect(state)


@kernel
def apply_discard(state: np.void, action: int) -> None:
    """Discards the chosen card, whatever its strength."""
    cards.discard(state, np.int64(state["to_move"]), action)
    state["left_to_do"] -= 1
    shed(state)
