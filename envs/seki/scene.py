"""The table of SEKI as a seat sees it, from its view alone."""

from collections.abc import Iterable

import numpy as np

from ..core.kit.seats import distances, player_name
from ..core.scene.scene import (
    BLACK,
    BLUE,
    GAME_OVER,
    GREEN,
    PURPLE,
    RED,
    Card,
    Mark,
    Scene,
    Seat,
    Zone,
    plural,
)
from . import state as seki
from .text.words import KINDS_OF_TOP, PANELS, card_names, exactly, points_word, seat_at

SYMBOL_SIGNS = ("↺", "⇄", "⇑", "✕")
SYMBOL_COLOURS = (BLUE, GREEN, PURPLE, RED)
DEEDS = ("", "trashed", "used a symbol", "activated", "passed", "reset")
LONGEST_ROW = 24
PLAIN_TURN = seki.PHASES[seki.TURN].question

Row = tuple[Card, ...]


def scene(view: np.void, seat: int) -> Scene:
    """Returns the table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The decks and the pile; the symbols out of play and the excluded cards; the cards of the
        present effect, such as EMPEROR's pool; the players with their panels and known cards; the
        own hand.
    """
    shelves = (_decks(view), _out_of_play(view), _of_the_effect(view))
    return Scene(
        "SEKI",
        seat,
        tuple(_seat(view, seat, *place) for place in distances(seat, int(view["num_players"]))),
        tuple(shelf for shelf in shelves if shelf),
        _notes(view),
        _question(view, seat),
    )


# The table


def _notes(view: np.void) -> tuple[str, ...]:
    """Returns the notes: the number that counts, the direction, a stall, and the games left."""
    number = f"{view['top'] - 1} ({KINDS_OF_TOP[view['top_kind']]})" if view["top"] else "empty"
    notes = [f"pile {number}"]
    notes.append("REVERSED: lower beats" if view["reversed"] else "NORMAL: higher beats")
    if view["no_progress"] and view["on_turn"].any():
        in_game = np.count_nonzero(view["place"][: view["num_players"]] == 0)
        end = int(view["stall_rounds"]) * in_game
        notes.append(f"turns without progress: {view['no_progress']}, {end} end the game")
    if view["num_games"] > 1:
        notes.append(f"games left: {view['games_left']}")
    return tuple(notes)


def _decks(view: np.void) -> tuple[Zone, ...]:
    """Returns both decks, with the part of their order that the viewer knows, and the pile."""
    numbers, symbols = view["deck_size"]
    on_top = Card(str(view["deck_top"] - 1), look="place", note="next")
    order = tuple(_kind(int(kind) - 1) for kind in view["deck_order"] if kind)
    return (
        Zone("number deck", (_deck(numbers, (on_top,) if view["deck_top"] else ()),)),
        Zone("symbol deck, from its top" if order else "symbol deck", (_deck(symbols, order),)),
        Zone("number graveyard", (_pile(view),)),
    )


def _deck(size: int, known: Row) -> Row:
    """Returns a deck's back with its size and the known cards; empty for an empty deck."""
    return (Card(str(size), look="back"), *known) if size else ()


def _pile(view: np.void) -> Row:
    """Returns the number graveyard, its top card last, and the number that is to be beaten."""
    depth = view["depth"]
    cards = sorted(np.flatnonzero(depth).tolist(), key=lambda card: -int(depth[card]))
    counts = view["top_kind"] == seki.NATURAL
    row = tuple(_card(view, card, is_recent=counts and card == cards[-1]) for card in cards)
    if counts or not view["top"]:
        return row
    number = str(view["top"] - 1)
    return (*row, Card(number, look="place", note=KINDS_OF_TOP[view["top_kind"]], mark="recent"))


def _out_of_play(view: np.void) -> tuple[Zone, ...]:
    """Returns the symbol graveyard and the cards that the viewer knows to be excluded."""
    zones = {
        "symbol graveyard": np.flatnonzero(view["memory"][seki.SYMBOL_GRAVEYARD]),
        "excluded": exactly(view, seki.EXCLUDED),
    }
    return _zones(view, zones)


def _of_the_effect(view: np.void) -> tuple[Zone, ...]:
    """Returns the symbol in use, EMPEROR's pool and the symbols that HUNTER gives."""
    names = {"in_use": "in use", "pool": "pool", "offered": "offered"}
    return _zones(view, {title: np.flatnonzero(view[name]) for name, title in names.items()})


def _zones(view: np.void, zones: dict[str, np.ndarray]) -> tuple[Zone, ...]:
    """Returns the zones that have cards, each in one row, long ones in two."""
    found = []
    for title, cards in zones.items():
        row = _cards(view, cards)
        half = len(row) if len(row) <= LONGEST_ROW else (len(row) + 1) // 2
        if row:
            found.append(Zone(title, tuple(filter(None, (row[:half], row[half:])))))
    return tuple(found)


# The players


