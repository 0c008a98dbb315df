"""`fudaba benchmark AGENT [TASK ...]`: what an agent reaches on the frozen tasks."""

from pathlib import Path
from typing import Annotated

from rich.console import Console
from rich.text import Text

from fudaba.agents.naming import REPEATABLE
from fudaba.common.checks import check_whole
from fudaba.common.files import write_whole
from fudaba.common.languages import N_, translator
from fudaba.envs import UserError
from fudaba.evaluation.asking import Option
from fudaba.evaluation.benchmark import Entry, read_benchmark, run_benchmark, run_key_of
from fudaba.evaluation.match import COMMAND_THREADS
from fudaba.evaluation.progress import playing_bar
from fudaba.evaluation.report import numbers
from fudaba.evaluation.report.benchmark.page import (
    finding,
    reached_in,
    render_benchmark_page,
    tasks_by_name,
)

from .arguments import parse
from .broken import Broken
from .executor import Threads
from .outputs import Force, IsOwn, Outputs, saying_what_is_kept
from .wide import WideRow, print_wide

_, _n = translator("cli")

DESCRIPTION = N_(
    "Measures an agent on the frozen tasks of the benchmark, and writes an entry of the "
    "leaderboard and its page. The same command resumes a run that was stopped, and gives the "
    "same entry on the same kind of processor."
)
ENTRY_FILE, PAGE_FILE = "entry.json", "benchmark.html"
MOST_SEEDS = 1000

Word = Annotated[
    str,
    Option(
        f"{REPEATABLE}; {{task}}, {{game}} and {{seed}} in it stand for the task, its game and the "
        "seeds of the training.",
        "AGENT",
        "required",
        is_positional=True,
    ),
]
Tasks = Annotated[
    tuple[str, ...],
    Option(
        "The tasks, or the groups games, rungs and mixes.",
        "[TASK ...]",
        "default: all",
        is_positional=True,
    ),
]
Quick = Annotated[bool, Option("The quick regime: fewer deals, and only the rungs that are fast.")]
Seeds = Annotated[
    int | None, Option("Seeds of the training, from 1.", "INT", "default: 5 if {seed} is named")
]
Output = Annotated[
    Path | None, Option("Folder of all results.", "PATH", "default: runs/benchmark/, by the agent")
]


def main(words: list[str]) -> None:
    """Reads the words and measures; see `benchmark`.

    Raises:
        UserError: Bad input.
    """
    parse(benchmark, words, "fudaba benchmark", DESCRIPTION)


def benchmark(
    agent: Word,
    tasks: Tasks = (),
    quick: Quick = False,
    seeds: Seeds = None,
    output: Output = None,
    force: Force = False,
    threads: Threads = COMMAND_THREADS,
) -> None:
    """Measures an agent, prints its scores, and writes its entry and the page.

    Raises:
        UserError: A word, a value or a file can't be used, or the agent can't play a task.
    """
    if seeds is not None:
        check_whole("seeds", seeds, 1, MOST_SEEDS)
    tasked = read_benchmark()
    key = run_key_of(tasked, agent, tasks, quick, seeds)
    folder = output or Path("runs/benchmark") / key.folder
    outputs = Outputs({"numbers": folder / ENTRY_FILE, "page": folder / PAGE_FILE})
    own: dict[str, IsOwn] = {
        "numbers": lambda content: _is_of(content, agent, quick),
        "page": key.is_answered_by,
    }
    outputs.check(force, own)
    with saying_what_is_kept(folder), playing_bar(_("parts")) as progress:
        entry = run_benchmark(tasked, agent, tasks, quick, seeds, folder, threads, progress)
    _print_entry(Console(), entry)
    write_whole(outputs["numbers"], entry.to_json().encode())
    write_whole(outputs["page"], render_benchmark_page(entry, tasked, key).encode())
    outputs.tell()


def _is_of(content: bytes, agent: str, quick: bool) -> bool:
    """Returns whether a file holds an entry of an agent."""
    try:
        entry = Entry.from_json(content)
    except UserError:
        return False
    return (entry.agent, entry.quick) == (agent, quick)


def _print_entry(console: Console, entry: Entry) -> None:
    print_wide(
        console,
        _("{agent} on {benchmark}", agent=entry.agent, benchmark=entry.benchmark),
        _("0 as random, 1 as the strong player; with 95 % intervals"),
        (_("score"), _("points")),
        [
            WideRow(
                result.task,
                (
                    Text(
                        f"{numbers.estimate(result.score, numbers.number)}\n"
                        f"{numbers.ends(result.score, numbers.number)}"
                    ),
                    Text(reached_in(result)),
                ),
            )
            for result in entry.results
        ],
    )
    console.print(Broken(Text(finding(entry, tasks_by_name(read_benchmark())))))
