"""The pages on phones and desktops, in both themes: nothing is cut off, and axe finds nothing."""

import pytest
from playwright.sync_api import Browser

from fudaba.envs import find_game, game_names

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import Window, laid

pytestmark = needs_chromium
WRONG = """() => {
  const wrong = document.createElement("p");
  wrong.style.width = "900px";
  wrong.style.fontSize = "9px";
  wrong.append("tiny", document.createElement("img"));
  document.body.append(wrong);
}"""
DECISIONS = 3  # made before the page is checked
on_screens = pytest.mark.parametrize("width", [400, 1280])


@on_screens
@pytest.mark.parametrize("name", game_names())
def test_a_seat_can_be_read(name: str, width: int, chromium: Browser, server: Serving) -> None:
    num_players = find_game(name).options().num_players
    with Window(chromium, width, color_scheme="dark" if width == 400 else "light") as window:
        seats = ["person"] + ["greedy"] * (num_players - 1)
        window.sit(server.address, *laid(server.address, window, name, seats))
        for _ in range(DECISIONS):
            if not window.is_over:
                window.click(window.moves[-1])
        assert window.unreadable() == []
        assert window.violations() == []


@on_screens
def test_an_explanation_can_be_read(width: int, chromium: Browser, server: Serving) -> None:
    with Window(chromium, width, color_scheme="light" if width == 400 else "dark") as window:
        window.sit(server.address, *laid(server.address, window, "sevens_v0", ["person", "greedy"]))
        window.moves[0].focus()
        window.page.keyboard.press("?")
        window.page.wait_for_selector("#explanation:popover-open")
        assert window.unreadable() == []
        assert window.violations() == []


@on_screens
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_lobby_can_be_read(scheme: str, width: int, chromium: Browser, server: Serving) -> None:
    with Window(chromium, width, color_scheme=scheme) as window:
        window.page.goto(server.address)
        window.page.locator(".game", has_text="SEKI").click()  # the game with the most house rules
        window.page.locator("summary").click()
        assert window.unreadable() == []
        assert window.violations() == []


def test_day_and_night_look_different(chromium: Browser, server: Serving) -> None:
    shades = set()
    for scheme in ("light", "dark"):
        with Window(chromium, color_scheme=scheme) as window:
            window.page.goto(server.address)
            shades.add(window.page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert len(shades) == 2


def test_what_can_not_be_read_is_found(chromium: Browser, server: Serving) -> None:
    with Window(chromium, 400) as window:
        window.page.goto(server.address)
        window.page.evaluate(WRONG)
        assert any("the page is 9" in words for words in window.unreadable())
        assert any("has 9px" in words for words in window.unreadable())
        assert any("image-alt" in words for words in window.violations())
