"""HTML pages in the language of a request."""

import re
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from fudaba.common.languages import ENGLISH, LANGUAGES, in_language, language, translator
from fudaba.common.languages.messages import translations
from fudaba.envs import NOBODY, player_name

STATIC = Path(__file__).parent / "static"
A_SEAT = re.compile("[0-9]{1,4}")
COOKIE = "language"  # words.js sets it
TEMPLATES = Environment(loader=FileSystemLoader(STATIC), autoescape=True, trim_blocks=True)

_, _n = translator("web")


class LanguageMiddleware:
    """ASGI middleware that answers each request in its language."""

    def __init__(self, app: ASGIApp) -> None:
        """Wraps an application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request to the application."""
        is_request = scope["type"] in ("http", "websocket")
        request = HTTPConnection(scope) if is_request else None
        name = language_of(request) if request else ENGLISH
        with in_language(name, reader=reader_of(request) if request else ""):
            await self._app(scope, receive, send)


def language_of(request: HTTPConnection) -> str:
    """Returns the language that a person chose, else the first that the browser asks for."""
    chosen = request.cookies.get(COOKIE)
    if chosen in LANGUAGES:
        return chosen
    accepted = preferred(request.headers.get("accept-language", ""))
    without_territory = (name.partition("_")[0] for name in accepted)
    return next((name for name in without_territory if name in LANGUAGES), ENGLISH)


def reader_of(request: HTTPConnection) -> str:
    """Returns the player whom the words address: the seat that a replay names, else nobody."""
    seat = request.query_params.get("reader", "")
    return player_name(int(seat) if A_SEAT.fullmatch(seat) else NOBODY)


def preferred(accepted: str) -> list[str]:
    """Returns the languages of an `Accept-Language` header, the most wanted first.

    >>> preferred("fr;q=0.5, ja-JP, EN; q=0.9, de;q=0")
    ['ja_jp', 'en', 'fr']
    """
    weights = dict[str, float]()
    for part in accepted.lower().split(","):
        name, _, weight = (word.strip() for word in part.partition(";"))
        try:
            weights[name.replace("-", "_")] = float(weight.removeprefix("q=") or 1)
        except ValueError:  # not a header of a browser
            continue
    wanted = (name for name in weights if name and weights[name] > 0)
    return sorted(wanted, key=lambda name: -weights[name])


def page(name: str, token: str = "", **facts: Any) -> str:
    """Returns an HTML page in the current language, with the messages of its scripts.

    Args:
        name: The file in the folder `static`.
        token: The token that requests of the host's own pages need; empty for pages of seats.
        facts: What else the file asks for.
    """
    template = TEMPLATES.get_template(name)
    return template.render(
        _=_,
        language=language(),
        languages=LANGUAGES,
        words=translations("web"),
        token=token,
        **facts,
    )
