"""A seat's page, and a person who plays at it by clicks."""

from collections.abc import Sequence
from random import Random
from typing import Any, Self

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page

ASKED = "#moves button, #end:not([hidden])"
COMPILING = 600_000  # milliseconds that a game's rules may take where nobody has compiled them
# What a reader could not see or read, in words.
UNREADABLE = """() => {
  const found = [], width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width)
    found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  for (const element of document.body.querySelectorAll("*")) {
    if (!element.checkVisibility() || element.matches(".hidden, dialog, option")) continue;
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
        page: What it shows.
        errors: What went wrong in its scripts.
    """

    def __init__(self, chromium: Browser, width: int = 1280, **wishes: Any) -> None:
        """Opens an empty window; `wishes` are the person's, as `color_scheme`."""
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
        """The window."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes it."""
        self._context.close()

    def sit(self, address: str, path: str) -> None:
        """Sits down, and waits for the first decision or the end."""
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

    def click(self, element: Locator) -> None:
        """Clicks on something that takes a move, and waits for the next decision or the end."""
        handle = element.element_handle()
        element.click()
        handle.wait_for_element_state("hidden")  # all is drawn anew
        self.page.wait_for_selector(ASKED)

    def choose(self, chance: Random) -> bool:
        """Takes a random move; returns whether it was by a click on the table."""
        move = chance.choice(self.moves)
        on_table = self.page.locator(f'#table [data-action="{move.get_attribute("data-action")}"]')
        is_on_table = on_table.count() > 0
        self.click(on_table.last if is_on_table else move)
        return is_on_table

    def told(self) -> list[str]:
        """What happened, line by line."""
        return self.page.locator("#told li").all_inner_texts()

    def unreadable(self) -> list[str]:
        """What can't be seen or read; nothing is good."""
        found: list[str] = self.page.evaluate(UNREADABLE)
        return found

    def violations(self) -> list[str]:
        """What axe finds wrong for people who read and type otherwise; nothing is good."""
        found = Axe().run(self.page).response["violations"]
        return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]


def laid(
    address: str, window: Window, game: str, seats: Sequence[str], seed: int = 3, **rules: str
) -> list[str]:
    """Lays a table at which nothing takes time, and gives the people's paths."""
    body = {"game": game, "options": rules, "seats": [*seats], "seed": seed, "pace": 0.0}
    answer = window.page.request.post(f"{address}/api/tables", data=body, timeout=COMPILING)
    assert answer.ok, answer.text()
    return [seat["path"] for seat in answer.json()["seats"]]
