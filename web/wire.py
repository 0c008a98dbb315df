"""The JSON messages between the server and its pages.

Texts call the players `player_0`, `player_1`, ...; `SeatPosition.names` has their names. A message
for a seat is derived only from the view of the seat and the moves announced to it. Its bytes are
the same in all worlds that the seat can't exclude.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np
from markdown_it import MarkdownIt
from pydantic import BaseModel, ConfigDict, Field
from pydantic.fields import FieldInfo

from fudaba.agents.packaged import BEST, has_policy
from fudaba.agents.policy import free_rules
from fudaba.agents.titles import agent_title, levels
from fudaba.envs import Game, Scene
from fudaba.envs.core.contract.schema import (
    allowed_words,
    describe_allowed,
    limits,
    listed_words,
    takes_integers,
    takes_lists,
    word_of,
)
from fudaba.envs.core.scene.about import About
from fudaba.envs.core.scene.moment import Moment
from fudaba.envs.core.scene.scene import Move as MoveParts
from fudaba.envs.core.scene.scene import whose_turn
from fudaba.envs.core.scene.scene_text import draw_text
from fudaba.envs.core.words.answers import without_clauses
from fudaba.envs.core.words.how_to_play import Shown, aim, page_parts
from fudaba.envs.core.words.results import PlayerResult
from fudaba.envs.core.words.rulebook import Clause, Found, markdown_lines

from .choices import label
from .hand import HandChange
from .lesson import LessonStep, lesson_of, seats_of
from .levels import learning, minutes, rules_at_table
from .plays import Play, plays_of

LONGEST_PACE = 10.0  # seconds
LESSON_PACE = 1.0
LONGEST_QUESTION = 200  # characters
LONGEST_NAME = 24  # characters
MOST_STEPS = 64  # of a move
MOST_SEATS = 200  # of which a person's games are listed
AGENTS = ("greedy", "random", "montecarlo:budget=64", "montecarlo:budget=1024")
JOINT = re.compile(r"(?<=\w)_(?=\w)")  # within the name of a house rule or a value
MARKDOWN = MarkdownIt("js-default")  # escapes HTML in the text


Seconds = Annotated[float, Field(ge=0, le=LONGEST_PACE, allow_inf_nan=False)]


# Messages from pages


class PageMessage(BaseModel):
    """Base of the messages from pages: refuses unknown keys and wrong types."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class NewTable(PageMessage):
    """Opens a table.

    Attributes:
        game: The game's id.
        options: House rules by name; texts are read as on the command line: `5`, `off`, `[3,1]`.
            Missing ones have their usual values at the table. The number of players follows from
            the seats.
        seats: `person` or the name of an agent, for each seat.
        seed: 0..2**64-1, for the deal and the agents; whoever knows it knows all cards. None for a
            random deal with a secret key.
        pace: Seconds between the moves that the server makes.
        watching: Whether a link shows the games of people, each once it is over.
    """

    game: str
    options: dict[str, Any] = {}
    seats: list[str]
    seed: int | None = None
    pace: Seconds = 1.0
    watching: bool = False


class Move(PageMessage):
    """Makes a move or some steps of one.

    Attributes:
        at: `SeatPosition.at` of the position in which the move was chosen.
        actions: The action ids of one of `SeatPosition.plays`, or the one of a move.
    """

    at: str
    actions: Annotated[list[int], Field(min_length=1, max_length=MOST_STEPS)]


class TakeBack(PageMessage):
    """Takes back the last step of the move that is being built."""

    at: str


class Question(PageMessage):
    """Asks for the meaning of a piece, a move or a word.

    Attributes:
        about: The key of a piece or a move of the present position; empty to ask by words.
        is_held: Whether that is a card of the own hand, which may not be playable.
        question: Words of the table, a move, the number of a clause or a house rule, in the
            language of the page.
    """

    about: Annotated[str, Field(max_length=LONGEST_QUESTION)] = ""
    is_held: bool = False
    question: Annotated[str, Field(max_length=LONGEST_QUESTION)] = ""


class Advice(PageMessage):
    """Asks for the play that one of `AGENTS` would make."""

    agent: str = AGENTS[0]


class Again(PageMessage):
    """Deals the next game of the table.

    Attributes:
        round: `SeatPosition.round` of the game that is over.
    """

    round: int


class SeatName(PageMessage):
    """Sets the name of the person in a seat; an empty name restores `Guest`."""

    name: str


class Presence(PageMessage):
    """A message that says whether a person or an agent plays in a seat.

    Attributes:
        wish: `play`: the person; `pause`: an agent until the person plays on; `resign`: an agent
            until the game is over; `leave`: an agent until somebody takes the seat, which is free.
    """

    wish: Literal["play", "pause", "resign", "leave"]


