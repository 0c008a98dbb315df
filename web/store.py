"""Tables in one SQLite file, so that they outlive the server. See `evaluation.database`.

    runs     the game, house rules and seed of a table (with its key), and the sources of the rules
    tables   who sits where, and how fast it is played
    keys     who may look at which seat: digests of the secret tokens, never a token
    actions  what was done, in its order

Every move is in the file before anybody is told of it.
"""

import hashlib
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

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
)
TOKEN_BYTES = 16


class Key(NamedTuple):
    """What a token opens: a seat of a table; seat -1 is the open table."""

    table: int
    seat: int


@dataclass(frozen=True)
class SavedTable:
    """All that makes a table.

    Attributes:
        game: The game's id.
        options: Every house rule by name.
        seed: 0..2**192-1, of the deal: what is above the lowest 64 bits is the key of its random
            stream. Without a key the agents have the same seed.
        sources: A hash of the sources of rules and agents.
        players: The words for the agents, seat by seat; None where a person sits.
        pace: Seconds from one move that is shown to the next.
        actions: What was done so far.
    """

    game: str
    options: dict[str, Any]
    seed: int
    sources: str
    players: list[str | None]
    pace: float
    actions: tuple[int, ...] = ()


class TableStore(Database):
    """An open file of tables. Every method may raise a `UserError`."""

    application_id = 0x66756474  # "fudt"
    tables = TABLES

    def __init__(self, path: Path | None) -> None:
        """Opens a file, or makes it together with its folder; None keeps all in memory."""
        super().__init__(path)
        # What was written survives the process; only a power cut may take the last moves along.
        self._rows("PRAGMA journal_mode = WAL")
        self._rows("PRAGMA synchronous = NORMAL")

    def add(self, table: SavedTable) -> int:
        """Notes a new table; returns its number."""
        run = self.run(table.game, table.options, table.seed, version("fudaba"), table.sources)
        values = (run, json.dumps(table.players), table.pace)
        with self._transaction():
            added = self._connection.execute(
                "INSERT INTO tables (run, players, pace) VALUES (?, ?, ?)", values
            )
        return int(added.lastrowid or 0)

    def new_token(self, table: int, seat: int) -> str:
        """A new secret that opens a seat: 128 random bits."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        with self._transaction():
            self._connection.execute(
                "INSERT INTO keys VALUES (?, ?, ?)", (_digest(token), table, seat)
            )
        return token

    def key(self, token: str) -> Key | None:
        """What a token opens; None if there is no such token.

        Its digest is looked up: how long that takes tells nothing of the tokens that there are.
        """
        rows = self._rows("SELECT place, seat FROM keys WHERE digest = ?", _digest(token))
        return Key(*rows[0]) if rows else None

    def set_pace(self, table: int, seconds: float) -> None:
        """Notes how fast a table is played."""
        with self._transaction():
            self._connection.execute("UPDATE tables SET pace = ? WHERE id = ?", (seconds, table))

    def save(self, table: int, actions: Sequence[int]) -> None:
        """Notes what was done at a table since it was last saved."""
        with self._transaction():
            query = "SELECT count(*) FROM actions WHERE place = ?"
            known = self._connection.execute(query, (table,)).fetchone()[0]
            further = enumerate(actions[known:], known)
            self._connection.executemany(
                "INSERT INTO actions VALUES (?, ?, ?)",
                [(table, number, action) for number, action in further],
            )

    def load(self, table: int) -> SavedTable:
        """What was noted of a table."""
        query = (
            "SELECT game, options, seed, sources, players, pace FROM tables "
            "JOIN runs ON runs.id = tables.run WHERE tables.id = ?"
        )
        game, options, seed, sources, players, pace = self._rows(query, table)[0]
        done = self._rows("SELECT action FROM actions WHERE place = ? ORDER BY number", table)
        return SavedTable(
            game=game,
            options=json.loads(options),
            seed=int(seed),
            sources=sources,
            players=json.loads(players),
            pace=pace,
            actions=tuple(action for (action,) in done),
        )


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
