"""Every request of a seat's page that computes: who has gone is not computed for."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fudaba.web import manager, thinking
from fudaba.web.app import Server
from fudaba.web.connections import Limits
from fudaba.web.session import StaleError
from fudaba.web.store import SeatKey, TableStore
from fudaba.web.wire import NewTable

PATIENCE = 60.0
ASKING = {  # routes that compute for a table that plays, with their messages
    "/hint": {"agent": "greedy"},
    "/explain": {"question": "pass"},
    "/how-to-play": {},
}
STORED = {"/state", "/events"}  # show what is made already
DONE = {  # change a table; none waits for a question
    "/again", "/move", "/back", "/pace", "/patience", "/skip", "/name", "/begin", "/presence",
    "/people-patience", "/go-on", "/reading",
}  # fmt: skip
OF_REPLAYS = {"/replay"}  # of games that are over; test_analysis.py
MANY = 8


class Guest:
    """A request of a guest, who leaves once told to; `body` is what the server answered."""

    def __init__(self, path: str, message: dict[str, Any]) -> None:
        self.sent = [{"type": "http.request", "body": json.dumps(message).encode()}]
        self.leaves, self.body, self.status = asyncio.Event(), b"", 0
        self.scope = {
            "type": "http", "method": "POST", "path": path, "raw_path": path.encode(),
            "query_string": b"", "headers": [(b"host", b"127.0.0.1:80")], "root_path": "",
            "server": ("127.0.0.1", 80), "client": ("127.0.0.1", 9), "scheme": "http",
        }  # fmt: skip

    async def receive(self) -> dict[str, Any]:
        """Returns the message, then waits until the guest leaves."""
        if self.sent:
            return self.sent.pop()
        await self.leaves.wait()
        return {"type": "http.disconnect"}

    async def send(self, part: Any) -> None:
        """Keeps what the server answers."""
        self.status = part.get("status", self.status)
        self.body += part.get("body", b"")


def served(folder: Path, test: Callable[[Server, str], Any]) -> None:
    """Runs a test with a server and the path of a seat that is to move."""

    async def run() -> None:
        with TableStore(folder / "tables.sqlite") as store:
            server = Server(store, folder, PATIENCE, Limits(), (), None, {})
            wanted = NewTable(game="sevens_v0", seats=["person"] * 4, seed=3)
            first = (await server._sessions.open(wanted)).seat
            ((number, runner),) = server._sessions._runners.items()
            links = [first, *[await server._sessions.take_seat(number) for _ in range(3)]]
            paths = {link.seat: link.path for link in links if link}
            await test(server, f"/api{paths[runner.session.seated.to_move]}")
            await server.stop()

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


def test_every_route_of_a_seat_is_known_here(tmp_path: Path) -> None:
    async def test(server: Server, seat: str) -> None:
        paths = {route.path for route in server.seat_routes()}
        assert paths == {*ASKING} | STORED | DONE | OF_REPLAYS

    served(tmp_path, test)


@pytest.mark.parametrize("route", [*ASKING])
def test_who_has_gone_is_not_computed_for(
    route: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of many who ask, the first is computed for, and the only one who has stayed."""
    computed = 0

    async def test(server: Server, seat: str) -> None:
        gate, app, in_thread = asyncio.Event(), server.app(), thinking.in_thread

        async def counted(work: Callable[[], Any]) -> Any:
            nonlocal computed
            computed += 1
            await gate.wait()
            return await in_thread(work)

        monkeypatch.setattr(thinking, "in_thread", counted)
        guests = [Guest(seat + route, ASKING[route]) for _ in range(MANY)]
        asked = [asyncio.create_task(app(one.scope, one.receive, one.send)) for one in guests]
        while not computed:
            await asyncio.sleep(0.01)
        for guest in guests[:-1]:
            guest.leaves.set()
        await asyncio.gather(*asked[:-1])
        gate.set()
        await asked[-1]
        assert guests[-1].status == 200 and json.loads(guests[-1].body) and computed == 2

    served(tmp_path, test)


def test_a_table_opens_while_a_question_is_computed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(server: Server, seat: str) -> None:
        gate, app = asyncio.Event(), server.app()

        async def waits(work: Callable[[], Any]) -> Any:
            await gate.wait()
            return work()

        monkeypatch.setattr(thinking, "in_thread", waits)
        guest = Guest(f"{seat}/hint", ASKING["/hint"])
        asked = asyncio.create_task(app(guest.scope, guest.receive, guest.send))
        await asyncio.sleep(0.01)
        again = NewTable(game="sevens_v0", seats=["person"] * 4)
        assert (await server._sessions.open(again)).seat and not asked.done()
        gate.set()
        await asked
        assert guest.status == 200

    served(tmp_path, test)


def test_of_many_who_ask_for_the_next_game_one_deals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    restored, restored_session = [], manager.restored_session

    def counted(*asked: Any) -> Any:
        restored.append(asked)
        return restored_session(*asked)

    async def test(server: Server, seat: str) -> None:
        (number, runner), *_ = server._sessions._runners.items()
        first = runner.session
        while not first.is_over:
            runner.change(lambda: first.take(first.game.legal_actions(first.seated.state)[0]))
        while not first.played:
            await asyncio.sleep(0.01)
        monkeypatch.setattr(manager, "restored_session", counted)
        asked = (server._sessions.deal_again(SeatKey(number, 0), 1) for _ in range(MANY))
        dealt = await asyncio.gather(*asked, return_exceptions=True)
        assert dealt.count(None) == len(restored) == 1 and runner.session.round == 2
        assert sum(isinstance(one, StaleError) for one in dealt) == MANY - 1

    served(tmp_path, test)
