"""`fudaba play GAME`: a person sits down at the table."""

import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import numpy as np
from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from fudaba.agents.bot_settings import BotSettings
from fudaba.agents.errors import AgentError
from fudaba.agents.naming import GREEDY, adviser_of
from fudaba.agents.reasons import why
from fudaba.agents.titles import agent_title
from fudaba.common.checks import check_whole
from fudaba.common.languages import N_, translator
from fudaba.envs import NOBODY, Game, Options, Scene, UserError
from fudaba.envs.core.scene.lines import wrapped
from fudaba.envs.core.words.answers import english_note
from fudaba.envs.core.words.forced import as_forced
from fudaba.envs.core.words.names import every_move_name, with_seats
from fudaba.envs.core.words.results import NO_PLACE, results
from fudaba.envs.core.words.sentences import read_by
from fudaba.evaluation.asking import Option, read_game
from fudaba.evaluation.records import put_game

from . import rules
from .arguments import (
    ChatUrl,
    GameWord,
    HouseRules,
    Seconds,
    parse,
    read_house_rules,
)
from .broken import Broken
from .printing import WAIT, ask, show_news, show_result, show_table
from .reading import is_name, is_read, narrowed, numbers_word, read_words, with_command
from .sitting import Sitting

_, _n = translator("cli")

DESCRIPTION = N_(
    "Plays a game at the terminal, you in one seat and agents in the others. You are shown what "
    "your seat may know, and nothing else."
)
SEED_BITS = 32
QUIT = ("quit", "q")
HELP = N_("""\
Type the number of a move or its name. The first letters of its words are enough
if they fit no other legal move: "tr 6" for "trash 6a". Or:
{rules}
  hint    what {agent} would do here
  help    this help; ? is short for it
  quit    leave the game, as Ctrl-D does""")
WELCOME = N_(
    "New to it? Type rules for how to play, ? WORD for the meaning of a word of the table."
)
FORBIDDEN = N_("{player} chose a move that the rules do not allow; {agent} plays on in its place.")
FAILED = N_("{player} failed; {agent} plays on in its place.")


def main(words: list[str]) -> None:
    """Parses the arguments and plays; see `play`."""
    parse(play, words, "fudaba play", DESCRIPTION)


def play(
    game: GameWord,
    against: Annotated[
        tuple[str, ...],
        Option(
            "The players in the other seats: one of the arena's agents for all of them, or one for "
            "each in the order of the seats.",
            "AGENT ...",
            "default: greedy",
        ),
    ] = ("greedy",),
    seat: Annotated[
        int | None, Option("Your seat, the first is 0.", "INT", "default: a random one")
    ] = None,
    options: HouseRules = (),
    seed: Annotated[
        int | None,
        Option("Seed of the deal, the agents and your seat.", "INT", "default: a random one"),
    ] = None,
    record: Annotated[
        Path | None, Option("Add the game to this file; fudaba replay shows it.", "PATH", "")
    ] = None,
    time_per_decision: Seconds = None,
    chat_url: ChatUrl = None,
) -> None:
    """Plays one game.

    Raises:
        UserError: An argument, a value or a file can't be used.
    """
    the_game = read_game(game)
    house_rules = the_game.options.read(the_game.name, read_house_rules(options))
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    seat = seed % house_rules.num_players if seat is None else seat
    check_whole("seat", seat, 0, house_rules.num_players - 1)
    others = one_for_each(against, house_rules.num_players - 1)
    console = Console(highlight=False)
    with console.status(_(WAIT)):
        settings = BotSettings(time_per_decision, chat_url=chat_url)
        sitting = Sitting(the_game, house_rules, others, seat, seed, settings)
    with kept(sitting, record), read_by(seat):
        introduce(console, sitting, seed)
        play_game(console, sitting)
    if record is not None:
        console.print(Text(_("The game was added to {file}.", file=record)), soft_wrap=True)


def one_for_each(words: Sequence[str], count: int) -> list[str]:
    """Returns the agent of each of the `count` other seats.

    Raises:
        UserError: There are neither one nor `count` agents.
    """
    if len(words) not in (1, count):
        raise UserError(
            _(
                "against can't be {named} agents; allowed: 1 for all other seats, or {count} for "
                "one in each.",
                named=len(words),
                count=count,
            )
        )
    return list(words) if len(words) == count else [words[0]] * count


