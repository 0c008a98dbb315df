"""`fudaba`: finds the command, and turns errors of the user into one sentence."""

import errno
import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.metadata import version
from types import FrameType
from typing import Any, NoReturn, Self

from fudaba.common.languages import (
    ENGLISH,
    LANGUAGES,
    N_,
    in_language,
    language_of_system,
    translator,
)
from fudaba.common.languages.letters import has_letters, printed_in_letters

_, _n = translator("cli")

COMMANDS = {
    "games": N_("list the games, or explain one"),
    "play": N_("sit down at the table and play against agents"),
    "replay": N_("step through a recorded game"),
    "table": N_("play, look on and look back in a browser"),
    "train": N_("train a policy by self-play from a configuration"),
    "arena": N_("compare agents on replayed deals"),
    "league": N_("play all agents against each other in every game"),
    "exploit": N_("measure how much can be won against a fixed player"),
    "benchmark": N_("measure an agent on the frozen tasks of the benchmark"),
    "dataset": N_("record games as data to learn from"),
    "new-game": N_("write a package with a game of your own"),
    "check-bot": N_("check a bot of your own and name its mistakes"),
    "check-game": N_("check a game of your own and name its mistakes"),
    "balance": N_("measure how fair a seat, a hand or a house rule is"),
    "tune": N_("search for the house rules that come closest to your goals"),
    "tune-heuristic": N_("fit the weights of greedy's heuristic"),
    "compile": N_("compile games ahead, for images and classrooms"),
}
USAGE_ERROR, INTERRUPTED, TERMINATED = 2, 130, 143
INTERRUPTIONS = signal.SIGINT, signal.SIGTERM
SECOND_TRY = 0.05  # seconds
FULL = errno.ENOSPC, errno.EDQUOT, errno.EFBIG
PIPE_CLOSED = 1  # rich's exit code if the reader of a pipe has closed it
NO_DIRECTORY = N_("the working directory was removed or can't be read; change to another one.")
NO_MEMORY = N_("there is not enough memory; what was written before is kept.")
KEPT = N_("what was written before is kept.")
LANGUAGE = "--language"
# Variables that Numba reads, and the smallest numbers that it takes
WHOLE_NUMBERS = {
    "NUMBA_NUM_THREADS": 1,
    "NUMBA_DISABLE_JIT": 0,
    "NUMBA_BOUNDSCHECK": 0,
    "NUMBA_OPT": 0,
}
LONGEST_NUMBER = 9  # digits
SIZE = "COLUMNS", "LINES"
SMALLEST, LARGEST = 20, 1000  # columns and lines


class Interrupted(KeyboardInterrupt):
    """Raised on SIGINT; a plain `KeyboardInterrupt` is raised by the code of a user."""


class Terminated(Interrupted):
    """Raised on SIGTERM, by which a system or a job scheduler asks for an orderly end."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command in a language.

    Args:
        arguments: The words after `fudaba`; None takes them from the process.

    Returns:
        The exit code: 0, also if the reader of a pipe has closed it; 2 for bad input and a full
        disk, with one sentence on standard error; 130 for Ctrl-C and 143 for SIGTERM, after the
        command has said which files it leaves.
    """
    asked, typed = split_language(sys.argv[1:] if arguments is None else arguments)
    usual = language_of_system()
    usual = usual if is_shown(usual) else ENGLISH
    name = usual if asked is None else asked
    is_good = name in LANGUAGES and is_shown(name)
    with printed_in_letters(), in_language(name if is_good else usual), in_a_usable_size():
        trouble = trouble_here() or not_text(typed)
        if not trouble and is_good:
            return run_until_stopped(typed)
        print(f"fudaba: {trouble or no_language(name)}", file=sys.stderr)
        return USAGE_ERROR


def is_shown(name: str) -> bool:
    """Returns whether standard output can show the letters of a language."""
    return has_letters(getattr(sys.stdout, "encoding", None), LANGUAGES[name])


def no_language(name: str) -> str:
    """Returns why a language can't be used: it is unknown, or the output can't show its letters."""
    if name not in LANGUAGES:
        allowed = _(", ").join(LANGUAGES)
        return _("language can't be {name}; allowed: {allowed}.", name=repr(name), allowed=allowed)
    return _(
        "language can't be {name}, because standard output is {encoding}, which lacks its "
        "letters; if the terminal shows UTF-8, set PYTHONIOENCODING=utf-8.",
        name=name,
        encoding=sys.stdout.encoding,
    )


