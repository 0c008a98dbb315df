"""The page of an entry of the benchmark, and its sentence."""

from collections.abc import Mapping
from functools import partial

from fudaba.common.languages import N_, translator

from ...benchmark import Benchmark, Entry, Task, TaskResult
from ...run_key import RunKey
from .. import numbers
from ..balance.grids import Picture
from ..frame import TEMPLATES
from ..pictures import draw_dots
from ..sentences import joined

_, _n = translator("evaluation")

MEANS = {
    "games": N_("Whole games: {mean}."),
    "rungs": N_("Rungs: {mean}."),
    "mixes": N_("Unknown house rules: {mean}."),
}
NO_MEAN = N_("No group of tasks was measured whole, so there is no mean.")

ON_SCORES = N_(
    "Dots are scores, bars their 95 % intervals: over the seeds of the training if there are "
    "several, else over the deals. The exact score of a single player on a rung has none."
)


def tasks_by_name(benchmark: Benchmark) -> dict[str, Task]:
    """Returns the tasks of a list by name."""
    return {task.name: task for task in benchmark.tasks}


def finding(entry: Entry, tasks: Mapping[str, Task]) -> str:
    """Returns the mean score of each group that was measured whole."""
    means = entry.means(tasks).items()
    said = [_(MEANS[group], mean=numbers.number(mean)) for group, mean in means]
    return joined(said or [_(NO_MEAN)])


def reached_in(result: TaskResult) -> str:
    """Returns what was reached, in the mean over the seeds, in points."""
    return numbers.reward(sum(result.reached) / len(result.reached))


def render_benchmark_page(entry: Entry, benchmark: Benchmark, key: RunKey) -> str:
    """Returns the page as one self-contained HTML file.

    Args:
        entry: The entry.
        benchmark: The list of tasks.
        key: The key of the run.
    """
    tasks = tasks_by_name(benchmark)
    return TEMPLATES.get_template("benchmark/page.html").render(
        result={"version": entry.version, "run_key": key},
        entry=entry,
        benchmark=benchmark,
        tasks=tasks,
        finding=finding(entry, tasks),
        numbers=numbers,
        reached_in=reached_in,
        picture=Picture(partial(_draw, entry), _(ON_SCORES)),
    )


def _draw(entry: Entry) -> str:
    return draw_dots(
        "scores",
        _("Score on each task; the table has the numbers."),
        [result.task for result in entry.results],
        [result.score for result in entry.results],
        _("score: random 0, strong player 1"),
    )
