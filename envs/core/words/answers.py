"""Answers to a person's question from the topics, the house rules and the clauses of a game."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from fudaba.common.errors import UserError, did_you_mean, shown
from fudaba.common.languages import ENGLISH, language, translator
from fudaba.common.languages.messages import SHARED, has_words
from fudaba.common.yaml_text import read_yaml_file

from ..compiling.sources import SOURCE_ROOT
from ..contract.game import Game, folded
from ..contract.meanings import meaning_of
from ..contract.options import Options
from ..contract.schema import word_of
from ..kit.seats import NOBODY
from ..scene.about import About
from ..scene.scene import COMMON_TOPICS, Label, Scene, pieces
from .names import NUMBER_SIGN, every_move_name, moves_called
from .rulebook import Found, phrase, rulebook
from .sentences import with_names

_, _n = translator("core")

CLAUSE_NUMBER = re.compile(r"[a-z]+-\d+(\.\d+)?[a-z]?|\d+\.\d+[a-z]?", re.IGNORECASE)
# At the end of a text, in brackets.
CLAUSES = re.compile(r" ?[(（][^()（）]*\d+(?:\.\d+)?[a-z]?[)）](?=[.。]?$)")
SECTION = "section "
GLOSSARY = "glossary.ja.yaml"


def english_note(game: Game) -> str:
    """Returns a note that a game's texts are in English only; empty if they are translated."""
    return "" if has_words(game.package) else _("This game speaks only English.")


def answer_about(
    game: Game, options: Options, about: About, refused: str = ""
) -> tuple[list[str], Found]:
    """Returns the lines that explain a piece of the table, and the clauses to read.

    Args:
        game: The game.
        options: The house rules in force.
        about: The topic of the piece, with its values.
        refused: Why the piece can't be played now (`why_not`); empty if it can, or is no own card.
    """
    line, clauses = meaning_of(about, options, game.translate)
    why = [_("Not now: {why}", why=without_clauses(refused))] if refused else []
    return [*why, line], rulebook(game.rules).cited(f"{refused} {clauses} {line}")


def without_clauses(text: str) -> str:
    """Returns a text for people, without the numbers of clauses at its end.

    >>> without_clauses("7 does not beat 8 (CYC-4.6).")
    '7 does not beat 8.'
    """
    return CLAUSES.sub("", text)


def why_not(game: Game, state: np.void, card: About) -> str:
    """Returns why the seat to move can't play a card of its hand now, with the clause.

    That is what is missing for any play, else the reason of the simplest move with the card among
    the kinds of moves that can be made, else the question that is asked. Empty for a dim card,
    which says itself what it is.
    """
    mover, legal = int(state["to_move"]), game.legal_actions(state)
    scene = game.scene(state, mover)
    if any(held.is_dim for held in scene.seats[mover].cards if held.about == card):
        return ""
    if scene.only_pass:
        return scene.only_pass.missing
    kinds = {game.decode(action)[0] for action in legal}
    others = (action for kind in kinds for action in range(kind.first, kind.first + kind.count))
    moves = {action: game.move(state, action) for action in {*others} - {*legal}}
    using = [action for action, move in moves.items() if card in move.cards]
    if not using:
        return scene.question.text
    simplest = min(using, key=lambda one: (len(moves[one].cards), len(moves[one].targets), one))
    return game.words.why_illegal(state, simplest)


def answer(
    game: Game,
    options: Options,
    state: np.void,
    scene: Scene,
    question: str,
    *,
    listed: Sequence[int] = (),
    names: Sequence[str] = (),
) -> tuple[list[str], Found]:
    """Returns the lines that answer a typed question, and the clauses to read.

    Args:
        game: The game.
        options: The house rules in force.
        state: The table whose moves are named.
        scene: The table as the person sees it.
        question: A clause, a section, the number of a listed move, a house rule, or words of the
            table, of a move, of a topic or of the rules, in the current language.
        listed: The moves that the person sees with numbers.
        names: The names of the players, seat by seat; empty for `player_0`, ...

    Raises:
        UserError: The rules do not mention the question.
    """
    book = rulebook(game.rules)
    if CLAUSE_NUMBER.fullmatch(question):
        return [], book.numbered(question)
    if question.startswith(SECTION):
        return [], book.numbered(question.removeprefix(SECTION))
    term = english_term(game, question)
    lines, found = house_rules_called(game, options, term), Found(())
    if about := about_called(game, state, scene, question, listed, names):
        explained, found = answer_about(game, options, about)
        lines = [*explained, *lines]
    found = found or book.cited(" ".join(lines)) or book.defined(term)
    if not (found or lines):
        found = book.mentioned(term)
    if not (found or lines):
        book.check()
        hint = did_you_mean(question, book.vocabulary)
        raise UserError(
            _("the rules say nothing of {question}.{hint}", question=shown(question), hint=hint)
        )
    return lines, found


