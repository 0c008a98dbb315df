"""Prints tables, news and results for `play` and `replay`."""

import sys
from collections.abc import Sequence

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fudaba.common.languages import N_, translator
from fudaba.envs import NOBODY, Game, Scene
from fudaba.envs.core.scene.lines import wrapped
from fudaba.envs.core.scene.moment import Moment
from fudaba.envs.core.scene.scene_text import draw_moment, draw_text
from fudaba.envs.core.words.results import PlayerResult
from fudaba.envs.core.words.sentences import with_names

_, _n = translator("cli")

WAIT = N_("one moment")
# Later styles win: a row of a red suit is red except for its signs.
STYLES = {
    r"[♥♦][^♠♥♦♣;a-z\u3000-\uffff\n]*": "red",
    r"·": "dim",
    r"\[ \]": "bold green",
    r"(?m)^> .*$": "bold",
    r"\b[Yy]ou\b|あなた": "bold cyan",
}


def show_table(
    console: Console,
    game: Game,
    state: np.void,
    seat: int,
    names: Sequence[str],
    own: int = NOBODY,
) -> None:
    """Prints the table as one seat sees it, drawn from the seat's view alone.

    Args:
        console: Where to.
        game: The game.
        state: The table.
        seat: The seat.
        names: The names of the players, seat by seat.
        own: The seat of the reader, who is called `you`; -1 for none.
    """
    show_scene(console, game.scene(state, seat), names, own)


def show_scene(console: Console, scene: Scene, names: Sequence[str], own: int = NOBODY) -> None:
    """Prints a table."""
    console.print(_styled(console, draw_text(scene), names, own))


def _styled(console: Console, drawn: str, names: Sequence[str], own: int) -> Text:
    """Returns drawn lines with the players' names, wrapped and coloured."""
    lines = with_names(drawn, names, own).splitlines()
    text = Text("\n".join(wrapped(line, console.width) for line in lines))
    for pattern, style in STYLES.items():
        text.highlight_regex(pattern, style)
    return text


def show_news(
    console: Console,
    news: str,
    moments: Sequence[Moment],
    names: Sequence[str],
    own: int = NOBODY,
) -> None:
    """Prints what a step showed to a seat beyond the move: its news and its moments."""
    if news:
        console.print(Text(wrapped(f"  {with_names(news, names, own)}", console.width)))
    for moment in moments:
        console.print(_styled(console, draw_moment(moment), names, own))


def show_result(console: Console, rows: Sequence[PlayerResult], names: Sequence[str]) -> None:
    """Prints the places and points of everybody, the best first."""
    table = Table(box=None, show_header=False)
    for row in rows:
        table.add_row(row.place, Text(names[row.seat]), row.points)
    console.print("\n" + _("The game is over:"), table, sep="\n")


def ask(prompt: str) -> str | None:
    """Reads a line; None at its end, Ctrl-D included. A line from a pipe is shown."""
    try:
        line = input(prompt)
    except EOFError:
        print()
        return None
    except KeyboardInterrupt:
        print()  # ends the line of the prompt
        raise
    if not sys.stdin.isatty():
        print(line)
    return line.strip()
