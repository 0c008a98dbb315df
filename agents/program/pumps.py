"""Pipes of a process as sockets, for systems that can wait for sockets alone (Windows).

A thread copies all that one of them holds to the other.
"""

import socket
from contextlib import suppress
from threading import Thread
from typing import IO, Literal, cast

Mode = Literal["rb", "wb"]

CHUNK = 1 << 16  # bytes copied at once


def read_by_socket(pipe: IO[bytes]) -> IO[bytes]:
    """Returns a socket's file from which everything can be read that a pipe holds."""
    near, far = _pair("rb", "wb")
    Thread(target=_copy, args=(pipe, far), daemon=True).start()
    return near


def written_by_socket(pipe: IO[bytes]) -> IO[bytes]:
    """Returns a socket's file, never blocking, whose bytes are written to a pipe."""
    near, far = _pair("wb", "rb")
    Thread(target=_copy, args=(far, pipe), daemon=True).start()
    return near


def _pair(near_mode: Mode, far_mode: Mode) -> tuple[IO[bytes], IO[bytes]]:
    near, far = socket.socketpair()
    near.setblocking(near_mode == "rb")
    with near, far:  # each stays open until its file is closed
        files = near.makefile(near_mode, buffering=0), far.makefile(far_mode, buffering=0)
    return cast(IO[bytes], files[0]), cast(IO[bytes], files[1])


def _copy(source: IO[bytes], target: IO[bytes]) -> None:
    """Copies until either end closes, then closes both."""
    with suppress(OSError), source, target:
        while chunk := source.read(CHUNK):
            pending = memoryview(chunk)
            while pending:
                pending = pending[target.write(pending) :]
