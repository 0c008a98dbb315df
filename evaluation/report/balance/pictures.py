"""The pictures of a balance page."""

from collections.abc import Sequence
from math import ceil
from textwrap import fill
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import MaxNLocator

from ...balance.result import HandFactor, HandGroup, VariantResult
from ...statistics import Interval
from ..numbers import FORMS
from ..pictures import (
    BLUE,
    GREEN,
    INK,
    LINE,
    ORANGE,
    PURPLE,
    ROW,
    Form,
    colours_for,
    draw_figure,
    draw_legend,
    draw_svg,
    label_rows,
    reach_of,
)

COLUMNS: dict[Form, int] = {"wide": 3, "narrow": 1}  # panels side by side
LEAST_SHARE = 0.002  # rarer hands are left out: their bars would hide the other ones
SPREAD, APART = 0.6, 0.25  # in row heights: the space of a row's dots, and between two of them
TITLE_LETTERS = 24

Row = Sequence[Interval | None]


def draw_dots(
    name: str,
    description: str,
    labels: Sequence[str],
    series: Sequence[str],
    rows: Sequence[Row],
    axis: str,
    form: str,
    reference: float,
) -> str:
    """Returns a picture: one row per label, in it a dot with its 95 % interval per series.

    Args:
        name: See `draw_svg`.
        description: See `draw_svg`.
        labels: The rows' names.
        series: The names of the dots of a row; one alone has no legend.
        rows: For each label the intervals of the series; None leaves a gap.
        axis: The label of the axis.
        form: A key of `numbers.FORMS`.
        reference: The position of the reference line.
    """
    colours = colours_for(len(series))
    reach = min(SPREAD, APART * (len(series) - 1)) / 2
    offsets = np.linspace(-reach, reach, len(series))
    height = ROW * max(1.0, 0.16 * len(series) + 0.5) * len(labels)

    def paint(axes: Axes) -> None:
        axes.axvline(reference, color=LINE, linewidth=1.5)
        for position, (word, colour) in enumerate(zip(series, colours, strict=True)):
            for row, intervals in enumerate(rows):
                _dot(axes, intervals[position], row + offsets[position], colour)
            axes.plot([], [], "o", color=colour, markeredgecolor=INK, label=word)
        axes.grid(axis="x")
        axes.set_xlabel(axis)
        _write_as(axes, form)
        label_rows(axes, labels)
        if len(series) > 1:
            draw_legend(axes)

    return draw_svg(name, description, 0.9 + 0.25 * ceil(len(series) / 4) + height, paint)


def draw_changes(
    name: str,
    description: str,
    labels: Sequence[str],
    panels: Sequence[tuple[str, str, Row]],
) -> str:
    """Returns a picture: one panel per number, in it a row per variant.

    A line marks the first variant.

    Args:
        name: See `draw_svg`.
        description: See `draw_svg`.
        labels: The variants.
        panels: The number's name, its form, and its interval for each variant.
    """

    def height(form: Form) -> float:
        return _lines(form, len(panels)) * (0.75 + 0.24 * len(labels))

    def paint(figure: Figure, form: Form) -> None:
        grid = _panels(figure, form, len(panels))
        for axes, (title, numbers, row) in zip(grid.flat, panels, strict=False):
            for position, interval in enumerate(row):
                _dot(axes, interval, position, BLUE)
            if row[0] is not None:
                axes.axvline(row[0].mean, color=LINE, linewidth=1.5)
            axes.set_title(fill(title, TITLE_LETTERS), loc="left")
            axes.grid(axis="x")
            axes.locator_params(axis="x", nbins=3)
            _write_as(axes, numbers)
            label_rows(axes, labels)
        _hide_unused(grid, len(panels))

    return draw_figure(name, description, height, paint)


def draw_hands(
    name: str, description: str, labels: Sequence[str], variants: Sequence[Sequence[HandFactor]]
) -> str:
    """Returns a picture: one panel per factor of the deal, with the mean reward by value."""
    names = list(dict.fromkeys(factor.name for factors in variants for factor in factors))
    colours = colours_for(len(variants))

    def height(form: Form) -> float:
        return 2.2 * _lines(form, len(names)) + 0.4

    def paint(figure: Figure, form: Form) -> None:
        grid = _panels(figure, form, len(names))
        for axes, factor_name in zip(grid.flat, names, strict=False):
            axes.axhline(0, color=LINE, linewidth=1.5)
            for factors, label, colour in zip(variants, labels, colours, strict=True):
                for factor in factors:
                    if factor.name == factor_name:
                        _curve(axes, factor.groups, colour, label)
            axes.set_title(fill(factor_name, TITLE_LETTERS), loc="left")
            axes.grid(axis="y")
        for axes in grid[:, 0]:
            axes.set_ylabel("mean reward")
        _hide_unused(grid, len(names))
        if len(variants) > 1:
            draw_legend(grid[0, 0])

    return draw_figure(name, description, height, paint)


