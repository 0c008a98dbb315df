"""Links: those of the repository as committed, and the check of links after a build of the docs."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import figures

from .project import ROOT

sys.path.insert(0, str(ROOT / "docs" / "extensions"))
import forge
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


def committed() -> list[Path]:
    """The files of the repository, as a forge shows them."""
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True)
    return [ROOT / name for name in done.stdout.splitlines()]


def test_every_link_of_the_repository_leads_somewhere_without_a_build() -> None:
    files = {*committed()}
    folders = {folder for file in files for folder in file.parents}
    pages = sorted(file for file in files if file.suffix == ".md" and file.exists())
    links_of = [(page, link) for page in pages for link in links.read(page).links]
    goals = [(page, link, links.goal_of(page, link)) for page, link in links_of]
    assert len(goals) > 500
    assert [goal for goal in goals if goal[2] and goal[2] not in files | folders] == []
    assert [goal for goal in goals if links.problem_of(*goal[:2])] == []


FOR_THE_BUILD = {"docs/changelog.md": "the changelog, which a forge shows itself"}


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda page: page.stem)
def test_a_page_shows_no_directive_on_a_forge(page: Path) -> None:
    text = forge.BUILT.sub("", page.read_text(encoding="utf-8"))
    assert "```{" not in text or str(page.relative_to(ROOT)) in FOR_THE_BUILD


def test_the_build_shows_what_a_forge_does_not() -> None:
    text = "[a](../README.md#the-games) [b](../../envs/sevens/HOW_TO_PLAY.md)\n<!-- built\nc\n-->"
    assert forge.built(text) == "[a](/games/index.md) [b](/games/sevens_v0.md)\nc"
    rules = "[a](../envs/kikisen/RULES.md) [b](../../envs/seki/RULES.md)"
    assert forge.built(rules) == "[a](/games/kikisen_rules.md) [b](/games/seki_v0_rules.md)"
    for name in figures.FOLDER.glob("*.json"):
        table = forge.built(f"<!-- figures: {name.stem} -->\n<!-- end of figures -->")
        assert json.loads(name.read_text(encoding="utf-8"))["commit"] in table
