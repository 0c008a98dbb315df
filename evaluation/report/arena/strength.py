"""The page's section on what search gains by thinking longer."""

import re

import numpy as np
from matplotlib.axes import Axes

from ...arena import ArenaResult, Standing
from ..pictures import ORANGE, SERIES, draw_svg, reach_of
from .page import Section

SEARCH = re.compile(r"montecarlo:budget=(\d+)")
HEIGHT = 3.2


def strength_section(result: ArenaResult) -> Section | None:
    """Rating over budget, where at least two agents of a comparison are `montecarlo:budget=N`.

    Args:
        result: What `compare` returned.
    """
    searching = {
        int(match[1]): standing
        for standing in result.standings
        if (match := SEARCH.fullmatch(standing.agent))
    }
    if len(searching) < 2:
        return None
    budgets = sorted(searching)
    others = [standing for standing in result.standings if not SEARCH.fullmatch(standing.agent)]

    def paint(axes: Axes) -> None:
        _draw_ratings(axes, budgets, [searching[budget] for budget in budgets])
        for standing, colour in zip(others, SERIES[1:], strict=False):
            axes.axhline(standing.rating.mean, color=colour, linestyle="--", label=standing.agent)
        axes.set_xscale("log")
        axes.set_xticks(budgets, [f"{budget:,}" for budget in budgets])
        axes.minorticks_off()
        axes.grid(axis="y")
        axes.set_xlabel("games played out for a decision")
        axes.set_ylabel("rating")
        axes.legend(frameon=False)

    return Section(
        title="Strength over budget",
        svg=draw_svg("strength", "Rating of montecarlo at each budget.", HEIGHT, paint),
        caption="Ratings of montecarlo by the number of games it plays out for a decision, with "
        "95 % intervals over redrawn deals. Dashed lines are the other agents.",
    )


def _draw_ratings(axes: Axes, budgets: list[int], standings: list[Standing]) -> None:
    ratings = [standing.rating for standing in standings]
    axes.errorbar(
        budgets,
        [rating.mean for rating in ratings],
        yerr=np.array([reach_of(rating) for rating in ratings]).T,
        fmt="o-",
        color=SERIES[0],
        ecolor=ORANGE,
        elinewidth=3,
        capsize=5,
        label="montecarlo",
    )
    axes.margins(x=0.08)
