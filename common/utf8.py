"""Text files as the editors of Windows, macOS and Linux write them."""

import codecs

from .errors import UserError
from .languages import translator

_, _n = translator("common")

MARKS = (  # that of UTF-32 begins with that of UTF-16
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def read_text(name: str, content: bytes) -> str:
    """Returns the text of a file in UTF-8, or in UTF-16 or UTF-32 with a byte order mark.

    Line ends are those of Linux.

    Args:
        name: The name of the file in messages.
        content: Its bytes.

    Raises:
        UserError: It is in another encoding.
    """
    found = ((mark, encoding) for mark, encoding in MARKS if content.startswith(mark))
    mark, encoding = next(found, (b"", "utf-8"))
    try:
        text = content[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        line = 1 + content[: error.start].count(b"\n")
        raise UserError(
            _(
                "{name} can't be read: line {line} is no text in {encoding}; save it as UTF-8.",
                name=name,
                line=line,
                encoding=encoding.upper(),
            )
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")
