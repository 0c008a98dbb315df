"""The map of strategies in words, and the page's section on it."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from fudaba.common.languages import translator

from ...arena import ArenaResult, Meeting
from ...strategies import map_of
from .. import numbers
from ..pictures import BLUE, INK, draw_svg, in_lines
from .page import PageSection

_, _n = translator("evaluation")

LEAST_SHARE = 0.01  # smaller ones are not named
HEIGHT = 3.0
SMALLEST, LARGEST = 60, 900  # area of a dot, in square units
BESIDE = 4  # units between a dot and its name


def on_map(agents: Sequence[str], pairwise: Sequence[Sequence[Meeting | None]]) -> list[str]:
    """Returns whether clear results run in a circle, and what remains by alpha-rank."""
    drawn = map_of(pairwise)
    circle = (
        _(
            "Results run in a circle, which no ranking describes: of {agents} each clearly beats "
            "the next, and the last the first.",
            agents=_(", ").join(agents[agent] for agent in drawn.cycle),
        )
        if drawn.cycle
        else _("No circle: nowhere does each agent clearly beat the next, and the last the first.")
    )
    order = np.argsort(-drawn.shares, kind="stable")
    left = [place for place in order.tolist() if drawn.shares[place] >= LEAST_SHARE]
    if len(left) > 1 and not drawn.beats[np.ix_(left, left)].any():
        open_message = _(
            "These deals don't tell which of {names} would last if losers were replaced, again and "
            "again, by copies of those that beat them (alpha-rank).",
            names=_(", ").join(agents[place] for place in left),
        )
        return [circle, open_message]
    named = (f"{agents[place]} {numbers.percent(drawn.shares[place])}" for place in left)
    return [
        circle,
        _(
            "If losers were replaced, again and again, by copies of those that beat them, these "
            "would be met in such shares of the time: {named} (alpha-rank).",
            named=_(", ").join(named),
        ),
    ]


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
        caption=_(
            "{sentences} An arrow leads from an agent to one that clearly earns more than zero "
            "alone among its copies, but not the other way round (Holm's method over all pairs). "
            "A population of copies follows the arrows; results that these deals leave unclear "
            "count as even, so few deals give equal shares. Dots are as large as the shares.",
            sentences=_(" ").join(on_map(agents, result.pairwise)),
        ),
    )
