"""Every game has a page that explains it to people, with positions of the real game."""

import re
from pathlib import Path

import pytest

from fudaba.envs import Game, UserError, find_game
from fudaba.envs.core.scene.scene_text import draw_text
from fudaba.envs.core.words import how_to_play as pages
from fudaba.envs.core.words.how_to_play import (
    EXAMPLE,
    LAST_LINE,
    Example,
    aim,
    examples,
    how_to_play,
    page_path,
    position,
)

from .spread import every_game

MOST_WORDS = 700
HEADINGS = ["The aim", "The cards", "Your turn", "The end and the points", "Three hints"]
CLAUSE = re.compile(r"\b[A-Z]{3,4}-\d")
IN_LETTERS = re.compile(r"\b[br][0-8SKE]\b|\([br]\)")  # cards as programs read them
OF_CODE = re.compile(r"(?i)\b(ids?|flat|state|action|mask|deterministic|executable|type id)\b")


def text_of(game: Game) -> str:
    return page_path(game).read_text(encoding="utf-8")


@every_game
def test_a_page_is_short_in_order_and_in_words_of_players(game: Game) -> None:
    text = text_of(game)
    prose = EXAMPLE.sub("", text)
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == HEADINGS
    assert text.startswith("# How to play ") and LAST_LINE.search(text)
    assert len(prose.split()) <= MOST_WORDS
    assert not CLAUSE.findall(prose) and not OF_CODE.findall(prose)
    assert not IN_LETTERS.findall(prose)
    assert "_" not in prose  # names of programs; the table has other names for players, too
    assert len(re.findall(r"^- ", text.partition("## Three hints")[2], re.MULTILINE)) == 3


@every_game
def test_a_page_has_few_examples_from_the_real_game(game: Game) -> None:
    drawn = re.findall(r"^```text\n(.*?)\n```$", how_to_play(game), re.DOTALL | re.MULTILINE)
    assert 1 <= len(drawn) == len(examples(game)) <= 2  # the guided first game shows more
    for example, text in zip(examples(game), drawn, strict=True):
        state = position(game, example)
        seat = int(state["to_move"]) if example.seat is None else example.seat
        assert text == draw_text(game.scene(state, seat))


@every_game
def test_what_readers_of_the_file_need_is_left_out(game: Game) -> None:
    assert "RULES.md" not in how_to_play(game) and "```position" not in how_to_play(game)


def test_the_title_can_have_another_level_and_the_aim_is_the_first_paragraph() -> None:
    game = find_game("sevens_v0")
    page = how_to_play(game, level=2)
    assert page.startswith("## How to play Sevens\n\n### The aim\n\n" + aim(game) + "\n")
    assert aim(find_game("seki_v0")).startswith("Be the first to empty your hand.")


def test_an_example_is_the_position_after_its_moves() -> None:
    game = find_game("makhup_v0")
    before = position(game, Example(seed=3))
    after = position(game, Example(seed=3, moves=("play 0+1+2 on 3",)))
    assert before["to_move"] == 0 and after["to_move"] == 1
    assert after["hand_sizes"][0] == before["hand_sizes"][0] - 3


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ("seed: -1", "sevens_v0/HOW_TO_PLAY.md: seed: "),
        ("skip: 3", "sevens_v0/HOW_TO_PLAY.md: seed: Field required."),
        ("seed: 1\nhands: 3", "sevens_v0/HOW_TO_PLAY.md: hands: "),
        ("seed: 1\noptions: {wind: 3}", "there is no option 'wind'"),
        ("seed: 1\nmoves: [lay S1]", "there is no legal move 'lay S1'"),
        ("seed: 8\nskip: 900", "the game is over after "),
    ],
)
def test_a_wrong_example_is_refused(
    block: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "HOW_TO_PLAY.md"
    page.write_text(f"# How to play\n\n```position\n{block}\n```\n", encoding="utf-8")
    monkeypatch.setattr(pages, "page_path", lambda game: page)
    with pytest.raises(UserError, match=re.escape(message)):
        how_to_play(find_game("sevens_v0"))
