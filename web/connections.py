"""Connections of a server: how many there may be, and how long a request may take to come in.

uvicorn waits for ever for a request that was begun or announced. Here a request has to be complete
some seconds after its connection or its first byte, and an answer has to be read. Where there are
too many connections, the one that has waited longest for a request makes room.
"""

import asyncio
import sys
from dataclasses import dataclass
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

ACCEPTED_AT_ONCE = 8  # connections, before the loop looks at any of them
OWN_FILES = 24  # descriptors for the tables, the runs, the terminal
FULL = b'{"error":"this server has too many connections; close some of its pages."}'
REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\nConnection: close\r\n\r\n%b" % (len(FULL), FULL)
)


@dataclass(frozen=True)
class Limits:
    """What connections may take. The usual limits fit a table of people behind one address.

    Attributes:
        connections: How many there may be, as far as there are descriptors.
        per_address: How many of them may come from one address.
        pages_of_seat: How many pages of one seat may be open.
        pages_of_table: How many pages may look on at one table.
        request: Seconds from a connection, or the end of an answer, to the end of a request.
        reading: Seconds in which nothing of an answer has to be read.
    """

    connections: int = 1024
    per_address: int = 256
    pages_of_seat: int = 8
    pages_of_table: int = 64
    request: float = 20.0
    reading: float = 60.0

    @property
    def at_most(self) -> int:
        """How many connections there may be, as far as there are descriptors: 1 at least."""
        if sys.platform == "win32":
            return self.connections
        import resource  # which Windows has not

        descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if descriptors == resource.RLIM_INFINITY:
            return self.connections
        # A batch is accepted, two are being made and one is being closed while all others are open.
        free = descriptors - OWN_FILES - 4 * ACCEPTED_AT_ONCE
        return max(1, min(self.connections, free))

    @property
    def pages(self) -> int:
        """How many pages may be open in all: they leave room for what they ask for."""
        return max(1, self.at_most // 2)


class Connection(H11Protocol):
    """A connection that is closed where it is slow, or one too many."""

    def __init__(self, *args: Any, limits: Limits, **kwargs: Any) -> None:
        """Takes the limits; the rest is uvicorn's."""
        super().__init__(*args, **kwargs)
        self._limits = limits
        self._waiting_since = 0.0  # on the loop's clock
        self._due: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether a request, or the rest of one, is to come in next."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Waits for a request, where there is room."""
        super().connection_made(transport)
        if self._has_room():
            self._watch()
        else:
            transport.write(REFUSAL)
            transport.close()

    def data_received(self, data: bytes) -> None:
        """Takes what came. A request has no more time for coming in small pieces."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Waits for the next request, which may be there already."""
        super().on_response_complete()
        self._watch()

    def pause_writing(self) -> None:
        """Waits until what was sent is read."""
        super().pause_writing()
        self._unread = self.loop.call_later(self._limits.reading, self.transport.abort)

    def resume_writing(self) -> None:
        """Goes on sending."""
        cancel(self._unread)
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends."""
        cancel(self._due)
        cancel(self._unread)
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Sets the time for a request, or takes it away where one is complete."""
        if not self.is_waiting:
            cancel(self._due)
            self._due = None
        elif self._due is None:
            self._waiting_since = self.loop.time()
            self._due = self.loop.call_later(self._limits.request, self.transport.abort)

    def _has_room(self) -> bool:
        """Closes what has waited longest, where that makes room; returns whether there is some."""
        address = self.client and self.client[0]
        near = [other for other in self._open() if other.client and other.client[0] == address]
        return free_one(near, self._limits.per_address) and free_one(
            self._open(), self._limits.at_most
        )

    def _open(self) -> "list[Connection]":
        """This connection and all others that are open."""
        connections = (one for one in self.connections if isinstance(one, Connection))
        return [one for one in connections if not one.transport.is_closing()]


def free_one(crowd: list[Connection], most: int) -> bool:
    """Closes the connection that has waited longest for a request, where there are too many.

    Returns:
        Whether there are no more than `most` now.
    """
    if len(crowd) <= most:
        return True
    waiting = [one for one in crowd if one._due is not None]
    if waiting:
        min(waiting, key=lambda one: one._waiting_since).transport.abort()
    return bool(waiting)


def cancel(timer: asyncio.TimerHandle | None) -> None:
    """Takes a timer away, if there is one."""
    if timer is not None:
        timer.cancel()
