"""Moments on the page of a seat and in replay: they stay until a click, a key or the next move."""

import re
from itertools import chain
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, ViewportSize, expect

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import ASKED, COMPILING, SETTLING, Window, laid

pytestmark = needs_chromium
SEATS = ["person", "greedy", "greedy", "greedy"]
DESKTOP, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=400, height=860)
# The parts of the table, each with its place.
BOARD = """() => [...document.querySelectorAll("#table :is(.seats, .zone)")].map((part) => {
  const { left, top, width, height } = part.getBoundingClientRect();
  return [part.textContent, left, top, width, height];
})"""
OWN = ".zone.own .card"
# Whether a part is inside the window and nothing lies over its middle.
IN_SIGHT = """(part) => {
  const { left, right, top, bottom } = part.getBoundingClientRect();
  const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight + 1
    && part.contains(over);
}"""

# Whether the result lies over no part of the table.
BESIDE = """() => {
  const [stop, ...parts] = ["#stop", "#question", "#table", "#choice"].map((part) =>
    document.querySelector(part).getBoundingClientRect());
  return parts.every(({ right, bottom }) => stop.left >= right || stop.top >= bottom);
}"""

# Turns up what the table shows as at another pace than 0.
TURN = """async () => (await import("/static/motion.js"))
  .turnUp([...document.querySelectorAll("#stop .moment")], false)"""


def play_to_a_moment(window: Window) -> None:
    """Makes random moves until the table stops to show something."""
    chance = Random(1)
    while not window.page.locator("#stop").is_visible():
        assert not window.is_over
        window.play(chance, 1)
        window.page.wait_for_timeout(200)  # for the answers of the agents


@pytest.mark.diagonal
@pytest.mark.parametrize("width", [400, 1280])
@pytest.mark.parametrize("press", ["click", "key"])
def test_a_reveal_stays_until_the_person_goes_on(
    press: str, width: int, chromium: Browser, server: Serving
) -> None:
    with Window(chromium, width) as window:
        window.sit(server.address, *laid(server.address, window, "tyrant_v0", SEATS))
        play_to_a_moment(window)
        stop = window.page.locator("#stop")
        expect(stop.locator("h2").first).to_contain_text("the cards are turned up")
        assert stop.locator("li").count() >= 1 and stop.locator(".card").count() >= 1
        expect(stop.locator("li").first).to_contain_text("power")
        assert window.unreadable() == [] and window.violations() == []
        if press == "key":
            window.page.keyboard.press("c")
        else:
            stop.get_by_role("button", name="Close").click()
        expect(stop).to_be_hidden()
        assert window.errors == []


def _delays(moment: Locator) -> list[list[int]]:
    """Returns the milliseconds after which the cards, the rows and the verdict turn up."""
    return [
        moment.locator(part).evaluate_all(
            "(all) => all.map((one) => parseInt(one.style.getPropertyValue('--after')))"
        )
        for part in (".card.face", "li", ".verdict")
    ]


@pytest.mark.parametrize("wish", ["reduce", "no-preference"])
def test_cards_turn_one_after_the_other_for_who_wishes(
    wish: str, chromium: Browser, server: Serving
) -> None:
    with Window(chromium, reduced_motion=wish) as window:
        window.sit(server.address, *laid(server.address, window, "tyrant_v0", SEATS))
        play_to_a_moment(window)
        turning = window.page.locator("#stop .turning")
        if wish == "reduce":
            expect(turning).to_have_count(0)
            return
        assert {*chain(*_delays(turning.first))} == {0}  # at pace 0
        window.page.evaluate(TURN)
        cards, rows, (verdict,) = _delays(turning.first)
        assert cards == sorted({*cards}) and rows == sorted(rows) and rows[0] == 0
        assert len(cards) > 1 and verdict > cards[-1]
        assert window.errors == []


