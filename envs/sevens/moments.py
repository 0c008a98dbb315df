"""Moments of Sevens: players who finish or are eliminated, and the end."""

import numpy as np

from ..cards.french import NUM_CARDS
from ..cards.french_faces import card_face
from ..cards.laying_moments import laying_moments
from ..cards.laying_words import newly_laid
from ..core.scene.moment import Moment, Row
from ..core.scene.scene import plural
from .places import place_in_words, standing


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the players who left the game by a step, and the end of the game."""

    def departure(name: str, distance: int) -> Row:
        place = place_in_words(after, distance)
        if after["finished"][distance]:
            return Row(f"{name} has laid all cards: {place}", is_best=place.startswith("1st"))
        cards = newly_laid(before["natural"], after["natural"], after["laid_by"], distance)
        words = f"{name} is out, {place}: no card fits and no pass is left; the hand is laid"
        return Row(words, tuple(map(card_face, cards)))

    def result(name: str, distance: int) -> tuple[int, Row]:
        return standing(after, distance), _result(before, after, name, distance)

    end = "All cards are laid" if after["natural"].all() else "Only one player is left"
    return laying_moments(before, after, seat, departure, result, f"{end}: the game is over")


def _result(before: np.void, view: np.void, name: str, distance: int) -> Row:
    """Returns the line of a player at the end; the hand of the last player is known to all."""
    place = place_in_words(view, distance)
    if view["finished"][distance]:
        return Row(f"{place}: {name}, all cards laid", is_best=place.startswith("1st"))
    if view["eliminated"][distance]:
        laid = newly_laid(before["natural"], view["natural"], view["laid_by"], distance)
        return Row(f"{place}: {name}, out", tuple(map(card_face, laid)))
    missing = [card for card in range(NUM_CARDS) if not view["natural"][card]]
    jokers = int(view["hand_size"][distance]) - len(missing)
    also = f", holding {plural(jokers, 'joker')}" * bool(jokers)
    words = f"{place}: {name}, left with cards{also}"
    return Row(words, tuple(map(card_face, missing)), is_best=place.startswith("1st"))
