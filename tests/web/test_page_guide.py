"""The rules are one press away: the button Rules of a seat, and How to play in the lobby."""

import pytest
from playwright.sync_api import Browser, expect

from fudaba.envs import find_game, game_names
from fudaba.envs.core.words.how_to_play import aim

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import Window, laid

pytestmark = needs_chromium


@pytest.mark.parametrize("width", [400, 1280])
@pytest.mark.parametrize("press", ["Rules", "r"])
def test_a_seat_shows_how_to_play(
    press: str, width: int, chromium: Browser, server: Serving
) -> None:
    with Window(chromium, width) as window:
        seats = ["person", "greedy", "greedy", "greedy"]
        window.sit(server.address, *laid(server.address, window, "tyrant_v0", seats))
        if press == "r":
            window.page.keyboard.press("r")
        else:
            window.page.get_by_role("button", name="Rules").click()
        guide = window.page.locator("#guide")
        expect(guide).to_contain_text("How to play Tyrant")
        expect(guide.locator("pre")).to_have_count(3)
        expect(guide.locator("pre").first).to_contain_text("trick 1 of 8")
        assert "RULES.md" not in guide.inner_text()
        assert window.unreadable() == [] and window.violations() == []
        window.page.keyboard.press("Escape")
        expect(guide).to_be_hidden()
        assert window.errors == []


def test_the_lobby_shows_the_aim_and_the_page_of_the_chosen_game(
    chromium: Browser, server: Serving
) -> None:
    with Window(chromium) as window:
        window.page.goto(server.address)
        for name in game_names():
            game = find_game(name)
            window.page.locator(f'input[value="{name}"]').click()
            expect(window.page.locator("#aim")).to_have_text(aim(game))
        window.page.get_by_role("button", name="How to play").click()
        expect(window.page.locator("#guide")).to_contain_text(f"How to play {game.title}")
        assert window.errors == []


def test_an_unknown_game_has_no_page(chromium: Browser, server: Serving) -> None:
    with Window(chromium) as window:
        window.page.goto(server.address)
        answer = window.page.evaluate("""() => import("/static/server.js").then(({ get }) =>
            get("/api/games/whist_v0/how-to-play")).catch((error) => error.message)""")
        assert "there is no game 'whist_v0'" in answer
