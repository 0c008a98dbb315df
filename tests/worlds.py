"""Worlds behind a view, judged by what happened: what `tests/test_redeal.py` knows of a game.

Each `tests/<game>/worlds.py` says how its matches are played, where its cards are hidden, and
whether a match can have gone as it did in a world. That knows nothing of how `redeal` excludes
worlds.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from math import comb
from typing import Any, NamedTuple

import numpy as np
from scipy import stats

from fudaba.envs import NOBODY, Game
from fudaba.envs.core.words.reading import copied

from . import tables
from .tables import dealt_state, without_rng

Hidden = Any
"""Everything that can be hidden in a position, as the game writes it down."""


@dataclass
class Course:
    """A match on its way, with all that happened in it.

    Attributes:
        state: The table now.
        rng: What draws all that is left to luck in a test.
        dealt: What a game notes of its deal.
        tables: The tables before each action.
        actions: The actions so far.
    """

    state: np.void
    rng: random.Random
    dealt: Any = None
    tables: list[np.void] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    _seen: dict[tuple[int, int], bytes] = field(default_factory=dict)

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

    def seen(self, game: Game, number: int, viewer: int) -> bytes:
        """What a seat got to see before an action."""
        key = number, viewer
        if key not in self._seen:
            self._seen[key] = shown(game, self.tables[number], viewer)
        return self._seen[key]


Start = Callable[[int, random.Random], Course]
"""Returns match number 0, 1, ... at its first decision."""


def under(game: Game, options: Callable[[int, random.Random], Mapping[str, Any]]) -> Start:
    """Matches under the house rules that `options` gives for each number."""

    def start(number: int, rng: random.Random) -> Course:
        return Course(dealt_state(game, options(number, rng), rng.getrandbits(64)), rng)

    return start


def in_turn(rows: Sequence[dict[str, Any]]) -> Callable[[int, random.Random], dict[str, Any]]:
    """The rows of house rules one after the other."""
    return lambda number, rng: rows[number % len(rows)]


@dataclass
class World:
    """One deal of the hidden cards, and how many ways there are to deal so."""

    table: np.void | None
    ways: float = 0


class Late(NamedTuple):
    """A position with few worlds, and its viewer.

    Attributes:
        course: What happened up to here.
        viewer: The seat for which worlds are dealt.
        worlds: Every deal of the hidden cards.
        possible: Those that the viewer can't exclude.
    """

    course: Course
    viewer: int
    worlds: dict[Hidden, World]
    possible: dict[Hidden, World]


@dataclass(frozen=True)
class Sample:
    """The positions of one test.

    Attributes:
        count: The number of matches.
        seed: What draws them.
        share: How many of their positions are taken.
        most: The most deals that a late position may have.
        each: The most late positions of one match.
        draws: How often the rarest world is to come up in a test of evenness.
        least: What must be met more often than so, that the test shows anything.
    """

    count: int
    seed: int
    share: float = 1.0
    most: int = 0
    each: int = 2
    draws: int = 30
    least: Mapping[str, int] = field(default_factory=dict)

    def check(self, seen: Counter[str]) -> None:
        """Checks that all was met often enough."""
        assert all(seen[name] > number for name, number in self.least.items()), seen


def every_other(state: np.void, rng: random.Random) -> bool:
    """Not always the first positions that are late enough."""
    return rng.random() < 0.5


def never(state: np.void) -> bool:
    """No position is rarer than others."""
    return False


def no_marks(*position: Any) -> Iterable[str]:
    """Nothing else is notable."""
    return ()


def is_even(late: Late) -> bool:
    """Whether so few deals are excluded that worlds are dealt, not mended."""
    return total_ways(late.worlds) <= 3 * total_ways(late.possible)


def nothing_private(other: np.void, state: np.void, viewer: int) -> None:
    """All else that a seat does not know follows from the cards."""


@dataclass(frozen=True)
class Worlds:
    """The redealing of one game.

    Attributes:
        game: The game.
        clauses: What the rulebook says about it, by clause.
        start: Deals the matches.
        choose: `choose(state, keen, rng)`, an action; `keen`, 0 to 1, is drawn once a match.
        hidden_in: `hidden_in(state)`, all that can be hidden.
        is_possible: `is_possible(world, course, viewer)`, whether a match can have gone so in a
            world.
        places: `places(state, viewer)`, the cards that a seat does not see, and how many of them
            lie in each place; what is left over lies together. None where a game lists its worlds
            in a way of its own.
        lay: `lay(table, viewer, dealt)` puts cards into these places, the left ones at the end.
        fitting: Positions of which one world is judged.
        independent: Positions of which two worlds are redealt.
        reaching: Late positions all of whose worlds must come up.
        even: Late positions whose worlds must come up alike.
        listed: `listed(state, viewer)`, all that can be hidden in worlds that a seat can't exclude,
            where the record remembers what it was shown, and `places` is None.
        is_rare: Whether a position is taken however few are.
        few: Deals the matches of late positions, if not as the others.
        is_taken: `is_taken(state, rng)`, whether a late position is judged.
        is_even: Whether all possible worlds of a late position are equally likely.
        judged: How many worlds of a late position are judged; None for all. Where nothing that
            happens excludes a deal, a few are enough.
        marks: `marks(course, viewer, world)`, what is notable of a world, after further checks.
        late_marks: The same of a late position.
        hide: `hide(other, state, viewer)` changes in a world what a seat does not know besides.
        with_ends: Whether worlds of ended matches are judged too.
    """

    game: Game
    clauses: str
    start: Start
    choose: Callable[[np.void, float, random.Random], int]
    hidden_in: Callable[[np.void], Hidden]
    is_possible: Callable[[np.void, Course, int], bool]
    places: Callable[[np.void, int], tuple[list[int], list[int]]] | None = None
    lay: Callable[[np.void, int, list[tuple[int, ...]]], None] | None = None
    fitting: Sample = field(kw_only=True)
    independent: Sample = field(kw_only=True)
    reaching: Sample = field(kw_only=True)
    even: Sample = field(kw_only=True)
    listed: Callable[[np.void, int], Iterator[Hidden]] | None = None
    is_rare: Callable[[np.void], bool] = never
    few: Start | None = None
    is_taken: Callable[[np.void, random.Random], bool] = every_other
    is_even: Callable[[Late], bool] = is_even
    judged: int | None = None
    marks: Callable[[Course, int, np.void], Iterable[str]] = no_marks
    late_marks: Callable[[Late], Iterable[str]] = no_marks
    hide: Callable[[np.void, np.void, int], None] = nothing_private
    with_ends: bool = False

    # Positions

    def played(self, course: Course) -> Iterator[Course]:
        """A match, at its present decision, its next, ... and, if it is judged, at its end."""
        keen = course.rng.random()
        while course.state["to_move"] != NOBODY:
            yield course
            action = self.choose(course.state, keen, course.rng)
            course.tables.append(copied(course.state))
            course.actions.append(action)
            self.game.kernels.apply(course.state, action)
        if self.with_ends:
            yield course

    def positions(self, sample: Sample) -> Iterator[tuple[Course, int]]:
        """The positions of a sample, and a viewer."""
        rng = random.Random(sample.seed)
        for number in range(sample.count):
            for course in self.played(self.start(number, rng)):
                if self.is_rare(course.state) or rng.random() < sample.share:
                    yield course, rng.choice(course.seats)

    def late(self, sample: Sample) -> Iterator[Late]:
        """Positions with few hidden cards, a few of a match."""
        rng, start = random.Random(sample.seed), self.few or self.start
        for number in range(sample.count):
            taken = 0
            for course in self.played(start(number, rng)):
                if taken == sample.each:
                    break
                viewer = rng.choice(course.seats)
                if course.state["to_move"] == NOBODY or not self.is_taken(course.state, rng):
                    continue
                worlds = self.all(course, viewer, sample.most)
                if worlds:
                    taken += 1
                    yield Late(course, viewer, worlds, self.possible(worlds, course, viewer))

    # Worlds

    def redealt(self, course: Course, viewer: int) -> np.void:
        """A world that `redeal` makes."""
        return tables.redealt(self.game, course.state, viewer, course.rng.getrandbits(64))

    def all(self, course: Course, viewer: int, most: int) -> dict[Hidden, World] | None:
        """Every deal of the hidden cards; None if there is but one, or more than so many."""
        if self.listed:
            found = {*islice(self.listed(course.state, viewer), most + 1)}
            is_few = 1 < len(found) <= most
            return {hidden: World(None, 1) for hidden in found} if is_few else None
        assert self.places
        cards, sizes = self.places(course.state, viewer)
        if not 1 < num_deals(len(cards), sizes) <= most:
            return None
        return self.dealt(course.state, viewer)

    def dealt(self, state: np.void, viewer: int) -> dict[Hidden, World]:
        """Every deal of the hidden cards."""
        assert self.places and self.lay
        found: dict[Hidden, World] = {}
        cards, sizes = self.places(state, viewer)
        for dealt in deals(tuple(cards), sizes):
            table = copied(state)
            self.lay(table, viewer, dealt)
            found.setdefault(self.hidden_in(table), World(table)).ways += 1
        return found

    def possible(
        self, worlds: dict[Hidden, World], course: Course, viewer: int
    ) -> dict[Hidden, World]:
        """Those of the worlds that the history allows."""
        if self.listed:
            return worlds
        if self.judged is not None:
            for hidden in course.rng.sample([*worlds], min(self.judged, len(worlds))):
                assert self.is_possible(worlds[hidden].table, course, viewer)
            return worlds
        return {
            hidden: world
            for hidden, world in worlds.items()
            if self.is_possible(world.table, course, viewer)
        }

    def evenness(self, late: Late, draws: int = 30) -> float:
        """How likely it is that worlds come up so unevenly by luck: a p-value."""
        ways = np.array([world.ways for world in late.possible.values()])
        expected = draws * ways / ways.min()
        count = round(expected.sum())
        seen = Counter(self.hidden_in(self.redealt(late.course, late.viewer)) for _ in range(count))
        assert seen.keys() <= late.possible.keys(), (late.course.actions, late.viewer)
        observed = [seen[hidden] for hidden in late.possible]
        return float(stats.chisquare(observed, expected * count / expected.sum()).pvalue)


def shown(game: Game, state: np.void, seat: int) -> bytes:
    """All that a seat gets to see: its view, and its mask if it is to move."""
    mask = np.zeros(game.num_actions, np.int8)
    if state["to_move"] == seat:
        game.kernels.legal(state, mask)
    return bytes(game.view(state, seat).tobytes() + mask.tobytes())


def as_it_was(table: np.void, action: int) -> int:
    """The same action in all worlds."""
    return action


def leads_to(
    world: np.void,
    start: np.void,
    game: Game,
    course: Course,
    viewer: int,
    taken: Callable[[np.void, int], int] = as_it_was,
    in_order: Callable[[np.void], np.void] = copied,
) -> bool:
    """Whether a match went so from another deal, as far as a seat saw it, and led to a world.

    Args:
        world: The world.
        start: Its first position.
        game: The game.
        course: What happened in truth.
        viewer: Who looks on.
        taken: What an action at a table was in that world.
        in_order: Brings a table whose order means nothing into one order.
    """
    state, mask, rules = copied(start), np.zeros(game.num_actions, np.int8), game.kernels
    (view,) = views = np.zeros(1, game.view_dtype)
    for number, (table, action) in enumerate(zip(course.tables, course.actions, strict=True)):
        if state["to_move"] != table["to_move"]:
            return False
        rules.legal(state, mask)
        rules.observe(state, viewer, view)
        own = mask if state["to_move"] == viewer else np.zeros_like(mask)
        is_seen = views.tobytes() + own.tobytes() == course.seen(game, number, viewer)
        action = taken(table, action)
        if not is_seen or not mask[action]:
            return False
        rules.apply(state, action)
    return without_rng(in_order(state)) == without_rng(in_order(world))


def others(state: np.void, viewer: int) -> list[int]:
    """The seats but for one."""
    return [seat for seat in range(int(state["num_players"])) if seat != viewer]


def total_ways(worlds: Mapping[Hidden, World]) -> float:
    """In how many ways the cards can be dealt."""
    return sum(world.ways for world in worlds.values())


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
