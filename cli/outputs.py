"""Checks which files a command may replace: those of its question, others with `--force`."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from tyro.conf import FlagCreatePairsOff, arg

from fudaba.agents.files import read_bytes
from fudaba.envs import UserError
from fudaba.languages import words

_, _n = words("cli")

Force = Annotated[
    FlagCreatePairsOff[bool], arg(help="Replace files, whatever they hold, but no SQLite file.")
]


def check_replaced(path: Path, is_same: Callable[[bytes], bool]) -> None:
    """Checks that a file to be written is missing, empty, or answers the same question.

    Args:
        path: The file, which may be missing or empty.
        is_same: Returns whether the content of a file answers the same question.

    Raises:
        UserError: The file holds something else.
    """
    content = read_bytes(path) if os.path.exists(path) else b""
    if content and not is_same(content):
        raise UserError(
            _(
                "file {path} holds something else, or the answer to another question; "
                "choose another file, or replace it with --force.",
                path=path,
            )
        )
