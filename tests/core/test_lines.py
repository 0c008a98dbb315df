"""Lines that fit."""

import re

import pytest

from fudaba.envs import find_game
from fudaba.envs.core.scene.lines import width_of, wrapped

AT_AN_END = re.compile(r"(?m)^ *[、。」\uff09\uff01\uff1fー]|[「\uff08]$")


def test_a_line_that_fits_stays_as_it_is() -> None:
    for line in ("", "  a   b  ", "x" * 20):
        assert wrapped(line, 20) == line


def test_a_long_line_goes_on_indented_and_brackets_stay_whole() -> None:
    assert wrapped("  player_1: 3 cards [reset right]", 30) == (
        "  player_1: 3 cards\n      [reset right]"
    )
    assert wrapped("one two-three", 8) == "one\n      two-three"
    assert max(map(len, wrapped("ab " * 100).splitlines())) == 80


@pytest.mark.parametrize("width", range(20, 81))
def test_japanese_lines_begin_with_no_closing_mark_and_end_with_no_opening_one(width: int) -> None:
    page = find_game("namto_v0").rules.with_name("HOW_TO_PLAY.ja.md").read_text(encoding="utf-8")
    for line in page.splitlines():
        said = wrapped(line, width)
        assert max(map(width_of, said.splitlines()), default=0) <= width
        assert not AT_AN_END.search(said)
        assert re.sub(r"\s", "", said) == re.sub(r"\s", "", line)


def test_a_word_longer_than_a_japanese_line_is_broken() -> None:
    assert wrapped("（KIKI-6.1、KIKI-6.2）。", 12) == "（KIKI-6.1、\n      KIKI-6\n      .2）。"
