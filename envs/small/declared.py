"""What the file of a small game declares, as its words and its scene read it."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from fudaba.common.languages import translator
from fudaba.common.languages.messages import Translate

from ..cards.counts import spread_out
from ..core.contract.cells import Cell, Cells
from ..core.contract.fields import ActionKind, decode
from ..core.scene.about import About, Topic
from .moves import Move
from .pack import Pack
from .places import Place

CITED = re.compile(r"(?P<text>.*?)\s*\((?P<clauses>[A-Z]+-[^)]*)\)$", re.DOTALL)


def cited(meaning: str) -> tuple[str, str]:
    """Returns a meaning without the clauses behind it, and the clauses.

    >>> cited("play a card (OLD-4.1, 4.2)")
    ('play a card', 'OLD-4.1, 4.2')
    """
    found = CITED.fullmatch(meaning)
    return (found["text"], found["clauses"]) if found else (meaning, "")


def topic_of(name: str, meaning: str) -> Topic:
    """Returns a topic whose line is a meaning as a sentence."""
    text, clauses = cited(meaning)
    sentence = f"{text[:1].upper()}{text[1:]}."
    return Topic(name, clauses).means(sentence)


@dataclass(frozen=True)
class Declared:
    """The declarations of a small game.

    Attributes:
        domain: The name of its catalogue of messages.
        title: Its name for people.
        pack: Its cards.
        placed: Its places.
        moves: Its moves.
        actions: The action table.
        cells: The table of cells.
        questions: The question of each phase, with its clause.
        named: By the name of a cell, the words for its values 0, 1, ...
        lead: The name of the cell whose number, one for each player, decides; empty for none.
    """

    domain: str
    title: str
    pack: Pack
    placed: tuple[Place, ...]
    moves: tuple[Move, ...]
    actions: tuple[ActionKind, ...]
    cells: Cells
    questions: tuple[str, ...]
    named: Mapping[str, tuple[str, ...]]
    lead: str = ""

    @cached_property
    def say(self) -> Translate:
        """`say(message, **values)` says a message of the game's catalogue."""
        return translator(self.domain)[0]

    def move_of(self, action: int) -> tuple[Move, int]:
        """Returns the move of an action, and its position in the move's run."""
        kind, position = decode(self.actions, action)
        return self.moves[self.actions.index(kind)], position

    def first_action(self, move: Move) -> int:
        """Returns the first action of a move."""
        return next(kind.first for kind in self.actions if kind.name == move.name)

    def facts(self, *audiences: str) -> list[Cell]:
        """Returns the game's own cells that views show to some audiences."""
        cells = (cell for cell in self.cells if isinstance(cell, Cell))
        shown = (cell for cell in cells if cell.shown and cell.shown.audience in audiences)
        return [cell for cell in shown if cell.name not in ("phase", "to_move")]

    def field_of(self, name: str) -> str:
        """Returns the view's field of a cell."""
        cells = (cell for cell in self.cells if isinstance(cell, Cell) and cell.name == name)
        shown = next(cells).shown
        return (shown.name if shown else "") or name

    def lead_of(self, view: np.void, distance: int) -> int:
        """Returns the number of a player that decides the game; 0 if none does."""
        return int(view[self.field_of(self.lead)][distance]) if self.lead else 0

    def value(self, cell: Cell, number: int) -> str:
        """Returns a value of a cell in words."""
        words = self.named.get(cell.name)
        return self.say(words[number]) if words and 0 <= number < len(words) else str(number)

    def known(self, view: np.void, place: Place, distance: int | None = None) -> list[int]:
        """Returns the cards of a place that the viewer knows; -1 for the others if it has slots."""
        row = view[place.name] if distance is None else view[place.name][distance]
        if place.shown == "kinds":
            return spread_out(row)
        size = view[f"{place.name}_size"]
        return (row[: size if distance is None else size[distance]] - 1).tolist()

    def counted(self, view: np.void, place: Place, distance: int | None = None) -> Counter[int]:
        """Returns how many cards of each kind the viewer knows in a place."""
        return Counter(kind for kind in self.known(view, place, distance) if kind >= 0)

    # Topics

    @cached_property
    def card(self) -> Topic:
        """The topic of a card, with its kind."""
        kinds, word = range(len(self.pack.kinds)), self.pack.word
        topic = Topic("card", labels=lambda topic: ((word(at), topic(kind=at)) for at in kinds))
        return topic.means(lambda rules, kind: f"{word(kind)}.")

    @cached_property
    def place_topics(self) -> dict[str, Topic]:
        """The topics of the places by name."""
        return {place.name: topic_of(f"place {place.name}", place.meaning) for place in self.placed}

    @cached_property
    def move_topics(self) -> dict[str, Topic]:
        """The topics of the moves by name."""
        return {move.name: topic_of(f"move {move.name}", move.meaning) for move in self.moves}

    @cached_property
    def fact_topics(self) -> dict[str, Topic]:
        """The topics of the cells by name."""
        shown = [(cell.name, cell.shown) for cell in self.cells if isinstance(cell, Cell)]
        return {name: topic_of(f"fact {name}", seen.meaning) for name, seen in shown if seen}

    @cached_property
    def question_topics(self) -> tuple[Topic, ...]:
        """The topics of the questions."""
        return tuple(topic_of(f"question {at}", asked) for at, asked in enumerate(self.questions))

    @property
    def topics(self) -> tuple[Topic, ...]:
        """All topics."""
        named = (self.place_topics, self.move_topics, self.fact_topics)
        return (self.card, *(topic for some in named for topic in some.values()),
                *self.question_topics)  # fmt: skip

    def about_card(self, kind: int) -> About:
        """Returns the topic of a card of a kind."""
        return self.card(kind=kind)
