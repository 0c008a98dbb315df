"""The key of a models' server, which is written nowhere."""

import base64
import os
import re
from html import unescape
from typing import Self
from unicodedata import normalize
from urllib.parse import unquote

from fudaba.envs import UserError

KEY_VARIABLE = "FUDABA_CHAT_KEY"
SHORTEST = 8  # characters; a shorter one would be struck out of ordinary words
STRUCK_OUT = "***"
MOST_ENCODINGS = 10  # within each other
NO_LETTER = re.compile(r"[^0-9A-Za-z]+")
ESCAPE = re.compile(r"\\+(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))")
PRINTABLE = re.compile(r"[!-~]+")


class ServerKey:
    """The key from the environment, or none."""

    def __init__(self, text: str | None) -> None:
        """Takes the key.

        Raises:
            UserError: It can't be sent, or is shorter than 8 characters.
        """
        if text is not None and (len(text) < SHORTEST or not PRINTABLE.fullmatch(text)):
            raise UserError(
                f"{KEY_VARIABLE} can't be used; allowed: at least {SHORTEST} printable characters "
                "without spaces."
            )
        self._text = text
        self._pattern = re.compile(re.escape(text), re.IGNORECASE) if text else None
        self._forms = _forms(text) if text else frozenset[str]()

    @classmethod
    def of_environment(cls) -> Self:
        """Returns the key of `FUDABA_CHAT_KEY`.

        Raises:
            UserError: It can't be used.
        """
        return cls(os.environ.get(KEY_VARIABLE, "").strip() or None)

    def headers(self) -> dict[str, str]:
        """Returns the HTTP header with the key; an empty dict without a key."""
        return {"Authorization": f"Bearer {self._text}"} if self._text else {}

    @property
    def is_set(self) -> bool:
        """Whether the environment has a key."""
        return self._text is not None

    def struck_out(self, text: str) -> str:
        """Returns a text with `***` in place of the key; just `***` if it has the key encoded."""
        plain = self._pattern.sub(STRUCK_OUT, text) if self._pattern else text
        return STRUCK_OUT if self._forms and self._is_in(plain) else plain

    def _is_in(self, text: str) -> bool:
        for _round in range(MOST_ENCODINGS):
            said = _letters(text)
            if any(form in said for form in self._forms):
                return True
            before, text = text, _decoded(text)
            if text == before:
                return False
        return True  # nobody writes so but to hide something

    def check_absent(self, url: str) -> None:
        """Checks that an address does not have the key in it.

        Raises:
            UserError: It has.
        """
        if self.struck_out(url) != url:
            raise UserError(
                "the address of the models' server can't have the key in it, because records name "
                f"it; allowed: the key in {KEY_VARIABLE} alone."
            )


def _forms(key: str) -> frozenset[str]:
    """Returns the forms of a key to search for: plain, reversed, in base64 and in hexadecimal."""
    data = key.encode()
    forms = [key, key[::-1], data.hex()]
    for skipped in range(3):  # where the key begins within a longer text
        inside = base64.b64encode(bytes(skipped) + data).decode()
        forms += [inside[skipped + bool(skipped) : -4]]
    return frozenset(filter(None, map(_letters, forms)))


def _letters(text: str) -> str:
    """Returns the letters and digits of a text in lower case; if they are few, the whole text."""
    letters = NO_LETTER.sub("", text).lower()
    return letters if len(letters) >= SHORTEST else text.lower()


def _decoded(text: str) -> str:
    """Returns a text with one layer of the encodings of JSON, URLs and HTML taken off."""
    plain = ESCAPE.sub(lambda code: chr(int(code[1] or code[2], 16)), text)
    return normalize("NFKC", unescape(unquote(plain)))
