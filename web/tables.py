"""Tables that are played: at a pace that can be followed, agents in threads of their own."""

import asyncio
import secrets
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from fudaba.agents.naming import smallest_search
from fudaba.agents.seated import PERSON, SeatedGame
from fudaba.envs import Game, UserError, find_game
from fudaba.envs.core.checking.checks import UINT64_RANGE, check_whole
from fudaba.envs.core.checking.errors import shown
from fudaba.envs.core.checking.yaml_text import read_yaml
from fudaba.envs.core.compiling.sources import SOURCES
from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.core.words.names import player_names
from fudaba.evaluation.database import deciding_sources
from fudaba.evaluation.records import add_games

from .store import Key, SavedTable, TableStore
from .table import Table
from .wire import LONGEST_PACE, Choice, NewTable, SeatLink, TableLinks

SEED_BITS = 192  # 64 of the start of the deal's random stream, 128 of its key
PATIENCE = 30.0  # seconds that an agent gets for a move
GREEDY = "greedy"
SHORTEST_BEAT = 0.01  # seconds, in which a quick agent has decided
HEARTBEAT = 15.0  # seconds, after which a silent connection is used, or found to be broken

Made = TypeVar("Made")


class PlayedTable:
    """A table in play. Its methods are called in the event loop, which nothing here holds up.

    What people see by the clock does not depend on what they may not know. A move of an agent that
    others are told of is shown one beat after what was last shown, however long the agent thought
    and whoever decided in secret in between. The beat is the pace. Where people sit it is doubled
    whenever it was too short, and stays so; only then can they see that somebody thought.

    Attributes:
        table: The table.
    """

    def __init__(self, table: Table, save: Callable[[], None], patience: float) -> None:
        """Takes a table, and what writes its actions down; `play` has to be started."""
        self.table, self._save, self._patience = table, save, patience
        self._changed = asyncio.Event()
        self._last_shown = 0.0  # when others were last told of a move, on the loop's clock
        self._needed = SHORTEST_BEAT

    @property
    def beat(self) -> float:
        """Seconds from what was last shown to the next move of an agent."""
        people, pace = self.table.seated.people, self.table.pace
        return max(pace, self._needed) if people else pace

    async def positions(self, viewer: int) -> AsyncIterator[bytes]:
        """What a viewer is shown, now and whenever it changes; empty where it is long the same."""
        clock = asyncio.get_running_loop().time
        last, due = b"", clock() + HEARTBEAT
        while True:
            changed, position = self._changed, self.table.encoded_position(viewer)
            if position != last:
                last, due = position, clock() + HEARTBEAT
                yield position
            try:  # what changes nothing for the viewer must not delay the next sign of life
                await asyncio.wait_for(changed.wait(), due - clock())
            except TimeoutError:
                due = clock() + HEARTBEAT
                yield b""

    def change(self, change: Callable[[], None], *, is_heard: bool = True) -> None:
        """Changes the table, writes down what was done, and then shows it to everybody.

        Args:
            change: What changes it.
            is_heard: Whether the next move is to wait for as long as the pace says.

        Raises:
            UserError: What `change` raises; or the actions can't be written.
        """
        change()
        self._save()
        if is_heard:
            self._last_shown = asyncio.get_running_loop().time()
        self._changed.set()
        self._changed = asyncio.Event()

    async def play(self) -> None:
        """Makes the moves of the agents, and those that leave no choice, until the end."""
        self._last_shown = asyncio.get_running_loop().time()
        while not self.table.is_over:
            if self.table.waits_for_person:
                await self._changed.wait()
                continue
            num_done = len(self.table.seated.actions)
            action = await self._decision()
            is_heard = self.table.is_heard(action)
            if is_heard:
                await self._until_due()
            if len(self.table.seated.actions) == num_done:  # a person may have been faster
                self.change(partial(self.table.take, action), is_heard=is_heard)

    async def _until_due(self) -> None:
        """Waits for the next beat, which may change; a longer one is needed if it is over."""
        clock = asyncio.get_running_loop().time
        if clock() > self._last_shown + self.beat:
            self._needed = min(2 * self.beat, LONGEST_PACE)
        while (left := self._last_shown + self.beat - clock()) > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)

    async def _decision(self) -> int:
        """The only move there is, or what the agent chooses; another one where it can't go on."""
        table, seated = self.table, self.table.seated
        legal = table.game.legal_actions(seated.state)
        if len(legal) == 1:
            return legal[0]
        try:
            action = await asyncio.wait_for(in_a_thread(seated.agent_action), self._patience)
            if action in legal:
                return action
            trouble = "chose what the rules do not allow"
        except TimeoutError:
            trouble = f"took more than {self._patience:g} seconds for a move"
        except Exception as error:  # whatever somebody's agent raises: the others want to play on
            trouble = "failed"
            word = seated.players[seated.to_move]
            print(f"fudaba: agent {word} failed: {shown(error)}", file=sys.stderr)
        name = player_names(seated.players)[seated.to_move]
        stand_in = seated.replace_agent(seated.to_move)
        table.report(seated.to_move, f"{name} {trouble}; {stand_in} plays on in its place.")
        return await self._decision()


