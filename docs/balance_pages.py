"""Plays the commands of the balance pages again: `python -m docs.balance_pages [PAGE ...]`.

What each command prints goes to `build/balance/PAGE/NUMBER.txt`, to be compared with the page. A
command whose file is there is left out, and games that were played before are not played again, so
the work can be stopped and continued. Delete the folder to begin anew.
"""

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import run
from typing import Annotated

import tyro

from fudaba.common.files import write_whole

PAGES = Path(__file__).parent / "balance"
PLAYED = Path(__file__).parents[1] / "build" / "balance"
WITHOUT_FULL = {"--full", "--cards", "--restrict", "--records"}


def commands(page: Path) -> Iterator[list[str]]:
    """Yields each command of a page once, in words: several sections may have the same one."""
    for line in dict.fromkeys(page.read_text(encoding="utf-8").splitlines()):
        if line.startswith("fudaba "):
            yield shlex.split(line, comments=True)


def main(pages: Annotated[tuple[str, ...], tyro.conf.Positional] = ()) -> None:
    """Plays what is missing of some pages, `sevens`; without names of all."""
    for name in pages or sorted(page.stem for page in PAGES.glob("*.md")):
        folder = PLAYED / name
        folder.mkdir(parents=True, exist_ok=True)
        for number, words in enumerate(commands(PAGES / f"{name}.md"), start=1):
            path = folder / f"{number:02}.txt"
            if path.exists():
                continue
            is_short = words[1] == "balance" and not WITHOUT_FULL & set(words)
            full = ["--full"] if is_short else []
            command = [sys.executable, "-m", "fudaba", *words[1:], *full]
            done = run(command, cwd=folder, capture_output=True, check=True)
            write_whole(path, f"$ {shlex.join([*words, *full])}\n".encode() + done.stdout)
            print(path)


if __name__ == "__main__":
    tyro.cli(main)
