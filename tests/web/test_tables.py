"""Tables in play, on a clock of their own: what the beat tells, and who may be faster."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from fudaba.agents.seated import SeatedGame
from fudaba.envs import find_game
from fudaba.web import tables as web_tables
from fudaba.web.table import Table
from fudaba.web.tables import HEARTBEAT, PlayedTable

from .games import table_of_people

PATIENCE = 60.0
TICK = 1e-9  # seconds, or a wait for less than the rounding of the clock would never end
ALONE = [None, "random", "random", "random"]


class FakeLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock goes on to the next event at once, and else stands still."""

    now = 0.0

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:  # type: ignore[attr-defined]
            due = self._scheduled[0].when()  # type: ignore[attr-defined]
            self.now = max(self.now, due) + TICK
        super()._run_once()  # type: ignore[misc]


@pytest.fixture(autouse=True)
def thinking(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], float]], None]:
    """Sets how many seconds of the clock agents think, which is no time at first."""

    def think_for(seconds: Callable[[], float]) -> None:
        async def in_a_thread(work: Callable[[], Any]) -> Any:
            await asyncio.sleep(seconds())
            return work()

        monkeypatch.setattr(web_tables, "in_a_thread", in_a_thread)

    think_for(lambda: 0.0)
    return think_for


def forced_table() -> Table:
    """A table of agents and one person, who can do one thing alone."""
    game, chance = find_game("sevens_v0"), random.Random(1)
    table = Table(SeatedGame(game, game.options(), ALONE, 3), 1.0)
    while not (table.is_forced and table.seated.to_move == 0):
        table.take(chance.choice(game.legal_actions(table.seated.state)))
    return table


def in_play(table: Table, then: Callable[[PlayedTable], Awaitable[None]]) -> None:
    """Plays a table while something else happens."""

    async def both() -> None:
        playing = PlayedTable(table, lambda: None, PATIENCE)
        task = asyncio.create_task(playing.play())
        await asyncio.sleep(0)
        await then(playing)
        assert not task.done()
        task.cancel()

    with asyncio.Runner(loop_factory=FakeLoop) as runner:
        runner.run(both())


def test_the_only_move_of_the_only_person_is_made_at_the_pace() -> None:
    table = forced_table()
    num_done = len(table.seated.actions)
    assert table.position(0).is_forced

    async def wait(playing: PlayedTable) -> None:
        await asyncio.sleep(0.99)
        assert len(table.seated.actions) == num_done
        await asyncio.sleep(0.02)
        assert len(table.seated.actions) == num_done + 1

    in_play(table, wait)


def test_where_others_watch_a_person_makes_the_only_move_himself() -> None:
    """Made at the pace it would tell that there was no choice (NAM-9.13, MKK-9.12, TAX-9.14)."""
    game, chance = find_game("sevens_v0"), random.Random(1)
    table = table_of_people(game, 3)
    while not table.is_forced:
        table.take(chance.choice(game.legal_actions(table.seated.state)))
    seat, done = table.seated.to_move, table.seated.actions[:]

    async def wait(playing: PlayedTable) -> None:
        await asyncio.sleep(1000)
        assert table.seated.actions == done
        position = table.position(seat)
        assert not position.is_forced and len(position.moves) == 1
        playing.change(partial(table.build, seat, position.at, position.moves[0].action))
        assert len(table.seated.actions) == len(done) + 1

    in_play(table, wait)


def test_who_makes_the_only_move_himself_is_not_moved_again() -> None:
    table = forced_table()
    position = table.position(0)

    async def be_faster(playing: PlayedTable) -> None:
        await asyncio.sleep(0.5)
        playing.change(partial(table.build, 0, position.at, position.moves[0].action))
        done = table.seated.actions[:]
        await asyncio.sleep(0.99)
        assert table.seated.actions == done

    in_play(table, be_faster)


def test_a_change_of_the_pace_counts_at_once() -> None:
    table = forced_table()
    table.set_pace(10.0)
    num_done = len(table.seated.actions)

    async def hurry(playing: PlayedTable) -> None:
        await asyncio.sleep(1)
        playing.change(partial(table.set_pace, 0.0), is_heard=False)
        await asyncio.sleep(0.02)
        assert len(table.seated.actions) > num_done

    in_play(table, hurry)


