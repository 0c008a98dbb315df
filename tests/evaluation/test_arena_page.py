"""The arena page: complete, self-contained, and safe whatever the agents are called."""

import io
import json
import re
from base64 import b64decode
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from markupsafe import escape
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from PIL import Image

from fudaba.agents import Agent
from fudaba.envs import find_game
from fudaba.envs.core.scene.render import draw_scene
from fudaba.evaluation.arena import ArenaResult, compare
from fudaba.evaluation.report import numbers
from fudaba.evaluation.report.arena import page as page_module
from fudaba.evaluation.report.arena.headline import findings, headline, subject
from fudaba.evaluation.report.arena.page import (
    MOST_OF_ALL,
    MOST_PICTURES,
    PageSection,
    render_page,
    replay_steps,
)
from fudaba.evaluation.report.arena.strength import strength_section
from fudaba.evaluation.report.pictures import draw_legend, draw_svg, reward_cell, reward_colour
from fudaba.evaluation.statistics import Interval

from .bots import FirstLegal, LastLegal
from .outline import NASTY, Outline

GAME = find_game("sevens_v0")


@pytest.fixture(scope="module")
def result() -> ArenaResult:
    agents: dict[str, Agent] = {NASTY: FirstLegal(), "last": LastLegal(), "other": FirstLegal()}
    return compare("sevens_v0", agents, {"jokers": 1}, deals=20)


@pytest.fixture(scope="module")
def page(result: ArenaResult) -> str:
    return render_page(result)


def light(result: ArenaResult) -> ArenaResult:
    """The same with one game to step through: pictures take most of a page's time."""
    return replace(result, examples=result.examples[:1])


def test_the_page_is_whole_and_escaped(page: str) -> None:
    Outline(page).check(page, scripts=2)
    assert page.count("<svg ") == 2 * 4, "each for wide screens and for narrow ones"


def test_the_page_says_what_was_played(page: str, result: ArenaResult) -> None:
    outline = Outline(page)
    text = " ".join(" ".join(outline.text.values()).split())
    for words in ("Sevens (sevens_v0)", "jokers=1", "pass_limit=3", "20, seed 0", "480"):
        assert words in text
    for standing in result.standings:
        assert standing.agent in text
        assert numbers.estimate(standing.reward, numbers.reward) in text
        assert numbers.ends(standing.rating, numbers.rating) in text
    assert 'class="rule changed" title="not the default">jokers=1<' in page
    assert 'class="rule">pass_limit=3<' in page


def test_strength_over_budget_is_shown_where_budgets_differ(result: ArenaResult) -> None:
    assert strength_section(result) is None
    named = [
        replace(standing, agent=name)
        for standing, name in zip(
            result.standings,
            ("montecarlo:budget=9", "greedy", "montecarlo:budget=12345"),
            strict=True,
        )
    ]
    assert strength_section(replace(result, standings=tuple(named[:2]))) is None
    section = strength_section(replace(result, standings=tuple(named)))
    assert section is not None
    for words in (">9<", ">12,345<", ">greedy<", ">montecarlo<"):
        assert words in section.svg


def test_strength_over_budget_has_a_line_for_each_search(result: ArenaResult) -> None:
    one = result.standings[0]
    words = [f"{kind}:budget={budget}" for kind in ("ismcts", "montecarlo") for budget in (7, 77)]
    standings = tuple(replace(one, agent=word) for word in [*words, "ismcts:budget=7x"])
    met = result.pairwise[0][1]
    assert met is not None
    pairwise = tuple(tuple(met if one != two else None for two in range(5)) for one in range(5))
    searched = replace(result, standings=standings, pairwise=pairwise)
    section, said = strength_section(searched), " ".join(findings(searched))
    assert section is not None
    assert section.caption.startswith("Ratings of ismcts and montecarlo by the number of games")
    unclear = "" if met.reward.leaves_out_zero else ", not clear"
    step = numbers.give_or_take(met.reward, "reward") + unclear
    for search in ("ismcts", "montecarlo"):
        begin = f"of {search} alone among copies with the budget before earns per game: 77 among 7 "
        assert f"{begin}{step}." in said
    for words_shown in (">7<", ">77<", ">ismcts<", ">montecarlo<", ">ismcts:budget=7x<"):
        assert words_shown in section.svg


def led_by(result: ArenaResult, *leads: Interval) -> str:
    """The headline where the first agent is ahead of the others by so much."""
    behind = (Interval(0, 0, 0), *leads)
    standings = [
        replace(standing, agent=name)
        for standing, name in zip(result.standings, ("one", "two", "three"), strict=True)
    ]
    return " ".join(headline(replace(result, behind=behind, standings=tuple(standings))))


