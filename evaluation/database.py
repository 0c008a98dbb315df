"""SQLite files of results, which are checked when they are opened.

    runs      game, house rules, seed, and the sources of rules and agents

Each kind of file adds tables of its own. Every write is one transaction, so a file never holds a
part of it, even if the process is killed. Later versions only add tables, so older files are
opened too.
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
from fudaba.envs import Game, UserError
from fudaba.envs.core.compiling.sources import SOURCE_ROOT, SOURCES
from fudaba.languages import words

from .match import Players

_, _n = words("evaluation")

SCHEMA_VERSION = 3
LOCK_SECONDS = 10.0
IN_MEMORY = ":memory:"

RUNS = """CREATE TABLE IF NOT EXISTS runs (
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
        tables: The statements that make the tables unless they exist, except `runs`.
        further_sources: Files that the contents depend on, beside those of `deciding_sources`.
    """

    application_id: ClassVar[int]
    tables: ClassVar[tuple[str, ...]]
    further_sources: ClassVar[tuple[Path, ...]] = ()

    def __init__(self, path: Path | None) -> None:
        """Opens a file, or makes it together with its folder.

        Args:
            path: The file; None keeps everything in memory.

        Raises:
            UserError: The file can't be opened or written, is locked, is of another kind, or of
                another version.
        """
        self._name = "the results" if path is None else f"results file {path}"
        with self._explained():
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                IN_MEMORY if path is None else path, timeout=LOCK_SECONDS, isolation_level=None
            )
        try:
            self._prepare()
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._connection.close()

    def run_of(self, players: Players) -> int:
        """Returns the number of the run of a game, its house rules, its seed and the sources."""
        game, options = players.game, players.options.plain()
        files = deciding_sources(game) | set(map(str, self.further_sources))
        return self.run(game.name, options, players.seed, version("fudaba"), SOURCES.key(files))

    def run(self, game: str, options: dict[str, Any], seed: int, version: str, sources: str) -> int:
        """Returns the number of a run; adds it if it is new.

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
        """Checks that the file is empty or of this kind; makes the tables that it lacks."""
        with self._transaction():
            if self._rows("SELECT name FROM sqlite_master"):
                self._check()
            for statement in (RUNS, *self.tables):
                self._connection.execute(statement)
            self._connection.execute(f"PRAGMA application_id = {self.application_id}")
            self._connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def _check(self) -> None:
        application = self._rows("PRAGMA application_id")[0][0]
        version = self._rows("PRAGMA user_version")[0][0]
        if application != self.application_id:
            raise UserError(_("{name}: this is a database of something else.", name=self._name))
        if not 1 <= version <= SCHEMA_VERSION:
            raise UserError(
                _(
                    "{name}: it has schema version {version}; allowed: 1 to "
                    "{schema_version}. Choose another file.",
                    name=self._name,
                    version=version,
                    schema_version=SCHEMA_VERSION,
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
        except (OSError, sqlite3.Error) as error:
            raise UserError(
                _("{name} can't be used: {error}.", name=self._name, error=error)
            ) from error


def deciding_sources(game: Game) -> frozenset[str]:
    """Returns the files that a game's results depend on: the game, the core and the agents.

    Only the game's own heuristic is included, so results stay when another game changes.
    """
    agents = SOURCE_ROOT / "agents"
    advice = agents / "heuristics" / f"{game.name.rsplit('_', 1)[0]}.py"
    files = [*game.rules.parent.rglob("*.py"), *agents.glob("*.py"), advice, packaged_file(game)]
    return frozenset().union(*(SOURCES.reachable(file) for file in files))
