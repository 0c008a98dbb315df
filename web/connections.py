"""Limits of the server's connections: their number, and the time of requests and responses.

uvicorn waits for ever for the rest of a request. Here a request must be complete some seconds after
its connection or the previous response, and the client must read the response. If there are too
many connections, the one that has waited longest for a request is closed.
"""

import asyncio
from dataclasses import dataclass
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

ACCEPTED_AT_ONCE = 8  # connections that the loop accepts in one batch
OWN_FILES = 24  # descriptors that the server itself needs: tables, runs, terminal
FULL = b'{"error":"this server has too many connections; close some of its pages."}'
REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\nConnection: close\r\n\r\n%b" % (len(FULL), FULL)
)


@dataclass(frozen=True)
class Limits:
    """Limits of connections. The defaults fit a table of people behind one address.

    Attributes:
        connections: The largest number of connections; file descriptors may lower it.
        per_address: The largest number of connections from one address.
        pages_of_seat: The largest number of open pages of one seat.
        pages_of_table: The largest number of pages that watch one table.
        request: Seconds from a connection, or the end of a response, to the end of a request.
        reading: Seconds after which a client that reads nothing of a response is disconnected.
    """

    connections: int = 1024
    per_address: int = 256
    pages_of_seat: int = 8
    pages_of_table: int = 64
    request: float = 20.0
    reading: float = 60.0

    @property
    def max_connections(self) -> int:
        """The largest number of connections that the file descriptors allow; at least 1."""
        try:
            import resource
        except ImportError:  # on Windows
            return self.connections
        descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if descriptors == resource.RLIM_INFINITY:
            return self.connections
        # One batch is accepted, two are set up and one is closed while all others are open.
        free = descriptors - OWN_FILES - 4 * ACCEPTED_AT_ONCE
        return max(1, min(self.connections, free))

    @property
    def pages(self) -> int:
        """The largest number of open pages: half of the connections, so that requests have room."""
        return max(1, self.max_connections // 2)


class Connection(H11Protocol):
    """A connection that is closed for slowness, or to make room for others."""

    def __init__(
        self, *args: Any, limits: Limits, proxy_port: int | None = None, **kwargs: Any
    ) -> None:
        """Stores the limits, and the port for the proxy; all other arguments are uvicorn's."""
        super().__init__(*args, **kwargs)
        self._limits, self._proxy_port = limits, proxy_port
        self._waiting_since = 0.0  # in the loop's time
        self._request_timer: asyncio.TimerHandle | None = None
        self._read_timer: asyncio.TimerHandle | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether the server waits for a request or for the rest of one."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Waits for a request, or refuses the connection for lack of room."""
        super().connection_made(transport)
        if self._has_room():
            self._watch()
        else:
            transport.write(REFUSAL)
            transport.close()

    def data_received(self, data: bytes) -> None:
        """Receives data. More data do not extend the time of a request."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Waits for the next request, which may have arrived already."""
        super().on_response_complete()
        self._watch()

    def pause_writing(self) -> None:
        """Starts the timer for a client that does not read the response."""
        super().pause_writing()
        self._read_timer = self.loop.call_later(self._limits.reading, self.transport.abort)

    def resume_writing(self) -> None:
        """Stops the timer and continues to send."""
        cancel(self._read_timer)
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops the timers."""
        cancel(self._request_timer)
        cancel(self._read_timer)
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Starts the timer of a request, or stops it if the request is complete."""
        if not self.is_waiting:
            cancel(self._request_timer)
            self._request_timer = None
        elif self._request_timer is None:
            self._waiting_since = self.loop.time()
            self._request_timer = self.loop.call_later(self._limits.request, self.transport.abort)

    def _has_room(self) -> bool:
        """Closes a waiting connection if needed; returns whether this one has room."""
        near = [] if self._is_proxied else self._near()
        return make_room(near, self._limits.per_address) and make_room(
            self._open(), self._limits.max_connections
        )

    @property
    def _is_proxied(self) -> bool:
        """Whether it is the proxy's, whose guests `Guard` counts by their addresses."""
        return self.server is not None and self.server[1] == self._proxy_port

    def _near(self) -> "list[Connection]":
        """Returns the open connections from this one's address, without the proxy's."""
        address = self.client and self.client[0]
        direct = (other for other in self._open() if not other._is_proxied)
        return [other for other in direct if other.client and other.client[0] == address]

    def _open(self) -> "list[Connection]":
        """Returns all open connections, this one included."""
        connections = (one for one in self.connections if isinstance(one, Connection))
        return [one for one in connections if not one.transport.is_closing()]


def make_room(crowd: list[Connection], most: int) -> bool:
    """Closes the connection that has waited longest for a request if `crowd` exceeds `most`.

    Returns:
        Whether there are at most `most` connections now.
    """
    if len(crowd) <= most:
        return True
    waiting = [one for one in crowd if one._request_timer is not None]
    if waiting:
        min(waiting, key=lambda one: one._waiting_since).transport.abort()
    return bool(waiting)


def cancel(timer: asyncio.TimerHandle | None) -> None:
    """Cancels a timer unless it is None."""
    if timer is not None:
        timer.cancel()
