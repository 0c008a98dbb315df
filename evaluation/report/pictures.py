"""SVG pictures for a page, with the page's colours for text and lines."""

import io
import re
from collections.abc import Callable, Sequence
from functools import cache
from html import escape
from textwrap import TextWrapper
from typing import Any, Literal

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import SymLogNorm, to_hex
from matplotlib.figure import Figure
from matplotlib.font_manager import FontEntry, FontProperties, fontManager
from matplotlib.layout_engine import ConstrainedLayoutEngine

from fudaba.common.languages import ENGLISH, language
from fudaba.common.languages.messages import FONT
from fudaba.envs.core.scene.render import is_wide

from ..statistics import Interval
from .numbers import FORMS, unit_of

# Placeholders that `draw_svg` replaces, so that a picture suits a light and a dark page.
INK, LINE = "#010203", "#040506"
GREY = "#808080"  # of text and lines in a file, which can't know the colours of its page
# Okabe and Ito's palette, made for colour-blind readers.
BLUE, ORANGE, GREEN, PURPLE = "#0072b2", "#e69f00", "#009e73", "#cc79a7"
SERIES = (BLUE, ORANGE, GREEN, PURPLE)
# One scale of rewards for all pages, so that a colour means the same on each: around zero, in equal
# steps up to 0.1, from there each step ten times as much; beyond 10 nothing gets darker.
REWARD_COLOURS = "PuOr_r"
LEAST_REWARD, MOST_REWARD = 0.1, 10.0
SCALE_STEPS = 40  # of the legend
REWARD_TICKS = (-10, -1, -0.1, 0, 0.1, 1, 10)
Form = Literal["wide", "narrow"]  # of a screen
# Inches of 72 units. The page scales pictures to its own width, at least 1.1 times: letters of 10
# units have 11 pixels (style.html).
WIDTHS: dict[Form, float] = {"wide": 7.0, "narrow": 3.75}
TALLER = 1.3  # factor of a narrow picture's height, for its labels and legends
ROW, TIGHT_ROW, MOST_LOOSE = 0.42, 0.26, 8  # inches; of more labels rows are tighter
BASE = 0.8  # inches of a picture of dots for its axis, without rows
LINE_OF_TEXT, BETWEEN_ROWS = 0.17, 0.08  # inches
LETTER, LEGEND_MARK = 6, 30  # largest width of a letter, and width of a legend's sign, in units
WIDEST_LABEL = 0.32  # of the width
SIDES = 0.1  # inches left and right, since letters of a browser may be wider

STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "text.parse_math": False,
    "font.size": 10,
    "axes.titlesize": 10,
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": LINE,
    "grid.linewidth": 0.6,
    "xtick.color": LINE,
    "ytick.color": LINE,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
}


def draw_svg(name: str, description: str, height: float, paint: Callable[[Axes], None]) -> str:
    """Returns a picture for a page, drawn once for wide screens and once for narrow ones.

    Args:
        name: A unique word on the page, for the ids within the picture.
        description: The alternative text for people who can't see the picture.
        height: In inches, on a wide screen; the widths are `WIDTHS`.
        paint: Draws on the given axes; `INK`, `LINE` and `SERIES` are the colours.

    Returns:
        Two `<svg>` elements; the page shows the one for the screen's width.
    """
    return draw_figure(
        name,
        description,
        lambda form: height * (TALLER if form == "narrow" else 1),
        lambda figure, _: paint(figure.subplots()),
    )


def draw_file(name: str, description: str, height: float, paint: Callable[[Figure], None]) -> str:
    """Returns a picture for a file of its own, in colours that suit a light and a dark page.

    Args:
        name: As in `draw_svg`, like the other arguments.
        description: The alternative text.
        height: In inches.
        paint: Draws on the given figure.

    Returns:
        One `<svg>` element.
    """
    svg = _draw(name, description, "wide", height, lambda figure, _: paint(figure))
    return svg.replace("currentColor", GREY).replace("var(--line)", GREY)


def draw_figure(
    name: str,
    description: str,
    height: Callable[[Form], float],
    paint: Callable[[Figure, Form], None],
) -> str:
    """Returns a picture with several axes: `draw_svg` with a `paint` that gets the figure."""
    return "".join(_draw(name, description, form, height(form), paint) for form in WIDTHS)


