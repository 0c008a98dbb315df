"""A bot's process: lines to and from it within a time limit, and its certain end."""

import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE
from threading import Thread
from typing import IO, Any, NamedTuple, TypeVar

from fudaba.common.languages import N_, translator
from fudaba.envs import UserError

from .pumps import read_by_socket, written_by_socket

_, _n = translator("agents")

GUARD = Path(__file__).with_name("guard.py")
CHUNK = 1 << 16  # bytes read at once
LONGEST_LINE = 1 << 20  # bytes of an answer
LONGEST_LOG = 1 << 20  # bytes of standard error that are kept
LAST_WORDS = 200  # characters
PATIENCE = 0.5  # seconds for a bot to end after goodbye
LONGEST_END = 10.0  # seconds for the system to end a killed process
LONGEST_POLL = 3600.0  # seconds
# Without process groups (Windows) no guard runs: a bot has no limit of memory, and only the process
# that was started is sure to end.
HAS_GROUPS = hasattr(os, "killpg")
SELECTOR = getattr(selectors, "PollSelector", selectors.SelectSelector)
MOMENT = 0.001  # seconds; a socket with a limit of 0 would not say that the time is over
ENDED = N_("ended with exit code {number}."), N_("ended with signal {number}.")
ENDED_SAYING = (
    N_("ended with exit code {number}; its last words: {said} (more in {log})."),
    N_("ended with signal {number}; its last words: {said} (more in {log})."),
)

Result = TypeVar("Result")
Files = tuple[tuple[int, int], ...]  # file descriptors and the events to wait for


class Wait(NamedTuple):
    """The streams that a conversation waits for.

    Attributes:
        files: The files with their events.
        selector: Waits for these alone.
        deadline: The time on the clock `time.monotonic` at which it goes on without them.
    """

    files: Files
    selector: selectors.BaseSelector
    deadline: float


# A part of a conversation. It yields what it waits for, and is sent the files that are ready: none
# after the deadline.
Talk = Generator[Wait, set[int] | None, Result]


class BotProcessError(UserError):
    """A bot ended, was silent for too long, or broke the rules of lines; the message says how."""


class BotProcess:
    """A running bot.

    Attributes:
        log: The file of its standard error, which exists once it has written something.
        has_ended_well: Whether it had ended with exit code 0 when it was closed.
    """

    def __init__(self, command: Sequence[str], megabytes: int, log: Path) -> None:
        """Starts a command, without a shell.

        Args:
            command: The program and its arguments.
            megabytes: The memory of each of its processes.
            log: The file for its standard error.

        Raises:
            BotProcessError: There are too many processes or open files.
        """
        self.log, self._last_words, self.has_ended_well = log, b"", False
        try:
            self._process = self._run(command, megabytes)
        except OSError as error:
            raise BotProcessError(_("can't be started: {why}.", why=error.strerror)) from None
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._input, self._output = self._process.stdin, self._process.stdout
        if HAS_GROUPS:
            os.set_blocking(self._input.fileno(), False)
        else:
            self._input = written_by_socket(self._input)
            self._output = read_by_socket(self._output)
        answer = (self._output.fileno(), selectors.EVENT_READ)
        room = (self._input.fileno(), selectors.EVENT_WRITE)
        self._answer, self._either = _selected(answer), _selected(answer, room)
        self._received = bytearray()
        self._listener = Thread(target=self._keep_log, args=(self._process.stderr,), daemon=True)
        self._listener.start()

    def _run(self, command: Sequence[str], megabytes: int) -> subprocess.Popen[bytes]:
        """Starts the guard with the memory and the command; without groups the command itself."""
        self._lifeline, other_end = socket.socketpair()
        options: dict[str, Any] = {}
        if HAS_GROUPS:
            number = other_end.fileno()
            guard = [sys.executable, "-I", "-S", str(GUARD), str(number), str(megabytes)]
            command = [*guard, *command]
            options = {"pass_fds": [number], "start_new_session": True}
        with other_end:
            return subprocess.Popen(
                command, stdin=PIPE, stdout=PIPE, stderr=PIPE, bufsize=0, **options
            )

    def ask(self, request: bytes, seconds: float) -> Talk[bytes]:
        """Sends lines and returns the line that answers them, without its end.

        Raises:
            BotProcessError: There is no answer in time, it is too long, or the bot has ended or
                written a line before it was asked.
        """
        self._check_silence()
        return self._exchange(request, seconds, has_answer=True)

    def tell(self, message: bytes, seconds: float) -> Talk[bytes]:
        """Sends lines that need no answer.

        Raises:
            BotProcessError: The bot does not read them in time, or has ended.
        """
        return self._exchange(message, seconds, has_answer=False)

    def hang_up(self) -> None:
        """Closes the bot's standard input, so that it ends."""
        self._input.close()

    def close(self, deadline: float) -> str:
        """Ends all processes of the bot, which may end by themselves until the deadline.

        Returns:
            How it ended; empty if it had been closed before.
        """
        if self._lifeline.fileno() < 0:
            return ""
        self._input.close()
        status = self._status(deadline - time.monotonic())
        self.has_ended_well = status == "0"
        self._output.close()
        self._lifeline.close()
        with suppress(OSError):  # the guard does it too, unless the bot has stopped or ended it
            if HAS_GROUPS:
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(LONGEST_END)
        self._listener.join(PATIENCE)
        return _("did not end.") if status is None else self._ended_with(status)

    def _check_silence(self) -> None:
        """Checks that the bot has written nothing without being asked.

        Raises:
            BotProcessError: It has written a line.
        """
        if not self._received and self._answer[1].select(0):
            self._read()
        if self._received:
            raise BotProcessError(_("wrote a line that nobody had asked for."))

    def _exchange(self, request: bytes, seconds: float, *, has_answer: bool) -> Talk[bytes]:
        deadline = time.monotonic() + seconds
        pending = memoryview(request)
        pending = pending[self._write(pending) :]
        while pending or (has_answer and b"\n" not in self._received):
            ready = yield Wait(*(self._either if pending else self._answer), deadline)
            if not ready:
                raise BotProcessError(
                    _("gave no answer within {seconds:g} seconds.", seconds=seconds)
                )
            if self._output.fileno() in ready:
                self._read()
            if self._input.fileno() in ready:
                pending = pending[self._write(pending) :]
        if not has_answer:
            return b""
        line, _newline, rest = bytes(self._received).partition(b"\n")
        self._received = bytearray(rest)
        return line

    def _read(self) -> None:
        chunk = self._output.read(CHUNK)
        if not chunk:
            raise BotProcessError(self._end())
        self._received += chunk
        if len(self._received) > LONGEST_LINE:
            raise BotProcessError(
                _("wrote a line of more than {longest:,} bytes.", longest=LONGEST_LINE)
            )

    def _write(self, pending: memoryview) -> int:
        """Writes as much as the bot's standard input takes now; returns the number of bytes."""
        try:
            return self._input.write(pending[:CHUNK]) or 0  # None if there is no room
        except ConnectionError:
            raise BotProcessError(self._end()) from None

    def _end(self) -> str:
        """Returns how the bot ended, after one of its streams was closed."""
        status = self._status(PATIENCE)
        if status is None:
            return _("closed its standard input or output.")
        self._listener.join(PATIENCE)
        return self._ended_with(status)

    def _status(self, seconds: float) -> str | None:
        """Waits for the exit status of the bot; returns None if it is still running."""
        try:
            if not HAS_GROUPS:
                return str(self._process.wait(max(seconds, MOMENT)))
            self._lifeline.settimeout(max(seconds, MOMENT))
            return self._lifeline.recv(CHUNK).decode()
        except (TimeoutError, subprocess.TimeoutExpired):
            return None

    def _ended_with(self, status: str) -> str:
        if not status.lstrip("-").isdigit():
            return _("can't be started: {why}.", why=status or _("it was killed"))
        is_signal, number = status.startswith("-"), status.lstrip("-")
        said = self._last_words.decode(errors="replace").strip().rpartition("\n")[2]
        if not said:
            return _(ENDED[is_signal], number=number)
        return _(ENDED_SAYING[is_signal], number=number, said=said[-LAST_WORDS:], log=self.log)

    def _keep_log(self, stream: IO[bytes]) -> None:
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


