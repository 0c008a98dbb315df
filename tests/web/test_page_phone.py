"""A seat on a phone: the own hand and the moves are on the screen at the same time."""

from collections.abc import Iterator
from itertools import count
from random import Random

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from fudaba.envs import find_game, game_names

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import Window, laid

pytestmark = needs_chromium
PHONE = ViewportSize(width=400, height=860)
DESKTOP = ViewportSize(width=1280, height=800)
DECISIONS = 6
# Describes the cards of the own hand and the first moves that can't be seen and touched, wherever
# the page is scrolled to.
OUT_OF_REACH = """() => {
  const parts = [...document.querySelectorAll(".zone.own .card:not(.nothing)")];
  parts.push(...[...document.querySelectorAll("#moves button")].slice(0, 3));
  const found = [];
  for (const [place, top] of [["top", 0], ["bottom", document.documentElement.scrollHeight]]) {
    scrollTo(0, top);
    for (const part of parts) {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      if (!isInside || !part.contains(over))
        found.push(`${place}: ${part.textContent} at ${left}, ${top} to ${right}, ${bottom}`);
    }
  }
  scrollTo(0, 0);
  return found;
}"""


@pytest.fixture
def window(chromium: Browser) -> Iterator[Window]:
    """The window of a phone, which has a touch screen."""
    with Window(chromium, PHONE["width"], has_touch=True, is_mobile=True) as window:
        window.page.set_viewport_size(PHONE)
        yield window
        assert window.errors == []


def sit(server: Serving, window: Window, name: str, num_players: int, seed: int = 3) -> None:
    """Opens the seat of a person among greedy agents."""
    seats = ["person"] + ["greedy"] * (num_players - 1)
    window.sit(server.address, *laid(server.address, window, name, seats, seed))


@pytest.mark.parametrize("name", game_names())
def test_the_hand_and_the_moves_are_always_on_the_screen(
    name: str, server: Serving, window: Window
) -> None:
    num_players, chance, seeds = find_game(name).options().num_players, Random(4), count(3)
    sit(server, window, name, num_players, next(seeds))
    for decision in range(DECISIONS):
        while window.is_over:
            sit(server, window, name, num_players, next(seeds))
        window.go_on()
        assert window.page.evaluate(OUT_OF_REACH) == [], f"decision {decision}"
        expect(window.page.locator("#question")).to_be_in_viewport(ratio=1)
        assert window.unreadable() == []
        window.play(chance, 1)


def test_the_longest_hand_is_on_the_screen(server: Serving, window: Window) -> None:
    sit(server, window, "sevens_v0", 3)
    assert window.page.locator(".zone.own .card").count() >= 16
    assert window.page.evaluate(OUT_OF_REACH) == []


def test_a_card_of_the_hand_is_played_and_explained(server: Serving, window: Window) -> None:
    sit(server, window, "sevens_v0", 4)
    window.click(window.page.locator("#hand .card.legal").first)
    window.page.locator("#hand .card").first.focus()
    window.page.keyboard.press("?")
    expect(window.page.locator("#explanation")).to_be_focused()


def test_the_hand_lies_on_the_table_of_a_wide_screen_and_after_the_game(
    server: Serving, window: Window
) -> None:
    sit(server, window, "namto_v0", 2)
    at_table, below = (window.page.locator(f"{part} .zone.own") for part in ("#table", "#hand"))
    for size, lies, lies_not in ((DESKTOP, at_table, below), (PHONE, below, at_table)):
        window.page.set_viewport_size(size)
        expect(lies).to_have_count(1)
        expect(lies_not).to_have_count(0)
    window.play(Random(1))
    expect(at_table).to_have_count(1)
    expect(below).to_have_count(0)


def test_a_touch_screen_has_no_help_for_keys(
    server: Serving, window: Window, chromium: Browser
) -> None:
    sit(server, window, "namto_v0", 2)
    keys = window.page.get_by_role("button", name="Keys")
    expect(keys).to_have_count(0)
    expect(window.page.get_by_role("button", name="How to play")).to_be_visible()
    with Window(chromium, PHONE["width"]) as mouse:
        sit(server, mouse, "namto_v0", 2)
        expect(mouse.page.get_by_role("button", name="Keys")).to_be_visible()
