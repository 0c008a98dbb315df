"""The table of SEKI as a picture shows it, made from a seat's view alone."""

from collections.abc import Iterable

import numpy as np

from ..core.scene import (
    BLUE,
    GREEN,
    PURPLE,
    RED,
    Card,
    Mark,
    Scene,
    Seat,
    Zone,
    ordinal,
    players,
    whose_turn,
)
from .state import (
    KIND_NAMES,
    NATURAL,
    PASS_DRAWN,
    SYMBOL_GRAVEYARD,
    TURN,
    is_number,
    kind_of,
    number_of,
)
from .text import DEEDS, KINDS_OF_TOP, exactly, known_order, panel_words, pile, question

SYMBOL_SIGNS = ("↺", "⇄", "⇑", "✕")
SYMBOL_COLOURS = (BLUE, GREEN, PURPLE, RED)
PILE_SHOWN = 6
EMPTY = (Card(look="place"),)

Row = tuple[Card, ...]


def picture(view: np.void, seat: int) -> Scene:
    """The table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The pile, the decks and the symbols out of play; what the seat knows of the symbol deck, of
        the others' hands and of EMPEROR's pool; the own hand; and the players with their panels.
    """
    names = players(seat, int(view["num_players"]))
    seats = tuple(_seat(view, name, distance) for name, distance in names)
    known = _knowledge(view, names)
    hand = Zone(f"hand of player_{seat}", (_cards(view, np.flatnonzero(view["hand"])),))
    shelves = (_table(view), known, (hand,)) if known else (_table(view), (hand,))
    return Scene("SEKI", _caption(view, seat, seats), seats, shelves)


def _caption(view: np.void, seat: int, seats: tuple[Seat, ...]) -> str:
    """Whose turn, what is asked within a turn, and the direction."""
    parts = [whose_turn(seats), "REVERSED" if view["reversed"] else "NORMAL"]
    if view["on_turn"].any() and not (view["point"][TURN] and not view["bonus"]):
        parts.insert(1, question(view, seat).partition(";")[0])
    if view["deck_top"]:
        parts.append(f"next number: {view['deck_top'] - 1}")
    return "  ·  ".join(parts)


def _seat(view: np.void, name: str, distance: int) -> Seat:
    panel = ", ".join(panel_words(view, distance))
    news = ["reset right"] if view["right"][distance] else []
    news += [f"{view['frozen_count'][distance]} frozen"] if view["frozen_count"][distance] else []
    news += [DEEDS[view["last_did"][distance]]] if view["last_did"][distance] else []
    if view["place"][distance]:
        news = [f"finished {ordinal(view['place'][distance])}"]
    return Seat(
        name,
        int(view["hand_size"][distance]),
        (panel, ", ".join(news)),
        is_on_turn=bool(view["on_turn"][distance]),
        is_out=bool(view["place"][distance]),
    )


def _table(view: np.void) -> tuple[Zone, ...]:
    """The pile, the symbols played and in use, and the sizes of the decks."""
    numbers, symbols = (Card(str(size), look="back") for size in view["deck_size"])
    graveyard = np.flatnonzero(view["memory"][SYMBOL_GRAVEYARD])
    zones = [
        Zone("pile", (_pile(view),)),
        Zone("numbers, symbols", ((numbers, symbols),)),
        Zone("symbol graveyard", (_symbols(graveyard),)),
    ]
    if view["in_use"].any():
        zones.append(Zone("in use", (_cards(view, np.flatnonzero(view["in_use"])),)))
    return tuple(zones)


def _pile(view: np.void) -> Row:
    """The top of the number graveyard, at the right the number that counts."""
    row = _cards(view, pile(view)[-PILE_SHOWN:])
    if not view["top"]:
        return row
    number = str(view["top"] - 1)
    if view["top_kind"] == NATURAL:
        return (*row[:-1], Card(number, note="counts", mark="recent"))
    return (*row, Card(number, look="place", note=KINDS_OF_TOP[view["top_kind"]], mark="recent"))


def _symbols(cards: np.ndarray) -> Row:
    """One card for each kind, with the number of cards where there are several."""
    counts = np.bincount([kind_of(int(card)) for card in cards], minlength=len(KIND_NAMES))
    row = tuple(_symbol(int(kind), int(counts[kind])) for kind in np.flatnonzero(counts))
    return row or EMPTY


def _symbol(kind: int, count: int = 1) -> Card:
    sign = SYMBOL_SIGNS[kind]
    text, sign = (str(count), sign) if count > 1 else (sign, "")
    return Card(text, sign, SYMBOL_COLOURS[kind], note=KIND_NAMES[kind])


def _knowledge(view: np.void, names: list[tuple[str, int]]) -> tuple[Zone, ...]:
    """EMPEROR's pool, else the symbol deck and the cards of others as far as they are known."""
    if view["pool"].any():
        cards = np.flatnonzero(view["pool"])
        half = (len(cards) + 1) // 2
        return (Zone("pool", (_cards(view, cards[:half]), _cards(view, cards[half:]))),)
    order = tuple(_symbol(kind) for kind in known_order(view))
    zones = [Zone("symbol deck, its top first", (order,))] if order else []
    zones += [
        Zone(f"known of {name}", (_cards(view, exactly(view, distance)),))
        for name, distance in names
        if distance and len(exactly(view, distance))
    ]
    return tuple(zones)


def _cards(view: np.void, cards: Iterable[int]) -> Row:
    return tuple(_card(view, int(card)) for card in cards) or EMPTY


def _card(view: np.void, card: int) -> Card:
    """A face, and what there is to say of it: frozen, chosen in this effect, face up for good."""
    frozen = bool(view["frozen"][card])
    chosen = bool(view["chosen"][card] or view["offered"][card])
    choice = "drawn" if view["point"][PASS_DRAWN] else "chosen"
    note = "frozen" if frozen else choice if chosen else "face up" if view["marked"][card] else ""
    mark: Mark = "recent" if chosen else "none"
    if is_number(card):
        return Card(str(number_of(card)), is_dim=frozen, note=note, mark=mark)
    kind = kind_of(card)
    sign, colour = SYMBOL_SIGNS[kind], SYMBOL_COLOURS[kind]
    return Card(sign, colour=colour, is_dim=frozen, note=note or KIND_NAMES[kind], mark=mark)
