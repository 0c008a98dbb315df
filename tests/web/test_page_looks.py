"""Images that the host gives, colours, sounds, and the moment of a win."""

import re
from pathlib import Path
from random import Random

import httpx
import pytest
from playwright.sync_api import Browser, expect

from fudaba.envs import UserError
from fudaba.web import images
from fudaba.web.images import images_in

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import COMPILING, Window, laid

RED_SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1H0Z"/></svg>'
)
SHEET = "getComputedStyle(document.querySelector('.sheet.settings')).backgroundColor"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two images of cards, beside a file that nobody may read."""
    (tmp_path / "secret-file.svg").write_text(RED_SQUARE)
    folder = tmp_path / "cards"
    folder.mkdir()
    for name in ("french-hearts-7", "french-back"):
        (folder / f"{name}.svg").write_text(RED_SQUARE)
    return folder


@needs_chromium
def test_a_hosts_images_are_faces_and_backs(
    folder: Path, tmp_path: Path, chromium: Browser
) -> None:
    (folder / "seki-reverse.webp").write_bytes(b"")
    serving = Serving(tmp_path / "tables", cards=folder)
    try:
        with Window(chromium) as window:
            window.sit(
                serving.address, *laid(serving.address, window, "sevens_v0", ["person", "greedy"])
            )
            seven = window.page.locator(".card.face img.figure")
            expect(seven).to_have_attribute("src", "/static/cards/french-hearts-7.svg")
            back = window.page.locator(".card.back").first
            drawn = back.evaluate("(card) => getComputedStyle(card).backgroundImage")
            assert "/static/cards/french-back.svg" in drawn
            assert window.errors == []
        for path in ("../secret-file.svg", "..%2fsecret-file.svg", "french-hearts-8.svg"):
            answer = httpx.get(f"{serving.address}/static/cards/{path}")
            assert answer.status_code == 404, path
        answer = httpx.get(f"{serving.address}/static/cards/seki-reverse.webp")
        assert answer.headers["content-type"] == "image/webp"
    finally:
        serving.stop()


def test_a_folder_with_other_files_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [*images_in(folder)] == ["french-back", "french-hearts-7"]
    wrong = folder / "Hearts 7.svg"
    wrong.write_text(RED_SQUARE)
    with pytest.raises(
        UserError, match=r"Hearts 7\.svg is no image of a card; allowed: files with"
    ):
        images_in(folder)
    wrong.unlink()
    link = folder / "french-hearts-8.svg"
    link.symlink_to(folder.parent / "secret-file.svg")
    with pytest.raises(UserError, match=r"french-hearts-8\.svg is no image of a card"):
        images_in(folder)
    link.unlink()
    monkeypatch.setattr(images, "LARGEST_IMAGE", 10)
    with pytest.raises(UserError, match=r"french-back\.svg has more than 10 bytes"):
        images_in(folder)
    with pytest.raises(UserError, match="folder nowhere can't be read: No such file"):
        images_in(Path("nowhere"))


@needs_chromium
def test_colours_and_sounds_are_as_chosen(chromium: Browser, server: Serving) -> None:
    with Window(chromium, color_scheme="light") as window:
        page = window.page
        window.sit(server.address, *laid(server.address, window, "sevens_v0", ["person", "greedy"]))
        light = page.evaluate(SHEET)
        page.locator("#theme").select_option("dark")
        dark = page.evaluate(SHEET)
        assert dark != light
        assert not page.locator("#sounds").is_checked()
        page.locator("#sounds").check()
        page.reload()
        page.wait_for_selector("#moves button")
        assert page.evaluate(SHEET) == dark and page.locator("#sounds").is_checked()
        window.click(page.locator("#moves button").first)  # it is heard
        assert window.errors == []


@needs_chromium
def test_colours_sounds_and_motion_of_the_lobby_are_those_of_the_table(
    chromium: Browser, server: Serving
) -> None:
    with Window(chromium, color_scheme="light") as window:
        page = window.page
        page.goto(server.address)
        page.locator("#theme").select_option("dark")
        page.locator("#sounds").check()
        page.locator("#moving").check()
        window.sit(server.address, *laid(server.address, window, "sevens_v0", ["person", "greedy"]))
        assert page.locator("#theme").input_value() == "dark"
        assert page.locator("#sounds").is_checked() and page.locator("#moving").is_checked()
        assert window.errors == []


@needs_chromium
def test_coins_lie_before_their_players_and_the_pot_in_the_middle(
    chromium: Browser, server: Serving
) -> None:
    with Window(chromium) as window:
        paths = laid(server.address, window, "namto_v0", ["person", "greedy", "greedy"])
        window.sit(server.address, *paths)
        pot = window.page.locator("#table .board .piles .zone")
        expect(pot).to_have_count(1)
        expect(pot.locator("h2")).to_have_text(f"pot {pot.locator('i').count()}")
        paid = window.page.locator(".seat .token.coins", has_text="paid")
        expect(paid).to_have_count(3)
        for each in paid.all():
            assert each.inner_text() == f"paid {each.locator('i').count()} in all"
        dealer = window.page.locator(".seat .token.dealer")
        expect(dealer.locator(".said")).to_have_text("dealer")
        expect(dealer.locator("i")).to_have_count(1)


@needs_chromium
def test_who_wins_is_said_above_the_result_and_covers_nothing(
    chromium: Browser, server: Serving
) -> None:
    with Window(chromium) as window:
        paths = laid(server.address, window, "namto_v0", ["person", "greedy", "greedy"])
        window.sit(server.address, *paths)
        window.play(Random(1))
        said = window.page.locator("#end #end-head")
        expect(said).to_have_text(re.compile("wins?!|win!"), timeout=COMPILING)
        first = window.page.locator("#result li span").first.inner_text()
        assert first in said.inner_text()
