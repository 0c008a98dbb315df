"""Messages in the current language, found by their English text."""

from collections.abc import Callable
from functools import cache
from gettext import NullTranslations, find, translation
from pathlib import Path
from typing import Any

from .present import ENGLISH, language

FOLDER = Path(__file__).parent
FONT = FOLDER / "ja" / "NotoSansCJKjp-subset.otf"  # font.py makes it
SHARED = ("cards", "kikisen", "core")  # looked up in this order for what a domain itself lacks

Translate = Callable[..., str]


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


def N_(message: str) -> str:  # noqa: N802 (gettext's name)
    """Marks a message that is translated where it is used; returns it as it is."""
    return message


def translator(domain: str) -> tuple[Translate, Translate]:
    """Returns the functions `_` and `_n`, which say the messages of a domain.

    `_("{name} passes", name=name)` returns the message in the current language, with the values in
    place of the names in braces. `_n("{count} card", "{count} cards", count)` does the same for a
    number, with `count` among the values. A message without a translation is said in English.

    Args:
        domain: The name of the catalogue: a game (`sevens`), `core`, `cards`, `kikisen`, `web`, ...
    """

    def say(message: str, /, **values: Any) -> str:
        text = message
        if message and language() != ENGLISH:  # gettext has notes on the catalogue under ""
            text = _found(language(), domain).gettext(message)
        return text.format(**values) if values else text

    def say_number(one: str, many: str, count: int, /, **values: Any) -> str:
        if language() == ENGLISH:
            text = one if count == 1 else many
        else:
            text = _found(language(), domain).ngettext(one, many, count)
        return text.format(count=count, **values)

    return say, say_number


def has_words(domain: str) -> bool:
    """Returns whether a domain has messages in the current language."""
    return language() == ENGLISH or find(domain, FOLDER, [language()]) is not None


def translations(domain: str) -> dict[str, str]:
    """Returns the messages of a domain by their English text, for the scripts of a page.

    A message with a plural has its singular as the key, and its last form as its text; it is
    enough for languages without plurals. Empty for English.
    """
    catalogue = translation(domain, FOLDER, [language()], fallback=True)
    texts = getattr(catalogue, "_catalog", {})  # gettext gives no list of messages
    named = ((key[0] if isinstance(key, tuple) else key, text) for key, text in texts.items())
    return {english: text for english, text in named if english}


@cache
def _found(name: str, domain: str) -> NullTranslations:
    """Returns the catalogue of a domain, and behind it those of the shared domains."""
    found = NullTranslations()
    for each in (*(one for one in reversed(SHARED) if one != domain), domain):
        catalogue = translation(each, FOLDER, [name], fallback=True)
        catalogue.add_fallback(found)
        found = catalogue
    return found
