"""The topics of the pieces of a table, as data beside their words: a suit, a count, a zone.

A game declares its topics in its module `meanings`. A page, the terminal and the replay ask about
a piece by its topic and values, so no words are read back.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, Self

import numpy as np

Value = int | float | str | tuple["Value", ...]
Labels = Callable[["Topic"], Iterable[tuple[str, "About"]]]


def always(rules: Any) -> bool:
    """Returns True, for a meaning that holds under all house rules."""
    return True


def no_labels(topic: "Topic") -> Iterable[tuple[str, "About"]]:
    """Returns no labels, for a topic that people ask about by its terms alone."""
    return ()


@dataclass(frozen=True)
class Meaning:
    """The explanation of a topic for a player.

    Attributes:
        line: One or two short sentences without clause numbers, a message of the game's catalogue.
            `{pass_limit}` in them is replaced by the value of that house rule, `{count}` by the
            value of the piece. Or a function `line(rules, **values)` of the house rules and the
            values of the piece that returns the line in the current language.
        clauses: The clauses that say more, if they are not those of the topic.
        when: Whether the meaning holds under these house rules.
        otherwise: The meaning where it does not.
    """

    line: str | Callable[..., str]
    clauses: str = ""
    when: Callable[[Any], bool] = always
    otherwise: "Meaning | None" = None


class Topic:
    """Something on the table or in its words that a game explains, such as a suit or a zone."""

    def __init__(
        self,
        name: str,
        clauses: str = "",
        *,
        terms: tuple[str, ...] = (),
        signs: Mapping[str, Mapping[str, Value]] | None = None,
        labels: Labels = no_labels,
    ) -> None:
        """Declares a topic; `means` says what it is: `Topic("pot", "KIKI-2.4").means("...")`.

        Args:
            name: Its name in keys, unique among the topics of the game.
            clauses: The clauses that say more: `SEV-4.4, 4.5`; empty to search the rules for the
                words.
            terms: English words by which a person asks for it, beside those on the table; without
                values, in the singular. The glossary has words of other languages for them.
            signs: Examples that the help at the terminal lists as signs of the table, as messages,
                each with the values of the piece.
            labels: `labels(topic)` yields further words with what they mean, for instance all
                cards by their names.
        """
        self.name, self.clauses = name, clauses
        self.terms, self.signs, self.labels = terms, signs or {}, labels
        self.meaning: Meaning | None = None

    def means(
        self,
        line: str | Callable[..., str],
        when: Callable[[Any], bool] = always,
        otherwise: Meaning | None = None,
    ) -> Self:
        """Returns the topic with its explanation; see `Meaning`."""
        self.meaning = Meaning(line, when=when, otherwise=otherwise)
        return self

    def __call__(self, **values: Any) -> "About":
        """Returns the topic with the values of a piece; numbers may be NumPy's."""
        return About(self, tuple((name, _plain(value)) for name, value in values.items()))

    def __repr__(self) -> str:
        return f"Topic({self.name!r})"


@dataclass(frozen=True)
class About:
    """The topic of a piece of the table, with the piece's values.

    Attributes:
        topic: The topic.
        values: The values by name, such as a rank, a suit, a count or a seat.
    """

    topic: Topic
    values: tuple[tuple[str, Value], ...] = ()

    @property
    def key(self) -> str:
        """The text that identifies it in a page's messages: `chips on suit=2 count=1`."""
        return " ".join([self.topic.name, *(f"{name}={value}" for name, value in self.values)])


def _plain(value: Any) -> Value:
    """Returns a value as hashable Python data: NumPy's numbers and arrays are converted."""
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    return tuple(map(_plain, value)) if isinstance(value, list | tuple) else value


def topics_in(module: Any) -> tuple[Topic, ...]:
    """Returns the topics among the global names of a module, alone or in tuples, each once."""
    values = (value if isinstance(value, tuple) else (value,) for value in vars(module).values())
    return tuple(dict.fromkeys(one for one in chain(*values) if isinstance(one, Topic)))
