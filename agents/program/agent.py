"""`program:COMMAND`: an agent that asks a program, in any language, for its moves."""

import base64
import hashlib
import os
import shlex
import shutil
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from itertools import count
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

import numpy as np

from fudaba.common.languages import in_language, language, translator
from fudaba.envs import Game, Options, Tables, UserError, Worlds

from ..bot_settings import BotSettings
from ..errors import AgentError
from ..remarks import Remark
from .conversation import BotError, Conversation, Round
from .games import FollowedTables, Outbox
from .messages import PROTOCOL, BotHello
from .process import BotProcess, Talk, close_all, converse

_, _n = translator("agents")

PROGRAM = "program:"
LOGS = Path("runs/bots")
HASH_DIGITS = 16
LARGEST_SEED = 1 << 53  # JavaScript knows whole numbers up to here
SECONDS = 10.0  # for a decision, and for the answer to hello
STARTED_AT_ONCE = 8  # or many of them would not greet in time
PARTS = frozenset(["vector", "fields", "names", "text"])  # wishes to see more of a position

Result = TypeVar("Result")


class ProgramAgent:
    """An agent whose moves another process chooses; see `docs/protocol.md`.

    The process starts with the agent and ends with it. Several threads may ask; a process answers
    one after another. With the setting `concurrent` there are several processes of the same
    program, which choose at the same time, each at games of its own; all but the first start when
    they are needed. It is pickled by its spec, so another process starts programs of its own. Its
    errors are in the language in which it was made.

    Attributes:
        spec: `program:COMMAND`.
        name: The name that the bot gives itself.
        identity: The bot's name and version, and a hash of the files that the command names.
        wants: The parts of a position that the bot wants to get; see `messages.Wish`.
    """

    def __init__(
        self, spec: str, game: Game, options: Options, settings: BotSettings | None = None
    ) -> None:
        """Starts the program and greets it.

        Args:
            spec: The agent's spec.
            game: The game to play.
            options: Its house rules.
            settings: Its settings; None for the defaults.

        Raises:
            UserError: The spec has no command, or the bot does not play the game.
            AgentError: The program can't be started, or breaks the protocol.
        """
        settings = settings or BotSettings()
        self.spec, self._game, self._language = spec, game, language()
        self._seconds, self._megabytes = settings.seconds_or(SECONDS), settings.megabytes
        self._again = (spec, game, options, settings)
        self._command = command_of(spec)
        digest = _hash(self._command)
        self._log = LOGS / f"{digest}.log"
        self._lock = Lock()
        self._failed: AgentError | None = None
        self._outboxes = [Outbox() for _ in range(settings.concurrent)]
        self._busy = [Lock() for _ in self._outboxes]  # one thread at a time asks a process
        self._new_numbers = count(1)
        self._bots: list[Conversation] = []
        weakref.finalize(self, _part, self._bots)
        self._followed: weakref.WeakKeyDictionary[Tables, FollowedTables] = (
            weakref.WeakKeyDictionary()
        )
        self._remarks: weakref.WeakKeyDictionary[Tables, dict[int, Remark]] = (
            weakref.WeakKeyDictionary()
        )
        self._hello = _hello(game, options)
        try:
            (hello,) = self._together([self._greeted(0)])
        except AgentError:
            self._end()
            raise
        if hello.games is not None and game.name not in hello.games:
            _close(self._bots)
            known = ", ".join(hello.games) or "no game"
            raise UserError(
                _(
                    "{word} does not play {name}; it plays {known}.",
                    word=spec,
                    name=game.name,
                    known=known,
                )
            )
        self.name, self.wants = hello.name, frozenset(hello.wants)
        self.identity = f"{hello.name} {hello.version} {digest}"

    def __reduce__(self) -> tuple[Any, ...]:
        """Returns the arguments of the constructor, so that a copy starts its own program."""
        return type(self), self._again

    @property
    def has_failed(self) -> bool:
        """Whether the program broke the protocol or its limits, and was ended."""
        return self._failed is not None

    # Decisions

    def search(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        worlds: Worlds,
        rng: np.random.Generator,
    ) -> np.ndarray:
        """Chooses an action in each of B positions whose games are not known; see `SearchAgent`."""
        views = np.ascontiguousarray(observations).view(self._game.view_dtype)[:, 0]
        decisions = self._decisions(views, masks, range(len(masks)), lambda: worlds, rng)
        for row, decision in enumerate(decisions):
            decision |= {"table": None, "seat": worlds.seat(row)}
        processes = [row % len(self._outboxes) for row in range(len(decisions))]
        return np.array(self._asked(decisions, lambda: worlds, processes).actions, np.int64)

    def follow(self, tables: Tables, is_own: np.ndarray) -> None:
        """Begins to follow the games at some tables; a second call for the same tables is ignored.

        Args:
            tables: N tables.
            is_own: bool[N, P], the seats of the agent.
        """
        with self._lock:
            if tables not in self._followed:
                keeps = "history" in self.wants
                followed = FollowedTables(
                    tables, is_own, self._outboxes, self._new_numbers, keeps_history=keeps
                )
                self._followed[tables] = followed
                tables.add_listener(followed)

    def choose_at(self, tables: Tables, rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Chooses an action at some tables that it follows.

        Args:
            tables: The tables.
            rows: int64[B], the tables where the agent is to move.
            rng: The only source of randomness.

        Returns:
            int64[B], legal action ids.

        Raises:
            AgentError: The program breaks the protocol or its limits.
        """
        followed, worlds = self._followed[tables], Later(partial(tables.worlds, rows))
        followed.check(tables)
        places, seats = rows.tolist(), tables.to_move[rows].tolist()
        decisions = self._decisions(tables.views, tables.action_masks, places, worlds, rng)
        for row, seat, decision in zip(places, seats, decisions, strict=True):
            number = followed.numbers[row]
            decision |= {"table": number or None, "seat": seat}
            if number and "history" in self.wants:
                decision["history"] = followed.heard(row, seat)
        with self._lock:
            processes = followed.processes(places)
        asked = self._asked(decisions, worlds, processes)
        with self._lock:
            self._keep(tables, places, asked.remarks)
        return np.array(asked.actions, np.int64)

    def _decisions(
        self,
        views: np.ndarray,
        masks: np.ndarray,
        rows: Sequence[int],
        worlds: Callable[[], Worlds],
        rng: np.random.Generator,
    ) -> list[dict[str, Any]]:
        """Returns one message per decision, with the parts of the view that the bot asked for."""
        # As rng.integers(LARGEST_SEED, ...), number by number, in half the time.
        seeds = (rng.random(len(rows)) * LARGEST_SEED).astype(np.int64).tolist()
        decisions = [
            {"legal": masks[row].nonzero()[0].tolist(), "seed": seed}
            for row, seed in zip(rows, seeds, strict=True)
        ]
        if self.wants & PARTS:
            for position, decision in enumerate(decisions):
                decision |= self._wanted(views[rows[position]], worlds, position)
        return decisions

    def _wanted(self, view: np.void, worlds: Callable[[], Worlds], position: int) -> dict[str, Any]:
        wanted: dict[str, Any] = {}
        if "vector" in self.wants:
            flat = self._game.flat(np.array([view]))
            little = flat.astype(flat.dtype.newbyteorder("<"), copy=False)
            wanted["vector"] = base64.b64encode(little.tobytes()).decode()
        if "fields" in self.wants:
            names = (field.name for field in self._game.fields)
            wanted["fields"] = {name: view[name].tolist() for name in names}
        if "names" in self.wants:
            wanted["names"] = [*worlds().move_names(position)]
        if "text" in self.wants:
            wanted["text"] = worlds().text(position)
        return wanted

    def _asked(
        self,
        decisions: Sequence[dict[str, Any]],
        worlds: Callable[[], Worlds],
        processes: Sequence[int],
    ) -> Round:
        """Asks processes for decisions, each for its own, and returns the answers.

        Raises:
            AgentError: A process breaks the protocol or its limits.
        """
        asked = Round(decisions, worlds, "batch" in self.wants, self._seconds)
        parts: dict[int, list[int]] = {}
        for position, process in enumerate(processes):
            parts.setdefault(process, []).append(position)
        numbers = sorted(parts)
        try:
            with self._lock:
                self._start(1 + max(numbers, default=0))
            with ExitStack() as held:  # in rising order, so that no two threads wait for each other
                for number in numbers:
                    held.enter_context(self._busy[number])
                self._together([self._decide(number, asked, parts[number]) for number in numbers])
        except AgentError:
            self._end()
            raise
        return asked

    def _end(self) -> None:
        """Ends all processes, once no other thread waits for an answer of theirs."""
        with self._alone():
            _close(self._bots)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Holds the locks of all processes: other threads can't start or ask one meanwhile."""
        with ExitStack() as held:
            for lock in (self._lock, *self._busy):
                held.enter_context(lock)
            yield

    def _decide(self, process: int, asked: Round, positions: Sequence[int]) -> Talk[None]:
        """Asks one process for its decisions.

        Raises:
            UserError: It breaks the protocol or its limits.
        """
        try:
            yield from self._bots[process].decide(asked, positions)
        except UserError as error:
            asked.last = min(asked.last, _row(error))
            raise

    def _start(self, count: int) -> None:
        """Starts and greets processes until a number of them run.

        Raises:
            AgentError: One of them breaks the protocol or its limits.
        """
        while (running := len(self._bots)) < count:
            group = range(running, min(count, running + STARTED_AT_ONCE))
            self._together([self._greeted(process) for process in group])

    def _greeted(self, process: int) -> Talk[BotHello]:
        """Starts the next process, sends it the greeting, and returns its own.

        Raises:
            UserError: It can't be started, or greets in another way than the first one.
        """
        started = BotProcess(self._command, self._megabytes, self._log)
        self._bots.append(Conversation(started, self._outboxes[process]))
        hello = yield from self._bots[process].greet(self._hello, self._seconds)
        if hello != self._bots[0].hello:
            raise UserError(
                _(
                    "sent another hello from process {number} than from its first one.",
                    number=process + 1,
                )
            )
        return hello

    # Remarks

    def take_remarks(self, tables: Tables) -> dict[int, Remark]:
        """Returns the bot's remarks since the last call, by table."""
        with self._lock:
            return self._remarks.pop(tables, {})

    def _keep(self, tables: Tables, rows: Sequence[int], remarks: Mapping[int, Remark]) -> None:
        """Keeps the remarks on the decisions at some tables in place of earlier ones."""
        kept = self._remarks.get(tables)
        if kept is None:
            if not remarks:
                return
            kept = self._remarks[tables] = {}
        for row in rows:
            kept.pop(row, None)
        kept |= {rows[position]: remark for position, remark in remarks.items()}

    # Messages

    def tell(self, message: Mapping[str, Any]) -> None:
        """Sends a message that needs no answer to all processes.

        Raises:
            AgentError: The program does not read it in time, or has ended.
        """
        try:
            with self._alone():
                self._together([bot.tell(message, self._seconds) for bot in self._bots])
        except AgentError:
            self._end()
            raise

    def part(self) -> str:
        """Says goodbye, ends the program, and returns how it ended: `ended with exit code 0.`."""
        return _part(self._bots)

    @property
    def has_ended_well(self) -> bool:
        """Whether all processes had ended with exit code 0 when they were closed."""
        return all(bot.process.has_ended_well for bot in self._bots)

    def _together(self, talks: Sequence[Talk[Result]]) -> list[Result]:
        """Carries out conversations with processes at the same time, and returns their results.

        Raises:
            AgentError: One of them failed. Then the caller has to end all processes.
        """
        if self._failed is not None:  # while this thread waited for another one
            raise AgentError(str(self._failed))
        with in_language(self._language):  # agents are asked in English
            outcomes = converse(talks)
            errors = [outcome for outcome in outcomes if isinstance(outcome, UserError)]
            if errors:
                first = min(errors, key=_row)
                said = _("agent {word} {fault}", word=self.spec, fault=first)
                self._failed = AgentError(said)
                self._failed.row = first.row if isinstance(first, BotError) else None
                raise self._failed
        return [outcome for outcome in outcomes if not isinstance(outcome, UserError)]


class Later:
    """Sampled worlds of some positions, made at the first call."""

    def __init__(self, make: Callable[[], Worlds]) -> None:
        """Keeps the function that makes the worlds."""
        self._make = make
        self._worlds: Worlds | None = None

    def __call__(self) -> Worlds:
        """Returns the worlds, the same object at each call."""
        if self._worlds is None:
            self._worlds = self._make()
        return self._worlds


def _row(error: UserError) -> int:
    """Returns the row of the decision in which a process failed, or -1 if the error names none."""
    row = error.row if isinstance(error, BotError) else None
    return -1 if row is None else row


def _hello(game: Game, options: Options) -> dict[str, Any]:
    first, fields = 0, []
    for field in game.fields:
        fields.append(
            {
                "name": field.name,
                "shape": list(field.shape),
                "low": field.low,
                "high": field.high,
                "first": first,
                "meaning": field.meaning,
            }
        )
        first += int(np.prod(field.shape, dtype=np.int64))
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "game": game.name,
        "title": game.title,
        "players": options.num_players,
        "options": options.plain(),
        "actions": game.num_actions,
        "observation": str(game.flat(np.zeros(1, game.view_dtype)).dtype),
        "fields": fields,
    }


