"""Reads files, and writes them so that a reader never sees an incomplete one."""

import errno
import os
import stat
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from filelock import FileLock, Timeout

from .checks import check_kind
from .errors import UserError, shown
from .languages import N_, translator
from .utf8 import read_text

_, _n = translator("common")

UNREADABLE = N_("file {path} can't be read: {why}.")
UNWRITABLE = N_("file {path} can't be written: {why}.")
LOCKED = N_(
    "file {path} can't be used: another process has had it for more than {seconds:g} seconds."
)
LOCK_SECONDS = 60.0
NO_LOCKS = errno.ENOLCK, errno.ENOTSUP  # from a file system without locks


def read_path(name: str, path: Path | str) -> Path:
    """Returns a path from a path or a text.

    Raises:
        UserError: It is neither, is empty, or holds a NUL.
    """
    check_kind(name, path, (Path, str), "a path")
    if "\0" in str(path) or path == "":
        raise UserError(f"{name} can't be {shown(path)}; allowed: a path without NUL.")
    return Path(path)


def read_bytes(path: Path, at_most: int = -1) -> bytes:
    """Returns the bytes of a file.

    Args:
        path: The file.
        at_most: The largest number of bytes to read; -1 for all.

    Raises:
        UserError: It can't be read, or is a folder, a pipe or a device.
    """
    _check_kind(path, UNREADABLE)
    try:
        with path.open("rb") as file:
            return file.read(at_most)
    except OSError as error:
        raise UserError(_(UNREADABLE, path=path, why=error.strerror)) from None
    except MemoryError:
        raise UserError(_(UNREADABLE, path=path, why=os.strerror(errno.ENOMEM))) from None


def read_lines(path: Path) -> list[bytes]:
    """Returns the lines of a UTF-8 text file without line ends, from any operating system.

    Raises:
        UserError: It can't be read, or is in another encoding; see `read_text`.
    """
    text = read_text(_("file {path}", path=path), read_bytes(path))
    return text.encode().splitlines()


def make_folder_of(path: Path) -> None:
    """Makes the folder of a file if it is missing.

    Raises:
        OSError: The file can't be in such a folder.
    """
    with suppress(FileNotFoundError):
        path.stat()  # raises the clearest error for a path that can't be used
    path.parent.mkdir(parents=True, exist_ok=True)


def why_failed(error: Exception) -> str:
    """Returns what went wrong, on one line and without the system's number and path.

    >>> why_failed(FileExistsError(17, "File exists", "a/b"))
    'File exists'
    """
    said = getattr(error, "strerror", None) or str(error)  # libraries raise some without
    return " ".join(said.split())


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Opens a file that replaces `path` when the block ends without an error.

    Until then it has a temporary name in the same folder, which is made if it is missing. After
    an error nothing has changed. If `path` is a link, its target is replaced.

    Raises:
        UserError: The file can't be written, or `path` is a folder, a pipe or a device.
    """
    place = Path(os.path.realpath(path))
    with _temporary(path, place.parent) as temporary:
        place.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, place)


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file completely or not at all; see `replacing`."""
    with replacing(path) as file:
        file.write(content)


@contextmanager
def locked(path: Path, taken: str = "") -> Iterator[None]:
    """Holds an exclusive lock on a path for the duration of the block.

    A hidden file beside the path is locked, and removed at the end. The system frees the lock
    when the process ends, even if it is killed. On a file system without locks nothing is locked.

    Args:
        path: A file or a folder, which may be missing.
        taken: The error message if another process has the lock; without one, wait for the lock,
            but no longer than LOCK_SECONDS.

    Raises:
        UserError: Another process has the lock, or the folder can't be written.
    """
    place = Path(os.path.realpath(path))
    hidden = place.with_name(f".fudaba.{place.name}.lock")
    lock = FileLock(hidden, timeout=0 if taken else LOCK_SECONDS)
    try:
        make_folder_of(place)
        lock.acquire()
    except Timeout:
        waited = _(LOCKED, path=path, seconds=LOCK_SECONDS)
        raise UserError(taken or waited) from None
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise UserError(_(UNWRITABLE, path=path, why=error.strerror)) from error
    try:
        yield
    finally:
        with suppress(OSError):
            hidden.unlink()  # before it is freed: then another process may lock it
        lock.release()


def check_outputs(outputs: Mapping[str, Path | None]) -> None:
    """Refuses outputs that would overwrite each other or can't be written, before hours of work.

    It leaves no files behind.

    Args:
        outputs: The files by the names that the user knows them by; None for one not asked for.

    Raises:
        UserError: Two of them are the same file, or one can't be written.
    """
    taken: dict[Path, str] = {}
    for name, path in outputs.items():
        if path is None:
            continue
        other = taken.setdefault(Path(os.path.realpath(path)), name)
        if other != name:
            raise UserError(
                _(
                    "{other} and {name} can't both be {path}; name two files.",
                    other=other,
                    name=name,
                    path=path,
                )
            )
        _check_writable(path)


def _check_writable(path: Path) -> None:
    place = Path(os.path.realpath(path))
    folder = next((f for f in place.parents if os.path.exists(f)), place)
    with _temporary(path, folder) as temporary:
        temporary.touch()


@contextmanager
def _temporary(path: Path, folder: Path) -> Iterator[Path]:
    """Yields a temporary name in a folder for the content of `path`; removes it at the end."""
    _check_kind(path, UNWRITABLE)
    temporary = folder / f".fudaba.{uuid.uuid4().hex}.part"
    try:
        try:
            yield temporary
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise UserError(_(UNWRITABLE, path=path, why=error.strerror)) from error


def _check_kind(path: Path, refusal: str) -> None:
    """Checks that a path is a regular file or does not exist."""
    try:
        is_file = stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        return
    except OSError as error:
        raise UserError(_(refusal, path=path, why=error.strerror)) from None
    if not is_file:
        raise UserError(_(refusal, path=path, why=_("it is a folder, a pipe or a device")))
