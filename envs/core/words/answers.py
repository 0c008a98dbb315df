"""Answers to a person's question from the meanings, the house rules and the clauses of a game."""

import re
from collections.abc import Sequence

import numpy as np

from ....languages import N_, words
from ..checking.errors import UserError, did_you_mean, shown
from ..contract.game import Game
from ..contract.meanings import Meaning, find_meaning
from ..contract.options import Options
from ..contract.schema import word_of
from ..kit.seats import NOBODY
from .names import NUMBER_SIGN, moves_called
from .rulebook import Found, rulebook

_, _n = words("core")

CLAUSE_NUMBER = re.compile(r"[a-z]+-\d+(\.\d+)?[a-z]?|\d+\.\d+[a-z]?", re.IGNORECASE)
SECTION = "section "
COMMON_MEANINGS = (
    Meaning(">", N_("Marks the player whose decision it is."), sign=">"),
    Meaning(r"hand of player_\d", N_("The cards that are left in the hand.")),
    Meaning(
        r"rewards?( [-+]\d+(\.\d+)?)?",
        N_(
            "What the result counts for agents that learn the game. People play for the places "
            "and the points of the rules, from which it follows."
        ),
    ),
    Meaning(
        r"known( of player_\d)?",
        N_("Cards in the hand of another player that you know."),
        sign="known",
    ),
)


def answer(
    game: Game, options: Options, state: np.void, question: str, listed: Sequence[int] = ()
) -> tuple[list[str], Found]:
    """Returns the lines that answer a question, and the clauses to read.

    Raises:
        UserError: The rules do not mention the question.
    """
    book = rulebook(game.rules)
    if CLAUSE_NUMBER.fullmatch(question):
        return [], book.numbered(question)
    if question.startswith(SECTION):
        return [], book.numbered(question.removeprefix(SECTION))
    question = move_named(game, state, question, listed)
    line, meaning = find_meaning(
        (*game.words.meanings, *COMMON_MEANINGS), question, options, game.say
    )
    lines = [*filter(None, [line]), *house_rules_called(game, options, question)]
    if cited := book.cited(" ".join([meaning.clauses, *lines])):
        return lines, cited
    found = book.defined(question) or book.cited(kind_of_move(game, state, question))
    if not (found or lines):
        found = book.mentioned(question)
    if not (found or lines):
        hint = did_you_mean(question, book.vocabulary)
        raise UserError(
            _("the rules say nothing of {question}.{hint}", question=shown(question), hint=hint)
        )
    return lines, found


def move_named(game: Game, state: np.void, question: str, listed: Sequence[int]) -> str:
    """Returns a move's name for its number, `#2`, else the question itself."""
    number = question.removeprefix(NUMBER_SIGN)
    is_listed = number != question and number in map(str, range(1, len(listed) + 1))
    return game.words.describe(state, listed[int(number) - 1]) if is_listed else question


def house_rules_called(game: Game, options: Options, question: str) -> list[str]:
    """Returns `pass_limit=3: How often a player may pass (SEV-4.4)` for a house rule's name."""
    name = "_".join(question.casefold().split())
    field = type(options).model_fields.get(name)
    if not field:
        return []
    meaning = game.say(field.description or "")
    return [f"{name}={word_of(getattr(options, name))}: {meaning}"]


def kind_of_move(game: Game, state: np.void, question: str) -> str:
    """Returns the action table's meaning of the move with this name, or an empty text."""
    if state["to_move"] == NOBODY:
        return ""
    called = moves_called(game, state, game.legal_actions(state), question)
    return game.decode(called[0])[0].meaning if called else ""
