"""`fudaba tune`: what it prints and writes, and what it says to mistakes."""

import json
from pathlib import Path

import pytest
import yaml

from fudaba.cli.main import main
from fudaba.evaluation.tune import TuneResult

from .terminal import refusal

COLUMNS = 80
OVER = ["--over", "pass_limit=0,3,5", "tunnel=none,ring"]
TUNE = ["tune", "sevens", *OVER, "--goal", "length:least", "--games", "6000"]
QUICK = [*TUNE, "--check"]


def the_folder() -> Path:
    (folder,) = Path("runs/tune/sevens_v0").iterdir()
    return folder


def test_a_search_prints_a_verdict_and_writes_its_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*TUNE, "--check", "random", "--check-games", "100"]) == 0
    shown = capsys.readouterr().out
    lines = shown.splitlines()
    assert len(lines) <= 25 and all(len(line) <= 80 for line in lines if "Written" not in line)
    flat = " ".join(shown.split())
    for words in (
        "Which of 6 variants of pass_limit, tunnel comes closest to length (least) among greedy?",
        "sual rules",
        "Among random ",
        "6 variants raced",
        "fudaba play sevens_v0",
        "Written: runs/tune/sevens_v0/",
    ):
        assert words in flat
    folder = the_folder()
    endings = ("json", "yaml", "sqlite", "html")
    assert {path.name for path in folder.iterdir()} == {f"results.{end}" for end in endings}
    result = TuneResult.from_json((folder / "results.json").read_bytes())
    rules = yaml.safe_load((folder / "results.yaml").read_text(encoding="utf-8"))
    assert rules["options"] == result.advised.variant.options
    page = (folder / "results.html").read_text(encoding="utf-8").replace("<wbr>", "")
    assert "fudaba tune sevens --over pass_limit=0,3,5" in page


def test_the_same_command_again_replaces_its_own_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(QUICK) == 0
    first = (the_folder() / "results.json").read_bytes()
    assert main(QUICK) == main([*QUICK, "--threads", "1"]) == 0
    assert (the_folder() / "results.json").read_bytes() == first
    (the_folder() / "results.yaml").write_text("mine: 1", encoding="utf-8")
    capsys.readouterr()
    assert "results.yaml holds something else" in refusal(QUICK, capsys)
    assert main([*QUICK, "--force"]) == 0


def test_every_output_has_its_place() -> None:
    assert main([*QUICK, "--results", "a/numbers.json", "--page", "b/page.html"]) == 0
    assert sorted(path.name for path in Path("a").iterdir()) == [
        "numbers.json",
        "numbers.sqlite",
        "numbers.yaml",
    ]
    assert Path("b/page.html").exists()


def test_house_rules_can_be_fixed() -> None:
    assert main([*QUICK, "--options", "num_players=5"]) == 0
    result = json.loads((the_folder() / "results.json").read_text(encoding="utf-8"))
    assert result["fixed"] == {"num_players": 5}
    assert all(each["variant"]["options"]["num_players"] == 5 for each in result["finalists"])


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (
            ["tune", "sevens"],
            "name a goal, such as --goal turn-fairness:least; allowed: seat-fairness",
        ),
        (["tune", "sevens", "--goal", "length"], "name house rules to search, such as --over"),
        (["tune", "chess", *OVER, "--goal", "length"], "there is no game 'chess'"),
        ([*TUNE, "--over", "blood=1,2"], "there is no option 'blood'"),
        ([*TUNE, "--over", "pass_limit=5..2"], "the range 5..2 is empty"),
        ([*TUNE, "--over", "pass_limit=2"], "is a single combination"),
        ([*TUNE, "--goal", "fun"], "has no goal 'fun'"),
        ([*TUNE, "--goal", "role-spread:least"], "has no goal 'role-spread'"),
        ([*TUNE, "--options", "tunnel=ring"], "option tunnel can't be both fixed and searched"),
        ([*TUNE, "--games", "100"], "games can't be 100 for 6 combinations; allowed: at least"),
        ([*TUNE, "--agent", "gredy"], "there is no agent 'gredy'"),
        ([*TUNE, "--check", "gredy"], "there is no agent 'gredy'"),
        ([*TUNE, "--train-steps", "1000"], "--train-steps needs --train"),
        ([*TUNE, "--train", "--train-steps", "1000"], "--train-steps can't be 1000; allowed"),
    ],
)
def test_a_mistake_gets_one_sentence(
    words: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert part in refusal(words, capsys)
    assert not list(Path().iterdir())
