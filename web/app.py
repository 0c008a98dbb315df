"""The web application: its routes and their handlers."""

import secrets
import traceback
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request as HttpRequest
from starlette.responses import FileResponse, HTMLResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from fudaba.common.languages import N_, translator
from fudaba.envs import NOBODY, UserError, every_game, registered_game

from .browse import BrowseRoutes, Opened, ReplayRoutes, query_number
from .connections import Limits
from .guard import Guard, RefusedError, Wanted, error_response, json_response, read_message
from .images import PATH, TYPES
from .manager import SessionManager
from .mine import own_games, seats_at
from .pages import STATIC, LanguageMiddleware, page
from .poster import poster
from .public_site import PublicSite
from .replay import load_game
from .runner import SessionRunner, in_thread
from .runs import RunFolder
from .session import StaleError
from .store import INVITATION, LATER, SeatKey, TableStore
from .thinking import BusyError, Thinking
from .wire import (
    Advice,
    Again,
    Move,
    NewTable,
    OwnSeats,
    PaceChange,
    Patience,
    PeoplePatience,
    Presence,
    Question,
    Reading,
    SeatName,
    TakeBack,
    game_info,
    guide,
)

PLAYED_FILE = "tables.jsonl"  # records of finished games
BAD_INPUT, UNKNOWN, STALE, TOO_MANY, FAILED = 400, 404, 409, 429, 500
STATUS = {StaleError: STALE, BusyError: TOO_MANY}
TOKEN_BYTES = 16
NO_SEAT = N_("there is no such seat.")
NOTHING_HERE = N_("there is no such path, or not for this kind of request.")

_, _n = translator("web")