def _draw(
    name: str, description: str, form: Form, height: float, paint: Callable[[Figure, Form], None]
) -> str:
    """Returns the picture for screens of one form."""
    with mpl.rc_context({**STYLE, "font.family": _fonts(), "svg.hashsalt": name}):
        layout = ConstrainedLayoutEngine(w_pad=SIDES)
        figure = Figure(figsize=(WIDTHS[form], height), layout=layout)
        paint(figure, form)
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg", transparent=True)
    svg = buffer.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<[^>]+>", lambda tag: _suit_page(tag[0], f"{name}-{form}"), svg)
    begin = f'<svg class="{form}" role="img" aria-label="{escape(description)}" '
    return svg.replace("<svg ", begin, 1)


@cache
def _japanese() -> str:
    """Returns the name of the font of Japanese pictures, which matplotlib then knows."""
    name = FontProperties(fname=FONT).get_name()
    # Its weight is bold, but it stands in for a plain one.
    entry = FontEntry(fname=str(FONT), name=name, weight="normal", size="scalable")
    fontManager.ttflist.append(entry)
    return name


def _fonts() -> list[str]:
    """Returns the font names of a picture; later fonts supply characters that the first lacks."""
    return ["sans-serif"] if language() == ENGLISH else ["sans-serif", _japanese()]


class _Lines(TextWrapper):
    """Breaks lines at blanks, and within the names of agents and house rules."""

    wordsep_re = re.compile(r"(\s+)|(?<=[-:=,/])")


