"""Meanings: one line for a player about each thing on the table, in the game's own words."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ....languages.messages import Say
from .options import Options
from .schema import word_of

Line = str | Callable[[re.Match[str], Any], str]


def always(options: Any) -> bool:
    """Returns True, for a meaning that holds under all house rules."""
    return True


@dataclass(frozen=True)
class Meaning:
    r"""The explanation of a card, a zone, a fact of a seat, a note or a move for a player.

    Attributes:
        form: A regular expression for the English words on the table, in any case: `[SHDC]7`.
            Players are `player_\\d` in it.
        line: One or two short sentences without clause numbers, a message of the game's catalogue
            (`N_`). `{pass_limit}` in them is replaced by the value of that house rule, `{suit}` by
            the group `(?P<suit>...)` of the form, translated if the catalogue has it. Or a function
            of the match and the house rules that returns the line in the current language.
        clauses: The clauses that say more: `SEV-4.4, 4.5`; empty to search the rules for the words.
        sign: An example that the help at the terminal lists as a sign of the table; empty to leave
            it out.
        when: Whether the meaning holds under these house rules.
    """

    form: str
    line: Line
    clauses: str = ""
    sign: str = ""
    when: Callable[[Any], bool] = always

    def of(self, text: str, options: Options, say: Say) -> str:
        """Returns the line for a text, or an empty text if it has another form.

        Args:
            text: The English words on the table.
            options: The house rules in force.
            say: Says a message of the game's catalogue.
        """
        found = re.fullmatch(self.form, text, re.IGNORECASE)
        if not found or not self.when(options):
            return ""
        if callable(self.line):
            return self.line(found, options)
        groups = {name: word and say(word) for name, word in found.groupdict("").items()}
        return say(self.line).format_map({**rules_in_words(options), **groups})


NOTHING_MEANT = Meaning("", "")


def rules_in_words(options: Options) -> dict[str, str]:
    """Returns the values of all house rules as words, by name."""
    return {name: word_of(getattr(options, name)) for name in type(options).model_fields}


def find_meaning(
    meanings: Iterable[Meaning], text: str, options: Options, say: Say
) -> tuple[str, Meaning]:
    """Returns the line of the first meaning that a text has, and that meaning.

    The line is empty if no meaning fits.
    """
    for meaning in meanings:
        if line := meaning.of(text, options, say):
            return line, meaning
    return "", NOTHING_MEANT
