"""Lines for a player about the things on the table, in the game's own words."""

from collections.abc import Mapping

from fudaba.common.languages.messages import Translate

from ..scene.about import About, Meaning
from .options import Options
from .schema import word_of


def meaning_of(about: About, options: Options, say: Translate) -> tuple[str, str]:
    """Returns the line that explains a piece of the table, and the clauses with the details.

    Both are empty if no meaning of its topic holds under the house rules.

    Args:
        about: The topic of the piece, with its values.
        options: The house rules in force.
        say: Says a message of the game's catalogue.
    """
    meaning: Meaning | None = about.topic.meaning
    while meaning and not meaning.when(options):
        meaning = meaning.otherwise
    if not meaning:
        return "", ""
    values = dict(about.values)
    clauses = meaning.clauses or about.topic.clauses
    if callable(meaning.line):
        return meaning.line(options, **values), clauses
    return say(meaning.line, **{**rules_in_words(options), **values}), clauses


def rules_in_words(options: Options) -> Mapping[str, str]:
    """Returns the values of all house rules as words, by name."""
    return {name: word_of(getattr(options, name)) for name in type(options).model_fields}