class PeoplePatience(PageMessage):
    """Sets the seconds that a person may be away, or think, until an agent plays; None for ever."""

    seconds: Annotated[float, Field(ge=10, le=3600)] | None


class Reading(PageMessage):
    """Sets whether a person reads the rules, for which a table of one person waits."""

    reads: bool


class OwnSeats(PageMessage):
    """Asks for the finished games of seats, by their secret tokens."""

    tokens: Annotated[list[str], Field(max_length=MOST_SEATS)]


class PaceChange(PageMessage):
    """Sets the seconds between the moves that the server makes."""

    seconds: Seconds


class Patience(PageMessage):
    """Sets whether the table waits for agents that are still being compiled."""

    waits: bool


# Messages from the server


@dataclass(frozen=True)
class HouseRule:
    """An option of a game, for the form of the lobby.

    Attributes:
        name: The name, such as `pass_limit`.
        meaning: What it is, in a few words.
        kind: `number`, `word`, `number_or_word`, `switch`, `list` or `seat`.
        low: The smallest number; None if it takes no number.
        high: The largest number.
        choices: The allowed words, alone or in a list; of a `seat` all values.
        labels: The choices in words for people.
        allowed: The allowed values, in words.
        default: The usual value at the table, written as on the command line.
        is_free: Whether agents that were trained for the usual rules play with any value.
    """

    name: str
    meaning: str
    kind: str
    low: int | None
    high: int | None
    choices: list[str]
    labels: list[str]
    allowed: str
    default: str
    is_free: bool


@dataclass(frozen=True)
class GameInfo:
    """A game, for the lobby.

    Attributes:
        name: Its id.
        title: Its name for people.
        summary: One sentence.
        aim: What the game is about and how it is won: one paragraph.
        options: Its house rules, without those that are for research.
        players: The smallest and the largest number of players.
        agents: The names of the agents that can take a seat.
        usual_agents: The names of further agents, for the usual house rules only.
        levels: The agents that play easy, medium and strong.
        titles: What all these agents are called, by their specs.
        minutes: The minutes of a game with the usual house rules; None if nobody measured them.
        learning: How long its page of rules is: 1 short, 2 longer, 3 long; None without a page.
        lesson: The table of its guided first game, as `NewTable` has it; None if it has none.
    """

    name: str
    title: str
    summary: str
    aim: str
    options: list[HouseRule]
    players: tuple[int, int]
    agents: tuple[str, ...]
    usual_agents: tuple[str, ...]
    levels: dict[str, str]
    titles: dict[str, str]
    minutes: int | None
    learning: int | None
    lesson: dict[str, Any] | None


@dataclass(frozen=True)
class SeatLink:
    """The seat of a person, and the secret path to it."""

    seat: int
    name: str
    path: str


@dataclass(frozen=True)
class TableLinks:
    """The links of a new table.

    Attributes:
        seat: The seat of who opened it; None if only agents play.
        invitation: The path that gives whoever opens it a free seat; None if there is none.
        watch: The path to watch the table; None if nobody may.
        origin: What precedes the paths for guests, such as `https://cards.example`.
    """

    seat: SeatLink | None
    invitation: str | None
    watch: str | None
    origin: str = ""


@dataclass(frozen=True)
class People:
    """The people at a table, the same on all of its pages.

    Attributes:
        title: The game's name for people.
        names: The names of the players, seat by seat.
        states: `agent`, `free`, `here` or `away`, seat by seat.
        replaced: The seats of people in which an agent plays.
        resigned: Those of them in which it plays until the game is over.
        stand_in: What that agent is called.
        is_waiting: Whether the game has not begun, because a seat is free.
        patience: Seconds that a person may be away, or think, until an agent plays; None for ever.
    """

    title: str
    names: list[str]
    states: list[str]
    replaced: list[int]
    resigned: list[int]
    stand_in: str
    is_waiting: bool
    patience: float | None


@dataclass(frozen=True)
class Choice:
    """A legal move.

    Attributes:
        action: The action id.
        text: Its name.
        kind: The name of its kind.
        move: Its topic, and the cards, zones and seats that it uses.
    """

    action: int
    text: str
    kind: str
    move: MoveParts


@dataclass(frozen=True)
class Advised:
    """A play that an agent would make.

    Attributes:
        at: `SeatPosition.at` of the position in which it would.
        agent: The agent's name; a search instead of greedy in a game without a heuristic.
        play: The play, with the pieces that a person touches for it.
        reason: What the play does, and what decides for it, as sentences; may be empty.
    """

    at: str
    agent: str
    play: Play
    reason: str


