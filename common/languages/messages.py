"""Messages in the current language, found by their English text."""

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from gettext import NullTranslations, find, translation
from pathlib import Path
from string import Formatter
from typing import Any

from fudaba.common.importing import folder_beside

from .present import ENGLISH, is_reader, language

FOLDER = Path(__file__).parent
FONT = FOLDER / "ja" / "NotoSansCJKjp-subset.otf"  # font.py makes it
SHARED = ("cards", "kikisen", "core")  # looked up in this order for what a domain itself lacks

Translate = Callable[..., str]
WHOEVER_MOVES = ""  # the player of forms without a name


class Ordinal(int):
    """A number that English writes as `1st`; a translation writes `{place:d}` for `1`.

    >>> f"{Ordinal(1)}, {Ordinal(4)}, {Ordinal(12)}, {Ordinal(22)}, {Ordinal(3):d}"
    '1st, 4th, 12th, 22nd, 3'
    """

    def __format__(self, spec: str) -> str:
        if spec:
            return int(self).__format__(spec)
        endings = {} if self % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}
        return f"{int(self)}{endings.get(self % 10, 'th')}"

    __str__ = __repr__ = lambda self: format(self, "")


class _Agreeing(Formatter):
    """Fills in messages with forms that depend on the reader; see `translator`."""

    def get_value(self, key: int | str, args: Sequence[Any], values: Mapping[str, Any]) -> Any:
        return WHOEVER_MOVES if isinstance(key, int) else values[key]

    def format_field(self, value: Any, spec: str) -> Any:
        of_others, has_forms, of_reader = spec.partition("|")
        if not has_forms:
            return super().format_field(value, spec)
        return of_reader if is_reader(str(value)) else of_others


def N_(message: str) -> str:  # noqa: N802 (gettext's name)
    """Marks a message for the catalogue and returns it unchanged; `_` translates it later."""
    return message


def translator(domain: str) -> tuple[Translate, Translate]:
    """Returns the functions `_` and `_n`, which translate the messages of a domain.

    `_("{name} passes", name=name)` returns the message in the current language, with the values in
    place of the names in braces. `_n("{count} card", "{count} cards", count)` does the same for a
    number, with `count` among the values. A message without a translation stays English.

    `{name:wins|win}` is `wins`, or `win` if the player called `name` reads the message. Without a
    name it is about whoever makes a move: `{:plays|play} {card}`.

    Args:
        domain: The name of the catalogue: a game (`sevens`), `core`, `cards`, `web`, ...; in a
            game of your own `__name__`, the package whose folder `languages` has its catalogues.
    """

    def say(message: str, /, **values: Any) -> str:
        text = message
        if message and language() != ENGLISH:  # gettext has notes on the catalogue under ""
            text = _found(language(), domain).gettext(message)
        return _filled(text, values)

    def say_number(one: str, many: str, count: int, /, **values: Any) -> str:
        if language() == ENGLISH:
            text = one if count == 1 else many
        else:
            text = _found(language(), domain).ngettext(one, many, count)
        return _filled(text, {"count": count, **values})

    return say, say_number


def _filled(text: str, values: Mapping[str, Any]) -> str:
    """Returns a message with its values, and with the forms for the present reader."""
    if "|" in text:
        return _Agreeing().vformat(text, (), values)
    return text.format(**values) if values else text


def has_words(domain: str) -> bool:
    """Returns whether a domain has a catalogue in the current language; true for English."""
    return language() == ENGLISH or _folder_of(language(), domain) is not None


def translations(domain: str) -> dict[str, str]:
    """Returns the messages of a domain by their English text, for the scripts of a page.

    A message with a plural has its singular as the key, and its last form as its text; it is
    enough for languages without plurals. Empty for English.
    """
    catalogue = _catalogue(language(), domain)
    texts = getattr(catalogue, "_catalog", {})  # gettext gives no list of messages
    named = ((key[0] if isinstance(key, tuple) else key, text) for key, text in texts.items())
    return {english: text for english, text in named if english}


@cache
def _found(name: str, domain: str) -> NullTranslations:
    """Returns the catalogue of a domain, which falls back on the shared catalogues."""
    found = NullTranslations()
    for each in (*(one for one in reversed(SHARED) if one != domain), domain):
        catalogue = _catalogue(name, each)
        catalogue.add_fallback(found)
        found = catalogue
    return found


def _catalogue(name: str, domain: str) -> NullTranslations:
    """Returns the catalogue of a domain itself, without messages where there is none."""
    folder, short = _folder_of(name, domain), domain.rpartition(".")[2]
    return translation(short, folder, [name]) if folder else NullTranslations()


def _folder_of(name: str, domain: str) -> Path | None:
    """Returns where the catalogue of a domain is: with the package of that name, else here."""
    file = getattr(sys.modules.get(domain), "__file__", None)
    folders = [folder_beside(Path(file)) / "languages"] if file else []
    short = domain.rpartition(".")[2]
    return next((each for each in (*folders, FOLDER) if find(short, each, [name])), None)
