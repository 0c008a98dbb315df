"""Loads modules and kernels of all commands, in the fork server that imports this module.

Pages are made without pictures, which follow from the numbers and would take most of the time.
What has been computed exactly is kept more often, because the commands end early.
"""

import contextlib
import io
import os
import tempfile
from pathlib import Path

import PIL.Image

from fudaba.cli.main import main
from fudaba.evaluation.exact import kept
from fudaba.evaluation.report import pictures

from .commands import COMMANDS

os.environ["OMP_NUM_THREADS"] = "1"
LOADING_ALL = (
    "arena",
    "balance",
    "league",
    "exact",
    "ppo",
    "dmc",
)  # others need a part of these
kept.SECONDS_BETWEEN_WRITES = 0.1
pictures._draw = lambda name, description, form, *_: f'<svg class="{form}">{description}</svg>'
PIL.Image.Image.save = lambda image, file, *_, **named: file.write(b"picture")


def load_everything() -> None:
    """Runs the commands once, in a folder that is removed."""
    before = Path.cwd()
    for command in map(COMMANDS.__getitem__, LOADING_ALL):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            command.prepare(Path(folder) / "run")
            os.chdir(Path(folder) / "run")
            try:
                main(command.words_in(Path()))
            finally:
                os.chdir(before)


load_everything()
