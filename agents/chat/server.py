"""Requests to an OpenAI-compatible server, and what its answers say."""

import asyncio
import json
import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from http.cookiejar import CookieJar, DefaultCookiePolicy
from ssl import SSLContext
from typing import Any

import httpx
from pydantic_core import from_json

from fudaba.common.errors import shown
from fudaba.common.languages import translator
from fudaba.envs import UserError
from fudaba.envs.core.words.answer_parts import split_thoughts

from .decision import Message
from .key import ServerKey

_, _n = translator("agents")

LARGEST_BODY = 1 << 20  # bytes of an answer
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0  # seconds before a request is repeated
MOST_UNREACHED = 2  # repetitions before the server has ever answered
MAY_PASS = (408, 425, 429)  # and all from 500
# An escape of JSON; a group for half a letter, which a model that writes bytes may leave.
ESCAPE = re.compile(r"(?is)\\(?:ud[89ab]\w\w\\ud[c-f]\w\w|(ud[89a-f]\w\w)|.)")
LOOPBACK = ("localhost", "127.0.0.1", "::1")
THOUGHTS = ("reasoning_content", "reasoning", "thinking")  # keys of messages
CUT = ("length", "max_tokens", "model_length", "content_filter")  # why an answer lacks its end
MOST_TOKENS = 1_000_000_000  # that are believed
READ, WRITTEN = ("prompt_tokens", "input_tokens"), ("completion_tokens", "output_tokens")
LIMIT, NEWER_LIMIT = "max_tokens", "max_completion_tokens"
CHARACTERS_OF_TOKEN = 4  # the estimate for servers that do not count

for name in ("httpx", "httpcore"):  # they log what a server says, and that may be the key
    logging.getLogger(name).setLevel(logging.WARNING)


class ServerError(UserError):
    """A failed request to a server. The message is the end of a sentence that names the server."""


class PassingError(ServerError):
    """An error after which the request is repeated, such as a busy server.

    Attributes:
        pause: The seconds that the server asks to wait; 0 for none.
        is_answer: Whether the server has answered at all.
    """

    def __init__(self, message: str, pause: float = 0.0, *, is_answer: bool) -> None:
        """Stores the message and the pause."""
        super().__init__(message)
        self.pause, self.is_answer = pause, is_answer


class OldLimitError(ServerError):
    """The server refuses the older name of the token limit and wants the newer one."""


@dataclass(frozen=True)
class Reply:
    """An answer of a model.

    Attributes:
        text: The answer.
        thinking: The thoughts before the answer, if the server sends them.
        is_cut: Whether the limit of tokens ended it.
        written: Its tokens with those of thinking, as the server counts them or estimated.
        tokens: The tokens of the request and the answer, as the server counts them; None if it
            does not.
    """

    text: str
    thinking: str
    is_cut: bool
    written: int
    tokens: int | None


class ChatServer:
    """An OpenAI-compatible server.

    Nothing that it returns or raises contains the key. What a server says besides the answer of a
    model, such as the text of an error, is quoted only if there is no key.
    """

    def __init__(self, url: str, key: ServerKey) -> None:
        """Takes the address of the server, without asking it.

        Raises:
            UserError: The address can't be used.
        """
        self._key, self._limit, self._has_answered = key, LIMIT, False
        try:
            self._url = httpx.URL(f"{url}/chat/completions")
        except httpx.InvalidURL:
            raise UserError(
                _("the address of the models' server can't be {url}.", url=shown(url))
            ) from None
        is_far = self._url.host not in LOOPBACK  # no proxy leads to this machine
        self.client = httpx.AsyncClient(
            headers={
                "Accept": "application/json",
                "Accept-Encoding": "identity",  # a compressed answer can be a thousand times larger
                "Content-Type": "application/json",
                "User-Agent": "fudaba",
                **key.headers(),
            },
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
            follow_redirects=False,
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=None),
            timeout=None,  # each decision has its own
            trust_env=is_far,
            verify=_certificates(is_far),
        )

    async def complete(
        self, messages: Sequence[Message], request: dict[str, Any], tokens: int, deadline: float
    ) -> Reply:
        """Returns a model's answer to messages; repeats the request after errors that may pass.

        Args:
            messages: The messages.
            request: The other keys of the request.
            tokens: The most tokens of the answer.
            deadline: When the answer is needed, in the time of the event loop.

        Raises:
            ServerError: The server refuses, its answer can't be read, or an error does not pass
                before the deadline.
        """
        loop, pause, number = asyncio.get_running_loop(), FIRST_PAUSE, 0
        while True:
            limit = self._limit
            try:
                body = {**request, "messages": messages, limit: tokens, "stream": False}
                return await self._ask(json.dumps(body).encode())
            except PassingError as error:
                number += 1
                is_absent = not error.is_answer and not self._has_answered
                wait = max(pause, error.pause)
                if wait >= deadline - loop.time() or (is_absent and number > MOST_UNREACHED):
                    asked = f", and asks to wait {error.pause:g} seconds" * bool(error.pause)
                    raise ServerError(f"{error}{asked}") from None
                await asyncio.sleep(wait)
                pause = min(2 * pause, LONGEST_PAUSE)
            except OldLimitError:
                if limit == NEWER_LIMIT:
                    raise
                self._limit = NEWER_LIMIT

    async def _ask(self, body: bytes) -> Reply:
        """Sends a request once.

        Raises:
            ServerError: There is no answer that can be read.
        """
        try:
            async with self.client.stream("POST", self._url, content=body) as response:
                self._has_answered = True
                received = await _body(response)
        except (httpx.HTTPError, httpx.StreamError) as error:
            what = "can't be reached" if isinstance(error, httpx.ConnectError) else "broke off"
            name = type(error).__name__
            how = self._quote(str(error) or name) or name
            raise PassingError(f"{what} ({how})", is_answer=False) from None
        status = response.status_code
        if status == httpx.codes.OK:
            return self._reply(received)
        said = _error_text(received)
        phrase = httpx.codes.get_reason_phrase(status)
        quote = phrase if self._key.is_set else said and self._quote(said)
        how = f"answered {status}" + (f" ({quote})" if quote else "")
        if status in MAY_PASS or status >= httpx.codes.INTERNAL_SERVER_ERROR:
            raise PassingError(how, _pause(response.headers), is_answer=True)
        raise (OldLimitError if NEWER_LIMIT in said else ServerError)(how)

    def _quote(self, text: str) -> str:
        """Returns a server's text as messages quote it; empty where it might show the key."""
        return "" if self._key.is_set else shown(text)

    def _reply(self, received: bytes) -> Reply:
        """Returns the answer in the body of a response.

        Raises:
            ServerError: It is no answer of a model.
        """
        content = _read(received)
        if content is None:
            raise ServerError(_with("answered no JSON", self._quote(_decoded(received))))
        choices = content.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        message = choice.get("message") if isinstance(choice, dict) else None
        if not isinstance(choice, dict) or not isinstance(message, dict):
            quote = self._quote(_error_text(received))
            raise ServerError(_with("answered without a message of the model", quote))
        text = self._key.struck_out(_text(message.get("content")) or _called(message))
        thought = next(filter(None, map(_text, map(message.get, THOUGHTS))), "")
        before, text = split_thoughts(text)
        thinking = self._key.struck_out(thought) or before
        usage = content.get("usage")
        counts = usage if isinstance(usage, dict) else {}
        estimate = 1 + (len(text) + len(thinking)) // CHARACTERS_OF_TOKEN
        return Reply(
            text,
            thinking,
            str(choice.get("finish_reason")).lower() in CUT,
            _first_count(counts, WRITTEN) or estimate,
            _tokens(counts),
        )


