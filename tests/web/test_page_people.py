"""Several people at one table, each in their own window."""

from collections.abc import Sequence

from playwright.sync_api import Locator, expect

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import Window, laid

pytestmark = needs_chromium
TWO = ["person", "person"]


def sit_down(server: Serving, windows: list[Window], game: str, seats: Sequence[str] = TWO) -> None:
    for window, path in zip(windows, laid(server.address, windows[0], game, seats), strict=True):
        window.page.goto(server.address + path)
        window.page.wait_for_selector(".seat")


def name_of(move: str) -> str:
    """Returns a listed move without its number: `lay S6` of `1lay S6`."""
    return move.lstrip("0123456789")


def asked(windows: list[Window]) -> Window | None:
    """Returns the window of the player to move; None once the game is over."""
    while not all(window.is_over for window in windows):
        for window in windows:
            if window.page.locator("#moves button").count():
                return window
        windows[0].page.wait_for_timeout(20)
    return None


def move(windows: list[Window], chosen: Locator) -> None:
    """Makes a move that all players hear; checks that it is in every history, in the same order."""
    cards, before = name_of(chosen.inner_text()).partition(" ")[2], len(windows[0].told())
    chosen.press("Enter")
    for window in windows:
        told = window.page.locator("#told li").nth(before)
        told.wait_for()
        assert cards in told.inner_text()


def test_a_page_shows_its_own_hand_alone(server: Serving, windows: list[Window]) -> None:
    sit_down(server, windows, "sevens_v0")
    hands = []
    for window in windows:
        cards = window.page.locator(".zone.own .card").all()
        hands.append({card.get_attribute("data-words") for card in cards})
        assert window.page.locator(".zone.own").count() == 1
    assert hands[0] and hands[1] and not hands[0] & hands[1]


def test_steps_are_the_persons_own_and_can_be_taken_back(
    server: Serving, windows: list[Window]
) -> None:
    sit_down(server, windows, "tyrant_v0", [*TWO, "greedy"])
    window = asked(windows)
    assert window is not None
    other = windows[1 - windows.index(window)].page
    others_table, moves = other.content(), [move.inner_text() for move in window.moves]
    window.click(window.moves[0])
    assert window.page.locator("#built").inner_text() == f"So far: {name_of(moves[0])}"
    assert [move.inner_text() for move in window.moves] != moves
    window.click(window.page.locator("#back"))
    assert [move.inner_text() for move in window.moves] == moves
    assert not window.page.locator("#back").is_visible()
    assert other.content() == others_table


def test_who_reads_a_clause_can_read_on_while_others_move(
    server: Serving, windows: list[Window]
) -> None:
    sit_down(server, windows, "sevens_v0")
    window = asked(windows)
    assert window is not None
    reader = windows[1 - windows.index(window)].page
    reader.locator(".zone.own .card").first.focus()
    reader.keyboard.press("?")
    box = reader.locator("#explanation")
    expect(box).to_be_focused()
    move(windows, window.moves[0])
    expect(box).to_be_focused()
    reader.keyboard.press("Escape")
    expect(box).not_to_be_visible()
    expect(reader.locator(".zone.own .card").first).to_be_focused()


def test_a_page_that_is_loaded_anew_is_the_same(server: Serving, windows: list[Window]) -> None:
    sit_down(server, windows, "sevens_v0")
    for _ in range(4):
        window = asked(windows)
        assert window is not None
        move(windows, window.moves[0])
    shown = [[window.told(), window.page.locator("#table").inner_text()] for window in windows]
    for window in windows:
        window.page.reload()
        window.page.wait_for_selector(".seat")
    assert shown == [[window.told(), window.page.locator("#table").inner_text()]
                     for window in windows]  # fmt: skip
