"""Playing deals: every deal several times, with the agents rotated through the seats.

A line-up is one agent index per seat. Rotation r of a line-up seats its first agent in seat r and
the others clockwise after it. A deal is played once in every rotation, so that each agent holds
every hand of the deal; rotations that repeat an earlier seating are left out, so a line-up of one
agent alone is played once.

Deals are played in chunks of consecutive deals, at many tables in lock step. The agents of a chunk
draw from a random stream of its own, so its result does not depend on what was played before.
"""

import hashlib
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import NoneType
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from fudaba.agents import Agent, choose_actions
from fudaba.agents.agent import check_agent, identity_of, keys_of, naming
from fudaba.agents.remarks import Remark, take_remarks
from fudaba.common.checks import UINT64_RANGE, check_kind, check_whole
from fudaba.common.errors import shown
from fudaba.common.files import read_path
from fudaba.envs import Game, Options, Tables, UserError
from fudaba.envs.core.contract.game import check_game
from fudaba.envs.core.stepping.threads import MAX_THREADS

from .counting import Count, Progress
from .stand_in import BoolArray, StandInAgent
from .statistics import FloatArray, IntArray, Interval, clustered_mean
from .workers import WorkerThreads

CHUNK_DEALS = 64
MAX_DEALS = 10_000_000
# Threads of the commands unless `--threads` says otherwise. The number is the same on every
# machine because training rounds in another order with another number of threads.
COMMAND_THREADS = 2

LineUp = tuple[int, ...]
ActionArray = NDArray[np.int16]
Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True)
class MatchResult:
    """Finished games, one row each: by line-up, then deal, then rotation.

    Attributes:
        line_ups: int64[G], the position of the game's line-up in the list that was played.
        deals: int64[G], the number of the deal.
        seating: int64[G, P], the index of the agent in each seat.
        points: float64[G, P], the points of each seat at the end.
    """

    line_ups: IntArray
    deals: IntArray
    seating: IntArray
    points: FloatArray


def num_rotations(line_up: LineUp) -> int:
    """Returns how often a line-up plays each deal: until the seating repeats itself."""
    turns = range(1, len(line_up) + 1)
    return next(turn for turn in turns if line_up[-turn:] + line_up[:-turn] == line_up)


def rotations(line_up: LineUp) -> IntArray:
    """Returns the agents in the seats of each rotation: int64[R, P]."""
    turns = range(num_rotations(line_up))
    return np.array([np.roll(line_up, turn) for turn in turns], dtype=np.int64)


@dataclass(frozen=True)
class Chunk:
    """Consecutive deals of one line-up that are played together.

    Attributes:
        line_up: One agent index per seat.
        number: The number of the chunk among those of the line-up, from 0.
        first: The number of its first deal.
        num_deals: The number of deals, at most CHUNK_DEALS.
    """

    line_up: LineUp
    number: int
    first: int
    num_deals: int = CHUNK_DEALS

    @property
    def deals(self) -> IntArray:
        """The numbers of the deals: int64[num_deals]."""
        return np.arange(self.num_deals) + self.first

    @property
    def end(self) -> int:
        """The number of the deal after the last one."""
        return self.first + self.num_deals


def chunks_of(line_up: LineUp, deals: int, most: int = CHUNK_DEALS) -> list[Chunk]:
    """Cuts deals 0 to `deals` - 1 into chunks of `most` deals; the last one may be shorter."""
    return [
        Chunk(line_up, number, start, min(most, deals - start))
        for number, start in enumerate(range(0, deals, most))
    ]


def growing_chunks(line_up: LineUp, deals: int, most: int = CHUNK_DEALS) -> list[Chunk]:
    """Returns whole chunks of 1, 1, 2, 4, ... deals that hold deals 0 to `deals` - 1.

    So slow agents soon have a first result, and fast ones soon play many deals together. More
    deals add chunks and change none.

    Args:
        line_up: The line-up.
        deals: The number of deals that are needed.
        most: The size from which the chunks don't grow.
    """
    chunks: list[Chunk] = []
    first = 0
    while first < deals:
        chunks.append(Chunk(line_up, len(chunks), first, min(max(first, 1), most)))
        first = chunks[-1].end
    return chunks


class TimeOverError(Exception):
    """Raised inside a chunk that is abandoned because the time `MatchRunner.until` has passed."""


class SeatRemark(NamedTuple):
    """A remark and its place: the row of the game, the index of the action, the seat."""

    game: int
    step: int
    seat: int
    remark: Remark


