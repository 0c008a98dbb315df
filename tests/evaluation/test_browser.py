"""The pages on a phone and on a desk, in a real browser: nothing is cut, nothing too small."""

import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import run

import pytest
from matplotlib.axes import Axes
from playwright.sync_api import Browser

from benchmarks.leaderboard.check import ENTRIES, read_entry
from fudaba.agents import Agent
from fudaba.envs import Game, Options, find_game
from fudaba.evaluation.arena import compare
from fudaba.evaluation.balance import measure_balance
from fudaba.evaluation.balance.cards import CardsRequest
from fudaba.evaluation.benchmark import read_benchmark, run_key_of
from fudaba.evaluation.report.arena.page import PageSection, render_page
from fudaba.evaluation.report.balance.cards import render_cards_page
from fudaba.evaluation.report.balance.page import render_balance_page
from fudaba.evaluation.report.benchmark.page import render_benchmark_page
from fudaba.evaluation.report.exploit.page import render_exploit_page
from fudaba.evaluation.report.numbers import UNKNOWN
from fudaba.evaluation.report.pictures import draw_svg
from fudaba.evaluation.report.sweep.page import render_sweep_page
from fudaba.evaluation.report.tune.page import render_tune_page
from fudaba.evaluation.statistics import Interval
from fudaba.evaluation.sweep import SweepResult, Trained
from fudaba.evaluation.tune import tune

from .bots import FirstLegal, LastLegal
from .browser import TWO_SCREENS, measure, needs_chromium
from .test_exploit_page import found

ROOT = Path(__file__).parents[2]
LONG_NAME = "policy:runs/sevens-longer-and-wider/final"

pytestmark = needs_chromium
on_screens = pytest.mark.parametrize("width", [400, 1280])


def make(word: str, game: Game, options: Options) -> Agent:
    return LastLegal() if word == "last" else FirstLegal()


def curves() -> PageSection:
    def paint(axes: Axes) -> None:
        axes.plot([0, 1], [0, 1])
        axes.set_xlabel("learner decisions")

    return PageSection("Learning", draw_svg("curve", "A rising line.", 2.6, paint), "Up.")


@pytest.fixture(scope="module")
def arena_page() -> str:
    agents: dict[str, Agent] = {
        "montecarlo:budget=256": FirstLegal(), "greedy": LastLegal(), LONG_NAME: FirstLegal(),
    }  # fmt: skip
    return render_page(compare("sevens_v0", agents, deals=5), [curves()])


@pytest.fixture(scope="module")
def balance_page() -> str:
    return render_balance_page(
        measure_balance("seki_v0", ["last"], games=30, rotate="role", make=make)
    )


@pytest.fixture(scope="module")
def variants_page() -> str:
    return render_balance_page(
        measure_balance(
            "sevens_v0", [LONG_NAME, "last"], games=24, make=make, ladder=["last", LONG_NAME],
            varied={"pass_limit": [3, 0], "jokers": [0, 1, 2]}, ladder_deals=4,
        )
    )  # fmt: skip


@pytest.fixture(scope="module")
def skill_page() -> str:
    return render_balance_page(
        measure_balance(
            "sevens_v0", [LONG_NAME, "last"], games=24, make=make, rank_by="skill",
            ladder=["last", LONG_NAME], ladder_deals=4,
        )
    )  # fmt: skip


@pytest.fixture(scope="module")
def tune_page() -> str:
    over = {"pass_limit": [0, 3, 5], "tunnel": ["none", "ring"], "jokers": [0, 1]}
    goals = ["turn-fairness:least", "length:near=40"]
    found = tune("sevens_v0", over=over, goals=goals, games=2400, check=["random"], check_games=20)
    return render_tune_page(found, "fudaba tune sevens_v0")


@pytest.fixture(scope="module")
def exploit_page() -> str:
    return render_exploit_page(found(LONG_NAME))


@pytest.fixture(scope="module")
def benchmark_page() -> str:
    path = max(ENTRIES.glob("*.json"), key=lambda path: path.stat().st_size)
    benchmark = read_benchmark()
    entry = read_entry(path, benchmark)
    key = run_key_of(benchmark, entry.agent, (), entry.quick, None)
    return render_benchmark_page(entry, benchmark, key)


@pytest.fixture(scope="module")
def sweep_page() -> str:
    words = ("greedy", "montecarlo:budget=256")
    rewards = {word: Interval(0.1, 0.05, 0.15) for word in words}
    settings = ("network.width=512 ppo.learning_rate=0.0003", "network.width=64")
    runs = tuple(
        Trained(setting, 1, Path("runs/sevens-longer-and-wider", setting), 1_000_000, rewards, True)
        for setting in settings
    )
    result = SweepResult("sevens_v0", find_game("sevens_v0").options(), words, runs, "0.1.0")
    return render_sweep_page(result)


@pytest.fixture(scope="module")
def cards_page() -> str:
    return render_cards_page(CardsRequest("seki_v0", "random", games=4).play(), "fudaba balance")


PAGES = [name for name in dict(globals()) if re.fullmatch("(?!render)[a-z]+_page", name)]