def test_a_season_that_passed_without_a_choice_is_shown_and_says_so(
    chromium: Browser, server: Serving
) -> None:
    said = re.compile("You were not asked: only one move|It ended before your turn came")
    with Window(chromium) as window:
        moments = window.page.locator("#moments")
        for seed in range(40):
            window.sit(server.address, *laid(server.address, window, "taxot_v0", SEATS, seed))
            if moments.is_visible():
                break
        expect(moments.locator(".verdict").first).to_contain_text(said)
        window.sit(server.address, *laid(server.address, window, "namto_v0", SEATS, seasons="1"))
        window.play(Random(1))
        expect(moments).to_be_visible()
        expect(moments).not_to_contain_text(said)
        assert window.errors == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_finished_table_stays_beside_its_result_until_the_person_goes_on(
    size: ViewportSize, chromium: Browser, server: Serving
) -> None:
    with Window(chromium, size["width"]) as window:
        page = window.page
        page.set_viewport_size(size)
        window.sit(server.address, *laid(server.address, window, "mokkaik_v0", SEATS))
        with page.expect_response("**/pace"):
            page.locator("#pace").select_option("0.4")
        page.wait_for_timeout(SETTLING)  # for the position with the new pace
        go_on = page.locator("#go-on")
        while not go_on.is_visible():
            for move in window.moves[:1]:
                made = move.element_handle()
                made.evaluate("(button) => button.click()")  # as a key does
                made.wait_for_element_state("hidden")
            page.wait_for_timeout(50)
        expect(page.locator("#question.own")).to_have_text("Look at the result, then go on")
        assert go_on.evaluate(IN_SIGHT) and page.locator("#stop h2").evaluate(IN_SIGHT)
        assert page.evaluate(BESIDE) and page.locator("#close").is_hidden()
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        ended = page.locator("#table .card.recent").count()
        assert window.unreadable() == [] and window.violations() == []
        page.wait_for_timeout(SETTLING)
        go_on.click()
        expect(page.locator("#stop")).to_be_hidden()
        assert ended
        expect(page.locator("#table .card.recent")).to_have_count(0)
        assert window.errors == []


def test_the_own_next_move_hides_a_moment(chromium: Browser, server: Serving) -> None:
    with Window(chromium) as window:
        window.sit(server.address, *laid(server.address, window, "tyrant_v0", SEATS))
        play_to_a_moment(window)
        own = sum(line.startswith("You ") for line in window.told())
        while sum(line.startswith("You ") for line in window.told()) == own:
            assert window.page.locator("#stop").is_visible() and not window.is_over
            move = window.moves[-1].element_handle()
            move.evaluate("(button) => button.click()")  # as a key does
            move.wait_for_element_state("hidden")
            window.page.wait_for_selector(ASKED)
        titles = window.page.locator("#stop h2").all_inner_texts()
        assert not window.page.locator("#stop").is_visible() or "Trick 1" not in titles[0]


def test_a_moment_lies_over_a_table_that_stays_in_place(chromium: Browser, server: Serving) -> None:
    with Window(chromium) as window:
        window.sit(server.address, *laid(server.address, window, "tyrant_v0", SEATS))
        play_to_a_moment(window)
        stop, under = window.page.locator("#stop"), window.page.evaluate(BOARD)
        assert stop.locator("#close").evaluate(IN_SIGHT)
        assert window.page.locator("#moves button").first.evaluate(IN_SIGHT)
        assert window.page.locator("#question").evaluate(IN_SIGHT)
        window.go_on()
        expect(stop).to_be_hidden()
        assert window.page.evaluate(BOARD) == under


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_long_moments_leave_room_and_say_that_they_go_on(
    size: ViewportSize, chromium: Browser, server: Serving
) -> None:
    with Window(chromium, size["width"]) as window:
        window.page.set_viewport_size(size)
        window.sit(server.address, *laid(server.address, window, "tyrant_v0", SEATS))
        play_to_a_moment(window)
        more, moments = window.page.locator("#more"), window.page.locator("#moments")
        if size == DESKTOP:
            expect(more).to_be_hidden()
        longest = "(box) => box.append(...[1, 2, 3, 4].map(() => box.firstChild.cloneNode(true)))"
        moments.evaluate(longest)
        window.page.evaluate("dispatchEvent(new Event('resize'))")
        expect(more).to_be_visible()
        box = window.page.locator("#stop").bounding_box()
        assert box is not None and box["height"] > 0.2 * size["height"]
        for part in ("#close", "#more"):
            assert window.page.locator(part).evaluate(IN_SIGHT)
        assert moments.locator(".verdict").first.evaluate(IN_SIGHT)
        moments.focus()
        window.page.keyboard.press("End")
        expect(more).to_be_hidden()
        assert moments.locator("li").last.evaluate(IN_SIGHT)