def not_text(words: Sequence[str]) -> str:
    """Returns the error for the first argument that is not valid UTF-8; empty if all are."""
    odd = [word for word in words if any("\ud800" <= letter <= "\udfff" for letter in word)]
    return _("{word} is no text; allowed: UTF-8.", word=ascii(odd[0])) if odd else ""


def trouble_here() -> str:
    """Returns why importing libraries would fail in this environment; empty if it would not."""
    for name, least in WHOLE_NUMBERS.items():
        value = os.environ.get(name) or str(least)
        is_whole = value.isascii() and value.isdecimal() and len(value) <= LONGEST_NUMBER
        if not is_whole or int(value) < least:
            allowed = _("a whole number from {least}", least=least)
            return _("{name} can't be {value}; allowed: {allowed}.", name=name, value=repr(value),
                     allowed=allowed)  # fmt: skip
    try:
        os.getcwd()
    except OSError:
        return _(NO_DIRECTORY)
    return ""


@contextmanager
def in_a_usable_size() -> Iterator[None]:
    """Limits the terminal's size, as libraries see it inside the block, to usable values."""
    before = {name: os.environ.get(name) for name in SIZE}
    for name, size in zip(SIZE, shutil.get_terminal_size(), strict=True):
        usable = min(max(size, SMALLEST), LARGEST)
        if usable != size or name in os.environ:
            os.environ[name] = str(usable)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


def split_language(words: Sequence[str]) -> tuple[str | None, list[str]]:
    """Returns the value of `--language`, wherever it stands, and the other arguments.

    Without the option it is None. The last one counts.
    """
    name, others, left = None, list[str](), iter(words)
    for word in left:
        option, sign, value = word.partition("=")
        if option == LANGUAGE:
            name = value if sign else next(left, "")
        else:
            others.append(word)
    return name, others


def run_until_stopped(words: list[str]) -> int:
    """Runs one command; returns the exit code, also after an interruption or on a full disk."""
    with _Interruptions() as interruptions:
        try:
            with _Swallowed() as swallowed:
                code = run(words, swallowed)
                print(end="", flush=True)
                return code
        except KeyboardInterrupt as stop:
            interruptions.are_heard = False
            left = " ".join(getattr(stop, "__notes__", [_(KEPT)]))
            said = _("interrupted; {left}", left=left)
            print(f"fudaba: {said}", file=sys.stderr)
            return TERMINATED if isinstance(stop, Terminated) else INTERRUPTED
        except BrokenPipeError:
            _leave_output()
            return 0
        except MemoryError:
            print(f"fudaba: {_(NO_MEMORY)}", file=sys.stderr)
            return USAGE_ERROR
        except OSError as error:
            if error.errno not in FULL:
                raise
            _leave_output()
            print(f"fudaba: {_full(error)}", file=sys.stderr)
            return USAGE_ERROR


def _full(error: OSError) -> str:
    """Returns the sentence that reports a full disk."""
    if not error.filename:
        return _(
            "standard output can't be written: {why}; what was written before is kept.",
            why=error.strerror,
        )
    return _(
        "file {file} can't be written: {why}; what was written before is kept.",
        file=error.filename,
        why=error.strerror,
    )


def _leave_output() -> None:
    """Discards further output, so that Python reports no second error while it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def process() -> NoReturn:
    """Runs the process `fudaba`: one command, and its exit code."""
    open_missing_streams()
    os.environ["MPLBACKEND"] = "agg"  # pages need no window
    threading.excepthook = _unless_full
    code = main()
    # Python takes a moment to end, or longer while threads work. An interruption then would
    # print a traceback; now it only ends the process, after all output is flushed.
    with suppress(OSError):
        print(end="", flush=True)
    for number in INTERRUPTIONS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    sys.exit(code)


def open_missing_streams() -> None:
    """Replaces closed standard streams by streams that read nothing and discard output.

    Otherwise a file that is opened later would take their place.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _unless_full(failed: threading.ExceptHookArgs) -> None:
    """Prints the exception that ended a thread; leaves a full disk to the main thread."""
    if not (isinstance(failed.exc_value, OSError) and failed.exc_value.errno in FULL):
        threading.__excepthook__(failed)


