"""Shared parts of the scenes of kikisen games: cards by type, and the players."""

from collections.abc import Callable, Iterable

import numpy as np

from fudaba.common.languages import translator

from ..cards.counts import spread_out
from ..cards.kikisen import NUM_KINDS, NUM_TYPES
from ..cards.kikisen_faces import card_faces
from ..core.kit.seats import distances, player_name
from ..core.scene.about import About, Topic
from ..core.scene.points import Points
from ..core.scene.scene import KNOWN, Card, Label, Seat
from .prizes import PARTS

_, _n = translator("kikisen")


def _score(view: np.void, distance: int) -> float:
    return float(view["scores"][distance])


def _said(count: int, number: str) -> str:
    return _n("{number} point", "{number} points", count, number=number)


def _prize(view: np.void, distance: int) -> float:
    return float(view["scores"][distance]) / PARTS


SCORE_POINTS = Points(_said, _score, has_sign=True)
PRIZE_POINTS = Points(_said, _prize, has_sign=True)  # in games without points (KIKI-6.5)


def faces_of(counts: np.ndarray, topic: Topic) -> tuple[Card, ...]:
    """Returns the faces of cards by type, in rising order; see `card_face`."""
    return card_faces(spread_out(counts), topic)


def by_colour(counts: np.ndarray, topic: Topic) -> tuple[tuple[Card, ...], ...]:
    """Returns the faces of cards by type, the black ones and the red ones in a row each."""
    is_red = np.arange(NUM_TYPES) >= NUM_KINDS
    return tuple(faces_of(counts * which, topic) for which in (~is_red, is_red))


def seats_of(
    view: np.void,
    seat: int,
    sizes: np.ndarray,
    facts: Callable[[np.void, int], Iterable[Label]],
    hand: tuple[Card, ...],
    own_hand: About,
    is_out: np.ndarray | None = None,
) -> tuple[Seat, ...]:
    """Returns the players in the order of their seats.

    Args:
        view: The view record of a seat.
        seat: Its number.
        sizes: int8[6], the cards of each hand, counted from the viewer.
        facts: What there is to say of a player, by the view and the distance from the viewer.
        hand: The viewer's own cards.
        own_hand: What they are.
        is_out: bool[6], who takes no further part, where that can be.
    """
    return tuple(
        Seat(
            player_name(player),
            int(sizes[distance]),
            KNOWN() if distance else own_hand,
            tuple(facts(view, distance)),
            () if distance else hand,
            is_on_turn=bool(view["on_turn"][distance]),
            is_out=is_out is not None and bool(is_out[distance]),
        )
        for player, distance in distances(seat, int(view["num_players"]))
    )
