"""Slow clients, too many clients, exhausted descriptors, and the end during an analysis."""

import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from fudaba.web.connections import Limits
from fudaba.web.serving import listen

from .conftest import Serving
from .runs import played, put_records
from .test_analysis import SEARCH
from .test_server import Person, opened, refusal

PATIENCE = 30  # seconds, of tests
SOON = 0.5  # seconds that a request gets in these tests
HEAD = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"


@contextmanager
def serving(folder: Path, **limits: Any) -> Iterator[Serving]:
    """A server of a folder with these limits."""
    server = Serving(folder, limits=Limits(**limits))
    yield server
    server.stop()


def connected(port: int, said: bytes = b"", held: int | None = None) -> socket.socket:
    """Returns a connection on which `said` was sent; its system holds `held` bytes of answers."""
    client = socket.socket()
    client.settimeout(PATIENCE)
    if held is not None:  # before connecting, or some systems buffer tens of megabytes
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, held)
    client.connect(("127.0.0.1", port))
    client.sendall(said)
    return client


def ended(client: socket.socket) -> bytes:
    """Returns the data that a connection received before the server closed it."""
    said = b""
    with client:
        try:
            while some := client.recv(65536):
                said += some
        except ConnectionResetError:
            pass
    return said


def is_open(client: socket.socket) -> bool:
    """Returns whether a connection is still open."""
    client.setblocking(False)
    try:
        return client.recv(1, socket.MSG_PEEK) != b""
    except BlockingIOError:
        return True
    except ConnectionResetError:
        return False


