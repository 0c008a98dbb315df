"""Plays many deals and keeps the statistics of each game for a balance report."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fudaba.agents import choose_actions
from fudaba.envs import NOBODY, Game, Statistic, Tables
from fudaba.envs.core.stepping.measuring import (
    NO_OPENING,
    NUM_STANDINGS,
    balance_of,
    kinds_of_actions,
    meters,
)

from ..match import Executor, MatchRunner
from ..statistics import IntArray
from .drama import NUM_DRAMA, drama_of
from .measures import Measure, PlayedGame
from .rounds import RoundMeter, StartOfMatch, num_later_rounds
from .store import SampleStore

CHUNK_TABLES = 256

Finish = Callable[[int], None]


@dataclass(frozen=True)
class Sample:
    """The statistics of D deals, each played R times, by P players.

    Attributes:
        seatings: int64[R, P], the index of the agent in each seat, for each game of a deal.
        first: int8[D, R], the seat with the first decision.
        measures: The designer's own measures.
        factors: float32[D, R, P, F], the factors that the game declares, and the own ones.
        points: float32[D, R, P], the points at the end.
        tallies: float32[D, R, P, T], the tallies that the game declares and the own ones, nan where
            a partial one does not apply.
        taken: int16[D, R, P, K], decisions by the kind of their action.
        forced: int16[D, R, P, K], of these, those with one legal action.
        alternatives: int32[D, R, P], legal actions, summed over the decisions.
        openings: int16[D, R, P], the first action with a choice, or NO_OPENING.
        drama: float32[D, R, 4], how the later winner stood, see `drama`.
        lead_changes: int16[D, R], how often another seat than the last leader was alone ahead.
        ends: int16[D, R], the kind of the last decision.
        round_factors: float32[D, R, L, P, F], the factors of each later round of a match, nan for
            rounds that were not played.
        round_points: float32[D, R, L, P], the points won in them.
    """

    seatings: IntArray
    measures: tuple[Measure, ...]
    first: NDArray[np.int8]
    factors: NDArray[np.float32]
    points: NDArray[np.float32]
    tallies: NDArray[np.float32]
    taken: NDArray[np.int16]
    forced: NDArray[np.int16]
    alternatives: NDArray[np.int32]
    openings: NDArray[np.int16]
    drama: NDArray[np.float32]
    lead_changes: NDArray[np.int16]
    ends: NDArray[np.int16]
    round_factors: NDArray[np.float32]
    round_points: NDArray[np.float32]

    @property
    def num_deals(self) -> int:
        """The number of deals, D."""
        return len(self.first)

    @property
    def num_games(self) -> int:
        """The number of games, D * R."""
        return self.lead_changes.size

    @property
    def fingerprint(self) -> bytes:
        """A hash of the course of all games, equal where the same moves led to the same points."""
        digest = hashlib.sha256()
        for array in (self.first, self.points, self.taken, self.alternatives):
            digest.update(np.ascontiguousarray(array).tobytes())
        return digest.digest()

    def packed(self, deals: range) -> bytes:
        """Returns some deals as bytes: the rows of all arrays of deals, little-endian."""
        return b"".join(
            rows.astype(rows.dtype.newbyteorder("<")).tobytes() for rows in self._rows(deals)
        )

    def unpack(self, deals: range, seen: bytes) -> None:
        """Fills in some deals from the bytes of `packed`."""
        start = 0
        for rows in self._rows(deals):
            part = seen[start : start + rows.nbytes]
            rows[:] = np.frombuffer(part, rows.dtype.newbyteorder("<")).reshape(rows.shape)
            start += rows.nbytes

    def followed_by(self, later: "Sample") -> "Sample":
        """Returns these deals and those of another sample of the same measures as one sample."""
        joined: dict[str, Any] = {
            field.name: np.concatenate([getattr(self, field.name), getattr(later, field.name)])
            for field in fields(self)[2:]
        }
        return replace(self, **joined)

    def _rows(self, deals: range) -> Iterator[NDArray[Any]]:
        for field in fields(self)[2:]:
            array: NDArray[Any] = getattr(self, field.name)
            yield array[deals.start : deals.stop]


def factors_of(game: Game, sample: Sample) -> tuple[Statistic, ...]:
    """Returns the factors of a sample: those of the game, then the designer's own."""
    return (*balance_of(game).factors, *_statistics(sample.measures, "factor"))


