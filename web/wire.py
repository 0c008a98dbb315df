"""What the server and its pages say to each other, as JSON.

Texts call the players `player_0`, `player_1`, ...; `Position.names` says who they are. What is sent
for a seat is made from its view and from what it was told, and from nothing else: its bytes are the
same in all worlds that the seat can't exclude.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from markdown_it import MarkdownIt
from pydantic import BaseModel, ConfigDict, Field
from pydantic.fields import FieldInfo

from fudaba.agents.packaged import BEST, has_policy
from fudaba.envs import Game
from fudaba.envs.core.contract.schema import (
    allowed_words,
    describe_allowed,
    limits,
    listed_words,
    takes_integers,
    takes_lists,
    word_of,
)
from fudaba.envs.core.scene.scene import Scene
from fudaba.envs.core.words.rulebook import Clause, Found, markdown_lines

LONGEST_PACE = 10.0  # seconds
LONGEST_QUESTION = 200  # letters
AGENTS = ("greedy", "random", "montecarlo:budget=64", "montecarlo:budget=1024")
CLAUSE = re.compile(r"\b[A-Z]+-\d+(?:\.\d+)?[a-z]?\b")
MARKDOWN = MarkdownIt("js-default")  # which lets no HTML of the text through

Seconds = Annotated[float, Field(ge=0, le=LONGEST_PACE, allow_inf_nan=False)]


# What a page sends


class Request(BaseModel):
    """What a page sends: known keys alone, of the types that are said."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class NewTable(Request):
    """A table to open.

    Attributes:
        game: The game's id.
        options: House rules by name; texts are read as on the command line: `5`, `off`, `[3,1]`.
            The number of players follows from the seats.
        seats: Who sits where: `person`, or the word for an agent.
        seed: 0..2**64-1 of the deal and the agents, known to whoever asks for it; None for a deal
            that nobody can find out.
        pace: Seconds from one move that is shown to the next.
    """

    game: str
    options: dict[str, Any] = {}
    seats: list[str]
    seed: int | None = None
    pace: Seconds = 1.0


class Move(Request):
    """A move, or a step of one.

    Attributes:
        at: `Position.at` of the position in which the move was chosen.
        action: Its id, one of `Position.moves`.
    """

    at: str
    action: int


class Back(Request):
    """Takes back the last step of the move that is being built."""

    at: str


class Question(Request):
    """What is to be explained: a word of the table, a move, a number of a clause, a house rule."""

    question: Annotated[str, Field(max_length=LONGEST_QUESTION)]


class Advice(Request):
    """Asks what one of `AGENTS` would do."""

    agent: str = AGENTS[0]


class Pace(Request):
    """Sets the seconds from one move that is shown to the next."""

    seconds: Seconds


# What the server sends


@dataclass(frozen=True)
class HouseRule:
    """An option of a game, for a form.

    Attributes:
        name: `pass_limit`.
        meaning: One sentence.
        clause: The first clause that the meaning names; empty for none.
        kind: `number`, `word`, `number_or_word`, `switch` or `list`.
        low: The smallest number; None where it takes none.
        high: The largest number.
        choices: The words that it takes, alone or in a list.
        allowed: All that it takes, in words.
        default: As it is written on the command line.
    """

    name: str
    meaning: str
    clause: str
    kind: str
    low: int | None
    high: int | None
    choices: list[str]
    allowed: str
    default: str


@dataclass(frozen=True)
class GameInfo:
    """A game, for who chooses one.

    Attributes:
        name: Its id.
        title: Its name for people.
        summary: One sentence.
        options: Its house rules.
        players: The smallest and the largest number of players.
        agents: Who can sit in a seat.
        usual_agents: Who can do so by the usual house rules alone.
    """

    name: str
    title: str
    summary: str
    options: list[HouseRule]
    players: tuple[int, int]
    agents: tuple[str, ...]
    usual_agents: tuple[str, ...]


@dataclass(frozen=True)
class SeatLink:
    """A person's seat, and the secret path to it."""

    seat: int
    name: str
    path: str


@dataclass(frozen=True)
class TableLinks:
    """A table that was opened: the people's seats; where agents sit alone, a path to look on."""

    seats: list[SeatLink]
    watch: str | None


