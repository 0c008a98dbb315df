"""`fudaba play GAME`: a person sits down at the table."""

import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import numpy as np
import tyro
from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from fudaba.agents.files import read_bytes, write_whole
from fudaba.envs import Game, GameRecord, UserError
from fudaba.envs.core.checks import check_whole
from fudaba.envs.core.lines import wrapped
from fudaba.envs.core.scene import Scene, plural
from fudaba.envs.core.seats import NOBODY

from .arguments import WHOLE_NUMBER, GameWord, HouseRules, explained, read_game, read_house_rules
from .sitting import Sitting
from .table import WAIT, ask, place_words, points_word, show_news, show_result, show_table

DESCRIPTION = (
    "Plays a game at the terminal, you in one seat and agents in the others. You are shown what "
    "your seat may know, and nothing else."
)
ADVISER = "greedy"
SEED_BITS = 32
QUIT = ("quit", "q")
HELP = f"""\
Type the number of a move or its name. The beginnings of some of its words will
do, where no other move that you may make has them: "tr 6" for "trash 6a". Or:
  hint    what the agent {ADVISER} would do here
  rules   where the rules of the game are
  help    this; ? is short for it
  quit    leave the game, as Ctrl-D does"""


def main(words: list[str]) -> None:
    """Reads the words and plays; see `play`."""
    tyro.cli(play, args=words, prog="fudaba play", description=DESCRIPTION)


def play(
    game: GameWord,
    against: Annotated[
        tuple[str, ...],
        explained(
            "AGENT ...",
            "Who plays in the other seats: one of the arena's agents for all of them, or one for "
            "each in the order of the seats.",
            "default: greedy",
        ),
    ] = ("greedy",),
    seat: Annotated[
        int | None,
        WHOLE_NUMBER,
        explained("INT", "Your seat, the first is 0.", "default: a random one"),
    ] = None,
    options: HouseRules = (),
    seed: Annotated[
        int | None,
        WHOLE_NUMBER,
        explained("INT", "Seed of the deal, the agents and your seat.", "default: a random one"),
    ] = None,
    record: Annotated[
        Path | None, explained("PATH", "Add the game to this file; fudaba replay shows it.")
    ] = None,
) -> None:
    """Plays one game.

    Raises:
        UserError: A word, a value or a file can't be used.
    """
    the_game = read_game(game)
    rules = the_game.options.read(the_game.name, read_house_rules(options))
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    seat = seed % rules.num_players if seat is None else seat
    check_whole("seat", seat, 0, rules.num_players - 1)
    others = one_for_each(against, rules.num_players - 1)
    console = Console(highlight=False)
    with console.status(WAIT):
        sitting = Sitting(the_game, rules, others, seat, seed)
    with kept(sitting, record):
        introduce(console, sitting, seed)
        play_game(console, sitting)
    if record is not None:
        console.print(Text(f"The game was added to {record}."), soft_wrap=True)


def one_for_each(words: Sequence[str], count: int) -> list[str]:
    """The agent in each of the `count` other seats.

    Raises:
        UserError: There are not one or `count` words.
    """
    if len(words) not in (1, count):
        allowed = f"1 for all other seats, or {count} for one in each"
        raise UserError(f"against can't be {len(words)} agents; allowed: {allowed}.")
    return list(words) if len(words) == count else [words[0]] * count


@contextmanager
def kept(sitting: Sitting, path: Path | None) -> Iterator[None]:
    """Adds the game's record to a file, in whatever way the game ends.

    It is written before the first move too, so that nobody plays a game that can't be kept.

    Raises:
        UserError: The file can't be used.
    """
    if path is None:
        yield
        return
    earlier = earlier_records(path)
    write_whole(path, earlier + sitting.record().to_json().encode() + b"\n")
    try:
        yield
    finally:
        write_whole(path, earlier + sitting.record().to_json().encode() + b"\n")


def earlier_records(path: Path) -> bytes:
    """The lines that a file of game records holds already.

    Raises:
        UserError: The file can't be read, or holds something else.
    """
    content = read_bytes(path) if os.path.exists(path) else b""
    if not content:
        return b""
    try:
        GameRecord.from_json(content.splitlines()[0])
    except UserError:
        raise UserError(
            f"file {path} holds something else than game records; choose another."
        ) from None
    return content if content.endswith(b"\n") else content + b"\n"


def introduce(console: Console, sitting: Sitting, seed: int) -> None:
    """Says what is played and who sits at the table."""
    game, options = sitting.game, sitting.options
    changed = [f"{name}={word}" for name, word in options.changed().items()]
    for line in (
        f"{game.title} ({game.name}). {game.summary}",
        f"At the table: {', '.join(sitting.names)}.",
        f"House rules: {', '.join(changed) or 'the usual ones'}. Seed: {seed}.",
    ):
        console.print(Text(wrapped(line, console.width)))


