"""SQLite files of results, which are checked when they are opened.

    runs      game, house rules, seed, and the sources of rules and agents
    seals     a checksum of each table, see `seals`

Each kind of file adds tables of its own. Every write is one transaction, so a file never holds a
part of it, even if the process is killed. Later versions only add tables, so older files are
opened too.

A file is read whole and compared with its checksums before anything is written to it. A damaged
file is refused and stays as it is.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

from fudaba.agents.tuned_advice import packaged_file
from fudaba.common.files import make_folder_of, why_failed
from fudaba.common.languages import translator
from fudaba.envs import Game, UserError
from fudaba.envs.core.compiling.sources import SOURCE_ROOT, SOURCES

from .match import MatchRunner
from .seals import connected, is_whole, left_as_it_is, schema_of, totals_of

_, _n = translator("evaluation")

SCHEMA_VERSION = FIRST_WITH_SEALS = 4
IN_MEMORY = ":memory:"

RUNS = """CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    seed TEXT NOT NULL,
    version TEXT NOT NULL,
    sources TEXT NOT NULL,
    UNIQUE (game, options, seed, version, sources)
)"""


class Database:
    """An open file. A context manager; every method may raise a `UserError`.

    Attributes:
        application_id: The mark of files of this kind among SQLite files.
        tables: The statements that make the tables, except `runs`.
        further_sources: Files that the contents depend on, beside those of `deciding_sources`.
    """

    application_id: ClassVar[int]
    tables: ClassVar[tuple[str, ...]]
    further_sources: ClassVar[tuple[Path, ...]] = ()

    def __init__(self, path: Path | None, is_checked: bool = False) -> None:
        """Opens a file, or makes it together with its folder.

        Args:
            path: The file; None keeps everything in memory.
            is_checked: Whether the file is known to be whole; see `again`.

        Raises:
            UserError: The file can't be opened or written, is locked, is damaged, is of another
                kind, or of another version.
        """
        self._path = path
        self._name = "the results" if path is None else f"results file {path}"
        with self._explained():
            if path is not None:
                make_folder_of(path)
                if not is_checked and path.exists() and path.stat().st_size:
                    with left_as_it_is(path) as self._connection:
                        self._check()
            self._connection = connected(IN_MEMORY if path is None else str(path))
        try:
            self._prepare()
        except BaseException:
            self._connection.close()
            raise

    def again(self) -> Self:
        """Returns the same file, opened for another thread without reading it whole again."""
        return type(self)(self._path, is_checked=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._connection.close()

    def run_of(self, players: MatchRunner) -> int:
        """Returns the number of the run of a game, its house rules, its seed and the sources."""
        game, options = players.game, players.options.plain()
        files = deciding_sources(game) | set(map(str, self.further_sources))
        return self.run(game.name, options, players.seed, version("fudaba"), SOURCES.key(files))

    def run(self, game: str, options: dict[str, Any], seed: int, version: str, sources: str) -> int:
        """Returns the row number of a run; adds the run if it is new.

        Args:
            game: The game's id.
            options: Every house rule by name.
            seed: The seed of the deals.
            version: The version of the package.
            sources: A hash of the sources of rules and agents.
        """
        values = (game, json.dumps(options, sort_keys=True), str(seed), version, sources)
        return self._number("runs", ("game", "options", "seed", "version", "sources"), values)

    def _number(self, table: str, columns: Sequence[str], values: Sequence[Any]) -> int:
        marks = ", ".join("?" * len(values))
        with self._transaction():
            self._connection.execute(
                f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({marks})", values
            )
        condition = " AND ".join(f"{column} = ?" for column in columns)
        return int(self._rows(f"SELECT id FROM {table} WHERE {condition}", *values)[0][0])

    def _rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._explained():
            return self._connection.execute(query, values).fetchall()

    def _prepare(self) -> None:
        """Makes the tables that the file lacks, and their checksums."""
        schema = schema_of((RUNS, *self.tables))
        with self._transaction():
            known = {name for (name,) in self._rows("SELECT name FROM sqlite_master")}
            missing = [name for name in schema if name not in known]
            for name in missing:
                self._connection.execute(schema[name])
            if missing:
                totals = totals_of(self._connection, schema)
                self._connection.executemany(
                    "INSERT OR REPLACE INTO seals VALUES (?, ?)", totals.items()
                )
                self._connection.execute(f"PRAGMA application_id = {self.application_id}")
                self._connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def _check(self) -> None:
        """Checks that the file is empty, or a database of this kind whose checksums are right."""
        self._rows("BEGIN")  # so that no other process writes meanwhile
        found = {name for (name,) in self._rows("SELECT name FROM sqlite_master")}
        application = self._rows("PRAGMA application_id")[0][0]
        version = self._rows("PRAGMA user_version")[0][0]
        if application != self.application_id and (found or application):
            raise UserError(_("{name}: this is a database of something else.", name=self._name))
        if found and not 1 <= version <= SCHEMA_VERSION:
            raise UserError(
                _(
                    "{name}: it has schema version {version}; allowed: 1 to "
                    "{schema_version}. Choose another file.",
                    name=self._name,
                    version=version,
                    schema_version=SCHEMA_VERSION,
                )
            )
        is_sealed = "seals" in found or version >= FIRST_WITH_SEALS
        is_right = self._rows("PRAGMA integrity_check(1)") == [("ok",)] and (
            not is_sealed or is_whole(self._connection, schema_of((RUNS, *self.tables)))
        )
        if not is_right:
            raise UserError(
                _(
                    "{name} is damaged: it does not hold what was written. Move it away, or put "
                    "a copy of it back.",
                    name=self._name,
                )
            )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._explained():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error, UnicodeDecodeError, MemoryError) as error:
            said = why_failed(error)  # it may quote a damaged statement of many lines
            raise UserError(
                _("{name} can't be used: {error}.", name=self._name, error=said)
            ) from error


def deciding_sources(game: Game) -> frozenset[str]:
    """Returns the files that a game's results depend on: the game, the core and the agents.

    Results stay when another game changes.
    """
    own = game.file, *game.folder.rglob("*.py"), packaged_file(game)
    files = [*own, *(SOURCE_ROOT / "agents").glob("*.py")]
    return frozenset().union(*(SOURCES.reachable(file) for file in files))
