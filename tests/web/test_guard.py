"""Tests of the checks of requests from this machine and from others in the network."""

import pytest

from fudaba.web.guard import RefusedError, check, is_own_host

OWN, PORT, OTHER = "192.168.1.5", 8765, "192.168.1.9"
TOKEN = "secret"


def status_of(
    path: str, client: str, host: str, method: str = "GET", origin: str = "", token: str = TOKEN
) -> int:
    """Returns the status with which the guard answers a request to the network address."""
    headers = [(b"host", host.encode())] + [(b"origin", origin.encode())] * bool(origin)
    scope = {"type": "http", "method": method, "path": path, "headers": headers,
             "query_string": f"view=open&token={token}".encode(),
             "client": (client, 40000), "server": (OWN, PORT)}  # fmt: skip
    try:
        check(scope, TOKEN)
    except RefusedError as refusal:
        return refusal.status_code
    return 200


@pytest.mark.parametrize(
    ("path", "status"),
    [
        *((path, 200) for path in ("/seat/x", "/watch/x", "/api/seat/x/events", "/static/play.js")),
        *((path, 403) for path in ("/", "/runs", "/replay", "/api/games", "/api/replay/game")),
        *((path, 403) for path in ("/api/tables", "/runs/files/seat/x", "/seat", "//seat/x")),
    ],
)
def test_other_machines_get_seats_alone(path: str, status: int) -> None:
    host = f"{OWN}:{PORT}"
    assert status_of(path, OTHER, host) == status
    assert status_of(path, OWN, host) == 200  # this machine, by its address in the network


def test_a_guest_plays_but_opens_no_table() -> None:
    host = f"{OWN}:{PORT}"
    move = "/api/seat/x/move"
    assert status_of(move, OTHER, host, "POST", f"http://{host}") == 200
    assert status_of(move, OTHER, host, "POST", "http://evil.example") == 403
    assert status_of("/api/tables", OTHER, host, "POST", f"http://{host}") == 403


@pytest.mark.parametrize(
    ("path", "needs_token"),
    [
        *((f"/api/replay/{what}", True) for what in ("game", "position", "explain", "evaluations")),
        *((path, True) for path in ("/api/replay/regrets", "/api/runs", "/api/runs/curves")),
        *((path, True) for path in ("/api/games", "/api/seat", "/api/watch", "/api/x")),
        *((path, False) for path in ("/", "/replay", "/runs", "/seat/x", "/api/seat/x/events")),
        *((path, False) for path in ("/static/play.js", "/runs/files/arena.html")),
    ],
)
def test_what_makes_the_server_compute_needs_the_token_of_its_pages(
    path: str, needs_token: bool
) -> None:
    for client in ("127.0.0.1", OWN):
        for method in ("GET", "HEAD"):
            host = f"{OWN}:{PORT}"
            assert status_of(path, client, host, method) == 200
            for wrong in ("", "secre", "secret1", "SECRET", "%C3%A9%FF", "secret%00"):
                status = status_of(path, client, host, method, token=wrong)
                assert status == (403 if needs_token else 200), wrong


def test_the_token_is_of_no_use_elsewhere() -> None:
    assert status_of("/api/games", OTHER, f"{OWN}:{PORT}") == 403
    assert status_of("/api/games", OWN, f"evil.example:{PORT}") == 421


@pytest.mark.parametrize(
    ("host", "own_address", "is_own"),
    [
        (f"{OWN}:{PORT}", OWN, True),
        (OWN, OWN, False),
        (f"{OTHER}:{PORT}", OWN, False),
        (f"localhost:{PORT}", OWN, False),
        (f"localhost:{PORT}", "127.0.0.1", True),
        (f"LOCALHOST:{PORT}", "127.0.0.1", True),
        (f"127.0.0.1:{PORT}", "127.0.0.1", True),
        (f"127.0.0.1.evil.example:{PORT}", "127.0.0.1", False),
        (f"evil@127.0.0.1:{PORT}", "127.0.0.1", False),
        (f"[::1]:{PORT}", "::1", True),
        (f"{OWN}:x", OWN, False),
        (f"{OWN}:999999", OWN, False),
        (f"[{OWN}", OWN, False),
        ("", OWN, False),
    ],
)
def test_a_host_is_the_address_that_the_request_came_to(
    host: str, own_address: str, is_own: bool
) -> None:
    assert is_own_host(host, own_address, PORT) == is_own


def test_the_host_may_omit_port_80() -> None:
    assert is_own_host(OWN, OWN, 80) and is_own_host(f"{OWN}:80", OWN, 80)
    assert not is_own_host(OTHER, OWN, 80)
