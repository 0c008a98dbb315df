"""The documentation: what it shows runs, and what it names exists.

All Python blocks of a page run one after the other, as a reader would run them. A word behind
the language leaves a block out, and the list of skipped tests names it:

    ```python minutes         takes minutes
    ```python needs tianshou  needs a package that is not installed here
    ```text printed           is among what the blocks print
"""

import importlib.util
import re
import shlex
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NoReturn
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from fudaba.cli.helping import ArgumentReader
from fudaba.cli.main import main
from fudaba.envs import find_game, game_names
from fudaba.evaluation.over import read_over
from fudaba.training.config import read_config

ROOT = Path(__file__).parents[1]
FOLDERS = {path.name for path in ROOT.iterdir() if (path / "__init__.py").exists()} | {"docs"}
LEFT_OUT = ("minutes", "needs")
FRONT_PAGE = "README.md"
MOST_LINES, LARGEST_PICTURE = 150, 150_000

GAME_ID = re.compile(r"\w+_v\d+")
HOUSE_RULE = re.compile(r"\w+=\S+")
REPOSITORY_PATH = re.compile(rf"({'|'.join(sorted(FOLDERS))})/[\w./-]*")
TARGET = re.compile(r"^\(([\w-]+)\)=$", re.MULTILINE)
LINK_TO_TARGET = re.compile(r"\]\(#([\w-]+)\)")