@dataclass(frozen=True)
class ChunkResult:
    """The games of a chunk, one row each: by deal, then rotation.

    Attributes:
        points: float64[K, P], the points of each seat at the end.
        actions: int16[K, T], the actions in the order they were taken; NO_ACTION after the last.
        stand_ins: bool[K, P], the seats in which another agent played on after a failure; None if
            there are none.
        remarks: What agents said about their decisions.
    """

    points: FloatArray
    actions: ActionArray
    stand_ins: BoolArray | None = None
    remarks: tuple[SeatRemark, ...] = ()


@dataclass(frozen=True)
class MatchRunner:
    """The game, the agents and the seed of a chunk's games.

    Attributes:
        game: The game.
        options: Its house rules.
        names: The agents' names.
        agents: The agents.
        seed: 0..2**64-1.
        count: Counts the decisions, or None.
        until: The time, as of `time.time`, at which unfinished chunks are given up; None for never.
        keys: The agents' keys, which with the seed determine their random streams; see `keys_of`.
    """

    game: Game
    options: Options
    names: Sequence[str]
    agents: Sequence[Agent]
    seed: int
    count: Count | None = None
    until: float | None = None
    keys: Sequence[str] = ()

    def __post_init__(self) -> None:
        """Takes the keys from the agents, unless they are given.

        Raises:
            UserError: An agent's identity is no text, or empty.
        """
        identities = map(identity_of, self.names, self.agents)
        object.__setattr__(self, "keys", self.keys or keys_of(self.names, identities))

    def play_in_time(self, chunk: Chunk) -> ChunkResult | None:
        """Returns the result of a chunk, as `play` does, or None if the time runs out meanwhile.

        Raises:
            UserError: An agent took an illegal action.
        """
        try:
            return self.play(chunk)
        except TimeOverError:
            return None

    def play(self, chunk: Chunk) -> ChunkResult:
        """Plays all deals of a chunk in all rotations.

        Raises:
            UserError: An agent took an illegal action.
            TimeOverError: The time is over.
        """
        return self._play(chunk, rotations(chunk.line_up))

    def play_seated(self, chunk: Chunk) -> ChunkResult:
        """Plays each deal of a chunk once, with the agents in the seats of the line-up.

        Raises:
            UserError: An agent took an illegal action.
            TimeOverError: The time is over.
        """
        return self._play(chunk, np.array([chunk.line_up]))

    def _play(self, chunk: Chunk, seatings: IntArray) -> ChunkResult:
        """Plays all deals of a chunk in some seatings: int64[R, P]."""
        tables, seating = self.deal(chunk.deals, seatings)
        rng = self.rng(chunk.line_up, chunk.number)
        taken: list[ActionArray] = []
        remarks: list[SeatRemark] = []
        while (tables.to_move >= 0).any():
            if self.until is not None and time.time() >= self.until:
                raise TimeOverError
            actions = choose_actions(tables, self.agents, seating, rng)
            for row, remark in take_remarks(self.agents, tables):
                remarks.append(SeatRemark(row, len(taken), int(tables.to_move[row]), remark))
            self.step(tables, seating, actions)
            taken.append(actions.astype(np.int16))
        lost = [agent.lost(tables) for agent in self.agents if isinstance(agent, StandInAgent)]
        return ChunkResult(
            points=tables.scores[:, : seating.shape[1]].copy(),
            actions=np.stack(taken, axis=1),
            stand_ins=np.logical_or.reduce(lost) if lost else None,
            remarks=tuple(remarks),
        )

    def step(self, tables: Tables, seating: IntArray, actions: IntArray) -> None:
        """Carries out the agents' actions with `Tables.step`.

        Raises:
            IllegalActionError: An action is not legal; the message names the agent.
        """
        with naming(tables, self.names, seating):
            tables.step(actions)
        if self.count is not None:
            self.count.decide(int(np.count_nonzero(actions >= 0)))

    def deal(self, deals: IntArray, seatings: IntArray) -> tuple[Tables, IntArray]:
        """Deals every deal once for each seating.

        Args:
            deals: int64[K], the numbers of the deals.
            seatings: int64[R, P], the index of the agent in each seat.

        Returns:
            K * R tables, by deal, then seating, and the agents in their seats: int64[K * R, P].
        """
        seating = np.tile(seatings, (len(deals), 1))
        tables = Tables(self.game, self.options, len(seating), self.seed, redeal_finished=False)
        tables.deal(np.arange(len(seating)), np.repeat(deals, len(seatings)))
        return tables, seating

    def rng(self, line_up: Sequence[int], chunk: int) -> np.random.Generator:
        """Returns the random stream of the agents of a line-up in one of its chunks."""
        keys = "\0".join(self.keys[agent] for agent in line_up)
        digest = hashlib.sha256(os.fsencode(keys)).digest()
        return np.random.default_rng([self.seed, int.from_bytes(digest[:16]), chunk])