def tallies_of(game: Game, sample: Sample) -> tuple[Statistic, ...]:
    """Returns the tallies of a sample: those of the game, then the designer's own."""
    return (*balance_of(game).tallies, *_statistics(sample.measures, "tally"))


def _statistics(measures: Sequence[Measure], kind: str) -> list[Statistic]:
    return [measure.statistic for measure in measures if measure.kind == kind]


def empty_sample(
    game: Game,
    seatings: IntArray,
    num_deals: int,
    measures: Sequence[Measure] = (),
    later_rounds: int = 0,
) -> Sample:
    """Returns an empty sample.

    Args:
        game: The game.
        seatings: int64[R, P], the index of the agent in each seat, for each game of a deal.
        num_deals: The number of deals.
        measures: The designer's own measures.
        later_rounds: The number of rounds after the first that are measured.
    """
    games, seats = (num_deals, len(seatings)), seatings.shape[1]
    num_factors = len(balance_of(game).factors) + len(_statistics(measures, "factor"))
    num_tallies = len(balance_of(game).tallies) + len(_statistics(measures, "tally"))
    rounds = (*games, later_rounds, seats)
    return Sample(
        seatings=seatings,
        measures=tuple(measures),
        first=np.zeros(games, np.int8),
        factors=np.zeros((*games, seats, num_factors), np.float32),
        points=np.zeros((*games, seats), np.float32),
        tallies=np.zeros((*games, seats, num_tallies), np.float32),
        taken=np.zeros((*games, seats, len(game.actions)), np.int16),
        forced=np.zeros((*games, seats, len(game.actions)), np.int16),
        alternatives=np.zeros((*games, seats), np.int32),
        openings=np.full((*games, seats), NO_OPENING, np.int16),
        drama=np.zeros((*games, NUM_DRAMA), np.float32),
        lead_changes=np.zeros(games, np.int16),
        ends=np.zeros(games, np.int16),
        round_factors=np.full((*rounds, num_factors), np.nan, np.float32),
        round_points=np.full(rounds, np.nan, np.float32),
    )


