"""`fudaba replay FILE`: steps through a recorded game."""

import sys
from bisect import bisect_right
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
from rich.console import Console
from rich.text import Text

from fudaba.common.checks import check_whole
from fudaba.common.languages import N_, translator
from fudaba.envs import NOBODY, Scene, UserError
from fudaba.envs.core.scene.lines import wrapped
from fudaba.envs.core.words.answers import english_note
from fudaba.envs.core.words.open_table import open_scene
from fudaba.envs.core.words.results import results
from fudaba.envs.core.words.sentences import read_by, with_names
from fudaba.evaluation.asking import Option, read_game
from fudaba.evaluation.recorded import RecordedGame, read_record

from .arguments import OwnGames, parse
from .broken import Broken
from .printing import WAIT, ask, show_news, show_result, show_scene
from .reading import narrowed, with_command
from .rules import HELP, asked, show_meaning, sign_words

_, _n = translator("cli")

DESCRIPTION = N_(
    "Shows a recorded game, position by position: as the player to move sees it, as one seat sees "
    "it, or the open table. Records come from fudaba play --record, fudaba arena --records and "
    "env.unwrapped.record().to_json(), one line for each game."
)
PROMPT = N_(
    "Enter next, b back, a number jumps, s another seat, o open table, ? WORD its meaning, q quit:"
)


def main(words: list[str]) -> None:
    """Parses the arguments and shows the game; see `replay`."""
    with read_by(NOBODY):
        parse(replay, words, "fudaba replay", DESCRIPTION)


def replay(
    file: Annotated[
        Path, Option("Game records, one line of JSON each.", "FILE", "required", is_positional=True)
    ],
    game_number: Annotated[int, Option("Which game of the file, the first is 1.")] = 1,
    seat: Annotated[
        int | None,
        Option("Whose view to show, the first is 0.", "INT", "default: the player to move"),
    ] = None,
    open_table: Annotated[
        bool, Option("Show the open table, all hands included.", name="open")
    ] = False,
    games: OwnGames = (),
) -> None:
    """Shows a game: step by step at a terminal, otherwise all positions at once.

    Raises:
        UserError: The file, the number or the seat can't be used.
    """
    if open_table and seat is not None:
        raise UserError(_("--seat and --open can't be combined; choose one of them."))
    console = Console(highlight=False)
    with console.status(_(WAIT)):
        for word in games:
            read_game(word)
        game = read_record(file, game_number)
    if seat is not None:
        check_whole("seat", seat, 0, len(game.names) - 1)
    look = Look(game, 0, seat, open_table)
    if sys.stdin.isatty() and sys.stdout.isatty():
        step_through(console, look)
    else:
        if note := english_note(game.game):
            console.print(note)
        for number in range(look.last + 1):
            look.number = number
            show(console, look)
            console.print()


