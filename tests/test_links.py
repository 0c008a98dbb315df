"""The check of links after a build of the documentation: it finds what is broken, and only that."""

import sys
from pathlib import Path

import pytest

from .project import ROOT

sys.path.insert(0, str(ROOT / "docs" / "extensions"))
import links

GOOD = {
    "README.md": "# Read\n[a](docs/start.md#one-table-two) ![p](docs/p.png) [b](#read)",
    "docs/start.md": '## One table, "two"\n[built](games/made.md) [out](../README.md#read)',
    "docs/p.png": "",
    "built/start.html": '<h1 id="one">x</h1><a href="sub/page.html?v=1#far%20off">y</a>',
    "built/sub/page.html": '<a name="far off" href="../start.html#one"><img src="//a.org/p.png">',
}
WRONG = {
    "README.md": [
        ("[a](docs/begin.md)", "docs/begin.md leads to no file"),
        ("[a](docs/start.md#two)", "docs/start.md#two leads to no part of start.md"),
        ("<img src='docs/q.png'>", "docs/q.png leads to no file"),
    ],
    "docs/start.md": [
        ("[a](../README.md#write)", "../README.md#write leads to no part of README.md")
    ],
    "built/start.html": [
        ("<a href='page.html'>x</a>", "page.html leads to no file"),
        ("<a href='sub/page.html#near'>x</a>", "sub/page.html#near leads to no part of page.html"),
        ("<img src='p.png'>", "p.png leads to no file"),
    ],
}


def put(folder: Path, changed: dict[str, str]) -> list[str]:
    """Writes a repository and returns what is wrong with it."""
    for name, text in {**GOOD, **changed}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    built, written = sorted(folder.rglob("*.html")), sorted(folder.rglob("*.md"))
    return [*links.problems(built), *links.problems(written, elsewhere=folder / "docs")]


def test_good_links_are_left_alone(tmp_path: Path) -> None:
    assert put(tmp_path, {}) == []


@pytest.mark.parametrize(
    ("name", "text", "problem"), [(name, *case) for name, cases in WRONG.items() for case in cases]
)
def test_a_broken_link_is_found(name: str, text: str, problem: str, tmp_path: Path) -> None:
    found = put(tmp_path, {name: f"{GOOD[name]}\n\n{text}"})
    assert found == [f"{tmp_path / name}: {problem}"]
