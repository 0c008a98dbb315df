"""Moments of Killer Sevens: players who run out of cards or are eliminated, and the end."""

import numpy as np

from fudaba.common.languages import Ordinal, translator

from ..cards.french_faces import faces_of
from ..cards.laying import MAX_PLAYERS
from ..cards.laying_moments import laying_moments
from ..core.scene.moment import Moment, Row
from ..core.scene.scene import Card
from .board import NUM_CELLS
from .meanings import CARD
from .scene import card_at, eliminated_place, laid_by_step
from .state import BY_RANK, FIRST_OUT

_, _n = translator("killer_sevens")


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the moment of a step by which players are out; at the end all hands (KIL-7.3)."""

    def without_cards(name: str) -> str:
        return _("{name} {name:has|have} laid the last card and {name:holds|hold} none", name=name)

    def departure(name: str, distance: int) -> Row:
        if after["finished"][distance]:
            return Row(without_cards(name), is_best=is_best(0))
        words = _(
            "{name} {name:is|are} out: no card can be laid and no pass is left; the hand is laid",
            name=name,
        )
        if place := eliminated_place(after, distance):
            words = _(
                "{name} {name:is|are} out: {place}: no card can be laid and no pass is left; "
                "the hand is laid",
                name=name, place=place,
            )  # fmt: skip
        return Row(words, faces_of(laid_by_step(before, after, distance), CARD))

    def result(name: str, distance: int) -> tuple[int, Row]:
        if order := int(after["eliminated"][distance]):
            place = eliminated_place(after, distance)
            cards = laid_by_step(before, after, distance)
            words = _("{name} {name:was|were} out", name=name)
            if place:
                words = _("{place}: {name}, out", place=place, name=name)
            return NUM_CELLS + MAX_PLAYERS - order, Row(words, faces_of(cards, CARD))
        held, cards_left = int(after["hand_size"][distance]), _held(after, distance)
        words = _n(
            "{name} {name:holds|hold} {count} card",
            "{name} {name:holds|hold} {count} cards",
            held,
            name=name,
        )
        if not held:
            words = without_cards(name)
        if place := _place(after, held):
            words = _("{place}: {holds}", place=place, holds=words)
        return held, Row(words, cards_left, is_best(held))

    def is_best(held: int) -> bool:
        return not after["on_turn"].any() and _is_surely_best(after, held)

    return laying_moments(before, after, seat, departure, result, _end(after))


def _is_surely_best(view: np.void, held: int) -> bool:
    """Whether this number of held cards certainly wins the best place (KIL-6.3, KIL-6.4)."""
    still_in = [distance for distance in range(int(view["num_players"]))
                if not view["eliminated"][distance]]  # fmt: skip
    hands = [int(view["hand_size"][distance]) for distance in still_in]
    is_settled = view["tie_break"] != FIRST_OUT or hands.count(held) == 1
    pays_places = view["reward_mode"] == BY_RANK or not view["eliminated"].any()
    return bool(held == min(hands) and is_settled and pays_places)


def _place(view: np.void, held: int) -> str:
    """Returns `2nd place` for a number of held cards; empty if places are not paid or not sure.

    Equal numbers share the places, unless the first who was out of living cards is better.
    """
    sizes = [int(view["hand_size"][distance]) for distance in range(int(view["num_players"]))
             if not view["eliminated"][distance]]  # fmt: skip
    is_shared = sizes.count(held) > 1
    if view["reward_mode"] != BY_RANK or (is_shared and view["tie_break"] == FIRST_OUT):
        return ""
    place = Ordinal(1 + sum(other < held for other in sizes))
    return _("{place} place, shared", place=place) if is_shared else _("{place} place", place=place)


def _end(view: np.void) -> str:
    """Returns a sentence: why the game is over, and that the fewest cards win (KIL-6.1 to 6.3)."""
    if not view["playable"].any():
        return _("No card can be laid any more: the game is over, the fewest cards win")
    if np.count_nonzero(view["eliminated"]) >= view["num_players"] - 1:
        return _("Only one player is left: the game is over, the fewest cards win")
    return _("All have passed one after another: the game is over, the fewest cards win")


def _held(view: np.void, distance: int) -> tuple[Card, ...]:
    """Returns the cards that a player held at the end."""
    held = np.argwhere(view["shown"] == distance + 1).tolist()
    return faces_of((card_at(view, row, column) for row, column in held), CARD)
