"""The heuristic for SEKI, computed from the player's own view (SEKI-7).

Every turn sheds the weakest possible card: numbers that just beat the pile before strong ones,
unless another player is about to finish. 0s and symbols, which can nearly always be shed, go when
no other card can. The last card may be neither a 0 nor a symbol, so one other number is kept to the
end, or DISCARD, which sheds any card left beside it. A reset is a turn on an empty pile. A role
with a bonus turn costs nothing and is used at a good moment; the others are used instead of a pass
that would draw.
"""

from typing import NamedTuple

import numpy as np

from ..core.compiling.kernel import kernel
from ..core.contract.cells import cell_observer
from ..core.contract.weights import Weight, WeightTable
from ..core.kit.advice import adviser
from ..core.kit.memory import observe_memory
from ..core.kit.seats import seat_seen_at
from . import state as seki
from .options import SekiOptions
from .view import observe_decision, observe_decks, observe_role

WEIGHTS = WeightTable(
    Weight("stranded", -20.0, -40.0, 0.0, "for a hand that cannot be shed to the end"),
    Weight("zero_strength", 6.0, 0.0, 20.0, "for keeping a 0"),
    Weight("discard_strength", 12.0, 0.0, 30.0, "for keeping DISCARD"),
    Weight("trade_strength", 3.0, 0.0, 20.0, "for keeping TRADE"),
    Weight("dig_up_strength", 4.0, 0.0, 20.0, "for keeping DIG UP"),
    Weight("reverse_strength", 6.0, 0.0, 20.0, "for keeping REVERSE"),
    Weight("trash", 10.0, 0.0, 20.0, "for trashing a number, less half its strength"),
    Weight("trash_zero", 3.5, -5.0, 15.0, "for trashing a 0"),
    Weight(
        "trash_strong",
        5.0,
        -5.0,
        20.0,
        "for trashing while another may finish, plus half the strength",
    ),
    Weight("reset", 11.0, -5.0, 25.0, "for a reset"),
    Weight("use", 5.2, -5.0, 20.0, "for using a symbol"),
    Weight("use_discard", 2.0, -5.0, 20.0, "for using DISCARD"),
    Weight("activate_bonus", 12.0, -5.0, 25.0, "for using a role at a good moment"),
    Weight("activate_stuck", 1.0, -5.0, 20.0, "for using a role at any other moment"),
    Weight("few_cards", 4.0, 1.0, 9.0, "cards in the hand of a player who may soon finish"),
    Weight("weak", 4.5, 0.0, 12.0, "strength below which a card is traded away"),
)


FINISH = 100.0
DISCARD_CARD = seki.NUM_CARDS - 1


class Known(NamedTuple):
    """Facts about a position that are the same for all actions.

    Attributes:
        num_closing: The number of own cards that can be the last one: numbers besides 0.
        may_finish: Whether another player holds a single card.
    """

    num_closing: int
    may_finish: bool


@kernel
def study(view: np.void, weights: np.void) -> tuple[Known]:
    """Returns the facts about a position that are the same for all actions."""
    num_closing = 0
    for card in range(seki.COPIES, seki.NUM_NUMBERS):
        num_closing += view["hand"][card]
    may_finish = False
    for distance in range(1, view["num_players"]):
        may_finish |= view["place"][distance] == 0 and view["hand_size"][distance] == 1
    return (Known(num_closing, may_finish),)


@kernel
def worth_of(view: np.void, weights: np.void, action: int, known: Known) -> float:
    """Returns the worth of a legal action in the present phase."""
    if view["phase"][seki.TURN] == 1:
        return worth_of_turn(view, weights, known, action)
    if action < seki.NUM_CARDS:
        return worth_of_card(view, weights, known, action)
    if action == seki.STOP_ACTION:
        return worth_of_stop(view, weights)
    if seki.FIRST_GUESS <= action < seki.FIRST_GUESS + seki.NUM_GUESSES:
        return hits(view, action - seki.FIRST_GUESS)
    if seki.FIRST_TARGET <= action < seki.FIRST_TARGET + seki.MAX_PLAYERS - 1:
        return -float(view["hand_size"][action - seki.FIRST_TARGET + 1])
    if view["phase"][seki.ALCHEMIST_DECLARE] == 1:
        return worth_of_declaration(view, weights, action)
    if seki.FIRST_KIND <= action < seki.FIRST_KIND + seki.NUM_KINDS:
        return strength_of_kind(weights, action - seki.FIRST_KIND)
    return 0.0


