"""The current language, in which messages are translated."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "ja": "日本語"}  # each in its own words
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # in the order of gettext

_present = ContextVar("language", default=ENGLISH)


def language() -> str:
    """Returns the current language, a key of `LANGUAGES`; English unless `in_language` set it."""
    return _present.get()


@contextmanager
def in_language(name: str) -> Iterator[None]:
    """Sets the current language inside the `with` block.

    The language holds for the current thread or task alone.

    Args:
        name: A key of `LANGUAGES`.

    Raises:
        ValueError: There is no such language.
    """
    if name not in LANGUAGES:
        raise ValueError(f"language can't be {name!r}; allowed: {', '.join(LANGUAGES)}.")
    token = _present.set(name)
    try:
        yield
    finally:
        _present.reset(token)


def language_of_system(variables: Mapping[str, str] = os.environ) -> str:
    """Returns the language that the environment asks for; English if that has no translation.

    >>> language_of_system({"LANG": "ja_JP.UTF-8"}), language_of_system({"LANG": "fr_FR.UTF-8"})
    ('ja', 'en')
    """
    asked = next(filter(None, (variables.get(name, "") for name in VARIABLES)), "")
    names = (word.partition(".")[0].partition("_")[0] for word in asked.split(":"))
    return next((name for name in names if name in LANGUAGES), ENGLISH)
