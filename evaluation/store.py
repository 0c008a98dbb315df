"""Results of the arena in one SQLite file, written chunk by chunk.

    runs      see `database`
    line_ups  keys of the agents (a JSON list, in the line-up's order; see `keys_of`), in the column
              `identities`; `names` is an empty list: another table would refuse older files
    chunks    the finished chunks of a line-up, with the actions of their games
    seats     one row per seat of a game: its points
    stand_ins one row per seat in which another agent played on after a failure
    remarks   what agents said about their actions, and what the answers of models cost

A chunk is written in one transaction. Results of other sources, or of an agent with another
identity, stay in the file side by side with the present ones and are not mixed with them. Games of
an agent without an identity are not kept in a file.

In a line-up of P agents, the agent in seat s of rotation r is entry (s - r) modulo P of the list.
The actions of a chunk are a zlib-compressed table of little-endian int16: one row per game, by deal
and then rotation, -1 after its last action.
"""

import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fudaba.agents.remarks import Usage
from fudaba.envs import RecordedRemark

from .database import Database
from .match import ActionArray, Chunk, ChunkResult, LineUp, SeatRemark, num_rotations
from .stand_in import BoolArray
from .statistics import FloatArray

TABLES = (
    """CREATE TABLE line_ups (
        id INTEGER PRIMARY KEY,
        run INTEGER NOT NULL REFERENCES runs,
        names TEXT NOT NULL,
        identities TEXT NOT NULL,
        UNIQUE (run, names, identities)
    )""",
    """CREATE TABLE chunks (
        line_up INTEGER NOT NULL REFERENCES line_ups,
        chunk INTEGER NOT NULL,
        actions BLOB NOT NULL,
        PRIMARY KEY (line_up, chunk)
    ) WITHOUT ROWID""",
    """CREATE TABLE seats (
        line_up INTEGER NOT NULL REFERENCES line_ups,
        deal INTEGER NOT NULL,
        rotation INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        points REAL NOT NULL,
        PRIMARY KEY (line_up, deal, rotation, seat)
    ) WITHOUT ROWID""",
    """CREATE TABLE stand_ins (
        line_up INTEGER NOT NULL REFERENCES line_ups,
        deal INTEGER NOT NULL,
        rotation INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        PRIMARY KEY (line_up, deal, rotation, seat)
    ) WITHOUT ROWID""",
    """CREATE TABLE remarks (
        line_up INTEGER NOT NULL REFERENCES line_ups,
        deal INTEGER NOT NULL,
        rotation INTEGER NOT NULL,
        step INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        comment TEXT NOT NULL,
        evaluation REAL,
        refused INTEGER,
        tokens INTEGER,
        seconds REAL,
        PRIMARY KEY (line_up, deal, rotation, step)
    ) WITHOUT ROWID""",
)


class ResultStore(Database):
    """An open results file. A context manager; every method may raise a `UserError`."""

    application_id = 0x66756461  # "fuda"
    tables = TABLES

    def line_up(self, run: int, line_up: LineUp, keys: Sequence[str]) -> "StoredLineUp":
        """Returns the stored games of a line-up in a run; adds the line-up if it is new.

        Args:
            run: The number of the run.
            line_up: The line-up.
            keys: The agents' keys, in the line-up's order; see `agents.agent.keys_of`.
        """
        values = (run, json.dumps([]), json.dumps(list(keys)))
        number = self._number("line_ups", ("run", "names", "identities"), values)
        return StoredLineUp(self, number, line_up)

    def add(self, number: int, chunk: Chunk, result: ChunkResult) -> None:
        """Writes a finished chunk of a line-up; see `StoredLineUp.add`."""
        actions = zlib.compress(result.actions.astype("<i2").tobytes(), level=1)
        with self._transaction():
            added = self._connection.execute(
                "INSERT OR IGNORE INTO chunks VALUES (?, ?, ?)", (number, chunk.number, actions)
            )
            if added.rowcount:
                self._connection.executemany(
                    "INSERT INTO seats VALUES (?, ?, ?, ?, ?)",
                    _seat_rows(number, chunk, result.points),
                )
                if result.stand_ins is not None:
                    self._connection.executemany(
                        "INSERT INTO stand_ins VALUES (?, ?, ?, ?)",
                        _stand_in_rows(number, chunk, result.stand_ins),
                    )
                self._connection.executemany(
                    "INSERT INTO remarks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    _remark_rows(number, chunk, result.remarks),
                )

    def column(self, query: str, *values: Any) -> FloatArray:
        """Returns the single column of a query as an array; it may have millions of rows."""
        with self._explained():
            return np.array([value for (value,) in self._connection.execute(query, values)])


