"""`fudaba tune-heuristic GAME`: fits the weights of greedy's heuristic."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from rich.console import Console
from rich.table import Table
from rich.text import Text

from fudaba.agents.greedy import weight_table
from fudaba.common.files import write_whole
from fudaba.common.languages import N_, translator
from fudaba.evaluation.asking import Option
from fudaba.evaluation.progress import playing_bar
from fudaba.evaluation.report import numbers
from fudaba.evaluation.report.sentences import joined
from fudaba.training.advice import AdviceRequest, AdviceResult
from fudaba.training.advice.report import render_report, verdict

from .arguments import Asked, parse
from .broken import Broken
from .outputs import Force, Outputs

_, _n = translator("cli")

DESCRIPTION = N_(
    "Fits the weights of greedy's heuristic in a game. Candidates play the same deals alone among "
    "today's greedy, random players and the policy that comes with the package, at tables of every "
    "size; the best of them race, and the winner is measured on fresh deals. The new weights are "
    "kept only if they clearly gain among today's greedy."
)
# The weights that stay, for greedy:weights=FILE; the page; every candidate, a line of JSON each.
FILES = {"weights": "weights.json", "report": "report.md", "tried": "tried.jsonl"}

Output = Annotated[
    Path | None,
    Option("Folder of all results.", "PATH", "default: runs/tune-heuristic/GAME/, by the question"),
]


def main(words: list[str]) -> None:
    """Parses the arguments and fits the weights; see `tune_heuristic`."""
    parse(tune_heuristic, words, "fudaba tune-heuristic", DESCRIPTION, AdviceRequest)


def tune_heuristic(asked: Asked, output: Output = None, force: Force = False) -> None:
    """Fits the weights, prints the outcome and writes the files.

    Raises:
        UserError: An argument, a value or a file can't be used.
    """
    request = AdviceRequest(**asked.values)
    folder = output or Path("runs/tune-heuristic") / request.game.name / request.run_key.folder
    outputs = Outputs({name: folder / file for name, file in FILES.items()})
    key = request.run_key.key.encode()
    outputs.check(force, dict.fromkeys(FILES, lambda content: key in content))
    with playing_bar(_("games")) as progress:
        result = request.play(progress)
    print_result(Console(), result)
    _write(outputs, request, result)
    outputs.tell()


def _write(outputs: Outputs, request: AdviceRequest, result: AdviceResult) -> None:
    """Writes all files."""
    command = request.command(result.games)
    table, title = weight_table(request.game), request.game.translate(request.game.title)
    defaults = {row.name: row.default for row in table.rows}
    tuned = result.tuned_advice(defaults, command)
    write_whole(outputs["weights"], (tuned.sealed().model_dump_json(indent=2) + "\n").encode())
    write_whole(outputs["report"], render_report(result, table, title, command).encode())
    write_whole(outputs["tried"], "".join(_lines(result)).encode())


def _lines(result: AdviceResult) -> Iterator[str]:
    """Yields the candidates as lines of JSON."""
    for tried in result.tried:
        yield json.dumps({"question": result.question, **tried.model_dump(mode="json")}) + "\n"


def print_result(console: Console, result: AdviceResult) -> None:
    """Prints the weights, the gains and the verdict."""
    weights = Table(title=_("weights"))
    for head in ("", _("today"), _("new")):
        weights.add_column(head, justify="right" if head else "left")
    for name, before in result.before.items():
        found = result.found[name]
        style = "bold" if found != before else ""
        weights.add_row(name, f"{before:g}", Text(f"{found:g}", style))
    gains = Table(title=_("points more than today's weights, in the same seats"))
    gains.add_column(_("among"))
    for head in (_("players"), _("deals"), _("gain")):
        gains.add_column(head, justify="right")
    for gain in result.gains:
        interval = numbers.give_or_take(gain.points, "reward")
        gains.add_row(gain.title, str(gain.num_players), f"{gain.deals:,}", interval)
    console.print(weights, gains)
    console.print(Broken(Text(joined(verdict(result)))))
