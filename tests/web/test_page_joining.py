"""The line above a table whose agents are still being compiled, in Chromium."""

import threading

from playwright.sync_api import expect

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import Window, laid
from .test_preparing import ready

__all__ = ["ready"]  # a fixture
pytestmark = needs_chromium
SEATS = ["person", "montecarlo:budget=2", "montecarlo:budget=3"]


def test_a_person_is_told_who_joins_later_and_can_wait(
    server: Serving, window: Window, ready: threading.Event
) -> None:
    window.sit(server.address, *laid(server.address, window, "sevens_v0", SEATS))
    joining, wait = window.page.locator("#joining"), window.page.locator("#wait")
    expect(joining).to_contain_text(
        "Search 2, Search 3 are still being prepared; other agents play in their places until they "
        "join."
    )
    expect(joining.locator("progress")).to_be_visible()
    assert window.violations() == [] and window.unreadable() == []
    wait.click()
    expect(joining).to_contain_text("The table waits for Search 2, Search 3.")
    wait.click()
    expect(joining).to_contain_text("other agents play")
    ready.set()
    expect(joining).to_be_hidden()
