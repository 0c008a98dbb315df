"""The errors a user can cause. Each message is one clear sentence."""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

from .languages import translator

_, _n = translator("common")

LONGEST_QUOTE = 80


class UserError(ValueError):
    """Bad input: an option, a file, a word on the command line.

    The message names the thing, the value that was given and what is allowed. The command
    line prints it without a traceback and exits with code 2.

    Attributes:
        agent: The spec of the agent that can't play, so that a page can mark its field; None if
            the message is about something else.
    """

    agent: str | None = None


class UnknownSettingError(UserError, TypeError):
    """A setting that does not exist.

    It is a `TypeError` too, as Python raises for an unknown keyword argument: libraries that try
    out which settings an environment has catch that, and look for Python's words in it.
    """


def shown(value: object) -> str:
    """Returns a value as messages quote it: on one line and shortened."""
    try:
        text = " ".join(repr(str(value) if isinstance(value, Path) else value).split())
    except Exception:  # a number of thousands of digits, or an error of a user's __repr__
        text = f"<{type(value).__name__}>"
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 3]}..."


def did_you_mean(word: str, allowed: Iterable[str]) -> str:
    """Returns ` Did you mean train?`, a hint behind an error; empty if no word is close.

    >>> did_you_mean("trian", ["train", "arena"])
    ' Did you mean train?'
    """
    bare = {one.lstrip("-"): one for one in allowed}
    close = get_close_matches(word[:LONGEST_QUOTE].lstrip("-").casefold(), bare, n=1)
    return _(" Did you mean {word}?", word=bare[close[0]]) if close else ""


class ForbiddenError(Exception):
    """Typed words that are understood but forbidden; the message is the reason with its clause."""


class IllegalActionError(UserError):
    """An action that the rules do not allow in the present position.

    The message names the action, the clause it breaks and the position.

    Attributes:
        table: The index of the table, if there are many.
    """

    def __init__(self, message: str, table: int = 0) -> None:
        """Stores the message and the table."""
        super().__init__(message)
        self.table = table
