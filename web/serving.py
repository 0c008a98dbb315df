"""Serving tables at an address, until the process is asked to stop."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn

from fudaba.agents.files import locked
from fudaba.envs import UserError
from fudaba.envs.core.errors import shown

from .app import Server
from .store import TableStore
from .tables import PATIENCE

LAST_WORDS = 1  # seconds that open connections get at the end


async def serve(
    folder: Path,
    listening: socket.socket,
    started: Callable[[], None],
    patience: float = PATIENCE,
) -> None:
    """Serves the tables of a folder, and lets look at the runs in it.

    Args:
        folder: Where `tables.sqlite` is, or will be.
        listening: Where requests come in.
        started: Called once they are answered.
        patience: Seconds that an agent gets for a move.

    Raises:
        UserError: The file of the tables can't be used, or another server uses it.
    """
    file = folder / "tables.sqlite"
    taken = f"another fudaba table serves {folder}; close that one, or name another folder."
    with TableStore(file) as store, locked(file, taken):
        tables = Server(store, folder, patience)
        config = uvicorn.Config(
            tables.app(),
            log_level="critical",
            access_log=False,  # which would write the tokens down
            server_header=False,
            lifespan="off",
            timeout_graceful_shutdown=LAST_WORDS,
        )
        try:
            await Announced(config, started).serve(sockets=[listening])
        finally:
            await tables.stop()


class Announced(uvicorn.Server):
    """A server that says when it answers."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        """Takes what to call."""
        super().__init__(config)
        self._say = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begins to answer."""
        await super().startup(sockets)
        self._say()


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
