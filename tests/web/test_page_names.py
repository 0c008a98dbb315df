"""What people are called: typed once, and shown at every seat and in every history."""

from random import Random

import pytest
from playwright.sync_api import Browser, Locator, expect

from ..core.test_sentences import NAMES, ROWS
from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import ASKED, COMPILING, Window, laid

pytestmark = needs_chromium
IN_NAMES_JS = """async ([names, rows]) => {
  const { Names } = await import("/static/names.js");
  return rows.map(([text, own]) => new Names(names, own).inText(text));
}"""
LEVELS = ["Easy", "Medium", "Strong"]
REFUSED = "; allowed: up to 24 letters, digits, signs and spaces."


def sit_down(
    server: Serving, windows: list[Window], *more: str, game: str = "makhup_v0", seed: int = 3
) -> None:
    paths = laid(server.address, windows[0], game, ["person", "person", *more], seed)
    for window, path in zip(windows, paths, strict=True):
        window.page.goto(server.address + path)
        window.page.wait_for_selector(".seat")


def call(window: Window, name: str) -> None:
    window.page.get_by_label("Your name").fill(name)
    window.page.get_by_label("Your name").press("Tab")  # Enter would deal in the lobby


def expect_plates(window: Window, names: list[str]) -> None:
    """Expects the names on the plates, seat by seat; the own plate lies at the hand."""
    expect(window.page.locator(".seat strong")).to_have_count(len(names))
    for seat, name in enumerate(names):
        plate = window.page.locator(f'.seat[data-seat="player_{seat}"] strong')
        expect(plate).to_have_text(name)


def trouble(window: Window) -> Locator:
    return window.page.locator("#trouble")


def move_once(windows: list[Window]) -> None:
    """Makes a move of whoever is asked, and waits until every history has it."""
    windows[0].page.wait_for_function("document.querySelector('#table')")
    while not (asked := [window for window in windows if window.moves or window.is_over]):
        windows[0].page.wait_for_timeout(20)
    before = windows[0].page.locator("#told li").count()
    if asked[0].is_over:
        return
    asked[0].moves[0].press("Enter")  # who draws in Makhup, the last move, plays for long
    for window in windows:
        window.page.locator("#told li").nth(before).wait_for()


def play_out(windows: list[Window]) -> None:
    while not all(window.is_over for window in windows):
        move_once(windows)


def test_the_page_and_the_terminal_write_the_same_sentences(
    server: Serving, windows: list[Window]
) -> None:
    page = windows[0].page
    page.goto(server.address)
    rows = [[text, own] for text, own, _ in ROWS]
    assert page.evaluate(IN_NAMES_JS, [NAMES, rows]) == [sentence for *_, sentence in ROWS]


def test_two_people_see_each_others_names_for_all_games_of_the_table(
    server: Serving, windows: list[Window]
) -> None:
    ann, bob = windows
    sit_down(server, windows)
    expect_plates(ann, ["You", "Guest 2"])
    call(ann, "Ann")
    call(bob, "Bob")
    for _ in range(2):
        expect_plates(ann, ["Ann (you)", "Bob"])
        expect_plates(bob, ["Ann", "Bob (you)"])
        for window in windows:
            window.page.reload()
    play_out(windows)
    for window, other in ((ann, "Bob"), (bob, "Ann")):
        players = {line.split()[0] for line in window.told()}
        assert players == {"You", other}
        said = window.page.locator("#result li span:first-of-type").all_inner_texts()
        assert sorted(said) == sorted(["You", other])
    results = [window.page.locator("#result li strong").all_inner_texts() for window in windows]
    assert results[0] == results[1] and len(results[0]) == len(windows)
    again = ann.page.get_by_role("button", name="Again")
    expect(again).to_be_enabled()
    again.click()
    for window in windows:
        expect(window.page.locator("#end")).not_to_be_visible()
    expect_plates(ann, ["Ann (you)", "Bob"])
    expect_plates(bob, ["Ann", "Bob (you)"])
    call(ann, "")
    expect_plates(bob, ["Guest", "Bob (you)"])


def test_who_moves_is_named_in_the_question_and_in_the_own_history(
    server: Serving, windows: list[Window]
) -> None:
    ann, bob = windows
    sit_down(server, windows, game="sevens_v0")
    call(ann, "Ann")
    call(bob, "Bob")
    expect_plates(bob, ["Ann", "Bob (you)"])
    expect_plates(ann, ["Ann (you)", "Bob"])
    move_once(windows)
    assert {ann.told()[0].split()[0], bob.told()[0].split()[0]} in ({"You", "Ann"}, {"You", "Bob"})
    waiting = next(window for window in windows if not window.moves)
    other = "Bob" if waiting is ann else "Ann"
    expect(waiting.page.locator("#question")).to_contain_text(f"{other}: ")
    expect(waiting.page.locator("#choice-head")).to_have_text(f"{other} thinks")


def test_equal_names_get_numbers(server: Serving, windows: list[Window]) -> None:
    sit_down(server, windows, "greedy")
    for window in windows:
        call(window, "Medium")
    expect_plates(windows[0], ["Medium 1 (you)", "Medium 2", "Medium 3"])
    expect_plates(windows[1], ["Medium 1", "Medium 2 (you)", "Medium 3"])


