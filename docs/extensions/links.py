"""Checks all links within the repository after a build; each broken one is a warning.

Sphinx checks what its own markup links. The built pages are read here as a browser reads them, with
raw HTML, pictures and anchors. The Markdown files outside of docs, such as README.md and the rules,
are read as a forge shows them, and so are the links that lead there from docs.
"""

import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt
from mdit_py_plugins.anchors import anchors_plugin
from sphinx.application import Sphinx
from sphinx.util import logging

LOGGER = logging.getLogger(__name__)
MARKDOWN = MarkdownIt().enable("table").use(anchors_plugin, max_level=6)
TRACKED = ("git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md")


class Page(HTMLParser):
    """The links and the anchors of a page.

    Attributes:
        links: What its elements link or embed, in order.
        anchors: The names that stand behind # in links to its parts.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes the links and the anchor of an element."""
        for name, value in attrs:
            if value and name in ("href", "src"):
                self.links.append(value)
            elif value and (name == "id" or (tag, name) == ("a", "name")):
                self.anchors.add(value)


@cache
def read(path: Path) -> Page:
    """Returns a page of HTML or Markdown; other files have neither links nor anchors."""
    if path.suffix not in (".html", ".md"):
        return Page("")
    text = path.read_text(encoding="utf-8")
    return Page(MARKDOWN.render(text) if path.suffix == ".md" else text)


def goal_of(page: Path, link: str) -> Path | None:
    """Returns the file that a link leads to; None if it leads to another site."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    return (page.parent / unquote(parts.path)).resolve() if parts.path else page


def problem_of(page: Path, link: str) -> str:
    """Returns what is wrong with a link; empty if nothing is, or if it leads to another site."""
    goal, anchor = goal_of(page, link), unquote(urlsplit(link).fragment)
    if goal is None:
        return ""
    if not goal.exists():
        return f"{link} leads to no file"
    if anchor and anchor not in read(goal).anchors:
        return f"{link} leads to no part of {goal.name}"
    return ""


def problems(pages: Iterable[Path], elsewhere: Path | None = None) -> Iterator[str]:
    """Yields what is wrong with the links of some pages.

    Args:
        pages: Files of HTML or Markdown.
        elsewhere: A folder; links between two files below it are left out.
    """
    for page in pages:
        for link in dict.fromkeys(read(page).links):
            goal = goal_of(page, link)
            if (
                goal
                and elsewhere
                and page.is_relative_to(elsewhere)
                and goal.is_relative_to(elsewhere)
            ):
                continue
            if problem := problem_of(page, link):
                yield f"{page}: {problem}"


def check(app: Sphinx, error: Exception | None) -> None:
    """Checks the built pages, and the Markdown of the repository."""
    if error or app.builder.format != "html":
        return
    docs, root = Path(app.srcdir).resolve(), Path(app.srcdir).resolve().parent
    names = subprocess.run(TRACKED, cwd=root, check=True, capture_output=True, text=True).stdout
    built = sorted(Path(app.outdir).resolve().rglob("*.html"))
    written = [root / name for name in names.splitlines() if (root / name).exists()]
    for problem in (*problems(built), *problems(written, elsewhere=docs)):
        LOGGER.warning(problem)


def setup(app: Sphinx) -> dict[str, bool]:
    """Connects the check."""
    app.connect("build-finished", check)
    return {"parallel_read_safe": True}
