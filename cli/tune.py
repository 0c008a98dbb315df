"""`fudaba tune GAME`: which house rules come closest to some goals?"""

import hashlib
import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Annotated

from rich.cells import set_cell_size
from rich.console import Console
from rich.text import Text

from fudaba.agents.policy import CARD_FILE
from fudaba.common.checks import check_whole
from fudaba.common.extras import need
from fudaba.common.files import write_whole
from fudaba.common.languages import N_, translator
from fudaba.envs import Game, Options, UserError
from fudaba.envs.core.scene.lines import padded, width_of
from fudaba.evaluation.asking import Option
from fudaba.evaluation.balance.goals import goals_of
from fudaba.evaluation.curves import CONFIG_FILE, FINAL_FOLDER
from fudaba.evaluation.match import COMMAND_THREADS
from fudaba.evaluation.progress import playing_bar
from fudaba.evaluation.report import numbers
from fudaba.evaluation.report.sentences import joined
from fudaba.evaluation.report.tune import answers
from fudaba.evaluation.report.tune.names import goal_named
from fudaba.evaluation.run_key import LONGEST_WORDS, UNFIT_FOR_NAMES
from fudaba.evaluation.statistics import Interval
from fudaba.evaluation.tune.result import TuneResult, TuneRunKey
from fudaba.evaluation.tune.run import (
    Trainer,
    TuneRequest,
)

from .arguments import Asked, parse
from .broken import Broken
from .executor import On, Threads, executor_on
from .outputs import GAMES, RULES, Force, IsOwn, Outputs

_, _n = translator("cli")

DESCRIPTION = N_(
    "Searches for the house rules that come closest to your goals. Variants play the same deals, "
    "and those that are clearly worse stop early; the finalists are measured on fresh deals, and "
    "once more among stronger players."
)
WORSE = N_(
    "Worse and better are told by differences deal by deal, which allow for all comparisons, so "
    "the 95 % intervals of two may overlap."
)
YAML_HEAD = "# Written by fudaba tune.\n"
FEWEST_STEPS = 4096  # of a training
ROOM_FOR_NAMES = 24  # columns; with less the table leaves the intervals out

Train = Annotated[
    bool, Option("Train the game's recipe on each finalist, and play it again with its own policy.")
]
TrainSteps = Annotated[
    int | None, Option("Decisions of each training.", "INT", "default: those of the recipe")
]
Results = Annotated[
    Path | None,
    Option(
        "JSON file of all numbers. Beside it, with other endings: the best house rules as YAML, "
        "and the games in SQLite, which are not played again.",
        "PATH",
        "default: results.json in runs/tune/GAME/, in the question's folder",
    ),
]
Page = Annotated[Path | None, Option("HTML page.", "PATH", "default: beside the results")]


def main(words: list[str]) -> None:
    """Parses the arguments and searches; see `tune`."""
    parse(tune, words, "fudaba tune", DESCRIPTION, TuneRequest)


def tune(
    asked: Asked,
    train: Train = False,
    train_steps: TrainSteps = None,
    results: Results = None,
    page: Page = None,
    force: Force = False,
    threads: Threads = COMMAND_THREADS,
    on: On = "local",
) -> None:
    """Searches, prints the outcome and writes the files.

    Raises:
        UserError: An argument, a value or a file can't be used.
    """
    game = asked.values["game"]
    if not asked.values["goals"]:
        names = ", ".join(each.name for each in goals_of(game))
        raise UserError(
            _("name a goal, such as --goal turn-fairness:least; allowed: {names}.", names=names)
        )
    if not asked.values["over"]:
        raise UserError(
            _("name house rules to search, such as --over pass_limit=0..10, or --over all.")
        )
    if train_steps is not None and not train:
        raise UserError(_("--train-steps needs --train."))
    request = TuneRequest(**asked.values)
    folder = Path("runs/tune") / game.name / request.run_key.folder
    results = results or folder / "results.json"
    outputs = Outputs.beside(results, page, (RULES, ".yaml"), (GAMES, ".sqlite"))
    if train:
        place = results.parent / f"{results.stem}_trained"
        request = replace(request, train=trainer(game, place, train_steps, request.seed, threads))
    own: dict[str, IsOwn] = {
        "results": lambda content: is_result(content, request.run_key),
        RULES: lambda content: content.startswith(YAML_HEAD.encode()),
        "page": request.run_key.is_answered_by,
    }
    outputs.check(force, own)
    with executor_on(on, threads) as executor, playing_bar(_("games")) as progress:
        result = request.play(executor, outputs[GAMES], progress)
    print_result(Console(), result)
    _write(outputs, result, asked.command)
    outputs.tell()