def test_the_headline_says_leads_only_where_the_difference_leaves_out_zero(
    result: ArenaResult,
) -> None:
    clear, unclear = Interval(0.02, 0.01, 0.03), Interval(0.02, -0.01, 0.05)
    nothing, unknown = Interval(0, 0, 0), Interval(0.1, -np.inf, np.inf)
    led = led_by(result, clear, clear)
    assert led.startswith("one leads with a mean reward of ")
    assert "it earns +0.020 (95 % interval +0.010 to +0.030) per game more than two" in led
    level = led_by(result, unclear, clear)
    assert level.startswith("one and two can't be told apart. On the same deals one earned +0.020")
    assert "(95 % interval -0.010 to +0.050) per game more than two, which may be chance" in level
    assert led_by(result, clear, unclear).startswith("one and three can't be told apart.")
    assert led_by(result, unclear, unclear).startswith("one, two and three can't be told apart.")
    assert led_by(result, nothing, clear).endswith("they earned the same in every deal.")
    assert "one deal does not show" in led_by(result, unknown, unknown)


@pytest.mark.parametrize(
    ("direct", "said"),
    [(Interval(0.1, -0.1, 0.3), ", which may be chance."), (Interval(1, 1, 1), ".")],
)
def test_a_lead_over_all_says_what_remains_among_the_rivals_alone(
    direct: Interval, said: str, result: ArenaResult
) -> None:
    (none, met, *others), *rows = result.pairwise
    assert met is not None
    pairwise = ((none, replace(met, reward=direct), *others), *rows)
    lead = Interval(0.02, 0.01, 0.03)
    told = led_by(replace(result, pairwise=pairwise), lead, lead)
    shown = numbers.ends(direct, numbers.reward)
    assert " three too; among copies of two alone one earns " in told
    assert told.endswith(f"(95 % interval {shown}){said}")


def test_the_page_shows_the_headline_and_the_difference(page: str, result: ArenaResult) -> None:
    text = " ".join(" ".join(Outline(page).text.values()).split())
    agents = subject(result)
    assert f"<strong>{escape(agents)}</strong>" in page
    assert " ".join(headline(result)).removeprefix(agents).strip() in text
    assert all(sentence in text for sentence in findings(result)), "as the terminal has them"
    for lead in result.behind[1:]:
        assert numbers.ends(lead, numbers.reward) in text
    for row in result.pairwise:
        for meeting in filter(None, row):
            assert numbers.ends(meeting.ahead, numbers.percent) in text
            assert numbers.percent(meeting.predicted) in text


def test_rewards_have_one_scale_of_colours_around_zero() -> None:
    assert reward_colour(0)[:3] == pytest.approx((0.97, 0.97, 0.97), abs=0.01)
    brown, purple = reward_colour(0.3), reward_colour(-0.3)
    assert brown != purple and reward_colour(50) == reward_colour(10)
    pale, strong = (sum(reward_colour(reward)[:3]) for reward in (-0.04, -0.3))
    assert pale > 2.6 > strong, "little is pale, whatever else is on the page"


def test_who_beats_whom_is_coloured_and_has_a_legend(page: str, result: ArenaResult) -> None:
    section = page[page.index('id="pairs-title"') : page.index('id="ahead-title"')]
    for row in result.pairwise:
        for meeting in filter(None, row):
            cell = f'style="{reward_cell(meeting.reward.mean)}">'
            assert f"{cell}{numbers.estimate(meeting.reward, numbers.reward)}<small>" in section
    assert "linear-gradient" in section
    for tick in ("-10", "-0.1", ">0<", "+1", "+10"):
        assert tick in section


def test_the_replay_travels_with_the_page(page: str, result: ArenaResult) -> None:
    games = json.loads(Outline(page).text["replay"])
    assert len(games) == len(result.examples) >= 3
    for game, example in zip(games, result.examples, strict=True):
        assert game["title"] == f"{example.title} (game {example.number})"
        assert len(game["steps"]) == len(example.record.actions) + 1
        assert game["steps"][0]["picture"] and game["steps"][-1]["picture"]
        assert all(agent in game["who"] for agent in example.record.agents)
    assert games[0]["steps"] == replay_steps(GAME, result.examples[0].record)
    pictures = sum(step["picture"] != "" for game in games for step in game["steps"])
    assert 100 < pictures <= MOST_OF_ALL
    titles = [game["title"] for game in games]
    assert titles[0].startswith("deal 0 (game ")
    for number, title in enumerate(titles):
        assert f'<option value="{number}">{escape(title)}</option>' in page


def test_the_replay_shows_all_hands_and_the_moves(result: ArenaResult) -> None:
    steps = replay_steps(GAME, result.examples[0].record)
    for seat in range(4):
        assert steps[0]["table"].count(f"hand of player_{seat}:") == 1
    assert steps[0]["table"].count("cards, 3 of 3 passes left") == 4
    assert re.match(r"player_\d \(.*\): (lay|pass|take)", steps[0]["move"], re.DOTALL)
    assert steps[-1]["move"].startswith("The game is over: player_0 (")


