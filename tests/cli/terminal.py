"""Running commands as a person would: with typed lines, or in a pseudo-terminal."""

import io
import os
import pty
import select
import subprocess
import sys
import time

import pytest

from fudaba.cli.main import main
from fudaba.envs import GameRecord

ALWAYS_THE_FIRST = "#1\n" * 2000  # the sign tells numbers from cards
PATIENCE = 120  # seconds without a sign of life, after which a command is given up
# The process needs the terminal for its own, or Ctrl-C would not reach it.
IN_A_TERMINAL = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from fudaba.cli.main import main
sys.exit(main())
"""


class Typed(io.StringIO):
    """Standard input with some lines; then its end, or Ctrl-C."""

    def __init__(self, lines: str, then_interrupt: bool = False) -> None:
        super().__init__(lines)
        self.then_interrupt = then_interrupt

    def readline(self, size: int | None = -1) -> str:
        line = super().readline()
        if not line and self.then_interrupt:
            raise KeyboardInterrupt
        return line


def record_of(path: str, number: int = 1) -> GameRecord:
    """A game of a record file, the first being number 1."""
    with open(path, "rb") as file:
        return GameRecord.from_json(file.read().splitlines()[number - 1])


def played(
    words: list[str],
    lines: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> str:
    """What a successful game prints."""
    monkeypatch.setattr(sys, "stdin", Typed(lines))
    assert main(words) == 0
    shown = capsys.readouterr()
    assert not shown.err
    return shown.out


def refusal(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one sentence with which a command ends before it has shown anything."""
    capsys.readouterr()  # what earlier commands have shown
    assert main(words) == 2
    shown = capsys.readouterr()
    assert shown.out == "" and shown.err.startswith("fudaba: ")
    assert shown.err.count("\n") == 1 and shown.err.endswith((".\n", "?\n"))
    return shown.err.removeprefix("fudaba: ").rstrip("\n")


def at_a_terminal(words: list[str], answers: list[tuple[str, str]]) -> tuple[str, int]:
    """Runs a command in a pseudo-terminal.

    Args:
        words: The command.
        answers: What to wait for on the screen, and what to type then.

    Returns:
        All that was on the screen, and the exit code.
    """
    terminal, other_end = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", IN_A_TERMINAL, *words],
        stdin=other_end,
        stdout=other_end,
        stderr=other_end,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "NO_COLOR": ""},
        start_new_session=True,
    )
    os.close(other_end)
    screen, seen, waiting = "", 0, list(answers)
    while chunk := read_from(terminal):
        screen += chunk
        if waiting and waiting[0][0] in screen[seen:]:
            seen = len(screen)
            answer = waiting.pop(0)[1]
            if answer == "\x03":
                # Between Python's prompt and its reading a signal waits for the next key.
                time.sleep(0.5)
            os.write(terminal, answer.encode())
    os.close(terminal)
    process.kill()  # only if it waits for more than it was given
    return screen, process.wait()


def read_from(terminal: int) -> str:
    """What comes next on the screen; empty once nothing more comes."""
    if not select.select([terminal], [], [], PATIENCE)[0]:
        return ""
    try:
        return os.read(terminal, 65536).decode(errors="replace")
    except OSError:  # so Linux says that the other end is closed
        return ""
