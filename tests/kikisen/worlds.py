"""Worlds behind a view, judged by the history: what the tests of redealing share.

A game says how its seasons are played, where its cards are hidden, and whether a season can have
gone as it did in a world. That knows nothing of how `redeal` excludes worlds.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from scipy import stats

from fudaba.envs import Game
from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.core.words.reading import copied

from ..fingerprint import fields_of
from ..tables import dealt_state, redealt, without_rng

Hidden = tuple[Any, ...]
"""Everything that can be hidden in a position, as the game writes it down."""


@dataclass
class Season:
    """A season on its way, with all that happened in it.

    Attributes:
        state: The table now.
        rng: What draws all that is left to luck in a test.
        tables: The tables before each action.
        actions: The actions so far.
    """

    state: np.void
    rng: random.Random
    tables: list[np.void] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)

    @property
    def seats(self) -> range:
        """All seats at the table."""
        return range(int(self.state["num_players"]))

    @property
    def start(self) -> np.void:
        """The table at the first decision."""
        return [*self.tables, self.state][0]

    def steps(self) -> list[tuple[np.void, int, np.void]]:
        """Every decision with the tables before and after it."""
        tables = [*self.tables, self.state]
        return [*zip(tables, self.actions, tables[1:], strict=False)]


@dataclass(eq=False)
class World:
    """One deal of the hidden cards, and how many ways there are to deal so."""

    table: np.void
    ways: int = 0


def every_other(state: np.void, rng: random.Random) -> bool:
    """Not always the first positions that are late enough."""
    return rng.random() < 0.5


@dataclass(frozen=True)
class Worlds:
    """The redealing of one game.

    Attributes:
        game: The game.
        options: `options(number, rng)`, the house rules of the seasons 0, 1, ...
        choose: `choose(state, keen, rng)`, an action; `keen`, 0 to 1, is drawn once a season.
        hidden_in: `hidden_in(state)`, all that can be hidden.
        places: `places(state, viewer)`, the cards that a seat does not see, and how many of them
            lie in each place; what is left over lies together.
        lay: `lay(table, viewer, dealt)` puts cards into these places, the left ones at the end.
        is_possible: `is_possible(world, season, viewer)`, whether a season can have gone so in a
            world.
        is_taken: `is_taken(state, rng)`, whether a late position is judged.
    """

    game: Game
    options: Callable[[int, random.Random], dict[str, Any]]
    choose: Callable[[np.void, float, random.Random], int]
    hidden_in: Callable[[np.void], Hidden]
    places: Callable[[np.void, int], tuple[list[int], list[int]]]
    lay: Callable[[np.void, int, list[tuple[int, ...]]], None]
    is_possible: Callable[[np.void, Season, int], bool]
    is_taken: Callable[[np.void, random.Random], bool] = every_other

    # Positions

    def dealt(self, options: dict[str, Any], seed: int) -> np.void:
        """A table at its first decision; a test may play with fewer cards."""
        return dealt_state(self.game, options, seed)

    def season(self, options: dict[str, Any], rng: random.Random) -> Iterator[Season]:
        """One season, at its first decision, its second, ..."""
        keen = rng.random()
        state = self.dealt(options, rng.getrandbits(64))
        season = Season(state, rng)
        while state["to_move"] != NOBODY:
            yield season
            action = self.choose(state, keen, rng)
            season.tables.append(copied(state))
            season.actions.append(action)
            self.game.kernels.apply(state, action)

    def seasons(self, count: int, seed: int) -> Iterator[Iterator[Season]]:
        """Seasons with varied house rules."""
        rng = random.Random(seed)
        for number in range(count):
            yield self.season(self.options(number, rng), rng)

    def positions(self, count: int, seed: int) -> Iterator[tuple[Season, int]]:
        """All positions of so many seasons, and a viewer."""
        for season in self.seasons(count, seed):
            for moment in season:
                yield moment, moment.rng.choice(moment.seats)

    def late_positions(self, count: int, seed: int, most: int) -> Iterator[tuple[Season, int]]:
        """Positions with few hidden cards, two of a season at most, and a viewer."""
        for positions in self.seasons(count, seed):
            taken = 0
            for season in positions:
                viewer = season.rng.choice(season.seats)
                cards, sizes = self.places(season.state, viewer)
                is_late = taken < 2 and 1 < num_deals(len(cards), sizes) <= most
                if is_late and self.is_taken(season.state, season.rng):
                    yield season, viewer
                    taken += 1

    # Worlds

    def redealt(self, season: Season, viewer: int) -> np.void:
        """A world that `redeal` makes."""
        return redealt(self.game, season.state, viewer, season.rng.getrandbits(64))

    def all(self, state: np.void, viewer: int) -> dict[Hidden, World]:
        """Every deal of the hidden cards."""
        found: dict[Hidden, World] = {}
        cards, sizes = self.places(state, viewer)
        for dealt in deals(tuple(cards), sizes):
            table = copied(state)
            self.lay(table, viewer, dealt)
            found.setdefault(self.hidden_in(table), World(table)).ways += 1
        return found

    def possible(
        self, worlds: Mapping[Hidden, World], season: Season, viewer: int
    ) -> dict[Hidden, World]:
        """Those of the worlds that the history allows."""
        return {
            hidden: world
            for hidden, world in worlds.items()
            if self.is_possible(world.table, season, viewer)
        }

    # Checks

    def shows_the_same(self, world: np.void, state: np.void, viewer: int) -> bool:
        """Whether a seat sees no difference."""
        return self.game.view(world, viewer).tobytes() == self.game.view(state, viewer).tobytes()

    def check_world(self, world: np.void, season: Season, viewer: int) -> None:
        """The history allows the world, and the true one too."""
        assert self.is_possible(season.state, season, viewer)
        assert self.is_possible(world, season, viewer), (season.actions, viewer)

    def check_independence(self, count: int, seed: int) -> int:
        """A world does not depend on the true one. Returns how often the two differed."""
        moved = 0
        for season, viewer in self.positions(count, seed):
            start, other = season.rng.getrandbits(64), self.redealt(season, viewer)
            moved += without_rng(other) != without_rng(season.state)
            world = redealt(self.game, season.state, viewer, start)
            same = redealt(self.game, other, viewer, start)
            assert fields_of(world) == fields_of(same) and world["rng"] != start
        return moved

    def check_reached(self, possible: Mapping[Hidden, World], season: Season, viewer: int) -> None:
        """`redeal` reaches these worlds and no other."""
        assert self.hidden_in(season.state) in possible
        reached: set[Hidden] = set()
        for _ in range(100 * len(possible)):
            reached.add(self.hidden_in(self.redealt(season, viewer)))
            if len(reached) == len(possible):
                break
        assert reached == possible.keys(), (season.actions, viewer)

    def evenness(self, possible: Mapping[Hidden, World], season: Season, viewer: int) -> float:
        """How likely it is that ways come up so unevenly by luck: the p-value of 30 for each."""
        ways = np.array([world.ways for world in possible.values()])
        seen = Counter(self.hidden_in(self.redealt(season, viewer)) for _ in range(30 * ways.sum()))
        assert seen.keys() <= possible.keys(), (season.actions, viewer)
        return float(stats.chisquare([seen[hidden] for hidden in possible], 30 * ways).pvalue)


def others(state: np.void, viewer: int) -> list[int]:
    """The seats but for one."""
    return [seat for seat in range(int(state["num_players"])) if seat != viewer]


def total_ways(worlds: Mapping[Hidden, World]) -> int:
    """In how many ways the cards can be dealt."""
    return sum(world.ways for world in worlds.values())


def check_even(tests: Sequence[float]) -> None:
    """No single position is off, of more than ten."""
    assert len(tests) > 10
    assert min(tests) > 0.01 / len(tests), "no single position is off"


def deals(cards: tuple[int, ...], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to deal cards to places of these sizes, as if all differed; the rest at the end."""
    if not sizes:
        yield [cards]
        return
    for chosen in combinations(range(len(cards)), sizes[0]):
        rest = tuple(card for number, card in enumerate(cards) if number not in chosen)
        for others in deals(rest, sizes[1:]):
            yield [tuple(cards[number] for number in chosen), *others]


def num_deals(count: int, sizes: Sequence[int]) -> int:
    """How many ways `deals` goes through for so many cards."""
    ways = 1
    for size in sizes:
        ways *= comb(count, size)
        count -= size
    return ways