@dataclass(frozen=True)
class StoredLineUp:
    """The games of one line-up in a results file.

    Attributes:
        store: The open file.
        number: The number of the line-up in it.
        line_up: The line-up.
    """

    store: ResultStore
    number: int
    line_up: LineUp

    @property
    def turns(self) -> int:
        """The number of games of each deal."""
        return num_rotations(self.line_up)

    def finished(self) -> set[int]:
        """Returns the numbers of the stored chunks."""
        rows = self.store._rows("SELECT chunk FROM chunks WHERE line_up = ?", self.number)
        return {number for (number,) in rows}

    def add(self, chunk: Chunk, result: ChunkResult) -> None:
        """Writes a finished chunk, whole or not at all; keeps one that is stored already."""
        self.store.add(self.number, chunk, result)

    def points(self, deals: int) -> FloatArray:
        """Returns the points of deals 0 to `deals` - 1: float64[G, P], by deal, then rotation.

        Args:
            deals: The number of deals; their chunks must be finished.
        """
        query = (
            "SELECT points FROM seats WHERE line_up = ? AND deal < ? ORDER BY deal, rotation, seat"
        )
        flat = self.store.column(query, self.number, deals)
        return flat.reshape(deals * self.turns, len(self.line_up))

    def stand_ins(self, deals: int) -> BoolArray:
        """Returns the seats that a stand-in took over: bool[G, P], in the order of `points`."""
        found = np.zeros((deals, self.turns, len(self.line_up)), bool)
        query = "SELECT deal, rotation, seat FROM stand_ins WHERE line_up = ? AND deal < ?"
        for deal, rotation, seat in self.store._rows(query, self.number, deals):
            found[deal, rotation, seat] = True
        return found.reshape(deals * self.turns, len(self.line_up))

    def remarks(self, game: int) -> list[RecordedRemark]:
        """Returns the agents' remarks in one game, in the order of the actions.

        Args:
            game: The number of the game, by deal, then rotation.
        """
        query = (
            "SELECT step, comment, evaluation FROM remarks WHERE line_up = ? AND deal = ? "
            "AND rotation = ? AND (comment != '' OR evaluation IS NOT NULL) ORDER BY step"
        )
        rows = self.store._rows(query, self.number, *divmod(game, self.turns))
        return [RecordedRemark(step=step, comment=said, evaluation=e) for step, said, e in rows]

    def usages(self, deals: int) -> list[tuple[int, int, int, Usage]]:
        """Returns the cost of the decisions of models in deals 0 to `deals` - 1.

        Returns:
            For each decision the deal, the rotation, the seat, and the cost.
        """
        query = (
            "SELECT deal, rotation, seat, refused, tokens, seconds FROM remarks "
            "WHERE line_up = ? AND deal < ? AND refused IS NOT NULL"
        )
        rows = self.store._rows(query, self.number, deals)
        return [
            (deal, rotation, seat, Usage(refused, tokens or None, seconds))  # 0 in older files
            for deal, rotation, seat, refused, tokens, seconds in rows
        ]

    def actions(self, chunk: Chunk) -> ActionArray:
        """Returns the actions of a finished chunk: int16[K, T], by deal and rotation."""
        rows = self.store._rows(
            "SELECT actions FROM chunks WHERE line_up = ? AND chunk = ?", self.number, chunk.number
        )
        flat = np.frombuffer(zlib.decompress(rows[0][0]), dtype="<i2").astype(np.int16)
        return flat.reshape(chunk.num_deals * self.turns, -1)


def _seat_rows(
    line_up: int, chunk: Chunk, points: FloatArray
) -> Iterator[tuple[int, int, int, int, float]]:
    count = num_rotations(chunk.line_up)
    shape = (chunk.num_deals, count, points.shape[1])
    deals, turns, seats = (axis.ravel().tolist() for axis in np.indices(shape))
    first = chunk.first
    for deal, rotation, seat, won in zip(deals, turns, seats, points.ravel().tolist(), strict=True):
        yield line_up, first + deal, rotation, seat, won


def _stand_in_rows(
    line_up: int, chunk: Chunk, stand_ins: BoolArray
) -> Iterator[tuple[int, int, int, int]]:
    first, count = chunk.first, num_rotations(chunk.line_up)
    for game, seat in np.argwhere(stand_ins).tolist():
        deal, rotation = divmod(game, count)
        yield line_up, first + deal, rotation, seat


def _remark_rows(
    line_up: int, chunk: Chunk, remarks: Sequence[SeatRemark]
) -> Iterator[tuple[Any, ...]]:
    count = num_rotations(chunk.line_up)
    for game, step, seat, remark in remarks:
        deal, rotation = divmod(game, count)
        usage = remark.usage
        cost = (None,) * 3 if usage is None else (usage.refused, usage.tokens, usage.seconds)
        said = (remark.comment, remark.evaluation)
        yield line_up, chunk.first + deal, rotation, step, seat, *said, *cost
