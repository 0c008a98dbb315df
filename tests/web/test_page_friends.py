"""Friends in Chromium: the waiting room, the one link, who is away, and an agent in one's place."""

from playwright.sync_api import Browser, Page, expect

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import COMPILING, Window

pytestmark = needs_chromium


def test_friends_come_by_one_link_go_and_come_back(server: Serving, chromium: Browser) -> None:
    with Window(chromium) as ann, Window(chromium, 400) as bob:
        invitation = invite(ann, server.address)
        friend = bob.page
        friend.goto(invitation)
        expect(friend.get_by_text("There already: Ann")).to_be_visible()
        assert bob.violations() == [] and bob.unreadable() == []
        friend.get_by_label("Your name").fill("Bob")
        sent = list[str]()
        friend.on("request", lambda request: sent.append(request.url))
        friend.get_by_role("button", name="Sit down").dblclick()
        for page in (ann.page, friend):
            expect(page.locator("#hand .card").first).to_be_visible(timeout=COMPILING)
        assert sum("/api/join/" in url for url in sent) == 1, "a second click takes no second seat"
        friend.goto(invitation)  # the same browser gets its own seat again
        friend.wait_for_url("**/seat/*")
        expect(plate(ann.page, 1)).to_contain_text("Bob")
        check_presence(ann, bob)
        friend.once("dialog", lambda dialog: dialog.accept())
        friend.get_by_role("button", name="Leave").click()
        friend.wait_for_url(invitation)
        expect(plate(ann.page, 1)).to_contain_text("Medium plays")
        remove_from_list(ann.page, server.address)
        assert ann.errors == bob.errors == []


def invite(host: Window, address: str) -> str:
    """Opens a table for two people as Ann; returns the address of the invitation."""
    page = host.page
    page.goto(address)
    page.get_by_label("Your name").fill("Ann")
    page.locator('input[value="makhup_v0"]').check()
    while page.locator(".seat-level").count() > 2:
        page.get_by_role("button", name="Remove a seat").click()
    page.get_by_label("Seat 2", exact=True).select_option("Friend")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/seat/*", timeout=COMPILING)
    expect(page.locator("#comers")).to_contain_text("A free seat not here yet")
    expect(page.locator("#comers")).to_contain_text("Ann here")
    assert page.locator("#code").evaluate("code => code.decode().then(() => code.naturalWidth)")
    assert page.locator("#hand .card").count() == 0
    assert host.violations() == [] and host.unreadable() == []
    return page.locator("#link").inner_text()


def plate(page: Page, seat: int) -> object:
    return page.locator(f'.seat[data-seat="player_{seat}"] .seat-name')


def check_presence(ann: Window, bob: Window) -> None:
    """Bob goes away and comes back, and has greedy play for a while."""
    seat = bob.page.url
    bob.page.goto("about:blank")
    expect(plate(ann.page, 1)).to_contain_text("away")
    bob.page.goto(seat)
    expect(plate(ann.page, 1)).not_to_contain_text("away")
    bob.page.get_by_role("button", name="Let an agent play").click()
    expect(plate(ann.page, 1)).to_contain_text("Medium plays")
    assert ann.violations() == [] and ann.unreadable() == []
    bob.page.get_by_role("button", name="Play on myself").click()
    expect(plate(ann.page, 1)).not_to_contain_text("Medium plays")


def remove_from_list(page: Page, address: str) -> None:
    page.goto(address)
    table = page.locator("#table-list li")
    expect(table).to_contain_text(["Makhup"])
    table.get_by_role("button", name="Remove").click()
    expect(table).to_have_count(0)
    page.reload()
    expect(page.locator("#setup")).to_be_visible()
    expect(page.locator("#tables")).not_to_be_visible()
