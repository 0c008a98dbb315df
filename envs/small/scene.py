"""The scene of a small game: the table as a seat sees it, from its declarations and a view."""

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace

import numpy as np

from fudaba.common.languages import translator

from ..core.contract.cells import Cell
from ..core.kit.seats import distances, player_name
from ..core.scene.points import Points
from ..core.scene.scene import KNOWN, Card, Label, Scene, Seat, Zone, game_over
from .declared import Declared, cited
from .moves import Move
from .places import Place

_, _n = translator("small")

UNKNOWN = "?"


def scene_of(game: Declared) -> SimpleNamespace:
    """Returns what a module `scene` has."""

    def scene(view: np.void, seat: int) -> Scene:
        asked = int(np.argmax(view["phase"])) if len(game.questions) > 1 else 0
        moves = [move for move in game.moves if move.phase == asked]
        players = distances(seat, int(view["num_players"]))
        question = Label(game.say(cited(game.questions[asked])[0]), game.question_topics[asked]())
        return Scene(
            game.say(game.title),
            seat,
            tuple(_seat(game, view, moves, *each) for each in players),
            tuple(filter(None, (_chosen_from(game, view, moves, players),
                                tuple(_zones(game, view, moves, players))))),
            question if view["on_turn"].any() else game_over(),
            tuple(_notes(game, view)),
        )  # fmt: skip

    return SimpleNamespace(scene=scene, POINTS=points_of(game))


def points_of(game: Declared) -> Points | None:
    """Returns the number that decides the game as what people are shown; None without one."""
    if not game.lead:
        return None

    def say(count: int, number: str) -> str:
        return f"{game.say(game.lead.replace('_', ' '))}: {number}"

    return Points(say, game.lead_of)


def _words(cell: Cell) -> str:
    """Returns the name of a cell as words."""
    assert cell.shown is not None
    return (cell.shown.name or cell.name).replace("_", " ")


def _seat(game: Declared, view: np.void, moves: list[Move], player: int, distance: int) -> Seat:
    """Returns a player, with the cards that the viewer knows; those of the own hand are moves."""
    hands = game.placed[0]
    actions = {} if distance else _actions_of_cards(game, moves)
    known = [kind for kind in game.known(view, hands, distance) if kind >= 0]
    return Seat(
        player_name(player),
        int(view[f"{hands.name}_size"][distance]),
        KNOWN() if distance else game.place_topics[hands.name](),
        tuple(facts_of(game, view, distance)),
        tuple(_face(game, kind, actions.get(kind)) for kind in known),
        is_on_turn=bool(view["on_turn"][distance]),
    )


def _actions_of_cards(game: Declared, moves: list[Move]) -> dict[int, int]:
    """Returns the actions that the cards of the own hand stand for, by kind."""
    first = next((game.first_action(move) for move in moves if move.is_of_card), None)
    return {} if first is None else {kind: first + kind for kind in range(len(game.pack.kinds))}


def _face(game: Declared, kind: int, action: int | None = None, note: str = "") -> Card:
    return game.pack.face(kind, game.about_card(kind), action=action, note=note)


def facts_of(game: Declared, view: np.void, distance: int) -> Iterator[Label]:
    """Yields what is known of a player: numbers that are not 0, and flags."""
    for cell in game.facts("seat", "each"):
        assert cell.shown is not None
        seen = view[cell.shown.name or cell.name][distance]
        if seen.any():
            text = game.say(_words(cell))
            if seen.shape:
                values = " ".join(game.value(cell, at) for at in np.flatnonzero(seen).tolist())
                text = f"{text}: {values}"
            elif cell.shown.audience == "each":
                text = f"{text}: {game.value(cell, int(seen))}"
            yield Label(text, game.fact_topics[cell.name]())


def _notes(game: Declared, view: np.void) -> Iterator[Label]:
    """Yields the facts of the whole table."""
    for cell in game.facts("all", "one_hot"):
        assert cell.shown is not None
        seen = view[cell.shown.name or cell.name]
        is_code = cell.shown.audience == "one_hot"
        if seen.shape and not (is_code and seen.any()):
            continue
        number = int(seen.argmax()) if is_code else int(seen)
        text = f"{game.say(_words(cell))}: {game.value(cell, number)}"
        yield Label(text, game.fact_topics[cell.name]())


def _chosen_from(
    game: Declared, view: np.void, moves: list[Move], players: list[tuple[int, int]]
) -> tuple[Zone, ...]:
    """Returns the hands in which a slot is chosen, as cards to touch."""
    hands, zones = game.placed[0], []
    for move in moves:
        if move.is_of_slot and view["on_turn"][0]:
            flags = view[game.field_of(move.of)]
            zones += [
                Zone(
                    _("hand of {player}", player=player_name(player)),
                    game.move_topics[move.name](),
                    (tuple(_slots(game, view, hands, distance, game.first_action(move))),),
                    place=move.of,
                )
                for player, distance in players
                if flags[distance]
            ]
    return tuple(zones)


def _slots(
    game: Declared, view: np.void, place: Place, distance: int, first: int
) -> Iterator[Card]:
    """Yields the cards in the slots of a hand, face down where the viewer does not know them."""
    for slot, kind in enumerate(game.known(view, place, distance)):
        if kind >= 0:
            yield _face(game, kind, first + slot)
        else:
            about = game.place_topics[place.name]()
            yield Card(about, UNKNOWN, look="back", action=first + slot)


def _zones(
    game: Declared, view: np.void, moves: list[Move], players: list[tuple[int, int]]
) -> Iterator[Zone]:
    """Yields the places of the table with their known cards, and backs for the others."""
    for place in game.placed[1:]:
        action = next((game.first_action(move) for move in moves if move.touch == place.name), None)
        about = game.place_topics[place.name]()
        row: list[Card] = []
        for player, distance in players if place.by_seat else [(0, None)]:
            note = player_name(player) if place.by_seat else ""
            size = view[f"{place.name}_size"]
            count = int(size if distance is None else size[distance])
            known = [] if place.shown == "size" else game.known(view, place, distance)
            faces = [kind for kind in known if kind >= 0]
            row += [_face(game, kind, note=note) for kind in faces]
            if count > len(faces):
                row.append(Card(about, str(count - len(faces)), look="back", note=note))
        if row and action is not None:
            row[-1] = replace(row[-1], action=action)
        title = game.say(place.name.replace("_", " "))
        yield Zone(title, about, (tuple(row),), place="" if place.by_seat else place.name)
