import re

from .pages import PAGES


def test_the_index_names_every_page() -> None:
    index = PAGES.with_suffix(".md").read_text(encoding="utf-8")
    pages = sorted(path.name for path in PAGES.glob("*.md"))
    assert pages == sorted(re.findall(r"\]\(trainers/(\w+\.md)\)", index))
