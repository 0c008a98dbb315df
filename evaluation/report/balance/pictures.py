"""The pictures of a balance page."""

import re
from collections.abc import Collection, Mapping, Sequence
from math import ceil

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import MaxNLocator

from fudaba.common.languages import translator

from ...balance.result import HandFactor, HandGroup
from ...statistics import Interval
from ..numbers import unit_of
from ..pictures import (
    BLUE,
    GREEN,
    LETTER,
    LINE,
    LINE_OF_TEXT,
    ORANGE,
    PURPLE,
    ROW,
    WIDTHS,
    Form,
    columns_of,
    draw_dot,
    draw_figure,
    draw_legend,
    draw_svg,
    label_rows,
    row_height,
    wrapped,
    write_as,
)

_, _n = translator("evaluation")

COLUMNS: dict[Form, int] = {"wide": 3, "narrow": 1}  # panels side by side
MOST_GOALS = 5  # panels of goals side by side
PANELS_WIDTH: dict[Form, float] = {"wide": 0.66, "narrow": 0.88}  # beside the labels, of all
SOFT = "#8a929a"
SMALL_ROW = 0.2  # inches
BESIDE = 0.04  # inches left and right of a panel
LEAST_SHARE = 0.002  # rarer hands are left out: their bars would hide the other ones
TITLE_LETTERS = 24

Row = Sequence[Interval | None]


def draw_changes(
    name: str,
    description: str,
    labels: Mapping[Form, Sequence[str]],
    panels: Sequence[tuple[str, str, Row]],
    lines: Row,
    soft: Collection[int] = (),
) -> str:
    """Returns a picture: one panel per number, in it a row per variant.

    Args:
        name: See `draw_svg`.
        description: See `draw_svg`.
        labels: The names of the variants, shorter ones on a narrow screen.
        panels: The number's name, its form, and its interval for each variant.
        lines: For each panel the interval whose mean a line marks; None for no line.
        soft: The rows that are drawn in grey.
    """
    titles = [titled(title, numbers) for title, numbers, _ in panels]

    def height(form: Form) -> float:
        columns, letters = _columns(titles, form)
        rows = row_height(labels[form], form, SMALL_ROW) * len(labels[form])
        heads = max(len(wrapped(title, letters).splitlines()) for title in titles)
        return ceil(len(panels) / columns) * (0.55 + heads * LINE_OF_TEXT + rows)

    def paint(figure: Figure, form: Form) -> None:
        columns, letters = _columns(titles, form)
        grid = _panels(figure, len(panels), columns)
        for axes, title, (_, numbers, row), line in zip(
            grid.flat, titles, panels, lines, strict=False
        ):
            for position, interval in enumerate(row):
                draw_dot(
                    axes, interval, position, size=4, colour=SOFT if position in soft else BLUE
                )
            if line is not None:
                axes.axvline(line.mean, color=LINE, linewidth=1.5)
            axes.set_title(wrapped(title, letters), loc="left")
            axes.grid(axis="x")
            _mark_ends(axes)
            write_as(axes, numbers, with_unit=False)
            label_rows(axes, labels[form])
        _hide_unused(grid, len(panels))

    return draw_figure(name, description, height, paint)


def titled(title: str, form: str) -> str:
    """Returns the title of a panel with the unit of its numbers: `turn gap, pp`."""
    unit = unit_of(form).strip()
    return _("{title}, {unit}", title=title, unit=unit) if unit else title


