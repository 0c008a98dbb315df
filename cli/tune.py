"""`fudaba tune GAME`: which house rules come closest to some goals?"""

import hashlib
import json
import shlex
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Annotated, NamedTuple, Self

from rich.cells import set_cell_size
from rich.console import Console
from rich.text import Text
from tyro.conf import FlagCreatePairsOff, arg

from fudaba.agents.files import check_outputs, write_whole
from fudaba.agents.naming import ALLOWED
from fudaba.agents.policy import CARD_FILE
from fudaba.envs import Game, UserError
from fudaba.envs.core.checking.checks import check_whole
from fudaba.envs.core.contract.options import Options
from fudaba.envs.core.scene.lines import padded, width_of
from fudaba.evaluation.balance.goals import GOALS, goals_of
from fudaba.evaluation.balance.naming import ALLOWED as ALLOWED_MEASURES
from fudaba.evaluation.balance.naming import read_measures
from fudaba.evaluation.curves import CONFIG_FILE, FINAL_FOLDER
from fudaba.evaluation.match import COMMAND_THREADS
from fudaba.evaluation.progress import playing_bar
from fudaba.evaluation.question import LONGEST_WORDS, UNFIT_FOR_NAMES
from fudaba.evaluation.report import numbers
from fudaba.evaluation.report.sentences import joined
from fudaba.evaluation.report.tune import answers
from fudaba.evaluation.statistics import Interval
from fudaba.evaluation.tune.over import read_over
from fudaba.evaluation.tune.own import own_goals
from fudaba.evaluation.tune.result import TuneQuestion, TuneResult
from fudaba.evaluation.tune.run import (
    CHECK_GAMES,
    USUAL_CHECK,
    USUAL_LADDER,
    Trainer,
    TuneRequest,
)
from fudaba.evaluation.tune.space import space_of
from fudaba.evaluation.tune.wishes import read_wishes
from fudaba.languages import N_, words

from .arguments import (
    WHOLE_NUMBER,
    GameWord,
    HouseRules,
    explained,
    parse,
    read_game,
    read_house_rules,
)
from .broken import Broken
from .executor import On, Threads, executor_on
from .outputs import Force, check_replaced
from .train import check_training_is_installed

_, _n = words("cli")
_goal = words("evaluation")[0]  # which has the names of goals

DESCRIPTION = N_(
    "Searches for the house rules that come closest to your goals. Variants play the same deals, "
    "and those that are clearly worse stop early; the finalists are measured on fresh deals, and "
    "once more among stronger players."
)
YAML_HEAD = "# Written by fudaba tune.\n"
# Of a training that is shorter than the recipe.
ROLLOUTS, FEWEST_TABLES, FEWEST_STEPS = 20, 32, 4096
ROOM_FOR_NAMES = 24  # columns; with less the table leaves the intervals out

Over = Annotated[
    tuple[str, ...],
    explained(
        "NAME=VALUES ...",
        "House rules to search over: a range, pass_limit=0..10; a list, tunnel=none,ring; or all.",
        "required",
    ),
]
Goals = Annotated[
    tuple[str, ...],
    explained(
        "GOAL ...",
        "What you wish for: NAME:least, NAME:most or NAME:near=VALUE. Behind it ,weight=NUMBER "
        "adds the goals up to one score; without weights the front of all goals is sought. Names: "
        f"{', '.join(GOALS)}.",
        "required",
    ),
]
Games = Annotated[int, WHOLE_NUMBER, arg(help="Games of the whole search.")]
AgentWords = Annotated[
    tuple[str, ...],
    explained(
        "AGENT ...",
        f"The players: {ALLOWED}; several are rotated through the seats of each deal.",
        "default: greedy",
    ),
]
Measures = Annotated[
    tuple[str, ...],
    explained(
        "MEASURE ...",
        f"Further measures, each a goal by its name: {ALLOWED_MEASURES}.",
    ),
]
LadderWords = Annotated[
    tuple[str, str],
    explained(
        "AGENT AGENT",
        "The weaker and the stronger agent between whom skill is measured.",
        "default: random greedy",
    ),
]
CheckWords = Annotated[
    tuple[str, ...],
    explained(
        "AGENT ...",
        "Stronger players, who play the finalists again; --check alone leaves that out.",
        f"default: {USUAL_CHECK}",
    ),
]
CheckGames = Annotated[int, WHOLE_NUMBER, arg(help="Games of each finalist with each of them.")]
Train = Annotated[
    FlagCreatePairsOff[bool],
    arg(help="Train the game's recipe on each finalist, and play it again with its own policy."),
]
TrainSteps = Annotated[
    int | None,
    WHOLE_NUMBER,
    explained("INT", "Decisions of each training.", "default: those of the recipe"),
]
Results = Annotated[
    Path | None,
    explained(
        "PATH",
        "JSON file of all numbers. Beside it, with other endings: the best house rules as YAML, "
        "and the games in SQLite, which are not played again.",
        "default: results.json in runs/tune/GAME/, in the question's folder",
    ),
]
Page = Annotated[Path | None, explained("PATH", "HTML page.", "default: beside the results")]


