"""The rules are one press away: the button How to play of a seat and of the lobby."""

import re
from itertools import cycle

import pytest
from playwright.sync_api import Browser, expect

from fudaba.envs import find_game, game_names
from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.core.scene.scene import whose_turn
from fudaba.envs.core.scene.scene_text import draw_text
from fudaba.envs.core.words.how_to_play import Shown, aim, page_parts
from fudaba.envs.core.words.sentences import read_by, with_names

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import COMPILING, Window, laid, with_minus

pytestmark = needs_chromium

# Descriptions of parts of an example that would have to be scrolled, which nobody can.
CUT = """(parts) => parts.filter((part) => part.scrollHeight > part.clientHeight + 1
  && getComputedStyle(part).overflowY !== "visible").map((part) => part.outerHTML.slice(0, 120))"""
NAMES = [f"Player {seat + 1}" for seat in range(8)]


@pytest.mark.diagonal
@pytest.mark.parametrize("width", [400, 1280])
@pytest.mark.parametrize("press", ["How to play", "r"])
def test_a_seat_shows_how_to_play(
    press: str, width: int, chromium: Browser, server: Serving
) -> None:
    with Window(chromium, width) as window:
        seats = ["person", "greedy", "greedy", "greedy"]
        window.sit(server.address, *laid(server.address, window, "tyrant_v0", seats))
        with window.page.expect_request("**/reading") as told:
            if press == "r":
                window.page.keyboard.press("r")
            else:
                window.page.get_by_role("button", name="How to play").click()
        assert told.value.post_data_json == {"reads": True}
        guide = window.page.locator("#guide")
        expect(guide).to_contain_text("How to play Tyrant")
        expect(guide.locator("figure .scene")).to_have_count(2)
        expect(guide.locator("figure .scene").first).to_contain_text("Player 1")
        assert "RULES.md" not in guide.inner_text()
        assert guide.locator("figure .felt :not(.hidden)").evaluate_all(CUT) == []
        assert window.unreadable() == [] and window.violations() == []
        with window.page.expect_request("**/reading") as told:
            window.page.keyboard.press("Escape")
        assert told.value.post_data_json == {"reads": False}
        expect(guide).to_be_hidden()
        assert window.errors == []


@pytest.mark.parametrize(("name", "width"), [*zip(game_names(), cycle((400, 1280)), strict=False)])
def test_an_example_is_drawn_as_the_table_is(
    name: str, width: int, chromium: Browser, server: Serving
) -> None:
    game = find_game(name)
    shown = [part for part in page_parts(game) if isinstance(part, Shown)]
    with Window(chromium, width) as window, read_by(NOBODY):
        window.page.goto(server.address)
        window.page.locator(f'input[value="{name}"]').check()
        window.page.get_by_role("button", name="How to play").click()
        figures = window.page.locator("#guide figure")
        expect(figures).to_have_count(len(shown), timeout=COMPILING)
        for figure, example in zip(figures.all(), shown, strict=True):
            scene, state = example.scene, example.state
            own = figure.locator(".zone.own .card")
            hand = [card.name or card.sign + card.text for card in scene.seats[example.seat].cards]
            assert [card.get_attribute("data-words") for card in own.all()] == (hand or [None])
            expect(figure.locator(".question")).to_have_text(with_names(whose_turn(scene), NAMES))
            expect(figure.locator(".seat.on-turn")).to_have_count(
                sum(seat.is_on_turn for seat in scene.seats)
            )
            legal = game.legal_actions(state) if example.seat == state["to_move"] else []
            marked = figure.locator(".card.legal").all()
            actions = {card.get_attribute("data-action") for card in marked}
            assert actions - {None} <= {*map(str, legal)} and (legal or not marked)
            text = with_minus(with_names(draw_text(scene), NAMES))
            assert figure.locator("figcaption").inner_text().split() == text.split()
        assert window.unreadable() == [] and window.broken_words("#guide") == []
        assert window.violations() == [] and window.errors == []


def test_the_keys_scroll_a_page_and_skip_its_examples(chromium: Browser, server: Serving) -> None:
    with Window(chromium) as window:
        window.page.goto(server.address)
        window.page.locator('input[value="sevens_v0"]').check()
        window.page.get_by_role("button", name="How to play").focus()
        window.page.keyboard.press("Enter")
        text = window.page.locator("#guide-text")
        expect(text.locator("figure")).to_have_count(1)
        expect(text).to_be_focused()
        marked = text.locator(".card.legal").first
        expect(marked).to_have_attribute("data-action", re.compile(r"\d+"))
        window.page.keyboard.press("End")
        expect(text.get_by_role("heading", name="Three hints")).to_be_in_viewport()
        for kind, name in (("a", "Guided first game"), ("button", "Close")):
            window.page.keyboard.press("Tab")
            expect(window.page.locator(f"#guide {kind}", has_text=name)).to_be_focused()
        window.page.keyboard.press("Enter")
        expect(window.page.locator("#guide")).to_be_hidden()
        expect(window.page.get_by_role("button", name="How to play")).to_be_focused()


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
