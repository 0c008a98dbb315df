"""`fudaba balance --records`: what it prints, and whose names."""

from pathlib import Path

import pytest

from fudaba.cli.main import main
from fudaba.envs import find_game
from fudaba.evaluation.records import add_games

from ..evaluation.test_people import OF_ITS_OWN, SEVENS, played


def printed(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["balance", "--records", *words]) == 0
    return capsys.readouterr().out


def test_names_are_printed_only_if_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = played(SEVENS, 1).model_copy(update={"names": ["", "[b]Ann", "", ""]})
    path = str(tmp_path / "games.jsonl")
    add_games(Path(path), [record])
    shown = printed([path, "--agent", "random"], capsys)
    assert "Ann" not in shown
    for words in ("Sevens: 1 game with people", "by turn order", "by seat", "passes",
                  "With the measured pace: fudaba balance sevens_v0 --seconds-with-choice",
                  "0.0 to 100.0"):  # fmt: skip
        assert words in shown
    assert "[b]Ann" in printed([path, "--agent", "random", "--names"], capsys)


def test_a_game_of_ones_own_is_found_by_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    add_games(path, [played(find_game(OF_ITS_OWN), 1)])
    assert "Old Maid: 1 game" in printed([str(path), "--games", OF_ITS_OWN], capsys)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--records"], "--records needs a value (FILE ...)."),
        (["--records", "missing.jsonl"], "missing.jsonl can't be read"),
        (["sevens", "--records", "missing.jsonl"], "sevens"),
    ],
)
def test_mistakes_are_one_sentence(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["balance", *words]) == 2
    shown = capsys.readouterr()
    assert said in shown.err and shown.err.count("\n") == 1
