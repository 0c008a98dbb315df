"""`fudaba compile`: what it compiles, what it says, and that it works once."""

from pathlib import Path

import pytest

from fudaba.cli import compile as module
from fudaba.cli.compile import compile_game
from fudaba.cli.main import main
from fudaba.envs import Game, find_game
from fudaba.envs.core.compiling.kernel import kernel, wait_for_compile

from ..test_glossaries import foreign_words


@wait_for_compile
@kernel
def tiny(value: int) -> int:
    return value + 1


@pytest.fixture(autouse=True)
def used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A cache of its own, and games that have one tiny kernel: the names of those compiled."""
    names: list[str] = []

    def use(game: Game) -> None:
        names.append(game.name)
        tiny(1)

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(module, "use_everything", use)
    return names


def test_each_game_is_compiled_once(
    used: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["compile", "sevens", "makhup", "sevens_v0"]) == 0
    told = capsys.readouterr()
    assert [line.split(":")[0] for line in told.out.splitlines()] == ["sevens_v0", "makhup_v0"]
    assert used == ["sevens_v0", "makhup_v0"]
    assert main(["compile", "sevens", "makhup"]) == 0
    assert capsys.readouterr().out == "Everything was compiled before.\n"
    assert used == ["sevens_v0", "makhup_v0"]


def test_what_is_missing_is_compiled_again(used: list[str], tmp_path: Path) -> None:
    assert main(["compile", "sevens"]) == 0
    (listed,) = tmp_path.rglob("sevens_v0-*.txt")
    listed.write_text(str(tmp_path / "missing.nbc"), encoding="utf-8")
    assert main(["compile", "sevens"]) == 0
    assert used == 2 * ["sevens_v0"]


def test_what_is_compiled_is_said_in_japanese(capsys: pytest.CaptureFixture[str]) -> None:
    for end in ("個をコンパイルしました", "すべてコンパイル済みなので、何もしませんでした。"):
        assert main(["compile", "sevens", "--language", "ja"]) == 0
        shown = capsys.readouterr().out
        assert shown.endswith(f"{end}\n") and foreign_words(shown, {"sevens_v0"}) == []


def test_a_game_lists_the_files_of_its_kernels() -> None:
    _, files = compile_game(find_game("sevens_v0"))
    assert [Path(file).name.partition("-")[0] for file in files] in ([], ["tiny"])
    assert all(Path(file).exists() for file in files)


def test_a_wrong_game_or_place_gets_one_sentence(
    used: list[str],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert main(["compile", "sevens", "bridge"]) == 2
    assert capsys.readouterr().err.startswith("fudaba: there is no game 'bridge'; allowed: ")
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    assert main(["compile", "sevens"]) == 2
    said = capsys.readouterr().err
    assert said == (
        "fudaba: the cache directory can't be written; set NUMBA_CACHE_DIR to a folder that can.\n"
    )
    assert used == []
