"""The pages in Japanese: the switch, the browser's own preference, and games without it."""

import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from fudaba.envs import find_game

from ..evaluation.browser import needs_chromium
from ..kuhn.joining import join_games
from .conftest import Serving
from .pages import Window, laid
from .runs import played, put_records

JAPANESE = {"locale": "ja-JP"}


def test_the_browser_asks_for_a_language_and_the_cookie_counts_more(server: Serving) -> None:
    def language(**headers: str) -> str:
        page = httpx.get(f"{server.address}/", headers=headers).text
        (found,) = re.findall(r'<html lang="(\w+)">', page)
        return str(found)

    assert language() == "en" and language(**{"Accept-Language": "fr, de;q=0.5"}) == "en"
    assert language(**{"Accept-Language": "fr, ja-JP;q=0.8, en;q=0.5"}) == "ja"
    assert language(**{"Accept-Language": "JA"}) == "ja"
    assert language(**{"Accept-Language": "en; q=0.2, ja-jp ; q=0.9"}) == "ja"
    assert language(**{"Accept-Language": "ja", "Cookie": "language=en"}) == "en"
    assert language(**{"Cookie": "language=xx"}) == "en"


@needs_chromium
def test_the_switch_is_remembered(chromium: Browser, server: Serving) -> None:
    with Window(chromium) as window:
        window.page.goto(server.address)
        expect(window.page.locator("#games")).to_contain_text("Sevens")
        window.page.locator("#language").select_option("ja")
        expect(window.page.locator("#games")).to_contain_text("七並べ")
        window.page.locator(".game", has_text="七並べ").first.click()
        expect(window.page.get_by_label("席2", exact=True)).to_be_visible()
        window.page.goto(f"{server.address}/runs")
        expect(window.page.locator("h1")).to_have_text("実行記録")
        assert window.errors == []


@needs_chromium
def test_an_address_can_choose_the_language(chromium: Browser, server: Serving) -> None:
    with Window(chromium) as window:
        for wanted, shown in [("ja", "ja"), ("xx", "ja"), ("en", "en")]:
            window.page.goto(f"{server.address}/?lang={wanted}")
            expect(window.page.locator("html")).to_have_attribute("lang", shown)
            window.page.goto(f"{server.address}/runs")
            expect(window.page.locator("html")).to_have_attribute("lang", shown)
        assert window.errors == []


def expect_note(window: Window, name: str) -> None:
    """Requires the note that a game has no Japanese where this is so, and nowhere else."""
    note = window.page.locator("#language-note")
    if name == "kuhn_v0":
        expect(note).to_have_text("このゲームの文は英語だけです。")
    else:
        expect(note).to_be_hidden()
    assert window.errors == []


@needs_chromium
@pytest.mark.parametrize("name", ["kuhn_v0", "sevens_v0"])
def test_a_table_says_whether_its_game_lacks_the_language(
    name: str, chromium: Browser, server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    join_games(monkeypatch)
    seats = ["person", *["random"] * (find_game(name).options().num_players - 1)]
    with Window(chromium, 400, **JAPANESE) as window:
        window.sit(server.address, *laid(server.address, window, name, seats))
        expect_note(window, name)


@needs_chromium
@pytest.mark.parametrize("name", ["kuhn_v0", "sevens_v0"])
def test_a_replay_says_whether_its_game_lacks_the_language(
    name: str, chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    join_games(monkeypatch)
    record = put_records(tmp_path, played(find_game(name), decisions=2))
    server = Serving(tmp_path)
    with Window(chromium, 400, **JAPANESE) as window:
        window.page.goto(f"{server.address}/replay?record={record}")
        window.page.wait_for_selector(".scene")
        expect_note(window, name)
    server.stop()