class Executor(Protocol):
    """Plays chunks: `LocalExecutor` in threads of this process, `cluster.RayExecutor` on a cluster.

    Results do not depend on the executor; only the speed does.
    """

    def play(
        self,
        players: MatchRunner,
        how: Callable[[MatchRunner, Item], Result],
        chunks: Sequence[Item],
    ) -> Iterator[tuple[Item, Result]]:
        """Plays chunks, several at a time.

        Args:
            players: The game, its house rules and the agents.
            how: Plays one chunk; a function of a module, or a `partial` of one, so that it can
                be sent to other machines.
            chunks: The chunks.

        Yields:
            Each chunk and its result, as soon as it is played, in any order.

        Raises:
            UserError: An agent took an illegal action.
        """
        ...


@dataclass(frozen=True)
class LocalExecutor:
    """Plays chunks in threads of this process, which share the agents, in order.

    Attributes:
        num_threads: The number of chunks that are played at a time.
    """

    num_threads: int

    def __post_init__(self) -> None:
        """Checks the number of threads.

        Raises:
            UserError: It is out of its range.
        """
        check_whole("num_threads", self.num_threads, 1, MAX_THREADS)

    def play(
        self,
        players: MatchRunner,
        how: Callable[[MatchRunner, Item], Result],
        chunks: Sequence[Item],
    ) -> Iterator[tuple[Item, Result]]:
        """Plays chunks; see `Executor.play`."""
        return work_through(partial(how, players), chunks, self.num_threads)


def executor_or_threads(executor: Executor | None, num_threads: int) -> Executor:
    """Returns the given executor, or one that uses threads of this process.

    Raises:
        UserError: `executor` has no method `play`, or `num_threads` is out of its range.
    """
    threads = LocalExecutor(num_threads)
    plays = callable(getattr(executor, "play", None)) and not isinstance(executor, type)
    if executor is not None and not plays:
        raise UserError(
            f"executor can't be {shown(executor)}; allowed: None, or what cluster.connect() gives."
        )
    return executor or threads


