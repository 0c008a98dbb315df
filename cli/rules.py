"""Answers questions about the rules at the table: `rules`, `rules 5.3`, `? WORD`."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np
from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from fudaba.common.languages import N_, translator
from fudaba.envs import Game, Options, Scene
from fudaba.envs.core.contract.game import folded
from fudaba.envs.core.contract.meanings import meaning_of
from fudaba.envs.core.scene.lines import padded, width_of, wrapped
from fudaba.envs.core.scene.scene import COMMON_TOPICS
from fudaba.envs.core.scene.scene_text import draw_text
from fudaba.envs.core.words.answers import (
    SECTION,
    answer,
    house_rules_called,
)
from fudaba.envs.core.words.how_to_play import Shown, page_parts
from fudaba.envs.core.words.rulebook import Clause, RuleBook, markdown_lines, rulebook

from .broken import Broken, MarkdownPage

_, _n = translator("cli")

HELP = N_("""\
  ? WORD  what a card, an effect, a move or a word of the table means: ? pass
  rules   how to play; rules 4 is a section of the rules, rules 4.3 a clause""")
READ_ON = N_(
    "rules 4 shows a section, rules 4.3 a clause; ? WORD finds the clause of a card, an effect, a "
    "move or a word of the table."
)
QUESTION = re.compile(r"(\?|help\b|rules\b) ?(.*)")
SECTION_NUMBER = re.compile(r"\d+[a-z]?")
WIDEST_TABLE = 7  # columns
MOST_OTHERS = 8


def asked(line: str) -> str | None:
    """Returns the question in a line: `trade` for `? TRADE`, `section 4` for `rules 4`.

    Returns:
        Empty for `rules` alone; None if the line is no question.
    """
    found = QUESTION.fullmatch(folded(line))
    if not found:
        return None
    verb, question = found.groups()
    if verb == "rules":
        return SECTION * bool(SECTION_NUMBER.fullmatch(question)) + question
    return question or None


def show_meaning(
    console: Console,
    game: Game,
    options: Options,
    state: np.void,
    scene: Scene,
    question: str,
    *,
    listed: Sequence[int] = (),
    names: Sequence[str] = (),
) -> None:
    """Prints the answer to a question that `asked` has read.

    Args:
        console: Where to.
        game: The game.
        options: The house rules at the table.
        state: The table.
        scene: The table as the person sees it.
        question: See `answer`; empty for the game as a whole.
        listed: The moves shown with numbers.
        names: The names of the players, seat by seat.

    Raises:
        UserError: The rules have no answer.
    """
    book = rulebook(game.rules)
    if not question:
        show_contents(console, game, book)
        return
    lines, found = answer(game, options, state, scene, question, listed=listed, names=names)
    for line in lines:
        console.print(Text(wrapped(line, console.width)))
    is_explained = lines != house_rules_called(game, options, question)
    if is_explained and found:  # the clauses are shown only if they are asked for
        numbers = _(", ").join(_("rules {number}", number=one.number) for one in found.clauses)
        console.print(Text(wrapped(_("More: {numbers}.", numbers=numbers), console.width)))
        return
    for clause in found.clauses:
        console.print(as_markdown(clause))
    if found.others:
        others = _(", ").join(found.others[:MOST_OTHERS])
        console.print(Text(wrapped(_("Also in {clauses}.", clauses=others), console.width)))


def sign_words(game: Game, options: Options) -> str:
    """Returns a game's signs, such as `*`, with their meanings, as lines of text."""
    signs = {
        game.translate(sign): meaning_of(topic(**values), options, game.translate)[0]
        for topic in (*COMMON_TOPICS, *game.words.topics)
        for sign, values in topic.signs.items()
    }
    signs = {sign: line for sign, line in signs.items() if line}
    width = max(map(width_of, signs))
    lines = (f"  {padded(sign, width)}  {line}" for sign, line in signs.items())
    return "\n".join([_("On the table:"), *map(wrapped, lines)])


def show_contents(console: Console, game: Game, book: RuleBook) -> None:
    """Prints how the game is played, or its summary, and the contents of its rules."""
    parts = page_parts(game)
    for part in parts:
        drawn = (
            Broken(Text(draw_text(part.scene))) if isinstance(part, Shown) else MarkdownPage(part)
        )
        console.print(drawn)
    if not parts:
        console.print(Text(wrapped(game.translate(game.summary), console.width)))
    book.check()
    sections = ", ".join(f"{one.section} {one.title}" for one in book.headings())
    for line in (_("Sections: {sections}.", sections=sections), _(READ_ON)):
        console.print(Text(wrapped(line, console.width)))
    console.print(Text(_("All of it: {path}", path=book.path)), soft_wrap=True)


def as_markdown(clause: Clause) -> Markdown:
    """Returns a clause as Markdown, its number in front and wide tables turned."""
    return Markdown("\n".join(turned(markdown_lines(clause))))


def turned(lines: Sequence[str]) -> Iterator[str]:
    """Yields lines with the columns of wide tables turned into rows."""
    for is_table, group in groupby(lines, key=lambda line: line.startswith("|")):
        rows = list(group)
        cells = [row.strip("|").split("|") for row in rows]
        if is_table and len(cells[0]) > WIDEST_TABLE:
            heads, _line, *others = cells  # the second row only underlines the heads
            rows = [f"|{'|'.join(row)}|" for row in zip(heads, *others, strict=True)]
            rows.insert(1, "|---" * len(rows[0].strip("|").split("|")) + "|")
        yield from rows