class Server:
    """The routes of the lobby and of seats, over the tables of one file.

    The paths of a seat contain its secret token. With it a client may watch the seat, and play if
    the seat is a person's.
    """

    def __init__(
        self,
        store: TableStore,
        folder: Path,
        patience: float,
        limits: Limits,
        own_agents: Sequence[str],
        site: PublicSite | None,
        images: dict[str, Path],
    ) -> None:
        """Serves the tables of a file.

        Args:
            store: The file of the tables.
            folder: The folder of runs; records of finished games are appended to a file in it.
            patience: Seconds that an agent gets for a move.
            limits: The limits of connections and open pages.
            own_agents: The specs of agents of the host's own code.
            site: The public site, if there is one.
            images: Images of cards, by the names of the cards.
        """
        self._site, self._images = site, images
        self._token = secrets.token_urlsafe(TOKEN_BYTES)
        self._limits, self._pages = limits, Counter[SeatKey]()
        self._store, self._runs = store, RunFolder(folder, own_agents)
        self._lookups, self._searches = Thinking(), Thinking()  # short work, and long
        self._browse = BrowseRoutes(self._runs)
        self._finished = folder / PLAYED_FILE
        self._sessions = SessionManager(store, self._finished, patience, own_agents)

    def app(self) -> LanguageMiddleware:
        """Returns the ASGI application; it must run in the thread that opened the file."""
        routes = [
            Route("/", partial(self.own_page, "index.html")),
            Route("/seat/{token}", partial(self.seat_page, "seat.html")),
            Route("/watch/{token}", partial(self.seat_page, "seat.html")),
            Route("/seat/{token}/replay", partial(self.seat_page, "replay.html")),
            Route("/watch/{token}/replay", partial(self.seat_page, "replay.html")),
            Route("/api/games", self.games),
            Route("/api/games/{name}/how-to-play", how_to_play),
            Route("/api/games/{name}/picture", picture),
            Route("/api/tables", self.open, methods=["POST"]),
            Route("/join/{token}", self.join_page),
            Route("/api/join/{token}", self.join, methods=["POST"]),
            Route("/api/join/{token}/code", self.code),
            Mount("/api/seat/{token}", routes=self.seat_routes()),
            Mount("/api/watch/{token}", routes=self.seat_routes()),
            Route("/replay", partial(self.own_page, "replay.html")),
            Route("/runs", partial(self.own_page, "runs.html")),
            Route("/mine", partial(self.own_page, "mine.html")),
            Route("/api/mine", self.mine, methods=["POST"]),
            *self._browse.routes(),
            Route(PATH + "{file}", self.image),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]
        handlers = {HTTPException: refused, UserError: bad_input, Exception: failed}
        app = Starlette(routes=routes, exception_handlers=handlers)
        guard = Guard(app, self._token, self._site, self._limits.per_address)
        return LanguageMiddleware(guard)

    async def stop(self) -> None:
        """Stops all sessions."""
        await self._sessions.stop()

    def seat_routes(self) -> list[Route | Mount]:
        """Returns the routes below the token of a seat."""
        replay = ReplayRoutes(self._runs, self._lookups, self._searches, self._open_replay)
        return [
            Route("/state", self.table_state),
            Route("/again", self.again, methods=["POST"]),
            Mount("/replay", routes=replay.routes()),
            Route("/events", self.events),
            Route("/move", self.move, methods=["POST"]),
            Route("/back", self.back, methods=["POST"]),
            Route("/explain", self.explain, methods=["POST"]),
            Route("/how-to-play", self.how_to_play, methods=["POST"]),
            Route("/hint", self.hint, methods=["POST"]),
            Route("/pace", self.pace, methods=["POST"]),
            Route("/skip", self.skip, methods=["POST"]),
            Route("/go-on", self.go_on, methods=["POST"]),
            Route("/patience", self.patience, methods=["POST"]),
            Route("/name", self.name, methods=["POST"]),
            Route("/begin", self.begin, methods=["POST"]),
            Route("/presence", self.presence, methods=["POST"]),
            Route("/people-patience", self.people_patience, methods=["POST"]),
            Route("/reading", self.reading, methods=["POST"]),
        ]

    async def games(self, request: HttpRequest) -> Response:
        """Returns all games with their house rules and the agents that can take a seat."""
        own = self._runs.own_agents
        infos = await in_thread(lambda: [game_info(game, own) for game in every_game()])
        return json_response(infos)

    async def open(self, request: HttpRequest) -> Response:
        """Opens a table and returns its links."""
        links = await self._sessions.open(await read_message(NewTable, request))
        return json_response(replace(links, origin=self._origin(request)))

    async def mine(self, request: HttpRequest) -> Response:
        """Returns the finished games of a person's seats."""
        seats = seats_at(self._store, (await read_message(OwnSeats, request)).tokens)
        return json_response(await in_thread(partial(own_games, self._finished, seats)))

    async def seat_page(self, name: str, request: HttpRequest) -> Response:
        """Returns a page of a seat or of the open table."""
        self._viewer(request)
        return HTMLResponse(page(name, images=self._image_paths()))

    async def own_page(self, name: str, request: HttpRequest) -> Response:
        """Returns a page for this machine, with the token that its requests need."""
        return HTMLResponse(page(name, self._token, images=self._image_paths()))

    def _image_paths(self) -> dict[str, str]:
        return {name: PATH + file.name for name, file in self._images.items()}

    async def image(self, request: HttpRequest) -> Response:
        """Returns an image of a card."""
        files = {file.name: file for file in self._images.values()}
        if request.path_params["file"] not in files:
            raise RefusedError(UNKNOWN, _(NOTHING_HERE))
        file = files[request.path_params["file"]]
        return FileResponse(file, media_type=TYPES[file.suffix])

    async def events(self, request: HttpRequest) -> Response:
        """Streams what a seat is shown until the page is closed."""
        runner = await self._sessions.runner(self._viewer(request))
        key = self._viewer(request)  # the seat may have been given up meanwhile
        events = runner.events(key.seat)
        self._count(key)
        return EventStream(as_events(events), partial(self._pages.subtract, [key]))

    def _count(self, key: SeatKey) -> None:
        """Counts an opened page.

        Raises:
            RefusedError: Too many pages are open.
        """
        limits, is_seat = self._limits, key.seat >= 0
        most = limits.pages_of_seat if is_seat else limits.pages_of_table
        if self._pages[key] >= most:
            full = (
                _("this seat is open on {count} pages; close one of them.", count=most)
                if is_seat
                else _("this table is open on {count} pages; close one of them.", count=most)
            )
            raise RefusedError(TOO_MANY, full)
        if self._pages.total() >= limits.pages:
            full = _("{count} pages are open; close one of them.", count=limits.pages)
            raise RefusedError(TOO_MANY, full)
        self._pages[key] += 1

    async def table_state(self, request: HttpRequest) -> Response:
        """Returns a table's entry in the list of the lobby."""
        return json_response(self._sessions.table_state(self._viewer(request)))

    async def again(self, request: HttpRequest) -> Response:
        """Deals the next game of a table to the same players."""
        key, wanted = await self._asked(Again, request)
        await self._sessions.deal_again(key, wanted.round)
        return json_response({})

    async def _open_replay(self, request: HttpRequest) -> Opened:
        """Returns a finished game of the seat's table, with the view that the seat had."""
        key, record = self._viewer(request), query_number(request, "game", 1, 2**31)
        if record not in (one.record for one in self._store.load(key.table).played):
            raise UserError(_("this table has finished no such game."))
        load = partial(load_game, self._runs, PLAYED_FILE, record)
        played = await self._lookups.answer(request, load)
        return Opened(played, seat=key.seat if key.seat >= 0 else None)

    async def move(self, request: HttpRequest) -> Response:
        """Adds a step to the seat's move."""
        key, move = await self._asked(Move, request)
        runner = await self._begun(key)
        runner.change(partial(runner.session.build, key.seat, move.at, move.actions))
        return json_response({})

    async def back(self, request: HttpRequest) -> Response:
        """Takes back the last step of the seat's move."""
        key, back = await self._asked(TakeBack, request)
        runner = await self._begun(key)
        runner.change(partial(runner.session.take_back, key.seat, back.at))
        return json_response({})

    async def explain(self, request: HttpRequest) -> Response:
        """Explains a piece, a move or words by the rules."""
        key, asked = await self._asked(Question, request)
        session = (await self._begun(key)).session
        explain = session.explainer(key.seat, asked)
        return json_response(await self._lookups.answer(request, explain))

    async def how_to_play(self, request: HttpRequest) -> Response:
        """Returns the page that explains the game of a table."""
        session = (await self._sessions.runner(self._key(request))).session
        return json_response(await self._lookups.answer(request, partial(guide, session.game)))

    async def hint(self, request: HttpRequest) -> Response:
        """Returns the move that an agent would make in the person's place."""
        key, wanted = await self._asked(Advice, request)
        session = (await self._begun(key)).session
        advice = session.adviser(key.seat, wanted.agent)
        return json_response(await self._searches.answer(request, advice))

    async def pace(self, request: HttpRequest) -> Response:
        """Sets the pace of a table."""
        key, pace = await self._asked(PaceChange, request)
        await self._sessions.set_pace(key, pace.seconds)
        return json_response({})

    async def skip(self, request: HttpRequest) -> Response:
        """Has moves made without a pause until the person at a seat has a choice."""
        runner = await self._sessions.runner(self._key(request))
        runner.change(runner.session.skip, is_heard=False)
        return json_response({})

    async def go_on(self, request: HttpRequest) -> Response:
        """Has a table go on after a result, as far as the person at a seat is concerned."""
        key = await self._seated(request)
        runner = await self._sessions.runner(key)
        is_last = runner.session.held == {key.seat}
        runner.change(partial(runner.session.go_on, [key.seat]), is_heard=is_last)
        return json_response({})

    async def patience(self, request: HttpRequest) -> Response:
        """Sets whether a table waits for agents that are still being compiled."""
        key, wanted = await self._asked(Patience, request)
        runner = await self._sessions.runner(key)
        runner.change(partial(runner.session.set_patient, wanted.waits), is_heard=False)
        return json_response({})

    async def name(self, request: HttpRequest) -> Response:
        """Sets the name of the person in a seat."""
        key, wanted = await self._asked(SeatName, request)
        await self._sessions.set_name(key, wanted.name)
        return json_response({})

    async def begin(self, request: HttpRequest) -> Response:
        """Has agents play in the free seats of a table."""
        await self._sessions.begin(await self._seated(request))
        return json_response({})

    async def presence(self, request: HttpRequest) -> Response:
        """Sets who plays in the seat of a person."""
        key, wanted = await self._asked(Presence, request)
        await self._sessions.set_presence(key, wanted.wish)
        return json_response({})

    async def people_patience(self, request: HttpRequest) -> Response:
        """Sets how long a person may be away, or think, until an agent plays."""
        key, wanted = await self._asked(PeoplePatience, request)
        await self._sessions.set_people_patience(key, wanted.seconds)
        return json_response({})

    async def reading(self, request: HttpRequest) -> Response:
        """Sets whether the person at a seat reads the rules."""
        key, wanted = await self._asked(Reading, request)
        runner = await self._sessions.runner(key)
        runner.company.read(key.seat, reads=wanted.reads)
        runner.seat_people()
        return json_response({})

    async def join_page(self, request: HttpRequest) -> Response:
        """Returns the page of an invitation. It takes no seat: programs open links to show them."""
        runner = await self._sessions.runner(self._invitation(request))
        people = runner.people()
        there = [name for name, state in zip(people.names, people.states, strict=True)
                 if state in ("here", "away")]  # fmt: skip
        return HTMLResponse(page("join.html", people=people, names=_(", ").join(there)))

    async def join(self, request: HttpRequest) -> Response:
        """Takes a free seat and returns its link."""
        return json_response(await self._sessions.take_seat(self._invitation(request).table))

    async def code(self, request: HttpRequest) -> Response:
        """Returns the QR code of an invitation."""
        self._invitation(request)
        address = f"{self._origin(request)}/join/{request.path_params['token']}"
        return Response(drawn_code(address), media_type="image/svg+xml")

    def _origin(self, request: HttpRequest) -> str:
        """Returns the origin of the links for guests: the public one, or that of a request."""
        return self._site.origin if self._site else f"http://{request.headers['host']}"

    async def _asked(self, model: type[Wanted], request: HttpRequest) -> tuple[SeatKey, Wanted]:
        """Returns the seat, or the open table, of a request, and its message."""
        self._key(request)
        message = await read_message(model, request)
        return await self._seated(request), message

    async def _seated(self, request: HttpRequest) -> SeatKey:
        """Returns the seat, or the open table, of a request once its table is in memory.

        The seat may be given up until its message and its table have come.
        """
        await self._sessions.runner(self._key(request))
        return self._key(request)

    async def _begun(self, key: SeatKey) -> SessionRunner:
        """Returns the runner of a table.

        Raises:
            UserError: Its game has not begun.
        """
        runner = await self._sessions.runner(key)
        if runner.company.is_waiting:
            raise UserError(_("the cards are dealt when everybody has come."))
        return runner

    def _key(self, request: HttpRequest) -> SeatKey:
        """Returns the seat, or the open table, of a request."""
        key = self._store.key(request.path_params["token"])
        if key is None or key.seat < NOBODY:
            raise RefusedError(UNKNOWN, _(NO_SEAT))
        return key

    def _viewer(self, request: HttpRequest) -> SeatKey:
        """Returns the seat, or the table that may be watched now or later, of a request."""
        key = self._store.key(request.path_params["token"])
        return key if key is not None and key.seat == LATER else self._key(request)

    def _invitation(self, request: HttpRequest) -> SeatKey:
        """Returns the table to which a request is invited."""
        key = self._store.key(request.path_params["token"])
        if key is None or key.seat != INVITATION:
            raise RefusedError(UNKNOWN, _("there is no such invitation."))
        return key