def draw_lengths(
    name: str, description: str, labels: Sequence[str], variants: Sequence[VariantResult]
) -> str:
    """Returns a picture: the distribution of the decisions per game, one for each variant."""

    def paint(axes: Axes) -> None:
        for row, variant in enumerate(variants):
            shortest, longest = min(variant.lengths), max(variant.lengths)
            lengths = np.arange(shortest - 1, longest + 2)
            games = np.array([variant.lengths.get(int(length), 0) for length in lengths])
            heights = 0.85 * games / games.max()
            base = row + 0.45
            axes.fill_between(lengths, base, base - heights, step="mid", color=BLUE, alpha=0.75)
            mean = float((lengths * games).sum() / games.sum())
            axes.plot([mean, mean], [base, base - 0.9], color=ORANGE, linewidth=2)
        axes.set_xlabel("decisions in a game")
        axes.grid(axis="x")
        label_rows(axes, labels)
        axes.set_ylim(len(variants) - 0.5, -0.6)

    return draw_svg(name, description, 0.9 + max(1.0, 0.5 * len(variants)), paint)


def draw_shares(
    name: str, description: str, labels: Sequence[str], shares: Sequence[tuple[float, ...]]
) -> str:
    """Returns a picture: one bar per label with the parts of a result's variance.

    Args:
        name: See `draw_svg`.
        description: See `draw_svg`.
        labels: The rows' names.
        shares: For each label skill, named luck, other luck of the deal, and the rest.
    """
    words = ("skill", "luck of the deal, named", "luck of the deal, other", "the rest")
    colours = (GREEN, ORANGE, PURPLE, LINE)

    def paint(axes: Axes) -> None:
        left = np.zeros(len(labels))
        for part, (word, colour) in enumerate(zip(words, colours, strict=True)):
            width = np.array([row[part] for row in shares])
            axes.barh(range(len(labels)), width, left=left, color=colour, height=0.7, label=word)
            left = left + width
        axes.set_xlim(0, 1)
        _write_as(axes, "share")
        label_rows(axes, labels)
        draw_legend(axes)

    return draw_svg(name, description, 1.3 + ROW * len(labels), paint)


def _curve(axes: Axes, groups: Sequence[HandGroup], colour: Any, label: str) -> None:
    """Draws the mean reward over the values of a factor, except rare ones."""
    shown = [group for group in groups if group.share >= LEAST_SHARE]
    means = np.array([group.reward.mean for group in shown])
    lows = np.array([group.reward.low for group in shown])
    highs = np.array([group.reward.high for group in shown])
    middles = [group.middle for group in shown]
    known = np.isfinite(lows) & np.isfinite(highs)
    reach = np.where(known, [means - lows, highs - means], 0)
    axes.errorbar(middles, means, yerr=reach, fmt="o-", color=colour, markersize=4, label=label)
    are_words = any(not group.label[0].isdigit() for group in shown)
    if are_words:
        axes.set_xticks(middles, [group.label for group in shown])
        axes.margins(x=0.3)
    elif max(middles) - min(middles) >= 1:
        axes.xaxis.set_major_locator(MaxNLocator("auto", integer=True))


def _dot(axes: Axes, interval: Interval | None, row: float, colour: Any) -> None:
    """Draws a dot with its interval; an unbounded end has no bar."""
    if interval is None or not np.isfinite(interval.mean):
        return
    axes.errorbar(
        interval.mean,
        row,
        xerr=reach_of(interval)[:, None],
        fmt="o",
        color=colour,
        markeredgecolor=INK,
        markeredgewidth=0.6,
        elinewidth=2.5,
        markersize=6,
    )


def _write_as(axes: Axes, form: str) -> None:
    """Formats the numbers of the horizontal axis as on the page."""
    factor, unit = FORMS[form].factor, FORMS[form].unit
    axes.xaxis.set_major_formatter(lambda value, _: f"{factor * value:.4g}{unit}")


def _lines(form: Form, panels: int) -> int:
    """Returns the number of rows of panels."""
    return ceil(panels / COLUMNS[form])


def _panels(figure: Figure, form: Form, panels: int) -> np.ndarray:
    """Returns rows of panels that share the vertical axis, with gaps between them."""
    engine = figure.get_layout_engine()
    assert isinstance(engine, ConstrainedLayoutEngine)
    engine.set(h_pad=0.1)
    rows, columns = _lines(form, panels), COLUMNS[form]
    return np.asarray(figure.subplots(rows, columns, squeeze=False, sharey=True))


def _hide_unused(grid: np.ndarray, used: int) -> None:
    for axes in grid.flat[used:]:
        axes.set_visible(False)
