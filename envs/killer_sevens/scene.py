"""The table of Killer Sevens as a seat sees it, from its view alone."""

import numpy as np

from ..cards.french_faces import card_face, suit_grid
from ..cards.laying_words import (
    lay_or_pass,
    marked_if_recent,
    owner_name,
    pass_facts,
    passes_left,
    table_scene,
)
from ..core.scene.scene import Card, Scene, ordinal
from .board import NUM_COLUMNS, NUM_ROWS
from .state import ELIMINATE, END, LAY

LEGEND = (
    (Card(look="place", mark="playable"), "can be laid now"),
    (Card(look="place", is_dim=True), "dead; (9) a dead card in a hand"),
    (Card("9", is_dim=True), "a card that was held"),
)


def scene(view: np.void, seat: int) -> Scene:
    """Returns the table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The grid, with marks on playable cells, dead cells and the cards of the last round; the own
        hand, with marks on playable cards and dead ones faded; and the players. Once the game is
        over it shows all hands, and the held cards lie faded on the grid.
    """
    cells = [
        _cell(view, seat, row, column) for row in range(NUM_ROWS) for column in range(NUM_COLUMNS)
    ]
    return table_scene(
        "Killer Sevens",
        view,
        seat,
        suit_grid(view["suits"].tolist(), cells, LEGEND),
        lambda distance: _hand(view, distance),
        lambda distance: facts(view, distance),
        ["ace and king are neighbours"] * int(view["columns_wrap"]),
        _question(view),
    )


def facts(view: np.void, distance: int) -> list[str]:
    """Returns the place of a player who is out, else the passes used."""
    if view["finished"][distance]:
        return ["out of cards"]
    if view["eliminated"][distance]:
        return [f"eliminated {ordinal(view['eliminated'][distance])}"]
    return pass_facts(view, distance)


def card_at(view: np.void, row: int, column: int) -> int:
    """Returns the card that belongs in a cell of the grid."""
    return int(view["suits"][row]) * NUM_COLUMNS + column


def _question(view: np.void) -> str:
    """Returns the question: lay a card or pass (KIL-4.3, KIL-6.2)."""
    left, num_players = passes_left(view), int(view["active"].sum())
    is_limit_of_all = view["pass_exhaust"] == ELIMINATE
    if left == 0 and is_limit_of_all:
        return "Lay a card; no pass is left"
    is_free = bool(view["voluntary_pass"]) and view["idle"] < num_players and left != 0
    no_card_fits = view["on_turn"][0] and not (view["hand"] & view["playable"]).any()
    words = lay_or_pass(is_free, left if is_free or is_limit_of_all else None, bool(no_card_fits))
    ends = view["all_pass"] == END and view["idle"] == num_players - 1
    return f"{words}; a pass ends the game" if ends else words


def _cell(view: np.void, seat: int, row: int, column: int) -> Card:
    card, shown = card_at(view, row, column), int(view["shown"][row, column])
    if shown:
        return card_face(card, is_dim=True, note=owner_name(view, seat, shown))
    if not view["laid"][row, column]:
        return card_face(
            card,
            look="place",
            mark="playable" if view["playable"][row, column] else "none",
            is_dim=bool(view["dead"][row, column]),
            action=LAY.first + card,
        )
    recency, layer = view["recency"][row, column], view["laid_by"][row, column]
    return marked_if_recent(view, seat, card_face(card), recency, layer)


def _hand(view: np.void, distance: int) -> tuple[Card, ...]:
    """Returns the known cards of a hand row by row, dead ones faded."""
    hand = view["shown"] == distance + 1 if view["shown"].any() else view["hand"] * (distance == 0)
    marks = ("none", "playable")
    return tuple(
        card_face(
            card_at(view, row, column),
            mark=marks[view["playable"][row, column]],
            is_dim=bool(view["dead"][row, column]),
            action=LAY.first + card_at(view, row, column),
        )
        for row, column in np.argwhere(hand).tolist()
    )
