"""Runs the web server at an address until the process is asked to stop."""

import asyncio
import os
import socket
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

import uvicorn

from fudaba.common.errors import shown
from fudaba.common.files import locked
from fudaba.envs import UserError

from .app import Server
from .connections import ACCEPTED_AT_ONCE, Connection, Limits
from .images import images_in
from .manager import PATIENCE
from .public_site import PublicSite
from .store import TableStore

SHUTDOWN_SECONDS = 1  # time of open connections at the end
BACKLOG = 128  # connections that the system holds until they are accepted
SHORTAGE = "socket.accept() out of system resource"  # message of asyncio
SHORT = "pages may have to wait; ulimit -n shows the number of files allowed."
REPEAT_SECONDS = 60.0  # time between two messages about the same shortage


async def serve(
    folder: Path,
    listening: socket.socket,
    started: Callable[[], None],
    patience: float = PATIENCE,
    limits: Limits | None = None,
    own_agents: Sequence[str] = (),
    public: tuple[str, socket.socket] | None = None,
    cards: Path | None = None,
) -> None:
    """Runs the web server for the tables and the runs stored in a folder, until it is stopped.

    Args:
        folder: The folder of `tables.sqlite`, which is created if it is missing.
        listening: The socket of the requests.
        started: Called once the server answers requests.
        patience: Seconds that an agent gets for a move.
        limits: Limits of connections; None for the defaults.
        own_agents: The specs of agents of the host's own code that may take seats.
        public: The URL at which a proxy serves guests, and the socket of its requests.
        cards: A folder of images of cards; None for the pictures of the package alone.

    Raises:
        UserError: The file of the tables can't be used, or another server uses it.
    """
    images = {} if cards is None else images_in(cards)
    file = folder / "tables.sqlite"
    site = PublicSite.of(public[0], public[1].getsockname()[1]) if public else None
    taken = f"another fudaba table serves {folder}; close that one, or name another folder."
    with locked(file, taken), TableStore(file) as store:
        limits = limits or Limits()
        tables = Server(store, folder, patience, limits, own_agents, site, images)
        connection = partial(Connection, limits=limits, proxy_port=site.port if site else None)
        config = uvicorn.Config(
            tables.app(),
            log_level="critical",
            access_log=False,  # it would contain the tokens
            server_header=False,
            lifespan="off",
            proxy_headers=False,  # whoever sends them could pass for this machine; see PublicSite
            workers=1,  # else the environment names a number
            http=cast(Any, connection),
            backlog=ACCEPTED_AT_ONCE,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        )
        try:
            sockets = [listening, public[1]] if public else [listening]
            await TableServer(config, started).serve(sockets=sockets)
        finally:
            await tables.stop()


class TableServer(uvicorn.Server):
    """A uvicorn server that reports when it answers and when file descriptors run out."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        """Configures the server; `started` is called once it answers."""
        super().__init__(config)
        self._started = started
        self._short_until = 0.0  # in the loop's time; no message before

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts to answer requests."""
        asyncio.get_running_loop().set_exception_handler(self._handle)
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(BACKLOG)  # asyncio would use the size of a batch
        self._started()

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
            self._short_until = loop.time() + REPEAT_SECONDS
            print(f"fudaba: {context['exception'].strerror}: {SHORT}", file=sys.stderr)


def listen(host: str, port: int) -> socket.socket:
    """Opens a listening socket.

    Args:
        host: An address of this machine.
        port: The port; 0 for any free port.

    Raises:
        UserError: The address is not one of this machine, or the port is taken.
    """
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family)
    except (OSError, UnicodeError) as error:
        number = getattr(error, "errno", None) or 0  # negative numbers are those of name resolution
        reason = os.strerror(number) if number > 0 else "it is no address"
        raise UserError(f"{shown(host)} port {port} can't be served: {reason}.") from None
    # Connections have it too: the body of an answer waits for no sign that its head has come.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening
