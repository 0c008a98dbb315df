"""The check of indexes takes the games whose kernels have changed, and notes those that passed."""

import json
import sys
from pathlib import Path

import pytest

from fudaba.envs import find_game, game_names

from . import index_bounds
from .index_bounds import key, main


@pytest.fixture
def passed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that says of all games that they have passed; their keys are their names."""
    file = tmp_path / "index_bounds.json"
    file.write_bytes(json.dumps({name: name for name in game_names()}).encode())
    monkeypatch.setattr(index_bounds, "PASSED", file)
    monkeypatch.setattr(index_bounds, "key", lambda game: game.name)
    monkeypatch.setattr(sys, "argv", ["index_bounds"])
    return file


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the games that are checked; all but Niekhi pass."""
    names: list[str] = []

    def check(name: str) -> bool:
        names.append(name)
        return name != "niekhi_v0"

    monkeypatch.setattr(index_bounds, "check", check)
    return names


def without(file: Path, *names: str) -> dict[str, str]:
    """Makes the file say that the kernels of some games were others; returns the rest."""
    keys: dict[str, str] = json.loads(file.read_bytes())
    file.write_bytes(
        json.dumps({name: "" if name in names else keys[name] for name in keys}).encode()
    )
    return {name: keys[name] for name in keys if name not in names}


def test_games_that_passed_are_not_checked_again(passed: Path, checked: list[str]) -> None:
    before = passed.read_bytes()
    assert main() == 0 and checked == [] and passed.read_bytes() == before


def test_a_changed_game_is_checked_and_noted(passed: Path, checked: list[str]) -> None:
    before = json.loads(passed.read_bytes())
    without(passed, "sevens_v0", "seki_v0")
    assert main() == 0 and checked == ["seki_v0", "sevens_v0"]  # the largest first
    assert json.loads(passed.read_bytes()) == before


def test_without_the_file_all_games_are_checked(passed: Path, checked: list[str]) -> None:
    passed.unlink()
    assert main() == 1 and sorted(checked) == [*game_names()]
    assert json.loads(passed.read_bytes()).keys() == {*game_names()} - {"niekhi_v0"}


def test_a_game_that_fails_is_checked_until_it_passes(passed: Path, checked: list[str]) -> None:
    others = without(passed, "niekhi_v0")
    for _ in range(2):
        assert main() == 1 and json.loads(passed.read_bytes()) == others
    assert checked == ["niekhi_v0"] * 2


def test_a_named_game_is_checked_anyway(passed: Path, checked: list[str]) -> None:
    assert main(("niekhi",)) == 1 and checked == ["niekhi_v0"]
    assert "niekhi_v0" not in json.loads(passed.read_bytes())


def test_an_unknown_game_is_told(
    passed: Path, checked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(("sevens", "whist")) == 2 and checked == []
    assert "there is no game 'whist'; allowed: cyclic_v0, " in capsys.readouterr().err


def test_a_game_is_told_by_the_sources_of_its_kernels() -> None:
    keys = {name: key(find_game(name)) for name in game_names()}
    assert len({*keys.values()}) == len(keys)
    sources = index_bounds.sources_of(find_game("niekhi_v0"))
    reached = {Path(source).relative_to(index_bounds.ROOT).as_posix() for source in sources}
    wanted = {"envs/niekhi/rules/tricks.py", "envs/niekhi/balance.py", "testing/mixes.py"}
    wanted |= {"envs/niekhi/heuristic.py", "benchmarks/fuzz_kernels.py"}
    assert wanted <= reached and not any("words" in source for source in reached)
