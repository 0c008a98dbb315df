"""A real HTTP server on this machine that plays scripted and hostile models."""

import json
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any

Answer = str | dict[str, Any] | bytes | None
NUMBERED = re.compile(r"^([0-9]+)\. (.+)$", re.MULTILINE)


class Request:
    """A request, and the connection on which it came.

    Attributes:
        path: The path of its address.
        headers: Its headers by their names in lower case.
        body: What it says.
        connection: The connection, for answers that are no HTTP.
        end: Is set when the server ends.
    """

    def __init__(self, handler: BaseHTTPRequestHandler, end: Event) -> None:
        length = int(handler.headers["Content-Length"])
        self.path = handler.path
        self.headers = {name.lower(): value for name, value in handler.headers.items()}
        self.body: dict[str, Any] = json.loads(handler.rfile.read(length))
        self.connection: socket.socket = handler.connection
        self.end = end

    @property
    def prompt(self) -> str:
        """The first message."""
        return str(self.body["messages"][0]["content"])

    @property
    def num_moves(self) -> int:
        """The number of legal moves in the prompt."""
        return len(NUMBERED.findall(self.prompt.rpartition("Your moves:")[2]))

    def drip(self, beginning: bytes, drop: bytes = b"a") -> None:
        """Sends bytes one after the other until the other side or the server ends."""
        self.connection.sendall(beginning)
        while not self.end.wait(0.02):
            self.connection.sendall(drop)


class _Quiet(ThreadingHTTPServer):
    """Prints nothing when the other side breaks off."""

    daemon_threads, block_on_close, request_queue_size = True, False, 64

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass


Model = Callable[[Request], Answer]


def completion(content: object, **more: Any) -> dict[str, Any]:
    """An answer of a model; `more` are keys of its message."""
    message = {"role": "assistant", "content": content, **more}
    usage = {"prompt_tokens": 90, "completion_tokens": 10, "total_tokens": 100}
    return {
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": usage,
    }


def http(
    body: bytes, status: str = "200 OK", content_type: str = "application/json", **headers: str
) -> bytes:
    """A whole answer of HTTP; `_` in the names of headers stands for `-`."""
    named = {
        "Content-Type": content_type,
        "Content-Length": str(len(body)),
        "Connection": "close",
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in named.items())
    return f"HTTP/1.1 {status}\r\n{lines}\r\n".encode() + body


class ModelServer:
    """A server whose answers a function writes.

    A text is the content of an answer, a dict its JSON, and bytes are all that goes over the line;
    with None the function has written to the connection itself.

    Attributes:
        url: Its address.
        requests: All requests so far.
        most_at_once: The largest number of requests at the same time.
    """

    def __init__(self, model: Model) -> None:
        self.requests: list[Request] = []
        self.most_at_once = 0
        self._now, self._lock, self.end = 0, Lock(), Event()
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                request = Request(self, server.end)
                server.count(1, request)
                try:
                    answer = model(request)
                finally:
                    server.count(-1)
                try:
                    server.send(self, answer)
                except OSError:
                    self.close_connection = True

            def do_GET(self) -> None:
                raise AssertionError("nothing is to be fetched")

            def log_message(self, *_: object) -> None:
                pass

        self._server = _Quiet(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        Thread(target=self._server.serve_forever, args=(0.005,), daemon=True).start()

    def count(self, change: int, request: Request | None = None) -> None:
        """Counts requests that are under way."""
        with self._lock:
            self._now += change
            self.most_at_once = max(self.most_at_once, self._now)
            if request is not None:
                self.requests.append(request)

    @staticmethod
    def send(handler: BaseHTTPRequestHandler, answer: Answer) -> None:
        """Sends an answer of a model."""
        if isinstance(answer, str):
            answer = completion(answer)
        if isinstance(answer, dict):
            body = json.dumps(answer).encode()
            head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n\r\n"
            handler.wfile.write(head.encode() + body)
        else:
            handler.wfile.write(answer or b"")
            handler.close_connection = True

    def close(self) -> None:
        """Ends the server."""
        self.end.set()
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def serving(model: Model) -> Iterator[ModelServer]:
    """A server that ends with the block."""
    server = ModelServer(model)
    try:
        yield server
    finally:
        server.close()
