"""A table of any game in the tests: its state record, and copies and redealt worlds of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Protocol, Self

import numpy as np
import pytest

from fudaba.envs import NOBODY, Card, Game, UserError
from fudaba.envs.core.contract.options import WORD_CODE
from fudaba.envs.core.scene.scene import Label, Rank, Ranking
from fudaba.envs.core.words.forced import as_forced
from fudaba.envs.core.words.reading import copied
from fudaba.testing.positions import dealt as dealt_state
from fudaba.testing.positions import fields_of


def only_move(game: Game, state: np.void) -> str:
    """Returns what a player's history says behind a move if it was the only one."""
    return as_forced("", game, state)


def zones_possible(memory: np.ndarray) -> np.ndarray:
    """Whether a card can be in a zone, bool[..., Z, C], of sets of zones (core/kit/memory.py)."""
    return (memory[..., np.newaxis, :] >> np.arange(15)[:, np.newaxis] & 1).astype(bool)


class Table:
    """One table: its state record, read and moved by the words a player would use."""

    game: ClassVar[Game]
    zone_names: ClassVar[Sequence[str]] = ()

    def __init__(self, state: np.void) -> None:
        self.state = state

    @classmethod
    def opened(cls, seed: int, **options: Any) -> Self:
        """A dealt match at its first decision."""
        return cls(dealt_state(cls.game, options, seed))

    @property
    def to_move(self) -> int | None:
        """The seat with a decision, None once the match is over."""
        return seat_to_move(self.state)

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

    def news(self, *texts: str) -> list[str]:
        """Carries out decisions; returns what the last one brought to every seat."""
        self.say(*texts[:-1])
        before = [self.view(seat) for seat in self.seats]
        self.say(texts[-1])
        return [self.game.words.news(before[seat], self.view(seat), seat) for seat in self.seats]

    def refused(self, text: str) -> str:
        """Returns why a typed text is not allowed."""
        with pytest.raises(UserError) as error:
            self.game.words.read(self.state, text)
        return str(error.value).removeprefix(f"{text!r} is not allowed: ")

    def places(self) -> list[float]:
        """The place per player, 0 for none yet."""
        return [int(self.state["place"][seat]) for seat in self.seats]

    def known(self, card: int) -> list[set[str]]:
        """Where a card can be as far as each seat has been told (SEKI-7.5, DFG-7.4)."""
        memory = zones_possible(self.state["memory"])
        return [
            {name for zone, name in enumerate(self.zone_names) if memory[seat, zone, card]}
            for seat in self.seats
        ]

    def copy(self) -> Self:
        """Another table in the same position."""
        return type(self)(copied(self.state))

    def points(self) -> list[float]:
        """Returns the points per player."""
        return points_of(self.game, self.state)

    def view(self, seat: int) -> np.void:
        """What a seat may know."""
        return self.game.view(self.state, seat)


def seat_to_move(state: np.void) -> int | None:
    """Returns the seat with a decision, None once the match is over."""
    return None if state["to_move"] == NOBODY else int(state["to_move"])


def points_of(game: Game, state: np.void) -> list[float]:
    """Returns the points per player."""
    points = np.zeros(game.max_players)
    game.kernels.score(state, points)
    return points[: int(state["num_players"])].tolist()


def house_rules_of(game: Game, state: np.void) -> dict[str, Any]:
    """Returns the house rules of a table by name, as plain values; None for an integer's `none`."""
    return {name: _value_of(game, name, state[name]) for name in game.options.model_fields}


def _value_of(game: Game, name: str, code: Any) -> Any:
    coding = game.options.coding(name)
    if coding.length:
        words = [word for (word, _), is_set in zip(coding.words, code, strict=False) if is_set]
        return words if coding.words else np.trim_zeros(code).tolist()
    if game.options.model_fields[name].annotation is bool:
        return bool(code)
    value = {number: word for word, number in coding.words}.get(int(code), int(code))
    return None if value == "none" and code == WORD_CODE else value


def new_state(game: Game, options: Mapping[str, Any]) -> np.void:
    """An empty record with the options written in."""
    state: np.void = np.zeros(1, game.state_dtype)[0]
    game.options.read(game.name, dict(options)).write(state)
    return state


def blank(game: Game, state: np.void) -> np.void:
    """An empty record with the house rules of a table."""
    rules = house_rules_of(game, state)
    return new_state(game, {name: "none" if it is None else it for name, it in rules.items()})


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


def ranks_of(game: Game, state: np.void, seat: int) -> tuple[Rank, ...]:
    """The rows of the ranking that a seat sees."""
    (ranking,) = game.scene(state, seat).pictures
    assert isinstance(ranking, Ranking)
    return ranking.ranks


def names_of(cards: Iterable[Card]) -> list[str]:
    """What cards of a scene are called."""
    return [card.name for card in cards]


def texts_of(labels: Iterable[Label]) -> tuple[str, ...]:
    """The words of facts or notes of a scene."""
    return tuple(label.text for label in labels)


def without_rng(state: np.void) -> bytes:
    """All fields but the random stream."""
    copy = copied(state)
    copy["rng"] = 0
    return fields_of(copy)


class Lockstep(Protocol):
    """The kernels and the twin of a game, side by side."""

    def set_up(self, state: np.void) -> Any:
        """Returns a twin at this table, or None where it cannot be set up."""

    def carry_out(self, state: np.void, twin: Any, action: int) -> Any:
        """Carries out a kernel action on both sides, which must agree then."""

    def check_position(self, state: np.void, twin: Any) -> Any:
        """Compares the whole position, the legal actions and the points."""


class TwinnedTable(Table):
    """A table on which the twin carries out every decision too, wherever it can be set up.

    Whole positions, legal actions and points are compared before and after each decision.
    """

    lockstep: ClassVar[Lockstep]

    def __init__(self, state: np.void) -> None:
        super().__init__(state)
        self._twin: Any = None
        self._followed = b""
        self._make: Callable[[np.void], Any] | None = None
        self._origin = b""

    def twin(self) -> Any:
        """Returns the twin of this position, which agrees with it, or None."""
        if self._twin is None or without_rng(self.state) != self._followed:
            self._twin = self.lockstep.set_up(self.state)
            if self._twin is not None:
                self.lockstep.check_position(self.state, self._twin)
        return self._twin

    def follow(self, make: Callable[[np.void], Any]) -> None:
        """Lets a twin follow this table from now on, and copies of it as it is now.

        Args:
            make: Makes a twin at a table in this position.
        """
        self._make, self._origin = make, without_rng(self.state)
        self._twin, self._followed = make(self.state), self._origin
        self.lockstep.check_position(self.state, self._twin)

    def copy(self) -> Self:
        """Returns another table in the same position."""
        other = super().copy()
        if self._make and without_rng(self.state) == self._origin:
            other.follow(self._make)
        return other

    def legal(self) -> set[str]:
        """Returns the names of the legal actions, on which the twin agrees."""
        self.twin()
        return super().legal()

    def say(self, *texts: str) -> None:
        """Carries out decisions, one after the other."""
        for text in texts:
            self.act(self.game.parse(self.state, text))

    def act(self, action: int) -> None:
        """Carries out an action, also on the twin where there is one."""
        twin = self.twin()
        if twin is None:
            self.game.kernels.apply(self.state, action)
        else:
            self.lockstep.carry_out(self.state, twin, action)
            self._followed = without_rng(self.state)
