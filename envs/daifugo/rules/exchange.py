"""The exchange by the titles of the previous round (DFG-4F).

Its four steps: daihinmin gives, daifugo gives back, hinmin gives, fugo gives back (DFG-4.19).
"""

import numpy as np

from ...core.compiling.kernel import kernel
from ...core.kit.bits import NOTHING, bit_of, holds
from .. import state as dfg
from . import cards

NUM_STEPS = 4


@kernel
def begin(state: np.void) -> None:
    """Starts the exchange after a deal; the first round has none (DFG-3.2)."""
    dfg.ask_for_play(state, np.int64(state["starter"]))
    state["exchange_step"] = NUM_STEPS
    state["received"] = NOTHING
    if state["round"] > 0:
        state["exchange_step"] = -1
        state["phase"] = dfg.EX_DOWN


@kernel
def go_on(state: np.void) -> None:
    """Goes on to the next choice of a card; after the last one the starter leads (DFG-3.2)."""
    while state["exchange_step"] < NUM_STEPS:
        if state["left_to_do"] == 0:
            begin_step(state)
        elif state["phase"] == dfg.EX_UP and not has_choice(state):
            hand_over(state, first_card(choices_up(state)))
        else:
            return
    dfg.ask_for_play(state, np.int64(state["starter"]))


@kernel
def begin_step(state: np.void) -> None:
    """Asks the next giver."""
    state["exchange_step"] += 1
    step = np.int64(state["exchange_step"])
    goes_up = step % 2 == 0
    if goes_up:
        state["received"] = NOTHING
    if step < NUM_STEPS:
        state["left_to_do"] = num_given(state)
        dfg.ask(state, partner(state, step), dfg.EX_UP if goes_up else dfg.EX_DOWN)


@kernel
def num_given(state: np.void) -> int:
    """Returns the number of cards that a giver of this step gives (DFG-4.18, DFG-4.19)."""
    count = np.int64(state["num_players"])
    if state["exchange_step"] >= 2:
        return 1 if count >= 4 else 0
    if count == 2:
        return state["exchange_2p"]
    return state["exchange_3p"] if count == 3 else 2


@kernel
def partner(state: np.void, step: int) -> int:
    """Returns the giver of a step; the receiver gives in the other step of the pair (DFG-4.17)."""
    from_best = 1 + step // 2
    place = from_best if step % 2 == 1 else state["num_players"] + 1 - from_best
    seat = 0
    while state["title"][seat] != place:
        seat += 1
    return seat


@kernel
def choices_up(state: np.void) -> np.uint64:
    """Returns the strongest cards left, jokers first (DFG-4.18)."""
    hand = state["hands"][state["to_move"]]
    if hand & dfg.JOKERS != NOTHING:
        return dfg.without_second_joker(hand) & dfg.JOKERS
    rank = dfg.NUM_RANKS - 1
    while dfg.suits_held(hand, rank) == 0:
        rank -= 1
    strongest = np.uint64(dfg.suits_held(hand, rank)) << np.uint64(dfg.NUM_SUITS * rank)
    return bit_of(first_card(strongest)) if state["exchange_tie"] == dfg.FIXED_TIE else strongest


@kernel
def choices_down(state: np.void) -> np.uint64:
    """Returns all own cards; with `exchange_blind` those just received are left out (DFG-4.18)."""
    return dfg.without_second_joker(state["hands"][state["to_move"]] & ~state["received"])


@kernel
def first_card(choices: np.uint64) -> int:
    """Returns the card with the lowest id."""
    card = 0
    while not holds(choices, card):
        card += 1
    return card


@kernel
def has_choice(state: np.void) -> bool:
    """Whether the giver of the strongest cards chooses among equal ones (DFG-4.18)."""
    choices = choices_up(state)
    return choices != bit_of(first_card(choices))


@kernel
def legal_card(state: np.void, mask: np.ndarray) -> None:
    """Marks the cards that may be given now."""
    choices = choices_up(state) if state["phase"] == dfg.EX_UP else choices_down(state)
    cards.offer(choices, mask)


@kernel
def hand_over(state: np.void, card: int) -> None:
    """Moves a card at once to the other player of the pair."""
    step = np.int64(state["exchange_step"])
    cards.give(state, partner(state, step), partner(state, step ^ 1), card)
    state["left_to_do"] -= 1
    if state["phase"] == dfg.EX_UP and state["exchange_blind"] == 1:
        state["received"] |= bit_of(card)


@kernel
def give_card(state: np.void, action: int) -> None:
    """Gives the chosen card."""
    hand_over(state, action - dfg.FIRST_CARD)