@dataclass(frozen=True)
class Choice:
    """A move that may be made: its id, its name, and the kind of move that it is."""

    action: int
    text: str
    kind: str


@dataclass(frozen=True)
class Told:
    """A move that a seat was told.

    Attributes:
        number: How many it was told before.
        by: The seat that moved; None where the table itself speaks.
        text: What was said of it.
        news: What it brought to the seat beyond that; mostly empty.
    """

    number: int
    by: int | None
    text: str
    news: str


@dataclass(frozen=True)
class Result:
    """How a player came out: `2nd`, and `+0.33 points`. The best comes first."""

    seat: int
    place: str
    points: str


@dataclass(frozen=True)
class Position:
    """All that the page of a seat shows.

    Attributes:
        at: Changes with everything below; a move names the one in which it was chosen.
        game: The game's id.
        title: The game's name for people.
        rules: The house rules that differ from the usual ones, by name.
        seat: Whose page it is; -1 for the open table.
        names: What everybody is called, seat by seat.
        scene: The table.
        turn: Whose decision it is, and what is asked.
        moves: What may be done; empty where the decision is not the seat's.
        built: The steps of the move that is being built.
        can_take_back: Whether its last step can be taken back.
        is_forced: Whether there is one move alone, and the server makes it, as for the only person
            at a table.
        thinking: The others of whom the seat knows that they are to decide.
        told: The moves that the seat was told, in their order.
        is_over: Whether the game is over.
        result: How everybody came out; empty until then.
        pace: Seconds from one move that is shown to the next.
    """

    at: str
    game: str
    title: str
    rules: dict[str, str]
    seat: int
    names: list[str]
    scene: Scene
    turn: str
    moves: list[Choice]
    built: list[str]
    can_take_back: bool
    is_forced: bool
    thinking: list[int]
    told: list[Told]
    is_over: bool
    result: list[Result]
    pace: float


@dataclass(frozen=True)
class ClauseText:
    """A clause of the rules: its number, and its text as HTML."""

    number: str
    html: str


@dataclass(frozen=True)
class Explanation:
    """What answers a question.

    Attributes:
        lines: What there is to say of a sign or a house rule, one line each.
        clauses: The clauses to read.
        others: The numbers of more clauses that mention it.
    """

    lines: list[str]
    clauses: list[ClauseText]
    others: tuple[str, ...]


def encoded(content: Any) -> bytes:
    """What is sent, as JSON on one line."""
    text = json.dumps(content, default=_plain, ensure_ascii=False, separators=(",", ":"))
    return text.encode()


def _plain(content: Any) -> Any:
    """A dataclass as a dictionary, a number of NumPy as Python's."""
    return content.item() if isinstance(content, np.generic) else vars(content)


def game_info(game: Game) -> GameInfo:
    """What a page is told of a game."""
    players = limits(game.options.model_fields["num_players"])
    return GameInfo(
        name=game.name,
        title=game.title,
        summary=game.summary,
        options=[_house_rule(*item) for item in game.options.model_fields.items()],
        players=(players["ge"], players["le"]),
        agents=AGENTS,
        usual_agents=(BEST,) if has_policy(game) else (),
    )


def _house_rule(name: str, field: FieldInfo) -> HouseRule:
    meaning = field.description or ""
    clause = CLAUSE.search(meaning)
    bounds = limits(field)
    return HouseRule(
        name=name,
        meaning=meaning,
        clause=clause[0] if clause else "",
        kind=_kind(field),
        low=bounds.get("ge"),
        high=bounds.get("le"),
        choices=[word_of(word) for word in allowed_words(field) or listed_words(field)],
        allowed=describe_allowed(field),
        default=word_of(field.default),
    )


def _kind(field: FieldInfo) -> str:
    if takes_lists(field):
        return "list"
    if field.annotation is bool:
        return "switch"
    if takes_integers(field):
        return "number_or_word" if allowed_words(field) else "number"
    return "word"


def explanation(lines: Iterable[str], found: Found) -> Explanation:
    """The answer to a question; see `envs.core.words.answers.answer`."""
    return Explanation([*lines], [*map(_clause_text, found.clauses)], found.others)


def _clause_text(clause: Clause) -> ClauseText:
    return ClauseText(clause.number, MARKDOWN.render("\n".join(markdown_lines(clause))))
