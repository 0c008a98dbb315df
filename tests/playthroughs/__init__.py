"""Games as stories of all that their players read, one file for each game and language.

`python -m tests.playthroughs [GAME ...]` writes the files `<game>.<language>.txt` beside this one.
Their diff is read in review: it shows what a change of words, rules or views does at the table.
The headings of the English file say which games are played, and for how many moves if not to the
end: `## seed 3, 40 moves: num_players=5 jokers=1`.

A story tells every line with a word that is new to it, or with two words that are new beside each
other: of the table as the seat to move sees it, of what the next seat sees otherwise, of the
reasons why moves are not allowed, and of what each seat reads of a move. Where much is new it tells
the whole table, with the meaning of one thing on it. Moves of which nothing is told are left out.
Moves are random, and often of a rare kind.
"""

import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import numpy as np

from fudaba.agents.seated import SeatedGame
from fudaba.cli.arguments import read_house_rules
from fudaba.common.languages import ENGLISH, LANGUAGES, in_language, translator
from fudaba.envs import NOBODY, Game, Scene, find_game, player_name
from fudaba.envs.core.scene.lines import INDENT, wrapped
from fudaba.envs.core.scene.scene import pieces
from fudaba.envs.core.scene.scene_text import draw_moment, draw_text
from fudaba.envs.core.words.sentences import read_by, with_names
from fudaba.web.session import Session
from fudaba.web.wire import HistoryLine, Question, SeatPosition

FOLDER = Path(__file__).parent
MOST_LINES = 400  # of a file
MOST_MOVES = 8  # of a list
MANY_LINES = 6  # of a table; from so many new ones on all are told
NUM_REFUSALS = 12  # tried in a position
STRIDE = 7  # from the thing that is explained in a position to that of the next one
HEADING = re.compile(rf"^## seed (\d+)(?:, (\d+) moves)?:(.*(?:\n{INDENT}.*)*)", re.MULTILINE)
WORD = re.compile(r"[A-Za-z][a-z]+|[A-Z]{4,}|[(]")
TWO_WORDS = re.compile(r"(?=\b([A-Za-z][a-z]+ [a-z]+)\b)")

_, _n = translator("cli")


class Play(NamedTuple):
    """A game of a story: the seed of the deal and the moves, how many, and the rules as typed."""

    seed: int
    moves: int | None
    rules: list[str]


class Part(NamedTuple):
    """A part of a story.

    Attributes:
        head: What precedes the lines, if any of them is told.
        lines: The lines.
        more: What follows them if all are told.
        enough: The number of new lines from which on all are told, else only the new ones.
    """

    head: str
    lines: list[str]
    more: str = ""
    enough: int = 1

    def told(self, is_new: list[bool]) -> list[str]:
        """Returns the lines of the story, with which of its lines are new."""
        if sum(is_new) >= self.enough:
            return [*filter(None, [self.head, *self.lines, self.more])]
        if not any(is_new):
            return []
        return [self.head, *(line for line, new in zip(self.lines, is_new, strict=True) if new)]


def path_of(name: str, language: str) -> Path:
    """Returns the file of a game's story in a language."""
    return FOLDER / f"{name.removesuffix('_v0')}.{language}.txt"


def plays_of(name: str) -> list[Play]:
    """Returns the games of a story, which its headings name."""
    headings = HEADING.findall(path_of(name, ENGLISH).read_text(encoding="utf-8"))
    return [
        Play(int(seed), int(moves) if moves else None, rules.split())
        for seed, moves, rules in headings
    ]


def stories(name: str) -> dict[str, str]:
    """Returns the story of a game by language; the English words decide what is told."""
    with in_language(ENGLISH), read_by(NOBODY):
        english = [make() for make in every_part(name)]
    news = [*news_of(english)]
    told = {ENGLISH: [part.told(is_new) for part, is_new in zip(english, news, strict=True)]}
    for language in LANGUAGES.keys() - {ENGLISH}:
        with in_language(language), read_by(NOBODY):
            rows = zip(every_part(name), told[ENGLISH], news, strict=True)
            told[language] = [make().told(is_new) for make, is_told, is_new in rows if is_told]
    return {one: "\n".join([*chain.from_iterable(lines), ""]) for one, lines in told.items()}


def every_part(name: str) -> Iterator[Callable[[], Part]]:
    """Yields what makes each part of a story, to be called before the next is asked for."""
    return chain.from_iterable(parts_of(name, play) for play in plays_of(name))


def news_of(parts: Iterable[Part]) -> Iterator[list[bool]]:
    """Yields for each part which of its lines have new words, or words that are new together."""
    seen = set[str]()
    for part in parts:
        is_new = []
        for line in part.lines:
            found = {*WORD.findall(line), *TWO_WORDS.findall(" ".join(line.split()))}
            is_new.append(not found <= seen)
            seen |= found
        yield is_new


def parts_of(name: str, play: Play) -> Iterator[Callable[[], Part]]:
    """Yields what makes the parts of a game in the current language."""
    game = find_game(name)
    options = game.options.read(name, read_house_rules(play.rules))
    only = f", {play.moves} moves" if play.moves else ""
    heading = wrapped(f"## seed {play.seed}{only}: {' '.join(play.rules)}")
    yield partial(Part, heading, [], enough=0)
    people = [None] * options.num_players
    session = Session(SeatedGame(game, options, people, play.seed), pace=0.0)
    chance, taken, told = random.Random(play.seed), Counter[str](), [0 for _ in people]
    while not session.is_over and len(session.seated.actions) != play.moves:
        number, state = len(session.seated.actions), session.seated.state
        yield partial(position, session, number)
        yield from refusals(game, state, random.Random(number))
        action = chosen(game, game.legal_actions(state), taken, chance)
        head = (
            f"{number} {player_name(session.seated.to_move)}: {game.words.describe(state, action)}"
        )
        before = state.copy()
        session.take(action)
        lines = [session.told(seat)[told[seat] :] for seat in range(len(people))]
        told = [before + len(new) for before, new in zip(told, lines, strict=True)]
        yield partial(heard, head, lines)
        yield partial(moments, game, before, session.seated.state)
    if session.is_over:
        yield partial(ending, session)


