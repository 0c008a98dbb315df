"""The terminal in Japanese: what is said, what can be typed, and what stays as it is."""

import re
import sys
from pathlib import Path

import pytest

from fudaba.agents.titles import agent_title
from fudaba.cli.main import COMMANDS, main, split_language
from fudaba.cli.reading import narrowed, with_command
from fudaba.common.languages import in_language
from fudaba.envs import Game, find_game, game_names
from fudaba.envs.core.contract.schema import allowed_words, listed_words
from fudaba.envs.core.scene.lines import width_of
from fudaba.envs.core.words.names import with_seats

from ..kuhn.joining import join_games
from ..spread import every_game
from ..test_glossaries import LATIN, all_words, foreign_words
from ..test_languages import CLAUSE
from ..training.tiny import tiny_file
from .terminal import ALWAYS_THE_FIRST, Typed, played, record_of, refusal

COLUMNS = 80
IDS = {"num_players"}
IN_JAPANESE = ["--language", "ja"]
ON_OR_OFF = {"on", "off"}
OPTION = re.compile(r"^  (?:-\w, )?(--[a-z][\w.-]*)", re.MULTILINE)
ENGLISH_SENTENCE = re.compile(r"\b[a-z]{2,}[ \n]+[a-z]{2,}[ \n]+[a-z]{2,}\b")
KANA = re.compile(r"[ぁ-ゖ]")
SUITS_OR_RANKS = re.compile(r"[SHDC]+[JQK]?")


@pytest.mark.parametrize("game", game_names())
def test_a_whole_game_fits_and_has_no_english(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["play", game, *IN_JAPANESE, "--seat", "1", "--seed", "7", "--against", "random"]
    shown = played([*words, "--record", "0"], ALWAYS_THE_FIRST, monkeypatch, capsys)
    assert re.search(r"^結果\N{FULLWIDTH COLON}\d人中", shown, re.MULTILINE)
    assert max(map(width_of, shown.splitlines())) <= 80
    known = " ".join(entry.japanese for entry in all_words(find_game(game).domain))
    assert not foreign_words(shown, {*IDS, game, *LATIN.findall(known)})


def test_a_replay_fits_and_has_no_english(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["play", "sevens", *IN_JAPANESE, "--seat", "1", "--seed", "7", "--record", "0"]
    played(words, ALWAYS_THE_FIRST, monkeypatch, capsys)
    for view in ([], ["--open"]):
        assert main(["replay", "0", *view, *IN_JAPANESE]) == 0
        shown = capsys.readouterr().out
        assert "次の手\N{FULLWIDTH COLON}中級 1\N{FULLWIDTH COLON}" in shown
        assert max(map(width_of, shown.splitlines())) <= 80
        assert not foreign_words(shown, {"sevens_v0"})


@every_game
def test_a_game_is_explained_without_english(
    game: Game, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    explained = ""
    for columns in (80, 400):  # only the wide one breaks no word
        monkeypatch.setenv("COLUMNS", str(columns))
        assert main(["games", game.name, *IN_JAPANESE]) == 0
        explained, *_ = capsys.readouterr().out.partition("\nルール\N{FULLWIDTH COLON}/")
        assert max(map(width_of, explained.splitlines())) <= columns
    options = game.options.model_fields
    names = [*options, *(one.name for one in (*game.actions, *game.fields)), game.name, "ID"]
    values = [str(word) for field in options.values() for word in allowed_words(field)]
    listed = [word for field in options.values() for word in listed_words(field)]
    ids = {*LATIN.findall(" ".join((*names, *values, *listed))), game.observation_dtype.name}
    known = LATIN.findall(" ".join(entry.japanese for entry in all_words(game.domain)))
    left = foreign_words(CLAUSE.sub("", explained), {*ids, *known, *ON_OR_OFF, "x"})
    assert [word for word in left if not SUITS_OR_RANKS.fullmatch(word)] == []


@pytest.mark.parametrize(
    "words",
    [[], *([name] for name in COMMANDS), ["train", "sevens/dmc"], ["exploit", "--exact"]],
    ids=" ".join,
)
def test_the_help_fits_and_has_all_options_and_no_english_sentence(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--help"]) == 0
    english = capsys.readouterr().out
    assert main([*words, "--help", *IN_JAPANESE]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("使い方\N{FULLWIDTH COLON}fudaba ")
    assert max(map(width_of, shown.splitlines())) <= 80
    assert OPTION.findall(shown) == OPTION.findall(english) != []
    assert not ENGLISH_SENTENCE.search(shown.partition("\n")[2])


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "fudaba: GAMEがありません。"),
        (["sevens", "--seed"], "fudaba: --seedには値\N{FULLWIDTH LEFT PARENTHESIS}INT"),
        (["sevens", "--seed", "x"], "fudaba: --seedを'x'にはできません。"),
        (["sevens", "--sed", "3"], "fudaba: --sedというオプションはありません。"),
        (["sevens", "more"], "fudaba: 'more'は余分です。"),
        (["sevens", "--against", "greedy", "--seed", ""], "fudaba: --seedは''にできません。"),
    ],
)
def test_complaints_about_words_are_in_japanese(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *words, *IN_JAPANESE]) == 2
    shown = capsys.readouterr()
    assert shown.out == "" and complaint in shown.err
    assert not ENGLISH_SENTENCE.search(shown.err)


@pytest.mark.parametrize(
    "line",
    [
        "games whist",
        "play sevens --options pass_limit=99",
        "play sevens --against nobody",
        "play sevens --against python:no.py:A",
        "play sevens --against program:nothing-here",
        "play sevens --against chat:m",
        "play sevens --against policy:nowhere",
        "table --port 65536",
        "balance sevens --vary pass_limit",
        "balance sevens --ladder greedy",
        "arena sevens greedy greedy",
        "tune sevens --goal skill:fun --over all",
        "tune sevens --goal skill:least --over pass_limit=5..1",
        "tune sevens --goal seat-fairness:least --over pass_limit=3",
        "tune sevens --goal seat-fairness:least --over pass_limit=3,99",
        "arena sevens greedy random --budget-minutes 0",
        "train sevens/none",
        "train sevens/ppo --ppo.gamma 2",
        "train sevens/ppo --total-steps 5",
        "train sevens/ppo --vary pass_limit=7,8",
        "train sevens/ppo --resume",
        "exploit sevens greedy --starts weights",
        "exploit sevens greedy --searches greedy",
    ],
)
def test_errors_are_in_japanese(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*line.split(), *IN_JAPANESE]) == 2
    shown = capsys.readouterr()
    assert shown.out == "" and shown.err.startswith("fudaba: ") and shown.err.count("\n") == 1
    assert not ENGLISH_SENTENCE.search(shown.err) and KANA.search(shown.err)


