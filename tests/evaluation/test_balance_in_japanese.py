"""The balance page and its verdict in Japanese; the results stay in English."""

import io
import warnings

import pytest
from rich.cells import cell_len
from rich.console import Console

from fudaba.cli.verdict import print_verdict
from fudaba.common.languages import in_language
from fudaba.envs import find_game
from fudaba.evaluation.balance import BalanceResult, measure_balance
from fudaba.evaluation.report.balance.page import render_balance_page

from .japanese import english_in

SEVENS = find_game("sevens_v0")
AGENTS = ("random", "greedy")


def played() -> list[BalanceResult]:
    """One variant, and two with a ladder."""
    one = measure_balance("sevens_v0", AGENTS, games=40, ladder=AGENTS, ladder_deals=10)
    two = measure_balance("sevens_v0", games=20, varied={"tunnel": ["none", "ring"]})
    return [one, two]


@pytest.fixture(scope="module")
def results() -> list[BalanceResult]:
    with in_language("ja"):
        return played()


def test_results_are_the_same_in_all_languages(results: list[BalanceResult]) -> None:
    in_english = played()
    assert [each.to_json() for each in in_english] == [each.to_json() for each in results]
    assert [each.to_csv() for each in in_english] == [each.to_csv() for each in results]
    assert all(each.to_json().isascii() for each in results)


def test_the_page_is_in_japanese(results: list[BalanceResult]) -> None:
    for result in results:
        with in_language("ja"), warnings.catch_warnings():
            warnings.simplefilter("error")  # a picture lacks a character
            page = render_balance_page(result)
        assert '<html lang="ja">' in page
        assert english_in(page, SEVENS, *AGENTS, "SEV") == []  # clauses


def test_the_verdict_is_in_japanese_and_whole(results: list[BalanceResult]) -> None:
    for result in results:
        console = Console(width=80, file=io.StringIO())
        with in_language("ja"):
            print_verdict(console, result)
        assert isinstance(console.file, io.StringIO)
        lines = console.file.getvalue().splitlines()
        assert english_in(" ".join(lines), SEVENS, *AGENTS) == [] and "…" not in " ".join(lines)
        assert max(map(cell_len, lines)) <= 80
