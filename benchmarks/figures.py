"""Fills measured tables into the pages: `python -m benchmarks.figures`.

Each table stands in one file, docs/figures/NAME.json, which the command that measured it has
written: `write` adds the command, the commit, the day and the machine. A page shows the table
between two comments, `figures: NAME` and `end of figures`. The build of the documentation takes the
tables from the files too, and tests compare the pages with them. Where it is cheap the file has a
sample, the same rows from few games, which a test plays again: other players make other rows.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import tyro

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "figures"
BLOCK = re.compile(r"(<!-- figures: (\w+) -->\n).*?(<!-- end of figures -->)", re.DOTALL)
TABLES = ("rows", "sample")
NUMBER = re.compile(r"[+-]?\d|\u2013?$")  # how a cell of a column of numbers begins

Rows = Sequence[Sequence[str]]


def write(name: str, headings: Sequence[str], rows: Rows, players: str, sample: Rows = ()) -> None:
    """Writes docs/figures/NAME.json, and fills it into the pages.

    Args:
        name: The name of the file.
        headings: The heading of each column.
        rows: The cells, as pages show them.
        players: Who played, and how often: a sentence without its full stop.
        sample: The same rows from few games; empty if playing them again is not cheap.
    """
    command = " ".join(["python", shlex.join(sys.orig_argv[1:])])
    content = {
        "command": command,
        "commit": commit(),
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "machine": f"{os.cpu_count()} cores, {_processor()}",
        "players": players,
        "headings": list(headings),
        "rows": [list(row) for row in rows],
        "sample": [list(row) for row in sample],
    }
    (FOLDER / f"{name}.json").write_text(_json(content), encoding="utf-8")
    fill_pages()


def rows_of(name: str) -> Rows:
    """Returns the rows of docs/figures/NAME.json."""
    rows: Rows = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))["rows"]
    return rows


def _json(content: dict[str, Any]) -> str:
    """Returns an object as JSON, with a line for each key and each row of a table."""
    parts = []
    for key, value in content.items():
        rows = [json.dumps(row, ensure_ascii=False) for row in value] if key in TABLES else []
        table = "[\n    " + ",\n    ".join(rows) + "\n  ]"
        parts.append(f'"{key}": {table if rows else json.dumps(value, ensure_ascii=False)}')
    return "{\n  " + ",\n  ".join(parts) + "\n}\n"


def commit() -> str:
    """Returns the commit, with a plus if files other than pages differ from it."""
    changed = _git("status", "--porcelain", "--", ".", ":!docs", ":!*.md")
    return _git("rev-parse", "--short=8", "HEAD") + ("+" if changed else "")


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def _processor() -> str:
    """Returns the name of the processor, as Linux tells it."""
    found = re.search(r"model name\s*: (.+)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    return found[1] if found else os.uname().machine


def filled(text: str) -> str:
    """Returns a page with the tables of its blocks."""
    return BLOCK.sub(lambda block: f"{block[1]}{_shown(block[2])}{block[3]}", text)


def _shown(name: str) -> str:
    """Returns a table in Markdown, and below it where it comes from."""
    content = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    columns = zip(*content["rows"], strict=True)
    rule = ["---:" if all(map(NUMBER.match, column)) else "---" for column in columns]
    lines = [f"| {' | '.join(cells)} |" for cells in (content["headings"], rule, *content["rows"])]
    origin = (
        f"*{content['players']}. Measured by `{content['command']}` at commit "
        f"{content['commit']} on {content['date']}; {content['machine']}.*"
    )
    return "\n".join(["", *lines, "", origin, "", ""])


def fill_pages() -> None:
    """Writes the tables into README.md and the pages."""
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        text = page.read_text(encoding="utf-8")
        if (new := filled(text)) != text:
            page.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    tyro.cli(fill_pages)
