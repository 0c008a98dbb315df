"""`fudaba tune-advice GAME`: fits the weights of greedy's heuristic."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, NamedTuple, Self

from rich.console import Console
from rich.table import Table
from rich.text import Text
from tyro.conf import arg

from fudaba.agents.files import check_outputs, write_whole
from fudaba.agents.greedy import weight_table
from fudaba.evaluation.match import COMMAND_THREADS
from fudaba.evaluation.progress import playing_bar
from fudaba.evaluation.report import numbers
from fudaba.evaluation.report.sentences import joined
from fudaba.languages import N_, words
from fudaba.training.advice import AdviceRequest, AdviceResult
from fudaba.training.advice.report import render_report, verdict

from .arguments import (
    NUMBER,
    WHOLE_NUMBER,
    GameWord,
    HouseRules,
    explained,
    parse,
    read_game,
    read_house_rules,
)
from .broken import Broken
from .executor import Threads
from .outputs import Force, check_replaced

_, _n = words("cli")

DESCRIPTION = N_(
    "Fits the weights of greedy's heuristic in a game. Candidates play the same deals alone among "
    "today's greedy, random players and the policy that comes with the package, at tables of every "
    "size; the best of them race, and the winner is measured on fresh deals. The new weights are "
    "kept only if they clearly gain among today's greedy."
)
WEIGHTS_FILE, REPORT_FILE, TRIED_FILE = "weights.json", "report.md", "tried.jsonl"

Games = Annotated[int, WHOLE_NUMBER, arg(help="Games of the search.")]
Deals = Annotated[
    int,
    WHOLE_NUMBER,
    arg(help="Deals of the confirmation at each table; among slow players fewer."),
]
Minutes = Annotated[
    float,
    NUMBER,
    arg(
        help="About how long the search may take. If that is too short for its games on this "
        "machine, it plays fewer, and says how many."
    ),
]
Output = Annotated[
    Path | None,
    explained("PATH", "Folder of all results.", "default: runs/tune-advice/GAME/, by the question"),
]


class Asked(NamedTuple):
    """The arguments, read and checked, and where the results go."""

    request: AdviceRequest
    files: "Files"


def main(words: list[str]) -> None:
    """Reads the words and fits the weights; see `tune_advice`."""
    asked = parse(tune_advice, words, "fudaba tune-advice", DESCRIPTION)
    with playing_bar(_("games")) as progress:
        result = asked.request.play(progress)
    print_result(Console(), result)
    asked.files.write(asked.request, result)
    written = ", ".join(map(str, asked.files))
    Console().print(Text(_("Written: {files}", files=written)), soft_wrap=True)


def tune_advice(
    game: GameWord,
    games: Games = 20_000_000,
    deals: Deals = 4000,
    minutes: Minutes = 10.0,
    seed: Annotated[int, WHOLE_NUMBER, arg(help="Seed of the deals and the proposals.")] = 0,
    options: HouseRules = (),
    output: Output = None,
    force: Force = False,
    threads: Threads = COMMAND_THREADS,
) -> Asked:
    """Reads and checks all arguments; nothing is played.

    Raises:
        UserError: A word, a value or a file can't be used.
    """
    the_game = read_game(game)
    request = AdviceRequest(
        the_game, read_house_rules(options), games, deals, seed, threads, minutes
    )
    folder = output or Path("runs/tune-advice") / the_game.name / request.question.folder
    files = Files.in_folder(folder)
    files.check(request.question.key, force)
    return Asked(request, files)


class Files(NamedTuple):
    """The files that a fit writes.

    Attributes:
        weights: The weights that stay, for `greedy:weights=FILE`.
        report: The page of Markdown.
        tried: Every candidate, a line of JSON each.
    """

    weights: Path
    report: Path
    tried: Path

    @classmethod
    def in_folder(cls, folder: Path) -> Self:
        """Returns the files in a folder."""
        return cls(folder / WEIGHTS_FILE, folder / REPORT_FILE, folder / TRIED_FILE)

    def check(self, question: str, force: bool) -> None:
        """Checks that the files can be written and replace no others.

        Args:
            question: The key of the question.
            force: Whether they may replace any file.

        Raises:
            UserError: A file can't be written, or holds something else.
        """
        check_outputs(dict(zip(self._fields, self, strict=True)))
        if not force:
            for path in self:
                check_replaced(path, lambda content: question.encode() in content)

    def write(self, request: AdviceRequest, result: AdviceResult) -> None:
        """Writes all files."""
        command = request.command(result.games)
        table, title = weight_table(request.game), request.game.say(request.game.title)
        defaults = {row.name: row.default for row in table.rows}
        tuned = result.tuned_advice(defaults, command)
        write_whole(self.weights, (tuned.sealed().model_dump_json(indent=2) + "\n").encode())
        write_whole(self.report, render_report(result, table, title, command).encode())
        write_whole(self.tried, "".join(_lines(result)).encode())


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
