"""The end of a game: places, the points of the rulebook, and the totals of a table."""

import re
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import ASKED, COMPILING, Window, laid

pytestmark = needs_chromium
SEATS = ["person", "greedy", "greedy"]
NAMES = {"You", "Medium 1", "Medium 2"}
RIGHT_ENDS = "(numbers) => numbers.map((number) => number.getBoundingClientRect().right)"
# Stores the link of a table, as the lobby that opens it does.
REMEMBER = """(path) => import("/static/tables.js").then(({ rememberTable }) =>
  rememberTable({ seat: { path, seat: 0 } }))"""
ON_ONE_LINE = """(row) => {
  const ends = [...row.children].filter((part) => part.textContent)
    .map((part) => part.getBoundingClientRect().bottom);
  return row.childElementCount === 3 && Math.max(...ends) - Math.min(...ends) < 8
    && row.scrollWidth <= row.clientWidth;
}"""

# Whether the panel of the result grows with its rows.
GROWS = """(end) => {
  const rows = end.querySelector("#scores"), lines = [...end.querySelectorAll("#result li")];
  rows.hidden = false;
  rows.append(...lines.flatMap((line) => [1, 2, 3, 4].map(() => line.cloneNode(true))));
  const isWhole = end.scrollHeight <= end.clientHeight + 1;
  rows.replaceChildren();
  return isWhole;
}"""


def play_out(window: Window, chance: Random) -> dict[str, tuple[str, str]]:
    """Plays a game to its end; returns the place and the points of each player by name."""
    window.page.wait_for_selector(ASKED)
    window.play(chance)
    rows = window.page.locator("#result li").all()
    cells = [row.locator("strong, span").all_inner_texts() for row in rows]
    cells = [[" ".join(words.split()) for words in row] for row in cells]  # number and unit
    assert {name for _, name, _ in cells} == NAMES
    return {name: (place, points) for place, name, points in cells}


def number(words: str) -> float:
    found = re.search(r"[+-]?\d+(\.\d+)?", words.replace("\N{MINUS SIGN}", "-"))
    assert found is not None, words
    return float(found[0])


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("seki_v0", r"\u2212?[\d.]+ points?"),
        pytest.param("tyrant_v0", r"\d+ fame(, purged)?", marks=pytest.mark.slow),
        ("sevens_v0", r"all cards laid|out|last with cards"),  # its rulebook has only places
        pytest.param("killer_sevens_v0", r"out of cards|\d+ cards? left", marks=pytest.mark.slow),
        pytest.param("mokkaik_v0", r"[+\u2212]?\d+ points?", marks=pytest.mark.slow),
    ],
)
def test_results_show_the_points_of_the_rulebook_and_totals_those_of_all_games(
    name: str, points: str, chromium: Browser, server: Serving
) -> None:
    with Window(chromium) as window:
        window.sit(server.address, *laid(server.address, window, name, SEATS))
        scores, again = window.page.locator("#scores"), window.page.locator("#again")
        first = play_out(window, Random(1))
        expect(again).to_be_enabled(timeout=COMPILING)
        expect(scores).not_to_be_visible()  # one game has no totals
        again.click()
        expect(window.page.locator("#end")).not_to_be_visible(timeout=COMPILING)
        second = play_out(window, Random(2))
        expect(scores).to_be_visible(timeout=COMPILING)  # once the second record is stored
        expect(scores.locator("li")).to_have_count(len(SEATS))
        has_points = "cards" not in points
        assert all(re.fullmatch(points, won) for _, won in [*first.values(), *second.values()])
        for line in scores.locator("li").all():
            player, total = line.locator("span").all_inner_texts()
            assert re.fullmatch(f"{points if has_points else '. wins?'} in 2 games", total)
            games = [game[player] for game in (first, second)]
            parts = [number(won) if has_points else place.endswith("1st") for place, won in games]
            assert number(total) == pytest.approx(sum(parts), abs=0.011)
        assert "reward" not in window.page.locator("body").inner_text()
        assert window.errors == []


def test_my_games_say_against_whom_and_how_it_went(chromium: Browser, server: Serving) -> None:
    with Window(chromium) as window:
        page = window.page
        (path,) = laid(server.address, window, "tyrant_v0", SEATS)
        window.sit(server.address, path)
        page.evaluate(REMEMBER, path)
        window.play(Random(1))
        expect(page.locator("#again")).to_be_enabled(timeout=COMPILING)
        rows = page.locator("#result li").all()
        (own,) = (row for row in rows if row.locator("span").first.inner_text() == "You")
        place, points = own.locator("strong").inner_text(), own.locator(".points").inner_text()
        page.goto(f"{server.address}/mine")
        won = place.endswith("1st")
        expect(page.locator("#mine section")).to_contain_text(f"1 game, {int(won)} won")
        game = page.locator(".own-games li")
        for words in (place, " ".join(points.split()), "against Medium 1, Medium 2"):
            expect(game).to_contain_text(words)
        game.get_by_role("link", name="Look back").click()
        expect(page.locator("#result li")).to_have_count(len(rows), timeout=COMPILING)


def assert_each_row_is_one_line(window: Window) -> None:
    numbers = window.page.locator("#result .points b:first-child")
    assert len(set(numbers.evaluate_all(RIGHT_ENDS))) == 1
    for row in window.page.locator("#result li").all():
        assert row.evaluate(ON_ONE_LINE), row.inner_text()
    assert window.unreadable() == []


def test_a_result_is_one_line(chromium: Browser, server: Serving) -> None:
    with Window(chromium) as window:
        window.sit(server.address, *laid(server.address, window, "tyrant_v0", SEATS))
        play_out(window, Random(1))
        again = window.page.locator("#again")
        expect(again).to_be_enabled(timeout=COMPILING)
        window.page.set_viewport_size({"width": 400, "height": 800})
        assert window.page.locator("#end").evaluate(GROWS)
        for replayed in (False, True):
            if replayed:
                window.page.get_by_role("link", name="Look back").click()
                window.page.wait_for_selector("#replay #result li")
            for width in (400, 1100, 1280):
                window.page.set_viewport_size({"width": width, "height": 800})
                assert_each_row_is_one_line(window)
