"""A browser window in which a test plays by clicks."""

import re
from collections.abc import Sequence
from random import Random
from typing import Any, Self

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page

from ..evaluation.browser import BROKEN_WORDS

MOST_DECISIONS = 500  # of a game
ASKED = "#moves button, #end:not([hidden])"
SETTLING = 550  # milliseconds, longer than that of `rest.js`
COMPILING = 600_000  # milliseconds, enough to compile a game's rules
# Makes a move of the list without the mouse, as keys do; returns how many the next decision has.
# The page may draw the list anew at any moment, so it waits for a list before it takes one.
TAKE = """async (number) => {
  const moves = () => [...document.querySelectorAll("#moves button")];
  const isOver = () => !document.querySelector("#end").hidden;
  const patience = Date.now() + 60_000; // a test may speed up the other clock
  const settled = async (made) => {
    while (made?.checkVisibility() || !(isOver() || moves().length)) {
      if (Date.now() > patience) throw new Error(`nothing follows ${made?.textContent}`);
      await new Promise((go) => setTimeout(go, 5));
    }
    return isOver() ? 0 : moves().length;
  };
  const count = await settled();
  if (!count) return 0;
  const made = moves()[number % count];
  made.click();
  return settled(made);
}"""
# Describes the elements that a reader could not see or read.
UNREADABLE = """() => {
  const found = [], width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width)
    found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  for (const element of document.body.querySelectorAll("*")) {
    if (!element.checkVisibility() || element.matches(".hidden, dialog, option")) continue;
    if (element.matches("pre, pre *")) continue; // an example as text scrolls sideways
    const box = element.getBoundingClientRect(), style = getComputedStyle(element);
    const name = `${element.tagName} ${element.className} "${element.textContent.slice(0, 30)}"`;
    if (box.right > width + 1 || box.left < -1) found.push(`${name} leaves the page`);
    if (style.overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1)
      found.push(`${name} is cut: ${element.scrollWidth} in ${element.clientWidth}`);
    const speaks = [...element.childNodes].some((n) => n.nodeType === 3 && n.nodeValue.trim());
    if (speaks && parseFloat(style.fontSize) < 11) found.push(`${name} has ${style.fontSize}`);
  }
  return found;
}"""


class Window:
    """A person's browser window.

    Attributes:
        page: The page in the window.
        errors: The errors of its scripts.
    """

    def __init__(self, chromium: Browser, width: int = 1280, **wishes: Any) -> None:
        """Opens an empty window; `wishes` are settings such as `color_scheme`."""
        wishes = {"reduced_motion": "reduce", **wishes}
        self._context = chromium.new_context(viewport={"width": width, "height": 800}, **wishes)
        self.page: Page = self._context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda line: self._hear(line.type, line.text))

    def _hear(self, kind: str, text: str) -> None:
        if kind == "error":
            self.errors.append(text)

    def __enter__(self) -> Self:
        """Returns the window."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes the window."""
        self._context.close()

    def sit(self, address: str, path: str) -> None:
        """Opens a seat and waits for the first decision or the end."""
        self.page.goto(address + path)
        self.page.wait_for_selector(ASKED)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.page.locator("#end").is_visible()

    @property
    def moves(self) -> list[Locator]:
        """The moves in the list."""
        return self.page.locator("#moves button").all()

    def go_on(self) -> None:
        """Closes what the table stops to show, which covers a part of the page."""
        if self.page.locator("#close").is_visible():
            self.page.locator("#close").click()

    def click(self, element: Locator) -> None:
        """Clicks on an element that makes a move, and waits for the next decision or the end."""
        self.go_on()
        handle = element.element_handle()
        self.page.wait_for_timeout(SETTLING)  # what has just appeared under the mouse does nothing
        element.click()
        handle.wait_for_element_state("hidden")  # the page is redrawn
        self.page.wait_for_selector(ASKED)

    def take(self, number: int) -> int:
        """Makes a move of the list without the mouse; returns how many the next decision has."""
        num_moves: int = self.page.evaluate(TAKE, number)
        return num_moves

    def play(self, chance: Random, decisions: int = MOST_DECISIONS) -> None:
        """Makes random moves, at most so many, without the mouse, which takes ten times as long."""
        num_moves = 0 if self.is_over else len(self.moves)
        for _ in range(decisions):
            if num_moves:
                num_moves = self.take(chance.randrange(num_moves))

    def told(self) -> list[str]:
        """Returns the lines of the history."""
        return self.page.locator("#told li").all_inner_texts()

    def unreadable(self) -> list[str]:
        """Returns descriptions of elements that can't be seen or read."""
        found: list[str] = self.page.evaluate(UNREADABLE)
        return found

    def broken_words(self, within: str = "body") -> list[str]:
        """Returns descriptions of words that are broken at the end of a line."""
        found: list[str] = self.page.locator(within).evaluate(BROKEN_WORDS)
        return found

    def violations(self) -> list[str]:
        """Returns the accessibility violations that axe finds."""
        found = Axe().run(self.page).response["violations"]
        return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]


def with_minus(text: str) -> str:
    """Returns a text with the minus sign before negative numbers, as pages show it."""
    return re.sub(r"(?<!\w)-(?=\d)", "\N{MINUS SIGN}", text)


def laid(
    address: str, window: Window, game: str, seats: Sequence[str], seed: int = 3, **rules: str
) -> list[str]:
    """Opens a table with pace 0; returns the paths of its people."""
    body = {"game": game, "options": rules, "seats": [*seats], "seed": seed, "pace": 0.0}
    answer = window.page.request.post(f"{address}/api/tables", data=body, timeout=COMPILING)
    assert answer.ok, answer.text()
    links, request = answer.json(), window.page.request
    further = range([*seats].count("person") - 1)
    joined = [request.post(f"{address}/api{links['invitation']}").json()["path"] for _ in further]
    return [links["seat"]["path"], *joined] if links["seat"] else []
