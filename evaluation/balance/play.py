"""Plays many deals and keeps the statistics of each game for a balance report."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fudaba.agents import choose_actions
from fudaba.envs.core.contract.game import Game
from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.core.stepping.measuring import balance_of, kinds_of_actions, meters

from ..match import Executor, Players
from ..statistics import IntArray
from .store import SampleStore

CHUNK_TABLES = 256

Finish = Callable[[int], None]


@dataclass(frozen=True)
class Sample:
    """The statistics of D deals, each played R times, by P players.

    Attributes:
        seatings: int64[R, P], the index of the agent in each seat, for each game of a deal.
        first: int8[D, R], the seat with the first decision.
        factors: float32[D, R, P, F], the factors that the game declares.
        points: float32[D, R, P], the points at the end.
        tallies: float32[D, R, P, T], the tallies that the game declares, nan where a partial one
            does not apply.
        taken: int16[D, R, P, K], decisions by the kind of their action.
        forced: int16[D, R, P, K], of these, those with one legal action.
        alternatives: int32[D, R, P], legal actions, summed over the decisions.
        lead_changes: int16[D, R], how often another seat than the last leader was alone ahead.
    """

    seatings: IntArray
    first: NDArray[np.int8]
    factors: NDArray[np.float32]
    points: NDArray[np.float32]
    tallies: NDArray[np.float32]
    taken: NDArray[np.int16]
    forced: NDArray[np.int16]
    alternatives: NDArray[np.int32]
    lead_changes: NDArray[np.int16]

    @property
    def num_deals(self) -> int:
        """The number of deals, D."""
        return len(self.first)

    @property
    def num_games(self) -> int:
        """The number of games, D * R."""
        return self.lead_changes.size

    def packed(self, deals: range) -> bytes:
        """Returns some deals as bytes: the rows of all arrays but the first, little-endian."""
        return b"".join(
            rows.astype(rows.dtype.newbyteorder("<")).tobytes() for rows in self._rows(deals)
        )

    def packed_size(self, deals: range) -> int:
        """Returns the length of the bytes of some deals."""
        return sum(rows.nbytes for rows in self._rows(deals))

    def unpack(self, deals: range, seen: bytes) -> None:
        """Fills in some deals from the bytes of `packed`."""
        start = 0
        for rows in self._rows(deals):
            part = seen[start : start + rows.nbytes]
            rows[:] = np.frombuffer(part, rows.dtype.newbyteorder("<")).reshape(rows.shape)
            start += rows.nbytes

    def _rows(self, deals: range) -> Iterator[NDArray[Any]]:
        for field in fields(self)[1:]:
            array: NDArray[Any] = getattr(self, field.name)
            yield array[deals.start : deals.stop]


def empty_sample(game: Game, seatings: IntArray, num_deals: int) -> Sample:
    """Returns an empty sample for a number of deals."""
    games, seats = (num_deals, len(seatings)), seatings.shape[1]
    return Sample(
        seatings=seatings,
        first=np.zeros(games, np.int8),
        factors=np.zeros((*games, seats, len(balance_of(game).factors)), np.float32),
        points=np.zeros((*games, seats), np.float32),
        tallies=np.zeros((*games, seats, len(balance_of(game).tallies)), np.float32),
        taken=np.zeros((*games, seats, len(game.actions)), np.int16),
        forced=np.zeros((*games, seats, len(game.actions)), np.int16),
        alternatives=np.zeros((*games, seats), np.int32),
        lead_changes=np.zeros(games, np.int16),
    )


def play_sample(
    players: Players,
    seatings: IntArray,
    num_deals: int,
    executor: Executor,
    finish: Finish,
    rotated: str | None = None,
    store: SampleStore | None = None,
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

    Raises:
        UserError: An agent took an illegal action, the factor can't be rotated, or the store
            can't be used.
    """
    if rotated is not None:
        seatings = np.repeat(seatings, players.options.num_players, axis=0)
    sample = empty_sample(players.game, seatings, num_deals)
    size = max(1, CHUNK_TABLES // len(seatings))
    starts = range(0, num_deals, size)
    chunks = [range(start, min(start + size, num_deals)) for start in starts]
    kept = None if store is None else store.sample(players, seatings, rotated)
    if store is not None and kept is not None:
        chunks = [deals for deals in chunks if not _restore(sample, deals, store, kept)]
    finish(sample.num_games - len(seatings) * sum(map(len, chunks)))

    how = partial(_play_chunk, seatings=seatings, size=size, rotated=rotated)
    for deals, seen in executor.play(players, how, chunks):
        sample.unpack(deals, seen)
        if store is not None and kept is not None:
            store.add(kept, deals, seen)
        finish(len(deals) * len(seatings))
    return sample


def _restore(sample: Sample, deals: range, store: SampleStore, number: int) -> bool:
    """Fills in some deals from a store; returns whether the store has them."""
    seen = store.read(number, deals, sample.packed_size(deals))
    if seen is not None:
        sample.unpack(deals, seen)
    return seen is not None


def _play_chunk(
    players: Players, deals: range, *, seatings: IntArray, size: int, rotated: str | None
) -> bytes:
    """Plays consecutive deals, in chunks of `size`, and returns them as `Sample.packed` does."""
    game, loops = players.game, meters(players.game)
    sample = empty_sample(game, seatings, len(deals))
    tables, seating = players.deal(np.array(deals), seatings)
    rng = players.rng(seatings.ravel().tolist(), deals.start // size)
    count, seats = seating.shape
    if rotated is not None:
        tables.rotate(rotated, np.arange(count) % seats)
    factors = np.zeros((count, len(balance_of(game).factors), game.max_players))
    tallies = np.zeros((count, len(balance_of(game).tallies), game.max_players))
    loops.measure_deals(tables.states, factors)
    games = (len(deals), len(seatings), seats)
    sample.first[:] = tables.to_move.reshape(games[:2])
    sample.factors[:] = factors[:, :, :seats].swapaxes(1, 2).reshape(*games, -1)
    # Views of the sample, one row per table, in which the loop counts.
    counted = [
        array.reshape(count, *array.shape[2:])
        for array in (sample.taken, sample.forced, sample.alternatives)
    ]
    lead_changes = sample.lead_changes.reshape(count)
    leaders, values = np.full(count, NOBODY, np.int8), np.zeros(game.max_players)
    kinds = kinds_of_actions(game)
    while (tables.to_move >= 0).any():
        actions = choose_actions(tables, players.agents, seating, rng)
        loops.watch(
            tables.states,
            tables.action_masks,
            actions,
            kinds,
            *counted,
            leaders,
            lead_changes,
            values,
        )
        players.step(tables, seating, actions)
    loops.measure_games(tables.states, tallies)
    sample.points[:] = tables.scores[:, :seats].reshape(games)
    sample.tallies[:] = tallies[:, :, :seats].swapaxes(1, 2).reshape(*games, -1)
    return sample.packed(range(len(deals)))
