"""Checksums of the tables of an SQLite file.

SQLite notices many damaged pages, but no changed number. The table `seals` holds one number for
each table: the XOR of the digests of its rows. Triggers keep it up in the transaction of every
change.
"""

import hashlib
import os
import re
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

LOCK_SECONDS = 10.0
SEALS = """CREATE TABLE seals (
    name TEXT PRIMARY KEY,
    total INTEGER NOT NULL
) WITHOUT ROWID"""
TRIGGER = """CREATE TRIGGER {table}_{event} AFTER {event} ON {table} BEGIN
    UPDATE seals SET total = {total} WHERE name = '{table}';
END"""
ROWS_OF_EVENTS = {"insert": ["NEW"], "delete": ["OLD"], "update": ["OLD", "NEW"]}
NAME = re.compile(r"CREATE TABLE (\w+)")
COLUMN = re.compile(r"^ +([a-z_]+) [A-Z]", re.MULTILINE)
DIGEST_BYTES = 8
MODES, ROLLBACK = slice(18, 20), b"\1\1"  # in a file's header; other files have a log beside them


def schema_of(tables: Iterable[str]) -> dict[str, str]:
    """Returns the SQL that creates some tables, their checksum triggers and `seals`, by name."""
    by_name = {NAME.findall(statement)[0]: statement for statement in tables}
    schema = {"seals": SEALS, **by_name}
    for table, statement in by_name.items():
        columns = COLUMN.findall(statement)
        for event, rows in ROWS_OF_EVENTS.items():
            total = "total"
            for row in rows:
                values = ", ".join(f"{row}.{column}" for column in columns)
                total = f"with_row({total}, '{table}', {values})"
            trigger = TRIGGER.format(table=table, event=event, total=total)
            schema[f"{table}_{event}"] = trigger
    return schema


def _with_row(total: int, *row: object) -> int:
    """Returns a checksum with a row added to it; adding the row again removes it (XOR)."""
    digest = hashlib.blake2b(repr(row).encode(), digest_size=DIGEST_BYTES).digest()
    return total ^ int.from_bytes(digest, "little", signed=True)


def totals_of(connection: sqlite3.Connection, schema: Mapping[str, str]) -> dict[str, int]:
    """Returns the checksum of each table of a schema, computed from its rows."""
    totals = {}
    for table, statement in schema.items():
        if NAME.match(statement) and table != "seals":
            totals[table] = 0
            for row in connection.execute(f"SELECT * FROM {table}"):
                totals[table] = _with_row(totals[table], table, *row)
    return totals


def is_whole(connection: sqlite3.Connection, schema: Mapping[str, str]) -> bool:
    """Returns whether an open file has this schema and all its checksums are right."""
    found = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql NOT NULL")
    if dict(found.fetchall()) != schema:
        return False
    seals = connection.execute("SELECT name, total FROM seals").fetchall()
    return dict(seals) == totals_of(connection, schema)


def connected(place: str, *, uri: bool = False) -> sqlite3.Connection:
    """Returns a connection, in autocommit mode, whose changes update the checksums."""
    # Else an interruption of the function would be lost; `sys.unraisablehook` is told of it.
    sqlite3.enable_callback_tracebacks(True)
    connection = sqlite3.connect(place, timeout=LOCK_SECONDS, isolation_level=None, uri=uri)
    connection.create_function("with_row", -1, _with_row, deterministic=True)
    connection.execute("PRAGMA trusted_schema = ON")  # triggers may call the function
    connection.execute("PRAGMA recursive_triggers = ON")  # REPLACE deletes rows with triggers
    return connection


@contextmanager
def left_as_it_is(path: Path) -> Iterator[sqlite3.Connection]:
    """Opens a file for reading without changing it or its folder.

    Where SQLite would write before it reads, because of a log or a killed transaction, a copy is
    read.
    """
    place = Path(os.path.realpath(path))
    if not _is_written_by_reading(place):
        with closing(_for_reading(place)) as connection:
            yield connection
        return
    with TemporaryDirectory() as folder:
        for beside in ("", "-wal", "-journal"):
            file = place.with_name(place.name + beside)
            if file.exists():
                shutil.copyfile(file, Path(folder, f"copy{beside}"))
        with closing(connected(str(Path(folder, "copy")))) as connection:
            yield connection


def _is_written_by_reading(place: Path) -> bool:
    with place.open("rb") as file:
        if file.read(MODES.stop)[MODES] != ROLLBACK:
            return True
    with closing(_for_reading(place)) as connection:
        try:
            connection.execute("SELECT name FROM sqlite_master")
        except sqlite3.OperationalError as error:
            return error.sqlite_errorcode == sqlite3.SQLITE_READONLY_ROLLBACK
    return False


def _for_reading(place: Path) -> sqlite3.Connection:
    return connected(f"{place.as_uri()}?mode=ro", uri=True)
