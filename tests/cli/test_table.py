"""`fudaba table`: where it serves, and what it says to that."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from fudaba.cli import table
from fudaba.cli.main import main
from fudaba.web.serving import listen

from .terminal import refusal

COLUMNS = 120


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--port", "70000"], "port can't be 70000; allowed: whole numbers 0 to 65535."),
        (
            ["--host", "192.0.2.7", "--port", "0"],
            "'192.0.2.7' port 0 can't be served: Cannot assign",
        ),
        (["--host", "x" * 300, "--port", "0"], "can't be served: it is no address."),
        (
            ["--public-url", "http://a.example"],
            "public_url can't be 'http://a.example'",
        ),
        (["file", "--port", "0"], "file file/tables.sqlite can't be written: Not a directory."),
    ],
)
def test_a_mistake_gets_one_sentence(
    words: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("file").write_text("precious\n", encoding="utf-8")
    assert part in refusal(["table", *words, "--no-browser"], capsys)
    assert Path("file").read_text(encoding="utf-8") == "precious\n"


def test_a_port_that_is_taken_is_said_so(capsys: pytest.CaptureFixture[str]) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        assert "can't be served: Address already in use." in refusal(
            ["table", "--port", port, "--no-browser"], capsys
        )


def test_the_help_says_what_the_network_means(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "--help"]) == 0
    shown = capsys.readouterr().out
    assert "this machine alone" in shown and "local network" in shown and "--no-browser" in shown


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_ctrl_c_ends_it_and_keeps_the_tables(number: int, code: int) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "fudaba.cli.main", "table", "here", "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("The table is at http://127.0.0.1:")
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == code
    assert errors == "fudaba: interrupted; the tables are kept; fudaba table goes on with them.\n"
    assert Path("here/tables.sqlite").is_file()


def test_a_server_for_the_network_says_what_that_means(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(table.webbrowser, "open", opened.append)
    monkeypatch.setattr(table, "own_address", lambda: "192.0.2.7")
    with listen("127.0.0.1", 0) as listening:
        url = f"http://192.0.2.7:{listening.getsockname()[1]}/"
        table.announce(listening, "0.0.0.0", opens_browser=True)
        shown = " ".join(capsys.readouterr().out.split())
        assert url in shown and "anyone with the link of a seat can sit there" in shown
        table.announce(listening, "127.0.0.1", opens_browser=False)
        assert "Open to your network" not in capsys.readouterr().out
    assert opened in ([url], [])  # another thread opens it


def test_the_own_address_is_one_that_can_be_served() -> None:
    socket.create_server((table.own_address(), 0)).close()
