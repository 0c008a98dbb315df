"""The conversation with one process of a bot: its greeting, the questions, and their answers."""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import to_json

from fudaba.common.errors import shown
from fudaba.common.languages import ENGLISH, in_language, translator
from fudaba.common.validation import Fault
from fudaba.envs import UserError, Worlds

from ..remarks import Remark, shown_comment
from .games import Outbox
from .messages import Answer, Answers, BotHello
from .process import BotProcess, Talk

_, _n = translator("agents")

MOST_AT_ONCE = 256  # decisions of one message
PARTING = 0.5  # seconds for a bot to read goodbye
LISTED = 10  # names of legal moves in a message

Parsed = TypeVar("Parsed", bound=BaseModel)


class BotError(UserError):
    """A bot broke the protocol or its limits; the message says how.

    Attributes:
        row: The position of the decision in which it failed; None if it was one of many.
    """

    def __init__(self, message: str, row: int | None = None) -> None:
        """Stores the message and the position."""
        super().__init__(message)
        self.row = row


@dataclass
class Round:
    """Decisions that are asked for together, and their answers.

    Attributes:
        decisions: The decisions as messages.
        worlds: Returns the worlds behind them.
        is_batch: Whether one message holds many decisions.
        seconds: The time for each decision.
        actions: The chosen actions, which are legal; -1 for those that are not answered yet.
        remarks: The bot's remarks on decisions, by their positions.
        last: After a failure, the last position that still needs an answer. So several processes
            report the failure of the first decision, as a single one does.
    """

    decisions: Sequence[dict[str, Any]]
    worlds: Callable[[], Worlds]
    is_batch: bool
    seconds: float
    actions: list[int] = field(init=False)
    remarks: dict[int, Remark] = field(default_factory=dict)
    last: float = inf

    def __post_init__(self) -> None:
        """Makes room for the answers, none of which has come yet."""
        self.actions = [-1] * len(self.decisions)


class Conversation:
    """The conversation with one process of a bot.

    Attributes:
        hello: How it greeted; None before.
    """

    def __init__(self, process: BotProcess, outbox: Outbox) -> None:
        """Makes a conversation; `greet` comes first.

        Args:
            process: The process.
            outbox: The starts and ends of its games.
        """
        self.process, self._outbox = process, outbox
        self.hello: BotHello | None = None

    def greet(self, hello: Mapping[str, Any], seconds: float) -> Talk[BotHello]:
        """Sends the greeting, and returns the greeting of the process.

        Raises:
            UserError: The answer breaks the protocol, or does not come in time.
        """
        self.hello = yield from self._ask([hello], BotHello, seconds)
        return self.hello

    def decide(self, asked: Round, positions: Sequence[int]) -> Talk[None]:
        """Asks for some decisions of a round, in as many messages as the bot takes them.

        Raises:
            BotError: The bot breaks the protocol or its limits.
        """
        size = MOST_AT_ONCE if asked.is_batch else 1
        for first in range(0, len(positions), size):
            part = positions[first : first + size]
            if part[0] > asked.last:
                return
            try:
                yield from (self._ask_many if asked.is_batch else self._ask_one)(asked, part)
            except UserError as error:
                raise BotError(str(error), None if asked.is_batch else part[0]) from None

    def _ask_one(self, asked: Round, part: Sequence[int]) -> Talk[None]:
        (position,) = part
        message = {"type": "decision", **asked.decisions[position]}
        lines = [*self._outbox.take(), message]
        answer = yield from self._ask(lines, Answer, asked.seconds)
        asked.actions[position] = _action(answer.action, asked, position)
        remark = Remark(shown_comment(answer.comment), answer.evaluation)
        if remark.is_said:
            asked.remarks[position] = remark

    def _ask_many(self, asked: Round, part: Sequence[int]) -> Talk[None]:
        decisions = [asked.decisions[position] for position in part]
        lines = [*self._outbox.take(), {"type": "decisions", "decisions": decisions}]
        answers = yield from self._ask(lines, Answers, asked.seconds * len(part))
        if len(answers.actions) != len(part):
            raise UserError(
                _(
                    "gave {actions} actions for {decisions} decisions.",
                    actions=len(answers.actions),
                    decisions=len(part),
                )
            )
        for position, action in zip(part, answers.actions, strict=True):
            asked.actions[position] = _action(action, asked, position)

    def tell(self, message: Mapping[str, Any], seconds: float) -> Talk[bytes]:
        """Sends a message that needs no answer.

        Raises:
            UserError: The process does not read it in time, or has ended.
        """
        return self.process.tell(_lines([message]), seconds)

    def part(self) -> Talk[None]:
        """Sends the ends of games that were not sent yet, then goodbye; never fails."""
        lines = _lines([*self._outbox.take(), {"type": "goodbye"}])
        with suppress(ValueError, UserError):  # it has ended, or does not listen
            yield from self.process.tell(lines, PARTING)

    def _ask(
        self, messages: Sequence[Mapping[str, Any]], kind: type[Parsed], seconds: float
    ) -> Talk[Parsed]:
        """Sends messages and returns the answer to the last one.

        Raises:
            UserError: The answer breaks the protocol, or does not come in time.
        """
        line = yield from self.process.ask(_lines(messages), seconds)
        try:
            return kind.model_validate_json(line)
        except ValidationError as error:
            fault = Fault.first_of(error)
            said = shown(line.decode(errors="replace"))
            where = fault.key or _("the text")
            raise UserError(
                _("answered {said}: {where}: {why}.", said=said, where=where, why=fault.message)
            ) from None


def _action(action: int | str, asked: Round, position: int) -> int:
    """Returns the id of a legal action.

    Raises:
        UserError: There is no such action, or it is not legal.
    """
    if isinstance(action, str):
        with in_language(ENGLISH):  # as the names that bots are sent
            names = asked.worlds().move_names(position)
        if action not in names:
            raise UserError(
                _("chose {action}; legal are {names}.", action=shown(action), names=_listed(names))
            )
        return names[action]
    if action not in asked.decisions[position]["legal"]:
        why = asked.worlds().refusal(position, action)
        raise UserError(_("chose {action}: {why}", action=shown(action), why=why))
    return action


def _lines(messages: Sequence[Mapping[str, Any]]) -> bytes:
    return b"".join([_line(message) for message in messages])


def _line(message: Mapping[str, Any]) -> bytes:
    """Returns a message as a line of ASCII."""
    line = to_json(message)  # several times as fast as json, but it escapes no letters
    if not line.isascii():
        line = json.dumps(message, separators=(",", ":")).encode()
    return line + b"\n"


def _listed(names: Mapping[str, int]) -> str:
    """Returns names of moves, the first of many."""
    listed = _(", ").join(shown(name) for name in [*names][:LISTED])
    if len(names) <= LISTED:
        return listed
    return _("{names} and {count} more", names=listed, count=len(names) - LISTED)