class Tables:
    """All tables of a server; those of an earlier server are taken up when somebody looks."""

    def __init__(self, store: TableStore, over: Path, patience: float = PATIENCE) -> None:
        """Takes the file of the tables, that of games that are over, and an agent's seconds."""
        self._store, self._over, self._patience = store, over, patience
        self._played: dict[int, PlayedTable] = {}
        self._tasks = set[asyncio.Task[None]]()
        self._making = asyncio.Lock()  # one game at a time is compiled
        self._keeping = asyncio.Lock()  # one game at a time is added to those that are over

    async def open(self, wanted: NewTable) -> TableLinks:
        """Opens a table.

        Raises:
            UserError: There is no such game, house rule or agent, or they do not go together.
        """
        async with self._making:
            saved, table = await in_a_thread(partial(new_table, wanted))
        number = self._store.add(saved)
        self._start(number, table)
        names = table.seated.names_for()
        links = [
            SeatLink(seat, names[seat], f"/seat/{self._store.new_token(number, seat)}")
            for seat in table.seated.people
        ]
        watch = None if links else f"/watch/{self._store.new_token(number, NOBODY)}"
        return TableLinks(links, watch)

    async def at(self, key: Key) -> PlayedTable:
        """A table that was opened, by this server or an earlier one.

        Raises:
            UserError: It was begun with other rules.
        """
        if key.table not in self._played:
            async with self._making:
                if key.table not in self._played:  # nobody else made it meanwhile
                    saved = self._store.load(key.table)
                    self._start(key.table, await in_a_thread(partial(table_of, saved)))
        return self._played[key.table]

    async def advice(self, key: Key, word: str) -> Choice:
        """What an agent would do in the place of a person.

        Raises:
            UserError: It is not the person's decision, or the agent gives no advice.
        """
        table = (await self.at(key)).table
        async with self._making:
            return await in_a_thread(partial(table.advice, key.seat, word))

    async def set_pace(self, key: Key, seconds: float) -> None:
        """Sets how fast a table is played."""
        played = await self.at(key)
        self._store.set_pace(key.table, seconds)
        played.change(partial(played.table.set_pace, seconds), is_heard=False)

    async def stop(self) -> None:
        """Stops playing; what was done is written down."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, number: int, table: Table) -> None:
        """Lets the game at a table go on."""
        save = partial(self._save, number, table)
        self._played[number] = PlayedTable(table, save, self._patience)
        task = asyncio.create_task(self._play(number))
        self._tasks.add(task)  # the loop itself would forget it
        task.add_done_callback(self._tasks.discard)

    async def _play(self, number: int) -> None:
        """Plays a table to its end, and then adds the game to those that can be looked at."""
        played = self._played[number]
        try:
            await played.play()
            record = played.table.seated.record()
            async with self._keeping:
                await in_a_thread(partial(add_games, self._over, [record]))
        except UserError as error:  # a file can't be written any more
            print(f"fudaba: {error}", file=sys.stderr)

    def _save(self, number: int, table: Table) -> None:
        self._store.save(number, table.seated.actions)


def new_table(wanted: NewTable) -> tuple[SavedTable, Table]:
    """A table as it was asked for, with everything compiled that it needs.

    Raises:
        UserError: There is no such game, house rule or agent, or they do not go together.
    """
    game = find_game(wanted.game)
    rules = {name: _read_value(name, value) for name, value in wanted.options.items()}
    options = game.options.read(game.name, {"num_players": len(wanted.seats), **rules})
    if options.num_players != len(wanted.seats):
        raise UserError(
            f"seats can't be {len(wanted.seats)} with num_players={options.num_players}; allowed: "
            "one for each player."
        )
    if wanted.seed is not None:
        check_whole("seed", wanted.seed, 0, UINT64_RANGE - 1)
    saved = SavedTable(
        game=game.name,
        options=options.plain(),
        seed=secrets.randbits(SEED_BITS) if wanted.seed is None else wanted.seed,
        sources=sources_of(game),
        players=[None if word == PERSON else word for word in wanted.seats],
        pace=wanted.pace,
    )
    return saved, table_of(saved)


def table_of(saved: SavedTable) -> Table:
    """A table, with everything compiled that it needs.

    Raises:
        UserError: It was begun with other rules.
    """
    game = find_game(saved.game)
    if saved.sources != sources_of(game):
        raise UserError(
            f"this table was begun with another version of {game.title}; open a new one."
        )
    rehearse(_dealt(game, saved))
    table = _dealt(game, saved)
    for action in saved.actions:
        table.take(action)
    return table


def rehearse(table: Table) -> None:
    """Does once what is done at a table, so that nobody waits for the compiler in the game.

    An agent's time is not to be spent on it either. Of searching agents a small one stands for
    all; those of somebody else's making are not asked, since they may not answer.
    """
    while table.is_forced:
        table.take(table.game.legal_actions(table.seated.state)[0])
    if table.is_over:
        return
    searching = filter(None, map(smallest_search, table.seated.players))
    for word in {GREEDY, *searching}:  # agents that are compiled for a game
        table.seated.advice(word)
    for viewer in table.viewers:
        table.encoded_position(viewer)
    mover = table.seated.to_move
    first = table.position(mover)
    table.build(mover, first.at, first.moves[0].action)


def _dealt(game: Game, saved: SavedTable) -> Table:
    options = game.options.read(game.name, saved.options)
    key, seed = divmod(saved.seed, UINT64_RANGE)
    return Table(SeatedGame(game, options, saved.players, seed, key), saved.pace)


def sources_of(game: Game) -> str:
    """A hash of the sources of a game's rules and agents."""
    return SOURCES.key(deciding_sources(game))


def _read_value(name: str, value: Any) -> Any:
    """A house rule as the command line reads it; what is no text stays what it is."""
    is_text = isinstance(value, str)
    return read_yaml(f"the value of the house rule {name}", value) if is_text else value


async def in_a_thread(work: Callable[[], Made]) -> Made:
    """The result of work in a thread of its own, which goes on alone where nobody waits for it."""
    loop = asyncio.get_running_loop()
    result: asyncio.Future[Made] = loop.create_future()

    def settle(how: Callable[[Any], None], value: Any) -> None:
        if not result.done():
            how(value)

    def run() -> None:
        try:
            outcome: tuple[Callable[[Any], None], Any] = result.set_result, work()
        except BaseException as error:
            outcome = result.set_exception, error
        with suppress(RuntimeError):  # the loop is closed by now
            loop.call_soon_threadsafe(settle, *outcome)

    threading.Thread(target=run, daemon=True).start()
    return await result
