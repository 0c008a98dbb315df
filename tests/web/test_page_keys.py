"""The keyboard, explanations, hints, motion and a lost connection."""

import re
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import ASKED, SETTLING, Window, laid

pytestmark = needs_chromium
IN_A_PROCESS = """
import asyncio, sys
from pathlib import Path
from fudaba.web.serving import listen, serve
socket = listen("127.0.0.1", int(sys.argv[2]))
port = socket.getsockname()[1]
asyncio.run(serve(Path(sys.argv[1]), socket, lambda: print(port, flush=True)))
"""
COUNT_GLIDING = """() => {
  const animate = Element.prototype.animate;
  window.gliding = 0;
  Element.prototype.animate = function (...how) {
    window.gliding += 1;
    return animate.apply(this, how);
  };
}"""
FOUR = ["person", "greedy", "greedy", "greedy"]
MOST_TABS = 40  # from the top of the page to any part of it


@pytest.fixture
def window(chromium: Browser) -> Iterator[Window]:
    with Window(chromium) as window:
        yield window


# As if the first two cards of the hand had come for a joker; returns their names.
EXCHANGE = """async () => {
  const { showChange } = await import("/static/hand.js");
  const events = new EventSource(`/api/seat/${location.pathname.split("/").pop()}/events`);
  const { data } = await new Promise((heard) => events.addEventListener("position", heard));
  const { scene, seat } = JSON.parse(data), came = scene.seats[seat].cards.slice(0, 2);
  const [went, died] = [{ sign: "★", text: "", name: "" }, { name: "dead card" }];
  showChange({ came, went: [went, { ...went, text: "2" }], died: [died] });
  return came.map((card) => card.name || card.sign + card.text);
}"""


def sit(server: Serving, window: Window, game: str = "sevens_v0", **rules: str) -> Page:
    window.sit(server.address, *laid(server.address, window, game, FOUR, **rules))
    return window.page


