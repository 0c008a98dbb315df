"""Running a session: agents move in threads of their own, at a pace that people can follow."""

import asyncio
import contextvars
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, TypeVar

from fudaba.agents.errors import AgentError
from fudaba.common.languages import N_, translator
from fudaba.envs import UserError

from .session import UNSTORED, Session
from .wire import LONGEST_PACE

SHORTEST_BEAT = 0.01  # seconds; enough for a fast agent
CALM = 4  # events after which a longer beat is halved; twice as many each time it was too early
MOMENT_BEATS = 4  # beats that a table stops to show a moment
RETRY = 2.0  # seconds until the server tries again to store a move
HEARTBEAT = 15.0  # seconds until a silent connection gets a heartbeat, which finds broken ones

FORBIDDEN = N_("{name} chose a move that the rules do not allow; {agent} plays on in its place.")
TOO_SLOW = N_(
    "{name} took more than {seconds:g} seconds for a move; {agent} plays on in its place."
)
FAILED = N_("{name} failed; {agent} plays on in its place.")

Made = TypeVar("Made")

_, _n = translator("web")


class SessionRunner:
    """Plays a session and publishes its positions. Its methods run in the event loop.

    The timing of moves does not depend on hidden information. A move of an agent that the other
    players hear is shown one beat after the last event, however long the agent thought and whether
    or not another agent was asked secretly in between. After a moment, which all seats are shown,
    it is shown after four beats. The beat is the pace. If people play, it is
    doubled whenever it was too short; only then can they see that an agent thought for long. It is
    halved after a number of events, whatever agents needed meanwhile, and that number doubles when
    the beat was too short again: so people see few doublings, about the logarithm of the events.
    The first move of a seat, for which its agent may load and compile, doubles nothing.

    Attributes:
        session: The session.
    """

    def __init__(self, session: Session, save: Callable[[Session], None], patience: float) -> None:
        """Prepares to run a session; `play` starts it.

        Args:
            session: The session.
            save: Stores the actions of the session.
            patience: Seconds that an agent gets for a move.
        """
        self.session, self._save, self._patience = session, save, patience
        self._changed = asyncio.Event()
        self._last_shown = 0.0  # the loop's time at which others last heard of a move
        self._needed = SHORTEST_BEAT
        self._calm, self._num_events, self._is_halved = CALM, 0, False
        self._moved = set[int]()  # seats whose agent's moves were heard
        self._num_watching = 0

    @property
    def beat(self) -> float:
        """Seconds from one event without a moment to the next move of an agent."""
        people, pace = self.session.seated.people, self.session.pace
        return max(pace, self._needed) if people else pace

    @property
    def pause(self) -> float:
        """Seconds that the last event stays before the next move of an agent."""
        return self.beat * (MOMENT_BEATS if self.session.shows_moment else 1)

    @property
    def is_idle(self) -> bool:
        """Whether the game is over and stored, and no page looks at it."""
        return self.session.is_stored and not self._num_watching

    async def positions(self, viewer: int) -> AsyncIterator[bytes]:
        """Yields the viewer's encoded position now and after every change; `b""` as a heartbeat."""
        clock = asyncio.get_running_loop().time
        last, due = b"", clock() + HEARTBEAT
        self._num_watching += 1
        try:
            while True:
                changed, position = self._changed, self.session.encoded_position(viewer)
                if position != last:
                    last, due = position, clock() + HEARTBEAT
                    yield position
                try:  # a change that the viewer does not see must not delay the heartbeat
                    await asyncio.wait_for(changed.wait(), due - clock())
                except TimeoutError:
                    due = clock() + HEARTBEAT
                    yield b""
        finally:
            self._num_watching -= 1

    def change(self, change: Callable[[], None], *, is_heard: bool = True) -> None:
        """Changes the session, stores its actions, and then publishes the new positions.

        Args:
            change: Makes the change.
            is_heard: Whether the next move of an agent waits for a full beat from now.

        Raises:
            UserError: `change` raises it, or an earlier change could not be stored yet.
        """
        if self.session.is_unstored:
            raise UserError(_(UNSTORED))
        change()
        with self._noting_trouble():
            self._save(self.session)
        if is_heard:
            self._last_shown = asyncio.get_running_loop().time()
            self._count_event()
        self.publish()

    def _count_event(self) -> None:
        """Halves the needed beat after enough events that everybody knows of."""
        self._num_events += 1
        if self._num_events >= self._calm and self._needed > SHORTEST_BEAT:
            self._needed = max(self._needed / 2, SHORTEST_BEAT)
            self._num_events, self._is_halved = 0, True

    def _double_beat(self) -> None:
        """Doubles the beat, which was too short; the next halving comes later if this one was."""
        self._needed = min(2 * self.beat, LONGEST_PACE)
        self._calm *= 1 + self._is_halved
        self._num_events, self._is_halved = 0, False

    def publish(self) -> None:
        """Has the pages look at the positions again."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def until_stored(self, store: Callable[[], Awaitable[None]]) -> None:
        """Retries a storage operation until it succeeds; meanwhile pages say so."""
        while True:
            with self._noting_trouble():
                await store()
            self.publish()
            if not self.session.is_unstored:
                return
            await asyncio.sleep(RETRY)

    @contextmanager
    def _noting_trouble(self) -> Iterator[None]:
        """Notes in the session whether the storage operation inside the block succeeded."""
        was_unstored = self.session.is_unstored
        try:
            yield
            self.session.set_unstored(False)
        except UserError as error:  # the disk is full, or a backup holds the file
            self.session.set_unstored(True)
            if not was_unstored:
                print(f"fudaba: {error}", file=sys.stderr)

    async def _save_again(self) -> None:
        self._save(self.session)

    def deal_again(self, session: Session) -> None:
        """Publishes the next game of the table; `play` runs it."""
        self.session = session
        self.change(lambda: None)

    async def play(self) -> None:
        """Makes the moves of agents and the forced moves until the game is over."""
        self._last_shown = asyncio.get_running_loop().time()
        while self.session.is_unstored or not self.session.is_over:
            if self.session.is_unstored:
                await self.until_stored(self._save_again)
                continue
            if self.session.waits_for_person or self.session.waits_for_agents:
                await self._changed.wait()
                continue
            num_done, seat = len(self.session.seated.actions), self.session.seated.to_move
            action = await self._decision()
            is_heard = self.session.is_heard(action)
            if is_heard:
                await self._until_due(is_first=seat not in self._moved)
                self._moved.add(seat)
            has_moved = len(self.session.seated.actions) > num_done  # a person, meanwhile
            is_held = self.session.is_unstored or self.session.waits_for_agents
            if not has_moved and not is_held:
                self.change(partial(self.session.take, action), is_heard=is_heard)

    async def _until_due(self, *, is_first: bool) -> None:
        """Waits until the pause is over; if the agent took longer than it, doubles later beats."""
        clock = asyncio.get_running_loop().time
        if clock() > self._last_shown + self.pause and not is_first:
            self._double_beat()
        while (left := self._last_shown + self.pause - clock()) > 0:  # the pace may change
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)

    async def _decision(self) -> int:
        """Returns the only legal move or the agent's choice; replaces an agent that fails."""
        session, seated = self.session, self.session.seated
        legal = session.game.legal_actions(seated.state)
        if len(legal) == 1:
            return legal[0]
        try:
            action = await asyncio.wait_for(in_thread(seated.agent_action), self._patience)
            if action in legal:
                return action
            trouble = FORBIDDEN
        except TimeoutError:
            trouble = TOO_SLOW
        except Exception as error:  # a user's agent may raise anything, and the game must continue
            trouble = FAILED
            failure = AgentError.of(seated.players[seated.to_move], error)
            print(f"{failure.traceback}fudaba: {failure}", file=sys.stderr)
        seat = seated.to_move
        stand_in = seated.replace_agent(seat)

        def told() -> str:
            name = seated.seat_names()[seat]
            return _(trouble, name=name, agent=stand_in, seconds=self._patience)

        session.report(seat, told)
        return await self._decision()


async def in_thread(work: Callable[[], Made]) -> Made:
    """Returns the result of work in a daemon thread, which continues if the caller is cancelled.

    The work is done in the language of the caller.

    A thread pool would keep the process alive until the work ends.
    """
    loop = asyncio.get_running_loop()
    result: asyncio.Future[Made] = loop.create_future()
    context = contextvars.copy_context()

    def settle(how: Callable[[Any], None], value: Any) -> None:
        if not result.done():
            how(value)

    def run() -> None:
        try:
            outcome: tuple[Callable[[Any], None], Any] = result.set_result, context.run(work)
        except Exception as error:
            outcome = result.set_exception, error
        except BaseException as error:  # raised in the loop, it would end the server or the waiting
            outcome = result.set_exception, RuntimeError(repr(error))
        with suppress(RuntimeError):  # the loop is closed by now
            loop.call_soon_threadsafe(settle, *outcome)

    threading.Thread(target=run, daemon=True).start()
    return await result