async def _body(response: httpx.Response) -> bytes:
    """Returns the body of an answer.

    Raises:
        ServerError: It is too large, or compressed.
    """
    if response.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
        raise ServerError("sent a compressed answer, which nobody had asked for")
    received = bytearray()
    async for chunk in response.aiter_raw():
        received += chunk
        if len(received) > LARGEST_BODY:
            raise ServerError(f"sent an answer of more than {LARGEST_BODY:,} bytes")
    return bytes(received)


@cache
def _certificates(trust_env: bool) -> SSLContext:
    """Returns whom connections trust; a process reads that once, for it takes long."""
    return httpx.create_ssl_context(trust_env=trust_env)


def _read(received: bytes) -> dict[str, Any] | None:
    """Returns the JSON object in the body of a response; None if it holds no object."""
    text = received.decode(errors="replace")
    text = ESCAPE.sub(lambda each: r"\ufffd" if each[1] else each[0], text)
    try:
        content = from_json(text)
    except ValueError:
        return None
    return content if isinstance(content, dict) else None


def _text(content: object) -> str:
    """Returns the text of a message, which some servers send in parts; empty if it has none."""
    if isinstance(content, str):
        return content
    if isinstance(content, dict):
        is_text = content.get("type", "text") in ("text", "output_text")
        return _text(content.get("text")) if is_text else ""
    return "".join(map(_text, content)) if isinstance(content, list) else ""


def _called(message: dict[str, Any]) -> str:
    """Returns the arguments of the one tool that a model calls instead of answering.

    None was offered, but models that are trained for tools call one, such as `choose_move`.
    """
    calls = message.get("tool_calls") or [{"function": message.get("function_call")}]
    call = calls[0] if isinstance(calls, list) and len(calls) == 1 else None
    function = call.get("function") if isinstance(call, dict) else None
    arguments = function.get("arguments") if isinstance(function, dict) else None
    return arguments if isinstance(arguments, str) else json.dumps(arguments) if arguments else ""


def _error_text(received: bytes) -> str:
    """Returns the message of an error's body, or the whole body if it has none."""
    content = _read(received) or {}
    error = content.get("error")
    message = error.get("message") if isinstance(error, dict) else error
    return message if isinstance(message, str) else _decoded(received)


def _decoded(received: bytes) -> str:
    return received.decode(errors="replace")


def _with(what: str, quote: str) -> str:
    return f"{what}: {quote}" if quote else what


def _count(number: object) -> int:
    """Returns a number of tokens; 0 for anything else."""
    return number if isinstance(number, int) and 0 <= number <= MOST_TOKENS else 0


def _first_count(counts: dict[str, Any], names: Sequence[str]) -> int:
    return next(filter(None, (_count(counts.get(name)) for name in names)), 0)


def _tokens(counts: dict[str, Any]) -> int | None:
    """Returns the tokens of the request and the answer; None if the server does not count both."""
    read, written = _first_count(counts, READ), _first_count(counts, WRITTEN)
    return _count(counts.get("total_tokens")) or (read + written if read and written else None)


def _pause(headers: httpx.Headers) -> float:
    """Returns the seconds that a server asks to wait; 0 for none."""
    text = headers.get("retry-after", "").strip()
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text):
        return float(text)
    try:
        wait = parsedate_to_datetime(text) - datetime.now(UTC)
    except (ValueError, TypeError):  # no date, or one without a zone
        return 0.0
    return max(wait.total_seconds(), 0.0)
