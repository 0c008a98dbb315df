"""Running a session: agents move in threads of their own, at a pace that people can follow."""

import asyncio
import contextvars
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, TypeVar

from fudaba.agents.errors import AgentError
from fudaba.agents.naming import GREEDY
from fudaba.agents.titles import agent_title
from fudaba.common.languages import N_, translator
from fudaba.envs import NOBODY, UserError

from .company import Company
from .session import UNSTORED, Session
from .store import LATER
from .wire import LONGEST_PACE, People, encoded

SHORTEST_BEAT = 0.01  # seconds; enough for a fast agent
CALM = 4  # events after which a longer beat is halved; twice as many each time it was too early
MOMENT_BEATS = 4  # beats that a table stops to show a moment
RETRY = 2.0  # seconds until the server tries again to store a move
LOOKING = 1.0  # seconds between two looks at who is away
READING = 30.0  # seconds that several people have to look at a result
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

    After the result of a hand, a season or a round the table waits until the people there go on;
    several people have a fixed time for it. At pace 0 it waits for nobody. While the only person
    reads the rules nothing is played.

    At a table of several people an agent takes over for who has been away for the patience of the
    company. If nothing was heard for that time, it moves for who is on turn, and takes over if
    that is heard. So neither tells who is asked in secret.

    Attributes:
        session: The session.
        company: The people of the table.
    """

    def __init__(
        self,
        session: Session,
        save: Callable[[Session], None],
        patience: float,
        taken: Sequence[int] | None = None,
        people_patience: float | None = None,
    ) -> None:
        """Prepares to run a session; `play` starts it.

        Args:
            session: The session.
            save: Stores the actions of the session.
            patience: Seconds that an agent gets for a move.
            taken: The seats that people have taken; None for all of theirs.
            people_patience: Seconds that a person may be away, or think, until an agent plays.
        """
        self.session, self._save, self._patience = session, save, patience
        people = session.seated.people
        clock = asyncio.get_running_loop().time
        self.company = Company(people, people if taken is None else taken, clock, people_patience)
        self._changed = asyncio.Event()
        self._last_shown = 0.0  # the loop's time at which others last heard of a move
        self._heard = 0, 0.0  # the number of heard actions, and since when
        self._overdue = NOBODY  # the person for whom an agent makes one move
        self._needed = SHORTEST_BEAT
        self._calm, self._num_events, self._is_halved = CALM, 0, False
        # Seats whose moves were heard, and whether an agent was awaited that has joined since.
        self._moved = set[tuple[int, bool]]()

    @property
    def beat(self) -> float:
        """Seconds from one event without a moment to the next move of an agent."""
        people, pace = self.session.seated.people, self.session.pace
        return max(pace, self._needed) if people else pace

    @property
    def pause(self) -> float:
        """Seconds that the last event stays before the next move of an agent."""
        if self.session.is_skipping:
            return 0.0
        return self.beat * (MOMENT_BEATS if self.session.shows_moment else 1)

    @property
    def is_idle(self) -> bool:
        """Whether the game is over and stored, and no page looks at it."""
        return self.session.is_stored and not self.company.num_pages

    def events(self, viewer: int) -> AsyncIterator[tuple[str, bytes]]:
        """Returns a stream of what the viewer is shown, now and after every change, with its kind.

        The kinds are `people` and, once the game has begun, `position`; an empty one is a
        heartbeat. It ends when the seat is given up, even if nothing has been read until then.
        """
        return self._events(viewer, self.company.owner(viewer))

    async def _events(
        self, viewer: int, is_own: Callable[[], bool]
    ) -> AsyncIterator[tuple[str, bytes]]:
        clock, sent = asyncio.get_running_loop().time, dict[str, bytes]()
        due = clock() + HEARTBEAT
        try:
            with self.company.page(viewer):
                self.publish()
                while is_own():
                    changed = self._changed
                    for kind, content in self._shown(viewer).items():
                        if content != sent.get(kind):
                            sent[kind], due = content, clock() + HEARTBEAT
                            yield kind, content
                    try:  # a change that the viewer does not see must not delay the heartbeat
                        async with asyncio.timeout_at(due):
                            await changed.wait()
                    except TimeoutError:
                        due = clock() + HEARTBEAT
                        yield "", b""
        finally:
            self.publish()

    def _shown(self, viewer: int) -> dict[str, bytes]:
        """Returns the encoded parts of a page; those with cards only once the game has begun.

        Who watches people sees nothing of them until it is over.
        """
        shown = {"people": encoded(self.people())}
        if viewer == LATER:
            if self.session.is_over:
                shown["position"] = self.session.encoded_position(NOBODY)
        elif not self.company.is_waiting:
            shown["position"] = self.session.encoded_position(viewer)
        return shown

    def people(self) -> People:
        """Returns who is at the table."""
        company, session = self.company, self.session
        return People(
            title=session.game.translate(session.game.title),
            names=session.seated.seat_names(),
            states=[company.state(seat) for seat in range(session.options.num_players)],
            replaced=sorted(company.replaced),
            resigned=[seat for seat, reason in company.replaced.items() if reason == "resigned"],
            stand_in=agent_title(GREEDY, session.game),
            is_waiting=company.is_waiting,
            patience=company.patience,
        )

    def seat_people(self) -> None:
        """Has people and agents play as the company says, and publishes it.

        The next move of an agent waits for a full beat if the last beat is over. Nothing else is
        delayed, so nobody can hold up a table by coming and going.
        """
        away, now = {*self.company.replaced, self._overdue}, asyncio.get_running_loop().time()
        for seat in self.company.seats:
            self.session.replace(seat, is_away=seat in away)
        if now > self._last_shown + self.pause:
            self._last_shown = now
        self.publish()

    async def _replace_the_absent(self) -> None:
        """Has agents play for people who are away for too long."""
        while True:
            await asyncio.sleep(LOOKING)
            for seat in self.company.overdue():
                self.company.replaced[seat] = "away"
                self.seat_people()

    async def _until_changed(self) -> None:
        """Waits for a change; has an agent move for the person on turn once the time is over.

        The time begins when all have come.
        """
        if self.company.is_waiting:
            await self._changed.wait()
            self._heard = self.session.num_heard, asyncio.get_running_loop().time()
            return
        is_timed = self._waits_for_people and self.company.is_timed
        left = self._due - asyncio.get_running_loop().time() if is_timed else None
        try:
            async with asyncio.timeout(left):
                await self._changed.wait()
        except TimeoutError:
            self._overdue = self.session.seated.to_move
            self.session.replace(self._overdue, is_away=True)
            self._last_shown = self._due  # as if no other person had been asked before

    async def _until_seen(self) -> None:
        """Waits for a change while people look at a result; several of them have a fixed time."""
        is_timed = len(self.session.seated.people) > 1
        left = self._heard_at + READING - asyncio.get_running_loop().time() if is_timed else None
        try:
            async with asyncio.timeout(left):
                await self._changed.wait()
        except TimeoutError:
            self.change(partial(self.session.go_on, self.session.held))

    @property
    def _heard_at(self) -> float:
        """When all people heard of the last action that all of them hear."""
        if self._heard[0] != self.session.num_heard:
            self._heard = self.session.num_heard, asyncio.get_running_loop().time()
        return self._heard[1]

    @property
    def _due(self) -> float:
        """When people have thought for long enough since the last action that all of them heard."""
        return self._heard_at + (self.company.patience or 0.0)

    def _settle_overdue(self, *, is_heard: bool) -> None:
        """Gives the seat back after the move of an agent, unless all know that it made one."""
        seat, self._overdue = self._overdue, NOBODY
        if is_heard:
            self.company.replaced.setdefault(seat, "away")
            self.publish()
        else:
            self.session.replace(seat, is_away=seat in self.company.replaced)

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
        """Publishes the table's next game; whoever resigned plays in it again."""
        self.session, replaced = session, self.company.replaced
        self.company.replaced = {at: why for at, why in replaced.items() if why != "resigned"}
        self.seat_people()
        self.change(lambda: None)

    async def play(self) -> None:
        """Makes the moves of agents and the forced moves until the game is over."""
        looking = asyncio.create_task(self._replace_the_absent())
        try:
            await self._play()
        finally:
            looking.cancel()

    async def _play(self) -> None:
        self._last_shown = asyncio.get_running_loop().time()
        self._heard = self.session.num_heard, self._last_shown
        while self.session.is_unstored or not self.session.is_over:
            if self.session.is_unstored:
                await self.until_stored(self._save_again)
                continue
            if self.session.held:
                self.session.is_skipping = False
                await self._until_seen()
                continue
            if self._waits_for_people or self.session.waits_for_agents:
                self.session.is_skipping = False
                await self._until_changed()
                continue
            seated = self.session.seated
            mover = seated.to_move, seated.to_move in seated.awaited
            num_done = len(seated.actions)
            action = await self._decision()
            is_heard = self.session.is_heard(action)
            if is_heard:
                await self._until_due(is_first=mover not in self._moved)
                self._moved.add(mover)
            has_moved = len(seated.actions) > num_done  # a person, meanwhile
            is_held = self.session.is_unstored or self.session.waits_for_agents
            is_held = is_held or self._waits_for_people  # one has come back
            if not has_moved and not is_held:
                self.change(partial(self.session.take, action), is_heard=is_heard)
                if self._overdue != NOBODY:
                    self._settle_overdue(is_heard=is_heard)

    @property
    def _waits_for_people(self) -> bool:
        is_waiting = self.company.is_waiting or self.company.is_reading or bool(self.session.held)
        return is_waiting or self.session.waits_for_person

    async def _until_due(self, *, is_first: bool) -> None:
        """Waits until the pause is over; if the agent took longer than it, doubles later beats."""
        clock = asyncio.get_running_loop().time
        is_skipping = self.session.is_skipping
        if clock() > self._last_shown + self.pause and not (is_first or is_skipping):
            self._double_beat()
        while (due := self._last_shown + self.pause) > clock():  # the pace may change
            with suppress(TimeoutError):
                async with asyncio.timeout_at(due):
                    await self._changed.wait()

    async def _decision(self) -> int:
        """Returns the only legal move or the agent's choice; replaces an agent that fails."""
        session, seated = self.session, self.session.seated
        legal = session.game.legal_actions(seated.state)
        if len(legal) == 1:
            return legal[0]
        try:
            async with asyncio.timeout(self._patience):
                action = await in_thread(seated.agent_action)
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
            return _(
                trouble,
                name=name,
                agent=agent_title(stand_in, session.game),
                seconds=self._patience,
            )

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
