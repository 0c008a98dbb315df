"""Serving tables at an address, until the process is asked to stop."""

import asyncio
import os
import socket
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, cast

import uvicorn

from fudaba.agents.files import locked
from fudaba.envs import UserError
from fudaba.envs.core.checking.errors import shown

from .app import Server
from .connections import ACCEPTED_AT_ONCE, Connection, Limits
from .store import TableStore
from .tables import PATIENCE

LAST_WORDS = 1  # seconds that open connections get at the end
WAITING_ROOM = 128  # connections that the system holds until they are accepted
SHORTAGE = "socket.accept() out of system resource"  # asyncio's words
SHORT = "pages may have to wait; ulimit -n says how many files there may be."
SAID_AGAIN = 60.0  # seconds, after which a shortage that goes on is told again


async def serve(
    folder: Path,
    listening: socket.socket,
    started: Callable[[], None],
    patience: float = PATIENCE,
    limits: Limits | None = None,
) -> None:
    """Serves the tables of a folder, and lets look at the runs in it.

    Args:
        folder: Where `tables.sqlite` is, or will be.
        listening: Where requests come in.
        started: Called once they are answered.
        patience: Seconds that an agent gets for a move.
        limits: What connections may take; None for the usual.

    Raises:
        UserError: The file of the tables can't be used, or another server uses it.
    """
    file = folder / "tables.sqlite"
    taken = f"another fudaba table serves {folder}; close that one, or name another folder."
    with TableStore(file) as store, locked(file, taken):
        limits = limits or Limits()
        tables = Server(store, folder, patience, limits)
        config = uvicorn.Config(
            tables.app(),
            log_level="critical",
            access_log=False,  # which would write the tokens down
            server_header=False,
            lifespan="off",
            http=cast(Any, partial(Connection, limits=limits)),
            backlog=ACCEPTED_AT_ONCE,
            timeout_graceful_shutdown=LAST_WORDS,
        )
        try:
            await Announced(config, started).serve(sockets=[listening])
        finally:
            await tables.stop()


class Announced(uvicorn.Server):
    """A server that says when it answers, and when it can take no more connections."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        """Takes what to call."""
        super().__init__(config)
        self._say = started
        self._short_until = 0.0  # on the loop's clock; until then a shortage was told

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begins to answer."""
        asyncio.get_running_loop().set_exception_handler(self._handle)
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(WAITING_ROOM)  # asyncio accepts as many at once as may wait
        self._say()

    def _handle(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Closes the connections that wait for a request when descriptors have run out.

        asyncio accepts the next connection a second later.
        """
        if context["message"] != SHORTAGE:
            loop.default_exception_handler(context)
            return
        for connection in [*self.server_state.connections]:
            if isinstance(connection, Connection) and connection.is_waiting:
                connection.transport.abort()
        if loop.time() >= self._short_until:
            self._short_until = loop.time() + SAID_AGAIN
            print(f"fudaba: {context['exception'].strerror}: {SHORT}", file=sys.stderr)


def listen(host: str, port: int) -> socket.socket:
    """Opens a port for requests.

    Args:
        host: An address of this machine.
        port: 0 takes any that is free.

    Raises:
        UserError: The address is none of this machine's, or the port is taken.
    """
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family)
    except (OSError, UnicodeError) as error:
        number = getattr(error, "errno", None) or 0  # below 0 it is one of the search for names
        reason = os.strerror(number) if number > 0 else "it is no address"
        raise UserError(f"{shown(host)} port {port} can't be served: {reason}.") from None
