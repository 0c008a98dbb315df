"""Moments of Sevens: players who finish or are eliminated, and the end."""

import numpy as np

from fudaba.common.languages import translator

from ..cards.french import NUM_CARDS
from ..cards.french_faces import faces_of
from ..cards.laying_moments import laying_moments
from ..cards.laying_words import newly_laid
from ..core.scene.moment import Moment, Row
from .meanings import CARD
from .places import final_place, place_in_words, standing

_, _n = translator("sevens")


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the moment of a step by which players finish or are out, or the game ends."""

    def departure(name: str, distance: int) -> Row:
        place = place_in_words(after, distance)
        if after["finished"][distance]:
            words = _("{name} {name:has|have} laid all cards: {place}", name=name, place=place)
            return Row(words, is_best=bool(after["finished"][distance] == 1))
        cards = newly_laid(before["natural"], after["natural"], after["laid_by"], distance)
        words = _(
            "{name} {name:is|are} out, {place}: no card fits and no pass is left; the hand is laid",
            name=name, place=place,
        )  # fmt: skip
        return Row(words, faces_of(cards, CARD))

    def result(name: str, distance: int) -> tuple[int, Row]:
        return standing(after, distance), _result(before, after, name, distance)

    end = _("Only one player is left: the game is over")
    if after["natural"].all():
        end = _("All cards are laid: the game is over")
    return laying_moments(before, after, seat, departure, result, end)


def _result(before: np.void, view: np.void, name: str, distance: int) -> Row:
    """Returns the line of a player at the end; the hand of the last player is known to all."""
    place, is_best = place_in_words(view, distance), final_place(view, distance) < 2
    if view["finished"][distance]:
        words = _("{place}: {name}, all cards laid", place=place, name=name)
        return Row(words, is_best=is_best)
    if view["eliminated"][distance]:
        laid = newly_laid(before["natural"], view["natural"], view["laid_by"], distance)
        words = _("{place}: {name}, out", place=place, name=name)
        return Row(words, faces_of(laid, CARD))
    missing = [card for card in range(NUM_CARDS) if not view["natural"][card]]
    jokers = int(view["hand_size"][distance]) - len(missing)
    words = _("{place}: {name}, left with cards", place=place, name=name)
    if jokers:
        words = _n(
            "{place}: {name}, left with cards, holding {count} joker",
            "{place}: {name}, left with cards, holding {count} jokers",
            jokers, place=place, name=name,
        )  # fmt: skip
    return Row(words, faces_of(missing, CARD), is_best=is_best)
