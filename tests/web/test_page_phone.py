"""A seat on a phone: long hands, and no help for keys. `test_page_layout` holds the rest."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import Window
from .test_page_layout import HIDDEN, sit

pytestmark = needs_chromium
PHONE = ViewportSize(width=400, height=860)


@pytest.fixture
def window(chromium: Browser) -> Iterator[Window]:
    """The window of a phone, which has a touch screen."""
    with Window(chromium, PHONE["width"], has_touch=True, is_mobile=True) as window:
        window.page.set_viewport_size(PHONE)
        yield window
        assert window.errors == []


def test_the_longest_hand_is_on_the_screen(server: Serving, window: Window) -> None:
    sit(server, window, "sevens_v0", 3)
    assert window.page.locator("#hand .card").count() >= 16
    assert window.page.evaluate(HIDDEN) == []


@pytest.mark.parametrize("name", ["seki_v0", "cyclic_v0", "mokkaik_v0"])
def test_two_rows_of_the_hand_have_the_names_of_their_cards(
    name: str, server: Serving, window: Window
) -> None:
    sit(server, window, name, 4)
    cards, names = (window.page.locator(f"#hand .card{part}") for part in ("", " .note"))
    assert cards.count() >= 8 and names.count() >= 2
    assert all(name.is_visible() for name in names.all())


def test_a_touch_screen_has_no_help_for_keys(
    server: Serving, window: Window, chromium: Browser
) -> None:
    sit(server, window, "namto_v0", 2)
    keys = window.page.get_by_role("button", name="Keys")
    expect(keys).to_have_count(0)
    expect(window.page.get_by_role("button", name="How to play")).to_be_visible()
    with Window(chromium, 2 * PHONE["width"]) as mouse:
        sit(server, mouse, "namto_v0", 2)
        expect(mouse.page.get_by_role("button", name="Keys")).to_be_visible()
        mouse.page.set_viewport_size(PHONE)  # the title needs the place
        expect(mouse.page.get_by_role("button", name="Keys")).to_be_hidden()
        assert mouse.unreadable() == []