@pytest.mark.parametrize("name", ["<b>Ann</b>", "<img src=x onerror=a()>"[:24], "player_1 & \"$&'"])
def test_a_name_is_shown_as_text(name: str, server: Serving, windows: list[Window]) -> None:
    sit_down(server, windows)
    call(windows[0], name)
    expect_plates(windows[1], [name, "You"])
    assert windows[1].page.locator(".seat b, .seat img").count() == 0
    move_once(windows)
    move_once(windows)
    assert any(line.startswith(f"{name} ") for line in windows[1].told())


def test_a_name_that_is_too_long_or_invisible_is_refused(
    server: Serving, windows: list[Window]
) -> None:
    ann, bob = windows
    sit_down(server, windows)
    field = ann.page.get_by_label("Your name")
    field.evaluate("field => field.removeAttribute('maxlength')")
    for name in ("x" * 25, "a\u202eb"):
        call(ann, name)
        expect(trouble(ann)).to_have_text(f"a name can't be {name!r}{REFUSED}")
        ann.errors.clear()  # the browser itself notes the refusal
    assert ann.page.evaluate("localStorage.getItem('fudaba.name')") is None
    expect_plates(bob, ["Guest 1", "You"])
    call(ann, "x" * 24)
    expect_plates(bob, ["x" * 24, "You"])
    expect(trouble(ann)).not_to_be_visible()


def test_the_name_of_the_lobby_is_the_name_at_the_table(server: Serving, chromium: Browser) -> None:
    with Window(chromium) as window:
        window.page.goto(server.address)
        call(window, "Ann")
        (path,) = laid(server.address, window, "makhup_v0", ["person", "greedy"])
        window.sit(server.address, path)
        expect_plates(window, ["Ann (you)", "Medium"])
        expect(window.page.get_by_label("Your name")).to_have_value("Ann")
        assert window.errors == []


@pytest.mark.parametrize("name", [pytest.param("", marks=pytest.mark.slow), "Ann"])
def test_every_place_calls_a_player_the_same(name: str, server: Serving, chromium: Browser) -> None:
    called = name or "Guest"
    with Window(chromium) as window:
        page = window.page
        page.goto(server.address)
        call(window, name)
        page.locator('input[value="mokkaik_v0"]').check()
        for number, level in enumerate(LEVELS, 2):
            page.get_by_label(f"Seat {number}", exact=True).select_option(level)
        page.get_by_role("button", name="Play now").click()
        page.wait_for_url("**/seat/*", timeout=COMPILING)
        page.wait_for_selector(ASKED)
        names = [called, *LEVELS]
        expect_plates(window, [f"{name} (you)" if name else "You", *names[1:]])
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("#advice")).to_contain_text("Medium ")
        page.get_by_label("Pace").select_option("at once")  # after it: a redraw ends the hint
        for state in ("running", "ended"):
            if state == "ended":
                page.go_back()
                page.wait_for_selector(ASKED)
                window.play(Random(1))
                expect(page.locator("#again")).to_be_enabled(timeout=COMPILING)
                assert {*page.locator("#told strong").all_inner_texts()} == {"You", *LEVELS}
                ended = page.locator("#result li > span:not(.points)").all_inner_texts()
                assert {*ended} == {"You", *LEVELS}
            page.goto(server.address)
            table = page.locator("#table-list li").first
            expect(table).to_contain_text(f"{', '.join(names)}; game 1, {state}")
            expect(table.get_by_role("link").first).to_have_text(f"Open as {called}")
            if not name:
                assert window.errors == []
                return
        page.get_by_role("link", name="Look back").first.click()
        named = [f"{name} (you)", *names[1:]]  # as at the table
        expect_plates(window, named)
        expect(page.locator("#view option")).to_contain_text(["the player who moved", *named])
        expect(page.locator("#result")).to_contain_text("You")
        # *Strong* decides by the clock, so it judges no moves.
        assert {"Medium", "Trained"} <= {*page.locator("#agent option").all_inner_texts()}
        page.goto(f"{server.address}/mine")
        expect(page.locator("#mine")).to_contain_text(f"against {', '.join(LEVELS)}")
        page.goto(f"{server.address}/replay")
        expect(page.locator("#known")).to_contain_text("players of the first: ")
        expect(page.locator("#known")).not_to_contain_text("person")
        assert window.errors == []


def test_who_watches_has_no_name(server: Serving, chromium: Browser) -> None:
    with Window(chromium) as window:
        window.page.goto(server.address)
        call(window, "Ann")
        table = {"game": "makhup_v0", "seats": ["greedy", "greedy"], "pace": 0.0}
        opened = window.page.request.post(f"{server.address}/api/tables", data=table).json()
        window.page.goto(server.address + opened["watch"])
        window.page.wait_for_selector("#end:not([hidden])")
        expect_plates(window, ["Medium 1", "Medium 2"])
        expect(window.page.get_by_label("Your name")).not_to_be_visible()
        assert window.errors == []
