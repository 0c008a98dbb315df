"""The page of a published policy: what it says, and that it is made from the card alone."""

import re
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from markdown_it import MarkdownIt

from fudaba.agents.model_card import PolicyCard, model_card
from fudaba.agents.policy import PAGE_FILE, Layer, PolicyAgent, read_card
from fudaba.envs import Game, find_game, game_names

SEVENS, SEKI = find_game("sevens_v0"), find_game("seki_v0")
MATCH = {"mean_reward": 1.2345, "low": 1.1, "high": 1.36, "deals": 12_000}
TRAINING = {
    "steps": 10_000_000,
    "seconds": 1234.5,
    "config": {"opponents": {"agents": {"greedy": 0.5}, "snapshots": 0.4}, "tables": 256},
}


def saved(folder: Path, game: Game = SEVENS, **more: Any) -> str:
    """The page of a policy of zeros."""
    weight = np.zeros((game.num_actions, game.observation_size), np.float32)
    rules = game.options(**more.pop("rules", {}))
    PolicyAgent([Layer(weight, weight[:, 0])]).save(folder, game, rules, **more)
    return (folder / PAGE_FILE).read_text(encoding="utf-8")


def front_matter(page: str) -> dict[str, Any]:
    start, text, _ = page.split("---\n", 2)
    assert start == ""
    front: dict[str, Any] = yaml.safe_load(text)
    return front


def section(page: str, heading: str) -> str:
    return page.split(f"\n## {heading}\n")[1].split("\n## ")[0].strip()


def blocks(page: str, language: str) -> list[str]:
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(page.split("---\n", 2)[2])
    return [token.content for token in tokens if token.info == language]


def test_front_matter_tells_hubs_the_game_and_the_results(tmp_path: Path) -> None:
    page = saved(tmp_path, evaluation={"random": MATCH, "montecarlo:budget=16": MATCH})
    front = front_matter(page)
    assert front["library_name"] == "fudaba"
    assert {"reinforcement-learning", "sevens_v0"} <= set(front["tags"])
    (model,) = front["model-index"]
    (result,) = model["results"]
    assert model["name"] and result["task"]["type"] == "reinforcement-learning"
    assert result["dataset"]["name"] == "sevens_v0"
    assert [metric["type"] for metric in result["metrics"]] == ["mean_reward"] * 2
    assert [metric["value"] for metric in result["metrics"]] == [1.2345] * 2
    assert "montecarlo:budget=16" in result["metrics"][1]["name"]


def test_a_policy_that_nobody_measured_has_no_results(tmp_path: Path) -> None:
    page = saved(tmp_path)
    assert "model-index" not in front_matter(page)
    assert section(page, "Strength") == "Its strength was not measured."
    assert section(page, "Training") == "There are no notes on how it was trained."


def test_strength_is_a_table_of_means_and_intervals(tmp_path: Path) -> None:
    lost = {"mean_reward": -2, "low": -np.inf, "high": np.inf, "deals": 1}
    page = saved(tmp_path, evaluation={"random": MATCH, "a|b": lost, "bare": {"mean_reward": 0}})
    rows = [line for line in section(page, "Strength").splitlines() if line.startswith("| ")]
    assert rows == [
        "| against | mean reward | 95 % interval | deals |",
        "| random | +1.234 | +1.100 to +1.360 | 12,000 |",
        r"| a\|b | -2.000 | unknown to unknown | 1 |",
        "| bare | +0.000 | unknown to unknown | unknown |",
    ]


def test_what_is_no_match_is_shown_as_it_is(tmp_path: Path) -> None:
    notes = {"elo": 1200, "random": {"mean_reward": "good"}, "greedy": None}
    page = saved(tmp_path, evaluation=notes)
    assert "model-index" not in front_matter(page)
    (shown,) = blocks(page, "yaml")
    assert yaml.safe_load(shown) == notes
    assert "| against |" not in page


def test_training_is_told_with_its_configuration(tmp_path: Path) -> None:
    page = saved(tmp_path, training=TRAINING)
    rows = [line for line in section(page, "Training").splitlines() if line.startswith("| ")]
    assert rows == ["| name | value |", "| steps | 10,000,000 |", "| seconds | 1,234.5 |"]
    (config,) = blocks(page, "yaml")
    assert yaml.safe_load(config) == TRAINING["config"]


