"""A seat's page: every part keeps its place and can be read, and nothing covers another."""

import re
from itertools import combinations, count, cycle
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from fudaba.envs import find_game, game_names

from ..evaluation.browser import needs_chromium
from ..test_glossaries import LATIN, all_words
from .conftest import Serving
from .pages import Window, laid
from .test_page_moments import IN_SIGHT
from .test_page_pictures import MISPLACED

pytestmark = needs_chromium
SIZES = {
    "desktop": (ViewportSize(width=1280, height=800), {}),
    "phone": (
        ViewportSize(width=400, height=860),
        {"has_touch": True, "is_mobile": True, "color_scheme": "dark"},
    ),
}
# Every game in English at one size and in Japanese at the other.
CASES = [
    (name, size, language)
    for name, languages in zip(game_names(), cycle((("en", "ja"), ("ja", "en"))), strict=False)
    for size, language in zip(SIZES, languages, strict=True)
]
SEATS = ["person", "greedy", "greedy", "greedy"]
DECISIONS = 4
LEAST_LIVE = 20  # pixels, as in `fit.js`
SHOWN = "() => document.body.innerText"
# Clauses, ids of house rules and agents, and titles of agents, which are names.
KEPT = {"A", "J", "Q", "K", "fudaba", "English", "SEKI", "person", "greedy", "random", "best"}
CODE = re.compile(r"[br][0-8SKE]|\d[a-d]\*?|[SHDC]([2-9AJQK]|10)")
# The figures that the cards of a page use, and those of them that are drawn nowhere.
UNKNOWN_FIGURES = """() => [...document.querySelectorAll(".figure use")]
  .map((use) => use.getAttribute("href")).filter((id) => !document.querySelector(id))"""
GLIDING = 500  # milliseconds, longer than cards glide
# The boxes of the parts of the table, by name: left, top, right, bottom.
BOXES = """() => {
  const named = (name) => [...document.querySelectorAll(name)].map((part, number) =>
    [`${name} ${number}`, part]);
  const parts = ["#question", "#latest", "#table .seat", ".notes", ".board", ".strip .zone",
    "#hand"];
  return Object.fromEntries(parts.flatMap(named).map(([name, part]) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    return [name, [left, top, right, bottom].map(Math.round)];
  }));
}"""
# The cards of the own hand, the buttons at it and the heads of zones that can't be seen whole.
HIDDEN = """() => {
  const parts = document.querySelectorAll(
    "#hand .card:not(.nothing), #plays button, .tools button, #question");
  return [...parts].filter((part) => part.checkVisibility()).filter((part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return !isInside || !part.contains(over);
  }).map((part) => part.outerHTML);
}"""

# What matters must be whole: words that are cut, cards under the buttons, a history left behind.
CLIPPED = """() => {
  const isCut = ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1;
  const cut = [...document.querySelectorAll("#choice, #table .seat, #question")].filter(isCut);
  const behind = [...document.querySelectorAll("#log")].filter((log) =>
    log.scrollHeight - log.scrollTop > log.clientHeight + 1);
  const felt = document.querySelector("#hand").getBoundingClientRect();
  const fallen = [...document.querySelectorAll("#choice")].filter((choice) =>
    choice.getBoundingClientRect().bottom > felt.top + 1);
  return [...cut, ...behind, ...fallen].map(({ id, innerText }) => `${id}: ${innerText}`);
}"""
# Touches each framed card of the own hand alone, and returns what is cut or hidden then.
TOUCHED = """() => [...document.querySelectorAll("#hand .card.legal")].flatMap((card) => {
  card.click();
  const cut = [...(CLIPPED)(), ...(HIDDEN)()];
  document.querySelector("#put-back").click();
  return cut;
})""".replace("CLIPPED", CLIPPED).replace("HIDDEN", HIDDEN)


