"""The table of Killer Sevens as a picture shows it, made from a seat's view alone."""

import numpy as np

from ..core.scene import Card, Scene, Seat, Zone, ordinal, players, whose_turn
from ..playing_cards import pictured
from .board import NUM_COLUMNS, NUM_ROWS
from .rules import RECENT


def picture(view: np.void, seat: int) -> Scene:
    """The table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The grid, where open places, dead places and what the last round laid are marked, and the
        cards that were held when the game is over lie faded; the own hand, where the cards that
        fit are marked and dead ones are faded; and the players.
    """
    names = players(seat, int(view["num_players"]))
    seats = tuple(_seat(view, name, distance) for name, distance in names)
    owners = {distance + 1: name for name, distance in names}
    grid = tuple(
        tuple(_cell(view, row, column, owners) for column in range(NUM_COLUMNS))
        for row in range(NUM_ROWS)
    )
    hand = Zone(f"hand of player_{seat}", (_hand(view) or (Card(look="place"),),))
    return Scene("Killer Sevens", _caption(view, seats), seats, ((Zone("", grid),), (hand,)))


def _caption(view: np.void, seats: tuple[Seat, ...]) -> str:
    parts = [whose_turn(seats)]
    if view["idle"] > 1:
        parts.append(f"{view['idle']} passes in a row")
    if view["columns_wrap"]:
        parts.append("ace and king are neighbours")
    return "  ·  ".join(parts)


def _seat(view: np.void, name: str, distance: int) -> Seat:
    return Seat(
        name,
        int(view["hand_size"][distance]),
        _lines(view, distance),
        is_on_turn=bool(view["on_turn"][distance]),
        is_out=not view["active"][distance],
    )


def _lines(view: np.void, distance: int) -> tuple[str, ...]:
    if view["finished"][distance]:
        return ("out of cards",)
    if view["eliminated"][distance]:
        return (f"eliminated {ordinal(view['eliminated'][distance])}",)
    has_passed = _is_recent(view, view["pass_recency"][distance])
    return _passes(view, distance), "passed" if has_passed else ""


def _passes(view: np.void, distance: int) -> str:
    used, limit = view["passes"][distance], view["pass_limit"]
    return f"passes: {used}" if limit < 0 else f"passes: {used} of {limit}"


def _is_recent(view: np.void, recency: int) -> bool:
    """Whether it happened in the last round: since the decision of whoever is on turn."""
    return bool(recency > RECENT - max(1, int(view["active"].sum()) - 1))


def _card_at(view: np.void, row: int, column: int) -> int:
    return int(view["suits"][row]) * NUM_COLUMNS + column


def _cell(view: np.void, row: int, column: int, owners: dict[int, str]) -> Card:
    card, shown = _card_at(view, row, column), int(view["shown"][row, column])
    if shown:
        return pictured(card, is_dim=True, note=owners[shown])
    if not view["laid"][row, column]:
        mark = "playable" if view["playable"][row, column] else "none"
        return pictured(card, look="place", mark=mark, is_dim=bool(view["dead"][row, column]))
    if not _is_recent(view, view["recency"][row, column]):
        return pictured(card)
    return pictured(card, mark="recent", note=owners[int(view["laid_by"][row, column])])


def _hand(view: np.void) -> tuple[Card, ...]:
    """Own cards row by row; those that fit now are marked, dead ones faded."""
    marks = ("none", "playable")
    return tuple(
        pictured(
            _card_at(view, row, column),
            mark=marks[view["playable"][row, column]],
            is_dim=bool(view["dead"][row, column]),
        )
        for row, column in np.argwhere(view["hand"]).tolist()
    )