class _Interruptions:
    """A context in which SIGINT and SIGTERM both end the block, in the main thread only.

    A second signal changes nothing.

    Attributes:
        are_heard: Whether a signal still ends the block.
    """

    def __init__(self) -> None:
        """Installs no handlers yet; entering the block does."""
        self.are_heard = True
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in INTERRUPTIONS:
                # Background jobs of a script ignore Ctrl-C and must keep ignoring it.
                if signal.getsignal(number) is not signal.SIG_IGN:
                    self._before[number] = signal.signal(number, self._stop)
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        if self.are_heard:
            raise Terminated if number == signal.SIGTERM else Interrupted


class _Swallowed:
    """A context that raises an interruption again if a library swallowed it in a callback.

    Numba's compiler is such a library. It may even fail later because the callback did not finish.
    The interruption is raised again a moment later, within the block.
    """

    def __init__(self) -> None:
        """Makes the context; no interruption is lost yet."""
        self._stop: KeyboardInterrupt | None = None
        self._again: threading.Timer | None = None
        self._before = sys.unraisablehook

    def __enter__(self) -> Self:
        sys.unraisablehook = self._take
        return self

    def __exit__(self, *error: object) -> None:
        sys.unraisablehook = self._before

    def _take(self, lost: "sys.UnraisableHookArgs") -> None:
        if not isinstance(lost.exc_value, KeyboardInterrupt):
            self._before(lost)
        elif threading.current_thread() is threading.main_thread():
            self._stop = lost.exc_value
            number = signal.SIGTERM if isinstance(self._stop, Terminated) else signal.SIGINT
            self._again = threading.Timer(SECOND_TRY, signal.raise_signal, (number,))
            self._again.start()

    @contextmanager
    def raised_instead(self) -> Iterator[None]:
        """Raises the lost interruption instead of an error that it caused."""
        try:
            yield
        except Exception as error:
            if self._stop is None or self._again is None:
                raise
            self._again.cancel()
            raise self._stop from error


def run(words: list[str], swallowed: _Swallowed) -> int:
    """Runs the command that the first word names and returns the exit code."""
    # Imported here because it takes half a second, during which Ctrl-C must work too.
    from fudaba.envs import UserError

    if not words or words[0] in ("-h", "--help"):
        print(help_text())
        return 0 if words else USAGE_ERROR
    if words[0] == "--version":
        print(f"fudaba {version('fudaba')}")
        return 0
    try:
        command = find_command(words[0])
        with swallowed.raised_instead():
            command(words[1:])
    except UserError as error:
        print(f"{getattr(error, 'traceback', '')}fudaba: {error}", file=sys.stderr)
        return USAGE_ERROR
    except SystemExit as stop:  # the help has been printed, or a pipe was closed
        if stop.code == PIPE_CLOSED:
            return 0
        return stop.code if isinstance(stop.code, int) else USAGE_ERROR
    return 0


def find_command(word: str) -> Callable[[list[str]], None]:
    """Returns the function of a command.

    Raises:
        UserError: There is no such command.
    """
    from fudaba.common.errors import UserError, did_you_mean
    from fudaba.common.extras import need

    if word not in COMMANDS:
        raise UserError(
            _(
                "there is no command {word}; allowed: {allowed}.{hint}",
                word=repr(word),
                allowed=_(", ").join(COMMANDS),
                hint=did_you_mean(word, COMMANDS),
            )
        )
    need("cli")
    command: Callable[[list[str]], None] = import_module(
        f"fudaba.cli.{word.replace('-', '_')}"
    ).main
    return command


def help_text() -> str:
    """Returns the text of `fudaba --help`."""
    lines = [f"  {name:<16}{_(meaning)}" for name, meaning in COMMANDS.items()]
    meaning = _(
        "{languages}, of all commands; default: the system's (LANG)",
        languages=_(" or ").join(LANGUAGES),
    )
    usage = _("usage: {words}", words="fudaba COMMAND ...")
    closing = _(
        "fudaba COMMAND --help explains a command; fudaba --version says which fudaba it is."
    )
    return "\n".join([usage, "", *lines, "", f"  {LANGUAGE:<16}{meaning}", "", closing])


if __name__ == "__main__":
    process()
