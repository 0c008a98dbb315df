"""No command replaces in silence what somebody may miss."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from fudaba.cli.main import main
from fudaba.envs import GameRecord
from fudaba.evaluation.arena import ArenaResult
from fudaba.evaluation.balance import BalanceResult
from fudaba.evaluation.report.arena import page as arena_page
from fudaba.evaluation.report.balance import page as balance_page

from .terminal import Typed, refusal

ARENA = ["arena", "sevens", "random", "greedy", "--deals", "2"]
BALANCE = ["balance", "sevens", "--games", "4"]
HOLDS_ELSE = (
    "file {} holds something else, or the results of another run; choose another file, or "
    "replace it with --force."
)


@pytest.fixture(autouse=True)
def _short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are short, for they take seconds."""

    def render(result: ArenaResult | BalanceResult, *_: object) -> str:
        return f"{result.run_key.mark} {result.deals} deals"

    monkeypatch.setattr(arena_page, "render_page", render)
    monkeypatch.setattr(balance_page, "render_balance_page", render)


def agents_of(path: str) -> list[list[str]]:
    lines = Path(path).read_bytes().splitlines()
    return [GameRecord.from_json(line).agents for line in lines]


# Records


def test_the_arena_adds_its_games_to_those_of_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Typed("quit\n"))
    assert main(["play", "sevens", "--seat", "0", "--record", "games.jsonl"]) == 0
    for deals, games in (("2", 16), ("2", 16), ("3", 24)):  # the same ones are added once
        assert main([*ARENA, "--deals", deals, "--records", "games.jsonl"]) == 0
        assert len(agents_of("games.jsonl")) == 1 + games
    assert agents_of("games.jsonl")[0] == ["person", "greedy", "greedy", "greedy"]
    assert main([*ARENA, "--records", "games.jsonl", "--force"]) == 0
    assert len(agents_of("games.jsonl")) == 16


def test_records_do_not_replace_something_else(capsys: pytest.CaptureFixture[str]) -> None:
    Path("important.txt").write_text("precious", encoding="utf-8")
    words = [*ARENA, "--records", "important.txt"]
    message = "file important.txt holds something else than game records; choose another."
    assert refusal(words, capsys) == message
    assert (
        Path("important.txt").read_text(encoding="utf-8") == "precious"
        and not Path("runs").exists()
    )
    assert main([*words, "--force"]) == 0
    assert len(agents_of("important.txt")) == 16


# Pages and numbers


@pytest.mark.parametrize("command", [ARENA, BALANCE], ids=["arena", "balance"])
def test_a_page_replaces_an_answer_to_the_same_question_alone(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*command, "--page", "thesis.html"]
    for content in ("precious", '<meta name="generator" content="fudaba 0.1.0">'):
        Path("thesis.html").write_text(content, encoding="utf-8")
        assert refusal(words, capsys) == HOLDS_ELSE.format("thesis.html")
        assert (
            Path("thesis.html").read_text(encoding="utf-8") == content and not Path("runs").exists()
        )
    Path("thesis.html").write_text("", encoding="utf-8")  # nothing to lose
    for more in ([], ["--games" if command is BALANCE else "--deals", "8"]):
        assert main([*words, *more]) == 0
    assert Path("thesis.html").read_text(encoding="utf-8").endswith(" 8 deals")
    capsys.readouterr()
    assert refusal([*words, "--seed", "1"], capsys) == HOLDS_ELSE.format("thesis.html")
    assert Path("thesis.html").read_text(encoding="utf-8").endswith(" 8 deals")
    assert main([*words, "--seed", "1", "--force"]) == 0
    assert not Path("thesis.html").read_text(encoding="utf-8").endswith(" 8 deals")


def test_every_comparison_has_a_page_of_its_own() -> None:
    folder = Path("runs/arena/sevens_v0")
    for words in (ARENA, [*ARENA, "--options", "pass_limit=5"], [*ARENA, "--deals", "4"]):
        assert main(words) == 0
    pages = sorted(path.parent.name[:-9] for path in folder.rglob("arena.html"))
    assert pages == ["greedy-random", "greedy-random-pass_limit-5"]
    assert sorted(os.listdir(folder))[-1] == "results.sqlite"