def picture_in(address: str) -> np.ndarray:
    """The pixels of a PNG file inside an address."""
    content = b64decode(address.removeprefix("data:image/png;base64,"), validate=True)
    return np.array(Image.open(io.BytesIO(content)).convert("RGB")).astype(int)


def test_the_replay_has_a_picture_of_every_position(page: str, result: ArenaResult) -> None:
    steps = replay_steps(GAME, result.examples[0].record)
    assert 40 < len(steps) <= MOST_PICTURES
    assert len({step["picture"] for step in steps}) == len(steps)
    viewer = 0
    for step, (state, action) in zip(steps, result.examples[0].record.positions(GAME), strict=True):
        viewer = viewer if action is None else int(state["to_move"])
        assert step["viewer"] == f"player_{viewer}"
        scene = GAME.scene(state, viewer)
        away = np.abs(picture_in(step["picture"]) - draw_scene(scene)).max(axis=2)
        assert (away > 40).mean() < 0.01
    outline = Outline(page)
    assert outline.values("src") == [steps[0]["picture"]]
    assert f"The table as {steps[0]['viewer']} sees it; the text below says the same." in (
        outline.values("alt")
    )
    assert len(page) < 7_000_000


def test_a_long_game_has_pictures_at_its_ends(
    result: ArenaResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_module, "MOST_OF_ALL", 5)
    steps = json.loads(Outline(render_page(light(result))).text["replay"])[0]["steps"]
    pictured = [number for number, step in enumerate(steps) if step["picture"]]
    assert pictured == [0, 1, 2, 3, len(steps) - 1]
    assert all(step["table"] for step in steps)


def test_further_sections_are_added(result: ArenaResult) -> None:
    def paint(axes: Axes) -> None:
        axes.plot([0, 1], [0, 1])

    svg = draw_svg("curve", 'A "rising" <line>.', 2, paint)
    page = render_page(light(result), [PageSection("Learning & more", svg, "Reward <up>.")])
    outline = Outline(page)
    assert 'A "rising" <line>.' in outline.values("aria-label")
    heads = re.findall("<h2[^>]*>(.*)</h2>", page)
    assert heads[2:4] == ["Ranking", "Who beats whom"] and heads[-3] == "Learning &amp; more"
    assert "<figcaption>Reward &lt;up&gt;.</figcaption>" in page


def test_a_picture_is_xml_in_the_colours_of_the_page() -> None:
    def paint(axes: Axes) -> None:
        axes.set_title(NASTY)
        axes.grid()

    svg = draw_svg("title", "A title.", 2, paint)
    narrow_begins = svg.rindex("<svg ")
    for picture in (svg[:narrow_begins], svg[narrow_begins:]):
        parts = ElementTree.fromstring(picture).iter()
        assert NASTY in [part.text for part in parts if part.tag.endswith("text")]
    assert "currentColor" in svg
    assert "var(--line)" in svg
    assert "#010203" not in svg


def test_an_agent_alone_has_no_comparison() -> None:
    page = render_page(compare("sevens_v0", {"solo": FirstLegal()}, deals=5))
    assert "<strong>solo</strong> played itself in 5 games" in page
    assert "Who beats whom" not in page
    assert page.count("<svg ") == 2


def test_unbounded_and_missing_numbers_can_be_shown(result: ArenaResult) -> None:
    infinity, nan = float("inf"), float("nan")
    unbeaten = replace(result.standings[0], rating=Interval(300.0, 250.0, infinity))
    unknown = replace(result.standings[1], rating=Interval(nan, -infinity, infinity))
    standings = (unbeaten, unknown, *result.standings[2:])
    page = re.sub(r"base64,[\w+/=]*", "", render_page(replace(light(result), standings=standings)))
    assert "+250 to unbounded" in page
    assert "nan" not in page
    assert "inf" not in re.sub(r"[a-z]*info|infinit\w*|\binfer\w*", "", page)


def test_a_legend_is_read_row_by_row() -> None:
    labels = [f"place {place}" for place in range(1, 6)]
    figure = Figure(figsize=(3, 3), layout="constrained")
    axes = figure.subplots()
    for label in labels:
        axes.plot([0, 1], label=label)
    draw_legend(axes)
    figure.draw_without_rendering()
    (legend,) = figure.legends
    placed = {text.get_text(): text.get_window_extent() for text in legend.get_texts()}
    assert len({round(box.y0) for box in placed.values()}) == 2
    assert sorted(placed, key=lambda word: (-round(placed[word].y0), placed[word].x0)) == labels
