"""The SQLite file of tables, which outlives the server. See `evaluation.database`.

    runs     the game, house rules and seed of a table (with its key), and the sources of the rules
    tables   the players and the pace of a table
    keys     digests of the secret tokens, with the seat that each opens; never a token
    actions  the actions of a table's present game, in order
    names    the names of a table's people
    played   the finished games of a table, with the numbers of their records
    waits    the seconds that a table waits for people who are away, where they chose another time
    times    the seconds from each action's predecessor to the action, if known; for records alone

Every move is stored before it is sent to any page, unless the file can't be written; then the table
waits, and its pages say so.
"""

import hashlib
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from pydantic_core import from_json

from fudaba.evaluation.database import Database

TABLES = (
    """CREATE TABLE tables (
        id INTEGER PRIMARY KEY,
        run INTEGER NOT NULL REFERENCES runs,
        players TEXT NOT NULL,
        pace REAL NOT NULL
    )""",
    """CREATE TABLE keys (
        digest BLOB PRIMARY KEY,
        place INTEGER NOT NULL REFERENCES tables,
        seat INTEGER NOT NULL
    ) WITHOUT ROWID""",
    """CREATE TABLE actions (
        place INTEGER NOT NULL REFERENCES tables,
        number INTEGER NOT NULL,
        action INTEGER NOT NULL,
        PRIMARY KEY (place, number)
    ) WITHOUT ROWID""",
    """CREATE TABLE names (
        place INTEGER NOT NULL REFERENCES tables,
        seat INTEGER NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (place, seat)
    ) WITHOUT ROWID""",
    """CREATE TABLE played (
        place INTEGER NOT NULL REFERENCES tables,
        run INTEGER NOT NULL REFERENCES runs,
        record INTEGER NOT NULL,
        points TEXT NOT NULL,
        PRIMARY KEY (place, run)
    )""",
    """CREATE TABLE waits (
        place INTEGER PRIMARY KEY REFERENCES tables,
        seconds REAL
    )""",
    """CREATE TABLE times (
        place INTEGER NOT NULL REFERENCES tables,
        number INTEGER NOT NULL,
        seconds REAL NOT NULL,
        PRIMARY KEY (place, number)
    ) WITHOUT ROWID""",
)
TOKEN_BYTES = 16
PEOPLE_PATIENCE = 180.0  # seconds that a person may be away, or think, until an agent plays
MOST_BUSY = 200  # milliseconds that a write waits for another process


INVITATION = -2  # in place of a seat: a token that gives whoever has it a free one
LATER = -3  # and one that shows the open table of people once a game is over


class SeatKey(NamedTuple):
    """The seat of a table that a token opens; for other numbers see above; -1 is the open table."""

    table: int
    seat: int


@dataclass(frozen=True)
class Played:
    """A finished game of a table.

    Attributes:
        record: The number of its record in the file of finished games; the first is 1.
        points: The points of the rulebook per seat, or the rewards in a game that has no points;
            none of a guided game, which does not count.
    """

    record: int
    points: list[float]


@dataclass(frozen=True)
class SavedTable:
    """A stored table.

    Attributes:
        game: The game's id.
        options: All house rules by name.
        seed: 0..2**192-1. The lowest 64 bits start the random stream of the deal, the others are
            its key. Without a key the agents have the same seed.
        sources: A hash of the sources of rules and agents.
        players: The names of the agents, seat by seat; None for a person.
        pace: Seconds between the moves that the server makes.
        people_patience: Seconds that a person may be away, or think, until an agent plays; None for
            ever.
        actions: The actions of the present game so far.
        seconds: The time from each action's predecessor to the action; None if it is unknown.
        names: The names of the people, by seat.
        played: The finished games; the last of them is the present one if `is_over`.
        is_over: Whether the present game is finished.
    """

    game: str
    options: dict[str, Any]
    seed: int
    sources: str
    players: list[str | None]
    pace: float
    people_patience: float | None = PEOPLE_PATIENCE
    actions: tuple[int, ...] = ()
    seconds: tuple[float | None, ...] = ()
    names: dict[int, str] = field(default_factory=dict)
    played: tuple[Played, ...] = ()
    is_over: bool = False