@contextmanager
def kept(sitting: Sitting, path: Path | None) -> Iterator[None]:
    """Adds the game's record to a file, however the game ends.

    The record is also written before the first move, so that a bad file is found at once.

    Raises:
        UserError: The file can't be used.
    """
    if path is None:
        yield
        return
    begun = sitting.record()
    put_game(path, begun)
    try:
        yield
    finally:
        put_game(path, sitting.record(), instead_of=begun)


def introduce(console: Console, sitting: Sitting, seed: int) -> None:
    """Prints the game, the players, the house rules and the deal."""
    game, options = sitting.game, sitting.options
    title, summary = game.translate(game.title), game.translate(game.summary)
    for line in (
        _("{title} ({game}). {summary}", title=title, game=game.name, summary=summary),
        english_note(game),
        _("At the table: {names}.", names=_(", ").join(sitting.names)),
        _("House rules: {rules}. Seed: {seed}.", rules=changed_words(options), seed=seed),
        _(WELCOME),
    ):
        if line:
            console.print(Text(wrapped(line, console.width)))
    if sitting.is_forced or sitting.to_move != sitting.seat:  # else the first question shows it
        console.print()
        show_table(console, game, sitting.state, sitting.seat, sitting.names, sitting.seat)
        console.print()


def changed_words(options: Options) -> str:
    """Returns the house rules that differ from the usual ones, as typed."""
    changed = [f"{name}={word}" for name, word in options.changed().items()]
    return ", ".join(changed) or _("the usual ones")


def play_game(console: Console, sitting: Sitting) -> None:
    """Plays until the game is over or the person leaves."""
    num_told = 0
    while sitting.to_move != NOBODY:
        if sitting.to_move == sitting.seat:
            action = person_action(console, sitting)
        else:
            action = agent_move(console, sitting)
        if action is None:
            console.print(Broken(Text(left_words(num_told))))
            return
        if told := sitting.game.announced_to(sitting.state, action, sitting.seat):
            show_move(console, sitting, told)
            num_told += 1
        before = sitting.view()
        sitting.take(action)
        steps = before, sitting.view(), sitting.seat
        said = sitting.game.words
        news, moments = said.news(*steps), said.moments(*steps)
        show_news(console, news, moments, sitting.names, sitting.seat)
    show_end(console, sitting)


def left_words(count: int) -> str:
    """Returns the sentence for a person who leaves the game."""
    return _n(
        "You left the game after {count} move.", "You left the game after {count} moves.", count
    )


def agent_move(console: Console, sitting: Sitting) -> int:
    """Returns the agent's move; if the agent fails, a stand-in takes its seat and moves."""
    seat = sitting.to_move
    try:
        with console.status(Text(waiting_words(sitting.scene(), sitting.names))):
            action = sitting.agent_action()
        if action in sitting.game.legal_actions(sitting.state):
            return action
        trouble = FORBIDDEN
    except AgentError as failure:
        print(f"{failure.traceback}fudaba: {failure}", file=sys.stderr)
        trouble = FAILED
    stand_in = sitting.replace_agent(seat)
    said = _(trouble, player=sitting.names[seat], agent=stand_in)
    console.print(Text(wrapped(said, console.width)))
    return agent_move(console, sitting)


def show_move(console: Console, sitting: Sitting, told: str) -> None:
    """Prints a move as it was announced to the person: `Medium 2 plays H5`, `You pass`."""
    player, move = sitting.names[sitting.to_move], sitting.named(told)
    said = _("{player} {move}", player=player, move=move)
    if sitting.is_forced:
        said = as_forced(said, sitting.game, sitting.state)
    console.print(Broken(Text(said)))


def waiting_words(scene: Scene, names: Sequence[str]) -> str:
    """Returns the line shown while others think; it names a player only if the turn is public."""
    thinking = [names[seat] for seat, player in enumerate(scene.seats) if player.is_on_turn]
    if not thinking:
        return _(WAIT)
    names_word = _(" and ").join(thinking)
    return _n("{names} thinks", "{names} think", len(thinking), names=names_word)


