"""Terminals whose encoding lacks signs: every command prints letters, or one sentence."""

import io
import os
import sys
from pathlib import Path

import pytest

from fudaba.cli.main import COMMANDS, main
from fudaba.common.languages.letters import IN_LETTERS
from fudaba.envs import find_game, game_names
from fudaba.envs.core.api.showing import show

from ..tables import dealt_state

ENCODINGS = ("cp932", "euc_jp", "latin-1", "ascii")
NO_JAPANESE = ENCODINGS[2:]
every_encoding = pytest.mark.parametrize("encoding", ENCODINGS)
SMALL = {  # what each command prints beside its help; trainings and servers print no signs
    "games": ["sevens"],
    "play": ["sevens", "--seed", "1", "--record", "games.jsonl"],
    "replay": ["games.jsonl"],
    "arena": ["niekhi", "random", "greedy", "--deals", "2", "--records", "arena.jsonl"],
    "dataset": ["niekhi", "random", "--games", "2"],
}


@pytest.fixture(autouse=True)
def _datasets_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))


class Terminal:
    """Standard input, output and error of one encoding, as strict as Python opens them."""

    def __init__(self, encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self._encoding, self._monkeypatch = encoding, monkeypatch

    def run(self, words: list[str], typed: bytes = b"") -> tuple[int, str]:
        """Runs a command; returns its exit code and all that it printed."""
        printed = io.BytesIO()
        with self._monkeypatch.context() as patch:
            for name, content in (("stdin", io.BytesIO(typed)), ("stdout", printed),
                                  ("stderr", printed)):  # fmt: skip
                patch.setattr(sys, name, io.TextIOWrapper(content, self._encoding))
            code = main(words)
            assert {sys.stdout.errors, sys.stderr.errors, sys.stdin.errors} == {"strict"}
            sys.stdout.flush()
            sys.stderr.flush()
            return code, printed.getvalue().decode(self._encoding)


@pytest.mark.parametrize("encoding", ["cp932", "ascii"])
def test_every_command_prints_letters(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(encoding, monkeypatch)
    for language in ("en",) if encoding in NO_JAPANESE else ("en", "ja"):
        for name in COMMANDS:
            code, shown = terminal.run([name, "--help", "--language", language])
            assert (code == 0 and "usage" in shown.casefold()) or "使い方" in shown
            code, shown = terminal.run([name, "--no\N{SNOWMAN}\udcff", "--language", language])
            assert code == 2 and "Traceback" not in shown
        for name, words in SMALL.items():
            typed = "♥\nlay h6\n?\n".encode(errors="replace") + b"\xff\n#1\nq\n"
            code, shown = terminal.run([name, *words, "--language", language], typed)
            assert code == 0, shown
            assert "?" * 3 not in shown
            if name in ("play", "replay"):
                assert "S 3 5 9 Q   H 4 10 K   D 2 5 J Q   C 3 J" in shown


def test_lines_that_nobody_read_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    read, write = os.pipe()
    os.write(write, b"quit\nlay h6\n")
    os.close(write)
    with open(read, encoding="utf-8") as unread:
        monkeypatch.setattr(sys, "stdin", unread)
        assert main(["play", "sevens", "--seed", "2"]) == 0


@pytest.mark.parametrize("encoding", NO_JAPANESE)
def test_a_language_without_letters_is_refused_or_english(
    encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal(encoding, monkeypatch)
    code, shown = terminal.run(["games", "--language", "ja"])
    assert code == 2 and shown.count("\n") == 1
    assert shown.startswith("fudaba: language can't be ja, because standard output is ")
    monkeypatch.setenv("LANGUAGE", "ja")
    assert "players" in terminal.run(["games"])[1]


@pytest.mark.diagonal
@every_encoding
@pytest.mark.parametrize("game", game_names())
def test_a_table_is_shown_in_letters_as_wide(
    game: str, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = find_game(game)
    state = dealt_state(rules, {}, 3)
    printed = io.BytesIO()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", io.TextIOWrapper(printed, encoding))
        show(rules, state, 0, "human")
        sys.stdout.flush()
        lines = printed.getvalue().decode(encoding).rstrip("\n").split("\n")
    asked = show(rules, state, 0, "ansi")
    assert isinstance(asked, str)
    assert [*map(len, lines)] == [*map(len, asked.rstrip("\n").split("\n"))]
    assert "".join(lines).count("?") == asked.count("?")


def test_signs_are_written_as_letters() -> None:
    written = "♠10 é \N{MINUS SIGN}3 “x” … ± 札".encode("ascii", IN_LETTERS)
    assert written == b'S10 e -3 "x" ... +- ?'
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode(errors=IN_LETTERS)
