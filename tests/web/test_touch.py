"""Whole games of every game by touching the cards: with a mouse, by keys, on a phone; dragging."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from fudaba.envs import find_game, game_names

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import ASKED, Window, laid

pytestmark = needs_chromium
PHONE = ViewportSize(width=400, height=860)
SHORT = {"daifugo_v0": {"num_rounds": "1"}}  # all other games are short by default
MOST_TOUCHES = 1_500
QUICK = 0.7  # of the decisions are made from the list, which takes less time
CHOSEN = '[aria-pressed="true"]'
# Half a second before a button can be pressed passes in a twentieth of it.
FAST_CLOCK = "const now = performance.now.bind(performance); performance.now = () => now() * 20;"
PLAYS = ":is(#plays, #calls) button"
PIECES = '.legal[aria-pressed="false"]'

Press = Callable[[Window, Locator], None]


def click(window: Window, button: Locator) -> None:
    button.click()


def tap(window: Window, button: Locator) -> None:
    button.tap()


def by_key(window: Window, button: Locator) -> None:
    """Goes to a button as Tab and the arrows do, and presses Enter."""
    button.focus()
    window.page.keyboard.press("Enter")


WAYS: dict[str, tuple[Press, dict[str, bool]]] = {
    "mouse": (click, {}),
    "keys": (by_key, {}),
    "phone": (tap, {"has_touch": True, "is_mobile": True}),
}


def touch(window: Window, press: Press, chance: Random) -> None:
    """Touches a piece that can be touched, or makes a play that the touched ones mean."""
    plays, pieces = window.page.locator(PLAYS), window.page.locator(PIECES)
    num_plays, num_pieces = plays.count(), pieces.count()
    assert num_plays + num_pieces, "nothing can be touched"
    if not num_plays or (num_pieces and chance.random() < 0.4):
        press(window, pieces.nth(chance.randrange(num_pieces)))
        return
    play = plays.nth(chance.randrange(num_plays))
    made = play.element_handle()
    press(window, play)
    made.wait_for_element_state("hidden")
    window.page.wait_for_selector(ASKED)


@pytest.mark.diagonal
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", game_names())
def test_a_whole_game(name: str, way: str, chromium: Browser, server: Serving) -> None:
    press, wishes = WAYS[way]
    num_players = find_game(name).options().num_players
    seats, chance = ["person"] + ["greedy"] * (num_players - 1), Random(f"{name} {way}")
    with Window(chromium, **wishes) as window:
        window.page.add_init_script(FAST_CLOCK)
        if way == "phone":
            window.page.set_viewport_size(PHONE)
        paths = laid(server.address, window, name, seats, **SHORT.get(name, {}))
        window.sit(server.address, *paths)
        for _ in range(MOST_TOUCHES):
            if window.is_over:
                break
            if chance.random() < QUICK and not window.page.locator(CHOSEN).count():
                window.play(chance, 1)
            else:
                touch(window, press, chance)
        assert window.is_over and window.errors == []
        assert window.page.locator("#result li").count() == num_players
        assert any(line.startswith("You ") for line in window.told())


def sit(server: Serving, window: Window, name: str, seed: int = 3) -> None:
    """Opens the seat of a person among greedy agents."""
    num_players = find_game(name).options().num_players
    seats = ["person"] + ["greedy"] * (num_players - 1)
    window.sit(server.address, *laid(server.address, window, name, seats, seed))


def test_touched_cards_rise_and_those_that_do_not_go_with_them_dim(
    server: Serving, window: Window
) -> None:
    sit(server, window, "makhup_v0")
    page = window.page
    moves = page.locator("#moves button")
    sum_on_end = moves.filter(has_text="+").first.get_attribute("data-words") or ""
    numbers = sum_on_end.split(" ")[1].split("+")
    for number in numbers:
        page.locator(f'#hand {PIECES}[data-words="{number}"]').first.click()
    touched = page.locator('#hand [aria-pressed="true"]')
    assert touched.evaluate_all("(all) => all.map(({ dataset }) => dataset.words)") == numbers
    written = page.locator("#plays button").evaluate_all("(all) => all.map((one) => one.innerText)")
    assert sum_on_end.casefold() in [text.casefold() for text in written]
    assert all("+".join(numbers) in text for text in written)
    rest = page.locator("#hand .card:not([aria-pressed])")
    assert rest.evaluate_all("(all) => all.every((one) => one.matches('.shut'))")
    touched.first.click()
    expect(touched).to_have_count(len(numbers) - 1)
    page.keyboard.press("Escape")
    expect(page.locator('[aria-pressed="true"]')).to_have_count(0)
    expect(page.locator(".shut")).to_have_count(0)


def test_touched_cards_stay_so_when_the_page_is_redrawn(server: Serving, window: Window) -> None:
    sit(server, window, "cyclic_v0")
    card = window.page.locator(f"#hand {PIECES}").first
    name = card.get_attribute("data-words")
    card.click()
    before = card.element_handle()
    window.page.locator("#pace").select_option(index=1)
    before.wait_for_element_state("hidden")
    touched = window.page.locator('[aria-pressed="true"]')
    expect(touched).to_have_count(1)
    expect(touched).to_have_attribute("data-words", name or "")


def test_the_sum_of_chosen_cards_is_said(server: Serving, window: Window) -> None:
    sit(server, window, "tyrant_v0")
    page = window.page
    columns = page.locator('[data-zone^="plaza"] .card').all_inner_texts()
    powers = {words[1]: int(words[-1]) for words in map(str.split, columns) if "P" in words}
    hand, chance = page.locator("#hand .card.legal"), Random(1)
    while not hand.count():
        window.play(chance, 1)
    total = 0
    for card in hand.all()[:2]:
        card.click()
        total += powers.get(card.locator(".sign").inner_text(), 0)
        expect(page.locator("#touched")).to_contain_text(f"power {total}")
    assert total > 0


def test_a_double_click_on_a_card_makes_its_only_play(server: Serving, window: Window) -> None:
    sit(server, window, "sevens_v0")
    card = window.page.locator("#hand .card.legal").first
    name = card.get_attribute("data-words")
    card.dblclick()
    expect(window.page.locator("#told")).to_contain_text(f"You lay {name}")


def test_a_card_that_cannot_be_touched_is_explained(server: Serving, window: Window) -> None:
    sit(server, window, "sevens_v0")
    card = window.page.locator("#hand .card:not(.legal)").first
    card.click()
    expect(window.page.locator("#explanation h2")).to_have_text(
        card.get_attribute("data-words") or ""
    )
    expect(window.page.locator('[aria-pressed="true"]')).to_have_count(0)


def test_another_card_replaces_the_only_one_and_a_pass_keeps_its_place(
    server: Serving, window: Window
) -> None:
    chance, page = Random(1), window.page
    sit(server, window, "sevens_v0")
    cards, calls = page.locator("#hand .card.legal"), page.locator("#calls button")
    while cards.count() < 2 or not calls.count():
        assert not window.is_over
        window.play(chance, 1)
    place, others = calls.bounding_box(), page.locator("#hand .card").all()
    one, other, *_ = (card for card in others if "legal" in (card.get_attribute("class") or ""))
    for card in (one, other):
        card.click()
        expect(page.locator('[aria-pressed="true"]')).to_have_count(1)
        expect(card).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#plays button")).to_contain_text(
            card.get_attribute("data-words") or ""
        )
        assert calls.bounding_box() == place
    expect(page.locator("#explanation")).to_be_hidden()
    quiet = page.locator("#moves button").last
    assert quiet.inner_text().lower() == calls.inner_text().lower()


def test_a_player_is_touched_to_receive_a_card(server: Serving, window: Window) -> None:
    page = window.page
    sit(server, window, "seki_v0", seed=4)  # with a TRADE
    plays, player = page.locator("#plays button"), page.locator("button.player.legal").last
    expect(player).to_have_count(0)  # a name looks like a turn before the card is chosen
    page.locator('#hand .card.legal[data-words^="TRADE"]').first.click()
    page.locator("#hand .card.legal[aria-pressed=false]").first.click()
    name = player.inner_text()
    player.click()
    expect(player).to_have_attribute("aria-pressed", "true")
    expect(plays).to_have_count(1)
    expect(plays).to_contain_text(name)


def middle(page: Page, part: str) -> tuple[float, float]:
    """Returns the middle of the first such part of the page."""
    box = page.locator(part).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag_by_mouse(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def drag_by_finger(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    session = page.context.new_cdp_session(page)
    halfway = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    for kind, at in (("touchStart", start), ("touchMove", halfway), ("touchMove", end)):
        points = [{"x": at[0], "y": at[1]}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


DRAGS = {"mouse": drag_by_mouse, "phone": drag_by_finger}
MOST_DRAGS = 60


@pytest.mark.diagonal
@pytest.mark.parametrize("way", DRAGS)
@pytest.mark.parametrize("name", game_names())
def test_own_cards_are_dragged_to_where_they_go(
    name: str, way: str, chromium: Browser, server: Serving
) -> None:
    chance = Random(name)
    with Window(chromium, **WAYS[way][1]) as window:
        page = window.page
        if way == "phone":
            page.set_viewport_size(PHONE)
        sit(server, window, name)
        for _ in range(MOST_DRAGS):
            window.go_on()
            if not page.locator(f"#hand {PIECES}").count():
                window.play(chance, 1)
                continue
            card = page.locator(f"#hand {PIECES}").first.element_handle()
            there = [f"#table {PIECES}", "#table .board"]
            onto = next(part for part in there if page.locator(part).count())
            DRAGS[way](page, middle(page, f"#hand {PIECES}"), middle(page, onto))
            if page.locator("#plays button").count() == 1 or not card.is_visible():
                card.wait_for_element_state("hidden")
                break
            assert card.get_attribute("aria-pressed") == "true"
        else:
            raise AssertionError("no card was played")
        page.wait_for_selector(ASKED)
        assert any(line.startswith("You ") for line in window.told())
        assert window.errors == []


def test_a_card_that_is_dragged_back_is_let_go(server: Serving, window: Window) -> None:
    sit(server, window, "sevens_v0")
    page, told = window.page, window.told()
    hand = f"#hand {PIECES}"
    drag_by_mouse(page, middle(page, hand), middle(page, "#hand .zone h2"))
    expect(page.locator('[aria-pressed="true"]')).to_have_count(0)
    expect(page.locator(".dragged")).to_have_count(0)
    assert window.told() == told
