"""The balance page: complete, self-contained, and safe whatever the agents are called."""

import re
from dataclasses import replace
from datetime import date
from functools import cache
from html import escape, unescape

import pytest
from markupsafe import Markup

from fudaba.agents import Agent
from fudaba.envs import Game, Options, find_game
from fudaba.evaluation.balance import BalanceResult, measure_balance
from fudaba.evaluation.balance.goals import (
    GOALS,
    ROLE_REWARD,
    ROLE_SPREAD,
    SKILL,
    TURN_FAIRNESS,
)
from fudaba.evaluation.balance.outcomes import FIRST_PLACES, TURNS
from fudaba.evaluation.report import numbers
from fudaba.evaluation.report.balance import page as page_of_balance
from fudaba.evaluation.report.balance import verdict
from fudaba.evaluation.report.balance.grids import Picture
from fudaba.evaluation.report.balance.page import render_balance_page
from fudaba.evaluation.report.pictures import reward_cell
from fudaba.evaluation.statistics import Interval, clear_of_chance

from .bots import FirstLegal, LastLegal
from .outline import NASTY, Outline


def make(word: str, game: Game, options: Options) -> Agent:
    return LastLegal() if word == "last" else FirstLegal()


def text_of(page: str) -> str:
    return " ".join(" ".join(Outline(page).text.values()).split())


@pytest.fixture(scope="module")
def rich() -> BalanceResult:
    """Several variants, several agents, a ladder."""
    return measure_balance(
        "sevens_v0", [NASTY, "last"], games=80, options={"tunnel": "none"},
        varied={"pass_limit": [3, 0], "jokers": [0, 1, 2]}, ladder=["last", NASTY, "third"],
        ladder_deals=20, make=make,
    )  # fmt: skip


@pytest.fixture(scope="module")
def plain() -> BalanceResult:
    """One variant, one agent."""
    return measure_balance("killer_sevens_v0", ["last"], games=60, make=make)


@pytest.fixture(scope="module")
def rich_page(rich: BalanceResult) -> str:
    return render_balance_page(rich)


@pytest.fixture(scope="module")
def plain_page(plain: BalanceResult) -> str:
    return render_balance_page(plain)


@pytest.fixture(params=["rich_page", "plain_page"])
def page(request: pytest.FixtureRequest) -> str:
    rendered: str = request.getfixturevalue(request.param)
    return rendered


def test_the_page_is_whole_and_escaped_and_in_its_own_colours(page: str) -> None:
    outline = Outline(page)
    outline.check(page)
    assert len(outline.values("src")) == 1 and page.count("<svg ") >= 2
    names = re.findall(r"https?://[^\s\"']*", page)
    assert set(names) <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "currentColor" in page and "var(--line)" in page and "#010203" not in page


def test_every_question_has_a_picture_and_a_table(plain_page: str) -> None:
    sections = r'<section aria-labelledby="([a-z-]+)-title">(.*?)</section>'
    parts = re.findall(sections, plain_page, re.DOTALL)
    names = ["reading", "turn-order", "seat", "hands", "choice", "openings", "played", "limits"]
    assert [name for name, _ in parts] == names
    assert all("<details><summary>" in part for _, part in parts[1:])
    turns, *others = [part for _, part in parts[1:-2]]
    assert "<table " in turns and "<svg " not in turns  # its picture stands in the verdict
    for part in others:
        assert part.index("<svg ") < part.index("<table ")


def test_the_picture_and_the_first_number_answer_what_was_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    result = measure_balance(
        "seki_v0", ["last"], games=40, make=make, ladder=["first", "last"], ladder_deals=4
    )
    parts = page_of_balance.parts_of(result)  # drawn once, whatever is asked
    monkeypatch.setattr(page_of_balance, "parts_of", lambda _result: [*parts])
    drawn = cache(lambda picture: Markup(picture.draw()))
    monkeypatch.setattr(Picture, "svg", property(drawn))
    pictures = {"turn": "turn-order-", "seat": "seat-", "role": "by-role-", "skill": "shares-"}
    for goal in GOALS:
        page = render_balance_page(result.model_copy(update={"rank_by": goal}))
        picture = page[page.index('<svg class="wide"') : page.index('<ul class="tiles">')]
        begins = pictures.get(goal.partition("-")[0], "lengths-")
        # Whether SEKI is fair is first of all a question of its roles.
        assert f'id="{"by-role-" if goal == TURN_FAIRNESS else begins}' in picture
        tile = re.search(r"<li><strong>.*?</small>(.*?)</li>", page)
        pair = ", first against last" if goal == SKILL else ""
        shown = ROLE_SPREAD if goal == TURN_FAIRNESS else goal
        name = f"{GOALS[shown].head}: " if GOALS[shown].is_gap else ""
        assert tile and tile[1] == (name + GOALS[shown].meaning + pair).replace("'", "&#39;")