def answer(
    play: Callable[..., Result],
    results: Path | str | None = None,
    num_threads: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Result:
    """Returns the answer to a request.

    Games that the results file already holds are not played again. The outcome depends neither on
    interruptions nor on the executor.

    Args:
        play: The method `play` of the request.
        results: The SQLite file of the games; None keeps nothing. It knows an agent by its
            `identity`; games of an agent without one are not kept.
        num_threads: The number of chunks that are played at a time; the threads share the agents.
        executor: Plays the chunks, for instance one from `cluster.connect`; None for threads here.
        progress: Called with the number of games done, of all games, and of decisions so far,
            from any of the threads.

    Raises:
        UserError: A value is out of its range, a file can't be used, or an agent took an illegal
            action.
    """
    executor = executor_or_threads(executor, num_threads)
    check_kind("progress", progress, (Callable, NoneType), "a function")
    results = None if results is None else read_path("results", results)
    return play(executor, results, progress=progress)


def work_through(
    work: Callable[[Item], Result], items: Sequence[Item], num_threads: int
) -> Iterator[tuple[Item, Result]]:
    """Does the same work for every item, several at a time; Ctrl-C also stops unfinished items.

    Args:
        work: The work on one item.
        items: The items.
        num_threads: The number of threads; with 1 the calling thread works.

    Yields:
        Each item and what the work returned, in the order of the items.
    """
    if num_threads == 1:
        yield from ((item, work(item)) for item in items)
        return
    with WorkerThreads(work, num_threads) as workers:
        yield from workers.results(items)


def seed_of(seed: int, part: str) -> int:
    """Returns the seed of a part of a run, whose deals are independent of all others."""
    return int.from_bytes(hashlib.sha256(f"{seed} {part}".encode()).digest()[:8])


def play_match(
    game: Game,
    options: Options,
    agents: Sequence[Agent],
    line_ups: Sequence[LineUp],
    deals: int,
    seed: int,
    executor: Executor | None = None,
    chunk_deals: int = CHUNK_DEALS,
) -> MatchResult:
    """Plays deals 0 to `deals` - 1 of a seed in all rotations of all line-ups.

    Args:
        game: The game.
        options: Its house rules.
        agents: The agents.
        line_ups: At least one; each has one index in `agents` per player of the options.
        deals: The number of deals, at least 1.
        seed: 0..2**64-1.
        executor: Plays the chunks, such as `LocalExecutor(2)`, two at a time in threads; None for
            one after the other.
        chunk_deals: The deals of a chunk, 1..64: fewer if the agents are slow and many processors
            share the deals. Agents that draw play other games with another number.

    Raises:
        UserError: A number is out of its range, something is no agent or no line-up, the house
            rules are of another game, or an agent took an illegal action.
    """
    _check_table(game, options, agents)
    check_whole("deals", deals, 1, MAX_DEALS)
    check_whole("seed", seed, 0, UINT64_RANGE - 1)
    check_whole("chunk_deals", chunk_deals, 1, CHUNK_DEALS)
    executor = executor_or_threads(executor, 1)
    if not isinstance(line_ups, Sequence) or not line_ups:
        raise UserError(f"line_ups can't be {shown(line_ups)}; allowed: a list of line-ups.")
    for line_up in line_ups:
        _check_line_up(line_up, options, len(agents))
    names = [str(number) for number in range(len(agents))]
    players = MatchRunner(game, options, names, agents, seed, keys=names)
    chunks = [chunk for line_up in line_ups for chunk in chunks_of(line_up, deals, chunk_deals)]
    played = dict(executor.play(players, MatchRunner.play, chunks))
    return gather(line_ups, deals, np.concatenate([played[chunk].points for chunk in chunks]))


def gather(line_ups: Sequence[LineUp], deals: int, points: FloatArray) -> MatchResult:
    """Returns the points of all games together with their line-ups, deals and seatings.

    Args:
        line_ups: The line-ups.
        deals: The number of deals that each of them played.
        points: float64[G, P], by line-up, then deal, then rotation.
    """
    counts = [num_rotations(line_up) for line_up in line_ups]
    return MatchResult(
        line_ups=np.repeat(np.arange(len(line_ups)), [deals * count for count in counts]),
        deals=np.concatenate([np.repeat(np.arange(deals), count) for count in counts]),
        seating=np.concatenate([np.tile(rotations(line_up), (deals, 1)) for line_up in line_ups]),
        points=points,
    )


def reward_against(
    game: Game,
    options: Options,
    agent: Agent,
    opponents: Agent | Sequence[Agent],
    deals: int,
    seed: int,
    executor: Executor | None = None,
    chunk_deals: int = CHUNK_DEALS,
) -> Interval:
    """Returns the mean reward of one agent alone among others, over all seats of every deal.

    Args:
        game: The game.
        options: Its house rules.
        agent: The agent in question.
        opponents: The agent in all other seats, or several that fill the other seats in turn.
        deals: The number of deals, at least 1; each is played once from every seat.
        seed: 0..2**64-1; the same seed deals the same cards.
        executor: See `play_match`.
        chunk_deals: See `play_match`.

    Returns:
        The mean with its 95 % interval, clustered on the deal.

    Raises:
        UserError: A number is out of its range, something is no agent, the house rules are of
            another game, or an agent took an illegal action.
    """
    others: list[Any] = (
        list(opponents)
        if isinstance(opponents, Sequence) and not isinstance(opponents, str)
        else [opponents]
    )
    if not others:
        raise UserError("opponents can't be []; allowed: an agent, or a list of agents.")
    _check_table(game, options, [agent, *others])
    line_up = (0, *(1 + seat % len(others) for seat in range(options.num_players - 1)))
    played = deals, seed, executor, chunk_deals
    result = play_match(game, options, [agent, *others], [line_up], *played)
    own = result.seating == 0
    return clustered_mean(result.points[own], result.deals, float(np.ptp(result.points)))


def _check_table(game: Game, options: Options, agents: Sequence[Agent]) -> None:
    check_game(game)
    game.check_options(options)
    if not isinstance(agents, Sequence) or not agents:
        raise UserError(f"agents can't be {shown(agents)}; allowed: a list of agents.")
    for number, agent in enumerate(agents):
        check_agent(f"agent {number}", agent)


def _check_line_up(line_up: LineUp, options: Options, num_agents: int) -> None:
    check_kind("a line-up", line_up, tuple, "one index of an agent for each seat, as a tuple")
    if len(line_up) != options.num_players:
        raise UserError(
            f"line-up {line_up}: {len(line_up)} seats, must be {options.num_players} "
            "as the option num_players says"
        )
    for agent in line_up:
        check_whole("an agent of a line-up", agent, 0, num_agents - 1)
