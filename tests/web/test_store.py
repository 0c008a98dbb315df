"""Tables outlive their server: killed at any moment, and started again on the same file."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import httpx
import pytest

from fudaba.agents import seated
from fudaba.envs import GameRecord, UserError
from fudaba.web.manager import new_session, restored_session
from fudaba.web.store import SavedTable, SeatKey, TableStore
from fudaba.web.wire import NewTable

from .test_server import PATIENCE, Person, opened, refusal

STOPPED = "The table is at "
SAVED = SavedTable("sevens_v0", {"num_players": 2}, 2**64 - 1, "sources", [None, "greedy"], 0.5)


@contextmanager
def serving(folder: Path, port: int = 0) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """Runs the command in a process, killed at the end; yields its address and the process."""
    words = ["table", str(folder), "--no-browser", "--port", str(port)]
    process = subprocess.Popen(
        [sys.executable, "-m", "fudaba.cli.main", *words],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith(STOPPED), line
        yield line.removeprefix(STOPPED).split()[0].rstrip("/"), process
    finally:
        process.kill()
        process.wait()


def test_tables_outlive_a_server_that_is_killed(tmp_path: Path) -> None:
    with serving(tmp_path) as (address, process), httpx.Client(base_url=address) as client:
        client.timeout = PATIENCE
        people = opened(client, ["person", "greedy", "person"])
        while len(people[0].look()["told"]) <= 4:
            for person in people:
                position = person.look()
                if position["moves"] and not position["is_forced"]:
                    person.move(position, position["moves"][0]["action"])
        assert people[0].post("name", name="Ann").status_code == 200
        looks = [person.look() for person in people]
        while not any(look["moves"] and not look["is_forced"] for look in looks):
            looks = [person.look() for person in people]
        process.send_signal(signal.SIGKILL)
        process.wait()
        port = int(address.rpartition(":")[2])
        assert looks[1]["names"][0] == "Ann"
        with serving(tmp_path, port):
            again = [Person(client, person.path.removeprefix("/api")).look() for person in people]
            assert again == looks
            for person, position in zip(people, again, strict=True):
                if position["moves"] and not position["is_forced"]:
                    person.move(position, position["moves"][0]["action"])


def test_agents_alone_go_on_where_the_killed_server_left_them(tmp_path: Path) -> None:
    with serving(tmp_path) as (address, process), httpx.Client(base_url=address) as client:
        client.timeout = PATIENCE
        (watching,) = opened(client, ["greedy"] * 4, pace=0.05)
        with watching.watch() as positions:
            before = next(position for position in positions if len(position["told"]) > 3)
        process.send_signal(signal.SIGKILL)
        process.wait()
        with serving(tmp_path, int(address.rpartition(":")[2])), watching.watch() as positions:
            end = next(position for position in positions if position["is_over"])
    assert end["told"][: len(before["told"])] == before["told"]


def test_a_file_holds_no_token(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with TableStore(path) as store:
        number = store.add(SAVED)
        tokens = [store.new_token(number, seat) for seat in (0, 1, -1)]
        assert [store.key(token) for token in tokens] == [(number, 0), (number, 1), (number, -1)]
        assert store.key("") is None and store.key(tokens[0].swapcase()) is None
        content = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert all(token.encode() not in content for token in tokens)
    assert len({*tokens}) == 3 and all(len(token) == 22 for token in tokens)


def test_a_table_is_loaded_as_it_was_stored(tmp_path: Path) -> None:
    with TableStore(tmp_path / "tables.sqlite") as store:
        number = store.add(SAVED)
        other = store.add(SAVED)
        store.save(number, [5], [None])
        store.save(number, [5, 0, 7], [None, 2.5, 0.0])
        store.set_pace(number, 2.0)
        store.set_people_patience(number, None)
        for name in ("Bob", "Ann"):
            store.set_name(SeatKey(number, 0), name)
        store.set_name(SeatKey(other, 0), "Cat")
        store.set_name(SeatKey(other, 0), "")
    with TableStore(tmp_path / "tables.sqlite") as store:
        assert store.load(number) == SavedTable(
            "sevens_v0", {"num_players": 2}, 2**64 - 1, "sources", [None, "greedy"], 2.0, None,
            (5, 0, 7), (None, 2.5, 0.0), names={0: "Ann"},
        )  # fmt: skip
        assert store.load(other) == SAVED


def test_times_are_in_the_record_and_outlive_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first time of each server is unknown: nobody saw when the players began to look."""
    clock = count(0, 1.26)
    monkeypatch.setattr(seated, "monotonic", lambda: next(clock))
    saved, session = new_session(NewTable(game="sevens_v0", seats=["person"] * 3))
    with TableStore(tmp_path / "tables.sqlite") as store:
        number = store.add(saved)
        for _ in range(2):
            for _ in range(3):
                session.take(session.game.legal_actions(session.seated.state)[0])
                store.save(number, session.seated.actions, session.seated.seconds)
            session = restored_session(store.load(number))
    record = GameRecord.from_json(session.record().to_json())
    assert record.seconds == [None, 1.3, 1.3, None, 1.3, 1.3]
    assert all(b"1.3" not in session.encoded_position(viewer) for viewer in session.viewers)


def test_a_table_of_other_rules_is_not_restored(tmp_path: Path) -> None:
    with TableStore(tmp_path / "tables.sqlite") as store:
        token = store.new_token(store.add(SAVED), 0)
    with serving(tmp_path) as (address, _), httpx.Client(base_url=address, timeout=60) as client:
        answer = client.get(f"/api/seat/{token}/events")
        assert "begun with another version of Sevens" in refusal(answer, 400)


@pytest.mark.parametrize("content", [b"precious", b""])
def test_a_file_of_something_else_is_left_alone(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    if content:
        path.write_bytes(content * 100)
    else:
        with sqlite3.connect(path) as other:
            other.execute("CREATE TABLE precious (x)")
    before = path.read_bytes()
    with pytest.raises(UserError, match=r"tables\.sqlite.*(of something else|not a database)"):
        TableStore(path)
    assert path.read_bytes() == before


def test_two_servers_do_not_share_a_folder(tmp_path: Path) -> None:
    with serving(tmp_path) as (address, _):
        words = [sys.executable, "-m", "fudaba.cli.main", "table", str(tmp_path), "--no-browser"]
        second = subprocess.run(
            [*words, "--port", "0"], capture_output=True, text=True, timeout=60, check=False
        )
        assert second.returncode == 2
        assert second.stderr == (
            f"fudaba: another fudaba table serves {tmp_path}; close that one, or name another "
            "folder.\n"
        )
        assert STOPPED not in second.stdout
        assert httpx.get(address).status_code == 200
    with serving(tmp_path):  # it was killed, and holds the folder no longer
        pass
