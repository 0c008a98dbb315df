"""The end of a game: the points of the rulebook, the reward beside them, and totals of a table."""

import re
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import ASKED, COMPILING, Window, laid

pytestmark = needs_chromium
SEATS = ["person", "greedy", "greedy"]
NAMES = {"You", "Greedy 1", "Greedy 2"}
RIGHT_ENDS = "(numbers) => numbers.map((number) => number.getBoundingClientRect().right)"
ON_ONE_LINE = """(row) => {
  const ends = [...row.children].filter((part) => part.textContent)
    .map((part) => part.getBoundingClientRect().bottom);
  return row.childElementCount === 4 && Math.max(...ends) - Math.min(...ends) < 8
    && row.scrollWidth <= row.clientWidth;
}"""
REWARD = re.compile(r"reward [+\u2212]\d+\.\d\d")


def play_out(window: Window, chance: Random) -> dict[str, tuple[str, str]]:
    """Plays a game to its end; returns the points and the reward of each player by name."""
    window.page.wait_for_selector(ASKED)
    window.play(chance)
    rows = window.page.locator("#result li").all()
    cells = [row.locator("span").all_inner_texts() for row in rows]
    cells = [[" ".join(words.split()) for words in row] for row in cells]  # number and unit
    assert {name for name, _, _ in cells} == NAMES
    return {name: (points, reward) for name, points, reward in cells}


def number(words: str) -> float:
    found = re.search(r"[+-]?\d+(\.\d+)?", words.replace("\N{MINUS SIGN}", "-"))
    assert found is not None, words
    return float(found[0])


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("seki_v0", r"\u2212?[\d.]+ points?"),
        ("tyrant_v0", r"\u2212?\d+ fame"),
        ("sevens_v0", ""),
        ("mokkaik_v0", r"[+\u2212]?\d+ points?"),
    ],
)
def test_results_show_points_and_rewards_and_totals_the_points_of_all_games(
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
        for won, reward in [*first.values(), *second.values()]:
            assert re.fullmatch(points, won)
            assert reward == "" if name == "mokkaik_v0" else REWARD.fullmatch(reward)
        asked = window.page.locator("#result [data-about]")
        expect(asked).to_have_count(0 if name == "mokkaik_v0" else len(SEATS))
        if name != "mokkaik_v0":
            asked.first.hover()
            explained = window.page.locator("#explanation")
            expect(explained).to_contain_text("What the result counts for agents that learn")
        for line in scores.locator("li").all():
            player, total = line.locator("span").all_inner_texts()
            assert re.fullmatch(f"{points or REWARD.pattern} in 2 games", total)
            parts = [game[player][0] or game[player][1] for game in (first, second)]
            assert number(total) == pytest.approx(sum(map(number, parts)), abs=0.011)
        assert window.errors == []


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
        for replayed in (False, True):
            if replayed:
                window.page.get_by_role("link", name="Look back").click()
                window.page.wait_for_selector("#replay #result li")
            for width in (400, 1100, 1280):
                window.page.set_viewport_size({"width": width, "height": 800})
                assert_each_row_is_one_line(window)


def test_results_are_in_the_order_of_the_places(chromium: Browser, server: Serving) -> None:
    """Of two players that share a place in Tyrant the one with less fame may stand first."""
    with Window(chromium) as window:
        window.sit(server.address, *laid(server.address, window, "tyrant_v0", SEATS))
        rewards = [number(reward) for _, reward in play_out(window, Random(1)).values()]
        assert rewards == sorted(rewards, reverse=True)
        assert window.page.locator("#result li strong").first.inner_text() == "1st"
