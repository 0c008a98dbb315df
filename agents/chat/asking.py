"""Asks a model for decisions; asks again, with the reason, after an answer that is no move."""

import asyncio
import time
import weakref
from collections.abc import Coroutine, Sequence
from threading import Event, Thread
from typing import Any, TypeVar

import httpx

from fudaba.envs import Game, UserError
from fudaba.envs.core.words.position_text import HOW_TO_ANSWER
from fudaba.envs.core.words.text_answers import read_answer

from ..remarks import LONGEST_COMMENT, shown_comment
from .decision import Message, ModelDecision, ModelQuestion
from .key import ServerKey
from .server import ChatServer, Reply, ServerError
from .spec import ChatSpec

MOST_RETRIES = 3
LONGEST_QUOTE = 1000  # characters of an answer that a model is shown again
BETWEEN = "\n\n"
PATIENCE = 1.0  # seconds for requests to end after Ctrl-C

Result = TypeVar("Result")


class Asker:
    """Asks a model for decisions, several at the same time; several threads may call it."""

    def __init__(
        self,
        game: Game,
        chosen: ChatSpec,
        url: str,
        key: ServerKey,
        seconds: float,
        concurrent: int,
    ) -> None:
        """Starts a thread with an event loop, which sends the requests.

        Args:
            game: The game.
            chosen: The model and its settings.
            url: The address of its server.
            key: The key of the server.
            seconds: The seconds for each decision.
            concurrent: The most decisions that are asked for at the same time.

        Raises:
            UserError: The address can't be used.
        """
        self._game, self._tokens, self._seconds = game, chosen.tokens, seconds
        self._request: dict[str, Any] = {"model": chosen.model}
        if chosen.temperature is not None:
            self._request["temperature"] = chosen.temperature
        self._server = ChatServer(url, key)
        self._free = asyncio.Semaphore(concurrent)
        # A loop of its own works in notebooks too, whose threads have one that runs.
        self._loop = asyncio.new_event_loop()
        Thread(target=_run, args=(self._loop, self._server.client), daemon=True).start()
        weakref.finalize(self, self._loop.call_soon_threadsafe, self._loop.stop)

    def decide(self, questions: Sequence[ModelQuestion]) -> list[ModelDecision | None]:
        """Returns the decisions about questions.

        After a decision that fails no further one is begun, and those that are under way end.
        So the first failure in the order of the questions is the same whatever the concurrency.

        Args:
            questions: The questions.

        Returns:
            A decision for each question; None for one that was not begun.
        """
        return self._wait(self._decide_all(questions))

    def _wait(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Returns the result of work in the thread of the requests."""
        ended = Event()

        async def marked() -> Result:
            try:
                return await work
            finally:
                ended.set()

        future = asyncio.run_coroutine_threadsafe(marked(), self._loop)
        try:
            return future.result()
        except BaseException:  # such as Ctrl-C
            future.cancel()
            ended.wait(PATIENCE)
            raise

    async def _decide_all(self, questions: Sequence[ModelQuestion]) -> list[ModelDecision | None]:
        has_failed = False

        async def decided(question: ModelQuestion) -> ModelDecision | None:
            nonlocal has_failed
            async with self._free:
                if has_failed:
                    return None
                decision = await self._decide(question)
                has_failed |= decision.action is None
                return decision

        return await asyncio.gather(*map(decided, questions))

    async def _decide(self, question: ModelQuestion) -> ModelDecision:
        """Asks until there is a legal answer, or the limits are reached."""
        decision = ModelDecision(question, messages=[_message("user", question.text)])
        began = time.monotonic()
        try:
            async with asyncio.timeout(self._seconds) as limit:
                await self._converse(decision, limit.when() or 0.0)
        except TimeoutError:
            decision.failure = f"gave no legal move within {self._seconds:g} seconds"
        except ServerError as error:
            decision.failure = f"gave no legal move: its server {error}"
        decision.seconds = time.monotonic() - began
        return decision

    async def _converse(self, decision: ModelDecision, deadline: float) -> None:
        """Asks for answers until one is a legal move, and writes all into the decision.

        Raises:
            ServerError: The server can't be asked.
        """
        problem = ""
        while decision.refused <= MOST_RETRIES:
            left = self._tokens - decision.written
            if left <= 0:
                decision.failure = f"gave no legal move within {self._tokens:,} tokens: {problem}"
                return
            reply = await self._server.complete(decision.messages, self._request, left, deadline)
            if decision.tokens is not None:
                decision.tokens = reply.tokens and decision.tokens + reply.tokens
            decision.written += reply.written
            try:
                decision.action = self._read(decision.question, reply)
                decision.comment = _comment(reply)
                return
            except UserError as error:
                problem = str(error)
            decision.refused += 1
            decision.messages += _refusal(reply.text, problem)
        decision.failure = f"gave no legal move in {decision.refused} answers: {problem}"

    def _read(self, question: ModelQuestion, reply: Reply) -> int:
        """Returns the action that an answer means.

        Raises:
            UserError: It means none, or its end is missing.
        """
        if reply.is_cut:
            raise UserError(f"the answer was cut off after {reply.written:,} tokens.")
        return read_answer(self._game, question.world, reply.text)


def _run(loop: asyncio.AbstractEventLoop, client: httpx.AsyncClient) -> None:
    """Runs the event loop of the requests until it is stopped, and closes the connections."""
    loop.run_forever()
    loop.run_until_complete(client.aclose())
    loop.close()


def _message(role: str, text: str) -> Message:
    return {"role": role, "content": text}


def _refusal(text: str, problem: str) -> list[Message]:
    """Returns two messages: the end of a refused answer, and the reason for asking again."""
    kept = text if len(text) <= LONGEST_QUOTE else f"...{text[-LONGEST_QUOTE:]}"
    said = shown_comment(kept).strip() or "(no text)"  # some servers refuse empty messages
    again = f"Your answer was not taken: {problem}\n{HOW_TO_ANSWER}"
    return [_message("assistant", said), _message("user", again)]


def _comment(reply: Reply) -> str:
    """Returns the comment on a move: the model's thoughts, shortened, and its answer."""
    answer = reply.text.strip()
    room = max(LONGEST_COMMENT - len(answer) - len(BETWEEN), 0)
    thoughts = reply.thinking.strip()[:room]
    return shown_comment(BETWEEN.join(filter(None, [thoughts, answer])))
