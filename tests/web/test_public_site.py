"""Attacks on a server behind a proxy that ends HTTPS, from the internet and from this machine."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from fudaba.envs import UserError
from fudaba.web.connections import Limits
from fudaba.web.guard import RefusedError, check
from fudaba.web.public_site import PublicSite, address_of

from .conftest import Serving
from .test_connections import until
from .test_friends import begun
from .test_server import PATIENCE, refusal

SITE = "https://cards.example"
PORT, PROXY_PORT, TOKEN = 8765, 8766, "secret"
LIMIT = 4  # requests at a time from one address


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server with a public site."""
    limits = Limits(per_address=LIMIT, pages_of_seat=50)
    serving = Serving(tmp_path_factory.mktemp("public"), limits=limits, public_url=SITE)
    yield serving
    serving.stop()


def by_proxy(public: Serving, **headers: str) -> httpx.Client:
    """Returns a client as the proxy passes on its requests."""
    headers = {"host": "cards.example", **headers}
    return httpx.Client(base_url=public.proxied, headers=headers, timeout=PATIENCE)


def status_of(port: int, path: str, host: str, method: str = "GET", origin: str = "") -> int:
    """Returns the status with which the guard answers a request from this machine."""
    headers = [(b"host", host.encode())] + [(b"origin", origin.encode())] * bool(origin)
    scope = {"type": "http", "method": method, "path": path, "headers": headers,
             "query_string": f"token={TOKEN}".encode(), "client": ("127.0.0.1", 40000),
             "server": ("127.0.0.1", port)}  # fmt: skip
    try:
        check(scope, TOKEN, PublicSite(SITE, PROXY_PORT))
    except RefusedError as refusal:
        return refusal.status_code
    return 200


@pytest.mark.parametrize(
    ("port", "path", "host", "status"),
    [
        (PROXY_PORT, "/seat/x", "cards.example", 200),
        (PROXY_PORT, "/join/x", "CARDS.example", 200),
        *((PROXY_PORT, path, "cards.example", 403)
          for path in ("/", "/runs", "/replay", "/api/games", "/api/tables", "/runs/files/a")),
        # a proxy that writes its own host, and pages whose name resolves to this machine
        *((PROXY_PORT, "/seat/x", host, 421)
          for host in ("127.0.0.1:8766", "localhost:8766", "127.0.0.1:8765", "evil.example", "",
                       "cards.example:8766", "cards.example.evil.example")),
        (PORT, "/", "127.0.0.1:8765", 200),
        *((PORT, path, "cards.example", 421) for path in ("/", "/seat/x")),
    ],
)  # fmt: skip
def test_by_the_proxy_only_links_open_and_only_under_the_public_host(
    port: int, path: str, host: str, status: int
) -> None:
    assert status_of(port, path, host) == status


@pytest.mark.parametrize(
    ("origin", "status"),
    [("", 200), (SITE, 200), ("http://cards.example", 403), ("https://evil.example", 403),
     ("null", 403), ("http://127.0.0.1:8765", 403), ("https://cards.example:8443", 403)],
)  # fmt: skip
def test_only_pages_of_the_public_site_play_there(origin: str, status: int) -> None:
    path, host = "/api/seat/x/move", "cards.example"
    assert status_of(PROXY_PORT, path, host, "POST", origin) == status


def test_a_guest_joins_and_plays_by_the_proxy(public: Serving) -> None:
    with public.asking(timeout=PATIENCE) as client, by_proxy(public) as guest:
        host, invitation = begun(client, ["person", "person"])
        opened = client.post("/api/tables", json={"game": "makhup_v0", "seats": ["person"] * 2})
        assert opened.json()["origin"] == SITE
        assert guest.get(invitation).status_code == 200
        path = guest.post(f"/api{invitation}", headers={"origin": SITE}).json()["path"]
        assert guest.get(path).status_code == 200
        page = guest.get("/seat/x", headers={"accept": "text/html"})
        assert page.status_code == 404 and 'href="/"' not in page.text
        assert public.token not in guest.get(path).text
        assert host.look()["seat"] == 0
        assert "from here only" in refusal(guest.get("/"), 403)


