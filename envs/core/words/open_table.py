"""The open table as a scene: every hand, and the cards that lie face down."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import chain

import numpy as np

from fudaba.common.languages import translator

from ..contract.game import Game
from ..kit.seats import NOBODY
from ..scene.about import About
from ..scene.scene import HIDDEN, Card, Scene, Zone
from .answers import labels_of_topics

_, _n = translator("core")


def open_scene(game: Game, state: np.void) -> Scene:
    """Returns the open table: all hands, and the cards of zones that some seat does not know.

    Args:
        game: The game.
        state: The table; it is not changed.

    Returns:
        The scene and the pictures of the player to move, with every player as his own scene shows
        him, the notes that all seats share, and the zones that only other seats know. Its viewer
        is `NOBODY`.
    """
    mover = max(int(state["to_move"]), 0)
    seats = sorted(range(int(state["num_players"])), key=lambda seat: seat != mover)
    scenes = {seat: game.scene(state, seat) for seat in seats}
    zones = {zone.place: zone for zone in chain(*scenes[mover].shelves) if zone.place}
    hidden = hidden_zones(game, state, {place for place, zone in zones.items() if has_back(zone)})
    shelves = [
        tuple(zone for zone in shelf if not (has_back(zone) and zone.place in hidden))
        for shelf in scenes[mover].shelves
    ]
    known = tuple(known_to_others(list(scenes.values())))
    meant = {label.text: label.about for label in labels_of_topics(game)}
    face_up = tuple(
        face_up_zone(game, place, names, zones.get(place), meant) for place, names in hidden.items()
    )
    return replace(
        scenes[mover],
        viewer=NOBODY,
        seats=tuple(scenes[seat].seats[seat] for seat in sorted(scenes)),
        shelves=tuple(filter(None, (*shelves, known, face_up))),
        notes=tuple(note for note in scenes[mover].notes
                    if all(note in scene.notes for scene in scenes.values())),
    )  # fmt: skip


def hidden_zones(game: Game, state: np.void, backs: Set[str]) -> dict[str, list[str]]:
    """Returns, by zone, the cards of the common zones that some seat does not know.

    Args:
        game: The game.
        state: The table.
        backs: Places that are shown face down. Another zone is hidden if it differs in a world that
            a seat can't exclude.
    """
    zones = game.words.snapshot(state)
    hidden = set(backs)
    for seat in range(int(state["num_players"])):
        world = state.copy()
        game.kernels.redeal(world, seat)
        others = game.words.snapshot(world).values()
        hidden |= {name for (name, zone), other in zip(zones.items(), others, strict=True)
                   if zone != other}  # fmt: skip
    return {name: zone for name, zone in zones.items() if name in hidden and isinstance(zone, list)}


def face_up_zone(
    game: Game, place: str, names: Sequence[str], shown: Zone | None, meant: Mapping[str, About]
) -> Zone:
    """Returns a hidden zone with its cards face up.

    Args:
        game: The game.
        place: The zone's key in the snapshot.
        names: The names of the cards there.
        shown: The zone as the mover sees it; None if the scene does not show it.
        meant: The topics of the game's words.
    """
    title = place.replace("_", " ")
    about = shown.about if shown else meant.get(title, HIDDEN())
    cards = tuple(Card(meant.get(name, about), game.translate(name), name=game.translate(name))
                  for name in names)  # fmt: skip
    return Zone(game.translate(title), about, (cards,))


def known_to_others(scenes: Sequence[Scene]) -> Iterator[Zone]:
    """Returns the zones whose cards only other seats' scenes show, each once."""
    first, *others = scenes
    faces = {(zone.title, faces_of(zone)) for zone in chain(*first.shelves)}
    for scene in others:
        for zone in chain(*scene.shelves):
            key = zone.title, faces_of(zone)
            if zone.heads or not key[1] or key in faces:
                continue
            taken = any(title == zone.title and shown for title, shown in faces)
            faces.add(key)
            viewer = scene.seats[scene.viewer].name
            title = _("{title}, as {player} knows it", title=zone.title, player=viewer)
            yield replace(zone, title=title if taken else zone.title)


def faces_of(zone: Zone) -> tuple[str, ...]:
    """Returns the names of the faces in a zone."""
    cards = filter(None, chain(*zone.rows))
    return tuple(card.sign + (card.name or card.text) for card in cards if card.look == "face")


def has_back(zone: Zone) -> bool:
    """Whether cards of a zone lie face down."""
    return any(card and card.look == "back" for card in chain(*zone.rows))