def _columns(titles: Sequence[str], form: Form) -> tuple[int, int]:
    """Returns how many panels stand side by side, and how many letters are in a line of a title."""
    longest = max(columns_of(word) for title in titles for word in re.split(r"(?<=-)|\s", title))
    letters = int(72 * PANELS_WIDTH[form] * WIDTHS[form] / LETTER)
    most = max(1, min(MOST_GOALS, letters // longest))
    columns = ceil(len(titles) / ceil(len(titles) / most))  # seven in rows of five: four and three
    return columns, letters // columns


def draw_hands(name: str, description: str, factors: Sequence[HandFactor]) -> str:
    """Returns a picture: one panel per factor of the deal, with the mean reward by value."""

    def height(form: Form) -> float:
        return 2.2 * ceil(len(factors) / COLUMNS[form]) + 0.4

    def paint(figure: Figure, form: Form) -> None:
        grid = _panels(figure, len(factors), COLUMNS[form])
        for axes, factor in zip(grid.flat, factors, strict=False):
            axes.axhline(0, color=LINE, linewidth=1.5)
            _curve(axes, factor.groups)
            axes.set_title(wrapped(factor.name, TITLE_LETTERS), loc="left")
            axes.grid(axis="y")
        for axes in grid[:, 0]:
            axes.set_ylabel(_("mean reward"))
        _hide_unused(grid, len(factors))

    return draw_figure(name, description, height, paint)


def draw_lengths(name: str, description: str, lengths: Mapping[int, int]) -> str:
    """Returns a picture: the distribution of the decisions per game."""

    def paint(axes: Axes) -> None:
        decisions = np.arange(min(lengths) - 1, max(lengths) + 2)
        games = np.array([lengths.get(int(number), 0) for number in decisions])
        axes.fill_between(decisions, games / games.sum(), step="mid", color=BLUE, alpha=0.75)
        mean = float((decisions * games).sum() / games.sum())
        axes.axvline(mean, color=ORANGE, linewidth=2)
        axes.set_xlabel(_("decisions in a game"))
        axes.set_yticks([])
        axes.grid(axis="x")

    return draw_svg(name, description, 1.9, paint)


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
    parts = (_("skill"), _("luck of the deal, named"), _("luck of the deal, other"), _("the rest"))
    colours = (GREEN, ORANGE, PURPLE, LINE)

    def paint(axes: Axes) -> None:
        left = np.zeros(len(labels))
        for part, (word, colour) in enumerate(zip(parts, colours, strict=True)):
            width = np.array([row[part] for row in shares])
            axes.barh(range(len(labels)), width, left=left, color=colour, height=0.7, label=word)
            left = left + width
        axes.set_xlim(0, 1)
        write_as(axes, "share")
        label_rows(axes, labels)
        draw_legend(axes)

    return draw_svg(name, description, 1.2 + ROW * len(labels), paint)


def _curve(axes: Axes, groups: Sequence[HandGroup]) -> None:
    """Draws the mean reward over the values of a factor, except rare ones."""
    shown = [group for group in groups if group.share >= LEAST_SHARE]
    means = np.array([group.reward.mean for group in shown])
    lows = np.array([group.reward.low for group in shown])
    highs = np.array([group.reward.high for group in shown])
    middles = [group.middle for group in shown]
    known = np.isfinite(lows) & np.isfinite(highs)
    reach = np.where(known, [means - lows, highs - means], 0)
    axes.errorbar(middles, means, yerr=reach, fmt="o-", color=BLUE, markersize=4)
    are_words = any(not group.label[0].isdigit() for group in shown)
    if are_words:
        axes.set_xticks(middles, [group.label for group in shown])
        axes.margins(x=0.3)
    elif max(middles) - min(middles) >= 1:
        axes.xaxis.set_major_locator(MaxNLocator("auto", integer=True))


def _mark_ends(axes: Axes) -> None:
    """Leaves two numbers on the horizontal axis, which don't touch in a narrow panel."""
    low, high = axes.get_xlim()
    ticks = [tick for tick in MaxNLocator(3).tick_values(low, high) if low <= tick <= high]
    axes.set_xticks(ticks[:: max(1, len(ticks) - 1)])


def _panels(figure: Figure, panels: int, columns: int) -> np.ndarray:
    """Returns rows of panels that share the vertical axis, with gaps between them."""
    engine = figure.get_layout_engine()
    assert isinstance(engine, ConstrainedLayoutEngine)
    engine.set(w_pad=BESIDE, h_pad=0.1)
    return np.asarray(figure.subplots(ceil(panels / columns), columns, squeeze=False, sharey=True))


def _hide_unused(grid: np.ndarray, used: int) -> None:
    for axes in grid.flat[used:]:
        axes.set_visible(False)
