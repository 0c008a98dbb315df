"""`fudaba balance`: what it prints and writes, and what it says to mistakes."""

import csv
import json
import os
import re
import shlex
import subprocess
import sys
import time
from datetime import date
from html import unescape
from math import inf
from pathlib import Path
from typing import Any

import pytest

from fudaba.cli import balance
from fudaba.cli.main import main
from fudaba.evaluation import counting, progress
from fudaba.evaluation.balance import BalanceRequest, BalanceResult
from fudaba.evaluation.balance.goals import GOALS
from fudaba.evaluation.balance.result import Finding, VariantResult
from fudaba.evaluation.statistics import Interval

from ..results_files import num_chunks

COLUMNS = 100
BALANCE = ["balance", "sevens_v0"]


def printed(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main([*BALANCE, "--games", "60", *words]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    return shown.out


def the_folder(game: str = "sevens_v0") -> Path:
    """Where the one question was answered."""
    (folder,) = (Path("runs/balance") / game).iterdir()
    return folder


def test_the_verdict_is_printed_and_the_numbers_are_written(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown = printed(["--options", "jokers=1"], capsys)
    for words in (
        "Is Sevens fair with jokers=1?",
        "60 games, greedy in every seat.",
        "Turn order",
        "Seats",
        "The strongest factor of the deal is",
        "Length",
        "In brackets are 95 % intervals, each for itself",
        "Written: runs/balance/sevens_v0/greedy-jokers-1-",
    ):
        assert words in shown
    folder = the_folder()
    endings = ("json", "csv", "sqlite", "html")
    assert {path.name for path in folder.iterdir()} == {f"results.{end}" for end in endings}
    assert f"Written: {folder}/results.json, .csv, .sqlite, .html\n" in shown
    result = BalanceResult.from_json((folder / "results.json").read_bytes())
    assert result.variants[0].options["jokers"] == 1
    with (folder / "results.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == len(result.variants[0].findings)


def test_all_numbers_are_printed_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    shown = printed(["--options", "jokers=1", "--full"], capsys)
    for words in (
        "Sevens: 60 deals, 60 games of greedy",
        "jokers=1",
        "decisions with a real choice",
        "first to act: first places",
        "chance of such differences",
        "jokers: worth of one more",
        "all factors: share of the result explained",
        "Written: runs/balance/sevens_v0/greedy-jokers-1-",
    ):
        assert words in shown
    assert "Δ" not in shown and "by agent" not in shown and "Is Sevens fair" not in shown


def test_variants_are_printed_side_by_side_and_compared_with_the_first(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["--vary", "pass_limit=0,1,3", "--vary", "tunnel=none,ring", "--agent", "greedy"]
    shown = printed([*words, "random", "--full"], capsys)
    assert (
        shown.count("games of greedy, random per variant") == 3
    )  # two others fit beside the first
    assert "pass_limit=3," in shown and "Δ" in shown and "by agent" in shown
    result = json.loads((the_folder() / "results.json").read_text(encoding="utf-8"))
    labels = [variant["label"] for variant in result["variants"]]
    assert len(labels) == 6 and labels[:2] == [
        "pass_limit=3, tunnel=ring",
        "pass_limit=0, tunnel=none",
    ]
    assert result["agents"] == ["greedy", "random"] and result["deals"] == 30


def test_a_line_per_variant_is_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    words = ["--vary", "pass_limit=3,0,5", "tunnel=none,ring", "--rank-by", "length"]
    shown = printed(words, capsys)
    result = BalanceResult.from_json((the_folder() / "results.json").read_bytes())
    assert result.ranking is not None and result.ranking.goal == "length"
    lines = shown.splitlines()
    assert lines[:2] == [
        "Which house rules of Sevens are best by length (least)?",
        "6 variants, 60 games each, greedy in every seat.",
    ]
    assert " ".join(lines[2].split()[:9]) == ("pass_limit, tunnel length 95 % turn gap seat gap")
    assert [line.split()[0] for line in lines[3:9]] == ["1", "2", "3", "4", "5", "6"]
    for line, label in zip(lines[3:9], result.ranking.order, strict=True):
        (variant,) = result.alone(label).variants
        found = variant.goal("length")
        assert found is not None
        values = f"{variant.options['pass_limit']}, {variant.options['tunnel']} "
        assert values in line
        assert f" {found.interval.mean:.2f} " in line, "no star: the verdict judges what ranks"
    assert "* differs clearly from pass_limit=3, tunnel=ring (usual), " in shown
    shown = " ".join(shown.split())
    assert "pass_limit=0, tunnel=none is clearly best by length (least): " in shown
    assert "turn gap, seat gap: how much more often the best wins than the worst, in per" in shown
    assert f"; leads: {GOALS['lead-changes'].meaning}." in shown


@pytest.mark.parametrize(
    "words",
    [
        ["sevens", "--agent", "random", "greedy", "--ladder", "random", "greedy"],
        ["seki", "--rotate", "role", "--ladder", "random", "greedy"],
        ["sevens", "--vary", "pass_limit=0,1,2,3,4,5,6", "jokers=0,1,2", "--ladder", "random",
         "greedy"],
        ["sevens", "--vary", "pass_limit=0,1,2,3,4", "num_players=2,3,4,5,6", "jokers=0,1"],
    ],
    ids=lambda words: f"{words[0]}-{len(words)}",
)  # fmt: skip
def test_a_verdict_has_at_most_25_lines(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["balance", *words, "--games", "4", "--ladder-deals", "4"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 25 and all(len(line) <= 80 for line in lines[:-1])
    assert lines[-1].startswith("Written: ")


def test_the_page_holds_the_command_as_it_was_typed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--options", "jokers=1", "--page", "a b.html"]
    printed(words, capsys)
    page = unescape(Path("a b.html").read_text(encoding="utf-8"))
    found = re.search("<code>(.*?)</code>", page)
    assert found is not None
    command = shlex.split(found.group(1))
    assert command == ["fudaba", "balance", "sevens_v0", "--games", "60", *words]
    assert date.today().isoformat() in page and str(Path.cwd()) not in page


def test_a_move_that_nobody_could_make_is_not_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert "jokers laid" not in printed(["--full"], capsys)
    assert "jokers laid" in printed(["--full", "--vary", "jokers=0,1"], capsys)


def test_a_game_with_roles_is_printed_by_role_and_says_what_was_rotated(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["--games", "80", "--rotate", "role", "--options", "roles=[THIEF,HUNTER,ANGLER,HACKER]"]
    assert main(["balance", "seki", *words, "--full"]) == 0
    shown = capsys.readouterr().out
    assert "SEKI: 20 deals, 80 games of greedy per variant, role rotated" in " ".join(shown.split())
    for words_of_a_row in ("by role", "ANGLER: reward", "THIEF: first places"):
        assert words_of_a_row in shown
    assert "ANGLER: last places" not in shown and "MAGICIAN" not in shown
    result = json.loads((the_folder("seki_v0") / "results.json").read_text(encoding="utf-8"))
    assert result["rotated"] == "role" and len(result["variants"][0]["comparisons"]) == 6
    assert "rotated" not in printed(["--full"], capsys)


def test_a_ladder_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--skill", "--ladder-deals", "50"]
    said = " ".join(printed(words, capsys).split())
    assert "Skill Of what decides one game between greedy and random, " in said
    shown = printed([*words, "--full"], capsys)
    assert "skill ladder" in shown and "greedy over random" in shown


def test_every_output_has_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    shown = printed(["--results", "a/numbers.json", "--page", "b/page.html"], capsys)
    assert "Written: a/numbers.json, .csv, .sqlite, b/page.html\n" in shown
    assert sorted(os.listdir()) == ["a", "b"]
    names = ["numbers.csv", "numbers.json", "numbers.sqlite"]
    assert sorted(os.listdir("a")) == names


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--vary", "blood=1,2"], "there is no option 'blood'; allowed: num_players"),
        (["--cards", "--vary", "jokers=0,1"], "--vary does not go with fudaba balance --cards, "),
        (["--cards", "--threads", "2"], " lists what does. --games sets how much is played."),
        (["--cards", "--deals", "2"], " lists what does. --games sets how much is played."),
        (["--restrict", "all", "--games", "2"], "--deals sets how much is played."),
        (["--vary", "pass_limit=0,99"], "option pass_limit can't be 99; allowed: whole numbers"),
        (["--vary", "pass_limit="], "values to try can't be 'pass_limit='; write NAME=VALUE"),
        (["--vary", "pass_limit=1,,2"], "'pass_limit=1,,2' has an empty value"),
        (["--vary", "pass_limit=[,1"], "'pass_limit=[,1' can't be read"),
        (["--vary"], "--vary needs a value (NAME=VALUE,... ...)."),
        (["--check"], "--check needs a value (AGENT ...)."),
        (["--vary", "jokers=0", "jokers=1"], "house rule jokers is named twice"),
        (["--vary", "jokers=1,1"], "the variant jokers=1 is named twice"),
        (["--vary", "jokers=0,1", "--options", "jokers=1"], "jokers can't be both fixed and var"),
        (
            ["--vary", "pass_limit=0,1,2,3,4,5,6", "num_players=2,3,4,5,6", "jokers=0,1,2"],
            "there are 105 variants; allowed: at most 100",
        ),
        (["--options", "pass_limit"], "write NAME=VALUE"),
        (["--options", "jokers=1", "jokers=2"], "house rule jokers is given twice"),
        (["--agent", "genius"], "there is no agent 'genius'; allowed: random"),
        (["--agent", "greedy", "greedy"], "agent 'greedy' is named twice"),
        (["--agent", "greedy", "random", "--options", "num_players=1"], "num_players can't be 1"),
        (["--agent", "policy:nowhere"], "there is no folder nowhere with a policy"),
        (["--games", "0"], "games can't be 0; allowed: whole numbers 2 to"),
        (["--games", "-5"], "games can't be -5; allowed"),
        (["--ladder", "greedy"], "a ladder can't have greedy alone"),
        (["--ladder", "greedy", "genius"], "there is no agent 'genius'"),
        (["--ladder-deals", "0"], "ladder_deals can't be 0"),
        (["--seed", "-1"], "seed can't be -1; allowed: whole numbers 0 to"),
        (["--results", "numbers.csv"], "results and the CSV file can't both be numbers.csv"),
        (["--results", "a", "--page", "./a"], "results and page can't both be a; name two files."),
        (["--results", "a.html"], "results and page can't both be a.html; name two files."),
        (["--results", "a.sqlite"], "results and the SQLite file can't both be a.sqlite; name"),
        (["--results", "a.json", "--page", "a.csv"], "the CSV file and page can't both be a.csv"),
        (
            ["--vary", "jokers=0,1", "--rank-by", "lenght"],
            "sevens_v0 has no goal 'lenght'; allowed: seat-fairness, turn-fairness, skill, length, "
            "lead-changes, choices, shared-wins, comebacks, minutes, turn-reward, seat-reward. Did "
            "you mean length?",
        ),
        (["--vary", "jokers=0,1", "--rank-by", "role-spread"], "has no goal 'role-spread'"),
        (
            ["--vary", "jokers=0,1", "--rank-by", "skill"],
            "variants can't be ranked by skill without a ladder; allowed: a ladder of two agents",
        ),
        (["--rotate", "sevens"], "sevens_v0 can't rotate 'sevens'; allowed: none, for it has no"),
        (["--rotate", "blood"], "sevens_v0 can't rotate 'blood'; allowed: none"),
        (["--threads", "0"], "num_threads can't be 0; allowed: whole numbers 1 to"),
    ],
    ids=lambda part: "" if isinstance(part, str) else " ".join(part),
)  # fmt: skip
def test_a_mistake_gets_one_sentence(
    words: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*BALANCE, *words]) == 2
    shown = capsys.readouterr()
    assert part in shown.err and shown.err.startswith("fudaba: ") and shown.err.count("\n") == 1
    assert shown.out == "" and os.listdir() == []


def test_a_factor_that_can_not_be_rotated(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", "seki", "--rotate", "zeros"]) == 2
    message = "fudaba: seki_v0 can't rotate 'zeros'; allowed: role, parent.\n"
    assert capsys.readouterr().err == message and os.listdir() == []


def test_an_unknown_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", "whist_v0"]) == 2
    assert "there is no game 'whist_v0'; allowed: " in capsys.readouterr().err


def test_an_output_below_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("file").write_text("precious", encoding="utf-8")
    assert main([*BALANCE, "--games", "4", "--results", "file/results.json"]) == 2
    assert "file/results.json can't be written" in capsys.readouterr().err
    assert Path("file").read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize("option", ["--results", "--page"])
@pytest.mark.parametrize("folder", ["folder", ".", "/"])
def test_an_output_that_is_a_folder_is_refused_before_the_games(
    option: str, folder: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BalanceRequest, "play", None)
    Path("folder").mkdir()
    assert main([*BALANCE, option, folder]) == 2
    message = f"fudaba: file {folder} can't be written: it is a folder, a pipe or a device.\n"
    assert capsys.readouterr().err == message


def test_after_ctrl_c_a_run_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupting:
        """A bar during which somebody presses Ctrl-C."""

        def __enter__(self) -> "Interrupting":
            return self

        def __exit__(self, *_: Any) -> None:
            pass

        def add_task(self, *_: Any, **__: Any) -> int:
            return 0

        def remove_task(self, *_: Any) -> None:
            pass

        def update(self, *_: Any, completed: int, **__: Any) -> None:
            counted.append(completed)
            if len(counted) == 4:
                raise KeyboardInterrupt

    counted: list[int] = []
    monkeypatch.setattr(progress, "progress_bar", lambda unit, column: Interrupting())
    monkeypatch.setattr(counting, "SECONDS_BETWEEN_DECISIONS", inf)
    words = [*BALANCE, "--agent", "random", "--games", "1000", "--threads", "2"]
    assert main(words) == 130
    shown = capsys.readouterr()
    assert shown.err == "fudaba: interrupted; what was written before is kept.\n"
    assert shown.out == "" and os.listdir(the_folder()) == ["results.sqlite"]
    assert main(words) == 0
    assert counted == [0, 0, 256, 512, 0, 512, 768, 1000]
    resumed = (the_folder() / "results.json").read_bytes()
    assert main([*words, "--results", "anew/results.json"]) == 0
    assert Path("anew/results.json").read_bytes() == resumed


def num_kept() -> int:
    """The chunks that the run of the one question has kept."""
    return sum(map(num_chunks, Path("runs").rglob("results.sqlite")))


def test_a_killed_run_goes_on_to_the_same_results() -> None:
    words = [*BALANCE, "--agent", "random", "greedy", "--ladder", "random", "greedy"]
    process = subprocess.Popen(
        [sys.executable, "-m", "fudaba.cli.main", *words, "--games", "10000000"]
    )
    while num_kept() < 3:
        assert process.poll() is None
        time.sleep(0.05)
    process.kill()
    process.wait()
    assert {*os.listdir(the_folder())} <= {"results.sqlite", "results.sqlite-journal"}
    kept = num_kept()
    small = [*words, "--games", "1000", "--ladder-deals", "40"]
    assert main(small) == 0
    assert num_kept() == kept + 3  # the last and shorter one, and the ladder's two
    assert main([*small, "--results", "anew/results.json"]) == 0
    resumed = (the_folder() / "results.json").read_bytes()
    assert resumed == Path("anew/results.json").read_bytes()


def test_every_question_has_its_own_folder(capsys: pytest.CaptureFixture[str]) -> None:
    for number, words in enumerate(([], ["--vary", "jokers=0,1"]), start=1):
        printed(words, capsys)
        assert len(list(Path("runs/balance/sevens_v0").iterdir())) == number
    printed(["--games", "80", "--options", "jokers=0"], capsys)  # the first question again
    folders = sorted(Path("runs/balance/sevens_v0").iterdir())
    assert [path.name[:-9] for path in folders] == ["greedy", "greedy-jokers-0-1"]
    assert json.loads((folders[0] / "results.json").read_text(encoding="utf-8"))["deals"] == 80


def test_bold_differences_are_corrected_for_the_number_that_is_shown() -> None:
    def finding(quantity: str, group: str, half_width: float) -> Finding:
        change = Interval(1.0, 1.0 - half_width, 1.0 + half_width)
        return Finding(group=group, item="one", quantity=quantity, form="number",
                       interval=change, difference=change)  # fmt: skip

    strong = finding("strong", "game", 0.3)
    weak = [finding(f"weak {number}", "game", 0.9) for number in range(20)]
    hidden = finding("last places", "seat", 0.1)
    variant = VariantResult(
        label="other", options={}, games=60, findings=(strong, *weak, hidden), factors=(),
        comparisons=(), lengths={}, equal_turns=1.0, equal_seats=1.0,
    )  # fmt: skip
    assert all(finding.interval.leaves_out_zero for finding in variant.findings)
    clear = balance._clear_differences([variant], balance.SHOWN)
    assert clear == {id(variant.findings[0])}
