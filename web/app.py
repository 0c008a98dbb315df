"""The web server: what can be asked for, and who answers it."""

import secrets
import traceback
from collections import Counter
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request as HttpRequest
from starlette.responses import FileResponse, HTMLResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from fudaba.envs import UserError, find_game, game_names
from fudaba.envs.core.kit.seats import NOBODY

from .connections import Limits
from .guard import Guard, RefusedError, error_response, json_response, read
from .looking import Looking
from .shelf import Shelf
from .store import Key, TableStore
from .table import StaleError
from .tables import Tables, in_a_thread
from .wire import Advice, Back, Move, NewTable, Pace, Question, game_info

STATIC = Path(__file__).parent / "static"
PLAYED_FILE = "tables.jsonl"  # the games of tables that are over
BAD_INPUT, UNKNOWN, STALE, TOO_MANY, FAILED = 400, 404, 409, 429, 500
TOKEN_BYTES = 16
TOKEN_MARK = "PAGE-TOKEN"  # where the page's token belongs in a page
NO_SEAT = RefusedError(UNKNOWN, "there is no such seat.")
NOTHING_HERE = RefusedError(UNKNOWN, "there is nothing here, or not for this kind of request.")


class Server:
    """The tables of one file, and the answers to what pages ask of them.

    Every seat has a secret token in its paths; who has it may look, and play if it is a person's.
    """

    def __init__(self, store: TableStore, folder: Path, patience: float, limits: Limits) -> None:
        """Takes what is served.

        Args:
            store: The file of the tables.
            folder: The runs to look at; games that are over are added to those.
            patience: Seconds that an agent gets for a move.
            limits: How many pages of a seat may be open.
        """
        self._token = secrets.token_urlsafe(TOKEN_BYTES)
        self._limits, self._pages = limits, Counter[Key]()
        self._store, self._looking = store, Looking(Shelf(folder))
        self._tables = Tables(store, folder / PLAYED_FILE, patience)

    def app(self) -> Guard:
        """What answers requests; it belongs into the thread that opened the file."""
        routes = [
            Route("/", partial(self.own_page, "index.html")),
            Route("/seat/{token}", self.seat_page),
            Route("/watch/{token}", self.seat_page),
            Route("/api/games", games),
            Route("/api/tables", self.open, methods=["POST"]),
            Mount("/api/seat/{token}", routes=self.seat_routes()),
            Mount("/api/watch/{token}", routes=self.seat_routes()),
            Route("/replay", partial(self.own_page, "replay.html")),
            Route("/shelf", partial(self.own_page, "shelf.html")),
            *self._looking.routes(),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]
        handlers = {HTTPException: refused, UserError: bad_input, Exception: failed}
        return Guard(Starlette(routes=routes, exception_handlers=handlers), self._token)

    async def stop(self) -> None:
        """Ends what goes on by itself."""
        await self._tables.stop()

    def seat_routes(self) -> list[Route]:
        """What can be asked for with a token."""
        return [
            Route("/events", self.events),
            Route("/move", self.move, methods=["POST"]),
            Route("/back", self.back, methods=["POST"]),
            Route("/explain", self.explain, methods=["POST"]),
            Route("/hint", self.hint, methods=["POST"]),
            Route("/pace", self.pace, methods=["POST"]),
        ]

    async def open(self, request: HttpRequest) -> Response:
        """Opens a table, and gives the links of its seats."""
        return json_response(await self._tables.open(await read(NewTable, request)))

    async def seat_page(self, request: HttpRequest) -> Response:
        """The page of a seat, or of who looks on."""
        self._key(request)
        return FileResponse(STATIC / "seat.html")

    async def own_page(self, name: str, request: HttpRequest) -> Response:
        """A page of this machine, with the token by which it asks the server for more."""
        text = (STATIC / name).read_text(encoding="utf-8")
        return HTMLResponse(text.replace(TOKEN_MARK, self._token))

    async def events(self, request: HttpRequest) -> Response:
        """What a seat is shown, now and whenever it changes, until the page is closed."""
        key = self._key(request)
        positions = (await self._tables.at(key)).positions(key.seat)
        self._count(key)
        return OpenPage(as_events(positions), partial(self._pages.subtract, [key]))

    def _count(self, key: Key) -> None:
        """Counts a page that is opened.

        Raises:
            RefusedError: There are too many.
        """
        limits, is_seat = self._limits, key.seat != NOBODY
        most = limits.pages_of_seat if is_seat else limits.pages_of_table
        if self._pages[key] >= most:
            what = "seat" if is_seat else "table"
            raise RefusedError(TOO_MANY, f"this {what} is open on {most} pages; close one of them.")
        if self._pages.total() >= limits.pages:
            raise RefusedError(TOO_MANY, f"{limits.pages} pages are open; close one of them.")
        self._pages[key] += 1

    async def move(self, request: HttpRequest) -> Response:
        """Takes a step of a move."""
        key, move = self._key(request), await read(Move, request)
        played = await self._tables.at(key)
        played.change(partial(played.table.build, key.seat, move.at, move.action))
        return json_response({})

    async def back(self, request: HttpRequest) -> Response:
        """Takes a step of the move that is being built back."""
        key, back = self._key(request), await read(Back, request)
        played = await self._tables.at(key)
        played.change(partial(played.table.take_back, key.seat, back.at))
        return json_response({})

    async def explain(self, request: HttpRequest) -> Response:
        """Says what the rules say of something."""
        key, asked = self._key(request), await read(Question, request)
        table = (await self._tables.at(key)).table
        return json_response(table.explain(key.seat, asked.question))

    async def hint(self, request: HttpRequest) -> Response:
        """Says what an agent would do in the place of a person."""
        key, advice = self._key(request), await read(Advice, request)
        return json_response(await self._tables.advice(key, advice.agent))

    async def pace(self, request: HttpRequest) -> Response:
        """Sets how fast a table is played."""
        key, pace = self._key(request), await read(Pace, request)
        await self._tables.set_pace(key, pace.seconds)
        return json_response({})

    def _key(self, request: HttpRequest) -> Key:
        key = self._store.key(request.path_params["token"])
        if key is None:
            raise NO_SEAT
        return key


class OpenPage(StreamingResponse):
    """What a page is sent until it is closed."""

    def __init__(self, events: AsyncIterator[bytes], closed: Callable[[], None]) -> None:
        """Takes the events, and what to call in the end."""
        super().__init__(events, media_type="text/event-stream")
        self._closed = closed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends them."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._closed()


async def games(request: HttpRequest) -> Response:
    """All games with their house rules."""
    infos = await in_a_thread(lambda: [game_info(find_game(name)) for name in game_names()])
    return json_response(infos)


async def as_events(positions: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Positions as server-sent events; a comment stands for nothing new."""
    async for position in positions:
        yield b"event: position\ndata: %b\n\n" % position if position else b":\n\n"


async def refused(request: HttpRequest, error: Exception) -> Response:
    """Answers what is not there, or not allowed."""
    assert isinstance(error, HTTPException)
    return error_response(error if isinstance(error, RefusedError) else NOTHING_HERE)


async def bad_input(request: HttpRequest, error: Exception) -> Response:
    """Answers what can't be done, in the words of the command line."""
    status = STALE if isinstance(error, StaleError) else BAD_INPUT
    return json_response({"error": str(error)}, status)


async def failed(request: HttpRequest, error: Exception) -> Response:
    """Answers where the server itself is wrong, and prints the error with its traceback."""
    traceback.print_exception(error)
    return json_response({"error": "the server failed; its terminal says how."}, FAILED)
