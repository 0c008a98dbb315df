"""Routes of the replay page, its analysis, and the run browser. None of them changes a game.

The page of a file shows its games from every view. The page of a seat (`app.Server`) shows the
finished games of its table as the seat saw them, with the same routes.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import Mount, Route

from fudaba.agents import Agent
from fudaba.common.checks import check_whole
from fudaba.common.errors import shown
from fudaba.common.languages import translator
from fudaba.envs import UserError
from fudaba.envs.core.words.answers import answer_about, pieces_by_key
from fudaba.evaluation.recorded import RecordedGame

from .analysis import (
    AGENTS,
    MoveEvaluation,
    Regret,
    as_move_evaluator,
    available_agents,
    decisions,
    evaluate_moves,
    find_agent,
    no_such_agent,
    regret_of,
    stronger_agent,
    titles_of,
)
from .guard import json_response, read_body
from .replay import (
    MOVER,
    OPEN,
    ReplayInfo,
    View,
    load_game,
    position_at,
    replay_info,
    store_upload,
)
from .runner import in_thread
from .runs import PAGE, RunFolder
from .session import found_by
from .thinking import Thinking
from .wire import Explanation, encoded, explanation

_, _n = translator("web")

LARGEST_UPLOAD = 4 * 2**20  # bytes
EVENTS = "text/event-stream"
# A page of a run contains its script and its pictures. The sandbox gives it an opaque origin, so
# its script can't send requests to this server.
PAGE_POLICY = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data:"
)


@dataclass(frozen=True)
class Opened:
    """A game that a page may look at.

    Attributes:
        played: The game.
        num_games: The number of games that the page may choose from.
        seat: The only seat whose view may be shown; None if every view may be shown.
        is_hosts: Whether the host looks, whose own agents and policies may be asked.
    """

    played: RecordedGame
    num_games: int = 1
    seat: int | None = None
    is_hosts: bool = False

    @property
    def views(self) -> list[str]:
        """The views that may be shown."""
        if self.seat is not None:
            return [str(self.seat)]
        return [MOVER, *map(str, range(len(self.played.names))), OPEN]

    def view(self, request: Request) -> View:
        """Returns the view that a request names.

        Raises:
            UserError: The game has no such view, or the page may not see it.
        """
        word, num_players = query_text(request, "view"), len(self.played.names)
        return View.of(word, num_players, self.seat)

    def agents(self, run_folder: RunFolder) -> list[str]:
        """Returns the agents that the page may ask."""
        return available_agents(run_folder, self.played) if self.is_hosts else [*AGENTS]


class BrowseRoutes:
    """HTTP routes of the run browser and of the files of records."""

    def __init__(self, run_folder: RunFolder) -> None:
        """Serves the runs of a folder."""
        self._run_folder = run_folder
        self._lookups, self._searches = Thinking(), Thinking()  # the host's; not those of seats

    def routes(self) -> list[Route | Mount]:
        """Returns the routes, to be mounted at the root."""
        replay = ReplayRoutes(self._run_folder, self._lookups, self._searches, self._open)
        return [
            Route("/api/runs", self.runs),
            Route("/api/runs/curves", self.curves),
            Route("/runs/files/{path:path}", self.page),
            Route("/api/replay/records", self.upload, methods=["POST"]),
            Mount("/api/replay", routes=replay.routes()),
        ]

    async def runs(self, request: Request) -> Response:
        """Lists the runs of the folder."""
        return await json_of(self._run_folder.runs)

    async def curves(self, request: Request) -> Response:
        """Returns the learning curves of a training run."""
        return await json_of(lambda: self._run_folder.curves(query_text(request, "path")))

    async def page(self, request: Request) -> Response:
        """Returns the HTML page of a run, sandboxed."""
        name = request.path_params["path"]
        path = await in_thread(partial(self._run_folder.file, name, PAGE))
        return FileResponse(path, headers={"Content-Security-Policy": PAGE_POLICY})

    async def upload(self, request: Request) -> Response:
        """Stores an uploaded file of records."""
        content = await read_body(request, LARGEST_UPLOAD)
        return await json_of(lambda: {"record": store_upload(self._run_folder, content)})

    async def _open(self, request: Request) -> Opened:
        """Returns the game of a file that a request names."""

        def work() -> Opened:
            name, number = query_text(request, "record"), query_number(request, "game", 1, 2**31)
            played = load_game(self._run_folder, name, number)
            return Opened(played, self._run_folder.num_games(name), is_hosts=True)

        return await in_thread(work)


class ReplayRoutes:
    """HTTP routes of a replay page: the game, its positions and their analysis."""

    def __init__(
        self,
        run_folder: RunFolder,
        lookups: Thinking,
        searches: Thinking,
        find: Callable[[Request], Awaitable[Opened]],
    ) -> None:
        """Serves the games that `find` returns for the requests.

        Args:
            run_folder: The folder of runs.
            lookups: Does short work.
            searches: Does the work of agents.
            find: Returns the game that a request names.
        """
        self._run_folder, self._find = run_folder, find
        self._lookups, self._searches = lookups, searches

    def routes(self) -> list[Route]:
        """Returns the routes, to be mounted below a path."""
        return [
            Route("/game", self.game),
            Route("/position", self.position),
            Route("/explain", self.explain),
            Route("/evaluations", self.evaluations),
            Route("/regrets", self.regrets),
        ]

    async def game(self, request: Request) -> Response:
        """Returns the facts about a game that hold for all its positions."""
        opened = await self._find(request)

        def work() -> ReplayInfo:
            agents = titles_of(opened.agents(self._run_folder), opened.played.game)
            return replay_info(
                opened.played, opened.num_games, opened.view(request), agents, opened.views
            )

        return json_response(await self._lookups.answer(request, work))

    async def position(self, request: Request) -> Response:
        """Returns one position of a game."""
        opened = await self._find(request)
        played, view = opened.played, opened.view(request)
        look = partial(position_at, played, view, query_at(request, played))
        return json_response(await self._lookups.answer(request, look))

    async def explain(self, request: Request) -> Response:
        """Explains a piece of the table by the rules."""
        opened = await self._find(request)

        def work() -> Explanation:
            played, at = opened.played, query_at(request, opened.played)
            scene = position_at(played, opened.view(request), at).scene
            about = found_by(query_text(request, "about"), pieces_by_key(scene))
            return explanation(*answer_about(played.game, played.options, about))

        return json_response(await self._lookups.answer(request, work))

    async def evaluations(self, request: Request) -> Response:
        """Returns an agent's evaluations of a decision."""
        opened = await self._find(request)

        def work() -> list[MoveEvaluation]:
            played = opened.played
            at = query_number(request, "at", 0, len(played.actions) - 1)
            if opened.seat not in (None, played.states[at]["to_move"]):
                raise UserError(_("another player decides here."))
            return evaluate_moves(played, at, self._agent(request, opened))

        return json_response(await self._searches.answer(request, work))

    async def regrets(self, request: Request) -> Response:
        """Streams the regret of each decision as server-sent events, then `end`."""
        opened = await self._find(request)

        def prepare() -> tuple[list[int], Callable[[int], Regret]]:
            played, word = opened.played, query_text(request, "agent")
            agent = as_move_evaluator(self._agent(request, opened), word)
            stronger, seat = stronger_agent(played), opened.view(request).seat
            return [*decisions(played, seat)], lambda at: regret_of(played, at, agent, stronger)

        places, regret = await self._searches.answer(request, prepare)
        first = num_received(request, len(places))

        def evaluate(at: int) -> Awaitable[Regret]:
            return self._searches.answer(request, partial(regret, at))

        stream = self._regret_events(places, first, evaluate)
        return StreamingResponse(stream, media_type=EVENTS)

    async def _regret_events(
        self, places: list[int], first: int, evaluate: Callable[[int], Awaitable[Regret]]
    ) -> AsyncIterator[bytes]:
        """Yields the events from number `first` on; the work stops when the client disconnects."""
        for done, at in enumerate(places[first:], first + 1):
            try:
                found = await evaluate(at)
            except Exception as error:  # without an event the browser would reconnect for ever
                trouble = _("the analysis failed: {error}", error=error)
                yield event("failed", {"error": trouble}, done)
                return
            yield event("regret", {"done": done, "total": len(places), "regret": found}, done)
        yield event("end", {"total": len(places)}, len(places))

    def _agent(self, request: Request, opened: Opened) -> Agent:
        word, allowed = query_text(request, "agent"), opened.agents(self._run_folder)
        if not opened.is_hosts and word not in allowed:
            raise UserError(no_such_agent(word, allowed))
        return find_agent(self._run_folder, opened.played, word)


