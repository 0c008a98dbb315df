"""The page's section on who beats whom: a map of strategies."""

import numpy as np
from matplotlib.axes import Axes

from fudaba.common.languages import translator

from ...arena import ArenaResult
from ...strategies import map_of
from ..pictures import BLUE, INK, draw_svg, in_lines
from ..sentences import joined
from .headline import on_lasting
from .page import PageSection

_, _n = translator("evaluation")

HEIGHT = 3.0
SMALLEST, LARGEST = 60, 900  # area of a dot, in square units
BESIDE = 4  # units between a dot and its name


def strategies_section(result: ArenaResult) -> PageSection | None:
    """Returns the section on who beats whom; None for fewer than three agents.

    Agents stand on a circle, arrows lead to those that beat others, and dots are as large as the
    shares.
    """
    agents, drawn = [standing.agent for standing in result.standings], map_of(result.pairwise)
    if len(agents) < 3:
        return None
    angles = np.pi / 2 - 2 * np.pi * np.arange(len(agents)) / len(agents)
    places = np.stack([np.cos(angles), np.sin(angles)], axis=1)

    def paint(axes: Axes) -> None:
        for winner, loser in np.argwhere(drawn.beats).tolist():
            arrow = {"arrowstyle": "-|>", "color": INK, "shrinkA": 8, "shrinkB": 12, "alpha": 0.6}
            axes.annotate("", places[winner], places[loser], arrowprops=arrow)
        areas = SMALLEST + LARGEST * drawn.shares
        axes.scatter(places[:, 0], places[:, 1], s=areas, color=BLUE, zorder=2)
        for agent, place, area in zip(agents, places, areas, strict=True):
            is_above = abs(place[0]) < 0.1
            side = 0 if is_above else np.sign(place[0])
            away = np.array([side, place[1]]) * (np.sqrt(area / np.pi) + BESIDE)
            axes.annotate(
                in_lines(agent, axes), place, away, textcoords="offset points",
                ha="center" if is_above else "left" if side > 0 else "right",
                va="center" if not is_above else "bottom" if place[1] > 0 else "top",
            )  # fmt: skip
        axes.set(xlim=(-1.2, 1.2), ylim=(-1.2, 1.2), aspect="equal")
        axes.axis("off")

    description = _("Arrows lead to the agents that beat others; a table has the numbers.")
    return PageSection(
        title=_("A map of strategies"),
        svg=draw_svg("map", description, HEIGHT, paint),
        caption=joined(
            [
                on_lasting(agents, drawn),
                _(
                    "An arrow leads from an agent to one that clearly earns more than zero "
                    "alone among its copies, but not the other way round (Holm's method over all "
                    "pairs). A population of copies follows the arrows; results that these deals "
                    "leave unclear count as even, so few deals give equal shares. Dots are as "
                    "large as the shares."
                ),
            ]
        ),
    )
