"""The sessions of a server: opens them, and restores those of an earlier server."""

import asyncio
import secrets
import traceback
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from fudaba.agents.naming import PERSON, names_code
from fudaba.agents.seated import SeatedGame
from fudaba.agents.titles import agent_title
from fudaba.common.checks import UINT64_RANGE, check_whole
from fudaba.common.errors import shown
from fudaba.common.languages import ENGLISH, in_language, translator
from fudaba.common.yaml_text import read_yaml
from fudaba.envs import NOBODY, Game, UserError, registered_game
from fudaba.envs.core.api.registry import recorded_game
from fudaba.envs.core.words.names import seat_names
from fudaba.evaluation.records import add_games

from .levels import rules_at_table
from .preparing import compile_apart, rehearsal, rehearse, sources_hash, warm_up
from .runner import SessionRunner, in_thread
from .session import Session, StaleError
from .store import INVITATION, LATER, Played, SavedTable, SeatKey, TableStore
from .wire import NewTable, SeatLink, TableLinks, TableState

SEED_BITS = 192  # 64 start the deal's random stream, 128 are its key
MOST_IDLE = 64  # finished tables that stay in memory although no page looks at them
PATIENCE = 30.0  # seconds that an agent gets for a move
PROMPT = 2.0  # seconds that a table waits for its agents before others play in their place

_, _n = translator("web")


