"""The Japanese words of the games are whole, and the Japanese pages follow the English ones."""

import re
from collections import Counter
from pathlib import Path
from typing import Annotated, Self

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from fudaba.common.yaml_text import read_yaml_file
from fudaba.envs import Game
from fudaba.envs.core.words.how_to_play import EXAMPLE, page_path

from .spread import every_game

ENVS = Path(__file__).parents[1] / "envs"
FRENCH, KIKISEN = ("core", "cards"), ("core", "kikisen")
BUILDS_ON: dict[str, tuple[str, ...]] = {
    "core": (),
    "cards": ("core",),
    "kikisen": ("core",),
    "sevens": FRENCH,
    "killer_sevens": FRENCH,
    "daifugo": FRENCH,
    "tyrant": FRENCH,
    "seki": ("core",),
    **dict.fromkeys(
        ("cyclic", "makhup", "makkaik", "mokkaik", "namto", "niekhi", "taxot"), KIKISEN
    ),
}
KANJI = re.compile(r"[々〆㐀-䶿一-鿿\U00020000-\U0003FFFF]")
LAST_LINE = (
    "条文ごとの正確なルール\N{FULLWIDTH COLON}[RULES.md](RULES.md)"
    "\N{FULLWIDTH LEFT PARENTHESIS}英語\N{FULLWIDTH RIGHT PARENTHESIS}\n"
)
HEADING = re.compile(r"^(#+) ", re.MULTILINE)
LATIN = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
PLAYER_OR_CARD = re.compile(r"player_\d|[A-Za-z]\d*|[SHDC](10|[2-9AJQK])|[br][0-8SKE]")

Text = Annotated[str, Field(min_length=1)]


class Entry(BaseModel):
    """A word of a game.

    Attributes:
        term: The word as RULES.md and the interface say it.
        japanese: The word in Japanese.
        reading: How it is read; may be empty where it has no kanji.
        source: The number of the source file with its section, or `none`.
        note: What there is to say about the choice; may be empty.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    term: Text
    japanese: Text
    reading: Annotated[str, Field(pattern=r"^[ぁ-ゖァ-ヺー・0-9]*$")] = ""
    source: Annotated[str, Field(pattern=r"^(none|00[0-4], \S.*)$")]
    note: str = ""

    @model_validator(mode="after")
    def _kanji_have_a_reading(self) -> Self:
        if KANJI.search(self.japanese) and not self.reading:
            raise ValueError(f"{self.japanese} has no reading")
        return self


def glossary(folder: str) -> list[Entry]:
    """The entries of a folder's own glossary."""
    return [*map(Entry.model_validate, read_yaml_file(ENVS / folder / "glossary.ja.yaml"))]


def all_words(folder: str) -> list[Entry]:
    """The entries of a folder's glossary and of those that it builds on."""
    return [entry for part in (*BUILDS_ON[folder], folder) for entry in glossary(part)]


def foreign_words(prose: str, allowed: set[str]) -> list[str]:
    """The words of Latin letters that are no player, card or allowed word."""
    words = LATIN.findall(prose)
    return [word for word in words if word not in allowed and not PLAYER_OR_CARD.fullmatch(word)]


def japanese_page(game: Game) -> Path:
    return page_path(game).with_name("HOW_TO_PLAY.ja.md")


@pytest.mark.parametrize("folder", BUILDS_ON)
def test_every_entry_is_valid_and_no_term_comes_twice(folder: str) -> None:
    counts = Counter(entry.term for entry in all_words(folder))
    assert [term for term, count in counts.items() if count > 1] == []


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("term", ""),
        ("term", 7),
        ("japanese", ""),
        ("reading", ""),
        ("reading", "革めい"),
        ("reading", "kakumei"),
        ("source", "革命"),
        ("source", "005, 革命"),
        ("because", "of the source"),
    ],
)
def test_a_wrong_entry_is_refused(key: str, value: object) -> None:
    entry = {"term": "revolution", "japanese": "革命", "reading": "かくめい", "source": "004, 革命"}
    Entry.model_validate(entry)
    with pytest.raises(ValidationError):
        Entry.model_validate({**entry, key: value})


@every_game
def test_a_game_and_its_house_rules_have_japanese_names(game: Game) -> None:
    terms = {entry.term for entry in all_words(game.rules.parent.name)}
    assert {*game.options.model_fields} <= terms
    assert {game.title, game.title.casefold()} & terms


@every_game
def test_a_page_has_the_headings_and_positions_of_the_english_one(game: Game) -> None:
    page, english = (
        path.read_text(encoding="utf-8") for path in (japanese_page(game), page_path(game))
    )
    assert HEADING.findall(page) == HEADING.findall(english)
    assert EXAMPLE.findall(page) == EXAMPLE.findall(english)
    assert page.endswith(f"\n\n{LAST_LINE}")


@every_game
def test_a_page_can_be_read_without_english(game: Game) -> None:
    page = japanese_page(game).read_text(encoding="utf-8").removesuffix(LAST_LINE)
    words = " ".join(entry.japanese for entry in all_words(game.rules.parent.name))
    allowed = {*game.options.model_fields, *LATIN.findall(words)}
    assert foreign_words(EXAMPLE.sub("", page), allowed) == []


def test_foreign_words_are_found() -> None:
    prose = "player_1は♥Qとb4をpass_limitまで出し、H10でpassします。J-back、player_1s。"
    assert foreign_words(prose, {"pass_limit"}) == ["pass", "back", "player_1s"]
