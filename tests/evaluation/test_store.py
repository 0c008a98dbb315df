"""The results file: whole chunks, and a clear sentence for every file that is not one."""

import re
import shutil
import sqlite3
from pathlib import Path

import numpy as np
import pytest

from fudaba.envs import UserError
from fudaba.evaluation import seals
from fudaba.evaluation.match import Chunk, ChunkResult
from fudaba.evaluation.store import ResultStore, StoredLineUp

LINE_UP = (0, 1, 1)
CHUNK = Chunk(LINE_UP, number=1, first=64, num_deals=2)


def result() -> ChunkResult:
    points = np.arange(18, dtype=np.float64).reshape(6, 3) / 7
    actions = np.arange(24, dtype=np.int16).reshape(6, 4)
    actions[0, 2:] = -1
    return ChunkResult(points, actions)


def new_line_up(store: ResultStore, seed: int = 0, mark: str = "") -> StoredLineUp:
    run = store.run("sevens_v0", {"num_players": 3}, seed, "1.0", "abc")
    return store.line_up(run, LINE_UP, [f"a{mark}", "b", "b"])


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "new" / "results.sqlite"
    first = Chunk(LINE_UP, number=0, first=0, num_deals=64)
    points = np.random.default_rng(0).random((192, 3))
    with ResultStore(path) as store:
        new_line_up(store).add(CHUNK, result())
        new_line_up(store).add(first, ChunkResult(points, np.zeros((192, 1), np.int16)))
    with ResultStore(path) as store:
        stored = new_line_up(store)
        assert stored.finished() == {0, 1}
        assert np.array_equal(stored.points(64), points)
        everything = np.vstack([points, result().points])
        assert np.array_equal(stored.points(66), everything)
        assert np.array_equal(stored.actions(CHUNK), result().actions)


def test_other_runs_and_agents_are_kept_apart() -> None:
    with ResultStore(None) as store:
        new_line_up(store).add(CHUNK, result())
        assert new_line_up(store).finished() == {1}
        assert new_line_up(store, seed=2**64 - 1).finished() == set()
        assert new_line_up(store, mark="other weights").finished() == set()


def test_a_chunk_that_is_there_stays() -> None:
    with ResultStore(None) as store:
        stored = new_line_up(store)
        whole = Chunk(LINE_UP, 0, 0, 2)
        stored.add(whole, result())
        stored.add(whole, ChunkResult(result().points + 1, result().actions))
        assert np.array_equal(stored.points(2), result().points)


def test_a_chunk_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    broken = ChunkResult(np.full((6, 3), None, dtype=object), result().actions)
    with ResultStore(path) as store, pytest.raises(UserError, match=r"results\.sqlite"):
        new_line_up(store).add(CHUNK, broken)
    with ResultStore(path) as store:
        assert new_line_up(store).finished() == set()


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("These are my notes, and they are long enough to be no database.\n" * 20)
    before = path.read_bytes()
    with pytest.raises(UserError, match=r"notes\.txt can't be used: file is not a database"):
        ResultStore(path)
    assert path.read_bytes() == before


def test_a_database_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(UserError, match=r"other\.sqlite: this is a database of something else"):
        ResultStore(path)
    assert path.read_bytes() == before


def test_another_schema_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    ResultStore(path).__exit__(None, None, None)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(UserError, match="schema version 99; allowed: 1 to 4"):
        ResultStore(path)


def test_a_locked_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seals, "LOCK_SECONDS", 0.01)
    path = tmp_path / "results.sqlite"
    with ResultStore(path):
        holder = sqlite3.connect(path, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(UserError, match=r"results\.sqlite can't be used: database is locked"):
            ResultStore(path)
        holder.close()


@pytest.mark.parametrize(
    ("place", "why"),
    [("", "Is a directory"), *((f"file/{name}", "Not a directory") for name in ("a", "b/a"))],
)
def test_a_place_that_can_not_hold_a_file_is_named(tmp_path: Path, place: str, why: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match=rf"^results file .* can't be used: {why}\.$"):
        ResultStore(tmp_path / place)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE chunks SET actions = x'00'",
        "UPDATE chunks SET actions = 'text'",
        "DELETE FROM chunks",
        "UPDATE seats SET points = 'text' WHERE seat = 1",
        "DELETE FROM seats WHERE seat = 2",
    ],
)
def test_damage_is_named(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "results.sqlite"
    chunk = Chunk(LINE_UP, 0, 0, 2)
    with ResultStore(path) as store:
        new_line_up(store).add(chunk, result())
    connection = sqlite3.connect(path, isolation_level=None)
    connection.create_function("with_row", -1, lambda total, *row: total)
    connection.execute(damage)
    connection.close()
    before = path.read_bytes()
    with pytest.raises(UserError, match=r"results\.sqlite is damaged"):
        ResultStore(path)
    assert path.read_bytes() == before


def test_a_transaction_that_was_killed_is_no_damage(tmp_path: Path) -> None:
    path, killed = tmp_path / "results.sqlite", tmp_path / "killed.sqlite"
    with ResultStore(path) as store:
        new_line_up(store).add(CHUNK, result())
    writer = seals.connected(str(path))
    writer.executescript("PRAGMA cache_size = 1; BEGIN IMMEDIATE; DELETE FROM chunks;")
    rows = ((1, deal, 0, 0, 0.5) for deal in range(1000, 9000))
    writer.executemany("INSERT INTO seats VALUES (?, ?, ?, ?, ?)", rows)
    for end in ("", "-journal"):  # as the kill would leave them
        shutil.copyfile(f"{path}{end}", f"{killed}{end}")
    writer.close()
    with ResultStore(killed) as store:
        assert new_line_up(store).finished() == {1}


def test_a_file_is_left_as_it_is_while_it_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with ResultStore(path) as store:
        new_line_up(store).add(CHUNK, result())
    before = path.read_bytes()
    with ResultStore(path) as store:
        assert new_line_up(store).finished() == {1}
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_damaged_index_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with ResultStore(path) as store:
        new_line_up(store)
    content = path.read_bytes()
    for number, place in enumerate(found.start() for found in re.finditer(b"sevens_v0", content)):
        damaged = tmp_path / f"{number}.sqlite"  # in the row or in its entry in the index
        damaged.write_bytes(content[:place] + b"t" + content[place + 1 :])
        with pytest.raises(UserError, match=r"sqlite is damaged: it does not hold what was"):
            ResultStore(damaged)
    assert number == 1