class Asked(NamedTuple):
    """The arguments, read and checked, and where the results go."""

    request: TuneRequest
    files: "Files"
    force: bool
    threads: int
    on: On


def main(words: list[str]) -> None:
    """Reads the words and searches; see `tune`."""
    asked = parse(tune, words, "fudaba tune", DESCRIPTION)
    request, files = asked.request, asked.files
    files.check(request.question, asked.force)
    with executor_on(asked.on, asked.threads) as executor, playing_bar(_("games")) as progress:
        result = request.play(executor, files.games, progress)
    print_result(Console(), result)
    files.write(result, shlex.join(["fudaba", "tune", *words]))
    Console().print(Text(_("Written: {files}", files=files)), soft_wrap=True)


def tune(
    game: GameWord,
    over: Over = (),
    goal: Goals = (),
    games: Games = 200_000,
    agent: AgentWords = ("greedy",),
    options: HouseRules = (),
    measure: Measures = (),
    ladder: LadderWords = USUAL_LADDER,
    check: CheckWords = (USUAL_CHECK,),
    check_games: CheckGames = CHECK_GAMES,
    train: Train = False,
    train_steps: TrainSteps = None,
    seed: Annotated[int, WHOLE_NUMBER, arg(help="Seed of the deals and the proposals.")] = 0,
    results: Results = None,
    page: Page = None,
    force: Force = False,
    threads: Threads = COMMAND_THREADS,
    on: On = "here",
) -> Asked:
    """Reads and checks all arguments; nothing is played.

    Raises:
        UserError: A word or a value can't be used.
    """
    the_game = read_game(game)
    if not goal:
        names = ", ".join(each.name for each in goals_of(the_game))
        raise UserError(
            _("name a goal, as --goal turn-fairness:least; allowed: {names}.", names=names)
        )
    if not over:
        raise UserError(_("name house rules to search, as --over pass_limit=0..10, or --over all."))
    fixed, own = read_house_rules(options), read_measures(measure, the_game)
    if train_steps is not None and not train:
        raise UserError(_("--train-steps needs --train."))
    request = TuneRequest(
        space=space_of(the_game, read_over(over, the_game, fixed), fixed),
        wishes=read_wishes(goal, the_game, own_goals(own)),
        games=games,
        agents=agent,
        seed=seed,
        ladder=ladder,
        check=check,
        check_games=check_games,
        measures=own,
    )
    folder = Path("runs/tune") / the_game.name / request.question.folder
    files = Files.beside(results or folder / "results.json", page)
    if train:
        place = files.results.parent / f"{files.results.stem}_trained"
        request = replace(request, train=trainer(the_game, place, train_steps, seed, threads))
    return Asked(request, files, force, threads, on)


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
    check_training_is_installed()
    from fudaba.training.config import check_config, read_config
    from fudaba.training.train import train

    if steps is not None:
        check_whole("--train-steps", steps, FEWEST_STEPS, 2**40)
    name = f"{game.name.rsplit('_', 1)[0]}/ppo"
    content = read_config(name).model_dump(mode="json")
    if steps is not None:
        content["improvement"]["decisions"] = int(
            steps * content["improvement"]["decisions"] / content["total_steps"]
        )
        tables = steps // (content["ppo"]["n_steps"] * ROLLOUTS)
        tables = min(content["tables"], max(FEWEST_TABLES, tables))
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