@dataclass(frozen=True)
class HistoryLine:
    """A line of a seat's history.

    Attributes:
        number: The number of earlier lines.
        by: The seat that moved; None for a message of the server.
        text: The move as announced to the seat, in the form that follows the player's name or
            `You`: `plays H5`. Only the seat that moved reads that nothing else was possible.
        is_forced: Whether it was this seat's move, and the server made it, as nothing else was
            possible.
        news: The news that the move brought to the seat beyond that; mostly empty.
        moments: The moments that the table shows after the move.
    """

    number: int
    by: int | None
    text: str
    is_forced: bool
    news: str
    moments: list[Moment]


@dataclass(frozen=True)
class OwnGame:
    """A finished game of a person.

    Attributes:
        title: The game's name for people.
        record: The number of its record among the finished games of the server.
        seat: The person's seat.
        others: The names of the other players.
        token: The number of the token that opens the seat, among those that were asked about.
        minutes: The minutes that it took; None if nobody measured them.
        is_guided: Whether it was the guided first game.
        has_won: Whether the person has the first place alone.
        place: The person's place: `2nd`; see `PlayerResult`.
        points: The person's points: `7 points`.
    """

    title: str
    record: int
    seat: int
    others: list[str]
    token: int
    minutes: int | None
    is_guided: bool
    has_won: bool
    place: str
    points: str


@dataclass(frozen=True)
class TableState:
    """A table of the lobby's list.

    Attributes:
        title: The game's name for people.
        names: The names of the players, seat by seat.
        round: The number of the present game at the table, from 1.
        is_over: Whether the present game is over.
        record: The number of the record of the last finished game; None for none.
    """

    title: str
    names: list[str]
    round: int
    is_over: bool
    record: int | None


@dataclass(frozen=True)
class SeatPosition:
    """The content of a seat's page.

    Attributes:
        at: A digest of the game as the seat sees it, which neither the pace nor a name changes; a
            move names the position in which it was chosen.
        game: The game's id.
        title: The game's name for people.
        language_note: A line that says that the game speaks only English; usually empty.
        rules: The house rules that differ from the usual ones, by name.
        seat: The seat of the page; -1 for the open table.
        names: The names of the players, seat by seat.
        scene: The table.
        turn: The sentence that says which player decides, and what.
        change: What happened to the seat's hand since its last decision.
        moves: The legal moves, quiet ones last; empty if the seat is not to move.
        plays: The same with all their steps, as far as they can be taken back, and with the pieces
            that a person touches for them.
        built: The steps of the move that is being built.
        can_take_back: Whether its last step can be taken back.
        is_forced: Whether there is a single legal move and the server makes it, as it does for the
            only person at a table.
        can_skip: Whether the moves until the next decision of the only person can be skipped.
        thinking: The other seats that the seat knows to be on turn.
        joining: The seats of agents that are still being compiled; greedy plays there meanwhile.
        is_patient: Whether the table waits for them.
        held: The people who still look at a result, before the game goes on.
        told: The seat's history: the moves that were announced to it, in order.
        is_over: Whether the game is over.
        result: Places and points, the best first; empty until then.
        round: The number of the game at this table, from 1.
        played: The numbers of the records of the table's finished games, in order.
        totals: What the players have of all finished games, seat by seat, guided ones left out:
            `36 fame in 2 games`; empty with less than two.
        pace: Seconds between the moves that the server makes.
        trouble: Why the table waits for the server; usually empty.
        lesson: What a guided first game says and wants now; None for nothing.
    """

    at: str
    game: str
    title: str
    language_note: str
    rules: dict[str, str]
    seat: int
    names: list[str]
    scene: Scene
    turn: str
    change: HandChange
    moves: list[Choice]
    plays: list[Play]
    built: list[str]
    can_take_back: bool
    is_forced: bool
    can_skip: bool
    thinking: list[int]
    joining: list[int]
    is_patient: bool
    held: list[int]
    told: list[HistoryLine]
    is_over: bool
    result: list[PlayerResult]
    round: int
    played: list[int]
    totals: list[str]
    pace: float
    trouble: str
    lesson: LessonStep | None


@dataclass(frozen=True)
class ClauseText:
    """A clause of the rules: its number, and its text as HTML."""

    number: str
    html: str


@dataclass(frozen=True)
class Explanation:
    """The answer to a question about the rules.

    Attributes:
        lines: The meaning of what was asked about, and of a house rule, one line each.
        clauses: The clauses that answer the question.
        others: The numbers of further clauses that mention it.
    """

    lines: list[str]
    clauses: list[ClauseText]
    others: tuple[str, ...]


