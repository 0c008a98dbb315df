"""A guided first game in Chromium: offered once, always reachable, and it goes one way."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from fudaba.envs import find_game, game_names
from fudaba.web.lesson import lesson_of

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import COMPILING, SETTLING, Window

pytestmark = needs_chromium

NAME = "makhup_v0"
# The parts of the table over which the guide lies, and what it points at.
COVERED = """() => {
  const guide = document.querySelector("#lesson").getBoundingClientRect();
  const names = ".top, #question, #latest, #table, #choice, #hand, .pointed";
  const parts = document.querySelectorAll(names);
  return [...parts].filter((part) => {
    const { top, bottom, left, right } = part.getBoundingClientRect();
    return guide.top < bottom && top < guide.bottom && guide.left < right && left < guide.right;
  }).map(({ id, className }) => id || className);
}"""
# The pixels of the guide's words that no text fills.
EMPTY = """() => {
  const words = document.querySelector("#lesson-words"), range = document.createRange();
  range.selectNodeContents(words);
  return Math.max(0, Math.round(words.clientHeight - range.getBoundingClientRect().height) - 1);
}"""
# Touches framed cards, then one that is equal to the last framed one; whether it is taken.
TWIN = """() => {
  const framed = () => [...document.querySelectorAll("#hand .card.legal:not([aria-pressed=true])")];
  for (let count = framed().length; count > 1 && framed().length > 1; count -= 1)
    framed()[0].click();
  const about = framed()[0]?.dataset.about;
  const twin = [...document.querySelectorAll("#hand .card.shut")].find((card) =>
    card.dataset.about === about);
  twin?.click();
  return twin?.ariaPressed !== null;
}"""


def start(page: Page, name: str = NAME) -> None:
    page.locator(f'input[value="{name}"]').check()
    page.get_by_role("button", name="Guided first game").click()
    page.wait_for_url("**/seat/*", timeout=COMPILING)


def touch(page: Page) -> None:
    """Touches what is framed until a button makes the move, and presses it."""
    while not page.locator("#plays button").count():
        page.locator(".legal:not([aria-pressed=true])").first.click()
    page.wait_for_timeout(SETTLING)  # what has just appeared under the mouse does nothing
    page.locator("#plays button").click()


@pytest.mark.parametrize("width", [400, pytest.param(1280, marks=pytest.mark.slow)])
def test_a_guided_game_is_played_by_touching_what_it_frames(
    width: int, chromium: Browser, server: Serving
) -> None:
    lesson = lesson_of(find_game(NAME))
    assert lesson is not None
    with Window(chromium, width) as window:
        page = window.page
        page.goto(server.address)
        start(page)
        words, more = page.locator("#lesson-words"), page.locator("#lesson-next")
        for turn in lesson.turns:
            for bubble in turn.say:
                expect(words).to_contain_text(bubble.text["en"])
                expect(page.locator(".pointed")).to_have_count(1)
                expect(page.locator("#lesson")).to_be_in_viewport(ratio=1)
                assert window.broken_words("#lesson") == []
                if bubble is not turn.say[-1]:
                    more.click()
            expect(words).to_contain_text(f"Your move: {turn.play}")
            if turn is lesson.turns[0]:
                assert window.violations() == []
            expect(page.locator("#moves button")).to_have_text([turn.play])
            touch(page)
        more.click()
        expect(page.locator("#lesson-leave")).to_have_text("Leave the guide")  # the game is over
        page.get_by_role("link", name="Back to the lobby").click()
        page.locator(f'input[value="{NAME}"]').check()
        expect(page.locator("#lesson")).to_be_hidden()  # it was played
        page.get_by_role("button", name="How to play").click()
        page.get_by_role("link", name="Guided first game").click()
        page.wait_for_url("**/seat/*", timeout=COMPILING)
        expect(words).to_contain_text(lesson.turns[0].say[0].text["en"])
        assert window.errors == []


@pytest.mark.parametrize("name", game_names())
def test_on_a_phone_the_guide_lies_over_no_part_of_the_table(
    name: str, chromium: Browser, server: Serving
) -> None:
    with Window(chromium, 400) as window:
        page = window.page
        page.set_viewport_size({"width": 400, "height": 860})
        page.goto(server.address)
        start(page, name)
        expect(page.locator("#lesson")).to_be_visible()
        assert page.evaluate(COVERED) == []
        while page.locator("#lesson-next").is_visible():
            page.locator("#lesson-next").click()
            assert page.evaluate(COVERED) == []
        assert page.evaluate(EMPTY) == 0, "it is as high as its text"
        assert page.evaluate(TWIN), "equal cards are as good"


def test_who_leaves_the_guide_plays_on_freely(chromium: Browser, server: Serving) -> None:
    with Window(chromium) as window:
        page = window.page
        page.goto(server.address)
        start(page)
        moves = page.locator("#moves button")
        expect(moves).to_have_count(1)
        page.locator("#hand .card:not(.legal)").first.click()
        expect(page.locator("#explanation")).to_contain_text("The guide wants another move first: ")
        page.get_by_role("button", name="Leave the guide").click()
        expect(page.locator("#lesson")).to_be_hidden()
        expect(moves).not_to_have_count(1)
        page.reload()
        expect(moves.first).to_have_text(re.compile("."))
        expect(page.locator("#lesson")).to_be_hidden()
        assert window.errors == []
