"""A table of any game in the tests: its state record, and copies and redealt worlds of it."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

import numpy as np

from fudaba.envs import Game
from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.core.scene.scene import Card
from fudaba.envs.core.words.reading import copied

from .fingerprint import fields_of


class Table:
    """One table: its state record, read and moved by the words a player would use."""

    game: ClassVar[Game]

    def __init__(self, state: np.void) -> None:
        self.state = state

    @classmethod
    def opened(cls, seed: int, **options: Any) -> Self:
        """A dealt match at its first decision."""
        return cls(dealt_state(cls.game, options, seed))

    @property
    def to_move(self) -> int | None:
        """The seat with a decision, None once the match is over."""
        return None if self.state["to_move"] == NOBODY else int(self.state["to_move"])

    @property
    def seats(self) -> range:
        """All seats at the table."""
        return range(int(self.state["num_players"]))

    def legal(self) -> set[str]:
        """What the seat to move may say."""
        return set(self.game.move_names(self.state))

    def say(self, *texts: str) -> None:
        """Carries out decisions, one after the other."""
        for text in texts:
            self.game.kernels.apply(self.state, self.game.parse(self.state, text))

    def copy(self) -> Self:
        """Another table in the same position."""
        return type(self)(copied(self.state))

    def points(self) -> list[float]:
        """The points per player."""
        points = np.zeros(self.game.max_players)
        self.game.kernels.score(self.state, points)
        return [float(points[seat]) for seat in self.seats]

    def view(self, seat: int) -> np.void:
        """What a seat may know."""
        return self.game.view(self.state, seat)


def new_state(game: Game, options: Mapping[str, Any]) -> np.void:
    """An empty record with the options written in."""
    state: np.void = np.zeros(1, game.state_dtype)[0]
    game.options.read(game.name, dict(options)).write(state)
    return state


def dealt_state(game: Game, options: Mapping[str, Any], seed: int) -> np.void:
    """The record of a match at its first decision."""
    state = new_state(game, options)
    state["rng"] = seed
    game.kernels.deal(state)
    return state


def redealt(game: Game, state: np.void, viewer: int, rng: int) -> np.void:
    """The world that `redeal` makes for a seat out of this random state."""
    world = copied(state)
    world["rng"] = rng
    game.kernels.redeal(world, viewer)
    return world


def zones_of(game: Game, state: np.void, seat: int) -> dict[str, list[Card]]:
    """The cards that a seat sees on the table, by the titles of their zones."""
    zones = [zone for shelf in game.scene(state, seat).shelves for zone in shelf]
    return {zone.title: [card for row in zone.rows for card in row if card] for zone in zones}


def names_of(cards: Iterable[Card]) -> list[str]:
    """What cards of a scene are called."""
    return [card.name for card in cards]


def without_rng(state: np.void) -> bytes:
    """All fields but the random stream."""
    copy = copied(state)
    copy["rng"] = 0
    return fields_of(copy)
