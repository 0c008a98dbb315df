"""Fixtures: headless Chromium and servers."""

import asyncio
import re
import threading
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser

from fudaba.web.connections import Limits
from fudaba.web.manager import PATIENCE
from fudaba.web.serving import listen, serve

from .pages import Window

STARTING = 60  # seconds at most


class Serving:
    """A server in its own thread.

    Attributes:
        address: The address, such as `http://127.0.0.1:40001`.
        port: The port.
        proxied: The address for the proxy of the public site, if there is one.
    """

    def __init__(
        self,
        folder: Path,
        port: int = 0,
        patience: float = PATIENCE,
        limits: Limits | None = None,
        own_agents: Sequence[str] = (),
        public_url: str = "",
        cards: Path | None = None,
    ) -> None:
        """Serves the tables of a folder."""
        proxied = listen("127.0.0.1", 0)
        self.proxied = f"http://127.0.0.1:{proxied.getsockname()[1]}"
        public = (public_url, proxied) if public_url else None
        listening = listen("127.0.0.1", port)
        self.port = listening.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._loop = asyncio.new_event_loop()
        started = threading.Event()
        serving = serve(folder, listening, started.set, patience, limits, own_agents, public, cards)
        self._task = self._loop.create_task(serving)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert started.wait(STARTING), "the server did not start"

    def _run(self) -> None:
        self._loop.run_until_complete(asyncio.wait([self._task]))

    @cached_property
    def token(self) -> str:
        """The token of its own pages."""
        page = httpx.get(f"{self.address}/").text
        (token,) = re.findall(r'<meta name="fudaba-token" content="([\w-]{22})">', page)
        return str(token)

    def asking(self, **wishes: Any) -> httpx.Client:
        """Returns a client whose requests have the token of its pages."""
        return httpx.Client(base_url=self.address, event_hooks={"request": [self.sign]}, **wishes)

    def sign(self, request: httpx.Request) -> None:
        """Adds the token to the address of a request."""
        request.url = request.url.copy_merge_params({"token": self.token})

    def stop(self) -> None:
        """Stops the server; open pages lose their connection, as when the process ends."""
        self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server without tables."""
    serving = Serving(tmp_path_factory.mktemp("tables"))
    yield serving
    serving.stop()


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[httpx.Client]:
    """A client of a server of `tmp_path`."""
    serving = Serving(tmp_path)
    with serving.asking(timeout=60) as client:
        yield client
    serving.stop()


@pytest.fixture
def window(chromium: Browser) -> Iterator[Window]:
    """A window of 1280 x 800, without an error in the end."""
    with Window(chromium) as window:
        yield window
        assert window.errors == []


@pytest.fixture
def windows(chromium: Browser) -> Iterator[list[Window]]:
    """Two such windows."""
    with Window(chromium) as first, Window(chromium) as second:
        yield [first, second]
        assert first.errors == second.errors == []