async def json_of(work: Callable[[], object]) -> Response:
    """Runs work in a thread and returns its result as a JSON response."""
    return json_response(await in_thread(work))


def event(name: str, content: object, identity: int) -> bytes:
    """Returns a server-sent event; a reconnecting browser sends the last `identity` it received."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (identity, name.encode(), encoded(content))


def num_received(request: Request, total: int) -> int:
    """Returns how many events a reconnecting browser has received; 0 for a new one."""
    last = request.headers.get("last-event-id", "")
    return min(int(last), total) if last.isascii() and last.isdecimal() and len(last) < 9 else 0


def query_text(request: Request, name: str) -> str:
    """Returns a query parameter.

    Raises:
        UserError: The parameter is missing.
    """
    word = request.query_params.get(name)
    if word is None:
        raise UserError(_("{name} is missing.", name=name))
    return word


def query_number(request: Request, name: str, low: int, high: int) -> int:
    """Returns a query parameter that is a whole number.

    Raises:
        UserError: The parameter is missing, no whole number, or out of range.
    """
    word = query_text(request, name)
    is_short = word.isascii() and word.isdecimal() and len(word) <= len(str(high))
    if not is_short:  # Python refuses to read very long numbers
        raise UserError(
            _(
                "{name} can't be {value}; allowed: whole numbers {low} to {high}.",
                name=name,
                value=shown(word),
                low=low,
                high=high,
            )
        )
    return check_whole(name, int(word), low, high)


def query_at(request: Request, played: RecordedGame) -> int:
    """Returns the number of the position that a request names.

    Raises:
        UserError: The game has no such position.
    """
    return query_number(request, "at", 0, len(played.actions))
