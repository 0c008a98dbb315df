"""Tables at any width: every number stands whole in one line, and so do the numbers in names."""

import re
from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from fudaba.cli.wide import WideRow, broken, print_wide

NAMES = [
    "greedy",
    "montecarlo:budget=256",
    "policy:runs/sevens/2026-11-22/final,sample",
    "jokers=1, roles=[THIEF,HUNTER]",
    "策略:四季報告書第十二期",
]


def printed(width: int, kept: int = 0) -> str:
    file = StringIO()
    console = Console(file=file, width=width)
    cells = [Text(f"+0.{number}11\n+0.400 to +0.{number}22") for number in range(1, 6)]
    rows = [WideRow("a heading"), *(WideRow(name, cells) for name in NAMES)]
    print_wide(console, "greedy, montecarlo:budget=256", "", NAMES, rows, kept)
    return file.getvalue()


@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
def test_no_number_is_folded_or_cut(width: int) -> None:
    shown = printed(width)
    assert all(cell_len(line) <= width for line in shown.splitlines()) and "…" not in shown
    for number in range(1, 6):
        assert shown.count(f"+0.{number}11") == shown.count(f"+0.400 to +0.{number}22") == 5
    numbers = set(re.findall(r"\d+", "".join(NAMES)))
    found = set(re.findall(r"(?<![\d.])\d+(?![\d.])", shown))
    assert numbers <= found and found <= numbers  # of those in rewards each has a point beside it


def test_columns_that_are_kept_begin_every_part() -> None:
    shown = printed(80, kept=1)
    parts = shown.count("a heading")
    assert parts > 1 and shown.count("+0.111") == 5 * parts and shown.count("+0.211") == 5
    assert printed(200).count("a heading") == 1


@pytest.mark.parametrize(
    ("name", "width", "lines"),
    [
        ("greedy", 6, ["greedy"]),
        ("montecarlo:budget=256", 21, ["montecarlo:budget=256"]),
        ("montecarlo:budget=256", 20, ["montecarlo:", "budget=256"]),
        ("montecarlo:budget=256", 8, ["montecar", "lo:budge", "t=256"]),
        ("  of two words", 8, ["  of two", "  words"]),
        ("policy:runs/a/final", 12, ["policy:runs/", "a/final"]),
        ("x1234567", 4, ["x", "1234567"]),
        ("七並べ", 4, ["七並", "べ"]),
        ("", 4, [""]),
    ],
)
def test_a_name_is_broken_at_its_signs_and_in_no_number(
    name: str, width: int, lines: list[str]
) -> None:
    assert broken(name, width).split("\n") == lines


def test_a_mark_that_closes_stays_with_the_sign_before_it() -> None:
    assert broken("四季（第12）。期", 10) == "四季（第\n12）。期"
    assert broken("四季報告、期", 8) == "四季報\n告、期"
