"""`fudaba new-game`: what it writes works as written, and what it refuses."""

import os
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from fudaba.cli import new_game
from fudaba.cli.main import main
from fudaba.envs.core.api import registry
from fudaba.testing.checks import CHECKS

from ..processes import python
from .terminal import refusal

NAME = "x_by_y"
SMALL = {
    "balance": "--games 6",
    "train": "--total_steps 256 --tables 8 --threads 1 --ppo.n_steps 16 --ppo.batch_size 64 "
    "--warm_start.decisions 16 --evaluation.every 256 --evaluation.deals 2 "
    "--evaluation.final_deals 2",
}


def everything(folder: Path) -> list[str]:
    """What lies below a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


@pytest.fixture
def commands(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """A new game in a new folder; returns the commands that are printed."""
    assert main(["new-game", NAME, "--folder", "my games"]) == 0
    return [line.partition("  #")[0].strip() for line in capsys.readouterr().out.splitlines()[2:]]


def test_a_new_game_has_its_name_everywhere(commands: list[str]) -> None:
    assert os.listdir("my games") == [NAME]
    place = Path("my games", NAME)
    assert everything(place) == sorted([NAME, *new_game.files(NAME)])
    for file in new_game.files(NAME):
        text = (place / file).read_text(encoding="utf-8")
        assert NAME in text or "XBY-1.1" in text
        assert not any(word in text for word in ("my_game", "My Game", "MYG"))
    shown = (place / "README.md").read_text(encoding="utf-8")
    assert commands[0] == f"cd 'my games/{NAME}'"
    assert all(f"\n{command} " in shown for command in commands[1:])


def test_all_that_a_new_game_advises_works(
    commands: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def serve(*_given: Any, **_named: Any) -> None:
        """Serves nothing."""

    monkeypatch.chdir(Path("my games", NAME))
    monkeypatch.setattr("fudaba.web.serving.serve", serve)
    monkeypatch.setattr("builtins.input", lambda *_: "q")
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(registry, "_packages", {**registry._packages})
    monkeypatch.setattr(registry, "_named", {})
    run = python("-m", "pytest", "-q", "-n", "0", check=False)
    num_tests = sum(not check.is_advice for check in CHECKS) + 1
    assert run.returncode == 0 and f"{num_tests} passed" in run.stdout, run.stdout
    for program, *words in map(shlex.split, commands):
        if program == "fudaba":
            assert main([*words, *SMALL.get(words[0], "").split()]) == 0, capsys.readouterr()
    sys.modules.pop(NAME)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("sevens", "there is a game sevens_v0 already; choose another name."),
        ("sevens_v0", "there is a game sevens_v0 already; choose another name."),
        ("random", "there is a module 'random' already; choose another name."),
        ("class", "a game can't be called 'class'; allowed: lower-case words with _ between them"),
        ("2nd_game", "a game can't be called '2nd_game'; allowed: lower-case words"),
        ("old-maid", "a game can't be called 'old-maid'; allowed: lower-case words"),
        ("Old_Maid", "a game can't be called 'Old_Maid'; allowed: lower-case words"),
        ("taken", "folder taken exists already; choose another name or --folder."),
        ("other --folder taken", "file taken/other can't be written: Not a directory."),
    ],
)
def test_what_no_new_game_can_be_is_refused(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("taken").write_text("mine", encoding="utf-8")
    assert said in refusal(["new-game", *words.split()], capsys)
    assert os.listdir() == ["taken"] and Path("taken").read_text(encoding="utf-8") == "mine"


def test_a_game_is_written_whole_or_not_at_all(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(new_game, "FILES", (*new_game.FILES, "no_such_template"))
    assert "can't be written" in refusal(["new-game", NAME], capsys)
    assert os.listdir() == []