class SessionManager:
    """All sessions of a server.

    A table that is only in the file is restored at its first request: one of an earlier server, or
    a finished one at which nobody has looked for long.
    """

    def __init__(
        self,
        store: TableStore,
        finished: Path,
        patience: float = PATIENCE,
        own_agents: Sequence[str] = (),
    ) -> None:
        """Makes a manager; sessions are opened or restored later.

        Args:
            store: The file of the tables.
            finished: The file to which records of finished games are appended.
            patience: Seconds that an agent gets for a move.
            own_agents: The specs of agents of the host's own code; no other code is run.
        """
        self._store, self._finished, self._patience = store, finished, patience
        self._own_agents = own_agents
        self._runners: dict[int, SessionRunner] = {}  # the last one that was asked for comes last
        self._tasks = set[asyncio.Task[None]]()
        self._compile_lock = asyncio.Lock()  # one game at a time is compiled
        self._rehearsal_lock = asyncio.Lock()  # and one agent
        self._record_lock = asyncio.Lock()  # one record at a time is appended

    async def open(self, wanted: NewTable) -> TableLinks:
        """Opens a table and returns its links.

        Raises:
            UserError: A game, house rule or agent does not exist, or they do not fit together.
        """
        async with self._compile_lock:
            saved, session = await in_thread(partial(new_session, wanted, self._own_agents))
        number = self._store.add(saved)
        await self._prepare(session)

        def link(kind: str, seat: int) -> str:
            return f"/{kind}/{self._store.new_token(number, seat)}"

        people, names = session.seated.people, session.seated.seat_names()
        links = TableLinks(
            seat=SeatLink(people[0], names[people[0]], link("seat", people[0])) if people else None,
            invitation=link("join", INVITATION) if len(people) > 1 else None,
            watch=self._watch(link, people, wanted),
        )
        self._start(number, session)
        return links

    @staticmethod
    def _watch(link: Callable[[str, int], str], people: list[int], wanted: NewTable) -> str | None:
        """Returns the path to watch a table; where people play only if that was asked for."""
        if not people:
            return link("watch", NOBODY)
        return link("watch", LATER) if wanted.watching else None

    async def runner(self, key: SeatKey) -> SessionRunner:
        """Returns the runner of a table, which is restored if it is not in memory.

        Raises:
            UserError: The table began with other rules.
        """
        if key.table not in self._runners:
            async with self._compile_lock:
                if key.table not in self._runners:  # another request may have restored it
                    saved = self._store.load(key.table)
                    session = await in_thread(partial(self._restored, saved))
                    await self._prepare(session)
                    self._start(key.table, session)
        runner = self._runners[key.table] = self._runners.pop(key.table)
        return runner

    async def deal_again(self, key: SeatKey, number: int) -> None:
        """Deals the next game of a table, with the same players and house rules.

        After a guided first game, which is short, the usual number of seasons follows.

        Args:
            key: A seat of the table.
            number: The number of the game at the table that is over.

        Raises:
            StaleError: That game is not over, or the next one is dealt already.
        """
        runner = await self.runner(key)
        async with self._compile_lock:  # of many who ask at once, the first deals
            if not self._is_finished(runner.session, number):
                raise StaleError(_("this game is not over, or the next one is dealt already."))
            last = self._store.load(key.table)
            seed = secrets.randbits(SEED_BITS)
            session = runner.session
            usual = rules_at_table(session.game) if session.is_guided else {}
            options = {**last.options, **usual}
            saved = replace(last, options=options, seed=seed, actions=(), seconds=(), is_over=False)
            session = await in_thread(partial(self._restored, saved))
            await self._prepare(session)
            self._store.deal_again(key.table, saved)
            session.seated.people_names = runner.session.seated.people_names
            session.pace = runner.session.pace  # both may have changed meanwhile
            self._runners[key.table] = runner  # it may have been idle for long
            runner.deal_again(session)
            self._play_in_background(key.table)

    async def take_seat(self, table: int) -> SeatLink:
        """Takes a free seat of a table and returns its link.

        Raises:
            UserError: No seat is free.
        """
        runner = await self.runner(SeatKey(table, INVITATION))
        seat = runner.company.next_free()
        token = self._store.new_token(table, seat)  # may fail: then the seat is still free
        runner.company.take(seat)
        runner.seat_people()
        return SeatLink(seat, runner.session.seated.seat_names()[seat], f"/seat/{token}")

    async def begin(self, key: SeatKey) -> None:
        """Has agents play in the free seats of a table.

        Raises:
            UserError: The seat is not that of who opened the table.
        """
        runner = await self.runner(key)
        if key.seat not in runner.company.seats[:1]:
            raise UserError(_("only who opened the table can begin."))
        runner.company.begin()
        runner.seat_people()

    async def set_presence(self, key: SeatKey, wish: str) -> None:
        """Sets who plays in the seat of a person; see `Presence`.

        Raises:
            UserError: The viewer is no person in a seat, the game has not begun, or the person has
                resigned.
        """
        runner = await self.runner(key)
        company = runner.company
        if key.seat not in company.seats:
            raise UserError(_("only a person in a seat can do that."))
        if company.replaced.get(key.seat) == "resigned" and wish != "leave":
            raise UserError(_("you have resigned; you play again in the next game."))
        if wish == "leave":
            self._store.free(key)
            company.leave(key.seat)
            runner.session.name_seat(key.seat, "")
        elif wish == "play":
            company.replaced.pop(key.seat, None)
        else:
            company.replaced[key.seat] = "resigned" if wish == "resign" else "away"
        runner.seat_people()

    async def _prepare(self, session: Session) -> None:
        """Has agents that must be compiled join later, unless they are ready at once."""
        seated = session.seated
        if session.is_over:
            return
        for seat, word in enumerate(seated.players):
            if rehearsal(word) is not None:
                seated.wait_for(seat)
        words = {seated.players[seat] for seat in seated.awaited}
        joining = [self._in_background(self._join(session, word)) for word in sorted(words)]
        if joining:
            await asyncio.wait(joining, timeout=PROMPT)

    async def _join(self, session: Session, word: str) -> None:
        """Seats an agent once nothing is left to compile for it."""
        what = session.game, session.options, rehearsal(word) or word
        async with self._rehearsal_lock:
            try:
                await in_thread(partial(compile_apart, *what))
                await in_thread(partial(rehearse, *what))
            except Exception as error:  # its first move will fail too, and then greedy plays on
                traceback.print_exception(error)
        session.join(word)
        for runner in self._runners.values():
            if runner.session is session:
                runner.publish()

    def _restored(self, saved: SavedTable) -> Session:
        return restored_session(saved, self._own_agents)

    @staticmethod
    def _is_finished(session: Session, number: int) -> bool:
        return session.round == number and session.is_stored

    def table_state(self, key: SeatKey) -> TableState:
        """Returns a table's entry in the list of the lobby, without restoring its game."""
        saved = self._store.load(key.table)
        game = recorded_game(saved.game)
        titles = [
            saved.names.get(seat) or agent_title(word or PERSON, game)
            for seat, word in enumerate(saved.players)
        ]
        return TableState(
            title=game.translate(game.title),
            names=seat_names(titles),
            round=len(saved.played) + (not saved.is_over),
            is_over=saved.is_over,
            record=saved.played[-1].record if saved.played else None,
        )

    async def set_pace(self, key: SeatKey, seconds: float) -> None:
        """Sets and stores the pace of a table."""
        runner = await self.runner(key)
        self._store.set_pace(key.table, seconds)
        runner.change(partial(runner.session.set_pace, seconds), is_heard=False)

    async def set_people_patience(self, key: SeatKey, seconds: float | None) -> None:
        """Sets and stores how long a person may be away, or think, until an agent plays."""
        runner = await self.runner(key)
        self._store.set_people_patience(key.table, seconds)
        runner.company.patience = seconds
        runner.publish()

    async def set_name(self, key: SeatKey, name: str) -> None:
        """Sets and stores the name of the person in a seat.

        Raises:
            UserError: The viewer is no person in a seat, or the name is too long or can't be shown.
        """
        runner = await self.runner(key)
        runner.change(partial(runner.session.name_seat, key.seat, name), is_heard=False)
        self._store.set_name(key, runner.session.seated.people_names.get(key.seat, ""))

    async def stop(self) -> None:
        """Stops all sessions; their actions are stored already."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, number: int, session: Session) -> None:
        """Starts the runner of a session; a game that has begun waits for nobody to come."""
        save, taken = partial(self._save, number), self._store.taken(number)
        waits = self._store.load(number).people_patience
        runner = SessionRunner(session, save, self._patience, taken, waits)
        self._runners[number] = runner
        if session.seated.actions or session.played:
            runner.company.begin()
            runner.seat_people()
        self._play_in_background(number)

    def _play_in_background(self, number: int) -> None:
        self._in_background(self._play(number))

    def _in_background(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)  # the loop keeps only a weak reference
        task.add_done_callback(self._tasks.discard)
        return task

    async def _play(self, number: int) -> None:
        """Plays a session to its end and appends its record to the finished games."""
        runner = self._runners[number]
        session = runner.session
        with in_language(ENGLISH):  # what agents read does not depend on who opened the table
            await runner.play()
        if not session.is_stored:  # by an earlier server
            await runner.until_stored(partial(self._finish, number, session))
        idle = [number for number, runner in self._runners.items() if runner.is_idle]
        for number in idle[:-MOST_IDLE]:
            del self._runners[number]

    async def _finish(self, number: int, session: Session) -> None:
        """Appends the record of a finished game, unless it is there, and marks the table."""
        add = partial(add_games, self._finished, [session.record()])
        async with self._record_lock:
            (record,) = await in_thread(add)
        played = Played(record, [] if session.is_guided else session.points_won)
        self._store.finish(number, played)
        session.finish(played)

    def _save(self, number: int, session: Session) -> None:
        self._store.save(number, session.seated.actions, session.seated.seconds)


def new_session(wanted: NewTable, own_agents: Sequence[str] = ()) -> tuple[SavedTable, Session]:
    """Returns a new table and its session, with all kernels that it needs compiled.

    Args:
        wanted: The game, the house rules and the players.
        own_agents: The specs of agents of the host's own code.

    Raises:
        UserError: A game, house rule or agent does not exist, or they do not fit together.
    """
    game = registered_game(wanted.game)
    rules = {name: _read_value(name, value) for name, value in wanted.options.items()}
    usual = {**rules_at_table(game), "num_players": len(wanted.seats)}
    options = game.options.read(game.name, {**usual, **rules})
    if options.num_players != len(wanted.seats):
        raise UserError(
            _(
                "seats can't be {count} with num_players={players}; allowed: one for each player.",
                count=len(wanted.seats),
                players=options.num_players,
            )
        )
    if wanted.seed is not None:
        check_whole("seed", wanted.seed, 0, UINT64_RANGE - 1)
    saved = SavedTable(
        game=game.name,
        options=options.plain(),
        seed=secrets.randbits(SEED_BITS) if wanted.seed is None else wanted.seed,
        sources=sources_hash(game),
        players=[None if word == PERSON else word for word in wanted.seats],
        pace=wanted.pace,
    )
    return saved, restored_session(saved, own_agents)


def restored_session(saved: SavedTable, own_agents: Sequence[str] = ()) -> Session:
    """Returns the session of a stored table, with all kernels that it needs compiled.

    Args:
        saved: The table.
        own_agents: The specs of agents of the host's own code.

    Raises:
        UserError: The table began with other rules, or a player is code that is not in
            `own_agents`.
    """
    game = recorded_game(saved.game)
    for word in saved.players:
        if word is not None and names_code(word) and word not in own_agents:
            error = UserError(
                _(
                    "{agent} is code of this machine, which may sit down only if fudaba table "
                    "was started with its spec in --agents.",
                    agent=shown(word),
                )
            )
            error.agent = word
            raise error
    if saved.sources != sources_hash(game):
        raise UserError(
            _(
                "this table was begun with another version of {game}; open a new one.",
                game=game.translate(game.title),
            )
        )
    warm_up(_dealt(game, saved))
    session = _dealt(game, saved)
    session.seated.people_names = saved.names
    for action in saved.actions:
        session.take(action)
    session.seated.restore_times(saved.seconds)
    if saved.is_over:
        session.finish(saved.played[-1])
    return session


def _dealt(game: Game, saved: SavedTable) -> Session:
    options = game.options.read(game.name, saved.options)
    key, seed = divmod(saved.seed, UINT64_RANGE)
    earlier = saved.played[:-1] if saved.is_over else saved.played
    return Session(SeatedGame(game, options, saved.players, seed, key), saved.pace, earlier)


def _read_value(name: str, value: Any) -> Any:
    """Returns the value of a house rule; text is read as on the command line."""
    is_text = isinstance(value, str)
    return read_yaml(f"the value of the house rule {name}", value) if is_text else value
