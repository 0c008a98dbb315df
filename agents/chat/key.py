"""The key of a models' server, which is written nowhere."""

import os
import re
from typing import Self

from fudaba.envs import UserError

KEY_VARIABLE = "FUDABA_CHAT_KEY"
SHORTEST = 8  # characters; a shorter one would be struck out of ordinary words
STRUCK_OUT = "***"
PRINTABLE = re.compile(r"[!-~]+")


class Key:
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

    @classmethod
    def of_environment(cls) -> Self:
        """Returns the key of `FUDABA_CHAT_KEY`.

        Raises:
            UserError: It can't be used.
        """
        return cls(os.environ.get(KEY_VARIABLE, "").strip() or None)

    def headers(self) -> dict[str, str]:
        """Returns the header that sends the key; nothing without one."""
        return {"Authorization": f"Bearer {self._text}"} if self._text else {}

    def struck_out(self, text: str) -> str:
        """Returns a text with `***` for the key."""
        return self._pattern.sub(STRUCK_OUT, text) if self._pattern else text

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