# The plates and notes whose words do not fit on them (of a grid: others are scrolled); the board.
CUT = """() => [...document.querySelectorAll("#table .seat, .board, .scene:has(.cells) .notes")]
  .filter((part) => part.scrollHeight > part.clientHeight + 1)
  .filter((part) => !part.querySelector(".edge")).map((part) => part.innerText)"""  # trees scroll

# Whether the board goes on below what is seen of it, says so, and can be scrolled.
BELOW = """() => {
  const board = document.querySelector(".board"), { overflowY } = getComputedStyle(board);
  const isLong = board.scrollHeight > board.clientHeight + 1;
  return [isLong, board.matches(".more"), overflowY === "auto"];
}"""

# How many faces on the board can be read above the choice: their upper halves have the rank.
SEEN = """() => {
  const { top } = document.querySelector("#choice").getBoundingClientRect();
  return [...document.querySelectorAll(".board .card.face")]
    .map((card) => card.getBoundingClientRect())
    .filter((card) => (card.top + card.bottom) / 2 < top).length;
}"""
# Where the diagram or the first zone lies, which has what is to be beaten or won, and how wide its
# smallest card and the largest card of a pile that only counts are.
LIVE = """() => {
  const [zone] = ["picture:has(.nodes)", "zone"].flatMap((part) =>
    [...document.querySelectorAll(`.board .${part}`)]);
  const widths = (cards) => [...cards].map((card) => card.getBoundingClientRect().width);
  const { left, top } = zone.getBoundingClientRect();
  const cards = zone.querySelectorAll(".card:not(.legend *)");
  return [[left, top].map(Math.round), Math.min(...widths(cards)),
    Math.max(0, ...widths(document.querySelectorAll(".strip .card")))];
}"""
# What only programs should read: names of seats in labels.
UNNAMED = """() => [...document.querySelectorAll("[aria-label*=player_]")].map(
  (part) => part.ariaLabel)"""
# What the table asks to touch although nothing is framed.
MISLED = """() => document.querySelector(":is(#table, #hand) .legal") ? ""
  : document.querySelector("#touched").textContent"""

# The golden buttons, while nothing is chosen and there is more than one thing to do.
ADVISING = """() => document.querySelector('[aria-pressed="true"], #moves li:only-child') ? []
  : [...document.querySelectorAll("#plays button, #calls button")].filter((button) =>
    getComputedStyle(button).backgroundColor === "rgb(245, 194, 66)").map((one) => one.innerText)"""

# The size of the cards on the board: now, with forty more zones, and without them again.
SHRUNK = """async () => {
  const { fitCards } = await import("/static/fit.js");
  const board = document.querySelector(".board"), zone = board.querySelector(".zone");
  const fitted = () => {
    fitCards(document.querySelector(".sitting"));
    return parseFloat(board.style.getPropertyValue("--fit"));
  };
  const more = Array.from({ length: 40 }, () => zone.cloneNode(true)), first = fitted();
  zone.after(...more);
  const small = fitted();
  for (const one of more) one.remove();
  return [first, small, fitted()];
}"""

# Of a diagram that is not touched: what is marked on it, and which of it has no frame.
MARKED = ".nodes:not(:has(.legal)) .playable"
UNFRAMED = """(nodes) => nodes.filter((node) => getComputedStyle(node).outlineStyle === "none")
  .map((node) => node.textContent)"""
# Offers forty plays of long names.
MANY = """() => {
  const buttons = Array.from({ length: 40 }, () => document.createElement("button"));
  for (const one of buttons) one.textContent = "play joker as ♠7, joker as ♥7";
  document.querySelector("#plays").replaceChildren(...buttons);
}"""


def sit(server: Serving, window: Window, name: str, num_players: int, seed: int = 3) -> None:
    """Opens the seat of a person among greedy agents."""
    seats = ["person"] + ["greedy"] * (num_players - 1)
    window.sit(server.address, *laid(server.address, window, name, seats, seed))


def overlap(one: list[int], other: list[int]) -> bool:
    """Returns whether two boxes share more than an edge."""
    return all(max(one[at], other[at]) + 1 < min(one[at + 2], other[at + 2]) for at in (0, 1))


