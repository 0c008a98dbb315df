"""Diagrams and rankings in the browser: whose they are, and moves are made on them."""

import pytest
from playwright.sync_api import Browser

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import Window, laid

pytestmark = needs_chromium
# Describes parts of pictures that leave their picture, and cards too small or over each other.
MISPLACED = """() => {
  const found = [], box = (element) => element.getBoundingClientRect();
  const inside = (part, whole) => part.left > whole.left - 1 && part.right < whole.right + 1
    && part.top > whole.top - 1 && part.bottom < whole.bottom + 1;
  for (const picture of document.querySelectorAll(".picture")) {
    if (!inside(box(picture), box(document.querySelector(".felt")))) found.push("leaves the felt");
    for (const part of picture.querySelectorAll(".card, .edge-label, li"))
      if (part.checkVisibility() && !inside(box(part), box(picture)))
        found.push(`${part.textContent} leaves its picture`);
    const cards = [...picture.querySelectorAll(".nodes .card")].map(box);
    if (cards.some(({ width }) => width < 20)) found.push("a card is narrower than 20 pixels");
    for (const [at, one] of cards.entries())
      for (const other of cards.slice(at + 1))
        if (one.left < other.right && other.left < one.right && one.top < other.bottom
            && other.top < one.bottom) found.push("one card covers another");
  }
  return found;
}"""


@pytest.mark.parametrize("name", ["makkaik_v0", "namto_v0"])
def test_the_own_hand_is_marked_in_a_ranking_and_noted_at_it(
    name: str, chromium: Browser, server: Serving
) -> None:
    with Window(chromium) as window:
        seats = ["person", "greedy"]
        window.sit(server.address, *laid(server.address, window, name, seats))
        own = window.page.locator('.ranking [aria-current="true"] strong')
        while not own.count():
            window.take(0)
        note = window.page.locator(".picture", has=own).locator(".at-picture").inner_text()
        assert note.startswith(f"your hand: {own.inner_text()}")
        assert "your hand" not in window.page.locator(".notes").inner_text()


def test_players_in_a_ranking_have_their_names(chromium: Browser, server: Serving) -> None:
    with Window(chromium) as window:
        seats = ["person", "greedy"]
        window.sit(server.address, *laid(server.address, window, "mokkaik_v0", seats))
        own = window.page.locator('.ranking [aria-current="true"] strong')
        assert own.inner_text() == "You"
        rows = window.page.locator(".ranking strong").all_inner_texts()
        assert len(rows) == 2 and not any("player_" in row for row in rows)


def test_what_is_misplaced_is_found(chromium: Browser, server: Serving) -> None:
    with Window(chromium) as window:
        seats = ["person", "greedy"]
        window.sit(server.address, *laid(server.address, window, "makhup_v0", seats))
        window.page.evaluate("""() => {
          const [first, second] = document.querySelectorAll(".nodes .card");
          [first.style.left, first.style.top] = [second.style.left, second.style.top];
          document.querySelector(".picture .card:last-of-type").style.left = "120%";
        }""")
        found = window.page.evaluate(MISPLACED)
        assert "one card covers another" in found
        assert any("leaves its picture" in words for words in found)


def test_a_play_is_made_on_the_tree(chromium: Browser, server: Serving) -> None:
    with Window(chromium) as window:
        seats = ["person", "greedy"]
        window.sit(server.address, *laid(server.address, window, "makhup_v0", seats))
        leaf = window.page.locator(".nodes .legal[data-action]").first
        move = window.page.locator(f'#moves [data-action="{leaf.get_attribute("data-action")}"]')
        text = move.get_attribute("data-words")
        assert leaf.get_attribute("data-words") == text
        leaf.click()
        window.click(window.page.locator("#plays button"))
        assert any(line.endswith(text or "no move") for line in window.told())
