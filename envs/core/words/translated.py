"""English words for questions in another language, and a note for games without messages in it."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ....languages import ENGLISH, in_language, language, words
from ....languages.messages import SHARED, has_words
from ..checking.yaml_text import read_yaml_file
from ..contract.game import Game, folded
from ..kit.seats import NOBODY
from ..scene.scene import Scene

_, _n = words("core")

GLOSSARY = "glossary.ja.yaml"
NOT_SHOWN = ("colour", "look", "mark")  # attributes of a scene


def english_note(game: Game) -> str:
    """Returns a line that says that a game speaks only English; empty if it speaks as asked."""
    return "" if has_words(game.domain) else _("This game speaks only English.")


def texts_of(content: Any) -> Iterator[str]:
    """Yields all texts of a scene or a moment, in the order of its attributes."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, tuple | list):
        for part in content:
            yield from texts_of(part)
    elif is_dataclass(content):
        for field in fields(content):
            if field.name not in NOT_SHOWN:
                yield from texts_of(getattr(content, field.name))


def in_english(game: Game, state: np.void, scene: Callable[[], Scene], question: str) -> str:
    """Returns the English words of a question in the current language.

    Looks first among the names of the legal moves, then among the words of the table, then among
    the terms of the glossary.

    Args:
        game: The game.
        state: The table whose legal moves are named.
        scene: Makes the scene that the person sees, in the current language.
        question: The words.

    Returns:
        The same words if they are English, or mean nothing.
    """
    if language() == ENGLISH:
        return question

    legal = [] if state["to_move"] == NOBODY else game.legal_actions(state)

    def said() -> list[str]:
        moves = [game.words.describe(state, action) for action in legal]
        return [*moves, *texts_of(scene())]

    shown = said()
    with in_language(ENGLISH):
        english = said()
    meant = [*zip(shown, english, strict=True), *terms(game).items()]
    asked = folded(question)
    return next((term for word, term in meant if folded(word) == asked), question)


@cache
def terms(game: Game) -> dict[str, str]:
    """Returns the English terms of a game's glossaries by their Japanese words."""
    envs = game.rules.parents[1]
    folders = (*(envs / shared for shared in reversed(SHARED)), game.rules.parent)
    return {word: term for folder in folders for word, term in _entries(folder)}


def _entries(folder: Path) -> Iterator[tuple[str, str]]:
    path = folder / GLOSSARY
    if path.exists():
        yield from ((entry["japanese"], entry["term"]) for entry in read_yaml_file(path))