def _seat(view: np.void, seat: int, number: int, distance: int) -> Seat:
    cards = exactly(view, distance) if distance else np.flatnonzero(view["hand"])
    return Seat(
        player_name(number),
        int(view["hand_size"][distance]),
        _facts(view, seat, distance),
        _cards(view, cards),
        is_on_turn=bool(view["on_turn"][distance]),
        is_out=bool(view["place"][distance]),
    )


def _facts(view: np.void, seat: int, distance: int) -> tuple[str, ...]:
    """Returns a player's panel, his last action, and his symbols, frozen cards and points."""
    facts = [*_panel(view, distance), _deed(view, distance)]
    if view["distinct_backs"]:
        facts.append(plural(int(view["symbol_count"][distance]), "symbol"))
    facts += _frozen(view, seat, distance)
    if view["num_games"] > 1:
        facts.append(f"{points_word(view['standing'][distance])} points")
    return tuple(filter(None, facts))


def _panel(view: np.void, distance: int) -> list[str]:
    """Returns a player's role and panel: `? (face down)`; for NEW_GRAD also the copied role."""
    role, panel = np.flatnonzero(view["role"][distance]), PANELS[view["panel"][distance]]
    words = [f"{seki.ROLE_NAMES[role[0]] if len(role) else '?'} ({panel})"]
    if seki.NEW_GRAD in role and view["copied"].any():
        words.append(f"as {seki.ROLE_NAMES[view['copied'].argmax()]}")
    return words


def _deed(view: np.void, distance: int) -> str:
    """Returns a player's place, right and last action: `place 2`, `reset right, trashed`."""
    words = [f"place {view['place'][distance]}"] if view["place"][distance] else []
    words += ["reset right"] if view["right"][distance] else []
    return ", ".join(filter(None, [*words, DEEDS[view["last_did"][distance]]]))


def _frozen(view: np.void, seat: int, distance: int) -> list[str]:
    """Returns `2 frozen by player_0 and player_3`, or with backs `number frozen by player_0`."""
    freezers = view["frozen_from"][distance]
    names = {
        int(freezer): seat_at(view, seat, int(freezer)) for freezer in np.flatnonzero(freezers)
    }
    if view["distinct_backs"]:
        backs = ("number", "symbol")
        return [f"{backs[freezers[one] - 1]} frozen by {name}" for one, name in names.items()]
    count = view["frozen_count"][distance]
    return [f"{count} frozen by {' and '.join(names.values())}"] if count else []


# The question


def _question(view: np.void, seat: int) -> str:
    """Returns the question to the player on turn, with his choices that the viewer knows."""
    if not view["on_turn"].any():
        return GAME_OVER
    phase = int(view["phase"].argmax())
    words = _question_of_turn(view) if phase == seki.TURN else seki.PHASES[phase].question
    if phase in (seki.HACKER_PICK, seki.POLICE_BACK):
        words += f" of {seat_at(view, seat, int(view['victim'].argmax()))}"
    if view["chosen"].any():
        choice = "drawn" if phase == seki.PASS_DRAWN else "chosen"
        words += f"; {choice}: {card_names(np.flatnonzero(view['chosen']))}"
    return words


def _question_of_turn(view: np.void) -> str:
    """Returns the actions of a turn: fewer in a bonus turn, fewest after a flipped reset."""
    deeds = "trash, use or pass" if view["bonus"] else PLAIN_TURN
    if view["after_reset"]:
        return "after the reset: " + ("trash or pass" if view["reset_flip"] else deeds)
    deeds += "; a pass resets the pile" * bool((view["right"] & view["on_turn"]).any())
    return f"bonus turn: {deeds}" if view["bonus"] else deeds


# Cards


def _cards(view: np.void, cards: Iterable[int]) -> Row:
    return tuple(_card(view, int(card)) for card in cards)


def _card(view: np.void, card: int, *, is_recent: bool = False) -> Card:
    """Returns a card with its note: frozen, chosen in this effect, or face up for good."""
    frozen, marked = bool(view["frozen"][card]), bool(view["marked"][card])
    chosen = bool(view["chosen"][card] or view["offered"][card])
    choice = "drawn" if view["phase"][seki.PASS_DRAWN] else "chosen"
    mark: Mark = "recent" if chosen or is_recent else "none"
    face = str(seki.number_of(card)), BLACK, ""
    if not seki.is_number(card):
        kind = seki.kind_of(card)
        face = SYMBOL_SIGNS[kind], SYMBOL_COLOURS[kind], seki.KIND_NAMES[kind]
    text, colour, note = face
    note = "frozen" if frozen else choice if chosen else "face up" if marked else note
    name = card_names([card]) + "*" * marked
    return Card(text, "", name, colour, mark=mark, is_dim=frozen, note=note,
                action=seki.CARD.first + card)  # fmt: skip


def _kind(kind: int) -> Card:
    """Returns a symbol of which only the kind is known."""
    name = seki.KIND_NAMES[kind]
    return Card(SYMBOL_SIGNS[kind], "", name, SYMBOL_COLOURS[kind], note=name)