class Files(NamedTuple):
    """The files that a search writes.

    Attributes:
        results: All numbers, as JSON.
        rules: The best house rules, as YAML.
        games: The games, in SQLite; runs add to this file and replace the others.
        page: The HTML page.
    """

    results: Path
    rules: Path
    games: Path
    page: Path

    @classmethod
    def beside(cls, results: Path, page: Path | None) -> Self:
        """Returns files that differ from `results` in their endings; `page` overrides the page."""
        rules, games, usual = (
            results.parent / f"{results.stem}{ending}" for ending in (".yaml", ".sqlite", ".html")
        )
        return cls(results, rules, games, page or usual)

    def __str__(self) -> str:
        """Returns the files as people read them: `results.json, .yaml, .sqlite, page.html`."""
        beside = [path.suffix for path in self if path.stem == self.results.stem][1:]
        others = [] if self.page.suffix in beside else [str(self.page)]
        return ", ".join([str(self.results), *beside, *others])

    def check(self, question: TuneQuestion, force: bool) -> None:
        """Checks that the files can be written and replace no others.

        Args:
            question: The question of the run.
            force: Whether they may replace any file.

        Raises:
            UserError: A file can't be written, or holds something else.
        """
        names = ("results", "the YAML file", "the SQLite file", "page")
        check_outputs(dict(zip(names, self, strict=True)))
        if not force:
            check_replaced(self.results, lambda content: is_result(content, question))
            check_replaced(self.rules, lambda content: content.startswith(YAML_HEAD.encode()))
            check_replaced(self.page, question.is_answered_by)

    def write(self, result: TuneResult, command: str) -> None:
        """Writes all files but the games, which are written while they are played."""
        from fudaba.evaluation.report.tune.page import write_tune_page

        write_whole(self.results, result.to_json().encode())
        write_whole(self.rules, (YAML_HEAD + answers.house_rules_yaml(result)).encode())
        write_tune_page(self.page, result, command, date.today().isoformat())


def is_result(content: bytes, question: TuneQuestion) -> bool:
    """Returns whether a file holds the answer to a question."""
    try:
        return TuneResult.from_json(content).question == question
    except UserError:
        return False


def print_result(console: Console, result: TuneResult) -> None:
    """Prints the verdict, the finalists, the check and the command to play."""
    _print(console, answers.asked(result), joined(answers.verdict(result, with_numbers=False)))
    for line in table_lines(result, console.width):
        console.print(Text(line), no_wrap=True, overflow="ellipsis")
    for sentences in answers.checked(result):
        _print(console, joined(sentences))
    _print(
        console,
        *answers.course(result),
        _("Play it: {command}", command=answers.play_command(result)),
    )


def _print(console: Console, *paragraphs: str) -> None:
    for paragraph in paragraphs:
        console.print(Broken(Text(paragraph)))


def table_lines(result: TuneResult, width: int) -> list[str]:
    """Returns the table of the finalists, a line each.

    Args:
        result: The result.
        width: The width of the terminal; intervals are left out if names would have no room.
    """
    wishes = answers.wishes_of(result)
    heads = ["", *(_goal(wish.goal.name) for wish in wishes)]
    for has_ends in (True, False):
        rows = [heads]
        for number, finalist in enumerate(result.finalists, 1):
            mark = _("worse") if finalist.is_clearly_worse else ""
            cells = [
                _cell(interval, wish.goal.form, has_ends)
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
    return answers.with_ends(interval, form)
