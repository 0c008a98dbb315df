"""What is asked of every request, and said with every answer, before anything looks at it."""

from ipaddress import ip_address
from secrets import compare_digest
from typing import Any, TypeVar

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fudaba.envs.core.checking.validation import read_json

from .wire import Request, encoded

HTTP_PORT = 80  # which browsers leave out
LARGEST_BODY = 64 * 1024  # bytes
# What other machines may ask for: with a token, and the files of the pages.
FOR_EVERYBODY = ("/seat/", "/watch/", "/api/seat/", "/api/watch/", "/static/")
READING = ("GET", "HEAD")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

Wanted = TypeVar("Wanted", bound=Request)


class RefusedError(HTTPException):
    """A request that is not answered, with a status and one sentence."""


class Guard:
    """Lets pass what comes for this server from its own pages, and puts headers on answers."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        """Takes what answers the requests, and the secret of this server's own pages."""
        self._app, self._token = app, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or refuses it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            check(scope, self._token)
        except RefusedError as refusal:
            await error_response(refusal)(scope, receive, send_with_headers)
        else:
            await self._app(scope, receive, send_with_headers)


def check(scope: Scope, token: str) -> None:
    """Checks where a request comes from, and for whom it is meant.

    Args:
        scope: The request.
        token: What this server's own pages know, and no page of another site can read.

    Raises:
        RefusedError: It names another host, comes from another site's page, or asks from another
            machine for more than a seat.
    """
    headers, (own_address, port) = Headers(scope=scope), scope["server"]
    client = scope["client"][0] if scope["client"] else ""
    host = headers.get("host", "")
    if not is_own_name(host, own_address, port):
        raise RefusedError(421, "this server does not answer for that host.")
    origin = headers.get("origin")
    if scope["method"] not in READING and origin not in (None, f"http://{host}"):
        raise RefusedError(403, "pages of other sites can't do anything here.")
    is_own = is_loopback(client) or client == own_address
    if not is_own and not scope["path"].startswith(FOR_EVERYBODY):
        raise RefusedError(403, "from here only the link of a seat can be opened.")
    if is_work(scope) and not compare_digest(token_of(scope).encode(), token.encode()):
        raise RefusedError(403, "only a page of this server can ask for that; load it again.")


def is_work(scope: Scope) -> bool:
    """Whether a request that changes nothing makes the server compute, without a seat's token.

    Browsers send such a request for the page of any site, with no word of where it comes from.
    """
    path = scope["path"]
    is_seats = path.startswith(FOR_EVERYBODY)
    return scope["method"] in READING and path.startswith("/api/") and not is_seats


def token_of(scope: Scope) -> str:
    """The page's token in the address of a request; empty where there is none."""
    return QueryParams(scope["query_string"]).get("token", "")


def is_own_name(host: str, own_address: str, port: int) -> bool:
    """Whether a host is the address that the request came to.

    No other name is taken: one that somebody else's name server points here would let his pages
    read what is ours.
    """
    names = [f"[{own_address}]" if ":" in own_address else own_address]
    names += ["localhost"] * is_loopback(own_address)
    own = [f"{name}:{port}" for name in names] + names * (port == HTTP_PORT)
    return host.casefold() in own


def is_loopback(address: str) -> bool:
    """Whether an address is one of this machine alone."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


async def body_of(request: HttpRequest, most: int = LARGEST_BODY) -> bytes:
    """The body of a request.

    Args:
        request: The request.
        most: The largest number of bytes that are read.

    Raises:
        RefusedError: It has more.
    """
    announced = request.headers.get("content-length", "0")
    refusal = RefusedError(413, f"a message can't have more than {most:,} bytes.")
    if not announced.isdecimal() or len(announced) > len(str(most)) or int(announced) > most:
        raise refusal
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise refusal
    return bytes(body)


async def read(model: type[Wanted], request: HttpRequest) -> Wanted:
    """What a page sent.

    Raises:
        RefusedError: It is too long.
        UserError: It is something else.
    """
    return read_json(model, await body_of(request), "this message can't be read")


def json_response(content: Any, status: int = 200) -> Response:
    """An answer in JSON."""
    return Response(encoded(content), status, media_type="application/json")


def error_response(error: HTTPException) -> Response:
    """An answer that says in one sentence why there is no other."""
    return json_response({"error": error.detail}, error.status_code)
