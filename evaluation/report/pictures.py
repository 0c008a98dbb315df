"""Pictures for a page: SVG that takes its colours for text and lines from the page."""

import io
import re
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..statistics import Interval

# Stand-ins that `draw_svg` replaces, so that one picture suits a light and a dark page.
INK, LINE = "#010203", "#040506"
# Okabe and Ito's palette, made for colour-blind readers.
BLUE, ORANGE, GREEN, PURPLE = "#0072b2", "#e69f00", "#009e73", "#cc79a7"
SERIES = (BLUE, ORANGE, GREEN, PURPLE)
WIDTH = 6.0  # inches; the page scales pictures to its own width
ROW = 0.42

STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "text.parse_math": False,
    "font.family": "sans-serif",
    "font.size": 10,
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


def draw_svg(
    name: str, description: str, height: float, paint: Callable[[Axes], None], width: float = WIDTH
) -> str:
    """Draws a picture for a page.

    Args:
        name: A word that no other picture of the page has; keeps their inner names apart.
        description: What the picture shows, for people who can't see it.
        height: In inches; the width is that of the page unless given.
        paint: Draws on the axes it is handed; `INK`, `LINE` and `SERIES` are the colours.
        width: In inches.

    Returns:
        An `<svg>` element.
    """
    return draw_figure(name, description, height, lambda figure: paint(figure.subplots()), width)


def draw_figure(
    name: str,
    description: str,
    height: float,
    paint: Callable[[Figure], None],
    width: float = WIDTH,
) -> str:
    """Draws a picture of several axes; as `draw_svg`, but the whole figure is handed out."""
    with mpl.rc_context({**STYLE, "svg.hashsalt": name}):
        figure = Figure(figsize=(width, height), layout="constrained")
        paint(figure)
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg", transparent=True)
    svg = buffer.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<[^>]+>", lambda tag: _suit_page(tag[0], name), svg)
    return svg.replace("<svg ", f'<svg role="img" aria-label="{escape(description)}" ', 1)


def _suit_page(tag: str, name: str) -> str:
    """A tag with the page's colours, and with ids that only this picture has."""
    tag = re.sub(r'( id="|url\(#|xlink:href="#)', rf"\g<1>{name}-", tag)
    return tag.replace(INK, "currentColor").replace(LINE, "var(--line)")


def reach_of(interval: Interval) -> np.ndarray:
    """How far an interval reaches to both sides of its mean, float64[2]; 0 where unbounded."""
    ends = np.array([interval.low, interval.high])
    return np.where(np.isfinite(ends), np.abs(ends - interval.mean), 0)


def draw_legend(axes: Axes, columns: int) -> None:
    """A legend above the picture."""
    axes.legend(
        loc="lower center",
        bbox_to_anchor=(0.5, 1.0),
        ncols=columns,
        frameon=False,
        handlelength=1,
        columnspacing=1.2,
    )


def label_rows(axes: Axes, labels: Sequence[str]) -> None:
    """Names the rows 0, 1, ... of a picture, the first on top."""
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
