"""The current language, in which messages are translated, and who reads them."""

import os
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import NamedTuple

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "ja": "日本語"}  # each in its own words
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # in the order of gettext


class Speech(NamedTuple):
    """How words are made: the language, the player who reads them, and the player who moves."""

    language: str = ENGLISH
    reader: str = ""
    mover: str = ""


_present = ContextVar("speech", default=Speech())  # noqa: B039 (a tuple)


def language() -> str:
    """Returns the current language, a key of `LANGUAGES`; English unless `in_language` set it."""
    return _present.get().language


def is_reader(player: str) -> bool:
    """Returns whether words about a player address that player, as `You play H5` does.

    Args:
        player: `player_1`, or empty for whoever makes the move that is named. The name of a move
            that is not told of anybody is said to the one who may make it: `play H5`.
    """
    _language, reader, mover = _present.get()
    return (player or mover or reader) == reader


def is_read_by_a_person() -> bool:
    """Returns whether words are for the eyes of a person: a player, or somebody who watches.

    Programs and models get the same words in letters that they can type.
    """
    return bool(_present.get().reader)


@contextmanager
def in_language(name: str, reader: str = "") -> Iterator[None]:
    """Sets the current language inside the `with` block, and who reads.

    The language holds for the current thread or task alone.

    Args:
        name: A key of `LANGUAGES`.
        reader: The player whom the words address, such as `player_1`; empty for none.

    Raises:
        ValueError: There is no such language.
    """
    if name not in LANGUAGES:
        raise ValueError(f"language can't be {name!r}; allowed: {', '.join(LANGUAGES)}.")
    with _speaking(Speech(name, reader)):
        yield


def telling_of(player: str) -> AbstractContextManager[None]:
    """Makes the names of moves inside the `with` block say what a player does: `plays H5`."""
    return _speaking(_present.get()._replace(mover=player))


@contextmanager
def _speaking(speech: Speech) -> Iterator[None]:
    token = _present.set(speech)
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
