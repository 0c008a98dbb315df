"""`program:COMMAND`: an agent that asks a program, in any language, for its moves."""

import base64
import hashlib
import json
import os
import shlex
import shutil
import weakref
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

import numpy as np
from pydantic import BaseModel

from fudaba.envs import Game, Tables, UserError, Worlds
from fudaba.envs.core.checking.errors import shown
from fudaba.envs.core.checking.validation import read_json
from fudaba.envs.core.contract.options import Options

from ..bot_settings import BotSettings
from ..errors import AgentError
from .games import FollowedTables, Outbox
from .messages import PROTOCOL, Answer, Answers, BotHello
from .process import BotProcess

PROGRAM = "program:"
LOGS = Path("runs/bots")
HASH_DIGITS = 16
LARGEST_SEED = 1 << 53  # JavaScript knows whole numbers up to here
SECONDS = 10.0  # for a decision, and for the answer to hello
PARTING = 0.5  # seconds for a bot to read goodbye
MOST_AT_ONCE = 256  # decisions of one message

Parsed = TypeVar("Parsed", bound=BaseModel)


class ProgramAgent:
    """An agent whose moves another process chooses; see `docs/protocol.md`.

    The process starts with the agent and ends with it. Several threads may ask, one after another.
    It is pickled by its word, so another process starts a program of its own.

    Attributes:
        word: `program:COMMAND`.
        name: The name that the bot gives itself.
        identity: The bot's name and version, and a hash of the files that the command names.
        wants: What the bot wants to be sent, as in `messages.Wish`.
    """

    def __init__(
        self, word: str, game: Game, options: Options, settings: BotSettings | None = None
    ) -> None:
        """Starts the program and greets it.

        Args:
            word: The agent's word.
            game: The game to play.
            options: Its house rules.
            settings: Its settings; None for the defaults.

        Raises:
            UserError: The word has no command, or the bot does not play the game.
            AgentError: The program can't be started, or breaks the protocol.
        """
        settings = settings or BotSettings()
        self.word, self._game = word, game
        self._seconds = settings.seconds_or(SECONDS)
        self._again = (word, game, options, settings)
        command = command_of(word)
        digest = _hash(command)
        self._process = BotProcess(command, settings.megabytes, LOGS / f"{digest}.log")
        self._lock, self._outbox = Lock(), Outbox()
        self._failed: AgentError | None = None
        weakref.finalize(self, _part, self._process, self._outbox)
        self._followed: weakref.WeakKeyDictionary[Tables, FollowedTables] = (
            weakref.WeakKeyDictionary()
        )
        hello = self._greet(options)
        if hello.games is not None and game.name not in hello.games:
            self._process.close()
            known = ", ".join(hello.games) or "no game"
            raise UserError(f"{word} does not play {game.name}; it plays {known}.")
        self.name, self.wants = hello.name, frozenset(hello.wants)
        self.identity = f"{hello.name} {hello.version} {digest}"

    def __reduce__(self) -> tuple[Any, ...]:
        """Returns the arguments of the constructor, so that a copy starts its own program."""
        return type(self), self._again

    def _greet(self, options: Options) -> BotHello:
        game, first, fields = self._game, 0, []
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
        message = {
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
        return self._ask([message], BotHello, self._seconds)

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
        decisions = self._decisions(views, masks, lambda: worlds, rng)
        for row, decision in enumerate(decisions):
            decision |= {"table": None, "seat": worlds.seat(row)}
        with self._lock:
            return self._chosen(decisions, lambda: worlds)

    def follow(self, tables: Tables, is_own: np.ndarray) -> None:
        """Begins to follow the games at some tables; a second call for the same tables is ignored.

        Args:
            tables: N tables.
            is_own: bool[N, P], the seats of the agent.
        """
        with self._lock:
            if tables not in self._followed:
                keeps = "history" in self.wants
                followed = FollowedTables(tables, is_own, self._outbox, keeps_history=keeps)
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
        followed, worlds = self._followed[tables], cache(partial(tables.worlds, rows))
        decisions = self._decisions(tables.views[rows], tables.action_masks[rows], worlds, rng)
        seats = tables.to_move[rows].tolist()
        for row, seat, decision in zip(rows.tolist(), seats, decisions, strict=True):
            decision |= {"table": followed.numbers[row], "seat": seat}
            if "history" in self.wants:
                decision["history"] = followed.heard(row, seat)
        with self._lock:
            return self._chosen(decisions, worlds)

    def _decisions(
        self,
        views: np.ndarray,
        masks: np.ndarray,
        worlds: Callable[[], Worlds],
        rng: np.random.Generator,
    ) -> list[dict[str, Any]]:
        """Returns one message per decision, with the parts of the view that the bot asked for."""
        seeds = rng.integers(LARGEST_SEED, size=len(masks)).tolist()
        return [
            {
                "legal": np.flatnonzero(masks[row]).tolist(),
                "seed": seed,
                **self._wanted(views[row], worlds, row),
            }
            for row, seed in enumerate(seeds)
        ]

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

    def _chosen(
        self, decisions: Sequence[dict[str, Any]], worlds: Callable[[], Worlds]
    ) -> np.ndarray:
        """Asks for decisions, in as many messages as the bot takes them, and checks the answers."""
        chosen: list[int] = []
        size = MOST_AT_ONCE if "batch" in self.wants else 1
        for first in range(0, len(decisions), size):
            try:
                chosen += self._checked(decisions[first : first + size], worlds, first)
            except AgentError as error:
                error.row = first if size == 1 else None
                raise
        return np.array(chosen, np.int64)

    def _checked(
        self, decisions: Sequence[dict[str, Any]], worlds: Callable[[], Worlds], first: int
    ) -> list[int]:
        """Returns the actions for the decisions of one message, of which `first` is the first."""
        return [
            self._action(action, decision["legal"], worlds, first + number)
            for number, (action, decision) in enumerate(
                zip(self._answers(decisions), decisions, strict=True)
            )
        ]

    def _answers(self, decisions: Sequence[dict[str, Any]]) -> Sequence[int | str]:
        """Returns the bot's answers to one message.

        Raises:
            AgentError: They break the protocol, or are late.
        """
        seconds, news = self._seconds * len(decisions), self._outbox.take()
        if "batch" not in self.wants:
            message = {"type": "decision", **decisions[0]}
            return [self._ask([*news, message], Answer, seconds).action]
        message = {"type": "decisions", "decisions": decisions}
        answers = self._ask([*news, message], Answers, seconds).actions
        if len(answers) != len(decisions):
            raise self._failure(f"gave {len(answers)} actions for {len(decisions)} decisions.")
        return answers

    def _action(
        self, action: int | str, legal: list[int], worlds: Callable[[], Worlds], position: int
    ) -> int:
        """Returns the id of a legal action.

        Raises:
            AgentError: There is no such action, or it is not legal.
        """
        if isinstance(action, str):
            names = worlds().move_names(position)
            if action not in names:
                raise self._failure(f"chose {shown(action)}; legal are {_listed(names)}.")
            return names[action]
        if action not in legal:
            why = worlds().refusal(position, action)
            raise self._failure(f"chose {shown(action)}: {why}")
        return action

    # Messages

    def tell(self, message: Mapping[str, Any]) -> None:
        """Sends a message that needs no answer.

        Raises:
            AgentError: The program does not read it in time, or has ended.
        """
        with self._lock:
            try:
                self._process.tell(_lines([message]), self._seconds)
            except UserError as error:
                raise self._failure(str(error)) from None

    def part(self) -> str:
        """Says goodbye, ends the program, and returns how it ended: `ended with exit code 0.`."""
        return _part(self._process, self._outbox)

    def _ask(
        self, messages: Sequence[Mapping[str, Any]], kind: type[Parsed], seconds: float
    ) -> Parsed:
        """Sends messages and returns the answer to the last one.

        Raises:
            AgentError: The answer breaks the protocol, or does not come in time.
        """
        if self._failed is not None:  # while this thread waited for another one
            raise self._failed
        try:
            line = self._process.ask(_lines(messages), seconds)
            return read_json(kind, line, f"answered {shown(line.decode(errors='replace'))}")
        except UserError as error:
            raise self._failure(str(error)) from None

    def _failure(self, how: str) -> AgentError:
        """Ends the process, and returns the error that says how it failed."""
        self._process.close()
        self._failed = AgentError(f"agent {self.word} {how}")
        return self._failed


def _part(process: BotProcess, outbox: Outbox) -> str:
    """Tells a bot the last ends of games and goodbye, ends it, and returns how it ended."""
    with suppress(ValueError, UserError):  # it has ended, or does not listen
        process.tell(_lines([*outbox.take(), {"type": "goodbye"}]), PARTING)
    return process.close()


def _lines(messages: Sequence[Mapping[str, Any]]) -> bytes:
    text = "".join(f"{json.dumps(message, separators=(',', ':'))}\n" for message in messages)
    return text.encode()


def command_of(word: str) -> list[str]:
    """Returns the program and its arguments.

    Raises:
        UserError: The word has none, or the program does not exist.
    """
    try:
        command = shlex.split(word.removeprefix(PROGRAM))
    except ValueError as error:
        raise UserError(f"{word!r} can't be read: {error}.") from None
    if not command:
        raise UserError(f"there is no agent {word!r}; allowed: program:COMMAND.")
    if shutil.which(command[0]) is None:
        raise UserError(f"{word}: there is no program {command[0]!r}.")
    return command


def _hash(command: Sequence[str]) -> str:
    """Returns a hash of a command and of the files that it names."""
    digest = hashlib.sha256("\0".join(command).encode())
    for part in (shutil.which(command[0]) or "", *command[1:]):
        with suppress(OSError):  # it can't be read, or is no path
            if os.path.isfile(part):  # unlike `Path.is_file` it takes texts of any length
                digest.update(Path(part).read_bytes())
    return digest.hexdigest()[:HASH_DIGITS]


def _listed(names: Mapping[str, int]) -> str:
    """Returns names of moves, the first of many."""
    most = 10
    listed = ", ".join(shown(name) for name in [*names][:most])
    return listed if len(names) <= most else f"{listed} and {len(names) - most} more"
