"""Answers to a person's question from the rules, the house rules and the signs of a table."""

import re
from collections.abc import Sequence

import numpy as np

from ..checking.errors import UserError, did_you_mean, shown
from ..contract.game import Game
from ..contract.options import Options
from ..contract.schema import word_of
from ..kit.seats import NOBODY
from ..scene.scene import Sign
from .names import NUMBER_SIGN, moves_called
from .rulebook import Found, rulebook

CLAUSE_NUMBER = re.compile(r"[a-z]+-\d+(\.\d+)?[a-z]?|\d+\.\d+[a-z]?")
SECTION = "section "
COMMON_SIGNS = (
    Sign(">", "whose decision it is"),
    Sign("known", "cards that you know in the hand of another"),
)


def answer(
    game: Game, options: Options, state: np.void, question: str, listed: Sequence[int] = ()
) -> tuple[list[str], Found]:
    """Returns a line for each sign and house rule that matches, and the clauses to read.

    Raises:
        UserError: The rules do not mention the question.
    """
    book = rulebook(game.rules)
    if CLAUSE_NUMBER.fullmatch(question):
        return [], book.numbered(question)
    if question.startswith(SECTION):
        return [], book.numbered(question.removeprefix(SECTION))
    question = move_named(game, state, question, listed)
    lines = [*signs_like(game, question), *house_rules_called(options, question)]
    if lines and (cited := book.cited(" ".join(lines))):
        return lines, cited
    found = book.defined(question) or book.cited(kind_of_move(game, state, question))
    if not (found or lines):
        found = book.mentioned(question)
    if not (found or lines):
        hint = did_you_mean(question, book.vocabulary)
        raise UserError(f"the rules say nothing of {shown(question)}.{hint}")
    return lines, found


def move_named(game: Game, state: np.void, question: str, listed: Sequence[int]) -> str:
    """Returns a move's name for its number, `#2`, else the question itself."""
    number = question.removeprefix(NUMBER_SIGN)
    is_listed = number != question and number in map(str, range(1, len(listed) + 1))
    return game.words.describe(state, listed[int(number) - 1]) if is_listed else question


def signs_like(game: Game, question: str) -> list[str]:
    """Returns `3a*: face up for good` for each sign of the table that matches."""
    signs = (*COMMON_SIGNS, *game.words.signs)
    return [f"{question}: {sign.meaning}" for sign in signs if sign.fits(question)]


def house_rules_called(options: Options, question: str) -> list[str]:
    """Returns `pass_limit=3: How often a player may pass (SEV-4.4)` for a house rule's name."""
    name = "_".join(question.casefold().split())
    field = type(options).model_fields.get(name)
    return [f"{name}={word_of(getattr(options, name))}: {field.description}"] if field else []


def kind_of_move(game: Game, state: np.void, question: str) -> str:
    """Returns the action table's meaning of the move with this name, or an empty text."""
    if state["to_move"] == NOBODY:
        return ""
    called = moves_called(game, state, game.legal_actions(state), question)
    return game.decode(called[0])[0].meaning if called else ""
