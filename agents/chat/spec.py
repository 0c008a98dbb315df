"""The spec `chat:MODEL,temperature=0,...`, and the address of the server that it leads to."""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from fudaba.common.errors import did_you_mean, shown
from fudaba.common.languages import N_, translator
from fudaba.envs import UserError

from ..bot_settings import BotSettings
from .key import ServerKey
from .prompt import Prompt

_, _n = translator("agents")

CHAT = "chat:"
CHAT_FORM = "chat:MODEL"
SETTINGS = ("temperature", "tokens", "template", "url")
FULL_FORM = N_("chat:MODEL and, behind commas, temperature=T, tokens=N, template=FILE, url=URL")
URL_VARIABLE = "FUDABA_CHAT_URL"
LONGEST_MODEL = 200  # characters
TOKENS = 2000
MOST_TOKENS = 1_000_000
NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")


@dataclass(frozen=True)
class ChatSpec:
    """The model and the settings that a spec names.

    Attributes:
        model: The name of the model, as its server knows it.
        temperature: 0 to 2; None for that of the server.
        tokens: The most tokens of all answers of a decision.
        template: The file of a prompt template; None for that of the package.
        url: The address of the server; None if the spec has none.
    """

    model: str
    temperature: float | None = None
    tokens: int = TOKENS
    template: Path | None = None
    url: str | None = None

    @classmethod
    def read(cls, spec: str) -> Self:
        """Returns the model and the settings of a spec.

        Raises:
            UserError: It has no model, or a setting that is unknown, given twice, or wrong.
        """
        allowed = _("allowed: {names}", names=_(FULL_FORM))
        model, *parts = spec.removeprefix(CHAT).split(",")
        if not model.strip() or not model.isprintable() or len(model) > LONGEST_MODEL:
            raise UserError(
                _("there is no agent {word}; {allowed}.", word=shown(spec), allowed=allowed)
            )
        given = dict[str, str]()
        for part in parts:
            name, _sign, value = part.partition("=")
            if name not in SETTINGS or not value:
                hint = did_you_mean(name, SETTINGS) if name not in SETTINGS else ""
                raise UserError(
                    _(
                        "{chat}{model} can't have {part}; {allowed}.{hint}",
                        chat=CHAT,
                        model=model,
                        part=shown(part),
                        allowed=allowed,
                        hint=hint,
                    )
                )
            if name in given:
                raise UserError(
                    _(
                        "{chat}{model} can't have {name} twice; allowed: once.",
                        chat=CHAT,
                        model=model,
                        name=name,
                    )
                )
            given[name] = value
        return cls(
            model,
            _temperature(given["temperature"]) if "temperature" in given else None,
            _tokens(given["tokens"]) if "tokens" in given else TOKENS,
            Path(given["template"]) if "template" in given else None,
            given.get("url"),
        )

    def address(self, settings: BotSettings) -> str:
        """Returns the address of the server, without a slash at its end.

        Raises:
            UserError: None is set, or it can't be used.
        """
        url = self.url or settings.chat_url or os.environ.get(URL_VARIABLE)
        if not url:
            raise UserError(
                _(
                    "{chat}{model} needs the address of a server, such as "
                    "http://127.0.0.1:11434/v1: set it by --chat-url, by {url_variable} in "
                    "the environment, or by ,url=URL in the spec.",
                    chat=CHAT,
                    model=self.model,
                    url_variable=URL_VARIABLE,
                )
            )
        _check_url(url)
        return url.rstrip("/")


def check_chat(spec: str, settings: BotSettings | None = None) -> None:
    """Checks the spec of a model without a game; the server is not asked.

    Raises:
        UserError: The spec, its template, the address of the server or the key can't be used.
    """
    chosen = ChatSpec.read(spec)
    Prompt.load(chosen.template)
    ServerKey.of_environment().check_absent(chosen.address(settings or BotSettings()))


def title_of(spec: str) -> str:
    """Returns the name of a model without those of its makers: `qwen3:8b` of `qwen/qwen3:8b`."""
    model = spec.removeprefix(CHAT).partition(",")[0]
    return model.rstrip("/").rpartition("/")[2] or model


def _temperature(text: str) -> float:
    if not NUMBER.fullmatch(text) or not 0 <= float(text) <= 2:
        raise UserError(
            _("temperature can't be {text}; allowed: a number from 0 to 2.", text=shown(text))
        )
    return float(text)


def _tokens(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text) or not 1 <= int(text) <= MOST_TOKENS:
        raise UserError(
            _(
                "tokens can't be {text}; allowed: whole numbers from 1 to {most_tokens:,}.",
                text=shown(text),
                most_tokens=MOST_TOKENS,
            )
        )
    return int(text)


def _check_url(url: str) -> None:
    """Checks the address of a server.

    Raises:
        UserError: It can't be used. The message does not quote it if it may hold a secret.
    """
    allowed = _("allowed: an address such as http://127.0.0.1:11434/v1.")
    if "@" in url or "?" in url or "#" in url:
        raise UserError(
            _(
                "the address of the models' server can't have a user name, a password, "
                "a query or a fragment, because records name it; {allowed}",
                allowed=allowed,
            )
        )
    try:
        parts = urlsplit(url)
        is_right = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_right = False
    if not is_right or not url.isprintable() or not url.isascii() or " " in url:
        raise UserError(
            _(
                "the address of the models' server can't be {url}; {allowed}",
                url=shown(url),
                allowed=allowed,
            )
        )
