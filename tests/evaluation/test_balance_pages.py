"""Code on the balance pages, which takes too long for a test: it names fields that views have."""

import re
from pathlib import Path

import pytest

from fudaba.envs import find_game

PAGES = sorted((Path(__file__).parents[2] / "docs/balance").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_code_reads_fields_that_views_have(page: Path) -> None:
    read = set(re.findall(r'\bviews?\["(\w+)"\]', page.read_text(encoding="utf-8")))
    assert read <= set(find_game(f"{page.stem}_v0").view_dtype.names)