@pytest.mark.parametrize("width", [400, pytest.param(1280, marks=pytest.mark.slow)])
def test_the_last_moment_is_shown_in_full_without_a_button(
    width: int, chromium: Browser, server: Serving
) -> None:
    with Window(chromium, width) as window:
        window.sit(server.address, *laid(server.address, window, "tyrant_v0", SEATS))
        window.play(Random(3))
        stop, moments = window.page.locator("#stop"), window.page.locator("#moments")
        expect(window.page.locator("#end")).to_be_in_viewport(ratio=1)
        expect(window.page.locator("#close")).to_be_hidden()
        window.page.keyboard.press("c")
        expect(stop).to_be_visible()
        assert moments.evaluate("(box) => box.scrollHeight - box.clientHeight") == 0
        last = moments.locator(".moment").last
        for line in [last.locator(".verdict"), *last.locator("li").all()]:
            line.scroll_into_view_if_needed()
            assert line.evaluate(IN_SIGHT), line.inner_text()
        last.locator("h2").scroll_into_view_if_needed()
        tops = moments.locator(".moment").evaluate_all(
            "(all) => all.map((one) => one.getBoundingClientRect().top)"
        )
        assert tops[-1] == min(tops)
        assert window.unreadable() == []


def test_a_game_ends_with_a_moment_that_replay_shows_again(
    chromium: Browser, server: Serving
) -> None:
    with Window(chromium) as window:
        window.sit(server.address, *laid(server.address, window, "namto_v0", SEATS))
        window.play(Random(2))
        last = window.page.locator("#stop .moment").last
        expect(last.locator("h2")).to_contain_text("is over")
        cards = last.locator(".card .corner").all_inner_texts()
        assert cards
        expect(window.page.locator("#look-back")).to_be_visible(timeout=COMPILING)
        href = window.page.locator("#look-back").get_attribute("href") or ""
        game = parse_qs(urlsplit(href).query)["game"][0]
        window.page.goto(f"{server.address}/replay?record=tables.jsonl&game={game}&view=0")
        window.page.locator("#last").click()
        again = window.page.locator("#moments .moment").last
        expect(again.locator("h2")).to_contain_text("is over")
        assert again.locator(".card .corner").all_inner_texts() == cards
        window.page.locator("#first").click()
        for size in (DESKTOP, PHONE):
            window.page.set_viewport_size(size)
            window.page.wait_for_function(
                f"[...document.querySelectorAll({OWN!r})].every({IN_SIGHT})"
            )
        assert window.errors == []


def test_who_wishes_it_passes_alone_where_nothing_can_be_played(
    window: Window, server: Serving
) -> None:
    window.sit(server.address, *laid(server.address, window, "daifugo_v0", SEATS, seed=5))
    question, passes = window.page.locator("#question"), window.page.locator("#passes")
    expect(question).to_contain_text("Pass: ")
    assert window.told()[-1] != "You pass"
    passes.check()
    expect(window.page.locator("#told")).to_contain_text("You pass")
    expect(question).not_to_contain_text("Pass: ")
    expect(passes).to_be_hidden()
