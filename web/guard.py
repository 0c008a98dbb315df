"""Checks every request and adds the security headers to every response."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from secrets import compare_digest
from typing import Any, TypeVar

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request as HttpRequest
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fudaba.common.languages import translator
from fudaba.common.validation import read_json

from .pages import page
from .public_site import PublicSite, address_of
from .wire import PageMessage, encoded

HTTP_PORT = 80  # browsers omit it from the host
LARGEST_BODY = 64 * 1024  # bytes
# Paths for other machines: those with the token of a link, and the files of the pages.
PUBLIC_PATHS = (
    *("/seat/", "/watch/", "/join/", "/api/seat/", "/api/watch/", "/api/join/"),
    "/static/",
)
SAFE_METHODS = ("GET", "HEAD")
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

_, _n = translator("web")

Wanted = TypeVar("Wanted", bound=PageMessage)


class RefusedError(HTTPException):
    """Refusal of a request, with a status and one sentence."""


class Guard:
    """ASGI middleware that refuses foreign requests and adds the security headers."""

    def __init__(self, app: ASGIApp, token: str, site: PublicSite | None, most: int) -> None:
        """Guards an application.

        Args:
            app: The application.
            token: The secret of this server's own pages.
            site: The public site, if there is one.
            most: The largest number of requests at a time from one address behind its proxy.
        """
        self._app, self._token, self._site, self._most = app, token, site, most
        self._asking = Counter[str]()  # requests that are being answered, by address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request to the application, or refuses it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        scope["is_from_host"] = is_from_host(scope, self._site)
        try:
            check(scope, self._token, self._site)
            with self._counted(scope):
                await self._app(scope, receive, send_with_headers)
        except RefusedError as refusal:
            response = error_response(scope, refusal.detail, refusal.status_code)
            await response(scope, receive, send_with_headers)

    @contextmanager
    def _counted(self, scope: Scope) -> Iterator[None]:
        """Counts a request by the proxy, whose connections are those of many addresses.

        Raises:
            RefusedError: There are too many of its address.
        """
        if self._site is None or not self._site.is_asked(scope):
            yield
            return
        address = address_of(scope)
        if self._asking[address] >= self._most:
            raise RefusedError(429, _("too many pages are open at your address; close some."))
        self._asking[address] += 1
        try:
            yield
        finally:
            self._asking -= Counter([address])  # forgets an address without requests


def check(scope: Scope, token: str, site: PublicSite | None = None) -> None:
    """Checks the host, the origin and the client address of a request.

    Args:
        scope: The request.
        token: The secret that only this server's own pages can read.
        site: The public site, if there is one.

    Raises:
        RefusedError: The request names another host, comes from a page of another site, or comes
            from another machine and is not for a seat.
    """
    headers, (own_address, port) = Headers(scope=scope), scope["server"]
    host, origin = headers.get("host", ""), headers.get("origin")
    if site is not None and site.is_asked(scope):
        is_own, own_origin = host.casefold() == site.host, site.origin
    else:
        is_own, own_origin = is_own_host(host, own_address, port), f"http://{host}"
    if not is_own:
        raise RefusedError(421, _("this server does not answer for that host."))
    if scope["method"] not in SAFE_METHODS and origin not in (None, own_origin):
        raise RefusedError(403, _("pages of other sites can't do anything here."))
    if not is_from_host(scope, site) and not scope["path"].startswith(PUBLIC_PATHS):
        raise RefusedError(403, _("from here only the link of a seat can be opened."))
    if needs_page_token(scope) and not compare_digest(page_token(scope).encode(), token.encode()):
        why = _("only a page of this server can ask for that; load it again.")
        raise RefusedError(403, why)


def is_from_host(scope: Scope, site: PublicSite | None = None) -> bool:
    """Returns whether a request comes from the machine of the server, and not by a proxy there."""
    if site is not None and site.is_asked(scope):
        return False
    client = scope["client"][0] if scope["client"] else ""
    return is_loopback(client) or client == scope["server"][0]


def needs_page_token(scope: Scope) -> bool:
    """Returns whether a GET request makes the server compute and has no token of a seat.

    For a page of another site, browsers send such a request without naming its origin.
    """
    path = scope["path"]
    is_seats = path.startswith(PUBLIC_PATHS)
    return scope["method"] in SAFE_METHODS and path.startswith("/api/") and not is_seats


def page_token(scope: Scope) -> str:
    """Returns the page's token in the query of a request; empty if it has none."""
    return QueryParams(scope["query_string"]).get("token", "")


def is_own_host(host: str, own_address: str, port: int) -> bool:
    """Returns whether a host is the address that the request came to.

    Other names are refused: a foreign name server could resolve one of its names to this address,
    and pages of that site could then read the answers (DNS rebinding).
    """
    names = [f"[{own_address}]" if ":" in own_address else own_address]
    names += ["localhost"] * is_loopback(own_address)
    own = [f"{name}:{port}" for name in names] + names * (port == HTTP_PORT)
    return host.casefold() in own


def is_loopback(address: str) -> bool:
    """Returns whether an address is a loopback address."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


async def read_body(request: HttpRequest, most: int = LARGEST_BODY) -> bytes:
    """Returns the body of a request.

    Args:
        request: The request.
        most: The largest allowed number of bytes.

    Raises:
        RefusedError: The body is longer.
    """
    announced = request.headers.get("content-length", "0")
    refusal = RefusedError(413, _("a message can't have more than {most:,} bytes.", most=most))
    if not announced.isdecimal() or len(announced) > len(str(most)) or int(announced) > most:
        raise refusal
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise refusal
    return bytes(body)


async def read_message(model: type[Wanted], request: HttpRequest) -> Wanted:
    """Returns the message of a request, validated by a model.

    Raises:
        RefusedError: The body is too long.
        UserError: The body is no such message.
    """
    return read_json(model, await read_body(request), _("this message can't be read"))


def json_response(content: Any, status: int = 200) -> Response:
    """Returns a JSON response."""
    return Response(encoded(content), status, media_type="application/json")


def error_response(scope: Scope, sentence: str, status: int, **more: str) -> Response:
    """Returns the response to a request that can't be answered.

    Args:
        scope: The request. A browser that asks for a page gets one, with a way back; else JSON.
        sentence: Why it can't be answered.
        status: The HTTP status.
        more: What else the JSON says.
    """
    if "text/html" in Headers(scope=scope).get("accept", ""):
        text = page("error.html", sentence=sentence, is_own=scope.get("is_from_host", False))
        return HTMLResponse(text, status)
    return json_response({"error": sentence, **more}, status)
