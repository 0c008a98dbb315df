"""The guided first game of a game: `lesson.yaml` beside its rules.

A lesson is a deal with what a person does in it, decision by decision, and bubbles that say why.
All other players are greedy, which decides alike every time, so the seed settles the whole game. A
table is guided if it has the deal of the lesson, as long as its person follows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from fudaba.agents.naming import GREEDY, PERSON
from fudaba.common.languages import ENGLISH, in_language, language
from fudaba.common.yaml_text import read_yaml_file
from fudaba.envs import Game, UserError, player_name

from .plays import plays_of

FILE = "lesson.yaml"


class Strict(BaseModel):
    """Base of the parts of a lesson: refuses unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Bubble(Strict):
    """A thought about the table.

    Attributes:
        at: What it points at: the key of a piece or a zone, `seat 2`, or `#hint`, an element of the
            page of a seat; empty for nothing.
        text: The words by language. `player_1` stands for a player's name.
    """

    at: str = ""
    text: dict[str, str]


class Turn(Strict):
    """A decision of the person.

    Attributes:
        say: What is said before.
        play: The English words of the move, as a play of the position has them.
    """

    say: tuple[Bubble, ...] = ()
    play: str


class Lesson(Strict):
    """A guided first game.

    Attributes:
        seed: The seed of the deal.
        seat: The seat of the person.
        options: House rules by name.
        turns: What the person decides, without what nobody can decide otherwise.
        end: What is said after the first result, or if `is_whole` once the game is over.
        is_whole: Whether it tells about the whole game.
    """

    seed: Annotated[int, Field(ge=0)]
    seat: int
    options: dict[str, Any] = {}
    turns: tuple[Turn, ...]
    end: tuple[Bubble, ...]
    is_whole: bool = False


@dataclass(frozen=True)
class SaidBubble:
    """A bubble in the reader's language; see `Bubble`."""

    at: str
    text: str


@dataclass(frozen=True)
class LessonStep:
    """What a guided game says and wants in a position.

    Attributes:
        bubbles: What is said, in order.
        actions: The ids of the steps of the move to make; empty at the end.
        text: The name of the move.
    """

    bubbles: list[SaidBubble]
    actions: tuple[int, ...]
    text: str


@cache
def lesson_of(game: Game) -> Lesson | None:
    """Returns the guided first game of a game; None if it has none."""
    path = game.folder / FILE
    return Lesson.model_validate(read_yaml_file(path)) if path.exists() else None


def seats_of(game: Game, lesson: Lesson) -> list[str]:
    """Returns the players of a guided first game, seat by seat."""
    count = game.options.read(game.name, lesson.options).num_players
    return [PERSON if seat == lesson.seat else GREEDY for seat in range(count)]


class LessonPlan:
    """What a lesson says and wants at a table with its deal."""

    def __init__(self, game: Game, lesson: Lesson) -> None:
        """Plans a lesson; its moves become known as they come."""
        self._game, self.lesson = game, lesson
        self._moves: list[tuple[int, ...]] = []

    def step(self, past: Sequence[tuple[np.void, int]], now: np.void | None) -> LessonStep | None:
        """Returns the step of the lesson at a decision of the person, or at a result.

        Args:
            past: The steps of the person so far, an unfinished move included: the state before each
                and its action. Those without a choice may be among them.
            now: The present state; None if the person looks at a result.

        Returns:
            The step; None if the person has left the way of the lesson, or has gone beyond it.
        """
        done = 0
        for number, turn in enumerate(self.lesson.turns):
            while done < len(past) and len(self._game.legal_actions(past[done][0])) == 1:
                done += 1
            if number == len(self._moves):
                state = past[done][0] if done < len(past) else now
                if state is None:
                    return None
                self._moves.append(self._actions(state, turn.play))
            move = self._moves[number]
            made = [action for _, action in past[done : done + len(move)]]
            if made != [*move[: len(made)]]:
                return None
            if len(made) < len(move):
                say, left = [] if made else [*turn.say], move[len(made) :]
                return None if now is None else self._asking(say, left, now)
            done += len(move)
        has_gone_on = any(len(self._game.legal_actions(state)) > 1 for state, _ in past[done:])
        return None if has_gone_on else LessonStep(_said(self.lesson.end), (), "")

    def _actions(self, state: np.void, text: str) -> tuple[int, ...]:
        """Returns the actions of the first play with these English words.

        Raises:
            UserError: There is no such play.
        """
        with in_language(ENGLISH, reader=player_name(self.lesson.seat)):
            found = [play.actions for play in plays_of(self._game, state) if play.text == text]
        if not found:
            raise UserError(f"{self._game.name}/{FILE}: there is no play {text!r} here.")
        return found[0]

    def _asking(self, say: list[Bubble], left: tuple[int, ...], now: np.void) -> LessonStep:
        """Returns the step that wants a move, or the rest of one."""
        plays = plays_of(self._game, now)
        text = next((play.text for play in plays if play.actions == left), "")
        return LessonStep(_said(say), left, text or self._game.words.describe(now, left[0]))


def _said(bubbles: Sequence[Bubble]) -> list[SaidBubble]:
    """Returns bubbles in the present language, or else in English."""
    return [
        SaidBubble(bubble.at, bubble.text.get(language()) or bubble.text[ENGLISH])
        for bubble in bubbles
    ]
