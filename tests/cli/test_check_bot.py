"""`fudaba check-bot`: what it says of good bots and of bad ones."""

import shlex
import sys
from pathlib import Path

import pytest

from fudaba.cli.main import main

from ..test_glossaries import foreign_words
from .terminal import refusal

FIRST = Path(__file__).parents[2] / "docs" / "bots" / "first.py"
BOT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    answer = None
    if message["type"] == "hello":
        answer = {"type": "hello", "protocol": 1, "name": "Mine", "wants": ["batch"]}
    elif message["type"] == "decisions":
        answer = {"actions": [choose(one) for one in message["decisions"]]}
    EDIT
    if answer:
        print(json.dumps(answer), flush=True)
"""
CHOOSE = """
def choose(one):
    return one["legal"][one["seed"] % len(one["legal"])]
"""


pytestmark = pytest.mark.usefixtures("own_code")


def program(edit: str = "pass", choose: str = CHOOSE) -> str:
    Path("bot.py").write_text(choose + BOT.replace("EDIT", edit), encoding="utf-8")
    return f"program:{shlex.join([sys.executable, '-S', 'bot.py'])}"


def said(word: str, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, list[str]]:
    code = main(["check-bot", word, *more])
    return code, capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("game", ["sevens", "seki"])
def test_a_good_program_is_told_so(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = said(program(), capsys, game)
    assert code == 0 and len(lines) == 9
    assert all(line.startswith("ok    ") for line in lines)


def test_the_reference_bot_passes(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = said(f"program:{shlex.join([sys.executable, '-S', str(FIRST)])}", capsys)
    assert code == 0 and lines[0].startswith("ok    The bot starts: First (Python), in ")


@pytest.mark.parametrize(
    ("edit", "choose", "told"),
    [
        ("", "def choose(one): return 0\n", "It plays a game from the start to the end in all "
         "seats: agent "),
        ("", "import random\ndef choose(one): return random.choice(one['legal'])\n",
         " decisions changed after a restart: take all randomness from the decision's seed"),
        ("", "count = 0\ndef choose(one):\n    global count\n    count += 1\n"
         "    return one['legal'][count // 3 % len(one['legal'])]\n",
         "decides alike whether it is asked for one decision or for many: "),
        ("if message['type'] == 'something new': raise SystemExit(4)", CHOOSE,
         "It ignores messages that it does not know: agent "),
        ("if message['type'] == 'goodbye': sys.exit(5)", CHOOSE,
         "It ends after the host's goodbye: it ended with exit code 5."),
        ("if message['type'] == 'goodbye': import time; time.sleep(60)", CHOOSE,
         "It ends after the host's goodbye: it did not end."),
        ("if message['type'] == 'start': answer = {'ready': True}", CHOOSE,
         "It plays a game from the start to the end in all seats: agent "),
    ],
)  # fmt: skip
def test_a_mistake_is_told(
    edit: str, choose: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    word = program(edit or "pass", choose)
    code = main(["check-bot", word])
    out, errors = capsys.readouterr()
    marks = [line for line in out.splitlines() if told in line]
    assert marks and not marks[0].startswith("ok")
    is_advice = "after a restart" in told
    assert marks[0].startswith("note  " if is_advice else "WRONG ")
    assert code == (0 if is_advice else 2)
    assert is_advice or f"fudaba: {word} fails " in errors


def test_a_bot_that_does_not_start_is_checked_no_further(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, lines = said("program:false", capsys)
    assert code == 2
    assert lines == ["WRONG The bot starts: agent program:false ended with exit code 1."]


def test_a_python_class_is_checked_too(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bot.py").write_text(
        "class First:\n"
        "    def act(self, observations, masks, rng): return masks.argmax(axis=1)\n"
        "class Zero:\n"
        "    def act(self, observations, masks, rng): return masks[:, 0] * 0\n",
        encoding="utf-8",
    )
    code, lines = said("python:bot.py:First", capsys, "taxot")
    assert code == 0 and len(lines) == 7 and all(line.startswith("ok ") for line in lines)
    code, lines = said("python:bot.py:Zero", capsys)
    assert code == 2 and any("action 0 (lay SA) is not legal" in line for line in lines)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["greedy", "whist"], "there is no game 'whist'"),
        (["program:cat", "sevens", "--time-per-decision", "0"],
         "the time per decision can't be 0 seconds; allowed: above 0."),
        (["program:cat", "sevens", "--time-per-decision", "nan"],
         "the time per decision can't be nan seconds; allowed: above 0."),
    ],
)  # fmt: skip
def test_bad_input_gets_a_sentence(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in refusal(["check-bot", *words], capsys)


def test_the_arena_has_a_clock(capsys: pytest.CaptureFixture[str]) -> None:
    word = program("pass", "import time\ndef choose(one):\n    time.sleep(60)\n")
    words = ["arena", "sevens", "random", word, "--deals", "1", "--time-per-decision", "0.05"]
    assert main(words) == 2
    assert " gave no answer within " in capsys.readouterr().err


def test_what_is_right_and_wrong_is_said_in_japanese(capsys: pytest.CaptureFixture[str]) -> None:
    word = program("if message['type'] == 'goodbye': sys.exit(5)")
    assert main(["check-bot", word, "--language", "ja"]) == 2
    out, error = capsys.readouterr()
    *good, bad = out.splitlines()
    assert len(good) == 8 and all(line.startswith("合格  ") for line in good)
    told = "失敗  goodbyeを受け取ると終わる\N{FULLWIDTH COLON}終了コード5で終わりました。"
    assert bad == told and not foreign_words(out, {"Mine", "batch", "goodbye"})
    assert error.startswith(f"fudaba: {word}はsevens_v0の検査のうち1件に失敗しました。")


def test_a_program_that_fails_in_a_game_is_described_in_the_language_of_its_start(
    capsys: pytest.CaptureFixture[str],
) -> None:
    word = program("if message['type'] == 'decisions': sys.exit(3)")
    words = ["arena", "sevens", "random", word, "--deals", "1", "--language", "ja"]
    assert main(words) == 2
    assert f"エージェント{word}\N{FULLWIDTH COLON}終了コード3で" in capsys.readouterr().err