@dataclass(frozen=True)
class GuideExample:
    """A position on the page that explains a game, as the table shows it.

    Attributes:
        scene: The table.
        turn: The sentence that says which player decides, and what.
        plays: The plays of the seat; empty if another one is to move.
        text: The table as text, for screen readers.
    """

    scene: Scene
    turn: str
    plays: list[Play]
    text: str


@dataclass(frozen=True)
class Guide:
    """The page that explains a game to people.

    Attributes:
        parts: Texts as HTML, and the examples between them.
        lesson: The game's id if it has a guided first game; else empty.
    """

    parts: list[str | GuideExample]
    lesson: str


def encoded(content: Any) -> bytes:
    """Returns content as JSON on one line."""
    text = json.dumps(content, default=_plain, ensure_ascii=False, separators=(",", ":"))
    return text.encode()


def _plain(content: Any) -> Any:
    """Returns JSON data for a dataclass, an `About` (its key) or a NumPy number."""
    if isinstance(content, About):
        return content.key
    return content.item() if isinstance(content, np.generic) else vars(content)


def game_info(game: Game, own_agents: Iterable[str] = ()) -> GameInfo:
    """Returns the facts about a game that the lobby needs.

    Args:
        game: The game.
        own_agents: The specs of agents of the host's own code.
    """
    players = limits(game.options.model_fields["num_players"])
    levelled = levels(game)
    agents, usual_agents = (*AGENTS, *own_agents), (BEST,) if has_policy(game) else ()
    every = [*agents, *usual_agents, *levelled.values()]
    return GameInfo(
        name=game.name,
        title=game.translate(game.title),
        summary=game.translate(game.summary),
        aim=aim(game),
        options=[
            _house_rule(game, name, field)
            for name, field in game.options.model_fields.items()
            if name not in game.options.for_research
        ],
        players=(players["ge"], players["le"]),
        agents=agents,
        usual_agents=usual_agents,
        levels=levelled,
        titles={word: agent_title(word, game) for word in every},
        minutes=minutes(game),
        learning=learning(game),
        lesson=_lesson_table(game),
    )


def _lesson_table(game: Game) -> dict[str, Any] | None:
    lesson = lesson_of(game)
    if lesson is None:
        return None
    table = {"seats": seats_of(game, lesson), "seed": lesson.seed, "pace": LESSON_PACE}
    return {"game": game.name, "options": lesson.options, **table}


def _house_rule(game: Game, name: str, field: FieldInfo) -> HouseRule:
    meaning = without_clauses(game.translate(field.description or ""))
    meaning = JOINT.sub(" ", meaning)
    bounds = limits(field)
    words = [word_of(word) for word in allowed_words(field) or listed_words(field)]
    is_seat = name in game.options.seats
    if is_seat:
        words += map(str, range(bounds["le"] + 1))
    return HouseRule(
        name=name,
        meaning=meaning,
        kind="seat" if is_seat else _kind(field),
        low=bounds.get("ge"),
        high=bounds.get("le"),
        choices=words,
        labels=[label(game, name, word, is_seat=is_seat) for word in words],
        allowed=describe_allowed(field),
        default=word_of(rules_at_table(game).get(name, field.default)),
        is_free=name in free_rules(game.options),
    )


def _kind(field: FieldInfo) -> str:
    if takes_lists(field):
        return "list"
    if field.annotation is bool:
        return "switch"
    if takes_integers(field):
        return "number_or_word" if allowed_words(field) else "number"
    return "word"


def guide(game: Game) -> Guide:
    """Returns the page that explains a game to people."""
    parts = page_parts(game, level=2) or [game.translate(game.summary)]
    return Guide(
        [_example(part) if isinstance(part, Shown) else MARKDOWN.render(part) for part in parts],
        game.name if lesson_of(game) else "",
    )


def _example(shown: Shown) -> GuideExample:
    game, state, scene = shown.game, shown.state, shown.scene
    plays = plays_of(game, state) if shown.seat == state["to_move"] else []
    return GuideExample(scene, whose_turn(scene), plays, draw_text(scene))


def choice(game: Game, state: np.void, action: int) -> Choice:
    """Returns an action as a move of a list."""
    kind, text = game.decode(action)[0], game.words.describe(state, action)
    return Choice(action, text, kind.name, game.move(state, action))


def explanation(lines: Iterable[str], found: Found) -> Explanation:
    """Returns the answer to a question; see `envs.core.words.answers`."""
    return Explanation([*lines], [*map(_clause_text, found.clauses)], found.others)


def _clause_text(clause: Clause) -> ClauseText:
    return ClauseText(clause.number, MARKDOWN.render("\n".join(markdown_lines(clause))))