# What the advice looks at

observe_partial_cells = cell_observer(
    "seki_v0.observe_partial",
    seki.CELLS,
    SekiOptions,
    only=("phase", "reversed", "after_reset", "right", "place"),
)


@kernel
def observe_partial(state: np.void, seat: int, view: np.void) -> None:
    """Fills the fields that change and that the advice reads, of the player on turn."""
    observe_partial_cells(state, seat, view)
    viewer = np.int8(seat)
    for card in range(seki.NUM_CARDS):
        view["hand"][card] = state["zone"][card] == viewer
    for distance in range(state["num_players"]):
        view["hand_size"][distance] = state["zone_size"][seat_seen_at(state, seat, distance)]
    observe_role(state, seat, seat, 0, view)
    if state["phase"] != seki.TURN:
        observe_decks(state, seat, view)
        observe_memory(state, seat, view)
        observe_decision(state, seat, view)


# The cards


@kernel
def strength(view: np.void, weights: np.void, card: int) -> float:
    """Returns the worth of keeping a card.

    A number from 1 to 9 is worth more the higher it ranks in the present direction; a 0 or a
    symbol has its own weight.
    """
    if card >= seki.NUM_NUMBERS:
        return strength_of_kind(weights, seki.kind_of(card))
    return strength_of_number(view, weights, seki.number_of(card))


@kernel
def strength_of_number(view: np.void, weights: np.void, number: int) -> float:
    """Returns the worth of keeping a number: how easily it is shed later."""
    if number == 0:
        return weights["zero_strength"]
    return 10.0 - number if view["reversed"] == 1 else float(number)


@kernel
def strength_of_kind(weights: np.void, kind: int) -> float:
    """Returns the worth of keeping a symbol."""
    if kind == seki.DISCARD:
        return weights["discard_strength"]
    if kind == seki.REVERSE:
        return weights["reverse_strength"]
    return weights["trade_strength"] if kind == seki.TRADE else weights["dig_up_strength"]


@kernel
def can_be_last(view: np.void, known: Known, shed: int) -> bool:
    """Returns whether the rest can be shed to the end: with DISCARD or a number besides 0."""
    if shed != DISCARD_CARD and view["hand"][DISCARD_CARD] == 1:
        return True
    is_closing = seki.COPIES <= shed < seki.NUM_NUMBERS
    return known.num_closing > (view["hand"][shed] if is_closing else 0)


# A turn (SEKI-4.4)


@kernel
def worth_of_turn(view: np.void, weights: np.void, known: Known, action: int) -> float:
    """Returns the worth of TRASH, USE, ACTIVATE or PASS."""
    if action == seki.PASS_ACTION:
        holds_right = view["right"][0] == 1 and view["after_reset"] == 0
        return weights["reset"] if holds_right else 0.0
    if action < seki.NUM_CARDS:
        return worth_of_shedding(view, weights, known, action)
    if action == seki.ACTIVATE_ACTION:
        role = 0
        while view["role"][0, role] == 0:
            role += 1
        return worth_of_role(view, weights, role)
    if seki.FIRST_COPY <= action < seki.FIRST_COPY + seki.NUM_ROLES:
        has_bonus = view["new_grad_bonus_turn"] == 1
        if has_bonus:
            return worth_of_role(view, weights, action - seki.FIRST_COPY)
        return weights["activate_stuck"]
    return 0.0