def until(holds: Callable[[], bool]) -> None:
    """Waits until a condition is true."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


# Slow clients


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"G",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n",
        HEAD + b"Content-Length: 10\r\n\r\n",
        HEAD + b"Content-Length: 10\r\n\r\n{",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{",
    ],
    ids=["nothing", "a letter", "half a head", "no body", "half a body", "half of many"],
)
def test_a_request_that_does_not_come_in_is_not_waited_for(said: bytes, tmp_path: Path) -> None:
    with serving(tmp_path, request=SOON) as server:
        client = connected(server.port, said % server.port if b"%" in said else said)
        assert ended(client) == b""
        assert httpx.get(server.address).status_code == 200


@pytest.mark.parametrize(
    ("begin", "piece"),
    [
        (b"GET / HTTP/1.1\r\n", b"X-More: 1\r\n"),
        (HEAD + b"Content-Length: 999\r\n\r\n", b" "),
    ],
    ids=["head", "body"],
)
def test_small_pieces_give_no_more_time(begin: bytes, piece: bytes, tmp_path: Path) -> None:
    with serving(tmp_path, request=SOON) as server:
        client = connected(server.port, begin % server.port if b"%" in begin else begin)
        with pytest.raises(OSError):
            for _ in range(PATIENCE * 20):
                client.sendall(piece)
                time.sleep(0.05)
        client.close()


def test_a_second_request_has_no_more_time(tmp_path: Path) -> None:
    with serving(tmp_path, request=SOON) as server:
        whole = b"GET /x HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % server.port
        for second in (b"GET /x HT", HEAD % server.port + b"Content-Length: 10\r\n\r\n{"):
            # both requests at once, then the second one later
            assert ended(connected(server.port, whole + second)).count(b"HTTP/1.1 404") == 1
            client = connected(server.port, whole)
            assert client.recv(65536).startswith(b"HTTP/1.1 404")
            client.sendall(second)
            assert b"HTTP/1.1" not in ended(client)


def test_the_body_of_an_answer_waits_for_no_sign_that_its_head_has_come() -> None:
    with listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        connection, _ = listening.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_an_answer_that_nobody_reads_is_not_kept(tmp_path: Path) -> None:
    (tmp_path / "large.html").write_bytes(b" " * 40_000_000)
    with serving(tmp_path, reading=SOON) as server:
        path = b"GET /runs/files/large.html HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % server.port

        def is_cut() -> bool:
            client = connected(server.port, path, held=65536)
            client.recv(1, socket.MSG_PEEK)  # the response has begun
            time.sleep(3 * SOON)
            return len(ended(client)) < 40_000_000

        until(is_cut)  # a busy machine may send too slowly to wait for the client
        read = httpx.get(f"{server.address}/runs/files/large.html")
        assert len(read.content) == 40_000_000


def test_a_page_stays_open_for_longer_than_a_request_may_take(tmp_path: Path) -> None:
    with serving(tmp_path, request=SOON, reading=SOON) as server, server.asking() as client:
        (person,) = opened(client, ["person", "person"])[:1]
        with person.watch() as positions:
            next(positions)
            time.sleep(3 * SOON)
            assert person.post("pace", seconds=1.5).status_code == 200
            assert next(positions)["pace"] == 1.5


# Many connections


@pytest.mark.parametrize("limit", ["connections", "per_address"])
def test_who_has_waited_longest_makes_room(limit: str, tmp_path: Path) -> None:
    with serving(tmp_path, **{limit: 10}) as server, ExitStack() as open_ones:
        silent = [open_ones.enter_context(connected(server.port)) for _ in range(25)]
        until(lambda: sum(map(is_open, silent)) == 10)
        assert not any(map(is_open, silent[:15]))
        assert httpx.get(server.address).status_code == 200
        assert sum(map(is_open, silent)) == 9, "one made room"
        assert not is_open(silent[15])


def test_where_nobody_waits_there_is_no_room_and_a_sentence_says_so(tmp_path: Path) -> None:
    with serving(tmp_path, per_address=3) as server, server.asking() as client:
        (person,) = opened(client, ["person", "person"])[:1]
        with ExitStack() as stack:
            for _ in range(3):
                stack.enter_context(person.watch())
            said = ended(connected(server.port)).decode()
            assert said.startswith("HTTP/1.1 503 ") and "close some of its pages." in said
        until(lambda: is_answered(server.address))


def is_answered(address: str) -> bool:
    """Returns whether a server answers another request."""
    try:
        return httpx.get(address).status_code == 200
    except httpx.TransportError:
        return False


def test_pages_leave_room_for_what_they_ask_for(tmp_path: Path) -> None:
    with serving(tmp_path, connections=6) as server, server.asking() as client:
        people = opened(client, ["person"] * 4)
        with ExitStack() as stack:
            for person in people[:3]:
                stack.enter_context(person.watch())
            sentence = refusal(client.get(f"{people[3].path}/events"), 429)
            assert sentence == "3 pages are open; close one of them."
            assert people[0].post("pace", seconds=2.0).status_code == 200


def test_other_addresses_have_room_of_their_own(tmp_path: Path) -> None:
    with serving(tmp_path, per_address=5) as server, ExitStack() as open_ones:
        own = [open_ones.enter_context(connected(server.port)) for _ in range(5)]
        other = [
            open_ones.enter_context(
                socket.create_connection(
                    ("127.0.0.1", server.port), source_address=("127.0.0.2", 0)
                )
            )
            for _ in range(12)
        ]
        until(lambda: sum(map(is_open, other)) == 5)
        assert all(map(is_open, own))


def test_a_seat_has_so_many_pages_and_each_that_is_closed_makes_room(tmp_path: Path) -> None:
    with serving(tmp_path, pages_of_seat=2, pages_of_table=3) as server, server.asking() as client:
        (person, other) = opened(client, ["person", "person"])
        (watching,) = opened(client, ["greedy", "greedy"], pace=9.0)
        for looker, most, what in ((person, 2, "seat"), (watching, 3, "table")):
            path = f"{looker.path}/events"
            with ExitStack() as stack:
                for _ in range(most):
                    stack.enter_context(looker.watch())
                said = f"this {what} is open on {most} pages; close one of them."
                assert refusal(client.get(path), 429) == said
                assert other.look()["seat"] == other.position["seat"]

            def is_free(looker: Person = looker) -> bool:
                with looker.client.stream("GET", f"{looker.path}/events") as answer:
                    return answer.status_code == 200

            until(is_free)


# Exhausted descriptors


@pytest.fixture
def few_descriptors(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server in a process of its own that may open 128 files, and its port."""
    soft, hard = 128, resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with started(
        tmp_path, "", lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    ) as it:
        yield it


