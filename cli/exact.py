"""`fudaba exploit --exact GAME PLAYER ...`: the exact exploitability of players in small games."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from rich.console import Console
from rich.text import Text

from fudaba.agents.strategy import is_strategy
from fudaba.common.files import write_whole
from fudaba.common.languages import N_, translator
from fudaba.evaluation.asking import Option
from fudaba.evaluation.exact import ExactRequest, ExactResult, PlayerValue
from fudaba.evaluation.exact.tree import Share
from fudaba.evaluation.progress import progress_bar

from .arguments import Asked, parse
from .broken import Broken
from .outputs import Force, IsOwn, Outputs, saying_what_is_kept
from .wide import WideRow, print_wide

_, _n = translator("cli")

EXACT = "--exact"
DESCRIPTION = N_(
    "Computes exactly how much can be won against players, in a game for two that is small enough: "
    "all deals are listed, and each player is asked in every information set. Also the value of "
    "the game, from an equilibrium that CFR+ finds. The same command resumes a run that was "
    "stopped."
)
JSON_FILE, STRATEGY_FILE = "exact.json", "equilibrium.safetensors"
UNFINISHED_FILE = "unfinished.safetensors"
HUNDRED = 100

Output = Annotated[
    Path | None,
    Option("Folder of all results.", "PATH", "default: runs/exploit/GAME/, by the question"),
]


def main(words: list[str]) -> None:
    """Reads the words and measures the players; see `exact`.

    Raises:
        UserError: Bad input, or a game that can't be solved.
    """
    parse(exact, words, f"fudaba exploit {EXACT}", DESCRIPTION, ExactRequest)


def exact(asked: Asked, output: Output = None, force: Force = False) -> None:
    """Measures players, prints their exploitability, and writes it and an equilibrium.

    Raises:
        UserError: A word, a value or a file can't be used, or the game can't be solved.
    """
    request = ExactRequest(**asked.values)
    key = request.run_key
    folder = output or Path("runs/exploit") / request.game.name / f"exact-{key.folder}"
    outputs = Outputs({"numbers": folder / JSON_FILE, "output": folder / STRATEGY_FILE})
    own: dict[str, IsOwn] = {
        "numbers": lambda content: key.key.encode() in content,
        "output": lambda content: is_strategy(content, request.game, request.options),
    }
    outputs.check(force, own)
    with saying_what_is_kept(folder), _bars() as progress:
        result = request.measure(progress, folder / UNFINISHED_FILE)
    _print_result(Console(), result)
    write_whole(outputs["numbers"], (json.dumps(result.plain(), indent=2) + "\n").encode())
    result.equilibrium.save(outputs["output"])
    (folder / UNFINISHED_FILE).unlink(missing_ok=True)
    outputs.tell()


@contextmanager
def _bars() -> Iterator[Callable[[str], Share]]:
    """Yields a function that begins the bar of a part of the work."""
    with progress_bar(_("per cent")) as bar:

        def begin(name: str) -> Share:
            task = bar.add_task(name, total=HUNDRED)
            return lambda share: bar.update(task, completed=round(HUNDRED * share))

        yield begin


def _print_result(console: Console, result: ExactResult) -> None:
    print_wide(
        console,
        _("{game}: exact exploitability", game=result.game.translate(result.game.title)),
        _("points a game; 0 in an equilibrium"),
        (
            _("exploitability"),
            _("gain as {player}", player="player_0"),
            _("gain as {player}", player="player_1"),
        ),
        [
            *map(_row, result.players),
            WideRow(_("equilibrium"), (Text(f"{result.exploitability:.5f}"), Text(), Text())),
        ],
    )
    console.print(Broken(Text(_size(result))))
    console.print(Broken(Text(_value(result))))


def _row(player: PlayerValue) -> WideRow:
    figures = player.exploitability, *player.gains
    return WideRow(player.name, [Text(f"{figure:.5f}") for figure in figures])


def _size(result: ExactResult) -> str:
    return _(
        "All {deals:,} deals have {histories:,} histories and {sets:,} information sets; a game "
        "takes at most {longest:,} decisions.",
        deals=result.deals,
        histories=result.histories,
        sets=result.sets,
        longest=result.longest,
    )


def _value(result: ExactResult) -> str:
    middle, low, high = sum(result.value) / 2, *result.value
    return _(
        "In an equilibrium player_0 wins {value} a game ({low} to {high}, after {iterations:,} "
        "iterations). A gain is what a best response wins in a seat beyond that.",
        value=f"{middle:+.5f}",
        low=f"{low:+.5f}",
        high=f"{high:+.5f}",
        iterations=result.iterations,
    )