def _part(bots: Sequence[Conversation]) -> str:
    """Says goodbye to the processes of a bot, ends them, and returns how they ended."""
    converse([bot.part() for bot in bots])
    return " ".join(dict.fromkeys(_close(bots)))


def _close(bots: Sequence[Conversation]) -> list[str]:
    """Ends the processes of a bot, and returns how each of them ended."""
    return close_all([bot.process for bot in bots])


def command_of(spec: str) -> list[str]:
    """Returns the program and its arguments.

    Raises:
        UserError: The spec has none, or the program does not exist or may not be executed.
    """
    try:
        command = shlex.split(spec.removeprefix(PROGRAM))
    except ValueError as error:
        raise UserError(_("{word} can't be read: {error}.", word=repr(spec), error=error)) from None
    if not command:
        raise UserError(_("there is no agent {word}; allowed: program:COMMAND.", word=repr(spec)))
    if shutil.which(command[0]) is None:
        if shutil.which(command[0], os.F_OK):
            raise UserError(
                _(
                    "{word}: {command} may not be executed; chmod +x {command} allows it.",
                    word=spec,
                    command=shlex.quote(command[0]),
                )
            )
        raise UserError(
            _("{word}: there is no program {command}.", word=spec, command=repr(command[0]))
        )
    return command


def _hash(command: Sequence[str]) -> str:
    """Returns a hash of a command, with the contents of files in place of their paths."""
    digest = hashlib.sha256()
    for part in (shutil.which(command[0]) or "", *command[1:]):
        is_file = os.path.isfile(part)  # unlike `Path.is_file` it takes texts of any length
        option, sign, path = ("", "", part) if is_file else part.partition("=")  # --weights=FILE
        digest.update(os.fsencode(option + sign) + _content(path) + b"\0")
    return digest.hexdigest()[:HASH_DIGITS]


def _content(argument: str) -> bytes:
    """Returns a hash of the file that an argument names; the argument if it names none."""
    if os.path.isfile(argument):
        with suppress(OSError), open(argument, "rb") as file:
            return hashlib.file_digest(file, "sha256").digest()
    return os.fsencode(argument)
