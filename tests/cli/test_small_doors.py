"""Every command in odd places: no size, no folder, no streams, no text, odd variables."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fudaba.cli import main as module
from fudaba.cli.main import COMMANDS, LARGEST, SMALLEST, main, open_missing_streams

ODD = "\udcff"  # as Python reads a byte that is no text
SIZES = ["0", "1", "2", "19", "20", "-3", "abc", "999999999", "²", ""]


@pytest.mark.diagonal
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_can_be_read_in_a_terminal_of_any_size(
    command: str, size: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", size)
    monkeypatch.setenv("LINES", size)
    assert main([command, "--help"]) == 0
    assert command in capsys.readouterr().out
    assert os.environ["COLUMNS"] == os.environ["LINES"] == size


@pytest.mark.diagonal
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("words", [["games"], ["games", "niekhi"], ["play", "niekhi"]])
def test_tables_are_printed_in_a_terminal_of_any_size(
    words: list[str], size: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", size)
    monkeypatch.setattr("builtins.input", lambda *_: "q")
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert SMALLEST // 2 <= max(map(len, lines)) <= LARGEST


@pytest.mark.diagonal
@pytest.mark.parametrize(
    "place", [(ODD,), ("niekhi", ODD), ("niekhi", "--seed", ODD), (f"--{ODD}",)]
)
@pytest.mark.parametrize("command", [*COMMANDS, ODD])
def test_arguments_that_are_no_text_are_refused(
    command: str, place: tuple[str, ...], capfd: pytest.CaptureFixture[str]
) -> None:
    assert main([command, *place]) == 2
    said = capfd.readouterr()
    assert said.err and "Traceback" not in said.err


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_begins_in_a_folder_that_was_removed(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert main([command]) == 2
    assert capsys.readouterr().err.startswith("fudaba: the working directory was removed or ")


@pytest.mark.parametrize("value", ["0", "-1", "abc", "1.5", "²", "9" * 5000])
def test_numbers_that_libraries_read_are_checked_before_they_are_imported(
    value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NUMBA_NUM_THREADS", value)
    assert main(["games"]) == 2
    said = f"fudaba: NUMBA_NUM_THREADS can't be {value!r}; allowed: a whole number from 1.\n"
    assert capsys.readouterr().err == said


def test_a_command_that_needs_more_memory_than_there_is_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(words: list[str], swallowed: object) -> int:
        raise MemoryError

    monkeypatch.setattr(module, "run", run)
    assert main(["games"]) == 2
    assert capsys.readouterr().err.startswith("fudaba: there is not enough memory; ")


def test_standard_streams_that_are_closed_are_opened_as_empty_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    open_missing_streams()
    assert sys.stdin.read() == "" and sys.stdout.write("x") == sys.stderr.write("x") == 1
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.close()


def test_a_process_without_standard_streams_ends_in_order() -> None:
    start = "os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    code = f"import os, sys; [os.close(stream) for stream in range(3)]; {start}"
    words = [sys.executable, "-m", "fudaba.cli.main", "play", "niekhi"]
    assert subprocess.run([sys.executable, "-c", code, *words[1:]], timeout=120).returncode == 0