def play_game(console: Console, sitting: Sitting) -> None:
    """Plays until the game is over or the person leaves."""
    num_told = 0
    while sitting.to_move != NOBODY:
        name = sitting.names[sitting.to_move]
        if sitting.to_move == sitting.seat:
            action = person_action(console, sitting)
        else:
            with console.status(Text(waiting_words(sitting.scene(), sitting.names))):
                action = sitting.agent_action()
        if action is None:
            console.print(f"You left the game after {plural(num_told, 'move')}.")
            return
        if told := sitting.game.told(sitting.state, action, sitting.seat):
            console.print(Text(f"{name}: {told}"))
            num_told += 1
        before = sitting.view()
        sitting.take(action)
        show_news(console, sitting.game, before, sitting.view(), sitting.seat, sitting.names)
    show_end(console, sitting)


def waiting_words(scene: Scene, names: Sequence[str]) -> str:
    """Who thinks, from what the seat is shown alone: in some games that is a secret."""
    thinking = [names[seat] for seat, player in enumerate(scene.seats) if player.is_on_turn]
    return f"{' and '.join(thinking)} thinks" if thinking else "one moment"


def show_end(console: Console, sitting: Sitting) -> None:
    """The table after the last move, and what everybody has won."""
    console.print()
    show_table(console, sitting.game, sitting.state, sitting.seat, sitting.names)
    show_result(console, sitting.names, sitting.points)
    place = place_words(sitting.points)[sitting.seat]
    won = points_word(sitting.points[sitting.seat])
    console.print(f"You came {place} of {sitting.options.num_players}, with {won}.")


def person_action(console: Console, sitting: Sitting) -> int | None:
    """Shows the table and asks for a move; None if the person leaves."""
    game, state = sitting.game, sitting.state
    legal = game.legal_actions(state)
    names = [game.words.describe(state, action) for action in legal]
    console.print()
    show_table(console, game, state, sitting.seat, sitting.names)
    console.print()
    moves = [Text(f"{number} {name}") for number, name in enumerate(names, 1)]
    console.print(Columns(moves, padding=(0, 3)))
    while (line := ask(f"Your move ({numbers_word(legal)}, ? for help): ")) is not None:
        word = line.casefold()
        if word in QUIT:
            break
        try:
            if word not in ANSWERS:
                return read_move(game, state, legal, line)
            console.print(Text(ANSWERS[word](sitting)), soft_wrap=True)
        except UserError as error:
            console.print(Text(str(error)))
    return None


def advise(sitting: Sitting) -> str:
    """What the adviser would do."""
    advice = sitting.game.words.describe(sitting.state, sitting.advice(ADVISER))
    return f"{ADVISER} would: {advice}"


ANSWERS: dict[str, Callable[[Sitting], str]] = {
    "": lambda sitting: HELP,
    "?": lambda sitting: HELP,
    "help": lambda sitting: HELP,
    "hint": advise,
    "rules": lambda sitting: f"The rules are in {sitting.game.rules}",
}


def read_move(game: Game, state: np.void, legal: Sequence[int], text: str) -> int:
    """The move that a person means: a number, a name, or the beginnings of words of a name.

    Args:
        game: The game.
        state: The table.
        legal: The legal actions; the first is number 1.
        text: What was typed.

    Raises:
        UserError: There is no such move, or the rules forbid it.
    """
    if text.isdecimal():
        by_number = {str(number): action for number, action in enumerate(legal, 1)}
        if text not in by_number:
            raise UserError(f"there is no move {text}; allowed: {numbers_word(legal)}.")
        return by_number[text]
    fitting = moves_called(game, state, legal, text)
    allowed = [action for action in fitting if action in legal]
    if len(allowed) == 1:
        return allowed[0]
    if allowed:
        names = " or ".join(game.words.describe(state, action) for action in allowed)
        raise UserError(f"{text!r} can be {names}; write more of it.")
    if fitting:
        name, why = (
            game.words.describe(state, fitting[0]),
            game.words.why_illegal(state, fitting[0]),
        )
        raise UserError(f"{name} is not allowed: {why}")
    return game.parse(state, text)


def numbers_word(legal: Sequence[int]) -> str:
    """The numbers of the legal actions: `1 to 9`, or `1`."""
    return f"1 to {len(legal)}" if len(legal) > 1 else "1"


def moves_called(game: Game, state: np.void, legal: Sequence[int], text: str) -> list[int]:
    """The actions that are called so; else the legal ones, else any, with such words in order.

    Whole words count before beginnings.
    """
    wanted, everything = text.casefold().split(), range(game.num_actions)
    names = [game.words.describe(state, action).casefold().split() for action in everything]
    if exact := [action for action in everything if names[action] == wanted]:
        return exact
    for actions in (legal, everything):
        for fits in (str.__eq__, str.startswith):
            if found := [action for action in actions if has_words(names[action], wanted, fits)]:
                return found
    return []


def has_words(name: Sequence[str], wanted: Sequence[str], fits: Callable[[str, str], bool]) -> bool:
    """Whether words of a name, in their order, fit the wanted ones."""
    words = iter(name)
    return all(any(fits(word, typed) for word in words) for typed in wanted)