def load_game_pages() -> Any:
    """The Sphinx extension, which is in no package."""
    path = ROOT / "docs" / "extensions" / "game_pages.py"
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location("game_pages", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GAME_PAGES = load_game_pages()
GENERATED = Path("docs") / GAME_PAGES.FOLDER


def test_a_game_that_the_gallery_does_not_show_yet_has_a_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = dict(GAME_PAGES.stretches())
    monkeypatch.setattr(GAME_PAGES, "stretches", lambda: known)
    whole = GAME_PAGES.pages()["sevens_v0"]
    del known["sevens_v0"]
    without = GAME_PAGES.pages()["sevens_v0"]
    assert "<picture>" in whole and "## A table" in whole
    assert "<picture>" not in without and "## A table" not in without
    assert "## Actions" in without


@cache
def generated() -> dict[str, str]:
    """The pages of the games, by name."""
    pages: dict[str, str] = GAME_PAGES.pages()
    return pages


def written_pages() -> list[str]:
    """The pages that somebody wrote, by their paths in the repository."""
    paths = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    pages = [path.relative_to(ROOT) for path in paths]
    return sorted(str(page) for page in pages if GENERATED not in page.parents)


PAGES = written_pages()


@cache
def tokens(page: str) -> list[Token]:
    return MarkdownIt().parse((ROOT / page).read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Block:
    """A block of code: where it begins, the words behind its language, and what it says."""

    page: str
    line: int
    words: tuple[str, ...]
    code: str

    @property
    def why_left_out(self) -> str:
        """Why it can't run here; empty if it can."""
        if self.words[:1] == ("needs",):
            missing = [name for name in self.words[1:] if importlib.util.find_spec(name) is None]
            return f"needs {', '.join(missing)}" if missing else ""
        return "takes minutes" if self.words == ("minutes",) else ""

    def compile(self) -> Any:
        """The code, with the line numbers of the page."""
        return compile("\n" * self.line + self.code, str(ROOT / self.page), "exec")


def blocks(language: str, *pages: str) -> Iterator[Block]:
    for page in pages:
        for token in tokens(page):
            if token.type == "fence" and token.info.split()[:1] == [language]:
                assert token.map
                words = tuple(token.info.split()[1:])
                yield Block(page, token.map[0] + 1, words, token.content)


# Python


@pytest.mark.parametrize(
    "page", sorted({block.page for block in blocks("python", *PAGES)} - {FRONT_PAGE})
)
def test_the_python_of_a_page_runs(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks("python", page):
        assert block.words[:1] in [(), *[(word,) for word in LEFT_OUT]], block
        if not block.why_left_out:
            exec(block.compile(), names)
    out = capsys.readouterr().out
    assert all(block.code in out for block in blocks("text", page) if block.words == ("printed",))


@pytest.mark.parametrize(
    "block",
    [block for block in blocks("python", *PAGES) if block.why_left_out],
    ids=lambda block: f"{block.page}:{block.line}",
)
def test_python_that_is_left_out_compiles(block: Block) -> None:
    block.compile()
    pytest.skip(f"{block.page}:{block.line} is not run: {block.why_left_out}")


def test_only_marked_python_is_left_out() -> None:
    marks = [(), ("minutes",), ("needs", "no_such_package"), ("needs", "numpy")]
    reasons = [Block("page", 1, mark, "").why_left_out for mark in marks]
    assert reasons == ["", "takes minutes", "needs no_such_package", ""]


@pytest.mark.parametrize("name", game_names())
def test_the_python_of_a_game_page_runs(name: str) -> None:
    fences = [token for token in MarkdownIt().parse(generated()[name]) if token.info == "python"]
    assert fences
    for fence in fences:
        exec(fence.content, {})


# Commands


def command_lines() -> list[tuple[str, int, str]]:
    """Page, line and text of every command in the blocks for the shell."""
    return [
        (block.page, block.line + number, line)
        for block in blocks("sh", *PAGES)
        for number, line in enumerate(block.code.splitlines(), start=1)
        if shlex.split(line, comments=True)
    ]


class StoppedBeforeRunningError(Exception):
    """A command has read its words and would run now."""


@pytest.fixture
def _parse_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands stop as soon as they have read their words."""
    read = ArgumentReader.read

    def stop(reader: ArgumentReader, words: Sequence[str]) -> NoReturn:
        read(reader, words)
        raise StoppedBeforeRunningError

    monkeypatch.setattr(ArgumentReader, "read", stop)
    monkeypatch.chdir(ROOT)


@pytest.mark.usefixtures("_parse_only")
@pytest.mark.parametrize(("page", "line", "command"), command_lines())
def test_a_command_can_be_read(page: str, line: int, command: str) -> None:
    program, *words = shlex.split(command, comments=True)
    if program == "make":
        targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
        assert set(words) <= set(targets)
    if program == "fudaba":
        check_command(words)


def check_command(words: list[str]) -> None:
    """Reads a command's words, and checks its game and house rules."""
    with suppress(StoppedBeforeRunningError):
        assert main(words) == 0
    ids = [word for word in words if GAME_ID.fullmatch(word)]
    rules = [word for word in words if HOUSE_RULE.fullmatch(word)]
    if words[0] == "train" and rules:
        ids = [read_config(words[1]).game]
    for game in map(find_game, ids):
        for name, values in read_over(rules, game, {}).items():
            for value in values:
                game.options.read(game.name, {name: value})


@pytest.mark.usefixtures("_parse_only")
@pytest.mark.parametrize(
    "command",
    [
        "tournament sevens_v0",
        "arena whist_v0 random",
        "arena sevens_v0 random --dealz 5",
        "arena sevens_v0 random --deals many",
        "arena sevens_v0 random --options pass_limit=99",
        "balance sevens_v0 --vary pass_limit=0,99",
        "train sevens/nothing",
        "train sevens/ppo --ppo.gama 1",
        "train sevens/ppo --options blood=1",
    ],
)
def test_a_wrong_command_would_be_found(command: str) -> None:
    with pytest.raises((AssertionError, ValueError)):
        check_command(command.split())


@pytest.mark.parametrize(
    "block", list(blocks("console", *PAGES)), ids=lambda block: f"{block.page}:{block.line}"
)
def test_a_command_prints_what_stands_below_it(
    block: Block,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Only the names of the files, in the last line, are left out."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    command, shown = block.code.split("\n", maxsplit=1)
    assert main(shlex.split(command.removeprefix("$ fudaba "))) == 0
    printed = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert printed[:-1] == shown.splitlines()


# Paths


def inline(page: str) -> Iterator[Token]:
    """All inline elements of a page."""
    for token in tokens(page):
        yield from token.children or ()


@pytest.mark.parametrize("page", PAGES)
def test_paths_of_the_repository_exist(page: str) -> None:
    spans = [token.content for token in inline(page) if token.type == "code_inline"]
    paths = [span for span in spans if REPOSITORY_PATH.fullmatch(span)]
    assert not [path for path in paths if not (ROOT / path).exists()]


@pytest.mark.parametrize(
    "picture", sorted((ROOT / "docs").rglob("*.svg")), ids=lambda picture: picture.stem
)
def test_a_picture_brings_its_colours(picture: Path) -> None:
    """Beside a page it stands alone: what it takes from a report's page is undefined there."""
    text = picture.read_text(encoding="utf-8")
    ElementTree.fromstring(text)
    assert "var(" not in text and "currentColor" not in text


@pytest.mark.parametrize("page", PAGES)
def test_pictures_are_there_and_said_in_words(page: str) -> None:
    for token in inline(page):
        if token.type == "image":
            path = (ROOT / page).parent / str(token.attrs["src"])
            assert path.is_file() and path.stat().st_size < LARGEST_PICTURE, path
            assert len(token.content) > 15, f"{path}: no alternative text"  # Japanese has no spaces


# The front page


def test_the_front_page_is_for_the_first_minute() -> None:
    text = (ROOT / FRONT_PAGE).read_text(encoding="utf-8")
    assert len(text.splitlines()) < MOST_LINES
    first, second = next(blocks("sh", FRONT_PAGE)).code.splitlines()
    assert first.startswith("make demo ") and second.startswith("make test ")


def test_the_python_of_the_front_page_prints_what_stands_below_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    [code], [shown] = blocks("python", FRONT_PAGE), blocks("text", FRONT_PAGE)
    exec(code.compile(), {})
    assert capsys.readouterr().out == shown.code


def code_of(row: list[str]) -> list[str]:
    """What stands between backticks in a row of a table."""
    return [span for cell in row for span in re.findall(r"`([^`]+)`", cell)]


@pytest.mark.usefixtures("_parse_only")
def test_the_doors_of_the_front_page_open() -> None:
    text = (ROOT / FRONT_PAGE).read_text(encoding="utf-8")
    above = text.split("\n## Which door do I need?\n")[1].split("\n| ")[0]
    names: dict[str, Any] = {}
    exec("\n".join(code_of([above])), names)
    doors = [span for row in rows(text, "Which door do I need?") for span in code_of(row)]
    for door in doors:
        if door.endswith(")"):
            assert eval(door, names)
        elif door.startswith("fudaba "):
            check_command(shlex.split(door)[1:])
    assert len(doors) > 10


def test_the_front_page_has_all_games_and_their_speeds() -> None:
    text = (ROOT / FRONT_PAGE).read_text(encoding="utf-8")
    shown = {code_of(row)[0]: row for row in rows(text, "The games")}
    assert shown.keys() == set(game_names())
    speeds = {row[0]: row[1:] for row in rows(text, "Speed")}
    for name, (how, rules, players, summary) in shown.items():
        game = find_game(name)
        folder = game.rules.parent.relative_to(ROOT)
        assert how.startswith(f"[{game.title}]({folder}/HOW_TO_PLAY.md)")
        assert rules == f"[`{name}`]({folder}/RULES.md)"
        assert players == GAME_PAGES.players(game)
        assert summary == game.summary
        assert len(speeds[game.title]) == 4 and all(speeds[game.title])


# The pages of the games


def rows(text: str, heading: str) -> list[list[str]]:
    """The cells of the table below a heading, without its head."""
    part = text.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[1:]]


def test_every_game_has_its_pages() -> None:
    wanted = {"index", "gallery", *game_names(), *(f"{name}_rules" for name in game_names())}
    wanted |= {f"{name}_rules" for name in GAME_PAGES.shared_rules()}
    wanted |= {name.replace("_rules", "_code") for name in wanted if name.endswith("_rules")}
    assert generated().keys() == wanted
    for name in game_names():
        assert f"({name}.md)" in generated()["index"]


def ends(span: str) -> tuple[int, int]:
    """The ends of `3 to 7`, or of `3`."""
    first, _, last = span.partition(" to ")
    return int(first), int(last or first)


@pytest.mark.parametrize("name", game_names())
def test_the_tables_of_a_game_page_are_the_game(name: str) -> None:
    game, page = find_game(name), generated()[name]
    options = rows(page, "House rules")
    assert [row[0] for row in options] == [f"`{name}`" for name in game.options.model_fields]
    assert all(cell for row in options for cell in row), "an option lacks a word or its clause"
    actions = rows(page, "Actions")
    assert [row[1] for row in actions] == [kind.name for kind in game.actions]
    assert [ends(row[0])[0] for row in actions] == [kind.first for kind in game.actions]
    assert ends(actions[-1][0])[1] == game.num_actions - 1
    fields = rows(page, "Observation")
    assert [row[0] for row in fields] == [f"`{field.name}`" for field in game.fields]
    for row, field in zip(fields, game.fields, strict=True):
        assert game.view_dtype.fields
        offset = game.view_dtype.fields[field.name][1]
        assert ends(row[2])[0] == offset // game.observation_dtype.itemsize
        assert ends(row[3]) == (field.low, field.high)
        assert row[4] == ("the viewer" if field.private else "all")
    assert ends(fields[-1][2])[1] == game.observation_size - 1


def test_defaults_are_written_as_one_types_them() -> None:
    fields = find_game("sevens_v0").options.model_fields
    shown = {name: GAME_PAGES.option_row(name, field)[3] for name, field in fields.items()}
    assert shown["voluntary_pass"] == "`on`"
    assert shown["jokers"] == "`0`"
    assert shown["tunnel"] == "`ring`"


def test_clauses_that_are_cited_are_targets_and_no_target_stands_twice() -> None:
    targets = Counter(name for text in generated().values() for name in TARGET.findall(text))
    assert targets["sev-4-3b"] == targets["sevens_v0-9"] == 1
    assert set(targets.values()) == {1}
    for page, text in generated().items():
        links = set(LINK_TO_TARGET.findall(text))
        assert links <= targets.keys(), page
        assert links or page not in game_names(), page


def test_the_rules_page_leaves_no_line_out() -> None:
    for name in game_names():
        page = re.sub(r"\[([^]]*)\]\(#[\w-]+\)", r"\1", generated()[f"{name}_rules"])
        kept = " ".join(page.replace("**", "").split())
        for line in find_game(name).rules.read_text(encoding="utf-8").splitlines():
            text = re.sub(r"^(- (?=[A-Z]+-)| +[a-z]\. )", "", line)
            assert " ".join(text.replace("**", "").split()) in kept, line


def test_a_clause_names_its_functions_and_its_tests() -> None:
    page = generated()["sevens_v0_rules"]
    below = page.partition("(sev-4-1)=")[2].partition("(sev-4-2)=")[0]
    code, tests = below.partition("Code: ")[2].split("Tests: ")
    assert "[`next_rank`](#code-sevens-rules-next-rank)" in code
    name, line = re.findall(r"`(test_\w+\.py):(\d+)`", tests)[0]
    text = (ROOT / "tests" / "sevens" / name).read_text(encoding="utf-8").splitlines()
    assert text[int(line) - 1].startswith("def test_SEV_4_1")


def test_the_code_pages_show_functions_that_are_there() -> None:
    shown = 0
    for page, text in generated().items():
        for path, name in re.findall(r"literalinclude} ../../(\S+)\n:pyobject: (\w+)", text):
            assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), page
            shown += 1
    assert shown > 400, "the functions of twelve games"


def test_pages_of_games_that_are_gone_go_too(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "whist_v0.md").write_text("# Whist\n")
    GAME_PAGES.write_pages(folder)
    assert {path.stem for path in folder.iterdir()} == set(generated())