@contextmanager
def started(
    folder: Path, before: str = "", limit: Callable[[], None] | None = None
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Runs `fudaba table` in a process of its own, after some lines of Python."""
    code = f"{before}\nfrom fudaba.cli.main import process\nprocess()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "table", str(folder), "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        preexec_fn=limit,
    )
    assert process.stdout is not None
    try:
        yield process, int(process.stdout.readline().split("127.0.0.1:")[1].split("/")[0])
    finally:
        process.kill()
        process.communicate()


def said_in_the_end(process: subprocess.Popen[str]) -> list[str]:
    """Ends a process by SIGTERM; returns the lines of its stderr."""
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 143
    *before, last = errors.splitlines()
    assert last.startswith("fudaba: interrupted; the tables are kept")
    return before


def test_with_few_descriptors_silent_connections_stop_nobody(
    few_descriptors: tuple[subprocess.Popen[str], int],
) -> None:
    process, port = few_descriptors
    with ExitStack() as open_ones:
        for _ in range(200):
            open_ones.enter_context(connected(port))
        assert httpx.get(f"http://127.0.0.1:{port}/", timeout=PATIENCE).status_code == 200
    assert httpx.get(f"http://127.0.0.1:{port}/", timeout=PATIENCE).status_code == 200
    assert said_in_the_end(process) == []


def test_where_descriptors_run_out_one_line_says_so_and_it_goes_on(tmp_path: Path) -> None:
    # The process holds nearly all descriptors itself, so the limit alone does not help.
    before = (
        "import os, resource\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128))\n"
        "from fudaba.web import serving, app\n"
        "held = [os.open(os.devnull, os.O_RDONLY) for _ in range(80)]\n"
    )
    with started(tmp_path, before) as (process, port), ExitStack() as open_ones:
        for _ in range(200):
            open_ones.enter_context(connected(port))
        for _ in range(3):
            assert httpx.get(f"http://127.0.0.1:{port}/", timeout=PATIENCE).status_code == 200
        said = said_in_the_end(process)
    told = [line for line in said if line.startswith("fudaba: Too many open files: ")]
    assert len(told) == 1 and "ulimit -n" in told[0], said


# The end


BUSY = """
import threading
from fudaba.web import browse
def think(*_):
    print("thinking", flush=True)
    while True:
        pass
browse.{function} = think
"""


@pytest.mark.parametrize(
    ("function", "route"), [("evaluate_moves", "evaluations"), ("regret_of", "regrets")]
)
def test_sigterm_ends_a_server_that_thinks(function: str, route: str, tmp_path: Path) -> None:
    put_records(tmp_path, played())
    with (
        started(tmp_path, BUSY.format(function=function)) as (process, port),
        ExitStack() as asking,
    ):
        address = f"http://127.0.0.1:{port}"
        page = httpx.get(f"{address}/replay", timeout=PATIENCE).text
        asked = {
            "record": "games.jsonl", "game": 1, "view": "mover", "agent": SEARCH, "at": 0,
            "token": page.split('fudaba-token" content="')[1].split('"')[0],
        }  # fmt: skip
        query = httpx.QueryParams(asked)
        path = f"/api/replay/{route}?{query}"
        asking.enter_context(
            connected(port, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        )
        assert process.stdout is not None and process.stdout.readline() == "thinking\n"
        assert said_in_the_end(process) == []
