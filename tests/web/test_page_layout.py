"""The layout of a seat's page: nothing jumps, and nothing is out of reach below the own hand."""

from random import Random

import pytest
from playwright.sync_api import ViewportSize, expect

from fudaba.envs import find_game, game_names

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import Window, laid

pytestmark = needs_chromium
DESKTOP, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=400, height=860)
SEATS = ["person", "greedy", "greedy", "greedy"]
# The zones and pictures that lie under the own hand, or outside, wherever the page is scrolled to.
OUT_OF_REACH = """() => {
  const hand = document.querySelector(".shelf:has(> .zone.own)");
  const isSeen = (part) => {
    const box = part.getBoundingClientRect(), over = hand.getBoundingClientRect();
    const isApart = box.right <= over.left || box.left >= over.right || box.bottom <= over.top + 1;
    return box.top >= 0 && box.bottom <= innerHeight && isApart;
  };
  const hidden = new Set(document.querySelectorAll("#table :is(.zone:not(.own), .picture)"));
  for (let top = 0; top <= document.documentElement.scrollHeight; top += 10) {
    scrollTo(0, top);
    for (const part of hidden) if (isSeen(part)) hidden.delete(part);
  }
  scrollTo(0, 0);
  return [...hidden].map((part) => part.ariaLabel);
}"""
LINES = """(cards) => Object.values(cards.reduce((lines, card) => {
  const { top } = card.getBoundingClientRect();
  return { ...lines, [top]: (lines[top] ?? 0) + 1 };
}, {}))"""


def sit(server: Serving, window: Window, name: str, seats: list[str], seed: int = 3) -> None:
    """Opens a seat."""
    window.sit(server.address, *laid(server.address, window, name, seats, seed))


def top(window: Window, part: str) -> float:
    """Returns the distance of a part from the top of the page."""
    box = window.page.locator(part).bounding_box()
    assert box is not None
    return box["y"]


@pytest.mark.parametrize("name", game_names())
def test_every_zone_can_be_seen_above_the_hand(name: str, server: Serving, window: Window) -> None:
    chance = Random(name)
    sit(server, window, name, ["person"] + ["greedy"] * (find_game(name).options().num_players - 1))
    for _ in range(8):
        if window.is_over:
            break
        window.go_on()
        assert window.page.evaluate(OUT_OF_REACH) == []
        window.play(chance, 1)


@pytest.mark.parametrize(
    ("name", "num_players", "size"),
    [("sevens_v0", 4, DESKTOP), ("sevens_v0", 3, DESKTOP), ("sevens_v0", 3, PHONE),
     ("mokkaik_v0", 2, DESKTOP), ("daifugo_v0", 4, PHONE)],
)  # fmt: skip
def test_the_lines_of_a_hand_are_of_the_same_length(
    name: str, num_players: int, size: ViewportSize, server: Serving, window: Window
) -> None:
    window.page.set_viewport_size(size)
    sit(server, window, name, ["person"] + ["greedy"] * (num_players - 1))
    lines: list[int] = window.page.locator(".zone.own .card").evaluate_all(LINES)
    assert sum(lines) >= 8 and max(lines) - min(lines) <= 1
    if name == "sevens_v0" and size == DESKTOP:
        assert len(lines) == 1


@pytest.mark.parametrize("name", ["sevens_v0", "killer_sevens_v0", "daifugo_v0"])
def test_the_table_stays_in_place_while_notes_come_and_go(
    name: str, server: Serving, window: Window
) -> None:
    chance = Random(5)
    sit(server, window, name, SEATS)
    tops: list[int] = []
    notes: set[int] = set()
    while not window.is_over and len(tops) < 12:
        window.go_on()
        window.page.evaluate("scrollTo(0, 0)")
        notes.add(window.page.locator(":is(.notes li, .seat .ask)").count())
        tops.append(round(top(window, ".board")))
        window.play(chance, 1)
    assert len(notes) > 1
    assert tops == sorted(tops) and len(set(tops)) <= 2  # down once, for a longer line, never up


def test_the_last_move_is_called_so_and_hidden_while_a_move_is_built(
    server: Serving, window: Window
) -> None:
    chance = Random(2)
    sit(server, window, "daifugo_v0", SEATS)
    latest, built = window.page.locator("#latest"), window.page.locator("#built")
    seen = set()
    for _ in range(12):
        if window.is_over:
            break
        assert latest.is_visible() != (built.is_visible() or not window.told())
        seen.add(built.is_visible())
        if latest.is_visible():
            expect(latest).to_have_text("Last: " + " — ".join(window.told()[-1].splitlines()))
        window.play(chance, 1)
    assert seen == {False, True}


def test_a_diagram_is_above_the_zones_on_a_phone(server: Serving, window: Window) -> None:
    sit(server, window, "cyclic_v0", SEATS)
    assert top(window, ".pictures") <= top(window, ".shelves")
    window.page.set_viewport_size(PHONE)
    assert top(window, ".pictures") < top(window, ".shelves")
    sit(server, window, "namto_v0", SEATS)
    assert top(window, ".pictures") > top(window, ".shelves")  # a ranking waits