def test_every_kind_of_page_is_measured() -> None:
    templates = (ROOT / "evaluation" / "report").glob("*/*.html")
    pages = [each for each in templates if "frame.html" in each.read_text(encoding="utf-8")]
    kinds = {each.parent.name if each.stem == "page" else each.stem for each in pages}
    assert {f"{kind}_page" for kind in kinds} <= set(PAGES)


@pytest.mark.diagonal
@on_screens
@pytest.mark.parametrize("name", PAGES)
def test_a_page_shows_its_verdict_on_two_screens_and_all_of_it_can_be_read(
    name: str, width: int, request: pytest.FixtureRequest, chromium: Browser, tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    page.write_text(request.getfixturevalue(name), encoding="utf-8")
    with chromium.new_page(viewport={"width": width, "height": TWO_SCREENS[width] // 2}) as opened:
        opened.goto(page.as_uri())
        verdict = opened.locator("section").first.bounding_box()
        assert verdict and verdict["y"] + verdict["height"] <= TWO_SCREENS[width]
        assert opened.locator("section:not(:has(> details))").count() == 1
    assert measure(chromium, page, width) == []


WRONG: dict[str, tuple[Callable[[str], str], str]] = {
    "text": (lambda body: f"{body}<p style='font-size: 10px'>small</p>", "has 10.0 pixels"),
    "page": (lambda body: f"{body}<p style='width: 2000px'>wide</p>", "the page is 2"),
    "box": (
        lambda body: (
            f"{body}<div style='overflow: hidden; width: 9rem'>"
            "<p style='width: 300px'>cut</p></div>"
        ),
        "is cut: 300 in 144",
    ),
    "picture": (
        lambda body: f"{body}<svg width='99' height='50'><text x='80' y='20'>beyond</text></svg>",
        "leaves its picture",
    ),
}


@pytest.mark.parametrize("kind", WRONG)
def test_the_browser_sees_what_is_wrong(kind: str, chromium: Browser, tmp_path: Path) -> None:
    spoil, complaint = WRONG[kind]
    page = tmp_path / "page.html"
    page.write_text(f"<!doctype html><body>{spoil('<p>Good.</p>')}</body>")
    assert any(complaint in words for words in measure(chromium, page, 400))


@pytest.mark.diagonal
@on_screens
@pytest.mark.parametrize("page", ["index", "league"])
def test_the_tables_of_the_docs_stay_on_the_screen(
    page: str, width: int, docs: Path, chromium: Browser
) -> None:
    assert measure(chromium, docs / f"{page}.html", width, within="article") == []


def test_the_tables_of_the_league_are_sorted_by_a_click(docs: Path, chromium: Browser) -> None:
    with chromium.new_page() as page:
        page.goto((docs / "league.html").as_uri())
        page.locator("#league #sevens summary").click()
        table = page.locator("#league #sevens table").first

        def column(name: str) -> list[str]:
            number = table.locator("th").all_inner_texts().index(name)
            return table.locator(f"tbody td:nth-child({number + 1})").all_inner_texts()

        agents, times, behind = column("agent"), column("time"), column("behind the first")
        table.get_by_role("button", name="agent").click()
        assert column("agent") == sorted(agents, key=_by_numbers)
        table.get_by_role("button", name="time").click()
        assert column("time") == sorted(times, key=_seconds, reverse=True) != times
        table.get_by_role("button", name="time").click()
        assert column("time") == sorted(times, key=_seconds)
        for _ in "down", "up":  # the first agent has no such number, and comes last
            table.get_by_role("button", name="behind the first").click()
            assert column("behind the first")[-1] == behind[0] == UNKNOWN


def _by_numbers(agent: str) -> list[tuple[str, int]]:
    """A key that sorts `budget=8` before `budget=64`."""
    return [(text, int(number or 0)) for text, number in re.findall(r"(\D+)(\d*)", agent)]


def _seconds(time: str) -> float:
    number, unit = time.split()
    return float(number) * {"µs": 1e-6, "ms": 1e-3}[unit]


@pytest.fixture(scope="module")
def docs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """SEKI's house rules, the widest of all, and the league, as the documentation shows them."""
    folder = tmp_path_factory.mktemp("docs")
    sys.path.insert(0, str(ROOT / "docs" / "extensions"))
    from game_pages import option_row

    source = folder / "source"
    shutil.copytree(ROOT / "docs" / "_static", source / "_static")
    rows = [option_row(*item) for item in find_game("seki_v0").options.model_fields.items()]
    heads = "| option | meaning | allowed | default | clause |\n|---|---|---|---|---|"
    lines = ["# SEKI", "", heads]
    lines += [f"| {' | '.join(row[:4])} | |" for row in rows]
    (source / "index.md").write_text("\n".join(lines), encoding="utf-8")
    shutil.copy(ROOT / "docs" / "league.md", source)
    shutil.copytree(ROOT / "docs" / "league_pictures", source / "league_pictures")
    (source / "conf.py").write_text(
        'extensions = ["myst_parser"]\nhtml_theme = "furo"\n'
        'html_static_path = ["_static"]\nhtml_css_files = ["tables.css", "league.css"]\n'
        'html_js_files = [("league.js", {"defer": "defer"})]\n',
        encoding="utf-8",
    )
    run([sys.executable, "-m", "sphinx", "-q", source, folder / "built"], check=True)
    return folder / "built"