class TableStore(Database):
    """An open file of tables. Every method may raise a `UserError`."""

    application_id = 0x66756474  # "fudt"
    tables = TABLES

    def __init__(self, path: Path | None) -> None:
        """Opens a file, and creates it and its folder if needed; None stores in memory."""
        super().__init__(path)
        # All tables wait meanwhile; what can't be stored is tried again.
        self._rows(f"PRAGMA busy_timeout = {MOST_BUSY}")
        self._rows("PRAGMA journal_mode = WAL")  # so that a backup stops no writer
        self._rows("PRAGMA synchronous = NORMAL")
        # Each transaction goes from the log into the file at once, where its damage is noticed.
        self._rows("PRAGMA wal_autocheckpoint = 1")

    def add(self, table: SavedTable) -> int:
        """Stores a new table and returns its number."""
        values = (self._run_of(table), json.dumps(table.players), table.pace)
        with self._transaction():
            added = self._connection.execute(
                "INSERT INTO tables (run, players, pace) VALUES (?, ?, ?)", values
            )
        return int(added.lastrowid or 0)

    def deal_again(self, number: int, table: SavedTable) -> None:
        """Replaces the present game of a table by another one, which has no actions yet."""
        run = self._run_of(table)
        with self._transaction():
            self._connection.execute("UPDATE tables SET run = ? WHERE id = ?", (run, number))
            for kind in ("actions", "times"):
                self._connection.execute(f"DELETE FROM {kind} WHERE place = ?", (number,))

    def finish(self, table: int, played: Played) -> None:
        """Marks the present game of a table as finished; an earlier mark is kept."""
        values = (played.record, json.dumps(played.points), table)
        with self._transaction():
            self._connection.execute(
                "INSERT OR IGNORE INTO played (place, run, record, points) "
                "SELECT id, run, ?, ? FROM tables WHERE id = ?",
                values,
            )

    def _run_of(self, table: SavedTable) -> int:
        return self.run(table.game, table.options, table.seed, version("fudaba"), table.sources)

    def new_token(self, table: int, seat: int) -> str:
        """Stores and returns a new token of 128 random bits for a seat."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        with self._transaction():
            self._connection.execute(
                "INSERT INTO keys VALUES (?, ?, ?)", (_digest(token), table, seat)
            )
        return token

    def taken(self, table: int) -> list[int]:
        """Returns the seats that have a token."""
        query = "SELECT DISTINCT seat FROM keys WHERE place = ? AND seat >= 0"
        return [seat for (seat,) in self._rows(query, table)]

    def free(self, key: SeatKey) -> None:
        """Makes the tokens of a seat worthless, and forgets the name of its person."""
        with self._transaction():
            for kind in ("keys", "names"):
                self._connection.execute(f"DELETE FROM {kind} WHERE place = ? AND seat = ?", key)

    def key(self, token: str) -> SeatKey | None:
        """Returns the seat that a token opens; None if the token is unknown.

        The lookup uses the digest, so its duration reveals nothing about the stored tokens.
        """
        rows = self._rows("SELECT place, seat FROM keys WHERE digest = ?", _digest(token))
        return SeatKey(*rows[0]) if rows else None

    def set_pace(self, table: int, seconds: float) -> None:
        """Stores the pace of a table."""
        with self._transaction():
            self._connection.execute("UPDATE tables SET pace = ? WHERE id = ?", (seconds, table))

    def set_people_patience(self, table: int, seconds: float | None) -> None:
        """Stores how long a person may be away, or think, until an agent plays; None for ever."""
        with self._transaction():
            self._connection.execute("INSERT OR REPLACE INTO waits VALUES (?, ?)", (table, seconds))

    def set_name(self, key: SeatKey, name: str) -> None:
        """Stores the name of the person in a seat; an empty text means no name."""
        with self._transaction():
            self._connection.execute("INSERT OR REPLACE INTO names VALUES (?, ?, ?)", (*key, name))

    def save(
        self, table: int, actions: Sequence[int], seconds: Sequence[float | None] = ()
    ) -> None:
        """Stores the actions of a table that are not stored yet, and their times."""
        with self._transaction():
            query = "SELECT count(*) FROM actions WHERE place = ?"
            known = self._connection.execute(query, (table,)).fetchone()[0]
            for kind, values in (("actions", actions), ("times", seconds)):
                further = enumerate(values[known:], known)
                self._connection.executemany(
                    f"INSERT INTO {kind} VALUES (?, ?, ?)",
                    [(table, number, value) for number, value in further if value is not None],
                )

    def load(self, table: int) -> SavedTable:
        """Returns a stored table."""
        query = (
            "SELECT run, game, options, seed, sources, players, pace FROM tables "
            "JOIN runs ON runs.id = tables.run WHERE tables.id = ?"
        )
        run, game, options, seed, sources, players, pace = self._rows(query, table)[0]
        query = "SELECT run, record, points FROM played WHERE place = ? ORDER BY rowid"
        played = self._rows(query, table)
        names = self._rows("SELECT seat, name FROM names WHERE place = ? AND name <> ''", table)
        waits = self._rows("SELECT seconds FROM waits WHERE place = ?", table)
        query = (
            "SELECT action, seconds FROM actions LEFT JOIN times USING (place, number) "
            "WHERE place = ? ORDER BY number"
        )
        done = self._rows(query, table)
        return SavedTable(
            game=game,
            options=from_json(options),
            seed=int(seed),
            sources=sources,
            players=from_json(players),
            pace=pace,
            people_patience=waits[0][0] if waits else PEOPLE_PATIENCE,
            actions=tuple(action for action, _ in done),
            seconds=tuple(seconds for _, seconds in done),
            names=dict(names),
            played=tuple(Played(record, from_json(points)) for _, record, points in played),
            is_over=any(number == run for number, _, _ in played),
        )


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