def check_english(window: Window) -> None:
    """Checks that names stay whole, and what axe does."""
    assert window.broken_words() == []
    assert window.violations() == []


def check_japanese(window: Window, name: str) -> None:
    """Checks that no English is on the page, nor in the answer to a question."""
    game = find_game(name)
    known = " ".join(entry.japanese for entry in all_words(game.domain))
    allowed = {*KEPT, *LATIN.findall(known), *game.options.model_fields}
    said = window.page.evaluate(SHOWN)
    assert [word for word in LATIN.findall(said) if word not in allowed and len(word) > 1] == []
    window.page.locator("#table button.ask").first.press("?")
    answer = window.page.locator("#explanation p").first
    expect(answer).to_have_text(re.compile("[ぁ-ん]"))


def check_many_plays(window: Window) -> None:
    """Checks that many things to do with a card stay within the window."""
    window.page.keyboard.press("Escape")
    window.page.evaluate(MANY)
    plays = window.page.locator("#plays button")
    for button in (plays.last, plays.first):
        button.scroll_into_view_if_needed()
        assert button.evaluate(IN_SIGHT)
    assert window.page.locator("#question").evaluate(IN_SIGHT)
    assert window.page.locator("h1").evaluate(IN_SIGHT)
    assert window.page.evaluate("scrollY") == 0


@pytest.mark.parametrize(("name", "size", "language"), CASES)
def test_no_part_moves_or_covers_another_and_all_can_be_read(
    name: str, size: str, language: str, server: Serving, chromium: Browser
) -> None:
    viewport, wishes = SIZES[size]
    num_players, chance, seeds = find_game(name).options().num_players, Random(name), count(3)
    with Window(chromium, viewport["width"], locale=language, **wishes) as window:
        window.page.set_viewport_size(viewport)
        sit(server, window, name, num_players, next(seeds))
        window.go_on()
        first: dict[str, list[int]] = window.page.evaluate(BOXES)
        place, *_ = window.page.evaluate(LIVE)
        for decision in range(DECISIONS):
            while window.is_over:
                sit(server, window, name, num_players, next(seeds))
            boxes: dict[str, Any] = window.page.evaluate(BOXES)
            stop = window.page.locator("#stop").bounding_box()
            if stop:
                left, top = stop["x"], stop["y"]
                over = [left, top, left + stop["width"], top + stop["height"]]
                assert not [part for part in boxes if overlap(over, boxes[part])]
                window.go_on()
            assert window.page.evaluate(BOXES) == first, f"decision {decision}"
            now, live, dead = window.page.evaluate(LIVE)
            assert now == place and live >= LEAST_LIVE and live > dead, f"decision {decision}"
            assert window.page.evaluate(HIDDEN) == [], f"decision {decision}"
            assert window.page.evaluate(CLIPPED) + window.page.evaluate(TOUCHED) == []
            assert window.unreadable() == [] and window.page.evaluate(UNNAMED) == []
            assert window.page.evaluate(MISLED) == "" and window.page.evaluate(ADVISING) == []
            assert window.page.evaluate(CUT) == [], f"decision {decision}"
            faces = window.page.locator(".card.face .corner, .card.face .sign, .card.face .large")
            assert not any(map(CODE.fullmatch, faces.all_text_contents()))
            assert window.page.evaluate(UNKNOWN_FIGURES) == []
            assert window.page.evaluate(MISPLACED) == []
            assert window.page.locator(MARKED).evaluate_all(UNFRAMED) == []
            seen = window.page.evaluate(SEEN)
            window.page.keyboard.press("h")
            expect(window.page.locator("#advice")).to_be_visible()
            if size == "desktop" and window.page.locator("#plays button").count() < 2:
                assert window.page.evaluate(SEEN) == seen, f"the hint of decision {decision}"
            assert window.page.evaluate(HIDDEN) == []
            window.play(chance, 1)
        check_english(window) if language == "en" else check_japanese(window, name)
        while window.is_over:
            sit(server, window, name, num_players, next(seeds))
        window.go_on()
        check_many_plays(window)
        for (one, box), (other, another) in combinations(first.items(), 2):
            assert not overlap(box, another), f"{one} and {other}"
        assert max(bottom for *_, bottom in first.values()) <= viewport["height"]
        assert window.errors == []


