"""The replay page and the run browser in Chromium: steps, links, evaluations, regrets, curves."""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Route, expect

from fudaba.envs import NOBODY, find_game, game_names
from fudaba.envs.core.words.sentences import read_by, with_names
from fudaba.evaluation.recorded import played_again
from fudaba.web.analysis import decisions
from fudaba.web.replay import View, replay_info

from ..evaluation.browser import needs_chromium
from .conftest import Serving
from .pages import Window, with_minus
from .runs import (
    CURVES,
    MORE,
    SEVENS,
    played,
    publish,
    put_page,
    put_records,
    put_training,
)

pytestmark = needs_chromium
GAME = played_again("a game", played())
REPLAY = "/replay?record=games.jsonl"
on_screens = pytest.mark.parametrize("window", [400, 1280], indirect=True)
# Counts the lines of a list that its upper edge cuts.
LINES_ACROSS_THE_TOP = """(list) => {
  const top = list.getBoundingClientRect().top + 2;
  return [...list.children].map((line) => line.getBoundingClientRect())
    .filter((box) => box.top < top - 4 && box.bottom > top).length;
}"""
SOON = 30_000  # milliseconds


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a record, a page, two training runs and a damaged file."""
    folder = tmp_path_factory.mktemp("runs")
    put_records(folder, played(), played(seed=2))
    put_page(folder)
    publish(put_training(folder, "training/done"))
    put_training(folder, "training/going on")
    (folder / "damaged.jsonl").write_text("{}")
    return folder


@pytest.fixture(scope="module")
def browse_server(folder: Path) -> Iterator[Serving]:
    """A server of that folder."""
    serving = Serving(folder)
    yield serving
    serving.stop()


@pytest.fixture(params=[pytest.param(400, marks=pytest.mark.slow), 1280])
def window(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[Window]:
    """A window with the width of a desktop, and before a release one with that of a phone."""
    with Window(chromium, request.param) as window:
        yield window
        assert window.errors == []


def open_replay(window: Window, server: Serving, more: str = "") -> None:
    """Opens a record and waits for the table."""
    window.page.goto(f"{server.address}{REPLAY}{more}")
    window.page.wait_for_selector(".scene", timeout=SOON)


def called(at: int) -> str:
    """Returns what people call the move that was made at a position."""
    with read_by(NOBODY):
        return SEVENS.words.describe(GAME.states[at], GAME.actions[at])


def test_a_record_is_stepped_through_by_slider_keys_and_clicks(
    window: Window, browse_server: Serving
) -> None:
    open_replay(window, browse_server)
    page, last = window.page, len(GAME.actions)
    place, moved = page.locator("#place"), page.locator("#moved")
    expect(place).to_have_text(f"0 of {last}")
    expect(moved).to_have_text("The deal")
    page.locator("#next").click()
    expect(place).to_have_text(f"1 of {last}")
    page.locator("body").press("ArrowRight")
    expect(place).to_have_text(f"2 of {last}")
    page.locator("#slider").fill("5")
    state = GAME.states[4]
    with read_by(NOBODY):
        said = SEVENS.announced_to(state, GAME.actions[4], 0)
    expect(moved).to_have_text(f"{GAME.names[state['to_move']]} {said}")
    page.locator("#told button").nth(7).click()
    expect(place).to_have_text(f"7 of {last}")
    page.locator("body").press("End")
    expect(place).to_have_text(f"{last} of {last}")
    expect(page.locator("#question")).to_have_text("The game is over")
    expect(page.locator("#result li")).to_have_count(4)
    page.locator("body").press("Home")
    expect(place).to_have_text(f"0 of {last}")


@on_screens
def test_the_first_move_in_sight_is_whole_before_the_end(
    window: Window, browse_server: Serving
) -> None:
    for at in (0, 17, 30, 41):
        open_replay(window, browse_server, f"&at={at}")
        listed = window.page.locator("#told")
        expect(listed.locator("[aria-current=step]")).to_have_count(1)
        assert listed.evaluate(LINES_ACROSS_THE_TOP) == 0


def test_the_link_leads_back_to_the_position_and_the_view(
    window: Window, browse_server: Serving
) -> None:
    open_replay(window, browse_server, "&game=2&at=6&view=1")
    page = window.page
    page.locator("#slider").fill("9")
    expect(page.locator("#place")).to_have_text(re.compile("^9 of "))
    page.locator("body").press("s")
    expect(page.locator("#view")).to_have_value("2")
    expect(page.locator(".seat.own")).to_contain_text("Easy 3")
    link, text = page.url, page.locator("#table").inner_text()
    assert "at=9" in link and "game=2" in link and "view=2" in link
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator("#place")).to_have_text(re.compile("^9 of "))
    expect(page.locator("#table")).to_have_text(re.compile("hand of Easy 3"))
    assert page.locator("#table").inner_text() == text


def test_the_open_table_shows_all_hands(window: Window, browse_server: Serving) -> None:
    open_replay(window, browse_server, "&at=3")
    expect(window.page.locator('[data-zone^="hand of"]')).to_have_count(1)
    window.page.locator("body").press("o")
    expect(window.page.locator('[data-zone^="hand of"]')).to_have_count(4)


def test_an_agents_move_is_shown_beside_the_players_move(
    window: Window, browse_server: Serving
) -> None:
    at = next(at for at in decisions(GAME, None) if len(SEVENS.legal_actions(GAME.states[at])) > 2)
    state = GAME.states[at]
    open_replay(window, browse_server, f"&at={at + 1}")
    page = window.page
    page.locator("#agent").select_option("Search 256")
    expect(page.locator(".evaluations thead")).to_contain_text("expected result", timeout=SOON)
    expect(page.locator(".evaluations tbody tr")).to_have_count(len(SEVENS.legal_actions(state)))
    taken = page.locator("tr", has=page.locator(".badge.played"))
    expect(taken).to_contain_text(called(at))
    expect(taken.locator("td")).to_contain_text(re.compile(r"[+\u2212]\d\.\d\d \("))
    expect(page.locator(".badge.chosen")).to_have_count(1)
    page.locator("#agent").select_option("Medium")
    expect(page.locator("#thinking")).to_contain_text("Medium", timeout=SOON)


def test_the_deal_and_moves_of_other_seats_are_not_evaluated(
    window: Window, browse_server: Serving
) -> None:
    mover = int(GAME.states[0]["to_move"])
    for more in ("&at=0", f"&at=1&view={(mover + 1) % 4}"):
        open_replay(window, browse_server, more)
        expect(window.page.locator("#thinking")).to_contain_text("not evaluated here")
        expect(window.page.locator(".evaluations")).to_have_count(0)


@on_screens
def test_the_largest_loss_comes_first_and_leads_to_its_move(
    window: Window, browse_server: Serving
) -> None:
    open_replay(window, browse_server)
    page = window.page
    page.locator("#analyse").click()
    expect(page.locator("#analyse")).to_have_text("Analyse", timeout=SOON)
    largest = page.locator("#regrets button").first
    said = largest.inner_text()
    move = re.fullmatch(r"Move (\d+), (Easy \d): “(.+)”. “.+” (wins|ends better in) .+\.", said)
    assert move, said
    largest.scroll_into_view_if_needed()
    largest.click()
    expect(page.locator("#place")).to_have_text(f"{move[1]} of {len(GAME.actions)}")
    at = int(move[1]) - 1
    assert move[2] == GAME.names[GAME.states[at]["to_move"]]
    assert move[3] == called(at)
    expect(page.locator("tr", has=page.locator(".badge.played"))).to_contain_text(move[3])
    expect(page.locator("#question")).to_contain_text("Before the move: ")
    expect(page.locator("#table .zone").first).to_be_in_viewport()  # beside the losses
    asked = page.locator("#table .on-turn").get_attribute("data-seat")
    assert asked == f"player_{GAME.states[at]['to_move']}"
    page.locator("#last").click()
    expect(page.locator("#question")).not_to_contain_text("Before the move: ")


def test_the_heading_of_the_losses_says_whether_the_seat_won(
    window: Window, browse_server: Serving
) -> None:
    heads = {str(seat): "Where the game was lost" for seat in range(4)}
    heads[str(np.argmax(GAME.points))] = "What could have gone better"
    for view, head in {**heads, "open": "The costliest moves"}.items():
        open_replay(window, browse_server, f"&view={view}")
        expect(window.page.locator("#regrets-head")).to_have_text(head)


@pytest.mark.parametrize("name", game_names())
def test_who_looks_back_is_addressed_in_whole_sentences(
    name: str, chromium: Browser, browse_server: Serving, folder: Path
) -> None:
    record = played(find_game(name), decisions=60)
    file = put_records(folder, record, name=f"{name}.jsonl")
    replay = played_again(name, record)
    with read_by(0):
        steps = replay_info(replay, 1, View(0), {}, []).steps
        heard = [step.heard for step in steps if step.heard]
        said = [with_names(one.text and f"player_{one.by} {one.text}", replay.names, 0)
                for one in heard]  # fmt: skip
        news = [with_names(one.news, replay.names, 0) for one in heard]
    told = [with_minus(" — ".join(filter(None, words))) for words in zip(said, news, strict=True)]
    assert any("You " in words for words in told)
    lines = ["The deal", *(words or "The last position" for words in told)]
    with Window(chromium) as window:
        window.page.goto(f"{browse_server.address}/replay?record={file}&view=0#lost")
        expect(window.page.locator("#told li")).to_have_text(lines, timeout=SOON)


def test_a_record_is_uploaded(window: Window, browse_server: Serving, tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    page = window.page
    page.goto(f"{browse_server.address}/replay")
    file.write_text("[]")
    page.set_input_files("#file", file)
    expect(page.locator("#notice")).to_contain_text("mine.jsonl: line 1: this is no game record")
    window.errors.clear()  # the browser itself notes the refusal
    file.write_text(played(seed=5).to_json())
    page.set_input_files("#file", file)
    page.wait_for_selector(".scene", timeout=SOON)
    assert "record=uploaded%2F" in page.url


def test_a_wrong_link_has_its_sentence(chromium: Browser, browse_server: Serving) -> None:
    with Window(chromium) as window:
        window.page.goto(f"{browse_server.address}/replay?record=none.jsonl")
        expect(window.page.locator("#notice")).to_have_text(
            "there is no 'none.jsonl' in the folder."
        )
        expect(window.page.locator("#question")).to_be_hidden()  # nothing is waited for


def test_the_run_browser_lists_runs_and_opens_them(window: Window, browse_server: Serving) -> None:
    page = window.page
    page.goto(f"{browse_server.address}/runs")
    expect(page.locator(".run", has_text="greedy leads.")).to_contain_text("arena")
    expect(page.locator(".run.damaged")).to_contain_text("this is no game record")
    page.get_by_role("link", name="Sevens: greedy, random").click()
    expect(page.locator("#said")).to_have_text("scripted")
    assert page.title() == "Sevens: greedy, random", "the page could ask the server"
    window.errors.clear()  # it tried to
    page.goto(f"{browse_server.address}/runs")
    page.locator(".run", has_text="2 games").get_by_role("link").click()
    page.wait_for_selector(".scene", timeout=SOON)


@on_screens
def test_curves_that_arrive_late_move_no_link(window: Window, browse_server: Serving) -> None:
    page, late = window.page, list[Route]()
    page.route("**/api/runs/curves?*", lambda route: late.append(route))
    page.goto(f"{browse_server.address}/runs")
    link = page.locator(".run", has_text="2 games").get_by_role("link")
    before = link.bounding_box()
    while not late:
        page.wait_for_timeout(10)
    late[0].continue_()
    expect(page.locator(".curves .swatches")).to_be_visible()
    assert link.bounding_box() == before


def test_learning_curves_move_while_a_training_runs(
    window: Window, browse_server: Serving, folder: Path
) -> None:
    curves = folder / "training" / "going on" / "curves.csv"
    curves.write_text(CURVES)
    page = window.page
    page.goto(f"{browse_server.address}/runs")
    run = page.locator(".run", has_text="training/going on")
    expect(run.locator("circle")).to_have_count(2)
    curves.write_text(CURVES + MORE)
    expect(run.locator("circle")).to_have_count(3)
    expect(run.locator(".swatches")).to_have_text("against greedy 0.250")
    done = page.locator(".run", has_text="training/done")
    expect(done.locator("circle")).to_have_count(0)
    done.locator("summary").click()
    expect(done.locator(".swatches")).to_have_text("against greedy 0.260")


@pytest.mark.diagonal
@on_screens
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_everything_can_be_read_by_everybody(
    colours: str, window: Window, browse_server: Serving
) -> None:
    page = window.page
    page.emulate_media(color_scheme=colours)
    for path in ("/runs", "/mine", "/replay", f"{REPLAY}&at=6"):
        page.goto(browse_server.address + path)
        page.wait_for_selector(".run, .evaluations, #mine", timeout=SOON)
        if "at=" in path:
            page.locator("#analyse").click()
            expect(page.locator("#regrets button").first).to_be_visible(timeout=SOON)
            expect(page.locator("#analyse")).to_have_text("Analyse", timeout=SOON)
        assert window.unreadable() == []
        assert window.broken_words() == []
        assert window.violations() == []