def tab_to(page: Page, target: Locator) -> Locator:
    """Presses Tab until an element among these has the focus; returns the one that has it."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        for one in target.all():
            if one.evaluate("one => one === document.activeElement"):
                return one
    raise AssertionError(f"Tab does not reach {target}")


def arrow_to(page: Page, target: Locator) -> None:
    """Presses the right arrow until an element has the focus."""
    for _ in range(MOST_TABS):
        if target.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"the arrow does not reach {target}")


def test_a_game_by_keys_alone(server: Serving, window: Window) -> None:
    page = sit(server, window)
    for _ in range(100):
        if window.is_over:
            break
        handle = window.moves[0].element_handle()
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        handle.wait_for_element_state("hidden")
        page.wait_for_selector("#moves button, #end:not([hidden])")
    assert window.is_over
    expect(page.locator("#end")).to_be_focused()


def test_arrows_go_between_cards(server: Serving, window: Window) -> None:
    page = sit(server, window)
    hand = page.locator(".zone.own .card")
    tab_to(page, hand.first)
    page.keyboard.press("ArrowRight")
    expect(hand.nth(1)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(hand.first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(hand.first).not_to_be_focused()
    assert page.locator('#table button[tabindex="0"]').count() == 1


def test_a_card_is_played_by_enter_tab_and_enter(server: Serving, window: Window) -> None:
    page = sit(server, window)
    card = page.locator("#hand .card.legal").first
    name = card.get_attribute("data-words")
    tab_to(page, page.locator("#hand .card"))
    arrow_to(page, card)
    page.keyboard.press("Enter")
    expect(card).to_be_focused()
    expect(card).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Tab")
    expect(page.locator("#plays button")).to_be_focused()
    handle = card.element_handle()
    page.keyboard.press("Enter")
    handle.wait_for_element_state("hidden")
    expect(page.locator("#told")).to_contain_text(f"You lay {name}")


def test_the_clause_of_a_move_is_one_key_or_one_hover_away(server: Serving, window: Window) -> None:
    page = sit(server, window, "seki_v0")
    box = page.locator("#explanation")
    tab_to(page, page.locator("#moves button"))
    page.keyboard.press("?")
    expect(box).to_be_focused()
    expect(box).to_contain_text("SEKI-4.5")
    page.keyboard.press("Escape")
    expect(box).not_to_be_visible()
    expect(window.moves[0]).to_be_focused()
    page.locator(".seat .ask").first.hover()
    expect(box).to_be_visible()
    expect(box).to_contain_text(re.compile(r"SEKI-\d"))
    page.keyboard.press("?")
    expect(box).to_be_focused()
    page.keyboard.press("Escape")
    window.moves[0].hover()
    expect(box).to_be_visible()
    window.click(window.moves[1])  # the box lies above it, but clicks pass through
    expect(box).not_to_be_visible()


def test_a_long_press_explains_and_takes_no_move(server: Serving, chromium: Browser) -> None:
    with Window(chromium, 400, has_touch=True) as window:
        page = sit(server, window)
        told = window.told()
        card = page.locator(".zone.own .card.legal").first
        card.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
        expect(page.locator("#explanation")).to_be_visible()
        card.dispatch_event("pointerup", {"pointerType": "touch", "bubbles": True})
        card.dispatch_event("click")
        expect(page.locator("#explanation")).to_be_visible()
        assert window.told() == told


@pytest.mark.parametrize("name", ["daifugo_v0", "makhup_v0"])
def test_a_hint_touches_its_cards_and_goes_to_its_button(
    name: str, server: Serving, window: Window
) -> None:
    page = sit(server, window, name)
    page.keyboard.press("h")
    expect(page.locator("#advice")).to_contain_text("Medium would: ")
    play = page.evaluate("document.activeElement.dataset.words")
    said = page.locator("#advice").inner_text()
    assert re.fullmatch(rf"Medium would: {re.escape(play)}\. .+\.", said), said
    touched = page.locator('#hand [aria-pressed="true"]')
    names = touched.evaluate_all("(all) => all.map(({ dataset }) => dataset.words)")
    assert names and all(name in play for name in names)


def test_a_hint_to_pass_marks_its_button_alone(server: Serving, window: Window) -> None:
    page = sit(server, window, "sevens_v0")
    words = page.locator("#calls button").evaluate("({ dataset }) => dataset.words")
    empty = dict.fromkeys(("cards", "targets", "seats", "zones"), ())

    def to_pass(route: Route) -> None:
        advice = route.fetch().json()
        play = {**advice["play"], **empty, "text": words}
        route.fulfill(json={**advice, "play": play})

    page.route("**/hint", to_pass)
    page.keyboard.press("h")
    expect(page.locator("#choice .advised")).to_have_text(words)
    page.select_option("#pace", "0.4")  # which redraws the page
    expect(page.locator("#choice.hinted #calls .advised")).to_have_text(words)
    page.locator("#hand .card.legal").first.click()
    expect(page.locator("#choice.hinted, .advised")).to_have_count(0)


def test_a_hint_stays_while_the_stage_of_the_game_is_the_same(
    server: Serving, window: Window
) -> None:
    page = sit(server, window)
    advice = page.locator("#advice")
    page.keyboard.press("h")
    expect(advice).to_contain_text("Medium would: ")
    said, touched = advice.inner_text(), page.locator('[aria-pressed="true"]').count()
    page.select_option("#pace", "0.4")  # which redraws the page
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Your name").press("Enter")
    expect(page.locator("#hand .seat")).to_contain_text("Ada")
    assert advice.inner_text() == said
    assert page.locator('[aria-pressed="true"]').count() == touched
    window.take(0)
    expect(advice).to_be_hidden()


def test_who_plays_for_nothing_goes_to_the_end(server: Serving, window: Window) -> None:
    page, chance = sit(server, window, "daifugo_v0", num_rounds="2"), Random(4)
    to_the_end = page.get_by_role("button", name="To the end")
    while not to_the_end.is_visible():
        assert not window.is_over
        assert "is decided" not in page.locator(".notes").inner_text()
        window.play(chance, 1)
    assert "is decided" in page.locator(".notes").inner_text()
    page.wait_for_timeout(SETTLING)
    to_the_end.click()
    expect(page.locator("#end")).to_be_visible()
    expect(to_the_end).to_be_hidden()
    page.get_by_role("button", name="Again").click()
    page.wait_for_selector(ASKED)
    expect(page.locator("#end")).to_be_hidden()


def test_forced_moves_that_passed_at_once_are_shown_together(
    server: Serving, window: Window
) -> None:
    page, chance, seeds = sit(server, window), Random(4), count(4)
    forced = page.get_by_role("heading", name="Meanwhile, without a choice")
    while not forced.is_visible():
        if window.is_over:
            window.sit(
                server.address, *laid(server.address, window, "sevens_v0", FOUR, next(seeds))
            )
        else:
            window.play(chance, 1)
    lines = page.locator(".moment", has=forced).locator("li").all_inner_texts()
    assert lines and {*lines} <= {line.partition("\n")[0] for line in window.told()}


def test_what_came_to_the_hand_and_went_is_marked_and_said(server: Serving, window: Window) -> None:
    page = sit(server, window)
    came = page.evaluate(EXCHANGE)
    marked = page.locator("#hand .came")
    assert marked.evaluate_all("(all) => all.map(({ dataset }) => dataset.words)") == came
    said = f"New in your hand: {' '.join(came)} · Left your hand: ★ ★2 · Out of play: dead card"
    expect(page.locator("#change")).to_have_text(said)


@pytest.mark.parametrize("wish", ["reduce", "no-preference"])
def test_cards_glide_for_who_wishes(wish: str, server: Serving, chromium: Browser) -> None:
    with Window(chromium, reduced_motion=wish) as window:
        page = sit(server, window)
        page.evaluate(COUNT_GLIDING)
        assert page.locator("#moving").is_checked() == (wish != "reduce")
        page.locator("#hand .card.legal").first.click()
        window.click(page.locator("#plays button"))
        assert bool(page.evaluate("window.gliding")) == (wish != "reduce")
        page.locator("#moving").set_checked(wish == "reduce")
        page.evaluate("window.gliding = 0")
        window.click(window.moves[0])
        assert bool(page.evaluate("window.gliding")) == (wish == "reduce")


def started(folder: Path, port: int = 0) -> tuple[Popen[str], int]:
    """A server in a process of its own, which can be killed, and its port."""
    command = [sys.executable, "-c", IN_A_PROCESS, str(folder), str(port)]
    process = Popen(command, stdout=PIPE, text=True)
    assert process.stdout is not None
    return process, int(process.stdout.readline())


def test_a_lost_connection_is_told_and_the_table_goes_on(chromium: Browser, tmp_path: Path) -> None:
    first, port = started(tmp_path)
    address = f"http://127.0.0.1:{port}"
    with Window(chromium) as window:
        notice = window.page.locator("#notice")
        window.sit(address, *laid(address, window, "sevens_v0", FOUR))
        shown = window.page.locator("#table").inner_text()
        first.kill()
        first.wait()
        expect(notice).to_contain_text("The connection is lost")
        second, _ = started(tmp_path, port)
        expect(notice).not_to_be_visible(timeout=60_000)
        assert window.page.locator("#table").inner_text() == shown
        window.click(window.moves[0])
        second.kill()
        second.wait()
