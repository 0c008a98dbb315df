"""The lobby in Chromium: games, house rules, seats and links."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from fudaba.envs import game_names

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import ASKED, COMPILING, Window, laid

pytestmark = needs_chromium
ANALYSING = 60_000  # milliseconds
DRAWN = """() => [...document.querySelectorAll(".game img")].every(
  (image) => image.complete && image.naturalWidth > 0)"""


@pytest.fixture
def window(chromium: Browser, server: Serving) -> Iterator[Window]:
    with Window(chromium) as window:
        window.page.goto(server.address)
        window.page.locator(".game", has_text="Lay out the suits").click()
        yield window


@pytest.fixture
def page(window: Window) -> Page:
    return window.page


def unfold(page: Page) -> None:
    """Opens what is under More."""
    page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")


def seat(page: Page, *words: str) -> None:
    unfold(page)
    while page.locator(".seat-word").count() > len(words):
        page.get_by_role("button", name="Remove a seat").click()
    for field, word in zip(page.locator(".seat-word").all(), words, strict=True):
        field.fill(word)


def test_a_game_is_chosen_and_dealt(window: Window, page: Page) -> None:
    seat(page, "person", "greedy", "random")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/seat/*", timeout=COMPILING)
    expect(page.locator("h1")).to_have_text("Sevens")
    expect(page.locator(".seat strong")).to_have_text(["Medium", "Easy", "You"])
    assert window.errors == []


def test_the_first_view_has_the_picture_the_facts_and_the_button_and_on_a_phone_all_games(
    chromium: Browser, server: Serving
) -> None:
    for width, height, pictures in ((1280, 800, "#picture"), (400, 860, ".game img")):
        with Window(chromium, width) as window:
            window.page.set_viewport_size({"width": width, "height": height})
            window.page.goto(server.address)
            for name in ("Play now", "How to play"):
                expect(window.page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
            for picture in window.page.locator(pictures).all():
                expect(picture).to_be_in_viewport(ratio=1)
            expect(window.page.locator("#facts")).to_have_text(
                re.compile("2.4 players 4 min (some|many) rules to learn")
            )


def test_every_game_has_a_picture(page: Page) -> None:
    page.wait_for_function(DRAWN)
    assert page.locator(".game img").count() == len(game_names())


def test_players_are_chosen_in_words(page: Page) -> None:
    levels = page.locator(".seat-level")
    assert levels.nth(0).locator("option").all_inner_texts() == ["You", "Easy", "Medium", "Strong"]
    expect(page.get_by_label("Seat 1", exact=True)).to_have_value("person")
    levels.nth(1).select_option("Friend")
    levels.nth(2).select_option("Strong")
    words = page.locator(".seat-word")
    assert [word.input_value() for word in words.all()] == ["person", "person", "expert", "greedy"]
    page.get_by_role("button", name="Remove a seat").click()
    expect(words.nth(2)).to_have_value("expert")
    expect(levels.nth(2).locator("option:checked")).to_have_text("Strong")
    unfold(page)
    words.nth(1).fill("montecarlo:budget=7")
    expect(levels.nth(1).locator("option:checked")).to_have_text("montecarlo:budget=7")
    expect(page.locator("#agent-words")).to_contain_text("Strong: expert is the strongest")


def test_house_rules_are_told_in_words(page: Page) -> None:
    unfold(page)
    passes = page.get_by_label("Passes that each player has")
    assert passes.locator("option").all_inner_texts()[:3] == ["no limit", "0", "1"]
    expect(page.locator('[data-option="pass_limit"]')).to_contain_text("Usually 3.")
    expect(page.get_by_label("The seat that is dealt the first card")).to_contain_text("Seat 8")
    page.locator(".game", has_text="Tyrant").click()
    order = page.get_by_label("The order of those who are purged")
    order.select_option("by fame, the most first")
    expect(page.locator("#changed")).to_have_text("1 changed")
    shown = page.locator("#options").inner_text()
    assert "_" not in shown and "TYR-" not in shown


def test_a_bad_house_rule_is_answered_at_its_field(page: Page) -> None:
    page.locator(".game", has_text="Namto").click()
    unfold(page)
    chips = page.get_by_label("What every player has at the start")
    chips.fill("many")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator('[data-option="start_chips"] .wrong')).to_contain_text(
        "many can't be chosen here. Allowed: whole numbers 2 to 1000 or none."
    )
    expect(chips).to_be_focused()
    expect(chips).to_have_attribute("aria-invalid", "true")
    chips.fill("9")
    seat(page, "person", "greedy")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/seat/*", timeout=COMPILING)


def test_house_rules_that_do_not_go_together(page: Page) -> None:
    unfold(page)
    start = page.get_by_label("The seat that is dealt the first card")
    start.select_option("Seat 6")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator('[data-option="deal_start"] .wrong')).to_contain_text("4 players")
    expect(start).to_be_focused()


@pytest.mark.parametrize("word", ["genius", "o'neill", "", "perfect", "policy:nowhere"])
def test_an_agent_that_cannot_play_is_answered_at_its_seat(word: str, page: Page) -> None:
    seat(page, "person", "greedy", word)
    page.get_by_role("button", name="Play now").click()
    wrong = page.locator("#specs li").nth(2).locator(".wrong")
    expect(wrong).to_contain_text(word.removeprefix("policy:"), timeout=COMPILING)
    fields = page.locator(".seat-word")
    expect(fields.nth(2)).to_be_focused()
    expect(fields.nth(2)).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".seat-word[aria-invalid]")).to_have_count(1)
    assert "/seat/" not in page.url
    seat(page, "person", "greedy", "greedy")
    page.get_by_label("Seed").fill("three")
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_label("Seed")).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".wrong")).to_have_text("Allowed: whole numbers from 0 on.")


@pytest.mark.parametrize("word", ["perfect", "policy:nowhere", "python:no:one"])
def test_an_agent_that_cannot_play_is_marked_in_japanese(
    word: str, chromium: Browser, server: Serving
) -> None:
    with Window(chromium, locale="ja-JP") as window:
        window.page.goto(server.address)
        window.page.locator(".game", has_text="七並べ").first.click()
        unfold(window.page)
        window.page.locator(".seat-word").nth(2).fill(word)
        window.page.locator("#deal").click()
        expect(window.page.locator(".wrong")).to_contain_text("。", timeout=COMPILING)
        expect(window.page.locator(".seat-word").nth(2)).to_be_focused()
        expect(window.page.locator(".seat-word[aria-invalid]")).to_have_count(1)


def test_the_lobby_says_that_it_loads_the_games(chromium: Browser, server: Serving) -> None:
    with Window(chromium) as window:
        window.page.goto(server.address)
        said, form = window.page.locator("#loading"), window.page.locator("#setup")
        expect(said).to_be_hidden()
        expect(window.page.locator(".game").first).to_be_visible()
        held = list[Route]()
        window.page.route("**/api/games*", lambda route: held.append(route))
        window.page.reload()
        expect(said).to_have_text("Loading the games …")
        expect(form).to_be_hidden()
        while not held:
            window.page.wait_for_timeout(20)
        held[0].abort()
        expect(said).to_have_text("The server can't be reached.")
        expect(form).to_be_hidden()


def test_the_packaged_policy_is_offered_for_the_usual_rules_alone(page: Page) -> None:
    page.locator(".game", has_text="Cyclic").click()
    words, offered = page.locator("#agent-words"), page.locator('#agents option[value="best"]')
    expect(words).to_contain_text("Trained: best learned this game")
    page.get_by_role("button", name="Remove a seat").click()
    expect(words).not_to_contain_text("best")
    page.get_by_role("button", name="Add a seat").click()
    expect(offered).to_have_count(1)
    unfold(page)
    page.get_by_label("Whether the nothings (mu) are wild").select_option("taken out")
    expect(offered).to_have_count(0)
    page.get_by_role("button", name="Usual house rules").click()
    expect(offered).to_have_count(1)
    page.get_by_label("Seasons in a row").fill("7")
    page.get_by_label("The seat that deals the first season").select_option("Seat 2")
    expect(offered).to_have_count(1)


def test_the_opponents_stay_when_another_game_is_chosen(page: Page) -> None:
    chosen = page.locator(".seat-level").nth(1)
    chosen.select_option("Strong")
    for title in ("Tyrant", "Daifugo"):
        page.locator(".game", has_text=title).click()
        expect(chosen.locator("option:checked")).to_have_text("Strong")


def test_what_was_typed_stays_when_seats_come_and_go(page: Page) -> None:
    seat(page, "greedy", "person", "random")
    page.get_by_role("button", name="Add a seat").click()
    fields = page.locator(".seat-word")
    expect(fields).to_have_count(4)
    words = [field.input_value() for field in fields.all()]
    assert words == ["greedy", "person", "random", "greedy"]


def test_agents_alone_can_be_watched(page: Page) -> None:
    seat(page, "greedy", "greedy")
    page.get_by_role("button", name="Watch").click()
    page.wait_for_url("**/watch/*", timeout=COMPILING)
    expect(page.get_by_text("hand of Medium 1")).to_be_visible()
    expect(page.get_by_text("hand of Medium 2")).to_be_visible()
    expect(page.locator("#moves button")).to_have_count(0)


def test_a_game_at_once_and_again(window: Window, page: Page, server: Serving) -> None:
    page.locator(".game", has_text="Mokkaik").click()
    seat(page, "person", "greedy")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/seat/*", timeout=COMPILING)
    page.wait_for_selector(ASKED)
    page.get_by_label("Pace").select_option("at once")
    window.play(Random(2))
    first, told = page.url, len(window.told())
    again = page.get_by_role("button", name="Again")
    expect(again).to_be_enabled(timeout=COMPILING)
    back = page.get_by_role("link", name="Look back at this game").get_attribute("href") or ""
    again.click()
    expect(page.locator("#end")).not_to_be_visible(timeout=COMPILING)
    expect(page.locator("h1")).to_have_text("Mokkaik")
    assert page.url == first and len(window.told()) < told
    look_back(page, server.address + back)
    page.goto(server.address)
    table = page.locator("#table-list li").first
    expect(table).to_contain_text("Mokkaik")
    expect(table).to_contain_text("game 2, running")
    table.get_by_role("link").first.click()
    expect(page).to_have_url(first)


def look_back(page: Page, address: str) -> None:
    """Opens the replay of a game; checks that its decisions are analysed."""
    assert "record=tables.jsonl" in address and address.endswith("#lost")
    page.goto(address)
    found = re.compile(r"Move \d+, .+: “.+”|No loss that is more than chance")
    expect(page.locator(".regrets")).to_contain_text(found, timeout=ANALYSING)


def test_a_guest_is_not_sent_where_guests_may_not_go(chromium: Browser, server: Serving) -> None:
    with Window(chromium) as window:
        window.sit(server.address, *laid(server.address, window, "namto_v0", ["person", "greedy"]))
        expect(window.page.locator("a:visible")).to_have_count(0)
