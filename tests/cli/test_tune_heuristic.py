"""`fudaba tune-heuristic`: what it prints and writes, and what it says to mistakes."""

import json
from pathlib import Path

import pytest

from fudaba.agents import make_agent
from fudaba.agents.greedy import GreedyAgent, weight_table
from fudaba.cli.main import main

from ..kuhn import GAME
from ..kuhn.joining import join_games
from ..test_glossaries import foreign_words
from .terminal import refusal
from .test_japanese import ENGLISH_SENTENCE

TUNE = ["tune-heuristic", "kuhn", "--games", "50000", "--deals", "200"]
NAMES = {"weights.json", "report.md", "tried.jsonl"}


COLUMNS = 80


@pytest.fixture(autouse=True)
def _kuhn_is_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    join_games(monkeypatch)


def test_a_fit_prints_its_verdict_and_writes_its_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(TUNE) == 0
    shown = capsys.readouterr().out
    assert all(len(line) <= 80 for line in shown.splitlines() if "Written" not in line)
    flat = " ".join(shown.split())
    for words in ("calls_from", "today's greedy", "The new weights are kept: they gain +0.0"):
        assert words in flat
    (folder,) = Path("runs/tune-heuristic/kuhn_v0").iterdir()
    assert {path.name for path in folder.iterdir()} == NAMES
    tuning = json.loads((folder / "weights.json").read_text(encoding="utf-8"))["tuning"]
    repeating = "fudaba tune-heuristic kuhn_v0 --games 50000 --minutes 10 --deals 200 --seed 0"
    assert tuning["command"] == repeating
    assert repeating in (folder / "report.md").read_text(encoding="utf-8")
    capsys.readouterr()
    assert main([*repeating.split()[1:], "--language", "ja"]) == 0
    shown, *_ = capsys.readouterr().out.partition("保存先\N{FULLWIDTH COLON}")
    page = (folder / "report.md").read_text(encoding="utf-8").partition("```\n\n")[2]
    assert "新しい重みを残します。" in shown and "## 新しい重みで増える点" in page
    ids = {"calls_from", "greedy", "random", "montecarlo", "budget"}
    assert foreign_words(shown, ids) == []
    meaning = weight_table(GAME).rows[0].meaning
    assert meaning in page and not ENGLISH_SENTENCE.search(page.replace(meaning, ""))
    (again,) = Path("runs/tune-heuristic/kuhn_v0").iterdir()
    assert again == folder
    agent = make_agent(f"greedy:weights={folder / 'weights.json'}", GAME, GAME.options())
    assert isinstance(agent, GreedyAgent) and agent.weights == {"calls_from": 3.0}
    lines = (folder / "tried.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["weights"] == {"calls_from": 2.0}
    assert json.loads(lines[0])["gain"]["mean"] == 0.0


def test_it_replaces_its_own_files_alone(capsys: pytest.CaptureFixture[str]) -> None:
    there = [*TUNE, "--output", "here"]
    assert main(there) == 0
    first = {name: (Path("here") / name).read_bytes() for name in NAMES}
    assert main(there) == 0
    assert {name: (Path("here") / name).read_bytes() for name in NAMES} == first
    capsys.readouterr()
    assert "weights.json holds something else" in refusal([*there, "--seed", "1"], capsys)
    Path("here/report.md").write_text("mine", encoding="utf-8")
    assert "report.md holds something else" in refusal(there, capsys)
    assert main([*there, "--force"]) == 0
    assert (Path("here") / "report.md").read_bytes() != b"mine"


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["tune-heuristic", "chess"], "there is no game 'chess'"),
        ([*TUNE, "--games", "9"], "games can't be 9; allowed: whole numbers 30720 to"),
        ([*TUNE, "--minutes", "0"], "minutes can't be 0; allowed: above 0"),
        ([*TUNE, "--options", "blood=1"], "there is no option 'blood'"),
        ([*TUNE, "--threads", "0"], "threads can't be 0"),
    ],
)
def test_a_mistake_gets_one_sentence(
    words: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert part in refusal(words, capsys)
    assert not list(Path().iterdir())