def test_the_page_begins_with_the_verdict(plain: BalanceResult, plain_page: str) -> None:
    text = unescape(plain_page[plain_page.index("<body>") :])
    sentences = [sentence for _, sentence in verdict.verdict_of(plain)]
    begin = ["Is Killer Sevens fair?", "60 games, last in every seat.", "The verdict"]
    begins = [*begin, *sentences, "What was played"]
    places = [text.index(words) for words in begins]
    assert places == sorted(places)
    assert f'content="{verdict.headline(plain)}"' in plain_page


def test_several_variants_are_one_picture_one_table_and_a_fold_each(
    rich: BalanceResult, rich_page: str
) -> None:
    assert rich.ranking is not None
    text = text_of(rich_page)
    assert "Which house rules of Sevens are best by turn gap (least)?" in text
    assert "6 variants, 80 games each" in text and verdict.on_ranking(rich) in text
    assert "6, which differ in pass_limit, jokers" in text
    assert "tunnel=none" in text and "40, seed 0, the same in every variant" in text
    assert rich_page.count("<svg ") == 2  # for wide and for narrow screens
    folds = re.findall(r'<details id="rank-[0-9]+"><summary>(.*?)</summary>', rich_page)
    usual = {"pass_limit=3, jokers=0": "pass_limit=3, jokers=0 (usual)"}
    names = [usual.get(label, label) for label in rich.ranking.order]
    assert folds == [f"{rank}. {name}" for rank, name in enumerate(names, start=1)]
    assert rich_page.count("jokers=0 (usual)") >= 4  # in both tables, the caption and its fold
    for label in rich.ranking.order:
        assert rich_page.index(label) < rich_page.index("What was played")
    for variant in rich.variants:
        for finding in variant.of(TURNS, FIRST_PLACES):
            assert numbers.ends(finding.interval, numbers.percent) in text
    last = rich.variants[-1].of(TURNS, FIRST_PLACES)[0]
    assert last.difference is not None
    words = numbers.change(last.difference, "share", last.interval.mean)
    assert f"Δ {words}" in text
    for ladder in rich.ladders:
        for step in ladder.steps:
            assert numbers.ends(step.reward, numbers.reward) in text


def test_a_bold_goal_differs_clearly_from_the_first_variant(
    rich: BalanceResult, rich_page: str
) -> None:
    _short, table = tables_of(rich_page)[:2]
    assert table.count('<small class="clear">') == len(verdict.clear_changes(rich)) > 0


def tables_of(page: str) -> list[str]:
    """The bodies of the tables; of several variants the first two are the short and the whole."""
    return re.findall("<tbody>(.*?)</tbody>", page, re.DOTALL)


@pytest.mark.usefixtures("undrawn")
def test_many_variants_have_a_line_each() -> None:
    result = measure_balance(
        "sevens_v0", ["last"], games=8, make=make,
        varied={"pass_limit": [3, 0, 1, 2, 5], "jokers": [0, 1, 2]},
    )  # fmt: skip
    page = render_balance_page(result)
    short, table = tables_of(page)[:2]
    assert short.count("<tr>") >= page_of_balance.MOST_ROWS and " pp<small>" in short
    assert table.count("<tr>") == 15 and "<small" not in table
    assert table.count("<strong>") == len(verdict.clear_changes(result))
    assert page.count("<svg ") == 2 and page.count('<details id="rank-') == 15


@pytest.mark.usefixtures("undrawn")
def test_the_command_and_the_day_are_on_the_page(plain: BalanceResult) -> None:
    command = "fudaba balance sevens --options 'roles=[A, <b>]'"
    page = render_balance_page(plain, command, date(2031, 2, 3))
    assert f"<code>{escape(command, quote=False)}</code>" in page.replace("&#39;", "'")
    assert "on 2031-02-03" in text_of(page)
    assert "<code>" not in render_balance_page(plain)


