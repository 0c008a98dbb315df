"""The routes of replay, analysis and shelf: they look at what is over, and change no game."""

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import Route

from fudaba.agents.agent import MoveEvaluator
from fudaba.envs import UserError
from fudaba.envs.core.checking.checks import check_whole
from fudaba.envs.core.checking.errors import shown
from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.core.words.answers import answer
from fudaba.evaluation.recorded import RecordedGame

from .analysis import Loss, Opinion, analyst, analysts, as_move_evaluator, decisions, loss, opinions
from .guard import body_of, json_response
from .replay import Replay, Shown, View, keep_dropped, recorded, replay_of, shown_at
from .shelf import PAGE, Shelf
from .tables import in_a_thread
from .wire import LONGEST_QUESTION, Explanation, encoded, explanation

LARGEST_DROP = 4 * 2**20  # bytes
EVENTS = "text/event-stream"
# A page of a run has its script and its pictures in itself. It is shown as from an unknown host,
# so that it can't ask this server for anything.
PAGE_POLICY = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data:"
)


class Looking:
    """What the pages of replay and shelf ask for."""

    def __init__(self, shelf: Shelf) -> None:
        """Takes what there is to look at."""
        self._shelf = shelf
        self._turn = asyncio.Lock()  # analysis takes a core: one decision at a time

    def routes(self) -> list[Route]:
        """The routes, to be mounted at the root."""
        return [
            Route("/api/shelf", self.runs),
            Route("/api/shelf/curves", self.curves),
            Route("/shelf/files/{path:path}", self.page),
            Route("/api/replay/records", self.keep, methods=["POST"]),
            Route("/api/replay/game", self.game),
            Route("/api/replay/position", self.position),
            Route("/api/replay/explain", self.explain),
            Route("/api/replay/opinions", self.opinions),
            Route("/api/replay/losses", self.losses),
        ]

    async def runs(self, request: Request) -> Response:
        """What lies on the shelf."""
        return await answered(self._shelf.runs)

    async def curves(self, request: Request) -> Response:
        """The learning curves of a training run."""
        return await answered(lambda: self._shelf.curves(asked(request, "path")))

    async def page(self, request: Request) -> Response:
        """A page of a run."""
        name = request.path_params["path"]
        path = await in_a_thread(partial(self._shelf.file, name, PAGE))
        return FileResponse(path, headers={"Content-Security-Policy": PAGE_POLICY})

    async def keep(self, request: Request) -> Response:
        """Keeps what was dropped on the page."""
        content = await body_of(request, LARGEST_DROP)
        return await answered(lambda: {"record": keep_dropped(self._shelf, content)})

    async def game(self, request: Request) -> Response:
        """What there is to know of a game before a position is shown."""

        def work() -> Replay:
            played = self._played(request)
            num_games = self._shelf.num_games(asked(request, "record"))
            agents = analysts(self._shelf, played)
            return replay_of(played, num_games, view_of(request, played), agents)

        return await answered(work)

    async def position(self, request: Request) -> Response:
        """One position."""

        def work() -> Shown:
            played = self._played(request)
            return shown_at(played, view_of(request, played), position_of(request, played))

        return await answered(work)

    async def explain(self, request: Request) -> Response:
        """What the rules say of something on the table."""

        def work() -> Explanation:
            played = self._played(request)
            state = played.states[position_of(request, played)]
            question = asked(request, "question")[:LONGEST_QUESTION]
            return explanation(*answer(played.game, played.options, state, question))

        return await answered(work)

    async def opinions(self, request: Request) -> Response:
        """What an agent thinks of a decision; nothing where whoever asked has gone on."""

        def work() -> list[Opinion]:
            played = self._played(request)
            at = position_of(request, played)
            if played.states[at]["to_move"] == NOBODY:
                raise UserError("nobody decides here: the game is over.")
            return opinions(played, at, analyst(self._shelf, played, asked(request, "agent")))

        async with self._turn:
            return Response() if await request.is_disconnected() else await answered(work)

    async def losses(self, request: Request) -> Response:
        """What each decision cost, as events: one for each, then `end`."""

        def prepare() -> tuple[RecordedGame, list[int], MoveEvaluator]:
            played = self._played(request)
            word = asked(request, "agent")
            agent = as_move_evaluator(analyst(self._shelf, played, word), word)
            return played, list(decisions(played, view_of(request, played).seat)), agent

        played, places, agent = await in_a_thread(prepare)

        first = done_before(request, len(places))
        stream = self._told_losses(places, first, lambda at: loss(played, at, agent))
        return StreamingResponse(stream, media_type=EVENTS)

    async def _told_losses(
        self, places: list[int], first: int, weigh: Callable[[int], Loss]
    ) -> AsyncIterator[bytes]:
        """The events from the `first` on; whoever stops listening stops the work."""
        for done, at in enumerate(places[first:], first + 1):
            try:
                found = await self._in_turn(partial(weigh, at))
            except Exception as error:  # else the browser would ask again and again
                yield event("failed", {"error": f"the analysis failed: {error}"}, done)
                return
            yield event("loss", {"done": done, "total": len(places), "loss": found}, done)
        yield event("end", {"total": len(places)}, len(places))

    async def _in_turn(self, weigh: Callable[[], Loss]) -> Loss:
        """A loss, once it is its turn; the turn ends with the work, also where nobody waits."""
        await self._turn.acquire()
        weighing = asyncio.create_task(in_a_thread(weigh))
        weighing.add_done_callback(lambda _: self._turn.release())
        return await asyncio.shield(weighing)

    def _played(self, request: Request) -> RecordedGame:
        return recorded(self._shelf, asked(request, "record"), number(request, "game", 1, 2**31))


async def answered(work: Callable[[], object]) -> Response:
    """What some work gives that is done in a thread."""
    return json_response(await in_a_thread(work))


def event(name: str, content: object, identity: int) -> bytes:
    """A server-sent event; a browser that connects again names the last one it had."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (identity, name.encode(), encoded(content))


def done_before(request: Request, total: int) -> int:
    """How many events a browser has had that connects again."""
    told = request.headers.get("last-event-id", "")
    return min(int(told), total) if told.isascii() and told.isdecimal() and len(told) < 9 else 0


def asked(request: Request, name: str) -> str:
    """A word of the address.

    Raises:
        UserError: It is missing.
    """
    word = request.query_params.get(name)
    if word is None:
        raise UserError(f"{name} is missing.")
    return word


def number(request: Request, name: str, low: int, high: int) -> int:
    """A whole number of the address.

    Raises:
        UserError: It is missing, or out of its range.
    """
    word = asked(request, name)
    is_short = word.isascii() and word.isdecimal() and len(word) <= len(str(high))
    if not is_short:  # Python refuses to read very long numbers
        raise UserError(f"{name} can't be {shown(word)}; allowed: whole numbers {low} to {high}.")
    return check_whole(name, int(word), low, high)


def position_of(request: Request, played: RecordedGame) -> int:
    """Which position is asked for.

    Raises:
        UserError: There is no such position.
    """
    return number(request, "at", 0, len(played.actions))


def view_of(request: Request, played: RecordedGame) -> View:
    """Who looks on.

    Raises:
        UserError: There is no such seat.
    """
    return View.of(asked(request, "view"), len(played.names))
