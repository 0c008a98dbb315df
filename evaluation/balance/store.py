"""Samples of balance runs in one SQLite file, written chunk by chunk.

    runs      see `database`
    samples   the keys of the agents in the seats of each game of a deal (JSON; with own measures a
              pair of that and of their identities), and the rotated factor
    chunks    consecutive deals of a sample: a zlib-compressed `Sample.packed`

So a run that was killed goes on where it stopped, and a run with more games plays only the missing
ones. Games of other sources, or of an agent with another identity, stay in the file and are not
mixed with them. Games of an agent without an identity are not kept.
"""

import json
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fudaba.agents.agent import identity_of

from ..database import Database
from ..match import MatchRunner
from ..statistics import IntArray
from .measures import Measure

# The files of this folder that what is measured depends on.
SOURCES = ("play.py", "chances.py", "deep.py", "drama.py", "measures.py", "rounds.py")
TABLES = (
    """CREATE TABLE samples (
        id INTEGER PRIMARY KEY,
        run INTEGER NOT NULL REFERENCES runs,
        seats TEXT NOT NULL,
        rotated TEXT NOT NULL,
        UNIQUE (run, seats, rotated)
    )""",
    """CREATE TABLE chunks (
        sample INTEGER NOT NULL REFERENCES samples,
        first INTEGER NOT NULL,
        deals INTEGER NOT NULL,
        seen BLOB NOT NULL,
        PRIMARY KEY (sample, first, deals)
    ) WITHOUT ROWID""",
)


class SampleStore(Database):
    """An open file of samples. A context manager; every method may raise a `UserError`."""

    application_id = 0x66756462  # "fudb"
    tables = TABLES
    further_sources = tuple(Path(__file__).resolve().with_name(name) for name in SOURCES)

    def sample(
        self,
        players: MatchRunner,
        seatings: IntArray,
        rotated: str | None,
        measures: Sequence[Measure] = (),
    ) -> int | None:
        """Returns the row number of a sample; adds the sample if it is new.

        Args:
            players: The game, its house rules and the agents.
            seatings: int64[R, P], the index of the agent in each seat, for each game of a deal.
            rotated: The factor of the deal that is rotated.
            measures: The designer's own measures.

        Returns:
            None if an agent or a measure has no identity, because its games can't be recognised
            later.
        """
        seats: Any = [[players.keys[agent] for agent in seating] for seating in seatings.tolist()]
        measured = [measure.identity for measure in measures]
        used = [
            identity_of(players.names[agent], players.agents[agent])
            for agent in set(seatings.ravel().tolist())
        ]
        if None in (*used, *measured):
            return None
        if measured:
            seats = [seats, measured]
        values = (self.run_of(players), json.dumps(seats), rotated or "")
        return self._number("samples", ("run", "seats", "rotated"), values)

    def read(self, sample: int, deals: range) -> bytes | None:
        """Returns consecutive deals as bytes; None if they have not been played yet."""
        query = "SELECT seen FROM chunks WHERE sample = ? AND first = ? AND deals = ?"
        rows = self._rows(query, sample, deals.start, len(deals))
        return zlib.decompress(rows[0][0]) if rows else None

    def add(self, sample: int, deals: range, seen: bytes) -> None:
        """Writes consecutive deals; keeps those that are stored already."""
        values = (sample, deals.start, len(deals), zlib.compress(seen, level=1))
        with self._transaction():
            self._connection.execute("INSERT OR IGNORE INTO chunks VALUES (?, ?, ?, ?)", values)