def about_called(
    game: Game,
    state: np.void,
    scene: Scene,
    question: str,
    listed: Sequence[int],
    names: Sequence[str],
) -> About | None:
    """Returns the topic that some words name: a move, a piece of the table, or a general topic."""
    number = question.removeprefix(NUMBER_SIGN)
    if number != question and number in map(str, range(1, len(listed) + 1)):
        return game.move(state, listed[int(number) - 1]).about
    legal = game.legal_actions(state) if state["to_move"] != NOBODY else []
    asked = _compared(question)
    for label in labels(game, state, scene, legal):
        if asked in {_compared(label.text), _compared(with_names(label.text, names, scene.viewer))}:
            return label.about
    term = english_term(game, question).removeprefix("the ")
    for form in (folded, phrase):  # `passed` is a fact of a player, `passes` the move
        for topic in (*game.words.topics, *COMMON_TOPICS):
            if form(term) in map(form, topic.terms):
                return topic()
    called = moves_called(every_move_name(game, state), legal, question) if legal else []
    return game.move(state, called[0]).about if called else None


def labels(game: Game, state: np.void, scene: Scene, legal: Sequence[int]) -> Iterator[Label]:
    """Yields every name of a thing at a table with its topic, those of legal moves first."""
    for action in legal:
        yield Label(game.words.describe(state, action), game.move(state, action).about)
    yield from pieces(scene)
    yield from labels_of_topics(game)


def labels_of_topics(game: Game) -> Iterator[Label]:
    """Yields the names of a game's topics that do not depend on the table."""
    for topic in (*game.words.topics, *COMMON_TOPICS):
        for sign, values in topic.signs.items():
            yield from (Label(text, topic(**values)) for text in (sign, game.translate(sign)))
        yield from (Label(text, about) for text, about in topic.labels(topic))


def pieces_by_key(scene: Scene, moves: Iterable[About] = ()) -> dict[str, About]:
    """Returns the pieces that a page can ask about, by their keys in the page's messages.

    Args:
        scene: The table as the page shows it.
        moves: The topics of the moves that it shows.
    """
    common = (topic() for topic in COMMON_TOPICS)
    return {about.key: about for about in (*common, *(one.about for one in pieces(scene)), *moves)}


def house_rules_called(game: Game, options: Options, question: str) -> list[str]:
    """Returns `pass_limit=3: How often a player may pass (SEV-4.4)` for a house rule's name."""
    name = "_".join(question.casefold().split())
    field = type(options).model_fields.get(name)
    if not field:
        return []
    meaning = game.translate(field.description or "")
    return [f"{name}={word_of(getattr(options, name))}: {meaning}"]


def english_term(game: Game, question: str) -> str:
    """Returns the English term for words of a game's glossary; other words as they are."""
    if language() == ENGLISH:
        return question
    return next((term for word, term in terms(game).items() if folded(word) == folded(question)),
                question)  # fmt: skip


@cache
def terms(game: Game) -> dict[str, str]:
    """Returns the English terms of a game's glossaries by their Japanese words."""
    ours = (SOURCE_ROOT / "envs" / shared for shared in reversed(SHARED))
    folders = (*ours, game.folder)
    return {word: term for folder in folders for word, term in _entries(folder)}


def _entries(folder: Path) -> Iterator[tuple[str, str]]:
    path = folder / GLOSSARY
    if path.exists():
        yield from ((entry["japanese"], entry["term"]) for entry in read_yaml_file(path))


def _compared(text: str) -> str:
    """Returns words in the form for comparisons, so that `h 7` equals `H7`."""
    return "".join(text.split()).casefold()