def test_the_board_goes_on_below_only_where_it_does(server: Serving, chromium: Browser) -> None:
    """Cards that glide from the hand to the board leave no mark and no bar behind."""
    chance, viewport = Random(3), SIZES["phone"][0]
    with Window(chromium, viewport["width"], reduced_motion="no-preference") as window:
        window.page.set_viewport_size(viewport)
        sit(server, window, "cyclic_v0", 4)
        for _ in range(4):
            window.play(chance, 1)
            window.page.wait_for_timeout(GLIDING)
            assert window.page.evaluate(BELOW) == [False, False, False]
        window.page.locator(".board").evaluate("(board) => { board.style.flex = '0 0 6rem'; }")
        expect(window.page.locator(".below")).to_be_visible()
        assert window.page.evaluate(BELOW) == [True, True, True]


def test_cards_that_shrank_grow_again(server: Serving, window: Window) -> None:
    sit(server, window, "niekhi_v0", 4)
    first, small, again = window.page.evaluate(SHRUNK)
    assert small < first == again


def test_cards_fit_when_the_window_changes(server: Serving, window: Window) -> None:
    sit(server, window, "tyrant_v0", 4)
    window.page.set_viewport_size(SIZES["phone"][0])
    expect(window.page.locator(".board")).to_have_class(re.compile("tiny"))
    assert window.page.evaluate(CUT) == []


def test_the_players_sit_in_the_order_of_play_from_the_left(
    server: Serving, windows: list[Window]
) -> None:
    seats = ["greedy", "person", "greedy", "person"]
    paths = laid(server.address, windows[0], "sevens_v0", seats)
    for window, path, order in zip(windows, paths, ([2, 3, 0, 1], [0, 1, 2, 3]), strict=True):
        window.page.goto(server.address + path)
        plates = window.page.locator(".seat")
        expect(plates).to_have_count(4)
        assert plates.evaluate_all("(plates) => plates.map(({ dataset }) => dataset.seat)") == [
            f"player_{seat}" for seat in order
        ]
        assert window.page.locator("#hand .seat").count() == 1


def test_known_cards_lie_at_their_player(server: Serving, window: Window) -> None:
    chance, seeds = Random(2), iter(range(20))
    while not window.page.locator(".held .face").count():
        if not window.page.locator(".seat").count() or window.is_over:
            sit(server, window, "daifugo_v0", 4, next(seeds))
        window.play(chance, 1)
    plate = window.page.locator("#table .seat:has(.held .face)").first
    size = int(plate.locator(".chip").inner_text())
    assert plate.locator(".held .card").count() == size


def test_the_moves_since_the_own_last_one_are_shown_and_hidden_while_a_move_is_built(
    server: Serving, window: Window
) -> None:
    chance = Random(2)
    window.sit(server.address, *laid(server.address, window, "daifugo_v0", SEATS))
    latest, built = window.page.locator("#latest"), window.page.locator("#built")
    seen, several = set(), False
    for _ in range(12):
        if window.is_over:
            break
        assert latest.is_visible() != (built.is_visible() or not window.told())
        seen.add(built.is_visible())
        if latest.is_visible():
            lines = ["".join(line.splitlines()) for line in window.told()]
            own = [number for number, line in enumerate(lines) if line.startswith("You ")]
            first = min(own[-1] + 1, len(lines) - 1) if own else 0
            shown = latest.locator("li").all_inner_texts()
            several |= len(shown) > 1
            assert shown == lines[-len(shown) :] and len(shown) <= len(lines[first:])
        window.play(chance, 1)
    assert seen == {False, True} and several
