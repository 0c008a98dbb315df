"""Learning curves on the page: from 0 decisions to the final evaluation, runs side by side."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from matplotlib.axes import Axes

from fudaba.agents import make_agent
from fudaba.agents.policy import CARD_FILE
from fudaba.envs import find_game
from fudaba.evaluation import curves
from fudaba.evaluation.arena import ArenaResult, compare
from fudaba.evaluation.curves import learned_by
from fudaba.evaluation.report.arena import learning
from fudaba.evaluation.report.arena.learning import learning_section
from fudaba.evaluation.statistics import Interval

SEVENS = find_game("sevens_v0")


class Card:
    """What is read of a card."""

    def __init__(self, folder: Path) -> None:
        notes = json.loads((folder / CARD_FILE).read_text())
        self.training, self.evaluation = notes["training"], notes["evaluation"]
        self.options = notes["options"]


@pytest.fixture(autouse=True)
def short_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (curves, learning):
        monkeypatch.setattr(module, "read_card", Card)


ROWS = "0,-0.1,-0.2,0.0\n1500000,0.1,0.0,0.2\n3000000,0.2,0.1,0.3\n"


def a_run(folder: Path, seed: int, rows: str = ROWS, low: float = 0.2, **settings: Any) -> Path:
    """A finished run of 3,000,000 decisions."""
    policy = folder / "final"
    policy.mkdir(parents=True)
    (folder / "curves.csv").write_text(
        "time/steps,evaluation/greedy,evaluation/greedy_low,evaluation/greedy_high\n" + rows
    )
    config = {"seed": seed, "output": str(folder), "threads": 1, **settings}
    final = {"mean_reward": 0.25, "low": low, "high": 0.3, "deals": 1000}
    notes = {
        "options": SEVENS.options().plain(),
        "training": {"steps": 3000000, "config": config},
        "evaluation": {"greedy": final},
    }
    (policy / CARD_FILE).write_text(json.dumps(notes))
    return policy


def test_curves_go_from_the_start_to_the_final_evaluation(tmp_path: Path) -> None:
    points = learned_by(a_run(tmp_path / "run", seed=0))["greedy"]
    assert [steps for steps, _ in points] == [0, 1500000, 3000000]
    assert points[-1][1] == Interval(0.25, 0.2, 0.3), "the final one in place of a smaller one"
    run = a_run(tmp_path / "going on", seed=0)
    (run / CARD_FILE).unlink()
    assert learned_by(run)["greedy"][-1] == (3000000, Interval(0.2, 0.1, 0.3))


def test_runs_stand_on_one_chart_and_seeds_have_one_colour(tmp_path: Path) -> None:
    runs = [a_run(tmp_path / str(seed), seed) for seed in (0, 1)]
    other = a_run(tmp_path / "other", 0, rate=0.5)
    section = learning_section([*runs, other])
    assert section is not None and section.title == "How the policies learned"
    text = " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", section.svg))
    assert "(2 seeds)" in text and text.count("against greedy") == 2, "wide and narrow"
    assert "1e6" not in text and "3,000,000" in text
    colours = set(re.findall(r"stroke: (#[0-9a-f]{6})", section.svg))
    assert {"#0072b2", "#e69f00"} <= colours and "#009e73" not in colours


def caption_of(*policies: Path) -> str:
    section = learning_section(policies)
    assert section is not None
    return section.caption


def test_a_sentence_says_when_a_policy_passed_the_baseline(tmp_path: Path) -> None:
    earlier = ROWS.replace("0.1,0.0,0.2", "0.1,0.05,0.2")
    for name, rows, low, sentence in (
        ("at the end", ROWS, 0.2, "passed greedy after about 3,000,000 decisions and ended at"),
        ("earlier", earlier, 0.2, "passed greedy after about 1,500,000 decisions and ended at"),
        ("first", earlier.replace("-0.1,-0.2", "0.1,0.05"), 0.2, "was ahead of greedy from the"),
        ("never", earlier, -0.01, "did not clearly pass greedy: it ended at +0.250 (-0.010 to"),
    ):
        policy = a_run(tmp_path / name, 0, rows, low)
        assert caption_of(policy).startswith(f"{policy} {sentence}")
    both = caption_of(tmp_path / "earlier" / "final", tmp_path / "never" / "final")
    assert both.startswith("Mean reward")


def test_the_caption_says_where_the_curves_begin(tmp_path: Path) -> None:
    played_out = a_run(tmp_path / "a", 0, residual=True, warm_start={"decisions": 9})
    begun = a_run(tmp_path / "b", 0, init_from="c", warm_start={"decisions": 9})
    advised = a_run(tmp_path / "d", 0, residual=True, warm_start={"decisions": 0})
    untrained = a_run(tmp_path / "e", 0, residual=False, warm_start={"decisions": 0})
    deep = a_run(tmp_path / "f", 0, algorithm="dmc")
    for policy, words in (
        (played_out, "With training on playouts a curve"),
        (begun, "With init_from a curve"),
        (advised, "Without playouts a curve begins at about greedy's play"),
        (untrained, "Without playouts and advice a curve"),
        (deep, "Without playouts and advice a curve"),
    ):
        assert words in caption_of(policy)
        assert caption_of(policy).count("a curve begins") == 1
    assert caption_of(untrained, deep, played_out).count("a curve begins") == 2


def test_policies_without_curves_have_no_section(tmp_path: Path) -> None:
    policy = a_run(tmp_path / "run", seed=0)
    (tmp_path / "run" / "curves.csv").unlink()
    assert learning_section([policy]) is None and learning_section([]) is None


def an_arena(policy: Path, **options: int) -> ArenaResult:
    rules = SEVENS.options(**options)
    greedy, random = (make_agent(word, SEVENS, rules) for word in ("greedy", "random"))
    agents = {"greedy": greedy, "random": random, f"policy:{policy}": greedy}
    return compare("sevens_v0", agents, options, deals=4)


def test_other_agents_of_an_arena_are_dashed_lines_at_their_levels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[float] = []
    monkeypatch.setattr(Axes, "axhline", lambda axes, y, **style: lines.append(y))
    policy = a_run(tmp_path / "run", seed=0)
    result = an_arena(policy)
    section = learning_section([policy], result)
    assert section is not None and "Dashed lines" in section.caption
    agents = [standing.agent for standing in result.standings]
    meeting = result.pairwise[agents.index("random")][agents.index("greedy")]
    assert meeting is not None and meeting.reward.mean < 0
    zero, greedy, random = 0.0, 0.0, meeting.reward.mean
    wide, narrow = lines[: len(lines) // 2], lines[len(lines) // 2 :]
    assert sorted(wide) == sorted(narrow) == sorted([zero, greedy, random])
    text = re.findall(r"<text[^>]*>([^<]*)</text>", section.svg)
    assert {"greedy", "random"} <= set(text)


def test_levels_of_other_house_rules_are_left_out(tmp_path: Path) -> None:
    policy = a_run(tmp_path / "run", seed=0)
    section = learning_section([policy], an_arena(policy, pass_limit=1))
    assert section is not None and "Dashed lines" not in section.caption