def chosen(game: Game, legal: list[int], taken: Counter[str], chance: random.Random) -> int:
    """Returns a random action, in half of the cases one of the kind that was taken least."""
    kinds = {action: game.decode(action)[0].name for action in legal}
    rarest = min(kinds.values(), key=lambda kind: taken[kind])
    rare = [action for action in legal if kinds[action] == rarest]
    action = chance.choice(rare if chance.random() < 0.5 else legal)
    taken[kinds[action]] += 1
    return action


def position(session: Session, number: int) -> Part:
    """Returns the table as the seat to move sees it, its moves, and what the next seat sees."""
    seat = session.seated.to_move
    seen, other = session.position(seat), (seat + 1) % session.options.num_players
    own, others = (session.game.scene(session.seated.state, viewer) for viewer in (seat, other))
    moves = [choice.text for choice in seen.moves[:MOST_MOVES]]
    moves += [f"... ({len(seen.moves)})"] if len(seen.moves) > MOST_MOVES else []
    shown = table(own)
    lines = [
        *shown,
        wrapped(f"[{'] ['.join(moves)}]"),
        *(f"({player_name(other)}) {line}" for line in table(others) if line not in shown),
    ]
    head = f"\n{number} {player_name(seat)}"
    return Part(head, lines, f"{meaning(session, seen, own, number)}\n", enough=MANY_LINES)


def table(scene: Scene) -> list[str]:
    """Returns the lines of a table; what is indented belongs to the line above."""
    return re.split(rf"\n(?!{INDENT})", draw_text(scene))


def meaning(session: Session, seen: SeatPosition, scene: Scene, number: int) -> str:
    """Returns a thing on the table of a seat, another one in each position, and what it means."""
    meant = {label.text: label.about for label in reversed([*pieces(scene)])}
    meant |= {choice.text: choice.move.about for choice in seen.moves}
    things = [*things_of(seen, scene)]
    thing = things[number * STRIDE % len(things)]
    said = session.explainer(seen.seat, Question(about=meant[thing].key))()
    numbers = ", ".join(clause.number for clause in said.clauses)
    lines = with_names(" ".join(said.lines), [], seen.seat)
    return wrapped(f"? {thing}: {lines} ({numbers})")


def things_of(seen: SeatPosition, scene: Scene) -> dict[str, None]:
    """Returns what can be asked about on the table of a seat, each once."""
    zones = [*chain(*scene.shelves)]
    facts = [fact.text for player in scene.seats for fact in player.facts]
    cards = [card.label for zone in zones for row in zone.rows for card in row if card]
    notes, titles = [note.text for note in scene.notes], [zone.title for zone in zones]
    moves = [choice.text for choice in seen.moves]
    return dict.fromkeys(filter(None, [*titles, *facts, *notes, *cards, *moves]))


def refusals(game: Game, state: np.void, chance: random.Random) -> Iterator[Callable[[], Part]]:
    """Yields what makes the refusals of some moves that the rules forbid in a position."""
    forbidden = sorted({*range(game.num_actions)} - {*game.legal_actions(state)})
    for action in chance.sample(forbidden, min(NUM_REFUSALS, len(forbidden))):
        yield partial(refusal, game, state, action)


def refusal(game: Game, state: np.void, action: int) -> Part:
    """Returns a move that the rules forbid, with the reason."""
    move, why = game.words.describe(state, action), game.words.why_illegal(state, action)
    return Part(wrapped(f"not {move}:"), [wrapped(f"{INDENT}{why}")])


def heard(head: str, lines: list[list[HistoryLine]]) -> Part:
    """Returns what the seats read of a move, those together that read the same."""
    readers = defaultdict[str, list[str]](list)
    for seat, new in enumerate(lines):
        for line in new:
            readers[said(line, seat, len(lines))].append(player_name(seat))
    return Part(head, [wrapped(f"  {', '.join(seats)}: {text}") for text, seats in readers.items()])


def said(line: HistoryLine, seat: int, count: int) -> str:
    """Returns a line of a seat's history as its player reads it."""
    names = [_("You") if other == seat else player_name(other) for other in range(count)]
    move = "" if line.by is None else _("{player} {move}", player=names[line.by], move=line.text)
    return " / ".join(with_names(text, names, seat) for text in (move, line.news) if text)


def moments(game: Game, before: np.void, after: np.void) -> Part:
    """Returns what the table stops to show after a move, to anybody."""
    seats = range(int(before["num_players"]))
    views = ((game.view(before, seat), game.view(after, seat), seat) for seat in seats)
    shown = (draw_moment(one) for seen in views for one in game.words.moments(*seen))
    return Part("", [*dict.fromkeys(shown)])


def ending(session: Session) -> Part:
    """Returns the last table as the first seat sees it, and the results."""
    over, scene = session.position(0), session.game.scene(session.seated.state, 0)
    results = (
        ", ".join(filter(None, [one.place, player_name(one.seat), one.points]))
        for one in over.result
    )
    return Part("", [draw_text(scene), *results], enough=0)