def test_a_training_against_a_search_is_a_table(tmp_path: Path) -> None:
    found = [
        {"steps": steps, "policy": MATCH | {"mean_reward": mean}, "search": MATCH}
        for steps, mean in ((0, -0.5), (2_000_000, 0.125))
    ]
    notes = {"opponent": "ismcts:budget=8", "spread": 1.5, "ended_by": "minutes", "curve": found}
    page = saved(
        tmp_path,
        training=TRAINING | {"criterion": notes},
        evaluation={"greedy": MATCH, "alone_among_copies": {"ismcts:budget=8": MATCH}},
    )
    told = section(page, "Training").split("### Against a search")[1]
    assert "`ismcts:budget=8`, and ended because its time was over." in told
    assert "The network after 10,000,000 decisions is published." in told and "is 1.500." in told
    rows = [line for line in told.splitlines() if line.startswith("| ")]
    assert rows[1:] == [
        "| 0 | -0.500 (+1.100 to +1.360) | +1.234 (+1.100 to +1.360) |",
        "| 2,000,000 | +0.125 (+1.100 to +1.360) | +1.234 (+1.100 to +1.360) |",
    ]
    strength = section(page, "Strength")
    assert "| ismcts:budget=8 | +1.234 | +1.100 to +1.360 | 12,000 |" in strength
    assert "Also measured" not in strength and len(blocks(page, "yaml")) == 1


def test_a_criterion_of_another_kind_is_told_as_it_is(tmp_path: Path) -> None:
    page = saved(tmp_path, training={"criterion": {"met": True}})
    assert "Against a search" not in page
    assert [yaml.safe_load(text) for text in blocks(page, "yaml")] == [{"met": True}]


def test_only_house_rules_that_differ_are_listed(tmp_path: Path) -> None:
    page = saved(tmp_path / "one")
    assert section(page, "House rules").startswith("All house rules are the defaults.\n")
    page = saved(tmp_path / "two", rules={"pass_limit": "none", "jokers": 2})
    rows = [line for line in section(page, "House rules").splitlines() if line.startswith("| ")]
    assert rows[1:] == ["| `pass_limit` | none | 3 |", "| `jokers` | 2 | 0 |"]
    assert "All other house rules are the defaults." in page


MIXES: list[tuple[Game, dict[str, Any]]] = [
    (SEVENS, {}),
    (SEVENS, {"pass_limit": "none", "jokers": 2}),
    (SEKI, {"roles": ("THIEF", "HUNTER", "EMPEROR", "FARMER")}),
    *((find_game(name), {"num_players": 3}) for name in game_names()),
]


@pytest.mark.parametrize(("game", "rules"), MIXES, ids=range(len(MIXES)))
def test_what_the_page_says_of_its_use_works(
    game: Game, rules: dict[str, Any], tmp_path: Path
) -> None:
    page = saved(tmp_path, game, rules=rules, training=TRAINING, evaluation={"random": MATCH})
    (code,) = blocks(page, "python")
    names: dict[str, Any] = {}
    exec(code.replace("PATH", str(tmp_path)), names)
    assert isinstance(names["agent"], PolicyAgent) and names["options"] == game.options(**rules)
    (commands,) = blocks(page, "sh")
    for line in commands.splitlines():
        words = shlex.split(line)
        assert words[0] == "fudaba" and game.name in words and "policy:PATH" in words
        given = dict(word.split("=", 1) for word in words if re.fullmatch(r"\w+=.*", word))
        assert given == game.options(**rules).changed()
        assert ("--options" in words) == bool(given)


def test_the_page_is_made_from_the_card_alone(tmp_path: Path) -> None:
    odd = {"tuple": (1, 2), "nan": np.nan, "nested": {"text": "```\n---\n# a", "on": True}}
    page = saved(tmp_path, training=odd, evaluation={"x": np.inf, "random": MATCH})
    assert model_card(read_card(tmp_path), SEVENS) == page
    assert front_matter(page)["library_name"] == "fudaba"
    card = PolicyCard(game="sevens_v0", options={}, format="", interface="", weights_sha256="")
    assert "All house rules are the defaults." in model_card(card, SEVENS)