@dataclass
class Look:
    """A position of a recorded game, and how it is shown.

    Attributes:
        game: The game.
        number: Index of the position among those that this view may see.
        seat: The seat whose view is shown; None for the player to move.
        is_open: Whether the open table is shown instead.
    """

    game: RecordedGame
    number: int
    seat: int | None
    is_open: bool

    def __post_init__(self) -> None:
        """Lists the positions that this view may see."""
        self.positions = self.game.positions(None if self.is_open else self.seat)

    @property
    def scene(self) -> Scene:
        """The table as the chosen seat sees it, or with all cards open."""
        game, state = self.game.game, self.state
        return open_scene(game, state) if self.is_open else game.scene(state, self.viewer)

    @property
    def state(self) -> np.void:
        """The table."""
        return self.game.states[self.position]

    @property
    def position(self) -> int:
        """The number of moves before the position."""
        return self.positions[self.number]

    @property
    def last(self) -> int:
        """The number of the last position; the first is 0."""
        return len(self.positions) - 1

    @property
    def viewer(self) -> int:
        """The seat whose view is shown; for the player to move after the end, the last mover."""
        if self.seat is not None:
            return self.seat
        return self.game.mover(self.position)

    def follow(self, word: str) -> str:
        """Carries out a typed command: another position, seat or view.

        Returns:
            A message for the person; empty if the word changed the position.
        """
        if word in ("", "n"):
            self.number = min(self.number + 1, self.last)
        elif word in ("b", "p"):
            self.number = max(self.number - 1, 0)
        elif word in map(str, range(self.last + 1)):
            self.number = int(word)
        elif word == "s":
            self._look_on(self._next_seat(), is_open=False)
        elif word == "o":
            self._look_on(self.seat, not self.is_open)
        else:
            return _(
                "{word} can't be done here; positions are 0 to {last}.",
                word=repr(word),
                last=self.last,
            )
        return ""

    def _look_on(self, seat: int | None, is_open: bool) -> None:
        """Changes the view; keeps the position, or takes the last earlier one that it may see."""
        position = self.position
        self.seat, self.is_open = seat, is_open
        self.positions = self.game.positions(None if is_open else seat)
        self.number = bisect_right(self.positions, position) - 1

    def _next_seat(self) -> int | None:
        """Returns the next seat: None (the player to move), then seat 0, seat 1, ..., then None."""
        following = 0 if self.seat is None else self.seat + 1
        return following if following < len(self.game.names) else None


def step_through(console: Console, look: Look) -> None:
    """Shows the positions that a person asks for."""
    message = Text(english_note(look.game.game))
    while True:
        console.clear()
        show(console, look)
        console.print(message)
        typed = ask(f"{wrapped(_(PROMPT), console.width)} ")
        word = "q" if typed is None else with_command(narrowed(typed))
        if word in ("q", "quit"):
            return
        message = reply(console, look, word)


def reply(console: Console, look: Look, word: str) -> Text:
    """Carries out a typed command or answers a question; returns the message for the screen."""
    if word in ("?", "help"):
        return Text("\n".join((_(HELP), sign_words(look.game.game, look.game.options))))
    question = asked(word)
    if question is None:
        return Text(wrapped(look.follow(word), console.width))
    game, state = look.game.game, look.state
    try:
        with console.capture() as said:
            names = look.game.names
            show_meaning(console, game, look.game.options, state, look.scene, question, names=names)
    except UserError as error:
        return Text(wrapped(str(error), console.width))
    return Text.from_ansi(said.get())


def show(console: Console, look: Look) -> None:
    """Prints one position and its next move."""
    game, state = look.game, look.state
    console.print(Text(wrapped(where_words(look), console.width), "bold"))
    show_scene(console, look.scene, game.names)
    if look.number < look.last:
        show_next(console, look)
    elif state["to_move"] != NOBODY:
        console.print(Broken(Text(_("The record ends here; the game was not finished."))))
    else:
        show_result(console, results(game.game, state), game.names)


def where_words(look: Look) -> str:
    """Returns the heading: the record, the game, the position and the view."""
    player = look.game.names[look.viewer]
    how = _("the open table") if look.is_open else _("as {player} sees it", player=player)
    return _(
        "{record}: {game}, position {number} of {last}, {how}",
        record=look.game.title,
        game=look.game.game.name,
        number=look.number,
        last=look.last,
        how=how,
    )


def show_next(console: Console, look: Look) -> None:
    """Prints the next move that the viewer may know, and its news."""
    game, following = look.game, look.positions[look.number + 1]
    listener = game.mover(look.position) if look.is_open else look.viewer
    heard = game.heard(look.position, following, listener)
    if heard.text:
        move = with_names(heard.text, game.names)
        said = _("Next: {player} {move}", player=game.names[heard.by], move=move)
        console.print(Broken(Text(said)))
    if heard.remark:
        said = _("{player} says: {remark}", player=game.names[heard.by], remark=heard.remark)
        console.print(Broken(Text(said, "italic")))
    show_news(console, heard.news, heard.moments, game.names)
