"""The pages on phones and desktops, in both themes: nothing is cut off, and axe finds nothing."""

import pytest
from playwright.sync_api import Browser, expect

from fudaba.envs import find_game
from fudaba.envs.core.words.rulebook import rulebook
from fudaba.web.wire import encoded, explanation

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
UNFOLD = "for (const part of document.querySelectorAll('details')) part.open = true"
on_screens = pytest.mark.parametrize("width", [400, 1280])


@pytest.mark.parametrize("width", [400, pytest.param(1280, marks=pytest.mark.slow)])
def test_long_names_stay_whole(width: int, chromium: Browser, server: Serving) -> None:
    seats = ["person", "montecarlo:budget=64", "ismcts:budget=16", "montecarlo:budget=1024"]
    with Window(chromium, width) as window:
        window.sit(server.address, *laid(server.address, window, "namto_v0", seats))
        names = window.page.locator(".seat-name")
        assert names.count() == len(seats)
        assert window.unreadable() == []
        assert window.broken_words() == []


@on_screens
def test_an_explanation_can_be_read(width: int, chromium: Browser, server: Serving) -> None:
    with Window(chromium, width, color_scheme="light" if width == 400 else "dark") as window:
        window.sit(server.address, *laid(server.address, window, "sevens_v0", ["person", "greedy"]))
        window.moves[0].focus()
        window.page.keyboard.press("?")
        window.page.wait_for_selector("#explanation:popover-open")
        assert window.unreadable() == []
        assert window.broken_words() == []
        assert window.violations() == []


@pytest.mark.diagonal
@on_screens
@pytest.mark.parametrize("clause", ["KIKI-2.1", "KIKI-4.8", "NAM-5.2"])
def test_the_tables_of_a_clause_scroll_in_their_box(
    clause: str, width: int, chromium: Browser, server: Serving
) -> None:
    with Window(chromium, width) as window:
        window.sit(server.address, *laid(server.address, window, "namto_v0", ["person", "greedy"]))
        found = encoded(explanation((), rulebook(find_game("namto_v0").rules).numbered(clause)))
        window.page.route("**/explain", lambda asked: asked.fulfill(body=found))
        window.moves[0].focus()
        window.page.keyboard.press("?")
        box = window.page.locator("#explanation")
        expect(box).to_be_focused()
        expect(box.locator("table").first).to_be_visible()
        assert box.locator("table").first.get_attribute("tabindex") == "0"
        assert box.evaluate("(box) => box.scrollWidth - box.clientWidth") == 0
        assert window.broken_words("#explanation") == []
        assert window.violations() == []


@pytest.mark.diagonal
@on_screens
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_lobby_can_be_read(scheme: str, width: int, chromium: Browser, server: Serving) -> None:
    with Window(chromium, width, color_scheme=scheme) as window:
        window.page.goto(server.address)
        window.page.locator(".game", has_text="SEKI").click()  # the game with the most house rules
        window.page.evaluate(UNFOLD)
        assert window.unreadable() == []
        assert window.broken_words() == []
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
