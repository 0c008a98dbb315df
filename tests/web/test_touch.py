"""Whole games of every game by touching the cards: with a mouse, by keys, and on a phone."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Browser, Locator, ViewportSize

from fudaba.envs import find_game, game_names

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import ASKED, Window, laid

pytestmark = needs_chromium
PHONE = ViewportSize(width=400, height=860)
SHORT = {"daifugo_v0": {"num_rounds": "1"}}  # all other games are short by default
MOST_TOUCHES = 1_500
# Half a second before a button can be pressed passes in a twentieth of it.
FAST_CLOCK = "const now = performance.now.bind(performance); performance.now = () => now() * 20;"
PIECES = '.legal[aria-pressed="false"]'

Press = Callable[[Window, Locator], None]


def click(window: Window, button: Locator) -> None:
    button.click()


def tap(window: Window, button: Locator) -> None:
    button.tap()


def by_key(window: Window, button: Locator) -> None:
    """Goes to a button as Tab and the arrows do, and presses Enter."""
    button.focus()
    window.page.keyboard.press("Enter")


WAYS: dict[str, tuple[Press, dict[str, bool]]] = {
    "mouse": (click, {}),
    "keys": (by_key, {}),
    "phone": (tap, {"has_touch": True, "is_mobile": True}),
}


def touch(window: Window, press: Press, chance: Random) -> None:
    """Touches a piece that can be touched, or makes a play that the touched ones mean."""
    plays, pieces = window.page.locator("#plays button"), window.page.locator(PIECES)
    num_plays, num_pieces = plays.count(), pieces.count()
    assert num_plays + num_pieces, "nothing can be touched"
    if not num_plays or (num_pieces and chance.random() < 0.6):
        press(window, pieces.nth(chance.randrange(num_pieces)))
        return
    play = plays.nth(chance.randrange(num_plays))
    made = play.element_handle()
    press(window, play)
    made.wait_for_element_state("hidden")
    window.page.wait_for_selector(ASKED)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", game_names())
def test_a_whole_game(name: str, way: str, chromium: Browser, server: Serving) -> None:
    press, wishes = WAYS[way]
    num_players = find_game(name).options().num_players
    seats, chance = ["person"] + ["greedy"] * (num_players - 1), Random(f"{name} {way}")
    with Window(chromium, **wishes) as window:
        window.page.add_init_script(FAST_CLOCK)
        if way == "phone":
            window.page.set_viewport_size(PHONE)
        paths = laid(server.address, window, name, seats, **SHORT.get(name, {}))
        window.sit(server.address, *paths)
        for _ in range(MOST_TOUCHES):
            if window.is_over:
                break
            touch(window, press, chance)
        assert window.is_over and window.errors == []
        assert window.page.locator("#result li").count() == num_players
        assert any(line.startswith("You ") for line in window.told())
