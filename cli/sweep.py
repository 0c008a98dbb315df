"""`fudaba train CONFIG --seeds ... --grid ...`: many runs, one table and one page."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from rich.console import Console
from rich.text import Text

from fudaba.common.extras import need
from fudaba.common.files import write_whole
from fudaba.common.languages import N_, translator
from fudaba.envs import UserError
from fudaba.evaluation.asking import Option
from fudaba.evaluation.curves import FINAL_FOLDER
from fudaba.evaluation.report import numbers
from fudaba.evaluation.sweep import Spread, SweepResult, spread_of, write_numbers

from .arguments import read_varied
from .executor import Place
from .outputs import Outputs
from .wide import WideRow, print_wide

_, _n = translator("cli")

NUMBERS_FILE, PAGE_FILE = "sweep.json", "sweep.html"


@dataclass(frozen=True)
class Several:
    """The options of `fudaba train` that ask for several runs; no part of the configuration."""

    seeds: Annotated[
        str | None, Option("A run for each of these seeds.", "INT,...", "default: one run, of seed")
    ] = None
    grid: Annotated[
        tuple[str, ...],
        Option(
            "Runs for each of these values, such as ppo.ent_coef=0.003,0.01; several --grid give "
            "every combination.",
            "KEY=VALUE,...",
            "",
            is_repeatable=True,
        ),
    ] = ()
    executor: Annotated[
        Place,
        Option(
            "Where a run's playouts and matches are played, and where the runs of --seeds and "
            "--grid are trained: local, in threads and one after the other; or ray, in the cluster "
            "that RAY_ADDRESS names, else in a process for each processor of this machine."
        ),
    ] = "local"
    stop_early: Annotated[
        bool, Option("Stop runs that lag behind the others (ASHA); with --executor ray.")
    ] = False

    @property
    def is_sweep(self) -> bool:
        """Whether the arguments ask for several runs.

        Raises:
            UserError: `stop_early` is given without the other arguments that it needs.
        """
        is_sweep = self.seeds is not None or bool(self.grid)
        if self.stop_early and not (is_sweep and self.executor == "ray"):
            raise UserError(
                _("--stop-early compares runs; it needs --executor ray and --seeds or --grid.")
            )
        return is_sweep


def sweep(name: str, content: Mapping[str, Any], asked: Several, resume: bool) -> None:
    """Trains every run of a sweep, prints the results and writes the page.

    Raises:
        UserError: An argument, a value, a folder or a file can't be used.
    """
    from fudaba.training.sweep import plan_runs, result_of, train_in_turn

    seeds = [content["seed"]] if asked.seeds is None else _read_seeds(asked.seeds)
    grid = read_varied(asked.grid, N_("key"), "ppo.ent_coef=0.003,0.01")
    from fudaba.evaluation.report.sweep.page import render_sweep_page

    runs = plan_runs(name, content, grid, seeds, resume)
    folder = Path(content["output"])
    outputs = Outputs({"numbers": folder / NUMBERS_FILE, "page": folder / PAGE_FILE})
    outputs.check()
    if asked.executor == "ray":
        need("cluster")
        from fudaba.evaluation.cluster import connect
        from fudaba.training.tuning import train_on_cluster

        with connect():
            train_on_cluster(runs, folder, asked.stop_early)
    else:
        for run in train_in_turn(runs):
            said = _("trained: {folder}", folder=run.config.output)
            Console(stderr=True).print(Text(said), soft_wrap=True)
    result = result_of(runs)
    _print_result(Console(), result)
    write_numbers(outputs["numbers"], result)
    write_whole(outputs["page"], render_sweep_page(result).encode())
    outputs.tell()


def _read_seeds(word: str) -> list[int]:
    seeds = word.split(",")
    if not all(seed.isdecimal() and len(seed) < 20 for seed in seeds):
        raise UserError(
            _("--seeds can't be {word}; allowed: whole numbers, such as 0,1,2.", word=repr(word))
        )
    return [int(seed) for seed in seeds]


def _print_result(console: Console, result: SweepResult) -> None:
    rows = [
        WideRow(
            setting or _("as configured"),
            [
                Text(f"{len(runs)}"),
                *(_cell(spread_of(runs, word)) if runs else Text("") for word in result.baselines),
            ],
        )
        for setting, runs in result.settings().items()
    ]
    print_wide(
        console,
        _(
            "{ended} of {count} runs trained to the end",
            ended=len(result.published),
            count=len(result.runs),
        ),
        _(
            "Mean over the seeds of the final mean reward, ± its standard deviation over them, and "
            "the lowest and the highest."
        ),
        [_("runs"), *(_("against {agent}", agent=word) for word in result.baselines)],
        rows,
        kept=1,
    )
    if result.leaders:
        console.print(Text(_best_in_words(result)), soft_wrap=True)


def _best_in_words(result: SweepResult) -> str:
    last = result.baselines[-1]
    if result.best is not None:
        policy = f"policy:{result.best.folder / FINAL_FOLDER}"
        return _("best against {agent}: {policy}", agent=last, policy=policy)
    return _(
        "none is the best against {agent}: {count} runs earn the same {reward}",
        agent=last,
        count=len(result.leaders),
        reward=numbers.reward(result.leaders[0].rewards[last].mean),
    )


def _cell(spread: Spread) -> Text:
    deviation = "" if spread.deviation is None else f" ± {spread.deviation:.3f}"
    ends = numbers.span(numbers.reward(spread.low), numbers.reward(spread.high))
    return Text(f"{numbers.reward(spread.mean)}{deviation}\n{ends}")
