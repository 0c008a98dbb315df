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
        UserError: The file can't be written, or `path` is a folder or a device.
    """
    with _temporary(path, path.parent) as temporary:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file whole or not at all; see `replacing`."""
    with replacing(path) as file:
        file.write(content)


def check_writable(path: Path) -> None:
    """Refuses now what `replacing` would refuse once the work is done. Leaves nothing behind.

    Raises:
        UserError: The file can't be written.
    """
    folder = next(folder for folder in path.absolute().parents if os.path.exists(folder))
    with _temporary(path, folder) as temporary:
        temporary.touch()


@contextmanager
def _temporary(path: Path, folder: Path) -> Iterator[Path]:
    """A name in a folder for what is to become `path`; nothing is left there at the end."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise UserError(f"file {path} can't be written: it is a folder or a device.")
    temporary = folder / f".{path.name}.{uuid.uuid4().hex}.part"
    try:
        try:
            yield temporary
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise UserError(f"file {path} can't be written: {error.strerror}.") from error
