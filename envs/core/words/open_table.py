"""The open table as a scene: the own cards of every seat, and the cards face down."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from itertools import chain

import numpy as np

from ....languages import ENGLISH, in_language, words
from ..contract.game import Game
from ..kit.seats import NOBODY
from ..scene.scene import Card, Scene, Zone

_, _n = words("core")


def open_scene(game: Game, state: np.void) -> Scene:
    """Returns the open table: all hands, and the cards of zones that some seat does not know.

    Args:
        game: The game.
        state: The table, left as it is.

    Returns:
        The scene and the pictures of the player to move, with every player as his own scene shows
        him, the notes that all seats share, and the zones that only other seats know. Its viewer
        is `NOBODY`.
    """
    mover = max(int(state["to_move"]), 0)
    seats = sorted(range(int(state["num_players"])), key=lambda seat: seat != mover)
    scenes = {seat: game.scene(state, seat) for seat in seats}
    with in_language(ENGLISH):  # a zone's place is the English name of a zone of the snapshot
        places = [[*map(place_of, shelf)] for shelf in game.scene(state, mover).shelves]
    zones = [[*zip(*both, strict=True)] for both in zip(places, scenes[mover].shelves, strict=True)]
    backs = {place for place, zone in chain(*zones) if has_back(zone)}
    hidden = hidden_zones(game, state, backs)
    shelves = [
        tuple(zone for place, zone in shelf if not (has_back(zone) and place in hidden))
        for shelf in zones
    ]
    known = tuple(known_to_others(list(scenes.values())))
    face_up = tuple(
        Zone(game.say(title), (tuple(named_card(game.say(name)) for name in names),))
        for title, names in hidden.items()
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
    """Returns the cards of the common zones that some seat does not know.

    Args:
        game: The game.
        state: The table.
        backs: Zones that are shown face down. Another zone is hidden if it differs in a world that
            a seat can't exclude.
    """
    zones = {name.replace("_", " "): zone for name, zone in game.words.snapshot(state).items()}
    hidden = set(backs)
    for seat in range(int(state["num_players"])):
        world = state.copy()
        game.kernels.redeal(world, seat)
        others = game.words.snapshot(world).values()
        hidden |= {name for (name, zone), other in zip(zones.items(), others, strict=True)
                   if zone != other}  # fmt: skip
    return {name: zone for name, zone in zones.items() if name in hidden and isinstance(zone, list)}


def known_to_others(scenes: Sequence[Scene]) -> Iterator[Zone]:
    """Returns the zones with faces that the first scene does not show, each once."""
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


def place_of(zone: Zone) -> str:
    """Returns a zone's place: `symbol deck` for `symbol deck, from its top`."""
    return zone.title.partition(",")[0]


def named_card(name: str) -> Card:
    """Returns a card of a scene for its name in a snapshot."""
    return Card(name, name=name)
