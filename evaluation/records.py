"""Files of game records, one line of JSON each. Games are added and never removed.

Processes that add to one file at the same time wait for each other.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from fudaba.common.files import locked, read_lines, replacing, write_whole
from fudaba.common.languages import translator
from fudaba.envs import GameRecord, UserError

_, _n = translator("evaluation")

DIGEST_BYTES = 16


def check_records(path: Path) -> None:
    """Checks that records can be appended to a file: it is missing, empty, or has records.

    Raises:
        UserError: The file can't be read, or holds something else.
    """
    for line in _lines(path):
        try:
            GameRecord.from_json(line)
        except UserError:
            raise UserError(
                _("file {path} holds something else than game records; choose another.", path=path)
            ) from None


def add_games(path: Path, games: Iterable[GameRecord], *, anew: bool = False) -> list[int]:
    """Adds games to a file, except those that it holds already.

    Args:
        path: The file; it is made with its folder if it is missing.
        games: The games.
        anew: Whether to replace the file, whatever it holds.

    Returns:
        The number of each game in the file; the first is 1.

    Raises:
        UserError: The file can't be read or written, or holds something else.
    """
    if not anew:
        check_records(path)
    known: dict[bytes, int] = {}
    numbers, count = [], 0
    with locked(path), replacing(path) as file:
        for count, line in enumerate(() if anew else _lines(path), 1):
            known.setdefault(_digest(line), count)
            file.write(line)
        for game in games:
            line = _line(game)
            number = known.get(_digest(line))
            if number is None:
                number = count = count + 1
                file.write(line)
            numbers.append(number)
    return numbers


def put_game(path: Path, game: GameRecord, instead_of: GameRecord | None = None) -> None:
    """Adds a game to a file, or replaces one that was added before.

    Raises:
        UserError: The file can't be read or written, or holds something else.
    """
    check_records(path)
    with locked(path):
        content, line = b"".join(_lines(path)), _line(game)
        before, found, after = b"", b"", b""
        if instead_of:
            before, found, after = content.rpartition(_line(instead_of))
        write_whole(path, before + line + after if found else content + line)


def _lines(path: Path) -> Iterator[bytes]:
    """Yields the lines of a file with their ends; none if the file is missing."""
    if os.path.exists(path):
        yield from (line + b"\n" for line in read_lines(path))


def _line(game: GameRecord) -> bytes:
    return game.to_json().encode() + b"\n"


def _digest(line: bytes) -> bytes:
    return hashlib.blake2b(line, digest_size=DIGEST_BYTES).digest()