class EventStream(StreamingResponse):
    """A response of server-sent events that reports when it ends."""

    def __init__(self, events: AsyncIterator[bytes], closed: Callable[[], None]) -> None:
        """Streams `events`; calls `closed` at the end."""
        super().__init__(events, media_type="text/event-stream")
        self._closed = closed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends the events until the stream ends or the client disconnects."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._closed()


async def how_to_play(request: HttpRequest) -> Response:
    """Returns the page that explains a game."""
    game = registered_game(request.path_params["name"])
    return json_response(await in_thread(partial(guide, game)))


async def picture(request: HttpRequest) -> Response:
    """Returns the picture of a game."""
    game = registered_game(request.path_params["name"])
    drawn = await in_thread(partial(poster, game))
    return Response(drawn, media_type="image/svg+xml")


async def as_events(shown: AsyncIterator[tuple[str, bytes]]) -> AsyncIterator[bytes]:
    """Yields contents with their kinds as server-sent events, and a heartbeat as a comment."""
    async for kind, content in shown:
        yield b"event: %b\ndata: %b\n\n" % (kind.encode(), content) if kind else b":\n\n"


def drawn_code(text: str) -> bytes:
    """Returns a text as a QR code in SVG, black on white."""
    import segno

    drawn = BytesIO()
    segno.make_qr(text).save(drawn, kind="svg", scale=6, border=2, light="#fff")
    return drawn.getvalue()


async def refused(request: HttpRequest, error: Exception) -> Response:
    """Answers a request for an unknown path, or a refused one."""
    assert isinstance(error, HTTPException)
    if not isinstance(error, RefusedError):
        error = RefusedError(UNKNOWN, _(NOTHING_HERE))
    return error_response(request.scope, error.detail, error.status_code)


async def bad_input(request: HttpRequest, error: Exception) -> Response:
    """Answers a request with bad input, with the sentence of its `UserError`.

    If the error is about an agent, the answer has its word too.
    """
    assert isinstance(error, UserError)
    status = STATUS.get(type(error), BAD_INPUT)
    agent = {} if error.agent is None else {"agent": error.agent}
    return error_response(request.scope, str(error), status, **agent)


async def failed(request: HttpRequest, error: Exception) -> Response:
    """Answers a request on which the server failed, and prints the traceback."""
    traceback.print_exception(error)
    why = _("the server failed; its terminal shows the error.")
    return error_response(request.scope, why, FAILED)