def test_no_header_makes_a_guest_the_host(public: Serving) -> None:
    forged = {
        "x-forwarded-for": "127.0.0.1", "x-real-ip": "127.0.0.1", "forwarded": "for=127.0.0.1",
        "x-forwarded-host": f"127.0.0.1:{public.port}", "x-forwarded-proto": "http",
    }  # fmt: skip
    with by_proxy(public, **forged) as guest:
        for path in ("/", "/runs", "/api/games"):
            assert guest.get(path, params={"token": public.token}).status_code == 403


def test_the_limit_of_an_address_is_that_of_the_address_behind_the_proxy(public: Serving) -> None:
    with public.asking(timeout=PATIENCE) as client, ExitStack() as open_ones:
        (host, _) = begun(client, ["person", "person"])
        path, full = f"{host.path}/events", "too many pages are open at your address; close some."

        def guest(forwarded: str) -> httpx.Client:
            return open_ones.enter_context(by_proxy(public, **{"x-forwarded-for": forwarded}))

        for number in range(LIMIT):  # what the client itself sent before the proxy's says nothing
            greedy = guest(f"192.0.2.{number}, 198.51.100.7")
            assert open_ones.enter_context(greedy.stream("GET", path)).status_code == 200
        assert refusal(guest("192.0.2.99, 198.51.100.7").get(f"{host.path}/state"), 429) == full
        assert guest("198.51.100.8").get(f"{host.path}/state").status_code == 200
        open_ones.close()
        until(lambda: client.get(f"{host.path}/state").status_code == 200)
        with by_proxy(public, **{"x-forwarded-for": "198.51.100.7"}) as again:
            until(lambda: again.get(f"{host.path}/state").status_code == 200)


def test_without_the_option_no_address_is_forwarded(tmp_path: Path) -> None:
    serving = Serving(tmp_path, limits=Limits(per_address=LIMIT))
    with serving.asking(timeout=PATIENCE) as client:
        forged = {"x-forwarded-for": "192.0.2.1", "host": "cards.example"}
        assert client.get("/", headers=forged).status_code == 421
        assert client.get("/", headers={"x-forwarded-for": "192.0.2.1"}).status_code == 200
    serving.stop()


@pytest.mark.parametrize(
    ("headers", "address"),
    [
        ([], "127.0.0.1"),
        (["198.51.100.7"], "198.51.100.7"),
        (["127.0.0.1, 198.51.100.7"], "198.51.100.7"),
        (["198.51.100.7", "203.0.113.5"], "203.0.113.5"),
        (["2001:db8:1:2:3:4:5:6"], "2001:db8:1:2::/64"),
        (["2001:db8:1:2:ffff::1"], "2001:db8:1:2::/64"),
        (["::ffff:198.51.100.7"], "198.51.100.7"),
        (["unknown"], "127.0.0.1"),
        (["198.51.100.7, "], "127.0.0.1"),
    ],
)
def test_the_last_forwarded_address_counts_of_ipv6_the_network(
    headers: list[str], address: str
) -> None:
    scope: dict[str, Any] = {"type": "http", "client": ("127.0.0.1", 1)}
    scope["headers"] = [(b"x-forwarded-for", header.encode()) for header in headers]
    assert address_of(scope) == address


def test_a_public_url_is_the_address_of_a_site_by_https() -> None:
    for url in (SITE, f"{SITE}/", "https://Cards.Example"):
        assert PublicSite.of(url, 1).origin == SITE
    assert PublicSite.of(f"{SITE}:8443", 1).host == "cards.example:8443"
    for url in (
        "http://cards.example", "cards.example", f"{SITE}/x", f"{SITE}?a", "https://",
        "https://a b.c", "https://u@a.example", f"{SITE}:x", f"{SITE}:99999", "https://[::",
        "https://\u672d.jp",
    ):  # fmt: skip
        with pytest.raises(UserError, match=r"public_url can't be .*; allowed: https://"):
            PublicSite.of(url, 1)
