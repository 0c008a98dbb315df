"""Letters for the signs that the encoding of a terminal lacks, such as S for the suit of spades.

A terminal of cp932, EUC-JP, Latin-1 or ASCII can't show all that fudaba prints. `IN_LETTERS` is the
name of an error handler of Python's codecs, so it serves wherever text is encoded.
"""

import codecs
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from io import TextIOWrapper, UnsupportedOperation
from typing import Any
from unicodedata import normalize

IN_LETTERS = "fudaba.in_letters"
SINGLE = (  # as wide as the signs, so that columns stay columns
    ("♠♥♦♣·•−–—★×✕µ→←↑↓", "SHDC.*---*xxu><^v"),
    ("─━│┃“”„‘’‚«»", "--||" + 3 * '"' + 3 * "'" + '""'),
)
LETTERS = {ord(sign): letter for signs in SINGLE for sign, letter in zip(*signs, strict=True)}
LETTERS |= {ord("…"): "...", ord("±"): "+-", ord("≤"): "<=", ord("≥"): ">="}
UNKNOWN = "?"


def _in_letters(error: UnicodeError) -> tuple[str, int]:
    """Returns letters for the signs that can't be encoded, and where encoding goes on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(_letter(sign, error.encoding) for sign in signs), error.end


def _letter(sign: str, encoding: str) -> str:
    """Returns the letter for a sign: from the table, or the sign without accents, or `?`."""
    for letters in (sign.translate(LETTERS), normalize("NFKD", sign)[:1]):
        if letters != sign and has_letters(encoding, letters):
            return letters
    return UNKNOWN


codecs.register_error(IN_LETTERS, _in_letters)


def has_letters(encoding: str | None, text: str) -> bool:
    """Returns whether an encoding can write a text; True for an unknown encoding (None)."""
    try:
        text.encode(encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def fitting(text: str, stream: Any) -> str:
    """Returns a text as a stream can show it, with letters for signs that its encoding lacks."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return text.encode(encoding, IN_LETTERS).decode(encoding)


@contextmanager
def printed_in_letters() -> Iterator[None]:
    """Lets standard output and error show letters for signs that their encoding lacks.

    Input in another encoding than the terminal's is read with replacement characters.
    """
    handlers = ((sys.stdout, IN_LETTERS), (sys.stderr, IN_LETTERS), (sys.stdin, "replace"))
    with ExitStack() as afterwards:
        for stream, handler in handlers:
            if isinstance(stream, TextIOWrapper):  # notebooks and tests may have others
                afterwards.callback(_reconfigure, stream, stream.errors)
                _reconfigure(stream, handler)
        yield


def _reconfigure(stream: TextIOWrapper, errors: str | None) -> None:
    """Sets the error handler of a stream; input that was read keeps the one it has."""
    with suppress(UnsupportedOperation):
        stream.reconfigure(errors=errors)
