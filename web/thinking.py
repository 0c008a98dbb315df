"""A queue for the computations that pages ask for, such as hints, one after the other."""

import asyncio
import contextvars
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from starlette.requests import Request

from fudaba.common.languages import translator
from fudaba.envs import UserError

from .runner import in_thread

MOST_WAITING = 8  # questions of one link

_, _n = translator("web")

Made = TypeVar("Made")


class BusyError(UserError):
    """A computation is refused: too many of its link wait, or the page has gone."""


class Computation:
    """A computation for a page, in the page's language, with a future for its result."""

    def __init__(self, work: Callable[[], Any]) -> None:
        """Keeps the work; `settle` does it."""
        self._work = partial(contextvars.copy_context().run, work)
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def drop(self, *_gone: object) -> None:
        """Ends an open question with a `BusyError`, because its page has gone."""
        if not self.answer.done():
            self.answer.set_exception(BusyError(_("the page that asked has gone.")))

    async def settle(self) -> None:
        """Does the work in a thread, unless the page has gone."""
        if self.answer.done():
            return
        try:
            answer = await in_thread(self._work)
        except Exception as error:
            if not self.answer.done():
                self.answer.set_exception(error)
        else:
            if not self.answer.done():
                self.answer.set_result(answer)


class Thinking:
    """A fair queue of computations: one runs at a time, and the links that ask take turns.

    A question is dropped when the page that asked has gone.
    """

    def __init__(self) -> None:
        """Makes an empty queue."""
        self._waiting: dict[str, deque[Computation]] = {}  # by link; the next one first
        self._worker: asyncio.Task[None] | None = None

    async def answer(self, request: Request, work: Callable[[], Made]) -> Made:
        """Queues work, which runs in a thread at its turn, and returns its result.

        Args:
            request: Asks for it: the token in its path names its link. All pages of the host
                share one.
            work: Must read nothing that may change meanwhile.

        Raises:
            BusyError: The page has gone, or too many questions of its link wait.
        """
        questions = self._waiting.setdefault(request.path_params.get("token", ""), deque())
        if len(questions) >= MOST_WAITING:
            raise BusyError(
                _("{count} questions wait for an answer; ask again later.", count=MOST_WAITING)
            )
        questions.append(question := Computation(work))
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._answer_all())
        watching = asyncio.create_task(_disconnected(request))
        watching.add_done_callback(question.drop)
        try:
            made: Made = await question.answer
            return made
        finally:
            question.answer.cancel()
            watching.cancel()
            with suppress(ValueError):
                questions.remove(question)

    async def _answer_all(self) -> None:
        while self._waiting:
            link = next(iter(self._waiting))
            questions = self._waiting.pop(link)
            if questions:
                self._waiting[link] = questions  # behind the others
                await questions.popleft().settle()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