@kernel
def worth_of_shedding(view: np.void, weights: np.void, known: Known, card: int) -> float:
    """Returns the worth of trashing a number or using a symbol."""
    size = view["hand_size"][0]
    if size == 1 or (size == 2 and card == DISCARD_CARD):
        return FINISH
    worth = 0.0 if can_be_last(view, known, card) else weights["stranded"]
    if card >= seki.NUM_NUMBERS:
        is_discard = seki.kind_of(card) == seki.DISCARD
        return worth + (weights["use_discard"] if is_discard else weights["use"])
    if seki.number_of(card) == 0:
        return worth + weights["trash_zero"]
    if known.may_finish:
        return worth + weights["trash_strong"] + strength(view, weights, card) / 2
    return worth + weights["trash"] - strength(view, weights, card) / 2


@kernel
def worth_of_role(view: np.void, weights: np.void, role: int) -> float:
    """Returns the worth of using the panel now."""
    if role == seki.HACKER:
        return (
            weights["activate_bonus"]
            if fewest_cards(view) <= weights["few_cards"]
            else weights["activate_stuck"]
        )
    if role in (seki.FORTUNE_TELLER, seki.MILLIONAIRE):
        return weights["activate_bonus"]
    return weights["activate_stuck"]


@kernel
def fewest_cards(view: np.void) -> int:
    """Returns the size of the smallest hand in play, including the own one."""
    fewest = seki.NUM_CARDS
    for distance in range(view["num_players"]):
        if view["place"][distance] == 0:
            fewest = min(fewest, int(view["hand_size"][distance]))
    return fewest


# Choices within an effect


@kernel
def worth_of_card(view: np.void, weights: np.void, known: Known, card: int) -> float:
    """Returns the worth of choosing a card: a strong one to get, a weak one to give up."""
    phase = view["phase"]
    gets = phase[seki.ANGLER_GRAVE] + phase[seki.EMPEROR_PICK] + phase[seki.HACKER_PICK]
    if phase[seki.HUNTER_GIVE] == 1:
        return worth_of_offer(view, weights, card)
    if gets == 1:
        return strength(view, weights, card)
    worth = 20.0 - strength(view, weights, card)
    if view["hand_size"][0] == 2 and not can_be_last(view, known, card):
        worth += weights["stranded"]
    return worth


@kernel
def worth_of_offer(view: np.void, weights: np.void, card: int) -> float:
    """Returns the worth of offering a symbol: one weak one, if the deck has DISCARD (SEKI-5.12)."""
    for position in range(len(view["deck_order"])):
        if view["deck_order"][position] == seki.DISCARD + 1 and view["left_to_do"] == 0:
            return weights["discard_strength"] - strength(view, weights, card)
    return -1.0


@kernel
def worth_of_stop(view: np.void, weights: np.void) -> float:
    """Returns the worth of declining: drawn and stacked cards are shed, strong ones not traded."""
    if view["phase"][seki.TRADE_AGAIN] == 1:
        return 20.0 - weights["weak"]
    return 0.0


@kernel
def hits(view: np.void, guess: int) -> float:
    """Returns the expected gain of a guess, from the cards the deck may hold (SEKI-5.10)."""
    fitting, possible = 0.0, 0.0
    for card in range(seki.NUM_NUMBERS):
        if view["memory"][seki.NUMBER_DECK, card] == 1:
            number = seki.number_of(card)
            low, high = 1 <= number <= 4, number >= 6
            fits = low if guess == 0 else high if guess == 1 else not (low or high)
            if view["deck_top"] == 0 or view["deck_top"] == number + 1:
                possible += 1.0
                fitting += fits
    stake = 2.0 if guess == 2 else 1.0
    return stake * (2.0 * fitting / max(possible, 1.0) - 1.0)


@kernel
def worth_of_declaration(view: np.void, weights: np.void, action: int) -> float:
    """Returns the worth of the declared number; every number beats a declared 0 (SEKI-5.5)."""
    numbers = np.zeros(2, np.int64)
    count = 0
    for card in range(seki.NUM_NUMBERS):
        if view["chosen"][card] == 1:
            numbers[count] = seki.number_of(card)
            count += 1
    total, difference = (numbers[0] + numbers[1]) % 10, abs(numbers[0] - numbers[1])
    number = total if action == seki.SUM_ACTION else difference
    return 0.0 if number == 0 else strength_of_number(view, weights, number)


choose = adviser("seki_v0", worth_of, study)
