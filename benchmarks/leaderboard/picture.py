"""The picture of docs/leaderboard.md: how the baselines learned in the whole games."""

import json
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from fudaba.evaluation.benchmark import Benchmark
from fudaba.evaluation.report.league import COLOURS
from fudaba.evaluation.report.pictures import LINE, draw_file, draw_legend
from fudaba.evaluation.statistics import clustered_mean

from .check import CURVES, ENTRIES

PICTURE = Path(__file__).parents[2] / "docs" / "leaderboard_curves.svg"
BASELINE = "greedy"
DESCRIPTION = "Mean reward alone among three greedy players during training, by algorithm and game."
COLUMNS, HEIGHT = 2, 2.2  # panels side by side, and inches of one

Curves = dict[str, dict[str, dict[str, list[list[list[float]]]]]]  # by algorithm, task, opponent


def draw(benchmark: Benchmark) -> None:
    """Draws a panel for each whole game: the mean over the seeds, with 95 % intervals."""
    everywhere: Curves = json.loads((ENTRIES.parent / CURVES).read_text(encoding="utf-8"))
    games = {task.name: task for task in benchmark.tasks if task.group == "games"}
    curves = {name: tasks for name, tasks in everywhere.items() if tasks.keys() & games.keys()}
    shown = [games[name] for name in games if all(name in tasks for tasks in curves.values())]
    lines = -(-len(shown) // COLUMNS)

    def paint(figure: Figure) -> None:
        grid = np.asarray(figure.subplots(lines, COLUMNS, squeeze=False, sharex=True))
        for axes, task in zip(grid.flat, shown, strict=False):
            colours = COLOURS[: len(curves)]
            for (algorithm, tasks), colour in zip(curves.items(), colours, strict=True):
                draw_line(axes, algorithm, np.array(tasks[task.name][BASELINE]), colour)
            axes.axhline(0, color=LINE, linewidth=1.5, zorder=1)
            axes.set_title(task.the_game.title, loc="left")
            axes.grid()
        for axes in grid[-1]:
            axes.set_xlabel("learner decisions")
            axes.xaxis.set_major_formatter(lambda steps, _place: f"{steps:,.0f}")
            axes.locator_params(axis="x", nbins=4)
        draw_legend(grid[0, 0])

    PICTURE.write_text(draw_file("baselines", DESCRIPTION, HEIGHT * lines, paint), encoding="utf-8")


def draw_line(axes: Axes, algorithm: str, points: np.ndarray, colour: Any) -> None:
    """Draws the line of an algorithm from its points, float64[S, N, 2], for each of S seeds."""
    seeds = np.arange(len(points))
    means = [clustered_mean(rewards, seeds) for rewards in points[:, :, 1].T]
    steps = points[:, :, 0].mean(axis=0)
    lows, highs = ([getattr(mean, end) for mean in means] for end in ("low", "high"))
    axes.fill_between(steps, lows, highs, color=colour, alpha=0.2, linewidth=0)
    axes.plot(steps, [mean.mean for mean in means], color=colour, label=algorithm)
