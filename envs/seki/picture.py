"""The table of SEKI as a picture shows it, made from a seat's view alone."""

from collections.abc import Iterable

import numpy as np

from ..core.scene import (
    BLACK,
    BLUE,
    GREEN,
    PURPLE,
    RED,
    Card,
    Scene,
    Seat,
    Zone,
    ordinal,
    players,
    whose_turn,
)
from .state import KIND_NAMES, NUM_NUMBERS, SYMBOL_GRAVEYARD
from .text import PANELS, ROLE_NAMES, exactly

SYMBOL_SIGNS = ("⇄", "⇋", "⇑", "✕")
SYMBOL_COLOURS = (BLUE, GREEN, PURPLE, RED)
PILE_SHOWN = 6


def picture(view: np.void, seat: int) -> Scene:
    """The table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The pile and the decks, what is known of the others' hands, the own hand with frozen cards
        faded and marked ones named, and the players with their panels.
    """
    names = players(seat, int(view["num_players"]))
    seats = tuple(_seat(view, name, distance) for name, distance in names)
    table = (_pile(view), _decks(view), Zone("symbol graveyard", (_cards(view, _graves(view)),)))
    known = tuple(
        Zone(f"known of {name}", (_cards(view, exactly(view, distance)),))
        for name, distance in names
        if distance and len(exactly(view, distance))
    )
    hand = Zone(f"hand of player_{seat}", (_cards(view, np.flatnonzero(view["hand"])),))
    shelves = (table, known, (hand,)) if known else (table, (hand,))
    return Scene("SEKI", _caption(view, seats), seats, shelves)


def _caption(view: np.void, seats: tuple[Seat, ...]) -> str:
    direction = "REVERSED" if view["reversed"] else "NORMAL"
    parts = [whose_turn(seats), direction]
    if view["deck_top"]:
        parts.append(f"next number: {view['deck_top'] - 1}")
    return "  ·  ".join(parts)


def _seat(view: np.void, name: str, distance: int) -> Seat:
    role = np.flatnonzero(view["role"][distance])
    panel = f"{ROLE_NAMES[role[0]] if len(role) else 'role ?'}"
    state = PANELS[view["panel"][distance]]
    news = ["reset right"] if view["right"][distance] else []
    news += [f"{view['frozen_count'][distance]} frozen"] if view["frozen_count"][distance] else []
    news += [f"finished {ordinal(view['place'][distance])}"] if view["place"][distance] else []
    return Seat(
        name,
        int(view["hand_size"][distance]),
        (panel, ", ".join(news) or state),
        is_on_turn=bool(view["on_turn"][distance]),
        is_out=bool(view["place"][distance]),
    )


def _pile(view: np.void) -> Zone:
    """The top of the number graveyard, the newest card at the right."""
    depth = view["depth"]
    cards = sorted(np.flatnonzero(depth).tolist(), key=lambda card: -int(depth[card]))[-PILE_SHOWN:]
    row = _cards(view, cards)
    if view["top"]:
        row = (*row, Card(str(view["top"] - 1), note="counts", mark="recent"))
    return Zone("pile", (row,))


def _decks(view: np.void) -> Zone:
    numbers, symbols = (Card(str(size), look="back") for size in view["deck_size"])
    return Zone("numbers, symbols", ((numbers, symbols),))


def _graves(view: np.void) -> np.ndarray:
    return np.flatnonzero(view["memory"][SYMBOL_GRAVEYARD])


def _cards(view: np.void, cards: Iterable[int]) -> tuple[Card | None, ...]:
    shown = tuple(_card(view, int(card)) for card in cards)
    return shown or (Card(look="place"),)


def _card(view: np.void, card: int) -> Card:
    frozen = bool(view["frozen"][card])
    note = "frozen" if frozen else "face up" if view["marked"][card] else ""
    if card < NUM_NUMBERS:
        return Card(str(card // 4), colour=BLACK, is_dim=frozen, note=note)
    kind = (card - NUM_NUMBERS) // 4
    return Card(
        SYMBOL_SIGNS[kind],
        colour=SYMBOL_COLOURS[kind],
        is_dim=frozen,
        note=note or KIND_NAMES[kind],
    )
