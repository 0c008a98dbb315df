"""Writing files so that a reader never sees half of one."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from fudaba.envs import UserError


@contextmanager
def replacing(path: Path) -> Iterator[TextIO]:
    """Opens a text file (UTF-8) that takes the place of `path` once the block is left in order.

    Until then it has a temporary name in the same folder, which is made if it is missing. After
    an error nothing has changed.

    Raises:
        UserError: The file can't be written.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with temporary.open("w", encoding="utf-8", newline="\n") as file:
                yield file
            os.replace(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise UserError(f"file {path} can't be written: {error.strerror}.") from error
