"""What tests ask the results file of a run that is still going on."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path


def num_chunks(path: Path) -> int:
    """Returns how many chunks a results file has; 0 before the run has made its tables."""
    if path.exists():  # SQLite would make the file
        with suppress(sqlite3.OperationalError), closing(sqlite3.connect(path)) as connection:
            return int(connection.execute("SELECT count(*) FROM chunks").fetchone()[0])
    return 0
