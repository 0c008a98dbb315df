"""A bot's process: lines to and from it within a time limit, and its certain end."""

import os
import select
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import BinaryIO

from fudaba.envs import UserError

GUARD = Path(__file__).with_name("guard.py")
CHUNK = 1 << 16  # bytes read at once
LONGEST_LINE = 1 << 20  # bytes of an answer
LONGEST_LOG = 1 << 20  # bytes of standard error that are kept
LAST_WORDS = 200  # characters
PATIENCE = 0.5  # seconds for a bot to end after goodbye


class BotProcessError(UserError):
    """A bot ended, was silent for too long, or broke the rules of lines; the message says how."""


class BotProcess:
    """A running bot.

    Attributes:
        log: The file of its standard error, which exists once it has written something.
    """

    def __init__(self, command: Sequence[str], megabytes: int, log: Path) -> None:
        """Starts a command, without a shell.

        Args:
            command: The program and its arguments.
            megabytes: The memory of each of its processes.
            log: The file for its standard error.
        """
        self.log, self._last_words = log, b""
        self._lifeline, other_end = socket.socketpair()
        guard = [sys.executable, "-I", "-S", str(GUARD), str(other_end.fileno())]
        with other_end:
            self._process = subprocess.Popen(
                [*guard, str(megabytes), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=[other_end.fileno()],
                start_new_session=True,
            )
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._input, self._output = self._process.stdin, self._process.stdout
        os.set_blocking(self._input.fileno(), False)
        self._received = bytearray()
        self._listener = Thread(target=self._keep_log, args=(self._process.stderr,), daemon=True)
        self._listener.start()

    def ask(self, request: bytes, seconds: float) -> bytes:
        """Sends lines and returns the line that answers them, without its end.

        Raises:
            BotProcessError: There is no answer in time, it is too long, or the bot has ended or
                written a line before it was asked.
        """
        self._check_silence()
        return self._exchange(request, seconds, has_answer=True)

    def tell(self, message: bytes, seconds: float) -> None:
        """Sends lines that need no answer.

        Raises:
            BotProcessError: The bot does not read them in time, or has ended.
        """
        self._exchange(message, seconds, has_answer=False)

    def close(self) -> str:
        """Ends all processes of the bot, after a moment in which it may end by itself.

        Returns:
            How it ended; empty if it had been closed before.
        """
        if self._lifeline.fileno() < 0:
            return ""
        self._input.close()
        status = self._status()
        self._output.close()
        self._lifeline.close()
        self._process.wait()
        self._listener.join(PATIENCE)
        return "did not end." if status is None else self._ended_with(status)

    def _check_silence(self) -> None:
        """Checks that the bot has written nothing without being asked.

        Raises:
            BotProcessError: It has.
        """
        if not self._received and self._ready(0)[0]:
            self._read()
        if self._received:
            raise BotProcessError("wrote a line that nobody had asked for.")

    def _exchange(self, request: bytes, seconds: float, *, has_answer: bool) -> bytes:
        deadline = time.monotonic() + seconds
        pending = memoryview(request)[self._write(memoryview(request)) :]
        while pending or (has_answer and b"\n" not in self._received):
            left = deadline - time.monotonic()
            may_read, may_write = self._ready(max(left, 0), writes=bool(pending))
            if not may_read and not may_write and left <= 0:
                raise BotProcessError(f"gave no answer within {seconds:g} seconds.")
            if may_read:
                self._read()
            if may_write:
                pending = pending[self._write(pending) :]
        if not has_answer:
            return b""
        line, _, rest = bytes(self._received).partition(b"\n")
        self._received = bytearray(rest)
        return line

    def _ready(self, seconds: float, *, writes: bool = False) -> tuple[bool, bool]:
        """Waits for the bot; returns whether it can be read and whether it can be written to."""
        poll = select.poll()
        poll.register(self._output, select.POLLIN)
        if writes:
            poll.register(self._input, select.POLLOUT)
        ready = dict(poll.poll(seconds * 1000))
        return self._output.fileno() in ready, self._input.fileno() in ready

    def _read(self) -> None:
        chunk = os.read(self._output.fileno(), CHUNK)
        if not chunk:
            raise BotProcessError(self._end())
        self._received += chunk
        if len(self._received) > LONGEST_LINE:
            raise BotProcessError(f"wrote a line of more than {LONGEST_LINE:,} bytes.")

    def _write(self, pending: memoryview) -> int:
        """Writes as much as the bot's standard input takes now; returns the number of bytes."""
        try:
            return os.write(self._input.fileno(), pending[:CHUNK])
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            raise BotProcessError(self._end()) from None

    def _end(self) -> str:
        """Returns how the bot ended, after one of its streams did."""
        status = self._status()
        if status is None:
            return "closed its standard input or output."
        self._listener.join(PATIENCE)
        return self._ended_with(status)

    def _status(self) -> str | None:
        """Returns the exit status that the guard reports; None if the bot still runs."""
        self._lifeline.settimeout(PATIENCE)
        try:
            return self._lifeline.recv(CHUNK).decode()
        except TimeoutError:
            return None

    def _ended_with(self, status: str) -> str:
        if not status.lstrip("-").isdigit():
            return f"can't be started: {status or 'it was killed'}."
        how = f"signal {status[1:]}" if status.startswith("-") else f"exit code {status}"
        words = self._last_words.decode(errors="replace").strip().rpartition("\n")[2]
        said = f"; its last words: {words[-LAST_WORDS:]} (more in {self.log})" if words else ""
        return f"ended with {how}{said}."

    def _keep_log(self, stream: BinaryIO) -> None:
        """Copies standard error to the log, which is made with the first bytes."""
        left = LONGEST_LOG
        while chunk := os.read(stream.fileno(), CHUNK):
            self._last_words = (self._last_words + chunk)[-CHUNK:]
            if left > 0:
                with suppress(OSError):  # the bot plays on without a log
                    self.log.parent.mkdir(parents=True, exist_ok=True)
                    with self.log.open("ab") as file:
                        file.write(chunk[:left])
            left -= len(chunk)
        stream.close()