def test_the_tables_of_the_arena_are_in_japanese(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "sevens", "greedy", "random", "--deals", "2", *IN_JAPANESE]) == 0
    shown = capsys.readouterr().out
    assert "七並べ\N{FULLWIDTH COLON}配り2回、" in shown and "平均報酬" in shown
    assert "\n保存先\N{FULLWIDTH COLON}runs/arena/sevens_v0/" in shown
    boxes = [line for line in shown.splitlines() if line[0] in "┏┃┡│└"]
    assert boxes and max(map(width_of, boxes)) <= 80


def test_what_can_be_won_is_said_in_japanese(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--starts", "none", "--searches", "montecarlo:budget=2", "--deals", "2"]
    assert main(["exploit", "sevens", "greedy", *words, *IN_JAPANESE]) == 0
    shown, *_ = capsys.readouterr().out.partition("保存先\N{FULLWIDTH COLON}")
    assert "全カード公開" in shown and max(map(width_of, shown.splitlines())) <= 80
    assert not foreign_words(shown, {"greedy", "montecarlo", "budget"})


def test_what_a_training_prints_is_in_japanese(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rounds = {"rounds": 1, "round_steps": 1024, "opponent": "greedy", "deals": 2, "final_deals": 2}
    config = str(tiny_file(tmp_path, total_steps=1024, criterion=rounds))
    assert main(["train", config, *IN_JAPANESE]) == 0
    shown = capsys.readouterr().out
    assert "\n学習終了の理由\N{FULLWIDTH COLON}" in shown and shown.count("平均報酬") == 3
    folder = tmp_path / "run"
    left = foreign_words(shown.replace("\n", "").replace(str(folder), ""), {"random", "greedy"})
    assert left == ["policy", "final"]
    assert main(["train", config, *IN_JAPANESE]) == 2
    assert capsys.readouterr().err.startswith(f"fudaba: {folder}にはもう学習があります。")


def test_records_are_the_same_in_all_languages(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("en", "ja"):
        monkeypatch.setattr(sys, "stdin", Typed(ALWAYS_THE_FIRST))
        words = ["play", "sevens", "--seed", "7", "--seat", "1", "--record", name]
        assert main(["--language", name, *words]) == 0
    english, japanese = (
        record_of(name).model_copy(update={"seconds": []}) for name in ("en", "ja")
    )
    assert english == japanese
    assert record_of("ja").agents[1] == "person"


def test_commands_questions_and_moves_are_typed_in_both_languages(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["play", "sevens", *IN_JAPANESE, "--seat", "1", "--seed", "3"]
    for help_word in ("ヘルプ", "help", "\N{FULLWIDTH QUESTION MARK}"):
        shown = played(words, f"{help_word}\nやめる\n", monkeypatch, capsys)
        assert "手の番号か名前を入力します" in shown and shown.endswith(
            "0手でゲームから抜けました。\n"
        )
    for question in ("?パス", "\N{FULLWIDTH QUESTION MARK} パス", "? pass"):
        shown = played(words, f"{question}\nquit\n", monkeypatch, capsys)
        assert "カードを出さずに、パスを1回使います" in shown
    for rules in ("ルール 4.4", "ルール\N{FULLWIDTH DIGIT FOUR}.4", "rules 4.4"):
        assert "SEV-4.4 Pass legal iff" in played(words, f"{rules}\nq\n", monkeypatch, capsys)
    for move in ("パス", "pass", "\N{FULLWIDTH DIGIT TWO}"):
        assert "あなた\N{FULLWIDTH COLON}パス\n" in played(
            words, f"{move}\nq\n", monkeypatch, capsys
        )
    shown = played(words, "ヒント\nlay h9\nq\n", monkeypatch, capsys)
    assert "中級なら\N{FULLWIDTH COLON}パス" in shown and "♥9を出すは選べません。" in shown


def test_the_language_is_taken_from_anywhere_and_checked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for words in (["--language", "ja", "play"], ["play", "--language=ja"]):
        assert split_language(words) == ("ja", ["play"])
    assert refusal(["--language", "eo"], capsys) == "language can't be 'eo'; allowed: en, ja."
    assert refusal(["games", "--language"], capsys) == "language can't be ''; allowed: en, ja."


def test_typed_lines_are_narrowed_and_commands_found() -> None:
    assert narrowed("\N{FULLWIDTH QUESTION MARK}\N{IDEOGRAPHIC SPACE}革命") == "? 革命"
    with in_language("ja"):
        assert with_command("ルール 4") == "rules 4" and with_command("♥5を出す") == "♥5を出す"
    assert with_command("rulesets") == "rulesets"


def test_names_of_agents_and_players() -> None:
    with in_language("ja"):
        words = [
            "person",
            "greedy",
            "montecarlo:budget=64",
            "ismcts:budget=8,policy=best",
            "expert",
        ]
        titles = ["ゲスト", "中級", "探索64", "学習済み木探索8", "上級"]
        assert [agent_title(word, find_game("sevens_v0")) for word in words] == titles
    assert with_seats("中級 2に♠4を渡す", ["中級 1", "中級 2"]) == ("player_1に♠4を渡す")


def test_a_game_without_japanese_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    join_games(monkeypatch)
    note = "このゲームの文は英語だけです。"
    assert note in played([*IN_JAPANESE, "play", "kuhn"], "", monkeypatch, capsys)
    assert note not in played([*IN_JAPANESE, "play", "sevens"], "", monkeypatch, capsys)
    for game in ("kuhn", "sevens"):
        played(
            ["play", game, "--seat", "0", "--record", game], ALWAYS_THE_FIRST, monkeypatch, capsys
        )
        assert main([*IN_JAPANESE, "replay", game]) == 0
        assert capsys.readouterr().out.startswith(f"{note}\n") == (game == "kuhn")
    monkeypatch.setattr(sys, "stdin", Typed(""))
    assert main(["play", "kuhn"]) == 0
    assert "only English" not in capsys.readouterr().out


@pytest.mark.parametrize("width", [20, 33, 47, 62, 80])
def test_no_line_begins_with_a_mark_that_closes(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    words = ["play", "makkaik", "--seat", "1", "--seed", "7", "--against", "random"]
    shown = played(
        [*IN_JAPANESE, *words, "--record", "0"], f"rules\n{ALWAYS_THE_FIRST}", monkeypatch, capsys
    )
    assert main([*IN_JAPANESE, "games"]) == 0
    assert main([*IN_JAPANESE, "games", "makkaik"]) == 0
    listed, *_ = capsys.readouterr().out.partition("\nルール\N{FULLWIDTH COLON}/")
    assert max(map(width_of, listed.splitlines())) <= width
    lines = re.split(r"[\n│┃•]", shown + listed)
    assert [line for line in lines if re.match(r" *[、。」\uff09\uff01\uff1fー]", line)] == []
