"""Whatever a seat page can be asked about: one line first, the clauses folded behind it."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from fudaba.envs import find_game, game_names

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import Window, laid

pytestmark = needs_chromium
NUM_MOVES = 4
MOST_ASKED = 15  # of each page; some lists have thousands of moves
QUESTIONS = """() =>
  [...document.querySelectorAll("[data-about]:not([inert])")]
    .map(({ dataset: { about, words } }) => ({ about, words }))
    .filter(({ about }, at, all) => all.findIndex((one) => one.about === about) === at)
"""
# Draws the answer to every question as the page does; returns the parts of each and its tables.
ANSWERS = """async (questions) => {
  const { Explainer } = await import("/static/explain.js");
  const { post } = await import("/static/server.js");
  const { Names } = await import("/static/names.js");
  const path = `/api/seat/${location.pathname.split("/").pop()}/explain`;
  const names = new Names(["Ann", "Bob", "Cy", "Di", "Eve", "Flo"], 0);
  const explainer = new Explainer((about) => post(path, { about }),
    (words) => names.inText(words));
  const answers = [];
  for (const { about, words } of questions) {
    const [head, ...parts] = await explainer.answerTo(about, words);
    answers.push({
      about, words, head: head.textContent, line: parts[0].textContent,
      tags: parts.map(({ tagName }) => tagName), isOpen: parts.some(({ open }) => open),
      numTables: parts.flatMap((part) => [...part.querySelectorAll("table")]).length,
    });
  }
  return answers;
}"""
UNFOLD = "(box) => box.querySelectorAll('details').forEach((one) => { one.open = true; })"
CHOOSE_ANOTHER = """(list) => {
  list.selectedIndex = 1;
  list.dispatchEvent(new Event("change", { bubbles: true }));
}"""


def sit(window: Window, server: Serving, name: str) -> Random:
    """Opens a seat and makes some moves; returns the random stream that chose them."""
    seats = ["person"] + ["greedy"] * (find_game(name).options().num_players - 1)
    chance = Random(name)
    window.sit(server.address, *laid(server.address, window, name, seats))
    window.play(chance, NUM_MOVES)
    window.page.mouse.move(0, 0)
    expect(window.page.locator("#explanation")).not_to_be_visible()
    return chance


def asked(window: Window, chance: Random) -> list[dict[str, Any]]:
    """Returns the answers to what can be asked on a page, or to a random part of it."""
    questions = window.page.evaluate(QUESTIONS)
    questions = chance.sample(questions, min(len(questions), MOST_ASKED))
    answers: list[dict[str, Any]] = window.page.evaluate(ANSWERS, questions)
    return answers


def unfold_an_answer(window: Window, about: str) -> None:
    """Opens the answer beside the first button that asks about a piece, clauses unfolded."""
    button = window.page.locator(f'button[data-about="{about}"]:visible').first
    button.focus()
    window.page.keyboard.press("?")
    expect(window.page.locator("#explanation h2")).to_have_text(
        button.get_attribute("data-words") or ""
    )
    window.page.locator("#explanation").evaluate(UNFOLD)


@pytest.mark.parametrize("name", game_names())
def test_all_that_can_be_asked_gets_a_line_and_folded_clauses_whose_tables_scroll(
    name: str, chromium: Browser, server: Serving
) -> None:
    with Window(chromium, 400) as window:
        answers = asked(window, sit(window, server, name))
        assert window.errors == []  # an answer that is an error would be one
        assert len(answers) > 10
        for answer in answers:
            *lines, last = answer["tags"]
            assert answer["tags"][0] == "P" and {*lines} <= {"P"}, answer
            assert last in ("P", "DETAILS"), answer
            assert answer["line"].endswith((".", "?", "!")) and not answer["isOpen"], answer
            assert "player_" not in answer["head"] + answer["line"], answer
        assert any("DETAILS" in answer["tags"] for answer in answers)
        with_tables = [answer["about"] for answer in answers if answer["numTables"]]
        check_tables(window, with_tables)
        assert window.errors == []


def check_tables(window: Window, questions: list[str]) -> None:
    """Checks that the tables in some answers scroll and keep their words."""
    focusable = window.page.locator("button[data-about]:visible").evaluate_all(
        "(buttons) => buttons.map((button) => button.dataset.about)"
    )
    box = window.page.locator("#explanation")
    for question in [one for one in questions if one in focusable][:3]:
        unfold_an_answer(window, question)
        expect(box.locator("table").first).to_be_visible()
        assert window.broken_words("#explanation") == []
        assert box.evaluate("(box) => box.scrollWidth - box.clientWidth") == 0
        window.page.keyboard.press("Escape")
        expect(box).not_to_be_visible()


def test_a_card_face_down_says_what_its_zone_is(chromium: Browser, server: Serving) -> None:
    with Window(chromium) as window:
        sit(window, server, "seki_v0")
        back = window.page.locator("#table .back[data-about]").first
        zone = back.get_attribute("data-words") or ""
        assert back.evaluate("(back) => back.closest('.zone').dataset.zone") == zone
        back.hover()
        box = window.page.locator("#explanation")
        expect(box).to_be_visible()
        expect(box.locator("h2")).to_have_text(zone)
        expect(box.locator("h2 + p")).to_be_visible()
        assert not box.locator("details").evaluate("(details) => details.open")
        assert window.errors == []


def test_the_hand_says_what_it_is_and_a_card_of_it_why_it_cant_be_played(
    chromium: Browser, server: Serving
) -> None:
    with Window(chromium) as window:
        sit(window, server, "sevens_v0")
        window.page.locator("#hand h2 .ask").focus()
        window.page.keyboard.press("?")
        box = window.page.locator("#explanation")
        expect(box.locator("h2")).to_have_text("Your hand")
        expect(box.locator("h2 + p")).to_have_text("The cards that are left in the hand.")
        window.page.keyboard.press("Escape")
        window.page.locator("#hand .card:not(.legal)").first.press("?")
        expect(box.locator("h2 + p")).to_contain_text("Not now: ")
        assert window.errors == []


def test_an_answer_survives_a_redraw_of_the_table(chromium: Browser, server: Serving) -> None:
    with Window(chromium) as window:
        sit(window, server, "sevens_v0")
        held = list[Route]()
        window.page.route("**/explain", lambda route: held.append(route))
        button = window.page.locator("#table button.ask").first
        button.press("?")
        before = button.element_handle()
        window.page.locator("#pace").evaluate(CHOOSE_ANOTHER)  # hidden beside an answer
        before.wait_for_element_state("hidden")
        held[0].continue_()
        expect(window.page.locator("#explanation p").first).to_be_visible()
        assert window.errors == []


def test_the_focus_survives_a_redraw_after_the_end(chromium: Browser, server: Serving) -> None:
    """The table is redrawn once more after the end, when the record is stored."""
    with Window(chromium) as window:
        window.play(sit(window, server, "sevens_v0"))
        expect(window.page.locator("#end")).to_be_focused()
        expect(window.page.locator("#again")).to_be_enabled()
        button = window.page.locator("#table button.ask").first
        button.focus()
        before = button.element_handle()
        window.page.locator("#pace").evaluate(
            "(pace) => { pace.selectedIndex = 1; pace.dispatchEvent(new Event('change')); }"
        )
        before.wait_for_element_state("hidden")
        expect(button).to_be_focused()
        window.page.keyboard.press("?")
        expect(window.page.locator("#explanation p").first).to_be_visible()
        assert window.errors == []