def play_sample(
    players: MatchRunner,
    seatings: IntArray,
    num_deals: int,
    executor: Executor,
    finish: Finish,
    rotated: str | None = None,
    store: SampleStore | None = None,
    measures: Sequence[Measure] = (),
) -> Sample:
    """Plays deals 0 to `num_deals` - 1 of the players' seed.

    The sample depends neither on the executor nor on the store.

    Args:
        players: The game, its house rules and the agents.
        seatings: int64[R, P], the index of the agent in each seat, for each game of a deal.
        num_deals: The number of deals.
        executor: Plays the chunks of deals.
        finish: Called with the number of games finished since the last call.
        rotated: A factor of the deal: each seating is then played once in every rotation of it
            through the seats, so R becomes P times as large.
        store: The store of chunks, or None; stored chunks are not played again.
        measures: The designer's own measures.

    Raises:
        UserError: An agent took an illegal action, the factor can't be rotated, the store can't be
            used, or a measure failed.
    """
    if rotated is not None:
        seatings = np.repeat(seatings, players.options.num_players, axis=0)
    later_rounds = num_later_rounds(players.game, players.options)
    sample = empty_sample(players.game, seatings, num_deals, measures, later_rounds)
    size = max(1, CHUNK_TABLES // len(seatings))
    starts = range(0, num_deals, size)
    chunks = [range(start, min(start + size, num_deals)) for start in starts]
    kept = None if store is None else store.sample(players, seatings, rotated, measures)
    if store is not None and kept is not None:
        chunks = [deals for deals in chunks if not _restore(sample, deals, store, kept)]
    finish(sample.num_games - len(seatings) * sum(map(len, chunks)))

    how = partial(
        _play_chunk, seatings=seatings, size=size, rotated=rotated, measures=tuple(measures)
    )
    for deals, seen in executor.play(players, how, chunks):
        sample.unpack(deals, seen)
        if store is not None and kept is not None:
            store.add(kept, deals, seen)
        finish(len(deals) * len(seatings))
    return sample


def _restore(sample: Sample, deals: range, store: SampleStore, number: int) -> bool:
    """Fills in some deals from a store; returns whether the store has them."""
    seen = store.read(number, deals)
    if seen is not None:
        sample.unpack(deals, seen)
    return seen is not None


def _play_chunk(
    players: MatchRunner,
    deals: range,
    *,
    seatings: IntArray,
    size: int,
    rotated: str | None,
    measures: tuple[Measure, ...],
) -> bytes:
    """Plays consecutive deals, in chunks of `size`, and returns them as `Sample.packed` does."""
    game, seats = players.game, seatings.shape[1]
    tables, seating = players.deal(np.array(deals), seatings)
    rng = players.rng(seatings.ravel().tolist(), deals.start // size)
    if rotated is not None:
        tables.rotate(rotated, np.arange(tables.num_tables) % seats)
    later_rounds = num_later_rounds(game, players.options)
    sample = empty_sample(game, seatings, len(deals), measures, later_rounds)
    watch = _Watch(sample, tables)
    starts = tables.states.copy() if _need_games(measures) else None
    taken: list[IntArray] = []
    while (tables.to_move >= 0).any():
        taken.append(choose_actions(tables, players.agents, seating, rng))
        watch.look_before(taken[-1])
        players.step(tables, seating, taken[-1])
        watch.look_after()
    watch.look_at_end()
    played = () if starts is None else _played_games(players, starts, taken, tables, seating)
    tallies = _tallies(game, seats, measures, tables.states, played)
    sample.tallies[:] = tallies.reshape(sample.tallies.shape)
    return sample.packed(range(len(deals)))


class _Watch:
    """Fills in a sample while its games are played side by side, except for the tallies."""

    def __init__(self, sample: Sample, tables: Tables) -> None:
        """Begins at N tables with fresh deals, one for each game of the sample in turn."""
        game, count, seats = tables.game, tables.num_tables, sample.seatings.shape[1]
        factors = partial(_factors, game, seats, sample.measures)
        later_rounds, num_factors = sample.round_factors.shape[2], sample.factors.shape[3]
        sample.first[:] = tables.to_move.reshape(sample.first.shape)
        sample.factors[:] = factors(tables.states).reshape(sample.factors.shape)
        self._sample, self._tables = sample, tables
        self._kinds = kinds_of_actions(game)
        self._decisions = 0
        self._rounds = RoundMeter(tables, later_rounds, num_factors, factors)
        self._start = StartOfMatch(tables)
        # Views of the sample, one row per table, in which the loop counts.
        self._counted = [
            array.reshape(count, *array.shape[2:])
            for array in (sample.taken, sample.forced, sample.alternatives, sample.openings)
        ]
        self._lead_changes = sample.lead_changes.reshape(count)
        self._ends = sample.ends.reshape(count)
        self._standings = np.zeros((count, seats, NUM_STANDINGS))
        self._leaders = np.full(count, NOBODY, np.int8)
        self._values = np.zeros(game.max_players)

    def look_before(self, actions: IntArray) -> None:
        """Counts the actions that are about to be taken, int64[N]; -1 where a game is over."""
        tables, running = self._tables, self._tables.to_move >= 0
        self._ends[running] = self._kinds[actions[running]]
        self._decisions += 1
        meters(tables.game).watch(
            tables.states,
            tables.action_masks,
            actions,
            tables.scores,
            self._kinds,
            self._decisions,
            *self._counted,
            self._standings,
            self._leaders,
            self._lead_changes,
            self._values,
        )

    def look_after(self) -> None:
        """Measures the rounds that the actions began."""
        self._rounds.look(self._tables)
        self._standings[self._start.look(self._tables, self._decisions)] = 0.0

    def look_at_end(self) -> None:
        """Fills in what is known once all games are over."""
        sample, tables = self._sample, self._tables
        points = tables.scores[:, : sample.seatings.shape[1]]
        lengths = sample.taken.sum(axis=(2, 3)).reshape(tables.num_tables)
        drama = drama_of(self._standings, self._start.decisions, lengths, points)
        sample.points[:] = points.reshape(sample.points.shape)
        sample.drama[:] = drama.reshape(sample.drama.shape)
        sample.round_factors[:] = self._rounds.factors.reshape(sample.round_factors.shape)
        sample.round_points[:] = self._rounds.points(tables).reshape(sample.round_points.shape)


def _need_games(measures: Sequence[Measure]) -> bool:
    """Whether a measure is computed from whole games, not from their last state."""
    return any(measure.kind == "tally" and not measure.fills_values for measure in measures)


def _played_games(
    players: MatchRunner,
    starts: NDArray[np.void],
    taken: Sequence[IntArray],
    tables: Tables,
    seating: IntArray,
) -> Iterator[PlayedGame]:
    """Yields the finished games at the tables; each makes its states when they are first read.

    Args:
        players: The game, its house rules and the agents.
        starts: The state records right after the deal.
        taken: int64[N] for each decision, the actions; below 0 once a game is over.
        tables: The N tables.
        seating: int64[N, P], the index of the agent in each seat.
    """
    actions = np.stack(taken, axis=1)
    for table, start in enumerate(starts):
        yield PlayedGame(
            game=players.game,
            options=players.options,
            agents=tuple(players.names[agent] for agent in seating[table]),
            start=start,
            actions=tuple(actions[table][actions[table] >= 0].tolist()),
            points=tables.scores[table, : seating.shape[1]].copy(),
        )


def _factors(
    game: Game, seats: int, measures: Sequence[Measure], states: NDArray[np.void]
) -> NDArray[np.float32]:
    """Returns the factors of K states with a fresh deal: float32[K, P, F]."""
    values = np.zeros((len(states), len(balance_of(game).factors), game.max_players))
    meters(game).measure_deals(states, values)
    own = [
        [measure.of_state(game, state) for state in states]
        for measure in measures
        if measure.kind == "factor"
    ]
    return _joined(values[:, :, :seats], own)


def _tallies(
    game: Game,
    seats: int,
    measures: Sequence[Measure],
    states: NDArray[np.void],
    played: Iterable[PlayedGame],
) -> NDArray[np.float32]:
    """Returns the tallies of N finished games: float32[N, P, T]."""
    values = np.zeros((len(states), len(balance_of(game).tallies), game.max_players))
    meters(game).measure_games(states, values)
    of_games = [measure for measure in measures if measure.kind == "tally"]
    plain = [measure for measure in of_games if not measure.fills_values]
    seen = [[measure.of_game(one) for measure in plain] for one in played]
    own = [
        [measure.of_state(game, state) for state in states]
        if measure.fills_values
        else [row[plain.index(measure)] for row in seen]
        for measure in of_games
    ]
    return _joined(values[:, :, :seats], own)


def _joined(values: NDArray[Any], own: list[list[NDArray[Any]]]) -> NDArray[np.float32]:
    """Returns float64[N, M, P] and M' lists of N rows float64[P] as float32[N, P, M + M']."""
    rows = [values, *(np.stack(measured)[:, None] for measured in own)]
    return np.asarray(np.concatenate(rows, axis=1).swapaxes(1, 2), np.float32)