def test_a_secret_decision_does_not_delay_the_sign_of_life() -> None:
    """Or its delay would tell everybody that somebody had decided."""
    table = table_of_people(find_game("sevens_v0"), 3)

    async def look(playing: PlayedTable) -> None:
        clock, positions = asyncio.get_running_loop().time, playing.positions(0)
        assert await anext(positions)
        signs = asyncio.ensure_future(anext(positions))
        await asyncio.sleep(HEARTBEAT - 1)
        playing.change(lambda: None, is_heard=False)
        assert await signs == b"" and clock() == pytest.approx(HEARTBEAT)

    in_play(table, look)


class Logged(PlayedTable):
    """Notes each change: when, whether others heard of it, and whether an agent made it."""

    def change(self, change: Callable[[], None], *, is_heard: bool = True) -> None:
        is_agents = self.table.seated.to_move not in self.table.seated.people
        log = getattr(self, "log", [])
        self.log = [*log, (asyncio.get_running_loop().time(), is_heard, is_agents)]
        super().change(change, is_heard=is_heard)


def played_out(table: Table) -> list[tuple[float, bool, bool]]:
    """Plays a table to its end, its people in no time; returns what was logged."""
    chance, playing = random.Random(1), Logged(table, lambda: None, PATIENCE)

    async def move_people() -> None:
        while not table.is_over:
            changed = playing._changed
            if table.waits_for_person:
                position = table.position(table.seated.to_move)
                action = chance.choice(position.moves).action
                playing.change(partial(table.build, position.seat, position.at, action))
            else:
                await changed.wait()

    async def play() -> None:
        await asyncio.gather(playing.play(), move_people())

    with asyncio.Runner(loop_factory=FakeLoop) as runner:
        runner.run(play())
    return playing.log


def test_TAX_9_15_the_clock_does_not_tell_of_secret_decisions(
    thinking: Callable[[Callable[[], float]], None],
) -> None:
    """Taxot: agents who think for longer than the pace, and an unknown number of them between."""
    game, chance = find_game("taxot_v0"), random.Random(1)
    thinking(lambda: chance.uniform(0.4, 0.9))
    log = played_out(Table(SeatedGame(game, game.options(seasons=8), ALONE, 2), 1.0))
    pauses, shown, num_secret = list[tuple[float, int]](), 0.0, 0
    for now, is_heard, is_agents in log:
        if is_heard and is_agents:
            pauses.append((round(now - shown, 6), num_secret))
        shown, num_secret = (now, 0) if is_heard else (shown, num_secret + is_agents)
    beats = [pause for pause, _ in pauses]
    assert beats == sorted(beats) and {*beats} == {1.0, 2.0}, "it was too short once"
    assert {min(between, 1) for pause, between in pauses if pause == 2.0} == {0, 1}


def test_where_agents_sit_alone_nobody_waits_for_longer_than_the_pace(
    thinking: Callable[[Callable[[], float]], None],
) -> None:
    game = find_game("sevens_v0")
    thinking(lambda: 3.0)
    table = Table(SeatedGame(game, game.options(), ["random"] * 4, 3), 0.0)
    log = played_out(table)
    thought = sum(now > before for (before, *_), (now, *_) in pairwise([(0.0, False, False), *log]))
    assert log[-1][0] == pytest.approx(3.0 * thought)


def test_an_answer_that_settles_who_takes_a_discard_is_heard() -> None:
    """Taxot: it is told to nobody, but all see what comes of it, at the pace (TAX-7.3)."""
    game, chance = find_game("taxot_v0"), random.Random(3)
    seen = set()
    for seed in range(4):
        table = table_of_people(game, seed, seasons=2)
        while not table.is_over:
            action = chance.choice(game.legal_actions(table.seated.state))
            is_heard, mover = table.is_heard(action), table.seated.to_move
            listener = (mover + 1) % table.options.num_players
            is_told = bool(game.announced_to(table.seated.state, action, listener))
            told = [len(table.position(seat).told) for seat in range(table.options.num_players)]
            table.take(action)
            hear = [len(table.position(seat).told) > told[seat] for seat in range(len(told))]
            assert is_heard == all(one for seat, one in enumerate(hear) if seat != mover)
            seen.add((is_told, is_heard))
    assert seen == {(True, True), (False, True), (False, False)}
