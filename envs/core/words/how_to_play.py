"""HOW_TO_PLAY.md: one page per game for people, with examples from the real game.

An example is a fenced block of YAML that names a position: a seed, house rules, decisions to skip
and moves. The block is replaced by the table as one seat sees it, so an example cannot differ from
what the game does. The browser draws it with its cards; elsewhere it is text.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from fudaba.common.errors import UserError
from fudaba.common.languages import ENGLISH, in_language, language
from fudaba.common.validation import Fault
from fudaba.common.yaml_text import read_yaml

from ..contract.game import Game
from ..kit.seats import NOBODY
from ..scene.scene import Scene
from ..scene.scene_text import draw_text

LAST_LINE = re.compile(r"\n.*\[RULES\.md\]\(RULES\.md\).*\n\Z")  # a link for readers of the file
AIM = re.compile(r"## .+\n\n(.+)")  # the first section
TITLE = re.compile(r"^(?=#)", re.MULTILINE)
EXAMPLE = re.compile(r"^```position\n(.*?)^```$", re.DOTALL | re.MULTILINE)


class Example(BaseModel):
    """A position of a game.

    Attributes:
        seed: The seed of the deal, and of the skipped decisions.
        options: House rules by name.
        skip: Number of decisions from the deal on that are chosen at random.
        moves: Names of the moves after them.
        seat: The seat that looks at the table; None for the player to move.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    seed: Annotated[int, Field(ge=0)]
    options: dict[str, Any] = {}
    skip: Annotated[int, Field(ge=0)] = 0
    moves: tuple[str, ...] = ()
    seat: Annotated[int, Field(ge=0)] | None = None


@dataclass(frozen=True)
class Shown:
    """An example of a page: a position, and the seat from which it is shown.

    Attributes:
        game: The game.
        state: The table.
        seat: The seat that looks at it.
    """

    game: Game
    state: np.void
    seat: int

    @property
    def scene(self) -> Scene:
        """The table as the seat sees it."""
        return self.game.scene(self.state, self.seat)


def page_path(game: Game) -> Path:
    """Returns the path of a game's page in the current language, in the game's folder."""
    name = "HOW_TO_PLAY.md" if language() == ENGLISH else f"HOW_TO_PLAY.{language()}.md"
    return game.folder / name


def aim(game: Game) -> str:
    """Returns the first paragraph of a game's page as plain text, or the game's summary."""
    path = page_path(game)
    found = AIM.search(path.read_text(encoding="utf-8")) if path.exists() else None
    return found[1].replace("*", "") if found else game.translate(game.summary)


def how_to_play(game: Game, level: int = 1) -> str:
    """Returns a game's page as Markdown, its examples drawn as text; empty if it has no page.

    Args:
        game: The game.
        level: The level of the page's title, 1 to 5.

    Raises:
        UserError: An example is no position of the game.
    """
    return "".join(
        f"```text\n{draw_text(part.scene)}\n```" if isinstance(part, Shown) else part
        for part in page_parts(game, level)
    )


def page_parts(game: Game, level: int = 1) -> list[str | Shown]:
    """Returns the parts of a game's page in order: Markdown and examples; empty for no page.

    The last line, a link for readers of the file, is left out.

    Args:
        game: The game.
        level: The level of the page's title, 1 to 5.

    Raises:
        UserError: An example is no position of the game.
    """
    path = page_path(game)
    if not path.exists():
        return []
    text = LAST_LINE.sub("", path.read_text(encoding="utf-8"))
    text = TITLE.sub("#" * (level - 1), text)
    split = enumerate(EXAMPLE.split(text))  # an example after each part of the text but the last
    return [_shown(game, part) if number % 2 else part for number, part in split]


def examples(game: Game) -> list[Example]:
    """Returns the examples of a game's page."""
    text = page_path(game).read_text(encoding="utf-8")
    return [_read(game, block) for block in EXAMPLE.findall(text)]


def position(game: Game, example: Example) -> np.void:
    """Returns the table of an example.

    Raises:
        UserError: The house rules or a move are not allowed, or the game is over before.
    """
    state: np.void = np.zeros(1, game.state_dtype)[0]
    game.options.read(game.name, example.options).write(state)
    state["rng"] = example.seed
    game.kernels.deal(state)
    choices = np.random.default_rng(example.seed)
    for number in range(example.skip):
        if state["to_move"] == NOBODY:
            raise UserError(f"the game is over after {number} decisions; skip is {example.skip}.")
        game.kernels.apply(state, int(choices.choice(game.legal_actions(state))))
    for move in example.moves:
        with in_language(ENGLISH):  # the examples of all languages are the same
            game.kernels.apply(state, game.parse(state, move))
    return state


def _shown(game: Game, block: str) -> Shown:
    example = _read(game, block)
    state = position(game, example)
    return Shown(game, state, int(state["to_move"]) if example.seat is None else example.seat)


def _read(game: Game, block: str) -> Example:
    name = f"{game.name}/HOW_TO_PLAY.md"
    try:
        return Example.model_validate(read_yaml(name, block))
    except ValidationError as error:
        fault = Fault.first_of(error)
        raise UserError(f"{name}: {fault.key or 'the example'}: {fault.message}.") from None