def converse(talks: Sequence[Talk[Result]]) -> list[Result | UserError]:
    """Carries out conversations with several bots at the same time, each at its own pace.

    Args:
        talks: The conversations, which have not begun.

    Returns:
        Their results, in the same order; the error of one that failed.
    """
    if len(talks) == 1:
        return [_converse_alone(talks[0])]
    results: dict[int, Result | UserError] = {}
    waits: dict[int, Wait] = {}
    selector = SELECTOR()

    def go_on(number: int, ready: set[int] | None) -> None:
        before = waits.pop(number).files if number in waits else ()
        after: Files = ()
        try:
            waits[number] = talks[number].send(ready)
            after = waits[number].files
        except StopIteration as end:
            results[number] = end.value
        except UserError as error:
            results[number] = error
        if after is not before:
            for file, _ in before:
                selector.unregister(file)
            for file, event in after:
                selector.register(file, event)

    for number in range(len(talks)):
        go_on(number, None)
    while waits:
        now = time.monotonic()
        ready = _ready(selector, min(wait.deadline for wait in waits.values()) - now)
        for number, wait in [*waits.items()]:
            own = ready.intersection(file for file, _ in wait.files)
            if own or wait.deadline <= now:
                go_on(number, own)
    return [results[number] for number in range(len(talks))]


def _converse_alone(talk: Talk[Result]) -> Result | UserError:
    """Carries out a single conversation, as `converse` does, but quicker."""
    try:
        wait = next(talk)
        while True:
            now = time.monotonic()
            ready = _ready(wait.selector, wait.deadline - now)
            if ready or wait.deadline <= now:
                wait = talk.send(ready)
    except StopIteration as end:
        result: Result = end.value
        return result
    except UserError as error:
        return error


def _ready(selector: selectors.BaseSelector, seconds: float) -> set[int]:
    """Waits until files are ready to be read or written; returns these."""
    return {key.fd for key, _ in selector.select(min(max(seconds, 0.0), LONGEST_POLL))}


def _selected(*files: tuple[int, int]) -> tuple[Files, selectors.BaseSelector]:
    """Returns files with their events, and a selector that waits for just these."""
    selector = SELECTOR()
    for file, event in files:
        selector.register(file, event)
    return files, selector


def close_all(processes: Sequence[BotProcess]) -> list[str]:
    """Ends all processes of bots, after a moment in which they may end by themselves.

    Returns:
        How each of them ended; empty if it had been closed before.
    """
    for process in processes:
        process.hang_up()
    deadline = time.monotonic() + PATIENCE
    return [process.close(deadline) for process in processes]