def show_end(console: Console, sitting: Sitting) -> None:
    """Prints the table after the last move and the result."""
    game, state, seat, names = sitting.game, sitting.state, sitting.seat, sitting.names
    console.print()
    show_table(console, game, state, seat, names, seat)
    rows = results(game, state)
    show_result(console, rows, names)
    (own,) = (row for row in rows if row.seat == seat)
    result = (
        _("You have no place: {points}.", points=own.points)
        if own.place == NO_PLACE
        else _("You came {place} of {count}.", place=own.place, count=len(rows))
    )
    console.print(Broken(Text(result)))


def person_action(console: Console, sitting: Sitting) -> int | None:
    """Shows the table and asks for a move; None if the person leaves.

    Asks nothing if only one move is legal, or if the person's last words leave only one.
    """
    game, state = sitting.game, sitting.state
    legal, listed = game.legal_actions(state), sitting.choices()
    if len(listed) == 1:
        return listed[0]
    console.print()
    show_table(console, game, state, sitting.seat, sitting.names, sitting.seat)
    console.print()
    show_moves(console, sitting, listed)
    while (typed := ask(move_prompt(listed))) is not None:
        line = with_seats(narrowed(typed), sitting.names)
        if with_command(line).casefold() in QUIT and not is_move(game, state, line):
            break
        try:
            if answered(console, sitting, with_command(line), listed):
                continue
            sitting.mean(read_words(game, state, legal, listed, line))
        except UserError as error:
            console.print(Text(wrapped(sitting.named(str(error)), console.width)))
            continue
        listed = sitting.choices()
        if len(listed) == 1:
            return listed[0]
        console.print(Broken(Text(_("{typed} can be:", typed=typed))))
        show_moves(console, sitting, listed)
    return None


def move_prompt(listed: Sequence[int]) -> str:
    """Returns the question for one of the listed moves."""
    return _("Your move ({numbers}, ? for help): ", numbers=numbers_word(listed))


def is_move(game: Game, state: np.void, line: str) -> bool:
    """Returns whether a line is a move in the game's own notation, such as Q for a queen."""
    return is_name(every_move_name(game, state), line) or is_read(game, state, line)


def answered(console: Console, sitting: Sitting, line: str, listed: Sequence[int]) -> bool:
    """Prints the answer to a command or a question; returns whether the line is one.

    Raises:
        UserError: The rules have no answer.
    """
    game, state, word = sitting.game, sitting.state, line.casefold()
    if word in ANSWERS:
        console.print(Text(ANSWERS[word](sitting)), soft_wrap=True)
        return True
    if (question := rules.asked(line)) is None:
        return False
    scene, names = sitting.scene(), sitting.names
    rules.show_meaning(
        console, game, sitting.options, state, scene, question, listed=listed, names=names
    )
    return True


def show_moves(console: Console, sitting: Sitting, listed: Sequence[int]) -> None:
    """Prints moves with their numbers."""
    describe = sitting.game.words.describe
    moves = [
        f"{number} {sitting.named(describe(sitting.state, action))}"
        for number, action in enumerate(listed, 1)
    ]
    console.print(Columns([Broken(Text(move)) for move in moves], padding=(0, 3)))


def advise(sitting: Sitting) -> str:
    """Returns the adviser's move as a sentence, with what it does and what decides for it."""
    game, state, adviser = sitting.game, sitting.state, adviser_of(sitting.game)
    action = sitting.advice(adviser)
    move = sitting.named(game.words.describe(state, action))
    said = _("{agent} would: {move}", agent=agent_title(adviser, game), move=move)
    reason = sitting.named(why(game, [state], [action])) if adviser == GREEDY else ""
    return _("{sentence}. {reason}", sentence=said, reason=reason) if reason else said


def help_words(sitting: Sitting) -> str:
    """Returns the help: the commands of every table, and the ways to type moves of this game."""
    game, typing = sitting.game, sitting.game.words.typing
    everywhere = _(HELP, rules=_(rules.HELP), agent=agent_title(adviser_of(game), game))
    of_game = game.translate(typing) if typing else ""
    return "\n".join(filter(None, (everywhere, of_game, rules.sign_words(game, sitting.options))))


ANSWERS: dict[str, Callable[[Sitting], str]] = {
    "": help_words,
    "?": help_words,
    "help": help_words,
    "hint": advise,
}