def _write(outputs: Outputs, result: TuneResult, command: str) -> None:
    """Writes all files but the games, which are written while they are played."""
    from fudaba.evaluation.report.tune.page import render_tune_page

    write_whole(outputs["results"], result.to_json().encode())
    rules = YAML_HEAD + answers.house_rules_yaml(result)
    write_whole(outputs[RULES], rules.encode())
    page = render_tune_page(result, command, date.today().isoformat())
    write_whole(outputs["page"], page.encode())


def trainer(game: Game, folder: Path, steps: int | None, seed: int, threads: int) -> Trainer:
    """Returns the function that trains the game's recipe on some house rules.

    Each policy has a folder of its own, in which an interrupted training goes on, and which is not
    trained again.

    Args:
        game: The game.
        folder: The parent of the policies' folders.
        steps: Decisions of each training; None for those of the recipe.
        seed: The seed of all trainings.
        threads: Threads of each training.

    Raises:
        UserError: The extra `train` is not installed, the game has no recipe, or the steps are too
            few.
    """
    need("train")
    from fudaba.training.config import check_config, fitting_tables, read_config
    from fudaba.training.train import train

    if steps is not None:
        check_whole("--train-steps", steps, FEWEST_STEPS, 2**40)
    name = f"{game.name.rsplit('_', 1)[0]}/ppo"
    content = read_config(name).model_dump(mode="json")
    if steps is not None:
        content["warm_start"]["decisions"] = int(
            steps * content["warm_start"]["decisions"] / content["total_steps"]
        )
        tables = min(content["tables"], fitting_tables(steps, content["ppo"]["n_steps"]))
        content |= {"total_steps": steps, "tables": tables, "criterion": {}}
    content |= {"seed": seed, "threads": threads}
    check_config(name, content)

    def trained(options: Options, label: str) -> str:
        rules = options.plain()
        digest = hashlib.sha256(json.dumps(rules, sort_keys=True).encode()).hexdigest()[:8]
        output = folder / f"{UNFIT_FOR_NAMES.sub('-', label)[:LONGEST_WORDS].strip('-')}-{digest}"
        config = check_config(name, {**content, "options": rules, "output": str(output)})
        policy = output / FINAL_FOLDER
        if not (policy / CARD_FILE).exists():
            train(config, resume=(output / CONFIG_FILE).exists())
        return f"policy:{policy}"

    return trained


def is_result(content: bytes, run_key: TuneRunKey) -> bool:
    """Returns whether a file holds the result of the run with this key."""
    try:
        return TuneResult.from_json(content).run_key == run_key
    except UserError:
        return False


def print_result(console: Console, result: TuneResult) -> None:
    """Prints the verdict, the finalists, the check and the command to play."""
    _print(console, answers.asked(result), joined(answers.verdict(result, with_numbers=False)))
    for line in table_lines(result, console.width):
        console.print(Text(line), no_wrap=True, overflow="ellipsis")
    if any(finalist.is_clearly_worse for finalist in result.finalists):
        _print(console, _(WORSE))
    first, *others = answers.play_commands(result)
    play = (
        _("Play the first of {count}, all are on the page: {command}",
          count=1 + len(others), command=first)
        if others
        else _("Play it: {command}", command=first)
    )  # fmt: skip
    _print(console, *answers.course(result), play)


def _print(console: Console, *paragraphs: str) -> None:
    for paragraph in paragraphs:
        console.print(Broken(Text(paragraph)))


def table_lines(result: TuneResult, width: int) -> list[str]:
    """Returns the table of the finalists, a line each.

    Args:
        result: The result.
        width: The width of the terminal; intervals are left out if names would have no room.
    """
    wishes = answers.objectives_of(result)
    heads = ["", *(goal_named(wish.goal.name) for wish in wishes)]
    for has_ends in (True, False):
        rows = [heads]
        for number, finalist in enumerate(result.finalists, 1):
            mark = _("worse") if finalist.is_clearly_worse else ""
            cells = [
                _cell(interval, answers.wish_form(result, wish), has_ends)
                for interval, wish in zip(finalist.numbers, wishes, strict=True)
            ]
            rows.append([f"{number}. {padded(mark, 5)}", *cells])
        widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
        if sum(widths) + 2 * len(widths) + ROOM_FOR_NAMES <= width:
            break
    names = [_("house rules"), *(each.variant.label for each in result.finalists)]
    lines = [
        "  ".join([*(padded(cell, size) for cell, size in zip(row, widths, strict=True)), name])
        for row, name in zip(rows, names, strict=True)
    ]
    return [_shortened(line, width) for line in lines]


def _shortened(line: str, width: int) -> str:
    return line if width_of(line) <= width else f"{set_cell_size(line, width - 3)}..."


def _cell(interval: Interval, form: str, has_ends: bool) -> str:
    if not has_ends:
        return numbers.estimate(interval, numbers.WRITERS[form])
    return numbers.in_words(interval, form)
