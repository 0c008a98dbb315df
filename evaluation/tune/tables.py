"""Plays the games of a search, some deals of a variant at a time, and returns samples."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass

from fudaba.agents import Agent
from fudaba.envs import Game, Options

from ..balance.ladder import half_tables
from ..balance.measures import Measure
from ..balance.play import Sample, play_sample
from ..balance.store import SampleStore
from ..counting import Count
from ..database import deciding_sources
from ..match import Executor, LocalExecutor, MatchRunner, rotations, seed_of, work_through
from ..statistics import Estimate, IntArray
from .objectives import Objective, losses_of
from .racing import Seen

RAY_VARIANTS = 4  # variants that are played at a time on a cluster

AgentMaker = Callable[[str, Game, Options], Agent]


@dataclass(frozen=True)
class Roster:
    """The players of a variant.

    Attributes:
        agents: The specs of the agents, which sit in turn until all seats are taken.
        ladder: The specs of two agents, whose difference is skill; empty if not needed.
    """

    agents: tuple[str, ...]
    ladder: tuple[str, ...] = ()

    def seatings(self, num_players: int) -> dict[str, IntArray]:
        """Returns the seatings of each kind of sample that the objectives need."""
        kinds = {}
        if self.agents:
            line_up = tuple(seat % len(self.agents) for seat in range(num_players))
            kinds["agents"] = rotations(line_up)
        if self.ladder:
            kinds["ladder"] = half_tables(num_players)
        return kinds

    def cost(self, num_players: int) -> int:
        """Returns the games per deal."""
        return sum(map(len, self.seatings(num_players).values()))

    def words(self, kind: str) -> tuple[str, ...]:
        """Returns the agents of a kind of sample."""
        return self.agents if kind == "agents" else self.ladder


def roster_for(wishes: Sequence[Objective], agents: Sequence[str], ladder: Sequence[str]) -> Roster:
    """Returns the players that some objectives need."""
    needs_ladder = any(wish.goal.needs_ladder for wish in wishes)
    needs_agents = any(not wish.goal.needs_ladder for wish in wishes)
    return Roster(tuple(agents) if needs_agents else (), tuple(ladder) if needs_ladder else ())


Samples = dict[str, Sample]  # by kind


@dataclass(frozen=True)
class Candidate:
    """A variant with its players.

    Attributes:
        options: Its house rules.
        cast: Its players.
    """

    options: Options
    cast: Roster

    @property
    def cost(self) -> int:
        """The games per deal."""
        return self.cast.cost(self.options.num_players)


@dataclass(frozen=True)
class Evaluator:
    """Plays the games of a search, stores them, and estimates the goals.

    Attributes:
        game: The game.
        wishes: The objectives.
        seed: The seed of the search.
        make: Makes the agent of a spec.
        executor: Plays the chunks.
        store: The SQLite file of the games, or None.
        count: Counts the games.
        measures: The designer's own measures, which are measured at the tables of the agents.
    """

    game: Game
    wishes: tuple[Objective, ...]
    seed: int
    make: AgentMaker
    executor: Executor
    store: SampleStore | None
    count: Count
    measures: tuple[Measure, ...] = ()

    def play(self, entries: Sequence[Candidate], part: str, deals: int) -> list[Samples]:
        """Plays the same deals with some variants, several at a time.

        Args:
            entries: The variants.
            part: The part of the search; each has deals of its own.
            deals: The number of deals.

        Raises:
            UserError: A spec names no agent, a file can't be used, or an agent took an illegal
                action.
        """
        seed = seed_of(self.seed, part)
        deciding_sources(self.game)  # reads them once, before threads do at the same time
        is_local = isinstance(self.executor, LocalExecutor)
        threads = self.executor.num_threads if isinstance(self.executor, LocalExecutor) else 0
        at_a_time = min(len(entries), threads if is_local else RAY_VARIANTS)
        inner = LocalExecutor(max(1, threads // max(1, at_a_time))) if is_local else self.executor

        def played(entry: Candidate) -> Samples:
            return self._play_entry(entry, seed, deals, inner)

        return [samples for _, samples in work_through(played, entries, max(1, at_a_time))]

    def _play_entry(self, entry: Candidate, seed: int, deals: int, executor: Executor) -> Samples:
        """Plays one variant; opens the file again, because a connection serves one thread alone."""
        samples = {}
        with nullcontext() if self.store is None else self.store.again() as store:
            for kind, seatings in entry.cast.seatings(entry.options.num_players).items():
                words = entry.cast.words(kind)
                agents = [self.make(word, self.game, entry.options) for word in words]
                players = MatchRunner(self.game, entry.options, words, agents, seed, self.count)
                samples[kind] = play_sample(
                    *(players, seatings, deals, executor, self.count.finish),
                    store=store,
                    measures=self.measures if kind == "agents" else (),
                )
        return samples

    def estimates(self, entry: Candidate, samples: Samples) -> tuple[Estimate, ...]:
        """Returns the estimate of each goal."""
        found = []
        for wish in self.wishes:
            kind = "ladder" if wish.goal.needs_ladder else "agents"
            words = entry.cast.words(kind)
            found.append(wish.goal.measure(self.game, words, samples[kind]))
        return tuple(found)

    def seen(self, entry: Candidate, samples: Samples) -> Seen:
        """Returns what a race needs of a variant: its losses and the hash of its games."""
        losses = losses_of(self.wishes, self.estimates(entry, samples))
        return Seen(losses, fingerprint(samples))


def fingerprint(samples: Samples) -> bytes:
    """Returns hashes of the course of all games."""
    return b"".join(sample.fingerprint for sample in samples.values())


def joined(earlier: Samples | None, later: Samples) -> Samples:
    """Returns the deals of two samples as one."""
    if earlier is None:
        return later
    return {kind: earlier[kind].followed_by(sample) for kind, sample in later.items()}
