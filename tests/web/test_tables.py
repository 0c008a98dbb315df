"""Tables in play: what the pace does, and who may be faster."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from functools import partial

from fudaba.agents.seated import SeatedGame
from fudaba.envs import find_game
from fudaba.web.table import Table
from fudaba.web.tables import PlayedTable

from .games import table_of_people

PATIENCE = 60.0


def forced_table() -> Table:
    """A table of people of whom one can do one thing alone."""
    game, chance = find_game("sevens_v0"), random.Random(1)
    table = table_of_people(game, 3)
    while not table.is_forced:
        table.take(chance.choice(game.legal_actions(table.seated.state)))
    return table


def in_play(table: Table, then: Callable[[PlayedTable], Awaitable[None]]) -> None:
    """Plays a table while something else happens."""

    async def both() -> None:
        playing = PlayedTable(table, lambda: None, PATIENCE)
        playing._last_shown = asyncio.get_running_loop().time()
        task = asyncio.create_task(playing.play())
        await then(playing)
        assert not task.done()
        task.cancel()

    asyncio.run(both())


def test_the_only_move_is_made_at_the_pace() -> None:
    table = forced_table()
    table.set_pace(0.2)
    num_done = len(table.seated.actions)

    async def wait(playing: PlayedTable) -> None:
        await asyncio.sleep(0)
        assert len(table.seated.actions) == num_done
        while len(table.seated.actions) == num_done:
            await playing._changed.wait()

    in_play(table, wait)


def test_who_makes_the_only_move_himself_is_not_moved_again() -> None:
    table = forced_table()
    table.set_pace(0.2)
    seat = table.seated.to_move
    position = table.position(seat)

    async def be_faster(playing: PlayedTable) -> None:
        await asyncio.sleep(0)
        only = position.moves[0].action
        playing.change(partial(table.build, seat, position.at, only))
        done = table.seated.actions[:]
        if not table.is_forced:
            await asyncio.sleep(0.5)
            assert table.seated.actions == done

    in_play(table, be_faster)


def test_a_change_of_the_pace_counts_at_once() -> None:
    table = forced_table()
    table.set_pace(10.0)
    num_done = len(table.seated.actions)

    async def hurry(playing: PlayedTable) -> None:
        await asyncio.sleep(0)
        playing.change(partial(table.set_pace, 0.0), is_heard=False)
        await asyncio.wait_for(playing._changed.wait(), 5.0)
        assert len(table.seated.actions) > num_done

    in_play(table, hurry)


class Counting(PlayedTable):
    """Counts what has to wait, and lets nothing wait."""

    async def _until_due(self) -> None:
        self.waited = [*getattr(self, "waited", []), len(self.table.seated.actions)]


def test_moves_that_nobody_is_told_of_take_no_time_of_their_own() -> None:
    """Taxot: whether somebody was asked about a discard can't be read off the clock (TAX-7.3)."""
    game = find_game("taxot_v0")
    options = game.options(seasons=3)
    table, twin = (Table(SeatedGame(game, options, ["random"] * 4, 2), 1.0) for _ in range(2))
    playing, unheard = Counting(table, lambda: None, PATIENCE), 0
    asyncio.run(playing.play())
    for number, action in enumerate(table.seated.actions):
        assert twin.is_heard(action) == (number in playing.waited)
        unheard += not twin.is_heard(action)
        twin.take(action)
    assert unheard > 3