def test_one_variant_and_one_agent_need_no_comparison(plain_page: str) -> None:
    text = text_of(plain_page)
    for missing in ("Every variant", "Which agent", "How much is skill", "Δ"):
        assert missing not in text


def test_what_two_deals_leave_unknown_is_shown_as_unknown() -> None:
    result = measure_balance(
        "sevens_v0", ["first"], games=2, varied={"pass_limit": [3, "none"]}, make=make,
        ladder=["first", "last"], ladder_deals=2,
    )  # fmt: skip
    text = text_of(render_balance_page(result))
    assert "none of the others is clearly worse" in text
    assert not re.search(r"\b(nan|inf)\b", text)


@pytest.mark.usefixtures("undrawn")
def test_a_game_whose_deal_gives_nothing_to_tell_apart() -> None:
    result = measure_balance("sevens_v0", games=20)
    variant = result.variants[0]
    findings = tuple(finding for finding in variant.findings if finding.group != "deal")
    bare = variant.model_copy(update={"findings": findings, "factors": ()})
    page = render_balance_page(result.model_copy(update={"variants": (bare,)}))
    assert "All hands are alike in the factors that this game declares." in page


def test_roles_are_shown_by_their_words(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("sevens_v0")
    words = ("none", "one", "two", "three", "four")
    measures = (
        game.balance.factors[0],
        replace(game.balance.factors[1], words=words),
        *game.balance.factors[2:],
    )
    monkeypatch.setattr(
        "fudaba.envs.sevens.GAME", replace(game, balance=replace(game.balance, factors=measures))
    )
    text = text_of(render_balance_page(measure_balance("sevens_v0", games=300)))
    assert "sevens: three" in text and "sevens: none" in text


def test_a_result_that_was_read_again_makes_the_same_page(
    plain: BalanceResult, plain_page: str
) -> None:
    assert render_balance_page(BalanceResult.from_json(plain.to_json())) == plain_page


def test_numbers_as_people_read_them() -> None:
    infinity, nan = float("inf"), float("nan")
    assert numbers.give_or_take(Interval(0.245, 0.241, 0.251), "share") == "24.5 ± 0.6 %"
    assert numbers.give_or_take(Interval(0.1, 0.05, 0.15), "reward") == "+0.100 ± 0.050"
    assert numbers.give_or_take(Interval(41.26, 41.16, 41.36), "number") == "41.26 ± 0.10"
    assert numbers.give_or_take(Interval(1, -infinity, infinity), "number") == "1.00 ± unbounded"
    assert numbers.give_or_take(Interval(nan, -infinity, infinity), "share") == numbers.UNKNOWN
    assert numbers.change(Interval(0.012, 0.008, 0.016), "share") == "+1.2 ± 0.4 pp"
    assert numbers.change(Interval(-1e-9, -0.01, 0.01), "number") == "+0.00 ± 0.01"
    apart = Interval(0.0077, 0.0, 0.0154)  # 25.24 % less 24.47 %, shown as 25.2 and 24.5
    assert numbers.change(apart, "share") == "+0.8 ± 0.8 pp"
    assert numbers.change(apart, "share", 0.2524) == "+0.7 ± 0.8 pp"
    assert numbers.count(1234.0) == "1,234" and numbers.count(infinity) == "never enough"
    assert [numbers.p_value(value) for value in (nan, 1e-5, 0.4321)] == [
        numbers.UNKNOWN, "< 0.001", "0.43",
    ]  # fmt: skip


# Roles


def part_of(page: str, name: str) -> str:
    found = re.search(rf'<section aria-labelledby="{name}-title">(.*?)</section>', page, re.DOTALL)
    assert found, name
    return found.group(1)


def rows_of(part: str) -> list[list[str]]:
    """The rows of the last table of a part, its head first: the text of the cells."""
    table = part[part.rindex("<table") :]
    rows = [re.findall(r"<t[hd].*?>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>.*?</tr>",
            table, re.DOTALL)]  # fmt: skip
    return rows


@pytest.fixture(scope="module")
def roles() -> BalanceResult:
    pool = ["THIEF", "ANGLER", "HUNTER", "EMPEROR", "FARMER"]
    return measure_balance(
        "seki_v0", ["last"], games=160, rotate="role", make=make, options={"roles": pool}
    )


@pytest.mark.parametrize("rank_by", [ROLE_SPREAD, ROLE_REWARD])
def test_roles_are_sorted_by_what_is_asked_for_and_compared_in_pairs(
    rank_by: str, roles: BalanceResult
) -> None:
    page = render_balance_page(roles.model_copy(update={"rank_by": rank_by}))
    part = part_of(page, "by-role")
    variant = roles.variants[0]
    found = variant.of("role", "reward" if rank_by == ROLE_REWARD else FIRST_PLACES)
    ranked = sorted(found, key=lambda finding: -finding.interval.mean)
    words = [finding.item for finding in ranked]
    text = text_of(part)
    assert "Which role is stronger?" in text
    rewards, wins = (text_of(page).index(f"{each} (") for each in ("Rewards", "Games won"))
    assert (rewards < wins) == (rank_by == ROLE_REWARD)
    assert "hands and seats cancel" in text
    found = clear_of_chance([c.difference.p_value for c in variant.comparisons])
    bold = {(c.first, c.second) for c, is_clear in zip(variant.comparisons, found, strict=True)
            if is_clear}  # fmt: skip
    clear = sum(found)
    assert 0 < clear < sum(c.difference.leaves_out_zero for c in variant.comparisons)
    assert "bold where it is clear among all 10 (Holm's method)" in text
    fewest = min(c.deals for c in variant.comparisons)
    assert f"Each pair met in {fewest} to" in text
    picture = page[page.index("<svg") : page.index("</svg>")]
    assert [picture.index(word.split()[0]) for word in words] == sorted(
        picture.index(word.split()[0]) for word in words
    )
    head, *rows = rows_of(part)
    assert head == ["Role", *words] and [row[0] for row in rows] == words
    assert 'class="matrix"' in part and "linear-gradient" in part
    for pair in variant.comparisons:
        assert f'style="{reward_cell(pair.difference.mean)}"' in part
    cells = {
        (row[0], word): cell for row in rows for word, cell in zip(words, row[1:], strict=True)
    }
    for pair in variant.comparisons:
        for one, two, sign in ((pair.first, pair.second, 1), (pair.second, pair.first, -1)):
            number = numbers.reward(sign * pair.difference.mean)
            shown = f"<strong>{number}</strong>" if (pair.first, pair.second) in bold else number
            small = f"<small>{numbers.reach(pair.difference, 'reward')}</small>"
            assert cells[one, two] == shown + small
    assert all(cells[word, word] == "" for word in words)
    assert "role: every deal is played once in each rotation" in text_of(page)


def test_roles_of_several_variants_are_in_their_folds() -> None:
    pools = [["THIEF", "ANGLER", "HUNTER"], ["THIEF", "ANGLER", "HUNTER", "FARMER"]]
    result = measure_balance(
        "seki_v0", ["last"], games=60, options={"num_players": 3}, varied={"roles": pools},
        make=make, rank_by="role-spread",
    )  # fmt: skip
    page = render_balance_page(result)
    text = text_of(page)
    assert "best by role gap (least)?" in text and text.count("Which role is stronger?") == 2
    assert text.count("Reward of the row less reward of the column, in the same deals") == 2
    assert "with --rotate role they cancel" in text and "Rotated" not in text
    for variant in result.variants:
        for finding in variant.of("role", "reward"):
            assert numbers.ends(finding.interval, numbers.reward) in text


@pytest.mark.usefixtures("undrawn")
def test_roles_that_never_met_have_no_comparison(roles: BalanceResult) -> None:
    variant = roles.variants[0].model_copy(update={"comparisons": ()})
    text = text_of(render_balance_page(roles.model_copy(update={"variants": (variant,)})))
    assert "No two of them met in a deal." in text


def test_a_tally_that_applied_to_nobody_is_unknown() -> None:
    # These bots never activate a panel.
    result = measure_balance("seki_v0", ["first"], games=40, make=make, options={"num_players": 3})
    finding = result.variants[0].find("game", "SEKI", "turn of activation")
    assert finding is not None and finding.interval.mean != finding.interval.mean
    text = text_of(render_balance_page(result))
    assert f"turn of activation {numbers.UNKNOWN}" in text
    assert not re.search(r"\b(nan|inf)\b", text)
    varied = measure_balance(
        "seki_v0", ["first"], games=40, make=make, varied={"num_players": [3, 4]}
    )
    assert not re.search(r"\b(nan|inf)\b", text_of(render_balance_page(varied)))
