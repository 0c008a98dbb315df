"""Pictures for a page: SVG that takes its colours for text and lines from the page."""

import io
import re
from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import SymLogNorm
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from ..statistics import Interval

# Stand-ins that `draw_svg` replaces, so that one picture suits a light and a dark page.
INK, LINE = "#010203", "#040506"
# Okabe and Ito's palette, made for colour-blind readers.
BLUE, ORANGE, GREEN, PURPLE = "#0072b2", "#e69f00", "#009e73", "#cc79a7"
SERIES = (BLUE, ORANGE, GREEN, PURPLE)
# One scale of rewards for all pages, so that a colour means the same on each: around zero, in equal
# steps up to 0.1, from there each step ten times as much; beyond 10 nothing gets darker.
REWARD_COLOURS = "PuOr_r"
LEAST_REWARD, MOST_REWARD = 0.1, 10.0
SCALE_STEPS = 40  # of the legend
REWARD_TICKS = (-10, -1, -0.1, 0, 0.1, 1, 10)
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


def reward_colour(reward: float) -> tuple[float, ...]:
    """The colour of a mean reward, the same on every page; red, green, blue, opacity in 0..1."""
    return tuple(mpl.colormaps[REWARD_COLOURS](_reward_norm()(reward)))


def draw_reward_scale(axes: Axes) -> None:
    """The legend of `reward_colour`, right of a picture."""
    norm = _reward_norm()
    scale = axes.inset_axes((1.04, 0, 0.04, 1))
    steps = np.linspace(0, 1, SCALE_STEPS + 1)
    for low, high in pairwise(steps):
        colour = mpl.colormaps[REWARD_COLOURS]((low + high) / 2)
        scale.add_patch(Rectangle((0, low), 1, high - low, facecolor=colour, edgecolor="none"))
    words = [f"{tick:+g}" if tick else "0" for tick in REWARD_TICKS]
    scale.set_yticks(norm(REWARD_TICKS), words)
    scale.set_xticks([])
    scale.yaxis.tick_right()
    scale.yaxis.set_label_position("right")
    scale.set_ylabel("mean reward")
    scale.tick_params(length=0)
    scale.spines[:].set_visible(False)


def _reward_norm() -> SymLogNorm:
    return SymLogNorm(LEAST_REWARD, vmin=-MOST_REWARD, vmax=MOST_REWARD, clip=True)


def readable_on(colour: Sequence[float]) -> str:
    """Black or white, whichever stands out on a colour (red, green, blue in 0..1)."""
    brightness = 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]
    return "#000000" if brightness > 0.5 else "#ffffff"


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