@pytest.mark.parametrize("name", ["a.json", "a.csv"])
def test_the_numbers_of_another_question_are_not_replaced(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*BALANCE, "--results", "a.json", "--page", "page.html"]
    Path(name).write_text("precious", encoding="utf-8")
    assert refusal(words, capsys) == HOLDS_ELSE.format(name)
    assert os.listdir() == [name] and Path(name).read_text(encoding="utf-8") == "precious"
    assert main([*words, "--force"]) == main([*words, "--games", "6"]) == 0
    numbers = Path("a.json").read_bytes()
    assert BalanceResult.from_json(numbers).deals == 6
    capsys.readouterr()
    other = [*words, "--page", "other.html", "--options", "jokers=1"]
    assert refusal(other, capsys) == HOLDS_ELSE.format("a.json")
    assert Path("a.json").read_bytes() == numbers
    Path("a.json").unlink()
    assert refusal(words, capsys) == HOLDS_ELSE.format("a.csv")  # nobody knows whose it is


@pytest.mark.parametrize("force", [[], ["--force"]])
def test_a_database_is_never_replaced(force: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect("a.sqlite")) as connection:
        connection.execute("CREATE TABLE mine (x)")
    before = Path("a.sqlite").read_bytes()
    for words in ([*ARENA, "--results", "a.sqlite"], [*BALANCE, "--results", "a.json"]):
        message = "results file a.sqlite: this is a database of something else."
        assert refusal([*words, *force], capsys) == message
    assert Path("a.sqlite").read_bytes() == before and os.listdir() == ["a.sqlite"]


def test_the_games_of_the_arena_and_of_balance_are_not_mixed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([*ARENA, "--results", "a.sqlite"]) == 0
    capsys.readouterr()
    message = "results file a.sqlite: this is a database of something else."
    assert refusal([*BALANCE, "--results", "a.json"], capsys) == message


# Names


@pytest.mark.diagonal
@pytest.mark.parametrize(
    "words",
    [
        [*ARENA, "--page"],
        [*ARENA, "--records"],
        [*ARENA, "--results"],
        [*BALANCE, "--results"],
        [*BALANCE, "--page"],
        ["play", "sevens", "--record"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("name", ["loop", "loop/file", "x" * 300, "x" * 300 + "/file", "pipe"])
def test_a_name_that_can_not_be_used_gets_one_sentence(
    words: list[str], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("loop").symlink_to("loop")
    os.mkfifo("pipe")
    message = refusal([*words, name], capsys)
    reasons = ("Too many levels of symbolic links.", "File name too long.", "a pipe or a device.")
    assert message.startswith(f"file {name} can't be") and message.endswith(reasons)
    assert sorted(os.listdir()) == ["loop", "pipe"]


def test_a_pipe_or_device_is_not_waited_for(capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo("pipe")
    for name, words in (
        ("pipe", ["replay"]),
        ("/dev/zero", ["replay"]),
        ("/dev/full", ["play", "sevens", "--record"]),
    ):
        message = refusal([*words, name], capsys)
        assert message.startswith(f"file {name} can't be ")
        assert message.endswith("it is a folder, a pipe or a device.")


@pytest.mark.parametrize("words", [["--help"], ["games"]])
def test_a_full_disk_behind_standard_output_is_one_sentence(words: list[str]) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "fudaba.cli.main", *words]
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert ended.returncode == 2
    assert ended.stderr.startswith("fudaba: standard output can't be written: No space left")
    assert ended.stderr.count("\n") == 1


def test_a_reader_who_leaves_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "fudaba.cli.main", "games"]
    ended = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True)
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize("words", [["--output", ""], ["--output="]])
def test_an_empty_word_names_no_file(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    message = refusal(["league", "sevens", *words], capsys)
    assert message == "--output can't be ''; allowed: a word that is not empty."
    assert os.listdir() == []
