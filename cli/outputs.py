"""What a command may write over: the files of the same question, others only by `--force`."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from tyro.conf import FlagCreatePairsOff, arg

from fudaba.agents.files import read_bytes
from fudaba.envs import UserError

Force = Annotated[
    FlagCreatePairsOff[bool], arg(help="Replace files, whatever they hold, but no SQLite file.")
]


def check_replaced(path: Path, is_same: Callable[[bytes], bool]) -> None:
    """Checks that what is written to a file takes the place of nothing else.

    Args:
        path: The file, which may be missing or empty.
        is_same: Whether the content of a file answers the same question.

    Raises:
        UserError: The file holds something else.
    """
    content = read_bytes(path) if os.path.exists(path) else b""
    if content and not is_same(content):
        raise UserError(
            f"file {path} holds something else, or the answer to another question; choose "
            "another file, or replace it with --force."
        )
