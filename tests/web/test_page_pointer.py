"""The pointer on a seat's page: explanations that it did not ask for, and double clicks."""

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import ASKED, Window, laid

pytestmark = needs_chromium
HOVER = 1_000  # milliseconds, longer than it takes until an explanation opens
SEATS = ["person", "greedy", "greedy", "greedy"]
# A busy machine may take a second between two clicks; for the page a twentieth of that passes.
SLOW_CLOCK = "const now = performance.now.bind(performance); performance.now = () => now() / 20;"
# The parts that an explanation covers.
COVERED = """(parts) => {
  const box = document.querySelector("#explanation").getBoundingClientRect();
  return parts.filter((part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  }).map((part) => part.textContent);
}"""


def middle(part: Locator) -> tuple[float, float]:
    """Returns the middle of a part of the page."""
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def own_lines(window: Window) -> int:
    """Returns the number of own moves in the history."""
    return sum(line.startswith("You ") for line in window.told())


def test_a_resting_mouse_gets_no_explanation_of_the_next_list(
    server: Serving, window: Window
) -> None:
    window.sit(server.address, *laid(server.address, window, "sevens_v0", SEATS))
    explained, (x, y) = window.page.locator("#explanation"), middle(window.moves[0])
    first = window.moves[0].element_handle()
    window.page.mouse.move(x, y)
    window.page.mouse.click(x, y)
    first.wait_for_element_state("hidden")
    window.page.wait_for_selector(ASKED)
    under = "([x, y]) => document.elementFromPoint(x, y).closest('#moves [data-about]') !== null"
    assert window.page.evaluate(under, [x, y])
    window.page.wait_for_timeout(HOVER)
    expect(explained).not_to_be_visible()
    window.page.mouse.move(x + 6, y)
    expect(explained).to_be_visible()


@pytest.mark.parametrize("trembles", [0, 6])
def test_a_double_click_makes_one_move(trembles: int, server: Serving, window: Window) -> None:
    window.page.add_init_script(SLOW_CLOCK)
    window.sit(server.address, *laid(server.address, window, "sevens_v0", SEATS))
    x, y = middle(window.moves[0])
    before, first = own_lines(window), window.moves[0].element_handle()
    window.page.mouse.move(x, y)
    window.page.mouse.click(x, y)
    first.wait_for_element_state("hidden")
    window.page.wait_for_selector(ASKED)
    window.page.mouse.move(x + trembles, y)
    window.page.mouse.click(x + trembles, y)  # under the pointer is a move of the new list
    window.page.wait_for_timeout(HOVER)
    assert own_lines(window) == before + 1


def test_after_a_while_a_resting_mouse_moves_again(server: Serving, window: Window) -> None:
    window.sit(server.address, *laid(server.address, window, "sevens_v0", SEATS))
    x, y = middle(window.moves[0])
    for count in (1, 2):
        window.page.wait_for_timeout(HOVER)
        first = window.moves[0].element_handle()
        window.page.mouse.click(x, y)
        first.wait_for_element_state("hidden")
        window.page.wait_for_selector(ASKED)
        assert own_lines(window) == count


@pytest.mark.parametrize(
    ("size", "name"),
    [
        pytest.param((1280, 800), "makhup_v0", marks=pytest.mark.slow),
        ((1280, 800), "daifugo_v0"),
        ((400, 860), "cyclic_v0"),
        pytest.param((400, 860), "tyrant_v0", marks=pytest.mark.slow),
    ],
)
def test_an_explanation_hides_no_moves(
    size: tuple[int, int], name: str, server: Serving, window: Window
) -> None:
    window.page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    window.sit(server.address, *laid(server.address, window, name, SEATS))
    moves = window.page.locator("#moves button")
    pictures = window.page.locator(".picture")
    asked = [*window.moves[:2], *window.page.locator(".zone.own button.card").all()[:1]]
    for asker in asked:
        asker.hover()
        expect(window.page.locator("#explanation h2")).to_have_text(
            asker.get_attribute("data-words") or ""
        )
        assert moves.evaluate_all(COVERED) == []
        assert asker.evaluate_all(COVERED) == []
        if size[0] == 1280:
            assert pictures.evaluate_all(COVERED) == []
        window.page.mouse.move(0, 0)
        expect(window.page.locator("#explanation")).not_to_be_visible()
