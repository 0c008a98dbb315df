"""Writing files so that a reader never sees half of one."""

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from .errors import UserError


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Opens a file that takes the place of `path` once the block is left in order.

    Until then it has a temporary name in the same folder, which is made if it is missing. After
    an error nothing has changed.

    Raises:
        UserError: The file can't be written.
    """
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with temporary.open("wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise UserError(f"file {path} can't be written: {error.strerror}.") from error


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file whole or not at all; see `replacing`."""
    with replacing(path) as file:
        file.write(content)