def wrapped(text: str, letters: int) -> str:
    """Returns a text in lines of at most some letters; Japanese ones are twice as wide."""
    return _Lines(max(1, letters * len(text) // max(1, columns_of(text)))).fill(text)


def columns_of(text: str) -> int:
    """Returns the width of a text in Latin letters."""
    return sum(1 + is_wide(letter) for letter in text)


def _suit_page(tag: str, name: str) -> str:
    """Returns a tag with the page's colours and with ids that are unique to the picture."""
    tag = re.sub(r'( id="|url\(#|xlink:href="#)', rf"\g<1>{name}-", tag)
    return tag.replace(INK, "currentColor").replace(LINE, "var(--line)")


def reach_of(interval: Interval) -> np.ndarray:
    """Returns an interval's reach to both sides of its mean, float64[2]; 0 where unbounded."""
    ends = np.array([interval.low, interval.high])
    return np.where(np.isfinite(ends), np.abs(ends - interval.mean), 0)


def reward_colour(reward: float) -> tuple[float, float, float, float]:
    """Returns the colour of a mean reward, the same on all pages: RGB and opacity in 0..1."""
    place = float(_reward_norm()(reward))
    red, green, blue, opacity = mpl.colormaps[REWARD_COLOURS](place)
    return red, green, blue, opacity


def reward_cell(reward: float) -> str:
    """Returns the style of a table's cell in the colour of its reward, with readable ink."""
    colour = reward_colour(reward)
    return f"background: {to_hex(colour)}; color: {readable_on(colour)}"


def reward_scale(form: str = "reward") -> dict[str, Any]:
    """Returns the legend of `reward_colour`: its colours, and ticks with places in percent.

    Args:
        form: A key of `numbers.FORMS`; differences of shares reach from -100 to 100 points.
    """
    factor, most = FORMS[form].factor, 1.0 if form == "points" else MOST_REWARD
    ticks = [tick for tick in REWARD_TICKS if abs(tick) <= most]
    first, last, *places = np.asarray(_reward_norm()(np.array([-most, most, *ticks])), np.float64)
    words = [f"{factor * tick:+g}{unit_of(form)}" if tick else "0" for tick in ticks]
    return {
        "colours": [
            to_hex(colour)
            for colour in mpl.colormaps[REWARD_COLOURS](np.linspace(first, last, SCALE_STEPS + 1))
        ],
        "ticks": [
            (word, 100 * (place - first) / (last - first))
            for word, place in zip(words, places, strict=True)
        ],
    }


def _reward_norm() -> SymLogNorm:
    return SymLogNorm(LEAST_REWARD, vmin=-MOST_REWARD, vmax=MOST_REWARD, clip=True)


def colours_for(count: int) -> Sequence[Any]:
    """Returns the colours of a number of series."""
    if count <= len(SERIES):
        return SERIES[:count]
    return [tuple(colour) for colour in mpl.colormaps["cividis"](np.linspace(0.2, 0.95, count))]


def readable_on(colour: Sequence[float]) -> str:
    """Returns black or white, whichever is readable on a colour (RGB in 0..1)."""
    brightness = 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]
    return "#000000" if brightness > 0.5 else "#ffffff"


def draw_legend(axes: Axes) -> None:
    """Draws a legend of one axes' labels above the whole picture, row by row."""
    figure = _figure_of(axes)
    handles, words = axes.get_legend_handles_labels()
    entry = LETTER * max(map(columns_of, words)) + LEGEND_MARK
    columns = min(len(words), max(1, int(72 * figure.get_figwidth() / entry)))
    # Matplotlib fills columns; people read rows.
    order = [place for column in range(columns) for place in range(column, len(words), columns)]
    figure.legend(
        [handles[place] for place in order],
        [words[place] for place in order],
        loc="outside upper center",
        ncols=columns,
        frameon=False,
        handlelength=1,
        columnspacing=1.2,
    )


def label_rows(axes: Axes, labels: Sequence[str]) -> None:
    """Labels the rows 0, 1, ... of a picture, the first on top."""
    axes.set_yticks(range(len(labels)), [in_lines(label, axes) for label in labels])
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def in_lines(label: str, axes: Axes) -> str:
    """Returns the label of a row or a dot, in lines that leave room for the rest of a picture."""
    return wrapped(label, _letters(_figure_of(axes).get_figwidth()))


def row_height(labels: Sequence[str], form: Form, least: float = ROW) -> float:
    """Returns the inches of a row, so that labels of several lines don't touch each other."""
    letters = _letters(WIDTHS[form])
    lines = max(len(wrapped(label, letters).splitlines()) for label in labels)
    return max(least, LINE_OF_TEXT * lines + BETWEEN_ROWS)


def _letters(width: float) -> int:
    """Returns the letters in a line of a row's label, in a picture of some inches."""
    return int(72 * WIDEST_LABEL * width / LETTER)


def draw_dots(
    name: str,
    description: str,
    labels: Sequence[str],
    row: Sequence[Interval | None],
    axis: str,
    form: str = "number",
    reference: float = 0.0,
) -> str:
    """Returns a picture: one row per label, in it a dot with its 95 % interval.

    Args:
        name: See `draw_svg`.
        description: See `draw_svg`.
        labels: The rows' names.
        row: Their intervals; None leaves a gap.
        axis: The label of the axis.
        form: A key of `numbers.FORMS`.
        reference: The position of the reference line.
    """

    def paint(axes: Axes) -> None:
        axes.axvline(reference, color=LINE, linewidth=1.5)
        for position, interval in enumerate(row):
            draw_dot(axes, interval, position)
        axes.grid(axis="x")
        axes.set_xlabel(axis)
        write_as(axes, form)
        label_rows(axes, labels)

    least = ROW if len(labels) <= MOST_LOOSE else TIGHT_ROW

    def height(form: Form) -> float:
        return BASE + row_height(labels, form, least) * len(labels)

    return draw_figure(name, description, height, lambda figure, _form: paint(figure.subplots()))


def draw_dot(
    axes: Axes, interval: Interval | None, row: float, size: float = 6, colour: str = BLUE
) -> None:
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
        markersize=size,
    )


def write_as(axes: Axes, form: str, *, with_unit: bool = True) -> None:
    """Formats the numbers of the horizontal axis as on the page."""
    factor, unit = FORMS[form].factor, unit_of(form) if with_unit else ""
    axes.xaxis.set_major_formatter(lambda value, _: f"{factor * value:.4g}{unit}")


def _figure_of(axes: Axes) -> Figure:
    figure = axes.get_figure(root=True)
    assert isinstance(figure, Figure)
    return figure
