"""Moments on the page of a seat and in replay: they stay until a click, a key or the next move."""

from random import Random

import pytest
from playwright.sync_api import Browser, expect

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import Window, laid

pytestmark = needs_chromium
SEATS = ["person", "greedy", "greedy", "greedy"]


def play_to_a_moment(window: Window) -> None:
    """Makes random moves until the table stops to show something."""
    chance = Random(1)
    while not window.page.locator("#stop").is_visible():
        assert not window.is_over
        window.choose(chance)
        window.page.wait_for_timeout(200)  # for the answers of the agents


@pytest.mark.parametrize("width", [400, 1280])
@pytest.mark.parametrize("press", ["click", "key"])
def test_a_reveal_stays_until_the_person_goes_on(
    press: str, width: int, chromium: Browser, server: Serving
) -> None:
    with Window(chromium, width) as window:
        window.sit(server.address, *laid(server.address, window, "tyrant_v0", SEATS))
        play_to_a_moment(window)
        stop = window.page.locator("#stop")
        expect(stop.locator("h2").first).to_contain_text("the cards are turned up")
        assert stop.locator("li").count() >= 1 and stop.locator(".card").count() >= 1
        expect(stop.locator("li").first).to_contain_text("power")
        assert window.unreadable() == [] and window.violations() == []
        if press == "key":
            window.page.keyboard.press("c")
        else:
            stop.get_by_role("button", name="Go on").click()
        expect(stop).to_be_hidden()
        assert window.errors == []


def test_the_own_next_move_hides_a_moment(chromium: Browser, server: Serving) -> None:
    with Window(chromium) as window:
        window.sit(server.address, *laid(server.address, window, "tyrant_v0", SEATS))
        play_to_a_moment(window)
        own = sum(line.startswith("You ") for line in window.told())
        while sum(line.startswith("You ") for line in window.told()) == own:
            assert window.page.locator("#stop").is_visible() and not window.is_over
            window.choose(Random(2))
        titles = window.page.locator("#stop h2").all_inner_texts()
        assert not window.page.locator("#stop").is_visible() or "Trick 1" not in titles[0]


def test_a_game_ends_with_a_moment_that_replay_shows_again(
    chromium: Browser, server: Serving
) -> None:
    with Window(chromium) as window:
        window.sit(server.address, *laid(server.address, window, "namto_v0", SEATS))
        chance = Random(3)
        while not window.is_over:
            window.choose(chance)
        last = window.page.locator("#stop .moment").last
        expect(last.locator("h2")).to_contain_text("is over")
        cards = last.locator(".card .corner").all_inner_texts()
        assert cards
        window.page.goto(f"{server.address}/replay?record=tables.jsonl&game=1&view=0")
        window.page.locator("#last").click()
        again = window.page.locator("#moments .moment").last
        expect(again.locator("h2")).to_contain_text("is over")
        assert again.locator(".card .corner").all_inner_texts() == cards
        assert window.errors == []
